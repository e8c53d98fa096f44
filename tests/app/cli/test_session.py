"""Terracotta Army in one sitting at the terminal: choices by number, dice, taking back, keeping, the end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pencilwright.games.rng import Stream
from pencilwright.games.terracotta_army import example, notation, session, setup, transcript
from pencilwright.games.terracotta_army.state import start
from pencilwright.templates.phrases import width
from tests.app.doors import Door
from tests.refusals import pattern

CODE = setup.to_code(setup.draw("sitting"))
PLAY = f"play terracotta-army --code {CODE}"


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


@pytest.mark.parametrize(("language", "options"), [("en", "--roll"), ("ja", "")])
def test_a_whole_solo_game_from_a_file_of_answers(door: Door, language: str, options: str) -> None:
    lines, played = answers(CODE, rolls=bool(options))
    ran = door(f"{PLAY} --lang {language} {options}", typed=lines)
    assert transcript.parse(Path(f"output/terracotta-army-game-{CODE}.txt").read_text()).state == played.state
    you, him = played.state.human.score, played.state.him.score
    assert ran.says("terracotta.session.lost", language, you=you, him=him, n=him - you)
    assert max(width(line) for line in ran.out.splitlines() if "pencilwright " not in line) <= 100
    assert not ran.says("session.no_pick", language)


@pytest.mark.parametrize("players", [2, 4])
def test_players_keep_a_game_with_their_names(door: Door, players: int) -> None:
    code = setup.to_code(setup.draw("several", players=players))
    lines, played = answers(code, rolls=True)
    view = door(f"play terracotta-army --code {code} --player Ana,Ben -o game.txt", typed=lines).out
    stored = transcript.parse(Path("game.txt").read_text())
    assert {player.name for player in stored.state.players} >= {"Ana", "Ben"}
    points = [player.score for player in played.state.players]
    assert [player.score for player in stored.state.players] == points
    assert re.search(r"wins( by \d+\.|: of equal points)", view) and "Ana>" in view
    assert view.count("turn order: ") == 5


def test_a_stopped_game_goes_on_and_ends_as_the_whole_one(door: Door) -> None:
    lines, played = answers(CODE, rolls=True)
    stop = [*lines[:40], "quit"]
    assert door(f"{PLAY} --roll -o game.txt", typed=stop).says("sitting.kept", file="game.txt")
    stored = transcript.parse(Path("game.txt").read_text())
    typed, sitting = 0, session.opened(transcript.begin(stored.begin))
    while len(sitting.turns) < len(stored.turns) and sitting.prompt is not None:
        if sitting.prompt.dice is None:
            sitting.answer(lines[typed])
            typed += 1
        else:
            sitting.roll()
    assert 0 < typed <= 40
    door("play game.txt --roll", typed=lines[typed:])
    assert transcript.parse(Path("game.txt").read_text()).state == played.state


def test_taking_back_is_shown_and_leads_to_the_same_dice(door: Door) -> None:
    view = door(PLAY, typed=["", "undo", "", "undo", "undo", "quit"]).out
    first, second = re.findall(r"Rolled: (\d \d)", view)[:2]
    assert first == second and view.count("Taken back.") >= 2
    assert door(PLAY, typed=["undo"]).says("sitting.back.none")


def test_help_hint_and_table_do_not_end_the_turn(door: Door) -> None:
    play = "play terracotta-army army-yours.json"
    ran = door(play, typed=["help", "hint", "table", "nonsense", "quit"])
    assert ran.says("session.no_pick", text="nonsense", keys="1, 2, 3")
    assert ran.out.count("Mausoleum") >= 2 and "--top 0" not in ran.out
    for key in ("sitting.help.undo", "sitting.not_kept", "answer.more.by"):
        assert ran.says(key), key
    assert not door(play, typed=["hint all", "quit"]).says("answer.more.by")


def test_a_turn_begins_with_the_table_and_one_heading_however_often_it_asks(door: Door) -> None:
    ran = door(PLAY, typed=["7", "hint", "", ""])
    assert ran.says("session.no_roll", text="'7'", first="1 1", last="6 6")
    assert ran.says("sitting.no_hint"), "where nobody asks"
    assert 0 < ran.out.index("Mausoleum") < ran.out.index("--- the chancellor")
    assert ran.out.count("Rolled: ") >= 1 and ran.out.count("--- the chancellor") == 1
    ran = door(PLAY, typed=["quit"])
    assert ran.says("sitting.not_kept") and ran.written == ()


def test_a_position_in_lines_begins_a_game_and_its_transcript_goes_on(door: Door) -> None:
    Path("position.txt").write_text(notation.to_text(example.example("2", 1, his_turn=True)))
    door("play terracotta-army position.txt --roll -o game.txt", typed=["", *["12"] * 3, "quit"])
    text = Path("game.txt").read_text()
    assert "\nposition {" in text and "\nP dice " in text
    assert door("play terracotta-army game.txt", typed=["quit"]).says("sitting.kept", file="game.txt")
    Path("broken.txt").write_text(f"setup {CODE}\nhello\n")
    assert "line 2: " in door.refused("play broken.txt").err


def test_the_spaces_to_pick_from_stand_between_the_inspectors(door: Door) -> None:
    text = ""
    for seed in range(10):
        lines, _ = answers(CODE, rolls=True, seed=str(seed))
        text += door(f"{PLAY} --roll -o game.txt", typed=lines).out
        if "face?" in text:
            break
    asked = pattern("terracotta.session.ask.cell", piece="@").replace("@", r"\w+")
    grids = re.findall(asked + r"\n((?:  [> ] .*\n){7})( *\^)\n", text)
    assert grids and all(len(re.findall("^  >", grid, re.M)) == 1 for grid, _ in grids)
    asked = pattern("terracotta.session.ask.direction", piece="#", space="@").replace(r"\#", r"[\w ]+")
    assert re.search(asked.replace("@", "[A-I][1-7]"), text)
