"""Photographs, scans and the pages of a PDF: which sheets are read in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from operator import itemgetter
from typing import Any

from pencilwright.app.positions import marked
from pencilwright.app.positions.entered import Values
from pencilwright.app.positions.open_sheet import OpenSheet, fits
from pencilwright.app.processes import decode_image
from pencilwright.games import puzzlecode
from pencilwright.games.controls import Track
from pencilwright.games.errors import InputError
from pencilwright.games.sheets import FilledForm, FilledSheet
from pencilwright.solver.photo import load
from pencilwright.templates.phrases import Phrase, chained, phrase

PICTURES = (b"\xff\xd8\xff", b"\x89PNG", b"RIFF", b"II*\0", b"MM\0*", b"GIF8")
NO_FORM = frozenset(
    f"fill.{cause}" for cause in ("no_fields", "not_ours", "damaged", "large", "pages", "no_code", "nameless")
)
"""Why a PDF is no form of ours: its pages may be pictures of sheets all the same."""
NO_SHEET = frozenset({"photo.nothing", "photo.strange", "photo.empty"})
"""What is said of a picture that shows no sheet of ours at all: beside sheets it may be a letter."""
WHITE, DARK = 255, 127
"""Grey values: paper, and the mean up to which a picture may be white on black."""
GLANCE, SAME = 160, 0.97
"""Pixels a side to which pages are reduced for a comparison; the least correlation of a page with itself."""
FEWEST_MISSING = 4
"""Rings that tracks lack before their last ones, where it is an earlier version's form that was filled."""


def is_picture(data: bytes) -> bool:
    """Return whether a file begins as a picture, of a kind that is read or only known by its name."""
    is_bitmap = data.startswith(b"BM") and data[6:10] == bytes(4)
    return data.startswith(PICTURES) or data[4:8] == b"ftyp" or is_bitmap or bool(load.unread_kind(data))


class PuzzlePage(InputError):
    """A photograph shows no sheet but the page of a puzzle or a position; `code` is its code."""

    def __init__(self, code: str) -> None:
        super().__init__(phrase("photo.puzzle", code=code), field="file")
        self.code = code


def opened(
    data: bytes, code: str | None = None, values: Values = None
) -> tuple[list[OpenSheet], list[InputError]]:
    """Return the sheets of a filled PDF or a photograph, and why others are none: the only way to them.

    Blank sheets of a form are left out. Raises InputError where all are blank, and as `read`.
    """
    reading = of_pdf(data, code) if load.is_pdf(data) else read(data, code)
    sheets, refused = list[OpenSheet](), list[InputError]()
    for sheet in reading.sheets:
        try:
            if not isinstance(reading, FilledForm) or marked.is_filled(OpenSheet(sheet).position()):
                sheets.append(OpenSheet(sheet, values=values))
        except InputError as error:
            refused.append(error)
    refused += [InputError(text, field="file") for text in reading.refused]
    if not (sheets or refused):
        raise InputError(phrase("position.blank", n=len(reading.sheets)), field="file")
    return sheets, refused


def read(data: bytes, code: str | None = None) -> Any:
    """Return the solver.photo Reading of a photograph, or of all pages of a scan.

    Raises InputError when no sheet can be read in it, PuzzlePage when it shows a puzzle instead.
    """
    from pencilwright.solver.photo import sheet_positions
    from pencilwright.solver.photo.records import Reading

    results: list[Any] = []
    refused: list[tuple[int, InputError]] = []
    glances: dict[int, Any] = {}
    pages = 0
    for pages, picture in enumerate(decode_image.pages(data), start=1):
        try:
            if isinstance(picture, InputError):
                raise picture
            glances[pages] = _glance(picture)
            reading = read_picture(picture, code)
            results += [(pages, sheet) for sheet in reading.sheets]
            refused += [(pages, InputError(text, field="file")) for text in reading.refused]
        except InputError as error:
            refused.append((pages, error))
    opened = [error for _, error in refused if isinstance(error, PuzzlePage)]
    results, refused = _once(results, refused, glances)
    if not results and (pages == 1 or len(opened) == 1):
        raise opened[0] if opened else refused[0][1]
    messages = [_of_page(*item, pages) for item in refused if item[1].sentence.key not in NO_SHEET]
    if not results:
        why = chained(messages, "list.semicolon") if messages else phrase("photo.no_page", n=pages)
        raise InputError(why, field="file")
    sheets = [sheet for _, sheet in results]
    if pages > 1:
        sheets = sheet_positions.on_pages(sheets, [page for page, _ in results])
    return Reading(tuple(sheets), tuple(messages))


