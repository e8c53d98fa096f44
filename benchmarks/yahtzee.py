"""Solitaire Yahtzee by the generic chance core (chance.py) against yatzy-solver.

Both solve the whole game exactly, for both joker rules; the two values must agree to six decimals.
"""

from __future__ import annotations

from functools import partial

from benchmarks import yahtzee_game
from benchmarks.measuring import Run, peer, timed
from benchmarks.table import Row

RULES = (("free joker", False, "american"), ("forced joker", True, "american+forced-joker"))
SAME = 1e-6
MOST_RATIO = 3


def measure(run: Run) -> list[Row]:
    """Return our time against theirs, the compiled code ready. Raises RuntimeError when the values differ."""
    theirs = peer("yatzy_solver", "yatzy-solver")
    speed = yahtzee_game.kernels()
    rows = []
    for name, forced, variant in RULES:
        run.tell(f"{name}, chance core")
        seconds, value = timed(partial(yahtzee_game.value, speed, forced=forced))
        run.tell(f"{name}, yatzy-solver")
        known, solver = timed(partial(theirs.Solver.build, theirs.Variant(variant)))
        other = solver.state_value("upper 0 | filled -")
        if abs(value - other) > SAME:
            raise RuntimeError(f"{name}: {value:.9f} by the chance core, {other:.9f} by yatzy-solver")
        ratio = seconds / known
        rows.append(
            Row(
                f"Yahtzee, {name}",
                "yatzy-solver",
                f"{value:.6f} in {seconds:.1f} s / {other:.6f} in {known:.1f} s",
                ratio,
                f"≤ {MOST_RATIO}x, equal to 6 decimals",
                ratio <= MOST_RATIO,
            )
        )
    return rows
