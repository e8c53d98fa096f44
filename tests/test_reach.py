"""Which tests a change can touch."""

import subprocess
from pathlib import Path

import pytest

from tests.reach import BY_NAME, ROOT, changed, reached


def test_the_mirrored_test_is_nearest_and_what_imports_the_module_next() -> None:
    far = reached(["solver/terracotta_army/turn/best.py", "games/rng.py"])
    assert next(iter(far)) == "tests/games/test_rng.py"
    assert far["tests/solver/terracotta_army/test_turn.py"] == 1
    assert list(far.values()) == sorted(far.values())


def test_a_test_above_that_bears_a_module_s_name_is_near() -> None:
    assert reached(["games/terra_mystica/puzzle/__init__.py"])["tests/games/test_puzzles.py"] == 1


def test_a_rule_reaches_the_solver_s_tests_of_its_game_and_not_those_of_another() -> None:
    far = reached(["games/terracotta_army/scoring.py"])
    assert far["tests/solver/terracotta_army/test_turn.py"] < BY_NAME
    assert "tests/solver/tianxia/test_counted.py" not in far


@pytest.mark.parametrize(
    "test", ["tests/fuzz/test_grammars.py", "tests/games/test_sheets.py", "tests/app/cli/test_main.py"]
)
def test_rooms_that_the_registry_imports_reach_the_tests_that_take_every_game(test: str) -> None:
    assert test in reached(["games/tianxia/scoring.py"])


def test_a_game_does_not_reach_the_tests_of_another_through_the_registry() -> None:
    far = reached(["games/tianxia/scoring.py"])
    assert "tests/games/tianxia/test_paper.py" in far
    assert not [test for test in far if test.startswith("tests/games/troyes_dice/")]


def test_a_file_of_words_reaches_what_reads_words() -> None:
    assert "tests/templates/test_words.py" in reached(["templates/words/ja/shared.toml"])


def test_a_page_of_the_docs_reaches_only_the_tests_that_look_at_all_files() -> None:
    assert {Path(test).parent.as_posix() for test in reached(["docs/testing.md"])} == {"tests"}


def test_no_change_reaches_no_test() -> None:
    assert reached([]) == {}


def test_what_every_test_uses_reaches_every_test() -> None:
    tests = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py")}
    assert set(reached(["tests/conftest.py"])) == tests


def test_changed_files_are_those_that_differ_and_those_that_are_new(tmp_path: Path) -> None:
    for words in (
        ["init", "-q"],
        ["add", "."],
        ["-c", "user.name=a", "-c", "user.email=b", "commit", "-qm", "c"],
    ):
        (tmp_path / "old.py").write_text("A = 1\n")
        (tmp_path / "same.py").write_text("A = 1\n")
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    (tmp_path / "old.py").write_text("A = 2\n")
    (tmp_path / "new.py").write_text("A = 1\n")
    assert changed("HEAD", tmp_path) == ["old.py", "new.py"]
    with pytest.raises(ValueError, match="nowhere"):
        changed("nowhere", tmp_path)
