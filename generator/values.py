"""What no source proves of a game as a PDF: a box for each value, to be filled in beside the copy."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

from pencilwright import games
from pencilwright.games.shared.own_values import Asked, tick
from pencilwright.generator import documents, finish, fonts, leaves, manifest
from pencilwright.generator.documents import PrintOptions
from pencilwright.templates.phrases import called, phrase, say

TOP, BOTTOM, APART = 15.0, 257.0, 4.5
"""Where blocks begin (below the first lines) and end, and what is between two of them, in mm."""
HEAD, HEAD_LEADING, LEGEND, LEADING = 3.5, 4.6, 2.7, 3.9
LEFT, RIGHT, LONGEST_LABEL, BESIDE = 6.4, 194.0, 80.0, 4.0
"""Of rows: where they begin and end, how wide their labels may be, and what is between label and boxes."""
BOX, GAP, ROW = 9.0, 1.4, 11.0
NARROW, WIDE = 10.6, 16.6
"""Widths of a box for a number, and for a word."""
HOW: Final = 2.9


def build(game_id: str, options: PrintOptions) -> bytes:
    """Make the PDF. The same arguments give the same bytes.

    options : language, paper and theme; the rest does not matter here.

    Raises InputError for an unknown language, paper or theme.
    """
    documents.check(options)
    known, language = games.game(game_id), options.language
    title = say(phrase("values.title", game=known.name), language)
    how = fonts.wrap(
        say(
            phrase("values.how", ask=f"board {game_id} --ask", read=f"board {game_id} --read FILE.pdf"),
            language,
        ),
        RIGHT,
        HOW,
    )
    lines = known.own_values.asked()
    blocks = [_block(game_id, key, list(rows), language) for key, rows in groupby(lines, lambda one: one.key)]
    shared = {"title": title, "box": BOX}
    pages = [
        shared | {"how": how if n == 0 else [], "blocks": found}
        for n, found in enumerate(_pages(blocks, TOP + 4.2 * len(how) + 2))
    ]
    about = finish.About(title, f"{game_id} values", language)
    said = {"format": manifest.VALUES, "game": game_id}
    return leaves.build(
        "values/values.svg.j2", pages, about, said, options, numbers=[1] * len(pages), fillable=options.form
    )


def _words(game_id: str, name: str, plain: str, language: str) -> str:
    return say(called(f"own.{game_id}.{name}", plain), language)


def _block(game_id: str, key: str, lines: Sequence[Asked], language: str) -> dict[str, Any]:
    """Return the block of a value, laid out from height 0 on."""
    head = fonts.wrap(_words(game_id, key, key, language), RIGHT - LEFT, HEAD, 700)
    y = HEAD_LEADING * len(head) + 1.2
    legend = []
    if known := lines[0].known:
        told = " · ".join(f"{number}: {say(name, language)}" for number, (_, name) in enumerate(known, 1))
        for text in fonts.wrap(told, RIGHT - LEFT, LEGEND):
            legend.append({"y": round(y + LEGEND, 3), "text": text})
            y += LEADING
        y += 1
    rows: list[dict[str, Any]] = []
    labels = [_words(game_id, f"{key}.{one.row}", one.row, language) if one.row else "" for one in lines]
    widest = min(LONGEST_LABEL, max(fonts.measure(label, HOW) for label in labels))
    left = LEFT + (widest + BESIDE if widest else 0)
    for one, label in zip(lines, labels, strict=True):
        for number, part in enumerate(_boxes(one, left, label or head[0])):
            rows.append({"y": y, "label": "" if number else label, "boxes": part})
            y += ROW
    return {"id": tick(key), "head": head, "legend": legend, "rows": rows, "height": y}


def _boxes(one: Asked, left: float, what: str) -> list[list[dict[str, Any]]]:
    """Return the boxes of a line, in as many rows as they need; `what` is what they are called."""
    ours = list(zip(one.shown, one.boxes, strict=True))
    width = NARROW if max(map(len, one.shown), default=1) <= 3 else WIDE
    across = int((RIGHT - left + GAP) / (width + GAP))
    return [
        [
            {
                "x": round(left + place * (width + GAP), 3),
                "width": width,
                "ours": text,
                "id": name,
                "label": f"{what} ({first + place + 1})" if len(ours) > 1 else what,
            }
            for place, (text, name) in enumerate(ours[first : first + across])
        ]
        for first in range(0, len(ours), across)
    ]


def _pages(blocks: Sequence[dict[str, Any]], top: float) -> list[list[dict[str, Any]]]:
    """Return the blocks of each page, at their heights; none is broken."""
    pages: list[list[dict[str, Any]]] = [[]]
    y = top
    for block in blocks:
        if pages[-1] and y + block["height"] > BOTTOM:
            pages.append([])
            y = TOP
        pages[-1].append(_moved(block, y))
        y += block["height"] + APART
    return pages


def _moved(block: dict[str, Any], y: float) -> dict[str, Any]:
    """Return a block at a height."""
    return {
        "y": round(y, 3),
        "id": block["id"],
        "head": block["head"],
        "legend": [line | {"y": round(line["y"] + y, 3)} for line in block["legend"]],
        "rows": [row | {"y": round(row["y"] + y, 3)} for row in block["rows"]],
    }
