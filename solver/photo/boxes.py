"""Numbers of the setup that players write into the boxes of a sheet that was printed without them.

In a row each number comes once, which says what a box holds whose number cannot be read, such as one that was
struck out. A box in which a number can be read, without ink from side to side, is not struck; about others
a person is asked, since the networks of marks were never shown an X over a written number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from math import prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pencilwright.games.numberrules import NUMBER, OwnNumbers
from pencilwright.solver.photo import cells, tuning
from pencilwright.solver.photo.classify import Seen
from pencilwright.solver.photo.records import BLANK, PERSON, STRUCK, UNSURE, Floats, MarkReading, pixels
from pencilwright.templates.page import Mark
from pencilwright.templates.paths import Box
from pencilwright.templates.phrases import phrase

if TYPE_CHECKING:
    from pencilwright.solver.photo.ink import Ink
    from pencilwright.solver.photo.strokes import Strokes


class ReadRow(NamedTuple):
    """The numbers of a row in their likeliest order, which are certain, and in which boxes one shows."""

    numbers: tuple[int, ...]
    sure: tuple[bool, ...]
    shows: tuple[bool, ...]

    @property
    def known(self) -> bool:
        """Whether all numbers that show are certain: in boxes that are struck they make no difference."""
        return all(sure for sure, shows in zip(self.sure, self.shows, strict=True) if shows)

    def __str__(self) -> str:
        """Return the numbers, with a question mark for those that are not certain."""
        return " ".join(str(n) if sure else "?" for n, sure in zip(self.numbers, self.sure, strict=True))


class Boxes(NamedTuple):
    """What is written in the boxes.

    Attributes
    ----------
    seen : mark id -> that it is not struck, or unsure, of the boxes in which anything is written.
    rows : what is known of each row.
    written : whether anything is written in any of them.
    chances : mark id -> chances of the numbers, of all boxes of the rows.
    """

    seen: Mapping[str, Seen]
    rows: tuple[ReadRow, ...]
    written: bool
    chances: Mapping[str, tuple[float, ...]] = {}


def read(
    drawn: Strokes, ink: Ink, marks: Mapping[str, Mark], seen: Mapping[str, Seen], own: OwnNumbers
) -> Boxes:
    """Return what players wrote into the boxes.

    marks : all marks of the page by id.
    seen : what the classifier of marks says of them; it was taught boxes with printed numbers.
    """
    names = [name for row in own.rows for name in row]
    combs = [_comb(marks[name]) for name in names]
    result = cells.chances(cells.looks(drawn, ink, combs), cells.places(combs))
    chances = dict(zip(names, result, strict=True))
    empty = cells.SIGNS.index(cells.EMPTY)
    filled = {name for name in names if chances[name][empty] < tuning.OWN_NUMBER}
    changed, rows = {}, []
    for row in own.rows:
        found_row = row_of([_digits(chances[name], own.numbers) for name in row], own.numbers)
        rows.append(found_row)
        for at, name in enumerate(row):
            if name in filled:
                may = (found_row.numbers[at],) if found_row.sure[at] else own.numbers
                changed[name] = _seen(seen[name], chances[name], may)
                if is_crossed(drawn, marks[name]):
                    changed[name] = changed[name]._replace(kind=UNSURE)
    digits = {name: tuple(_digits(chances[name], own.numbers)) for name in names}
    return Boxes(changed, tuple(rows), bool(filled), digits)


def questions(result: Boxes, own: OwnNumbers) -> dict[str, MarkReading]:
    """Return the numbers that can be seen in boxes, but not told, by the ids of marks with NUMBER."""
    requests: dict[str, MarkReading] = {}
    if not result.written:
        return requests
    for row, line in zip(own.rows, result.rows, strict=True):
        for name, sure, shows in zip(row, line.sure, line.shows, strict=True):
            if shows and not sure:
                chances = dict(zip(map(str, own.numbers), result.chances[name], strict=True))
                best = max(chances, key=lambda number: chances[number])
                requests[name + NUMBER] = MarkReading(
                    UNSURE,
                    chances[best],
                    best,
                    PERSON,
                    chances,
                    {"seen": 1.0},
                    phrase("photo.why.own", read=best),
                )
    return requests


def setup_after(
    chances: Mapping[str, Sequence[float]], own: OwnNumbers, answers: Mapping[str, str]
) -> str | None:
    """Return the share code of the setup with the numbers on paper, None where some are still not known.

    chances : as Boxes has them. answers : what a person said of marks, numbers among them.
    """
    rows = []
    for row in own.rows:
        results = []
        for name in row:
            text = answers.get(name + NUMBER, "")
            is_said = text.isdecimal() and int(text) in own.numbers
            results.append([float(int(text) == n) for n in own.numbers] if is_said else list(chances[name]))
        rows.append(row_of(results, own.numbers))
    return own.code(tuple(row.numbers for row in rows)) if all(row.known for row in rows) else None


def _comb(mark: Mark) -> Mark:
    """Return the middle of a box as a comb of one cell, of the proportions of other cells."""
    box = mark.rect
    width = tuning.OWN_NUMBER_WIDTH * box.width
    return mark._replace(
        kind="number", cells=1, rect=Box(box.x + (box.width - width) / 2, box.y, width, box.height)
    )


def _digits(row: Floats, numbers: Sequence[int]) -> list[float]:
    return [float(row[cells.SIGNS.index(str(number))]) for number in numbers]


def _seen(seen: Seen, row: Floats, numbers: Sequence[int]) -> Seen:
    """Return whether a box is struck: not where its number can be read; what shows none is asked about.

    numbers : those that may stand there; others are out of the question.
    """
    others = [sign for sign in cells.SIGNS if sign.isdecimal() and int(sign) not in numbers]
    possible = 1 - sum(float(row[cells.SIGNS.index(sign)]) for sign in others)
    if possible < tuning.OWN_POSSIBLE:
        return Seen(UNSURE, {BLANK: 0.0, STRUCK: 0.0}, seen.seen)
    number = sum(_digits(row, numbers)) / possible
    struck = min(float(row[cells.SIGNS.index(cells.JUNK)]) / possible, seen.chances.get(STRUCK, 0.0))
    if number >= tuning.OWN_NUMBER:
        return Seen(BLANK, {BLANK: number, STRUCK: 1 - number}, seen.seen)
    return Seen(UNSURE, {BLANK: number, STRUCK: struck}, seen.seen)


def is_crossed(drawn: Strokes, mark: Mark) -> bool:
    """Return whether a box has ink from one side to the other, as strokes through it have and few digits."""
    ink = drawn.strength[pixels(mark.rect.grown(-tuning.OWN_FRAME_MM))] > tuning.COMB_STRENGTH
    for axis, most in enumerate((tuning.OWN_WIDE, tuning.OWN_HIGH)):
        lines = np.flatnonzero(ink.any(axis=axis))
        if len(lines) and np.ptp(lines) > most * ink.shape[1 - axis]:
            return True
    return False


def row_of(chances: Sequence[Sequence[float]], numbers: Sequence[int]) -> ReadRow:
    """Return the numbers of a row, in which each of them comes once.

    chances : of each box, for each of the numbers; what is left up to 1 says nothing of the number.
    """
    known = [[chance + (1 - sum(box)) / len(numbers) for chance in box] for box in chances]
    weights = {
        order: prod(known[at][index] for at, index in enumerate(order))
        for order in permutations(range(len(numbers)))
    }
    best = max(weights, key=lambda order: weights[order])
    total = sum(weights.values())
    same = [sum(w for order, w in weights.items() if order[at] == n) for at, n in enumerate(best)]
    return ReadRow(
        tuple(numbers[index] for index in best),
        tuple(weight >= tuning.SURE_BY_SUM * total for weight in same),
        tuple(sum(box) >= 0.5 for box in chances),
    )
