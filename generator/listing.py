"""Blocks of text in columns over as many pages as they need: the hints and the answers of a puzzle book."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from pencilwright.generator import fonts

TOP, BOTTOM, WIDTH, GUTTER = 16.0, 257.0, 194.0, 4.0
"""Of the columns, in mm."""
SIZE, LEADING = 2.4, 3.3
"""Of the running text."""
OPTION, OPTION_SIZE = 2.9, 2.0
"""Height of a line of the table of answers, and the size of its words."""
ALIKE: Final = 4
"""So many answers of one value share the lines of the table."""
SMALLEST: Final = 1.5
NO_BREAK: Final = "\u00a0"
ROOM: Final = 17.0
"""What value and credit take of a column's width."""
HEAD: Final = 7.4
HEAD_SIZE: Final = 3.3
KEEP: Final = 24.0
"""A block taller than a column does not begin below this much room, in mm."""
AFTER: Final = 3.0


class Block(NamedTuple):
    """A heading, paragraphs (the first one bold when a table follows), and a table: name, value, credit."""

    head: str
    texts: tuple[str, ...] = ()
    options: tuple[tuple[str, str, int], ...] = ()


def columns(blocks: Sequence[Block], across: int) -> list[list[dict[str, Any]]]:
    """Return the lines of each page, in mm from the upper left corner of the content box."""
    flow = _Flow(across)
    for block in blocks:
        flow.block(block)
    return flow.pages


def fits(name: str, across: int) -> bool:
    """Return whether an answer is one line of a table in so many columns."""
    return fonts.measure(name, OPTION_SIZE, 700) <= _width(across) - ROOM


def _width(across: int) -> float:
    return (WIDTH - GUTTER * (across - 1)) / across


class Row(NamedTuple):
    """A line of the table of answers; value and credit are empty where it goes on with the line before."""

    text: str
    value: str
    credit: str
    size: float
    bold: bool
    shaded: bool


def _rows(options: Sequence[tuple[str, str, int]], room: float) -> list[Row]:
    """Return the lines of a table: an answer a line, but answers of one value together when they are many."""
    rows: list[Row] = []
    shaded = True
    for (value, credit), group in groupby(options, lambda option: option[1:]):
        names = [name for name, _, _ in group]
        is_short = all(fonts.measure(f"{name};", OPTION_SIZE, 400) <= room for name in names)
        if rows and len(names) >= ALIKE and is_short:
            lines = fonts.wrap(together(names), room, OPTION_SIZE)
        else:
            lines = []
            for name in names:
                size = min(OPTION_SIZE, OPTION_SIZE * room / max(fonts.measure(name, OPTION_SIZE, 700), 0.1))
                size = round(max(size, SMALLEST), 3)
                rows.append(Row(name, value, str(credit), size, not rows, shaded))
                shaded = not shaded
        for place, line in enumerate(lines):
            worth, points = (value, str(credit)) if place == 0 else ("", "")
            rows.append(Row(line.replace(NO_BREAK, " "), worth, points, OPTION_SIZE, False, shaded))
        shaded = shaded != bool(lines)
    return rows


def together(names: Sequence[str]) -> str:
    """Return short forms in one text; those of one piece with its name once: "guard: A1, B3; horse C2 N"."""
    parts: dict[str, list[str]] = {}
    for name in names:
        head, _, rest = name.partition(" ")
        is_piece = head.isalpha() and not head.isupper() and bool(rest) and " " not in rest
        parts.setdefault(f"{head}:" if is_piece else "", []).append(rest if is_piece else name)
    said = []
    for head, rests in parts.items():
        if head and len(rests) > 1:
            said.append(f"{head} {', '.join(_unbroken(rest) for rest in rests)}")
        else:
            said += [_unbroken(f"{head[:-1]} {rest}".strip()) for rest in rests]
    return "; ".join(said)


def _unbroken(name: str) -> str:
    """Return a short form whose words stay on one line."""
    return name.replace(" ", NO_BREAK)


class _Flow:
    """Where the next line goes."""

    def __init__(self, across: int) -> None:
        self.across = across
        self.width = _width(across)
        self.pages: list[list[dict[str, Any]]] = [[]]
        self.column, self.y = 0, TOP

    @property
    def x(self) -> float:
        return round(self.column * (self.width + GUTTER), 3)

    def room_for(self, height: float) -> None:
        """Go on to the next column or page when there is not so much room."""
        if self.y + height <= BOTTOM:
            return
        self.y = TOP
        self.column += 1
        if self.column == self.across:
            self.column = 0
            self.pages.append([])

    def put(self, **line: Any) -> None:
        """Add a line at the present place."""
        self.pages[-1].append({"x": self.x, "y": round(self.y, 3), "width": round(self.width, 3)} | line)

    def block(self, block: Block) -> None:
        """Add a block."""
        texts = [
            (text, len(fonts.wrap(text, self.width - 2.4, SIZE, _weight(n, block))))
            for n, text in enumerate(block.texts)
        ]
        rows = _rows(block.options, self.width - ROOM)
        height = HEAD + sum(LEADING * lines for _, lines in texts)
        whole = height + (0.8 + OPTION * len(rows) if rows else 0)
        self.room_for(whole if whole <= BOTTOM - TOP else height + KEEP)
        self.y += 4.6
        room = (self.width - 2.8) / max(fonts.measure(block.head, HEAD_SIZE, 700), 0.1)
        self.put(kind="head", text=block.head, size=round(HEAD_SIZE * min(1.0, room), 3))
        self.y += HEAD - 4.6 + 1.2
        for number, (text, lines) in enumerate(texts):
            bold = _weight(number, block) == 700
            self.put(kind="text", text=text, bold=bold, lines=lines, leading=LEADING)
            self.y += LEADING * lines
        self.y += 0.8 if block.options else 0
        for row in rows:
            self.room_for(OPTION)
            self.put(kind="option", **row._asdict())
            self.y += OPTION
        self.y += AFTER


def _weight(number: int, block: Block) -> int:
    return 700 if number == 0 and block.options else 400
