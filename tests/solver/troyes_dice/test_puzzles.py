"""Puzzles of Troyes Dice against brute force: the plain rules over every roll."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from pencilwright.games.troyes_dice import puzzle
from pencilwright.games.troyes_dice.play import move_text, rules
from pencilwright.games.troyes_dice.play.vectors import position
from pencilwright.games.troyes_dice.setup import letters
from pencilwright.solver.puzzles import make
from pencilwright.solver.troyes_dice import puzzles


def best_of_all_rolls(following: list[int], sheet: tuple[int, ...]) -> Fraction:
    """The expected final score before the last roll, by the plain rules alone."""
    total = 0
    for weight, *dice in rules.rolls():
        wheel, before = list(following), list(sheet)
        rules.place(wheel, *dice)
        rules.attack(before, wheel)
        total += weight * max(rules.final_score(list(after)) for _, after in rules.successors(before, wheel))
    return Fraction(total, 1296)


@pytest.mark.slow
def test_one_roll_to_come_is_what_the_plain_rules_say() -> None:
    result = next(one for n in range(40) if (one := make("troyes-dice", "one-roll", f"brute {n}").puzzle))
    sheet, table = position(puzzle.from_code(result.code).state)
    following = list(table)
    rules.end_half(following)
    for answer in result.answers[:1]:
        after = tuple(rules.apply_action(sheet, table, move_text.parse_move(answer.name, sheet, table)))
        assert best_of_all_rolls(following, after) == answer.value


@pytest.mark.parametrize("kind", puzzle.KINDS_OF_PUZZLE)
def test_a_code_holds_the_whole_position(kind: str) -> None:
    for number in range(6):
        question = puzzles.candidate(kind, f"code {number}")
        code = puzzle.to_code(question)
        assert puzzle.from_code(code) == question
        assert code.count(" ") <= 2


def test_what_can_no_longer_matter_makes_no_other_puzzle() -> None:
    question = puzzles.candidate("line-2", "symmetry")
    table = question.state.table
    reachable = {rules.NOTCH[4 * (rules.OVER - left) + slot] for left in (1, 2) for slot in range(4)}
    plazas = question.state.setup.plazas
    unreachable = next(n for n in range(9) if n not in reachable and plazas[n][0] != plazas[n][1])
    faces = plazas[unreachable]
    other = faces[0] if table.up[unreachable] != letters([faces[0]]) else faces[1]
    up = table.up[:unreachable] + letters([other]) + table.up[unreachable + 1 :]
    turned = question._replace(state=replace(question.state, table=replace(table, up=up)))
    assert turned != question and puzzle.key(turned) == puzzle.key(question)
