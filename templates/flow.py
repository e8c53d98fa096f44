"""Where the boxes of a pad stand that a person's file describes: rows flow into columns, bands or one sheet.

Places depend on the boxes alone, never on words or fonts: pages in every language have the same marks.
Lengths in mm, from the origin of the content.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pencilwright.templates.errors import TemplateError
from pencilwright.templates.phrases import width

LEFT, RIGHT, TOP, BOTTOM = 12.0, 182.0, 13.0, 222.0
"""The room between the markers and above the page code."""
CELL, HIGH, TICK, PILL = 5.0, 7.0, 6.0, 7.0
"""A digit's cell, the height of a comb, a box to tick, the height of words to circle."""
APART, LINE = 0.8, 0.9
"""Between two boxes, and between two lines of them."""
HEAD = 14.0
"""The height of a column's band with the player's name."""
SIGN = 2.1
"""Width of one sign of the words that are circled."""


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
    shown: Any = ""
    heavy: bool = False


class Said(NamedTuple):
    """Words on the page: a row's name or hint, or what a box is called, in so much width."""

    what: Any
    x: float
    y: float
    width: float
    kind: str


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
    said: list[Said]
    grounds: list[Ground]
    heads: list[tuple[dict[str, Any], float, float, float]]


class _Group(NamedTuple):
    """Boxes of a row that stand together, from (0, 0) on."""

    boxes: list[Stand]
    width: float
    height: float


def flow(d: Mapping[str, Any]) -> Flow:
    """Return where everything stands. Raises NoRoom."""
    laid_out = {"columns": _columns, "lines": _bands, "sheet": _sheet}[d["layout"]]
    return laid_out(d["rows"], d["seats"])


def fitting(text: str, room: float, largest: float, smallest: float = 2.3) -> float:
    """Return the size at which words take one line, the smallest where they do not."""
    estimate = 0.56 * max(1, width(text))
    return round(max(smallest, min(largest, room / estimate)), 2)


def _group(boxes: Iterable[Mapping[str, Any]], seat: str, room: float, *, is_band: bool = False) -> _Group:
    """Return boxes side by side, in lines where they don't fit; in a band what is reckoned begins a line."""
    found: list[Stand] = []
    x = y = used = 0.0
    for at, box in enumerate(boxes):
        parts = list(_parts(box, seat))
        block = sum(part.width + APART for part in parts) - APART
        if x and (x + block > room + 0.01 or (is_band and box["reckoned"] and at)):
            x, y = 0.0, y + HIGH + LINE
        for part in parts:
            if x and x + part.width > room + 0.01:
                x, y = 0.0, y + HIGH + LINE
            if part.width > room + 0.01:
                raise NoRoom(part.width - room, is_wide=True)
            found.append(part._replace(x=x, y=y + (HIGH - part.height) / 2))
            x += part.width + APART
            used = max(used, x - APART)
    return _Group(found, used, y + HIGH)


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


def _columns(rows: list[dict[str, Any]], seats: list[dict[str, Any]]) -> Flow:
    """A player a column: names on the left, boxes to the right of each column."""
    label = {1: 70.0, 2: 64.0, 3: 58.0, 4: 52.0}.get(len(seats), 40.0)
    gap = 1.2
    each = (RIGHT - LEFT - label - gap * len(seats)) / len(seats)
    groups = [[_group(row["boxes"], seat["id"], each - 1.6) for seat in seats] for row in rows]
    page = Flow([], [], [], [])
    y, space = _spread([some[0].height for some in groups], TOP + HEAD)
    end = y + sum(some[0].height + space for some in groups)
    for number, seat in enumerate(seats):
        x = LEFT + label + number * (each + gap) + gap
        page.grounds.append(Ground(x, TOP, each, end - TOP, number))
        page.heads.append((seat, x, TOP, each))
        page.boxes.append(Stand(f"name.{seat['id']}", "text", x + 0.8, TOP + 6, each - 1.6, 7.0))
    for at, (row, some) in enumerate(zip(rows, groups, strict=True)):
        high = some[0].height + space
        if at % 2 == 0 or row["heavy"]:
            page.grounds.append(Ground(LEFT, y, label, high - 0.3, heavy=row["heavy"]))
        page.said.extend(_named(row, LEFT + 1.6, y, label - 3.2, high))
        for number, group in enumerate(some):
            x = LEFT + label + number * (each + gap) + gap + each - 0.8 - group.width
            page.boxes.extend(_moved(group, x, y + space / 2))
        y += high
    return page


