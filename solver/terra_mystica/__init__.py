"""Answers for Terra Mystica: last rounds and their parts, targets, towns, first dwellings.

Begin with advice.py, which asks whole_round/ (CP-SAT), town.py or first_dwellings.py. puzzles.py and
action_puzzles.py make puzzles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilwright.games.terra_mystica.answer import Answer
    from pencilwright.games.terra_mystica.state import State
    from pencilwright.solver import rooms
    from pencilwright.solver.terra_mystica import advice, puzzles

    _advice: rooms.Advice[State, Answer] = advice
    _puzzles: rooms.Puzzles = puzzles
