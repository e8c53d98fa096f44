"""Cells drawn from recorded strokes without a camera: each digit once only, in a hand that nobody has.

Photographs show how light, paper and print change ink, but each drawing comes in few of them. Here every
drawing is leaned, stretched and warped anew, so that the networks see more ways of writing than there are
writers, and most are put on empty cells of real photographs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
SIZES, LEAN, STRETCH, TURN, WARP = (0.34, 0.9), 0.2, 0.17, 0.09, (0.78, 1.28)
"""Height of a digit as a part of the cell; standard deviations of lean, stretch (logarithm) and turn; powers
by which the distance from the middle is warped, which moves loops and bars."""
WAVE = 0.035
"""Standard deviation of slow waves through the digit, as a part of its size."""
ASIDE, DOWN = 0.13, 0.06
"""Standard deviations of where a digit stands, as parts of the cell."""
PENS, BLURS, SHADES = (0.3, 1.0), (0.05, 0.45), (0.4, 1.5)
"""Width of the pen and standard deviation of the blur in mm, darkness as a part of the usual."""
GRAIN, GRAINED, GRAIN_MM = 0.9, 0.6, (0.1, 0.3)
"""By how much at most paper breaks a stroke, how often it does, and how coarse its grain is."""
NOISE, NOISY, LINES = 0.07, 0.15, 0.22
"""Most noise, the part of cells with three times as much, and the most that printed lines leave behind."""
ON_PAPER = 0.7
"""The part that is drawn on empty cells of photographs."""
SHARES = {"digit": 0.82, cells.EMPTY: 0.08, cells.DASH: 0.04, cells.JUNK: 0.06}
"""What is drawn, and how often."""
SLASHED = 0.08
"""How often a 0 has a slash in it."""
BEFORE, BEHIND = (0.6, 0.5, 0.1), (0.0, 0.92, 0.92)
"""Chance of a digit in the next cell to the left and to the right, by the place of the cell."""
BEHIND_EMPTY = (0.0, 0.6, 0.4)
"""The same to the right of an empty cell; to its left is nothing."""

Digits = Sequence[Sequence[tuple[str, Drawing]]]
"""The drawings of each writer, and their digits."""
Blanks = Mapping[int, Bytes]
"""Place -> pictures of empty cells."""


def examples(
    rng: np.random.Generator, known: Digits, count: int, blanks: Blanks
) -> tuple[Bytes, Bytes, Bytes]:
    """Return the looks of cells, their places and their labels."""
    looks = np.zeros((count, DESIGN.height, DESIGN.width), np.uint8)
    places, signs = np.zeros(count, np.uint8), np.zeros(count, np.uint8)
    for index in range(count):
        place = int(rng.integers(DESIGN.places))
        papers = blanks.get(place, ())
        paper = papers[int(rng.integers(len(papers)))] if len(papers) and rng.random() < ON_PAPER else None
        writer = known[int(rng.integers(len(known)))]
        looks[index], sign = _cell(rng, writer, place, paper)
        places[index], signs[index] = place, SIGNS.index(sign)
    return looks, places, signs


def _cell(
    rng: np.random.Generator, known: Sequence[tuple[str, Drawing]], place: int, paper: Bytes | None
) -> tuple[Bytes, str]:
    """Return the look of a cell and its sign."""
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
    before, behind = (0.0, BEHIND_EMPTY[place]) if kind == cells.EMPTY else (BEFORE[place], BEHIND[place])
    for chance, aside in ((before, -wide), (behind, wide)):
        if rng.random() < chance:
            strokes += [stroke + np.array((aside, 0)) for stroke in _digit(rng, known, hand, size, wide)[1]]
    layer = np.zeros((DESIGN.height * FINE, DESIGN.width * FINE), np.float32)
    thick = max(1, round(float(rng.uniform(*PENS)) * float(scale.mean())))
    middle = np.array([across, down]) / 2 + (0, high * rng.normal(0, DOWN))
    for stroke in strokes:
        points = np.round((stroke + middle) * scale * (1 << SHIFT)).astype(np.int32)
        shade = float(rng.uniform(0.8, 1.1))
        cv2.polylines(layer, [points], False, shade, thick, cv2.LINE_AA, SHIFT)
    if rng.random() < GRAINED:
        layer *= 1 - rng.uniform(0, GRAIN) * _grain(rng, layer.shape, rng.uniform(*GRAIN_MM) * scale)
    blur = rng.uniform(*BLURS) * scale
    layer = cv2.GaussianBlur(layer, (0, 0), blur[0], sigmaY=blur[1]) * rng.uniform(*SHADES)
    if paper is None:
        _printed(rng, layer, wide, high, scale)
    look = cv2.resize(layer, (DESIGN.width, DESIGN.height), interpolation=cv2.INTER_AREA)
    if paper is not None:
        look = look + paper * np.float32(1 / tuning.FULL_LOOK)
    noise = rng.uniform(0, NOISE) * np.abs(rng.normal(size=look.shape)) * (3 if rng.random() < NOISY else 1)
    return np.clip((look + noise - rng.uniform(0, 0.08)) * tuning.FULL_LOOK, 0, 255).astype(np.uint8), sign


def _grain(rng: np.random.Generator, shape: tuple[int, ...], size: NDArray[np.float64]) -> Floats:
    """Return spots of grain between 0 and 1, of this size in pixels."""
    noise = rng.normal(size=shape).astype(np.float32)
    spots = cv2.GaussianBlur(noise, (0, 0), size[0], sigmaY=size[1])
    return np.asarray(np.clip(spots / (2 * spots.std()) + 0.3, 0, 1), np.float32)


def _hand(rng: np.random.Generator) -> NDArray[np.float64]:
    """Return how somebody changes every digit: a matrix."""
    lean, stretch, turn = rng.normal(0, LEAN), np.exp(rng.normal(0, STRETCH)), rng.normal(0, TURN)
    cos, sin = np.cos(turn), np.sin(turn)
    return np.asarray(np.array([[cos, -sin], [sin, cos]]) @ np.array([[stretch, -lean], [0, 1]]))


def _digit(
    rng: np.random.Generator,
    known: Sequence[tuple[str, Drawing]],
    hand: NDArray[np.float64],
    size: float,
    wide: float,
) -> tuple[str, list[NDArray[np.float64]]]:
    """Return a digit's sign and strokes in mm about the middle of its cell, written as never before."""
    sign, drawing = known[int(rng.integers(len(known)))]
    if sign == "0" and rng.random() < SLASHED:
        drawing = [*drawing, _slash(rng, drawing)]
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


def _slash(rng: np.random.Generator, drawing: Drawing) -> NDArray[np.float64]:
    """Return the slash that some put into a 0, from its lower left to its upper right."""
    half = np.ptp(np.vstack(drawing), axis=0) / 2 * rng.uniform(0.5, 1.05)
    return np.array([(-half[0], half[1]), (half[0], -half[1])]) * rng.uniform(0.6, 1.0, 2)


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
