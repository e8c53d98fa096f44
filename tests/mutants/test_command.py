"""The command: its options, its list, what it says of a mutant that doesn't exist."""

from pathlib import Path

import pytest

from mutants.__main__ import main, parser

PAGE = (Path(__file__).parents[2] / "docs" / "testing.md").read_text(encoding="utf-8")


def test_every_option_is_on_the_page() -> None:
    options = [name for action in parser()._actions for name in action.option_strings]
    assert [name for name in options if f"`{name}" not in PAGE] == ["-h", "--help"]


def test_the_list_names_each_mutant_with_its_old_and_its_new_line(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--area", "generator", "--count", "2", "--seed", "spring", "--list"])
    lines = capsys.readouterr().out.splitlines()
    assert [line[:6] for line in lines] == ["genera", "    - ", "    + "] * 2


def test_a_mutant_that_does_not_exist_is_one_sentence() -> None:
    with pytest.raises(SystemExit, match=r"there is no mutant generator/none\.py:1:1:constant in this tree"):
        main(["--area", "generator", "--only", "generator/none.py:1:1:constant"])
