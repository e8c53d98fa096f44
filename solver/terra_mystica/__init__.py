"""Answers for Terra Mystica: area, towns, cults, the last round, first dwellings."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilwright.solver import rooms
    from pencilwright.solver.terra_mystica import advice, puzzles

    _advice: rooms.Advice = advice
    _puzzles: rooms.Puzzles = puzzles
