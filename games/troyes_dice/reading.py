"""Positions as JSON, or as the line of notation.py, whichever a person has."""

from __future__ import annotations

from functools import partial
from typing import Any

from pencilwright.games.shared.reading import LONGEST_NAME, spread
from pencilwright.games.troyes_dice import notation
from pencilwright.games.troyes_dice.setup import SETUPS
from pencilwright.games.troyes_dice.state import STRICT, State, normalize

parse = partial(SETUPS.parse_position, State, notation.parse_text, normalize)


def to_json(state: State) -> bytes:
    """Return the state as canonical JSON: fixed order of fields, the setup as share code, one field of the
    sheet and of the table a line. The same state always gives the same bytes, and `parse` reads them back."""
    values = SETUPS.plain(state, State)
    if not state.sheet.slots:
        del values["sheet"]["slots"]
    return spread(values, ("table", "sheet"))


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
