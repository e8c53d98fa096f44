"""A user's own values as TOML: the places of bridges, which one source alone has."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from pencilwright.games.shared import own_values
from pencilwright.games.shared.own_values import Asked, Reader, each, wrong
from pencilwright.games.terra_mystica.board import facing_pairs
from pencilwright.games.terra_mystica.components import BOX, STANDARD, Components
from pencilwright.templates.phrases import phrase

HEAD: Final = (
    "Terra Mystica: what our sources do not prove.\n"
    "Compare each value with the printed board, correct it, and take away the # before it."
)


def _place(key: str, value: Any) -> str:
    """Return a bridge place."""
    if value not in facing_pairs():
        raise wrong(key, phrase("mystica.own.place", given=str(value)[:20]))
    return str(value)


def _places(key: str, value: Any) -> tuple[str, ...]:
    """Return bridge places, each once."""
    places: tuple[str, ...] = each(_place, phrase("mystica.own.list"))(key, value)
    if len(set(places)) != len(places):
        raise wrong(key, phrase("mystica.own.twice"))
    return places


READERS: Final[dict[str, Reader]] = {"bridge_places": _places}


def load(text: str) -> Components:
    """Return the components with the values of a user's TOML text. Raises InputError naming the key."""
    found = own_values.load(text, READERS, BOX)
    return replace(STANDARD, **found, changed=frozenset(found))


def write() -> str:
    """Return the values that may be replaced as TOML, each commented out under what is known of it."""
    return own_values.write(BOX, HEAD)


def asked() -> tuple[Asked, ...]:
    """Return the places of bridges."""
    return own_values.asked(BOX.defaults, {})
