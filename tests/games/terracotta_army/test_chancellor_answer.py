"""Answers about the chancellor: his steps with their rules, what is open, and what may not be asked."""

from __future__ import annotations

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.terracotta_army.chancellor import answer
from pencilwright.games.terracotta_army.example import example
from pencilwright.templates.phrases import languages

HIS = example("1", 2, his_turn=True)


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
    with pytest.raises(InputError, match="outcome"):
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
    with pytest.raises(InputError, match="--dice 3,5"):
        answer.act_of(dice, None, finish=False)


def test_the_end_of_a_round_takes_no_dice_and_sums_are_those_of_two_dice() -> None:
    with pytest.raises(InputError, match="--finish"):
        answer.act_of("3,5", None, finish=True)
    with pytest.raises(InputError, match="13"):
        answer.answer_for(HIS, answer.act_of("3,5", None, finish=False), decrees=(13,))
