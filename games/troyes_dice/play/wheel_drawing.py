"""What lies on the wheel, as the data of drawings: plazas with their faces and tiles, the dice on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pencilwright.games.troyes_dice.components import COLOURS, NOTCHES, RESOURCES, SLOTS
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.state import HALVES


def plaza(table: Sequence[int], notch: int) -> dict[str, Any]:
    """Return the plaza at a notch: its faces, the one that is up and the one below, and the tile on it."""
    faces = [COLOURS[table[rules.COLOUR + 2 * notch + side]] for side in range(2)]
    side, tile = table[rules.SIDE + notch], table[rules.TILE + notch]
    return {
        "notch": notch,
        "up": faces[side],
        "hidden": faces[1 - side],
        "tile": {"id": tile, "pillage": bool(table[rules.PILLAGE + notch])} if tile else None,
    }


def plazas(table: Sequence[int]) -> list[dict[str, Any]]:
    """Return the plazas of this half-day from the cheapest on."""
    return [plaza(table, rules.NOTCH[SLOTS * table[rules.HALF] + slot]) for slot in range(SLOTS)]


def dice(table: Sequence[int]) -> list[dict[str, Any]]:
    """Return the same plazas with the dice on them."""
    return [
        under | {"value": table[rules.DICE + slot], "black": slot == table[rules.BLACK]}
        for slot, under in enumerate(plazas(table))
    ]


def time(table: Sequence[int]) -> dict[str, Any]:
    """Return the day and the half of it."""
    day, half = divmod(table[rules.HALF], 2)
    return {"day": day + 1, "half": HALVES[half]}


def wheel(table: Sequence[int]) -> dict[str, Any]:
    """Return the whole wheel, with the dice of this half-day where they are known."""
    known = rules.dice_known(table)
    every = [plaza(table, notch) for notch in range(NOTCHES)]
    return time(table) | {
        "plazas": every,
        "dice": dice(table) if known else [],
        "colour_of": dict(zip(RESOURCES, COLOURS, strict=True)),
    }
