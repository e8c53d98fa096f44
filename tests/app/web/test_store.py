"""What the page remembers: versions and merging, what survives a restart, and files of other versions."""

from __future__ import annotations

import os
import sqlite3
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.app.web import store
from pencilwright.app.web.store import (
    Board,
    DayPuzzle,
    DayResult,
    Dice,
    Store,
    StoredPlay,
    StoredSheet,
    StoredTable,
    Thing,
)
from tests.refusals import refused

START = 1_800_000_000.0
"""Seconds since 1970."""
OLDER = Path(__file__).with_name("older_files.sql")
"""A file of version 4 with all that its program kept, as SQL."""


class Clock:
    """A clock that goes on when it is asked."""

    def __init__(self) -> None:
        self.seconds = START

    def __call__(self) -> float:
        self.seconds += 0.01
        return self.seconds


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "pencilwright" / store.FILE


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def kept(clock: Clock) -> Iterator[Store]:
    with closing(Store(None, now=clock)) as result:
        yield result


def put(kept: Store, id: str = "s", marks: dict[str, str] | None = None, **given: object) -> StoredSheet:
    """Keep a sheet whose marks were all tapped at 1, where nothing else is said."""
    marks = {} if marks is None else marks
    stamps = given.pop("stamps", dict.fromkeys(marks, 1))
    fields = {"page_code": "P", "owner": "phone"} | given
    return kept.put_sheet(id, marks=marks, stamps=stamps, **fields)


def sheet_of(stored: Store, id: str = "s") -> StoredSheet:
    result = stored.thing(StoredSheet, id=id)
    assert result is not None
    return result


def play_of(id: str, owner: str = "phone", data: str = "[]", game: str = "g") -> StoredPlay:
    return StoredPlay(msgspec.Raw(data.encode()), id=id, owner=owner, game=game)


def day_of(id: str, code: str = "C", game: str = "g") -> DayPuzzle:
    return DayPuzzle(code, id=id, game=game)


KINDS: dict[type[Thing], Callable[[Store, int], object]] = {
    StoredSheet: lambda kept, n: put(kept, f"{n}"),
    StoredPlay: lambda kept, n: kept.put_play(play_of(f"{n}")),
    DayResult: lambda kept, n: kept.put(DayResult(8, 10, id=f"{n}", owner="phone", game="g")),
    DayPuzzle: lambda kept, n: kept.put_new(day_of(f"{n}")),
    Dice: lambda kept, n: kept.put(Dice("b3", id=f"{n}", owner="BCDFG")),
    Board: lambda kept, n: kept.put(Board("x = 1", id=f"{n}", owner="phone")),
}
"""Kind of things -> how the n-th is kept."""
each_kind = pytest.mark.parametrize("kind", KINDS)


def numbers(kept: Store, kind: type[Thing]) -> list[int]:
    """The numbers of the things of a kind that are there, the one touched longest ago first."""
    return [int(thing.id) for thing in reversed(kept.things(kind))]


# --- sheets: versions and merging ---


def test_a_sheet_comes_back_as_it_was_put(kept: Store) -> None:
    first = put(kept, marks={"a": "1", "b": "○"}, stamps={"a": 5, "b": 6, "gone": 7}, name="アヤ")
    assert kept.thing(StoredSheet, id="s") == first
    assert (first.marks, first.stamps) == ({"a": "1", "b": "○"}, {"a": 5, "b": 6, "gone": 7})
    assert (first.page_code, first.owner, first.name, first.at) == ("P", "phone", "アヤ", "")
    assert kept.thing(StoredSheet, id="other") is None


