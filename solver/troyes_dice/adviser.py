"""The best move of any position under chance: by the method that the number of rolls to come asks for.

- up to 2 rolls: expectimax.py, exact;
- 3 to 6: hindsight.py, futures sampled and solved with all their dice known, and a proven upper bound;
- 7 and more: rollouts.py, futures sampled and played on by the fitted policy.

The time given is turned into an amount of work beforehand, at fixed rates, so that the same position, time
and seed give the same answer on every computer; a slower one takes longer.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from games.errors import InputError
from games.troyes_dice import rules
from solver import compiled
from solver.compiled import Progress
from solver.troyes_dice import expectimax
from solver.troyes_dice.estimates import Estimates, MoveEstimate

EXACT, HINDSIGHT, ROLLOUTS = "exact", "hindsight", "rollouts"
MOST_HINDSIGHT = 6
MOST_SECONDS = 3600.0

# Work a second of the slowest computer that we have measured; without numba, of plain Python.
WORK = {HINDSIGHT: (300_000, 10_000), ROLLOUTS: (30_000, 300)}


def method_for(rolls: int) -> str:
    """Return the method for so many half-days still to be rolled."""
    if rolls <= expectimax.MOST_ROLLS:
        return EXACT
    return HINDSIGHT if rolls <= MOST_HINDSIGHT else ROLLOUTS


def best_moves(
    sheet: Sequence[int],
    table: Sequence[int],
    *,
    target: int | None = None,
    seconds: float = 5.0,
    seed: int | str = "advice",
    progress: Progress | None = None,
) -> Estimates:
    """Return what every legal move is worth, the best first.

    Parameters
    ----------
    sheet, table : the position, the dice of its half-day placed and their raid marked.
    target : maximise the chance of this final score or more, instead of the expected final score.
    seconds : how long sampling may take, as work at fixed rates; exact answers take what they need.
    seed : decides the futures that are sampled.
    progress : told what is done, how much of it, and how much there is.

    A KeyboardInterrupt while sampling ends it: the answer is then the best so far, with `was_stopped`.
    Raises InputError when the dice are not known, the game is over, or `seconds` is out of range.
    """
    if not 0 < seconds <= MOST_SECONDS:
        raise InputError(f"the time must be above 0 and at most {MOST_SECONDS:.0f} seconds", field="time")
    rolls = rules.OVER - 1 - table[rules.HALF]
    method = method_for(rolls)
    if method == EXACT:
        return _exact(expectimax.best_moves(sheet, table, target=target, progress=progress))
    module = import_module(f"solver.troyes_dice.{method}")
    rate = WORK[method][0 if compiled.can_compile() else 1]
    found: Estimates = module.best_moves(
        sheet, table, target=target, work=max(1, round(seconds * rate)), seed=seed, progress=progress
    )
    return found


def _exact(advice: expectimax.Advice) -> Estimates:
    moves = tuple(
        MoveEstimate(
            move=found.move,
            equivalents=found.equivalents,
            sheet=found.sheet,
            value=float(found.value),
            error=0.0,
            samples=0,
            loss=float(found.loss),
            loss_error=0.0,
            bound=float(found.value),
            bound_error=0.0,
            scores=() if found.distribution is None else found.distribution.counts,
            exact=found.value,
        )
        for found in advice.moves
    )
    return Estimates(
        rolls=advice.rolls,
        target=advice.target,
        method=EXACT,
        moves=moves,
        is_clear=advice.unknown == 0,
        was_stopped=advice.unknown > 0,
        bound=None if advice.unknown else float(advice.value),
        bound_error=None if advice.unknown else 0.0,
    )
