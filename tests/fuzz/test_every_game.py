"""The readers of every game take any position, board file or part of a setup: an answer or one sentence."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pencilwright.app.commands.example import position
from pencilwright.games import GAMES, Game
from tests.fuzz.test_readers import mutated, mutated_text, survives

OTHERS = [known for known in GAMES.values() if known.id != "troyes-dice"]
NUMBERS = ("9" * 30, "9" * 5000, "-1", "1e9", "\u0663")
each_game = pytest.mark.parametrize("known", OTHERS, ids=lambda known: known.id)


@cache
def written(known: Game, left: int) -> tuple[bytes, str]:
    """An example as JSON and as text."""
    state = position(known, "7", left)
    return known.room("reading").to_json(state), known.room("notation").to_text(state)


def judged(known: Game, data: bytes | str) -> None:
    """Read a position and do with it what score does."""
    room = known.room("reading")
    state = room.parse(data)
    known.room("legality").problems(state)
    known.room("scoring").scores(state)
    assert room.to_json(room.parse(room.to_json(state))) == room.to_json(state)


@each_game
@settings(max_examples=60)
@given(data=st.data())
def test_changed_positions(known: Game, data: st.DataObject) -> None:
    files, lines = zip(*(written(known, left) for left in (0, 1)), strict=True)
    survives(lambda changed: judged(known, changed), data.draw(mutated(list(files))))
    survives(lambda changed: judged(known, changed), data.draw(mutated_text(list(lines))))


@each_game
@settings(max_examples=60)
@given(data=st.data())
def test_another_number_anywhere_in_a_line(known: Game, data: st.DataObject) -> None:
    text = written(known, 1)[1]
    at = data.draw(st.sampled_from([place for place, sign in enumerate(text) if sign.isdigit()]))
    number = data.draw(st.sampled_from(NUMBERS))
    survives(lambda changed: judged(known, changed), text[:at] + number + text[at + 1 :])


@each_game
@settings(max_examples=40)
@given(data=st.data())
def test_changed_board_files_and_parts_of_a_setup(known: Game, data: st.DataObject) -> None:
    own_values, setup = known.room("own_values"), known.room("setup")
    lines = [line.removeprefix("#").strip() for line in own_values.write().splitlines()]
    own = "\n".join(line for line in lines if "=" in line or line.startswith("["))
    survives(own_values.load, data.draw(mutated_text([own, *lines])))
    parts = ["round3=coins", "inner=4", "masters=captain", "R3=SCORE1", "P1=witches", "qin1=P6", "wei=black"]
    survives(lambda part: setup.draw("1", fixed=setup.parse_fixed([part])), data.draw(mutated_text(parts)))
