"""Shapes that a hand draws, as polylines in millimetres about the origin, each a little different.

A stroke is an array of shape (n, 3): x, y (mm, y down) and pressure (0 to about 1.2).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Stroke = NDArray[np.float64]
STEP = 0.25
"""Distance of the points along a stroke in mm."""

Shape = Callable[[np.random.Generator, float, float, float], list[Stroke]]
"""Draws a shape anew: takes half its width and height in mm, and the care of the hand."""
Digit = Callable[[np.random.Generator, str, float, float, float, bool], list[Stroke]]
"""Draws a digit: takes its sign first, and whether it is of the second form last."""


class Shapes(NamedTuple):
    """How one hand draws."""

    ring: Shape
    cross: Shape
    slash: Shape
    tick: Shape
    fill: Shape
    line: Shape
    digit: Digit


DIGITS: Mapping[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "0": (((0.1, -1), (-0.6, -0.6), (-0.6, 0.6), (0, 1), (0.6, 0.6), (0.6, -0.6), (0, -1)),),
    "1": (((-0.35, -0.55), (0.05, -1), (0.05, -0.9), (0.03, 0), (0, 1)),),
    "2": (((-0.55, -0.6), (-0.1, -1), (0.5, -0.7), (0.3, 0), (-0.55, 0.95), (-0.5, 0.98), (0.6, 0.95)),),
    "3": (((-0.5, -0.85), (0.1, -1), (0.5, -0.55), (-0.1, -0.05), (0.55, 0.45), (0.1, 1), (-0.55, 0.75)),),
    "4": (((0.1, -1), (-0.55, 0.3), (-0.5, 0.32), (0.6, 0.3)), ((0.25, -0.3), (0.2, 1))),
    "5": (((0.5, -1), (-0.4, -0.95), (-0.45, -0.1), (0.2, -0.2), (0.55, 0.4), (0, 1), (-0.5, 0.8)),),
    "6": (((0.4, -1), (-0.35, -0.1), (-0.45, 0.7), (0.1, 1), (0.5, 0.5), (0, 0.1), (-0.4, 0.5)),),
    "7": (((-0.55, -0.95), (0.55, -0.95), (0.5, -0.85), (-0.1, 1)),),
    "8": (((0.45, -0.7), (-0.3, -0.9), (-0.2, -0.2), (0.5, 0.5), (-0.1, 1), (-0.45, 0.4), (0.4, -0.5)),),
    "9": (((0.45, -0.6), (-0.2, -1), (-0.4, -0.3), (0.3, -0.2), (0.45, -0.7), (0.4, 0.2), (0.1, 1)),),
}
"""Control points of digits in a box of 2 by 2."""

DIGITS_OTHERWISE: Mapping[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "1": (((0, -1), (0.02, 0), (0, 1)),),
    "2": (((-0.5, -0.7), (0, -1), (0.5, -0.6), (0, 0.4), (-0.5, 0.9), (-0.2, 0.6), (0.6, 1)),),
    "3": (((-0.5, -0.95), (0.5, -0.95), (0.5, -0.9), (-0.05, -0.1), (0.55, 0.4), (0, 1), (-0.55, 0.7)),),
    "7": (((-0.55, -0.95), (0.55, -0.95), (0.5, -0.85), (-0.1, 1)), ((-0.3, 0.05), (0.4, 0))),
}
"""Other forms of some: a bare 1, a 2 with a loop, a 3 with a flat top, a 7 with a bar."""


def smooth(points: Any, step: float = STEP) -> Stroke:
    """Return a Catmull-Rom curve through points (n, 2) or (n, 3), evenly dense. Without pressure it is 1."""
    given = np.asarray(points, dtype=float)
    if given.shape[1] == 2:
        given = np.column_stack((given, np.ones(len(given))))
    if len(given) == 2:
        count = max(2, int(np.hypot(*(given[1] - given[0])[:2]) / step) + 1)
        return np.asarray(given[0] + np.linspace(0, 1, count)[:, None] * (given[1] - given[0]))
    padded = np.vstack((2 * given[0] - given[1], given, 2 * given[-1] - given[-2]))
    parts = []
    for before, start, end, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        count = max(2, int(np.hypot(*(end - start)[:2]) / step) + 1)
        t = np.linspace(0, 1, count, endpoint=False)[:, None]
        parts.append(
            0.5
            * (
                2 * start
                + (end - before) * t
                + (2 * before - 5 * start + 4 * end - after) * t**2
                + (3 * start - before - 3 * end + after) * t**3
            )
        )
    return np.vstack((*parts, given[-1:]))


def wobble(rng: np.random.Generator, stroke: Stroke, amount: float) -> Stroke:
    """Shake a stroke by about `amount` mm: slow waves and a little fast tremor; vary its pressure."""
    length = np.concatenate(([0], np.cumsum(np.hypot(*np.diff(stroke[:, :2], axis=0).T))))
    shaken = stroke.copy()
    for axis in (0, 1):
        for wavelength, part in ((9.0, 1.0), (3.5, 0.5), (1.2, 0.15)):
            phase, strength = rng.uniform(0, 2 * np.pi), amount * part * rng.normal()
            shaken[:, axis] += strength * np.sin(
                2 * np.pi * length / (wavelength * rng.uniform(0.7, 1.4)) + phase
            )
    whole = max(float(length[-1]), 1e-6)
    ramp = np.clip(np.minimum(length, whole - length) / 0.8, 0, 1)
    shaken[:, 2] *= (0.75 + 0.25 * ramp) * (
        1 + 0.15 * np.sin(2 * np.pi * length / rng.uniform(4, 12) + rng.uniform(0, 6))
    )
    return shaken


def ring(rng: np.random.Generator, rx: float, ry: float, care: float) -> list[Stroke]:
    """Draw a ring in one stroke, sometimes round twice; a hasty hand leaves a gap."""
    start = rng.uniform(0, 2 * np.pi) if rng.random() < 0.3 else rng.normal(-1.6, 0.4)
    overlap = rng.normal(0.15, 0.1 + 0.3 * (1 - care))
    turns = 2 if rng.random() < 0.06 + 0.08 * (1 - care) else 1
    angle = np.linspace(0, 2 * np.pi * turns + np.clip(overlap, -0.6, 1.5), 30 * turns)
    angle = start + angle * (1 if rng.random() < 0.3 else -1)
    spread = 0.04 + 0.1 * (1 - care)
    grow = 1 + rng.normal(0, spread) * np.linspace(-1, 1, len(angle))
    squash = 1 + spread * rng.normal(0, 1) * np.cos(2 * (angle - rng.uniform(0, np.pi)))
    return [smooth(np.column_stack((rx * grow * squash * np.cos(angle), ry * grow * squash * np.sin(angle))))]


def cross(rng: np.random.Generator, rx: float, ry: float, care: float) -> list[Stroke]:
    """Draw an X of two strokes, or of one that does not leave the paper."""
    spread = 0.06 + 0.16 * (1 - care)

    def end(x: float, y: float) -> tuple[float, float]:
        return float(x * rx * (1 + rng.normal(0, spread))), float(y * ry * (1 + rng.normal(0, spread)))

    if rng.random() < 0.12 * (2 - care):
        bend = rng.uniform(1.1, 1.4)
        points = [end(-1, -1), end(1, 1), (bend * rx, rng.uniform(-0.2, 0.2) * ry), end(1, -1), end(-1, 1)]
        return [smooth(points)]
    first, second = [end(-1, -1), end(1, 1)], [end(1, -1), end(-1, 1)]
    for line in (first, second):
        middle = np.mean(line, axis=0) + rng.normal(0, spread * min(rx, ry) * 0.5, 2)
        line.insert(1, (float(middle[0]), float(middle[1])))
    return [smooth(first), smooth(second)]


def slash(rng: np.random.Generator, rx: float, ry: float, care: float) -> list[Stroke]:
    """Draw one stroke from the lower left to the upper right."""
    spread = 0.06 + 0.14 * (1 - care)
    x, y = 1 + rng.normal(0, spread, 2), 1 + rng.normal(0, spread, 2)
    middle = rng.normal(0, spread * 0.4, 2)
    return [smooth([(-x[0] * rx, y[0] * ry), (middle[0] * rx, middle[1] * ry), (x[1] * rx, -y[1] * ry)])]


def tick(rng: np.random.Generator, rx: float, ry: float, care: float) -> list[Stroke]:
    """Draw a tick: a short stroke down, a long one up."""
    spread = 0.08 + 0.14 * (1 - care)
    points = np.array([(-0.8, -0.05), (-0.25, 0.8), (1.0, -1.0)]) + rng.normal(0, spread, (3, 2))
    corner = points[1] + (points[2] - points[1]) * 0.04
    middle = (points[1] + points[2]) / 2 + rng.normal(0.05, 0.05, 2)
    return [smooth(np.vstack((points[:2], corner, middle, points[2])) * (rx, ry))]


def digit(
    rng: np.random.Generator, sign: str, rx: float, ry: float, care: float, other: bool
) -> list[Stroke]:
    """Draw a digit, in the second form of the writer's school when `other`."""
    forms = DIGITS_OTHERWISE.get(sign, DIGITS[sign]) if other else DIGITS[sign]
    spread = 0.03 + 0.1 * (1 - care)
    slant = rng.normal(-0.12, 0.08)
    strokes = []
    for form in forms:
        points = np.array(form) + rng.normal(0, spread, (len(form), 2))
        points[:, 0] += slant * points[:, 1]
        strokes.append(smooth(points * (rx, ry)))
    return strokes


