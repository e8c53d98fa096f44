"""Proving known-dice tails with CP-SAT: its default settings against ours, the same model, one worker.

Only the settings differ: both solve the first form of the model of solver/troyes_dice/proof.py. The default
is stopped after some seconds, so its ratio is a lower bound where tails stay unproved.
"""

from __future__ import annotations

import statistics
from typing import NamedTuple

from benchmarks.measuring import Run, timed
from benchmarks.table import Row
from games.rng import Stream
from games.troyes_dice.example import example, roll
from games.troyes_dice.state import vectors
from solver.troyes_dice import proof
from solver.troyes_dice.proof_model import TailModel
from solver.troyes_dice.wheel import HalfDay, Roll

TAILS = 7
SECONDS = 20.0  # of the default, for each tail
LONGEST = 4


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


def solve_default(sheet: list[int], days: list[HalfDay], seconds: float) -> int | None:
    """Return the optimum of the model by default settings with one worker, None when time was up."""
    from ortools.sat.python import cp_model

    model = TailModel(sheet, days, rounds=proof.FORMS[0])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model.builder.model)
    return round(solver.objective_value) if status == cp_model.OPTIMAL else None


def measure(run: Run) -> list[Row]:
    """Return the median times for tails of one to four half-days. Raises RuntimeError if optima differ."""
    tails = run.number(TAILS, 2)
    rows = []
    for half_days in range(1, LONGEST + 1):
        ours, default, unproved = [], [], 0
        for number in range(tails):
            run.tell(f"{half_days} half-days, tail {number + 1} of {tails}")
            sheet, table, rolls = tail(number, half_days)
            days = proof.tail(table, rolls)
            seconds, solved = timed(
                lambda at=(sheet, days): proof.solve(*at, rounds=proof.FORMS[0], limit=600.0)
            )
            ours.append(seconds)
            limit = run.number(int(SECONDS), 5)
            seconds, claimed = timed(lambda at=(sheet, days, float(limit)): solve_default(*at))
            default.append(seconds)
            unproved += claimed is None
            if claimed is not None and claimed != solved.claimed:
                raise RuntimeError(f"tail {number}: {claimed} by default, {solved.claimed} by our settings")
        slow, fast = statistics.median(default), statistics.median(ours)
        measured = f"median {fast:.3f} s, worst {max(ours):.2f} s / median {slow:.3f} s"
        if unproved:
            measured += f", {unproved} of {tails} unproved after {limit} s"
        rows.append(
            Row(f"known-dice proof, {half_days} half-days", "CP-SAT's default", measured, slow / fast)
        )
    return rows
