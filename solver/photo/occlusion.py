"""Where the print of a page can be seen at all: what lies on the paper hides its marks, and looks blank."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from pencilwright.solver.photo import align, tuning
from pencilwright.solver.photo.ink import disc
from pencilwright.solver.photo.records import Grey, pixels
from pencilwright.templates.page import Mark


def cut(paper: NDArray[Any], marks: Iterable[Mark]) -> set[str]:
    """Return the ids of the marks that the edge of a shadow goes through.

    paper : brightness of the paper, as from ink.paper_brightness.
    """
    height, width = (round(side / tuning.PIXELS_PER_MM) for side in paper.shape)  # a pixel a mm
    small = cv2.resize(paper, (width, height), interpolation=cv2.INTER_AREA)
    near = np.ones((3, 3), np.uint8)
    edges = cv2.dilate(small, near) > tuning.EDGE_OF_LIGHT * cv2.erode(small, near)
    return {
        mark.id
        for mark in marks
        if edges[
            int(mark.rect.y) : int(mark.rect.bottom) + 1, int(mark.rect.x) : int(mark.rect.right) + 1
        ].any()
    }


def veil(picture: NDArray[Any], blank: Grey, marks: Iterable[Mark]) -> NDArray[Any]:
    """Return which part of its contrast each place of a page has, 1 where nothing lies on it.

    A veil, such as a sleeve or the glare on it, makes ink as pale as print. What is written about the marks
    would make print seem stronger, so that only the print between them tells.
    """
    scale = tuning.ALIGN_PIXELS_PER_MM
    height, width = align.coarse(blank).shape
    between = np.ones((height, width), np.float32)
    for mark in marks:
        between[pixels(mark.rect.grown(tuning.VEIL_BESIDE_MM), scale)] = 0
    strength, known = strengths(picture, blank, between)
    usual = float(np.median(strength[known])) if known.any() else 1.0
    small = round(width / scale), round(height / scale)  # a pixel a mm
    parts = [
        cv2.resize(np.where(known, part, 0).astype(np.float32), small, interpolation=cv2.INTER_AREA)
        for part in (strength / usual, known)
    ]
    share = np.ones_like(parts[0])
    for blur in tuning.VEIL_BLURS_MM:
        summed, weight = (cv2.GaussianBlur(part, (0, 0), blur) for part in parts)
        share = np.where(weight > tuning.VEIL_LEAST_KNOWN, summed / np.maximum(weight, 1e-6), share)
    middle = cv2.medianBlur((np.clip(share, 0, 1) * 255).astype(np.uint8), tuning.VEIL_MEDIAN_MM)
    left_over = np.clip(middle.astype(np.float32) / 255 / tuning.VEILED, tuning.VEIL_LEAST, 1)
    return cv2.resize(left_over, (width, height), interpolation=cv2.INTER_LINEAR)


def veiled(left: NDArray[Any]) -> bool:
    """Return whether a veil lies over so much of a page that its contrast is made good."""
    return bool((left < tuning.VEILED).mean() >= tuning.VEIL_SHARE)


def plain(left: NDArray[Any], shape: tuple[int, int]) -> NDArray[Any]:
    """Return where a page of this shape has its whole contrast, by what `veil` gives."""
    return cv2.resize(left, shape[::-1], interpolation=cv2.INTER_LINEAR) >= 1


def unveiled(picture: NDArray[Any], paper: NDArray[Any], noise: float, left: NDArray[Any]) -> NDArray[Any]:
    """Return a page with the contrast that it has without a veil; where that leaves much noise, averaged.

    Parameters
    ----------
    paper : brightness of the paper, as from ink.paper_brightness.
    noise : that of ink.Ink.
    left : what `veil` gives.
    """
    height, width = picture.shape
    left = cv2.resize(left, (width, height), interpolation=cv2.INTER_LINEAR)
    soft = cv2.GaussianBlur(picture, (0, 0), tuning.SMOOTH_MM * tuning.PIXELS_PER_MM)
    # Nothing is darker than black: what shows around a place tells how much contrast it has at least.
    side = 2 * round(tuning.SHADE_MM * tuning.PIXELS_PER_MM / 2) + 1
    darkest = cv2.dilate((1 - soft / paper).astype(np.float32), np.ones((side, side), np.uint8))
    left = np.clip(np.maximum(left, darkest / tuning.BLACK), 0, 1)
    steady = np.where(noise > tuning.MUCH_NOISE * left, soft, picture)
    return np.asarray(np.where(left < 1, np.maximum(paper - (paper - steady) / left, 0), picture))


def without_strokes(picture: Any, dark: Any) -> Any:
    """Return a page without what was written on it, so that print shows between digits.

    What is darker over a wider place than any stroke stays: a finger, a card. `dark` is that of ink.Ink.
    """
    scale = tuning.ALIGN_PIXELS_PER_MM / tuning.PIXELS_PER_MM
    small = cv2.resize(dark, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    wide = cv2.morphologyEx(small, cv2.MORPH_OPEN, disc(tuning.SHADE_MM * tuning.ALIGN_PIXELS_PER_MM))
    height, width = dark.shape
    strokes = np.clip(dark - cv2.resize(wide, (width, height), interpolation=cv2.INTER_LINEAR), 0, 0.95)
    return picture / (1 - strokes)


def strengths(picture: Any, blank: Grey, counts: Any) -> tuple[Any, Any]:
    """Return how strongly the print shows about each place at ALIGN_PIXELS_PER_MM, and where there is any.

    `counts` is 0 where print is left out.
    """
    scale = tuning.ALIGN_PIXELS_PER_MM
    drawn: Any = align.coarse(blank).astype(np.float32)
    height, width = drawn.shape
    seen = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
    sigma = tuning.COVER_BLUR_MM * scale
    drawn, seen = (cv2.GaussianBlur(part, (0, 0), sigma) for part in (drawn, seen))
    side = 2 * round(tuning.COVER_WINDOW_MM * scale / 2) + 1
    weight = np.maximum(cv2.blur(counts, (side, side)), 1e-3)

    def mean(part: Any) -> Any:
        return cv2.blur(part * counts, (side, side)) / weight

    middle, light = mean(drawn), mean(seen)
    spread = mean(drawn * drawn) - middle * middle
    both = mean(drawn * seen) - middle * light
    known = (spread > tuning.COVER_LEAST_PRINT**2) & (weight > tuning.COVER_LEAST_COUNTED)
    return both / np.maximum(spread, 1.0) / np.maximum(light, 8.0) * middle, known
