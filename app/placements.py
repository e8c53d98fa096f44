"""Advice for games whose solver places pieces: the module `advice` that answers."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import click

from pencilwright.app import show
from pencilwright.app.position import Position


def solver_of(position: Position) -> ModuleType | None:
    """Return the module `advice` of the game's solver, or None when the game is advised move by move."""
    name = f"pencilwright.solver.{position.game.package}"
    if find_spec(name) is None or find_spec(f"{name}.advice") is None:
        return None
    return import_module(f"{name}.advice")


def tell(position: Position, solver: Any, said: Mapping[str, Any], top: int, *, as_json: bool) -> None:
    """Print the answer of a placing game's solver. Raises InputError as it does."""
    position.game.room("legality").check(position.state)
    with show.working("weighing every placement"):
        answer = solver.answer_for(position.state, **said)
    data = {"format": "pencilwright-placement/1", "game": position.game.id, **answer}
    if as_json:
        click.echo(show.encode(data), nl=False)
    else:
        click.echo(solver.in_words(answer, top))
