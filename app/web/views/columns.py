"""A sheet as rows of fields: a column for each player, read from its boxes and from what is printed there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from pencilwright.games import Game
from pencilwright.games.controls import Control, Number, OneOf, Toggle, Track, marks_of
from pencilwright.templates.page import Mark, Page
from pencilwright.templates.page import Text as Words
from pencilwright.templates.phrases import dotted, phrase, say

MOST_KEYS: Final = 12
"""Values of a number that have a key each; of more its digits have."""
PART: Final = re.compile(r"\d+|[^\W\d_ぁ-ん]+|.")
"""What is not parted where words have something in common: a number, a word."""


class ColumnCell(NamedTuple):
    """A field of a row.

    Attributes
    ----------
    kind : its control ("number", "text", "toggle", "oneof", "track"), or "sum": it is worked out.
    field : its name in a form. marks : those that it sets. label : its full name. caption : a short one.
    values : what it may be and how that is called; () for anything. most : the largest number, 0 for any.
    """

    kind: str
    field: str
    marks: tuple[Mark, ...]
    label: str
    caption: str
    values: tuple[tuple[str, str], ...]
    most: int


class ColumnRow(NamedTuple):
    """A row of a column: what is printed above it where a part begins, its name, a hint, its fields."""

    title: str
    name: str
    hint: str
    cells: tuple[ColumnCell, ...]


class Column(NamedTuple):
    """The rows of an owner; "" owns what is nobody's."""

    owner: str
    name: str
    rows: tuple[ColumnRow, ...]


class Fields:
    """The fields of a page: what its boxes declare, and what is printed beside its marks."""

    def __init__(self, game: Game, page: Page, language: str) -> None:
        self.language = language
        self.boxes = game.columns
        self.known = {mark.id: mark for mark in page.marks}
        self.words = [item for item in page.items if isinstance(item, Words) and item.tag.role != "Artifact"]
        self.signs = [item for item in page.items if isinstance(item, Words)]
        self.heads: dict[int, dict[int, list[str]]] = {}
        for item in self.words:
            if len(item.tag.inside) > 1 and item.tag.inside[-1].role == "TH":
                row, cell = item.tag.inside[-2:]
                self.heads.setdefault(row.number, {}).setdefault(cell.number, []).append(item.text)

    def of(self, control: Control) -> Iterator[tuple[str, ColumnCell]]:
        """Yield the fields of a control with their owners: one of several players has a field for each."""
        ids = [name for name in marks_of(control) if name in self.known]
        for owner in dict.fromkeys(map(self._owner, ids)):
            yield owner, self._cell(control, ids[0], [self.known[n] for n in ids if self._owner(n) == owner])

    def _owner(self, mark: str) -> str:
        return self.boxes[mark].owner if mark in self.boxes else ""

    def _cell(self, control: Control, field: str, marks: list[Mark]) -> ColumnCell:
        first, box = marks[0], self.boxes.get(marks[0].id)
        kind, label, most = type(control).__name__.lower(), first.track or first.label, 0
        values: list[tuple[str, str]] = []
        caption = self._inside(first) if isinstance(control, OneOf | Toggle) else ""
        if isinstance(control, Number) and box is not None:
            most = box.most
            numbers = box.allowed or range(most + 1 if most else 0)
            values = [(str(n), str(n)) for n in numbers] if len(numbers) <= MOST_KEYS else []
        elif isinstance(control, Track):
            values = [(str(n), str(n)) for n in range(control.printed, len(marks) + 1)]
        elif isinstance(control, OneOf) and len(marks) > 1:
            common, texts = apart([mark.label for mark in marks])
            label = common or say(phrase("web.sheet.one_of"), self.language)
            values, caption = [(mark.id, text) for mark, text in zip(marks, texts, strict=True)], ""
        elif isinstance(control, OneOf):
            kind = "toggle"
        kind = "sum" if box is not None and box.sum else kind
        return ColumnCell(kind, field, tuple(marks), label, caption, tuple(values), most)

    def _inside(self, mark: Mark) -> str:
        """Return what is printed in a mark, "" for nothing."""
        x, y, width, height = mark.rect
        here = (item for item in self.signs if x < item.x < x + width and y < item.y < y + height)
        return next((item.text for item in here), "")

    def key(self, cell: ColumnCell) -> object:
        """Return what the fields of a row have in common."""
        first = cell.marks[0]
        return (self.boxes and first.inside[-2:-1]) or self._row(first) or first.id

    def row(self, cells: list[ColumnCell]) -> ColumnRow:
        """Return a row with its name, and with captions where it has several fields."""
        first, heads, title = cells[0].marks[0], [], ""
        if self.boxes and first.inside:
            heads = next(iter(self.heads.get(first.inside[-2].number, {0: [""]}).values()))
            above = [item for item in self.words if item.tag.role == "H2" and item.y <= first.rect.y]
            title = max(above, key=lambda item: item.y).text if above else ""
            if len({mark.inside[-2:-1] for mark in cells[0].marks}) > 1:
                heads = [title]  # a choice in several rows is all of its part
        name = heads[0] if heads else self._row(first) or cells[0].label
        if sum(cell.kind not in ("sum", "toggle") for cell in cells) > 1:
            texts = apart([cell.marks[0].label for cell in cells])[1]
            pairs = zip(cells, texts, strict=True)
            cells = [cell._replace(caption=cell.caption or text) for cell, text in pairs]
        hint = dotted(heads[1:], self.language) if heads[1:] else ""
        return ColumnRow("" if title == name else title, name, hint, tuple(cells))

    def _row(self, mark: Mark) -> str:
        row = self.boxes[mark.id].mark.row if mark.id in self.boxes else ""
        return say(row, self.language) if row else ""


