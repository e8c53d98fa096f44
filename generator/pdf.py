"""Pages drawn on a ReportLab canvas, with marked content for the tags that postprocess.py builds."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from operator import is_
from typing import Any, NamedTuple

from pencilwright.generator import fonts
from pencilwright.templates.page import Circle, Item, Line, Page, Path, Rect, Style, Tag, TagPart, Text
from pencilwright.templates.paths import Segment

POINTS = 72 / 25.4
"""Points in a millimetre."""

DATE_SETTING = "SOURCE_DATE_EPOCH"
"""What ReportLab would take the date of a PDF from; ours is always the same."""

_QUARTER = 0.5522847498
"""Handle length that makes a cubic curve a quarter of a unit circle."""
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


class Element(NamedTuple):
    """A stretch of marked content of one page: what it is, and its number in the content.

    A number of -1 is a cell in which so far nothing is to be read.
    """

    tag: Tag
    mcid: int
    first: int
    """Index on the page of its first item, which places form fields between elements."""


class Drawing(NamedTuple):
    """A PDF of white pages with the fonts of what is drawn on them, and each page's content and elements.

    Streams of content that pages have in common are one object.
    """

    pdf: bytes
    contents: tuple[tuple[bytes, ...], ...]
    elements: tuple[tuple[Element, ...], ...]


def new_canvas(target: io.BytesIO, **options: Any) -> Any:
    """Return a ReportLab canvas that gives the same bytes at any time, under any setting.

    Raises InputError when the font is missing or damaged.
    """
    from reportlab.pdfgen.canvas import Canvas

    fonts.font(400)
    date = os.environ.pop(DATE_SETTING, None)
    try:
        return Canvas(target, invariant=1, pageCompression=0, initialFontName=fonts.name(400), **options)
    finally:
        if date is not None:
            os.environ[DATE_SETTING] = date


def draw(pages: Sequence[Page], bookmarks: Sequence[str] = ()) -> Drawing:
    """Draw pages, one PDF page each; of copies of a page what they have in common is drawn once.

    Parameters
    ----------
    pages : at least one page; the first one's language is the document's.
    bookmarks : outline entry of each page; the pages' titles when not given.

    Raises
    ------
    GlyphError, FitError : words that the fonts lack or that do not fit.
    """
    target = io.BytesIO()
    canvas = new_canvas(target, lang=pages[0].language, pdfVersion=(1, 7))
    contents: list[tuple[bytes, ...]] = []
    elements: list[tuple[Element, ...]] = []
    for copies in _alike(pages):
        first = copies[0]
        writer = _Writer(canvas, first.height)
        streams: list[list[bytes]] = [[] for _ in copies]
        shared = [all(page.items[at] == item for page in copies) for at, item in enumerate(first.items)]
        for is_shared, places in groupby(range(len(shared)), shared.__getitem__):
            run, marked = [*places], writer.marked
            stream = writer.stream(first.items, run)
            for page, parts in zip(copies, streams, strict=True):
                own = writer if is_shared or page is first else _Writer(canvas, first.height, marked)
                parts.append(stream if own is writer else own.stream(page.items, run))
        contents += map(tuple, streams)
        elements += [tuple(writer.elements)] * len(copies)
    for number, page in enumerate(pages):
        canvas.setPageSize((page.width * POINTS, page.height * POINTS))
        canvas.bookmarkPage(f"page{number + 1}")
        canvas.addOutlineEntry(bookmarks[number] if bookmarks else page.title, f"page{number + 1}", 0)
        canvas.showPage()
    canvas.save()
    return Drawing(target.getvalue(), tuple(contents), tuple(elements))


def _alike(pages: Sequence[Page]) -> list[list[Page]]:
    """Return neighbours that are copies of one page together: most of their items are the same."""
    results: list[list[Page]] = []
    for page in pages:
        first = results[-1][0] if results else page
        alike = len(page.items) == len(first.items) and page.height == first.height
        if results and alike and sum(map(is_, first.items, page.items)) * 2 > len(page.items):
            results[-1].append(page)
        else:
            results.append([page])
    return results


class _Writer:
    """Writes content of one page: millimetres, y down, colours and lines only when they change."""

    def __init__(self, canvas: Any, height: float, marked: int = 0) -> None:
        self.canvas = canvas
        self.height = height
        self.elements: list[Element] = []
        self.marked = marked
        self.code: list[str] = []
        self.state: dict[str, str] = {}

    def stream(self, items: Sequence[Item], run: Sequence[int]) -> bytes:
        """Return the content of items that follow each other; it needs nothing that was set before it.

        Neighbours that belong together share one stretch of marked content.
        """
        self.code, self.state = [], {}
        if not run[0]:
            self.code.append(f"{POINTS:.6f} 0 0 {-POINTS:.6f} 0 {self.height * POINTS:.4f} cm")
        open_tag: Tag | None = None
        held: set[TagPart] = set()
        for index in run:
            item = items[index]
            cell = item.tag.inside[-1] if item.tag.inside else None
            if cell and cell.role in ("TH", "TD") and item.tag.role == "Artifact" and cell not in held:
                held.add(cell)
                self.elements.append(Element(item.tag, -1, index))
            joins = open_tag is not None and (
                item.tag == open_tag
                if item.tag.role == "Figure"
                else item.tag.role == open_tag.role == "Artifact"
            )
            if not joins:
                if open_tag is not None:
                    self.code.append("EMC")
                self.begin(item.tag, index)
                open_tag = item.tag
            self.item(item)
        return "\n".join((*self.code, "EMC")).encode("latin-1")

    def begin(self, tag: Tag, index: int) -> None:
        if tag.role == "Artifact":
            self.code.append("/Artifact BMC")
            return
        mcid = self.marked
        self.marked += 1
        self.elements.append(Element(tag, mcid, index))
        self.code.append(f"/{tag.role} <</MCID {mcid}>> BDC")

    def item(self, item: Item) -> None:
        if isinstance(item, Text):
            self.change("fill", colour(item.fill, "g", "rg"))
            self.code.append(text_code(item, self.canvas))
            return
        style = item.style
        if style.fill:
            self.change("fill", colour(style.fill, "g", "rg"))
        if style.stroke:
            self.line(style)
        paint = "B" if style.fill and style.stroke else "f" if style.fill else "S"
        self.code.append(f"{shape(item)} {paint}")

    def line(self, style: Style) -> None:
        self.change("stroke", colour(style.stroke, "G", "RG"))
        self.change("width", f"{number(style.width)} w")
        self.change("dash", f"[{' '.join(map(number, style.dash))}] 0 d")
        self.change("cap", f"{_CAPS[style.cap]} J")
        self.change("join", f"{_JOINS[style.join]} j")

    def change(self, what: str, operator: str) -> None:
        if self.state.get(what) != operator:
            self.state[what] = operator
            self.code.append(operator)


def number(value: float) -> str:
    """Return a length with four decimals and no trailing zeros."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


