"""Ink as strokes: how dark and wide this writer writes, and what shapes lie in the ink of a mark."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from solver.photo import tuning
from solver.photo.ink import Ink
from templates.page import Mark, Page


class Strokes(NamedTuple):
    """The strokes on a page, at PIXELS_PER_MM.

    Attributes
    ----------
    strength : 0 (none) to 1 (as dark as this writer writes), float32.
    near : the same, spread by NEAR_MM.
    soft : darkness relative to the writer's, averaged over a stroke's width: faint traces show here.
    usual : darkness of the writer's strokes, 0 to 1.
    width : width of the writer's strokes in mm.
    clear : how many times darker they are than what may be noise; 0 when there are too few to tell.
    """

    strength: Any
    near: Any
    soft: Any
    usual: float
    width: float
    clear: float


def strokes(ink: Ink, page: Page) -> Strokes:
    """Return the strokes of a page, measured by how dark its writer writes."""
    import cv2
    import numpy as np

    scale = tuning.PIXELS_PER_MM
    least = max(tuning.LEAST_STROKE, tuning.NOISE_FACTOR * ink.noise)
    found = []
    for mark in page.marks:
        if mark.kind != "text":
            part = ink.dark[_slice(mark.rect.y, mark.rect.height), _slice(mark.rect.x, mark.rect.width)]
            found.append(part[part > 1.5 * least])
    dark = np.concatenate(found) if found else np.zeros(0)
    enough = len(dark) > tuning.ENOUGH_STROKES_MM2 * scale * scale
    usual = float(np.percentile(dark, 70)) if enough else tuning.USUAL_STROKE
    low = max(least, tuning.FAINT * usual)
    high = max(low + 0.04, tuning.FULL * usual)
    strength = np.clip((ink.dark - low) / (high - low), 0, 1)
    reach = round(tuning.NEAR_MM * scale)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    soft = cv2.GaussianBlur(ink.dark, (0, 0), 0.35 * scale) / usual
    spread = cv2.dilate(strength, disc)
    if not enough:
        return Strokes(strength, spread, soft, usual, tuning.USUAL_WIDTH_MM, 0.0)
    return Strokes(strength, spread, soft, usual, _width(strength, page), usual / least)


def _width(strength: Any, page: Page) -> float:
    """Width of the strokes in mm: four times the mean distance of ink from its edge."""
    import cv2
    import numpy as np

    scale = tuning.PIXELS_PER_MM
    depth = cv2.distanceTransform((strength > 0.5).astype(np.uint8), cv2.DIST_L2, 3)
    found = []
    for mark in page.marks:
        if mark.kind != "text":
            part = depth[_slice(mark.rect.y, mark.rect.height), _slice(mark.rect.x, mark.rect.width)]
            found.append(part[part > 0] - 0.5)
    inked = np.concatenate(found)
    return (
        float(np.clip(4 * inked.mean() / scale, *tuning.STROKE_WIDTHS_MM))
        if inked.size
        else tuning.USUAL_WIDTH_MM
    )


def _slice(start: float, length: float) -> slice:
    scale = tuning.PIXELS_PER_MM
    return slice(max(0, round(start * scale)), max(0, round((start + length) * scale)))


def on_samples(found: Strokes, ink: Ink, page: Page) -> float:
    """Return which share of the printed samples looks pencilled: none, if print and drawing agree."""
    import numpy as np

    strength, valid = [], []
    for area in page.areas:
        if area.id.startswith("sample."):
            where = _slice(area.rect.y, area.rect.height), _slice(area.rect.x, area.rect.width)
            strength.append(found.strength[where].ravel())
            valid.append(ink.valid[where].ravel())
    looked = np.concatenate(valid)
    return float(np.concatenate(strength)[looked].mean()) if looked.any() else 0.0


class Shape(NamedTuple):
    """How the ink of a mark looks.

    Attributes
    ----------
    ring : share of the best ring's path that has ink.
    ring_soft, ring_low : how dark that path is, averaged over a stroke's width, 1 as the writer's strokes:
        its mean, and its paler fifth.
    ring_x, ring_y, ring_scale : middle of that ring in mm from the mark's middle; its size, 1 as the place.
    falling, rising : share of the best line from upper left to lower right, from lower left to upper right.
    inner : strokes inside of half the place's size about the ring's middle, in mm2.
    inside : strokes inside of the place, in mm2.
    filled : length of the strokes inside, in mm per mm2: their area, divided by the writer's width.
    soft : the upper quarter of the inside's darkness relative to the writer's.
    seen : share of the inside that can be looked at.
    extent : larger side of the box around the strokes inside, as a part of the place.
    slim : thickness of the strokes inside against their length: 0 for a straight line, 1 for a cross.
    hollow : radius of the largest spot about the middle without the middle line of a stroke, as a part of
        the place's half width.
    spots : how many spots about the middle the strokes part: one in a ring, four about a cross.
    outside : strokes beyond the place, reached from inside without a gap, in mm2.
    """

    ring: float
    ring_soft: float
    ring_low: float
    ring_x: float
    ring_y: float
    ring_scale: float
    falling: float
    rising: float
    inner: float
    inside: float
    filled: float
    soft: float
    seen: float
    extent: float
    slim: float
    hollow: float
    spots: float
    outside: float


@lru_cache(maxsize=32)
def _ring_paths(width: float, height: float) -> tuple[Any, Any]:
    """Candidate rings of a place: (x, y, scale) of each, shape (n, 3), and pixel offsets, (n, points, 2)."""
    import numpy as np

    shifts, scales = tuning.RING_SHIFTS_MM, tuning.RING_SCALES
    candidates = np.array([(x, y, s) for s in scales for x in shifts for y in shifts if x * x + y * y < 2.0])
    turn = np.linspace(0, 2 * np.pi, tuning.RING_DIRECTIONS, endpoint=False)
    unit = np.stack([np.cos(turn) * width / 2, np.sin(turn) * height / 2], axis=1)
    paths = candidates[:, None, :2] + candidates[:, None, 2:] * unit[None]
    return candidates, np.round(paths * tuning.PIXELS_PER_MM).astype(int)


@lru_cache(maxsize=32)
def _line_paths(width: float, height: float) -> Any:
    """Candidate lines of a cross: pixel offsets of falling and rising ones, shape (2, n, points, 2)."""
    import numpy as np

    along = np.linspace(-1, 1, 15)
    both = []
    for sign in (1, -1):
        lines = []
        for lean in tuning.LINE_LEANS:
            cos, sin = np.cos(lean), np.sin(lean)
            half = np.array([width / 2, sign * height / 2]) * tuning.LINE_REACH
            direction = np.array([cos * half[0] - sin * half[1], sin * half[0] + cos * half[1]])
            lines += [
                along[:, None] * direction + np.array([x, y])
                for x in tuning.LINE_SHIFTS_MM
                for y in tuning.LINE_SHIFTS_MM
            ]
        both.append(lines)
    return np.round(np.array(both) * tuning.PIXELS_PER_MM).astype(int)


def shape(found: Strokes, ink: Ink, mark: Mark) -> Shape:
    """Measure the strokes of one mark."""
    import cv2
    import numpy as np

    scale = tuning.PIXELS_PER_MM
    rect = mark.rect
    middle = np.array([rect.x + rect.width / 2, rect.y + rect.height / 2]) * scale - 0.5
    at = np.round(middle).astype(int)
    candidates, paths = _ring_paths(rect.width, rect.height)
    share = _sample(found.near, at, paths)
    # Among rings that fit about equally, the most central one of usual size.
    merit = (
        share - 0.03 * np.hypot(candidates[:, 0], candidates[:, 1]) - 0.05 * np.abs(candidates[:, 2] - 0.95)
    )
    best = int(merit.argmax())
    ring_x, ring_y, ring_scale = (float(value) for value in candidates[best])
    along = _values(found.soft, at, paths[best])
    lines = _line_paths(rect.width, rect.height)
    falling, rising = (float(_sample(found.near, at, lines[i]).max()) for i in (0, 1))

    reach = 3.0
    rows, columns = (
        slice(max(0, round((a - reach) * scale)), round((a + b + reach) * scale))
        for a, b in ((rect.y, rect.height), (rect.x, rect.width))
    )
    part, valid = found.strength[rows, columns], ink.valid[rows, columns]
    ys, xs = np.mgrid[rows.start : rows.start + part.shape[0], columns.start : columns.start + part.shape[1]]
    u = (xs - middle[0]) / scale / (rect.width / 2)
    v = (ys - middle[1]) / scale / (rect.height / 2)
    round_place = mark.kind in ("circle", "resource")
    rho = np.hypot(u, v) if round_place else np.maximum(np.abs(u), np.abs(v))
    inside = rho < 0.9
    from_ring = np.hypot(u - ring_x / (rect.width / 2), v - ring_y / (rect.height / 2))
    inner = from_ring < 0.5 * ring_scale
    area = 1 / scale**2
    strong = part > 0.5
    gap = round(tuning.JOIN_MM * scale)
    joined = cv2.dilate(strong.astype(np.uint8), np.ones((2 * gap + 1, 2 * gap + 1), np.uint8))
    labels_count, labels = cv2.connectedComponents(joined, connectivity=8)
    reached = np.zeros(labels_count, bool)
    reached[np.unique(labels[strong & (rho < 0.75)])] = True
    reached[0] = False
    beyond = strong & reached[labels] & (rho > 1.2)
    spots = np.argwhere(strong & (rho < 1.0))
    extent = slim = 0.0
    if len(spots) > 3:
        spread = np.linalg.eigvalsh(np.cov(spots.T))
        slim = float(np.sqrt(max(spread[0], 0.0) / max(spread[1], 1e-6)))
        low, high = np.percentile(spots, (3, 97), axis=0)
        extent = float(max((high[1] - low[1]) / scale / rect.width, (high[0] - low[0]) / scale / rect.height))
    clear = cv2.distanceTransform((~strong).astype(np.uint8), cv2.DIST_L2, 3)
    spot = min(float(clear[rho < tuning.HOLLOW_REACH].max()) / scale, 9.0)
    hollow = (spot + (found.width / 2 if spot > tuning.LEAST_SPOT_MM else 0.0)) / (
        min(rect.width, rect.height) / 2
    )
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))
    free = (rho < tuning.SPOTS_REACH) & ~cv2.dilate(strong.astype(np.uint8), disc).astype(bool)
    _, _, sizes, _ = cv2.connectedComponentsWithStats(free.astype(np.uint8), connectivity=4)
    parts = int((sizes[1:, cv2.CC_STAT_AREA] * area > tuning.SPOT_MM2).sum())
    looked = valid & inside
    soft = found.soft[rows, columns][looked]
    return Shape(
        float(share[best]),
        float(along.mean()),
        float(np.percentile(along, 20)),
        ring_x,
        ring_y,
        ring_scale,
        falling,
        rising,
        float((part * inner).sum() * area),
        float((part * inside).sum() * area),
        float(part[looked].mean()) / found.width if looked.any() else 0.0,
        float(np.percentile(soft, 75)) if soft.size else 0.0,
        float(looked.sum() / max(1, inside.sum())),
        extent,
        slim,
        hollow,
        float(parts),
        float(beyond.sum() * area),
    )


def _values(picture: Any, at: Any, paths: Any) -> Any:
    """Values of a picture along paths of pixel offsets."""
    import numpy as np

    xs = np.clip(paths[..., 0] + at[0], 0, picture.shape[1] - 1)
    ys = np.clip(paths[..., 1] + at[1], 0, picture.shape[0] - 1)
    return picture[ys, xs]


def _sample(picture: Any, at: Any, paths: Any) -> Any:
    """Share of each path that has ink."""
    return (_values(picture, at, paths) > 0.5).mean(axis=-1)
