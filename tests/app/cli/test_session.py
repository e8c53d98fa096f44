"""Terracotta Army in one sitting at the terminal: choices by number, dice, taking back, keeping, the end."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from pencilwright.app.cli.main import run
from pencilwright.games.rng import Stream
from pencilwright.games.terracotta_army import example, notation, session, setup, transcript
from pencilwright.games.terracotta_army.reading import to_json
from pencilwright.games.terracotta_army.state import start
from pencilwright.templates.phrases import width
from tests.refusals import says

CODE = setup.to_code(setup.draw("sitting"))


class Terminal:
    """Runs the command with lines typed at its prompt."""

    def __init__(self, patch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self.patch, self.capsys, self.folder = patch, capsys, folder
        patch.chdir(folder)

    def play(self, lines: list[str], *arguments: str, code: int = 0) -> str:
        """Return what was shown."""
        self.patch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert run(["play", *arguments]) == code
        view = self.capsys.readouterr()
        return view.out + view.err


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Terminal:
    return Terminal(monkeypatch, capsys, tmp_path)


def answers(code: str, *, rolls: bool, seed: str = "answers") -> tuple[list[str], session.Session]:
    """Lines that play a whole game of random choices, and that game."""
    sitting = session.opened(transcript.begin(start(setup.from_code(code))))
    stream, lines = Stream.from_seed(seed), []
    while sitting.prompt is not None:
        if sitting.prompt.dice is None:
            lines.append(sitting.prompt.picks[stream.below(len(sitting.prompt.picks))].key)
            sitting.answer(lines[-1])
        else:
            sitting.roll()
            lines += [] if rolls else [""]
    return lines, sitting


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("rolls", [True, False])
def test_a_whole_solo_game_from_a_file_of_answers(terminal: Terminal, language: str, rolls: bool) -> None:
    lines, played = answers(CODE, rolls=rolls)
    options = ["--roll"] if rolls else []
    view = terminal.play(lines, "terracotta-army", "--code", CODE, "--lang", language, *options)
    path = terminal.folder / "output" / f"terracotta-army-game-{CODE}.txt"
    assert transcript.parse(path.read_text()).state == played.state
    you, him = played.state.human.score, played.state.him.score
    end = f"You {you}, the chancellor {him}: you lose by {him - you}."
    assert (end if language == "en" else f"あなた{you}点、宰相{him}点：{him - you}点差") in view
    assert max(width(line) for line in view.splitlines() if "pencilwright " not in line) <= 100
    assert "unknown choice" not in view


@pytest.mark.parametrize("players", [2, 4])
def test_players_keep_a_game_with_their_names(terminal: Terminal, players: int) -> None:
    code = setup.to_code(setup.draw("several", players=players))
    lines, played = answers(code, rolls=True)
    view = terminal.play(lines, "terracotta-army", "--code", code, "--player", "Ana,Ben", "-o", "game.txt")
    stored = transcript.parse((terminal.folder / "game.txt").read_text())
    assert {player.name for player in stored.state.players} >= {"Ana", "Ben"}
    assert [player.score for player in stored.state.players] == [
        player.score for player in played.state.players
    ]
    assert re.search(r"wins( by \d+\.|: of equal points)", view) and "Ana>" in view
    assert view.count("turn order: ") == 5


def test_a_stopped_game_goes_on_and_ends_as_the_whole_one(terminal: Terminal) -> None:
    lines, played = answers(CODE, rolls=True)
    view = terminal.play([*lines[:40], "quit"], "terracotta-army", "--code", CODE, "--roll", "-o", "game.txt")
    assert "continue with: pencilwright play game.txt" in view
    stored = transcript.parse((terminal.folder / "game.txt").read_text())
    typed, sitting = 0, session.opened(transcript.begin(stored.begin))
    while len(sitting.turns) < len(stored.turns) and sitting.prompt is not None:
        if sitting.prompt.dice is None:
            sitting.answer(lines[typed])
            typed += 1
        else:
            sitting.roll()
    assert 0 < typed <= 40
    terminal.play(lines[typed:], "game.txt", "--roll")
    assert transcript.parse((terminal.folder / "game.txt").read_text()).state == played.state


def test_taking_back_is_shown_and_leads_to_the_same_dice(terminal: Terminal) -> None:
    view = terminal.play(["", "undo", "", "undo", "undo", "quit"], "terracotta-army", "--code", CODE)
    first, second = re.findall(r"Rolled: (\d \d)", view)[:2]
    assert first == second and view.count("Taken back.") >= 2
    assert says(terminal.play(["undo"], "terracotta-army", "--code", CODE), "sitting.back.none")


def test_help_hint_and_table_do_not_end_the_turn(terminal: Terminal) -> None:
    position = terminal.folder / "position.json"
    position.write_bytes(to_json(example.example("1", 5)))
    view = terminal.play(["help", "hint", "table", "nonsense", "quit"], "terracotta-army", str(position))
    assert says(view, "sitting.help.undo")
    assert "unknown choice 'nonsense'; choose one of these: 1, 2, 3" in view
    assert view.count("Mausoleum") >= 2
    assert says(view, "sitting.not_kept.position")
    assert says(view, "answer.more.by") and "--top 0" not in view
    assert "shows all" not in terminal.play(["hint all", "quit"], "terracotta-army", str(position))


def test_where_nobody_asks_there_is_no_hint(terminal: Terminal) -> None:
    view = terminal.play(["hint", "quit"], "terracotta-army", "--code", CODE)
    assert says(view, "sitting.no_hint")
    assert says(view, "sitting.not_kept")
    assert not list(terminal.folder.glob("output/*.txt"))


def test_a_position_in_lines_begins_a_game_and_its_transcript_goes_on(terminal: Terminal) -> None:
    position = terminal.folder / "position.txt"
    position.write_text(notation.to_text(example.example("2", 1, his_turn=True)))
    terminal.play(["", *["12"] * 3, "quit"], "terracotta-army", str(position), "--roll", "-o", "game.txt")
    text = (terminal.folder / "game.txt").read_text()
    assert "\nposition {" in text and "\nP dice " in text
    view = terminal.play(["quit"], "terracotta-army", "game.txt")
    assert "continue with: pencilwright play game.txt" in view


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["terracotta-army", "nowhere.json"], "there is no file"),
        (["terracotta-army", "game.txt", "--seed", "1"], "--resume has its own setup"),
        (["terracotta-army", "game.txt", "--resume", "game.txt"], "give one file"),
        (["game.txt", "--resume", "game.txt"], "give one file"),
        (["troyes-dice", "game.txt"], "is a game of Terracotta Army, not of Troyes Dice"),
        (["troyes-dice", "position.json"], "is a game of Terracotta Army, not of Troyes Dice"),
        (["terracotta-army", "position.json", "--players", "2"], "a position has its own setup"),
        (["terracotta-army", "position.json", "-o", "-"], "so -o needs a file"),
        (["terracotta-army", "--player", "Ana,Ben"], "2 names are given and 1 person plays"),
        (["terracotta-army", "--time", "1s"], "No such option"),
        (["terracotta-army", "--advice-seed", "1"], "No such option"),
        (["broken.txt"], "line 2: "),
    ],
)
def test_what_cannot_be_is_one_sentence(terminal: Terminal, arguments: list[str], message: str) -> None:
    game = session.opened(transcript.begin(start(setup.from_code(CODE))))
    game.roll()
    while game.prompt is not None and game.prompt.dice is not None:
        game.roll()
    (terminal.folder / "game.txt").write_text(transcript.to_text(session.record_of(game)))
    (terminal.folder / "broken.txt").write_text(f"setup {CODE}\nhello\n")
    (terminal.folder / "position.json").write_bytes(to_json(example.example("1", 2)))
    view = terminal.play([], *arguments, code=2)
    assert message in view and "Traceback" not in view


def test_who_begins_with_dice_sees_the_table_first(terminal: Terminal) -> None:
    view = terminal.play([], "terracotta-army", "--code", CODE)
    assert 0 < view.index("Mausoleum") < view.index("--- the chancellor")


def test_a_turn_has_one_heading_however_often_it_asks(terminal: Terminal) -> None:
    view = terminal.play([""] * 3, "terracotta-army", "--code", CODE)
    assert view.count("Rolled: ") >= 1 and view.count("--- the chancellor") == 1


def test_what_is_no_roll_is_refused_in_one_line(terminal: Terminal) -> None:
    view = terminal.play(["7"], "terracotta-army", "--code", CODE)
    assert says(view, "session.no_roll", text="'7'", first="1 1", last="6 6")


def test_the_spaces_to_pick_from_stand_between_the_inspectors(terminal: Terminal) -> None:
    text = ""
    for seed in range(10):
        lines, _ = answers(CODE, rolls=True, seed=str(seed))
        text += terminal.play(lines, "terracotta-army", "--code", CODE, "--roll", "-o", "game.txt")
        if "face?" in text:
            break
    grids = re.findall(r"Where does the \w+ go\?\n((?:  [> ] .*\n){7})( *\^)\n", text)
    assert grids and all(len(re.findall("^  >", grid, re.M)) == 1 for grid, _ in grids)
    assert re.search(r"Which way does the [\w ]+ at [A-I][1-7] face\?", text)
