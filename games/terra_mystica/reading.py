"""Positions as JSON, or as the short text, whichever a person has."""

from __future__ import annotations

from functools import partial
from typing import Any

from pencilwright.games.terra_mystica import notation
from pencilwright.games.terra_mystica.boards.factions import FACTIONS
from pencilwright.games.terra_mystica.boards.hexes import TERRAIN
from pencilwright.games.terra_mystica.components import FAVOURS, TOWNS
from pencilwright.games.terra_mystica.rules.normalize import as_entered, normalize
from pencilwright.games.terra_mystica.setup import SETUPS
from pencilwright.games.terra_mystica.state import Position, State


def _state(position: Position) -> State:
    return normalize(as_entered(position))


parse = partial(SETUPS.parse_position, Position, notation.parse_text, _state)
to_json = partial(SETUPS.position_json, Position)


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a position."""
    result = SETUPS.position_schema(Position, "Terra Mystica")
    player = result["$defs"]["Player"]["properties"]
    player["faction"]["enum"] = list(FACTIONS)
    player["structures"]["propertyNames"] = {"enum": list(TERRAIN)}
    player["favours"]["items"] = {"enum": list(FAVOURS)}
    result["$defs"]["Town"]["properties"]["tile"]["enum"] = ["", *TOWNS]
    return result
