"""A part of one page, filled in and made smaller, as a figure on another page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pencilwright.generator.imposition import shifted
from pencilwright.generator.written_values import written
from pencilwright.templates.flow import SMALLEST
from pencilwright.templates.page import WRITTEN, Circle, Item, Line, Mark, Page, Rect, Style, Tag, Text, box
from pencilwright.templates.paths import DIGITS, Box

PEN = 0.6
"""Width of a pencil line on the page before it is made smaller, in mm."""
SHORT, LONG = 0.18, 0.82
"""Where the strokes of a cross begin and end, in parts of the mark's rectangle."""


def filled(page: Page, values: Mapping[str, str], ink: str) -> Page:
    """Return the page with marks drawn on it: id -> value as in templates.page.VALUES, blank ones not."""
    drawn = [item for mark in page.marks for item in _strokes(mark, values.get(mark.id, ""), ink)]
    return page._replace(items=(*page.items, *drawn))


def _strokes(mark: Mark, value: str, ink: str) -> Iterator[Item]:
    """Draw one value: a ring, a cross, or both; a tick as a cross."""
    if mark.kind in WRITTEN:
        yield from written(value, mark.rect, mark.cells, ink=ink)
        return
    style = Style(stroke=ink, width=PEN, cap="round")
    rect = mark.rect
    if value in ("circled", "spent"):
        half = min(rect.width, rect.height) / 2 - PEN / 2
        if mark.kind == "circle" and rect.width != rect.height:
            grown = rect.grown(-PEN / 2)
            yield Rect(*grown, min(grown.width, grown.height) * 0.3, style)
        else:
            yield Circle(rect.x + rect.width / 2, rect.y + rect.height / 2, half, style)
    if value in ("struck", "spent", "ticked"):
        left, right = rect.x + SHORT * rect.width, rect.x + LONG * rect.width
        top, bottom = rect.y + SHORT * rect.height, rect.y + LONG * rect.height
        yield Line(left, top, right, bottom, style)
        yield Line(left, bottom, right, top, style)


def inset(page: Page, window: Box, place: Box, alt: str, group: int) -> tuple[Item, ...]:
    """Return what lies within a window of a page, made to fit the width of a place on another page.

    Words are never smaller than the smallest that are printed.

    Parameters
    ----------
    window : in mm on the page; what reaches out of it is left out. Words belong where they begin.
    place : upper left corner and width in mm; the height follows.
    alt : what the figure shows, in words.
    group : number of the figure on its page.
    """
    scale = place.width / window.width
    tag = Tag("Figure", alt, group)
    return tuple(
        _scaled(item, window, place, scale, tag) for item in page.items if window.holds(box(item), 0.01)
    )


def fitted(rect: Box, window: Box, place: Box) -> Box:
    """Return where `inset` shows a rectangle of the page."""
    scale = place.width / window.width
    x, y = place.x + (rect.x - window.x) * scale, place.y + (rect.y - window.y) * scale
    return Box(x, y, rect.width * scale, rect.height * scale)


def _scaled(item: Item, window: Box, place: Box, scale: float, tag: Tag) -> Item:
    """Return an item of a window smaller or larger, the window's corner laid on that of a place."""
    x, y = place.x - window.x * scale, place.y - window.y * scale
    made = shifted(item, x, y, times=scale)._replace(tag=tag)
    if isinstance(item, Text) and isinstance(made, Text):
        size = max(made.size, SMALLEST)
        return made._replace(size=size, leading=round(item.leading * size / item.size, DIGITS))
    return made
