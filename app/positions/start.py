"""The position at the start of a game, from nothing but its setup."""

from __future__ import annotations

from typing import Any

from pencilwright.app.positions import setups
from pencilwright.app.positions.entered import Position
from pencilwright.app.positions.setups import OwnValues
from pencilwright.games import Game


def of_setup(game: Game, setup: Any, own: OwnValues) -> Position:
    """Return the position at the start of a game. Raises InputError where the setup leaves it open."""
    state = game.start(setup, own.components)
    is_own = own.components is not game.components.STANDARD
    return Position(game, state, user_values=own.components if is_own else None)


def of_code(game: Game, code: str, own: OwnValues) -> Position:
    """Return the position at the start of the game of a share code, or of the code of a printed page.

    Raises InputError as `of_setup` does, for a wrong code, and when it goes with other own values.
    """
    return of_setup(game, setups.of_code(game, code, own), own)
