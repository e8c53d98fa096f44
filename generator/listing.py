"""Blocks of text in columns over as many pages as they need: the hints and the answers of a puzzle book."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from generator import fonts

TOP, BOTTOM, WIDTH, GUTTER = 16.0, 257.0, 194.0, 4.0
"""Of the columns, in mm."""
SIZE, LEADING = 2.4, 3.3
"""Of the running text."""
OPTION, OPTION_SIZE = 2.9, 2.0
"""Height of a line of the table of answers, and the size of its words."""
SMALLEST: Final = 1.5
ROOM: Final = 17.0
"""What value and credit take of a column's width."""
HEAD: Final = 7.4
HEAD_SIZE: Final = 3.3
KEEP: Final = 24.0
"""A block does not begin below this much room, in mm."""
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


class _Flow:
    """Where the next line goes."""

    def __init__(self, across: int) -> None:
        self.across = across
        self.width = (WIDTH - GUTTER * (across - 1)) / across
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
        self.room_for(HEAD + sum(LEADING * lines for _, lines in texts) + (KEEP if block.options else 0))
        self.y += 4.6
        room = (self.width - 2.8) / max(fonts.measure(block.head, HEAD_SIZE, 700), 0.1)
        self.put(kind="head", text=block.head, size=round(HEAD_SIZE * min(1.0, room), 3))
        self.y += HEAD - 4.6 + 1.2
        for number, (text, lines) in enumerate(texts):
            bold = _weight(number, block) == 700
            self.put(kind="text", text=text, bold=bold, lines=lines, leading=LEADING)
            self.y += LEADING * lines
        self.y += 0.8 if block.options else 0
        for number, (name, value, credit) in enumerate(block.options):
            self.room_for(OPTION)
            room = self.width - ROOM
            size = min(OPTION_SIZE, OPTION_SIZE * room / max(fonts.measure(name, OPTION_SIZE, 700), 0.1))
            self.put(
                kind="option", text=name, value=value, credit=str(credit), size=round(max(size, SMALLEST), 3),
                bold=number == 0, shaded=number % 2 == 0,
            )  # fmt: skip
            self.y += OPTION
        self.y += AFTER


def _weight(number: int, block: Block) -> int:
    return 700 if number == 0 and block.options else 400
