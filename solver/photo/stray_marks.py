"""Ink that explains nothing: strokes near a place that belong to no mark that was read, its own or another.

A ring far too large for its place, an X beside it, a small one on its printed edge: the networks look at one
place at a time and may take it for blank, but the ink is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pencilwright.solver.photo import align, tuning
from pencilwright.solver.photo.records import BLANK, TICKED, Grey
from pencilwright.solver.photo.strokes import Strokes
from pencilwright.templates.page import WRITTEN, Mark, Page, Text
from pencilwright.templates.paths import Box

if TYPE_CHECKING:
    from numpy.typing import NDArray

NARROW, WIDE, FIRST_WIDE = 0.6, 1.0, 0x2E80
"""Widths of letters as parts of their size, and the first of the broad ones, by its code point."""


class Piece(NamedTuple):
    """Connected ink: pixels outside of all that explains ink, and how much of the whole piece they are."""

    x: NDArray[Any]
    y: NDArray[Any]
    share: float


def inside(
    drawn: Strokes, drawing: Grey, page: Page, marks: Sequence[Mark], kinds: Mapping[str, str]
) -> list[str]:
    """Return the marks that seem blank, but with ink in their middle that belongs to no mark.

    Parameters
    ----------
    drawing : of the blank page.
    kinds : mark id -> kind as seen.
    """
    import numpy as np

    scale = tuning.ALIGN_PIXELS_PER_MM
    open_to = [mark for mark in marks if kinds[mark.id] in (BLANK, TICKED)]
    results: dict[str, None] = {}
    for piece in pieces(drawn, drawing, page, marks, kinds):
        x, y = piece.x / scale, piece.y / scale
        middle = (x.min() + x.max()) / 2, (y.min() + y.max()) / 2
        far = [float(_distances(mark.rect, *middle)) for mark in open_to]
        if far and min(far) < tuning.INSIDE_REACH:
            mark = open_to[int(np.argmin(far))]
            if kinds[mark.id] == BLANK:
                results[mark.id] = None
    return list(results)


def broad(drawn: Strokes) -> float:
    """Return which share of the ink is wider than any pen's but a marker's."""
    import cv2

    ink = _ink(drawn)
    across = round(tuning.BROAD_MM * tuning.ALIGN_PIXELS_PER_MM)
    wide = cv2.morphologyEx(ink, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (across,) * 2))
    return float(wide.sum() / max(ink.sum(), 1))


def _ink(drawn: Strokes) -> NDArray[Any]:
    """Return which pixels (at ALIGN_PIXELS_PER_MM) are ink, uint8."""
    import cv2
    import numpy as np

    scale = tuning.ALIGN_PIXELS_PER_MM / tuning.PIXELS_PER_MM
    height, width = (round(side * scale) for side in drawn.strength.shape)
    small = cv2.resize(drawn.strength, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small > tuning.STRAY_STRENGTH, np.uint8)


def pieces(
    drawn: Strokes, drawing: Grey, page: Page, marks: Sequence[Mark], kinds: Mapping[str, str]
) -> Iterator[Piece]:
    """Yield the pieces of ink, larger than specks, that no mark and no writing explains."""
    import cv2
    import numpy as np

    scale = tuning.ALIGN_PIXELS_PER_MM
    ink = _ink(drawn)
    line = cv2.erode(align.coarse(drawing), np.ones((3, 3), np.uint8)) < tuning.STRAY_PRINT
    free = _unexplained(ink.shape, page, marks, kinds)
    count, labels = cv2.connectedComponents(ink, connectivity=8)
    outside = np.where(free, labels, 0)
    whole, left = (np.bincount(part.ravel(), minlength=count) for part in (labels, outside))
    for number in np.flatnonzero(left[1:] >= tuning.INSIDE_MM2 * scale * scale) + 1:
        if left[number] < tuning.STRAY_SHARE * whole[number]:
            continue
        y, x = np.nonzero(outside == number)
        if (
            line[y, x].mean() < tuning.STRAY_PRINTED
            and np.hypot(np.ptp(x), np.ptp(y)) >= tuning.INSIDE_MM * scale
        ):
            yield Piece(x, y, float(left[number] / whole[number]))


def _unexplained(
    shape: tuple[int, ...], page: Page, marks: Sequence[Mark], kinds: Mapping[str, str]
) -> NDArray[Any]:
    """Return where ink would belong to nothing: outside of drawn marks, writing, samples and code."""
    import cv2
    import numpy as np

    scale = tuning.ALIGN_PIXELS_PER_MM
    free = np.ones(shape, np.uint8)
    for mark in marks:
        if kinds[mark.id] != BLANK:
            box = mark.rect
            middle = (round((box.x + box.width / 2) * scale), round((box.y + box.height / 2) * scale))
            axes = (
                round(box.width / 2 * tuning.STRAY_OWN * scale),
                round(box.height / 2 * tuning.STRAY_OWN * scale),
            )
            cv2.ellipse(free, middle, axes, 0, 0, 360, 0, -1)
    written = [mark.rect.grown(tuning.STRAY_WRITING_MM) for mark in page.marks if mark.kind in WRITTEN]
    words = [_words(item) for item in page.items if isinstance(item, Text) and item.width]
    printed = [box.grown(tuning.STRAY_PRINT_MM) for box in (*words, *(area.rect for area in page.areas))]
    for box in (*written, *printed):
        left, top, right, bottom = (
            max(0, round(value * scale)) for value in (box.x, box.y, box.right, box.bottom)
        )
        free[top:bottom, left:right] = 0
    return free > 0


def _words(text: Text) -> Box:
    """Return at least the box of words that wrap: they are printed, but no part of the blank drawing."""
    wide = sum(WIDE if ord(sign) >= FIRST_WIDE else NARROW for sign in text.text) * text.size
    lines = int(wide / text.width) + 2
    lines = min(lines, text.lines) if text.lines else lines
    left = {"start": 0.0, "middle": text.width / 2, "end": text.width}[text.anchor]
    height = (lines - 1) * text.leading
    above = height / 2 if text.valign == "middle" else 0.0
    box = Box(text.x - left, text.y - above - text.size, text.width, height + 1.5 * text.size)
    if not text.turned:
        return box
    return Box(2 * text.x - box.right, 2 * text.y - box.bottom, box.width, box.height)


def _distances(box: Box, x: Any, y: Any) -> Any:
    """Return how far points are from the middle of a place, 1 at the edge of its ellipse."""
    import numpy as np

    across = (x - box.x - box.width / 2) / (box.width / 2)
    down = (y - box.y - box.height / 2) / (box.height / 2)
    return np.hypot(across, down)
