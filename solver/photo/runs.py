"""Runs of spent places: most people spend the places of a track one after the other, so a gap is asked about.

Any order of spending is legal, and some people spend anywhere: where a track has several gaps they are left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from itertools import takewhile

from pencilwright.solver.photo import tuning
from pencilwright.solver.photo.records import BLANK, SPENT
from pencilwright.templates.page import Mark


def gaps(marks: Sequence[Mark], kinds: Mapping[str, str], empty: Set[str] = frozenset()) -> list[str]:
    """Return the only gap in the spent places of each track: not spent, though its neighbours are.

    The first place of a track has one neighbour. A place without any ink is no gap that needs asking about.

    Parameters
    ----------
    marks : of a page, each track in its order.
    kinds : mark id -> what is seen there, doubtful or not.
    empty : the marks in whose places there is no ink.
    """
    found = _only(marks, kinds, lambda before, here, after: before and after and not here)
    return [name for name in found if name not in empty]


def lonely(marks: Sequence[Mark], kinds: Mapping[str, str]) -> list[str]:
    """Return the only spent place of each track that stands by itself, and not first: it may be a ring."""
    return _only(marks, kinds, lambda before, here, after: here and not before and not after)


def stragglers(marks: Sequence[Mark], kinds: Mapping[str, str]) -> list[str]:
    """Return the spent places that do not hang together with the first of their track, where few are such.

    Who spends one after the other has none: they may be rings.
    """
    in_order, found = 0, []
    for names in _tracks(marks).values():
        run = len(list(takewhile(lambda name: kinds[name] == SPENT, names)))
        in_order += run
        found += [name for name in names[run:] if kinds[name] == SPENT]
    return found if in_order >= tuning.IN_ORDER * len(found) else []


def all_drawn(marks: Sequence[Mark], kinds: Mapping[str, str]) -> list[str]:
    """Return the spent places of tracks where all that is drawn is spent, and of what is printed nothing.

    Who spends begins with what there was at first; filled in, all rings look like Xs.
    """
    found: list[str] = []
    printed = {mark.id for mark in marks if mark.value}
    for names in _tracks(marks).values():
        drawn = [name for name in names if name not in printed and kinds[name] != BLANK]
        nothing = all(kinds[name] != SPENT for name in names if name in printed)
        if nothing and len(drawn) > 1 and all(kinds[name] == SPENT for name in drawn):
            found += drawn
    return found


def _only(
    marks: Sequence[Mark], kinds: Mapping[str, str], odd: Callable[[bool, bool, bool], bool]
) -> list[str]:
    """Return the places that are odd, by whether the one before, they and the one after are spent.

    Where a track has several none is. Before the first place all is spent, after the last none.
    """
    found = []
    for names in _tracks(marks).values():
        spent = [True, *(kinds[name] == SPENT for name in names), False]
        around = zip(names, spent, spent[1:], spent[2:], strict=False)
        own = [name for name, *three in around if odd(*three)]
        found += own if len(own) == 1 else []
    return found


def _tracks(marks: Sequence[Mark]) -> dict[str, list[str]]:
    tracks: dict[str, list[str]] = {}
    for mark in marks:
        if mark.track:
            tracks.setdefault(mark.track, []).append(mark.id)
    return tracks
