"""Where the ink of a page lies, to the tenth of a millimetre, and what is wrong with it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

from pencilwright.generator import fonts
from pencilwright.generator.fonts import SetLine, layout
from pencilwright.templates.frame import MARKER_QUIET, SAFE_MARGIN
from pencilwright.templates.page import Circle, Item, Page, Rect, Text, box
from pencilwright.templates.paths import Box

TOUCH = 0.05
"""Ink that reaches less than this into its neighbour, in mm, is rounding."""

OFF_GRID = 0.2
"""Less than this from the grid, in mm, is not seen."""

CARD_MARGIN = 2.0
"""A card's ink keeps this far from its cut: home cutters are off by a millimetre or more."""


@cache
def _font(weight: int) -> tuple[Any, dict[int, str], float]:
    font = TTFont(fonts.FOLDER / fonts.FILES[weight])
    return font.getGlyphSet(), font.getBestCmap(), font["head"].unitsPerEm


@cache
def _glyph(sign: str, weight: int) -> tuple[tuple[float, float, float, float] | None, float]:
    glyphs, names, units = _font(weight)
    glyph = glyphs[names[ord(sign)]]
    pen = BoundsPen(glyphs)
    glyph.draw(pen)
    bounds = None if pen.bounds is None else tuple(value / units for value in pen.bounds)
    return bounds, glyph.width / units


PANEL, PANEL_MARGIN = 5.0, 0.5
"""Least width and height of a panel, a frame or a ground; how far words keep from its border, in mm."""


class Words(NamedTuple):
    """One line of words and the box of its ink."""

    text: str
    ink: Box
    record: Text


def ink(line: SetLine, record: Text) -> Box:
    """Box of a line's ink from the outlines of its glyphs."""
    pen, xs, ys = line.x, [], []
    starts = {*accumulate(map(len, fonts.runs(line.text)))}
    for at, sign in enumerate(line.text):
        pen -= fonts.TRIM * record.size * (at in starts)
        bounds, advance = _glyph(sign, record.weight)
        if bounds:
            xs += [pen + bounds[0] * record.size, pen + bounds[2] * record.size]
            ys += [line.y - bounds[3] * record.size, line.y - bounds[1] * record.size]
        pen += advance * record.size
    if record.turned:
        xs, ys = [2 * line.x - x for x in xs], [2 * line.y - y for y in ys]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def words(page: Page) -> list[Words]:
    """All lines of words of a page."""
    return [
        Words(line.text, ink(line, item), item)
        for item in page.items
        if isinstance(item, Text)
        for line in layout(item)
    ]


def shapes(page: Page) -> Iterator[Box]:
    """Boxes of all painted shapes, their lines' width included."""
    for item in page.items:
        if not isinstance(item, Text):
            yield box(item).grown(item.style.width / 2 if item.style.stroke else 0.0)


def reaches(item: Item, place: Box, area: Box) -> bool:
    """Whether a shape's ink reaches into an area; a disc is measured as a disc, all else by its box."""
    half = item.style.width / 2 if item.style.stroke else 0.0
    if not isinstance(item, Circle):
        return overlap(place.grown(half), area) > TOUCH
    across = max(area.x - item.cx, item.cx - area.right, 0)
    down = max(area.y - item.cy, item.cy - area.bottom, 0)
    return math.hypot(across, down) < item.r + half - TOUCH


def overlap(one: Box, other: Box) -> float:
    """Return how deep two boxes lie in each other, in mm; zero or less when they are apart."""
    across = min(one.right, other.right) - max(one.x, other.x)
    return min(across, min(one.bottom, other.bottom) - max(one.y, other.y))


def inside(inner: Box, outer: Box) -> bool:
    """Whether a box lies wholly in another."""
    return (
        inner.x >= outer.x - TOUCH
        and inner.y >= outer.y - TOUCH
        and inner.right <= outer.right + TOUCH
        and inner.bottom <= outer.bottom + TOUCH
    )


def show(rect: Box) -> str:
    return f"({rect.x:.1f}, {rect.y:.1f}, {rect.width:.1f} x {rect.height:.1f})"


def outside_the_safe_area(page: Page, card: bool) -> list[str]:
    """Ink or marks closer to the paper's edge than printers (for cards: cutters) allow."""
    margin = CARD_MARGIN if card else SAFE_MARGIN
    safe = Box(0, 0, page.width, page.height).grown(-margin)
    messages = [f"{line.text!r} at {show(line.ink)}" for line in words(page) if not inside(line.ink, safe)]
    messages += [f"shape at {show(shape)}" for shape in shapes(page) if not inside(shape, safe)]
    return messages + [
        f"mark {mark.id} at {show(mark.rect)}" for mark in page.marks if not inside(mark.rect, safe)
    ]


def overlapping(first: Iterable[Box], second: Iterable[Box], by: float = TOUCH) -> Iterator[tuple[int, int]]:
    """Yield the numbers of a box of the first and one of the second that lie in each other by so many mm."""
    left, top, right, bottom = (side[:, None] for side in _sides(first))
    other = _sides(second)
    across = np.minimum(right, other[2]) - np.maximum(left, other[0])
    down = np.minimum(bottom, other[3]) - np.maximum(top, other[1])
    for lower, another in np.argwhere(np.minimum(across, down) > by):
        yield int(lower), int(another)


