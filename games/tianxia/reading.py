"""Positions as JSON: reading what nobody vouches for, writing in a fixed order, and the JSON Schema."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from pencilwright.games.shared.reading import LONGEST_NAME, spread
from pencilwright.games.tianxia.notation import parse_text
from pencilwright.games.tianxia.rules.advice_inputs import Plans
from pencilwright.games.tianxia.rules.normalize import normalize
from pencilwright.games.tianxia.setup import SETUPS
from pencilwright.games.tianxia.state import Position, State


def _state(position: Position) -> State:
    return normalize(State(**msgspec.structs.asdict(position)))


parse = partial(SETUPS.parse_position, Position, parse_text, _state)


def to_json(state: State) -> bytes:
    """Return the state as canonical JSON: a field a line, players and sections a line each.

    The same state always gives the same bytes, and `parse` reads them back.
    """
    values = SETUPS.plain(state, Position)
    if state.plan == Plans():
        del values["plan"]
    return spread(values, ("players", "wall"))


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a position: types, limits and a description of each field."""
    result = SETUPS.position_schema(Position, "Tianxia")
    result["$defs"]["Player"]["properties"]["name"]["maxLength"] = LONGEST_NAME
    return result
