"""Cells drawn from recorded strokes without a camera: each digit once only, in a hand that nobody has.

Photographs show how light, paper and print change ink, but each drawing comes in few of them. Here every
drawing is leaned, stretched and warped anew, so that the networks see more ways of writing than there are
writers.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from pencilwright.solver.photo import cells, tuning
from pencilwright.solver.photo.cells import DESIGN, SIGNS
from pencilwright.solver.photo.records import Bytes, Floats
from teaching.photos.recorded import Drawing

FINE = 2
"""Drawn so many times larger and averaged."""
SHIFT = 4
"""Binary digits behind the point in OpenCV's coordinates."""
WIDTHS, HEIGHTS = (4.1, 5.4), (6.0, 8.8)
"""Sizes of cells in mm."""
SIZES, LEAN, STRETCH, TURN, WARP = (0.42, 0.9), 0.2, 0.17, 0.09, (0.78, 1.28)
"""Height of a digit as a part of the cell; standard deviations of lean, stretch (logarithm) and turn; powers
by which the distance from the middle is warped, which moves loops and bars."""
WAVE = 0.035
"""Standard deviation of slow waves through the digit, as a part of its size."""
ASIDE, DOWN = 0.13, 0.06
"""Standard deviations of where a digit stands, as parts of the cell."""
PENS, BLURS, SHADES = (0.3, 1.0), (0.05, 0.32), (0.55, 1.5)
"""Width of the pen and standard deviation of the blur in mm, darkness as a part of the usual."""
NOISE, LINES = 0.07, 0.22
"""Most noise, and the most that printed lines leave behind."""
SHARES = {"digit": 0.82, cells.EMPTY: 0.08, cells.DASH: 0.04, cells.JUNK: 0.06}
"""What is drawn, and how often."""
NEIGHBOURS = (0.35, 0.5)
"""Chance of a digit in the next cell to the left and to the right."""

Digits = Sequence[tuple[str, Drawing]]


def examples(rng: np.random.Generator, known: Digits, count: int) -> tuple[Floats, Bytes, Bytes]:
    """Return cells as network inputs, their places and their labels."""
    looks = np.zeros((count, DESIGN.height, DESIGN.width), np.float32)
    places, signs = np.zeros(count, np.uint8), np.zeros(count, np.uint8)
    for index in range(count):
        places[index] = rng.integers(DESIGN.places)
        looks[index], sign = _cell(rng, known, int(places[index]))
        signs[index] = SIGNS.index(sign)
    return looks[..., None], places, signs


def _cell(rng: np.random.Generator, known: Digits, place: int) -> tuple[Floats, str]:
    """Return the picture of a cell and its sign."""
    wide, high = rng.uniform(*WIDTHS), rng.uniform(*HEIGHTS)
    across, down = wide + 2 * tuning.CELL_ASIDE_MM, high + 2 * tuning.CELL_DOWN_MM
    scale = np.array([DESIGN.width / across, DESIGN.height / down]) * FINE
    size = high * rng.uniform(*SIZES)
    hand = _hand(rng)
    kind = str(rng.choice(list(SHARES), p=list(SHARES.values())))
    sign, strokes = kind, list[NDArray[np.float64]]()
    if kind in ("digit", cells.JUNK):
        sign, strokes = _digit(rng, known, hand, size, wide)
        if kind == cells.JUNK:
            strokes += (
                _digit(rng, known, hand, size, wide)[1] if rng.random() < 0.5 else _struck(rng, strokes)
            )
            sign = cells.JUNK
    elif kind == cells.DASH:
        half = size * rng.uniform(0.2, 0.42)
        strokes = [np.array([(-half, 0), (0, rng.normal(0, 0.15)), (half, rng.normal(0, 0.15))])]
        strokes[0] += rng.normal(0, 0.3, 2)
    aside = [np.array([-wide, 0]), np.array([wide, 0])]
    for n, chance in enumerate(NEIGHBOURS):
        # to the left nothing is written where this cell is empty; to the right of the last one is none
        if rng.random() < chance and not (n == 0 and kind == cells.EMPTY) and not (n == 1 and place == 0):
            strokes += [stroke + aside[n] for stroke in _digit(rng, known, hand, size, wide)[1]]
    layer = np.zeros((DESIGN.height * FINE, DESIGN.width * FINE), np.float32)
    thick = max(1, round(float(rng.uniform(*PENS)) * float(scale.mean())))
    middle = np.array([across, down]) / 2 + (0, high * rng.normal(0, DOWN))
    for stroke in strokes:
        points = np.round((stroke + middle) * scale * (1 << SHIFT)).astype(np.int32)
        shade = float(rng.uniform(0.8, 1.1))
        cv2.polylines(layer, [points], False, shade, thick, cv2.LINE_AA, SHIFT)
    blur = rng.uniform(*BLURS) * scale
    layer = cv2.GaussianBlur(layer, (0, 0), blur[0], sigmaY=blur[1]) * rng.uniform(*SHADES)
    _printed(rng, layer, wide, high, scale)
    look = cv2.resize(layer, (DESIGN.width, DESIGN.height), interpolation=cv2.INTER_AREA)
    noise = rng.uniform(0, NOISE) * np.abs(rng.normal(size=look.shape))
    full = 255 / tuning.FULL_LOOK
    return np.clip(look + noise - rng.uniform(0, 0.08), 0, full).astype(np.float32), sign


