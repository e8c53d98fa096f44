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
    result = estimates(best, move(2, -0.9, 0.8, (0.2, 0.4)), move(3, 0.1, 0.1, (0.1, 0.1))).by_value()
    assert [item.move.code for item in result.moves] == [1, 3, 2]
    assert [item.value for item in result.moves] == [50, pytest.approx(49.9), pytest.approx(49.8)]
    assert (result.moves[2].loss, result.moves[2].loss_error) == (0.2, 0.4)
    assert result.moves[0] is best and result.is_clear


def test_a_move_that_is_ahead_on_all_futures_is_the_best_and_nothing_is_clear() -> None:
    result = estimates(move(1, 0, 0), move(2, -3, 0.6, (-1.0, 0.3)), move(3, 2, 0.4)).by_value()
    assert [item.move.code for item in result.moves] == [2, 1, 3] and not result.is_clear
    assert [item.value for item in result.moves] == [51, 50, 48]
    assert [item.loss for item in result.moves] == [0, 1, 3]
    assert [item.loss_error for item in result.moves] == [0, 0.3, pytest.approx(0.5)]


def test_exact_moves_stay_as_they_are() -> None:
    weighed = adviser.best_moves(*position(example("order", 2, rolls=1)))
    assert weighed.by_value() == weighed


@pytest.mark.parametrize("left", [6, 12])
@pytest.mark.parametrize("target", [None, 50])
def test_sampled_moves_are_in_the_order_of_their_values_and_losses(left: int, target: int | None) -> None:
    weighed = adviser.best_moves(*position(example("order", left, rolls=1)), target=target, seconds=0.02)
    result = weighed.by_value()
    values = [item.value for item in result.moves]
    assert values == sorted(values, reverse=True)
    assert min(item.loss for item in result.moves) == result.moves[0].loss == 0
    assert {item.sheet for item in result.moves} == {item.sheet for item in weighed.moves}
    if target is None:
        assert all(item.loss == pytest.approx(values[0] - item.value) for item in result.moves)