def of_page(game: Game, page: Page, names: Mapping[str, str], language: str) -> tuple[Column, ...]:
    """Return the columns of a sheet, in the order of the paper; what is nobody's is the last one.

    names : owner -> what the owner is called.
    """
    fields, order = Fields(game, page, language), [mark.id for mark in page.marks]
    rows: dict[str, dict[object, list[ColumnCell]]] = {
        box.owner: {} for box in fields.boxes.values() if box.owner
    }
    cells = [item for control in game.marks.CONTROLS for item in fields.of(control)]
    for owner, cell in sorted(cells, key=lambda item: order.index(item[1].marks[0].id)):
        rows.setdefault(owner, {}).setdefault(fields.key(cell), []).append(cell)
    every = {owner: list(map(fields.row, lines.values())) for owner, lines in rows.items() if lines}
    for lines in every.values():
        before = ["", *(row.title for row in lines[:-1])]
        pairs = zip(lines, before, strict=True)
        lines[:] = [row._replace(title="") if row.title == title else row for row, title in pairs]
    return tuple(Column(who, names.get(who, who.upper()), tuple(lines)) for who, lines in every.items())


def first_numbers(game: Game, page: Page) -> tuple[str, ...]:
    """Return the first mark for a number in each column of a page."""
    boxes = game.columns
    numbers = [mark.id for mark in reversed(page.marks) if mark.kind == "number" and mark.id in boxes]
    return tuple({boxes[mark].owner: mark for mark in numbers}.values())


def apart(texts: Sequence[str]) -> tuple[str, list[str]]:
    """Return the words that all texts begin and end with, "" for none, and each without them."""
    parts = [PART.findall(text) for text in texts]
    begin = _alike(parts)
    end = _alike([part[begin:][::-1] for part in parts])
    both = ("".join(part).strip(" :：、,") for part in (parts[0][:begin], parts[0][len(parts[0]) - end :]))
    return " … ".join(filter(None, both)), ["".join(part[begin : len(part) - end]).strip() for part in parts]


def _alike(parts: Sequence[Sequence[str]]) -> int:
    """Return with how many items all begin."""
    pairs = enumerate(zip(*parts, strict=False))
    return next((n for n, items in pairs if len(set(items)) > 1), min(map(len, parts)))