def _hand(rng: np.random.Generator) -> NDArray[np.float64]:
    """Return how somebody changes every digit: a matrix."""
    lean, stretch, turn = rng.normal(0, LEAN), np.exp(rng.normal(0, STRETCH)), rng.normal(0, TURN)
    cos, sin = np.cos(turn), np.sin(turn)
    return np.asarray(np.array([[cos, -sin], [sin, cos]]) @ np.array([[stretch, -lean], [0, 1]]))


def _digit(
    rng: np.random.Generator, known: Digits, hand: NDArray[np.float64], size: float, wide: float
) -> tuple[str, list[NDArray[np.float64]]]:
    """Return a digit's sign and strokes in mm about the middle of its cell, written as never before."""
    sign, drawing = known[int(rng.integers(len(known)))]
    points = np.vstack(drawing)
    half = np.ptp(points, axis=0) / 2
    unit = max(half[1], 0.6 * half[0], 1e-6)
    powers, phases = rng.uniform(*WARP, 2), rng.uniform(0, 2 * np.pi, 2)
    waves, lengths = rng.normal(0, WAVE, 2), rng.uniform(1.5, 3.5, 2)
    strokes = []
    for stroke in drawing:
        unity = stroke / unit
        warped = np.sign(unity) * np.abs(unity) ** powers
        warped = warped + waves * np.sin(lengths * unity[:, ::-1] + phases)
        strokes.append(warped @ hand.T)
    points = np.vstack(strokes)
    low, high = points.min(axis=0), points.max(axis=0)
    grow = size * np.exp(rng.normal(0, 0.06)) / max(high[1] - low[1], 0.6 * (high[0] - low[0]), 1e-6)
    squeeze = min(1.0, wide * rng.uniform(0.82, 1.05) / max(grow * (high[0] - low[0]), 1e-6))
    aside = np.clip(rng.normal(0, ASIDE), -0.3, 0.3) * wide
    centred = [(stroke - (low + high) / 2) * (grow * squeeze, grow) + (aside, 0) for stroke in strokes]
    return sign, centred


def _struck(rng: np.random.Generator, strokes: Sequence[NDArray[np.float64]]) -> list[NDArray[np.float64]]:
    """Return a line or a zigzag through strokes."""
    points = np.vstack(strokes)
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    count = 2 if rng.random() < 0.5 else int(rng.integers(5, 9))
    x = np.linspace(left - 0.6, right + 0.6, count)
    slope = rng.uniform(0.2, 0.5) * rng.choice([-1, 1])
    y = (top + bottom) / 2 + slope * (bottom - top) * np.where(np.arange(count) % 2, 1, -1)
    return [np.column_stack((x, y)) + rng.normal(0, 0.2, (count, 2))]


def _printed(
    rng: np.random.Generator, layer: Floats, wide: float, high: float, scale: NDArray[np.float64]
) -> None:
    """Let the comb's lines swallow some ink and leave some behind."""
    left, top = tuning.CELL_ASIDE_MM, tuning.CELL_DOWN_MM
    rest, keeps = rng.uniform(0, LINES) * (rng.random() < 0.4), rng.uniform(0.4, 1.0)
    for x in (left, left + wide):
        at = round(float((x + rng.normal(0, 0.1)) * scale[0]))
        layer[:, at : at + FINE] = layer[:, at : at + FINE] * keeps + rest
    for y in (top, top + high):
        at = round(float((y + rng.normal(0, 0.1)) * scale[1]))
        layer[at : at + FINE] = layer[at : at + FINE] * keeps + rest
