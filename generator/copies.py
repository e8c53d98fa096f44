"""Further copies of a page: only markers, page code and number differ from those of the first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pencilwright.templates.frame import Frame, PaperSize
from pencilwright.templates.page import Page, Text
from pencilwright.templates.paths import DIGITS, Segment, outlined
from pencilwright.templates.phrases import word


def copier(page: Page, first: Frame, sheet: PaperSize) -> Callable[[Frame], Page]:
    """Return what makes the page of another copy from its frame, as its template would draw it.

    What is the same is the same object. `first` is the frame of the page, `sheet` the size and origin of all.
    """
    own = _own(page, first, sheet)
    names = ("text" if isinstance(item, Text) else "segments" for item in page.items)
    places = [(at, name) for at, name in enumerate(names) if getattr(page.items[at], name, None) in own]

    def again(frame: Frame) -> Page:
        items, changes = list[Any](page.items), dict(zip(own, _own(page, frame, sheet), strict=True))
        for at, name in places:
            items[at] = items[at]._replace(**{name: changes[getattr(items[at], name)]})
        return page._replace(items=tuple(items))

    return again


def _own(page: Page, printed: Frame, sheet: PaperSize) -> list[tuple[Segment, ...] | str]:
    """Return what only this copy has: its markers and its page code where they lie, and its words."""
    patterns = [marker.pattern for marker in printed.markers]
    for area in page.areas:
        if area.id == "qr":
            x, y = round(area.rect.x - sheet.left, DIGITS), round(area.rect.y - sheet.top, DIGITS)
            patterns.append(printed.code_pattern(x, y, area.rect.width))
    outlines = (outlined(*pattern, sheet.left, sheet.top) for pattern in patterns)
    return [*outlines, printed.code_text, word(page.language, "sheet.footer", copy=printed.copy)]
