"""What a table of boxes says: controls, fields, values that are allowed, groups."""

from __future__ import annotations

import pytest

from pencilwright.games.controls import Number, OneOf, Text, Toggle, Track
from pencilwright.games.shared.boxes import Exclusive, FromLeft, SheetBox, SheetBoxes
from pencilwright.games.shared.marks import SheetMark
from pencilwright.templates.phrases import phrase
from tests.refusals import refused

REASON = phrase("marks.one")


def box(mark: str, kind: str, *fields: str, most: int = 0) -> SheetBox:
    return SheetBox(SheetMark(mark, kind, "sheet.name"), fields, most=most)


SHEET = SheetBoxes(
    (
        box("name", "text", "players[0].name"),
        box("coins", "number", "players[0]", "players[0].coins", most=20),
        box("a.1", "tick"),
        box("a.2", "tick"),
        box("home", "circle"),
        *(box(f"red.{n}", "circle", "red") for n in (1, 2, 3)),
        *(box(f"points.{n}", "tick") for n in (0, 1, 2, 10)),
    ),
    (
        Exclusive(("a.1", "a.2"), REASON, brings="home"),
        FromLeft(("red.1", "red.2", "red.3"), REASON, printed=1),
        Number(("points.0", "points.1", "points.2", "points.10"), (0, 1, 2, 10)),
    ),
)


def test_each_mark_has_one_control_that_its_group_or_its_kind_says() -> None:
    assert SHEET.controls == (
        OneOf(("a.1", "a.2"), "home"),
        Track(("red.1", "red.2", "red.3"), 1),
        Number(("points.0", "points.1", "points.2", "points.10"), (0, 1, 2, 10)),
        Text("name"),
        Number(("coins",), (1,)),
        Toggle("home"),
    )


def test_a_field_shows_in_its_boxes_in_those_of_its_parts_and_of_what_it_is_part_of() -> None:
    view = {
        "coins": ("coins",),
        "players[0]": ("coins",),
        "players": ("name", "coins"),
        "players[0].coins": ("coins",),
        "players[0].workers": ("coins",),
        "red.circled": ("red.1", "red.2", "red.3"),
        "points": ("points.0", "points.1", "points.2", "points.10"),
        "players[1].coins": (),
        "blue": (),
    }
    assert {field: SHEET.marks_of_field(field) for field in view} == view


def test_marks_are_known_and_have_values_of_their_kind() -> None:
    assert SHEET.read({"a.1": "ticked", "name": "Ana"}).marked == {"a.1": "ticked", "name": "Ana"}
    assert SHEET.read({"a.1": "", "name": " "}).marked == {}
    with refused("marks.value", mark="a.1", value="x"):
        SHEET.read({"a.1": "x"})
    with refused("hint.near", name="coins"):
        SHEET.read({"coin": "x"})
    with refused("marks.no_place", mark="a.3"):
        SHEET.to_marks({}, {"a.3": "ticked"})


@pytest.mark.parametrize(
    ("marks", "counted", "rule", "named", "missing"),
    [
        (("a.1", "home"), "a.1", "", (), ()),
        (("a.1", "a.2", "home"), "a.1", "marks.several", ("a.2", "a.1"), ()),
        (("a.2",), "", "marks.without", ("a.2", "home"), ("home",)),
        (("home",), "", "marks.without", ("home", "a.1", "a.2"), ("a.1", "a.2")),
    ],
)
def test_one_of_a_group_counts_with_what_it_brings(
    marks: tuple[str, ...], counted: str, rule: str, named: tuple[str, ...], missing: tuple[str, ...]
) -> None:
    reading = SHEET.read({mark: "circled" if mark == "home" else "ticked" for mark in marks})
    assert reading.one_of(("a.1", "a.2")) == counted
    lines = [(problem.rule.key, problem.marks, problem.missing) for problem in reading.problems]
    assert lines == ([(rule, named, missing)] if rule else [])
