"""How dark a writer writes is told by the places whose contrast is the photograph's own."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from pencilwright.solver.photo import strokes, tuning
from pencilwright.templates.page import Mark
from pencilwright.templates.paths import Box

SCALE = round(tuning.PIXELS_PER_MM)
PLACES = [Mark(f"{n}", "circle", "", Box(4 + 12 * n, 10, 6, 6), "", 0) for n in range(8)]
PAGE: Any = SimpleNamespace(marks=PLACES)


def ink(darkness: dict[int, float], noise: float = 0.02) -> Any:
    """Ink that fills places so darkly."""
    dark = np.zeros((30 * SCALE, 110 * SCALE), np.float32)
    for n, value in darkness.items():
        box = PLACES[n].rect
        dark[
            round(box.y) * SCALE : round(box.bottom) * SCALE, round(box.x) * SCALE : round(box.right) * SCALE
        ] = value
    return SimpleNamespace(dark=dark, noise=noise)


def plain() -> Any:
    """True at the first five places."""
    return np.broadcast_to(np.arange(110 * SCALE) < 58 * SCALE, (30 * SCALE, 110 * SCALE))


def test_what_was_made_good_is_no_sample_of_the_writers_strokes() -> None:
    both = ink({0: 0.3, 1: 0.3, 6: 0.9, 7: 0.9})
    assert strokes.strokes(both, PAGE).usual == pytest.approx(0.9)
    assert strokes.strokes(both, PAGE, plain()).usual == pytest.approx(0.3)


def test_faint_strokes_where_nothing_lies_are_the_writers_and_too_pale() -> None:
    faint = ink({n: 0.12 for n in range(5)} | {6: 0.9, 7: 0.9})
    assert strokes.strokes(faint, PAGE).clear > tuning.TOO_PALE
    result = strokes.strokes(faint, PAGE, plain())
    assert result.usual == pytest.approx(0.12) and 0 < result.clear < tuning.TOO_PALE


def test_where_nothing_plain_is_written_all_of_the_page_tells() -> None:
    under = ink({6: 0.4, 7: 0.4})
    assert strokes.strokes(under, PAGE, plain()).usual == pytest.approx(0.4)
    assert strokes.strokes(ink({}), PAGE, plain()).clear == 0


@pytest.mark.parametrize(("width", "broad"), [(0.6, False), (1.3, False), (2.0, True)])
def test_a_marker_is_told_by_the_width_of_its_ink(width: float, broad: bool) -> None:
    strength: Any = np.zeros((60 * SCALE, 90 * SCALE), np.float32)
    for x in (20, 40, 60):
        cv2.circle(strength, (x * SCALE, 30 * SCALE), 3 * SCALE, 1.0, round(width * SCALE))
    assert (strokes.breadth(strokes.Strokes(strength, 0.5, 4.0)) > 0.5) == broad
