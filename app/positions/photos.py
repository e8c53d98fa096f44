"""Positions from a photograph: its sheets, the questions that are left, and a person's answers to them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from operator import itemgetter
from typing import Any

from pencilwright.app.processes import decode_image
from pencilwright.games import puzzlecode
from pencilwright.games.controls import Track
from pencilwright.games.errors import InputError
from pencilwright.games.numberrules import NUMBER
from pencilwright.games.shared.marks import label as label_of
from pencilwright.games.sheets import FilledSheet
from pencilwright.solver.photo import load
from pencilwright.templates.page import VALUES, Mark
from pencilwright.templates.phrases import Phrase, Word, chained, phrase

PICTURES = (b"\xff\xd8\xff", b"\x89PNG", b"RIFF", b"II*\0", b"MM\0*", b"GIF8")
NO_FORM = frozenset(
    f"fill.{cause}" for cause in ("no_fields", "not_ours", "damaged", "large", "pages", "no_code", "nameless")
)
"""Why a PDF is no form of ours: its pages may be pictures of sheets all the same."""
NO_SHEET = frozenset({"photo.nothing", "photo.strange", "photo.empty"})
"""What is said of a picture that shows no sheet of ours at all: beside sheets it may be a letter."""
BLANK_WORD = "blank"
WHITE, DARK = 255, 127
"""Grey values: paper, and the mean up to which a picture may be white on black."""
HIDDEN = phrase("photo.why.hidden")
MOST_NAMED = 6
"""Marks that a sentence names; the others are counted."""
FEWEST_MISSING = 4
"""Rings that tracks lack before their last ones, where it is an earlier version's form that was filled."""
FEWEST_ALIKE = 2
"""Marks that look alike and are one question."""


def is_picture(data: bytes) -> bool:
    """Return whether a file begins as a picture, of a kind that is read or only known by its name."""
    is_bitmap = data.startswith(b"BM") and data[6:10] == bytes(4)
    return data.startswith(PICTURES) or data[4:8] == b"ftyp" or is_bitmap or bool(load.unread_kind(data))


class PuzzlePage(InputError):
    """A photograph shows no sheet but the page of a puzzle; `code` is the puzzle's."""

    def __init__(self, code: str) -> None:
        super().__init__(phrase("photo.puzzle", code=code), field="file")
        self.code = code


def read(data: bytes, code: str | None = None) -> Any:
    """Return the solver.photo Reading of a photograph, or of all pages of a scan.

    Raises InputError when no sheet can be read in it, PuzzlePage when it shows a puzzle instead.
    """
    from pencilwright.solver.photo import sheet_positions
    from pencilwright.solver.photo.records import Reading

    results: list[Any] = []
    refused: list[tuple[int, InputError]] = []
    pages = 0
    for pages, picture in enumerate(decode_image.pages(data), start=1):
        try:
            if isinstance(picture, InputError):
                raise picture
            reading = read_picture(picture, code)
            results += [(pages, sheet) for sheet in reading.sheets]
            refused += [(pages, InputError(text, field="file")) for text in reading.refused]
        except InputError as error:
            refused.append((pages, error))
    if pages == 1 and not results:
        raise refused[0][1]
    if any(error.sentence.key not in NO_SHEET for _, error in refused) or results:
        refused = [item for item in refused if item[1].sentence.key not in NO_SHEET]
    if not results:
        if len(refused) == pages and all(error.sentence.key in NO_SHEET for _, error in refused):
            raise InputError(phrase("photo.no_page", n=pages), field="file")
        raise InputError(
            chained([_of_page(*item, pages) for item in refused], "list.semicolon"), field="file"
        )
    sheets = [sheet for _, sheet in results]
    if pages > 1:
        sheets = sheet_positions.on_pages(sheets, [page for page, _ in results])
    return Reading(tuple(sheets), tuple(_of_page(*item, pages) for item in refused))


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
    marks = marks_of(seen)
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


def marks_of(sheet: Any) -> dict[str, Mark]:
    """Return the marks of a sheet's page by id."""
    from pencilwright.solver.photo import code

    marks = {mark.id: mark for mark in code.identify(sheet.page_code).page.marks}
    return marks | {number.id: number for number in own_numbers(sheet, marks)}


