"""Further copies of a page: only markers, page code and number differ from those of the first."""

from __future__ import annotations

from pencilwright.templates.frame import Frame, PaperSize
from pencilwright.templates.page import Item, Page, Path, Text
from pencilwright.templates.paths import DIGITS, Segment, parse
from pencilwright.templates.phrases import word

Outline = tuple[Segment, ...]


def again(page: Page, first: Frame, other: Frame, sheet: PaperSize) -> Page:
    """Return the page of another copy, as its template would draw it; what is the same is the same object.

    Parameters
    ----------
    page, first : a copy and its frame.
    other : the frame of the other copy.
    sheet : size and origin that both have.
    """
    drawn = dict(zip(_outlines(page, first, sheet), _outlines(page, other, sheet), strict=True))
    translated = dict(zip(_words(page, first), _words(page, other), strict=True))

    def changed(item: Item) -> Item:
        if isinstance(item, Path) and not item.style.stroke:
            return item._replace(segments=drawn.get(item.segments, item.segments))
        if isinstance(item, Text) and item.text in translated:
            return item._replace(text=translated[item.text])
        return item

    return page._replace(items=tuple(map(changed, page.items)))


def _outlines(page: Page, printed: Frame, sheet: PaperSize) -> list[Outline]:
    """Return the drawings of a copy's markers and of its page code, where they lie on the page."""
    paths = [marker.path for marker in printed.markers]
    for area in page.areas:
        if area.id == "qr":
            x, y = round(area.rect.x - sheet.left, DIGITS), round(area.rect.y - sheet.top, DIGITS)
            paths.append(printed.qr_path(x, y, area.rect.width))
    return [parse(path, sheet.left, sheet.top) for path in paths]


def _words(page: Page, printed: Frame) -> tuple[str, str]:
    """Return what a copy says of itself in words."""
    return printed.code_text, word(page.language, "sheet.footer", copy=printed.copy)
