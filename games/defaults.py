"""What holds of a game that says nothing of its own; the record `rooms.Rooms` has these as defaults."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct, structs

if TYPE_CHECKING:
    from pencilwright.games.numberrules import NumberRules

S = TypeVar("S")


def with_components(state: S, components: object) -> S:
    """Return the position with another box; without one in it, it does not depend on the box."""
    if isinstance(state, Struct) and "box" in state.__struct_fields__:
        return structs.replace(state, box=components)
    return state


def player_of(state: object) -> str:
    """Return the name of the only player; "" where several play or none has a name."""
    players: Sequence[object] = getattr(state, "players", ())
    return getattr(players[0], "name", "") if len(players) == 1 else ""


def notes(_setup: object) -> tuple[str, ...]:
    """Return no notes."""
    return ()


def band(_points: int, _components: object) -> None:
    """Return None: there is no table of score bands."""


def number_rules(_setup: object) -> NumberRules:
    """Return the rules of a sheet without written numbers."""
    from pencilwright.games.numberrules import NumberRules

    return NumberRules()
