"""Which tests a change can touch."""

import subprocess
from pathlib import Path

import pytest

from tests.reach import ROOT, changed, reached


@pytest.mark.parametrize(
    ("file", "near", "untouched"),
    [
        ("games/terra_mystica/puzzle/__init__.py", "tests/games/test_puzzles.py", ""),
        (
            "games/terracotta_army/scoring.py",
            "tests/solver/terracotta_army/test_turn.py",
            "tests/solver/tianxia/",
        ),
        ("games/tianxia/scoring.py", "tests/games/tianxia/test_paper.py", "tests/games/troyes_dice/"),
        ("games/tianxia/scoring.py", "tests/fuzz/test_grammars.py", ""),
        ("games/tianxia/scoring.py", "tests/games/test_sheets.py", ""),
        ("games/tianxia/scoring.py", "tests/app/cli/test_main.py", ""),
        ("templates/words/ja/shared.toml", "tests/templates/test_words.py", ""),
        ("docs/testing.md", "tests/test_docs.py", "tests/games/"),
    ],
)
def test_a_file_touches_what_uses_it_and_no_other_game(file: str, near: str, untouched: str) -> None:
    far = reached([file])
    assert near in far
    assert not [test for test in far if untouched and test.startswith(untouched)]


def test_the_mirrored_test_is_nearest_and_what_imports_the_module_next() -> None:
    far = reached(["solver/terracotta_army/turn/best.py", "games/rng.py"])
    assert next(iter(far)) == "tests/games/test_rng.py"
    assert far["tests/solver/terracotta_army/test_turn.py"] == 1
    assert list(far.values()) == sorted(far.values())


def test_no_change_reaches_no_test_and_what_every_test_uses_all() -> None:
    tests = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py")}
    assert reached([]) == {} and set(reached(["tests/conftest.py"])) == tests


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
