"""Runs of spent places: most people spend the places of a track one after the other, so a gap is asked about.

Any order of spending is legal, and some people spend anywhere: where a track has several gaps they are left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from pencilwright.solver.photo.records import SPENT
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
    tracks: dict[str, list[bool]] = {}
    names: dict[str, list[str]] = {}
    for mark in marks:
        if mark.track:
            tracks.setdefault(mark.track, [True]).append(kinds[mark.id] == SPENT)
            names.setdefault(mark.track, []).append(mark.id)
    found = []
    for track, spent in tracks.items():
        around = zip(names[track], spent, spent[1:], spent[2:], strict=False)
        own = [name for name, before, here, after in around if before and after and not here]
        found += own if len(own) == 1 and own[0] not in empty else []
    return found
