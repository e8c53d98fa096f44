"""Cards on paper: their places, crop marks, as many sheets as the cards need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from pencilwright.templates import frame
from pencilwright.templates.errors import TemplateError
from pencilwright.templates.page import ARTIFACT, Area, Circle, Item, Line, Mark, Page, Rect, Style, Text
from pencilwright.templates.paths import DIGITS, Box, Segment

_CROP = "#000000"
_CROP_WIDTH = 0.15
CUT_MARGIN = 6.0
"""How near to the edge of the paper crop marks may come, in mm: printers reach there, no camera reads it."""

FOLD_LENGTH = 4.0
"""How long the marks are between which a booklet is folded, in mm."""
_FOLD_WIDTH = 0.2
_OUTSIDE = 6.5
"""White left outside on half a sheet that is narrower than its page, in mm: a quarter of an inch."""
_NUMBER_SIZE = 2.3
"""Size of a booklet's page numbers: 6.5 pt in mm."""
_Leaf = TypeVar("_Leaf")


class Layout(NamedTuple):
    """How cards of one size lie on one paper, edge to edge and centred. Lengths in mm."""

    card: tuple[float, float]
    paper: tuple[float, float]
    columns: int
    rows: int
    crop_length: float
    crop_offset: float

    @property
    def places(self) -> tuple[Box, ...]:
        """Rectangles of the cards, row by row; the whole block is centred on the paper."""
        width, height = self.card
        left = (self.paper[0] - self.columns * width) / 2
        top = (self.paper[1] - self.rows * height) / 2
        return tuple(
            Box(round(left + i * width, DIGITS), round(top + j * height, DIGITS), width, height)
            for j in range(self.rows)
            for i in range(self.columns)
        )

    def for_cards(self, count: int) -> Layout:
        """Return the layout with no more columns and rows than so many cards need: few lie in the middle."""
        columns = min(self.columns, count)
        return self._replace(columns=columns, rows=min(self.rows, -(-count // columns)))


_LAYOUTS = {
    ("63x88", "a4"): (3, 3, 3.0, 1.0),
    ("63x88", "letter"): (3, 3, 1.2, 0.3),  # three rows leave little room above and below
    ("70x120", "a4"): (2, 2, 5.0, 2.0),
    ("70x120", "letter"): (2, 2, 5.0, 2.0),
}


def layout(card: str, paper: str) -> Layout:
    """Return the layout of a card's size on a paper."""
    return Layout(frame.CARDS[card], frame.PAPERS[paper], *_LAYOUTS[card, paper])


def impose(cards: Sequence[Page], plan: Layout, *, mirrored: bool = False) -> list[Page]:
    """Lay cards on sheets in reading order, with crop marks around every place that is taken.

    `mirrored` lays each row from right to left: the backs of what is laid from left to right, for printers
    that turn the sheet on its long edge. Marks and areas get the prefix "card<N>." with the card's number in
    the file, from 1.
    """
    plan = plan.for_cards(len(cards))
    places = _mirrored(plan) if mirrored else plan.places
    for card in cards:
        if (card.width, card.height) != plan.card:
            raise TemplateError(f"{card.template} is not a card of the size that the layout is for")
    return [
        _laid("card", start, cards, places, _crop_marks(plan, places[: len(cards) - start]), plan.paper)
        for start in range(0, len(cards), len(places))
    ]


def two_up(pages: Sequence[Page], paper: str, folded: str) -> list[Page]:
    """Lay two pages of half a sheet side by side on the paper that a booklet is folded from.

    Two short marks show where, in the white above and below the pages' contents. Where half of the paper is
    narrower than the page, the page's white goes.
    """
    height, width = frame.PAPERS[folded]
    size = frame.PAPERS[paper]
    middle, far = width / 2, height - CUT_MARGIN
    top = (height - size[1]) / 2
    left = max(middle - size[0], _OUTSIDE - frame.SMALL_WHITE)
    places = (Box(left, top, *size), Box(width - left - size[0], top, *size))
    fold = Style(stroke=_CROP, width=_FOLD_WIDTH)
    between = [
        Line(middle, CUT_MARGIN, middle, CUT_MARGIN + FOLD_LENGTH, fold),
        Line(middle, far - FOLD_LENGTH, middle, far, fold),
    ]
    return [
        _laid("copy", start, pages, places, between, (width, height)) for start in range(0, len(pages), 2)
    ]


def enlarged(page: Page, paper: str, white: float = 0) -> Page:
    """Return a page as large as a paper has room for, in its middle, with so many mm of white around."""
    width, height = frame.PAPERS[paper]
    times = min((width - 2 * white) / page.width, (height - 2 * white) / page.height)
    large: Page = _scaled(page, times)
    place = Box((width - large.width) / 2, (height - large.height) / 2, large.width, large.height)
    return _laid("page", 0, [large], [place], (), (width, height))


def _scaled(value: Any, times: float) -> Any:
    """Return a page, or a part of it, with all lengths so many times as long."""
    if isinstance(value, float):
        return round(value * times, DIGITS)
    if not isinstance(value, tuple):
        return value
    parts = (_scaled(part, times) for part in value)
    return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)


def numbered(pages: Sequence[Page], paper: str) -> list[Page]:
    """Return the pages of a booklet folded from a paper with their numbers at the foot, none on the cover.

    They stand in the middle of each page, as near to the paper's edge as printers reach.
    """
    results = []
    for number, page in enumerate(pages, 1):
        foot = (page.height + frame.PAPERS[paper][0]) / 2 - CUT_MARGIN
        at = page.width / 2, round(foot, DIGITS), str(number)
        text = Text(*at, _NUMBER_SIZE, 400, "middle", _CROP, 0.0, 0.0, 1, "baseline", ARTIFACT)
        results.append(page._replace(items=(*page.items, *[text] * (number > 1))))
    return results


def booklet(pages: Sequence[_Leaf]) -> list[_Leaf]:
    """Return the pages of a folded booklet in the order in which two and two are laid: 4, 1, 2, 3.

    Sheets come from the outermost in, each first its outside, for printers that turn it on the short edge.
    `pages` : as they are read, a multiple of four.
    """
    last = len(pages) - 1
    sides = ((last - at, at) if at % 2 == 0 else (at, last - at) for at in range(len(pages) // 2))
    return [pages[at] for side in sides for at in side]


def _laid(
    name: str,
    start: int,
    pages: Sequence[Page],
    places: Sequence[Box],
    around: Iterable[Item],
    paper: tuple[float, float],
) -> Page:
    """Return a sheet of paper with the pages from number `start` on in its places."""
    items: list[Item] = list(around)
    marks: list[Mark] = []
    areas: list[Area] = []
    groups = 0
    for number, (page, place) in enumerate(zip(pages[start:], places, strict=False), start + 1):
        before = len(items)
        items += [shifted(item, place.x, place.y, groups) for item in page.items]
        groups += max((item.tag.last for item in page.items), default=0)
        marks += [
            mark._replace(
                id=f"{name}{number}.{mark.id}", rect=_moved(mark.rect, place), after=mark.after + before
            )
            for mark in page.marks
        ]
        areas += [Area(f"{name}{number}.{area.id}", _moved(area.rect, place)) for area in page.areas]
    first = pages[0]
    return Page(first.template, *paper, first.title, first.language, tuple(items), tuple(marks), tuple(areas))


def _mirrored(plan: Layout) -> tuple[Box, ...]:
    """Return the places of a layout with each row from right to left."""
    rows = [plan.places[start : start + plan.columns] for start in range(0, len(plan.places), plan.columns)]
    return tuple(place for row in rows for place in row[::-1])


def _crop_marks(plan: Layout, places: Sequence[Box]) -> Iterator[Line]:
    """Short lines outside the block, in line with every cut."""
    style = Style(stroke=_CROP, width=_CROP_WIDTH)
    left, top = min(p.x for p in places), min(p.y for p in places)
    right, bottom = max(p.right for p in places), max(p.bottom for p in places)
    near, far = plan.crop_offset, plan.crop_offset + plan.crop_length
    for x in sorted({edge for p in places for edge in (p.x, round(p.right, DIGITS))}):
        yield Line(x, round(top - far, DIGITS), x, round(top - near, DIGITS), style)
        yield Line(x, round(bottom + near, DIGITS), x, round(bottom + far, DIGITS), style)
    for y in sorted({edge for p in places for edge in (p.y, round(p.bottom, DIGITS))}):
        yield Line(round(left - far, DIGITS), y, round(left - near, DIGITS), y, style)
        yield Line(round(right + near, DIGITS), y, round(right + far, DIGITS), y, style)


def shifted(item: Item, dx: float, dy: float, groups: int = 0, times: float = 1) -> Item:
    """Return an item made so many times as large and then moved by `dx` and `dy` mm.

    Its figure and parts are renumbered from `groups`.
    """
    tag = item.tag
    if groups and tag.last:
        inside = tuple(part._replace(number=part.number + groups) for part in tag.inside)
        tag = tag._replace(group=tag.group and tag.group + groups, inside=inside)

    def x(value: float) -> float:
        return round(value * times + dx, DIGITS)

    def y(value: float) -> float:
        return round(value * times + dy, DIGITS)

    sized: Any = item if times == 1 else _scaled(item, times)
    match item:
        case Rect() | Text():
            at: dict[str, Any] = {"x": x(item.x), "y": y(item.y)}
        case Circle():
            at = {"cx": x(item.cx), "cy": y(item.cy)}
        case Line():
            at = {"x1": x(item.x1), "y1": y(item.y1), "x2": x(item.x2), "y2": y(item.y2)}
        case _:
            moved = (
                Segment(op, tuple(y(value) if i % 2 else x(value) for i, value in enumerate(points)))
                for op, points in item.segments
            )
            at = {"segments": tuple(moved)}
    result: Item = sized._replace(tag=tag, **at)
    return result


def _moved(rect: Box, place: Box) -> Box:
    return rect._replace(x=round(rect.x + place.x, DIGITS), y=round(rect.y + place.y, DIGITS))
