"""A user's own board as TOML: what no source proves is read, checked by name, and written to be edited."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.components import Components, Inspectors

INNER_KINDS: Final = ("coins2", "coins3", "coins4", "clay2", "clay4", "moisten", "upgrade")
BUILDS: Final = ("build2", "build3", "build4")
MASTER_KINDS: Final = tuple(f"m:{master}" for master in box.MASTERS)
WEAPON_KINDS: Final = tuple(f"w:{weapon}" for weapon in box.WEAPONS)
ACTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "inner": (*INNER_KINDS, *BUILDS),
    "middle": ("coins2", "coins3", "coins4", "clay2", "clay4", "priority", *MASTER_KINDS),
    "outer": ("specialist", *WEAPON_KINDS),
}
ROTATIONS: Final = ("none", "inner", "middle")
DECREE_ACTIONS: Final = (*(f"weapon:{weapon}" for weapon in box.WEAPONS), "build:2", "build:3", "build:4")
MOST_POINTS: Final = 50


def _wrong(key: str, wanted: str) -> InputError:
    return InputError(f"{key} in the board file must be {wanted}", field=key)


def _number(key: str, value: Any, low: int, high: int) -> int:
    """Return a whole number within limits. Raises InputError naming the key."""
    if type(value) is not int or not low <= value <= high:
        raise _wrong(key, f"a whole number from {low} to {high}")
    return value


def _numbers(key: str, value: Any, count: int, high: int) -> tuple[int, ...]:
    """Return a list of so many numbers from 0."""
    if not isinstance(value, list) or len(value) != count:
        raise _wrong(key, f"a list of {count} whole numbers")
    return tuple(_number(f"{key}[{index}]", item, 0, high) for index, item in enumerate(value))


def _word(key: str, value: Any, known: Sequence[str]) -> str:
    """Return one of the known words."""
    if value not in known:
        raise _wrong(key, f"one of {', '.join(known)}")
    return str(value)


def _table(key: str, value: Any, known: Sequence[str]) -> Mapping[str, Any]:
    """Return a table whose keys are all known."""
    if not isinstance(value, dict):
        raise _wrong(key, f"a table with {', '.join(known)}")
    for name in value:
        if name not in known:
            raise InputError(
                f"unknown key {name!r} in {key} of the board file; it has {', '.join(known)}",
                field=f"{key}.{name}",
            )
    return value


def _ring(key: str, value: Any) -> tuple[str, ...]:
    """Return the twelve actions of a ring; the inner one has exactly one upgrade."""
    if not isinstance(value, list) or len(value) != box.SECTORS:
        raise _wrong(key, f"a list of {box.SECTORS} actions")
    ring = tuple(_word(f"{key}[{index}]", item, ACTIONS[key]) for index, item in enumerate(value))
    if key == "inner" and ring.count("upgrade") != 1:
        raise _wrong(key, "a ring with exactly one upgrade, from which the overseer's start is measured")
    return ring


def _quarters(key: str, value: Any) -> tuple[int, ...]:
    """Return the storehouse of each sector, three sectors each."""
    found = _numbers(key, value, box.SECTORS, box.STORES - 1)
    if any(found.count(store) != box.SECTORS // box.STORES for store in range(box.STORES)):
        raise _wrong(key, "the storehouse 0 to 3 of each of the 12 sectors, three sectors for each")
    return found


def _organizer(key: str, value: Any) -> Mapping[str, tuple[int, ...]]:
    """Return the points of each type's column; types left out keep ours."""
    given = _table(key, value, box.TYPES)
    own = {kind: _numbers(f"{key}.{kind}", row, box.PER_TYPE, MOST_POINTS) for kind, row in given.items()}
    return MappingProxyType(dict(box.STANDARD.organizer) | own)


def _round_points(key: str, value: Any) -> tuple[int, ...]:
    return _numbers(key, value, box.ROUNDS, MOST_POINTS)


def _specialist_weapon(key: str, value: Any) -> Mapping[str, str]:
    """Return the weapon of each specialist: all four, each once, and the sword for the horse."""
    given = _table(key, value, box.SPECIALISTS)
    pairs = dict(box.SPECIALIST_WEAPON) | {
        name: _word(f"{key}.{name}", weapon, box.WEAPONS) for name, weapon in given.items()
    }
    if pairs["horse"] != "sword" or len(set(pairs.values())) != len(box.WEAPONS):
        raise _wrong(key, "four different weapons, the sword for the horse, which is proven")
    return MappingProxyType(pairs)


def _priority_clay(key: str, value: Any) -> tuple[int, ...]:
    return _numbers(key, value, 3, 9)


def _decree(key: str, value: Any) -> Mapping[int, tuple[str, str]]:
    """Return the decree table: row -> rotation and action; the rows told in words keep their action."""
    given = _table(key, value, [str(row) for row in box.DECREE_ROWS])
    table = dict(box.DECREE)
    for name, pair in given.items():
        where, row = f"{key}.{name}", int(name)
        if not isinstance(pair, list) or len(pair) != 2:
            raise _wrong(where, 'a rotation and an action, such as ["inner", "build:3"]')
        known = (box.DECREE[row][1],) if row in box.WORDED_ROWS else DECREE_ACTIONS
        table[row] = (_word(f"{where}[0]", pair[0], ROTATIONS), _word(f"{where}[1]", pair[1], known))
    return MappingProxyType(table)


