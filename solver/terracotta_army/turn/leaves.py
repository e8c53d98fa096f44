"""Where the pieces of a turn may stand, and what each way is worth: counted, weighed, the best ones kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pencilwright.games.terracotta_army.state import State
from pencilwright.solver import compiled
from pencilwright.solver.compiled import Kernels, Progress
from pencilwright.solver.terracotta_army.turn import kernel
from pencilwright.solver.terracotta_army.turn.vectors import board_of, grid_of, task_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

MODULES: Final = (kernel,)
WANTED: Final = ("further", "weigh")
MOST_LEAVES: Final = 12
"""Best ways that are kept of each kind of turn."""
AT_ONCE: Final = 200_000
"""Ways that are weighed at a time."""

Shift = tuple[int, int]
Codes = tuple[int, ...]


class Spots(NamedTuple):
    """The ways in which the pieces of a turn may stand, the inspectors moved by one pair of steps.

    Attributes
    ----------
    ways : how many there are.
    best : the best ways, their points and the codes of their pieces (kernel.py), the greatest first.
    """

    ways: int
    best: tuple[tuple[int, Codes], ...]


class Leaves:
    """Weighs the pieces of many turns of one position."""

    def __init__(self, state: State, letter: str, rounds: int, kernels: Kernels) -> None:
        """Prepare; so many scoring phases count, this round's first."""
        self._kernels = kernels
        self._board = kernels.vector(board_of(state.grid.cols, state.grid.rows))
        self._start = kernels.vector(grid_of(state, letter))
        self._task = kernels.vector(task_of(state, letter, rounds))
        self._grid = kernels.vector(kernel.GRID_SIZE)
        self._plans: dict[Codes, tuple[int, Any]] = {(): (1, kernels.vector(kernel.DEPTH))}

    def spots(self, pieces: Codes, shifts: Sequence[Shift]) -> dict[Shift, Spots]:
        """Return the ways of pieces one after another, for each pair of the inspectors' steps."""
        order = _usual(pieces)
        results = self._spots(order, shifts)
        if order == pieces:
            return results
        return {shift: spots._replace(best=_swapped(spots.best)) for shift, spots in results.items()}

    def _spots(self, pieces: Codes, shifts: Sequence[Shift]) -> dict[Shift, Spots]:
        import numpy as np

        count = 0
        remaining: list[list[tuple[int, Codes]]] = [[] for _ in shifts]
        for plans, points in self.weighed(pieces, shifts):
            count += len(plans)
            if not len(plans):
                continue
            least = max(0, len(plans) - MOST_LEAVES)
            for index, worth in enumerate(points.T):
                few = np.flatnonzero(worth >= np.partition(worth, least)[least])
                few = few[np.argsort(-worth[few], kind="stable")][:MOST_LEAVES]  # of equal ones the first
                remaining[index] += [
                    (worth[plan].item(), tuple(int(code) for code in plans[plan, : len(pieces)]))
                    for plan in few
                ]
        return {
            shift: Spots(count, tuple(sorted(best, key=lambda item: (-item[0], item[1]))[:MOST_LEAVES]))
            for shift, best in zip(shifts, remaining, strict=True)
        }

    def weighed(self, pieces: Codes, shifts: Sequence[Shift]) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
        """Yield all ways, some at a time: codes, shape (ways, DEPTH), and points, shape (ways, shifts)."""
        import numpy as np

        steps = self._kernels.vector([step for shift in shifts for step in shift])
        for count, plans in self._portions(pieces):
            out = self._kernels.vector(count * len(shifts))
            self._kernels.weigh(
                self._board, self._task, self._start, plans, 0, count, len(pieces), steps, len(shifts),
                out, self._grid,
            )  # fmt: skip
            codes = np.asarray(plans).reshape(-1, kernel.DEPTH)[:count]
            yield codes, np.asarray(out).reshape(count, len(shifts))

    def _portions(self, pieces: Codes) -> Iterator[tuple[int, Any]]:
        """Yield the ways of pieces, some at a time."""
        if len(pieces) < kernel.DEPTH:
            yield self._all(pieces)
            return
        before, plans = self._all(pieces[:-1])
        if not before:
            return
        whole = self._further(plans, 0, before, pieces, None)
        portion = max(1, before * AT_ONCE // max(1, whole))
        for first in range(0, before, portion):
            last = min(before, first + portion)
            count = self._further(plans, first, last, pieces, None)
            out = self._kernels.vector(count * kernel.DEPTH)
            self._further(plans, first, last, pieces, out)
            yield count, out

    def _all(self, pieces: Codes) -> tuple[int, Any]:
        """Return all ways of pieces, and remember them."""
        if pieces not in self._plans:
            before, plans = self._all(pieces[:-1])
            count = self._further(plans, 0, before, pieces, None)
            out = self._kernels.vector(count * kernel.DEPTH)
            self._further(plans, 0, before, pieces, out)
            self._plans[pieces] = (count, out)
        return self._plans[pieces]

    def _further(self, plans: Any, first: int, last: int, pieces: Codes, out: Any) -> int:
        """Count the ways in which plans go on with the last piece; note them in `out` where it is given."""
        noted = self._kernels.vector(1) if out is None else out
        return int(
            self._kernels.further(
                self._board, self._start, plans, first, last, len(pieces) - 1, pieces[-1], noted,
                int(out is not None), self._grid,
            )
        )  # fmt: skip


def _usual(pieces: Codes) -> Codes:
    """Return pieces in the order in which they are weighed: two warriors sorted where that is the same."""
    if len(pieces) > 1 and max(pieces[:2]) < kernel.SHOT and pieces[0] > pieces[1]:
        return (pieces[1], pieces[0], *pieces[2:])
    return pieces


def _swapped(best: tuple[tuple[int, Codes], ...]) -> tuple[tuple[int, Codes], ...]:
    return tuple((points, (codes[1], codes[0], *codes[2:])) for points, codes in best)


@lru_cache(maxsize=2)
def load(*, plain: bool = False, progress: Progress | None = None) -> Kernels:
    """Return the compiled functions, or the plain ones."""
    return compiled.load(MODULES, WANTED, plain=plain, progress=progress)
