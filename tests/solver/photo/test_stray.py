"""Ink that belongs to no mark makes the nearest open place doubtful; marks, writing and print do not."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from pencilwright.solver.photo import blank, stray, tuning
from pencilwright.solver.photo.records import BLANK, SPENT, TICKED
from pencilwright.solver.photo.strokes import Strokes
from pencilwright.templates.page import ARTIFACT, Mark, Page, Text
from pencilwright.templates.paths import Box

SCALE = tuning.PIXELS_PER_MM
PLACES = {"a": Box(20, 20, 6, 6), "b": Box(30, 20, 6, 6), "large": Box(50, 15, 11, 12)}
NAME = Mark("name", "text", "", Box(20, 45, 30, 7), "", 0)
WORDS = Text(
    60, 48, "Words that wrap over some lines", 3, 400, "start", "#000000", 20, 4, 0, "baseline", ARTIFACT
)
MARKS = [Mark(name, "circle", "", box, "", 0) for name, box in PLACES.items()]
PAGE = Page("test", 90, 60, "t", "en", (WORDS,), (*MARKS, NAME), ())


def near(kinds: dict[str, str], *ovals: tuple[float, float, float, float]) -> list[str]:
    """What is next to ink: ovals by their middle and half axes in mm, with no height a line."""
    strength: Any = np.zeros((round(60 * SCALE), round(90 * SCALE)), np.float32)
    for x, y, across, down in ovals:
        place = round(x * SCALE), round(y * SCALE)
        cv2.ellipse(strength, place, (round(across * SCALE), round(down * SCALE)), 0, 0, 360, 1.0, 4)
    whole = dict.fromkeys(PLACES, BLANK) | kinds
    return stray.near(Strokes(strength, 0.5, 4.0), blank.draw(PAGE), PAGE, MARKS, whole)


def test_a_ring_around_a_place_that_was_read_as_blank_is_asked_about() -> None:
    assert near({}, (55.5, 21, 9, 10)) == ["large"]


def test_a_ring_that_was_read_explains_its_ink() -> None:
    assert near({"large": TICKED, "a": TICKED}, (55.5, 21, 6, 6.5), (23.5, 23, 3.4, 3)) == []


def test_a_line_between_places_belongs_to_the_nearest_open_one() -> None:
    assert near({"a": SPENT}, (28, 23, 0, 3)) == ["b"]


def test_a_small_mark_inside_a_blank_place_is_asked_about_but_a_speck_is_not() -> None:
    assert near({}, (23, 23, 0.7, 0.7)) == ["a"]
    assert near({}, (23, 23, 0.1, 0.1)) == []


@pytest.mark.parametrize("place", [(35, 48.5, 8, 2), (70, 49, 8, 2), (45, 35, 5, 0)])
def test_writing_printed_words_and_what_lies_far_off_are_not_asked_about(
    place: tuple[float, float, float, float],
) -> None:
    assert near({}, place) == []


DICE = [Mark(str(n), "strike", "", Box(10 + 12 * n, 20, 8, 8), "", 0) for n in range(5)]


def dots(sizes: list[int], clear: float) -> list[str]:
    """Which of five dice with a printed number, read as blank, are asked about: dots so many pixels large."""
    drawing = np.full((round(60 * SCALE), round(90 * SCALE)), 255, np.uint8)
    strength: Any = np.zeros(drawing.shape, np.float32)
    step = round(SCALE / tuning.ALIGN_PIXELS_PER_MM)
    for mark, size in zip(DICE, sizes, strict=True):
        x, y = (round((value + 4) * SCALE) for value in mark.rect[:2])
        drawing[y - 12 : y + 12, x - 6 : x + 6] = 0
        strength[y : y + step, x : x + size * step] = 1.0
    kinds = {mark.id: BLANK for mark in DICE}
    return stray.dots(Strokes(strength, 0.5, clear), drawing, DICE, kinds)


def test_a_dot_on_a_printed_number_is_asked_about() -> None:
    assert dots([3, 0, 0, 0, 0], clear=5.0) == ["0"]
    assert dots([3, 3, 0, 0, 0], clear=5.0) == ["0", "1"]
    assert dots([1, 0, 0, 0, 0], clear=5.0) == []


def test_in_a_poor_picture_a_dot_is_asked_about_only_where_other_numbers_have_none_as_large() -> None:
    assert dots([3, 3, 2, 3, 2], clear=2.5) == []
    assert dots([2, 5, 2, 3, 2], clear=2.5) == ["1"]
    assert dots([3, 0, 0, 0, 0], clear=2.5) == ["0"]
