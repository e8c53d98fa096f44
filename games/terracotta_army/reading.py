"""A position in and out: JSON with its schema; the lines of text are in games.terracotta_army.lines."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from pencilwright.games import plainjson
from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import board as own_board
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import lines
from pencilwright.games.terracotta_army import setup as setups
from pencilwright.games.terracotta_army.components import MASTERS, WEAPONS
from pencilwright.games.terracotta_army.grid import from_codes
from pencilwright.games.terracotta_army.setup import Setup
from pencilwright.games.terracotta_army.state import FORMAT, LETTER_OF, Chancellor, Player, State, Worker

LARGEST: Final = 1_000_000
LONGEST_NAME: Final = 100
MOST_GOODS: Final = 999
SCHEMA_ID: Final = "urn:pencilwright:terracotta-army:1"
STEERING: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})

Colour = Literal["yellow", "purple", "green", "blue"]
Weapon = Literal["sword", "pike", "crossbow", "spear"]
Master = Literal["builder", "captain", "censor", "clay_maker", "chancellor", "blacksmith"]
Tile = Literal[
    "center_row", "center_col", "type:officer", "type:guard", "type:crossbowman", "type:soldier",
    "quad:NW", "quad:NE", "quad:SW", "quad:SE", "coins", "clay",
]  # fmt: skip
Goods = Annotated[int, Meta(ge=0, le=MOST_GOODS)]
Sector = Annotated[int, Meta(ge=0, le=box.SECTORS - 1)]


class PlayerData(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One player's goods."""

    colour: Colour
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    score: Goods = 0
    coins: Goods = 0
    wet: Annotated[int, Meta(ge=0, le=MOST_GOODS, description="wet clay")] = 0
    dry: Annotated[int, Meta(ge=0, le=MOST_GOODS, description="dry clay")] = 0
    weapons: Annotated[tuple[Weapon, ...], Meta(description="active ones")] = ()
    masters: Annotated[tuple[Master, ...], Meta(description="masters that have a token")] = ()
    tokens: Annotated[tuple[int, ...] | None, Meta(description="costs of tokens left; null: the dearest")] = (
        None
    )
    craftsmen: Annotated[int, Meta(ge=0, le=5, description="craftsmen in hand")] = 0
    artisans: Annotated[int, Meta(ge=0, le=5, description="artisans in hand")] = 0
    priority: Annotated[int, Meta(ge=0, le=3, description="priority token held; 0: none")] = 0


class RingsData(Struct, frozen=True, forbid_unknown_fields=True):
    """The sector on which the first place of each ring stands."""

    inner: Sector
    middle: Sector


class InspectorsData(Struct, frozen=True, forbid_unknown_fields=True):
    """One inspector on each track."""

    row: Annotated[int, Meta(ge=1, description="row, from the top")]
    column: Annotated[str, Meta(pattern="^[A-I]$", description="column letter")]


