"""One sheet that was handed in twice: as a form and as a photograph, or in a scan that was fed twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pencilwright.app.positions.entered import Position
from pencilwright.templates.phrases import Phrase, Sentence, phrase

MOST_APART = 4
"""Of so many marks one may differ on one sheet; else two people have filled in one print."""


class Twice(NamedTuple):
    """Numbers of the positions that count, what is said of others, and whether some differ a little."""

    left: list[int]
    messages: list[Phrase]
    differ: bool


def once(named: Sequence[tuple[Sentence, Position]]) -> Twice:
    """Return which positions count when a sheet counts once: of two that say the same the one with less open.

    named : each with where it was found. Two that differ in few marks both count, and these are named.
    """
    left: list[int] = []
    messages: list[Phrase] = []
    written = [(-len(item.open), sum(map(bool, item.written.values()))) for _, item in named]
    for at, (name, position) in enumerate(named):
        pairs = ((other, _apart(named[other][1], position)) for other in left)
        same = [(other, apart) for other, apart in pairs if apart is not None]
        other, apart = min(same, key=lambda pair: len(pair[1]), default=(at, []))
        if other == at or apart:
            left.append(at)
        elif written[at] > written[other]:
            left[left.index(other)] = at
        if other != at:
            from pencilwright.games.shared.marks import label

            known = {mark.id: mark for mark in position.game.marks.MARKS}
            marks = tuple(label(known[mark]) for mark in apart[:MOST_APART])
            words = {"first": named[other][0], "second": name}
            differs = phrase("twice.differ", **words, n=len(apart), marks=marks)
            messages.append(differs if apart else phrase("twice.same", **words))
    return Twice(left, messages, any(text.key == "twice.differ" for text in messages))


def _apart(first: Position, second: Position) -> list[str] | None:
    """Return the marks in which two pictures of one sheet differ, None for two sheets.

    One print may be given to several people: what they write by hand tells them apart, and many other marks.
    """
    if not first.page_code or first.page_code != second.page_code:
        return None
    unsure = first.open.keys() | second.open.keys()
    marks = first.game.marks.MARKS
    both = [(mark, first.written.get(mark.id, ""), second.written.get(mark.id, "")) for mark in marks]
    apart = [(mark, one and other) for mark, one, other in both if one != other and mark.id not in unsure]
    seen = sum(bool(one or other) for mark, one, other in both if mark.id not in unsure)
    if any(mark.kind == "text" and is_both for mark, is_both in apart) or len(unsure) > seen:
        return None
    names = [mark.id for mark, _ in apart if mark.kind != "text"]
    return names if MOST_APART * len(names) <= seen else None
