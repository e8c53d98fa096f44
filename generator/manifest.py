"""What a printed file says to programs: document, codes, every mark's rectangle in millimetres, as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from pencilwright.templates.page import Page

FORMAT = "pencilwright-pages/1"


class Origin(NamedTuple):
    """Where a file comes from.

    Attributes
    ----------
    game, document : ids as on the command line.
    template_version : version of the document's geometry.
    language, theme, paper : as chosen by the person who prints.
    setup : share code of the setup, or "".
    """

    game: str
    document: str
    template_version: int
    language: str
    theme: str
    paper: str
    setup: str


class Copy(NamedTuple):
    """One printed page: number of its copy and its page code."""

    number: int
    code: str


def build(origin: Origin, copies: Sequence[Copy], pages: Sequence[Page]) -> bytes:
    """JSON of a file's pages. Rectangles are [x, y, width, height] in mm from the upper left corner."""
    parts = [_json({"format": FORMAT} | origin._asdict() | {"pages": []})[:-2]]
    for copy, page in zip(copies, pages, strict=True):
        alike = _described(page._replace(items=(), title=""))
        parts += [_json({"copy": copy.number, "code": copy.code})[:-1], ",", alike[1:], ","]
    return ("".join(parts[:-1]) + "]}").encode()


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=1)
def _described(page: Page) -> str:
    """Return size, marks and areas of a page: what all copies have in common."""
    marks = [{"id": mark.id, "kind": mark.kind, "rect": mark.rect} for mark in page.marks]
    areas = [{"id": area.id, "rect": area.rect} for area in page.areas]
    return _json({"width": page.width, "height": page.height, "marks": marks, "areas": areas})
