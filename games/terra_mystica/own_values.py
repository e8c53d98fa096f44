"""A user's own values as TOML: the places of bridges, which one source alone has."""

from __future__ import annotations

from functools import partial
from typing import Final

from pencilwright.games.shared import own_values
from pencilwright.games.shared.own_values import ValueLine, wrong
from pencilwright.games.terra_mystica.boards.hexes import facing_pairs
from pencilwright.games.terra_mystica.components import BOX, STANDARD, Components
from pencilwright.templates.phrases import phrase

HEAD: Final = (
    "Terra Mystica: what our sources do not prove.\n"
    "Compare each value with the printed board, correct it, and take away the # before it."
)
write = partial(own_values.write, BOX, HEAD)


def load(text: str) -> Components:
    """Return the components with the values of a user's TOML text. Raises InputError naming the key."""
    result = own_values.load(text, STANDARD, BOX)
    for index, place in enumerate(result.bridge_places):
        if place not in facing_pairs():
            raise wrong(f"bridge_places[{index}]", phrase("mystica.own.place", given=place[:20]))
        if place in result.bridge_places[:index]:
            raise wrong("bridge_places", phrase("mystica.own.twice"))
    return result


def value_lines(_components: Components = STANDARD) -> tuple[ValueLine, ...]:
    """Return the places of bridges."""
    return own_values.value_lines(BOX.defaults, {})
