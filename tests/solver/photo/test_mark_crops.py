"""What the classifier sees is the ink about a place, measured by the writer's own darkness."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from pencilwright.solver.photo import mark_crops, tuning
from pencilwright.solver.photo.ink import Ink
from pencilwright.solver.photo.strokes import Strokes
from pencilwright.templates.page import Mark
from pencilwright.templates.paths import Box

PLACE = Mark("citizens.red.1", "circle", "", Box(20.0, 30.0, 6.0, 6.0), "", 0)
EDGE = Mark("citizens.red.2", "circle", "", Box(0.5, 0.5, 6.0, 6.0), "", 0)


M = tuning.LOOK_SIDE // 2
"""The middle of a look in pixels."""


def look(darkness: float, usual: float, mark: Mark = PLACE, valid: Any = None) -> Any:
    """The look of a ring of 2.4 mm radius in the middle of a place."""
    scale = tuning.PIXELS_PER_MM
    dark = np.zeros((round(60 * scale), round(60 * scale)), np.float32)
    x, y = mark.rect.x + mark.rect.width / 2, mark.rect.y + mark.rect.height / 2
    cv2.circle(dark, (round(x * scale), round(y * scale)), round(2.4 * scale), darkness, 4)
    ink = Ink(dark, np.ones(dark.shape, bool) if valid is None else valid, 0.01, 0.1, 1.0)
    return mark_crops.looks(Strokes(dark, usual, 5.0), ink, [mark])[0]


def test_a_ring_is_dark_round_about_and_empty_in_the_middle() -> None:
    ink, valid = look(0.6, 0.6)
    assert ink[M - 1 : M + 1, M - 1 : M + 1].max() == 0
    assert ink[M - 1 : M + 1].max() == ink[:, M - 1 : M + 1].max() > 100
    assert valid.min() == 255


def test_a_pale_writer_looks_like_a_dark_one() -> None:
    dark, pale = (look(d, d)[0].astype(int) for d in (0.8, 0.2))
    assert np.abs(dark - pale).max() <= 2


def test_the_look_reaches_beyond_the_place_as_far_as_is_said() -> None:
    columns = np.flatnonzero(look(0.6, 0.6)[0].max(axis=0) > 80)
    radius = 2.4 / PLACE.rect.width / tuning.LOOK_REACH * tuning.LOOK_SIDE
    assert np.ptp(columns) / 2 == pytest.approx(radius, abs=1.0)


def test_what_cannot_be_seen_is_told_apart_from_what_is_empty() -> None:
    valid = np.ones((480, 480), bool)
    valid[:, : round(23 * tuning.PIXELS_PER_MM)] = False
    ink, seen = look(0.6, 0.6, valid=valid)
    assert seen[:, : M - 1].max() == 0
    assert seen[:, M + 1 :].min() == 255
    assert ink[M - 1, M + 1 :].max() > 100


def test_a_mark_at_the_edge_of_the_page_has_a_look_too() -> None:
    ink, seen = look(0.6, 0.6, EDGE)
    assert ink[M - 1 : M + 1, M - 1 : M + 1].max() == 0
    assert ink.max() > 100
    assert seen[0, 0] == 0
