"""A position from whatever a person has: a JSON file, a line of text, a filled PDF, or a photograph."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from pencilwright.app import files
from pencilwright.app.position import Position
from pencilwright.games import GAMES, Game, game
from pencilwright.games.errors import InputError

if TYPE_CHECKING:
    from pencilwright.app.sandbox import FilledSheet

LARGEST_TEXT = 1024 * 1024
PDF_MARK = b"%PDF-"


class _Header(msgspec.Struct):
    """The one field that says what a JSON file is."""

    format: str


class Loaded(NamedTuple):
    """The positions of a source, and why others of its sheets have none."""

    positions: list[Position]
    refused: list[InputError]


def load(source: str, components: str | None = None) -> Loaded:
    """Return the positions of a source: a path, ``-`` for standard input, or the text line itself.

    A PDF or a photograph may hold several; blank copies of a PDF are left out. `components` names a file
    with the person's own values. Raises InputError for what holds no position at all.
    """
    found = _load(source)
    if not found.positions:
        raise found.refused[0]
    if components is None:
        return found
    return found._replace(positions=[with_components(one, components) for one in found.positions])


def with_components(position: Position, path: str) -> Position:
    """Return the position on the board of the person's file."""
    from pencilwright.app import choose

    own = choose.components(position.game, path)
    state = position.game.room("state").with_components(position.state, own)
    return position._replace(state=state, own=own)


def _load(source: str) -> Loaded:
    if " " in source.strip() and game_of_line(source) is not None and not os.path.lexists(source):
        return of_bytes(source.encode())
    return of_bytes(files.read(source), repr(source))


def of_bytes(data: bytes, name: str = "this text") -> Loaded:
    """Return the positions in what a person gave: JSON, lines of text, a filled PDF, or a photograph.

    name : what an error calls it.

    Raises InputError for what is not a position.
    """
    if PDF_MARK in data[:1024] and not _is_json(data):
        return _of_pdf(data)
    from pencilwright.app import photos

    if photos.is_picture(data):
        return Loaded(photos.load(data), [])
    photos.refuse_others(data)
    if len(data) > LARGEST_TEXT:
        raise InputError(
            f"{name} is larger than {LARGEST_TEXT // 1024} kB, which no position is", field="file"
        )
    return Loaded([_of_text(data)], [])


def one(source: str, copy: int | None = None, components: str | None = None) -> Position:
    """Return the only position of a source, or that of one copy.

    Raises InputError when the source holds several and none is chosen, or when it lacks the copy.
    """
    found, refused = load(source, components)
    if refused and copy is None:
        raise refused[0]
    copies = ", ".join(str(position.copy) for position in found)
    if copy is not None:
        for position in found:
            if position.copy == copy:
                return position
        held = (
            f"its filled copies are {copies}"
            if found[0].copy
            else "it has no copies, as PDFs and photographs have"
        )
        raise InputError(f"{source!r} has no filled copy {copy}; {held}", field="copy")
    if len(found) > 1:
        raise InputError(
            f"{source!r} holds {len(found)} filled sheets (copies {copies}); choose one with --copy",
            field="copy",
        )
    return found[0]


def game_of_line(text: str) -> Game | None:
    """Return the game whose letters and a digit begin the text, as each text line does; None if none do."""
    start = text.lstrip()[:8].upper()
    for known in GAMES.values():
        rest = start.removeprefix(known.prefix)
        if rest != start and rest[:1].isdigit():
            return known
    return None


def _without_lead(data: bytes) -> bytes:
    """The text of a file without the byte order mark and the blanks before it."""
    return data.lstrip(b"\xef\xbb\xbf \t\r\n")


def _is_json(data: bytes) -> bool:
    """Whether a file is JSON, whatever a name in it may say."""
    return _without_lead(data).startswith((b"{", b"["))


def _of_text(data: bytes) -> Position:
    """A position in JSON or as a text line."""
    text = _without_lead(data)
    if not text:
        raise InputError("the position is empty", field="file")
    if _is_json(text):
        known = _game_of_json(text)
    else:
        found = game_of_line(text[:16].decode("utf-8", "replace"))
        if found is None:
            raise InputError(
                "this is no position: it is neither JSON nor a PDF, and no text of a game that we know, "
                f"which begins with {', '.join(known.prefix + '1' for known in GAMES.values())}",
                field="file",
            )
        known = found
    return Position(known, known.room("reading").parse(text))


def _game_of_json(data: bytes) -> Game:
    try:
        header = msgspec.json.decode(data, type=_Header)
    except msgspec.ValidationError as error:
        raise InputError(
            f'this JSON is no position: it needs "format", a text such as "{next(iter(GAMES))}/1"',
            field="format",
        ) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"this file is not complete JSON: {error}", field="file") from error
    except RecursionError as error:
        raise InputError("the lists or objects in this JSON are nested too deeply", field="file") from error
    return game(header.format.partition("/")[0])


def _of_pdf(data: bytes) -> Loaded:
    from pencilwright.app import sandbox

    sheets = sandbox.read_pdf(data)
    found, refused = [], []
    for sheet in sheets:
        try:
            found.append(_of_sheet(sheet))
        except InputError as error:
            refused.append(error)
    filled = [sheet for sheet in found if sheet.faults or sheet.game.room("marks").to_marks(sheet.state)]
    if not filled and not refused:
        count = f"the {len(sheets)} sheets are" if len(sheets) > 1 else "the sheet is"
        raise InputError(
            f"nothing is filled in: {count} blank (save the form before you close the viewer)", field="file"
        )
    return Loaded(filled, refused)


def _of_sheet(sheet: FilledSheet) -> Position:
    from pencilwright.games import pagecode

    page = pagecode.decode(sheet.page_code)
    known = next(entry for entry in GAMES.values() if entry.prefix == page.game)
    setup = known.room("setup").from_code(page.setup) if page.setup else None
    try:
        state, faults = known.room("marks").read(sheet.values, setup)
    except InputError as error:
        raise InputError(f"copy {sheet.copy}: {error}", field=error.field) from error
    return Position(known, state, sheet.copy, faults, sheet.values)
