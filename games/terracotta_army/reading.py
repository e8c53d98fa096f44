"""A position in and out: JSON with its schema, or the lines of text of `notation`, whichever it is."""

from __future__ import annotations

from functools import partial
from typing import Any

from pencilwright.games.shared.reading import spread
from pencilwright.games.terracotta_army import notation, setup
from pencilwright.games.terracotta_army.state import State, denormalize, normalize

parse = partial(setup.SETUPS.parse_position, State, notation.parse_text, normalize)


def to_json(state: State) -> bytes:
    """Return the state as canonical JSON: fixed order, a row of the grid and a player a line.

    The same state gives the same bytes; `parse` reads them back.
    """
    return spread(setup.SETUPS.plain(denormalize(state), State), ("grid", "players"))


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a position."""
    return setup.SETUPS.position_schema(State, "Terracotta Army")
