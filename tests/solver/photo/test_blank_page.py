"""The drawing of a page lies where the page says, as dark as it says, with lines as wide as it says."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from pencilwright.solver.photo import blank_page, tuning
from pencilwright.templates.page import Circle, Item, Line, Page, Path, Rect, Style, Tag, Text
from pencilwright.templates.paths import Segment

SCALE = tuning.PIXELS_PER_MM
FILLED = Style(fill="#000000")
TRIANGLE = (
    Segment("M", (2.0, 1.0)), Segment("L", (10.0, 1.0)), Segment("L", (10.0, 9.0)), Segment("Z", ()),
)  # fmt: skip


def drawn(*items: Item) -> Any:
    """Return the drawing of a page of 20 by 10 mm with these items."""
    return blank_page.draw(Page("page.svg", 20, 10, "A page", "en", items, (), ()))


def ink(picture: Any) -> float:
    """Return how many square mm are black."""
    return float((255 - picture.astype(float)).sum()) / 255 / SCALE**2


def space(picture: Any) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of what is darker than half, in mm."""
    rows, columns = np.nonzero(picture < 128)
    edges = columns.min(), rows.min(), columns.max() + 1, rows.max() + 1
    left, top, right, bottom = (float(edge) / SCALE for edge in edges)
    return left, top, right, bottom


def test_an_empty_page_is_white_and_as_large_as_its_paper() -> None:
    picture = drawn()
    assert picture.shape == (round(10 * SCALE), round(20 * SCALE))
    assert picture.min() == 255


@pytest.mark.parametrize(
    ("item", "where", "area"),
    [
        (Rect(3, 2, 5, 4, 0, FILLED), (3, 2, 8, 6), 20.0),
        (Rect(3, 2, 5, 4, 1, FILLED), (3, 2, 8, 6), 20 - 4 + math.pi),
        (Circle(6, 5, 2, FILLED), (4, 3, 8, 7), 4 * math.pi),
        (Path(TRIANGLE, FILLED), (2, 1, 10, 9), 32.0),
        (Line(3, 5, 9, 5, Style(stroke="#000000", width=0.5)), (3, 4.75, 9, 5.25), 3.0),
    ],
)  # fmt: skip
def test_a_shape_lies_where_the_page_says(
    item: Item, where: tuple[float, float, float, float], area: float
) -> None:
    picture = drawn(item)
    assert space(picture) == pytest.approx(where, abs=0.35)
    assert ink(picture) == pytest.approx(area, rel=0.12)


def test_a_line_may_be_dashed_and_its_dashes_begin_with_ink() -> None:
    picture = drawn(Line(2, 5, 18, 5, Style(stroke="#000000", width=0.4, dash=(3.0, 1.0))))
    row = picture[round(5 * SCALE)]
    at = [float(row[round(x * SCALE)]) for x in (3.5, 5.5, 7.5, 9.5, 11.5, 13.5)]
    assert [value < 128 for value in at] == [True, False, True, False, True, False]


def test_dashes_go_round_corners_and_back_to_where_a_shape_begins() -> None:
    style = Style(stroke="#000000", width=0.4, dash=(4.0, 4.0))
    dashes = drawn(Rect(2, 2, 10, 6, 0, style))
    whole = drawn(Rect(2, 2, 10, 6, 0, style._replace(dash=())))
    assert ink(dashes) == pytest.approx(ink(whole) / 2, rel=0.15)
    assert space(dashes) == pytest.approx(space(whole), abs=0.2)


def test_a_pattern_with_an_odd_number_of_lengths_is_taken_twice() -> None:
    style = Style(stroke="#000000", width=0.4)
    once = drawn(Line(2, 5, 18, 5, style._replace(dash=(2.0,))))
    assert (once == drawn(Line(2, 5, 18, 5, style._replace(dash=(2.0, 2.0))))).all()