def test_a_change_raises_the_version_by_one_and_the_same_marks_do_not(kept: Store) -> None:
    first = put(kept, marks={"a": "1"})
    second = put(kept, marks={}, stamps={"a": 2}, version=first.version)
    assert (second.version, second.marks) == (first.version + 1, {})
    again = put(kept, marks={}, stamps={"a": 2}, version=second.version)
    assert again.version == second.version and again.touched > second.touched
    assert put(kept, marks={}, stamps={"a": 2}, version=second.version, name="Bo").version > second.version
    assert put(kept, marks={}, stamps={"a": 2}, version=0).name == "Bo"


def test_marks_on_an_old_version_are_merged_mark_by_mark(kept: Store) -> None:
    first = put(kept, marks={"a": "1", "b": "1"}, stamps={"a": 10, "b": 10})
    put(kept, marks={"a": "2"}, stamps={"a": 20, "b": 21}, version=first.version)
    merged = put(kept, marks={"a": "3", "b": "3", "c": "3"}, stamps={"a": 15, "b": 25, "c": 5})
    assert merged.marks == {"a": "2", "b": "3", "c": "3"}
    assert merged.stamps == {"a": 20, "b": 25, "c": 5}
    emptied = put(kept, marks={"b": "3", "c": "3"}, stamps={"a": 30}, version=merged.version)
    assert emptied.marks == put(kept, marks={"a": "2"}, stamps={"a": 20}).marks == {"b": "3", "c": "3"}


def test_of_two_taps_at_one_time_that_one_counts_which_comes_later(kept: Store) -> None:
    put(kept, marks={"a": "1"}, stamps={"a": 10})
    assert put(kept, marks={"a": "2"}, stamps={"a": 10}).marks == {"a": "2"}
    assert put(kept, marks={}, stamps={"a": 10}).marks == {}


def test_who_saw_the_newest_version_is_right_even_with_a_slow_clock(kept: Store) -> None:
    first = put(kept, marks={"a": "1"}, stamps={"a": 1000})
    second = put(kept, marks={"a": "2"}, stamps={"a": 10}, version=first.version)
    assert second.marks == {"a": "2"} and second.stamps["a"] == 1001
    assert put(kept, marks={"a": "1"}, stamps={"a": 1000}, version=first.version).marks == {"a": "2"}
    same = put(kept, marks={"a": "2"}, stamps={}, version=second.version)
    assert (same.version, same.stamps) == (second.version, second.stamps)


@pytest.mark.parametrize("fast", [store.LATEST, int(1000 * START) + 300_000])
def test_a_tap_of_a_fast_clock_does_not_win_for_ever(kept: Store, clock: Clock, fast: int) -> None:
    first = put(kept, marks={"a": "fast"}, stamps={"a": fast})
    clock.seconds += 60
    now = int(1000 * clock.seconds)
    assert first.stamps["a"] < now
    assert put(kept, marks={"a": "right"}, stamps={"a": now}).marks == {"a": "right"}
    clock.seconds += 3600
    assert put(kept, marks={"a": "fast"}, stamps={"a": now - 1}).marks == {"a": "right"}


def test_a_sheet_that_was_lost_never_has_the_version_of_another(kept: Store) -> None:
    versions = {put(kept, marks={"a": "1"}).version}
    for _ in range(3):
        assert kept.delete(StoredSheet, id="s")
        versions.add(put(kept, marks={"a": "1"}).version)
    assert len(versions) == 4


class Tap(NamedTuple):
    """A phone sets a mark to a value ("": empties it), or, without a mark, sends what it has."""

    phone: int
    mark: str
    value: str


TAPS = st.lists(
    st.builds(Tap, st.integers(0, 1), st.sampled_from(["", "a", "b", "c"]), st.sampled_from(["", "1", "2"])),
    max_size=25,
)


class Phone:
    """A phone that keeps its marks, and takes over what the server answers."""

    def __init__(self) -> None:
        self.marks: dict[str, str] = {}
        self.stamps: dict[str, int] = {}
        self.version = 0

    def tap(self, mark: str, value: str, at: int) -> None:
        self.stamps[mark] = at
        self.marks.pop(mark, None)
        if value:
            self.marks[mark] = value

    def send(self, kept: Store, *, is_answered: bool = True) -> None:
        result = put(kept, marks=self.marks, stamps=self.stamps, version=self.version)
        if is_answered:
            self.marks, self.stamps = dict(result.marks), dict(result.stamps)
            self.version = result.version


