"""What each half-day of a played game did for its score: how much was luck, and how much was decided.

A position is worth what the adviser's best move is expected to bring. Before a roll it is worth what the move
before it was expected to bring. So every half-day has its *luck* (what the roll made of that) and its *loss*
(how far the move played lies below the best one), and with the worth of the game before its first roll they
add up to the final score. With sampled values they do so too, but each is only as sure as its error says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum
from typing import NamedTuple

from pencilwright.games.troyes_dice.play.transcript import Turn
from pencilwright.solver.compiled import Progress
from pencilwright.solver.troyes_dice.exact.engine import Sheet
from pencilwright.solver.troyes_dice.play.estimates import Estimates, MoveEstimate
from pencilwright.templates.phrases import phrase

Weigh = Callable[[Sequence[int], Sequence[int], Sheet], Estimates]
"""Weighs all moves of a position (sheet, table); the third is the sheet after a move to be weighed well."""


class Judged(NamedTuple):
    """One half-day.

    Attributes
    ----------
    turn : what was played.
    before : expected final score before the roll.
    best, chosen : the best move and the one that was played (or one that leads to the same sheet).
    method : how they were weighed.
    """

    turn: Turn
    before: float
    best: MoveEstimate
    chosen: MoveEstimate
    method: str

    @property
    def luck(self) -> float:
        """Return what the roll added to the expected final score."""
        return self.best.value - self.before

    @property
    def loss(self) -> float:
        """Return what the move played gave away; 0 for the best move."""
        return self.best.value - self.chosen.value

    @property
    def loss_error(self) -> float:
        """Return the standard error of the loss; 0 where it is exact."""
        return self.chosen.loss_error


class Review(NamedTuple):
    """A game half-day by half-day.

    Attributes
    ----------
    start : expected final score before the first roll; start_error its standard error.
    half_days : in the order of play.
    end : expected final score after the last of them; the score itself when the game is over.
    """

    start: float
    start_error: float
    half_days: tuple[Judged, ...]
    end: float

    @property
    def luck(self) -> float:
        """Return the luck of all half-days together."""
        return fsum(judged.luck for judged in self.half_days)

    @property
    def loss(self) -> float:
        """Return what all moves together gave away."""
        return fsum(judged.loss for judged in self.half_days)


def review(
    turns: Sequence[Turn],
    start: tuple[float, float],
    weigh: Weigh,
    progress: Progress | None = None,
) -> Review:
    """Judge the half-days of a game.

    Parameters
    ----------
    turns : from the first one on, at least one.
    start : expected final score before the first roll, and its standard error.
    weigh : the adviser.
    progress : told what is done, how much of it, and how much there is.
    """
    before = start[0]
    judged = []
    for number, turn in enumerate(turns):
        if progress is not None:
            progress(phrase("progress.half_day", when=turn.when), number, len(turns))
        after = tuple(turn.after)
        result = weigh(turn.sheet, turn.table, after)
        chosen = next(move for move in result.moves if move.sheet == after)
        judged.append(Judged(turn, before, result.moves[0], chosen, result.method))
        before = chosen.value
    return Review(start[0], start[1], tuple(judged), before)
