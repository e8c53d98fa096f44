"""The user's TOML file that replaces house defaults, and the file that shows what there is to replace."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from types import MappingProxyType
from typing import Any, Final

from pencilwright.games.errors import InputError
from pencilwright.games.tianxia.catalogue import TILE_IDS
from pencilwright.games.tianxia.components import (
    GOODS,
    HOUSE_DEFAULTS,
    PROVEN,
    REGIONS,
    RESOURCES,
    SECTIONS,
    SPACE_IDS,
    STANDARD,
    TRACKS,
    Components,
)
from pencilwright.games.tianxia.effects import parse

LONGEST: Final = 200
MOST_NUMBERS: Final = 20
"""Walls, towers, slots or buildings of a path in a list."""
_TIE_BREAKS: Final = ("towers", "walls", "coins")


def load_overrides(text: str) -> Components:
    """Read a user's TOML text that replaces unverified values, and return the components that result.

    Raises InputError naming the key for broken TOML, unknown or proven keys, and values that cannot be.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"the components file is not TOML: {error}", field="components") from error
    values: dict[str, Any] = {}
    for key, value in data.items():
        if key not in _READERS:
            raise _refused(key)
        values[key] = _READERS[key](key, value)
    result = replace(STANDARD, **values, changed=frozenset(values))
    for number, (path, raids) in enumerate(zip(result.paths, result.raid_values, strict=True), start=1):
        if len(path) != len(raids):
            raise _wrong("raid_values", f"as many as buildings: path {number} has {len(path)}")
    return result


