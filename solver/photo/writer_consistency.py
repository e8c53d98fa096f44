"""One writer draws one kind of mark in one way: how unlike each mark is to the others of its kind.

The networks know how people draw; this knows how this one does. A small ring may pass for somebody's ring,
but not on a sheet whose other rings fill their places.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pencilwright.solver.photo import mark_crops as looks_of
from pencilwright.solver.photo import tuning
from pencilwright.solver.photo.network import KINDS
from pencilwright.solver.photo.records import BLANK, Bytes, Floats, Mask


def unlike(looks: Bytes, families: NDArray[Any], kinds: NDArray[Any], sure: Mask, inked: Mask) -> Floats:
    """Return how far drawn marks are from the sure ones of their kind, as a part of their own ink.

    0 for what is as near as one hand draws, and where the others are too few to tell.
    """
    rings, far = _rings(looks), np.zeros(len(kinds), np.float32)
    for index in np.flatnonzero(inked & (kinds != KINDS.index(BLANK))):
        others = sure & (kinds == kinds[index]) & (families == families[index])
        others[index] = False
        if others.sum() >= tuning.FEWEST_SIBLINGS:
            apart = np.sort(np.linalg.norm(rings[others] - rings[index], axis=1))[: tuning.NEAREST_SIBLINGS]
            far[index] = apart.mean() / max(float(np.linalg.norm(rings[index])), 1.0)
    result: Floats = np.maximum(far - tuning.UNLIKE, 0)
    return result


def _rings(looks: Bytes) -> Floats:
    """Return roots of how much ink lies in each of four rings about the middle, (n, 4)."""
    far = looks_of.from_middle()
    ink = np.minimum(looks[:, 0].astype(np.float32) / tuning.FULL_LOOK, tuning.INK_AT_MOST)
    bounds = zip(tuning.SIBLING_RINGS, tuning.SIBLING_RINGS[1:], strict=False)
    return np.stack(
        [np.sqrt((ink * ((far >= low) & (far < high))).sum(axis=(1, 2))) for low, high in bounds], axis=1
    )
