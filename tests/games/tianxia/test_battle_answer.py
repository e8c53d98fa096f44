"""Answers about the attack phase: every battle with its gains, in words, and the position afterwards."""

from __future__ import annotations

from pencilwright.games.errors import InputError
from pencilwright.games.tianxia import battle, example, notation
from pencilwright.templates.phrases import languages


def test_a_battle_that_is_asked_for_is_told_with_the_gain_of_each_player() -> None:
    state = example.example("1", 2)
    for section in (1, 2, 3, 4):
        answer = battle.answer_for(state, section)
        (item,) = answer["battles"]
        assert item["section"] == section and answer["after"] is None
        for language in languages():
            message = battle.in_words(answer, language)
            assert all(str(gain["points"]) in message for gain in item["gains"])


def test_the_whole_attack_phase_ends_in_a_position_that_is_read_back() -> None:
    for seed in range(12):
        state = example.example(str(seed), 1)
        try:
            answer = battle.answer_for(state)
        except InputError as error:
            assert error.field == "wall"
            continue
        assert answer["battles"] and notation.parse_text(answer["after"])
        for language in languages():
            assert answer["after"] in battle.in_words(answer, language).replace("\n", " ")
