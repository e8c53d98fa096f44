"""The only way from bytes to a position: JSON, a line of text, a code, a filled PDF, or a photograph."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from pencilwright.app.positions.entered import Position
from pencilwright.app.positions.open_marks import Needs, every, none
from pencilwright.games import GAMES, Game, game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.problems import NO_NUMBER
from pencilwright.templates.phrases import Word, phrase

if TYPE_CHECKING:
    from pencilwright.games.pagecode import PageCode
    from pencilwright.games.sheets import FilledSheet

LARGEST_TEXT = 1024 * 1024
PDF_MARK = b"%PDF-"

Values = str | Callable[[Game], str | None] | None
"""A person's own values: a TOML text, or what gives that of a game; None: the standard ones."""
Needed = Callable[[Mapping[str, str]], Collection[str]]
"""Returns the open marks of a sheet that matter once a person has given answers: mark id -> value."""
Ask = Callable[[Any, Needed], Mapping[str, str]]
"""Answers what a photograph leaves open of a sheet and what matters."""


class _Header(msgspec.Struct):
    """The one field that says what a JSON file is."""

    format: str


class Loaded(NamedTuple):
    """The positions of a source, and why others of its sheets have none."""

    positions: list[Position]
    refused: list[InputError]


def nobody(_sheet: Any, _needed: Needed) -> Mapping[str, str]:
    """Return no answer: nobody is asked."""
    return {}


class Doubts(NamedTuple):
    """What is done about marks that a photograph leaves open; those that do not matter stay so.

    Attributes
    ----------
    needs : which of them matter.
    ask : answers these.
    leave : whether a sheet of which some of these are left open is a position all the same, and not refused.
    """

    needs: Needs = every
    ask: Ask = nobody
    leave: bool = False


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
    needs = doubts.needs
    doubts = doubts._replace(needs=lambda position: needs(with_user_values(position, values)))
    if is_json(data) and len(data) <= LARGEST_TEXT:
        result = Loaded([_of_text(data, values)], [])
    elif is_pdf(data):
        from pencilwright.app.positions import photos

        result = _of_pages(photos.of_pdf, data, values, doubts)
    else:
        from pencilwright.app.positions import photos

        if photos.is_picture(data):
            result = _of_pages(photos.read, data, values, doubts)
        elif len(data) > LARGEST_TEXT:
            limit = LARGEST_TEXT // 1024
            raise InputError(phrase("position.larger", name=name, n=limit), field="file")
        else:
            result = Loaded([_of_text(data, values)], [])
    if not result.positions:
        raise result.refused[0]
    return result._replace(positions=[with_user_values(position, values) for position in result.positions])


def with_user_values(position: Position, values: Values) -> Position:
    """Return the position on the board of the person's own values; kept ones give way to its own.

    values : as of `of_bytes`. Raises InputError for values that do not fit.
    """
    if isinstance(values, str):
        return with_values(position, values)
    text = _text_for(position.game, values)
    return position if text is None or _has_user_values(position) else with_values(position, text)


def _text_for(game: Game, values: Values) -> str | None:
    return values(game) if callable(values) else values


def _has_user_values(position: Position) -> bool:
    """Return whether a position says itself which values it is played with."""
    if position.user_values is not None:
        return True
    try:
        plain = position.game.with_components(position.state, position.game.components.STANDARD)
    except InputError:  # its pieces fit on its own board only
        return True
    return bool(plain != position.state)


def with_values(position: Position, values: str) -> Position:
    """Return the position on the board of the person's own values, a TOML text."""
    from pencilwright.app.positions import setups

    own = setups.own_values(position.game, values).components
    state = position.game.with_components(position.state, own)
    return position._replace(state=state, user_values=own)


def with_setup(position: Position, setup: Any) -> Position:
    """Return the position of a sheet that was printed without a setup, with this one."""
    from pencilwright.games import sheets

    state = sheets.read(position.game, position.written, setup, position.user_values).state
    return position._replace(state=state, printed=setup)


