"""An answer as a screen lists it, of whatever game: the best, what each alternative loses, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from pencilwright.templates.phrases import Phrase, Word, phrase

ALL_BY: Final = "--top 0"
"""What shows all moves on the command line."""


def hidden_moves(count: int, all_by: str) -> Phrase:
    """Return how many moves are not shown. all_by : what a person types to see all; "" where nothing does."""
    if all_by:
        return phrase("answer.more.by", n=count, all=all_by)
    return phrase("answer.more.some", n=count)


FEW: Final = 30
"""Futures before which an error is not known."""


def precise(value: float, error: float, samples: int) -> tuple[str, str]:
    """Return a sampled value with the digits that its error allows, and that error; "" for few futures."""
    if samples < FEW:
        return f"≈ {value:.0f}", ""
    digits = sum(error < limit for limit in (0.5, 0.05))
    return f"{value:.{digits}f}", f"±{max(error, 0.1**digits):.{digits}f}"


class Alternative(NamedTuple):
    """Something that is not the best.

    Attributes
    ----------
    loss : how much less it is worth; error: the standard error of that, 0 where it is exact.
    lost, plus_minus : both as people read them.
    samples : futures that it was compared in, 0 where it is exact.
    plays : what answers the turn that it is the rest of, several that come to the same; () as of View.
    """

    text: Word
    loss: float
    lost: str
    error: float = 0.0
    plus_minus: str = ""
    samples: int = 0
    plays: Sequence[str] = ()


class LinePoints(Protocol):
    """A line of the score with the points that it brings, or by which it differs; each game has its own."""

    @property
    def text(self) -> Word:
        """The line."""

    @property
    def points(self) -> float:
        """Its points."""


R = TypeVar("R", bound=LinePoints)


class Between(NamedTuple, Generic[R]):
    """Two moves played on through the same futures: where the first has more, and how often it ends ahead."""

    reasons: Sequence[R]
    ahead: int
    behind: int
    futures: int


class View(NamedTuple):
    """An answer.

    Attributes
    ----------
    best : what to do; "" where the answer is its lines.
    value, error, unit : what it is worth, "" for no figure.
    remarks : sentences about the best; notes: about the whole answer.
    alternatives : the others, the best first.
    reasons : lines of the score; `reasons_for` says what they are: what the best is made of ("parts"), or how
        it differs from doing nothing ("against") or from the second best ("next").
    lines : what the best consists of, step by step, a list for each of several ways.
    plays : what answers the turn that the best is the rest of, several that come to the same; () where it is
        no turn.
    """

    best: Word
    value: str = ""
    error: str = ""
    unit: Word = ""
    remarks: Sequence[Word] = ()
    notes: Sequence[Word] = ()
    alternatives: Sequence[Alternative] = ()
    reasons: Sequence[LinePoints] = ()
    reasons_for: str = ""
    lines: Sequence[Sequence[Word]] = ()
    plays: Sequence[str] = ()
