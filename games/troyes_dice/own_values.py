"""A user's own values in place of the house defaults of Troyes Dice, and where every value comes from."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from pencilwright.games.shared import own_values
from pencilwright.games.shared.own_values import Asked, Reader, each, number, table, wrong
from pencilwright.games.troyes_dice.components import (
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
KNOWN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "plazas": "the nine plazas, both faces of each (red, yellow, white); "
        f"{EQUAL_FACED_PLAZAS} have equal faces: the only symmetric set",
        "score_bands": "titles of final scores, for playing alone: set by our own simulations",
        "challenges": "challenges for playing alone",
    }
)
"""What may be replaced: no source proves it."""
PROVEN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "colours": "seed",
        "colour_letters": "naming, ours",
        "resources": "seed",
        "kinds": "seed for the buildings; English names ours",
        "days": "seed",
        "halves_per_day": "seed",
        "half_days": "seed",
        "notches": "seed",
        "slots": "seed",
        "afternoon_offset": "confirmed by 3: S, B, D",
        "slot_cost": "confirmed by 2: B, D",
        "attack_from_day": "seed",
        "equal_faced_plazas": "confirmed by 2: S, BGR",
        "columns": "seed; SHEET",
        "resource_spaces": "confirmed by 4: SHEET, A, C, D",
        "resource_start": "seed; confirmed by 5: SHEET, A, B, C, D",
        "resource_citizen_at": "seed; colour confirmed by 4: SHEET, B, C, D",
        "citizen_spaces": "confirmed by 4: SHEET, A, B, C",
        "prestige_bonus_at": "seed",
        "citizens_bonus_at": "seed",
        "column_bonus_at": "seed; confirmed by 2: SHEET, B",
        "fortress_citizen": "confirmed by 4: SHEET, A, B, D",
        "market_colour": "seed; confirmed by 3: SHEET, B, D",
        "market_gives_citizens": "seed; confirmed by 3: SHEET, B, D",
        "market_amount": "seed; confirmed by 3: SHEET, B, D",
        "cathedral_scores": "seed; confirmed by 3: SHEET, B, D",
        "cathedral_portraits": "SHEET",
        "cathedral_number_by_order": "seed; confirmed by 4: SHEET, A, B, D",
        "public_citizens": "seed; confirmed by 4: SHEET, A, B, D",
        "links": "confirmed by 3: SHEET, B, D",
        "fifteenth": "seed for the rule; pairs confirmed by 3: SHEET, B, C",
        "twentieth": "seed; confirmed by 2: SHEET, C",
        "value_step_influence": "seed",
        "colour_change_knowledge": "seed",
        "fallback_gain": "seed",
        "resources_per_point": "seed; confirmed by 2: SHEET, B",
        "points_per_citizen": "seed; confirmed by 2: SHEET, B",
        "tiles": "single source: S",
    }
)
"""Every other value of components.py -> the sources of the rules dossier that prove it."""
HIGHEST_BAND: Final = 999
"""Points at which a score band may begin at most."""


def load(text: str) -> Components:
    """Return the components with the values of a user's TOML text.

    Keys: ``plazas`` (nine texts such as "R/Y"), ``[[score_bands]]`` (at_least, title), ``[[challenges]]``
    (id, text). Raises InputError naming the key for broken TOML, unknown or proven keys, and values that
    cannot be.
    """
    values = own_values.load(text, _READERS, PROVEN)
    unverified = tuple(name for name in STANDARD.unverified if name not in values)
    return replace(STANDARD, **values, unverified=unverified)


def write() -> str:
    """Return our house defaults as TOML for a user to check and change, every value commented out."""
    return own_values.write(_values(), KNOWN, HEAD)


def asked() -> tuple[Asked, ...]:
    """Return the plazas: titles and challenges stand on nothing that could be looked at."""
    return own_values.asked(_values(), {})


def _values() -> dict[str, Any]:
    return {
        "plazas": STANDARD.plazas,
        "score_bands": [band._asdict() for band in STANDARD.score_bands],
        "challenges": [challenge._asdict() for challenge in STANDARD.challenges],
    }


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
