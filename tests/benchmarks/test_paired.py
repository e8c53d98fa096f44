"""Paired games, calibration and tails: the same dice for both sides, and a wrong value does not pass."""

from functools import cache

import pytest

from benchmarks import calibration, paired, playouts, tails
from games.troyes_dice import rules
from games.troyes_dice.example import example
from games.troyes_dice.rules import Move
from games.troyes_dice.state import vectors
from solver import compiled, stream
from solver.troyes_dice import playout, proof
from solver.troyes_dice.engine import kernels
from solver.troyes_dice.expectimax import best_moves


def silent(line: str) -> None:
    """Tell nobody."""


def first_player(sheet: list[int], table: list[int]) -> Move:
    """Take the first legal move."""
    return rules.legal_moves(sheet, table)[0]


@cache
def best(sheet: tuple[int, ...], table: tuple[int, ...]) -> tuple[Move, float]:
    """Exact advice by plain Python, each position once."""
    found = best_moves(sheet, table, distributions=0, with_kernels=kernels(plain=True)).moves[0]
    return found.move, float(found.value)


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


def test_what_exact_advice_shows_comes_true_and_half_a_point_more_does_not() -> None:
    def liar(sheet: list[int], table: list[int]) -> tuple[Move, float]:
        move, value = plain_adviser(sheet, table)
        return move, value + 0.5

    for adviser, is_true in ((plain_adviser, True), (liar, False)):
        player = calibration.by_advice(plain_adviser)
        found = calibration.agreement(adviser, player, 1, 60, tell=silent)
        assert calibration.row("x", 60, found).reached is is_true
        assert found.difference == pytest.approx(found.came - found.shown)


def test_the_adviser_sees_the_dice_of_its_half_day_and_the_player_moves_on() -> None:
    halves = []

    def adviser(sheet: list[int], table: list[int]) -> tuple[Move, float]:
        assert rules.dice_known(table)
        halves.append(("adviser", table[rules.HALF]))
        return first_player(sheet, table), 1.0

    def player(sheet: list[int], table: list[int]) -> Move:
        halves.append(("player", table[rules.HALF]))
        return first_player(sheet, table)

    shown, came = calibration.one_game("seed", 2, adviser, player, expansion=False)
    assert halves == [("adviser", 13), ("player", 14), ("player", 15)]
    assert (shown, came > 0) == (1.0, True)


def test_the_default_settings_and_ours_prove_the_same_optimum() -> None:
    sheet, table, rolls = tails.tail(2, 2)
    days = proof.tail(table, rolls)
    assert len(days) == 2
    ours = tails.solve_ours(sheet, days, 60.0)
    assert ours is not None
    assert ours == tails.solve_default(sheet, days, 60.0)
    assert tails.solve_ours(sheet, days, 0.0) is None
    assert tails.unproved([(1.0, ours), (1.0, None)]) == "1 unproved"


def test_games_with_lists_are_those_of_the_kernels() -> None:
    sheet, table = vectors(example("lists", rules.OVER, rolls=0, expansion=True))
    plain = compiled.load([rules, stream, playout], ["random_games"], plain=True)
    total = plain.random_games(sheet, table, playout.new_play(plain, "x"), 20)
    assert total == playouts.listed_games(sheet, table, 20, "x")
