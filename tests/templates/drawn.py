"""Small pages for tests, written as the inside of an SVG."""

from __future__ import annotations

from pencilwright.templates.page import Page
from pencilwright.templates.parsing import read


def page(body: str, width: float = 10, height: float = 10, *, title: str = "A page") -> Page:
    """Read a page of `width` by `height` mm."""
    return read(
        f'<svg viewBox="0 0 {width} {height}" data-title="{title}">\n{body}\n</svg>',
        template="test.svg",
        language="en",
    )
