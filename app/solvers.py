"""How the command line reaches the answers of a game."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from pencilwright.games import Game
from pencilwright.games.errors import InputError


def solver_of(game: Game, name: str) -> ModuleType:
    """Return a module of the game's solver by its dotted name. Raises InputError when the game has none."""
    full = f"pencilwright.solver.{game.package}.{name}"
    try:
        return import_module(full)
    except ModuleNotFoundError as error:
        if not f"{full}.".startswith(f"{error.name}."):
            raise
        raise InputError(f"there is no advice for {game.title} yet", field="game") from error
