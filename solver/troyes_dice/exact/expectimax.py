"""The exact worth of every move with at most two rolls to come: expected final score, or chance of one.

Exact means: no sampling and no rounding. Every value is a whole number of final points (or of rolls that
reach the target) summed over all 1296 rolls of each half-day to come, divided by how many there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.rules import Move
from pencilwright.solver.compiled import Kernels, Progress
from pencilwright.solver.troyes_dice.exact.engine import UNKNOWN, Engine, Sheet, kernels, moves_by_sheet
from pencilwright.templates.phrases import phrase

MOST_ROLLS = 2
ROLLS_A_HALF_DAY = 1296
DISTRIBUTIONS = 3


@dataclass(frozen=True)
class Distribution:
    """How often each final score comes: pairs (score, how many of `rolls`), ascending, none 0."""

    counts: tuple[tuple[int, int], ...]
    rolls: int

    @property
    def mean(self) -> Fraction:
        """Return the expected final score."""
        return Fraction(sum(score * count for score, count in self.counts), self.rolls)

    def chance_of(self, score: int) -> Fraction:
        """Return the chance of this final score or more."""
        return Fraction(sum(count for reached, count in self.counts if reached >= score), self.rolls)


@dataclass(frozen=True)
class MoveValue:
    """One move and all that lead to the very same sheet.

    move : the first of them in the order of rules.legal_actions; `equivalents` are the others.
    sheet : the sheet after it.
    value : expected final score, or chance to reach the target (0 to 1), with best play.
    loss : how far that is below the best move's.
    distribution : of the final score, for the best few moves when the expected score is maximised. Play
        behind it takes, among moves of equal value, the first in the order of rules.legal_actions.
    is_bound : the move is worth no more than `value`, perhaps less (three_rolls.py).
    """

    move: Move
    equivalents: tuple[Move, ...]
    sheet: Sheet
    value: Fraction
    loss: Fraction
    distribution: Distribution | None = None
    is_bound: bool = False


@dataclass(frozen=True)
class Expectation:
    """All moves of a position, best first; equals in the order of rules.legal_actions.

    value : of the best move. rolls : half-days still to be rolled after this one. target : the score whose
    chance is maximised, None for the expected final score. unknown : how many different sheets were not
    weighed, because the search was interrupted: the moves are those that were.
    """

    value: Fraction
    rolls: int
    target: int | None
    moves: tuple[MoveValue, ...]
    unknown: int = 0


def best_moves(
    sheet: Sequence[int],
    table: Sequence[int],
    *,
    target: int | None = None,
    distributions: int = DISTRIBUTIONS,
    is_short: bool = False,
    with_kernels: Kernels | None = None,
    progress: Progress | None = None,
) -> Expectation:
    """Return the exact worth of every legal move.

    Parameters
    ----------
    sheet, table : the position, the dice of its half-day on the table and their raid marked on the sheet;
        at most two half-days come after it.
    target : maximise the chance of this final score or more, instead of the expected final score.
    distributions : for how many of the best moves to give the distribution of the final score; none with a
        target.
    is_short : raise WorkLimit where the first room of the engine is not enough.
    with_kernels : what `engine.kernels` returned, to choose plain Python or to share them between calls. Left
        out, plain Python answers for one roll to come, and compiled kernels (where numba is installed) for
        two.
    progress : told what is done, how much of it, and how much there is.

    A KeyboardInterrupt gives the moves weighed so far, if there are any. Raises InputError when the dice are
    not known, the game is over, or more half-days are to come.
    """
    rolls = _rolls_to_come(table, known=True)
    moves = moves_by_sheet(sheet, table)
    after_all = list(moves)
    if rolls == 0:
        engine = None
        totals = [_points(after, target) for after in after_all]
    else:
        engine = Engine(_next_half(table), target, with_kernels or _kernels(rolls, progress))
        engine.is_short = is_short
        totals = engine.values(after_all, progress)
    scale = _scale(rolls, target)
    known = [index for index, total in enumerate(totals) if total != UNKNOWN]
    order = sorted(known, key=lambda index: (-totals[index], moves[after_all[index]][0]))
    best = totals[order[0]]
    values = []
    for place, index in enumerate(order):
        after = after_all[index]
        view = None
        if target is None and place < distributions and len(known) == len(totals):
            view = _distribution(engine, after)
        first, *others = moves[after]
        values.append(
            MoveValue(
                move=first,
                equivalents=tuple(others),
                sheet=after,
                value=Fraction(totals[index], scale),
                loss=Fraction(best - totals[index], scale),
                distribution=view,
            )
        )
    return Expectation(values[0].value, rolls, target, tuple(values), len(totals) - len(known))


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
    return Fraction(engine.values([tuple(sheet)], progress)[0], _scale(rolls, target))


def _kernels(rolls: int, progress: Progress | None) -> Kernels:
    """Return the kernels that answer soonest: one roll takes plain Python less time than loading numba."""
    return kernels(plain=rolls < MOST_ROLLS, progress=progress)


def _scale(rolls: int, target: int | None) -> int:
    """Return what the kernels' sums are to be divided by: they count half points, or rolls."""
    halves = 2 if rolls > 0 and target is None else 1
    return halves * int(ROLLS_A_HALF_DAY**rolls)


def _points(sheet: Sheet, target: int | None) -> int:
    points = rules.final_score(list(sheet))
    return points if target is None else int(points >= target)


def _distribution(engine: Engine | None, sheet: Sheet) -> Distribution:
    if engine is None:
        return Distribution(((_points(sheet, None), 1),), 1)
    counts = engine.counts(sheet)
    return Distribution(
        tuple((score, count) for score, count in enumerate(counts) if count > 0),
        ROLLS_A_HALF_DAY**engine.rolls,
    )


def _next_half(table: Sequence[int]) -> list[int]:
    after = list(table)
    rules.end_half(after)
    return after


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
    if to_come > MOST_ROLLS:
        raise InputError(phrase("troyes.advice.too_many_rolls", n=to_come, most=MOST_ROLLS), field="table")
    return to_come
