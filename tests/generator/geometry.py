"""Where the ink of a page lies, to the tenth of a millimetre, and what is wrong with it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

from pencilwright.generator import fonts
from pencilwright.generator.fonts import SetLine, layout
from pencilwright.templates.frame import MARKER_QUIET, SAFE_MARGIN
from pencilwright.templates.page import Circle, Item, Page, Rect, Text, box
from pencilwright.templates.paths import Box

TOUCH = 0.05
"""Ink that reaches less than this into its neighbour, in mm, is rounding."""

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


class Words(NamedTuple):
    """One line of words and the box of its ink."""

    text: str
    ink: Box
    record: Text


def ink(line: SetLine, record: Text) -> Box:
    """Box of a line's ink from the outlines of its glyphs."""
    pen, xs, ys = line.x, [], []
    for sign in line.text:
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


def reaches(item: Item, area: Box) -> bool:
    """Whether a shape's ink reaches into an area; a disc is measured as a disc, all else by its box."""
    if isinstance(item, Text):
        return False
    half = item.style.width / 2 if item.style.stroke else 0.0
    if not isinstance(item, Circle):
        return box(item).grown(half).overlap(area) > TOUCH
    across = max(area.x - item.cx, item.cx - area.right, 0)
    down = max(area.y - item.cy, item.cy - area.bottom, 0)
    return math.hypot(across, down) < item.r + half - TOUCH


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
    found = [f"{line.text!r} at {show(line.ink)}" for line in words(page) if not inside(line.ink, safe)]
    found += [f"shape at {show(shape)}" for shape in shapes(page) if not inside(shape, safe)]
    return found + [
        f"mark {mark.id} at {show(mark.rect)}" for mark in page.marks if not inside(mark.rect, safe)
    ]


def overlapping_words(page: Page) -> list[str]:
    """Pairs of lines whose ink lies in each other."""
    return [
        f"{a.text!r} at {show(a.ink)} and {b.text!r} at {show(b.ink)}"
        for a, b in combinations(words(page), 2)
        if a.ink.overlap(b.ink) > TOUCH
    ]


def overlapping_marks(page: Page) -> list[str]:
    """Pairs of marks that share paper."""
    return [
        f"{a.id} {show(a.rect)} and {b.id} {show(b.rect)}"
        for a, b in combinations(page.marks, 2)
        if a.rect.overlap(b.rect) > TOUCH
    ]


def words_across_marks(page: Page) -> list[str]:
    """Words that run over the border of a mark. Wholly inside is design: a number in its box."""
    return [
        f"{line.text!r} at {show(line.ink)} and mark {mark.id} at {show(mark.rect)}"
        for line in words(page)
        for mark in page.marks
        if line.ink.overlap(mark.rect) > TOUCH and not inside(line.ink, mark.rect)
    ]


def words_across_frames(page: Page) -> list[str]:
    """Words that begin in a drawn frame and run over its right border."""
    frames = [box(item) for item in page.items if isinstance(item, Rect) and item.style.stroke]
    return [
        f"{line.text!r} at {show(line.ink)} and frame {show(frame)}"
        for line in words(page)
        for frame in frames
        if frame.x < line.ink.x < frame.right
        and frame.y < line.ink.y + line.ink.height / 2 < frame.bottom
        and line.ink.right > frame.right - TOUCH
    ]


def crowded_areas(page: Page) -> list[str]:
    """What lies in the white that markers and the page code need around them."""
    found = []
    for area in page.areas:
        if area.id.startswith("marker."):
            quiet = area.rect.grown(MARKER_QUIET)
        elif area.id == "qr":
            quiet = area.rect.grown(2 * area.rect.width / 21)
        else:
            continue
        near = [f"{line.text!r}" for line in words(page) if line.ink.overlap(quiet) > TOUCH]
        near += [
            f"shape at {show(box(item))}"
            for item in page.items
            if reaches(item, quiet) and not inside(box(item), area.rect)
        ]
        near += [f"mark {mark.id}" for mark in page.marks if mark.rect.overlap(quiet) > TOUCH]
        found += [f"{area.id} has {what} too close" for what in near]
    return found
