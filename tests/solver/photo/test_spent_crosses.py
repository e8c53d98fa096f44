"""Lines are told from Xs, and Xs so small that print may hide one are found."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from pencilwright.solver.photo import spent_crosses, tuning
from pencilwright.solver.photo.records import BLANK, SPENT, STRUCK, TICKED
from pencilwright.templates.page import Mark
from pencilwright.templates.paths import Box

MIDDLE = tuning.LOOK_SIDE // 2


def look(*lines: tuple[tuple[int, int], tuple[int, int]]) -> Any:
    """A ring about the place with these lines in it, from the middle, in pixels."""
    layer = np.zeros((tuning.LOOK_SIDE,) * 2, np.uint8)
    cv2.circle(layer, (MIDDLE, MIDDLE), 10, 160, 2, cv2.LINE_AA)
    for (x1, y1), (x2, y2) in lines:
        cv2.line(layer, (MIDDLE + x1, MIDDLE + y1), (MIDDLE + x2, MIDDLE + y2), 160, 2, cv2.LINE_AA)
    return np.stack([layer, np.full_like(layer, 255)])


CROSS = look(((-7, -7), (7, 7)), ((-7, 7), (7, -7)))
SMALL = look(((-2, -2), (3, 2)), ((-2, 3), (2, -2)))
LINE = look(((-6, 8), (3, -4)))
TAIL = look(((-2, 9), (-2, 0)), ((-2, 0), (0, -6)))
RING = look()


def hidden(looks: list[Any], kinds: list[str], places: list[str]) -> list[int]:
    marks = [Mark(str(index), place, "", Box(0, 0, 5, 5), "", 0) for index, place in enumerate(places)]
    results = spent_crosses.hiding(np.array(looks), marks, {mark.id: kinds[int(mark.id)] for mark in marks})
    return [int(name) for name in results]


TINY = look(((-2, -2), (2, 2)), ((-2, 2), (2, -2)))
EMPTY = RING * 0
KINDS = [SPENT, STRUCK, BLANK, TICKED, BLANK]
PLACES = ["resource", "strike", "strike", "resource", "circle"]


def test_where_xs_are_as_small_as_numbers_any_number_may_hide_one() -> None:
    struck = TINY.copy()
    struck[0][RING[0] > 0] = 0
    assert hidden([TINY, struck, EMPTY, RING, EMPTY], KINDS, PLACES) == [2, 3]


def test_xs_of_usual_size_leave_blank_boxes_blank() -> None:
    assert hidden([CROSS, CROSS, EMPTY, RING, EMPTY], KINDS, PLACES) == []


def test_a_sheet_without_xs_says_nothing_of_their_size() -> None:
    assert hidden([RING, EMPTY], [TICKED, BLANK], ["resource", "strike"]) == []
