"""What the page remembers in one file of SQLite: sheets, tables, plays, results, the days' puzzles,
and what is told of copies of games.

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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import msgspec

from pencilwright.app import files
from pencilwright.games.errors import InputError
from pencilwright.games.shared.reading import UNPRINTABLE
from pencilwright.templates.phrases import phrase

FILE: Final = "web.db"
OURS: Final = 0x70776562
"""`application_id` of our files: "pweb"."""
LETTERS: Final = "BCDFGHJKMNPQRSTVWXYZ"
"""Of table codes: Crockford's without digits, and without vowels, so that they spell nothing."""
LENGTH: Final = 5
LONGEST_NAME: Final = 40
LONGEST_WORD: Final = 1024
"""Signs of an id, a code or a date."""
LARGEST_MARKS: Final = 24 * 1024
LARGEST_STAMPS: Final = 48 * 1024
LARGEST_PLAY: Final = 64 * 1024
LARGEST_BOARD: Final = 16 * 1024
MOST_ROWS: Final = 10_000
MOST_OF_ONE: Final = 500
"""Sheets, and plays, of one browser."""
MOST_AT_A_TABLE: Final = 20
DAYS: Final = 365
DAY: Final = 24 * 3600 * 1000
YEAR: Final = DAYS * DAY
APART: Final = 28
"""Days between the newest entry and the clock from which the clock may be wrong."""
LATEST: Final = 2**53 - 1
"""The greatest whole number that JavaScript has."""
PATIENCE: Final = 5.0
"""Seconds for which another program may write."""
T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


class StoreFailed(InputError):
    """The file cannot be read or written: a full disk. No guest is told the path in its sentence."""


MIGRATIONS: Final[Sequence[Sequence[str]]] = (
    (
        """CREATE TABLE sheets (id TEXT PRIMARY KEY, page_code TEXT, owner TEXT, name TEXT, marks TEXT,
        stamps TEXT, version INTEGER, at TEXT, touched INTEGER)""",
        "CREATE INDEX sheets_of ON sheets (owner)",
        "CREATE INDEX sheets_at ON sheets (at)",
        "CREATE INDEX sheets_touched ON sheets (touched)",
        "CREATE TABLE tables (code TEXT PRIMARY KEY, game TEXT, version INTEGER, touched INTEGER)",
        "CREATE INDEX tables_touched ON tables (touched)",
        "CREATE TABLE plays (id TEXT PRIMARY KEY, owner TEXT, game TEXT, data BLOB, touched INTEGER)",
        "CREATE INDEX plays_of ON plays (owner)",
        "CREATE INDEX plays_touched ON plays (touched)",
        """CREATE TABLE results (owner TEXT, date TEXT, game TEXT, credit INTEGER, most INTEGER,
        hints INTEGER, touched INTEGER, PRIMARY KEY (owner, date, game))""",
        "CREATE INDEX results_touched ON results (touched)",
        "CREATE TABLE days (date TEXT, game TEXT, code TEXT, touched INTEGER, PRIMARY KEY (date, game))",
        "CREATE INDEX days_touched ON days (touched)",
    ),
    (
        """CREATE TABLE dice (code TEXT, time TEXT, dice TEXT, name TEXT, touched INTEGER,
        PRIMARY KEY (code, time))""",
        "CREATE INDEX dice_touched ON dice (touched)",
    ),
    (
        "CREATE TABLE boards (whose TEXT, game TEXT, text TEXT, touched INTEGER, PRIMARY KEY (whose, game))",
        "CREATE INDEX boards_touched ON boards (touched)",
    ),
    ("CREATE TABLE ran (day INTEGER PRIMARY KEY)",),
)
"""Statements that bring a file from each version to the next; the first makes the tables."""
SEAT: Final = (
    "code FROM sheets JOIN tables ON at = code WHERE owner = ? AND tables.game = ?"
    " ORDER BY sheets.touched DESC, id LIMIT 1"
)
"""The table of a game at which a browser sat last."""
TABLES: Final = ("sheets", "tables", "plays", "results", "days", "dice", "boards")


class Sheet(msgspec.Struct, frozen=True):
    """A sheet on somebody's screen.

    Attributes
    ----------
    owner : the browser that began it.
    marks : mark -> value, of the marks that are set.
    stamps : mark -> when it was last tapped, milliseconds; also of marks that are not set any more.
    version : one more with each change. It begins with the time, so that a sheet that was lost and is made
        again never has the version of another one.
    table : code of the table that it has joined, "" for none.
    touched : when it last came in, milliseconds since 1970.
    """

    id: str
    page_code: str
    owner: str
    name: str
    marks: dict[str, str]
    stamps: dict[str, int]
    version: int
    table: str
    touched: int