def of_marks(known: Game, code: str | None, values: Mapping[str, str], copy: int) -> Position:
    """Return the position that the marks of a printed sheet show.

    Parameters
    ----------
    code : share code of the setup that is printed on it, None (or "") for none.
    values : mark id -> value.

    A typed number that is none is a fault, and open: not 0. Raises InputError for a wrong code, and for an
    unknown mark or value; what else is wrong with the marks is among the position's problems.
    """
    from pencilwright.games import pagecode

    setup = pagecode.setup_of(known, code) if code else None
    try:
        state, problems = known.marks.read(values, setup)
    except InputError as error:
        raise InputError(phrase("position.copy", n=copy, said=error.sentence), field=error.field) from error
    if unread := {item.field: item for item in problems if item.rule.key == NO_NUMBER}:
        may = _numbers(known, setup, unread)
        read = of_marks(known, code, {**values, **{mark: texts[0] for mark, texts in may.items()}}, copy)
        return read._replace(faults=tuple(unread.values()), open=may)
    return Position(known, state, copy, written=values, printed=setup)


def _numbers(known: Game, setup: Any, marks: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return which numbers may be typed in each of these marks."""
    from pencilwright.games.shared.boxes import LONGEST_NUMBER

    rules = known.number_rules(setup)
    every = 10**LONGEST_NUMBER - 1
    return {
        mark: tuple(map(str, rules.allowed.get(mark, range(rules.most.get(mark, every) + 1))))
        for mark in marks
    }


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
    return PDF_MARK in data[:1024] and not is_json(data)


def is_json(data: bytes) -> bool:
    """Return whether a file is JSON, whatever a name in it may say."""
    return _without_lead(data).startswith((b"{", b"["))


def _of_text(data: bytes, values: Values = None) -> Position:
    """Return a position in JSON, as a text line, by a code, or at the end of a game's log."""
    text = _without_lead(data)
    if not text:
        raise InputError(phrase("position.empty"), field="file")
    if is_json(text):
        known = _game_of_json(text)
        return Position(known, known.reading.parse(text))
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
    return Position(result, result.reading.parse(text))


def _of_log(text: str) -> Position | None:
    """Return the position at the end of a log, None for a text that is none. Raises as the log's room."""
    for known in GAMES.values():
        if "log" in known.rooms and known.logs.has_rows(text):
            return Position(known, known.logs.position(known.logs.replayed(text)))
    return None


def _of_code(known: Game, kind: str, code: str, values: Values) -> Position:
    """Return the position that a code stands for."""
    from pencilwright.app.positions import setups, start
    from pencilwright.games import puzzlecode

    if kind == puzzlecode.FORMAT:
        return Position(known, known.puzzles.from_code(code).state)
    return start.of_code(known, code, setups.own_values(known, _text_for(known, values)))


def _game_of_json(data: bytes) -> Game:
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


def _of_pages(read: Callable[[bytes], Any], data: bytes, values: Values, doubts: Doubts) -> Loaded:
    """Return the positions on the pages of a file, or that of the puzzle which they show."""
    from pencilwright.app.positions import photos

    try:
        return _of_sheets(read(data), doubts)
    except photos.PuzzlePage as page:
        return Loaded([_of_text(page.code.encode(), values)], [])


def of_page(page_code: str, values: Mapping[str, str]) -> Position:
    """Return the position on the sheet of a page code: these marks, and what the page says in print.

    values : mark id -> value, of the marks that are not blank.

    Raises InputError for a wrong code, and as `of_marks` does.
    """
    from pencilwright.games import pagecode

    page = pagecode.decode(page_code)
    seated = printed_on(page)
    known, _ = pagecode.document_of(page)
    result = of_marks(known, page.setup, {**seated, **values}, page.copy)
    return result._replace(seated=seated, page_code=pagecode.encode(page))


def of_sheet(sheet: FilledSheet) -> Position:
    """Return the position on a sheet whose marks are known."""
    from pencilwright.app.positions import photos

    result = of_page(sheet.page_code, sheet.values)
    faults = (*sheet.faults, *result.faults)
    return result._replace(copy=sheet.copy, spot=photos.spot(sheet), faults=faults)


def printed_on(page: PageCode) -> Mapping[str, str]:
    """Return the marks that a page says in print of who plays: id -> value."""
    from pencilwright.games import pagecode

    _, document = pagecode.document_of(page)
    return document.seated.printed(page.seats) if document.seated and page.seats else {}


def is_filled(sheet: Position) -> bool:
    """Return whether a sheet shows anything that is not printed on it."""
    room = sheet.game.marks
    view = room.to_marks(sheet.state).items() - sheet.seated.items()
    return bool(sheet.faults or view or room.read(sheet.written, sheet.printed)[1])


def _of_sheets(parsed: Any, doubts: Doubts) -> Loaded:
    """Return the positions on the sheets of a FilledForm or a solver.photo Reading, and why others have none.

    Blank sheets of a form are left out. Raises InputError where all are blank.
    """
    from pencilwright.games.sheets import FilledForm, FilledSheet

    def settled(sheet: Any) -> Position:
        if isinstance(sheet, FilledSheet):
            return of_sheet(sheet)

        def needed(answers: Mapping[str, str]) -> Collection[str]:
            return doubts.needs(of_reading(sheet, answers, none))

        answers = doubts.ask(sheet, needed)
        return of_reading(sheet, answers, none if doubts.leave else doubts.needs)

    results, errors = _each(parsed.sheets, settled)
    errors += [InputError(text, field="file") for text in parsed.refused]
    if isinstance(parsed, FilledForm):
        results = [position for position in results if is_filled(position)]
    if not results and not errors:
        raise InputError(phrase("position.blank", n=len(parsed.sheets)), field="file")
    return Loaded(results, errors)


def of_reading(sheet: Any, answers: Mapping[str, str], needs: Needs = every) -> Position:
    """Return the position on a photographed sheet, a person's answers in place of what was read.

    The position has open marks as they most likely are, and says which these are.

    needs : which of them may not be left open.

    Raises InputError as `photos.settle` does, and for open marks that matter; marks that contradict each
    other are among its problems.
    """
    from pencilwright.app.positions import photos

    values, left = photos.settle(sheet, answers)
    own = photos.setup_of(sheet.page_code, getattr(sheet, "own", {}), answers)
    result = of_open(sheet.page_code, values, left, own)._replace(copy=sheet.copy, spot=photos.spot(sheet))
    needed = needs(result) if left else ()
    photos.refuse_open(sheet, [name for name in left if name in needed])
    return result


def of_open(
    page_code: str, values: Mapping[str, str], left: Mapping[str, tuple[str, ...]], setup: str | None
) -> Position:
    """Return the position on the sheet of a page code of which some marks are open.

    Parameters
    ----------
    values : mark id -> value, as they most likely are.
    left : open mark -> what it may be; numbers of its setup among them.
    setup : share code of the setup that its paper shows, None where it is not known.
    """
    from pencilwright.games import pagecode

    result = of_page(page_code, values)
    if setup != pagecode.decode(page_code).setup:
        result = with_setup(result, result.game.setups.from_code(setup) if setup else None)
    counted = {mark.id for mark in result.game.marks.MARKS}
    return result._replace(
        open={**result.open, **{name: may for name, may in left.items() if name in counted}},
        open_setup=tuple(name for name in left if name not in counted),
    )


def _each(sheets: Iterable[Any], read: Callable[[Any], Position]) -> Loaded:
    """Read several sheets; one that cannot be read does not stop the others."""
    results, refused = [], []
    for sheet in sheets:
        try:
            results.append(read(sheet))
        except InputError as error:
            refused.append(error)
    return Loaded(results, refused)
