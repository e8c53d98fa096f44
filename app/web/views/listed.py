"""The sheet as a list of native fields: what each says, and the marks of a form that was sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from pencilwright.games.controls import Control, Number, OneOf, Text, Toggle, Track, marks_of
from pencilwright.games.errors import InputError
from pencilwright.templates.page import VALUES, Mark
from pencilwright.templates.phrases import phrase

GAINED: Final = "gained"
SPENT: Final = "spent"
"""What ends the names of a track's two fields."""
LONGEST: Final = 20


def name_of(control: Control, marks: Mapping[str, Mark]) -> str:
    """Return the name of a control's field: its first mark on the page."""
    return next(mark for mark in marks_of(control) if mark in marks)


def fields(control: Control, marks: Mapping[str, Mark], values: Mapping[str, str]) -> dict[str, str]:
    """Return what the fields of a control say, by their names; blank ones are left out.

    marks : those that are on the page. values : mark id -> value, of those that are set.
    """
    name = name_of(control, marks)
    kinds, results = VALUES[marks[name].kind], {}
    match control:
        case Toggle() | Text():
            results = {name: values.get(name, "")}
        case OneOf():
            results = {name: next((mark for mark in control.marks if values.get(mark)), "")}
        case Track():
            lines = [values.get(mark, "") for mark in control.marks]
            gained = (n for n, item in enumerate(lines, 1) if item or n <= control.printed)
            spent = (n for n, item in enumerate(lines, 1) if item == kinds[-1])
            results = {f"{name}.{GAINED}": str(max(gained, default=0))}
            if len(kinds) > 1:
                results[f"{name}.{SPENT}"] = str(max(spent, default=0))
        case Number():
            results = {name: _number(control, values)}
    return {name: text for name, text in results.items() if text}


def _number(control: Number, values: Mapping[str, str]) -> str:
    if len(control.marks) == 1:
        return values.get(control.marks[0], "")
    worth = [item for mark, item in zip(control.marks, control.worth, strict=True) if values.get(mark)]
    return str(sum(worth)) if worth else ""


def entered(
    controls: Iterable[Control], marks: Mapping[str, Mark], sent: Mapping[str, str], before: Mapping[str, str]
) -> dict[str, str]:
    """Return all marks of the controls as a form says them: mark id -> value, "" for blank.

    before : the marks that the form began with; what is ticked in them keeps its value.

    Raises InputError naming the place for what is no number that fits there.
    """
    results: dict[str, str] = {}
    brought: dict[str, str] = {}
    for control in controls:
        name = name_of(control, marks)
        kinds, message = VALUES[marks[name].kind], sent.get(name, "").strip()
        match control:
            case Text():
                results[name] = message
            case Toggle():
                results[name] = (before.get(name) or kinds[0]) if message else ""
            case OneOf():
                results |= {mark: kinds[0] if mark == message else "" for mark in control.marks}
                if message and control.brings in marks:
                    brought[control.brings] = VALUES[marks[control.brings].kind][0]
            case Track():
                lines = (sent.get(f"{name}.{part}", "") for part in (GAINED, SPENT))
                gained, spent = (_count(text, marks[name]) for text in lines)
                results |= {
                    mark: kinds[-1] if n < spent else kinds[0] if control.printed <= n < gained else ""
                    for n, mark in enumerate(control.marks)
                }
            case Number():
                results |= _digits(control, marks[name], message)
    return results | {mark: value for mark, value in brought.items() if not results.get(mark)}


def _count(text: str, mark: Mark) -> int:
    if text and not (text.isascii() and text.isdigit() and len(text) < 10):
        raise _refused(mark, text)
    return int(text or 0)


def _digits(control: Number, first: Mark, text: str) -> dict[str, str]:
    """Return the marks that show a number: the largest that still fit first."""
    left = _count(text, first)
    if len(control.marks) == 1:
        return {control.marks[0]: text}
    result = dict.fromkeys(control.marks, "")
    taken: set[str] = set()
    for mark, worth in sorted(zip(control.marks, control.worth, strict=True), key=lambda item: -item[1]):
        if 0 < worth <= left and mark not in taken:
            result[mark] = VALUES[first.kind][0]
            left -= worth
            taken.update(next((row for row in control.rows if mark in row), ()))
    if left:
        raise _refused(first, text)
    return result


def _refused(mark: Mark, text: str) -> InputError:
    return InputError(phrase("web.sheet.number", what=mark.label, text=text[:LONGEST]), field=mark.id)
