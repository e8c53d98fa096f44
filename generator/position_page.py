"""A position on paper: its parts as they are laid, what is asked, and the answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from pencilwright import games
from pencilwright.games import puzzlecode
from pencilwright.games.shared.editor import BoardPart, Count
from pencilwright.generator import book, documents, fonts, template_pages
from pencilwright.generator.print_options import PrintOptions
from pencilwright.templates.phrases import Sentence, say

TEMPLATE: Final = "results/position.svg.j2"
TOP, BOTTOM, WIDTH, GUTTER = 19.0, 257.0, 194.0, 4.0
"""Of the two columns, in mm."""
BELOW: Final = 32.0
"""Where the right column of the first page begins, below its QR code."""
COLUMN: Final = (WIDTH - GUTTER) / 2
HEAD, AFTER, PAD, SIDE, TOKEN = 7.0, 3.0, 1.4, 6.0, 5.0
"""Of a block: heading, the space after it; of a row: its edges, what stands before it, a piece on it."""
SIZE, LEADING = 2.6, 3.4
CELL, HIGH, HEX = 18.0, 9.0, 11.5
"""The widest space of a grid, its height, and the width of a hex."""
LABEL, MOST_LINES = 36.0, 3
"""Width of what a row is called, and lines of a value in words."""


class PagePart(NamedTuple):
    """A part of the page: its kind, heading, height, and whether it is as wide as the page.

    part : of the position, where places are drawn. data : what else the template needs.
    """

    kind: str
    title: str
    height: float
    data: dict[str, Any]
    part: BoardPart | None = None
    is_wide: bool = False


def build(
    game_id: str, state: Any, code: str, title: str, texts: Sequence[tuple[str, Sequence[str]]],
    options: PrintOptions,
) -> bytes:  # fmt: skip
    """Make the page as a PDF. The same arguments give the same bytes.

    Parameters
    ----------
    code : of the position, "" where it has none.
    texts : what is said of it, such as the question and its answer: a heading and lines each.

    Raises InputError for an unknown language, paper or theme.
    """
    from pencilwright.generator import postprocess

    documents.check(options)
    known = games.game(game_id)
    parts = known.editor.parts(state)
    blocks = [_lines(fonts.drawable(head), lines) for head, lines in texts]
    blocks += [block for part in parts for block in _blocks(part, options.language)]
    paints = {owner.letter: owner.paint.replace("-", "_") for part in parts for owner in part.owners}
    qr = puzzlecode.compact(code)
    title, named = fonts.drawable(title), say(known.name, options.language)
    shared = {"title": title, "game": named, "size": SIZE, "qr": "", "paints": paints}
    pages = [shared | {"blocks": placed} for placed in _placed(blocks, BELOW if qr else TOP)]
    pages[0]["qr"] = qr
    about = postprocess.About(title, f"{named}: {title}", options.language)
    puzzles = [{"page": 1, "code": qr, "kind": ""}] if qr else []
    fields = {"format": book.FORMAT, "game": game_id, "puzzles": puzzles}
    return template_pages.build(TEMPLATE, pages, about, fields, options)


def _placed(blocks: Sequence[PagePart], top: float) -> list[list[dict[str, Any]]]:
    """Return the blocks of each page with their places, each in the column that ends higher up.

    top : where the right column of the first page begins. What does not fit waits for the next page.
    """
    pages: list[list[dict[str, Any]]] = []
    texts = [block for block in blocks if block.kind == "lines"]
    drawn = [block for block in blocks if block.kind != "lines"]
    waiting = texts + sorted(drawn, key=lambda block: (not block.is_wide, -block.height))
    while waiting:
        ends, later = [TOP, top], []
        pages.append([])
        for block in waiting:
            y = max(ends) if block.is_wide else min(ends)
            if y + block.height > BOTTOM and pages[-1]:
                later.append(block)
                continue
            column = 0 if block.is_wide else ends.index(y)
            size = {"x": column * (COLUMN + GUTTER), "y": round(y, 3)}
            size["width"] = WIDTH if block.is_wide else COLUMN
            pages[-1].append({**block._asdict(), **block.data, **size})
            for n in (0, 1) if block.is_wide else (column,):
                ends[n] = y + block.height + AFTER
        waiting, top = later, TOP
    return pages


def _blocks(part: BoardPart, language: str) -> Iterator[PagePart]:
    """Yield what is drawn of a part, wide where a name would break; nothing of rows that say nothing."""
    title = _say(part.words, language)
    if part.grid:
        cell = min(CELL, (WIDTH - SIDE) / len(part.heads))
        across, is_wide = int(cell // TOKEN), cell * len(part.heads) + SIDE > COLUMN
        lines = max(-(-len(place.tokens) // across) for place in part.places)
        high = HIGH if is_wide else max(1, lines) * (TOKEN + PAD)
        data = {"cell": cell, "high": high, "across": across}
        yield PagePart("grid", title, HEAD + LEADING + high * len(part.grid), data, part, is_wide)
    elif part.spots:
        height = HEAD + HEX * (max(spot.y for spot in part.spots) + 0.6)
        yield PagePart("map", title, height, {"hex": HEX}, part, is_wide=True)
    elif lanes := [place for place in part.lanes or part.sectors if place.tokens]:
        rows = [_row(_say(at.words, language), TOKEN) | {"tokens": at.tokens, "values": ()} for at in lanes]
        yield PagePart("lanes", title, HEAD + sum(row["high"] for row in rows), {"rows": rows})
    if counted := [row for row in part.rows if any(count.value for count in row.counts)]:
        rows, width, wide = [], COLUMN, 0.0
        for width in (COLUMN, WIDTH):
            wide, rows = (width - LABEL) / (len(part.heads) or 1), []
            for row in counted:
                room = wide if len(row.counts) > 1 else width - LABEL
                values = [_value(count, room - 1, language) for count in row.counts]
                high = max(TOKEN if row.icon else 0, LEADING * max(map(len, values)))
                laid = {"values": values, "tokens": ()}
                rows.append(_row(_say(row.words, language), high, row.icon) | laid)
            if not any(value[1:] and " " not in "".join(value) for row in rows for value in row["values"]):
                break
        height = HEAD + (LEADING + PAD) * bool(part.heads) + sum(row["high"] for row in rows)
        yield PagePart("counts", title, height, {"rows": rows, "wide": wide}, part, width == WIDTH)


def _say(words: Sentence, language: str) -> str:
    """Return words as they can be drawn."""
    text = fonts.drawable(say(words, language))
    return text[:1].upper() + text[1:]


def _row(name: str, high: float, icon: str = "") -> dict[str, Any]:
    """Return a row with its name in lines; what stands beside it is so high."""
    texts = fonts.wrap(name, LABEL - (TOKEN if icon else 0) - 1, SIZE)
    return {"texts": texts, "icon": icon, "high": max(LEADING * len(texts), high) + PAD}


def _value(count: Count, room: float, language: str) -> list[str]:
    """Return a value in lines: in words where they have room, else as it is told."""
    text = "" if count.values and not count.value else _say(count.written, language)
    try:
        lines = fonts.wrap(text, room, SIZE) if text else [""]
    except fonts.FitError:
        return [count.value]
    return lines if len(lines) <= MOST_LINES else [count.value]


def _lines(head: str, texts: Sequence[str]) -> PagePart:
    """Return a block of text."""
    wrapped = [line for text in texts for line in fonts.wrap(fonts.drawable(text) or " ", COLUMN - 2, SIZE)]
    return PagePart("lines", head, HEAD + LEADING * len(wrapped) + PAD, {"texts": wrapped})
