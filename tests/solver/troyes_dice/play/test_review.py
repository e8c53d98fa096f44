"""Luck is counted from the usual player, decisions beyond his move, and losses below the best one."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from pencilwright.games.troyes_dice.play.rules import Move
from pencilwright.games.troyes_dice.play.transcript import PlayedHalfDay
from pencilwright.solver.troyes_dice.exact.estimates import Estimates, MoveEstimate
from pencilwright.solver.troyes_dice.play import review

BEST, USUAL, POOR = ((n,) for n in range(3))
"""Sheets after moves."""


def weighed(*values: tuple[Any, float, float, float], usual: Any = USUAL, rolls: int = 9) -> Estimates:
    """Moves by their sheet, value, error, and error of the loss; the first is the best."""
    best = values[0][1]
    moves = tuple(
        MoveEstimate(Move(n, ()), (), sheet, value, error, 9, best - value, loss_error)
        for n, (sheet, value, error, loss_error) in enumerate(values)
    )
    return Estimates(rolls, None, "rollouts" if usual else "exact", moves, True, usual=usual)


def turns(*after: Any) -> list[PlayedHalfDay]:
    return [PlayedHalfDay([], [], Move(0, ()), list(sheet)) for sheet in after]


def never(*_: Any) -> MoveEstimate:
    raise AssertionError("the usual player is known already")


SAMPLED = ((BEST, 52.0, 0.3, 0.0), (USUAL, 51.0, 0.4, 0.2), (POOR, 47.0, 0.5, 0.6))


def test_luck_is_what_the_usual_move_makes_of_the_expectation_whatever_was_played() -> None:
    for played, decided, error, loss in (
        (BEST, 1.0, 0.2, 0),
        (USUAL, 0.0, 0.0, 1),
        (POOR, -4, hypot(0.6, 0.2), 5),
    ):
        result = review.review(turns(played), (48.0, 0.25), lambda *_: weighed(*SAMPLED), never)
        (day,) = result.half_days
        assert (day.luck, day.luck_error) == (3.0, pytest.approx(hypot(0.4, 0.25)))
        assert (day.decided, day.chosen.loss) == (decided, loss) and day.decided_error == pytest.approx(error)
        assert result.start + result.luck[0] + result.decided[0] == result.end
        assert result.luck[1] == pytest.approx(hypot(0.25, result.end_error, day.decided_error))


def test_the_first_exact_half_day_after_a_sampled_one_is_measured_by_games_of_the_usual_player() -> None:
    exact = weighed((BEST, 60.0, 0.0, 0.0), (POOR, 57.5, 0.0, 0.0), usual=())
    answers = iter([weighed(*SAMPLED), exact, exact])
    asked = []

    def usual(sheet: Any, table: Any) -> MoveEstimate:
        asked.append((sheet, table))
        return MoveEstimate(Move(9, ()), (), USUAL, 55.0, 0.5, 9, 0.0, 0.5)

    result = review.review(turns(BEST, POOR, BEST), (48.0, 0.25), lambda *_: next(answers), usual)
    _, first, second = result.half_days
    assert len(asked) == 1
    assert (first.luck, first.decided, first.chosen.loss) == (3.0, 2.5, 2.5) and first.decided_error == 0.5
    assert (second.luck, second.luck_error) == (2.5, 0.0), "what is exact is measured by the best play"
    assert result.end_error == 0 and result.start + result.luck[0] + result.decided[0] == result.end
