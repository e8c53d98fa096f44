"""What the page remembers, in one table of one file of SQLite: sheets, tables, plays, results, the days'
puzzles, and what is told of copies of games.

Every method of `Store` is plain and synchronous, one short transaction each, and may be called from any
thread, one after the other; what it calls is part of it. As a write may wait for the disk, call them from an
event loop with `anyio.to_thread.run_sync`. What was given survives the end of this process once a method
returns.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import sys
import threading
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, ClassVar, Final, TypeVar, cast

import msgspec
from msgspec.structs import replace

from pencilwright.app import files
from pencilwright.games.errors import InputError
from pencilwright.games.shared.reading import UNPRINTABLE
from pencilwright.templates.phrases import phrase

FILE: Final = "web.db"
OURS: Final = 0x70776562
"""`application_id` of our files: "pweb"."""
VERSION: Final = 5
"""Of our files."""
LETTERS: Final = "BCDFGHJKMNPQRSTVWXYZ"
"""Of table codes: Crockford's without digits, and without vowels, so that they spell nothing."""
LENGTH: Final = 5
LONGEST_NAME: Final = 40
LONGEST_WORD: Final = 1024
"""Signs of an id, a code or a date."""
LARGEST: Final = 72 * 1024
"""Bytes of a thing."""
MOST_ROWS: Final = 10_000
"""Things of a kind."""
MOST_OF_ONE: Final = 500
"""Sheets, and plays, of one browser."""
MOST_AT_A_TABLE: Final = 20
LATEST: Final = 2**53 - 1
"""The greatest whole number that JavaScript has."""
PATIENCE: Final = 5.0
"""Seconds for which another program may write."""
F = TypeVar("F", bound=Callable[..., Any])


class StoreFailed(InputError):
    """The file cannot be read or written: a full disk. No guest is told the path in its sentence."""


class Thing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is remembered. These fields are columns of the table; those that a kind adds are its data.

    Attributes
    ----------
    id : no other thing of the kind, owner and game has it.
    owner : the browser that began it, or the code of the table that it belongs to.
    at : code of the table that a sheet has joined, "" for none.
    version : one more with each change, of sheets and tables. It begins with the time, so that a sheet that
        was lost and is made again never has the version of another one.
    touched : when it last came in, milliseconds since 1970.
    """

    kind: ClassVar[str]
    id: str = ""
    owner: str = ""
    at: str = ""
    game: str = ""
    version: int = 0
    touched: int = 0


class StoredSheet(Thing, frozen=True):
    """A sheet on somebody's screen.

    Attributes
    ----------
    marks : mark -> value, of the marks that are set.
    stamps : mark -> when it was last tapped, milliseconds; also of marks that are not set any more.
    """

    kind: ClassVar[str] = "sheet"
    page_code: str
    name: str = ""
    marks: dict[str, str] = {}
    stamps: dict[str, int] = {}


class StoredTable(Thing, frozen=True):
    """People who play together; its id is its code, and its version rises with every change of theirs.

    sheets : those that have joined it, where it is asked for; they are things of their own.
    """

    kind: ClassVar[str] = "table"
    sheets: tuple[StoredSheet, ...] = ()


class Dice(Thing, frozen=True):
    """Dice of a table; the id is the part of the game that they belong to, as the sheets name it.

    dice : as they are typed. name : who entered them.
    """

    kind: ClassVar[str] = "dice"
    dice: str
    name: str = ""


class Board(Thing, frozen=True):
    """What the owner tells of its copy of a game, a TOML text; the id is the game's."""

    kind: ClassVar[str] = "board"
    text: str


class StoredPlay(Thing, frozen=True):
    """A game that is played on the page: `data` is the page's own JSON."""

    kind: ClassVar[str] = "play"
    data: msgspec.Raw


class DayResult(Thing, frozen=True):
    """How somebody solved a day's puzzle: points of so many, and hints. The id is the date: 2026-11-22."""

    kind: ClassVar[str] = "result"
    credit: int
    most: int
    hints: int = 0


class DayPuzzle(Thing, frozen=True):
    """The code of a game's puzzle of a day; the id is the date."""

    kind: ClassVar[str] = "day"
    code: str