def fill(rng: np.random.Generator, rx: float, ry: float, care: float) -> list[Stroke]:
    """Draw a close zigzag that fills a place."""
    rows = int(rng.integers(6, 11))
    lean = rng.uniform(-0.5, 0.5)
    y = np.linspace(-0.9, 0.9, rows)
    x = np.sqrt(np.clip(1 - y**2, 0.05, 1)) * np.where(np.arange(rows) % 2, 1, -1)
    points = np.column_stack((x + lean * y, y)) + rng.normal(0, 0.06, (rows, 2))
    return [smooth(points * (rx, ry))]


def solid(rng: np.random.Generator, rx: float, ry: float, width: float) -> list[Stroke]:
    """Fill a place in, as on an answer sheet: lines of a pen so many mm wide that leave nothing bare."""
    rows = max(3, round(2 * ry / (0.8 * width)))
    y = np.linspace(-0.95, 0.95, rows)
    x = np.sqrt(1 - y**2) * np.where(np.arange(rows) % 2, 1, -1) * rng.uniform(0.85, 1.1, rows)
    return [smooth(np.column_stack((x * rx, y * ry + rng.normal(0, 0.15 * width, rows))))]


def line(rng: np.random.Generator, rx: float, ry: float, care: float) -> list[Stroke]:
    """Draw a line that crosses the place by accident."""
    angle, half = rng.uniform(0, np.pi), rng.uniform(4, 9)
    direction = np.array([np.cos(angle), np.sin(angle)])
    aside = np.array([-direction[1], direction[0]]) * rng.uniform(-0.4, 0.4) * min(rx, ry)
    along = rng.uniform(-0.5, 0.5) * half
    bend = aside + rng.normal(0, 0.3, 2)
    return [
        smooth(
            [aside + direction * (along - half), bend + direction * along, aside + direction * (along + half)]
        )
    ]


