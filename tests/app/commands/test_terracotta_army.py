"""The commands of games in which pieces are placed: chancellor, board, advise, score, printing."""

from __future__ import annotations

from pathlib import Path

from pencilwright.games.rng import Stream
from pencilwright.games.terracotta_army import own_values
from pencilwright.games.terracotta_army.example import example, simple_turn, turn_of_his
from pencilwright.games.terracotta_army.reading import parse, to_json
from pencilwright.games.terracotta_army.setup import draw
from pencilwright.games.terracotta_army.state import State, start
from tests.app.doors import Door


def state_in(name: str) -> State:
    """The position of a file."""
    return parse(Path(name).read_bytes())


def begin() -> str:
    return write("start.json", start(draw("placing")))


def write(name: str, state: State) -> str:
    Path(name).write_bytes(to_json(state))
    return name


def test_a_whole_round_is_played_by_the_command_line(door: Door) -> None:
    source, stream = begin(), Stream.from_seed("you")
    for number in range(5):
        text = door(f"chancellor {source} --roll --seed 'turn {number}' -o next.json").out
        assert "turn 3" in text or "turn 4b" in text
        state = state_in("next.json")
        simple_turn(state, state.human, stream)
        write(source, state)
    text = door(f"chancellor {source} --finish --roll --seed end -o next.json").out
    assert "scoring" in text and state_in("next.json").round == 2


def test_your_own_turn_is_played_before_his(door: Door) -> None:
    door("chancellor army-his.json --roll --seed 1 -o yours.json")
    turn = "--yours '#4c / coin / clay / -' --roll --seed 4"
    text = door(f"chancellor yours.json {turn} -o next.json").out
    assert text.startswith("you: +1 coin\nyou: +1 wet clay\nyou: nothing\n")
    before, after = state_in("yours.json"), state_in("next.json")
    assert (after.human.coins, after.human.craftsmen) == (before.human.coins + 1, before.human.craftsmen - 1)
    assert after.him.craftsmen + after.him.artisans < before.him.craftsmen + before.him.artisans
    (step, *_) = door.data(f"chancellor yours.json {turn} --lang ja")["steps"]
    assert step["text_phrase"]["key"].startswith("terracotta.step.overseer")
    assert step["rule"] == "turn 2" and step["name"] == "手番2"


def test_a_decree_that_is_due_is_asked_for_and_one_too_many_refused(door: Door) -> None:
    line = f"chancellor {begin()} --dice 1,1"
    first = door.data(line)
    assert first["format"] == "pencilwright-chancellor/1" and first["needs_decree"]
    door.refuses(f"{line} -o half.json", "terracotta.chancellor.error.waiting")
    while first["needs_decree"]:
        assert door(line).says("terracotta.chancellor.decree")
        line += " --decree 7"
        first = door.data(line)
    door.refuses(f"{line} --decree 2", "terracotta.chancellor.error.unused")


def test_all_outcomes_are_listed_and_each_can_be_had(door: Door) -> None:
    state = start(draw("placing"))
    for player in state.players:
        player.craftsmen = 0
    assert door.refused("chancellor --finish", write("end.json", state)).says("terracotta.problem.workers")
    done, stream = example("outcomes", 2), Stream.from_seed("to the end")
    while (player := done.to_move()) is not None:
        if done.is_him(player):
            done = turn_of_his(done, stream)
        else:
            simple_turn(done, player, stream)
    line = f"chancellor {write('end.json', done)} --finish"
    answer = door.data(line)
    most = answer["outcomes"]
    assert most == len({tuple(taken) for taken in answer["others"]}) or most > 20
    assert door(f"{line} --outcome {most}").says("terracotta.chancellor.legal", taken=most)
    door.refuses(f"{line} --outcome {most + 1}", "setup.wrong.range")


def test_the_board_file_is_read_by_every_command(door: Door) -> None:
    assert door("board terracotta-army").out == own_values.write()
    Path("mine.toml").write_text("domination = [9, 9, 9, 9, 9]\npresence = [1, 1, 1, 1, 1]\n")
    source = begin()
    for line in (
        f"chancellor {source} --roll", f"score {source}", "card terracotta-army --seed 1 -o card.pdf",
        "reference terracotta-army -o reference.pdf",
    ):  # fmt: skip
        door(f"{line} --components mine.toml")
    door.refuses(f"advise {source}", "terracotta.turn.error.his")


def test_players_are_scored_and_ranked_and_faults_named(door: Door) -> None:
    write("three.json", example("three", 2, players=3))
    answer = door.data("score three.json")
    assert len(answer["sheets"]) == len(answer["ranking"]) == 3
    assert all(sheet["band"] is None for sheet in answer["sheets"])
    bad = state_in("three.json")
    bad.players[0].craftsmen += 1
    assert "in hand" in door("score", write("bad.json", bad), code=1).out
