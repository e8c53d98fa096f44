"""Answers about the chancellor: his steps with their rules, what is open, and what may not be asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.shared.session import Session
from pencilwright.games.terracotta_army import session
from pencilwright.games.terracotta_army.chancellor import answer
from pencilwright.games.terracotta_army.example import example
from pencilwright.games.terracotta_army.state import State
from pencilwright.templates.phrases import languages, say
from tests.games.terracotta_army.test_end_of_round import full
from tests.refusals import refused

HIS = example("1", 2, his_turn=True)
DICE = [f"{one},{two}" for one in range(1, 7) for two in range(1, 7)]


@pytest.mark.parametrize("dice", ["3,5", "1,1", "2, 6", "4,4"])
def test_his_turn_is_told_step_by_step_in_every_language(dice: str) -> None:
    act = answer.act_of(dice, None, finish=False)
    for decrees in ((), (7,), (7, 9)):
        results, _ = answer.answer_for(HIS, act, decrees)
        if not results["needs_decree"]:
            break
    assert results["steps"] and results["outcomes"] >= results["outcome"] == 1
    for language in languages():
        assert answer.in_words(results, language)
    with refused("setup.wrong.range", field="outcome"):
        answer.answer_for(HIS, act, decrees, wanted=10_000)


def test_rolled_turns_follow_from_their_seed() -> None:
    seen = []
    for _ in range(2):
        stream = Stream.from_seed("friday")
        results, _ = answer.answer_for(HIS, answer.act_of(None, stream, finish=False), stream=stream)
        assert results["rolled"] and all(answer.in_words(results, language) for language in languages())
        seen.append(results["steps"])
    assert seen[0] == seen[1]


@pytest.mark.parametrize("dice", [None, "7,1", "3", "3,x", ""])
def test_dice_that_are_none_name_what_is_typed(dice: str | None) -> None:
    with refused("terracotta.chancellor.error.dice", dice="--dice", example="--dice 3,5"):
        answer.act_of(dice, None, finish=False)


def test_the_end_of_a_round_takes_no_dice_and_sums_are_those_of_two_dice() -> None:
    with refused("terracotta.chancellor.error.finish", finish="--finish"):
        answer.act_of("3,5", None, finish=True)
    with refused("setup.wrong.range", n=13):
        answer.answer_for(HIS, answer.act_of("3,5", None, finish=False), decrees=(13,))


# --- as it is asked -------------------------------------------------------------------------------------


def asked(**fields: object) -> tuple[dict[str, Any], Callable[[], State]]:
    """An answer about a position in which the chancellor is to move; seeds are always the same."""
    return answer.answer_to(example("1", 2, his_turn=True), fields, lambda: "fresh")


def test_his_turn_on_a_position_leads_to_the_position_afterwards() -> None:
    begin = example("1", 2, his_turn=True)
    dice = next(dice for dice in DICE if not asked(dice=dice)[0]["needs_decree"])
    results, reached = asked(dice=dice)
    assert not results["needs_decree"] and results["yours"] == ()
    after = reached()
    assert after.grid.rows_of_codes() == results["grid"]
    assert {player.colour: player.score for player in after.players} == results["points"]
    assert begin.grid.rows_of_codes() != results["grid"] or begin.him != after.him


def test_a_seed_is_for_rolled_dice_alone_and_a_fresh_one_stands_in() -> None:
    with refused("terracotta.chancellor.error.seed", "seed", roll="--roll"):
        asked(dice="3,5", seed="friday")
    assert asked(roll=True)[0]["steps"] == asked(roll=True, seed="fresh")[0]["steps"]
    assert asked(roll=True)[0]["rolled"]


@pytest.mark.parametrize("text", ["1", "13", "x", "7.5", "007", "\u0667", ""])
def test_a_decree_is_a_sum_of_two_dice(text: str) -> None:
    with pytest.raises(InputError) as caught:
        asked(dice="3,5", decree=[text])
    assert caught.value.field == "decree"


def test_a_decree_that_is_still_to_be_rolled_leaves_no_position_and_one_too_many_is_refused() -> None:
    waits, ready = (
        next(dice for dice in DICE if asked(dice=dice)[0]["needs_decree"] == due) for due in (True, False)
    )
    results, reached = asked(dice=waits)
    assert "--decree" in answer.in_words(results, "en")
    with refused("terracotta.chancellor.error.waiting", decree="--decree"):
        reached()
    with pytest.raises(InputError) as caught:
        asked(dice=ready, decree=["7"])
    assert caught.value.field == "decree"


def test_your_own_turn_is_played_first_and_told() -> None:
    mine = example("1", 2)
    with pytest.raises(InputError):
        answer.played(mine, "dance")
    sitting = Session(mine, session.turn, "")
    while sitting.prompt is not None and not sitting.turns:
        sitting.answer(sitting.prompt.picks[0].key)
    turn = sitting.turns[0].line.removeprefix("Y ")
    results, _ = answer.answer_to(mine, {"yours": turn, "dice": "3,5"}, lambda: "fresh")
    assert results["yours"] and answer.in_words(results, "en").startswith(
        f"you: {say(results['yours'][0], 'en')}\n"
    )


def test_the_end_of_a_round_counts_through_the_masters_that_he_may_take() -> None:
    results, _ = answer.answer_for(full(1, 2, 1), answer.act_of(None, None, finish=True))
    assert results["steps"] and results["outcomes"] == len(results["others"]) > 1
    text = answer.in_words(results, "en")
    assert "--outcome N" in text and f"\n  {results['outcomes']}  " in text
    assert all(answer.in_words(results, language) for language in languages())
