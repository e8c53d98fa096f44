"""Answers for Terracotta Army: the best turn, and the best placements as a part of it.

Begin with advice.py, which asks turn/ or placing.py. puzzles.py makes puzzles. tests/oracles/ states placing
and the chancellor's warrior a second time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilwright.games.terracotta_army.answer import Answer
    from pencilwright.games.terracotta_army.state import State
    from pencilwright.solver import rooms
    from pencilwright.solver.terracotta_army import advice, kernels, puzzles

    _advice: rooms.Advice[State, Answer] = advice
    _kernels: rooms.Kernels = kernels
    _puzzles: rooms.Puzzles = puzzles
