"""Positions as JSON, or as the line of notation.py, whichever a person has."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from pencilwright.games.shared.reading import LONGEST_NAME, compact
from pencilwright.games.troyes_dice import notation
from pencilwright.games.troyes_dice.components import RESOURCES
from pencilwright.games.troyes_dice.setup import SETUPS, to_code
from pencilwright.games.troyes_dice.state import FORMAT, STRICT, State, normalize

parse = partial(SETUPS.parse_position, State, notation.parse_text, normalize)


def to_json(state: State) -> bytes:
    """Return the state as canonical JSON: fixed order of fields, the setup as share code, one field of the
    sheet and of the table a line. The same state always gives the same bytes, and `parse` reads them back."""
    slots = ("slots",) if state.sheet.slots else ()
    fields = ("player", *RESOURCES, "citizens", "built", "struck", "links", *slots)
    parts = [
        f'  "format": {compact(FORMAT)}',
        f'  "setup": {compact(None if state.setup is None else to_code(state.setup))}',
        f'  "table": {_object(state.table, ("day", "half", "up", "pillage", "rolls", "attacked"))}',
        f'  "sheet": {_object(state.sheet, fields)}',
    ]
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode()


def _object(value: Struct | None, names: Sequence[str]) -> str:
    """Return a struct as JSON with one field a line."""
    if value is None:
        return "null"
    lines = [f"    {compact(name)}: {compact(getattr(value, name))}" for name in names]
    return "{\n" + ",\n".join(lines) + "\n  }"


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a position: types, limits and a description of each field."""
    result = SETUPS.position_schema(State, "Troyes Dice")
    parts = result["$defs"]
    _make_strict(result)
    parts["Sheet"]["properties"]["player"]["maxLength"] = LONGEST_NAME
    for column in parts["CathedralNumbers"]["properties"].values():
        column.pop("default")  # an absent column is a cathedral not built; 0 cannot be written
    return result


def _make_strict(part: Any) -> None:
    """Replace the reader's lenient limits by those of the game, everywhere in a schema."""
    if isinstance(part, dict):
        if STRICT in part:
            part["minimum"], part["maximum"] = part.pop(STRICT)
        part = list(part.values())
    if isinstance(part, list):
        for child in part:
            _make_strict(child)
