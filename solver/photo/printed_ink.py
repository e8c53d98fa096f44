"""Ink on printed numbers: what is left of a place to be struck once its print is fitted to the photograph.

Ink is not looked for where print is dark, so that of a small X on a printed number hardly anything shows. The
same number stands in several places, and print leaves the same behind in all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from pencilwright.solver.photo import tuning
from pencilwright.solver.photo.records import BLANK, Grey
from pencilwright.templates.page import Mark, Page, Text

STRUCK_OUT = "strike"
"""The kind of the marks that take a slash or an X alone."""


def inked(
    picture: NDArray[Any], drawing: Grey, page: Page, kinds: Mapping[str, str], usual: float
) -> list[str]:
    """Return the marks to be struck that seem blank, with more ink on their print than others of the same.

    Parameters
    ----------
    picture : the page in register with its drawing.
    drawing : of the blank page.
    kinds : mark id -> kind as seen.
    usual : darkness of the writer's strokes.
    """
    left: dict[str, float] = {}
    unclear: dict[str, float] = {}
    fields: dict[str, tuple[str, ...]] = {}
    for mark in page.marks:
        if mark.kind == STRUCK_OUT and kinds.get(mark.id) == BLANK and (words := _words(page, mark)):
            left[mark.id], unclear[mark.id] = (part / usual for part in _left(picture, drawing, mark))
            fields[mark.id] = words
    typical = float(np.percentile(list(left.values()), tuning.ON_PRINT_USUALLY)) if left else 0.0
    results = []
    for name, more in left.items():
        same = (left[other] for other in left if other != name and fields[other] == fields[name])
        beyond = more - min([typical, *same])
        enough = max(tuning.MORE_ON_PRINT, tuning.ON_PRINT_NOISE * unclear[name])
        if more > tuning.ON_PRINT and beyond > enough:
            results.append(name)
    return results


def _words(page: Page, mark: Mark) -> tuple[str, ...]:
    """Return what is printed in a place."""
    box = mark.rect
    return tuple(
        item.text
        for item in page.items
        if isinstance(item, Text) and box.x < item.x < box.right and box.y < item.y < box.bottom
    )


def _left(picture: NDArray[Any], drawing: Grey, mark: Mark) -> tuple[float, float]:
    """Return the darkest ink, as large as a dot, in a place that its print does not explain, and its noise.

    The print is fitted to the picture there: brightness of the paper and its slope, strength, blur and small
    shifts of the print, each to the first order. What is much darker than the fit counts little for it.
    """
    box, scale = mark.rect, tuning.PIXELS_PER_MM
    half = tuning.ON_PRINT_REACH * min(box.width, box.height) / 2
    x, y = box.x + box.width / 2, box.y + box.height / 2
    top, bottom, left, right = (round(value * scale) for value in (y - half, y + half, x - half, x + half))
    more = tuning.ON_PRINT_EDGE
    dark = 1 - drawing[top - more : bottom + more, left - more : right + more].astype(np.float32) / 255
    seen = picture[top:bottom, left:right].astype(np.float32)
    soft, softer = (cv2.GaussianBlur(dark, (0, 0), blur * scale) for blur in tuning.ON_PRINT_BLURS_MM)
    slopes = (cv2.Sobel(soft, cv2.CV_32F, *way, ksize=3) for way in ((1, 0), (0, 1)))
    inside = slice(more, -more)
    down, across = np.mgrid[: seen.shape[0], : seen.shape[1]] / seen.shape[0] - 0.5
    columns = [part[inside, inside] for part in (soft, *slopes, softer - soft)]
    terms = np.stack([np.ones_like(seen), across, down, *columns], -1).reshape(seen.size, -1)
    weights: NDArray[Any] = np.ones(seen.size)
    parts, spread = np.zeros(terms.shape[1]), 0.0
    for _ in range(tuning.ON_PRINT_ROUNDS):
        weighed = terms * weights[:, None]
        sums = weighed.T @ weighed, weighed.T @ (seen.ravel() * weights)
        parts = np.linalg.lstsq(*sums, rcond=None)[0]  # of seven sums, far sooner than of all pixels
        off = terms @ parts - seen.ravel()
        spread = 1.4826 * np.median(np.abs(off)) + 1e-3
        weights = np.minimum(1, 3 * spread / np.maximum(np.abs(off), 1e-3))
        weights[off > 2 * spread] *= tuning.ON_PRINT_DARKER
    if parts[0] < 1:  # the paper is black there, beside the picture or under a card
        return 0.0, float("inf")
    fitted = np.maximum((terms @ parts).reshape(seen.shape), tuning.ON_PRINT_LEAST * parts[0])
    ink = cv2.GaussianBlur(1 - seen / fitted, (0, 0), tuning.ON_PRINT_SMOOTH_MM * scale)
    ink *= np.minimum(fitted / (0.5 * parts[0]), 1)  # on the darkest print there is little light to take
    edge = tuning.ON_PRINT_EDGE - 1
    few = np.partition(ink[edge:-edge, edge:-edge].ravel(), -tuning.ON_PRINT_PIXELS)
    return float(few[-tuning.ON_PRINT_PIXELS :].mean()), float(spread / parts[0])
