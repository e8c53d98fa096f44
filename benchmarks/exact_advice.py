"""How long exact advice takes: `python -m benchmarks.exact_advice [positions]`, one core.

Positions come from the games of the simple player of games/troyes_dice/example.py, with all moves valued
and the distribution of the final score for the best three, as `sheetwright advise` does. Processor seconds.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from games.troyes_dice.example import example
from games.troyes_dice.state import vectors
from solver.troyes_dice.engine import kernels
from solver.troyes_dice.expectimax import best_moves

POSITIONS = 50


def times(rolls: int, positions: int, *, expansion: bool) -> list[float]:
    """Return the seconds for each position, ascending."""
    speed = kernels()
    found = []
    for number in range(positions):
        state = example(f"benchmark {number}", rolls + 1, rolls=1, expansion=expansion)
        sheet, table = vectors(state)
        started = time.process_time()
        best_moves(sheet, table, with_kernels=speed)
        found.append(time.process_time() - started)
    return sorted(found)


def share(values: Sequence[float], part: float) -> float:
    """Return the value that this part of all do not exceed."""
    return values[max(0, round(part * len(values) + 0.4999) - 1)]


def main() -> None:
    positions = int(sys.argv[1]) if len(sys.argv) > 1 else POSITIONS
    started = time.process_time()
    first = kernels()
    print(f"kernels {'compiled' if first.is_new else 'loaded'} in {time.process_time() - started:.2f} s")
    print(f"{positions} positions      p50      p95      most  (seconds)")
    for rolls in (0, 1, 2):
        for expansion in (False, True):
            found = times(rolls, positions, expansion=expansion)
            name = f"{rolls} rolls, {'expansion' if expansion else 'base'}"
            print(f"{name:<18}{share(found, 0.5):8.3f} {share(found, 0.95):8.3f} {found[-1]:8.3f}")


if __name__ == "__main__":
    main()