T = TypeVar("T", bound=Thing)
COLUMNS: Final = Thing.__struct_fields__
NO_COLUMNS: Final = {field.name: field.default for field in msgspec.structs.fields(Thing)}
MAY_BE_EMPTY: Final = ("owner", "at", "game", "name")
LAYOUT: Final = (
    """CREATE TABLE things (kind TEXT, id TEXT, owner TEXT, at TEXT, game TEXT, version INTEGER,
    touched INTEGER, data TEXT, PRIMARY KEY (kind, id, owner, game))""",
    "CREATE INDEX things_of ON things (kind, owner, touched)",
    "CREATE INDEX things_at ON things (at)",
    "CREATE INDEX things_touched ON things (kind, touched)",
)
OLDER: Final = {
    "sheets": """'sheet', id, owner, at, '', version, touched,
        json_object('page_code', page_code, 'name', name, 'marks', json(marks), 'stamps', json(stamps))""",
    "tables": "'table', code, '', '', game, version, touched, '{}'",
    "plays": "'play', id, owner, '', game, 0, touched, json_object('data', json(CAST(data AS TEXT)))",
    "results": """'result', date, owner, '', game, 0, touched,
        json_object('credit', credit, 'most', most, 'hints', hints)""",
    "days": "'day', date, '', '', game, 0, touched, json_object('code', code)",
    "dice": "'dice', time, code, '', '', 0, touched, json_object('dice', dice, 'name', name)",
    "boards": "'board', game, whose, '', '', 0, touched, json_object('text', text)",
}
"""Tables of files of versions 1 to 4 -> their rows as things."""


def _columns(which: Iterable[str]) -> str:
    """Return the condition that a thing is of a kind and has values in these columns."""
    return " AND ".join(f"{column} = ?" for column in ("kind", *which))


def default_path() -> Path:
    """Return where the file lies: in the user's data folder of this system."""
    from platformdirs import user_data_path

    return user_data_path("pencilwright", appauthor=False) / FILE


def table_code(typed: str) -> str:
    """Return a table's code as it is kept, however it was typed. Raises InputError when it is none."""
    code = "".join(unicodedata.normalize("NFKC", typed).upper().split())
    if len(code) != LENGTH or any(sign not in LETTERS for sign in code):
        raise InputError(phrase("web.keep.no_code", code=typed[:20], n=LENGTH), field="table")
    return code


def merge_stale(ours: StoredSheet, marks: Mapping[str, str], stamps: Mapping[str, int]) -> StoredSheet:
    """Merge marks that were tapped on an older version: last write wins, mark by mark.

    Of two taps at the same time that one counts which comes in later.
    """
    new = {mark: at for mark, at in _stamped(marks, stamps).items() if at >= ours.stamps.get(mark, 0)}
    values = {mark: value for mark, value in ours.marks.items() if mark not in new}
    values |= {mark: marks[mark] for mark in new if mark in marks}
    return replace(ours, marks=values, stamps=ours.stamps | new)


def apply_current(ours: StoredSheet, marks: Mapping[str, str], stamps: Mapping[str, int]) -> StoredSheet:
    """Apply marks that were tapped on the newest version: all count, whatever the phone's clock says."""
    known = ours.stamps | _stamped(marks, stamps)
    for mark, at in known.items():
        before = ours.stamps.get(mark, 0)
        if at <= before:
            is_tapped = marks.get(mark) != ours.marks.get(mark)
            known[mark] = min(LATEST, before + 1) if is_tapped else before
    return replace(ours, marks=dict(marks), stamps=known)


def _stamped(marks: Mapping[str, str], stamps: Mapping[str, int]) -> dict[str, int]:
    """Return when each mark was tapped; one that does not say so counts as the oldest."""
    return dict.fromkeys(marks, 0) | dict(stamps)


def _whole(method: F) -> F:
    """Make a method one transaction."""

    @wraps(method)
    def whole(store: Store, *args: Any, **kwargs: Any) -> Any:
        with store.transaction():
            return method(store, *args, **kwargs)

    return cast(F, whole)


