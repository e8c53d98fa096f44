"""Whether ink could be seen in a place that looks blank: what light leaves of it, and what print may hide.

Two measurements of the page as photographed, before anything is made good. *Light*: a lamp takes from a
stroke what it takes from print of known darkness beside it. *Edge*: a stroke that lies on the printed circle
makes it darker than its siblings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from pencilwright.solver.photo import tuning
from pencilwright.solver.photo.records import BLANK, UNSURE, pixels
from pencilwright.templates.page import Mark


class Photographed(NamedTuple):
    """A page as photographed, float32 at PIXELS_PER_MM.

    Attributes
    ----------
    picture : in register with its drawing. paper : brightness of the paper.
    printed : darkness that the print should have, 0 to 1.
    """

    picture: NDArray[Any]
    paper: NDArray[Any]
    printed: NDArray[Any]


class Light(NamedTuple):
    """Which part of a stroke's darkness is left in a place, and whether its paper is burnt out."""

    left: float
    burnt: bool


class _About(NamedTuple):
    """Print about a mark, by class: how dark it is, and which part of it shows; share of paper burnt out."""

    dark: NDArray[Any]
    shows: NDArray[Any]
    burnt: float


def light(page: Photographed, marks: Sequence[Mark], darkness: float) -> dict[str, Light]:
    """Return what is left at each mark of a stroke of this darkness."""
    values = page.paper[::8, ::8]
    plain = values[(values < tuning.BRIGHT) & (values > 8)]
    bright = float(np.median(plain)) / 255 if plain.size > tuning.ENOUGH_PAPER else 1.0
    about = {mark.id: _about(page, mark) for mark in marks}
    usual = np.ones(len(tuning.PRINT_CLASSES))
    if about:
        shares = np.array([item.shows for item in about.values()])
        known = (~np.isnan(shares)).sum(axis=0) >= tuning.FEWEST_ALIKE
        usual[known] = np.maximum(np.nanmedian(shares[:, known], axis=0), tuning.PALEST_PRINT)
    return {
        name: Light(
            _left(item._replace(shows=item.shows / usual), darkness, bright),
            bright < 1 and item.burnt >= tuning.BURNT_SHARE,
        )
        for name, item in about.items()
    }


