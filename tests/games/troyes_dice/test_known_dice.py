"""What a person adds to a position: the dice of their table, and a table where a sheet has none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.shared.problems import Problem
from pencilwright.games.troyes_dice.play import known_dice, rules
from pencilwright.games.troyes_dice.play.vectors import half_index
from pencilwright.games.troyes_dice.setup import draw
from pencilwright.games.troyes_dice.state import Roll, State, start
from pencilwright.templates.phrases import phrase, say
from tests.refusals import refused

SHEET = replace(start(draw(1)), table=None)
"""A sheet on which nothing stands yet, without a table."""
UP = "YRWYWWYRR"


def given(state: State, **options: Any) -> State:
    """A state with what options give, none of them left."""
    result, left = known_dice.with_options(state, options, list)
    assert left == {}
    return result


@pytest.mark.parametrize("text", ["b3 1 5 6", "6,5,1,b3", "3b 6 1 5", "B3, 5 1 6"])
def test_dice_are_read_in_any_order_with_the_black_one_named(text: str) -> None:
    assert known_dice.parse_roll(text) == (3, 1, 5, 6)


def test_a_table_is_its_time_its_colours_and_the_tiles_turned_to_pillage() -> None:
    state = replace(start(draw("tiles", expansion=True)), table=None)
    notches = [notch for notch, _ in state.setup.expansion] if state.setup else []
    result = given(state, at="4 pm", up="yrw yww yrr", pillage=",".join(map(str, notches[:2])))
    assert result.table is not None and half_index(result.table) == 7
    assert (result.table.up, result.table.pillage) == (UP, tuple(notches[:2]))
    assert given(SHEET, at="1am", up=UP).table == known_dice.with_table(SHEET, "1am", UP).table


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"at": "9pm", "up": UP}, "at"),
        ({"at": "4", "up": UP}, "at"),
        ({"at": "", "up": UP}, "at"),
        ({"at": "4pm", "up": UP[1:]}, "up"),
        ({"at": "4pm", "up": "B" * 9}, "up"),
        ({"at": "4pm", "up": UP, "pillage": "9"}, "pillage"),
        ({"up": UP}, "at"),
        ({"at": "4pm", "pillage": "1"}, "at"),
        ({"at": "4pm"}, "at"),
    ],
)
def test_a_part_of_a_table_that_is_none_or_is_missing_is_named(
    options: Mapping[str, str], field: str
) -> None:
    with pytest.raises(InputError) as caught:
        known_dice.with_options(SHEET, options, list)
    assert caught.value.field == field


def test_a_table_that_a_position_has_is_not_given_again() -> None:
    with pytest.raises(InputError) as caught:
        given(start(draw(1)), at="4pm", up=UP)
    assert caught.value.field == "at"


def test_a_sheet_that_remembers_the_wheel_needs_the_time_alone() -> None:
    state = replace(SHEET, sheet=replace(SHEET.sheet, slots=(0, 1, 0, 2, 1)))
    played = len(state.sheet.slots)
    earlier = given(state, at="2am")
    assert earlier.table is not None and half_index(earlier.table) == 2
    assert earlier.sheet.slots == (0, 1)
    now = known_dice.with_time(state, "3pm")
    assert now.table is not None and half_index(now.table) == played
    told = known_dice.assumed(now)
    assert told is not None and say(told, "en") and known_dice.assumed(SHEET) is None
    with pytest.raises(InputError):
        known_dice.with_time(state, "8pm")


def test_dice_need_a_table_and_a_mark_that_was_forgotten_is_named() -> None:
    for options in ({"dice": "b3 1 5 6"}, {"later": ["b3 1 5 6"]}):
        with refused("troyes.refused.no_table", "table"):
            known_dice.with_options(SHEET, options, list)
    problem = Problem("slot.3", phrase("troyes.table.assumed", time="1am"), "", ("slot.3.1",))
    with refused("troyes.refused.forgotten"):
        known_dice.with_options(SHEET, {"dice": "b3 1 5 6"}, lambda: [problem])
    with pytest.raises(InputError):
        known_dice.with_rolls(SHEET, [(3, 1, 5, 6)])
    with pytest.raises(InputError):
        known_dice.with_dice(SHEET, (3, 1, 5, 6))


def test_later_dice_stand_behind_those_of_this_half_day() -> None:
    state = given(SHEET, at="4pm", up=UP, dice="b3 6 1 5")
    assert state.table is not None and state.table.rolls == (Roll(3, (1, 5, 6)),)
    assert known_dice.is_under_chance(state) and not known_dice.is_under_chance(SHEET)
    more = given(state, later=["b1 1 1 1"])
    assert more.table is not None and [roll.black for roll in more.table.rolls] == [3, 1]
    assert not known_dice.is_under_chance(more)
    last = given(SHEET, at="8pm", up=UP, dice="b3 6 1 5")
    assert not known_dice.is_under_chance(last), "nothing is rolled after the last half-day"
    with pytest.raises(InputError) as caught:
        known_dice.with_dice(start(draw(1)), None, [(1, 1, 1, 1)])
    assert caught.value.field == "dice"


def test_a_raid_that_stands_on_the_sheet_keeps_its_dice() -> None:
    late = given(SHEET, at="4pm", up=UP)
    assert late.table is not None and half_index(late.table) >= rules.FIRST_ATTACK
    raided = known_dice.with_rolls(late, [(3, 1, 5, 6)], attacked=True)
    again = known_dice.with_dice(raided, (3, 6, 5, 1))
    assert again.table is not None and again.table.attacked
    with refused("troyes.refused.other_dice"):
        known_dice.with_dice(raided, (2, 1, 5, 6))
