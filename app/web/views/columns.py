"""A sheet as rows of fields: a column for each player, read from its boxes and from what is printed there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from os.path import commonprefix
from typing import Final, NamedTuple

from pencilwright.games import Game
from pencilwright.games.controls import Control, Number, OneOf, Text, Toggle, Track, marks_of
from pencilwright.games.shared.boxes import Box
from pencilwright.templates.page import Mark, Page
from pencilwright.templates.page import Text as Words
from pencilwright.templates.phrases import dotted, phrase, say

MOST_KEYS: Final = 12
"""Values of a number that have a key each; of more its digits have."""
PART: Final = re.compile(r"\d+|[^\W\d_ぁ-ん]+|.")
"""What is not parted where words have something in common: a number, a word."""


class Cell(NamedTuple):
    """A field of a row.

    Attributes
    ----------
    kind : "number", "sum" (a number that is worked out), "text", "tick", "pick" (one of its values), "track".
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


class Row(NamedTuple):
    """A row of a column: what is printed above it where a part begins, its name, a hint, its fields."""

    title: str
    name: str
    hint: str
    cells: tuple[Cell, ...]


class Column(NamedTuple):
    """The rows of an owner; "" owns what is nobody's."""

    owner: str
    name: str
    rows: tuple[Row, ...]


class Printed:
    """What is printed on a page beside its marks."""

    def __init__(self, page: Page, language: str) -> None:
        self.language = language
        self.words = [item for item in page.items if isinstance(item, Words)]
        self.titles = [item for item in self.words if item.tag.role == "H2"]
        self.cells: dict[int, list[Words]] = {}
        self.heads: dict[int, dict[int, list[str]]] = {}
        for item in self.words:
            if len(item.tag.inside) < 2 or item.tag.role == "Artifact":
                continue
            row, cell = item.tag.inside[-2:]
            self.cells.setdefault(cell.number, []).append(item)
            if cell.role == "TH":
                self.heads.setdefault(row.number, {}).setdefault(cell.number, []).append(item.text)

    def title_of(self, mark: Mark) -> str:
        """Return the heading under which a mark of a table stands, "" for none."""
        above = [item for item in self.titles if item.y <= mark.rect.y]
        return max(above, key=lambda item: item.y).text if mark.inside and above else ""

    def row_of(self, mark: Mark) -> list[str]:
        """Return the words at the head of a mark's row of a table, its name first; [] for none."""
        heads = self.heads.get(mark.inside[-2].number) if len(mark.inside) > 1 else None
        return next(iter(heads.values())) if heads else []

    def inside(self, mark: Mark) -> str:
        """Return what is printed in a mark, "" for nothing."""
        x, y, width, height = mark.rect
        here = (item for item in self.words if x < item.x < x + width and y < item.y < y + height)
        return next((item.text for item in here), "")

    def captions(self, marks: Sequence[Mark]) -> list[str]:
        """Return what is printed beside the marks of a cell of a table, in their order; [] for nothing."""
        beside = self.cells.get(marks[0].inside[-1].number, []) if marks[0].inside else []
        order = sorted(range(len(marks)), key=lambda n: marks[n].rect.x)
        texts = [item.text for item in sorted(beside, key=lambda item: item.x)]
        return [texts[order.index(n)] for n in range(len(marks))] if len(texts) == len(marks) else []


def of_page(game: Game, page: Page, names: Mapping[str, str], language: str) -> tuple[Column, ...]:
    """Return the columns of a sheet, in the order of the paper; what is nobody's is the last one.

    names : owner -> what the owner is called.
    """
    printed, known = Printed(page, language), {mark.id: mark for mark in page.marks}
    boxes = game.columns
    rows: dict[str, dict[object, list[Cell]]] = {box.owner: {} for box in boxes.values() if box.owner} | {
        "": {}
    }
    order = {mark.id: n for n, mark in enumerate(page.marks)}
    placed = [
        (min(order[mark.id] for mark in marks), owner, control, marks)
        for control in game.marks.CONTROLS
        for owner, marks in _owned(control, known, boxes)
    ]
    for _, owner, control, marks in sorted(placed, key=lambda item: item[0]):
        inside = marks[0].inside[-2:-1] if boxes else ()
        key: object = inside or _row(boxes, marks[0], language) or marks[0].id
        rows[owner].setdefault(key, []).append(_cell(control, marks, boxes, known, printed))
    return tuple(
        Column(owner, names.get(owner, owner.upper()), _named(cells.values(), boxes, printed))
        for owner, cells in rows.items()
        if cells
    )