class Store:
    """The file, or, without a path, memory that ends with this process.

    Parameters
    ----------
    path : the file; made with its folder when missing, for the user's eyes only.
    now : the clock, seconds since 1970.

    Raises InputError when the file is a newer program's, not ours, or cannot be opened.
    """

    def __init__(self, path: Path | None, *, now: Callable[[], float] = time.time) -> None:
        self._name = files.display_name(str(path)) if path else ":memory:"
        self._now = now
        self._newest = 0
        self._lock = threading.RLock()
        self._base = self._open(path)

    def close(self) -> None:
        """Close the file. More than once does no harm."""
        with self._lock:
            self._base.close()

    # --- things of any kind ---

    @_whole
    def things(self, kind: type[T], **which: str) -> list[T]:
        """Return all things of a kind whose columns are so, the one touched last first."""
        # with +, SQLite sorts the few that it finds, and does not look through all in their order
        what = f"data, {', '.join(COLUMNS)} FROM things WHERE {_columns(which)} ORDER BY +touched DESC, id"
        rows = self._base.execute(f"SELECT {what}", (kind.kind, *which.values()))
        return [
            replace(msgspec.json.decode(data, type=kind), **dict(zip(COLUMNS, columns, strict=True)))
            for data, *columns in rows
        ]

    def thing(self, kind: type[T], **which: str) -> T | None:
        """Return the thing of a kind whose columns are so, None where there is none."""
        return next(iter(self.things(kind, **which)), None)

    @_whole
    def put(self, thing: Thing) -> None:
        """Keep a thing, in place of the same one; the table that it belongs to has changed.

        Raises InputError for what is too long, too large or no such.
        """
        self._insert(replace(thing, touched=self._time()))
        self._changed([thing.owner])

    @_whole
    def put_new(self, thing: T) -> T:
        """Keep a thing unless there is the same one; return the one that there is."""
        known = self.thing(type(thing), id=thing.id, owner=thing.owner, game=thing.game)
        if known is None:
            self.put(thing)
        return known or thing

    @_whole
    def delete(self, kind: type[Thing], **which: str) -> bool:
        """Delete the things of a kind whose columns are so, and return whether there were any."""
        self._changed([which.get("owner", "")])
        return self._remove(_columns(which), kind.kind, *which.values()) > 0

    def _insert(self, thing: Thing) -> None:
        _check(thing)
        data = msgspec.json.encode(replace(thing, **NO_COLUMNS))
        if len(data) > LARGEST:
            raise InputError(phrase("web.keep.large", n=LARGEST // 1024), field=thing.kind)
        values = (thing.kind, *(getattr(thing, column) for column in COLUMNS), data.decode())
        self._base.execute(f"INSERT OR REPLACE INTO things VALUES ({', '.join('?' * len(values))})", values)
        self._remove_oldest("kind = ?", thing.kind, most=MOST_ROWS)
        if isinstance(thing, StoredSheet | StoredPlay):
            self._remove_oldest("kind = ? AND owner = ?", thing.kind, thing.owner, most=MOST_OF_ONE)

    # --- sheets and plays ---

    @_whole
    def put_sheet(
        self,
        id: str,
        *,
        page_code: str,
        owner: str,
        marks: Mapping[str, str],
        stamps: Mapping[str, int],
        version: int = 0,
        name: str | None = None,
    ) -> StoredSheet:
        """Keep all marks of a sheet, and return the sheet as it is now.

        version : of the sheet that these marks were tapped on, 0 for a new one. Where it is not the newest,
            the marks are merged: see `merge_stale`.
        name : None leaves it as it is. A sheet that is known keeps its page code, owner and table.

        Timestamps in the future are clamped to now.

        Raises InputError for names, marks and times that are too long, too many or no such, and for a page
        code that is not the sheet's.
        """
        if any(not 0 <= at <= LATEST for at in stamps.values()):
            raise InputError(phrase("web.keep.times"), field="stamps")
        now = self._time()
        stamps = {mark: min(at, now) for mark, at in stamps.items()}
        ours = self.thing(StoredSheet, id=id) or StoredSheet(id=id, owner=owner, page_code=page_code)
        if ours.page_code != page_code:
            raise InputError(phrase("web.keep.other_page", code=ours.page_code), field="page_code")
        sheet = (apply_current if version == ours.version else merge_stale)(ours, marks, stamps)
        sheet = replace(sheet, name=ours.name if name is None else name)
        is_changed = sheet != ours or not ours.version
        version = (ours.version or self._time()) + is_changed
        sheet = replace(sheet, version=version, touched=self._time())
        self._insert(sheet)
        if is_changed:
            self._changed([sheet.at])
        return sheet

    @_whole
    def put_play(self, play: StoredPlay) -> None:
        """Keep a play; one that is known keeps its owner and game. Raises InputError as `put`."""
        known = self.thing(StoredPlay, id=play.id) or play
        self.put(replace(play, owner=known.owner, game=known.game))

    # --- tables ---

    @_whole
    def new_table(self, game: str) -> StoredTable:
        """Return a new table without sheets."""
        import secrets  # here, as the server is told to listen first

        code = ""
        while not code or self.table_version(code):  # it is taken
            code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        now = self._time()
        table = StoredTable(id=code, game=game, version=now, touched=now)
        self._insert(table)
        return table

    @_whole
    def join(self, code: str, id: str) -> StoredTable:
        """Let a sheet join a table, and leave the one that it was at.

        Raises InputError when there is no such table or sheet, and when the table is full.
        """
        code = table_code(code)
        table, sheet = self.of_table(code), self.thing(StoredSheet, id=id)
        if table is None:
            raise InputError(phrase("web.keep.no_table", code=code), field="table")
        if sheet is None:
            raise InputError(phrase("web.keep.no_sheet"), field="sheet")
        if sheet.at == code:
            return table
        if len(table.sheets) >= MOST_AT_A_TABLE:
            raise InputError(phrase("web.keep.full", n=MOST_AT_A_TABLE), field="table")
        self._seat(sheet, code)
        board = self.thing(Board, id=table.game, owner=sheet.owner)
        if board is not None:  # a table plays with the copy of the first who has told of one
            self.put_new(replace(board, owner=code))
        joined = self.of_table(code)
        assert joined is not None
        return joined

    @_whole
    def leave(self, id: str) -> None:
        """Let a sheet leave its table, where it is at one."""
        sheet = self.thing(StoredSheet, id=id)
        if sheet is not None and sheet.at:
            self._seat(sheet, "")

    def _seat(self, sheet: StoredSheet, code: str) -> None:
        self._insert(replace(sheet, at=code))
        self._changed([sheet.at, code])

    @_whole
    def of_table(self, code: str) -> StoredTable | None:
        """Return a table with its sheets, None when there is none. Raises InputError when it is no code."""
        code = table_code(code)
        table = self.thing(StoredTable, id=code)
        sheets = sorted(self.things(StoredSheet, at=code), key=lambda sheet: sheet.id)
        return table and replace(table, sheets=tuple(sheets))

    @_whole
    def table_version(self, code: str) -> int:
        """Return a table's version, 0 when there is none: for polling. Raises InputError as `of_table`."""
        table = self.thing(StoredTable, id=table_code(code))
        return table.version if table else 0

    @_whole
    def tables(self, owner: str) -> list[StoredTable]:
        """Return the tables at which a browser has a sheet, the one where it was touched last first."""
        codes = dict.fromkeys(sheet.at for sheet in self.things(StoredSheet, owner=owner) if sheet.at)
        return [table for code in codes if (table := self.of_table(code)) is not None]

    @_whole
    def seat(self, owner: str, game: str) -> str:
        """Return the code of the table of a game at which a browser sat last, "" for none."""
        tables = "SELECT id FROM things WHERE kind = 'table' AND game = ?"
        seats = f"SELECT at FROM things WHERE kind = 'sheet' AND owner = ? AND at IN ({tables})"
        row = self._base.execute(f"{seats} ORDER BY touched DESC, id LIMIT 1", (owner, game)).fetchone()
        return str(row[0]) if row else ""

    @_whole
    def board_of(self, owner: str, game: str) -> str | None:
        """Return what a browser's table, or the browser itself where it sits at none, tells of its copy."""
        board = self.thing(Board, id=game, owner=self.seat(owner, game) or owner)
        return None if board is None else board.text

    def _changed(self, codes: Iterable[str]) -> None:
        """Raise the versions of these tables."""
        self._base.executemany(
            "UPDATE things SET version = version + 1, touched = ? WHERE kind = 'table' AND id = ?",
            [(self._time(), code) for code in set(codes) if code],
        )

    # --- one at a time ---

    def _time(self) -> int:
        """Return the time, and always more than before: a clock that is set back loses no tap."""
        self._newest = max(round(1000 * self._now()), self._newest + 1)
        return self._newest

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Do all of it at one moment, or, where it raises, nothing; what is in it already goes on in it."""
        with self._lock:
            if self._base.in_transaction:
                yield
                return
            with refusals_in_words(self._name), _transaction(self._base):
                yield

    def _remove_oldest(self, which: str, *given: str, most: int) -> None:
        newest = f"SELECT rowid FROM things WHERE {which} ORDER BY touched DESC"
        self._remove(f"rowid IN ({newest} LIMIT -1 OFFSET {most})", *given)

    def _remove(self, which: str, *given: Any) -> int:
        """Remove things and return how many; sheets leave their tables, and tables what belongs to them."""
        seats = self._base.execute(f"SELECT DISTINCT at FROM things WHERE {which}", given)
        self._changed([code for (code,) in seats])
        left = f"SELECT id FROM things WHERE kind = 'table' AND {which}"
        self._base.execute(f"UPDATE things SET at = '' WHERE at IN ({left})", given)
        theirs = f"DELETE FROM things WHERE kind IN ('dice', 'board') AND owner IN ({left})"
        self._base.execute(theirs, given)
        return self._base.execute(f"DELETE FROM things WHERE {which}", given).rowcount

    def _open(self, path: Path | None) -> sqlite3.Connection:
        with refusals_in_words(self._name):
            if path is not None:
                make_private(path)
            base = sqlite3.connect(
                path or ":memory:", timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
            try:
                _check_ours(base, self._name)
                base.execute("PRAGMA journal_mode = WAL")
                base.execute("PRAGMA synchronous = NORMAL")
                _bring_forward(base, path)
                self._newest = _number(base, "SELECT coalesce(max(touched), 0) FROM things")
            except BaseException:
                base.close()
                raise
            return base


# --- the file ---------------------------------------------------------------------------------------------


@contextmanager
def _transaction(base: sqlite3.Connection) -> Iterator[None]:
    """Do all of it, or, where it raises, nothing: a connection commits or rolls back."""
    with base:
        base.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def refusals_in_words(name: str) -> Iterator[None]:
    """Tell in a sentence what the system or SQLite refuses."""
    try:
        yield
    except OSError as error:
        raise StoreFailed(phrase("web.keep.refused", path=name, why=files.reason(error))) from error
    except sqlite3.OperationalError as error:
        raise StoreFailed(phrase("web.keep.refused", path=name, why=str(error))) from error
    except sqlite3.DatabaseError as error:
        if type(error) is not sqlite3.DatabaseError:
            raise
        raise InputError(phrase("web.keep.not_ours", path=name)) from error


def make_private(path: Path) -> None:
    """Make the file where it is missing, and let nobody else read it."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0)
    descriptor = os.open(path, flags, 0o600)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise InputError(phrase("web.keep.not_ours", path=files.display_name(str(path))))
        if sys.platform != "win32":
            os.fchmod(descriptor, 0o600)
    finally:
        os.close(descriptor)


@contextmanager
def private_part(path: Path) -> Iterator[Path]:
    """Yield a file that nobody else may read, and put it in the place of another one at the end."""
    made = path.with_name(f"{path.name}.part")
    made.unlink(missing_ok=True)
    make_private(made)
    yield made
    os.replace(made, path)


def _number(base: sqlite3.Connection, what: str) -> int:
    return int(base.execute(what).fetchone()[0])


def _version(base: sqlite3.Connection) -> int:
    return _number(base, "PRAGMA user_version")


def _check_ours(base: sqlite3.Connection, name: str) -> None:
    """Raise InputError for a file that another program made, or a newer version of this one."""
    version = _version(base)
    is_new = version == 0 and not _number(base, "SELECT count(*) FROM sqlite_master")
    if not is_new and _number(base, "PRAGMA application_id") != OURS:
        raise InputError(phrase("web.keep.not_ours", path=name))
    if version > VERSION:
        raise InputError(phrase("web.keep.newer", path=name, n=version, known=VERSION))


def _bring_forward(base: sqlite3.Connection, path: Path | None) -> None:
    """Bring a file to the newest version, all of it or nothing; a copy of an older one is kept beside it."""
    version = _version(base)
    if version == VERSION:
        return
    if path is not None and version:
        target = path.with_name(f"{path.name}.version-{version}")
        with private_part(target) as made, closing(sqlite3.connect(made)) as copy:
            base.backup(copy)
    with _transaction(base):
        if _version(base) == VERSION:  # another program was faster
            return
        older = [name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for statement in LAYOUT:
            base.execute(statement)
        for name in OLDER.keys() & older:
            base.execute(f"INSERT INTO things SELECT {OLDER[name]} FROM {name}")
            base.execute(f"DROP TABLE {name}")
        base.execute(f"PRAGMA application_id = {OURS}")
        base.execute(f"PRAGMA user_version = {VERSION}")


def _check(thing: Thing) -> None:
    """Raise InputError for a name or a text that nobody would give."""
    for field in thing.__struct_fields__:
        value = getattr(thing, field)
        if field == "name":
            check_name(value)
        elif isinstance(value, str) and field != "text":
            is_empty = not value and field not in MAY_BE_EMPTY
            if is_empty or len(value) > LONGEST_WORD or _has_control(value):
                raise InputError(phrase("web.keep.word", n=LONGEST_WORD))


def check_name(name: str) -> None:
    """Raise InputError for a name that is too long, or has signs that cannot be seen."""
    if len(name) > LONGEST_NAME or _has_control(name):
        raise InputError(phrase("web.keep.name", n=LONGEST_NAME), field="name")


def _has_control(text: str) -> bool:
    """Return whether a text has signs that show nothing: controls, those that turn the direction, halves."""
    return any(unicodedata.category(sign) in UNPRINTABLE for sign in text)
