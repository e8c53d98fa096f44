"""How the command line reaches the answers of a game."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from msgspec import Struct

from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

if TYPE_CHECKING:
    from pencilwright.games.shared.answers import Answer, Review
    from pencilwright.solver import rooms

U = TypeVar("U", bound=Struct)
S = TypeVar("S")
C = TypeVar("C")


def has_solver(game: Game, name: str) -> bool:
    """Return whether the game's solver has a module of this name, without importing it."""
    full = f"pencilwright.solver.{game.package}"
    for part in ("", *name.split(".")):
        full = f"{full}.{part}" if part else full
        if find_spec(full) is None:
            return False
    return True


@overload
def solver_of(game: Game[U, S, C], name: Literal["advice"]) -> rooms.Advice[S, Answer]: ...
@overload
def solver_of(game: Game, name: Literal["review"]) -> rooms.ReviewModule[object, Review]: ...
@overload
def solver_of(game: Game, name: Literal["match"]) -> rooms.Match[object, Any]: ...
@overload
def solver_of(game: Game, name: str) -> Any: ...
def solver_of(game: Game[Any, Any, Any], name: str) -> Any:
    """Return a module of the game's solver by its dotted name. Raises InputError when the game has none."""
    if not has_solver(game, name):
        raise no_advice(game)
    return import_module(f"pencilwright.solver.{game.package}.{name}")


def no_advice(game: Game) -> InputError:
    """Return the refusal of a game without a solver."""
    return InputError(phrase("advice.none", game=game.name), field="game")
