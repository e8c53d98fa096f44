"""Holds docs/rules-troyes-dice.md to the code and the tests that it names."""

import re
from pathlib import Path

from pencilwright.games.troyes_dice import components
from pencilwright.games.troyes_dice.play import rules

HERE = Path(__file__).parent
DOC = Path(__file__).parents[3] / "docs" / "rules-troyes-dice.md"
ROWS = re.findall(r"^- ([AE]\d+): (.+) \((.+)\)$", DOC.read_text("utf-8"), re.MULTILINE)


def test_every_ruling_has_its_row() -> None:
    assert [row[0] for row in ROWS] == [f"A{n}" for n in range(1, 32)] + [f"E{n}" for n in range(1, 9)]


def test_the_code_that_a_ruling_names_exists() -> None:
    for row in ROWS:
        for module, name in re.findall(r"`(rules|components)\.(\w+)`", row[2]):
            assert hasattr({"rules": rules, "components": components}[module], name), row


def test_every_ruling_that_has_code_of_the_rules_has_a_test_with_its_id() -> None:
    tests = "".join(path.read_text("utf-8") for path in HERE.glob("test_*.py"))
    cases = (HERE / "rulings.txt").read_text("utf-8")
    for row in ROWS:
        if "`rules." in row[2] or "`components." in row[2]:
            name = row[0].lower()
            assert re.search(rf"def test_\w*{name}_", tests) or re.search(rf"(?m)^(\S.*)?\b{name} ", cases), (
                row
            )


def test_the_tests_that_the_document_names_exist() -> None:
    tests = "".join(path.read_text("utf-8") for path in HERE.glob("test_*.py"))
    for name in re.findall(r"`(test_\w+)`", DOC.read_text("utf-8")):
        assert f"def {name}(" in tests, name
