"""How fast known dice are solved: `python -m benchmarks.known_dice [positions] [half_days]`, one core.

The best final score with the dice of all half-days known, from positions of the simple player of
games/troyes_dice/example.py, a third of them with the expansion: ours compiled, every optimal line
(lines.py), both proofs of the best one, CP-SAT by default settings. Processor seconds and ratios.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from statistics import median

from benchmarks.measuring import Run, milliseconds, timed
from benchmarks.table import Row
from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice.example import example, roll
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.vectors import vectors
from pencilwright.solver.troyes_dice.known import ask as known
from pencilwright.solver.troyes_dice.known import lines
from pencilwright.solver.troyes_dice.known.ask import KnownDice, Roll
from pencilwright.solver.troyes_dice.proof import prove as proof
from pencilwright.solver.troyes_dice.proof.model import TailModel

POSITIONS, HALF_DAYS = 12, 4
DEFAULT_LIMIT = 10.0
DEFAULT_FORM = 3

Tail = tuple[list[int], list[int], list[Roll]]


def tail(number: int, half_days: int) -> Tail:
    """Return a sheet and table at the start of a half-day, and the dice to the end of the game."""
    state = example(f"known dice {number}", half_days, rolls=0, expansion=number % 3 == 2)
    sheet, table = vectors(state)
    dice = Stream.from_seed(f"known dice {number}")
    return sheet, table, [roll(dice) for _ in range(half_days)]


def ours(solver: KnownDice, sheet: list[int], table: list[int], rolls: list[Roll]) -> int | None:
    """Return the best final score; the value of every first move is worked out as well, as lines.py does."""
    wheel, raided = list(table), list(sheet)
    rules.place(wheel, *rolls[0])
    rules.attack(raided, wheel)
    sheets = list(dict.fromkeys(after for _, after in rules.successors(raided, wheel)))
    rules.end_half(wheel)
    return max(value.value for value in solver.values(wheel, rolls[1:], sheets))


def proved(sheet: list[int], table: list[int], rolls: list[Roll]) -> int:
    """Return the best final score, with its best line proved."""
    line = lines.best_lines(sheet, table, rolls, limit=1).lines[0].moves
    return proof.prove(sheet, table, rolls, line, limit=proof.PATIENT)


def default_settings(sheet: list[int], table: list[int], rolls: list[Roll]) -> int | None:
    """Return CP-SAT's optimum of the first form of the model with default settings, one worker."""
    from ortools.sat.python import cp_model

    model = TailModel(sheet, proof.tail(table, rolls), rounds=DEFAULT_FORM)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_deterministic_time = DEFAULT_LIMIT
    solved = solver.solve(model.builder.model) == cp_model.OPTIMAL
    return round(solver.objective_value) if solved else None


def measure(run: Run) -> list[Row]:
    """Return the row of known dice four half-days before the end, compiled and as plain Python."""
    solver, slow = KnownDice(known.kernels()), KnownDice(known.kernels(plain=True))
    quick, plain = [], []
    tails = [tail(number, HALF_DAYS) for number in range(run.number(POSITIONS, 3))]
    for number, (sheet, table, rolls) in enumerate(tails):
        run.tell(f"tail {number + 1} of {len(tails)}")
        seconds, value = timed(partial(ours, solver, sheet, table, rolls))
        quick.append(seconds)
        seconds, again = timed(partial(ours, slow, sheet, table, rolls))
        plain.append(seconds)
        assert value == again
    return [
        Row(
            f"known dice, {HALF_DAYS} half-days: best score of every first move, compiled",
            "the same text in plain Python",
            f"median {milliseconds(median(quick))}, most {milliseconds(max(quick))}, against "
            f"{milliseconds(median(plain))} and {milliseconds(max(plain))}",
            median(plain) / median(quick),
        )
    ]


def main() -> None:
    positions = int(sys.argv[1]) if len(sys.argv) > 1 else POSITIONS
    half_days = int(sys.argv[2]) if len(sys.argv) > 2 else HALF_DAYS
    solver = KnownDice(known.kernels())
    ways: dict[str, Callable[[list[int], list[int], list[Roll]], int | None]] = {
        "ours, compiled": lambda *tail: ours(solver, *tail),
    }
    if half_days <= lines.LONGEST:
        ways["every optimal line"] = lambda *tail: lines.best_lines(*tail, limit=1).value
        ways["proved"] = proved
        ways["CP-SAT, default"] = default_settings
    tails = [tail(number, half_days) for number in range(positions)]
    results: dict[str, list[int | None]] = {}
    print(f"{positions} positions, {half_days} half-days     p50      most   (seconds)    ratio of p50")
    first = 0.0
    for name, way in ways.items():
        seconds = []
        for sheet, table, rolls in tails:
            started = time.process_time()
            results.setdefault(name, []).append(way(sheet, table, rolls))
            seconds.append(time.process_time() - started)
        first = first or median(seconds)
        unsolved = results[name].count(None)
        note = f"   {unsolved} not solved within {DEFAULT_LIMIT:.0f} units of work" if unsolved else ""
        print(f"{name:<22}{median(seconds):12.4f} {max(seconds):9.4f} {median(seconds) / first:16.0f}x{note}")
    for values in zip(*results.values(), strict=True):
        assert len(set(values) - {None}) == 1, values


if __name__ == "__main__":
    main()
