"""Advice, games in the terminal and reviews in both languages: in Japanese no English but what is typed.

Each answer is worked out once; its words are made of it in each language.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from pencilwright.app.answers import advice
from pencilwright.app.positions.entered import Position
from pencilwright.games import game
from pencilwright.games.troyes_dice import setup
from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.play import move_text, rules, transcript
from pencilwright.solver.troyes_dice.carry_out import NOT_WEIGHED
from pencilwright.templates.phrases import Phrase, say
from tests.app.doors import Door
from tests.japanese import english_in
from tests.refusals import pattern

TROYES = game("troyes-dice")
CODE = setup.to_code(setup.draw("play", expansion=True))
PLAY = f"play troyes-dice --roll --code {CODE} --time 1ms -o game.txt --lang ja"
TYPED = (
    CODE,
    "gain prestige public fallback CP-SAT advice game.txt pencilwright review moves hint sheet quit",
)


def english(text: str) -> list[str]:
    """Runs of Latin letters in a text that are no notation, no option and nothing that is typed."""
    plain = re.sub(r"(?<!\w)--[a-z-]+|\b[a-z_]+[1-6]\b|\b(red|yellow|white)\b", " ", text)
    return english_in(plain, *TYPED)


@pytest.mark.parametrize(("left", "rolls", "said", "words"), [
    (2, 2, {"proof": False}, "loss"),
    (2, 1, {}, pattern("answer.exact", n=1)),
    (2, 1, {"target": 50}, "50 or more"),
    (4, 1, {"time": 0.4}, pattern("answer.bound")),
    (12, 1, {"time": 0.02, "target": 50}, pattern("answer.no_bound")),
])  # fmt: skip
def test_advice_is_told_in_each_language(left: int, rolls: int, said: dict[str, Any], words: str) -> None:
    position = Position(TROYES, example("japanese", left, rolls=rolls))
    answer = advice.advice(advice.question(position, said))
    assert re.search(words, advice.in_words(answer, 3, "en"))
    text = advice.in_words(answer, 0, "ja")
    assert "最善" in text and not english(text)
    for move in answer.choices[:9]:
        assert isinstance(move.text, Phrase) and move.text.key.startswith("troyes.")
        assert not english(say(move.text, "ja"))


@pytest.mark.usefixtures("kept_moves")
@pytest.mark.long
def test_a_game_and_its_review_are_told_in_japanese(door: Door) -> None:
    view = door(PLAY, typed=["help", "hint", "99", "castle", "1", "1", "", "quit"]).out
    assert "助言役：" in view and not english(re.sub("castle|table|undo", "", view))
    reviewed = door("review game.txt --time 1ms --lang ja").out
    assert "いまの期待値は" in reviewed and not english(reviewed)


def test_a_move_is_typed_as_it_is_told_in_japanese(door: Door) -> None:
    game = transcript.begin(setup.from_code(CODE))
    roll = transcript.fair_rolls(CODE)[0]
    sheet, table = game.rolled(roll)
    move = rules.legal_actions(sheet, table)[7]
    sentence = say(move_text.describe(sheet, table, move), "ja")
    door(PLAY, typed=[sentence, "quit"])
    written = transcript.parse(Path("game.txt").read_text())
    assert [turn.after for turn in written.turns] == [rules.apply_action(sheet, table, move)]


def test_what_a_plan_leaves_out_is_a_phrase() -> None:
    assert isinstance(NOT_WEIGHED, Phrase) and not english_in(NOT_WEIGHED)
