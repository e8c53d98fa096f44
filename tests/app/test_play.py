"""A game in the terminal: moves as text and by number, hints, stopping and going on, and its end."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from pencilwright.app.cli import run
from pencilwright.games.troyes_dice import rules, setup, transcript
from pencilwright.games.troyes_dice.transcript import Transcript

CODE = setup.to_code(setup.draw("play"))


class Terminal:
    """Runs the command with lines typed at its prompt."""

    def __init__(self, patch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self.patch, self.capsys, self.folder = patch, capsys, folder

    def play(self, lines: list[str], *options: str, code: int = 0) -> str:
        """Return what was shown; the game is played with hardly any thinking."""
        self.patch.chdir(self.folder)
        self.patch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert run(["play", "troyes-dice", "--time", "1ms", *options]) == code
        shown = self.capsys.readouterr()
        return shown.out + shown.err


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Terminal:
    return Terminal(monkeypatch, capsys, tmp_path)


def first_moves(count: int) -> tuple[Transcript, list[str]]:
    """Return the game of the first legal move of each half-day, and the lines that play it."""
    game, lines = transcript.begin(setup.from_code(CODE)), []
    for roll in transcript.fair_rolls(CODE)[:count]:
        sheet, table = game.rolled(roll)
        move = rules.legal_moves(sheet, table)[0]
        lines.append(rules.notation(sheet, table, move))
        game = game.played(roll, move)
    return game, lines


def test_a_game_is_played_to_its_end_and_written_down(terminal: Terminal) -> None:
    game, lines = first_moves(16)
    shown = terminal.play(lines, "--code", CODE, "--player", "Ana")
    written = terminal.folder / "output" / f"troyes-dice-game-{CODE}.txt"
    assert transcript.parse(written.read_text()) == game._replace(player="Ana")
    score = rules.final_score(game.turns[-1].after)
    assert (
        f"You {score}, adviser " in shown and f"pencilwright review {Path('output') / written.name}" in shown
    )
    assert shown.count("Adviser: ") == 16
    assert shown.count("move> ") == 16


def test_a_stopped_game_goes_on_where_it_was(terminal: Terminal) -> None:
    game, lines = first_moves(16)
    shown = terminal.play([*lines[:3], "quit"], "--code", CODE)
    path = f"output/troyes-dice-game-{CODE}.txt"
    assert f"--resume {path}" in shown
    assert transcript.parse((terminal.folder / path).read_text()).turns == game.turns[:3]
    shown = terminal.play(lines[3:], "--resume", path)
    assert "--- 2pm" in shown and "--- 2am" not in shown
    assert transcript.parse((terminal.folder / path).read_text()) == game


def test_the_end_of_the_input_keeps_the_game(terminal: Terminal) -> None:
    _, lines = first_moves(2)
    assert "The game is kept in" in terminal.play(lines, "--code", CODE)


def test_a_new_game_never_writes_over_another(terminal: Terminal) -> None:
    _, lines = first_moves(1)
    terminal.play(lines, "--code", CODE)
    terminal.play(lines, "--code", CODE)
    names = sorted(path.name for path in (terminal.folder / "output").iterdir())
    assert names == [f"troyes-dice-game-{CODE}-2.txt", f"troyes-dice-game-{CODE}.txt"]


def test_moves_are_listed_and_taken_by_number(terminal: Terminal) -> None:
    shown = terminal.play(["7", "moves public", "1", "quit"], "--code", CODE)
    assert "no move has this number" in shown
    game = transcript.begin(setup.from_code(CODE))
    sheet, table = game.rolled(transcript.fair_rolls(CODE)[0])
    listed = [
        move for move in rules.legal_moves(sheet, table) if "public" in rules.notation(sheet, table, move)
    ]
    assert f"{len(listed):>4}  {rules.notation(sheet, table, listed[-1])}: " in shown
    written = (terminal.folder / "output" / f"troyes-dice-game-{CODE}.txt").read_text()
    assert transcript.parse(written).turns[0].move == listed[0]


def test_help_hints_and_wrong_lines_do_not_end_the_game(terminal: Terminal) -> None:
    shown = terminal.play(["help", "hint", "sheet", "moves zzz", "castle 3", "", "quit"], "--code", CODE)
    assert "hint                what the adviser would do" in shown
    assert "no legal move has these words" in shown
    assert shown.count("at hand") == 2
    assert "help shows how to give a move" in shown.split("castle")[0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--resume", "nowhere.txt"], "there is no file 'nowhere.txt'"),
        (["--resume", "game.txt", "--seed", "1"], "--resume goes on with its own setup"),
        (["--resume", "game.txt"], "its first line must be"),
        (["--resume", "other-dice.txt"], "the dice of 1am are not those of the share code"),
        (["-o", "-"], "give -o a file"),
        (["--time", "soon"], "is no time above 0"),
        (["--player", "x" * 300], "sheet.player has"),
    ],
)
def test_what_cannot_be_is_one_sentence(terminal: Terminal, options: list[str], message: str) -> None:
    (terminal.folder / "game.txt").write_text("hello\n")
    game = transcript.begin(setup.from_code(CODE))
    roll = next(roll for roll in ((1, 1, 1, 1), (6, 6, 6, 6)) if roll != transcript.fair_rolls(CODE)[0])
    other = game.played(roll, rules.legal_moves(*game.rolled(roll))[0])
    (terminal.folder / "other-dice.txt").write_text(transcript.to_text(other))
    shown = terminal.play([], *options, code=2)
    assert message in shown and "Traceback" not in shown


def test_a_game_that_is_not_played_here_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "terracotta-army"]) == 2
    assert "Terracotta Army is not played in the terminal" in capsys.readouterr().err
