"""Paired games, calibration and tails: the same dice for both sides, and a wrong value does not pass."""

from functools import cache

import pytest

from benchmarks import calibration, paired, playouts, random_play, tails
from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.rules import Move
from pencilwright.games.troyes_dice.play.vectors import vectors
from pencilwright.solver import compiled, stream
from pencilwright.solver.troyes_dice.exact.engine import kernels
from pencilwright.solver.troyes_dice.exact.expectimax import best_moves
from pencilwright.solver.troyes_dice.proof import prove as proof


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


def test_both_sides_meet_the_same_setup_and_dice_whatever_they_do() -> None:
    met: dict[str, list[list[int]]] = {"simple": [], "first": []}

    def watched(name: str, player: paired.Player) -> paired.Player:
        def play(sheet: list[int], table: list[int]) -> Move:
            met[name].append(table[:])
            return player(sheet, table)

        return play

    simple, _ = paired.play("seed", watched("simple", paired.simple_player), expansion=True)
    first, _ = paired.play("seed", watched("first", first_player), expansion=True)
    assert met["simple"] == met["first"]
    assert len(met["simple"]) == 16
    assert simple > first


def test_a_player_differs_from_itself_by_nothing_and_from_a_weaker_one_by_more() -> None:
    def simple(_number: int) -> paired.Player:
        return paired.simple_player

    same = paired.compare(simple, simple, 3, name="test", tell=silent)
    assert (same.difference, same.error) == (0.0, 0.0)
    better = paired.compare(simple, lambda _number: first_player, 4, name="test", tell=silent)
    assert better.difference > 2 * better.error > 0
    assert len(better.first.scores) == 4
    assert better.first.seconds > 0


@pytest.mark.long
def test_what_exact_advice_shows_comes_true_and_half_a_point_more_does_not() -> None:
    def liar(sheet: list[int], table: list[int]) -> tuple[Move, float]:
        move, value = plain_adviser(sheet, table)
        return move, value + 0.5

    for adviser, is_true in ((plain_adviser, True), (liar, False)):
        play_on = calibration.by_advice(plain_adviser)
        result = calibration.agreement(adviser, play_on, 1, 60, tell=silent)
        assert calibration.row("x", 60, result).reached is is_true
        assert result.difference == pytest.approx(result.came - result.shown)


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


@pytest.mark.slow
def test_the_default_settings_and_ours_prove_the_same_optimum() -> None:
    sheet, table, rolls = tails.tail(2, 2)
    days = proof.tail(table, rolls)
    assert len(days) == 2
    optimum = tails.solve_default(sheet, days, 60.0)
    line = tails.best_line(sheet, table, rolls)
    assert optimum == line.value
    assert proof.is_best(sheet, days, line, limit=60.0)
    assert not proof.is_best(sheet, days, line, limit=0.0)
    assert tails.unproved([(1.0, optimum), (1.0, None)]) == "1 unproved"


def test_games_with_lists_are_those_of_the_kernels() -> None:
    sheet, table = vectors(example("lists", rules.OVER, rolls=0, expansion=True))
    plain = compiled.load([rules, stream, random_play], ["random_games"], plain=True)
    total = plain.random_games(sheet, table, random_play.new_play(plain, "x"), 20)
    assert total == playouts.listed_games(sheet, table, 20, "x")