def _refused(key: str) -> InputError:
    """Return the error for a key that may not stand in a components file."""
    if key in PROVEN:
        return InputError(
            f"{key!r} in the components file is proven ({PROVEN[key].tag}) and cannot be changed", field=key
        )
    from difflib import get_close_matches

    near = get_close_matches(key, HOUSE_DEFAULTS, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else f"; it may hold {', '.join(HOUSE_DEFAULTS)}"
    return InputError(f"unknown key {key!r} in the components file{hint}", field=key)


def _wrong(key: str, what: str) -> InputError:
    """Return the error for a value of another form."""
    return InputError(f"{key} in the components file must be {what}", field=key)


def _count(low: int, high: int) -> Callable[[str, Any], int]:
    """Return the reader of a whole number within limits."""

    def read(key: str, value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise _wrong(key, f"a whole number from {low} to {high}")
        return value

    return read


def _counts(low: int, high: int) -> Callable[[str, Any], tuple[int, ...]]:
    """Return the reader of a list of whole numbers."""
    one = _count(low, high)

    def read(key: str, value: Any) -> tuple[int, ...]:
        if not isinstance(value, list) or not 1 <= len(value) <= MOST_NUMBERS:
            raise _wrong(key, f"a list of 1 to {MOST_NUMBERS} whole numbers from {low} to {high}")
        return tuple(one(key, number) for number in value)

    return read


def _switch(key: str, value: Any) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise _wrong(key, "true or false")
    return value


def _names(key: str, value: Any) -> tuple[str, ...]:
    """Read a list of short texts: the tiles or cards of a pool, doubles as often as there are."""
    if not isinstance(value, list) or len(value) > LONGEST:
        raise _wrong(key, f"a list of at most {LONGEST} names")
    if not all(isinstance(name, str) and 0 < len(name) <= 60 and name.isprintable() for name in value):
        raise _wrong(key, "a list of names of 1 to 60 characters")
    return tuple(value)


def _table(key: str, value: Any, what: str) -> dict[str, Any]:
    """Read a table."""
    if not isinstance(value, dict):
        raise _wrong(key, f"a table: {what}")
    return value


def _paths(key: str, value: Any) -> tuple[tuple[str, ...], ...]:
    """Read the attack paths: "1" to "4" with their building spaces, each space once."""
    table = _table(key, value, '"1" to "4", each a list of building spaces')
    if list(table) != [str(number) for number in range(1, SECTIONS + 1)]:
        raise _wrong(key, 'a table with the paths "1" to "4"')
    if not all(isinstance(path, list) for path in table.values()):
        raise _wrong(key, "a table of lists of building spaces")
    if sorted(map(str, chain.from_iterable(table.values()))) != sorted(SPACE_IDS):
        raise _wrong(key, f"made of each building space once: {', '.join(SPACE_IDS)}")
    return tuple(tuple(path) for path in table.values())


def _raids(key: str, value: Any) -> tuple[tuple[int, ...], ...]:
    """Read the raid values: "1" to "4" with as many numbers as the path has buildings."""
    table = _table(key, value, '"1" to "4", each a list of numbers')
    if list(table) != [str(number) for number in range(1, SECTIONS + 1)]:
        raise _wrong(key, 'a table with the paths "1" to "4"')
    return tuple(_counts(1, 20)(f"{key}.{name}", row) for name, row in table.items())


def _slots(key: str, value: Any) -> Mapping[int, tuple[int, ...]]:
    """Read the extra wood of each governor slot by number of players."""
    table = _table(key, value, '"2", "3", "4", each a list of extra wood')
    if not table or not set(table) <= {"1", "2", "3", "4"}:
        raise _wrong(key, 'a table with numbers of players "1" to "4"')
    own = {int(name): _counts(0, 9)(f"{key}.{name}", row) for name, row in table.items()}
    return MappingProxyType({**STANDARD.slots, **own})


def _costs(key: str, value: Any) -> Mapping[str, int]:
    """Read the wood on the roofs: a tile or "default" -> wood."""
    table = _table(key, value, "tile or default -> wood")
    for name in table:
        if name != "default" and name not in TILE_IDS:
            raise _wrong(f"{key}.{name}", "a building I1 to I10 or P1 to P18, or default")
    own = {name: _count(0, 9)(f"{key}.{name}", wood) for name, wood in table.items()}
    return MappingProxyType({**STANDARD.building_costs, **own})


def _dials(key: str, value: Any) -> tuple[tuple[str, ...], ...]:
    """Read the four flag dials, each a list of regions, every region once."""
    lists = isinstance(value, list) and all(isinstance(dial, list) for dial in value)
    if not lists or len(value) != len(TRACKS):
        raise _wrong(key, "four lists of regions")
    if sorted(map(str, chain.from_iterable(value))) != sorted(REGIONS):
        raise _wrong(key, f"made of each region once: {', '.join(REGIONS)}")
    return tuple(tuple(dial) for dial in value)


def _extras(key: str, value: Any) -> Mapping[str, str]:
    """Read the extra benefit printed at action spaces: region -> effect such as "+1 res"."""
    table = _table(key, value, 'region -> effect such as "+1 res"')
    for name, effect in table.items():
        if name not in REGIONS or not isinstance(effect, str):
            raise _wrong(f"{key}.{name}", f'one of {", ".join(REGIONS)} with an effect such as "+1 res"')
        parse(effect)
    return MappingProxyType(dict(table))


def _exchanges(key: str, value: Any) -> Mapping[str, tuple[str, str]]:
    """Read the exchanges: inland region -> [what is paid, what is gained]."""
    table = _table(key, value, "region -> [paid, gained]")
    result = dict(STANDARD.exchange)
    for name, pair in table.items():
        form = isinstance(pair, list) and len(pair) == 2
        if name not in STANDARD.exchange or not form:
            raise _wrong(f"{key}.{name}", f"one of {', '.join(STANDARD.exchange)} with [paid, gained]")
        if pair[0] not in (*RESOURCES, "coin") or pair[1] not in (*GOODS, "good"):
            raise _wrong(f"{key}.{name}", "a resource or coin, then silk, helmet, jewel or good")
        result[name] = (pair[0], pair[1])
    return MappingProxyType(result)


def _choice(known: Sequence[str]) -> Callable[[str, Any], tuple[str, ...]]:
    """Return the reader of an order of known words."""

    def read(key: str, value: Any) -> tuple[str, ...]:
        if not isinstance(value, list) or sorted(map(str, value)) != sorted(known):
            raise _wrong(key, f"an order of {', '.join(known)}")
        return tuple(value)

    return read


_READERS: Final[Mapping[str, Callable[[str, Any], Any]]] = MappingProxyType(
    {
        "paths": _paths,
        "raid_values": _raids,
        "slots": _slots,
        "building_costs": _costs,
        "wall_costs": _counts(0, 20),
        "tower_costs": _counts(0, 20),
        "merchant_places": _count(1, 6),
        "meeples": _count(1, 60),
        "ship_markers": _count(1, 60),
        "delivery_markers": _count(1, 60),
        "neutral_workers": _count(0, 60),
        "flag_dials": _dials,
        "region_extra": _extras,
        "exchange": _exchanges,
        "palace_tiles_per_cell": _count(1, 6),
        "tie_break": _choice(_TIE_BREAKS),
        "neutral_marker_ranks": _switch,
        "rank_start_space": _switch,
        "raid_tokens_stack": _switch,
        "everyones_pieces": _switch,
        "jade_counts_as_tiles": _switch,
        "palace_tiles": _names,
        "regular_tiles": _names,
        "supply_tiles": _names,
        "ship_tiles": _names,
        "easy_nomad_cards": _names,
        "normal_nomad_cards": _names,
    }
)


def to_toml(components: Components = STANDARD) -> str:
    """Return the house defaults as a TOML file to edit, each with what is known of it, all commented out."""
    lines = [
        "# House defaults of Tianxia: ours, not the publisher's. Take the # away from what you have checked",
        "# against your copy of the game; what stays commented out stays our default, shown as unverified.",
    ]
    tables: list[str] = []
    for key, source in HOUSE_DEFAULTS.items():
        value = getattr(components, key)
        if key in ("paths", "raid_values"):
            value = {str(number): row for number, row in enumerate(value, start=1)}
        if isinstance(value, Mapping):
            rows = [f"# {_quoted(str(name))} = {_toml(entry)}" for name, entry in value.items()]
            tables += ["", f"## {source.tag}", f"# [{key}]", *rows]
        else:
            lines += ["", f"## {source.tag}", f"# {key} = {_toml(value)}"]
    return "\n".join([*lines, *tables]) + "\n"


def _toml(value: Any) -> str:
    """Return a number, switch, text or list in TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "[" + ", ".join(_toml(entry) for entry in value) + "]"
    return str(value) if isinstance(value, int) else _quoted(value)


def _quoted(text: str) -> str:
    """Return a text in quotation marks; ours need no escapes but those two."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
