"""How far below the best possible an answer may lie, as `advise` shows it, with 4, 6 and 15 rolls to come.

The gap is the upper bound less what our own play scores, plus two standard errors of both. Positions come
from the games of the simple player of games/troyes_dice/example.py, every third with the expansion.

    python -m benchmarks.gaps --seconds 20 --rolls 6    with more time for each answer
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from statistics import fmean

from benchmarks.measuring import Run, share, timed
from benchmarks.table import Row, markdown
from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.play.vectors import position
from pencilwright.solver.troyes_dice import chances
from pencilwright.solver.troyes_dice.play import adviser

POSITIONS, QUICK = 20, 3
SECONDS = 5.0
TARGETS = {4: 1.5, 6: 4.0, 15: None}  # points


def gaps(rolls: int, positions: int, seconds: float) -> tuple[list[float], float]:
    """Return the gap shown for each position, and the processor seconds of an answer on average."""
    results, spent = [], 0.0
    for number in range(positions):
        where = position(example(f"benchmark {number}", rolls + 1, rolls=1, expansion=number % 3 == 2))
        took, answer = timed(partial(adviser.best_moves, *where, seconds=seconds))
        gap = chances.gap(answer)
        assert gap is not None
        results.append(gap)
        spent += took
    return results, spent / positions


def measure(run: Run) -> list[Row]:
    """Return the mean gap for each number of rolls to come."""
    return rows_for(run, SECONDS, list(TARGETS))


def rows_for(run: Run, seconds: float, rolls_to_come: Sequence[int]) -> list[Row]:
    """Return the mean gap for these numbers of rolls to come, with so much time for each answer."""
    positions = run.number(POSITIONS, QUICK)
    adviser.best_moves(*position(example("first compile", 5, rolls=1)), seconds=0.5)
    rows = []
    for rolls in rolls_to_come:
        target = TARGETS.get(rolls)
        run.tell(f"{rolls} rolls to come")
        result, spent = gaps(rolls, positions, seconds)
        mean = fmean(result)
        rows.append(
            Row(
                f"gap shown, {rolls} rolls to come, --time {seconds:g}",
                "",
                f"mean {mean:.1f} points, median {share(result, 0.5):.1f}, worst {max(result):.1f}, "
                f"{positions} positions, {spent:.1f} s an answer",
                None,
                f"≤ {target} points" if target else "the smallest that is proved",
                mean <= target if target else None,
            )
        )
    return rows


def main() -> None:
    """Print the rows for a time and a number of positions."""
    parser = argparse.ArgumentParser(description="How far below the best possible an answer may lie.")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each answer")
    parser.add_argument("--rolls", type=int, nargs="+", default=list(TARGETS), help="to come")
    parser.add_argument("--quick", action="store_true", help=f"{QUICK} positions instead of {POSITIONS}")
    chosen = parser.parse_args()
    print(markdown(rows_for(Run(chosen.quick, lambda _: None), chosen.seconds, chosen.rolls)))


if __name__ == "__main__":
    main()