def test_a_curve_goes_from_end_to_end_and_bends_towards_its_handles() -> None:
    ((points, closed),) = blank_page.outlines(
        Path((Segment("M", (0.0, 0.0)), Segment("C", (0.0, 4.0, 8.0, 4.0, 8.0, 0.0))), FILLED)
    )
    assert not closed
    assert points[0] == (0, 0)
    assert points[-1] == pytest.approx((8, 0))
    assert points[len(points) // 2] == pytest.approx((4, 3))


def test_a_path_may_hold_several_outlines() -> None:
    square = (Segment("M", (0.0, 0.0)), Segment("L", (2.0, 0.0)), Segment("L", (2.0, 2.0)), Segment("Z", ()))
    stroke = (
        Segment("M", (5.0, 5.0)),
        Segment("L", (6.0, 6.0)),
        Segment("M", (7.0, 7.0)),
        Segment("L", (8.0, 7.0)),
    )
    assert blank_page.outlines(Path((*square, *stroke), FILLED)) == [
        ([(0, 0), (2, 0), (2, 2)], True),
        ([(5, 5), (6, 6)], False),
        ([(7, 7), (8, 7)], False),
    ]


def test_a_circle_is_a_polygon_on_its_rim() -> None:
    ((points, closed),) = blank_page.outlines(Circle(3, 4, 2, FILLED))
    assert closed and len(points) == 64
    assert [math.dist(point, (3, 4)) for point in points] == pytest.approx([2.0] * 64)


@pytest.mark.parametrize(
    ("width", "asked"), [(1.43, 1), (3.43, 2), (5.43, 3), (7.43, 5), (9.43, 7), (1.44, 2), (7.42, 5)]
)
def test_a_smooth_line_is_asked_for_so_that_it_is_at_least_as_wide_as_meant(width: float, asked: int) -> None:
    assert blank_page._line(width, 0)[0] == asked


@pytest.mark.parametrize("width", [0.1, 0.18, 0.2, 0.25, 0.3, 0.4, 0.53, 0.8])
def test_a_line_of_any_width_has_the_ink_of_that_width(width: float) -> None:
    line = drawn(Line(2, 5, 18, 5, Style(stroke="#000000", width=width)))
    assert ink(line[:, 40:120]) / 10 == pytest.approx(width, abs=0.02)


@pytest.mark.parametrize(
    ("colour", "grey"), [("#000000", 0), ("#ffffff", 255), ("#ff0000", 76), ("#00ff00", 150), ("#0000ff", 29)]
)
def test_colours_are_as_bright_as_an_eye_sees_them(colour: str, grey: int) -> None:
    picture = drawn(Rect(2, 2, 10, 6, 0, Style(fill=colour)))
    assert picture[round(5 * SCALE), round(6 * SCALE)] == grey


def words(anchor: str, valign: str = "", width: float = 0) -> Text:
    """Return words about (10, 5)."""
    return Text(10, 5, "HHHH", 3, 700, anchor, "#000000", width, 0, 0, valign, Tag("P"))


def test_words_begin_end_or_lie_evenly_about_their_place_and_stand_on_it() -> None:
    spaces = {anchor: space(drawn(words(anchor))) for anchor in ("start", "middle", "end")}
    assert spaces["start"][0] == pytest.approx(10, abs=0.5)
    assert spaces["end"][2] == pytest.approx(10, abs=0.5)
    assert (spaces["middle"][0] + spaces["middle"][2]) / 2 == pytest.approx(10, abs=0.3)
    for _, top, _, bottom in spaces.values():
        assert bottom == pytest.approx(5, abs=0.2)
        assert bottom - top == pytest.approx(0.73 * 3, abs=0.3)


def test_words_set_by_their_middle_lie_evenly_above_and_below() -> None:
    _, top, _, bottom = space(drawn(words("start", "middle")))
    assert (top + bottom) / 2 == pytest.approx(5, abs=0.3)


def test_words_that_wrap_are_left_out_and_words_may_reach_over_the_edge() -> None:
    assert drawn(words("start", width=8)).min() == 255
    assert drawn(words("start")._replace(x=-1, y=1)).min() < 50
