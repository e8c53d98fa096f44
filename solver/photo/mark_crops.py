"""What the classifier sees of each mark: a small picture of the ink about its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pencilwright.solver.photo import tuning
from pencilwright.solver.photo.records import Bytes, Floats, Mask
from pencilwright.templates.page import Mark

if TYPE_CHECKING:
    from pencilwright.solver.photo.ink import Ink
    from pencilwright.solver.photo.strokes import Strokes


def looks(drawn: Strokes, ink: Ink, marks: Sequence[Mark]) -> Bytes:
    """Return the looks of marks, uint8, shape (marks, 2, LOOK_SIDE, LOOK_SIDE).

    The first layer is the ink, FULL_LOOK as dark as this writer's strokes are; the second is 255 where ink
    can be told from print. Each is LOOK_REACH times as wide and as high as the mark's place and has the same
    middle, so that rings in large and in small places look alike.
    """
    layers = darkness(drawn, ink), _padded(ink.valid.astype(np.uint8) * 255)
    size = (tuning.LOOK_SIDE, tuning.LOOK_SIDE)
    result = np.zeros((len(marks), 2, *size), np.uint8)
    for index, mark in enumerate(marks):
        box = mark.rect
        x, y = box.x + box.width / 2, box.y + box.height / 2
        right, down = box.width * tuning.LOOK_REACH / 2, box.height * tuning.LOOK_REACH / 2
        for layer, picture in enumerate(layers):
            result[index, layer] = crop(picture, (x - right, x + right), (y - down, y + down), size)
    return result


def darkness(drawn: Strokes, ink: Ink) -> Bytes:
    """Return the ink of a page with an empty margin, FULL_LOOK as dark as this writer's strokes are."""
    scaled = ink.dark * (tuning.FULL_LOOK / drawn.usual)
    return _padded(np.clip(scaled, 0, 255, out=scaled).astype(np.uint8))


def _padded(layer: Bytes) -> Bytes:
    return np.pad(layer, round(tuning.LOOK_MARGIN_MM * tuning.PIXELS_PER_MM))


def crop(padded: Bytes, across: tuple[float, float], down: tuple[float, float], size: tuple[int, int]) -> Any:
    """Return a part of a page with a margin, between mm from the left and from the top, in this size."""
    import cv2

    scale, margin = tuning.PIXELS_PER_MM, round(tuning.LOOK_MARGIN_MM * tuning.PIXELS_PER_MM)
    columns, rows = (
        slice(max(margin + round(low * scale), 0), margin + round(high * scale))
        for low, high in (across, down)
    )
    return cv2.resize(padded[rows, columns], size, interpolation=cv2.INTER_AREA)


def from_middle() -> NDArray[np.float64]:
    """Return the distance of each pixel of a look from its middle, 1 at the edge of the place."""
    side = tuning.LOOK_SIDE
    y, x = np.mgrid[:side, :side] - (side - 1) / 2
    result: NDArray[np.float64] = np.hypot(x, y) / (side / 2 / tuning.LOOK_REACH)
    return result


def darkest(looks: Bytes) -> Floats:
    """Return the darkest ink in the place of each mark, (n,); 1: a stroke."""
    return dark_specks(looks[:, 0], from_middle() < tuning.EMPTY_REACH)


def dark_specks(pictures: Bytes, inside: Mask) -> Floats:
    """Return the darkest ink in a part of pictures that is as wide and as long as a few pixels, (n,)."""
    ink = pictures.astype(np.float32) / tuning.FULL_LOOK
    padded = np.pad(ink, ((0, 0), (1, 1), (1, 1)))
    rows = padded[:, :-2] + padded[:, 1:-1] + padded[:, 2:]
    summed = (rows[..., :-2] + rows[..., 1:-1] + rows[..., 2:])[:, inside]
    few = tuning.SPECK_PIXELS
    result: Floats = np.partition(summed, -few, axis=1)[:, -few:].mean(axis=1) / 9
    return result
