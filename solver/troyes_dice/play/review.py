"""What each half-day of a played game did for its score: how much was luck, and how much was decided.

The measure is the usual player, the fitted policy: a position is worth what its games bring. Before a roll
that is what the move before it was expected to bring; after it, what the usual player's own move brings. The
difference is the *luck* of the half-day, which is 0 on average whoever plays. What the move played brings
beyond the usual player's is what was *decided*. So the worth before the first roll, luck and decisions add up
to the final score. The *loss* is how far the move played lies below the best one. Near the end, where values
are exact, the best move is the usual one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import fsum, hypot
from typing import NamedTuple

from pencilwright.games.troyes_dice.play.transcript import PlayedHalfDay
from pencilwright.solver.compiled import Progress
from pencilwright.solver.troyes_dice.exact.engine import Sheet
from pencilwright.solver.troyes_dice.exact.estimates import Estimates, MoveEstimate
from pencilwright.templates.phrases import phrase

Weigh = Callable[[Sequence[int], Sequence[int], Sheet], Estimates]
"""Weighs all moves of a position (sheet, table); the third is the sheet after a move to be weighed well."""
Usual = Callable[[Sequence[int], Sequence[int]], MoveEstimate]
"""Returns the usual player's own move in a position (sheet, table), worth what his games bring."""


class Judged(NamedTuple):
    """One half-day.

    Attributes
    ----------
    turn : what was played.
    before, before_error : expected final score before the roll.
    best, chosen, usual : the best move, the one that was played (or one that leads to the same sheet), and
        the usual player's; all with their losses against the best one, but for a usual one of other games.
    method : how they were weighed.
    """

    turn: PlayedHalfDay
    before: float
    before_error: float
    best: MoveEstimate
    chosen: MoveEstimate
    usual: MoveEstimate
    method: str

    @property
    def luck(self) -> float:
        """Return what the roll added to the expected final score."""
        return self.usual.value - self.before

    @property
    def luck_error(self) -> float:
        """Return the standard error of the luck; 0 where it is exact."""
        return hypot(self.usual.error, self.before_error)

    @property
    def decided(self) -> float:
        """Return what the move played brings beyond the usual one."""
        return self.chosen.value - self.usual.value

    @property
    def decided_error(self) -> float:
        """Return the standard error of what was decided: both moves played the same futures."""
        if self.chosen is self.usual:
            return 0.0
        return hypot(self.chosen.loss_error, self.usual.loss_error)


class TurnReview(NamedTuple):
    """A game half-day by half-day.

    Attributes
    ----------
    start : expected final score before the first roll; start_error its standard error.
    half_days : in the order of play.
    end : expected final score after the last of them, with its standard error; the score itself when the game
        is over.
    """

    start: float
    start_error: float
    half_days: tuple[Judged, ...]
    end: float
    end_error: float

    @property
    def decided(self) -> tuple[float, float]:
        """Return what all decisions brought beyond the usual player's, and the standard error."""
        return _sum((judged.decided, judged.decided_error) for judged in self.half_days)

    @property
    def luck(self) -> tuple[float, float]:
        """Return the luck of all half-days together, and its standard error.

        It is what the end has that neither the start nor decisions brought.
        """
        error = hypot(self.start_error, self.end_error, self.decided[1])
        return fsum(judged.luck for judged in self.half_days), error

    @property
    def loss(self) -> tuple[float, float]:
        """Return how far all moves together lie below the best ones, and the standard error."""
        return _sum((judged.chosen.loss, judged.chosen.loss_error) for judged in self.half_days)


def _sum(parts: Iterable[tuple[float, float]]) -> tuple[float, float]:
    values, errors = zip(*parts, strict=True)
    return fsum(values), hypot(*errors)


def review(
    turns: Sequence[PlayedHalfDay],
    start: tuple[float, float],
    weigh: Weigh,
    usual: Usual,
    progress: Progress | None = None,
) -> TurnReview:
    """Judge the half-days of a game.

    Parameters
    ----------
    turns : from the first one on, at least one.
    start : expected final score before the first roll, and its standard error.
    weigh : the adviser. usual : the usual player, where the first exact half-day follows a sampled one.
    progress : told what is done, how much of it, and how much there is.
    """
    before, before_error = start
    judged = []
    for number, turn in enumerate(turns):
        if progress is not None:
            progress(phrase("progress.half_day", when=turn.when), number, len(turns))
        after = tuple(turn.after)
        result = weigh(turn.sheet, turn.table, after)
        moves = {move.sheet: move for move in result.moves}
        best, chosen = result.moves[0], moves[after]
        own = moves[result.usual] if result.usual else best
        if before_error and not result.usual:
            own = usual(turn.sheet, turn.table)
        judged.append(Judged(turn, before, before_error, best, chosen, own, result.method))
        before, before_error = chosen.value, chosen.error
    return TurnReview(*start, tuple(judged), before, before_error)
