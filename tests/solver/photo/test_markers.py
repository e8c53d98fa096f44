"""Markers are found and told apart by copy; strokes are measured by their writer; covers are noticed."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from pencilwright.solver.photo import markers, strokes, tuning
from pencilwright.solver.photo.ink import Ink
from pencilwright.templates.page import Area, Mark, Page
from pencilwright.templates.paths import Box

SCALE = tuning.PIXELS_PER_MM
SIDE = 60


def photo(places: dict[int, tuple[int, int]], side: int = SIDE) -> Any:
    """Return white paper with these words of the dictionary at these places, a little blurred."""
    paper = np.full((700, 900), 255, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_1000)
    for word, (x, y) in places.items():
        paper[y : y + side, x : x + side] = cv2.aruco.generateImageMarker(dictionary, word, side)
    return cv2.GaussianBlur(paper, (0, 0), 0.8)


def test_markers_are_grouped_by_copy_the_copy_with_most_of_them_first() -> None:
    results = markers.find(photo({9: (50, 50), 0: (300, 50), 3: (300, 400), 7: (600, 400)}))
    assert [(group.copy, group.numbers, group.twice) for group in results] == [
        (1, (0, 3, 7), ()),
        (2, (1,), ()),
    ]


def test_corners_are_found_within_a_pixel_from_the_upper_left_clockwise() -> None:
    (group,) = markers.find(photo({2: (300, 200)}))
    left, top = 300 - 0.5, 200 - 0.5
    wanted = [(left, top), (left + SIDE, top), (left + SIDE, top + SIDE), (left, top + SIDE)]
    assert np.abs(group.corners[0] - np.array(wanted)).max() < 0.6


def test_a_word_seen_at_two_places_is_said_to_be_and_the_larger_is_kept() -> None:
    paper = photo({5: (50, 50)})
    larger = photo({5: (400, 300)}, side=100)
    (group,) = markers.find(np.minimum(paper, larger))
    assert (group.numbers, group.twice) == ((5,), (5,))
    assert group.corners[0].mean(0) == pytest.approx((449.5, 349.5), abs=1)


def test_where_no_marker_is_nothing_is_found() -> None:
    assert markers.find(photo({})) == []
    assert markers.none(3).copy == 3
    assert markers.none(3).corners.shape == (0, 4, 2)


@pytest.mark.parametrize(
    ("count", "other", "enough"), [(8, 0, True), (7, 1, True), (6, 0, False), (7, 2, False), (1, 1, False)]
)
def test_the_search_ends_when_each_copy_that_is_surely_there_has_seven_markers(
    count: int, other: int, enough: bool
) -> None:
    assert markers._enough([*range(count), *range(8, 8 + other)]) is enough


def page(*kinds: str, areas: tuple[Area, ...] = ()) -> Page:
    """Return a page of 60 by 20 mm with marks of 8 mm in a row, 12 mm apart."""
    results = [Mark(f"m{n}", kind, kind, Box(4 + 12 * n, 4, 8, 8), "", 0) for n, kind in enumerate(kinds)]
    return Page("page.svg", 60, 20, "A page", "en", (), tuple(results), areas)


def ink(*boxes: tuple[Box, float], noise: float = 0.01) -> Ink:
    """Return ink that is so dark in these boxes."""
    dark = np.zeros((round(20 * SCALE), round(60 * SCALE)), np.float32)
    for box, darkness in boxes:
        y, x, bottom, right = (round(value * SCALE) for value in (box.y, box.x, box.bottom, box.right))
        dark[y:bottom, x:right] = darkness
    return Ink(dark, np.ones(dark.shape, bool), noise, 0.1, 1.0)


def test_a_writer_is_measured_by_the_strokes_on_the_marks() -> None:
    result = strokes.strokes(ink((Box(4, 4, 4, 8), 0.5)), page("circle"))
    assert result.usual == pytest.approx(0.5)
    assert result.clear == pytest.approx(0.5 / tuning.LEAST_STROKE)
    assert result.strength[round(8 * SCALE), round(6 * SCALE)] == 1
    assert result.strength[round(8 * SCALE), round(10 * SCALE)] == 0


def test_strength_grows_from_a_faint_stroke_to_a_full_one() -> None:
    faint, full = tuning.FAINT * 0.8, tuning.FULL * 0.8
    boxes = [(Box(4, 4, 8, 8), 0.8), (Box(16, 4, 2, 2), faint), (Box(20, 4, 2, 2), (faint + full) / 2)]
    strength = strokes.strokes(ink(*boxes, (Box(24, 4, 2, 2), full)), page("circle")).strength
    row = strength[round(5 * SCALE)]
    assert [float(row[round(x * SCALE)]) for x in (17, 21, 25)] == pytest.approx([0, 0.5, 1], abs=1e-3)


def test_written_words_tell_too_where_there_are_few_marks_and_only_there() -> None:
    words = (Box(16, 4, 4, 8), 0.4)
    assert strokes.strokes(ink(words), page("circle", "text")).usual == pytest.approx(0.4)
    both = ink(words, (Box(4, 4, 4, 8), 0.8))
    assert strokes.strokes(both, page("circle", "text")).usual == pytest.approx(0.8)


def test_too_few_strokes_tell_nothing_about_their_writer() -> None:
    result = strokes.strokes(ink((Box(4, 4, 1, 1), 0.5)), page("circle"))
    assert (result.usual, result.clear) == (tuning.USUAL_STROKE, 0.0)
    assert strokes.strokes(ink(), page()).clear == 0.0


def test_what_may_be_noise_is_no_stroke() -> None:
    noisy = ink((Box(4, 4, 4, 8), 0.5), noise=0.1)
    result = strokes.strokes(noisy, page("circle"))
    assert (result.usual, result.clear) == (tuning.USUAL_STROKE, 0.0)


def test_printed_samples_tell_whether_print_and_drawing_agree() -> None:
    sheet = page("circle", areas=(Area("sample.a", Box(20, 4, 4, 4)), Area("sample.b", Box(30, 4, 4, 4))))
    marks = (Box(4, 4, 4, 8), 0.5)
    clean, wrong = ink(marks), ink(marks, (Box(20, 4, 4, 4), 0.5))
    assert strokes.on_samples(strokes.strokes(clean, sheet), clean, sheet) == 0
    assert strokes.on_samples(strokes.strokes(wrong, sheet), wrong, sheet) == pytest.approx(0.5)
    hidden = wrong._replace(valid=np.zeros_like(wrong.valid))
    assert strokes.on_samples(strokes.strokes(wrong, sheet), hidden, sheet) == 0
