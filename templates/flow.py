"""Where the boxes of a pad stand that a person's file describes: rows flow into columns, bands or one sheet.

Places depend on the boxes alone, never on words or fonts: pages in every language have the same marks.
Lengths in mm, from the origin of the content.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from pencilwright.templates.errors import TemplateError
from pencilwright.templates.phrases import width

CELL, HIGH, TICK, PILL = 5.0, 7.0, 6.0, 7.0
"""A digit's cell, the height of a comb, a box to tick, the height of words to circle."""
APART, LINE = 0.8, 0.9
"""Between two boxes, and between two lines of them."""
HEAD = 14.0
"""The height of a column's band with the player's name."""
SIGN = 2.1
"""Width of one sign of the words that are circled."""
SMALLEST, SMALLEST_TO_ENLARGE = 2.3, 2.4
"""Size of the smallest words, 6.5 points, and of those that large print makes 9 points on any paper."""
LEADING = 1.2
"""From line to line, in sizes."""
BOLD = 0.93
"""How much narrower a room is for bold words."""
SIZES = (1.3, 1.2, 1.1, 1.0, 0.9)
"""How large boxes may be, as a part of the usual size; the last only where else they do not fit."""
NARROW, NARROWEST, SIGN_LEAST = 0.9, 4.5, 0.7
"""So that a sign stands beside its number: the least part of it, width of a cell, and part of the sign."""
FULL = 0.95
"""The part of the height that a page fills at least, where its rows are not too far apart for that."""


class FlowRoom(NamedTuple):
    """Where boxes can stand: between the markers and above the page code. `label`: width of rows' names."""

    left: float
    right: float
    top: float
    bottom: float
    label: float


LARGE = FlowRoom(12.0, 182.0, 13.0, 222.0, 52.0)
SMALL = FlowRoom(12.0, 120.0, 13.0, 150.0, 30.0)
"""The room on A4 and Letter, and on A5."""


class NoRoom(TemplateError):
    """The boxes do not fit on the page.

    Attributes
    ----------
    lacks : mm of width or height that are missing.
    is_wide : whether it is the width.
    """

    def __init__(self, lacks: float, *, is_wide: bool) -> None:
        super().__init__(f"{lacks:.0f} mm of {'width' if is_wide else 'height'} are missing")
        self.lacks, self.is_wide = lacks, is_wide


class Stand(NamedTuple):
    """A box on the page: its mark, and what is printed in it (`shown`)."""

    mark: str
    kind: str
    x: float
    y: float
    width: float
    height: float
    cells: int = 0
    text: Any = ""
    heavy: bool = False


class BoxWords(NamedTuple):
    """Words on the page in so much width: what boxes are called above them, or a row, with its hint.

    `y` is the line on which words above stand, and the middle of a row that is so high.
    """

    what: Any
    x: float
    y: float
    width: float
    kind: str
    hint: Any = ""
    height: float = 0.0


class Ground(NamedTuple):
    """What lies under boxes: a player's column or band with its number from 0, or a row's stripe (-1)."""

    x: float
    y: float
    width: float
    height: float
    seat: int = -1
    heavy: bool = False


class Flow(NamedTuple):
    """A pad laid out."""

    boxes: list[Stand]
    texts: list[BoxWords]
    grounds: list[Ground]
    heads: list[tuple[dict[str, Any], float, float, float]]

    @property
    def lines(self) -> int:
        """How many lines of boxes there are: fewer are read more easily than larger boxes."""
        return len({round(box.y + box.height / 2, 1) for box in self.boxes})


class _Group(NamedTuple):
    """Boxes of a row that stand together, from (0, 0) on."""

    boxes: list[Stand]
    width: float
    height: float


def flow(d: Mapping[str, Any], paper: str = "a4") -> Flow:
    """Return where everything stands, its boxes as large as they can be. Raises NoRoom."""
    laid_out = {"columns": _columns, "lines": _bands, "sheet": _sheet}[d["layout"]]
    room = SMALL if paper == "a5" else LARGE
    results: list[Flow] = []
    lacks = NoRoom(0.0, is_wide=False)
    for size in SIZES:
        if results and size < 1:
            break
        try:
            results.append(laid_out(d["rows"], d["seats"], room, size))
        except NoRoom as error:
            lacks = error
    if not results:
        raise lacks
    return min(results, key=lambda item: item.lines)


