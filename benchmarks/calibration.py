"""Do shown values come true? Many games: what an adviser says its move is worth, and the score that follows.

Each game is played to some half-day by the simple player. There the adviser names a move and what final score
to expect after it. The game goes on by the same adviser's play with dice that it never saw. Over many games
the mean of what was shown and the mean of what came must agree within two standard errors of the difference.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import NamedTuple

from benchmarks.measuring import TO_COME, Run, mean_and_error
from benchmarks.paired import Player
from benchmarks.table import Row
from games.rng import Stream
from games.troyes_dice import rules
from games.troyes_dice.example import example, roll
from games.troyes_dice.rules import Move
from games.troyes_dice.state import position
from solver.troyes_dice.engine import kernels
from solver.troyes_dice.expectimax import best_moves

Adviser = Callable[[list[int], list[int]], tuple[Move, float]]
"""Takes a sheet and a table with dice; returns the move it recommends and the final score it shows for it."""

GAMES = {1: 10_000, 2: 2000}  # rolls to come -> games
MOST_ERRORS = 2


class Agreement(NamedTuple):
    """Means of the values shown and of the scores that came; `difference` is came less shown."""

    shown: float
    came: float
    difference: float
    error: float


def exact_adviser() -> Adviser:
    """Return exact advice (solver/troyes_dice/expectimax.py) as an adviser for up to two rolls to come."""
    speed = kernels()

    def adviser(sheet: list[int], table: list[int]) -> tuple[Move, float]:
        best = best_moves(sheet, table, distributions=0, with_kernels=speed).moves[0]
        return best.move, float(best.value)

    return adviser


def by_advice(adviser: Adviser) -> Player:
    """Return the player who always takes the recommended move."""
    return lambda sheet, table: adviser(sheet, table)[0]


def one_game(
    seed: str, rolls: int, adviser: Adviser, player: Player, *, expansion: bool
) -> tuple[float, int]:
    """Return what was shown with so many rolls to come, and the final score of that game.

    The player plays on after the adviser's move: the play that the shown value speaks of.
    """
    sheet, table = position(example(seed, rolls + 1, rolls=1, expansion=expansion))
    dice = Stream.from_seed(seed).fork("dice after the advice")
    move, shown = adviser(sheet[:], table[:])
    for _ in range(rolls):
        sheet = rules.play(sheet, table, move)
        rules.end_half(table)
        rules.place(table, *roll(dice))
        rules.attack(sheet, table)
        move = player(sheet[:], table[:])
    return shown, rules.final_score(rules.play(sheet, table, move))


def agreement(
    adviser: Adviser, player: Player, rolls: int, games: int, *, tell: Callable[[str], None]
) -> Agreement:
    """Return how shown values and final scores agree over so many games; every second has the expansion."""
    found = []
    for number in range(games):
        seed = f"calibration {number}"
        found.append(one_game(seed, rolls, adviser, player, expansion=number % 2 == 1))
        if number % 100 == 99:
            tell(f"rolls to come: {rolls}, game {number + 1} of {games}")
    difference, error = mean_and_error([came - shown for shown, came in found])
    shown_mean, came_mean = (statistics.fmean(values) for values in zip(*found, strict=True))
    return Agreement(shown_mean, came_mean, difference, error)


def row(name: str, games: int, found: Agreement) -> Row:
    """Return an agreement as a row of the table."""
    means = f"{found.shown:.3f} / {found.came:.3f} points"
    return Row(
        f"values shown by {name}",
        "final scores that came",
        f"{means}, difference {found.difference:+.3f} ± {found.error:.3f}, {games:,} games",
        None,
        f"within {MOST_ERRORS} standard errors",
        abs(found.difference) <= MOST_ERRORS * found.error,
    )


def measure(run: Run) -> list[Row]:
    """Return the agreement of exact advice, with one and two rolls to come."""
    adviser = exact_adviser()
    rows = []
    for rolls, whole in GAMES.items():
        games = run.number(whole, 200)
        found = agreement(adviser, by_advice(adviser), rolls, games, tell=run.tell)
        rows.append(row(f"exact advice, {TO_COME[rolls]}", games, found))
    return rows
