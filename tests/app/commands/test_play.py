"""A game in the terminal: moves as text and by number, hints, stopping and going on, and its end."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from pencilwright.games.troyes_dice import reading, session, setup
from pencilwright.games.troyes_dice.play import move_text, rules, transcript
from pencilwright.games.troyes_dice.play.transcript import Transcript
from pencilwright.solver.troyes_dice import carry_out
from tests.app.answers.test_advice_japanese import english
from tests.app.doors import Door, Ran

pytestmark = pytest.mark.usefixtures("kept_moves")

CODE = setup.to_code(setup.draw("play"))
GAME = Path("output") / f"troyes-dice-game-{CODE}.txt"
Play = Callable[..., Ran]


@pytest.fixture
def play(door: Door) -> Play:
    """The command with lines typed at its prompt; the game is played with hardly any thinking."""

    def run(lines: Sequence[str], options: str = f"--code {CODE}", code: int = 0) -> Ran:
        return door(f"play troyes-dice --roll --time 1ms {options}", typed=lines, code=code)

    return run


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
def test_a_game_is_played_to_its_end_and_written_down(play: Play) -> None:
    game, lines = first_moves(16)
    ran = play(lines, f"--code {CODE} --player Ana")
    assert transcript.parse(GAME.read_text()) == game._replace(player="Ana")
    assert f"You {rules.final_score(game.turns[-1].after)}, adviser " in ran.out and ran.says("sitting.end")
    proposed = re.findall(r"Adviser: (.*?) \(expects [0-9.]+\)", " ".join(ran.out.split()))
    assert len(proposed) == 16
    other = transcript.begin(setup.from_code(CODE))
    for roll, line in zip(transcript.fair_rolls(CODE), proposed, strict=True):
        sheet, table = other.rolled(roll)
        other = other.played(roll, move_text.parse_move(line, sheet, table))
    assert f"adviser {rules.final_score(other.turns[-1].after)}: " in ran.out
    over = play([], f"--resume {GAME} --lang ja").out
    assert "助言役の勝ちです" in over and not english(over.replace(str(GAME), ""))


@pytest.mark.slow
def test_a_stopped_game_goes_on_where_it_was(play: Play) -> None:
    game, lines = first_moves(16)
    assert f"pencilwright play {GAME}" in " ".join(play([*lines[:3], "quit"]).out.split())
    assert transcript.parse(GAME.read_text()).turns == game.turns[:3]
    view = play(lines[3:], f"--resume {GAME}").out
    assert "--- 2pm" in view and "--- 2am" not in view
    assert transcript.parse(GAME.read_text()) == game


def test_the_end_of_the_input_keeps_the_game_and_a_new_one_never_writes_over_it(play: Play) -> None:
    _, lines = first_moves(1)
    assert play(lines).says("sitting.kept.part")
    assert play(lines).written == (f"output/troyes-dice-game-{CODE}-2.txt",)


def test_a_move_is_taken_part_by_part_by_number(play: Play) -> None:
    assert play(["7", "1", "1", "quit"]).says("troyes.refused.sentence")
    begun = session.opened(transcript.begin(setup.from_code(CODE)))
    begun.roll()
    while not begun.turns:
        assert begun.prompt is not None
        begun.answer(begun.prompt.picks[0].key)
    assert transcript.parse(GAME.read_text()) == session.record_of(begun)


@pytest.mark.slow
def test_help_hints_and_wrong_lines_do_not_end_the_game(play: Play) -> None:
    ran = play(["help", "hint", "table", "castle 3", "", "quit"])
    assert ran.says("sitting.help.hint") and ran.says("troyes.refused.sentence")
    assert ran.out.count("at hand") == 3


def test_dice_are_typed_as_they_lie_or_rolled(door: Door) -> None:
    typed = ("b3 1 1 5", "undo", "b9", "", "quit")
    ran = door(f"play troyes-dice --time 1ms --code {CODE}", typed=typed)
    assert ran.says("troyes.refused.roll", text="'b9'") and ran.out.count("Rolled: ") == 1
    assert ran.says("troyes.die.black")


def test_what_the_adviser_proposes_is_carried_out_before_it_is_shown(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    carried = []
    proved = carry_out.move_of
    monkeypatch.setattr(carry_out, "move_of", lambda *given: carried.append(given) or proved(*given))
    play(first_moves(1)[1])
    assert len(carried) == 1
    assert all(list(given[4]) == rules.apply_action(given[1], given[2], given[3]) for given in carried)


@pytest.mark.slow
def test_a_hint_is_what_advise_says_of_the_same_position(play: Play, door: Door) -> None:
    record, lines = first_moves(14)
    hint = play([*lines, "hint", "quit"]).out.split("--- 8am")[1]
    dice = transcript.dice_in_words(transcript.fair_rolls(CODE)[14])
    Path("position.json").write_bytes(reading.to_json(record.state()))
    text = door("advise position.json --top 3 --dice", dice).out.replace("--top 0", "hint all")
    paragraphs = [part for part in text.strip().split("\n\n") if not part.startswith("The raid")]
    assert len(paragraphs) > 2 and [part for part in paragraphs if part not in hint] == []


def test_a_game_of_no_turn_speaks_of_no_file(play: Play) -> None:
    for target in ("", "-o game.txt"):
        ran = play(["quit"], f"--code {CODE} {target}")
        assert ran.says("sitting.not_kept") and ".txt" not in ran.out and ran.written == ()
    Path("game.txt").write_text(f"setup {CODE}\n")
    assert play(["quit"], "--resume game.txt").says("sitting.not_kept")


def test_a_half_day_shows_the_wheel_to_come_the_links_and_what_its_tiles_do(play: Play) -> None:
    view = play(["quit"], f"--code {setup.to_code(setup.draw('play', expansion=True))}").out
    assert "\nto come " in view and "\n  1pm " in view and "\n  2pm " in view
    assert "\nlinks       fortress 1+2: 1 red citizen" in view
    assert sum(line.startswith("tile ") and "feast: " in line for line in view.splitlines()) == 2 * 3
