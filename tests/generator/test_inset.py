"""A figure is a window of another page: what lies within it, moved and made smaller, with its marks drawn."""

from __future__ import annotations

import pytest

from pencilwright.generator import inset
from pencilwright.templates.page import Circle, Item, Line, Mark, Page, Path, Rect, Style, Tag, Text
from pencilwright.templates.paths import Box, Segment

STROKE = Style(stroke="#000000", width=0.4, dash=(2.0, 1.0))
WINDOW = Box(10, 20, 40, 30)
PLACE = Box(100, 200, 20, 0)  # half as wide as the window


def page(*items: Item, marks: tuple[Mark, ...] = ()) -> Page:
    """Return a page of these items and marks."""
    return Page("page.svg", 100, 100, "A page", "en", items, marks, ())


def mark(kind: str, width: float = 4, height: float = 4) -> Mark:
    """Return a mark at (10, 20)."""
    return Mark("a", kind, "a mark", Box(10, 20, width, height), "", 0)


def drawn(value: str, kind: str = "resource", width: float = 4, height: float = 4) -> list[Item]:
    """Return what a value of a mark looks like."""
    return list(inset.filled(page(marks=(mark(kind, width, height),)), {"a": value}, "#112233").items)


def figure(*items: Item) -> tuple[Item, ...]:
    """Return the figure of these items."""
    return inset.inset(page(*items), WINDOW, PLACE, "Three dice", 2)


def test_a_ring_touches_the_middle_of_the_shorter_side_from_within() -> None:
    (ring,) = drawn("circled", "resource", 6, 4)
    assert ring == Circle(13, 22, 1.7, Style(stroke="#112233", width=0.6, cap="round"))


def test_a_ring_around_a_longish_mark_is_a_rounded_rectangle_inside_it() -> None:
    (ring,) = drawn("circled", "circle", 6, 4)
    assert isinstance(ring, Rect)
    assert ring[:5] == pytest.approx((10.3, 20.3, 5.4, 3.4, 1.02))
    (round_one,) = drawn("circled", "circle", 4, 4)
    assert isinstance(round_one, Circle)


@pytest.mark.parametrize(("kind", "value"), [("strike", "struck"), ("tick", "ticked")])
def test_a_cross_goes_from_corner_to_corner_and_stays_inside(kind: str, value: str) -> None:
    falling, rising = drawn(value, kind, 10, 5)
    assert falling[:4] == pytest.approx((11.8, 20.9, 18.2, 24.1))
    assert rising[:4] == pytest.approx((11.8, 24.1, 18.2, 20.9))


def test_what_is_spent_is_ringed_and_crossed_and_a_blank_mark_stays_blank() -> None:
    assert [type(item) for item in drawn("spent")] == [Circle, Line, Line]
    assert drawn("") == []


def test_marks_are_drawn_over_what_is_printed() -> None:
    printed = Line(0, 0, 1, 1, STROKE)
    filled = inset.filled(page(printed, marks=(mark("strike"),)), {"a": "struck"}, "#112233")
    assert filled.items[0] == printed
    assert len(filled.items) == 3


def test_shapes_are_moved_and_made_smaller_with_their_lines() -> None:
    style, tag = Style(stroke="#000000", width=0.2, dash=(1.0, 0.5)), Tag("Figure", "Three dice", 2)
    corner = (Segment("M", (14.0, 24.0)), Segment("L", (18.0, 32.0)))
    assert figure(
        Rect(12, 24, 10, 6, 2, STROKE),
        Circle(20, 30, 4, STROKE),
        Line(12, 22, 16, 30, STROKE),
        Path(corner, STROKE),
    ) == (
        Rect(101, 202, 5, 3, 1, style, tag),
        Circle(105, 205, 2, style, tag),
        Line(101, 201, 103, 205, style, tag),
        Path((Segment("M", (102.0, 202.0)), Segment("L", (104.0, 206.0))), style, tag),
    )


def words(x: float, y: float) -> Text:
    """Return words that begin at (x, y)."""
    return Text(x, y, "dice", 4, 400, "start", "#000000", 30, 5, 2, "top", Tag("P"))


def test_words_are_moved_and_made_smaller_with_their_width_and_leading() -> None:
    (moved,) = figure(words(14, 26))
    tag = Tag("Figure", "Three dice", 2)
    assert moved == Text(102, 203, "dice", 2, 400, "start", "#000000", 15, 2.5, 2, "top", tag)


@pytest.mark.parametrize("x", [10, 50])
@pytest.mark.parametrize("y", [20, 50])
def test_words_belong_to_the_figure_where_they_begin_in_it(x: float, y: float) -> None:
    inward = (0.5 if x == 10 else -0.5, 0.5 if y == 20 else -0.5)
    assert len(figure(words(x, y), words(x + inward[0], y + inward[1]))) == 2
    assert figure(words(x - inward[0], y), words(x, y - inward[1])) == ()


def test_a_shape_as_large_as_the_window_belongs_to_it_and_one_that_reaches_out_does_not() -> None:
    assert len(figure(Rect(10, 20, 40, 30, 0, STROKE))) == 1
    for out in ((9.9, 20, 40, 30), (10, 19.9, 40, 30), (10, 20, 40.1, 30), (10, 20, 40, 30.1)):
        assert figure(Rect(*out, 0, STROKE)) == ()
