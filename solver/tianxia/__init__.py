"""Tianxia: goal hands, wall, deliveries, jade, leftovers, governors, saved buildings, each to the optimum."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilwright.games.tianxia.answer import Answer
    from pencilwright.games.tianxia.state import State
    from pencilwright.solver import rooms
    from pencilwright.solver.tianxia import advice, puzzles

    _advice: rooms.Advice[State, Answer] = advice
    _puzzles: rooms.Puzzles = puzzles
