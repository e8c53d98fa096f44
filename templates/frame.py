"""Paper constants that can never change after people have printed: content box, markers, code, samples."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import segno

from pencilwright.templates.errors import TemplateError
from pencilwright.templates.paths import outline

PAPERS: Mapping[str, tuple[float, float]] = MappingProxyType(
    {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a5": (148.0, 210.0), "a6": (105.0, 148.0)}
)
"""Width and height of each paper in mm."""

WITHOUT_CAMERA = frozenset({"a6"})
"""Papers too small for markers: what is printed on them is for pencils and forms, and no camera reads it."""

SAFE_MARGIN = 8.0
"""No printer that we know of needs more unprinted border than this, in mm."""

BLEED = 3.0
"""How far a print shop's paper is printed beyond where it is cut, in mm."""
CARDS: Mapping[str, tuple[float, float]] = MappingProxyType({"70x120": (70.0, 120.0), "63x88": (63.0, 88.0)})
"""Width and height of each card in mm."""

MARKER_SIZE = 10.0
"""Side of a marker in mm, its black border included."""

MARKER_MODULES = 6
MARKER_QUIET = MARKER_SIZE / MARKER_MODULES
"""White that must stay clear around a marker, in mm: one module."""

MARKERS = 8
COPIES = 125
"""Copies that can lie in one photograph: 1000 words of the dictionary, eight a copy."""

RULER = 50.0


Pattern = tuple[tuple[str, ...], float, float, float]
"""What `paths.outline` takes: rows of a pattern with "#" for black, its place, and how wide a sign is."""


class Content(NamedTuple):
    """The content box of a paper, in mm: centred on it, and of one size on papers that share their pages."""

    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """Where its middle is."""
        return self.width / 2, self.height / 2

    @property
    def marker_places(self) -> tuple[tuple[float, float], ...]:
        """Upper left corners, clockwise from the upper left: marker 0 to 7 of a copy."""
        right, bottom = self.width - MARKER_SIZE, self.height - MARKER_SIZE
        return (
            (0.0, 0.0), (right / 2, 0.0), (right, 0.0), (right, bottom / 2),
            (right, bottom), (right / 2, bottom), (0.0, bottom), (0.0, bottom / 2),
        )  # fmt: skip


CONTENT = Content(194.0, 263.0)
SMALL = Content(132.0, 194.0)
SMALLEST = Content(89.0, 132.0)
SMALL_WHITE = 10.0
"""What a page of A5 without marks leaves white on its left and right, in mm."""
CONTENTS: Mapping[str, Content] = MappingProxyType(
    {"a4": CONTENT, "letter": CONTENT, "a5": SMALL, "a6": SMALLEST}
)
"""The content box of each paper."""


class PaperSize(NamedTuple):
    """Size of a page or card and the origin of its content, in mm, and the content box of a page."""

    width: float
    height: float
    left: float
    top: float
    content: Content = CONTENT


class Frame(NamedTuple):
    """What the frame's macros draw.

    Attributes
    ----------
    copy : number of the copy, 1 to 125.
    camera : whether the page has what a camera needs: markers, page code, samples, ruler.
    code, code_text : the page code for the QR code and for people; "" when the page has none.
    qr : modules of the QR code, one string a row, "#" = dark; () when the page has no code.
    markers : the eight markers of this copy with id, place and drawing.
    """

    copy: int
    camera: bool
    code: str
    code_text: str
    qr: tuple[str, ...]
    markers: tuple[MarkerDrawing, ...]

    def code_pattern(self, x: float, y: float, size: float) -> Pattern:
        """Return the dark modules, the whole code `size` mm wide without its quiet zone."""
        if not self.qr:
            raise TemplateError("this page has no page code, so frame.qr can't be drawn on it")
        return self.qr, x, y, size / len(self.qr)


class MarkerDrawing(NamedTuple):
    """One marker: number on the page (0 to 7), word of the dictionary, upper left corner."""

    number: int
    word: int
    x: float
    y: float

    @property
    def pattern(self) -> Pattern:
        """What is drawn."""
        return marker_rows(self.word), self.x, self.y, MARKER_QUIET


def sheet(size: str, paper: str) -> PaperSize:
    """Size and content origin of a document: "page" on the paper, or a card's own size.

    Raises TemplateError for an unknown paper or card.
    """
    if size in CARDS:
        return PaperSize(*CARDS[size], 0.0, 0.0)
    if size != "page" or paper not in PAPERS:
        known = ", ".join((*PAPERS, *CARDS))
        raise TemplateError(f"there is no size {size!r} on paper {paper!r} (known: {known})")
    (width, height), content = PAPERS[paper], CONTENTS[paper]
    left, top = (width - content.width) / 2, (height - content.height) / 2
    return PaperSize(width, height, round(left, 4), round(top, 4), content)


def build(
    copy: int,
    code: str,
    code_text: str,
    *,
    content: Content = CONTENT,
    camera: bool = True,
) -> Frame:
    """Return the frame of one copy; without a camera nothing of it is drawn.

    Raises TemplateError when the copy's number is not 1 to 125.
    """
    if not 1 <= copy <= COPIES:
        raise TemplateError(f"copy {copy} has no markers; copies are numbered 1 to {COPIES}")
    if not camera:
        return Frame(copy, False, "", "", (), ())
    places = enumerate(content.marker_places)
    markers = tuple(MarkerDrawing(i, marker_word(copy, i), x, y) for i, (x, y) in places)
    qr = qr_rows(code) if code else ()
    return Frame(copy, True, code, code_text or code, qr, markers)


def marker_word(copy: int, index: int) -> int:
    """Return the word of the dictionary for marker `index` (0 to 7) of a copy (1 to 125)."""
    return MARKERS * (copy - 1) + index


@cache
def _words() -> tuple[str, ...]:
    lines = (Path(__file__).parent / "aruco.txt").read_text(encoding="ascii").splitlines()
    return tuple(line for line in lines if not line.startswith("#"))


def marker_rows(word: int) -> tuple[str, ...]:
    """Return a marker as six strings of six signs, "#" = black, its border included."""
    inside = (f"{int(digit, 16):04b}".replace("0", "#").replace("1", ".") for digit in _words()[word])
    return ("######", *(f"#{row}#" for row in inside), "######")


@cache
def qr_rows(code: str) -> tuple[str, ...]:
    """Return the QR code (error level M, no quiet zone) as strings, "#" = dark."""
    symbol = segno.make_qr(code, error="m", boost_error=False)
    return tuple("".join("#" if module else "." for module in row) for row in symbol.matrix)


def qr_path(code: str, x: float, y: float, size: float) -> str:
    """Return the outline of the dark modules of a code's QR, `size` mm wide without its quiet zone."""
    rows = qr_rows(code)
    return outline(rows, x, y, size / len(rows))
