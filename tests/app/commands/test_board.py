"""A person's own board: asked value by value, kept, used by every command, which says so, and forgotten."""

from __future__ import annotations

import os
import re
import stat
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from pencilwright.app import user_values
from pencilwright.games import GAMES, Game, game
from pencilwright.games.shared.own_values import named
from pencilwright.templates.phrases import ENGLISH, say, words
from tests.app.doors import Door, Ran
from tests.refusals import pattern

TERRACOTTA = game("terracotta-army")
FILE = Path("config") / "terracotta-army-board.toml"
ASK, START = "board terracotta-army --ask", "start terracotta-army --seed 1"

Desk = Callable[..., Ran]


@pytest.fixture
def desk(door: Door, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Commands with a configuration folder of its own; what is said once a run is said by each."""
    monkeypatch.setenv(user_values.VARIABLE, str(Path.cwd() / "config"))

    def run(line: str, *typed: str, code: int = 0) -> Ran:
        user_values._say_once.cache_clear()
        return door(line, code=code, typed=typed)

    return run


def values() -> dict[str, object]:
    """What is kept of Terracotta Army."""
    return tomllib.loads(FILE.read_text())


def test_values_are_asked_in_order_and_kept_at_once(desk: Desk) -> None:
    ran = desk(ASK, "=", "2", "down", "C", "left", "7 8 2 10 6 9 5 8 3 10 6 9", "quit")
    assert values() == {
        "columns": 9,
        "inspectors": {"row_start": 2, "row_forward": "down", "column_start": "C", "column_forward": "left"},
        "inner": [
            "upgrade", "build2", "coins3", "build4", "moisten", "build3",
            "clay4", "build2", "coins4", "build4", "moisten", "build3",
        ],
    }  # fmt: skip
    assert ran.says("board.ask.kept", n=3, all=15) and "[4/15]" in ran.out and "[5/15]" not in ran.out
    again = desk(ASK, *"=====", "quit").out
    way = words(ENGLISH)["own.terracotta-army.inspectors.row_forward"]
    assert "shown: 9" in again and "first row: 2" in again and f"{way}: down" in again


def test_enter_leaves_a_value_open_and_what_cannot_be_is_asked_again(desk: Desk) -> None:
    ran = desk(ASK, "8", "7", "", "1 2 3", "")
    assert values() == {"columns": 7}
    assert re.search(r"^.*columns\b.*'8'.* 7, 9", ran.out, re.MULTILINE) and not ran.says("components.wrong")
    assert ran.says("json.list.least", n=12)


def test_all_values_of_every_game_can_be_confirmed_as_shown(desk: Desk) -> None:
    for known in GAMES.values():
        questions = known.own_values.value_lines()
        ran = desk(f"board {known.id} --ask", *"=" * len(questions))
        parsed = known.own_values.load(user_values.text_of(known) or "")
        confirmed = {item.key for item in questions}
        assert confirmed and not confirmed & set(parsed.unverified), known.id
        assert ran.says("board.ask.kept", n=len(confirmed), all=len(confirmed))


@pytest.mark.parametrize("known", GAMES.values(), ids=str)
@pytest.mark.parametrize("language", [ENGLISH, "ja"])
def test_every_value_of_every_game_has_words_and_a_name_for_notes(known: Game, language: str) -> None:
    for item in known.own_values.value_lines():
        key = f"own.{known.id}.{item.key}"
        assert key in words(language)
        if known is TERRACOTTA:
            assert f"{key}.where" in words(language)
            assert not item.in_table or item.row.isdecimal() or f"{key}.{item.row}" in words(language)
    keys = known.components.STANDARD.unverified
    assert all(say(name, language) != key for key, name in zip(keys, named(known.id, keys), strict=True))
    assert known is not TERRACOTTA or {item.key for item in known.own_values.value_lines()} == set(keys)


def test_kept_values_are_used_by_every_command_which_says_so(desk: Desk) -> None:
    plain = desk(START)
    assert plain.err == ""
    desk(ASK, "7", "quit")
    for command in (START, "setup terracotta-army --seed 1"):
        ran = desk(command)
        assert ran.says("kept.used", game="Terracotta Army") and ran.err.count("\n") == 1
    state = desk(START).data
    assert state["board"] == {"columns": 7} and len(state["grid"]) == 9
    Path("plain.json").write_text(plain.out)
    ran = desk("chancellor plain.json --dice 1,1")
    head = next(line for line in ran.out.splitlines() if line.split()[:2] == ["A", "B"])
    assert ran.says("kept.used") and head.split() == list("ABCDEFG")
    unverified = re.search(f"{pattern('terracotta.chancellor.unverified')}$", ran.out, re.MULTILINE)
    assert unverified is None or "columns" not in unverified[0]
    code = desk("setup terracotta-army --seed 1 --json").data["code"]
    assert "+" in code and len(re.findall(pattern("kept.used"), desk(f"score {code}").err)) == 1


def test_a_file_that_is_named_and_a_position_that_has_values_go_before_kept_ones(desk: Desk) -> None:
    desk(ASK, "7", "quit")
    Path("mine.toml").write_text("musician_lead = 3")
    ran = desk(f"{START} --components mine.toml")
    assert ran.err == "" and ran.data["board"] == {"musician_lead": 3}
    Path("own.json").write_text(ran.out)
    assert "  A   B   C   D   E   F   G   H   I" in desk("play terracotta-army own.json --roll", "quit").out


def test_values_are_forgotten(desk: Desk) -> None:
    assert desk("board terracotta-army --forget").says("board.forgotten.none", game="Terracotta Army")
    desk(ASK, "7", "quit")
    assert desk("board terracotta-army --forget").says("board.forgotten", game="Terracotta Army")
    assert desk(START).err == ""


@pytest.mark.parametrize("text", ["columns = 8", "columns = ", "\x00", "[[["])
def test_a_kept_file_that_is_broken_is_one_sentence(desk: Desk, text: str) -> None:
    FILE.parent.mkdir()
    FILE.write_text(text)
    for command in ("start terracotta-army", ASK):
        err = desk(command, code=2).err
        assert err.splitlines()[-1].startswith("pencilwright: ") and "Traceback" not in err
    assert desk("board terracotta-army --forget").out


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="needs a folder that refuses")
def test_a_folder_that_cannot_be_written_is_one_sentence(desk: Desk) -> None:
    FILE.parent.mkdir(mode=stat.S_IRUSR | stat.S_IXUSR)
    assert "Traceback" not in desk(ASK, "7", code=2).err


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other folders")
def test_where_values_are_kept_follows_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(user_values.VARIABLE)
    monkeypatch.setenv("XDG_CONFIG_HOME", "/there")
    assert user_values.folder() == "/there/pencilwright"
    monkeypatch.delenv("XDG_CONFIG_HOME")
    assert user_values.folder() == str(Path.home() / ".config" / "pencilwright")


def test_values_in_json_and_code_are_those_of_the_file_that_is_named(desk: Desk) -> None:
    text = desk("board terracotta-army").out
    Path("board.toml").write_text(text.replace("#columns", "columns", 1))
    drawn = desk("setup terracotta-army --seed 1 --components board.toml --json").data
    assert "+" in drawn["code"] and "--components" in desk(f"score {drawn['code']}", code=2).err
    for command in ("score {}", "start {} --text"):
        desk(f"{command.format(drawn['code'])} --components board.toml")
