"""Ink in or around a blank place that belongs to no mark is found; marks, writing and print are left."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from pencilwright.solver.photo import blank_page, stray_marks, tuning
from pencilwright.solver.photo.ink import Ink
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


def inside(kinds: dict[str, str], *ovals: tuple[float, float, float, float]) -> list[str]:
    """The blank places with ink in them: ovals by their middle and half axes in mm, with no height a line."""
    strength: Any = np.zeros((round(60 * SCALE), round(90 * SCALE)), np.float32)
    for x, y, across, down in ovals:
        place = round(x * SCALE), round(y * SCALE)
        cv2.ellipse(strength, place, (round(across * SCALE), round(down * SCALE)), 0, 0, 360, 1.0, 4)
    whole = dict.fromkeys(PLACES, BLANK) | kinds
    return stray_marks.inside(Strokes(strength, 0.5, 4.0), blank_page.draw(PAGE), PAGE, MARKS, whole)


def test_a_small_mark_inside_a_blank_place_is_found_but_a_speck_is_not() -> None:
    assert inside({}, (23, 23, 0.7, 0.7)) == ["a"]
    assert inside({}, (23, 23, 0.1, 0.1)) == []
    assert inside({"a": SPENT}, (23, 23, 0.7, 0.7)) == []


@pytest.mark.parametrize("place", [(35, 48.5, 8, 2), (70, 49, 8, 2), (45, 35, 5, 0)])
def test_writing_printed_words_and_what_lies_far_off_are_left(
    place: tuple[float, float, float, float],
) -> None:
    assert inside({}, place) == []


def enclosed(
    kinds: dict[str, str],
    *ovals: tuple[float, float, float, float],
    end: int = 360,
    printed: tuple[int, int] = (0, 0),
) -> list[str]:
    """Which blank places ovals go around, drawn as far as `end` degrees; print hides ink beyond these mm."""
    strength: Any = np.zeros((round(60 * SCALE), round(90 * SCALE)), np.float32)
    for x, y, across, down in ovals:
        place = round(x * SCALE), round(y * SCALE)
        axes = round(across * SCALE), round(down * SCALE)
        cv2.ellipse(strength, place, axes, 0, 0, end, 1.0, 4)
    valid = np.ones(strength.shape, bool)
    valid[: round(printed[0] * SCALE)] = False
    valid[:, : round(printed[1] * SCALE)] = False
    strength[~valid] = 0
    ink = Ink(strength, valid, 0.01, 0.1, 0.9)
    whole = dict.fromkeys(PLACES, BLANK) | kinds
    return stray_marks.enclosed(Strokes(strength, 0.5, 4.0), ink, MARKS, whole)


def test_a_blank_place_in_a_ring_is_asked_about_though_the_ring_hangs_together_with_the_next() -> None:
    rings = (23, 23, 5.1, 5.1), (33, 23, 5.1, 5.1)
    assert enclosed({}, *rings) == ["a", "b"]
    assert enclosed({"b": TICKED}, *rings) == ["a"]
    assert enclosed({}, (23, 23, 5.1, 5.1), end=353) == ["a"]


def test_print_may_hide_a_part_of_a_ring_but_not_most_of_it() -> None:
    assert enclosed({}, (23, 23, 5.1, 5.1), printed=(19, 0)) == ["a"]
    assert enclosed({}, (23, 23, 2.5, 2.5), end=180, printed=(22, 21)) == []


def test_what_lies_beside_a_ring_or_in_one_of_several_places_is_not_enclosed() -> None:
    assert enclosed({}, (23, 23, 5.1, 5.1), end=250) == []
    assert enclosed({"a": TICKED}, (23, 23, 3, 3)) == []
    assert enclosed({}, (40, 25, 35, 20)) == []


@pytest.mark.parametrize(("width", "broad"), [(0.6, False), (1.3, False), (2.0, True)])
def test_a_marker_is_told_by_the_width_of_its_ink(width: float, broad: bool) -> None:
    strength: Any = np.zeros((round(60 * SCALE), round(90 * SCALE)), np.float32)
    for x in (20, 40, 60):
        cv2.circle(
            strength, (round(x * SCALE), round(30 * SCALE)), round(3 * SCALE), 1.0, round(width * SCALE)
        )
    assert (stray_marks.broad(Strokes(strength, 0.5, 4.0)) > 0.5) == broad
