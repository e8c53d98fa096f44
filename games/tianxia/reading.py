"""Positions as JSON: reading what nobody vouches for, writing in a fixed order, and the JSON Schema."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from msgspec import Struct

from pencilwright.games.shared import reading
from pencilwright.games.shared.reading import compact
from pencilwright.games.tianxia.notation import parse_text
from pencilwright.games.tianxia.rules.advice_inputs import Plan
from pencilwright.games.tianxia.rules.normalize import normalize
from pencilwright.games.tianxia.setup import SETUPS, to_code
from pencilwright.games.tianxia.state import FORMAT, Position, State


def _state(position: Position) -> State:
    return normalize(State(**msgspec.structs.asdict(position)))


parse = partial(SETUPS.parse_position, Position, parse_text, _state)


def to_json(state: State) -> bytes:
    """Return the state as canonical JSON: a field a line, players and sections a line each, without defaults.

    The same state always gives the same bytes, and `parse` reads them back.
    """
    lines = [
        f'  "format": {compact(FORMAT)}',
        f'  "setup": {compact(None if state.setup is None else to_code(state.setup))}',
        f'  "round": {state.round}',
        f'  "over": {compact(state.over)}',
        f'  "players": {_rows(state.players)}',
        f'  "palace": {compact(state.palace)}',
        f'  "wall": {_rows(state.wall)}',
        f'  "governors": {compact(state.governors)}',
        f'  "buildings": {compact(state.buildings)}',
        f'  "tokens": {compact(state.tokens)}',
        f'  "barges": {compact(state.barges)}',
    ]
    if state.plan != Plan():
        lines.append(f'  "plan": {compact(state.plan)}')
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def _rows(values: tuple[Struct, ...]) -> str:
    """Return a list as JSON with one entry a line."""
    return "[\n" + ",\n".join(f"    {compact(value)}" for value in values) + "\n  ]"


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a position: types, limits and a description of each field."""
    result = SETUPS.position_schema(Position, "Tianxia")
    result["$defs"]["Player"]["properties"]["name"]["maxLength"] = reading.LONGEST_NAME
    return result
