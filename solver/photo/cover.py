"""Where the print of a page can be seen at all: what lies on the paper hides its marks, and looks blank."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pencilwright.solver.photo import align, tuning
from pencilwright.solver.photo.records import Grey
from pencilwright.templates.page import Mark


def covered(picture: Any, blank: Grey, marks: Iterable[Mark]) -> set[str]:
    """Return the ids of the marks whose print does not show; strokes on a mark may hide it as well.

    In a window about each place the photo's brightness is compared with the drawing's: a cover has no more
    in common with the drawing than chance.

    Parameters
    ----------
    picture : the page in register with its drawing, float32 grey.
    blank : drawing of the page.
    """
    import numpy as np

    strength, known = strengths(picture, blank)
    usual = float(np.median(strength[known])) if known.any() else 1.0
    hidden = known & (strength < tuning.COVERED * usual)
    scale = tuning.ALIGN_PIXELS_PER_MM
    found = set()
    for mark in marks:
        x, y, right, bottom = (
            round(value * scale) for value in (mark.rect.x, mark.rect.y, mark.rect.right, mark.rect.bottom)
        )
        if hidden[y:bottom, x:right].mean() > tuning.COVERED_SHARE:
            found.add(mark.id)
    return found


def without_strokes(picture: Any, dark: Any) -> Any:
    """Return a page without what was written on it, so that print shows between digits.

    What is darker over a wider place than any stroke stays: a finger, a card. `dark` is that of ink.Ink.
    """
    import cv2
    import numpy as np

    scale = tuning.ALIGN_PIXELS_PER_MM / tuning.PIXELS_PER_MM
    small = cv2.resize(dark, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    side = 2 * round(tuning.SHADE_MM * tuning.ALIGN_PIXELS_PER_MM / 2) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    wide = cv2.morphologyEx(small, cv2.MORPH_OPEN, disc)
    height, width = dark.shape
    strokes = np.clip(dark - cv2.resize(wide, (width, height), interpolation=cv2.INTER_LINEAR), 0, 0.95)
    return picture / (1 - strokes)


def strengths(picture: Any, blank: Grey) -> tuple[Any, Any]:
    """Return how strongly the print shows about each place at ALIGN_PIXELS_PER_MM, and where there is any."""
    import cv2
    import numpy as np

    scale = tuning.ALIGN_PIXELS_PER_MM
    drawn: Any = align.coarse(blank).astype(np.float32)
    height, width = drawn.shape
    seen = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
    sigma = tuning.COVER_BLUR_MM * scale
    drawn, seen = (cv2.GaussianBlur(part, (0, 0), sigma) for part in (drawn, seen))
    side = 2 * round(tuning.COVER_WINDOW_MM * scale / 2) + 1

    def mean(part: Any) -> Any:
        return cv2.blur(part, (side, side))

    middle, light = mean(drawn), mean(seen)
    spread = mean(drawn * drawn) - middle * middle
    both = mean(drawn * seen) - middle * light
    known = spread > tuning.COVER_LEAST_PRINT**2
    return both / np.maximum(spread, 1.0) / np.maximum(light, 8.0) * middle, known