class Table(msgspec.Struct, frozen=True):
    """Sheets of people who play together; its version rises with every change of one of them."""

    code: str
    game: str
    version: int
    sheets: tuple[Sheet, ...]


class Dice(msgspec.Struct, frozen=True):
    """Dice of a table.

    Attributes
    ----------
    time : the part of the game that they belong to, as the sheets name it.
    dice : as they are typed. name : who entered them.
    """

    code: str
    time: str
    dice: str
    name: str
    touched: int = 0


class Play(msgspec.Struct, frozen=True):
    """A game that is played on the page: `data` is the page's own."""

    id: str
    owner: str
    game: str
    data: bytes
    touched: int


class Result(msgspec.Struct, frozen=True):
    """How somebody solved a day's puzzle: points of so many, and hints. The date is as 2026-11-22."""

    owner: str
    date: str
    game: str
    credit: int
    most: int
    hints: int
    touched: int = 0


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


def merge_stale(ours: Sheet, marks: Mapping[str, str], stamps: Mapping[str, int]) -> Sheet:
    """Merge marks that were tapped on an older version: last write wins, mark by mark.

    Of two taps at the same time that one counts which comes in later.
    """
    new = {mark: at for mark, at in _stamped(marks, stamps).items() if at >= ours.stamps.get(mark, 0)}
    values = {mark: value for mark, value in ours.marks.items() if mark not in new}
    values |= {mark: marks[mark] for mark in new if mark in marks}
    return msgspec.structs.replace(ours, marks=values, stamps=ours.stamps | new)


def apply_current(ours: Sheet, marks: Mapping[str, str], stamps: Mapping[str, int]) -> Sheet:
    """Apply marks that were tapped on the newest version: all count, whatever the phone's clock says."""
    known = ours.stamps | _stamped(marks, stamps)
    for mark, at in known.items():
        before = ours.stamps.get(mark, 0)
        if at <= before:
            is_tapped = marks.get(mark) != ours.marks.get(mark)
            known[mark] = min(LATEST, before + 1) if is_tapped else before
    return msgspec.structs.replace(ours, marks=dict(marks), stamps=known)


def _stamped(marks: Mapping[str, str], stamps: Mapping[str, int]) -> dict[str, int]:
    """Return when each mark was tapped; one that does not say so counts as the oldest."""
    return dict.fromkeys(marks, 0) | dict(stamps)


def _whole(begin: str) -> Callable[[F], F]:
    """Make a method one transaction."""

    def decorate(method: F) -> F:
        @wraps(method)
        def whole(store: Store, *args: Any, **kwargs: Any) -> Any:
            with store.transaction(begin):
                return method(store, *args, **kwargs)

        return cast(F, whole)

    return decorate


READS, WRITES = "BEGIN", "BEGIN IMMEDIATE"
_reads, _writes = _whole(READS), _whole(WRITES)


