"""The flattened page laid exactly over the drawing of the blank page, although paper curls and creases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np

from pencilwright.solver.photo import tuning
from pencilwright.solver.photo.flatten import Bend, warp
from pencilwright.solver.photo.records import Grey
from pencilwright.templates.paths import Box


class Aligned(NamedTuple):
    """The page in register.

    Attributes
    ----------
    picture : the page as photographed, PIXELS_PER_MM, float32 grey.
    inside : True where the photograph shows the page.
    share : share of the page's patches that were found where the bend puts them.
    """

    picture: Any
    inside: Any
    share: float


class Matches(NamedTuple):
    """Patches that were found: their middles in mm, and how far they lie from there.

    `clear` says of each whether it is without places for writing, which spoils patches; `tries` is how many
    such patches were looked for.
    """

    places: Any
    moved: Any
    clear: Any
    tries: int


def align(
    photo: Grey,
    homography: Any,
    blank: Grey,
    size: tuple[float, float],
    known: tuple[Any, Any],
    written: Sequence[Box] = (),
) -> Aligned:
    """Return the page as photographed, in register with its drawing.

    Parameters
    ----------
    homography : page mm to photo pixels.
    blank : drawing of the page at PIXELS_PER_MM.
    size : width and height of the page in mm.
    known : places in mm and where the homography sees them, from the markers.
    written : places for writing: patches with one of them are matched, but a page full of them is no worse
        for those that are not found.
    """
    small = coarse(blank)
    spoiled = _spoiled(small, written)
    bend = Bend(*known, size, tuning.BEND_SMOOTHING)
    share = 0.0
    rounds = zip(tuning.ALIGN_REACH_MM, tuning.ALIGN_STEP_MM, tuning.ALIGN_SMOOTHING, strict=True)
    for reach, step, smoothing in rounds:
        flat = warp(photo, bend.map(homography, tuning.ALIGN_PIXELS_PER_MM))
        result = match(flat, small, reach, step, spoiled=spoiled)
        if len(result.places) < 6:
            return _finished(photo, homography, bend, 0.0)
        bend, agreeing = _bent(bend, result, size, smoothing)
        share = float((agreeing & result.clear).sum() / max(result.tries, 1))
    return _finished(photo, homography, bend, share)


def coarse(blank: Grey) -> Grey:
    """Return the drawing at the resolution at which it is matched."""
    ratio = tuning.ALIGN_PIXELS_PER_MM / tuning.PIXELS_PER_MM
    return cv2.GaussianBlur(
        cv2.resize(blank, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA), (0, 0), 1
    )


def _finished(photo: Grey, homography: Any, bend: Bend, share: float) -> Aligned:
    maps = bend.map(homography, tuning.PIXELS_PER_MM)
    height, width = photo.shape
    inside = (maps[0] > 1) & (maps[0] < width - 2) & (maps[1] > 1) & (maps[1] < height - 2)
    return Aligned(warp(photo, maps).astype(np.float32), inside, share)


def _spoiled(small: Grey, written: Sequence[Box]) -> Any:
    """Return True for the middles of patches that hold much of the places for writing."""
    scale = tuning.ALIGN_PIXELS_PER_MM
    covered = np.zeros(small.shape, np.float32)
    for box in written:
        x, y, right, bottom = (round(scale * value) for value in (box.x, box.y, box.right, box.bottom))
        covered[max(y, 0) : bottom, max(x, 0) : right] = 1
    side = 2 * round(tuning.ALIGN_PATCH_MM / 2 * scale) + 1
    return cv2.blur(covered, (side, side)) > tuning.ALIGN_WRITTEN


def match(
    flat: Grey, blank: Grey, reach: float, step_mm: float, near: Any = None, spoiled: Any = None
) -> Matches:
    """Look for patches of the drawing on the page, or for those close to points `near`, (n, 2) in mm.

    spoiled : True for middles of patches that do not count among those that should be found.
    """
    scale = tuning.ALIGN_PIXELS_PER_MM
    half, step, far = (round(mm * scale) for mm in (tuning.ALIGN_PATCH_MM / 2, step_mm, reach))
    height, width = blank.shape
    textured = _texture(blank, half)
    places, moved, clear, tries = [], [], [], 0
    margin = half + far
    for y in range(margin, height - margin, step):
        for x in range(margin, width - margin, step):
            if near is not None and _far(x / scale, y / scale, near):
                continue
            around = flat[y - margin : y + margin, x - margin : x + margin]
            if textured[y, x] < tuning.ALIGN_LEAST_TEXTURE or (around[::4, ::4] == 0).any():
                continue
            counts = spoiled is None or not spoiled[y, x]
            tries += counts
            patch = blank[y - half : y + half, x - half : x + half]
            scores = cv2.matchTemplate(around, patch, cv2.TM_CCOEFF_NORMED)
            _, best, _, (dx, dy) = cv2.minMaxLoc(scores)
            if best < tuning.ALIGN_LEAST_MATCH or not (0 < dx < 2 * far and 0 < dy < 2 * far):
                continue
            clear.append(counts)
            places.append((x / scale, y / scale))
            moved.append(
                (
                    (dx - far + _top(scores[dy, dx - 1 : dx + 2])) / scale,
                    (dy - far + _top(scores[dy - 1 : dy + 2, dx])) / scale,
                )
            )
    return Matches(
        np.array(places).reshape(-1, 2), np.array(moved).reshape(-1, 2), np.array(clear, bool), tries
    )


def _far(x: float, y: float, near: Any) -> bool:
    return bool((((near - (x, y)) ** 2).sum(1) > tuning.GROW_MM**2).all())


def _top(three: Any) -> float:
    """Return where the parabola through three values has its top, from the middle one."""
    left, middle, right = (float(value) for value in three)
    curve = left - 2 * middle + right
    return 0.0 if curve >= -1e-9 else max(-0.5, min(0.5, 0.5 * (left - right) / curve))


def _texture(blank: Grey, half: int) -> Any:
    """Return how strongly each pixel's patch changes in its weaker direction, in grey values a pixel."""
    grey = blank.astype(np.float32)
    dx, dy = (cv2.Sobel(grey, cv2.CV_32F, i, 1 - i, ksize=3) / 8 for i in (1, 0))
    window = (2 * half + 1, 2 * half + 1)
    xx, yy, xy = (cv2.blur(product, window) for product in (dx * dx, dy * dy, dx * dy))
    weaker = (xx + yy) / 2 - np.sqrt(((xx - yy) / 2) ** 2 + xy**2)
    return np.sqrt(np.maximum(weaker, 0))


def _bent(bend: Bend, result: Matches, size: tuple[float, float], smoothing: float) -> tuple[Bend, Any]:
    """Fit the bend anew to the patches, leaving out those that disagree. Return it and who agrees."""
    # What lies at `place + moved` on the page as bent so far belongs at `place`.
    at = result.places + result.moved
    seen = at + bend.at(at)
    agreeing = np.ones(len(at), bool)
    fitted = bend
    for _ in range(3):
        fitted = Bend(result.places[agreeing], seen[agreeing], size, smoothing)
        off = np.linalg.norm(result.places + fitted.at(result.places) - seen, axis=1)
        now = off < tuning.ALIGN_OUTLIER_MM
        if now.sum() < 6 or (now == agreeing).all():
            break
        agreeing = now
    return fitted, agreeing