def fitted(
    text: str,
    room: float,
    high: float,
    largest: float,
    most: int,
    line_count: Callable[[str, float, float], int],
) -> tuple[float, int]:
    """Return the size at which bold words take one line, not much below the largest, or else more lines."""
    for lines in range(1, most + 1):
        for part in (1.0, 0.9, 0.8):
            size = round(max(SMALLEST, min(part * largest, high / lines / LEADING)), 2)
            try:
                if line_count(text, size, BOLD * room) <= lines:
                    return size, lines
            except ValueError:  # a letter that no font has, or a word wider than the room: the page says so
                return size, lines
    return SMALLEST, most


def too_wide(text: str, size: float, room: float, line_count: Callable[[str, float, float], int]) -> bool:
    """Return whether bold words are wider than their room."""
    try:
        return line_count(text, size, room) > 1
    except ValueError:
        return True


def fitting(text: str, room: float, largest: float, smallest: float = SMALLEST) -> float:
    """Return the size at which words take one line, the smallest where they do not."""
    estimate = 0.56 * max(1, width(text))
    return round(max(smallest, min(largest, room / estimate)), 2)


def _group(
    boxes: Iterable[Mapping[str, Any]], seat: str, room: float, size: float, *, is_band: bool = False
) -> _Group:
    """Return boxes side by side, in lines where they don't fit; in a band what is reckoned begins a line."""
    results: list[Stand] = []
    x = y = used = 0.0
    line = size * HIGH
    for at, box in enumerate(boxes):
        parts = [
            part._replace(width=size * part.width, height=size * part.height) for part in _parts(box, seat)
        ]
        if box["signs"]:
            parts = _beside(parts, room)
        block = sum(part.width + APART for part in parts) - APART
        is_next = room + 0.01 >= block > room + 0.01 - x or (is_band and box["reckoned"] and at)
        if x and is_next:
            x, y = 0.0, y + line + LINE
        for part in parts:
            if x and x + part.width > room + 0.01:
                x, y = 0.0, y + line + LINE
            if part.width > room + 0.01:
                raise NoRoom(part.width - room, is_wide=True)
            results.append(part._replace(x=x, y=y + (line - part.height) / 2))
            x += part.width + APART
            used = max(used, x - APART)
    return _Group(results, used, y + line)


def _beside(parts: list[Stand], room: float) -> list[Stand]:
    """Return a sign and its number, both somewhat narrower where they do not fit into one line else."""
    sign, number = parts
    least = max(NARROW * number.width, NARROWEST * number.cells)
    wide = min(number.width, max(least, room - APART - sign.width))
    left = room - APART - wide
    if SIGN_LEAST * sign.width <= left < sign.width:
        sign = sign._replace(width=round(left, 3))
    return [sign, number._replace(width=wide) if sign.width <= left + 0.01 else number]


def _parts(box: Mapping[str, Any], seat: str) -> Iterable[Stand]:
    """Yield the boxes of an entry, without places."""
    for at, mark in enumerate(box["marks"][seat]):
        if box["kind"] == "number":
            if box["signs"]:
                yield Stand(box["signs"][seat], "tick", 0, 0, TICK, TICK, 0, "\N{EN DASH}")
            yield Stand(mark, "number", 0, 0, box["cells"] * CELL, HIGH, box["cells"], "", box["heavy"])
        elif box["kind"] == "tick":
            wide = max(TICK, box["widths"][at] * SIGN * 0.8 + 1.6)
            yield Stand(mark, "tick", 0, 0, wide, TICK, 0, box["shown"][at], box["heavy"])
        else:
            several = len(box["marks"][seat]) > 1
            wide = max(PILL, box["widths"][at] * SIGN * 0.8 + 3.4) if several else PILL
            yield Stand(
                mark, "circle", 0, 0, wide, PILL, 0, box["shown"][at] if several else "", box["heavy"]
            )


def _moved(group: _Group, x: float, y: float) -> list[Stand]:
    return [box._replace(x=round(box.x + x, 3), y=round(box.y + y, 3)) for box in group.boxes]


def _columns(rows: list[dict[str, Any]], seats: list[dict[str, Any]], room: FlowRoom, size: float) -> Flow:
    """A player a column: names on the left, boxes to the right of each column."""
    several = len(seats)
    label = room.label + max(0.0, room.label - 34) * (4 - several) / 3 if several < 5 else 0.77 * room.label
    gap = 1.2
    each = (room.right - room.left - label - gap * several) / several
    groups = [[_group(row["boxes"], seat["id"], each - 1.6, size) for seat in seats] for row in rows]
    page = Flow([], [], [], [])
    middle = (each - max((some[0].width for some in groups), default=0.0)) / 2
    y, space = _spread([some[0].height for some in groups], room, room.top + HEAD, size)
    end = y + sum(some[0].height + space for some in groups)
    for number, seat in enumerate(seats):
        x = room.left + label + number * (each + gap) + gap
        page.grounds.append(Ground(x, room.top, each, end - room.top, number))
        page.heads.append((seat, x, room.top, each))
        page.boxes.append(Stand(f"name.{seat['id']}", "text", x + 0.8, room.top + 6, each - 1.6, 7.0))
    for at, (row, some) in enumerate(zip(rows, groups, strict=True)):
        high = some[0].height + space
        if at % 2 == 0 or row["heavy"]:
            page.grounds.append(Ground(room.left, y, label, high - 0.3, heavy=row["heavy"]))
        page.texts.append(_named(row, room.left + 1.6, y, label - 3.2, high))
        for number, group in enumerate(some):
            x = room.left + label + number * (each + gap) + gap + each - middle - group.width
            page.boxes.extend(_moved(group, x, y + space / 2))
        y += high
    return page


