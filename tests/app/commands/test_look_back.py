"""Looking back at a game of Terracotta Army: no turn beats the best one, which itself loses nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from pencilwright.games.rng import Stream
from pencilwright.games.terracotta_army import session, transcript
from pencilwright.games.terracotta_army.example import example
from pencilwright.solver.terracotta_army import review
from pencilwright.solver.terracotta_army.turn.best import best_turns, command
from tests.app.doors import Door


def played(players: int, turns: int, seed: str = "look back") -> transcript.Record:
    """A game of random answers from the last round on, so many turns of it."""
    sitting = session.opened(transcript.begin(example(seed, 1, players=players)))
    stream = Stream.from_seed(seed)
    while sitting.prompt is not None and len(sitting.turns) < turns:
        sitting.answer(sitting.prompt.picks[stream.below(len(sitting.prompt.picks))].key)
    return session.record_of(sitting)


@pytest.mark.parametrize("players", [1, 3])
def test_no_turn_that_was_played_is_better_than_the_best_one(players: int) -> None:
    record = played(players, 6)
    results = list(review.course(record.begin, record.turns))
    judged = [item for item in results if isinstance(item, review.PlayedTurn)]
    assert len(judged) == sum(" dice " not in turn.line and not turn.is_end for turn in record.turns) > 2
    assert all(item.loss >= 0 for item in judged) and any(item.loss > 0 for item in judged)
    fallen = [item.notation for item in results if isinstance(item, review.PlayedRoll)]
    assert [line for line in fallen if " dice " in line] == [
        turn.line for turn in record.turns if " dice " in turn.line
    ]


def test_the_best_turn_loses_nothing_and_the_worth_of_each_is_that_of_the_search() -> None:
    state = example("worth", 2, players=2)
    mover = state.to_move()
    assert mover is not None
    result = best_turns(state, mover.letter, 1, top=8)
    for ranked in result.best:
        judged = review.judge(state, command(state, ranked.turn))
        assert (judged.value, judged.loss) == (ranked.value, ranked.loss)
        assert judged.best_value == result.best[0].value


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_command_tells_each_turn_the_sums_and_what_is_not_valued(language: str, door: Door) -> None:
    Path("game.txt").write_text(transcript.to_text(played(1, 99)))
    summary = door(f"review game.txt --lang {language}").out
    assert ("you lose by" if language == "en" else "あなたの負け") in summary
    assert ("rounds is not counted" if language == "en" else "数えていません") in " ".join(summary.split())
    answer = door.data("review game.txt")
    assert sum(turn["loss"] for turn in answer["turns"]) == answer["losses"][0]["loss"]
    assert answer["over"] and len(answer["turns"]) == 5
    worst = max(answer["turns"], key=lambda turn: turn["loss"])
    assert f"{worst['loss']}" in summary
    rolls = [roll for roll in answer["rolls"] if " dice " in roll["notation"]]
    assert len(rolls) == 4 and answer["luck"] == pytest.approx(sum(roll["luck"] for roll in answer["rolls"]))
    for roll in rolls:
        assert roll["before"] + roll["luck"] - roll["loss"] == pytest.approx(roll["margin"])
        assert f"{roll['luck']:+.1f}" in summary
    assert f"{answer['luck']:+.1f}" in summary and ("Luck:" if language == "en" else "運：") in summary


def test_a_game_of_which_nothing_was_played_is_refused(door: Door) -> None:
    Path("game.txt").write_text(transcript.to_text(played(2, 0)))
    assert door.refused("review game.txt").says("answer.refused.nothing_played")
