"""Positions from the marks of a printed sheet, whether tapped, typed, or read in a photograph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pencilwright.app.positions.entered import Position
from pencilwright.games import Game, pagecode, sheets
from pencilwright.games.errors import InputError
from pencilwright.games.shared.boxes import LONGEST_NUMBER
from pencilwright.games.shared.problems import NO_NUMBER
from pencilwright.templates.phrases import phrase


def with_setup(position: Position, setup: Any) -> Position:
    """Return the position of a sheet that was printed without a setup, with this one."""
    state = sheets.read(position.game, position.written, setup, position.user_values).state
    return position._replace(state=state, printed=setup)


def of_page(page_code: str, values: Mapping[str, str]) -> Position:
    """Return the position on the sheet of a page code: these marks, and what the page says in print.

    values : mark id -> value, of the marks that are not blank.

    A typed number that is none is a fault, and open: not 0. Raises InputError for a wrong code, and for an
    unknown mark or value; what else is wrong with the marks is among the position's problems.
    """
    page = pagecode.decode(page_code)
    known, document = pagecode.document_of(page)
    seated = document.seated.printed(page.seats) if document.seated and page.seats else {}
    written = {**seated, **values}
    setup = pagecode.setup_of(known, page.setup) if page.setup else None
    try:
        state, problems = known.marks.read(written, setup)
    except InputError as error:
        why = phrase("position.copy", n=page.copy, said=error.sentence)
        raise InputError(why, field=error.field) from error
    if unread := {item.field: item for item in problems if item.rule.key == NO_NUMBER}:
        may = _numbers(known, setup, unread)
        read = of_page(page_code, {**values, **{mark: texts[0] for mark, texts in may.items()}})
        return read._replace(faults=tuple(unread.values()), open=may)
    code = pagecode.encode(page)
    return Position(known, state, page.copy, written, setup, seated=seated, page_code=code)


def _numbers(known: Game, setup: Any, marks: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return which numbers may be typed in each of these marks."""
    rules = known.number_rules(setup)
    every = 10**LONGEST_NUMBER - 1
    return {
        mark: tuple(map(str, rules.allowed.get(mark, range(rules.most.get(mark, every) + 1))))
        for mark in marks
    }


def left_open(position: Position, left: Mapping[str, tuple[str, ...]]) -> Position:
    """Return the position of a sheet of which some marks are open, as they most likely are.

    left : open mark -> what it may be; numbers of its setup among them.
    """
    counted = {mark.id for mark in position.game.marks.MARKS}
    return position._replace(
        open={**position.open, **{name: may for name, may in left.items() if name in counted}},
        open_setup=tuple(name for name in left if name not in counted),
    )


def is_filled(sheet: Position) -> bool:
    """Return whether a sheet shows anything that is not printed on it."""
    room = sheet.game.marks
    view = room.to_marks(sheet.state).items() - sheet.seated.items()
    return bool(sheet.faults or view or room.read(sheet.written, sheet.printed)[1])
