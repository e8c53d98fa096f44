"""Tianxia's questions, each answered to the optimum.

Begin with advice.py, which asks last_turns/ (a CP-SAT model of the rest of round 4) or building_defence.py.
puzzles.py makes puzzles with wall.py and deliveries.py; cross_check.py solves them once more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilwright.games.tianxia.answer import Answer
    from pencilwright.games.tianxia.state import State
    from pencilwright.solver import rooms
    from pencilwright.solver.tianxia import advice, puzzles

    _advice: rooms.Advice[State, Answer] = advice
    _puzzles: rooms.Puzzles = puzzles
