"""A position on paper: its parts as they are laid, what is asked, and the answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from pencilwright import games
from pencilwright.games import puzzlecode
from pencilwright.games.shared.editor import Count, Part, Token
from pencilwright.generator import book, documents, fonts, template_pages
from pencilwright.generator.documents import PrintOptions
from pencilwright.templates.phrases import Sentence, say

TEMPLATE: Final = "results/position.svg.j2"
TOP, BOTTOM, WIDTH, GUTTER = 19.0, 257.0, 194.0, 4.0
"""Of the two columns, in mm."""
BELOW: Final = 32.0
"""Where the first page begins, below its QR code."""
COLUMN: Final = (WIDTH - GUTTER) / 2
HEAD, AFTER, PAD, SIDE, TOKEN = 7.0, 3.0, 1.4, 6.0, 5.0
"""Of a block: heading, the space after it; of a row: its edges, what stands before it, a piece on it."""
SIZE, LEADING = 2.6, 3.4
CELL, HIGH, HEX = 18.0, 9.0, 11.5
"""The widest space of a grid, its height, and the width of a hex."""
LABEL: Final = 36.0
"""Width of what a row is called."""


MOST_LINES: Final = 3
"""Of a value in words."""


class Block(NamedTuple):
    """A part of the page: its kind, heading, height, data, and whether it is as wide as the page."""

    kind: str
    title: str
    height: float
    data: dict[str, Any]
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
    maker = _Maker(options.language, parts)
    blocks = [maker.lines(fonts.drawable(head), lines) for head, lines in texts]
    blocks += [block for part in parts for block in maker.blocks(part)]
    qr = puzzlecode.compact(code)
    title, named = fonts.drawable(title), say(known.name, options.language)
    shared = {"title": title, "game": named, "size": SIZE, "qr": ""}
    pages = [shared | {"blocks": placed} for placed in _placed(blocks, BELOW if qr else TOP)]
    pages[0]["qr"] = qr
    about = postprocess.About(title, f"{named}: {title}", options.language)
    puzzles = [{"page": 1, "code": qr, "kind": ""}] if qr else []
    fields = {"format": book.FORMAT, "game": game_id, "puzzles": puzzles}
    return template_pages.build(TEMPLATE, pages, about, fields, options)


def _placed(blocks: Sequence[Block], top: float) -> list[list[dict[str, Any]]]:
    """Return the blocks of each page with their places, each in the column that ends higher up.

    top : where the first page begins. What does not fit any more waits for the next page.
    """
    pages: list[list[dict[str, Any]]] = []
    said = [block for block in blocks if block.kind == "lines"]
    drawn = [block for block in blocks if block.kind != "lines"]
    waiting = said + sorted(drawn, key=lambda block: (not block.is_wide, -block.height))
    while waiting:
        ends, later = [top, top], []
        pages.append([])
        for block in waiting:
            y = max(ends) if block.is_wide else min(ends)
            if y + block.height > BOTTOM and pages[-1]:
                later.append(block)
                continue
            column = 0 if block.is_wide else ends.index(y)
            size = {"x": column * (COLUMN + GUTTER), "y": round(y, 3)}
            size["width"] = WIDTH if block.is_wide else COLUMN
            pages[-1].append({**size, "kind": block.kind, "title": block.title, **block.data})
            for n in (0, 1) if block.is_wide else (column,):
                ends[n] = y + block.height + AFTER
        waiting, top = later, TOP
    return pages


class _Maker:
    """Measures the blocks of a page in one language."""

    def __init__(self, language: str, parts: Sequence[Part]) -> None:
        self.language = language
        self.paints = {owner.letter: owner.paint for part in parts for owner in part.owners if owner.paint}

    def say(self, words: Sentence) -> str:
        """Return words as they can be drawn."""
        text = fonts.drawable(say(words, self.language))
        return text[:1].upper() + text[1:]

    def blocks(self, part: Part) -> Iterator[Block]:
        """Yield what is drawn of a part; nothing of rows that say nothing."""
        title = self.say(part.words)
        if part.grid:
            yield self.grid(title, part)
        elif part.spots:
            yield self.map(title, part)
        elif lanes := [place for place in part.lanes or part.sectors if place.tokens]:
            rows = [self.row(place.words, [self.token(item) for item in place.tokens]) for place in lanes]
            height = HEAD + sum(row["high"] for row in rows)
            yield Block("lanes", title, height, {"rows": rows, "heads": ()})
        if counted := [row for row in part.rows if any(count.value for count in row.counts)]:
            heads = [(letter, self.say(words)) for letter, words in part.heads]
            wide = (COLUMN - LABEL) / (len(heads) or 1)
            rows = [
                self.row(row.words, [self.value(count, wide, row.counts) for count in row.counts], row.icon)
                for row in counted
            ]
            height = HEAD + (LEADING + PAD) * bool(heads) + sum(row["high"] for row in rows)
            yield Block("counts", title, height, {"rows": rows, "wide": wide, "heads": heads})

    def grid(self, title: str, part: Part) -> Block:
        """Return a grid of places, as wide as the page where a column is too narrow."""
        cell = min(CELL, (WIDTH - SIDE) / len(part.heads))
        across = int(cell // TOKEN)
        is_wide = cell * len(part.heads) + SIDE > COLUMN
        most = max(-(-len(place.tokens) // across) for place in part.places)
        high = HIGH if is_wide else max(1, most) * (TOKEN + PAD)
        rows = [
            (side, [([self.token(item) for item in place.tokens], place.is_lined) for place in row])
            for side, row in zip(part.sides, part.grid, strict=True)
        ]
        heads = [self.say(words) for _, words in part.heads]
        data = {"cell": cell, "high": high, "across": across, "heads": heads, "rows": rows}
        return Block("grid", title, HEAD + LEADING + high * len(rows), data, is_wide)

    def map(self, title: str, part: Part) -> Block:
        """Return a map of hexes with what lies on them and between them."""
        spots = [
            {
                "x": HEX * spot.x,
                "y": HEX * spot.y,
                "paint": spot.paint.replace("-", "_"),
                "words": self.say(spot.place.words) if spot.place and spot.paint else "",
                "tokens": [self.token(item) for item in spot.place.tokens] if spot.place else [],
            }
            for spot in part.spots
            if spot.paint or (spot.place and spot.place.tokens)
        ]
        height = HEAD + HEX * (max(spot.y for spot in part.spots) + 0.6)
        return Block("map", title, height, {"hex": HEX, "spots": spots}, is_wide=True)

    def row(self, words: Sentence, items: Sequence[Any], icon: str = "") -> dict[str, Any]:
        """Return a row with its name in lines."""
        named = fonts.wrap(self.say(words), LABEL - (TOKEN if icon else 0) - 1, SIZE)
        lines = max(len(named), max((len(item) for item in items if isinstance(item, list)), default=1))
        is_drawn = any(isinstance(item, dict) for item in items)
        high = max(LEADING * lines, TOKEN if is_drawn or icon else 0) + PAD
        return {"texts": named, "items": items, "icon": icon, "high": high}

    def value(self, count: Count, wide: float, beside: Sequence[Count]) -> list[str]:
        """Return a value in lines: in words where they have room, else as it is told."""
        text = "" if count.values and not count.value else self.say(count.written)
        room = wide - 1 if len(beside) > 1 else COLUMN - LABEL - 1
        try:
            lines = fonts.wrap(text, room, SIZE) if text else [""]
        except fonts.FitError:
            return [count.value]
        return lines if len(lines) <= MOST_LINES else [count.value]

    def token(self, token: Token) -> dict[str, str]:
        """Return a piece: its drawing, letter, sign and colour."""
        paint = self.paints.get(token.owner, "").replace("-", "_")
        return {"icon": token.icon, "letter": token.owner, "sign": token.sign, "paint": paint}

    def lines(self, head: str, texts: Sequence[str]) -> Block:
        """Return a block of text."""
        wrapped = [line for text in texts for line in fonts.wrap(fonts.drawable(text), COLUMN - 2, SIZE)]
        return Block("lines", head, HEAD + LEADING * len(wrapped) + PAD, {"texts": wrapped})
