"""Strokes become ink on a picture of the paper."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import cv2
import numpy as np

from teaching.photos.writers import Hand, Inked, Writer

SHIFT = 4
GRAIN_SIDE = 1024
"""Side in pixels of the plate of paper grain, which is laid again and again."""
RUBBED_BLUR = 0.35
"""Standard deviation in mm of what an eraser leaves."""


@cache
def grain(pixels_per_mm: float) -> Any:
    """Return the paper's tooth: values about 0 with a standard deviation of 1, finest detail 0.12 mm."""
    rng = np.random.default_rng(20261)
    fine = cv2.GaussianBlur(
        rng.normal(size=(GRAIN_SIDE, GRAIN_SIDE)).astype(np.float32), (0, 0), 0.07 * pixels_per_mm
    )
    coarse = cv2.GaussianBlur(
        rng.normal(size=(GRAIN_SIDE, GRAIN_SIDE)).astype(np.float32), (0, 0), 0.3 * pixels_per_mm
    )
    return (fine / fine.std() + 0.5 * coarse / coarse.std()) / 1.1


def apply(rng: np.random.Generator, picture: Any, hand: Hand, who: Writer, pixels_per_mm: float) -> None:
    """Draw what a hand left onto a picture of the page (RGB, 8 bits), in place."""
    colours = {inked.colour for inked in hand.inked if inked.colour is not None}
    for rubbed, colour in ((True, None), (False, None), *((False, colour) for colour in sorted(colours))):
        layer = np.zeros(picture.shape[:2], np.uint8)
        for inked in hand.inked:
            if inked.rubbed == rubbed and inked.colour == colour:
                _draw(layer, inked, who, pixels_per_mm)
        if rubbed and layer.any():
            layer = cv2.GaussianBlur(layer, (0, 0), RUBBED_BLUR * pixels_per_mm)
        pen = who if colour is None else replace(who, tool=who.tool._replace(colour=colour))
        _composite(rng, picture, layer, pen, pixels_per_mm)


def _draw(layer: Any, inked: Inked, who: Writer, pixels_per_mm: float) -> None:
    width = who.width * pixels_per_mm
    for stroke in inked.strokes:
        points = np.round(stroke[:, :2] * pixels_per_mm * (1 << SHIFT)).astype(int)
        strength = np.clip(255 * inked.strength * stroke[:, 2], 0, 255)
        widths = np.maximum(1, np.round(width * (0.55 + 0.45 * np.clip(stroke[:, 2], 0.3, 1.2)))).astype(int)
        for start, end, value, thick in zip(points, points[1:], strength, widths, strict=False):
            cv2.line(layer, start.tolist(), end.tolist(), float(value), int(thick), cv2.LINE_AA, SHIFT)


def _composite(rng: np.random.Generator, picture: Any, layer: Any, who: Writer, pixels_per_mm: float) -> None:
    """Mix the tool's colour in where there is ink, less where the paper's tooth is low."""
    rows, columns = np.nonzero(layer)
    if not len(rows):
        return
    up, left = rng.integers(GRAIN_SIDE, size=2)
    tooth = grain(pixels_per_mm)[(rows + up) % GRAIN_SIDE, (columns + left) % GRAIN_SIDE]
    cover = layer[rows, columns] / 255 * who.opacity * np.clip(1 + who.tool.grain * tooth, 0, 1.15)
    cover = np.clip(cover, 0, 1)[:, None]
    there = picture[rows, columns]
    # Ink darkens what is printed below it; it never lightens it.
    painted = np.minimum(there, there * (1 - cover) + np.array(who.tool.colour) * cover)
    picture[rows, columns] = painted.astype(np.uint8)
