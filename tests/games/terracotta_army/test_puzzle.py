"""Codes of puzzles of before, when the wheel's sectors counted from 0."""

from __future__ import annotations

import re

from pencilwright.games import puzzlecode
from pencilwright.games.terracotta_army import notation, puzzle
from pencilwright.games.terracotta_army.example import example


def test_a_code_of_before_asks_about_the_same_sectors() -> None:
    question = puzzle.of_state(example("before", 2), "place")
    text = notation.to_text(question.state).strip()
    old = re.sub("#([0-9]+)", lambda sector: str(int(sector[1]) - 1), text)
    assert old.count("#") == 0 and text.count("#") == 3
    code = puzzlecode.encode(puzzle.PREFIX, f"0\n{old}", puzzle.PRIMER)
    assert puzzle.from_code(code) == question and puzzle.to_code(question) != code
