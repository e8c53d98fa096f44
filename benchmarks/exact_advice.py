"""How long exact advice takes with up to three rolls to come, after the first compile.

Positions come from the games of the simple player of games/troyes_dice/example.py, with all moves valued
and the distribution of the final score for the best three, as `pencilwright advise` does; with three rolls
the best move alone is valued, the others are bounded. What the first compile costs is among the rows of
startup.py.
"""

from __future__ import annotations

from functools import partial

from benchmarks.measuring import TO_COME, Run, share, timed
from benchmarks.table import Row
from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.play.vectors import position
from pencilwright.solver.compiled import Kernels
from pencilwright.solver.troyes_dice.exact.engine import third_kernels
from pencilwright.solver.troyes_dice.exact.expectimax import best_moves

POSITIONS = 50
TARGETS = {1: 0.2, 2: 0.25, 3: 12.0}  # seconds, of nineteen in twenty


def times(rolls: int, positions: int, speed: Kernels, *, expansion: bool) -> list[float]:
    """Return the seconds for each position."""
    results = []
    for number in range(positions):
        sheet, table = position(example(f"benchmark {number}", rolls + 1, rolls=1, expansion=expansion))
        results.append(timed(partial(best_moves, sheet, table, with_kernels=speed))[0])
    return results


def measure(run: Run) -> list[Row]:
    """Return p50, p95 and the worst of 50 positions of each kind."""
    positions = run.number(POSITIONS, 8)
    rows = []
    speed = third_kernels()
    for rolls in (0, 1, 2, 3):
        for expansion in (False, True):
            name = f"{TO_COME[rolls]}, {'expansion' if expansion else 'base game'}"
            run.tell(name)
            result = times(rolls, positions, speed, expansion=expansion)
            p95 = share(result, 0.95)
            target = TARGETS.get(rolls)
            rows.append(
                Row(
                    f"exact advice, {name}",
                    "",
                    f"p50 {share(result, 0.5):.3f} s, p95 {p95:.3f} s, worst {max(result):.3f} s",
                    None,
                    f"p95 ≤ {target} s" if target else "",
                    p95 <= target if target else None,
                )
            )
    return rows
