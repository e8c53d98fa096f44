"""A user's own values in place of the house defaults of Troyes Dice."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from pencilwright.games.shared import own_values
from pencilwright.games.shared.own_values import Asked, Reader, each, number, table, wrong
from pencilwright.games.troyes_dice.components import (
    BOX,
    COLOUR_LETTERS,
    EQUAL_FACED_PLAZAS,
    NOTCHES,
    STANDARD,
    Challenge,
    Components,
    ScoreBand,
)
from pencilwright.templates.phrases import phrase

HEAD: Final = (
    "House defaults of Troyes Dice: ours, not the publisher's. Take the # away from what you have\n"
    "checked against your copy of the game, or changed; what stays commented out stays our default,\n"
    "shown as unverified. Of the score bands and of the challenges take all or none."
)
HIGHEST_BAND: Final = 999
"""Points at which a score band may begin at most."""


def load(text: str) -> Components:
    """Return the components with the values of a user's TOML text.

    Keys: ``plazas`` (nine texts such as "R/Y"), ``[[score_bands]]`` (at_least, title), ``[[challenges]]``
    (id, text). Raises InputError naming the key for broken TOML, unknown or proven keys, and values that
    cannot be.
    """
    values = own_values.load(text, _READERS, BOX)
    unverified = tuple(name for name in STANDARD.unverified if name not in values)
    return replace(STANDARD, **values, unverified=unverified)


def write() -> str:
    """Return our house defaults as TOML for a user to check and change, every value commented out."""
    return own_values.write(BOX, HEAD)


def asked() -> tuple[Asked, ...]:
    """Return the plazas: titles and challenges stand on nothing that could be looked at."""
    return own_values.asked(BOX.defaults, {})


# --- readers ----------------------------------------------------------------------------------------------


def _text(key: str, value: Any) -> str:
    """Return a text that says something."""
    if not isinstance(value, str) or not value:
        raise wrong(key, phrase("json.type.str"))
    return value


def _plaza(key: str, value: Any) -> str:
    """Return a plaza "R/Y", one letter a face."""
    faces = value.split("/") if isinstance(value, str) else []
    if len(faces) != 2 or any(face not in COLOUR_LETTERS for face in faces):
        raise wrong(key, phrase("troyes.own.plaza", text=str(value)[:20]))
    return str(value)


def _plazas(key: str, value: Any) -> tuple[str, ...]:
    """Return nine plazas, exactly three of them with equal faces."""
    what = phrase("troyes.own.plazas", n=NOTCHES)
    plazas: tuple[str, ...] = each(_plaza, what, least=NOTCHES, most=NOTCHES)(key, value)
    equal = sum(plaza[0] == plaza[2] for plaza in plazas)
    if equal != EQUAL_FACED_PLAZAS:
        raise wrong(key, phrase("troyes.own.equal", n=EQUAL_FACED_PLAZAS, has=equal))
    return plazas


def _record(fields: Mapping[str, Reader]) -> Reader:
    """Return the reader of a table with all of these fields."""

    def read_field(key: str, value: Any) -> Any:
        return fields[key.rpartition(".")[2]](key, value)

    def read_record(key: str, value: Any) -> list[Any]:
        row = table(read_field, tuple(fields), ", ".join(fields))(key, value)
        return [row[name] if name in row else read_field(f"{key}.{name}", None) for name in fields]

    return read_record


def _bands(key: str, value: Any) -> tuple[ScoreBand, ...]:
    """Return score bands that start at 0 and rise."""
    band = _record({"at_least": number(0, HIGHEST_BAND), "title": _text})
    wanted = phrase("troyes.own.bands")
    bands = tuple(ScoreBand(*row) for row in each(band, wanted, least=1)(key, value))
    if bands[0].at_least != 0:
        raise wrong(f"{key}[0].at_least", phrase("troyes.own.first_band"))
    for index in range(1, len(bands)):
        if bands[index].at_least <= bands[index - 1].at_least:
            before = phrase("troyes.own.next_band", n=bands[index - 1].at_least)
            raise wrong(f"{key}[{index}].at_least", before)
    return bands


def _challenges(key: str, value: Any) -> tuple[Challenge, ...]:
    """Return challenges with different ids."""
    challenge = _record({"id": _text, "text": _text})
    rows = each(challenge, phrase("troyes.own.challenges"), least=1)(key, value)
    for index, (name, _) in enumerate(rows):
        if name in [other for other, _ in rows[:index]]:
            raise wrong(f"{key}[{index}].id", phrase("troyes.own.twice", text=name))
    return tuple(Challenge(*row) for row in rows)


_READERS: Final[Mapping[str, Reader]] = MappingProxyType(
    {"plazas": _plazas, "score_bands": _bands, "challenges": _challenges}
)
