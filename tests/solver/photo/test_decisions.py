"""Who settles a mark: the picture where it is clear, the rules where they leave no doubt, else a person."""

from __future__ import annotations

import math

import pytest

from pencilwright import games
from pencilwright.solver.photo import decisions
from pencilwright.solver.photo.classify import Seen
from pencilwright.solver.photo.records import BLANK, EYE, PERSON, RULES, SPENT, TICKED, UNSURE
from tests.solver.photo import photographs as photos

TRACK = [f"citizens.red.{n}" for n in range(1, 21)]


def clear(kind: str, other: str) -> Seen:
    return Seen(kind, {kind: 0.999, other: 0.0005}, 1.0)


def sheet(changes: dict[str, Seen]) -> tuple[decisions.Settled, dict[str, str]]:
    """What is settled of a legal sheet with these marks seen otherwise, and what is on it."""
    values = photos.example(3)
    rendered, _ = photos.printed(photos.PrintOptions())
    marks = [mark for mark in rendered.page.marks if mark.kind != "text"]
    kinds = {"circled": TICKED, "ticked": TICKED}
    truth = {mark.id: kinds.get(value := values.get(mark.id, ""), value or BLANK) for mark in marks}
    seen = {name: clear(kind, TICKED if kind == BLANK else BLANK) for name, kind in truth.items()}
    game = games.game(photos.GAME)
    code = game.setups.to_code(photos.setup())
    return decisions.by_rules(game, code, marks, seen | changes), truth


@pytest.fixture(scope="module")
def inner() -> str:
    """A circled mark of the red track that has circled ones on both sides."""
    _, truth = sheet({})
    circled = [name for name in TRACK if truth[name] == TICKED]
    assert len(circled) >= 3
    return circled[1]


def test_clear_marks_of_a_legal_sheet_are_settled_by_eye() -> None:
    settled, truth = sheet({})
    assert settled.kinds == truth
    assert set(settled.by.values()) == {EYE}


@pytest.mark.parametrize(
    ("place", "kind", "chances", "settled_as", "by"),
    [
        ("inner", BLANK, (0.6, 0.4), TICKED, RULES),  # a pale mark between circled ones
        ("inner", TICKED, (0.0, 0.7), TICKED, RULES),  # a hasty one, which the rules demand
        ("inner", UNSURE, (0.0, 0.4), UNSURE, PERSON),  # none of the kinds
        ("last", TICKED, (0.001, 0.9), UNSURE, PERSON),  # the picture does not show what the rules demand
        ("last", TICKED, (0.2, 0.6), UNSURE, PERSON),  # something in a place that must be blank
    ],
)
def test_the_rules_settle_what_the_picture_may_be_and_nothing_else(
    place: str, kind: str, chances: tuple[float, float], settled_as: str, by: str, inner: str
) -> None:
    name = inner if place == "inner" else TRACK[-1]
    settled, truth = sheet({name: Seen(kind, dict(zip((BLANK, TICKED), chances, strict=True)), 1.0)})
    assert truth[name] == (TICKED if place == "inner" else BLANK)
    assert (settled.kinds[name], settled.by[name]) == (settled_as, by)


def test_a_clear_mark_that_no_legal_sheet_has_is_asked_about_with_the_rule() -> None:
    settled, _ = sheet({TRACK[-1]: clear(TICKED, BLANK)})
    assert settled.kinds[TRACK[-1]] == UNSURE
    assert any(TRACK[-1] in broken.marks for broken in settled.contradictions)


def test_without_rules_a_doubtful_mark_is_asked_about() -> None:
    settled = decisions.by_eye({"a": Seen(BLANK, {BLANK: 0.6, TICKED: 0.4}, 1.0), "b": clear(BLANK, TICKED)})
    assert settled.kinds == {"a": UNSURE, "b": BLANK}
    assert settled.by == {"a": PERSON, "b": EYE}


def test_rules_settle_only_what_they_exclude_and_not_what_the_picture_nearly_knows() -> None:
    chances = {TICKED: 0.06, SPENT: 0.94, BLANK: 0.005}
    picture = math.log(0.94 / 0.06)
    assert not decisions.by_the_rules(chances, SPENT, picture)  # another sheet is legal as it is
    assert decisions.by_the_rules(chances, SPENT, picture + 7)
    assert decisions.by_the_rules(chances, TICKED, 5)  # though the picture says otherwise
    assert not decisions.by_the_rules(chances, TICKED, 3)


def test_unclear_are_the_marks_asked_about_that_can_be_seen(inner: str) -> None:
    seen = {
        "clear": clear(TICKED, BLANK),
        "doubtful": Seen(BLANK, {BLANK: 0.6, TICKED: 0.4}, 1.0),
        "odd": Seen(UNSURE, {BLANK: 0.1, TICKED: 0.2}, 1.0),
        "hidden": Seen(UNSURE, {BLANK: 0.5, TICKED: 0.5}, 0.0),
    }
    assert decisions.unclear(seen, decisions.by_eye(seen)) == ["doubtful", "odd"]
