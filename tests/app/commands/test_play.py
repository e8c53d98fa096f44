"""A game in the terminal: moves as text and by number, hints, stopping and going on, and its end."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from pencilwright.app.cli.main import run
from pencilwright.games.troyes_dice import reading, session, setup
from pencilwright.games.troyes_dice.play import move_text, rules, transcript
from pencilwright.games.troyes_dice.play.transcript import Transcript
from pencilwright.solver.troyes_dice import carry_out
from tests.app.answers.test_advice_japanese import english
from tests.refusals import says

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
        assert run(["play", "troyes-dice", "--roll", "--time", "1ms", *options]) == code
        view = self.capsys.readouterr()
        return view.out + view.err


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
    view = terminal.play(lines, "--code", CODE, "--player", "Ana")
    written = terminal.folder / "output" / f"troyes-dice-game-{CODE}.txt"
    assert transcript.parse(written.read_text()) == game._replace(player="Ana")
    score = rules.final_score(game.turns[-1].after)
    assert f"You {score}, adviser " in view
    assert says(" ".join(view.split()), "sitting.end")
    proposed = re.findall(r"Adviser: (.*?) \(expects [0-9.]+\)", " ".join(view.split()))
    assert len(proposed) == 16
    other = transcript.begin(setup.from_code(CODE))
    for roll, line in zip(transcript.fair_rolls(CODE), proposed, strict=True):
        sheet, table = other.rolled(roll)
        other = other.played(roll, move_text.parse_move(line, sheet, table))
    assert f"adviser {rules.final_score(other.turns[-1].after)}: " in view
    over = terminal.play([], "--resume", str(written), "--lang", "ja")
    assert "助言役の勝ちです" in over and not english(over.replace(str(written), ""))


@pytest.mark.slow
def test_a_stopped_game_goes_on_where_it_was(terminal: Terminal) -> None:
    game, lines = first_moves(16)
    view = terminal.play([*lines[:3], "quit"], "--code", CODE)
    path = f"output/troyes-dice-game-{CODE}.txt"
    assert f"pencilwright play {path}" in " ".join(view.split())
    assert transcript.parse((terminal.folder / path).read_text()).turns == game.turns[:3]
    view = terminal.play(lines[3:], "--resume", path)
    assert "--- 2pm" in view and "--- 2am" not in view
    assert transcript.parse((terminal.folder / path).read_text()) == game


def test_the_end_of_the_input_keeps_the_game(terminal: Terminal) -> None:
    _, lines = first_moves(2)
    assert says(terminal.play(lines, "--code", CODE), "sitting.kept.part")


def test_a_new_game_never_writes_over_another(terminal: Terminal) -> None:
    _, lines = first_moves(1)
    terminal.play(lines, "--code", CODE)
    terminal.play(lines, "--code", CODE)
    names = sorted(path.name for path in (terminal.folder / "output").iterdir())
    assert names == [f"troyes-dice-game-{CODE}-2.txt", f"troyes-dice-game-{CODE}.txt"]


def test_a_move_is_taken_part_by_part_by_number(terminal: Terminal) -> None:
    view = terminal.play(["7", "1", "1", "quit"], "--code", CODE)
    assert says(view, "troyes.refused.sentence")
    written = (terminal.folder / "output" / f"troyes-dice-game-{CODE}.txt").read_text()
    begun = session.opened(transcript.begin(setup.from_code(CODE)))
    begun.roll()
    while not begun.turns:
        assert begun.prompt is not None
        begun.answer(begun.prompt.picks[0].key)
    assert transcript.parse(written) == session.record_of(begun)


def test_help_hints_and_wrong_lines_do_not_end_the_game(terminal: Terminal) -> None:
    view = terminal.play(["help", "hint", "table", "castle 3", "", "quit"], "--code", CODE)
    assert says(view, "sitting.help.hint")
    assert says(view, "troyes.refused.sentence")
    assert view.count("at hand") == 3


def test_dice_are_typed_as_they_lie_or_rolled(terminal: Terminal) -> None:
    lines = ["play", "troyes-dice", "--time", "1ms", "--code", CODE]
    terminal.patch.chdir(terminal.folder)
    terminal.patch.setattr("sys.stdin", io.StringIO("b3 1 1 5\nundo\nb9\n\nquit\n"))
    assert run(lines) == 0
    view = terminal.capsys.readouterr().out
    assert "'b9' is not a roll" in view and view.count("Rolled: ") == 1 and says(view, "troyes.die.black")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--resume", "nowhere.txt"], "there is no file 'nowhere.txt'"),
        (["--resume", "game.txt", "--seed", "1"], "--resume has its own setup"),
        (["--resume", "game.txt"], "its first line must be"),
        (["-o", "-"], "so -o needs a file"),
        (["--time", "soon"], "is not a time above 0"),
        (["--player", "x" * 300], "sheet.player has"),
    ],
)
def test_what_cannot_be_is_one_sentence(terminal: Terminal, options: list[str], message: str) -> None:
    (terminal.folder / "game.txt").write_text("hello\n")
    view = terminal.play([], *options, code=2)
    assert message in view and "Traceback" not in view


def test_what_the_adviser_proposes_is_carried_out_before_it_is_shown(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    carried = []
    proved = carry_out.move_of
    monkeypatch.setattr(carry_out, "move_of", lambda *given: carried.append(given) or proved(*given))
    _, lines = first_moves(1)
    terminal.play(lines, "--code", CODE)
    assert len(carried) == 1
    assert all(list(given[4]) == rules.apply_action(given[1], given[2], given[3]) for given in carried)


@pytest.mark.slow
def test_a_hint_is_what_advise_says_of_the_same_position(terminal: Terminal) -> None:
    _, lines = first_moves(14)
    view = terminal.play([*lines, "hint", "quit"], "--code", CODE)
    hint = view.split("--- 8am")[1]
    record = transcript.begin(setup.from_code(CODE))
    for roll, line in zip(transcript.fair_rolls(CODE), lines, strict=False):
        record = record.played(roll, record.parse_move(line, roll))
    dice = transcript.dice_in_words(transcript.fair_rolls(CODE)[14])
    (terminal.folder / "position.json").write_bytes(reading.to_json(record.state()))
    assert run(["advise", "position.json", "--dice", dice, "--top", "3"]) == 0
    text = terminal.capsys.readouterr().out.replace("--top 0", "hint all")
    paragraphs = [part for part in text.strip().split("\n\n") if not part.startswith("The raid")]
    assert len(paragraphs) > 2 and [part for part in paragraphs if part not in hint] == []


def test_quitting_before_the_first_move_speaks_of_no_file(terminal: Terminal) -> None:
    for target in ([], ["-o", "game.txt"]):
        view = terminal.play(["quit"], "--code", CODE, *target)
        assert says(" ".join(view.split()), "sitting.not_kept")
        assert ".txt" not in view
    assert not (terminal.folder / "game.txt").exists()


def test_a_resumed_game_of_no_turn_has_nothing_to_keep(terminal: Terminal) -> None:
    (terminal.folder / "game.txt").write_text(f"setup {CODE}\n")
    view = terminal.play(["quit"], "--resume", "game.txt")
    assert says(" ".join(view.split()), "sitting.not_kept")


def test_a_half_day_shows_the_wheel_to_come_the_links_and_what_its_tiles_do(terminal: Terminal) -> None:
    code = setup.to_code(setup.draw("play", expansion=True))
    view = terminal.play(["quit"], "--code", code)
    assert "\nto come " in view and "\n  1pm " in view and "\n  2pm " in view
    assert "\nlinks       fortress 1+2: 1 red citizen" in view
    assert sum(line.startswith("tile ") and "feast: " in line for line in view.splitlines()) == 2 * 3
