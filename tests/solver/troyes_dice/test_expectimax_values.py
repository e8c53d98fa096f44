"""Exact advice under chance agrees with all rolls and moves tried one by one, compiled and in plain
Python."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

import pytest

from games.errors import InputError
from games.troyes_dice import rules, state
from games.troyes_dice.example import example
from solver.troyes_dice import engine, expectimax

Sheet = tuple[int, ...]


@cache
def kernels() -> engine.Kernels:
    return engine.kernels()


def worth(sheet: Sequence[int], table: Sequence[int], target: int | None) -> int:
    """Final points, or 1 when they reach the target, summed over every roll to come: no merging, no
    bounds."""
    if table[rules.HALF] == rules.OVER:
        points = rules.final_score(list(sheet))
        return points if target is None else int(points >= target)
    total = 0
    for weight, *dice in rules.rolls():
        rolled, raided = list(table), list(sheet)
        rules.place(rolled, *dice)
        rules.attack(raided, rolled)
        after = list(rolled)
        rules.end_half(after)
        total += weight * max(
            worth(sheet, after, target) for sheet in {s for _, s in rules.successors(raided, rolled)}
        )
    return total


def position(seed: int, left: int, *, expansion: bool) -> tuple[list[int], list[int]]:
    return state.position(example(seed, left, rolls=1, expansion=expansion))


def next_half(table: Sequence[int]) -> list[int]:
    after = list(table)
    rules.end_half(after)
    return after


@pytest.mark.parametrize("expansion", [False, True])
@pytest.mark.parametrize("seed", range(13))
def test_with_no_roll_to_come_the_score_itself_is_the_value(seed: int, expansion: bool) -> None:
    sheet, table = position(seed, 1, expansion=expansion)
    advice = expectimax.best_moves(sheet, table)
    assert advice.rolls == 0
    for found in advice.moves:
        assert found.value == rules.final_score(list(found.sheet))
        assert tuple(rules.play(sheet, table, found.move)) == found.sheet


@pytest.mark.parametrize("expansion", [False, True])
@pytest.mark.parametrize("seed", range(14))
def test_one_roll_to_come_is_worth_what_all_rolls_and_moves_say(seed: int, expansion: bool) -> None:
    sheet, table = position(seed, 2, expansion=expansion)
    advice = expectimax.best_moves(sheet, table, with_kernels=kernels(), distributions=1)
    after = next_half(table)
    for found in (advice.moves[0], advice.moves[len(advice.moves) // 2], advice.moves[-1]):
        assert found.value == Fraction(worth(found.sheet, after, None), 1296)


@pytest.mark.parametrize("expansion", [False, True])
@pytest.mark.parametrize("seed", range(20, 24))
def test_the_chance_to_reach_a_target_is_exact(seed: int, expansion: bool) -> None:
    sheet, table = position(seed, 2, expansion=expansion)
    target = round(expectimax.best_moves(sheet, table, with_kernels=kernels()).value) + 1
    advice = expectimax.best_moves(sheet, table, target=target, with_kernels=kernels())
    after = next_half(table)
    assert 0 <= advice.value <= 1
    for found in (advice.moves[0], advice.moves[-1]):
        assert found.value == Fraction(worth(found.sheet, after, target), 1296)
        assert found.distribution is None


@pytest.mark.parametrize("expansion", [False, True])
@pytest.mark.parametrize("seed", [40, 41, 42])
def test_two_rolls_to_come_are_worth_the_mean_of_the_best_one_roll_answers(
    seed: int, expansion: bool
) -> None:
    """A sheet with nothing left to spend keeps the slow side small; its value uses one-roll answers proved
    above."""
    sheet, table = position(seed, 3, expansion=expansion)
    for kind in range(3):
        sheet[rules.USED + kind] = sheet[rules.GOT + kind]
    advice = expectimax.best_moves(sheet, table, with_kernels=kernels(), distributions=0)
    found = advice.moves[0]
    total = Fraction(0)
    for weight, *dice in rules.rolls():
        rolled, raided = next_half(table), list(found.sheet)
        rules.place(rolled, *dice)
        rules.attack(raided, rolled)
        total += weight * expectimax.best_moves(raided, rolled, with_kernels=kernels(), distributions=0).value
    assert found.value == total / 1296


@pytest.mark.parametrize(("seed", "left", "expansion"), [(50, 2, False), (51, 2, True), (52, 3, False)])
def test_plain_python_and_compiled_kernels_say_the_same(seed: int, left: int, expansion: bool) -> None:
    sheet, table = position(seed, left, expansion=expansion)
    if left == 3:
        for kind in range(3):
            sheet[rules.USED + kind] = sheet[rules.GOT + kind]
    plain = expectimax.best_moves(sheet, table, with_kernels=engine.kernels(plain=True), distributions=1)
    assert plain == expectimax.best_moves(sheet, table, with_kernels=kernels(), distributions=1)


@pytest.mark.parametrize(("seed", "left"), [(60, 2), (61, 2), (62, 3)])
def test_a_distribution_has_the_mean_that_is_shown_and_counts_every_roll(seed: int, left: int) -> None:
    sheet, table = position(seed, left, expansion=False)
    advice = expectimax.best_moves(sheet, table, with_kernels=kernels())
    for found in advice.moves[:3]:
        spread = found.distribution
        assert spread is not None
        assert spread.mean == found.value
        assert sum(count for _, count in spread.counts) == spread.rolls == 1296 ** (left - 1)
        assert spread.chance_of(0) == 1


def test_the_same_question_gets_the_same_answer() -> None:
    sheet, table = position(70, 3, expansion=True)
    once = expectimax.best_moves(sheet, table, with_kernels=kernels(), distributions=0)
    assert once == expectimax.best_moves(sheet, table, with_kernels=kernels(), distributions=0)
    assert [found.value for found in once.moves] == sorted(
        (found.value for found in once.moves), reverse=True
    )
    assert once.moves[0].loss == 0


def test_a_position_before_its_roll_is_worth_the_mean_over_its_rolls() -> None:
    sheet, table = state.position(example(71, 1, rolls=0))
    assert expectimax.expected(sheet, table, with_kernels=kernels()) == Fraction(
        worth(sheet, table, None), 1296
    )


def test_what_exact_advice_does_not_cover_is_said() -> None:
    sheet, table = position(80, 4, expansion=False)
    with pytest.raises(InputError, match="exact advice covers at most 2"):
        expectimax.best_moves(sheet, table)
    sheet, table = state.position(example(80, 2, rolls=0))
    with pytest.raises(InputError, match="not known"):
        expectimax.best_moves(sheet, table)
    sheet, table = state.position(example(80, 0, rolls=0))
    with pytest.raises(InputError, match="the game is over"):
        expectimax.best_moves(sheet, table)
