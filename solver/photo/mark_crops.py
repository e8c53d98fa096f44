"""What the classifier sees of each mark: a small picture of the ink about its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pencilwright.solver.photo import tuning
from pencilwright.solver.photo.records import Bytes, Floats
from pencilwright.templates.page import Mark

if TYPE_CHECKING:
    from pencilwright.solver.photo.ink import Ink
    from pencilwright.solver.photo.strokes import Strokes


def looks(record: Strokes, ink: Ink, marks: Sequence[Mark]) -> Bytes:
    """Return the looks of marks, uint8, shape (marks, 2, LOOK_SIDE, LOOK_SIDE).

    The first layer is the ink, FULL_LOOK as dark as this writer's strokes are; the second is 255 where ink
    can be told from print. Each is LOOK_REACH times as wide and as high as the mark's place and has the same
    middle, so that rings in large and in small places look alike.
    """
    import cv2

    scaled = ink.dark * (tuning.FULL_LOOK / record.usual)
    dark = np.clip(scaled, 0, 255, out=scaled).astype(np.uint8)
    del scaled
    valid = ink.valid.astype(np.uint8) * 255
    margin = round(tuning.LOOK_MARGIN_MM * tuning.PIXELS_PER_MM)
    layers = [np.pad(layer, margin) for layer in (dark, valid)]
    side = tuning.LOOK_SIDE
    result = np.zeros((len(marks), 2, side, side), np.uint8)
    for index, mark in enumerate(marks):
        box = mark.rect
        rows, columns = (
            slice(
                margin + round((middle - half) * tuning.PIXELS_PER_MM),
                margin + round((middle + half) * tuning.PIXELS_PER_MM),
            )
            for middle, half in (
                (box.y + box.height / 2, box.height * tuning.LOOK_REACH / 2),
                (box.x + box.width / 2, box.width * tuning.LOOK_REACH / 2),
            )
        )
        for layer, picture in enumerate(layers):
            part = picture[max(rows.start, 0) : rows.stop, max(columns.start, 0) : columns.stop]
            result[index, layer] = cv2.resize(part, (side, side), interpolation=cv2.INTER_AREA)
    return result


def from_middle() -> NDArray[np.float64]:
    """Return the distance of each pixel of a look from its middle, 1 at the edge of the place."""
    side = tuning.LOOK_SIDE
    y, x = np.mgrid[:side, :side] - (side - 1) / 2
    result: NDArray[np.float64] = np.hypot(x, y) / (side / 2 / tuning.LOOK_REACH)
    return result


def darkest(looks: Bytes, reach: float) -> Floats:
    """Return the darkest ink up to `reach` that is as wide and as long as a few pixels, (n,), 1: a stroke."""
    ink = looks[:, 0].astype(np.float32) / tuning.FULL_LOOK
    padded = np.pad(ink, ((0, 0), (1, 1), (1, 1)))
    rows = padded[:, :-2] + padded[:, 1:-1] + padded[:, 2:]
    summed = rows[..., :-2] + rows[..., 1:-1] + rows[..., 2:]
    inside = summed[:, from_middle() < reach]
    few = tuning.SPECK_PIXELS
    result: Floats = np.partition(inside, -few, axis=1)[:, -few:].mean(axis=1) / 9
    return result
