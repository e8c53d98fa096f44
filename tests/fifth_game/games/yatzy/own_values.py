"""A user's own bonus."""

from __future__ import annotations

from typing import Final

from pencilwright.games.shared import own_values
from pencilwright.games.shared.own_values import Asked, Reader, number
from pencilwright.games.yatzy.components import HOUSE_DEFAULTS, STANDARD, Components

HEAD: Final = "House defaults of Yatzy. Take the # away from what you play by."
_READERS: Final[dict[str, Reader]] = {"bonus": number(0, 500), "bonus_from": number(0, 105)}


def load(text: str) -> Components:
    """Return the components with the values of a TOML text. Raises InputError naming the key."""
    values = own_values.load(text, _READERS, {})
    return STANDARD._replace(**values, replaced=frozenset(values))


def write() -> str:
    """Return the bonus as a TOML text to edit."""
    return own_values.write({name: getattr(STANDARD, name) for name in HOUSE_DEFAULTS}, HOUSE_DEFAULTS, HEAD)


def asked() -> tuple[Asked, ...]:
    """Return the house defaults line by line."""
    return own_values.asked({name: getattr(STANDARD, name) for name in HOUSE_DEFAULTS}, {})