@given(TAPS, st.booleans(), st.booleans())
def test_in_any_order_two_phones_end_with_the_same_marks(
    taps: Sequence[Tap], is_answered: bool, is_turned: bool
) -> None:
    with closing(Store(None, now=Clock())) as stored:
        phones = [Phone(), Phone()]
        wanted: dict[str, str] = {}
        for at, (phone, mark, value) in enumerate(taps, 1):
            if mark:
                phones[phone].tap(mark, value, at)
                wanted[mark] = value
            else:
                phones[phone].send(stored, is_answered=is_answered)
        for phone in (1, 0, 1) if is_turned else (0, 1, 0):
            phones[phone].send(stored)
        assert phones[0].marks == phones[1].marks == {mark: value for mark, value in wanted.items() if value}


def test_a_sheet_keeps_its_page_and_its_owner(kept: Store) -> None:
    put(kept)
    with refused("web.keep.other_page", code="P"):
        put(kept, page_code="Q")
    assert put(kept, owner="tablet", marks={"a": "1"}).owner == "phone"
    assert [sheet.id for sheet in kept.things(StoredSheet, owner="phone")] == ["s"] and kept.things(
        StoredSheet, owner="tablet"
    ) == []


def test_sheets_are_listed_from_the_newest_and_deleted_by_name(kept: Store) -> None:
    for id in ("one", "two", "three"):
        put(kept, id)
    put(kept, "one", marks={"a": "1"})
    assert [sheet.id for sheet in kept.things(StoredSheet, owner="phone")] == ["one", "three", "two"]
    assert kept.delete(StoredSheet, id="two") and not kept.delete(StoredSheet, id="two")
    assert [sheet.id for sheet in kept.things(StoredSheet, owner="phone")] == ["one", "three"]


@pytest.mark.parametrize(
    ("given", "key", "field"),
    [
        ({"name": "x" * 41}, "web.keep.name", "name"),
        ({"name": "a\nb"}, "web.keep.name", "name"),
        ({"name": "a\u2028b"}, "web.keep.name", "name"),
        ({"name": "\x1b[2J"}, "web.keep.name", "name"),
        ({"id": ""}, "web.keep.word", ""),
        ({"owner": "o" * 1025}, "web.keep.word", ""),
        ({"stamps": {"a": -1}}, "web.keep.times", "stamps"),
        ({"stamps": {"a": 2**53}}, "web.keep.times", "stamps"),
        ({"marks": {"a": "x" * store.LARGEST}}, "web.keep.large", "sheet"),
        ({"stamps": {"x" * store.LARGEST: 1}}, "web.keep.large", "sheet"),
    ],
)
def test_what_is_too_long_or_no_such_is_refused_and_not_kept(
    kept: Store, given: dict[str, object], key: str, field: str
) -> None:
    with refused(key, field):
        put(kept, **given)
    assert kept.thing(StoredSheet, id="s") is None