def _sheet(rows: list[dict[str, Any]], seats: list[dict[str, Any]], room: FlowRoom, size: float) -> Flow:
    """A player a sheet: names on the left, boxes beside them."""
    wide = room.right - room.left
    seat = seats[0]
    groups = [_group(row["boxes"], seat["id"], wide - room.label - 2, size) for row in rows]
    page = Flow([], [], [], [(seat, room.left, room.top, wide)])
    name = Stand(f"name.{seat['id']}", "text", room.left + room.label, room.top + 2, 70, 7.0)
    page.boxes.append(name)
    y, space = _spread([group.height for group in groups], room, room.top + HEAD, size)
    for at, (row, group) in enumerate(zip(rows, groups, strict=True)):
        high = group.height + space
        page.grounds.append(Ground(room.left, y, wide, high - 1.2, at, heavy=row["heavy"]))
        page.texts.append(_named(row, room.left + 3, y, room.label - 5, high - 1.2))
        page.boxes.extend(_moved(group, room.left + room.label, y + (high - 1.2 - group.height) / 2))
        y += high
    return page


def _bands(rows: list[dict[str, Any]], seats: list[dict[str, Any]], room: FlowRoom, size: float) -> Flow:
    """A player a band: groups of boxes one after another, each under its name and never broken."""
    name, over, between, pad = 32.0, 3.4, 2.0, 1.6
    page = Flow([], [], [], [])
    bands = []
    for seat in seats:
        lines: list[list[tuple[dict[str, Any], _Group]]] = [[]]
        x = room.left + name
        for row in rows:
            group = _group(row["boxes"], seat["id"], room.right - room.left - 2 * pad, size, is_band=True)
            if x + group.width > room.right - pad and x > room.left + pad:
                lines.append([])
                x = room.left + pad
            lines[-1].append((row, group))
            x += group.width + between
        heights = [max((group.height for _, group in line), default=HIGH) + over + 1.2 for line in lines]
        bands.append((seat, lines, heights))
    y, space = _spread([sum(heights) + 2 * pad for _, _, heights in bands], room, room.top + 1, size)
    for number, (seat, lines, heights) in enumerate(bands):
        # what is left over goes between the lines of a band, too
        more = space / (len(lines) + 1)
        high = sum(heights) + 2 * pad + more * (len(lines) - 1)
        page.grounds.append(Ground(room.left, y, room.right - room.left, high, number))
        page.heads.append((seat, room.left + pad, y + pad, name))
        page.boxes.append(Stand(f"name.{seat['id']}", "text", room.left + pad, y + pad + 9.4, name - 4, 7.0))
        top = y + pad
        for line, height in zip(lines, heights, strict=True):
            x = room.left + (name if line is lines[0] else pad)
            for row, group in line:
                page.texts.append(BoxWords(row["name"], x, top + 2.4, group.width, "over"))
                page.boxes.extend(_moved(group, x, top + over))
                x += group.width + between
            top += height + more
        y += sum(heights) + 2 * pad + space
    return page


def _named(row: Mapping[str, Any], x: float, y: float, room: float, high: float) -> BoxWords:
    """Return a row's name and its hint, in the middle of its height."""
    kind = "heavy" if row["heavy"] else "name"
    return BoxWords(row["name"], x, y + high / 2, room, kind, row["hint"], high)


def _spread(heights: list[float], room: FlowRoom, top: float, size: float) -> tuple[float, float]:
    """Return where the first of some rows begins and the space between two. Raises NoRoom.

    Rows are no farther apart than a box and a half is high, but where a page would be too empty.
    """
    left = room.bottom - top - sum(heights)
    if left < 0.4 * len(heights):
        raise NoRoom(0.4 * len(heights) - left, is_wide=False)
    empty = FULL * (room.bottom - room.top) - (top - room.top) - sum(heights)
    return top, round(min(max(size * HIGH, empty / len(heights)), left / len(heights)), 3)
