"""The order in which people see sampled moves."""

from __future__ import annotations

import pytest

from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.rules import Move
from pencilwright.games.troyes_dice.play.vectors import position
from pencilwright.solver.troyes_dice.play import adviser
from pencilwright.solver.troyes_dice.play.estimates import Estimates, MoveEstimate


def move(
    number: int, loss: float, error: float = 0.5, behind: tuple[float, float] | None = None
) -> MoveEstimate:
    """Return a move that loses so much against one worth 50."""
    sheet = (number,) * rules.SHEET_SIZE
    return MoveEstimate(Move(number, ()), (), sheet, 50 - loss, 0.25, 9, loss, error, behind=behind)


def estimates(*moves: MoveEstimate, is_clear: bool = True) -> Estimates:
    return Estimates(9, None, "rollouts", moves, is_clear)


def test_a_move_that_came_out_ahead_on_fresh_futures_alone_is_not_shown_above_the_best() -> None:
    best = move(1, 0, 0, (0.0, 0.0))
    found = estimates(best, move(2, -0.9, 0.8, (0.2, 0.4)), move(3, 0.1, 0.1, (0.1, 0.1))).by_value()
    assert [one.move.code for one in found.moves] == [1, 3, 2]
    assert [one.value for one in found.moves] == [50, pytest.approx(49.9), pytest.approx(49.8)]
    assert (found.moves[2].loss, found.moves[2].loss_error) == (0.2, 0.4)
    assert found.moves[0] is best and found.is_clear


def test_a_move_that_is_ahead_on_all_futures_is_the_best_and_nothing_is_clear() -> None:
    found = estimates(move(1, 0, 0), move(2, -3, 0.6, (-1.0, 0.3)), move(3, 2, 0.4)).by_value()
    assert [one.move.code for one in found.moves] == [2, 1, 3] and not found.is_clear
    assert [one.value for one in found.moves] == [51, 50, 48]
    assert [one.loss for one in found.moves] == [0, 1, 3]
    assert [one.loss_error for one in found.moves] == [0, 0.3, pytest.approx(0.5)]


def test_exact_moves_stay_as_they_are() -> None:
    weighed = adviser.best_moves(*position(example("order", 2, rolls=1)))
    assert weighed.by_value() == weighed


@pytest.mark.parametrize("left", [6, 12])
@pytest.mark.parametrize("target", [None, 50])
def test_sampled_moves_are_in_the_order_of_their_values_and_losses(left: int, target: int | None) -> None:
    weighed = adviser.best_moves(*position(example("order", left, rolls=1)), target=target, seconds=0.02)
    found = weighed.by_value()
    values = [one.value for one in found.moves]
    assert values == sorted(values, reverse=True)
    assert min(one.loss for one in found.moves) == found.moves[0].loss == 0
    assert {one.sheet for one in found.moves} == {one.sheet for one in weighed.moves}
    if target is None:
        assert all(one.loss == pytest.approx(values[0] - one.value) for one in found.moves)
