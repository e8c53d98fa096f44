"""The only way from bytes to a position: JSON, a line of text, a code, a filled PDF, or a photograph."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from pencilwright.app.positions.entered import Position, Values, text_for
from pencilwright.app.positions.open_marks import Needs, every, none
from pencilwright.games import GAMES, Game, game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import Word, phrase

if TYPE_CHECKING:
    from pencilwright.app.positions.open_sheet import OpenSheet

LARGEST_TEXT = 1024 * 1024


class _Header(msgspec.Struct):
    """The one field that says what a JSON file is."""

    format: str


class Loaded(NamedTuple):
    """The positions of a source, why others of its sheets have none, and its name as it is shown."""

    positions: list[Position]
    refused: list[InputError]
    name: str = ""


class Doubts(NamedTuple):
    """What is done about marks that a photograph leaves open; those that do not matter stay so.

    Attributes
    ----------
    needs : which of them matter.
    ask : answers these; None where nobody does.
    leave : whether a sheet of which some of these are left open is a position all the same, and not refused.
    """

    needs: Needs = every
    ask: Callable[[OpenSheet, Needs], OpenSheet] | None = None
    leave: bool = False

    def position(self, sheet: OpenSheet) -> Position:
        """Return the position of a sheet after its questions. Raises InputError for what is left open."""
        sheet = self.ask(sheet, self.needs) if self.ask else sheet
        return sheet.position(none if self.leave else self.needs)


THIS = phrase("position.this")
REFUSED = Doubts()


def of_bytes(data: bytes, name: Word = THIS, values: Values = None, doubts: Doubts = REFUSED) -> Loaded:
    """Return the positions in what a person gave: JSON, a text line, a code, a filled PDF, or a photograph.

    Parameters
    ----------
    name : what an error calls it.
    values : the person's own values, a TOML text, or what gives that of a game; None: the standard ones.

    A share code is the position at the start of its game, a puzzle's code the position of the puzzle. Blank
    copies of a PDF are left out. Raises InputError for what holds no position at all.
    """
    is_text = is_json(data) and len(data) <= LARGEST_TEXT
    if not is_text:
        from pencilwright.app.positions import photos

        is_text = not (is_pdf(data) or photos.is_picture(data))
    if is_text and len(data) > LARGEST_TEXT:
        raise InputError(phrase("position.larger", name=name, n=LARGEST_TEXT // 1024), field="file")
    if is_text:
        return Loaded([_of_text(data, values).with_user_values(values)], [])
    return _of_pages(data, values, doubts)


def game_of_line(text: str) -> Game | None:
    """Return the game whose letters and a digit begin the text, as each text line does; None if none do."""
    start = text.lstrip()[:20].upper()
    for known in GAMES.values():
        rest = start.removeprefix(known.prefix)
        if rest != start and rest[:1].isdigit():
            return known
    return None


def game_of_code(text: str) -> Game | None:
    """Return the game of the code of a setup, a page or a puzzle, rightly typed or not; None for others."""
    coded = code_in(text)
    return coded[0] if coded else None


def code_in(text: str) -> tuple[Game, str] | None:
    """Return the game of a code and the sign of its kind (a digit, A, P); None for what is no code."""
    upper = text.strip().upper()
    for known in GAMES.values():
        rest = upper.removeprefix(known.prefix)
        if rest != upper and _is_code(rest):
            return known, rest[0]
    return None


def _is_code(rest: str) -> bool:
    """Return whether a format follows a game's letters, then signs with blanks only where hyphens would be.

    These are between groups of four: text lines differ.
    """
    from pencilwright.app.positions import setups
    from pencilwright.games import pagecode, puzzlecode, sharecode

    code = rf"[0-9{pagecode.FORMAT}{puzzlecode.FORMAT}][-0-9A-Z]{{4,}}(\s*\+\s*[0-9A-Z]+)?"
    if not re.fullmatch(code, re.sub(r"[\s-]+", "-", rest)):
        return False
    groups = rest.partition(setups.MARK)[0].split()
    return len(groups) == 1 or all(len(group) >= sharecode.GROUP for group in groups[1:-1] or groups[1:])


def _without_lead(data: bytes) -> bytes:
    """Return the text of a file without the byte order mark and the blanks before it."""
    return data.lstrip(b"\xef\xbb\xbf \t\r\n")


def is_pdf(data: bytes) -> bool:
    """Return whether a file is a PDF."""
    return b"%PDF-" in data[:1024] and not is_json(data)


def is_json(data: bytes) -> bool:
    """Return whether a file is JSON, whatever a name in it may say."""
    return _without_lead(data).startswith((b"{", b"["))


def _of_text(data: bytes, values: Values) -> Position:
    """Return a position in JSON, as a text line, by a code, or at the end of a game's log."""
    text = _without_lead(data)
    if not text:
        raise InputError(phrase("position.empty"), field="file")
    if is_json(text):
        known = game_of_json(text)
        return Position(known, known.parse(text))
    from pencilwright.games import puzzlecode

    largest = 2 * puzzlecode.LONGEST  # blanks and hyphens among its signs
    code = text[:largest].decode("utf-8", "replace")
    coded = code_in(code) if len(text) <= largest else None
    if coded is not None:
        return _of_code(*coded, code.strip(), values)
    if (reached := _of_log(text.decode("utf-8", "replace"))) is not None:
        return reached
    result = game_of_line(code)
    if result is None:
        begins = tuple(known.prefix + "1" for known in GAMES.values())
        raise InputError(phrase("position.none", begins=begins), field="file")
    return Position(result, result.parse(text))


def _of_log(text: str) -> Position | None:
    """Return the position at the end of a log, None for a text that is none. Raises as the log's room."""
    for known in GAMES.values():
        if "log" in known.rooms and known.logs.has_rows(text):
            return Position(known, known.logs.position(known.logs.replayed(text)))
    return None


def _of_code(known: Game, kind: str, code: str, values: Values) -> Position:
    """Return the position that a code stands for."""
    from pencilwright.app.positions import position_code, setups
    from pencilwright.games import puzzlecode

    if kind == puzzlecode.FORMAT:
        state = position_code.position_in(known, code)
        return Position(known, known.puzzles.from_code(code).state if state is None else state)
    own = setups.own_values(known, text_for(known, values))
    return Position.at_start(known, setups.of_code(known, code, own), own)


def game_of_json(data: bytes) -> Game:
    """Return the game that a position in JSON names. Raises InputError for none, and for what is broken."""
    try:
        header = msgspec.json.decode(data, type=_Header)
    except msgspec.ValidationError as error:
        raise InputError(
            phrase("position.format", field="format", format=f"{next(iter(GAMES))}/1"), field="format"
        ) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(phrase("position.broken", why=str(error)), field="file") from error
    except RecursionError as error:
        raise InputError(phrase("position.deep"), field="file") from error
    return game(header.format.partition("/")[0])


def _of_pages(data: bytes, values: Values, doubts: Doubts) -> Loaded:
    """Return the positions on the pages of a file, or that of the puzzle which they show.

    A sheet that cannot be read does not stop the others. Raises InputError where none can.
    """
    from pencilwright.app.positions import photos

    try:
        sheets, refused = photos.opened(data, values=values)
    except photos.PuzzlePage as page:
        return Loaded([_of_text(page.code.encode(), values).with_user_values(values)], [])
    results, errors = list[Position](), list[InputError]()
    for sheet in sheets:
        try:
            results.append(doubts.position(sheet))
        except InputError as error:
            errors.append(error)
    if not results:
        raise [*errors, *refused][0]
    return Loaded(results, errors + refused)