def _sides(boxes: Iterable[Box]) -> Any:
    return np.array([(box.x, box.y, box.right, box.bottom) for box in boxes]).reshape(-1, 4).T


def overlapping_words(page: Page) -> list[str]:
    """Pairs of lines whose ink lies in each other."""
    lines = words(page)
    inks = [line.ink for line in lines]
    return [
        f"{lines[a].text!r} at {show(inks[a])} and {lines[b].text!r} at {show(inks[b])}"
        for a, b in overlapping(inks, inks)
        if a < b
    ]


def overlapping_marks(page: Page) -> list[str]:
    """Pairs of marks that share paper."""
    places = [mark.rect for mark in page.marks]
    return [
        f"{page.marks[a].id} {show(places[a])} and {page.marks[b].id} {show(places[b])}"
        for a, b in overlapping(places, places)
        if a < b
    ]


def words_across_marks(page: Page) -> list[str]:
    """Words that run over the border of a mark. Wholly inside is design: a number in its box."""
    lines = words(page)
    results = overlapping((line.ink for line in lines), (mark.rect for mark in page.marks))
    return [
        f"{line.text!r} at {show(line.ink)} and mark {mark.id} at {show(mark.rect)}"
        for line, mark in ((lines[a], page.marks[b]) for a, b in results)
        if not inside(line.ink, mark.rect)
    ]


def words_outside_panels(page: Page, margin: float = PANEL_MARGIN) -> list[str]:
    """Words in a frame or on a ground that come within a margin of its border, in mm, or run over it.

    Of small frames, which hold a letter or two, only what begins there and runs over to the right.
    """
    lines = words(page)
    panels = [item for item in page.items if isinstance(item, Rect)]
    left, top, right, bottom = (side[:, None] for side in _sides(map(box, panels)))
    ink = _sides(line.ink for line in lines)
    across, middle = (ink[0] + ink[2]) / 2, (ink[1] + ink[3]) / 2
    is_level = (top < middle) & (middle < bottom)
    is_framed = np.array([bool(item.style.stroke) for item in panels], dtype=bool)[:, None]
    is_begun = is_framed & is_level & (left < ink[0]) & (ink[0] < right) & (ink[2] > right - TOUCH)
    is_panel = np.array([min(item.width, item.height) >= PANEL for item in panels], dtype=bool)[:, None]
    is_on = is_panel & is_level & (left < across) & (across < right)
    near = margin - TOUCH
    is_out = (
        (ink[0] < left + near) | (ink[2] > right - near) | (ink[1] < top + near) | (ink[3] > bottom - near)
    )
    return [
        f"{lines[b].text!r} at {show(lines[b].ink)} and panel {show(box(panels[a]))}"
        for a, b in np.argwhere(is_begun | (is_on & is_out))
    ]


def words_beside_the_page(page: Page) -> list[str]:
    """Words that stand between the markers at the sides, or farther out than all that is drawn."""
    markers = [area.rect for area in page.areas if area.id.startswith("marker.")]
    drawn = list(shapes(page))
    left = min(rect.right for rect in markers) if markers else min(shape.x for shape in drawn)
    right = max(rect.x for rect in markers) if markers else max(shape.right for shape in drawn)
    return [
        f"{line.text!r} at {show(line.ink)}, the page from {left:.1f} to {right:.1f}"
        for line in words(page)
        if line.ink.x < left - TOUCH or line.ink.right > right + TOUCH
    ]


def off_the_grid(page: Page, white: float) -> Iterator[str]:
    """Where what is drawn, markers apart, does not begin and end so many mm from the paper's sides."""
    markers = [area.rect.grown(TOUCH) for area in page.areas if area.id.startswith("marker.")]
    drawn = [box(item) for item in page.items if not isinstance(item, Text)]
    drawn = [place for place in drawn if not any(inside(place, marker) for marker in markers)]
    right = page.width - max(place.right for place in drawn)
    sides = {"left": min(place.x for place in drawn), "right": right}
    for side, found in sides.items():
        if abs(found - white) > OFF_GRID:
            yield f"{found:.2f} mm of white at the {side}, {white:.2f} on the grid"


def crowded_areas(page: Page) -> list[str]:
    """What lies in the white that markers and the page code need around them."""
    quiet = {
        area.id: area.rect.grown(MARKER_QUIET if area.id.startswith("marker.") else area.rect.width * 2 / 21)
        for area in page.areas
        if area.id == "qr" or area.id.startswith("marker.")
    }
    lines = words(page)
    painted = [(item, box(item)) for item in page.items if not isinstance(item, Text)]
    results = []
    for name, white in quiet.items():
        near = [f"{line.text!r}" for line in lines if overlap(line.ink, white) > TOUCH]
        near += [
            f"shape at {show(place)}"
            for item, place in painted
            if reaches(item, place, white) and not inside(place, page.area(name))
        ]
        near += [f"mark {mark.id}" for mark in page.marks if overlap(mark.rect, white) > TOUCH]
        results += [f"{name} has {what} too close" for what in near]
    return results
