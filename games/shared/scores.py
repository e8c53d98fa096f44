"""A player's score as every game tells it: a total, its lines, and what parts equal totals."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from pencilwright.templates.phrases import Phrase


class Line(NamedTuple):
    """One line of a score.

    Attributes
    ----------
    id : what is scored ("product.1", "witches.fire"): the mark where its points are written, if there is one.
    points : what it brings.
    reason : why, in words.
    unverified : names of the unproven components that it rests on.
    """

    id: str
    points: int
    reason: Phrase
    unverified: tuple[str, ...] = ()


class Tie(NamedTuple):
    """What parts players of equal points: what is counted, how many, the unproven components behind it."""

    what: Phrase
    number: int
    unverified: tuple[str, ...] = ()


class PlayerScore(NamedTuple):
    """One player's score.

    Attributes
    ----------
    total : the points.
    lines : what they are made of.
    ties : what parts equal totals, in the order in which it is looked at; () where nothing does.
    sums : mark id -> points that belong there, where players write sums of their own on the sheet.
    when : for which end of the game the total holds, in words; None where it goes without saying.
    lowest_wins : whether the lower total is the better one.
    """

    total: int
    lines: tuple[Line, ...]
    ties: tuple[Tie, ...] = ()
    sums: Mapping[str, int] = MappingProxyType({})
    when: Phrase | None = None
    lowest_wins: bool = False