def _glance(picture: Any) -> Any:
    """Return a page as a few grey values, less their mean and of length 1: products are correlations."""
    import cv2
    import numpy as np

    small = cv2.resize(picture, (GLANCE, GLANCE), interpolation=cv2.INTER_AREA).astype(np.float32)
    small -= small.mean()
    return small / max(1.0, float(np.linalg.norm(small)))


def _once(
    results: list[tuple[int, Any]], refused: list[tuple[int, InputError]], glances: Mapping[int, Any]
) -> tuple[list[tuple[int, Any]], list[tuple[int, InputError]]]:
    """Make a remark of a page that shows a sheet again, too small: cameras keep small ones beside large."""
    others = []
    for page, error in refused:
        is_small = error.sentence.key == "photo.small"
        again = {at for at, _ in results if is_small and float((glances[page] * glances[at]).sum()) > SAME}
        if not again:
            others.append((page, error))
        note = phrase("photo.note.again", page=page)
        results = [
            (at, replace(sheet, notes=(*sheet.notes, note)) if at in again else sheet)
            for at, sheet in results
        ]
    return results, others


def _of_page(page: int, error: InputError, pages: int) -> Phrase:
    """Return what is said of a page of a file."""
    return error.sentence if pages == 1 else phrase("photo.page", n=page, said=error.sentence)


def of_pdf(data: bytes, code: str | None = None) -> Any:
    """Return what a PDF holds: the FilledForm of its fields, else the Reading of its pages as pictures.

    Sheets that are drawn on, with a pen on a tablet, are read as pictures too: a filled field stands, and a
    drawn mark where the field is blank. Raises InputError as `read` does, for what is neither.
    """
    from pencilwright.app.processes import read_pdf

    try:
        form = read_pdf.read_pdf(data)
    except InputError as error:
        if error.sentence.key not in NO_FORM or not find_spec("pypdfium2"):
            raise
        try:
            return read(data, code)
        except PuzzlePage:
            raise
        except InputError as other:
            message = phrase("photo.pdf", form=error.sentence, page=other.sentence)
            raise InputError(message, field="file") from other
    from pencilwright.solver.photo import sheet_positions

    results: list[tuple[int, Any]] = []
    refused = list(form.refused)
    forms = [(sheet.page, sheet) for sheet in form.sheets]
    for number, sheet in sorted([*forms, *((number, None) for number in form.others)], key=itemgetter(0)):
        try:
            reading = None if sheet and not sheet.is_drawn_on else _drawn(data, number)
        except InputError as error:
            if sheet or error.sentence.key not in NO_SHEET:  # else a letter beside the forms
                why = phrase("fill.drawn_on", why=error.sentence) if sheet else error.sentence
                refused.append(phrase("photo.page", n=number, said=why))
        else:
            drawn = reading.sheets if reading else ()
            results += [(number, _joined(sheet, drawn))] if sheet else [(number, item) for item in drawn]
            refused += [_of_page(number, InputError(text), 2) for text in reading.refused] if reading else []
    if not results:
        raise InputError(chained(refused, "list.semicolon"), field="file")
    sheets = sheet_positions.on_pages([sheet for _, sheet in results], [page for page, _ in results])
    return form._replace(sheets=tuple(sheets), refused=tuple(refused))