def _placement(key: str, value: Any, rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
    """Return the placement table, as many rows and columns as the mausoleum has."""
    if not isinstance(value, list) or len(value) != rows:
        raise _wrong(key, f"a list of {rows} rows")
    table = tuple(_numbers(f"{key}[{index}]", row, cols, 99) for index, row in enumerate(value))
    if any(number < 1 for row in table for number in row):
        raise _wrong(key, "priorities from 1, the best")
    return table


def _inspectors(key: str, value: Any, rows: int, cols: int) -> Inspectors:
    """Return starts and directions; what is left out is ours."""
    given = _table(key, value, ("row_start", "row_forward", "column_start", "column_forward"))
    letters = [chr(ord("A") + index) for index in range(cols)]
    row = _number(f"{key}.row_start", given.get("row_start", 1), 1, rows)
    column = _word(f"{key}.column_start", given.get("column_start", "A"), letters)
    down = _word(f"{key}.row_forward", given.get("row_forward", "down"), ("down", "up"))
    across = _word(f"{key}.column_forward", given.get("column_forward", "right"), ("right", "left"))
    return Inspectors(
        row - 1, 1 if down == "down" else -1, letters.index(column), 1 if across == "right" else -1
    )


_READERS: Final[Mapping[str, Callable[[str, Any], Any]]] = {
    "inner": _ring,
    "middle": _ring,
    "outer": _ring,
    "quarters": _quarters,
    "organizer": _organizer,
    "domination": _round_points,
    "presence": _round_points,
    "specialist_weapon": _specialist_weapon,
    "priority_clay": _priority_clay,
    "decree": _decree,
    "musician_lead": lambda key, value: _number(key, value, 1, 9),
    "weapon_preference": lambda key, value: _word(key, value, ("right", "left")),
}


def load(text: str) -> Components:
    """Read a user's TOML text that replaces unverified values, and return the components that result.

    A value that the file repeats unchanged counts as the user's own: who writes it down vouches for it.
    Raises InputError naming the key for broken TOML, unknown or proven keys, and values that cannot be.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"the board file is not TOML: {error}", field="components") from error
    return from_dict(data)


def from_dict(data: Mapping[str, Any]) -> Components:
    """Return the components of the table that `load` reads and `to_dict` writes. Raises as `load`."""
    for key in data:
        if key not in box.OVERRIDABLE:
            raise _refused(key)
    columns = box.COLUMNS
    if "columns" in data:
        columns = _number("columns", data["columns"], 7, 9)
        if columns == 8:
            raise _wrong("columns", "9 or 7, since 63 spaces are proven")
    rows = box.SPACES // columns
    values: dict[str, Any] = {key: _READERS[key](key, data[key]) for key in data if key in _READERS}
    if "placement" in data:
        values["placement"] = _placement("placement", data["placement"], rows, columns)
    if "inspectors" in data:
        values["inspectors"] = _inspectors("inspectors", data["inspectors"], rows, columns)
    return replace(box.STANDARD, columns=columns, rows=rows, **values, changed=frozenset(data))


def _refused(key: str) -> InputError:
    """Return the error for a key that may not stand in a board file."""
    if key.upper() in box.SOURCES:
        tag = box.SOURCES[key.upper()].tag
        return InputError(
            f"{key!r} in the board file is proven ({tag}) and cannot be changed; "
            f"only {', '.join(box.OVERRIDABLE)} can",
            field=key,
        )
    from difflib import get_close_matches

    near = get_close_matches(key, box.OVERRIDABLE, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"it may hold {', '.join(box.OVERRIDABLE)}"
    return InputError(f"unknown key {key[:40]!r} in the board file; {hint}", field=key[:40])


def to_dict(components: Components) -> dict[str, Any]:
    """Return every overridable value as plain tables and lists, as the file has them."""
    seen = components.inspectors
    return {
        "columns": components.columns,
        "inspectors": {
            "row_start": seen.row_start + 1,
            "row_forward": "down" if seen.row_step == 1 else "up",
            "column_start": chr(ord("A") + seen.col_start),
            "column_forward": "right" if seen.col_step == 1 else "left",
        },
        "inner": list(components.inner),
        "middle": list(components.middle),
        "outer": list(components.outer),
        "quarters": list(components.quarters),
        "organizer": {kind: list(points) for kind, points in components.organizer.items()},
        "domination": list(components.domination),
        "presence": list(components.presence),
        "specialist_weapon": dict(components.specialist_weapon),
        "priority_clay": list(components.priority_clay),
        "decree": {str(row): list(pair) for row, pair in components.decree.items()},
        "placement": [list(row) for row in components.priorities()],
        "musician_lead": components.musician_lead,
        "weapon_preference": components.weapon_preference,
    }


def changes(components: Components) -> dict[str, Any]:
    """Return only what a user's file replaced; `from_dict` gives the same components back."""
    return {key: value for key, value in to_dict(components).items() if key in components.changed}


def _toml(value: Any) -> str:
    """Return a number, a text, or a list of them as TOML."""
    if isinstance(value, list):
        if value and isinstance(value[0], list):
            return "[\n" + "".join(f"  {_toml(row)},\n" for row in value) + "]"
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def write(components: Components) -> str:
    """Return the TOML text of all overridable values, each under what is known of it.

    Every value is commented out: the sign # before it says that nobody vouches for it. Who has looked at
    the board takes the sign away.
    """
    plain, tables = [], []
    for key, value in to_dict(components).items():
        known = f"# {box.SOURCES[key.upper()].tag}"
        if isinstance(value, dict):
            lines = [f"[{key}]", *(f"{name} = {_toml(item)}" for name, item in value.items())]
            tables.append("\n".join([known, *(f"#{line}" for line in lines)]))
        else:
            lines = f"{key} = {_toml(value)}".split("\n")
            plain.append("\n".join([known, *(f"#{line}" for line in lines)]))
    head = (
        "# Values of Terracotta Army that our sources do not prove; all are our house default.\n"
        "# Compare with your board, take the # away from what you have checked or changed, and give\n"
        "# the file with --board to any command of this game."
    )
    return "\n\n".join([head, *plain, *tables]) + "\n"
