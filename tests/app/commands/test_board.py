"""A person's own board: kept, used by every command, which says so, and forgotten."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pencilwright.app import user_values
from pencilwright.games import GAMES, Game, game
from pencilwright.games.shared.own_values import named
from pencilwright.templates.phrases import ENGLISH, say, words
from tests.app.doors import Door, Ran
from tests.refusals import pattern, refused

TERRACOTTA = game("terracotta-army")
FILE = Path("config") / "terracotta-army-board.toml"
START = "start terracotta-army --seed 1"
SMALLER = "columns = 7\n"

Desk = Callable[..., Ran]


@pytest.fixture
def desk(door: Door, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Commands with a configuration folder of its own; what is said once a run is said by each."""
    monkeypatch.setenv(user_values.VARIABLE, str(Path.cwd() / "config"))

    def run(line: str, *typed: str, code: int = 0) -> Ran:
        user_values._say_once.cache_clear()
        return door(line, code=code, typed=typed)

    return run


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
    user_values.keep(TERRACOTTA, SMALLER)
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


def test_the_printed_file_counts_for_every_command_once_it_lies_in_the_folder(desk: Desk) -> None:
    FILE.parent.mkdir()
    desk("board terracotta-army -o config")
    FILE.write_text(FILE.read_text().replace("#columns = 9", "columns = 7"))
    assert desk(START).data["board"] == {"columns": 7}


def test_a_file_that_is_named_and_a_position_that_has_values_go_before_kept_ones(desk: Desk) -> None:
    user_values.keep(TERRACOTTA, SMALLER)
    Path("mine.toml").write_text("musician_lead = 3")
    ran = desk(f"{START} --components mine.toml")
    assert ran.err == "" and ran.data["board"] == {"musician_lead": 3}
    Path("own.json").write_text(ran.out)
    assert "  A   B   C   D   E   F   G   H   I" in desk("play terracotta-army own.json --roll", "quit").out


def test_values_are_forgotten(desk: Desk) -> None:
    assert desk("board terracotta-army --forget").says("board.forgotten.none", game="Terracotta Army")
    user_values.keep(TERRACOTTA, SMALLER)
    assert desk("board terracotta-army --forget").says("board.forgotten", game="Terracotta Army")
    assert desk(START).err == ""


@pytest.mark.parametrize("text", ["columns = 8", "columns = ", "\x00", "[[["])
def test_a_kept_file_that_is_broken_is_one_sentence(desk: Desk, text: str) -> None:
    FILE.parent.mkdir()
    FILE.write_text(text)
    for command in (START, "play terracotta-army"):
        err = desk(command, code=2).err
        assert err.splitlines()[-1].startswith("pencilwright: ") and "Traceback" not in err
    assert desk("board terracotta-army --forget").out


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="needs a folder that refuses")
def test_a_folder_that_cannot_be_written_is_one_sentence(desk: Desk) -> None:
    FILE.parent.mkdir(mode=stat.S_IRUSR | stat.S_IXUSR)
    with refused("file.unwritable", "output"):
        user_values.keep(TERRACOTTA, SMALLER)


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