def own_numbers(sheet: Any, marks: Mapping[str, Mark]) -> list[Mark]:
    """Return the numbers in boxes of a sheet that was printed without, as marks of their own."""
    from pencilwright.solver.photo import boxes

    return [boxes.number_of(marks[name]) for name in getattr(sheet, "own", ())]


def setup_of(page_code: str, own: Mapping[str, Sequence[float]], answers: Mapping[str, str]) -> str | None:
    """Return the share code of a sheet's setup, with the numbers that are written in its boxes.

    own : as a SheetReading has it. None where some numbers are not known, even with a person's answers.
    """
    from pencilwright.games import pagecode
    from pencilwright.solver.photo import boxes, code, numbers

    printed = pagecode.decode(page_code).setup
    rules = numbers.rules_of(code.identify(page_code).game, printed).own if own else None
    return printed if rules is None else boxes.setup_after(own, rules, answers)


def spot(sheet: Any) -> Phrase | str:
    """Return where a sheet lies among those of the same copy number in its photograph, "" for one alone."""
    from pencilwright.solver.photo import sheet_positions

    return sheet_positions.in_words(sheet.spot) if sheet.spot else ""


def copy_of(sheet: Any) -> Word:
    """Return the number of a sheet's copy, with where it lies among those of the same number."""
    from pencilwright.solver.photo import sheet_positions

    return sheet_positions.copy_in_words(sheet.copy, sheet.spot)


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


