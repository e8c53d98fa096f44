"""Sums that are found in what a pad reckons, held against its own arithmetic."""

import pytest

from pencilwright.games.numberrules import NumberRules, Sum
from pencilwright.games.pads import linear
from tests.games.pads.gallery import PADS


def sums(name: str, seed: int) -> tuple[dict[str, int], dict[str, Sum]]:
    """Numbers of a random filling, and the sums that are found in it by their total."""
    rooms = PADS[name]
    marks = rooms.example(seed, 0, players=rooms.pad.players[-1]).marks
    results = linear.sums(rooms.pad, marks)
    return {mark: int(value) for mark, value in marks.items() if value.isdecimal()}, {
        item.total: item for item in results
    }


@pytest.mark.parametrize("name", PADS)
@pytest.mark.parametrize("seed", range(3))
def test_every_sum_that_is_found_holds_on_a_sheet_without_a_slip(name: str, seed: int) -> None:
    numbers, results = sums(name, seed)
    assert {total: added.of(numbers) for total, added in results.items()} == {
        total: numbers[total] for total in results
    }


@pytest.mark.parametrize("name", ["bowling", "skat", "cricket", "quiz", "golf", "lanterns"])
def test_what_ticks_decide_is_a_sum_once_they_are_known(name: str) -> None:
    numbers, result = sums(name, 1)
    reckoned = {place.id for spot in PADS[name].pad.spots for place in spot.row.places if place.reckon}
    assert {mark for mark in numbers if mark.partition(".")[0] in reckoned} == set(result)


def test_a_number_is_added_up_from_those_that_were_worked_out_before() -> None:
    _, results = sums("golf", 1)
    assert results["out.a"].rows == tuple(f"h{n}.a" for n in range(1, 10))
    assert set(results["total.a"].rows) == {"out.a", "back.a"}


def test_a_number_in_two_boxes_is_one_number() -> None:
    _, results = sums("farkle", 1)
    assert dict(results["rest.a"].counted())["thousands.a"] == -1000


def test_a_sign_turns_a_sum_around_and_what_is_no_sum_is_left_out() -> None:
    pad = PADS["golf"].pad
    below = {"h1.a": "3", "h2.a": "4", "h3.a": "2", "to_par.a": "2", "to_par.minus.a": "ticked"}
    (added,) = (item for item in linear.sums(pad, below) if item.total == "to_par.a")
    assert added.of({"h1.a": 3, "h2.a": 4, "h3.a": 2}) == 2
    assert not sums("chicago", 1)[1]


def test_rules_on_a_sheet_leave_out_what_follows_in_another_way() -> None:
    rules = PADS["yatzy"].NUMBER_RULES
    marks = PADS["yatzy"].example(1, 0, players=2).marks
    on = rules.on(marks)
    assert on.marked is None and on.sums
    assert NumberRules().on(marks) == NumberRules()
