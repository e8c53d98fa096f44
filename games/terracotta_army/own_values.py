"""A user's own values in place of what no source proves: read by name, and written to be edited."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from msgspec import to_builtins
from msgspec.structs import replace

from pencilwright.games.shared import own_values as shared
from pencilwright.games.shared.own_values import ValueLine, wrong
from pencilwright.games.shared.refusals import unknown
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.components import BOX, STANDARD, Components
from pencilwright.games.terracotta_army.words import names
from pencilwright.templates.phrases import Phrase, Sentence, Word, phrase


def _wanted(what: str, **words: Word) -> Phrase:
    """Return in words what a value must be."""
    return phrase(f"terracotta.wanted.{what}", **words)


def load(text: str) -> Components:
    """Return the components with the values of a TOML text.

    A value that the file repeats unchanged counts as the user's own: who writes it down vouches for it.
    Raises InputError naming the key for broken TOML, unknown or proven keys, and values that cannot be.
    """
    return _checked(shared.load(text, STANDARD, BOX))


def read(values: Mapping[str, Any]) -> Components:
    """Return the components of the table that `load` reads and `changes` returns. Raises as `load`."""
    return _checked(shared.read(values, STANDARD, BOX))


def _checked(board: Components) -> Components:
    """Return the components. Raises InputError for values that do not go together."""
    if "placement" not in board.changed:  # ours follows from the inspectors
        board = replace(board, placement=())
    elif [len(row) for row in board.placement] != [board.columns] * board.rows:
        raise wrong("placement", _wanted("placement", rows=board.rows, columns=board.columns))
    if board.inspectors.row >= board.rows:
        raise wrong("inspectors.row_start", phrase("components.number", low=1, high=board.rows))
    if board.inspectors.col >= board.columns:
        last = chr(ord("A") + board.columns - 1)
        raise wrong("inspectors.column_start", _wanted("column", first="A", last=last))
    if board.inner.count("upgrade") != 1:
        raise wrong("inner", _wanted("upgrade"))
    if any(board.quarters.count(store) != box.SECTORS // box.STORES for store in range(box.STORES)):
        sizes = {"last": box.STORES - 1, "sectors": box.SECTORS, "each": box.SECTORS // box.STORES}
        raise wrong("quarters", _wanted("quarters", **sizes))
    weapons = board.specialist_weapon
    if weapons["horse"] != "sword" or len(set(weapons.values())) != len(box.WEAPONS):
        raise wrong("specialist_weapon", _wanted("weapons"))
    for row, (_, action) in board.decree.items():
        known = (STANDARD.decree[row][1],) if row in box.WORDED_ROWS else box.DECREE_ACTIONS
        if action not in known:
            raise unknown(f"decree.{row}[1]", action, known)
    return board


def to_dict(components: Components) -> dict[str, Any]:
    """Return every value that may be replaced as plain tables and lists, as the file has them."""
    values: dict[str, Any] = to_builtins(components, str_keys=True)
    del values["changed"]
    return values | {"placement": [list(row) for row in components.priorities()]}


def changes(components: Components) -> dict[str, Any]:
    """Return only what a user replaced; `read` gives the same components back."""
    return {key: value for key, value in to_dict(components).items() if key in components.changed}


def value_lines(components: Components = STANDARD) -> tuple[ValueLine, ...]:
    """Return the values line by line; rows of the decree table that are told in words are left out.

    components : the placement table is asked for by their rows and columns.
    """
    table = {"placement": [list(row) for row in components.priorities()]}
    lines = shared.value_lines(BOX.defaults | table, _WORDS, _name)
    return tuple(line for line in lines if line.key != "decree" or int(line.row) not in box.WORDED_ROWS)


def _name(word: str) -> Sentence:
    """Return what a word of the file is called."""
    kind, _, what = word.partition(":")
    if word == "none":
        return phrase("terracotta.ring.none")
    if word in ("inner", "middle"):
        return names.ring(word)
    if word in ("right", "left"):
        return phrase(f"terracotta.side.{word}")
    if kind in ("weapon", "build"):
        cost, _, piece = what.partition(":")
        if piece:
            return phrase("terracotta.decree.build.type.said", n=int(cost), piece=names.one(piece))
        return names.weapon(what) if kind == "weapon" else names.action(f"build{cost}")
    return names.weapon(word) if word in box.WEAPONS else names.action(word)


_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "inner": box.INNER,
    "middle": box.MIDDLE,
    "outer": box.OUTER,
    "specialist_weapon": box.WEAPONS,
    "decree": (*box.TURNS, *box.DECREE_ACTIONS),
    "weapon_preference": ("right", "left"),
}


HEAD: Final = (
    "Values of Terracotta Army that our sources do not prove; all are our house default.\n"
    "Compare with your board, take the # away from what you have checked or changed, and give\n"
    "the file with --components to any command of this game."
)
write = partial(shared.write, BOX, HEAD)
