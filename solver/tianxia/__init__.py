"""Tianxia: goal hands, wall, deliveries, jade, leftovers, governors, saved buildings, each to the optimum."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilwright.solver import rooms
    from pencilwright.solver.tianxia import advice, puzzles

    _advice: rooms.Advice = advice
    _puzzles: rooms.Puzzles = puzzles
