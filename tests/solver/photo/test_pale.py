"""What is far paler than the writer's strokes is left out when a mark is looked at again."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from pencilwright.solver.photo import pale, tuning
from pencilwright.solver.photo.classify import Seen
from pencilwright.solver.photo.ink import Ink
from pencilwright.solver.photo.records import BLANK, SPENT, TICKED
from pencilwright.solver.photo.strokes import Strokes
from pencilwright.templates.page import Mark
from pencilwright.templates.paths import Box

MARK = Mark("m", "resource", "", Box(20, 20, 6.2, 6.2), "", 0, 0, "track")
USUAL = 0.5


def changed(kind: str, *lines: tuple[float, float, float]) -> list[str]:
    """Whether a ring and lines over it are something else without what is pale: angle, width, darkness."""
    scale = tuning.PIXELS_PER_MM
    dark: Any = np.zeros((round(46 * scale), round(46 * scale)), np.float32)
    middle = round(23.1 * scale)
    for angle, wide, darkness in lines:
        reach = np.array([np.cos(angle), np.sin(angle)]) * 3.4 * scale
        ends = [tuple(np.round(middle + sign * reach).astype(int).tolist()) for sign in (1, -1)]
        cv2.line(dark, *ends, darkness, round(wide * scale))
    ring = np.zeros_like(dark)
    cv2.circle(ring, (middle, middle), round(2.9 * scale), USUAL, round(0.5 * scale), cv2.LINE_AA)
    dark = cv2.GaussianBlur(np.maximum(dark, ring), (0, 0), 0.1 * scale)
    ink = Ink(dark, np.ones_like(dark) > 0, 0.01, 0.1, 0.9)
    seen = Seen(kind, {BLANK: 0.0, TICKED: float(kind == TICKED), SPENT: float(kind == SPENT)}, 1.0)
    return pale.changed(Strokes(dark, USUAL, 4.0), ink, [MARK], {"m": seen})


def test_a_ring_with_an_x_remains_one() -> None:
    assert changed(SPENT, (0.8, 0.5, USUAL), (2.35, 0.5, USUAL)) == []


def test_a_ring_with_a_pale_band_through_it_may_be_a_ring() -> None:
    assert changed(SPENT, (0.8, 2.0, 0.18)) == ["m"]


def test_a_ring_remains_a_ring() -> None:
    assert changed(TICKED) == []
