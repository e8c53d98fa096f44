"""Calibration: a wrong value does not pass."""

from functools import cache

import pytest

from benchmarks import calibration
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.rules import Move
from pencilwright.solver.troyes_dice.exact.engine import kernels
from pencilwright.solver.troyes_dice.exact.expectimax import best_moves


def silent(line: str) -> None:
    """Tell nobody."""


def first_player(sheet: list[int], table: list[int]) -> Move:
    """Take the first legal move."""
    return rules.legal_actions(sheet, table)[0]


@cache
def best(sheet: tuple[int, ...], table: tuple[int, ...]) -> tuple[Move, float]:
    """Exact advice by plain Python, each position once."""
    result = best_moves(sheet, table, distributions=0, with_kernels=kernels(plain=True)).moves[0]
    return result.move, float(result.value)


def plain_adviser(sheet: list[int], table: list[int]) -> tuple[Move, float]:
    """Exact advice as an adviser."""
    return best(tuple(sheet), tuple(table))


@pytest.mark.long
def test_what_exact_advice_shows_comes_true_and_half_a_point_more_does_not() -> None:
    def liar(sheet: list[int], table: list[int]) -> tuple[Move, float]:
        move, value = plain_adviser(sheet, table)
        return move, value + 0.5

    for adviser, is_true in ((plain_adviser, True), (liar, False)):
        play_on = calibration.by_advice(plain_adviser)
        result = calibration.agreement(adviser, play_on, 1, 60, tell=silent)
        assert calibration.row("x", 60, result).reached is is_true
        assert result.difference == pytest.approx(result.came - result.predicted)


def test_the_adviser_sees_the_dice_of_its_half_day_alone() -> None:
    met: list[tuple[str, int, bool]] = []

    def adviser(sheet: list[int], table: list[int]) -> tuple[Move, float]:
        met.append(("shown", table[rules.HALF], rules.dice_known(table)))
        return first_player(sheet, table), 1.0

    def play_on(sheet: list[int], table: list[int], rolls: list[tuple[int, int, int, int]]) -> int:
        met.append((f"{len(rolls)} rolls", table[rules.HALF], rules.dice_known(table)))
        return calibration.by_advice(adviser)(sheet, table, rolls)

    view, came = calibration.one_game("seed", 2, adviser, play_on, expansion=False)
    assert met == [("shown", 13, True), ("2 rolls", 14, False), ("shown", 14, True), ("shown", 15, True)]
    assert (view, came > 0) == (1.0, True)
