"""Proving known-dice tails of four half-days that the simple player reaches, with the work that people get.

The proof asks the forms of the model of solver/troyes_dice/proof/ for one point more than the best line.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from benchmarks.measuring import Run, timed
from benchmarks.table import Row
from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice.example import example, roll
from pencilwright.games.troyes_dice.play.vectors import vectors
from pencilwright.solver.troyes_dice.known.lines import best_lines
from pencilwright.solver.troyes_dice.proof import prove as proof
from pencilwright.solver.troyes_dice.proof.wheel import Roll

TAILS = 29
HALF_DAYS = 4


class Tail(NamedTuple):
    """A sheet and table before a half-day is rolled, and the dice of all half-days left."""

    sheet: list[int]
    table: list[int]
    rolls: list[Roll]


def tail(number: int, half_days: int) -> Tail:
    """Return a tail reached by the simple player; every third has the expansion."""
    seed = f"tail {number}"
    sheet, table = vectors(example(seed, half_days, rolls=0, expansion=number % 3 == 2))
    dice = Stream.from_seed(seed).fork("dice of the tail")
    return Tail(sheet, table, [roll(dice) for _ in range(half_days)])


def best_line(sheet: Sequence[int], table: Sequence[int], rolls: Sequence[Roll]) -> proof.Replayed:
    """Return the best line with these dice."""
    moves = best_lines(sheet, table, rolls, limit=1).lines[0].moves
    return proof.replayed(sheet, table, rolls, moves)


def measure(run: Run) -> list[Row]:
    """Return how the proof does on tails whose best score is known."""
    seconds = []
    unfinished = 0
    count = run.number(TAILS, 4)
    for number in range(count):
        run.tell(f"tail {number + 1} of {count}")
        sheet, table, rolls = tail(number, HALF_DAYS)
        line = best_line(sheet, table, rolls)
        spent, is_proved = timed(
            partial(proof.is_best, sheet, proof.tail(table, rolls), line, limit=proof.LIMIT)
        )
        seconds.append(spent)
        unfinished += not is_proved
    middle = statistics.median(seconds)
    row = Row(
        f"known-dice proof, half-days left: {HALF_DAYS}, {proof.LIMIT:g} units of work",
        "",
        f"median {middle:.3f} s, worst {max(seconds):.3f} s, {unfinished} unproved of {count}",
        None,
        "median ≤ 2 s",
        middle <= 2,
    )
    return [row]
