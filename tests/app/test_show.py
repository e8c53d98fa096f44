"""Tables, sizes and numbers of things as people read them in a terminal."""

import io
import json

import pytest

from pencilwright.app import show


def test_columns_are_two_spaces_apart_and_lines_end_with_their_last_word() -> None:
    assert show.table([("a", 10), ("long", 2)]) == "a     10\nlong  2"
    assert show.table([("a", 10), ("long", 2)], right=(1,)) == "a     10\nlong   2"
    assert show.table([("a", "")]) == "a"
    assert show.table([], head=()) == ""


def test_a_head_is_underlined_as_wide_as_its_column() -> None:
    assert show.table([("a", 10)], head=("name", "n")) == "name  n\n----  --\na     10"


def test_wide_letters_take_two_columns_and_accents_none() -> None:
    assert show.width("城壁") == 4
    assert show.width("e\u0301a") == 2
    assert show.table([("城", 1), ("ab", 2)]) == "城  1\nab  2"


@pytest.mark.parametrize(
    ("count", "words"),
    [(0, "0 B"), (999, "999 B"), (1000, "1 kB"), (93_400, "93 kB"), (999_400, "999 kB"),
     (1_000_000, "1.0 MB"), (1_250_000, "1.2 MB")],
)  # fmt: skip
def test_a_number_of_bytes_is_told_in_the_unit_that_fits(count: int, words: str) -> None:
    assert show.size(count) == words


def test_one_is_singular_and_all_other_numbers_are_plural() -> None:
    assert [show.plural(n, "sheet") for n in (0, 1, 2)] == ["0 sheets", "1 sheet", "2 sheets"]
    assert [show.plural(n, "die", "dice") for n in (1, 2)] == ["1 die", "2 dice"]


def test_json_is_indented_and_ends_with_a_line() -> None:
    encoded = show.encode({"points": 41, "who": "城"})
    assert encoded == '{\n  "points": 41,\n  "who": "城"\n}\n'.encode()
    assert json.loads(encoded) == {"points": 41, "who": "城"}


class Terminal(io.StringIO):
    """An error stream that a person watches."""

    def isatty(self) -> bool:
        return True


def test_progress_is_shown_to_a_person_and_to_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    with show.working("thinking") as nobody, show.bar("making", 3) as no_bar:
        assert nobody is None and no_bar is None
    monkeypatch.setattr("sys.stderr", watched := Terminal())
    with show.working("thinking") as tell:
        assert tell is not None
        tell("counting", 1, 3)
    with show.bar("making", 3) as tell_bar:
        assert tell_bar is not None
        tell_bar(2, 7)
    assert "2/3" in watched.getvalue() and "7 tried" in watched.getvalue()
