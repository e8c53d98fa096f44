"""A user's own values in place of what no source proves: read by name, and written to be edited."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from pencilwright.games.shared import own_values as shared
from pencilwright.games.shared.own_values import Asked, Reader, each, number, table, word, wrong
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import words
from pencilwright.games.terracotta_army.components import BOX, STANDARD, Components, Inspectors
from pencilwright.templates.phrases import Phrase, Sentence, Word, phrase

COLUMNS: Final = (9, 7)
"""The mausoleum has 63 spaces: it lies or stands."""
INNER: Final = (
    "coins2", "coins3", "coins4", "clay2", "clay4", "moisten", "upgrade", "build2", "build3", "build4",
)  # fmt: skip
MIDDLE: Final = (
    "coins2", "coins3", "coins4", "clay2", "clay4", "priority", *(f"m:{master}" for master in box.MASTERS),
)  # fmt: skip
OUTER: Final = ("specialist", *(f"w:{weapon}" for weapon in box.WEAPONS))
DECREE_ACTIONS: Final = (*(f"weapon:{weapon}" for weapon in box.WEAPONS), "build:2", "build:3", "build:4")
MOST_POINTS: Final = 50


def _wanted(what: str, **said: Word) -> Phrase:
    """Return in words what a value must be."""
    return phrase(f"terracotta.wanted.{what}", **said)


def _numbers(count: int, high: int) -> Reader:
    """Return the reader of a list of so many numbers from 0."""
    return each(number(0, high), _wanted("numbers", n=count), least=count, most=count)


def _ring(kinds: tuple[str, ...]) -> Reader:
    """Return the reader of the actions of a ring."""
    return each(word(kinds), _wanted("ring", n=box.SECTORS), least=box.SECTORS, most=box.SECTORS)


def _inner(key: str, value: Any) -> Any:
    """Return the inner ring, which has exactly one upgrade."""
    ring = _ring(INNER)(key, value)
    if ring.count("upgrade") != 1:
        raise wrong(key, _wanted("upgrade"))
    return ring


def _columns(key: str, value: Any) -> int:
    if type(value) is not int or value not in COLUMNS:
        raise wrong(key, _wanted("columns"))
    return value


def _quarters(key: str, value: Any) -> Any:
    """Return the storehouse of each sector, three sectors each."""
    found = _numbers(box.SECTORS, box.STORES - 1)(key, value)
    if any(found.count(store) != box.SECTORS // box.STORES for store in range(box.STORES)):
        raise wrong(key, _wanted("quarters"))
    return found


def _specialist_weapon(key: str, value: Any) -> Any:
    """Return the weapon of each specialist: all four, each once, and the sword for the horse."""
    given = table(word(box.WEAPONS), box.SPECIALISTS, _wanted("weapon"))(key, value)
    pairs = {**STANDARD.specialist_weapon, **given}
    if pairs["horse"] != "sword" or len(set(pairs.values())) != len(box.WEAPONS):
        raise wrong(key, _wanted("weapons"))
    return given


def _decree_row(key: str, value: Any) -> tuple[str, str]:
    """Return a row of the decree table; the rows told in words keep their action."""
    if not isinstance(value, list) or len(value) != 2:
        raise wrong(key, _wanted("decree", example='["inner", "build:3"]'))
    row = int(key.rpartition(".")[2])
    actions = (STANDARD.decree[row][1],) if row in box.WORDED_ROWS else DECREE_ACTIONS
    return word(("none", "inner", "middle"))(f"{key}[0]", value[0]), word(actions)(f"{key}[1]", value[1])


_INSPECTOR: Final[Mapping[str, Reader]] = {
    "row_start": number(1, max(COLUMNS)),
    "row_forward": word(("down", "up")),
    "column_start": word(tuple("ABCDEFGHI")),
    "column_forward": word(("right", "left")),
}
_READERS: Final[Mapping[str, Reader]] = {
    "columns": _columns,
    "inspectors": table(
        lambda key, value: _INSPECTOR[key.rpartition(".")[2]](key, value),
        tuple(_INSPECTOR),
        _wanted("inspectors"),
    ),
    "inner": _inner,
    "middle": _ring(MIDDLE),
    "outer": _ring(OUTER),
    "quarters": _quarters,
    "organizer": table(_numbers(box.PER_TYPE, MOST_POINTS), box.TYPES, _wanted("organizer")),
    "domination": _numbers(box.ROUNDS, MOST_POINTS),
    "presence": _numbers(box.ROUNDS, MOST_POINTS),
    "specialist_weapon": _specialist_weapon,
    "priority_clay": _numbers(3, 9),
    "decree": table(_decree_row, tuple(map(str, box.DECREE_ROWS)), _wanted("decrees")),
    "placement": each(each(number(1, 99), _wanted("priorities")), _wanted("rows")),
    "musician_lead": number(1, 9),
    "weapon_preference": word(("right", "left")),
}


def load(text: str) -> Components:
    """Return the components with the values of a TOML text.

    A value that the file repeats unchanged counts as the user's own: who writes it down vouches for it.
    Raises InputError naming the key for broken TOML, unknown or proven keys, and values that cannot be.
    """
    return _fitted(shared.load(text, _READERS, BOX))


def read(values: Mapping[str, Any]) -> Components:
    """Return the components of the table that `load` reads and `changes` returns. Raises as `load`."""
    return _fitted(shared.read(values, _READERS, BOX))


def _fitted(values: dict[str, Any]) -> Components:
    """Return the components with values that were read; entries that a table leaves out are ours."""
    changed = frozenset(values)
    columns: int = values.setdefault("columns", STANDARD.columns)
    rows = box.SPACES // columns
    if "placement" in values and [len(row) for row in values["placement"]] != [columns] * rows:
        raise wrong("placement", _wanted("placement", rows=rows, columns=columns))
    if "inspectors" in values:
        values["inspectors"] = _inspectors(BOX.values["inspectors"] | values["inspectors"], rows, columns)
    if "decree" in values:
        values["decree"] = {int(row): pair for row, pair in values["decree"].items()}
    for name in ("organizer", "specialist_weapon", "decree"):
        if name in values:
            values[name] = MappingProxyType({**getattr(STANDARD, name), **values[name]})
    return replace(STANDARD, rows=rows, **values, changed=changed)


def _inspectors(seen: Mapping[str, Any], rows: int, columns: int) -> Inspectors:
    """Return starts and directions. Raises InputError for a start off the mausoleum."""
    result = box.inspectors(seen)
    if result.row_start >= rows:
        raise wrong("inspectors.row_start", _wanted("row", n=rows))
    if result.col_start >= columns:
        raise wrong("inspectors.column_start", _wanted("column", first="A", last=chr(ord("A") + columns - 1)))
    return result


def to_dict(components: Components) -> dict[str, Any]:
    """Return every value that may be replaced as plain tables and lists, as the file has them."""
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
    """Return only what a user replaced; `read` gives the same components back."""
    return {key: value for key, value in to_dict(components).items() if key in components.changed}


def asked() -> tuple[Asked, ...]:
    """Return the values line by line; rows of the decree table that are told in words are left out."""
    lines = shared.asked(BOX.defaults, _WORDS, _name)
    return tuple(one for one in lines if one.key != "decree" or int(one.row) not in box.WORDED_ROWS)


def _name(word: str) -> Sentence:
    """Return what a word of the file is called."""
    kind, _, what = word.partition(":")
    if word == "none":
        return phrase("terracotta.ring.none")
    if word in ("inner", "middle"):
        return words.ring(word)
    if word in ("right", "left"):
        return phrase(f"terracotta.side.{word}")
    if kind in ("weapon", "build"):
        return words.weapon(what) if kind == "weapon" else words.action(f"build{what}")
    return words.weapon(word) if word in box.WEAPONS else words.action(word)


_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "inner": INNER,
    "middle": MIDDLE,
    "outer": OUTER,
    "specialist_weapon": box.WEAPONS,
    "decree": ("none", "inner", "middle", *DECREE_ACTIONS),
    "weapon_preference": ("right", "left"),
}


def write() -> str:
    """Return all values that may be replaced as a TOML text to edit, each under what is known of it."""
    head = (
        "Values of Terracotta Army that our sources do not prove; all are our house default.\n"
        "Compare with your board, take the # away from what you have checked or changed, and give\n"
        "the file with --components to any command of this game."
    )
    return shared.write(BOX, head)
