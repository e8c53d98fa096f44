"""The named places of packed integers: they say what the functions that pack them do."""

from __future__ import annotations

import pytest

from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.rules import MoveParts
from pencilwright.solver.troyes_dice.exact import records
from pencilwright.solver.troyes_dice.exact.die_options import ALL_ROLLS, as_boxes, plan
from pencilwright.solver.troyes_dice.exact.one_roll import clamped, pack
from tests.solver.troyes_dice import positions


def test_the_first_number_of_a_packed_sheet_holds_the_circled_resources_where_it_says() -> None:
    sheet = rules.new_sheet()
    sheet[rules.GOT : rules.GOT + 3] = [18, 7, 11]
    sheet[rules.BUILT : rules.BUILT + 6] = [63] * 6
    key = [0, 0]
    pack(sheet, key)
    assert key[0] >> records.GOT_0 == 18
    assert key[0] >> records.GOT_1 & records.COUNT_MASK == 7
    assert key[0] >> records.GOT_2 & records.COUNT_MASK == 11


def test_the_code_of_a_move_has_its_parts_where_the_kernels_look_for_them() -> None:
    code = rules.encode(MoveParts(slot=3, pay=2, value=6, colour=1, action=rules.PUBLIC))
    assert code >> records.CODE_SLOT == 3
    assert code >> records.CODE_COLOUR & records.COLOUR_MASK == 1
    assert code >> records.CODE_VALUE & records.DIE_MASK == 6
    assert code & records.ACTION_MASK == rules.PUBLIC


def test_the_rolls_of_a_half_day_weigh_as_many_as_four_dice_can_fall() -> None:
    weights = [weight for weight, *_ in rules.rolls()]
    assert len(weights) == records.ROLLS
    assert sum(weights) == records.ALL_ROLLS


def test_boxes_struck_and_fortresses_are_in_a_packed_sheet_where_it_says() -> None:
    sheet = rules.new_sheet()
    sheet[rules.BUILT : rules.BUILT + 6] = [5, 0, 0, 2, 0, 1]
    sheet[rules.STRUCK : rules.STRUCK + 3] = [1, 32, 6]
    key = [0, 0]
    pack(sheet, key)
    assert key[1] >> records.STRUCK_AT & records.BOXES == as_boxes([1, 32, 6]) < 1 << records.STRUCK_BOXES
    assert key[0] >> records.FORTRESSES_AT & records.BOX_MASK == 5
    assert as_boxes([5, 5, 5]) == 5 * records.OF_EVERY_COLOUR


@pytest.mark.parametrize("seed", range(20))
def test_the_boxes_that_a_variant_raids_are_those_that_the_rules_strike(seed: int) -> None:
    table = positions.tail(seed, 1).table
    result = plan(table)
    for weight, *dice in ALL_ROLLS:
        wheel, bare = list(table), rules.new_sheet()
        rules.place(wheel, *dice)
        rules.attack(bare, wheel)
        assert weight > 0 and as_boxes(bare[rules.STRUCK : rules.STRUCK + 3]) in result.raids


@pytest.mark.parametrize("seed", range(40))
def test_no_option_costs_more_of_a_resource_than_the_plan_says(seed: int) -> None:
    result = plan(positions.tail(seed, 1).table)
    costs = [result.options[at + 1 : at + 4] for at in range(0, len(result.options), records.USE_SIZE)]
    assert result.sizes[records.MOST_COST :] == [max(cost[kind] for cost in costs) for kind in range(3)]


def test_what_is_at_hand_is_cut_off_with_its_parity() -> None:
    assert [clamped(n, 3) for n in range(8)] == [0, 1, 2, 3, 4, 3, 4, 3]
