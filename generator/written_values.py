"""What is written into a mark, as words of the page: a line of text, or a digit in each cell of a comb."""

from __future__ import annotations

from collections.abc import Iterable

from pencilwright.generator import fonts
from pencilwright.templates.page import Item, Page, Tag, Text
from pencilwright.templates.paths import Box

PEN, BLACK_PEN = "#1a296b", "#000000"
"""Colours of what is filled in: dark blue, which stands out from the print; black on pages without colour."""
TEXT_SIZE = 0.62
"""Size of the letters of a line, as a part of its field's height."""
DIGIT_SIZE = 0.72
"""The same for the digits of a number."""


def pen_on(pages: Iterable[Page]) -> str:
    """Return the colour of the answers on pages as #rrggbb."""
    used = (colour for page in pages for item in page.items for colour in _colours(item))
    return PEN if any(not item[1:3] == item[3:5] == item[5:7] for item in used) else BLACK_PEN


def _colours(item: Item) -> tuple[str, ...]:
    used = (item.fill,) if isinstance(item, Text) else (item.style.fill, item.style.stroke)
    return tuple(colour for colour in used if colour)


def written(value: str, rect: Box, cells: int = 0, *, ink: str = "#000000") -> tuple[Text, ...]:
    """Return a value as words of the page; a letter that no font has is a white square.

    Parameters
    ----------
    value : what is written; "" for nothing.
    rect : the field, in mm.
    cells : cells of a number's comb, 0 for a line of text. A number that is too long is a line.
    ink : colour of the words.
    """
    if not value:
        return ()
    value = fonts.drawable(value)
    if not cells or len(value) > cells:
        return (_line(value, rect, ink),)
    cell = rect.width / cells
    size = round(DIGIT_SIZE * rect.height, 3)
    first = rect.right - cell * len(value)
    return tuple(
        _text(sign, first + (n + 0.5) * cell, rect, size, "middle", ink) for n, sign in enumerate(value)
    )


def _line(value: str, rect: Box, ink: str) -> Text:
    """Return a line in the middle of its field's height, smaller when it is long."""
    margin = min(1.0, 0.15 * rect.width)
    size = TEXT_SIZE * min(rect.height, rect.width)
    size = min(size, size * (rect.width - 2 * margin) / max(fonts.measure(value, size), 1e-6))
    return _text(value, rect.x + margin, rect, round(size, 3), "start", ink)


def _text(value: str, x: float, rect: Box, size: float, anchor: str, ink: str) -> Text:
    y = rect.y + rect.height / 2
    return Text(x, y, value, size, 400, anchor, ink, 0.0, size, 0, "middle", Tag("P"))
