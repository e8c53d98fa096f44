"""Advice, games in the terminal and reviews in Japanese: nothing is left in English but what is typed."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from pencilwright.app.cli import run
from pencilwright.games.troyes_dice import reading, rules, setup, transcript, wording
from pencilwright.games.troyes_dice.example import example
from pencilwright.solver.troyes_dice.carrying import NOT_WEIGHED
from pencilwright.templates.phrases import Phrase, say
from tests.spoken import english_in

CODE = setup.to_code(setup.draw("play", expansion=True))
TYPED = (
    CODE,
    "gain prestige public fallback CP-SAT advice game.txt pencilwright review moves hint sheet quit",
)


def english(text: str) -> list[str]:
    """Runs of Latin letters in a text that are no notation, no option and nothing that is typed."""
    plain = re.sub(r"(?<!\w)--[a-z-]+|\b[a-z_]+[1-6]\b|\b(red|yellow|white)\b", " ", text)
    return english_in(plain, *TYPED)


def told(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    """Return what a command says in Japanese."""
    assert run([*arguments, "--lang", "ja"]) == code
    shown = capsys.readouterr()
    return shown.out + shown.err


@pytest.mark.parametrize(("left", "rolls", "options"), [
    (2, 2, ()), (2, 1, ()), (2, 1, ("--target", "50")), (5, 1, ()), (12, 1, ()), (12, 1, ("--target", "50"))
])  # fmt: skip
def test_advice_is_told_in_japanese(
    left: int, rolls: int, options: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(reading.to_json(example("japanese", left, rolls=rolls)))
    limit = ["--time", "20ms"] if rolls == 1 else []
    shown = told(capsys, "advise", str(path), *limit, *options)
    assert "最善" in shown and not english(shown)
    assert run(["advise", str(path), "--json", "--lang", "ja", *limit, *options]) == 0
    for move in json.loads(capsys.readouterr().out)["moves"][:9]:
        assert not english(move["text"]) and move["text_phrase"]["key"].startswith("troyes.")


def test_a_game_and_its_review_are_told_in_japanese(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = ["help", "hint", "moves zzz", "99", "castle", "moves gain", "1", "quit"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    begin = ["play", "troyes-dice", "--code", CODE, "--time", "1ms", "-o", "game.txt"]
    shown = told(capsys, *begin)
    assert shown.count("手> ") == len(lines) and not english(shown.replace("castle", "").replace("WORDS", ""))
    game = transcript.parse(Path("game.txt").read_text())
    for roll in transcript.fair_rolls(CODE)[1:]:
        game = game.played(roll, rules.legal_moves(*game.rolled(roll))[-1])
    Path("game.txt").write_text(transcript.to_text(game))
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    over = told(capsys, "play", "troyes-dice", "--time", "1ms", "--resume", "game.txt")
    assert "助言役の勝ちです" in over and not english(over)
    reviewed = told(capsys, "review", "game.txt", "--time", "20ms")
    assert "最も損の大きい判断：" in reviewed and not english(reviewed)


def test_a_move_is_typed_as_it_is_told_in_japanese(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    game = transcript.begin(setup.from_code(CODE))
    roll = transcript.fair_rolls(CODE)[0]
    sheet, table = game.rolled(roll)
    move = rules.legal_moves(sheet, table)[7]
    sentence = say(wording.describe(sheet, table, move), "ja")
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{sentence}\nquit\n"))
    told(capsys, "play", "troyes-dice", "--code", CODE, "--time", "1ms", "-o", "game.txt")
    written = transcript.parse(Path("game.txt").read_text())
    assert [turn.after for turn in written.turns] == [rules.play(sheet, table, move)]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--target", "50"),
        ("--at", "8pm"),
        ("--dice", "b3 1 5 6", "--proof"),
        ("--dice", "b3 1 5 6", "--then", "b1 1 1 1"),
    ],
)
def test_a_refusal_is_told_in_japanese(
    arguments: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    left = 8 if "--dice" in arguments else 1
    path.write_bytes(reading.to_json(example("japanese", left, rolls=1)))
    shown = told(capsys, "advise", str(path), *arguments, code=2)
    assert shown.count("\n") == 1 and not english(shown.replace("8pm", ""))


@pytest.mark.parametrize(
    "content",
    ["", "hello", f"setup {CODE}", f"setup {CODE}\n1am b1 2 3 4", "#" * 2_000_000],
)
def test_what_is_no_game_is_refused_in_japanese(
    content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.txt").write_text(content)
    assert not english(told(capsys, "review", "game.txt", code=2))


def test_what_a_plan_leaves_out_is_a_phrase() -> None:
    assert isinstance(NOT_WEIGHED, Phrase) and not english_in(NOT_WEIGHED)