def test_merging_makes_no_sheet_larger_than_it_may_be(kept: Store) -> None:
    half = "x" * (store.LARGEST * 2 // 3)
    put(kept, marks={"a": half}, name="x" * 40)
    with refused("web.keep.large", "sheet"):
        put(kept, marks={"b": half})
    assert sheet_of(kept).marks == {"a": half}


# --- tables ---


def test_a_table_is_joined_by_its_code_however_it_is_typed(kept: Store) -> None:
    table = kept.new_table("some-game")
    assert len(table.id) == 5 and set(table.id) <= set(store.LETTERS) and table.sheets == ()
    put(kept)
    joined = kept.join(f" {table.id[:2].lower()} {table.id[2:]}", "s")
    assert [sheet.id for sheet in joined.sheets] == ["s"] and joined.game == "some-game"
    assert kept.of_table(table.id) == joined
    assert joined.sheets[0].at == table.id
    for typed in ("ABCDE", "BCDF", "BCDFGH", "", "１２３４５"):
        with refused("web.keep.no_code", "table"):
            kept.of_table(typed)


def test_a_tables_version_rises_with_what_its_sheets_say_and_with_nothing_else(kept: Store) -> None:
    table, other = kept.new_table("g"), kept.new_table("g")
    put(kept), put(kept, "alone")

    def version() -> int:
        result = kept.of_table(table.id)
        assert result is not None and result.version == kept.table_version(table.id)
        return result.version

    seen = [version()]
    assert kept.join(table.id, "s").version > seen[-1]
    seen.append(version())
    put(kept, marks={"a": "1"})
    seen.append(version())
    assert seen == sorted(set(seen))
    kept.join(table.id, "s"), put(kept, marks={"a": "1"}), put(kept, "alone", marks={"a": "1"})
    assert version() == seen[-1]
    kept.join(other.id, "s")
    assert version() > seen[-1] and kept.of_table(table.id).sheets == ()
    before = kept.table_version(other.id)
    kept.leave("s"), kept.leave("s"), kept.leave("nobody")
    assert kept.table_version(other.id) == before + 1 and sheet_of(kept).at == ""
    kept.join(other.id, "s"), kept.delete(StoredSheet, id="s")
    assert kept.table_version(other.id) == before + 3


def test_nobody_joins_what_is_not_there_or_full(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_AT_A_TABLE", 1)
    code = kept.new_table("g").id
    put(kept), put(kept, "t")
    unknown = next(other for other in ("BBBBB", "CCCCC") if other != code)
    assert kept.of_table(unknown) is None and kept.table_version(unknown) == 0
    for key, question in (("web.keep.no_table", (unknown, "s")), ("web.keep.no_sheet", (code, "nobody"))):
        with refused(key):
            kept.join(*question)
    kept.join(code, "s")
    with refused("web.keep.full"):
        kept.join(code, "t")
    assert sheet_of(kept, "t").at == ""


# --- plays, results, days ---


def test_plays_are_kept_and_keep_their_owner(kept: Store) -> None:
    kept.put_play(play_of("1", data='"one"'))
    kept.put_play(play_of("2", data='"two"'))
    kept.put_play(play_of("1", "tablet", '{"three":  3}', "h"))
    play = kept.thing(StoredPlay, id="1")
    assert play is not None
    assert (play.owner, play.game, bytes(play.data)) == ("phone", "g", b'{"three":  3}')
    assert [play.id for play in kept.things(StoredPlay, owner="phone")] == ["1", "2"]
    assert kept.things(StoredPlay, owner="tablet") == []
    with refused("web.keep.large", "play"):
        kept.put_play(play_of("3", data=f'"{"x" * store.LARGEST}"'))


def test_a_day_has_one_result_of_each_game_and_one_puzzle(kept: Store) -> None:
    for owner, day, *counts in (
        ("phone", "2026-11-22", 8, 10, 1),
        ("phone", "2026-11-23", 3, 10, 0),
        ("phone", "2026-11-22", 10, 10, 0),
        ("tablet", "2026-11-22", 1, 10, 0),
    ):
        kept.put(DayResult(*counts, id=day, owner=owner, game="g"))
    results = kept.things(DayResult, owner="phone")
    view = {(item.id, item.credit, item.most, item.hints) for item in results}
    assert view == {("2026-11-23", 3, 10, 0), ("2026-11-22", 10, 10, 0)}
    assert kept.thing(DayPuzzle, id="2026-11-22", game="g") is None
    for code, game, known in (("CODE", "g", "CODE"), ("OTHER", "g", "CODE"), ("OTHER", "h", "OTHER")):
        assert kept.put_new(day_of("2026-11-22", code, game)).code == known
        assert kept.thing(DayPuzzle, id="2026-11-22", game=game).code == known


# --- how long, and how much ---


@each_kind
def test_nothing_goes_for_its_age(kept: Store, clock: Clock, kind: type[Thing]) -> None:
    for n in range(3):
        KINDS[kind](kept, n)
        clock.seconds += 10 * 366 * 86_400
    assert numbers(kept, kind) == [0, 1, 2]


def test_a_clock_that_is_set_back_loses_no_tap(kept: Store, clock: Clock) -> None:
    first = put(kept, marks={"a": "1"}, stamps={"a": int(1000 * clock.seconds)})
    clock.seconds -= 3600
    late = int(1000 * (clock.seconds + 3660))
    assert put(kept, marks={}, stamps={"a": late}, version=1).marks == {}
    assert sheet_of(kept).touched > first.touched


@each_kind
def test_of_too_many_the_oldest_go(kept: Store, monkeypatch: pytest.MonkeyPatch, kind: type[Thing]) -> None:
    assert store.MOST_ROWS == 10_000
    monkeypatch.setattr(store, "MOST_ROWS", 3)
    for n in range(5):
        KINDS[kind](kept, n)
    assert numbers(kept, kind) == [2, 3, 4]


def test_what_was_touched_last_stays_and_a_sheet_that_goes_changes_its_table(
    kept: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MOST_ROWS", 3)
    put(kept, "0")
    code = kept.new_table("g").id
    before = kept.join(code, "0").version
    for number in (1, 2, 1, 3, 4):
        put(kept, f"{number}")
    assert [sheet.id for sheet in kept.things(StoredSheet, owner="phone")] == ["4", "3", "1"]
    assert kept.table_version(code) == before + 1


def test_of_one_browser_s_too_many_its_own_oldest_go(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_OF_ONE", 3)
    kept.put_play(play_of("other", "tablet"))
    for number in range(5):
        kept.put_play(play_of(f"{number}"))
        put(kept, f"{number}")
    for kind in (StoredPlay, StoredSheet):
        assert [item.id for item in kept.things(kind, owner="phone")] == ["4", "3", "2"]
    assert [play.id for play in kept.things(StoredPlay, owner="tablet")] == ["other"]


# --- the file ---


@each_kind
def test_everything_survives_a_restart(path: Path, kind: type[Thing]) -> None:
    with closing(Store(path)) as stored:
        KINDS[kind](stored, 1)
    stored.close()  # twice does no harm
    with closing(Store(path)) as stored:
        assert numbers(stored, kind) == [1]


def test_a_table_and_the_versions_of_its_sheets_survive_a_restart(path: Path) -> None:
    with closing(Store(path)) as stored:
        code = stored.new_table("g").id
        put(stored, marks={"a": "1"})
        sheet = stored.join(code, "s").sheets[0]
    with closing(Store(path)) as stored:
        assert stored.of_table(code).sheets == (sheet,)
        assert put(stored, version=sheet.version).version == sheet.version + 1


def test_what_was_put_is_there_when_the_process_is_killed(path: Path) -> None:
    stored = Store(path)
    put(stored, marks={"a": "1"})
    copy = path.with_name("killed.db")
    for end in ("", "-wal"):  # what lies on the disk while the file is open
        Path(f"{copy}{end}").write_bytes(Path(f"{path}{end}").read_bytes())
    stored.close()
    with closing(Store(copy)) as result:
        assert sheet_of(result).marks == {"a": "1"}


def test_two_servers_share_a_file(path: Path) -> None:
    with closing(Store(path)) as item, closing(Store(path)) as other:
        with ThreadPoolExecutor(2) as threads:
            list(threads.map(lambda n: put((item, other)[n % 2], marks={f"m{n}": "1"}), range(40)))
        assert len(sheet_of(item).marks) == len(sheet_of(other).marks) == 40


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_nobody_else_reads_the_file(path: Path) -> None:
    def modes() -> set[int]:
        return {stat.S_IMODE(item.stat().st_mode) for item in path.parent.iterdir()}

    before = os.umask(0)
    try:
        with closing(Store(path)) as stored:
            put(stored)
            assert len(list(path.parent.iterdir())) == 3 and modes() == {0o600}
            assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        path.chmod(0o644)
        Store(path).close()
        assert modes() == {0o600}
        older(path)
        Store(path).close()
        assert len(list(path.parent.iterdir())) == 2 and modes() == {0o600}
    finally:
        os.umask(before)


def test_without_a_path_nothing_is_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with closing(Store(None)) as stored:
        put(stored)
        assert stored.thing(StoredSheet, id="s") is not None
    with closing(Store(None)) as stored:
        assert stored.thing(StoredSheet, id="s") is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other folders")
def test_the_usual_place_is_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert store.default_path() == tmp_path / "pencilwright" / "web.db"


# --- files of other versions and programs ---


def version_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as base:
        return int(base.execute("PRAGMA user_version").fetchone()[0])


def older(path: Path, *more: str) -> None:
    """Make a file of version 4."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as base:
        base.executescript(OLDER.read_text("utf-8") + "".join(more))


def test_an_older_file_is_brought_forward_whole_and_its_copy_kept(path: Path, clock: Clock) -> None:
    older(path)
    clock.seconds += 1
    with closing(Store(path, now=clock)) as stored:
        table = stored.of_table("BCDFG")
        assert table is not None and (table.game, table.version) == ("g", 1800000000074)
        first, second = table.sheets
        assert first == StoredSheet(
            *("P", 'アヤ "A"', {"a": "1", "b": "○"}, {"a": 5, "b": 6, "gone": 7}),
            id="s", owner="phone", at="BCDFG", version=1800000000121, touched=1800000000130,
        )  # fmt: skip
        assert (second.id, second.marks, second.version) == ("t", {"a": "3"}, 1800000000162)
        assert [sheet.id for sheet in stored.things(StoredSheet, owner="phone")] == ["u", "s"]
        assert stored.things(Dice, owner="BCDFG") == [
            Dice("b3 1 2 4", "Bo", id="7 am", owner="BCDFG", touched=1800000000330)
        ]
        assert stored.board_of("BCDFG", "g") == stored.board_of("phone", "g") == 'x = 1\n# "アヤ"\n'
        play = stored.thing(StoredPlay, id="1")
        assert play is not None and (play.owner, play.game, play.touched) == ("phone", "g", 1800000000360)
        assert msgspec.json.decode(play.data) == {"game": "setup TD1\nb3 1", "answers": ["x"], "ghost": ""}
        assert stored.things(DayResult) == [
            DayResult(8, 10, 1, id="2026-11-22", owner="phone", game="g", touched=1800000000380)
        ]
        assert stored.things(DayPuzzle) == [
            DayPuzzle("CODE", id="2026-11-22", game="g", touched=1800000000400)
        ]
        assert stored.table_version("GFDCB") == 1800000000090
        passed = put(stored, marks={"a": "9"}, version=first.version)
        assert (passed.version, passed.at) == (first.version + 1, "BCDFG")
    copy = path.with_name("web.db.version-4")
    assert (version_of(path), version_of(copy)) == (store.VERSION, 4)
    with closing(sqlite3.connect(copy)) as base:
        assert base.execute("SELECT count(*) FROM sheets").fetchone() == (3,)


def test_a_file_of_the_first_version_is_brought_forward(path: Path) -> None:
    older(path, *(f"DROP TABLE {name};" for name in ("dice", "boards", "ran")), "PRAGMA user_version = 1;")
    with closing(Store(path)) as stored:
        assert len(stored.things(StoredSheet)) == 3 and stored.things(Dice) == stored.things(Board) == []


def test_a_file_that_cannot_be_brought_forward_stays_as_it_is(path: Path) -> None:
    older(path, "UPDATE sheets SET marks = '{' WHERE id = 'u';")
    with refused("web.keep.refused"):
        Store(path)
    assert version_of(path) == 4
    with closing(sqlite3.connect(path)) as base:
        assert base.execute("SELECT code FROM days").fetchall() == [("CODE",)]


def test_a_newer_file_is_refused_by_name_and_left_alone(path: Path) -> None:
    Store(path).close()
    with closing(sqlite3.connect(path)) as base:
        base.execute(f"PRAGMA user_version = {store.VERSION + 1}")
    before = path.read_bytes()
    with refused("web.keep.newer", path=path, n=store.VERSION + 1, known=store.VERSION):
        Store(path)
    assert path.read_bytes() == before


def test_files_that_are_not_ours_are_refused_and_left_alone(tmp_path: Path) -> None:
    text, other, folder = (tmp_path / name for name in ("text.db", "other.db", "folder.db"))
    text.write_text("this is no database " * 100)
    with closing(sqlite3.connect(other)) as base:
        base.execute("CREATE TABLE sheets (id TEXT)")
    folder.mkdir()
    for path in (text, other):
        before = path.read_bytes()
        with refused("web.keep.not_ours", path=path):
            Store(path)
        assert path.read_bytes() == before
    if sys.platform != "win32":
        os.mkfifo(tmp_path / "pipe")
        with refused("web.keep.not_ours"):
            Store(tmp_path / "pipe")  # not waited for
    for wrong in (folder, text / "web.db"):
        with refused("web.keep.refused", path=wrong):
            Store(wrong)


def test_a_damaged_file_is_a_sentence(path: Path) -> None:
    with closing(Store(path)) as stored:
        put(stored, marks={"a": "1"})
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))
    with refused("web.keep.not_ours", path=path), closing(Store(path)) as stored:
        stored.thing(StoredSheet, id="s")


def test_a_browser_finds_its_tables_the_newest_first_and_their_dice(kept: Store) -> None:
    first, second = (kept.new_table("troyes-dice").id for _ in range(2))
    for id, code in (("s", first), ("t", second), ("u", first)):
        put(kept, id=id)
        kept.join(code, id)
    assert [table.id for table in kept.tables("phone")] == [first, second]
    assert kept.tables("another") == []
    before = kept.table_version(first)
    for dice in ("b3 1 2 4", "b3 1 2 5"):
        kept.put(Dice(dice, "Bo", id="7 am", owner=first))
    kept.put(Dice("b1 1 1 1", id="7 pm", owner=first))
    view = [(die.id, die.dice, die.name) for die in kept.things(Dice, owner=first)]
    assert view == [("7 pm", "b1 1 1 1", ""), ("7 am", "b3 1 2 5", "Bo")]
    assert kept.things(Dice, owner=second) == [] and kept.table_version(first) == before + 3
    for wrong in (Dice("b1 1 1 1", owner=first), Dice("", id="7 pm", owner=first)):
        with refused("web.keep.word"):
            kept.put(wrong)


def test_a_table_that_goes_takes_its_dice_and_its_copy_with_it(kept: Store, clock: Clock) -> None:
    code = kept.new_table("g").id
    put(kept)
    kept.put(Board("x = 1", id="g", owner="phone"))
    kept.join(code, "s")
    kept.put(Dice("b3", id="7 am", owner=code))
    assert kept.board_of(code, "g") == kept.board_of("phone", "g") == "x = 1"
    kept.delete(StoredTable, id=code)
    assert kept.things(Dice) == [] and kept.things(Board, owner=code) == [] and sheet_of(kept).at == ""
    assert kept.board_of("phone", "g") == "x = 1"