def _sheet(rows: list[dict[str, Any]], seats: list[dict[str, Any]]) -> Flow:
    """A player a sheet: names on the left, boxes beside them."""
    label = 52.0
    seat = seats[0]
    groups = [_group(row["boxes"], seat["id"], RIGHT - LEFT - label - 2) for row in rows]
    page = Flow([], [], [], [(seat, LEFT, TOP, RIGHT - LEFT)])
    page.boxes.append(Stand(f"name.{seat['id']}", "text", LEFT + label, TOP + 2, 70, 7.0))
    y, space = _spread([group.height for group in groups], TOP + HEAD, 12.0)
    for at, (row, group) in enumerate(zip(rows, groups, strict=True)):
        high = group.height + space
        page.grounds.append(Ground(LEFT, y, RIGHT - LEFT, high - 1.2, at, heavy=row["heavy"]))
        page.said.extend(_named(row, LEFT + 3, y, label - 5, high - 1.2))
        page.boxes.extend(_moved(group, LEFT + label, y + (high - 1.2 - group.height) / 2))
        y += high
    return page


def _bands(rows: list[dict[str, Any]], seats: list[dict[str, Any]]) -> Flow:
    """A player a band: groups of boxes one after another, each under its name."""
    name, over, between, pad = 32.0, 3.4, 2.0, 1.6
    page = Flow([], [], [], [])
    bands = []
    for seat in seats:
        lines: list[list[tuple[dict[str, Any], _Group]]] = [[]]
        x = LEFT + name
        for row in rows:
            group = _group(row["boxes"], seat["id"], 26 if row["repeats"] > 1 else 60, is_band=True)
            if x + group.width > RIGHT - pad and x > LEFT + pad:
                lines.append([])
                x = LEFT + pad
            lines[-1].append((row, group))
            x += group.width + between
        heights = [max((group.height for _, group in line), default=HIGH) + over + 1.2 for line in lines]
        bands.append((seat, lines, heights))
    y, space = _spread([sum(heights) + 2 * pad for _, _, heights in bands], TOP + 1, 9.0)
    for number, (seat, lines, heights) in enumerate(bands):
        page.grounds.append(Ground(LEFT, y, RIGHT - LEFT, sum(heights) + 2 * pad, number))
        page.heads.append((seat, LEFT + pad, y + pad, name))
        page.boxes.append(Stand(f"name.{seat['id']}", "text", LEFT + pad, y + pad + 9.4, name - 4, 7.0))
        top = y + pad
        for line, high in zip(lines, heights, strict=True):
            x = LEFT + (name if line is lines[0] else pad)
            for row, group in line:
                page.said.append(Said(row["name"], x, top + 2.4, group.width, "over"))
                page.boxes.extend(_moved(group, x, top + over))
                x += group.width + between
            top += high
        y += sum(heights) + 2 * pad + space
    return page


def _named(row: Mapping[str, Any], x: float, y: float, room: float, high: float) -> Iterable[Said]:
    """Yield a row's name, in the middle of its height, and its hint below."""
    middle = y + high / 2
    if row["hint"]:
        yield Said(row["name"], x, middle - 0.4, room, "heavy" if row["heavy"] else "name")
        yield Said(row["hint"], x, middle + 2.6, room, "hint")
    else:
        yield Said(row["name"], x, middle + 1.1, room, "heavy" if row["heavy"] else "name")


def _spread(heights: list[float], top: float, most: float = 8.0) -> tuple[float, float]:
    """Return where the first of some rows begins and the space between two. Raises NoRoom."""
    left = BOTTOM - top - sum(heights)
    if left < 0.4 * len(heights):
        raise NoRoom(0.4 * len(heights) - left, is_wide=False)
    return top, round(min(most, left / len(heights)), 3)
