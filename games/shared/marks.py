"""Marks of a sheet, the same record in every game, and numbers that are boxes adding up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple
from unicodedata import category, normalize

from pencilwright.games.controls import Number, Text
from pencilwright.games.errors import InputError
from pencilwright.games.shared.problems import Problem
from pencilwright.games.shared.reading import LONGEST_NAME, UNPRINTABLE, hinted, printable_name
from pencilwright.templates.phrases import chained, phrase

TICKED: Final = "ticked"
LONGEST_NUMBER: Final = 4
"""Digits of the longest number that is written on a sheet."""


class Mark(NamedTuple):
    """One place that a pencil may mark.

    Attributes
    ----------
    id : name of the mark, the same in the template, the PDF form and the photo reader.
    kind : a key of the room's VALUES.
    label : key of the accessible sentence in templates/words ("mark.die").
    parameters : what the sentence speaks of: a text is itself a key of words ("colour.red"), a number is not.
    place : the sentence's blank {place}: a name that all languages share, such as a space's.
    """

    id: str
    kind: str
    label: str
    parameters: tuple[tuple[str, str | int], ...] = ()
    place: str = ""


def written(marks: Iterable[Mark]) -> Iterator[Number | Text]:
    """Yield what sets each mark that a person writes into: a number in digits, or words."""
    for mark in marks:
        if mark.kind == "number":
            yield Number((mark.id,), (1,))
        elif mark.kind == "text":
            yield Text(mark.id)


def checked(
    values: Mapping[str, str], kinds: Mapping[str, str], known: Mapping[str, Sequence[str]]
) -> dict[str, str]:
    """Return the marks that are not blank.

    Parameters
    ----------
    values : mark id -> value as it was read.
    kinds : id of every mark of the sheet -> its kind.
    known : kind -> values besides blank; () for any text.

    Raises InputError for an id or a value that there is not.
    """
    found = {}
    for mark, value in values.items():
        if mark not in kinds:
            said = phrase("marks.unknown", mark=mark[:40])
            raise InputError(hinted(said, mark, kinds), field=mark[:40])
        allowed = known[kinds[mark]]
        if value and allowed and value not in allowed:
            words = chained([phrase("quoted", text=word) for word in allowed], "either")
            raise InputError(phrase("marks.value", mark=mark, value=value[:40], words=words), field=mark)
        if value.strip():
            found[mark] = value
    return found


def number_of(
    marked: Mapping[str, str], mark: str, faults: list[Problem], field: str, *, most: int | None = None
) -> int:
    """Return the number that is written in a mark, 0 for a blank one or a dash.

    What is no number, and one above `most`, is added to the faults and counts as 0 and as `most`.
    """
    text = normalize("NFKC", marked.get(mark, "")).strip()
    if text in ("", "-", "–", "—", "ー"):
        return 0
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER):
        faults.append(Problem(field, phrase("pad.no_number", text=text[:20]), marks=(mark,)))
        return 0
    if most is not None and int(text) > most:
        said = phrase("pad.too_much", n=int(text), most=most)
        faults.append(Problem(field, said, str(most), (mark,)))
        return most
    return int(text)


def name_at(marked: Mapping[str, str], mark: str, faults: list[Problem]) -> str:
    """Return the name that is written at a mark; what can't be printed is told as a fault and left out."""
    name = marked.get(mark, "")
    try:
        return printable_name(name, mark, phrase("sheet.name"))
    except InputError as error:
        name = "".join(sign for sign in name if category(sign) not in UNPRINTABLE)[:LONGEST_NAME].strip()
        nearest = phrase("marks.name", name=name) if name else phrase("marks.no_name")
        faults.append(Problem(mark, error.sentence, nearest, marks=(mark,)))
        return name


def boxes_for(number: int, boxes: Sequence[int], what: str) -> list[int]:
    """Return the boxes to tick for a number, the largest first. Raises InputError where all are too few."""
    left, ticked = number, []
    for box in sorted(boxes, reverse=True):
        if box <= left:
            ticked.append(box)
            left -= box
    if left:
        raise InputError(phrase("marks.boxes", what=what, n=number, most=sum(boxes)), field=what)
    return ticked
