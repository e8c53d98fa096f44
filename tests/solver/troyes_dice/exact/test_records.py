"""The named places of packed integers: they say what the functions that pack them do."""

from __future__ import annotations

from pencilwright.games.troyes_dice import rules
from pencilwright.games.troyes_dice.rules import MoveParts
from pencilwright.solver.troyes_dice.exact import records
from pencilwright.solver.troyes_dice.exact.last_roll import pack


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
    assert code >> records.CODE_PAY & records.COLOUR_MASK == 3  # one more than the resource
    assert code >> records.CODE_COLOUR & records.COLOUR_MASK == 1
    assert code >> records.CODE_VALUE & records.DIE_MASK == 6
    assert code & records.ACTION_MASK == rules.PUBLIC


def test_the_rolls_of_a_half_day_weigh_as_many_as_four_dice_can_fall() -> None:
    weights = [weight for weight, *_ in rules.rolls()]
    assert len(weights) == records.ROLLS
    assert sum(weights) == records.ALL_ROLLS
