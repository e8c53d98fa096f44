"""Blocks of text in columns over as many pages as they need: the answers of a puzzle book."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from pencilwright.generator import fonts

TOP, BOTTOM, WIDTH, GUTTER = 16.0, 257.0, 194.0, 4.0
"""Of the columns, in mm."""
SIZE, LEADING = 2.65, 3.6
"""Of the running text."""
OPTION, OPTION_SIZE = 3.5, 2.65
"""Height of a line of the table of answers, and the size of its words."""
SIZES: Final = {"text": SIZE, "option": OPTION_SIZE, "line": OPTION}
"""What the template needs of them."""
ALIKE: Final = 6
"""So many answers of one value share the lines of the table."""
IN_WORDS: Final = 16
"""So many answers of a puzzle stand in words; those below them are short."""
SHORT: Final = 24
"""Characters of a short form that stays on one line."""
NO_BREAK: Final = "\u00a0"
ROOM, VALUE = 19.0, 9.5
"""What value and credit take of a column's width, and how wide a value is for that at most."""
HEAD: Final = 8.6
HEAD_SIZE: Final = 3.5
KEEP: Final = 24.0
"""A block taller than a column does not begin below this much room, in mm."""
AFTER: Final = 3.0
STEP: Final = 8.0
"""By so much the columns are made shorter at a time."""


class AnswerLine(NamedTuple):
    """A line of the table: the answer in words, its short form ("" for none), its value and credit."""

    words: str
    short: str
    value: str
    credit: int


class Block(NamedTuple):
    """A heading, paragraphs (the first one bold when a table follows), a table, and what to say below it."""

    head: str
    texts: tuple[str, ...] = ()
    options: tuple[AnswerLine, ...] = ()
    rest: str = ""


def columns(blocks: Sequence[Block], across: int) -> list[list[dict[str, Any]]]:
    """Return the lines of each page, in mm from the upper left corner of the content box.

    All pages are about equally full: columns end as high up as they can without one more page or cut table.
    """
    wrapped = _wrapped(blocks, across)
    result = _flow(wrapped, across, BOTTOM)
    worst, bottom = (len(result.pages), result.cut), BOTTOM - STEP
    while bottom > TOP + STEP:
        shorter = _flow(wrapped, across, bottom)
        if (len(shorter.pages), shorter.cut) > worst:
            break
        result, bottom = shorter, bottom - STEP
    return result.pages


class TableLine(NamedTuple):
    """A line of the table of answers; value and credit are empty where it goes on with the line before."""

    text: str
    value: str
    credit: str
    bold: bool
    shaded: bool


class Wrapped(NamedTuple):
    """A block whose words are set in lines: each paragraph with its number of them, the rows of its table."""

    block: Block
    texts: tuple[tuple[str, int], ...]
    rows: list[TableLine]


def _width(across: int) -> float:
    """Return the width of a column of so many."""
    return (WIDTH - GUTTER * (across - 1)) / across


def _wrapped(blocks: Sequence[Block], across: int) -> list[Wrapped]:
    width = _width(across)
    results = []
    for block in blocks:
        texts = tuple(
            (text, len(fonts.wrap(text, width - 2.4, SIZE, _weight(n, block))))
            for n, text in enumerate(block.texts)
        )
        widest = max((fonts.measure(option.value, OPTION_SIZE) for option in block.options), default=VALUE)
        room = width - ROOM - max(0, widest - VALUE)
        results.append(Wrapped(block, texts, _rows(block.options, block.rest, room)))
    return results


def _flow(blocks: Sequence[Wrapped], across: int, bottom: float) -> _Flow:
    flow = _Flow(across, bottom)
    for block in blocks:
        flow.block(*block)
    return flow


