"""Whether ink could be seen: circles traced on their print, light that takes ink away, and plain pages."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from pencilwright.solver.photo import reader, tuning, visibility
from pencilwright.solver.photo.visibility import Photographed
from pencilwright.templates.page import Mark
from pencilwright.templates.paths import Box
from tests.solver.photo import photographs as photos

PX = round(tuning.PIXELS_PER_MM)
MARKS = [
    Mark(f"{track}.{n}", "resource", "", Box(4 + 8 * n, 5 + 10 * row, 5, 5), "", 0)
    for row, track in enumerate(("a", "b", "c"))
    for n in range(8)
]
BLANK = {mark.id: "blank" for mark in MARKS}
PEN = 0.6


def far_from(mark: Mark) -> Any:
    """How far each pixel lies from a printed circle, in mm."""
    y, x = np.mgrid[: 35 * PX, : 72 * PX] / PX
    middle = mark.rect.x + mark.rect.width / 2, mark.rect.y + mark.rect.height / 2
    return np.abs(np.hypot(x - middle[0], y - middle[1]) - mark.rect.width / 2)


def page(
    traced: tuple[str, ...] = (), lamp: float = 0, parts: slice = slice(None), seed: int = 0
) -> Photographed:
    """A page of printed circles; a pen went round the traced ones, a lamp shines on the left half."""
    printed = np.zeros((35 * PX, 72 * PX), np.float32)
    pen = np.zeros_like(printed)
    for mark in MARKS:
        printed = np.maximum(printed, 0.5 * (far_from(mark) < 0.12))
        if mark.id in traced:
            pen[parts] = np.maximum(pen, PEN * (far_from(mark) < 0.25))[parts]
    given = np.full(printed.shape, 215.0)
    given[:, : 36 * PX] += lamp
    noise = np.random.default_rng(seed).normal(0, 2, printed.shape)
    picture = np.clip(given - 215 * (1 - (1 - printed) * (1 - pen)) + noise, 1, 255).astype(np.float32)
    return Photographed(picture, np.minimum(given, 255).astype(np.float32), printed)


def doubtful(photographed: Photographed) -> tuple[set[str], set[str]]:
    """The marks where no stroke could be seen, and those whose circle may be traced."""
    light = visibility.light(photographed, MARKS, PEN)
    lit = [mark for mark in MARKS if light[mark.id].left > tuning.EDGE_NEEDS]
    return {name for name, (left, _) in light.items() if left < tuning.LEAST_LEFT}, visibility.traced(
        photographed, lit, BLANK, np.zeros_like(photographed.picture), PEN
    )


def test_a_plain_page_has_no_doubt() -> None:
    assert doubtful(page()) == (set(), set())


@pytest.mark.parametrize(
    "traced", [("a.3",), tuple(f"b.{n}" for n in range(8))], ids=["one", "a whole track"]
)
def test_circles_that_are_traced_on_their_print_are_noticed(traced: tuple[str, ...]) -> None:
    assert doubtful(page(traced)) == (set(), set(traced))


def test_half_a_circle_that_a_neighbour_touches_is_none() -> None:
    assert doubtful(page(("a.3",), parts=slice(0, round(7.5 * PX)))) == (set(), set())


def test_where_a_lamp_burns_the_paper_out_nothing_is_surely_blank() -> None:
    bright, edge = doubtful(page(lamp=160))
    assert edge == set()
    assert bright == {mark.id for mark in MARKS if mark.rect.right < 36}
    weak, _ = doubtful(page(lamp=30))
    assert weak == set(), "a dark pen is seen there"


@pytest.mark.parametrize("spread", [0, 20, 35], ids=["plain", "patterned", "much"])
def test_a_mark_whose_print_lies_under_something_is_hidden_and_one_in_shade_is_not(spread: float) -> None:
    plain = page()
    shade = plain._replace(picture=plain.picture / 2, paper=plain.paper / 2)
    assert doubtful(shade) == (set(), set())
    picture = plain.picture.copy()
    cover = cv2.GaussianBlur(np.random.default_rng(3).normal(size=picture.shape), (0, 0), 3)
    picture[:, 50 * PX :] = (180 + spread * cover / cover.std())[:, 50 * PX :]
    covered = {mark.id for mark in MARKS if mark.rect.x > 50}
    light = visibility.light(plain._replace(picture=picture), MARKS, PEN)
    assert {name for name, (left, _) in light.items() if left < tuning.LEAST_LEFT} == covered
    assert not any(burnt for _, burnt in light.values())


def test_the_light_that_is_left_falls_with_the_lamp() -> None:
    left = [visibility.light(page(lamp=lamp), MARKS, PEN)["a.1"].left for lamp in (0, 60, 100, 160)]
    assert left[0] > 0.9 and left[-1] < tuning.LEAST_LEFT
    assert left == sorted(left, reverse=True)


@pytest.mark.slow
def test_a_traced_circle_of_a_sheet_is_asked_about_and_chances_add_up_to_one() -> None:
    values = photos.example(3)
    rendered, hand = photos.sheet(values)
    mark = next(mark for mark in rendered.page.marks if mark.kind == "circle" and mark.id not in values)
    angles = np.linspace(0, 7, 80)
    middle = np.array([mark.rect.x + mark.rect.width / 2, mark.rect.y + mark.rect.height / 2])
    hand.line(middle + np.stack([np.cos(angles), np.sin(angles)], 1) * mark.rect.width / 2, width=0.3)
    (sheet,) = reader.read(photos.jpeg(photos.photograph(hand.paper, size=(2400, 3200)))).sheets
    assert sheet.marks[mark.id].kind == "ticked" or mark.id in sheet.questions
    for item in sheet.marks.values():
        assert sum(item.chances.values()) <= 1 + 1e-6