class Store:
    """The file, or, without a path, memory that ends with this process.

    Parameters
    ----------
    path : the file; made with its folder when missing, for the user's eyes only.
    now : the clock, seconds since 1970.
    migrations : of the program's version.

    Raises InputError when the file is a newer program's, not ours, or cannot be opened.
    """

    def __init__(
        self,
        path: Path | None,
        *,
        now: Callable[[], float] = time.time,
        migrations: Sequence[Sequence[str]] = MIGRATIONS,
    ) -> None:
        self._name = files.display_name(str(path)) if path else ":memory:"
        self._path = path
        self._now = now
        self._swept = 0
        self._newest = 0
        self._lock = threading.RLock()
        self._base = self._open(path, migrations)
        apart = abs(self._clock() - self._newest) // DAY
        self.apart = apart if self._newest and apart >= APART else 0
        """Days between the newest entry and the clock where it may be wrong, else 0."""

    def close(self) -> None:
        """Close the file. More than once does no harm."""
        with self._lock:
            self._base.close()

    # --- sheets ---

    @_writes
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
    ) -> Sheet:
        """Keep all marks of a sheet, and return the sheet as it is now.

        version : of the sheet that these marks were tapped on, 0 for a new one. Where it is not the newest,
            the marks are merged: see `merge_stale`.
        name : None leaves it as it is. A sheet that is known keeps its page code, owner and table.

        Timestamps in the future are clamped to now.

        Raises InputError for names, marks and times that are too long, too many or no such, and for a page
        code that is not the sheet's.
        """
        _check(id, page_code, owner, name=name)
        if any(not 0 <= at <= LATEST for at in stamps.values()):
            raise InputError(phrase("web.keep.times"), field="stamps")
        now = self._time()
        stamps = {mark: min(at, now) for mark, at in stamps.items()}
        ours = self.sheet(id)
        if ours is None:
            ours = Sheet(id, page_code, owner, "", {}, {}, 0, "", 0)
        elif ours.page_code != page_code:
            raise InputError(phrase("web.keep.other_page", code=ours.page_code), field="page_code")
        sheet = (apply_current if version == ours.version else merge_stale)(ours, marks, stamps)
        sheet = msgspec.structs.replace(sheet, name=ours.name if name is None else name)
        messages = [msgspec.json.encode(sheet.marks), msgspec.json.encode(sheet.stamps)]
        for field, item, most in zip(
            ("marks", "stamps"), messages, (LARGEST_MARKS, LARGEST_STAMPS), strict=True
        ):
            if len(item) > most:
                raise InputError(phrase("web.keep.marks", n=most // 1024), field=field)
        is_changed = sheet != ours or not ours.version
        version = (ours.version or self._time()) + is_changed
        sheet = msgspec.structs.replace(sheet, version=version, touched=self._time())
        texts = (entry.decode() for entry in messages)
        whose = (id, sheet.page_code, sheet.owner, sheet.name)
        self._insert("sheets", *whose, *texts, version, sheet.table, sheet.touched)
        if is_changed:
            self._changed([sheet.table])
        return sheet

    def sheet(self, id: str) -> Sheet | None:
        """Return a sheet, None when there is none."""
        return next(iter(self._sheets("id = ?", id)), None)

    def sheets(self, owner: str) -> list[Sheet]:
        """Return all sheets that a browser began, the one touched last first."""
        return self._sheets("owner = ? ORDER BY touched DESC, id", owner)

    @_reads
    def _sheets(self, which: str, *given: str) -> list[Sheet]:
        rows = self._base.execute(f"SELECT * FROM sheets WHERE {which}", given)
        return [
            Sheet(
                *(id, page_code, owner, name),
                msgspec.json.decode(marks, type=dict[str, str]),
                msgspec.json.decode(stamps, type=dict[str, int]),
                *(version, at, touched),
            )
            for id, page_code, owner, name, marks, stamps, version, at, touched in rows
        ]

    @_writes
    def delete_sheet(self, id: str) -> bool:
        """Delete a sheet, and return whether there was one."""
        return self._remove("sheets", "id = ?", id) > 0

    # --- tables ---

    @_writes
    def new_table(self, game: str) -> Table:
        """Return a new table without sheets."""
        import secrets  # here, as the server is told to listen first

        _check(game)
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
            with suppress(sqlite3.IntegrityError):  # it is taken
                now = self._time()
                self._base.execute("INSERT INTO tables VALUES (?, ?, ?, ?)", (code, game, now, now))
                return Table(code, game, now, ())

    @_writes
    def join(self, code: str, id: str) -> Table:
        """Let a sheet join a table, and leave the one that it was at.

        Raises InputError when there is no such table or sheet, and when the table is full.
        """
        code = table_code(code)
        table, sheet = self.of_table(code), self.sheet(id)
        if table is None:
            raise InputError(phrase("web.keep.no_table", code=code), field="table")
        if sheet is None:
            raise InputError(phrase("web.keep.no_sheet"), field="sheet")
        if sheet.table == code:
            return table
        if len(table.sheets) >= MOST_AT_A_TABLE:
            raise InputError(phrase("web.keep.full", n=MOST_AT_A_TABLE), field="table")
        self._seat(sheet, code)
        joined = self.of_table(code)
        assert joined is not None
        return joined

    def _seat(self, sheet: Sheet, code: str) -> None:
        self._base.execute("UPDATE sheets SET at = ? WHERE id = ?", (code, sheet.id))
        if code:  # a table plays with the copy of the first who has told of one
            self._base.execute(
                "INSERT OR IGNORE INTO boards SELECT code, game, text, ? FROM tables JOIN boards USING (game)"
                " WHERE code = ? AND whose = ?",
                (self._time(), code, sheet.owner),
            )
        self._changed([sheet.table, code])

    @_writes
    def leave(self, id: str) -> None:
        """Let a sheet leave its table, where it is at one."""
        sheet = self.sheet(id)
        if sheet is not None and sheet.table:
            self._seat(sheet, "")

    @_reads
    def of_table(self, code: str) -> Table | None:
        """Return a table with its sheets, None when there is none. Raises InputError when it is no code."""
        code = table_code(code)
        game = self._first("game FROM tables WHERE code = ?", code)
        sheets = tuple(self._sheets("at = ? ORDER BY id", code))
        return None if game is None else Table(code, game, self.table_version(code), sheets)

    def table_version(self, code: str) -> int:
        """Return a table's version, 0 when there is none: for polling. Raises InputError as `of_table`."""
        return int(self._first("version FROM tables WHERE code = ?", table_code(code)) or 0)

    @_reads
    def tables(self, owner: str) -> list[Table]:
        """Return the tables at which a browser has a sheet, the one where it was touched last first."""
        seats = self._sheets("owner = ? AND at != '' ORDER BY touched DESC, id", owner)
        results = (self.of_table(code) for code in dict.fromkeys(seat.table for seat in seats))
        return [item for item in results if item is not None]

    @_writes
    def put_dice(self, dice: Dice) -> None:
        """Keep the dice of a table, in place of others of the same time. Raises InputError as `of_table`."""
        _check(dice.time, dice.dice, name=dice.name)
        code = table_code(dice.code)
        self._insert("dice", code, dice.time, dice.dice, dice.name, self._time())
        self._changed([code])

    def dice(self, code: str) -> list[Dice]:
        """Return the dice of a table, the newest first. Raises InputError as `of_table`."""
        return self._all(Dice, "dice WHERE code = ? ORDER BY touched DESC, rowid DESC", table_code(code))

    @_writes
    def put_board(self, whose: str, game: str, text: str) -> None:
        """Keep what is told of the copy of a game, a TOML text; "" forgets it.

        whose : a table's code or a browser. Raises InputError when it is too large.
        """
        _check(whose, game)
        if len(text) > LARGEST_BOARD:
            raise InputError(phrase("web.keep.board", n=LARGEST_BOARD // 1024), field="board")
        if text:
            self._insert("boards", whose, game, text, self._time())
        else:
            self._remove("boards", "whose = ? AND game = ?", whose, game)
        self._changed([whose])

    def board(self, whose: str, game: str) -> str | None:
        """Return what is told of a copy of a game, None for nothing."""
        return self._first("text FROM boards WHERE whose = ? AND game = ?", whose, game)

    def board_of(self, owner: str, game: str) -> str | None:
        """Return what a browser's table, or the browser itself where it sits at none, tells of its copy."""
        whose = f"coalesce((SELECT {SEAT}), ?)"
        return self._first(f"text FROM boards WHERE game = ? AND whose = {whose}", game, owner, game, owner)

    def seat(self, owner: str, game: str) -> str:
        """Return the code of the table of a game at which a browser sat last, "" for none."""
        return self._first(SEAT, owner, game) or ""

    def _changed(self, codes: Iterable[str]) -> None:
        """Raise the versions of these tables."""
        self._base.executemany(
            "UPDATE tables SET version = version + 1, touched = ? WHERE code = ?",
            [(self._time(), code) for code in set(codes) if code],
        )

    # --- plays, results, days ---

    @_writes
    def put_play(self, id: str, owner: str, game: str, data: bytes) -> None:
        """Keep a play; one that is known keeps its owner and game. Raises InputError when it is too large."""
        _check(id, owner, game)
        if len(data) > LARGEST_PLAY:
            raise InputError(phrase("web.keep.play", n=LARGEST_PLAY // 1024), field="play")
        known = self.play(id) or Play(id, owner, game, data, 0)
        self._insert("plays", id, known.owner, known.game, data, self._time())

    def play(self, id: str) -> Play | None:
        """Return a play, None when there is none."""
        return next(iter(self._all(Play, "plays WHERE id = ?", id)), None)

    def plays(self, owner: str) -> list[Play]:
        """Return all plays of a browser, the one touched last first."""
        return self._all(Play, "plays WHERE owner = ? ORDER BY touched DESC, id", owner)

    @_writes
    def put_result(self, result: Result) -> None:
        """Keep a result, in place of an earlier one of the same day and game."""
        _check(result.owner, result.date, result.game)
        numbers = (result.credit, result.most, result.hints)
        self._insert("results", result.owner, result.date, result.game, *numbers, self._time())

    def results(self, owner: str) -> list[Result]:
        """Return all results of a browser, the newest day first."""
        return self._all(Result, "results WHERE owner = ? ORDER BY date DESC, game", owner)

    @_writes
    def put_day(self, date: str, game: str, code: str) -> str:
        """Keep a day's puzzle, unless the day has one; return the code of the one that it has."""
        _check(date, game, code)
        known = self.day(date, game)
        if known is None:
            self._insert("days", date, game, code, self._time())
        return known or code

    def day(self, date: str, game: str) -> str | None:
        """Return the code of a day's puzzle, None when it has none."""
        return self._first("code FROM days WHERE date = ? AND game = ?", date, game)

    @_reads
    def _all(self, kind: Callable[..., T], which: str, *given: str) -> list[T]:
        return [kind(*row) for row in self._base.execute(f"SELECT * FROM {which}", given)]

    @_reads
    def _first(self, what: str, *given: str) -> str | None:
        """Return the value of the first row as text, None where there is none."""
        row = self._base.execute(f"SELECT {what}", given).fetchone()
        return None if row is None else str(row[0])

    def _insert(self, table: str, *values: Any) -> None:
        """Keep a row, in place of the one with the same key."""
        places = ", ".join("?" * len(values))
        self._base.execute(f"INSERT OR REPLACE INTO {table} VALUES ({places})", values)

    # --- one at a time ---

    def _clock(self) -> int:
        return round(1000 * self._now())

    def _time(self) -> int:
        """Return the time, and always more than before: a clock that is set back loses no tap."""
        self._newest = max(self._clock(), self._newest + 1)
        return self._newest

    @contextmanager
    def transaction(self, begin: str) -> Iterator[None]:
        """Do all of it at one moment, or, where it raises, nothing; what is in it already goes on in it."""
        with self._lock:
            if self._base.in_transaction:
                yield
                return
            with refusals_in_words(self._name), _transaction(self._base, begin):
                yield
                if begin == WRITES:
                    self._sweep()

    def _sweep(self) -> None:
        """Remove, once a day, what is older than a year, and always the oldest of what is too many."""
        is_new_day = abs(self._clock() - self._swept) >= DAY
        oldest_day = self._year_ago() if is_new_day else 0
        for table in TABLES:
            if is_new_day:
                self._remove(table, "touched < ?", oldest_day)
            (count,) = self._base.execute(f"SELECT count(*) FROM {table}").fetchone()
            if count > MOST_OF_ONE and table in ("sheets", "plays"):
                owners = f"SELECT owner FROM {table} GROUP BY owner HAVING count(*) > {MOST_OF_ONE}"
                for (owner,) in self._base.execute(owners).fetchall():
                    newest = f"SELECT rowid FROM {table} WHERE owner = ? ORDER BY touched DESC, rowid DESC"
                    count -= self._remove(table, f"rowid IN ({newest} LIMIT -1 OFFSET {MOST_OF_ONE})", owner)
            if count > MOST_ROWS:
                oldest = f"SELECT rowid FROM {table} ORDER BY touched, rowid LIMIT ?"
                self._remove(table, f"rowid IN ({oldest})", count - MOST_ROWS)
        if is_new_day:
            self._swept = self._clock()

    def _year_ago(self) -> int:
        """Return before when what was touched last goes: a year by the clock, and by days on which this ran.

        No clock deletes alone, since one that is wrong for a day adds one day. A copy of the file is kept
        beside it before anything goes.
        """
        clock = self._clock()
        self._base.execute("INSERT OR IGNORE INTO ran VALUES (?)", (clock // DAY,))
        self._base.execute(
            f"DELETE FROM ran WHERE day NOT IN (SELECT day FROM ran ORDER BY day DESC LIMIT {DAYS})"
        )
        count, first = self._base.execute("SELECT count(*), min(day) FROM ran").fetchone()
        before = min(clock - YEAR, first * DAY) if count == DAYS else 0
        old = " UNION ".join(f"SELECT 1 FROM {table} WHERE touched < {before}" for table in TABLES)
        if self._path is not None and self._base.execute(old).fetchone():
            with closing(sqlite3.connect(self._path)) as before_this:
                _copy(before_this, self._path.with_name(f"{self._path.name}.a-year-ago"))
        return before

    def _remove(self, table: str, which: str, *given: Any) -> int:
        """Remove rows and return how many there were; sheets leave their tables, and tables their sheets."""
        if table == "sheets":
            tables = self._base.execute(f"SELECT DISTINCT at FROM sheets WHERE {which}", given)
            self._changed([code for (code,) in tables])
        if table == "tables":
            left = f"SELECT code FROM tables WHERE {which}"
            self._base.execute(f"UPDATE sheets SET at = '' WHERE at IN ({left})", given)
            self._base.execute(f"DELETE FROM dice WHERE code IN ({left})", given)
            self._base.execute(f"DELETE FROM boards WHERE whose IN ({left})", given)
        return self._base.execute(f"DELETE FROM {table} WHERE {which}", given).rowcount

    def _open(self, path: Path | None, migrations: Sequence[Sequence[str]]) -> sqlite3.Connection:
        with refusals_in_words(self._name):
            if path is not None:
                make_private(path)
            base = sqlite3.connect(
                path or ":memory:", timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
            try:
                _check_ours(base, self._name, len(migrations))
                base.execute("PRAGMA journal_mode = WAL")
                base.execute("PRAGMA synchronous = NORMAL")
                _bring_forward(base, path, migrations)
                newest = (f"SELECT coalesce(max(touched), 0) FROM {table}" for table in TABLES)
                self._newest = max(_number(base, each) for each in newest)
            except BaseException:
                base.close()
                raise
            return base


# --- the file ---------------------------------------------------------------------------------------------


@contextmanager
def _transaction(base: sqlite3.Connection, begin: str) -> Iterator[None]:
    base.execute(begin)
    try:
        yield
        base.execute("COMMIT")
    except BaseException:
        if base.in_transaction:
            base.execute("ROLLBACK")
        raise


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


def _number(base: sqlite3.Connection, what: str) -> int:
    return int(base.execute(what).fetchone()[0])


def _version(base: sqlite3.Connection) -> int:
    return _number(base, "PRAGMA user_version")


def _check_ours(base: sqlite3.Connection, name: str, known: int) -> None:
    """Raise InputError for a file that another program made, or a newer version of this one."""
    version = _version(base)
    is_new = version == 0 and not _number(base, "SELECT count(*) FROM sqlite_master")
    if not is_new and _number(base, "PRAGMA application_id") != OURS:
        raise InputError(phrase("web.keep.not_ours", path=name))
    if version > known:
        raise InputError(phrase("web.keep.newer", path=name, n=version, known=known))


def _bring_forward(base: sqlite3.Connection, path: Path | None, migrations: Sequence[Sequence[str]]) -> None:
    """Bring a file to the newest version, all of it or nothing; a copy of an older one is kept beside it."""
    version = _version(base)
    if path is not None and 0 < version < len(migrations):
        _copy(base, path.with_name(f"{path.name}.version-{version}"))
    with _transaction(base, "BEGIN IMMEDIATE"):
        for statements in migrations[_version(base) :]:  # another program may have been faster
            for statement in statements:
                base.execute(statement)
        base.execute(f"PRAGMA application_id = {OURS}")
        base.execute(f"PRAGMA user_version = {len(migrations)}")


def _copy(base: sqlite3.Connection, target: Path) -> None:
    """Copy a file whole, in place of an earlier copy."""
    made = target.with_name(f"{target.name}.part")
    made.unlink(missing_ok=True)
    make_private(made)
    with closing(sqlite3.connect(made)) as copy:
        base.backup(copy)
    os.replace(made, target)


def _check(*texts: str, name: str | None = None) -> None:
    """Raise InputError for a name or a text that nobody would give."""
    if name is not None:
        check_name(name)
    for text in texts:
        if not 0 < len(text) <= LONGEST_WORD or _has_control(text):
            raise InputError(phrase("web.keep.word", n=LONGEST_WORD))


def check_name(name: str) -> None:
    """Raise InputError for a name that is too long, or has signs that cannot be seen."""
    if len(name) > LONGEST_NAME or _has_control(name):
        raise InputError(phrase("web.keep.name", n=LONGEST_NAME), field="name")


def _has_control(text: str) -> bool:
    """Return whether a text has signs that show nothing: controls, those that turn the direction, halves."""
    return any(unicodedata.category(sign) in UNPRINTABLE for sign in text)
