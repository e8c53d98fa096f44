"""A page as small records in millimetres: origin top left, x to the right, y down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pencilwright.templates.paths import Box, Segment, bounds

KINDS = ("strike", "circle", "tick", "resource", "number", "text")
VALUES: Mapping[str, tuple[str, ...]] = {
    "strike": ("struck",),
    "circle": ("circled",),
    "tick": ("ticked",),
    "resource": ("circled", "spent"),
    "number": (),
    "text": (),
}
"""Values that a mark of each kind may have besides "" (blank); a text takes any words, a number digits."""

WRITTEN = ("number", "text")
"""Kinds that are written, not marked."""

ROLES = ("H1", "H2", "H3", "P", "Lbl", "Caption", "Artifact")


class TagPart(NamedTuple):
    """A list, table, row, cell or item that holds others: its role in a PDF, its number on the page."""

    role: str
    number: int


class Tag(NamedTuple):
    """What an item is to people who hear the page: a role; for a figure its sentence and running number.

    `inside` are the list or table that it belongs to, then the row or item, down to the cell.
    """

    role: str
    alt: str = ""
    group: int = 0
    inside: tuple[TagPart, ...] = ()

    @property
    def last(self) -> int:
        """The highest number of a figure or part in it."""
        return max(self.group, *(part.number for part in self.inside), 0)


ARTIFACT = Tag("Artifact")


class Style(NamedTuple):
    """Paint of a shape. Colours are "#rrggbb" or "" for none; lengths in mm."""

    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    cap: str = "butt"
    join: str = "miter"


class Rect(NamedTuple):
    """An upright rectangle with corner radius `rx`."""

    x: float
    y: float
    width: float
    height: float
    rx: float
    style: Style
    tag: Tag = ARTIFACT


class Circle(NamedTuple):
    """A circle about (cx, cy)."""

    cx: float
    cy: float
    r: float
    style: Style
    tag: Tag = ARTIFACT


class Line(NamedTuple):
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    style: Style
    tag: Tag = ARTIFACT


class Path(NamedTuple):
    """An outline of absolute segments."""

    segments: tuple[Segment, ...]
    style: Style
    tag: Tag = ARTIFACT


class Text(NamedTuple):
    """Words. `y` is the (first) baseline, or the middle of the block when `valign` is "middle".

    `width` is the width in mm at which the words wrap, 0 for one line; `lines` is how many lines they may
    take, 0 for any number; `leading` is the distance of the baselines. `turned` words stand on their head:
    the whole block makes half a turn about (x, y).
    """

    x: float
    y: float
    text: str
    size: float
    weight: int
    anchor: str
    fill: str
    width: float
    leading: float
    lines: int
    valign: str
    tag: Tag
    turned: bool = False


Item = Rect | Circle | Line | Path | Text


class Mark(NamedTuple):
    """A place that a pencil may fill. `after` counts the items before it: its place in the reading order.

    `value` is what is printed there from the start ("circled" for the resources that everybody owns). `cells`
    are those of a number's comb, one digit each, set to the right; 0 for every other kind. `track` names the
    track that a resource belongs to, in words. `inside` is the cell that it stands in, as of a Tag.
    """

    id: str
    kind: str
    label: str
    rect: Box
    value: str
    after: int
    cells: int = 0
    track: str = ""
    inside: tuple[TagPart, ...] = ()


class Area(NamedTuple):
    """A named place for programs that read the paper: markers, page code, samples, ruler."""

    id: str
    rect: Box


class Page(NamedTuple):
    """One side of paper, or one card."""

    template: str
    width: float
    height: float
    title: str
    language: str
    items: tuple[Item, ...]
    marks: tuple[Mark, ...]
    areas: tuple[Area, ...]

    def area(self, name: str) -> Box:
        """Return the rectangle of a named area. Raises KeyError when the page has none of this name."""
        for area in self.areas:
            if area.id == name:
                return area.rect
        raise KeyError(name)


def box(item: Item) -> Box:
    """Return the space of a shape without its line's width; of words, which need a font, where they begin."""
    match item:
        case Rect():
            return Box(item.x, item.y, item.width, item.height)
        case Circle():
            return Box(item.cx - item.r, item.cy - item.r, 2 * item.r, 2 * item.r)
        case Line():
            x, y = min(item.x1, item.x2), min(item.y1, item.y2)
            return Box(x, y, abs(item.x2 - item.x1), abs(item.y2 - item.y1))
        case Path():
            return bounds(item.segments)
        case Text():
            return Box(item.x, item.y, 0.0, 0.0)
