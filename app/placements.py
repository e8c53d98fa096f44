"""Advice for games whose solver places pieces: the module `advice` that answers."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from pencilwright.app.position import Position
from pencilwright.app.solvers import has_solver, no_advice
from pencilwright.app.solvers import solver_of as module_of


def solver_of(position: Position) -> ModuleType | None:
    """Return the module `advice` of the game's solver, or None when the game is advised move by move.

    Raises InputError when the game has no solver.
    """
    if not has_solver(position.game, "advice"):
        if not has_solver(position.game, "known.lines"):
            raise no_advice(position.game)
        return None
    return module_of(position.game, "advice")


def answer_for(position: Position, solver: Any, said: Mapping[str, Any]) -> dict[str, Any]:
    """Return what `--json` gives. Raises InputError as the solver does, and for what breaks the rules."""
    position.game.room("legality").check(position.state)
    answer = solver.answer_for(position.state, **said)
    return {"format": "pencilwright-placement/1", "game": position.game.id, **answer}
