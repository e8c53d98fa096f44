"""Answers for Terra Mystica: area, towns, cults, the last round, first dwellings."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilwright.games.terra_mystica.answer import Answer
    from pencilwright.games.terra_mystica.state import State
    from pencilwright.solver import rooms
    from pencilwright.solver.terra_mystica import advice, puzzles

    _advice: rooms.Advice[State, Answer] = advice
    _puzzles: rooms.Puzzles = puzzles
