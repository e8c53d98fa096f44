"""A person's own board: asked value by value, kept, used by every command, which says so, and forgotten."""

from __future__ import annotations

import io
import json
import os
import stat
import sys
import tomllib
from pathlib import Path

import pytest

from pencilwright.app import user_values
from pencilwright.app.cli.main import run
from pencilwright.games import GAMES, Game, game
from pencilwright.games.shared.own_values import joined, named, text_of, typed
from pencilwright.templates.phrases import ENGLISH, say, words
from tests.refusals import says

TERRACOTTA = game("terracotta-army")


class Desk:
    """Runs commands with a configuration folder of its own."""

    def __init__(self, patch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self.patch, self.capsys, self.folder = patch, capsys, folder
        patch.chdir(folder)
        patch.setenv(user_values.VARIABLE, str(folder / "config"))
        user_values._say_once.cache_clear()

    def run(self, *arguments: str, lines: tuple[str, ...] = (), code: int = 0) -> tuple[str, str]:
        """Return what is told on both streams."""
        self.patch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        user_values._say_once.cache_clear()
        assert run(list(arguments)) == code
        view = self.capsys.readouterr()
        return view.out, view.err

    @property
    def values(self) -> dict[str, object]:
        """What is kept of Terracotta Army."""
        return tomllib.loads((self.folder / "config" / "terracotta-army-board.toml").read_text())


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Desk:
    return Desk(monkeypatch, capsys, tmp_path)


def test_values_are_asked_in_order_and_kept_at_once(desk: Desk) -> None:
    ring = "7 8 2 10 6 9 5 8 3 10 6 9"
    summary, _ = desk.run(
        "board", "terracotta-army", "--ask", lines=("=", "2", "down", "C", "left", ring, "quit")
    )
    assert desk.values == {
        "columns": 9,
        "inspectors": {"row_start": 2, "row_forward": "down", "column_start": "C", "column_forward": "left"},
        "inner": [
            "upgrade", "build2", "coins3", "build4", "moisten", "build3",
            "clay4", "build2", "coins4", "build4", "moisten", "build3",
        ],
    }  # fmt: skip
    assert says(summary, "board.ask.kept", n=3, all=15) and "[4/15]" in summary and "[5/15]" not in summary


def test_enter_leaves_a_value_open_and_what_cannot_be_is_asked_again(desk: Desk) -> None:
    summary, _ = desk.run("board", "terracotta-army", "--ask", lines=("8", "7", "", "1 2 3", ""))
    assert desk.values == {"columns": 7}
    assert "columns: there is no '8'; choose 7, 9" in summary and not says(summary, "components.wrong")
    assert "must be a list with at least 12 entries" in summary


def test_all_values_of_every_game_can_be_confirmed_as_shown(desk: Desk) -> None:
    for known in GAMES.values():
        questions = known.own_values.value_lines()
        summary, _ = desk.run("board", known.id, "--ask", lines=("=",) * len(questions))
        parsed = known.own_values.load(user_values.text_of(known) or "")
        confirmed = {item.key for item in questions}
        assert confirmed and not confirmed & set(parsed.unverified), known.id
        assert f"{len(confirmed)} of {len(confirmed)} values" in summary


@pytest.mark.parametrize("known", GAMES.values(), ids=str)
def test_every_value_of_every_game_has_words_in_each_language(known: Game) -> None:
    for language in (ENGLISH, "ja"):
        for item in known.own_values.value_lines():
            assert f"own.{known.id}.{item.key}" in words(language)


@pytest.mark.parametrize("known", GAMES.values(), ids=str)
def test_every_unproven_value_has_a_name_for_notes_in_each_language(known: Game) -> None:
    keys = known.components.STANDARD.unverified
    for key, name in zip(keys, named(known.id, keys), strict=True):
        for language in (ENGLISH, "ja"):
            assert say(name, language) != key


def test_every_value_of_terracotta_army_has_words_and_a_drawing_in_each_language() -> None:
    for language in (ENGLISH, "ja"):
        for item in TERRACOTTA.own_values.value_lines():
            assert f"own.terracotta-army.{item.key}" in words(language)
            assert f"own.terracotta-army.{item.key}.where" in words(language)
            if item.in_table and not item.row.isdecimal():
                assert f"own.terracotta-army.{item.key}.{item.row}" in words(language)
    assert {entry.key for entry in TERRACOTTA.own_values.value_lines()} == set(
        TERRACOTTA.components.STANDARD.unverified
    )


def test_kept_values_are_used_by_every_command_which_says_so(desk: Desk) -> None:
    plain, text = desk.run("start", "terracotta-army", "--seed", "1")
    assert text == ""
    desk.run("board", "terracotta-army", "--ask", lines=("7", "quit"))
    for command in (("start", "terracotta-army", "--seed", "1"), ("setup", "terracotta-army", "--seed", "1")):
        _, text = desk.run(*command)
        assert text.startswith("using your own values of Terracotta Army: ") and text.count("\n") == 1
    state = json.loads(desk.run("start", "terracotta-army", "--seed", "1")[0])
    assert state["board"] == {"columns": 7} and len(state["grid"]) == 9
    (desk.folder / "plain.json").write_text(plain)
    scored, text = desk.run("chancellor", "plain.json", "--dice", "1,1")
    head = next(line for line in scored.splitlines() if line.split()[:2] == ["A", "B"])
    assert says(text, "kept.used") and head.split() == list("ABCDEFG")
    assert "columns" not in scored.partition("Depends on unverified")[2]
    coded = desk.run("setup", "terracotta-army", "--seed", "1", "--json")[0]
    assert "+" in json.loads(coded)["code"]
    assert desk.run("score", json.loads(coded)["code"])[1].count("using your own values") == 1


def test_a_file_that_is_named_and_a_position_that_has_values_go_before_kept_ones(desk: Desk) -> None:
    desk.run("board", "terracotta-army", "--ask", lines=("7", "quit"))
    Path("mine.toml").write_text("musician_lead = 3")
    summary, text = desk.run("start", "terracotta-army", "--seed", "1", "--components", "mine.toml")
    assert text == "" and json.loads(summary)["board"] == {"musician_lead": 3}
    Path("own.json").write_text(summary)
    summary, text = desk.run("play", "terracotta-army", "own.json", "--roll", lines=("quit",))
    assert "  A   B   C   D   E   F   G   H   I" in summary
    other, _ = desk.run("start", "troyes-dice", "--seed", "1")
    assert other


def test_values_are_forgotten(desk: Desk) -> None:
    assert says(
        desk.run("board", "terracotta-army", "--forget")[0], "board.forgotten.none", game="Terracotta Army"
    )
    desk.run("board", "terracotta-army", "--ask", lines=("7", "quit"))
    assert "are deleted" in desk.run("board", "terracotta-army", "--forget")[0]
    assert desk.run("start", "terracotta-army", "--seed", "1")[1] == ""


def test_asking_again_shows_what_was_told(desk: Desk) -> None:
    desk.run("board", "terracotta-army", "--ask", lines=("7", "3", "up", "B", "left", "quit"))
    summary, _ = desk.run("board", "terracotta-army", "--ask", lines=("=", "=", "=", "=", "=", "quit"))
    assert "shown: 7" in summary and "first row: 3" in summary and "down or up: up" in summary
    assert desk.values["inspectors"] == {
        "row_start": 3, "row_forward": "up", "column_start": "B", "column_forward": "left",
    }  # fmt: skip


@pytest.mark.parametrize("text", ["columns = 8", "columns = ", "\x00", "[[["])
def test_a_kept_file_that_is_broken_is_one_sentence(desk: Desk, text: str) -> None:
    (desk.folder / "config").mkdir()
    (desk.folder / "config" / "terracotta-army-board.toml").write_text(text)
    for command in (("start", "terracotta-army"), ("board", "terracotta-army", "--ask")):
        _, message = desk.run(*command, code=2)
        assert message.splitlines()[-1].startswith("pencilwright: ") and "Traceback" not in message
    assert desk.run("board", "terracotta-army", "--forget")[0]


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="needs a folder that refuses")
def test_a_folder_that_cannot_be_written_is_one_sentence(desk: Desk) -> None:
    desk.folder.joinpath("config").mkdir(mode=stat.S_IRUSR | stat.S_IXUSR)
    _, text = desk.run("board", "terracotta-army", "--ask", lines=("7",), code=2)
    assert "Traceback" not in text


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other folders")
def test_where_values_are_kept_follows_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(user_values.VARIABLE)
    monkeypatch.setenv("XDG_CONFIG_HOME", "/there")
    assert user_values.folder() == "/there/pencilwright"
    monkeypatch.delenv("XDG_CONFIG_HOME")
    assert user_values.folder() == str(Path.home() / ".config" / "pencilwright")


@pytest.mark.parametrize("known", GAMES.values(), ids=str)
def test_what_is_shown_reads_back_as_it_is_typed(known: Game) -> None:
    room = known.own_values
    lines: dict[str, list[object]] = {}
    for item in room.value_lines():
        text = " ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in item.value)
        lines.setdefault(item.key, []).append(typed(item, text))
    values = {
        key: joined([entry for entry in room.value_lines() if entry.key == key], line)
        for key, line in lines.items()
    }
    parsed = room.load(text_of(values))
    assert not set(values) & set(parsed.unverified)
