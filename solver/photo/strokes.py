"""How dark this writer writes, and whether that can be told from the noise of the photograph."""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np

from pencilwright.solver.photo import tuning
from pencilwright.solver.photo.ink import Ink
from pencilwright.solver.photo.records import pixels
from pencilwright.templates.page import WRITTEN, Page

SURELY = 1.5
"""Times as dark as what may be noise: a stroke for certain."""


class Strokes(NamedTuple):
    """The strokes on a page, at PIXELS_PER_MM.

    Attributes
    ----------
    strength : 0 (none) to 1 (as dark as this writer writes), float32.
    usual : darkness of the writer's strokes, 0 to 1.
    clear : how many times darker they are than what may be noise; 0 when there are too few to tell.
    """

    strength: Any
    usual: float
    clear: float


def strokes(ink: Ink, page: Page, plain: Any = None) -> Strokes:
    """Return the strokes of a page, measured by how dark its writer writes.

    plain : where a page has its whole contrast, bool as `ink.dark`; None: all of it. What was made good
        elsewhere may be too dark, and says little of the writer: faint strokes where nothing lies say more.
    """
    least = max(tuning.LEAST_STROKE, tuning.NOISE_FACTOR * ink.noise)
    parts = [(ink.dark, SURELY)]
    if plain is not None:
        own = np.where(plain, ink.dark, 0)
        parts = [(own, SURELY), (own, 1.0), *parts]
    samples = (_samples(dark, page, factor * least) for dark, factor in parts)
    dark = next((dark for dark in samples if dark is not None), None)
    enough = dark is not None
    usual = tuning.USUAL_STROKE if dark is None else float(np.percentile(dark, 70))
    low = max(least, tuning.FAINT * usual)
    high = max(low + 0.04, tuning.FULL * usual)
    strength = np.clip((ink.dark - low) / (high - low), 0, 1)
    return Strokes(strength, usual, usual / least if enough else 0.0)


def _samples(darkness: Any, page: Page, least: float) -> Any:
    """Return how dark a page is where its places are darker than `least`, None if that is too little."""
    dark = np.zeros(0)
    for words in (False, True):  # sums and names tell too, on a sheet with few marks
        results = [
            darkness[pixels(mark.rect)].ravel() for mark in page.marks if (mark.kind in WRITTEN) == words
        ]
        drawn = np.concatenate(results) if results else np.zeros(0)
        dark = np.concatenate([dark, drawn[drawn > least]])
        if len(dark) > tuning.ENOUGH_STROKES_MM2 * tuning.PIXELS_PER_MM**2:
            return dark
    return None


def on_samples(result: Strokes, ink: Ink, page: Page) -> float:
    """Return which share of the printed samples looks pencilled: none, if print and drawing agree."""
    strength, valid = [], []
    for area in page.areas:
        if area.id.startswith("sample."):
            where = pixels(area.rect)
            strength.append(result.strength[where].ravel())
            valid.append(ink.valid[where].ravel())
    visible = np.concatenate(valid)
    return float(np.concatenate(strength)[visible].mean()) if visible.any() else 0.0


def breadth(drawn: Strokes) -> float:
    """Return which share of the ink is wider than any pen's but a marker's."""
    scale = tuning.ALIGN_PIXELS_PER_MM / tuning.PIXELS_PER_MM
    height, width = (round(side * scale) for side in drawn.strength.shape)
    small = cv2.resize(drawn.strength, (width, height), interpolation=cv2.INTER_AREA)
    ink = np.asarray(small > tuning.INK_STRENGTH, np.uint8)
    across = round(tuning.BROAD_MM * tuning.ALIGN_PIXELS_PER_MM)
    wide = cv2.morphologyEx(ink, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (across,) * 2))
    return float(wide.sum() / max(ink.sum(), 1))
