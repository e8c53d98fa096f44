"""Positions as JSON, or as the short text, whichever a person has."""

from __future__ import annotations

from typing import Any

import msgspec

from pencilwright.games.shared import reading
from pencilwright.games.terra_mystica import notation
from pencilwright.games.terra_mystica.boards.factions import FACTIONS
from pencilwright.games.terra_mystica.boards.hexes import TERRAIN
from pencilwright.games.terra_mystica.components import FAVOURS, TOWNS
from pencilwright.games.terra_mystica.rules.normalize import as_entered, normalize
from pencilwright.games.terra_mystica.setup import SETUPS
from pencilwright.games.terra_mystica.state import Position, State


def parse(data: bytes | str) -> State:
    """Return the state in a JSON text or in the short text form, whichever it is.

    Raises InputError, one sentence that names the field, for anything that is no position. A position that
    can be read but not arise is returned; see `legality.problems`.
    """
    text = reading.position_text(data)
    if reading.is_json(text):
        return normalize(as_entered(SETUPS.position(reading.document(text, Position), Position)))
    return notation.parse_text(text)


def to_json(state: State) -> bytes:
    """Return the state as JSON, always in the same order and form."""
    return msgspec.json.format(msgspec.json.encode(SETUPS.plain(state, Position)), indent=2) + b"\n"


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a position."""
    result = SETUPS.position_schema(Position, "Terra Mystica")
    player = result["$defs"]["Player"]["properties"]
    player["faction"]["enum"] = list(FACTIONS)
    player["structures"]["propertyNames"] = {"enum": list(TERRAIN)}
    player["favours"]["items"] = {"enum": list(FAVOURS)}
    result["$defs"]["Town"]["properties"]["tile"]["enum"] = ["", *TOWNS]
    return result