class ChancellorData(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What only the chancellor has."""

    colour: Colour
    overseer: Sector
    row: Annotated[tuple[Weapon, ...], Meta(description="his weapons from left to right")]
    difficulty: tuple[Annotated[int, Meta(ge=1, le=8)], ...] = ()


class Position(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position of Terracotta Army between two turns."""

    format: Annotated[str, Meta(extra_json_schema={"const": FORMAT})]
    setup: Annotated[str | Setup | None, Meta(description="share code, or the setup; null: not known")] = None
    board: Annotated[dict[str, Any], Meta(description="your own values, as in a board file")] = {}
    round: Annotated[int, Meta(ge=1, le=box.ROUNDS)] = 1
    over: Annotated[bool, Meta(description="after the end phase of round 5")] = False
    tiles: Annotated[tuple[Tile, ...], Meta(description="scoring tiles of rounds 1 to 5")]
    rings: RingsData = RingsData(0, 0)
    inspectors: InspectorsData = InspectorsData(1, "A")
    stores: Annotated[tuple[Goods, ...], Meta(description="dry clay on the four storehouses")] = (1, 1, 1, 1)
    wheel: Annotated[
        tuple[str, ...], Meta(description='workers of sectors 0 to 11, such as "Yc" or "Yc Pa"')
    ] = ("",) * box.SECTORS
    grid: Annotated[tuple[str, ...], Meta(description="rows of codes: . Yo Yo> = F M A^")]
    players: Annotated[tuple[PlayerData, ...], Meta(description="in turn order")]
    chancellor: ChancellorData | None = None


_SHAPE: Final[Mapping[type[Struct], Mapping[str, type[Struct]]]] = {
    Position: {
        "rings": RingsData, "inspectors": InspectorsData, "players": PlayerData, "chancellor": ChancellorData,
    },
}  # fmt: skip


# --- Reading ----------------------------------------------------------------------------------------------


def parse(data: bytes | str) -> State:
    """Return the state in a JSON text or in text lines. Raises InputError naming the field."""
    text = plainjson.position_text(data, LARGEST)
    value = plainjson.load(text) if text[0] in "{[\"'" else lines.from_lines(text)
    return from_dict(value)


def from_dict(value: Any) -> State:
    """Return the state of the plain tables and lists of a position. Raises InputError naming the field."""
    if not isinstance(value, dict):
        raise InputError('a position is a JSON object with "format", "tiles", "grid" and more', field="file")
    if value.get("format") != FORMAT:
        given = "has no format" if "format" not in value else f"is of format {str(value['format'])[:40]!r}"
        raise InputError(f"this position {given}; this program reads {FORMAT!r}", field="format")
    _refuse_unknown(value, Position, "")
    try:
        found = msgspec.convert(value, Position)
    except msgspec.ValidationError as error:
        raise _in_words(str(error)) from error
    return _state(found)


def _refuse_unknown(value: Any, kind: type[Struct], path: str) -> None:
    """Raise InputError for a field that the schema does not have, with the nearest name that it has."""
    for item in value if isinstance(value, list) else [value]:
        if not isinstance(item, dict):
            continue
        known = kind.__struct_encode_fields__
        for name in item:
            if name not in known:
                from difflib import get_close_matches

                near = get_close_matches(name[:40], known, n=1)
                hint = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(known)}"
                raise InputError(
                    f"{path or 'the position'} has an unknown field {name[:40]!r}; {hint}",
                    field=f"{path}.{name[:40]}".lstrip("."),
                )
        for name, child in _SHAPE.get(kind, {}).items():
            if name in item:
                _refuse_unknown(item[name], child, f"{path}.{name}".lstrip("."))


_PLAIN: Final = {
    "`int`": "a whole number", "`str`": "a text", "`bool`": "true or false", "`array`": "a list",
    "`object`": "an object", "`null`": "nothing", "`float`": "a number with a fraction",
    "`str | object | null`": "a share code, an object or null",
}  # fmt: skip


_NAMES: Final = {"colour": Colour, "weapons": Weapon, "row": Weapon, "masters": Master, "tiles": Tile}
"""The words that a field may hold, by the last part of its name."""


def _in_words(error: str) -> InputError:
    """Return a message of msgspec as our sentence, with the field that it speaks of."""
    message, _, place = error.partition(" - at `$")
    where = place.rstrip("`").lstrip(".")
    for word, plain in _PLAIN.items():
        message = message.replace(word, plain)
    if "enum value" in message:
        known = get_args(_NAMES[where.rpartition(".")[2].partition("[")[0]])
        message = f"there is no {message.split(maxsplit=3)[-1]}; there are {', '.join(known)}"
    if "missing required field" in message:
        message = f"the field {message.split('`')[1]!r} is missing"
    if where in ("inspectors.row", "inspectors.column") and message.endswith("a list"):
        message = "one inspector stands on each track, so this is one place and no list"
    return InputError(f"{where or 'the position'}: {message[0].lower()}{message[1:]}", field=where)


def _setup(given: str | Setup | None) -> Setup | None:
    try:
        if isinstance(given, str):
            return setups.from_code(given)
        return None if given is None else setups.check(given)
    except InputError as error:
        raise InputError(f"setup: {error}", field="setup") from error


def _state(found: Position) -> State:
    """Return the state of a converted position."""
    board = own_board.from_dict(found.board)
    if len(found.tiles) != box.ROUNDS:
        raise InputError(f"tiles has {len(found.tiles)} tiles; it needs one for each round", field="tiles")
    if len(found.stores) != box.STORES:
        raise InputError(
            f"stores has {len(found.stores)} numbers; there are four storehouses", field="stores"
        )
    if len(found.wheel) != box.SECTORS:
        raise InputError(f"wheel has {len(found.wheel)} sectors; there are {box.SECTORS}", field="wheel")
    if not found.players:
        raise InputError("players is empty; 2 to 4 can play", field="players")
    seen = found.inspectors
    col = ord(seen.column) - ord("A")
    if seen.row > board.rows or col >= board.columns:
        raise InputError(
            f"inspectors stand on row {seen.row} and column {seen.column}; the mausoleum has {board.rows} "
            f"rows and {board.columns} columns",
            field="inspectors",
        )
    him = found.chancellor
    return State(
        [_player(player, index) for index, player in enumerate(found.players)],
        found.tiles,
        from_codes(found.grid, board.columns, board.rows),
        board,
        _setup(found.setup),
        found.round,
        found.over,
        found.rings.inner,
        found.rings.middle,
        seen.row - 1,
        col,
        list(found.stores),
        [_workers(text, sector) for sector, text in enumerate(found.wheel)],
        None if him is None else Chancellor(him.colour, him.overseer, him.row, tuple(sorted(him.difficulty))),
    )