def settle(sheet: Any, answers: Mapping[str, str]) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """Return the values of all marks of a sheet, with a person's answers in it, and what is open.

    Marks without an answer have the value that is likeliest; what each of them may be is told besides. Raises
    InputError for an answer that does not fit its mark.
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
    left = {name: may_be(sheet, known[name]) for name in sheet.questions if name not in answers}
    values = dict(sheet.values) | {name: guess(sheet, known[name]) for name in left} | taken
    own = {mark.id for mark in own_numbers(sheet, known)}
    return {name: value for name, value in values.items() if value != BLANK_WORD and name not in own}, left


def refuse_open(sheet: Any, left: Sequence[str]) -> None:
    """Raise InputError where marks of a sheet are open."""
    if left:
        text = phrase("photo.open", n=len(left), copy=copy_of(sheet), marks=named(left))
        raise InputError(text, field=left[0])


def guess(sheet: Any, mark: Mark) -> str:
    """Return what an open mark of a sheet most likely is, in words."""
    if not mark.cells:
        return str(sheet.likely.get(mark.id, BLANK_WORD))
    return next(iter(numbers_of(sheet, mark)), BLANK_WORD)


def numbers_of(sheet: Any, mark: Mark) -> list[str]:
    """Return what is likely written in a comb, the likeliest first."""
    chances = sheet.marks[mark.id].chances
    return [text for text in sorted(chances, key=lambda item: -chances[item]) if fits(mark, text)]


def _may_be_in_turn(sheet: Any, mark: Mark, without: Collection[str] = ()) -> list[str]:
    """Return what an open mark may be, in words, the likeliest first, but for what a person has denied."""
    from pencilwright.solver.photo.answers import MEANT

    if mark.cells:
        return [guess(sheet, mark)]
    chances, most = sheet.marks[mark.id].chances, guess(sheet, mark)
    values = sorted(choices(mark), key=lambda value: (value != most, -chances.get(MEANT[value], 0)))
    left = [value for value in values if value not in without]
    likely = [
        value for value in left if value == most or mark.kind != "resource" or chances.get(MEANT[value]) != 0
    ]
    return likely or left


def may_be(sheet: Any, mark: Mark) -> tuple[str, ...]:
    """Return all that an open mark may be, in words; of a number what is likely."""
    if not mark.cells:
        return choices(mark)
    return (BLANK_WORD, *sorted(filter(str.isdecimal, numbers_of(sheet, mark)), key=int))


def alike(
    sheet: Any, names: Sequence[str], denied: Mapping[str, Collection[str]] | None = None
) -> list[tuple[str, tuple[str, ...]]]:
    """Return open marks that stand in one row, seem to be the same, and are asked for one reason: and what.

    What cannot be seen is a group wherever it stands, after the others. A number is in no group.

    Parameters
    ----------
    denied : what a person has said that a mark is not.
    """
    known, denied = marks_of(sheet), denied or {}
    return grouped(
        (known[name], _may_be_in_turn(sheet, known[name], denied.get(name, ()))[0], sheet.marks[name].why)
        for name in names
    )


def grouped(marks: Iterable[tuple[Any, str, object]]) -> list[tuple[str, tuple[str, ...]]]:
    """Return what marks that look alike are taken for, and their ids.

    marks : each with its guess and the reason why it is open.
    """
    groups: dict[tuple[bool, str, str, str, str], list[str]] = {}
    for mark, guess, why in marks:
        if not mark.cells:
            unseen = why == HIDDEN
            row, kind = ("", "") if unseen else (mark.id.rpartition(".")[0], mark.kind)
            groups.setdefault((unseen, row, kind, guess, str(why)), []).append(mark.id)
    return [(key[3], tuple(group)) for key, group in sorted(groups.items(), key=lambda item: item[0][0])]


def talk(
    first: Any,
    needed: Callable[[Mapping[str, str]], Iterable[str]],
    alone: Callable[[Any, str, str, int, int], str],
    together: Callable[[Any, Sequence[str], str, int, int], Collection[str]],
) -> dict[str, str]:
    """Return a person's answers about the open marks of a sheet that matter.

    Many that look alike are one question: who answers it names those that are otherwise. These are the one
    other thing that they may be, or asked about again, as what is likeliest then. An answer may settle
    others, or leave them without a difference: these are not asked any more. What tells most of others comes
    first, numbers come last.

    Parameters
    ----------
    needed : the marks that matter after these answers.
    alone, together : ask one question, about a mark or about marks that look alike: the sheet after the
        answers so far, what is asked about, what it is taken for, how many marks are answered and how many
        are left -> what the mark is, and those of the marks that are not what they are taken for.
    """
    sheet, known = first, marks_of(first)
    answers: dict[str, str] = {}
    denied: dict[str, set[str]] = {}
    while matter := set(needed(answers)) - answers.keys():
        left = [name for name in sheet.questions if name in matter]
        groups = alike(sheet, left, denied)
        value, same = next((group for group in groups if len(group[1]) >= FEWEST_ALIKE), ("", ()))
        if same:
            others = together(sheet, same, value, len(answers), len(left))
            answers |= {name: value for name in same if name not in others}
            for name in others:
                denied.setdefault(name, set()).add(value)
                rest = _may_be_in_turn(sheet, known[name], denied[name])
                answers |= {name: rest[0]} if len(rest) == 1 else {}
        else:
            value = _may_be_in_turn(sheet, known[left[0]], denied.get(left[0], ()))[0]
            answers[left[0]] = alone(sheet, left[0], value, len(answers), len(left))
        sheet = answered(first, answers)
    return answers


def answered(sheet: Any, answers: Mapping[str, str]) -> Any:
    """Return a sheet after a person's answers: each may settle others."""
    from pencilwright.solver.photo import answers as told

    return told.answered(sheet, answers)


def about(key: str, marks: Sequence[str]) -> Phrase:
    """Return what is said of some marks by the words of a key."""
    return phrase(key, n=len(marks), marks=named(marks))


def named(marks: Sequence[str]) -> Word:
    more, named = len(marks) - MOST_NAMED, tuple(marks[:MOST_NAMED])
    return phrase("photo.open.more", marks=named, n=more) if more > 0 else named


def label(sheet: Any, name: str) -> Phrase:
    """Return the name of a mark of a sheet in words."""
    from pencilwright.solver.photo import code

    return labels(code.identify(sheet.page_code).game.marks.MARKS)(name)


def labels(marks: Sequence[Any]) -> Callable[[str], Phrase]:
    """Return what gives the name in words of a mark of a game, or of the number in it."""
    known = {mark.id: mark for mark in marks}

    def name_of(name: str) -> Phrase:
        if name in known:
            return label_of(known[name])
        return phrase("photo.own", mark=label_of(known[name.removesuffix(NUMBER)]))

    return name_of


def question(sheet: Any, name: str) -> Phrase:
    """Return what is asked about a mark: its name in words, and why it is asked."""
    why = sheet.marks[name].why
    return phrase("photo.asked", mark=label(sheet, name), why=why) if why else label(sheet, name)