def _drawn(data: bytes, page: int) -> Any:
    """Return the solver.photo Reading of a page of a form as a picture."""
    if not find_spec("pypdfium2"):
        raise InputError(phrase("fill.no_picture"), field="file")
    return read_picture(decode_image.page(data, page))


def _joined(sheet: FilledSheet, drawn: Sequence[Any]) -> Any:
    """Return a sheet of a form; where it is drawn on, the reading of its picture, in which its fields stand.

    Where a drawn mark is seen clearly and says otherwise than its field, the mark is a question.
    """
    if not drawn:
        return sheet
    from pencilwright.solver.photo import answers

    seen = next((item for item in drawn if item.page_code == sheet.page_code), drawn[0])
    marks = OpenSheet(seen).marks
    filled = {name: value for name, value in sheet.values.items() if name in marks}
    given = {name: value for name, value in filled.items() if fits(marks[name], value)}
    for name in given.keys() & (seen.values.keys() - set(seen.questions)):
        if not marks[name].cells and seen.values[name] != given[name]:
            given[name] = answers.DISPUTED
    texts = {name: value for name, value in filled.items() if marks[name].kind == "text"}
    return answers.with_fields(seen, given, texts)


def read_picture(picture: Any, code: str | None = None) -> Any:
    """Return the solver.photo Reading of a developed photograph; else as `read`."""
    try:
        reading = _of_picture(picture, code)
        old = [sheet for sheet in reading.sheets if shows_last_places(sheet)]
        if old:
            left = tuple(sheet for sheet in reading.sheets if sheet not in old)
            reading = replace(
                reading, sheets=left, refused=(*reading.refused, *[phrase("photo.old_form")] * len(old))
            )
        if not reading.sheets:
            refused = chained(reading.refused or (phrase("photo.empty"),), "list.semicolon")
            raise InputError(refused, field="file")
    except InputError as error:
        if puzzle := puzzle_in(picture):
            raise PuzzlePage(puzzle) from error
        raise
    return reading


def _of_picture(picture: Any, code: str | None) -> Any:
    """Return the Reading of a picture; of a dark one in which nothing is found that of its negative."""
    from pencilwright.solver.photo import reader

    try:
        return reader.read_picture(picture, code=code)
    except InputError:
        if picture.mean() <= DARK:
            with suppress(InputError):
                return reader.read_picture(WHITE - picture, code=code)
        raise


def shows_last_places(sheet: Any) -> bool:
    """Return whether a picture shows a form of version 0.1: of tracks only the last ring and the last cross.

    Who draws by hand may forget a ring; that no track has the rings before its last one is no accident.
    """
    from pencilwright.solver.photo import code

    known = code.identify(sheet.page_code)
    kinds = {mark.id: mark.kind for mark in known.page.marks}
    missing = 0
    for track in known.game.marks.CONTROLS:
        if isinstance(track, Track) and kinds.get(track.marks[0]) == "resource":
            marked = {at for at, name in enumerate(track.marks) if sheet.likely.get(name)}
            before = set(range(track.printed, max(marked, default=0)))
            if before and len(before & marked) > 1:
                return False
            missing += len(before - marked)
    return missing >= FEWEST_MISSING


def puzzle_in(picture: Any) -> str | None:
    """Return the code of the puzzle whose page a developed picture shows, None where it shows none."""
    from pencilwright.solver.photo import code

    return next(filter(puzzlecode.is_code, code.read_qr(picture)), None)


def ending(sheet: Any) -> str:
    """Return what tells the files of a sheet from those of others in its photograph: "copy1-left"."""
    return "-".join((f"copy{sheet.copy}", *filter(None, sheet.spot.split("."))))


def overlay(sheet: Any, language: str) -> bytes:
    """Return a picture (WebP) of a sheet with what was read drawn over it, its legend in a language."""
    from pencilwright.solver.photo import overlay as drawing

    return bytes(drawing.webp(sheet, language))
