"""A sheet whose marks are sharp but of other shapes is asked about; in a bad picture it is not."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from pencilwright.solver.photo import habits, tuning
from pencilwright.solver.photo.classify import Seen
from pencilwright.solver.photo.ink import Ink
from pencilwright.solver.photo.records import BLANK, SPENT, TICKED, UNSURE
from pencilwright.solver.photo.strokes import Strokes
from pencilwright.templates.page import Mark
from pencilwright.templates.paths import Box

SIDE = tuning.LOOK_SIDE
EMPTY, FILLED, RING = (np.zeros((SIDE, SIDE), np.uint8) for _ in range(3))
PLACE = round(SIDE / tuning.LOOK_REACH / 2)
cv2.circle(FILLED, (SIDE // 2, SIDE // 2), PLACE - 1, 160, -1)
cv2.circle(RING, (SIDE // 2, SIDE // 2), PLACE - 1, 160, 2)
UNCLEAR = Seen(UNSURE, {BLANK: 0.1, TICKED: 0.3, SPENT: 0.1}, 1.0)


def read(
    kind: str, looks: list[Any], seen: list[Seen], blur: float = 0.1, noise: float = 0.01
) -> habits.Habits:
    pictures = np.array([np.stack([look, np.full_like(look, 255)]) for look in looks])
    marks = [Mark(str(n), kind, "", Box(8.0 * n, 10, 6, 6), "", 0) for n in range(len(looks))]
    nothing = np.zeros((1, 1), np.float32)
    ink = Ink(nothing, nothing > 0, noise, blur, 0.9)
    return habits.habits(
        Strokes(nothing, 0.5, 4.0), ink, pictures, marks, {m.id: s for m, s in zip(marks, seen, strict=True)}
    )


def blank() -> Seen:
    return Seen(BLANK, {BLANK: 1.0, TICKED: 0.0}, 1.0)


def test_round_places_filled_in_are_what_the_writer_draws_for_rings() -> None:
    way = read("circle", [FILLED] * 5 + [EMPTY] * 3, [UNCLEAR] * 5 + [blank()] * 3)
    assert way.known
    assert [found.kind for found in way.seen.values()] == [TICKED] * 5 + [BLANK] * 3


def test_filled_resources_are_asked_about_since_an_x_would_not_show() -> None:
    spent = Seen(SPENT, {BLANK: 0.0, TICKED: 0.0, SPENT: 1.0}, 1.0)
    way = read("resource", [FILLED] * 5 + [EMPTY], [UNCLEAR] * 4 + [spent, blank()])
    assert [found.kind for found in way.seen.values()] == [UNSURE] * 5 + [BLANK]
    assert way.seen["0"].why == habits.HABIT


def test_filled_resources_that_the_networks_take_for_spent_ones_are_asked_about() -> None:
    spent = Seen(SPENT, {BLANK: 0.0, TICKED: 0.0, SPENT: 1.0}, 1.0)
    way = read("resource", [FILLED] * 6 + [EMPTY], [spent] * 6 + [blank()])
    assert way.known
    assert [found.kind for found in way.seen.values()] == [UNSURE] * 6 + [BLANK]


def test_on_such_a_sheet_only_places_without_ink_are_certain() -> None:
    sure = Seen(TICKED, {BLANK: 0.0, TICKED: 1.0}, 1.0)
    way = read("circle", [RING] * 4 + [EMPTY], [UNCLEAR, UNCLEAR, sure, blank(), blank()])
    assert [found.kind for found in way.seen.values()] == [UNSURE] * 4 + [BLANK]


def test_a_scribble_among_xs_is_asked_about_and_so_is_what_lies_to_one_side() -> None:
    cross, aside = np.zeros_like(EMPTY), np.zeros_like(EMPTY)
    middle, arm = SIDE // 2, PLACE - 2
    for sign in (1, -1):
        ends = (middle - arm, middle - sign * arm), (middle + arm, middle + sign * arm)
        cv2.line(cross, *ends, 160, 3)
    cv2.circle(aside, (middle + PLACE, middle), PLACE - 1, 160, 3)
    way = read("circle", [cross] * 6 + [FILLED, aside], [UNCLEAR] * 8)
    assert [found.kind for found in way.seen.values()] == [TICKED] * 6 + [UNSURE] * 2


def test_in_a_blurred_or_noisy_picture_the_picture_is_the_cause() -> None:
    for bad in ({"blur": 0.5}, {"noise": 0.05}):
        assert not read("circle", [RING] * 5, [UNCLEAR] * 5, **bad).known


def test_a_sheet_with_few_unclear_marks_is_left_alone() -> None:
    sure = Seen(TICKED, {BLANK: 0.0, TICKED: 1.0}, 1.0)
    way = read("circle", [RING] * 40, [UNCLEAR] + [sure] * 39)
    assert not way.known
    assert way.seen["1"] == sure


def test_who_draws_open_rings_on_resources_fills_none_in() -> None:
    spent = Seen(SPENT, {BLANK: 0.0, TICKED: 0.0, SPENT: 1.0}, 1.0)
    ringed = Seen(TICKED, {BLANK: 0.0, TICKED: 1.0, SPENT: 0.0}, 1.0)
    way = read("resource", [FILLED] * 4 + [RING] * 5 + [EMPTY], [spent] * 4 + [ringed] * 5 + [blank()])
    assert not way.known
    assert [found.kind for found in way.seen.values()] == [SPENT] * 4 + [TICKED] * 5 + [BLANK]
