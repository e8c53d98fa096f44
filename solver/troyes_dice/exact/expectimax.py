"""The exact worth of every move with at most three rolls to come: expected final score, or chance of one.

Exact means: no sampling and no rounding. Every value is a whole number of final points (or of rolls that
reach the target) summed over all 1296 rolls of each half-day to come, divided by how many there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial

from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice.play import rules
from pencilwright.solver.compiled import Kernels, Progress
from pencilwright.solver.troyes_dice.exact import three_rolls
from pencilwright.solver.troyes_dice.exact.engine import (
    UNKNOWN,
    Engine,
    Sheet,
    kernels,
    moves_by_sheet,
    third_kernels,
)
from pencilwright.solver.troyes_dice.exact.estimates import Estimates, MoveEstimate
from pencilwright.templates.phrases import phrase

MOST_ROLLS = 2
"""To come, where every move is weighed exactly."""
ROLLS_A_HALF_DAY = 1296
DISTRIBUTIONS = 3


def best_moves(
    sheet: Sequence[int],
    table: Sequence[int],
    *,
    target: int | None = None,
    distributions: int = DISTRIBUTIONS,
    is_short: bool = False,
    also: Iterable[Sheet] = (),
    n_exact: int = 1,
    work: int = three_rolls.MOST_WORK,
    with_kernels: Kernels | None = None,
    progress: Progress | None = None,
) -> Estimates:
    """Return the exact worth of every legal move; with three rolls to come of the best, else a bound.

    Parameters
    ----------
    sheet, table : the position, the dice of its half-day on the table and their raid marked on the sheet;
        at most three half-days come after it.
    target : maximise the chance of this final score or more, instead of the expected final score.
    distributions : for how many of the best moves to give the distribution of the final score; none with a
        target, and with three rolls to come.
    is_short : raise WorkLimit where the first room of the engine is not enough.
    also, n_exact, work : with three rolls to come, see three_rolls.weigh.
    with_kernels : what `engine.kernels` returned, to choose plain Python or to share them between calls; with
        three rolls to come `engine.third_kernels`. Left out, plain Python answers for one roll to come, and
        compiled kernels (where numba is installed) for more.
    progress : told what is done, how much of it, and how much there is.

    A KeyboardInterrupt gives the moves weighed so far, if there are any. Raises InputError when the dice are
    not known, the game is over, or more half-days are to come; WorkLimit where the work or the room is not
    enough.
    """
    rolls = _rolls_to_come(table, known=True)
    moves = moves_by_sheet(sheet, table)
    following = list(table)
    rules.end_half(following)
    bounded: set[Sheet] = set()
    engine = None
    if rolls == 0:
        totals = {after: _points(after, target) for after in moves}
    elif rolls == three_rolls.ROLLS:
        kernels = with_kernels or third_kernels(progress=progress)
        tell = None if progress is None else partial(progress, phrase("progress.count.positions"))
        result = three_rolls.weigh(
            following,
            list(moves),
            goal=target,
            kernels=kernels,
            n_exact=n_exact,
            also=also,
            work=work,
            tell=tell,
        )
        totals = {after: worth.most for after, worth in result.items()}
        bounded = {after for after, worth in result.items() if not worth.is_exact}
    else:
        engine = Engine(following, target, with_kernels or _kernels(rolls, progress))
        engine.is_short = is_short
        totals = dict(zip(moves, engine.values(list(moves), progress), strict=True))
    known = [after for after in moves if totals[after] != UNKNOWN]
    known.sort(key=lambda after: (-totals[after], after in bounded, moves[after][0]))
    if target is not None or len(known) < len(moves) or rolls == three_rolls.ROLLS:
        distributions = 0
    divisor = scale(rolls, target)
    best = totals[known[0]]
    weighed = tuple(
        MoveEstimate(
            move=moves[after][0],
            equivalents=tuple(moves[after][1:]),
            sheet=after,
            value=float(exact := Fraction(totals[after], divisor)),
            error=0.0,
            samples=0,
            loss=float(Fraction(best - totals[after], divisor)),
            loss_error=0.0,
            bound=float(exact),
            bound_error=0.0,
            scores=_distribution(engine, after) if place < distributions else (),
            exact=exact,
            is_bound=after in bounded,
        )
        for place, after in enumerate(known)
    )
    whole = len(known) == len(moves)
    bound = (weighed[0].value, 0.0) if whole else (None, None)
    return Estimates(rolls, target, "exact", weighed, whole, not whole, *bound)


def expected(
    sheet: Sequence[int],
    table: Sequence[int],
    *,
    target: int | None = None,
    with_kernels: Kernels | None = None,
    progress: Progress | None = None,
) -> Fraction:
    """Return what a position is worth before its dice are rolled, with best play; see `best_moves`.

    Raises InputError when its dice are known, or when more than two half-days are to be played.
    """
    rolls = _rolls_to_come(table, known=False)
    if rolls == 0:
        return Fraction(_points(tuple(sheet), target))
    engine = Engine(table, target, with_kernels or _kernels(rolls, progress))
    return Fraction(engine.values([tuple(sheet)], progress)[0], scale(rolls, target))


def _kernels(rolls: int, progress: Progress | None) -> Kernels:
    """Return the kernels that answer soonest: one roll takes plain Python less time than loading numba."""
    return kernels(plain=rolls < MOST_ROLLS, progress=progress)


def scale(rolls: int, target: int | None) -> int:
    """Return what the kernels' sums are to be divided by: they count half points, or rolls."""
    halves = 2 if rolls > 0 and target is None else 1
    return halves * int(ROLLS_A_HALF_DAY**rolls)


def _points(sheet: Sheet, target: int | None) -> int:
    points = rules.final_score(list(sheet))
    return points if target is None else int(points >= target)


def _distribution(engine: Engine | None, sheet: Sheet) -> tuple[tuple[int, int], ...]:
    """Return how often each final score comes."""
    if engine is None:
        return ((_points(sheet, None), 1),)
    return tuple((score, count) for score, count in enumerate(engine.counts(sheet)) if count > 0)


def _rolls_to_come(table: Sequence[int], *, known: bool) -> int:
    """Return how many half-days are still to be rolled. Raises InputError where this module cannot help."""
    left: int = rules.OVER - table[rules.HALF]
    if known and left <= 0:
        raise InputError(phrase("troyes.advice.over"), field="table")
    if known and not rules.dice_known(table):
        raise InputError(phrase("troyes.advice.no_dice"), field="table.rolls")
    if not known and rules.dice_known(table):
        raise InputError(phrase("troyes.advice.dice_known"), field="table.rolls")
    to_come = left - 1 if known else left
    most = three_rolls.ROLLS if known else MOST_ROLLS
    if to_come > most:
        raise InputError(phrase("troyes.advice.too_many_rolls", n=to_come, most=most), field="table")
    return to_come
