"""Positions from a photograph: its sheets, the questions that are left, and a person's answers to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pencilwright.app import darkroom
from pencilwright.games import puzzlecode
from pencilwright.games.errors import InputError
from pencilwright.games.shared.marks import label as label_of
from pencilwright.templates.page import VALUES, Mark
from pencilwright.templates.phrases import Phrase, Word, chained, phrase

PICTURES = (b"\xff\xd8\xff", b"\x89PNG", b"RIFF")
SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif")
"""Names that a photograph may have when a whole folder is read."""
OTHER_PICTURES = {b"II*\0": "TIFF", b"MM\0*": "TIFF", b"BM": "BMP", b"GIF8": "GIF"}
"""First bytes of pictures that are not read."""
BLANK_WORD = "blank"
MOST_NAMED = 6
"""Marks that a sentence names; the others are counted."""


def is_picture(data: bytes) -> bool:
    """Whether a file is a photograph by its first bytes: JPEG, PNG, WebP or HEIC."""
    return data.startswith(PICTURES) or data[4:8] == b"ftyp"


def refuse_others(data: bytes) -> None:
    """Raise InputError for a picture of a kind that is not read."""
    for start, kind in OTHER_PICTURES.items():
        if data.startswith(start):
            from pencilwright.solver.photo import load

            raise InputError(phrase("photo.file.other", kind=kind, known=load.KNOWN), field="file")


class PuzzlePage(InputError):
    """A photograph shows no sheet but the page of a puzzle; `code` is the puzzle's."""

    def __init__(self, code: str) -> None:
        super().__init__(phrase("photo.puzzle", code=code), field="file")
        self.code = code


def read(data: bytes, code: str | None = None) -> Any:
    """Return the solver.photo Reading of a photograph.

    Raises InputError when no sheet can be read in it, PuzzlePage when it shows a puzzle instead.
    """
    refuse_others(data)
    return read_picture(darkroom.develop(data), code)


def read_picture(picture: Any, code: str | None = None) -> Any:
    """Return the solver.photo Reading of a developed photograph; else as `read`."""
    from pencilwright.solver.photo import reader

    try:
        reading = reader.read_picture(picture, code=code)
        if not reading.sheets:
            refused = chained(reading.refused or (phrase("photo.empty"),), "list.semicolon")
            raise InputError(refused, field="file")
    except InputError as error:
        if puzzle := puzzle_in(picture):
            raise PuzzlePage(puzzle) from error
        raise
    return reading


def puzzle_in(picture: Any) -> str | None:
    """Return the code of the puzzle whose page a developed picture shows, None where it shows none."""
    from pencilwright.solver.photo import code

    return next(filter(puzzlecode.is_code, code.read_qr(picture)), None)


def marks_of(sheet: Any) -> dict[str, Mark]:
    """Return the marks of a sheet's page by id."""
    from pencilwright.solver.photo import code

    return {mark.id: mark for mark in code.identify(sheet.page_code).page.marks}


def spot(sheet: Any) -> Phrase | str:
    """Return where a sheet lies among those of the same copy number in its photograph, "" for one alone."""
    from pencilwright.solver.photo import spots

    return spots.in_words(sheet.spot) if sheet.spot else ""


def copy_of(sheet: Any) -> Word:
    """Return the number of a sheet's copy, with where it lies among those of the same number."""
    from pencilwright.solver.photo import spots

    return spots.copy_in_words(sheet.copy, sheet.spot)


def ending(sheet: Any) -> str:
    """Return what tells the files of a sheet from those of others in its photograph: "copy1-left"."""
    return "-".join((f"copy{sheet.copy}", *filter(None, sheet.spot.split("."))))


def overlay(sheet: Any, language: str) -> bytes:
    """Return a picture (WebP) of a sheet with what was read drawn over it, its legend in a language."""
    from pencilwright.solver.photo import overlay as drawing

    return bytes(drawing.webp(sheet, language))


def choices(mark: Mark) -> tuple[str, ...]:
    """Return what a mark may be, in words: "blank" and the values of its kind; a number is digits besides."""
    values = tuple(value for value in VALUES[mark.kind] if not mark.value or value != mark.value)
    return (BLANK_WORD, *values)


def fits(mark: Mark, value: str) -> bool:
    """Return whether a person may say this of a mark: one of its choices, or a number that its comb holds."""
    digits = mark.kind == "number" and value.isascii() and value.isdecimal() and len(value) <= mark.cells
    return digits or value in choices(mark)


def unfit(mark: Mark, value: str) -> Phrase:
    """Return what is said of an answer that does not fit its mark."""
    if mark.kind == "number":
        return phrase("photo.answer.number", mark=mark.id, value=value[:40], n=mark.cells, blank=BLANK_WORD)
    return phrase("photo.answer.value", mark=mark.id, value=value[:40], may=chained(choices(mark), "either"))


def settle(sheet: Any, answers: Mapping[str, str]) -> dict[str, str]:
    """Return the values of all marks of a sheet, with a person's answers in place of what was read.

    Raises InputError for an answer that does not fit its mark, and when a question has no answer.
    """
    known = marks_of(sheet)
    taken = {}
    for name, value in answers.items():
        mark = known.get(name)
        if mark is None or mark.kind == "text":
            raise InputError(phrase("photo.answer.mark", mark=name), field="answer")
        if not fits(mark, value):
            raise InputError(unfit(mark, value), field="answer")
        taken[name] = value
    sheet = answered(sheet, taken)
    values = dict(sheet.values) | taken
    left = [name for name in sheet.questions if name not in answers]
    if left:
        said = phrase("photo.open", n=len(left), copy=copy_of(sheet), marks=_named(left))
        raise InputError(said, field=left[0])
    return {name: value for name, value in values.items() if value != BLANK_WORD}


def answered(sheet: Any, answers: Mapping[str, str]) -> Any:
    """Return a sheet after a person's answers: each may settle others."""
    from pencilwright.solver.photo import answers as told

    return told.answered(sheet, answers)


def _named(marks: Sequence[str]) -> Word:
    more, named = len(marks) - MOST_NAMED, tuple(marks[:MOST_NAMED])
    return phrase("photo.open.more", marks=named, n=more) if more > 0 else named


def label(sheet: Any, name: str) -> Phrase:
    """Return the name of a mark of a sheet in words."""
    from pencilwright.solver.photo import code

    known = code.identify(sheet.page_code).game
    return label_of(next(mark for mark in known.marks.MARKS if mark.id == name))


def asked(sheet: Any, name: str) -> Phrase:
    """Return what is asked about a mark: its name in words, and why it is asked."""
    why = sheet.marks[name].why
    return phrase("photo.asked", mark=label(sheet, name), why=why) if why else label(sheet, name)