# --- kinds that no reader was taught --------------------------------------------------------------


def scribbled_out_ring(
    shapes: Shapes, rng: np.random.Generator, rx: float, ry: float, care: float
) -> list[Stroke]:
    """Draw a ring that the writer took back by scribbling over it."""
    return [
        *shapes.ring(rng, rx, ry, care),
        *shapes.fill(rng, 1.1 * rx, 1.1 * ry, care),
        *shapes.fill(rng, ry, rx, care),
    ]


def small_ring(shapes: Shapes, rng: np.random.Generator, rx: float, ry: float, care: float) -> list[Stroke]:
    """Draw a ring far too small for its place, somewhere inside."""
    part = rng.uniform(0.22, 0.4)
    place = rng.uniform(-0.3, 0.3, 2) * (rx, ry)
    return placed(shapes.ring(rng, part * rx, part * ry, care), *place)


def stray_line(shapes: Shapes, rng: np.random.Generator, rx: float, ry: float, care: float) -> list[Stroke]:
    """Draw a line that crosses the place by accident."""
    return shapes.line(rng, rx, ry, care)


def placed(strokes: Sequence[Stroke], x: float, y: float, turn: float = 0.0) -> list[Stroke]:
    """Return strokes turned by `turn` radians and moved to (x, y)."""
    cos, sin = np.cos(turn), np.sin(turn)
    result = []
    for stroke in strokes:
        moved = stroke.copy()
        moved[:, 0] = x + cos * stroke[:, 0] - sin * stroke[:, 1]
        moved[:, 1] = y + sin * stroke[:, 0] + cos * stroke[:, 1]
        result.append(moved)
    return result


SYNTHETIC = Shapes(ring, cross, slash, tick, fill, line, digit)

ODD: Mapping[str, Callable[[Shapes, np.random.Generator, float, float, float], list[Stroke]]] = {
    "scribbled-out ring": scribbled_out_ring,
    "small ring": small_ring,
    "stray line": stray_line,
}
"""Held-back kinds that are drawn with strokes; the eraser's smear is ink that was rubbed (see hands)."""
