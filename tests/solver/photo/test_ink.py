"""What counts as ink: strokes and smears do, the edge of a shadow does not; and how dark a writer writes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from pencilwright.solver.photo import ink, strokes, tuning
from pencilwright.solver.photo.align import Aligned
from pencilwright.solver.photo.ink import Ink
from pencilwright.templates.page import Mark, Page
from pencilwright.templates.paths import Box

PX = tuning.PIXELS_PER_MM
DARK = 0.08


def paper(width: float = 80, height: float = 60) -> np.ndarray:
    return np.zeros((round(height * PX), round(width * PX)), np.float32)


def px(millimetres: float) -> int:
    return round(millimetres * PX)


def test_the_edge_of_a_shadow_is_shade_and_a_stroke_is_none() -> None:
    sheet = paper()
    sheet[:, px(20) : px(26)] = DARK
    cv2.circle(sheet, (px(60), px(30)), px(2.5), 0.3, px(0.6))
    shade = ink._shade(sheet)
    assert shade[px(30), px(23)] == pytest.approx(DARK, abs=0.01)
    assert shade[:, px(40) :].max() < 0.01


def test_what_an_eraser_left_in_one_place_is_no_shade() -> None:
    sheet = paper()
    sheet[px(28) : px(33), px(30) : px(36)] = DARK
    assert ink._shade(sheet).max() < 0.01


def test_print_that_cuts_a_shadow_does_not_hide_it() -> None:
    sheet = paper()
    sheet[:, px(20) : px(26)] = DARK
    sheet[:: px(9)] = 0
    assert ink._shade(sheet)[px(31), px(23)] > DARK / 2


def test_no_more_than_a_little_is_taken_away() -> None:
    sheet = paper()
    sheet[:, px(20) : px(26)] = 0.5
    assert ink._shade(sheet).max() <= tuning.MOST_SHADE + 1e-6


def test_a_shadow_that_ends_in_a_line_is_light_and_no_ink() -> None:
    light = paper() + 200.0
    light[:, px(40) :] = 100
    light = cv2.GaussianBlur(light, (0, 0), px(0.15))
    picture = light.copy()
    cv2.circle(picture, (px(39), px(30)), px(2.5), 60.0, px(0.4))
    whole = np.ones(picture.shape, bool)
    found = ink.paper_brightness(Aligned(picture, whole, 1.0), np.full(picture.shape, 255, np.uint8))
    from_edge = np.arange(picture.shape[1]) - px(40)
    rows = slice(px(5), px(20))
    apart = (from_edge < -px(tuning.EDGE_SLACK_MM + 0.4)) | (from_edge > px(0.4))
    assert np.abs(found / light - 1)[rows, apart].max() < 0.05
    assert (found / light)[rows].max() < 1.05
    on_the_edge = (from_edge < 0) & (from_edge > -px(tuning.EDGE_SLACK_MM - 0.4))
    assert found[rows, on_the_edge].max() < 120, "the paper counts as lit as on the dark side"
    assert (1 - picture / found)[px(27.5) : px(27.7), px(39)].min() > 0.4, "what is drawn there stays ink"


def test_the_edge_of_a_thing_on_the_paper_is_none_of_a_shadow() -> None:
    middle = np.zeros((100, 100), bool)
    middle[10:90, 50] = True
    middle[20:32, 10:20] = True
    assert np.array_equal(ink._long(middle), middle & (np.arange(100) == 50))


@pytest.mark.slow
def test_light_under_a_row_that_a_broad_pen_fills_is_that_around_it() -> None:
    picture = paper() + 200.0
    picture[px(27) : px(33), px(10) : px(60)] = 80
    whole = np.ones(picture.shape, bool)
    light = ink.paper_brightness(Aligned(picture, whole, 1.0), np.full(picture.shape, 255, np.uint8))
    assert light == pytest.approx(np.full(picture.shape, 200.0), rel=0.02)


def test_sums_tell_how_dark_a_writer_writes_when_marks_are_few() -> None:
    sheet = paper()
    sheet[px(5) : px(10), px(40) : px(50)] = 0.6
    marks = (
        Mark("link.1", "circle", "link", Box(5, 5, 4, 4), "", 0),
        Mark("total", "text", "total", Box(35, 3, 30, 10), "", 0),
    )
    page = Page("test", 80, 60, "Test", "en", (), marks, ())
    result = strokes.strokes(Ink(sheet, sheet > -1, 0.01, 0.1, 1.0), page)
    assert result.usual == pytest.approx(0.6)
    assert result.clear > 0