@lru_cache(maxsize=256)
def colour(value: str, grey: str, rgb: str) -> str:
    """Return the operator that sets a colour #rrggbb: black and greys are of the one black ink."""
    parts = [f"{int(value[i : i + 2], 16) / 255:.4g}" for i in (1, 3, 5)]
    return f"{parts[0]} {grey}" if len(set(parts)) == 1 else f"{' '.join(parts)} {rgb}"


def shape(item: Rect | Circle | Line | Path) -> str:
    """Path operators of a shape, in mm."""
    match item:
        case Rect(rx=0.0):
            return f"{' '.join(map(number, item[:4]))} re"
        case Rect():
            return _rounded(item)
        case Circle():
            return ellipse(item.cx, item.cy, item.r, item.r)
        case Line():
            return f"{number(item.x1)} {number(item.y1)} m {number(item.x2)} {number(item.y2)} l"
        case Path():
            return " ".join(_segment(segment) for segment in item.segments)


@lru_cache(maxsize=4096)
def _segment(segment: Segment) -> str:
    if segment.op == "Z":
        return "h"
    return f"{' '.join(map(number, segment.at))} {segment.op.lower()}"


def ellipse(cx: float, cy: float, rx: float, ry: float) -> str:
    """Path operators of an ellipse about (cx, cy)."""
    kx, ky = rx * _QUARTER, ry * _QUARTER
    points = (
        (cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
        (cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
        (cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
        (cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
    )
    curves = " ".join(f"{' '.join(map(number, point))} c" for point in points)
    return f"{number(cx + rx)} {number(cy)} m {curves} h"


def _rounded(item: Rect) -> str:
    x, y, r = item.x, item.y, item.rx
    right, bottom = x + item.width, y + item.height
    k = r * (1 - _QUARTER)
    steps = (
        ((x + r, y), "m"),
        ((right - r, y), "l"),
        ((right - k, y, right, y + k, right, y + r), "c"),
        ((right, bottom - r), "l"),
        ((right, bottom - k, right - k, bottom, right - r, bottom), "c"),
        ((x + r, bottom), "l"),
        ((x + k, bottom, x, bottom - k, x, bottom - r), "c"),
        ((x, y + r), "l"),
        ((x, y + k, x + k, y, x + r, y), "c"),
    )
    return " ".join(f"{' '.join(map(number, at))} {op}" for at, op in steps) + " h"


def text_code(text: Text, canvas: Any) -> str:
    """Text operators of a record. Glyphs are turned upright again, because y runs down on our pages."""
    font, document = fonts.font(text.weight), canvas._doc
    parts = ["BT"]
    done = 0
    for line in fonts.layout(text):
        upright = "-1 0 0 1" if text.turned else "1 0 0 -1"
        parts.append(f"{upright} {number(line.x)} {number(line.y)} Tm")
        done = text.text.index(line.text, done) + len(line.text)
        # The blank at which a line was broken, for who listens: it draws nothing and stands in no measure.
        blank = " " if text.text[done : done + 1] == " " else ""
        for at, run in enumerate(fonts.runs(line.text + blank)):
            parts += [f"[{number(1000 * fonts.TRIM)}] TJ"] * bool(at)
            for subset, glyphs in font.splitString(run, document):
                name = font.getSubsetInternalName(subset, document)
                parts.append(f"{name} {number(text.size)} Tf ({canvas._escape(glyphs)}) Tj")
    parts.append("ET")
    return " ".join(parts)
