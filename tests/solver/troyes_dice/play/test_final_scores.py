"""Exact ends: what the recommended move really brings, and that no answer says more than the exact worth."""

from __future__ import annotations

from math import hypot

import pytest

from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice.example import example, roll
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.vectors import vectors
from pencilwright.solver.compiled import can_compile
from pencilwright.solver.troyes_dice.exact import engine, expectimax, three_rolls
from pencilwright.solver.troyes_dice.exact.engine import Sheet
from pencilwright.solver.troyes_dice.play import final_scores, middle_game, rollouts
from pencilwright.solver.troyes_dice.play.final_scores import ExactEnds
from pencilwright.solver.troyes_dice.play.player import PolicyPlayer

pytestmark = pytest.mark.skipif(not can_compile(), reason="exact ends are for compiled kernels")


def position(seed: int, rolls: int, *, left: int) -> tuple[list[int], list[int]]:
    """A position with so many rolls to come, and `left` of each resource at hand."""
    sheet, table = vectors(example(f"ends {seed}", rolls + 1, rolls=1, expansion=seed % 2 == 1))
    for kind in range(3):
        sheet[rules.USED + kind] = max(0, sheet[rules.GOT + kind] - left)
    return sheet, table


def first_move(seed: int, rolls: int) -> tuple[Sheet, list[int]]:
    sheet, table = position(seed, rolls, left=2)
    after = next(iter(engine.moves_by_sheet(sheet, table)))
    rules.end_half(table)
    return after, table


@pytest.mark.parametrize("rolls", [3, 4])
def test_the_gain_is_what_exact_play_is_ahead_of_the_policy(
    rolls: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With every move tried; the same dice again, the exact worth by the advice for two rolls."""
    monkeypatch.setattr(final_scores, "TRIED", 1000)
    player = PolicyPlayer(rollouts.kernels())
    sheet, table = first_move(rolls, rolls)
    gain = ExactEnds(sheet, table, Stream.from_seed("gain"), player, engine.kernels()).gain()
    dice = Stream.from_seed("gain")
    *early, last = [roll(dice) for _ in range(rolls - 2)]
    futures = [[roll(dice) for _ in range(2)] for _ in range(final_scores.PLAYED_ON)]
    played = [player.scores([sheet], table, [[*early, last, *future]])[0][0] for future in futures]
    before = player.after(sheet, table, early)
    for thrown in early:
        rules.place(table, *thrown)
        rules.end_half(table)
    rules.place(table, *last)
    struck = list(before)
    rules.attack(struck, table)
    exact = expectimax.best_moves(struck, table, distributions=0, with_kernels=engine.kernels())
    assert gain == pytest.approx(float(exact.value) - sum(played) / final_scores.PLAYED_ON)


def test_the_policy_goes_on_from_the_sheet_that_it_came_to() -> None:
    player = PolicyPlayer(rollouts.kernels())
    sheet, table = first_move(5, 4)
    dice = Stream.from_seed("on")
    future = [roll(dice) for _ in range(4)]
    whole = player.final_sheet(sheet, table, future)
    before = player.after(sheet, table, future[:2])
    for thrown in future[:2]:
        rules.place(table, *thrown)
        rules.end_half(table)
    assert player.final_sheet(before, table, future[2:]) == whole
    assert player.after(before, table, []) == before


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.long) for n in range(1, 12))])
def test_the_exact_worth_lies_between_what_we_score_and_the_bound(seed: int) -> None:
    """Three rolls to come, where the exact worth is known; within three standard errors of each side."""
    sheet, table = position(seed, 3, left=seed % 3)
    exact = float(three_rolls.best_moves(sheet, table, with_kernels=engine.third_kernels()).value)
    result = middle_game.best_moves(sheet, table, work=(20_000, 1_500_000), ends=16, seed=seed)
    best = result.moves[0]
    assert result.ends == 16
    assert result.bound is not None and result.bound_error is not None
    assert best.value - 3 * best.error <= exact <= result.bound + 3 * result.bound_error
    assert result.bound - best.value < 3 + 3 * hypot(best.error, result.bound_error)
