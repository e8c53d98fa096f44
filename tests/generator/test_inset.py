"""A figure is a part of a page with its marks drawn in, moved and made smaller, not turned or bent."""

from __future__ import annotations

import pytest

from pencilwright.generator.inset import LONG, PEN, SHORT, filled, inset
from pencilwright.templates.page import Circle, Line, Mark, Page, Path, Rect, Style, Tag, Text
from pencilwright.templates.paths import Box, Segment

STYLE = Style(stroke="#000000", width=0.4, dash=(1.0, 2.0))
WORDS = Text(12, 24, "Fortress", 4.0, 400, "start", "#000000", 10.0, 5.0, 1, "baseline", Tag("P"))
WINDOW, PLACE = Box(10, 20, 40, 30), Box(100, 50, 20, 99)
"""What is shown begins 10 mm from the left and 20 mm from the top; it becomes half as large."""


def page(*items: object, marks: tuple[Mark, ...] = ()) -> Page:
    return Page("test", 100, 100, "title", "en", items, marks, ())  # type: ignore[arg-type]


def shown(*items: object) -> tuple[object, ...]:
    return inset(page(*items), WINDOW, PLACE, "a wheel", 3)


def test_every_shape_is_moved_and_made_smaller() -> None:
    half = Style(stroke="#000000", width=0.2, dash=(0.5, 1.0))
    tag = Tag("Figure", "a wheel", 3)
    outline = (Segment("M", (12, 22)), Segment("C", (14, 24, 16, 26, 18, 30)), Segment("Z"))
    rect, line = Rect(12, 26, 8.0, 4.0, 1.0, STYLE), Line(14, 40, 18, 22, STYLE)
    assert shown(rect, Circle(20, 30, 6.0, STYLE), line, Path(outline, STYLE), WORDS) == (
        Rect(101, 53, 4, 2, 0.5, half, tag),
        Circle(105, 55, 3, half, tag),
        Line(102, 60, 104, 51, half, tag),
        Path((Segment("M", (101, 51)), Segment("C", (102, 52, 103, 53, 104, 55)), Segment("Z")), half, tag),
        WORDS._replace(x=101, y=52, size=2.3, width=5, leading=2.875, tag=tag),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("rect", "is_shown"),
    [
        (Box(10, 20, 40, 30), True),
        (Box(9.995, 19.995, 40.01, 30.01), True),
        (Box(9.98, 20, 5, 5), False),
        (Box(10, 19.98, 5, 5), False),
        (Box(45, 20, 5.02, 5), False),
        (Box(10, 45, 5, 5.02), False),
    ],
)
def test_a_shape_that_reaches_out_of_the_window_is_left_out(rect: Box, is_shown: bool) -> None:
    assert len(shown(Rect(*rect, 0, STYLE))) == is_shown


@pytest.mark.parametrize(
    ("x", "y", "is_shown"),
    [
        (10, 20, True), (50, 50, True), (9.9, 30, False), (50.1, 30, False), (30, 19.9, False),
        (30, 50.1, False),
    ],
)  # fmt: skip
def test_words_belong_where_they_begin(x: float, y: float, is_shown: bool) -> None:
    assert len(shown(WORDS._replace(x=x, y=y))) == is_shown


SQUARE = Box(10, 20, 8, 8)


def strokes(value: str, kind: str = "circle", rect: Box = SQUARE) -> tuple[object, ...]:
    """Return what is drawn for a mark of this value."""
    mark = Mark("m", kind, "a mark", rect, "", 0)
    drawn = filled(page(WORDS, marks=(mark,)), {"m": value}, "#0000ff").items
    assert drawn[0] == WORDS
    return drawn[1:]


PENCIL = Style(stroke="#0000ff", width=PEN, cap="round")
RING = Circle(14, 24, 4 - PEN / 2, PENCIL)
LEFT, RIGHT, TOP, BOTTOM = 10 + 8 * SHORT, 10 + 8 * LONG, 20 + 8 * SHORT, 20 + 8 * LONG
CROSS = (Line(LEFT, TOP, RIGHT, BOTTOM, PENCIL), Line(LEFT, BOTTOM, RIGHT, TOP, PENCIL))


@pytest.mark.parametrize(
    ("value", "drawn"),
    [("", ()), ("circled", (RING,)), ("struck", CROSS), ("ticked", CROSS), ("spent", (RING, *CROSS))],
)
def test_a_value_is_a_ring_a_cross_or_both(value: str, drawn: tuple[object, ...]) -> None:
    assert strokes(value) == drawn


def test_a_ring_around_a_long_mark_is_as_long_as_the_mark() -> None:
    (ring,) = strokes("circled", rect=Box(10, 20, 12, 6))
    assert ring == Rect(10.3, 20.3, 11.4, 5.4, 5.4 * 0.3, PENCIL)
    (other,) = strokes("circled", kind="box", rect=Box(10, 20, 12, 6))
    assert other == Circle(16, 23, 3 - PEN / 2, PENCIL)
