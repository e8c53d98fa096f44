"""Marks of a sheet, the same record in every game, and the values of each kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from pencilwright.templates.phrases import Phrase, Word, phrase

CIRCLED: Final = "circled"
STRUCK: Final = "struck"
TICKED: Final = "ticked"
SPENT: Final = "spent"
VALUES: Final[Mapping[str, tuple[str, ...]]] = {
    "strike": (STRUCK,),
    "circle": (CIRCLED,),
    "tick": (TICKED,),
    "resource": (CIRCLED, SPENT),
    "number": (),
    "text": (),
}
"""The values of each kind of mark besides blank; a number and a text may be anything."""


class SheetMark(NamedTuple):
    """One place that a pencil may mark.

    Attributes
    ----------
    id : name of the mark, the same in the template, the PDF form and the photo reader.
    kind : a key of the room's VALUES.
    label : key of the accessible sentence in templates/words ("mark.die").
    parameters : what the sentence speaks of: a text is itself a key of words ("colour.red"), all else is not.
    place : the sentence's blank {place}: a name that all languages share, such as a space's.
    row : the name of the row that it stands in, where no table is drawn that has it; "" for none.
    """

    id: str
    kind: str
    label: str
    parameters: tuple[tuple[str, str | int | Phrase], ...] = ()
    place: str = ""
    row: Phrase | str = ""


def label(mark: SheetMark) -> Phrase:
    """Return the name of a mark in words."""
    words: dict[str, Word] = {
        name: phrase(parameter) if isinstance(parameter, str) else parameter
        for name, parameter in mark.parameters
    }
    if mark.place:
        words["place"] = mark.place
    return phrase(mark.label, **words)


def for_template(marks: Iterable[SheetMark]) -> dict[str, dict[str, Word]]:
    """Return mark id -> its kind and name, from which templates write what makes a drawing a mark."""
    return {mark.id: {"kind": mark.kind, "label": label(mark)} for mark in marks}
