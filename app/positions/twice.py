"""One sheet that was handed in twice: as a form and as a photograph, or in a scan that was fed twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pencilwright.app.positions.entered import Position
from pencilwright.games.shared.marks import label
from pencilwright.templates.phrases import Phrase, Sentence, phrase

MOST_APART = 4
"""Of so many marks one may differ on one sheet; else two people have filled in one print."""


class Twice(NamedTuple):
    """What is left of positions when each sheet counts once.

    Attributes
    ----------
    left : their numbers in the order given.
    said : a sentence for each sheet that was there twice.
    differ : whether some of these differ in marks: then both are left.
    """

    left: list[int]
    said: list[Phrase]
    differ: bool


def once(named: Sequence[tuple[Sentence, Position]]) -> Twice:
    """Return which positions are sheets of their own; of two that say the same it is the one that says more.

    named : each with where it was found.
    """
    left: list[int] = []
    said: list[Phrase] = []
    differ = False
    for at, (name, position) in enumerate(named):
        for place, other in enumerate(left):
            first, before = named[other]
            apart = _apart(before, position)
            if apart is None:
                continue
            names = {"first": first, "second": name}
            if apart:
                known = {mark.id: mark for mark in position.game.marks.MARKS}
                marks = tuple(label(known[mark]) for mark in apart[:MOST_APART])
                said.append(phrase("twice.differ", **names, n=len(apart), marks=marks))
                differ = True
                continue
            said.append(phrase("twice.same", **names))
            if _told(position) > _told(before):
                left[place] = at
            break
        else:
            left.append(at)
    return Twice(left, said, differ)


def _apart(first: Position, second: Position) -> list[str] | None:
    """Return the marks in which two pictures of one sheet differ, None for two sheets.

    One print may be given to several people: what they write by hand tells them apart, and many other marks.
    """
    if not first.page_code or first.page_code != second.page_code:
        return None
    pairs = {
        mark: (first.written.get(mark.id, ""), second.written.get(mark.id, ""))
        for mark in first.game.marks.MARKS
        if mark.id not in first.open and mark.id not in second.open
    }
    apart = [mark for mark, (one, other) in pairs.items() if one != other]
    if any(mark.kind == "text" and all(pairs[mark]) for mark in apart):
        return None
    names = [mark.id for mark in apart if mark.kind != "text"]
    seen = sum(any(pair) for pair in pairs.values())
    unsure = len(first.open.keys() | second.open.keys())
    return names if MOST_APART * len(names) <= seen and unsure <= seen else None


def _told(position: Position) -> tuple[int, int]:
    """Return how much a position tells: the fewest open marks, then the most written ones."""
    return -len(position.open), sum(map(bool, position.written.values()))
