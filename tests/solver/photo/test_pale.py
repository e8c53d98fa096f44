"""What is far paler than the writer's strokes is left out when a mark is looked at again."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from pencilwright.solver.photo import looks, pale, tuning
from pencilwright.solver.photo.classify import Seen
from pencilwright.solver.photo.ink import Ink
from pencilwright.solver.photo.records import BLANK, SPENT, STRUCK, TICKED
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


def paler(kind: str, *darknesses: int) -> list[int]:
    """Which of these Xs, darkness 160 as usual, are far paler than the others."""
    looks: Any = np.zeros((len(darknesses), 2, tuning.LOOK_SIDE, tuning.LOOK_SIDE), np.uint8)
    for look, darkness in zip(looks, darknesses, strict=True):
        for sign in (1, -1):
            cv2.line(look[0], (18, 23 - 6 * sign), (30, 23 + 6 * sign), darkness, 2)
    marks = [MARK._replace(id=str(index)) for index in range(len(darknesses))]
    return [int(name) for name in pale.paler(looks, marks, {mark.id: kind for mark in marks})]


@pytest.mark.parametrize("kind", [STRUCK, SPENT])
def test_one_pale_stroke_among_dark_ones_is_asked_about(kind: str) -> None:
    assert paler(kind, 150, 160, 70, 170, 140) == [2]


def test_strokes_of_one_pale_pen_are_left_alone() -> None:
    assert paler(STRUCK, 70, 80, 75, 60, 70, 65) == []


def test_few_strokes_say_nothing_of_the_writer() -> None:
    assert paler(STRUCK, 160, 160, 60) == []


def test_rings_are_drawn_lightly_and_heavily_by_the_same_hand() -> None:
    assert paler(TICKED, 150, 160, 70, 170, 140) == []


@pytest.mark.parametrize("kind", tuning.PALER)
def test_only_ink_within_the_reach_of_a_kind_says_how_dark_a_stroke_is(kind: str) -> None:
    from_middle = looks.from_middle()
    reach = tuning.PALER[kind][0]
    for distance, expected in ((reach - 0.1, []), (reach + 0.1, ["2"])):
        pictures = np.zeros((5, 2, tuning.LOOK_SIDE, tuning.LOOK_SIDE), np.uint8)
        pictures[:, 0, from_middle < 0.3] = 160
        pictures[2, 0] = np.where(from_middle < 0.3, 60, 0)
        pictures[2, 0, np.abs(from_middle - distance) < 0.08] = 160
        marks = [MARK._replace(id=str(index)) for index in range(5)]
        assert pale.paler(pictures, marks, {mark.id: kind for mark in marks}) == expected


def test_ink_as_near_as_half_a_felt_tips_line_belongs_to_a_stroke() -> None:
    dark = np.zeros((41, 41), np.float32)
    dark[20, 20] = USUAL
    (places,) = np.nonzero(pale._own(dark, USUAL)[20])
    pixels = round(tuning.OWN_REACH_MM * tuning.PIXELS_PER_MM)
    assert places.tolist() == list(range(20 - pixels, 20 + pixels + 1))