def _player(data: PlayerData, index: int) -> Player:
    """Return a player; tokens that are not told are the cheapest gone (ruling A13)."""
    if any(unicodedata.category(sign) in STEERING for sign in data.name):
        raise InputError(
            f"players[{index}].name holds a character that cannot be printed", field=f"players[{index}].name"
        )
    for name, values in (("weapons", data.weapons), ("masters", data.masters)):
        if len(set(values)) != len(values):
            raise InputError(f"players[{index}].{name} has one twice", field=f"players[{index}].{name}")
    tokens = box.TOKEN_COSTS[len(data.masters) :] if data.tokens is None else tuple(sorted(data.tokens))
    if not set(tokens) <= set(box.TOKEN_COSTS) or len(set(tokens)) != len(tokens):
        raise InputError(
            f"players[{index}].tokens holds costs 1 to 6, each once", field=f"players[{index}].tokens"
        )
    return Player(
        data.colour,
        data.name.strip(),
        data.score,
        data.coins,
        data.wet,
        data.dry,
        tuple(weapon for weapon in WEAPONS if weapon in data.weapons),
        tuple(master for master in MASTERS if master in data.masters),
        tokens,
        data.craftsmen,
        data.artisans,
        data.priority,
    )


def _workers(text: str, sector: int) -> tuple[Worker, ...]:
    """Return the workers of a text such as "Yc Pa"."""
    found = []
    for code in text.split():
        if len(code) != 2 or code[0] not in LETTER_OF.values() or code[1] not in "ca":
            raise InputError(
                f"wheel[{sector}] holds {code[:6]!r}; write Yc for a yellow craftsman, Ya for an artisan",
                field=f"wheel[{sector}]",
            )
        found.append(Worker(code[0], code[1] == "a"))
    return tuple(found)


# --- Writing ----------------------------------------------------------------------------------------------


def _worker_codes(workers: Sequence[Worker]) -> str:
    return " ".join(worker.owner + ("a" if worker.artisan else "c") for worker in workers)


def to_dict(state: State) -> dict[str, Any]:
    """Return the position as plain tables and lists, in the order in which it is written."""
    him = state.chancellor
    return {
        "format": FORMAT,
        "setup": None if state.setup is None else setups.to_code(state.setup),
        "board": own_board.changes(state.board),
        "round": state.round,
        "over": state.over,
        "tiles": list(state.tiles),
        "rings": {"inner": state.inner, "middle": state.middle},
        "inspectors": {"row": state.row + 1, "column": chr(ord("A") + state.col)},
        "stores": list(state.stores),
        "wheel": [_worker_codes(workers) for workers in state.wheel],
        "grid": state.grid.rows_of_codes(),
        "players": [_player_dict(player) for player in state.players],
        "chancellor": None
        if him is None
        else {
            "colour": him.colour,
            "overseer": him.overseer,
            "row": list(him.row),
            "difficulty": list(him.difficulty),
        },
    }


def _player_dict(player: Player) -> dict[str, Any]:
    result = dict(vars(player))
    result["weapons"] = result.pop("active")
    order = PlayerData.__struct_fields__
    return {name: list(result[name]) if isinstance(result[name], tuple) else result[name] for name in order}


def to_json(state: State) -> bytes:
    """Return the state as canonical JSON: fixed order, a row of the grid and a player a line."""
    parts = []
    for name, value in to_dict(state).items():
        if name in ("grid", "players") and value:
            rows = ",\n".join(f"    {json.dumps(item, ensure_ascii=False)}" for item in value)
            parts.append(f'  "{name}": [\n{rows}\n  ]')
        else:
            parts.append(f'  "{name}": {json.dumps(value, ensure_ascii=False)}')
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode()


def to_text(state: State) -> str:
    """Return the position as lines of text."""
    return lines.to_lines(to_dict(state))


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a position."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA_ID,
        "title": "Terracotta Army position",
    } | msgspec.json.schema(Position)
