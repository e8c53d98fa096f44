"""Tests of moves as the rest of the project takes them: lists, codes, choices, refusals."""

import pytest

from pencilwright.games.troyes_dice.play import move_text, rules
from pencilwright.games.troyes_dice.play.rules import Move
from tests.games.troyes_dice.helpers import move, sheet, table
from tests.refusals import refused


def test_rolls_are_336_with_weights_of_1296() -> None:
    rolls = rules.rolls()
    assert len(rolls) == len(set(rolls)) == 336
    assert sum(roll[0] for roll in rolls) == 6**4


def test_a_code_and_its_parts_are_inverse() -> None:
    wheel = table("R1 *Y2 W4 R5")
    for entry in rules.legal_actions(sheet(), wheel):
        assert rules.encode(rules.decode(entry.code)) == entry.code


def test_successors_are_the_sheets_after_the_legal_moves_sorted_and_none_comes_twice() -> None:
    before = sheet("goods=18-0 citizens=14/13/5")
    wheel = table("R1 *Y2 W4 R5")
    result = rules.successors(before, wheel)
    moves = rules.legal_actions(before, wheel)
    assert [entry for entry, _ in result] == moves == sorted(set(moves)) and len(moves) > 1000
    for entry, after in result[:: len(result) // 200]:
        assert rules.apply_action(before, wheel, entry) == list(after)


def test_next_choices_walks_through_all_choices_of_an_action_in_order() -> None:
    wheel = table("R1 R4 R5 *R6")
    before = sheet("citizens=20/5/5")
    code = rules.encode(rules.MoveParts(0, -1, 1, 0, rules.PUBLIC))
    choices, counts = [0] * rules.MAX_CHOICES, rules.new_counts()
    walked = []
    given = -1
    while given:
        given = max(given, 0)
        after = before[:]
        used = rules.apply(after, wheel, code, choices, given, counts)
        walked.append((used, tuple(after)))
        given = rules.next_choices(choices, given, used, counts)
    expected = [entry for entry in rules.successors(before, wheel) if entry[0].code == code]
    assert walked == [(len(entry.choices), after) for entry, after in expected]
    assert len({used for used, _ in walked}) > 1


def test_moves_leave_the_sheet_and_the_table_they_start_from_alone() -> None:
    before, wheel = sheet(), table("R1 *Y2 W4 R5")
    copies = list(before), list(wheel)
    entry = rules.legal_actions(before, wheel)[0]
    rules.apply_action(before, wheel, entry)
    move_text.describe(before, wheel, entry)
    assert (before, wheel) == copies


def test_moves_need_dice_and_a_game_that_is_not_over() -> None:
    with refused("troyes.refused.no_dice", "table.rolls"):
        rules.legal_actions(sheet(), table())
    over = table("*R1 R1 R1 R1 8pm")
    rules.end_half(over)
    assert over[rules.HALF] == rules.OVER
    with refused("wrong.over"):
        rules.apply_action(sheet(), over, Move(0))
    with refused("wrong.over"):
        move(sheet(), over, "s2 W4 gain")


@pytest.mark.parametrize("choices", [(), (0,), (0, 0, 0), (0, 2), (-1, 0), (0, -1)])
def test_choices_that_do_not_fit_the_cascade_are_refused(choices: tuple[int, ...]) -> None:
    wheel = table("R1 R4 R5 *R6")
    before = sheet("citizens=20/4/4")
    code = move(before, wheel, "s0 R1 public yellow yellow").code
    with refused("troyes.refused.action"):
        rules.apply_action(before, wheel, Move(code, choices))


def test_before_the_roll_no_die_counts_for_a_market() -> None:
    assert rules.count_dice(table("R R R R"), 0) == 0
    assert rules.count_dice(table("*R1 R2 R3 R4"), 0) == 3


def test_ending_a_half_day_without_dice_only_moves_on() -> None:
    wheel = table("5am")
    expected = list(wheel)
    expected[rules.HALF] += 1
    rules.end_half(wheel)
    assert wheel == expected


def test_the_hot_functions_are_listed_for_compilation() -> None:
    for name in rules.HOT_FUNCTIONS:
        function = getattr(rules, name)
        assert function.__closure__ is None
        assert function.__module__ == rules.__name__
