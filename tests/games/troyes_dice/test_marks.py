"""Marks and states say the same, both ways, for every mark of the sheet."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games.shared.marks import VALUES
from pencilwright.games.shared.problems import refuse
from pencilwright.games.troyes_dice import marks, state
from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.markrules import number_rules
from pencilwright.games.troyes_dice.marks import MARKS, to_marks
from pencilwright.games.troyes_dice.scoring import scores
from pencilwright.games.troyes_dice.setup import Setup
from pencilwright.templates.phrases import words
from tests.refusals import noted, refused

BY_KIND = {"strike": 18, "circle": 36 + 9 + 60 + 64, "resource": 54, "tick": 18, "number": 13, "text": 3}


def from_marks(values: dict[str, str], setup: Setup | None = None) -> state.State:
    """Return the state of marks with which nothing is wrong."""
    read, faults = marks.read(values, setup)
    refuse(faults)
    return read


def test_the_sheet_has_259_marks_for_a_pencil_13_places_for_points_and_3_for_words() -> None:
    assert {kind: sum(mark.kind == kind for mark in MARKS) for kind in BY_KIND} == BY_KIND
    assert len({mark.id for mark in MARKS}) == len(MARKS) == 275


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_mark_can_be_spoken_of_in_each_language(language: str) -> None:
    known = words(language)
    for mark in MARKS:
        filled = {name: known[value] if isinstance(value, str) else value for name, value in mark.parameters}
        assert "{" not in known[mark.label].format(**filled)


@given(st.integers(0, 500), st.integers(0, 16), st.booleans())
def test_a_played_sheet_comes_back_from_its_marks(seed: int, left: int, expansion: bool) -> None:
    played = example(seed, left, rolls=0, expansion=expansion)
    back = from_marks(to_marks(played), played.setup)
    links = back.sheet.links if back.sheet.links is not None else state.complete_links(back.sheet)
    assert msgspec.structs.replace(back.sheet, links=links) == played.sheet
    assert back.setup == played.setup
    begin = state.start(played.setup)
    assert back.table == (begin.table if played.sheet == begin.sheet else None)


def test_each_mark_alone_changes_the_state_it_stands_for() -> None:
    """Every mark that a pencil makes reads back as itself, together with those that it cannot do without."""
    for mark in MARKS:
        if mark.kind == "text":
            continue
        for value in VALUES[mark.kind]:
            values = {mark.id: value} | _needed(mark.id)
            again = to_marks(from_marks(values))
            assert {key for key in values if key not in again} <= PRINTED, mark.id


PRINTED = {f"{resource}.{n}" for resource in ("influence", "deniers", "knowledge") for n in (1, 2, 3)}
"""Circled in print: a blank and a circle there say the same."""


def _needed(mark_id: str) -> dict[str, str]:
    """Marks without which this one contradicts the sheet."""
    parts = mark_id.split(".")
    if parts[0] == "cathedral":
        return {f"building.cathedral.{parts[1]}": "circled"}
    if parts[:2] == ["building", "cathedral"]:
        return {f"cathedral.{parts[2]}.1": "ticked"}
    if parts[0] in ("influence", "deniers", "knowledge"):
        return {f"{parts[0]}.{n}": "circled" for n in range(1, int(parts[1]))}
    if parts[0] == "slot":
        return {f"slot.{n}.2": "circled" for n in range(1, int(parts[1]))}
    if parts[0] == "citizens":
        return {f"citizens.{parts[1]}.{n}": "circled" for n in range(1, int(parts[2]))}
    return {}


def test_which_circled_spaces_are_crossed_out_does_not_matter() -> None:
    values = {f"influence.{n}": "circled" for n in range(1, 8)} | {
        "influence.2": "spent",
        "influence.7": "spent",
    }
    assert from_marks(values).sheet.influence == state.Resource(7, 2)


def test_the_first_three_spaces_are_circled_in_print() -> None:
    assert from_marks({}).sheet.deniers == state.Resource(3, 0)
    assert from_marks({"deniers.1": "spent"}).sheet.deniers == state.Resource(3, 1)


def test_the_name_is_kept_and_other_writing_is_not() -> None:
    read = from_marks({"name": " Ann ", "total": "99"})
    assert read == from_marks({"name": "Ann"})
    assert to_marks(read) == {"name": "Ann"}


def test_links_count_as_not_recorded_when_none_is_marked_but_some_are_earned() -> None:
    pair = {"building.town_hall.1": "circled", "building.town_hall.2": "circled"}
    assert from_marks(pair).sheet.links is None
    assert from_marks(pair | {"link.6": "circled"}).sheet.links == ("L6",)
    assert to_marks(from_marks(pair))["link.6"] == "circled"
    assert from_marks({}).sheet.links == ()


def test_a_state_with_more_than_the_sheet_holds_has_no_marks() -> None:
    played = example(1, 0, rolls=0)
    full = msgspec.structs.replace(played.sheet, influence=state.Resource(19, 0))
    with refused("marks.no_place", mark="influence.19"):
        to_marks(state.State(sheet=full))


def test_a_track_with_a_gap_counts_what_is_marked_and_says_so() -> None:
    read, gaps = marks.read(
        {"citizens.red.1": "circled", "citizens.red.3": "circled", "deniers.6": "circled"}
    )
    assert read.sheet.citizens.red == 2
    assert read.sheet.deniers.circled == 4
    assert [gap.field for gap in gaps] == ["deniers.6", "citizens.red.3"]
    assert noted(gaps[1].nearest) == "marks.filled n=2"
    assert marks.read({})[1] == ()


def test_own_points_count_nothing_and_add_up_to_the_total() -> None:
    played = example(3, 0, rolls=0)
    written = {mark.id: "9" for mark in MARKS if mark.kind == "number"}
    assert from_marks(to_marks(played) | written, played.setup) == from_marks(to_marks(played), played.setup)
    rules = number_rules(None)
    assert set(rules.notes) == set(written)
    (added,) = rules.sums
    score = scores(played)[0][1]
    points = {line.id: line.points for line in score.lines}
    assert added.of(points) == score.total and added.total == "total"
    assert all(points[name] <= most for name, most in rules.most.items())