def _rows(options: Sequence[AnswerLine], rest: str, room: float) -> list[TableLine]:
    """Return the lines of a table: answers in words, but many of one value, and the worse ones, short."""
    rows: list[TableLine] = []
    shaded, summary = True, 0

    def add(text: str, value: str, credit: str) -> None:
        bold = not rows
        for line in fonts.wrap(text, room, OPTION_SIZE, 700 if bold else 400):
            rows.append(TableLine(line.replace(NO_BREAK, " "), value, credit, bold, shaded))
            value = credit = ""

    for (value, credit), group in groupby(options, lambda option: option[2:]):
        answers = list(group)
        are_many = len(answers) >= ALIKE or summary >= IN_WORDS
        is_short = bool(rows) and are_many and all(answer.short for answer in answers)
        texts = (
            [together([answer.short for answer in answers])]
            if is_short
            else [answer.words for answer in answers]
        )
        for text in texts:
            add(text, value, str(credit))
            shaded = not shaded
        summary += len(answers)
    if rest:
        add(rest, "", "")
    return rows


def together(names: Sequence[str]) -> str:
    """Return short forms in one text; those of one piece with its name once: "guard: A1, B3; horse C2 N"."""
    parts: dict[str, list[str]] = {}
    for name in names:
        head, _, rest = name.partition(" ")
        is_piece = head.isalpha() and not head.isupper() and bool(rest) and " " not in rest
        parts.setdefault(f"{head}:" if is_piece else "", []).append(rest if is_piece else name)
    messages = []
    for head, rests in parts.items():
        if head and len(rests) > 1:
            messages.append(f"{head} {', '.join(_unbroken(rest) for rest in rests)}")
        else:
            messages += [_unbroken(f"{head[:-1]} {rest}".strip()) for rest in rests]
    return "; ".join(messages)


def _unbroken(name: str) -> str:
    """Return a short form whose words stay on one line."""
    return name.replace(" ", NO_BREAK) if len(name) <= SHORT else name


class _Flow:
    """Where the next line goes."""

    def __init__(self, across: int, bottom: float) -> None:
        self.across, self.bottom = across, bottom
        self.width = _width(across)
        self.pages: list[list[dict[str, Any]]] = [[]]
        self.column, self.y = 0, TOP
        self.cut = 0
        """So many blocks are taller than a column."""

    @property
    def x(self) -> float:
        return round(self.column * (self.width + GUTTER), 3)

    def room_for(self, height: float) -> None:
        """Go on to the next column or page when there is not so much room."""
        if self.y + height <= self.bottom:
            return
        self.y = TOP
        self.column += 1
        if self.column == self.across:
            self.column = 0
            self.pages.append([])

    def put(self, **line: Any) -> None:
        """Add a line at the present place."""
        self.pages[-1].append({"x": self.x, "y": round(self.y, 3), "width": round(self.width, 3)} | line)

    def block(self, block: Block, texts: Sequence[tuple[str, int]], rows: Sequence[TableLine]) -> None:
        """Add a block."""
        height = HEAD + sum(LEADING * lines for _, lines in texts)
        whole = height + (0.8 + OPTION * len(rows) if rows else 0)
        is_cut = whole > self.bottom - TOP
        self.cut += is_cut
        self.room_for(height + KEEP if is_cut else whole)
        self.y += 4.6
        room = (self.width - 2.8) / max(fonts.measure(block.head, HEAD_SIZE, 700), 0.1)
        self.put(kind="head", text=block.head, size=round(HEAD_SIZE * min(1.0, room), 3))
        self.y += HEAD - 4.6
        for number, (text, lines) in enumerate(texts):
            bold = _weight(number, block) == 700
            self.put(kind="text", text=text, bold=bold, lines=lines, leading=LEADING)
            self.y += LEADING * lines
        self.y += 0.8 if block.options else 0
        for left, row in zip(range(len(rows), 0, -1), rows, strict=True):
            self.room_for(OPTION * (2 if block.rest and left == 2 else 1))
            self.put(kind="option", **row._asdict())
            self.y += OPTION
        self.y += AFTER


def _weight(number: int, block: Block) -> int:
    return 700 if number == 0 and block.options else 400
