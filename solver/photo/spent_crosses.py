"""Where somebody's Xs are no larger than the printed numbers, a number may hide one altogether."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pencilwright.solver.photo import mark_crops as looks_of
from pencilwright.solver.photo import tuning
from pencilwright.solver.photo.records import BLANK, TICKED, Bytes, Floats
from pencilwright.templates.page import Mark


def hiding(looks: Bytes, marks: Sequence[Mark], kinds: Mapping[str, str]) -> list[str]:
    """Return the places whose print may hide an X, where most Xs that are seen are as small as a number.

    looks : of the marks, as `mark_crops` has them. kinds : mark -> what was seen there.
    """
    tiny: list[bool] = []
    for kind, (reach, least) in tuning.TINY.items():
        members = [index for index, mark in enumerate(marks) if kinds[mark.id] == kind]
        far = _far(looks[members], reach)
        tiny += ((far > 0) & (far < least**2)).tolist()
    if not tiny or np.mean(tiny) < tuning.MOSTLY_TINY:
        return []
    return [mark.id for mark in marks if _may_hide(mark, kinds[mark.id])]


def _may_hide(mark: Mark, kind: str) -> bool:
    """Return whether an X may be missed in a place: in a box, or in a ring that is drawn or printed."""
    if mark.kind == "resource":
        return kind == TICKED or (kind == BLANK and bool(mark.value))
    return mark.kind == "strike" and kind == BLANK


def _far(looks: Bytes, reach: float) -> Floats:
    """Return how far the ink of each look lies from its middle, (n,): the mean square, 1: half of the place.

    Only ink up to `reach` from the middle of the place counts. 0 where there is hardly any.
    """
    side = tuning.LOOK_SIDE
    y, x = np.mgrid[:side, :side] / (side / 2 / tuning.LOOK_REACH)
    ink = np.minimum(looks[:, 0].astype(np.float32) / tuning.FULL_LOOK, tuning.INK_AT_MOST)
    ink *= (ink > tuning.FAINT) & (looks_of.from_middle() < reach)
    whole = ink.sum(axis=(1, 2))
    share = ink / np.maximum(whole, 1)[:, None, None] * (whole >= 1)[:, None, None]
    across, down = (way - (share * way).sum(axis=(1, 2))[:, None, None] for way in (x, y))
    far: Floats = (share * across**2).sum(axis=(1, 2)) + (share * down**2).sum(axis=(1, 2))
    return far
