"""Proving known-dice tails: CP-SAT's default settings against ours, one worker.

Both prove that no line scores more than the best one: ours by asking the forms of the model of
solver/troyes_dice/proof/ for one point more, the default by solving the first of the forms that closes to its
optimum. Both are stopped at the same deterministic work, so a ratio is a lower bound where the default leaves
more unproved.
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
from pencilwright.solver.troyes_dice.proof.model import TailModel
from pencilwright.solver.troyes_dice.proof.wheel import HalfDay, Roll

TAILS = 9
LIMIT = 20.0  # units of deterministic work for each tail, about seconds
LONGEST = 4
PROVED_TAILS = 29
DEFAULT_FORM = 3
"""Rounds of bonuses in the form that the default settings solve: the smallest that its line closes on."""


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


def solve_default(sheet: list[int], days: list[HalfDay], limit: float) -> int | None:
    """Return the optimum of the model by default settings with one worker, None when the limit came first."""
    from ortools.sat.python import cp_model

    model = TailModel(sheet, days, rounds=DEFAULT_FORM)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_deterministic_time = limit
    status = solver.solve(model.builder.model)
    return round(solver.objective_value) if status == cp_model.OPTIMAL else None


def proofs(run: Run) -> Row:
    """Return how the proof does on tails of four half-days whose best score is known."""
    seconds = []
    unfinished = 0
    count = run.number(PROVED_TAILS, 4)
    for number in range(count):
        run.tell(f"proof, tail {number + 1} of {count}")
        sheet, table, rolls = tail(number, LONGEST)
        line = best_line(sheet, table, rolls)
        spent, is_proved = timed(
            partial(proof.is_best, sheet, proof.tail(table, rolls), line, limit=proof.LIMIT)
        )
        seconds.append(spent)
        unfinished += not is_proved
    middle = statistics.median(seconds)
    return Row(
        f"known-dice proof, half-days left: {LONGEST}, {proof.LIMIT:g} units of work",
        "",
        f"median {middle:.3f} s, worst {max(seconds):.3f} s, {unfinished} unproved of {count}",
        None,
        "median ≤ 2 s",
        middle <= 2,
    )


def measure(run: Run) -> list[Row]:
    """Return the median times for tails of one to four half-days. Raises RuntimeError if optima differ."""
    tails, limit = run.number(TAILS, 2), float(run.number(int(LIMIT), 5))
    sheet, table, rolls = tail(0, 1)
    solve_default(sheet, proof.tail(table, rolls), limit)  # so that no time includes loading the solver
    rows = []
    for half_days in range(1, LONGEST + 1):
        ours: list[tuple[float, bool]] = []
        default: list[tuple[float, int | None]] = []
        for number in range(tails):
            run.tell(f"{half_days} half-days, tail {number + 1} of {tails}")
            sheet, table, rolls = tail(number, half_days)
            days = proof.tail(table, rolls)
            line = best_line(sheet, table, rolls)
            ours.append(timed(partial(proof.is_best, sheet, days, line, limit=limit)))
            default.append(timed(partial(solve_default, sheet, days, limit)))
            optimum = default[-1][1]
            if optimum is not None and optimum < line.value:
                raise RuntimeError(
                    f"tail {number} of {half_days} half-days: {optimum} points for {line.value}"
                )
        fast, slow = (statistics.median(seconds for seconds, _ in item) for item in (ours, default))
        measured = f"median {fast:.3f} s, {unproved(ours)} / {slow:.3f} s, {unproved(default)} of {tails}"
        rows.append(
            Row(f"known-dice proof, half-days left: {half_days}", "CP-SAT's default", measured, slow / fast)
        )
    return [*rows, proofs(run)]


def unproved(results: Sequence[tuple[float, int | None]]) -> str:
    """Return in words how many tails were not proved."""
    return f"{sum(not result for _, result in results)} unproved"