def _about(page: Photographed, mark: Mark) -> _About:
    window = pixels(mark.rect.grown(tuning.LIGHT_BESIDE_MM))
    # Hairlines are as dark as they fall on pixels; what is averaged over a little more is not.
    sigma = tuning.LIGHT_BLUR_MM * tuning.PIXELS_PER_MM
    averaged: list[Any] = [cv2.GaussianBlur(part[window], (0, 0), sigma) for part in page]
    *_, around = averaged
    ridge = (around >= tuning.RIDGE * cv2.dilate(around, np.ones((5, 5), np.uint8)))[2:-2, 2:-2]
    picture, paper, printed = (part[2:-2, 2:-2] for part in averaged)
    own = cv2.dilate(1 - picture / paper, np.ones((3, 3), np.uint8))
    bare, burnt = printed < tuning.BARE, 0.0
    if count := np.count_nonzero(bare):
        pale = np.partition(own[bare], place := count * tuning.PALE_PAPER // 100)[place]
        own = own - max(0.0, float(pale))  # of what lies on the paper
        burnt = np.count_nonzero(picture[bare] >= tuning.BURNT) / count
    print_, own = printed[ridge], own[ridge]
    dark, shows = np.full((2, len(tuning.PRINT_CLASSES)), np.nan)
    ends = *tuning.PRINT_CLASSES[1:], 2.0
    for number, (low, high) in enumerate(zip(tuning.PRINT_CLASSES, ends, strict=True)):
        of = (print_ >= low) & (print_ < high)
        if np.count_nonzero(of) >= tuning.LIGHT_PIXELS:
            dark[number], shows[number] = np.median(print_[of]), np.percentile(own[of], tuning.PALE_PRINT)
    return _About(dark, shows / dark, burnt)


def _left(at: _About, darkness: float, bright: float) -> float:
    """Return the part of a stroke's darkness that is left; `bright`: paper elsewhere, as a part of white."""
    known = ~np.isnan(at.shows)
    dark, shows = at.dark[known], np.minimum(at.shows[known], 1)
    if at.burnt < tuning.BURNT_SHARE:
        if not known.any():
            return 1.0
        # Light takes as much from all print here: what is lost from pale print alone was never printed.
        lost = (dark * (1 - shows)).min() + tuning.SAME_LIGHT
        return float(np.maximum(shows, 1 - lost / dark).min())
    if not known.any():
        return float(bright == 1)  # no paper is burnt out where all of it is white
    if shows.max() < tuning.PRINT_GONE:
        return 0.0  # how much more than that is lost nobody knows
    # Light is added before the sensor is full: it takes as much from a stroke as from print.
    lost = max(0.0, float((bright * dark - shows * dark).max()))
    return max(0.0, bright * darkness - lost) / darkness


def traced(
    page: Photographed, marks: Sequence[Mark], kinds: Mapping[str, str], strength: Any, darkness: float
) -> set[str]:
    """Return the blank rings whose printed circle may be traced: so much of a stroke lies along it.

    Print is a little darker than its drawing, alike along a track: the palest of each track tell by how much,
    unless all of a track have far more than those of other tracks.

    marks : where the light is good. kinds : of these as they are read.
    strength, darkness : of strokes, as in strokes.Strokes.
    """
    drawn = [mark for mark in marks if kinds[mark.id] not in (BLANK, UNSURE)]
    stroke_mm = max(darkness * width_mm(strength, drawn), tuning.LEAST_STROKE_MM)
    tracks: dict[str, dict[str, tuple[float, float]]] = defaultdict(dict)
    for mark in marks:
        is_ring = mark.kind in ("circle", "resource") and not mark.value
        if is_ring and kinds[mark.id] == BLANK and (about := _edge(page, mark)) is not None:
            tracks[mark.id.rpartition(".")[0]][mark.id] = about
    more = {
        track: {name: ink / max(print_, 0.02) for name, (ink, print_) in own.items()}
        for track, own in tracks.items()
    }
    usual = {track: float(np.percentile(list(own.values()), tuning.PALEST)) for track, own in more.items()}
    most = float(np.median(list(usual.values()))) + tuning.MORE_THAN_OTHERS if usual else 0.0
    return {
        name
        for track, own in more.items()
        for name, part in own.items()
        if (part - min(usual[track], most)) * tracks[track][name][1] / stroke_mm > tuning.TRACED
    }


def _edge(page: Photographed, mark: Mark) -> tuple[float, float] | None:
    """Return how much darkness lies along a printed circle beyond print, and how much print, in mm of black.

    It is summed across the circle, so that neither a shift nor blur counts; of sixteen directions a low
    percentile leaves out what passes by.
    """
    scale = tuning.PIXELS_PER_MM
    box = mark.rect
    x, y = (box.x + box.width / 2) * scale - 0.5, (box.y + box.height / 2) * scale - 0.5
    near, way, beside = _band(round(box.width, 2), round(box.height, 2), round(x % 1 * 4), round(y % 1 * 4))
    half = near.shape[0] // 2
    top, left = int(y) - half, int(x) - half
    window = slice(top, top + 2 * half + 1), slice(left, left + 2 * half + 1)
    if top < 0 or left < 0 or page.printed[window].shape != near.shape:
        return None
    printed = page.printed[window]
    over = 1 - page.picture[window] / page.paper[window] - printed
    over = over - np.clip(np.median(over[beside]), -0.05, 0.05)
    across = 2 * tuning.BAND_MM
    count = np.bincount(way, minlength=tuning.DIRECTIONS)
    by_way = np.bincount(way, over[near], minlength=tuning.DIRECTIONS) / np.maximum(count, 1) * across
    return float(np.percentile(by_way, tuning.LOW_DIRECTION)), float(printed[near].mean() * across)


@lru_cache(256)
def _band(width: float, height: float, right: int, down: int) -> tuple[Any, Any, Any]:
    """Return the pixels along a circle, the direction of each, and those beside it; shifted by quarters."""
    scale = tuning.PIXELS_PER_MM
    half = int((max(width, height) / 2 + 0.6) * scale) + 1
    y, x = np.mgrid[-half : half + 1, -half : half + 1].astype(np.float32)
    x, y = (x - right / 4) / scale, (y - down / 4) / scale
    part, far = np.hypot(x / (width / 2), y / (height / 2)), np.hypot(x, y)
    off = (part - 1) * far / np.maximum(part, 1e-3)
    way = ((np.arctan2(y, x) + np.pi) / (2 * np.pi) * tuning.DIRECTIONS).astype(int) % tuning.DIRECTIONS
    near = np.abs(off) < tuning.BAND_MM
    low, high = tuning.BESIDE_BAND_MM
    return near, way[near], (off < -low) & (off > -high)


def width_mm(strength: Any, marks: Sequence[Mark]) -> float:
    """Return how wide strokes in these marks are: twice the distance of their ridge from their edge."""
    values = []
    for mark in marks:
        ink = (strength[pixels(mark.rect.grown(tuning.WIDTH_BESIDE_MM))] > 0.5).astype(np.uint8)
        if ink.sum() >= 20:
            far = cv2.distanceTransform(ink, cv2.DIST_L2, 3)
            values.append(far[(far >= cv2.dilate(far, np.ones((3, 3), np.uint8))) & (far > 0)])
    if not values:
        return tuning.USUAL_WIDTH_MM
    return float(2 * np.median(np.concatenate(values)) - 1) / tuning.PIXELS_PER_MM + 0.06
