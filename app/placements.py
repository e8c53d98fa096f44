"""Advice for games whose solver places pieces: the module `advice` that answers."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from pencilwright.app.position import Position


def solver_of(position: Position) -> ModuleType | None:
    """Return the module `advice` of the game's solver, or None when the game is advised move by move."""
    name = f"pencilwright.solver.{position.game.package}"
    if find_spec(name) is None or find_spec(f"{name}.advice") is None:
        return None
    return import_module(f"{name}.advice")


def answer_for(position: Position, solver: Any, said: Mapping[str, Any]) -> dict[str, Any]:
    """Return what `--json` gives. Raises InputError as the solver does, and for what breaks the rules."""
    position.game.room("legality").check(position.state)
    answer = solver.answer_for(position.state, **said)
    return {"format": "pencilwright-placement/1", "game": position.game.id, **answer}