def first_numbers(game: Game, page: Page) -> tuple[str, ...]:
    """Return the first mark for a number in each column of a page."""
    boxes = game.columns
    numbers = [mark.id for mark in reversed(page.marks) if mark.kind == "number" and mark.id in boxes]
    return tuple({boxes[mark].owner: mark for mark in numbers}.values())


def _owned(
    control: Control, known: Mapping[str, Mark], boxes: Mapping[str, Box]
) -> Iterable[tuple[str, tuple[Mark, ...]]]:
    """Return owner -> those of a control's marks that are on the page and the owner's."""
    results: dict[str, tuple[Mark, ...]] = {}
    for name in marks_of(control):
        if name in known:
            owner = boxes[name].owner if name in boxes else ""
            results[owner] = (*results.get(owner, ()), known[name])
    return results.items()


def _cell(
    control: Control,
    marks: tuple[Mark, ...],
    boxes: Mapping[str, Box],
    known: Mapping[str, Mark],
    printed: Printed,
) -> Cell:
    """Return the field that sets some marks of a control."""
    first, box = marks[0], boxes.get(marks[0].id)
    field = next(name for name in marks_of(control) if name in known)
    match control:
        case Number():
            is_sum = box is not None and box.sum
            most = box.most if box else 0
            values = box.allowed if box and box.allowed else range(most + 1) if most else ()
            few = tuple((str(value), str(value)) for value in values) if len(values) <= MOST_KEYS else ()
            return Cell("sum" if is_sum else "number", field, marks, first.label, "", few, most)
        case Text():
            return Cell("text", field, marks, first.label, "", (), 0)
        case Track():
            steps = tuple((str(n), str(n)) for n in range(control.printed, len(marks) + 1))
            return Cell("track", field, marks, first.track or first.label, "", steps, 0)
        case OneOf() if len(marks) > 1:
            common, texts = apart([mark.label for mark in marks])
            named = tuple((mark.id, text) for mark, text in zip(marks, texts, strict=True))
            label = common or say(phrase("web.sheet.one_of"), printed.language)
            return Cell("pick", field, marks, label, "", named, 0)
        case OneOf() | Toggle():
            kind = "sum" if box is not None and box.sum else "tick"
            return Cell(kind, field, marks, first.label, printed.inside(first), (), 0)


def _named(cells: Iterable[list[Cell]], boxes: Mapping[str, Box], printed: Printed) -> tuple[Row, ...]:
    """Return rows with their names, and with captions where a row has several fields."""
    results: list[Row] = []
    title = ""
    for row in cells:
        first = row[0].marks[0]
        above, heads = (printed.title_of(first), printed.row_of(first)) if boxes else ("", [])
        if (
            len({mark.inside[-2:-1] for mark in row[0].marks}) > 1
        ):  # a choice in several rows is all of its part
            heads = [above]
        name = heads[0] if heads else _row(boxes, first, printed.language) or row[0].label
        hint = dotted(heads[1:], printed.language) if heads[1:] else ""
        results.append(
            Row(above if above not in (title, name) else "", name, hint, tuple(_captioned(row, printed)))
        )
        title = above
    return tuple(results)


def _captioned(row: list[Cell], printed: Printed) -> list[Cell]:
    """Return the fields of a row with what each is called beside the others."""
    written = [cell for cell in row if cell.kind in ("number", "text", "pick", "track")]
    if len(written) < 2:
        return row
    several = [cell.marks[0] for cell in row]
    texts = printed.captions(several) or apart([mark.label for mark in several])[1]
    return [cell._replace(caption=cell.caption or text) for cell, text in zip(row, texts, strict=True)]


def _row(boxes: Mapping[str, Box], mark: Mark, language: str) -> str:
    row = boxes[mark.id].mark.row if mark.id in boxes else None
    return say(row, language) if row else ""


def apart(texts: Sequence[str]) -> tuple[str, list[str]]:
    """Return the words that all texts begin and end with, "" for none, and each without them."""
    parts = [PART.findall(text) for text in texts]
    begin: list[str] = commonprefix(parts)
    end: list[str] = commonprefix([part[len(begin) :][::-1] for part in parts])[::-1]
    common = " … ".join(filter(None, ("".join(part).strip(" :：、,") for part in (begin, end))))
    return common, ["".join(part[len(begin) : len(part) - len(end)]).strip() for part in parts]
