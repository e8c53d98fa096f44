"""A position as lines of text that a person can read and type; the grammar is in docs/formats.md."""

from __future__ import annotations

from typing import Final

import msgspec

from pencilwright.games.shared import reading
from pencilwright.games.shared.textform import Form, Word, Words, code, filled, need, number, several, text
from pencilwright.games.terracotta_army import sectors
from pencilwright.games.terracotta_army.components import TILES
from pencilwright.games.terracotta_army.setup import SETUPS
from pencilwright.games.terracotta_army.state import State, denormalize, normalize

_NUMBER: Final = number(4)._replace(grammar="N")
_COLOUR: Final = Word("", "colour", text(".+", "colour"), "yellow")
_OVER: Final = " over"
_ROUND: Final = Form(
    lambda when: f"{when[0]}{_OVER if when[1] else ''}",
    lambda given: (_NUMBER.read(given.removesuffix(_OVER)), given.endswith(_OVER)),
    "N[ over]",
)
_WORKERS: Final = Form(
    lambda workers: workers.replace(" ", "+") or "-",
    lambda given: "" if given == "-" else given.replace("+", " "),
    "workers",
)
_TILES: Final = {tile.lower(): tile for tile in TILES}
_TILE: Final = Form(str, lambda given: _TILES.get(given.lower(), given), "tile")


def _sector(given: str) -> int:
    need(sectors.is_number(given))
    return sectors.read(given)


def _list(name: str) -> Form:
    return several(",", text(".+", name))


def _numbers(name: str) -> Form:
    return several(",", _NUMBER._replace(grammar=name))


_SECTOR: Final = Form(sectors.write, _sector, "#N")
_RINGS: Final = Words(
    (Word("inner ", "inner", _SECTOR, "#12"), Word("middle ", "middle", _SECTOR, "#9")), spaced=True
)
_INSPECTORS: Final = Words(
    (Word("row ", "row", _NUMBER, "1"), Word("column ", "column", text(".+"), "A")), spaced=True
)
PLAYER: Final = Words(
    (
        _COLOUR,
        Word("score ", "score", _NUMBER, "12"),
        Word("coins ", "coins", _NUMBER, "3"),
        Word("wet ", "wet", _NUMBER, "1"),
        Word("dry ", "dry", _NUMBER, "2"),
        Word("weapons ", "weapons", _list("weapon"), "sword,pike"),
        Word("masters ", "masters", _list("master"), "censor"),
        Word("tokens ", "tokens", _numbers("cost"), "2,3,4,5,6"),
        Word("craftsmen ", "craftsmen", _NUMBER, "4"),
        Word("artisans ", "artisans", _NUMBER, "1"),
        Word("priority ", "priority", _NUMBER, "1"),
        Word("final ", "final", _numbers("points"), "4,6,0,2,3"),
    ),
    spaced=True,
)
CHANCELLOR: Final = Words(
    (
        _COLOUR,
        Word("overseer ", "overseer", _SECTOR, "#3"),
        Word("row ", "row", _list("weapon"), "crossbow,spear,pike,sword"),
        Word("difficulty ", "difficulty", _numbers("option"), "1,4"),
    ),
    spaced=True,
)
LINES: Final = Words(
    (
        Word("", "setup", code(SETUPS), "TA1-0JCY-R0QJ-E6Q5"),
        Word("round ", "round", _ROUND, "1"),
        Word("board ", "board", Form(reading.compact, reading.load, "own values as JSON"), '{"columns": 9}'),
        Word("tiles ", "tiles", several(" ", _TILE, none=""), "quad:NW type:guard quad:SE clay coins"),
        Word("rings ", "rings", _RINGS.form("inner ... middle ..."), "inner #12 middle #9"),
        Word("inspectors ", "inspectors", _INSPECTORS.form("row ... column ..."), "row 1 column A"),
        Word("stores ", "stores", several(" ", _NUMBER._replace(grammar="clay")), "1 1 1 1"),
        Word("wheel ", "wheel", several(" ", _WORKERS), "- - Pc+Ya - - - - - - - - -"),
        Word(
            "player ",
            "players",
            PLAYER.form("colour word value ..."),
            "yellow coins 3 wet 1 craftsmen 4",
            many=True,
        ),
        Word(
            "chancellor ",
            "chancellor",
            CHANCELLOR.form("colour word value ..."),
            "purple overseer #3 row pike",
        ),
    ),
    between="\n",
)
GRID: Final = "grid"
"""The line below which the rows of the mausoleum stand."""


def to_text(state: State) -> str:
    """Return the state as lines: code, then a word and its values a line, the grid last; names left out."""
    typed = denormalize(state)
    values = filled(typed) | {
        "setup": typed.setup,
        "round": (typed.round, typed.over),
        "rings": msgspec.structs.asdict(typed.rings),
        "inspectors": msgspec.structs.asdict(typed.inspectors),
        "stores": typed.stores,
        "wheel": typed.wheel,
        "players": [filled(player) for player in typed.players],
    }
    if typed.chancellor is not None:
        values["chancellor"] = filled(typed.chancellor)
    return "\n".join((LINES.write(values), GRID, *state.grid.rows_of_codes()))


def parse_text(text: str) -> State:
    """Return the state of lines of text; the inverse of `to_text`. Raises InputError naming the line."""
    lines = [stripped for line in text.splitlines() if (stripped := line.strip())]
    at = lines.index(GRID) if GRID in lines else len(lines)
    values = LINES.read("\n".join(lines[:at]))
    number, over = values.pop("round", (1, False))
    if at < len(lines):
        values["grid"] = lines[at + 1 :]
    values |= {"round": number, "over": over}
    return normalize(SETUPS.position(values, State))
