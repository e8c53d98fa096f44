"""What was read is drawn over the page: green where seen, amber where the rules decided, red where asked."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from pencilwright.solver.photo import overlay, tuning
from pencilwright.solver.photo.records import (
    ASKED,
    BLANK,
    EYE,
    RULES,
    TICKED,
    UNSURE,
    Contradiction,
    MarkReading,
    SheetReading,
)

PLACE = (200, 100, 40, 30)


def sheet(kind: str, by: str = EYE, *, against: bool = False, paper: int = 255) -> SheetReading:
    """Return the reading of a page with one mark."""
    return SheetReading(
        page_code="", copy=1, game="troyes-dice", setup=None, marks={"a": MarkReading(kind, 1.0, kind, by)},
        values={}, questions=(), contradictions=(Contradiction("rule", ("a",)),) if against else (),
        margin=0.0, markers=8, homography=np.eye(3), residual=0.0, scale=1.0, notes=(), otherwise=False,
        places={"a": PLACE},
        flattened=np.full((400, 1400), paper, np.uint8), looks=np.zeros((1, 1), np.uint8),
    )  # fmt: skip


def about_mark(reading: SheetReading) -> Any:
    """Return the picture about the mark, without the legend."""
    x, y, width, height = PLACE
    return overlay.overlay(reading, "en")[y - 20 : y + height + 20, x - 20 : x + width + 20]


def has(picture: Any, colour: tuple[int, int, int]) -> bool:
    """Return whether a colour is in the picture."""
    return bool((np.abs(picture.astype(int) - colour).max(2) < 4).any())


@pytest.mark.parametrize(("kind", "by"), [(TICKED, EYE), (TICKED, RULES), (UNSURE, ASKED), (BLANK, RULES)])
def test_a_mark_is_framed_in_the_colour_of_how_it_was_settled(kind: str, by: str) -> None:
    picture = about_mark(sheet(kind, by))
    for other, colour in overlay.COLOURS.items():
        assert has(picture, colour) is (other == by)


def test_a_mark_that_is_surely_blank_is_left_as_it_is() -> None:
    assert about_mark(sheet(BLANK)).min() == 255


def test_marks_that_contradict_each_other_have_a_second_frame() -> None:
    assert has(about_mark(sheet(TICKED, against=True)), overlay.COLOURS[ASKED])
    assert has(about_mark(sheet(BLANK, against=True)), overlay.COLOURS[ASKED])


def test_the_page_is_paler_beneath_than_it_was() -> None:
    assert (about_mark(sheet(BLANK, paper=55)) == 105).all()


def test_the_legend_names_the_three_colours_above_the_page() -> None:
    picture = overlay.overlay(sheet(BLANK), "en")
    top = picture[: round(overlay.LEGEND_AT_MM[1] * tuning.PIXELS_PER_MM) + 2]
    assert all(has(top, colour) for colour in overlay.COLOURS.values())


def test_the_file_is_a_png_of_the_same_picture() -> None:
    reading = sheet(TICKED)
    read = cv2.imdecode(np.frombuffer(overlay.png(reading, "en"), np.uint8), cv2.IMREAD_COLOR)
    assert (read == overlay.overlay(reading, "en")).all()


def test_a_question_shows_its_mark_with_some_of_the_page_around_it() -> None:
    assert overlay.crop(sheet(UNSURE, ASKED), "a", 2.0).shape == (30 + 32, 40 + 32)
    edge = sheet(UNSURE, ASKED)
    edge.places["a"] = (4, 6, 40, 30)  # type: ignore[index]
    assert overlay.crop(edge, "a", 2.0).shape == (6 + 30 + 16, 4 + 40 + 16)
