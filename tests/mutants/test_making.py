"""What is changed in a source text, and what isn't."""

import ast
from pathlib import Path

import pytest

from mutants import choice
from mutants.making import mutants_of


def changes(source: str) -> dict[str, list[str]]:
    """Return what the source becomes, by operator."""
    found: dict[str, list[str]] = {}
    for mutant in mutants_of("games/example.py", source):
        found.setdefault(mutant.operator, []).append(mutant.apply(source))
    return found


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("x = a < b", {"comparison": ["x = a <= b"]}),
        ("x = 0 <= b", {"comparison": ["x = 0 < b"], "constant": ["x = 1 <= b"]}),
        ("x = a < b < c", {"comparison": ["x = a <= b < c", "x = a < b <= c"]}),
        ("x = a not  in b", {"comparison": ["x = a in b"]}),
        ("x = (a) is not (b)", {"comparison": ["x = (a) is (b)"]}),
        ("x = a + b", {"arithmetic": ["x = a - b"]}),
        ("x = a // (b)", {"arithmetic": ["x = a * (b)"]}),
        ("x -= a", {"arithmetic": ["x += a"]}),
        ("x = -a", {"arithmetic": ["x = +a"]}),
        ("x = a and b or c", {"boolean": ["x = a or b or c", "x = a and b and c"]}),
        ("x = not a", {"boolean": ["x = a"]}),
        ("x = f(True)", {"boolean": ["x = f(False)"]}),
        ("x = b if a else c", {"condition": ["x = b if not (a) else c"]}),
        ("if a < b: pass", {"comparison": ["if a <= b: pass"], "condition": ["if not (a < b): pass"]}),
        ("while a: pass", {"condition": ["while not (a): pass"]}),
        ("x = [a for a in b if a]", {"condition": ["x = [a for a in b if not (a)]"]}),
        ("x = 41", {"constant": ["x = 42"]}),
        ("x = 0.5", {"constant": ["x = 1.5"]}),
        ("x = '城' + a", {"arithmetic": ["x = '城' - a"]}),
        ("x = (a  # a < b\n  < b)", {"comparison": ["x = (a  # a < b\n  <= b)"]}),
        ("x: int = 1", {"constant": ["x: int = 2"]}),
        ("def f(a: int = 1) -> int: ...", {"constant": ["def f(a: int = 2) -> int: ..."]}),
    ],
)
def test_each_operator_changes_one_thing(source: str, wanted: dict[str, list[str]]) -> None:
    assert changes(source) == wanted


@pytest.mark.parametrize(
    "source",
    [
        "def f(a: int | None, *, b: Literal[1]) -> str | None: ...",
        "Path = list[int] | None",
        "x = isinstance(a, int | Mapping)",
        "@cache(maxsize=5)\ndef f(): ...",
        "class A(Base, frozen=True): ...",
        "x = zip(a, b, strict=True)",
        "if TYPE_CHECKING: x = 1",
        "if __name__ == '__main__': x = 1",
        "x = f'{a + 1}'",
        "'1 < 2'",
    ],
)
def test_what_no_test_can_see_is_left_alone(source: str) -> None:
    assert changes(source) == {}


@pytest.mark.parametrize("source", ["if not a: pass", "if a == b: pass", "while True: pass"])
def test_a_condition_is_not_negated_where_another_operator_does_the_same(source: str) -> None:
    assert "condition" not in changes(source)


def test_a_mutant_knows_its_place_and_its_lines() -> None:
    source = "class A:\n    def f(self):\n        return (\n            self.x and 1\n        )\n"
    boolean, constant = mutants_of("games/example.py", source)
    assert boolean.id == "games/example.py:4:20:boolean"
    assert (boolean.function, boolean.before, boolean.after) == ("A.f", "self.x and 1", "self.x or 1")
    assert constant.id == "games/example.py:4:24:constant"


def test_every_mutant_of_a_real_file_is_a_program_with_an_id_of_its_own() -> None:
    source = Path(choice.__file__).read_text(encoding="utf-8")
    found = mutants_of("mutants/choice.py", source)
    assert len({mutant.id for mutant in found}) == len(found) > 10
    for mutant in found:
        assert ast.dump(ast.parse(mutant.apply(source))) != ast.dump(ast.parse(source))
