"""A game in the terminal: moves as text and by number, hints, stopping and going on, and its end."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from pencilwright.app.cli import run
from pencilwright.games.troyes_dice import setup
from pencilwright.games.troyes_dice.play import move_text, rules, transcript
from pencilwright.games.troyes_dice.play.transcript import Transcript
from pencilwright.solver.troyes_dice import carrying
from tests.app.test_advice_japanese import english

pytestmark = pytest.mark.usefixtures("kept_moves")

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
        move = rules.legal_actions(sheet, table)[0]
        lines.append(move_text.notation(sheet, table, move))
        game = game.played(roll, move)
    return game, lines


@pytest.mark.slow
def test_a_game_is_played_to_its_end_and_written_down(terminal: Terminal) -> None:
    game, lines = first_moves(16)
    shown = terminal.play(lines, "--code", CODE, "--player", "Ana")
    written = terminal.folder / "output" / f"troyes-dice-game-{CODE}.txt"
    assert transcript.parse(written.read_text()) == game._replace(player="Ana")
    score = rules.final_score(game.turns[-1].after)
    assert (
        f"You {score}, adviser " in shown and f"pencilwright review {Path('output') / written.name}" in shown
    )
    proposed = [line for line in shown.split("\n") if "Adviser: " in line]
    assert len(proposed) == 16
    other = transcript.begin(setup.from_code(CODE))
    for roll, line in zip(transcript.fair_rolls(CODE), proposed, strict=True):
        sheet, table = other.rolled(roll)
        told = line.partition("Adviser: ")[2].rpartition(" (expects ")[0]
        other = other.played(roll, move_text.parse_move(told, sheet, table))
    assert f"adviser {rules.final_score(other.turns[-1].after)}: " in shown
    assert shown.count("move> ") == 16
    over = terminal.play([], "--resume", str(written), "--lang", "ja")
    assert "助言役の勝ちです" in over and not english(over.replace(str(written), ""))


@pytest.mark.slow
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
        move
        for move in rules.legal_actions(sheet, table)
        if "public" in move_text.notation(sheet, table, move)
    ]
    last = move_text.notation(sheet, table, listed[-1]), str(move_text.describe(sheet, table, listed[-1]))
    assert (str(len(listed)), *last) in [tuple(re.split("  +", row.strip())) for row in shown.splitlines()]
    written = (terminal.folder / "output" / f"troyes-dice-game-{CODE}.txt").read_text()
    assert transcript.parse(written).turns[0].move == listed[0]


def test_help_hints_and_wrong_lines_do_not_end_the_game(terminal: Terminal) -> None:
    shown = terminal.play(["help", "hint", "sheet", "moves zzz", "castle 3", "", "quit"], "--code", CODE)
    assert "hint                the adviser's best moves" in shown
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
    other = game.played(roll, rules.legal_actions(*game.rolled(roll))[0])
    (terminal.folder / "other-dice.txt").write_text(transcript.to_text(other))
    shown = terminal.play([], *options, code=2)
    assert message in shown and "Traceback" not in shown


def test_a_game_that_is_not_played_here_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "tianxia"]) == 2
    assert "Tianxia is not played in the terminal" in capsys.readouterr().err


def test_a_hint_is_a_table_with_errors_in_the_order_of_its_values(terminal: Terminal) -> None:
    shown = terminal.play(["hint", "quit"], "--code", CODE)
    lines = shown.replace("move> ", "").splitlines()
    head = next(
        at
        for at, line in enumerate(lines)
        if line.split() == ["expected", "error", "loss", "notation", "move"]
    )
    rows = [line.split() for line in lines[head + 2 : head + 5]]
    values = [float(row[0]) for row in rows]
    assert all(row[1].startswith("\u00b1") for row in rows)
    assert rows[0][2] == "best" and values == sorted(values, reverse=True)
    assert all(float(row[2]) <= 0 for row in rows[1:])
    assert "take the" in lines[head + 2] and "  s" in lines[head + 2]


@pytest.mark.slow
def test_hints_with_one_roll_to_come_are_exact_and_name_the_best_first(terminal: Terminal) -> None:
    _, lines = first_moves(14)
    shown = terminal.play([*lines, "hint", "quit"], "--code", CODE)
    listed = shown.replace("move> ", "").split("--- 8am")[1].splitlines()
    head = next(
        at for at, line in enumerate(listed) if line.split() == ["expected", "loss", "notation", "move"]
    )
    values = [float(line.split()[0]) for line in listed[head + 2 : head + 5]]
    assert values == sorted(values, reverse=True)
    assert listed[head + 2].split()[1] == "best"


def test_what_the_adviser_proposes_is_carried_out_before_it_is_shown(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    carried = []
    proved = carrying.move_of
    monkeypatch.setattr(carrying, "move_of", lambda *given: carried.append(given) or proved(*given))
    _, lines = first_moves(1)
    terminal.play(["hint", *lines], "--code", CODE)
    assert len(carried) == 3 + 1
    assert all(list(given[4]) == rules.apply_action(given[1], given[2], given[3]) for given in carried)


def test_quitting_before_the_first_move_speaks_of_no_file(terminal: Terminal) -> None:
    for target in ([], ["-o", "game.txt"]):
        shown = terminal.play(["quit"], "--code", CODE, *target)
        assert f"Nothing was played, so nothing is kept; the same game begins with --code {CODE}" in shown
        assert ".txt" not in shown
    assert not (terminal.folder / "game.txt").exists()


def test_a_resumed_game_that_is_stopped_at_once_is_still_kept(terminal: Terminal) -> None:
    (terminal.folder / "game.txt").write_text(f"setup {CODE}\n")
    shown = terminal.play(["quit"], "--resume", "game.txt")
    assert "The game is kept in game.txt; go on with --resume game.txt" in shown


def test_a_half_day_shows_the_wheel_to_come_the_links_and_what_its_tiles_do(terminal: Terminal) -> None:
    code = setup.to_code(setup.draw("play", expansion=True))
    shown = terminal.play(["quit"], "--code", code)
    assert "\nto come " in shown and "\n  1pm " in shown and "\n  2pm " in shown
    assert "\nlinks       fortress 1+2: 1 red citizen" in shown
    assert sum(line.startswith("tile ") and "feast: " in line for line in shown.splitlines()) == 3
