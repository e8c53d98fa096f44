"""A position in and out: JSON with its schema, or the lines of text of `notation`, whichever it is."""

from __future__ import annotations

from functools import partial
from typing import Any

from pencilwright.games.shared import reading as shared
from pencilwright.games.terracotta_army import notation, setup
from pencilwright.games.terracotta_army.state import State, denormalize, normalize

parse = partial(setup.SETUPS.parse_position, State, notation.parse_text, normalize)


def to_json(state: State) -> bytes:
    """Return the state as canonical JSON: fixed order, a row of the grid and a player a line.

    The same state gives the same bytes; `parse` reads them back.
    """
    parts = []
    for name, value in setup.SETUPS.plain(denormalize(state), State).items():
        if name in ("grid", "players") and value:
            rows = ",\n".join(f"    {shared.compact(item)}" for item in value)
            parts.append(f'  "{name}": [\n{rows}\n  ]')
        else:
            parts.append(f'  "{name}": {shared.compact(value)}')
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode()


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a position."""
    return setup.SETUPS.position_schema(State, "Terracotta Army")
