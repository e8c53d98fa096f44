"""The score of a player: one record from the rules of every game to terminal, page, JSON and API."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

from msgspec import Struct

from pencilwright.games.shared.problems import Problem
from pencilwright.templates.phrases import ENGLISH, Phrase, Sentence, answered, phrase, say

Limits: TypeAlias = tuple[int, int | None]
"""The least points and the most; None for no limit."""


class ScoreLine(Struct, frozen=True):
    """One line of a score.

    Attributes
    ----------
    id : what is scored ("product.1", "witches.fire"): the mark where its points are written, if there is one.
    points : what it brings; None where open marks leave that open.
    reason : why, in words.
    unverified : names of the unproven components that it rests on.
    low, high : the least and the most points that it may bring, of points that are open.
    """

    id: str
    points: int | None
    reason: Phrase
    unverified: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None

    @property
    def known(self) -> int:
        """The points; the least where they are open, which those of rules never are."""
        return self.points if self.points is not None else self.low or 0

    @property
    def limits(self) -> Limits:
        """Between which points it lies."""
        return (self.low or 0, self.high) if self.points is None else (self.points, self.points)

    @property
    def unlisted(self) -> frozenset[str]:
        """The fields that its JSON leaves out."""
        known = () if self.points is None else ("low", "high")
        return frozenset(known if self.unverified else ("unverified", *known))

    def amount(self, language: str) -> int | str:
        """Return the points, in words where they are open."""
        return self.points if self.points is not None else say(between(self.low or 0, self.high), language)


class Tie(Struct, frozen=True):
    """What parts players of equal points: what is counted, how many, the unproven components behind it.

    `number` is None where open marks leave it open.
    """

    what: Phrase
    number: int | None
    unverified: tuple[str, ...] = ()


class Band(Struct, frozen=True):
    """What the box's table of score bands calls a total, and whether a source proves that."""

    title: Sentence
    verified: bool


class Difference(Struct, frozen=True):
    """What is written at a mark where points belong, between which points it should be, and that in words.

    `high` is None for no limit.
    """

    mark: str
    written: str
    low: int
    high: int | None
    text: Phrase


class Score(Struct, frozen=True, kw_only=True):
    """The score of one player. Rules give its total, lines, ties, sums, when and lowest_wins.

    Attributes
    ----------
    game : id of the game.
    name : the player's name, colour, faction or letter; else the file or the copy, "the sheet" for neither.
    file, copy : where it was found; "" and 0 for nowhere in particular.
    player : who plays, "" where that is written nowhere.
    total : the points; None where open marks leave them open.
    when : for which end of the game the total holds, in words; None where it goes without saying.
    band : what the box calls so many points, None where it has no words for it.
    lines : what the points are made of.
    ties : what parts equal totals, in the order in which it is looked at; () where nothing does.
    problems : ways in which the position breaks the rules; the score is that of the position as it stands.
    remarks : what is said of open marks.
    lowest_wins : whether the lower total is the better one.
    differs : where what the player wrote is not what the marks give.
    guessed : open marks that change nothing, or were taken as they most likely are.
    low, high : where marks are open, the points between which the total lies; `high` is None for no limit.
    whole : whether that holds whatever the open marks are; else not all ways were tried.
    open : the open marks that can change something.
    sheet : id of the stored sheet that it is of, "" for none.
    sums : mark id -> points that belong there, where players write sums of their own on the sheet.
    """

    game: str = ""
    name: Sentence = ""
    file: str = ""
    copy: int = 0
    player: Sentence = ""
    total: int | None
    when: Phrase | None = None
    band: Band | None = None
    lines: tuple[ScoreLine, ...]
    ties: tuple[Tie, ...] = ()
    problems: tuple[Problem, ...] = ()
    remarks: tuple[Phrase, ...] = ()
    lowest_wins: bool = False
    differs: tuple[Difference, ...] = ()
    guessed: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    whole: bool = True
    open: tuple[str, ...] = ()
    sheet: str = ""
    sums: Mapping[str, int] = MappingProxyType({})

    @property
    def known(self) -> int:
        """The total; the least where it is open, which that of rules never is."""
        return self.total if self.total is not None else self.low or 0

    @property
    def limits(self) -> Limits:
        """Between which points the total lies."""
        return (self.low or 0, self.high) if self.total is None else (self.total, self.total)

    @property
    def unlisted(self) -> frozenset[str]:
        """The fields that its JSON leaves out."""
        optional = {"lowest_wins": self.lowest_wins, "guessed": self.guessed, "sheet": self.sheet}
        names = ("sums", *optional) if self.open else ("sums", *optional, "low", "high", "whole", "open")
        return frozenset(name for name in names if not optional.get(name))

    def amount(self, language: str) -> int | str:
        """Return the total, in words where it is open."""
        low, high = self.limits
        return low if low == high else say(between(low, high), language)

    def to_dict(self, language: str = ENGLISH) -> dict[str, object]:
        """Return what `--json` gives: plain values, with each phrase as a sentence and as key and values."""
        result: dict[str, object] = answered(self, language)
        return result


def between(low: int, high: int | None) -> Phrase:
    """Return limits in words."""
    return phrase("score.least", low=low) if high is None else phrase("score.between", low=low, high=high)
