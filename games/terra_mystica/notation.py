"""A position in one line of text, for pasting: the table's part, and a part for each player behind a bar.

The grammar is in docs/formats.md.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import Any, Final

from pencilwright.games.shared.textform import (
    FLAG,
    Form,
    Word,
    Words,
    code,
    filled,
    number,
    pairs,
    record,
    row,
    several,
    text,
    twice,
)
from pencilwright.games.terra_mystica.components import STRUCTURES
from pencilwright.games.terra_mystica.rules.normalize import as_entered, normalize
from pencilwright.games.terra_mystica.setup import SETUPS
from pencilwright.games.terra_mystica.state import Player, Position, State, Town

UNKNOWN: Final = "?"
"""Stands for a faction that is not known."""
_NUMBER: Final = number(4)._replace(grammar="N")
_NAME: Final = text(".+")
_FACTION: Final = text(".+", "faction")
_PLAYS: Final = Form(lambda name: name or UNKNOWN, lambda given: "" if given == UNKNOWN else given)
_COINS: Final = _NUMBER._replace(grammar="coins")
_OWNER: Final = text("[^+]*", "faction")
_TOWN: Final = record(Town, row("=", ("tile", text(".*")), ("hexes", several("+", text(".+", "hex")))))


def _quoted(name: str) -> str:
    """Return a name without the signs that separate parts, as in a web address."""
    from urllib.parse import quote

    return re.sub(r"[%|\s]", lambda sign: quote(sign[0]), name)


def _unquoted(given: str) -> str:
    """Return the name that `_quoted` wrote."""
    from urllib.parse import unquote

    return unquote(given)


TABLE: Final = Words(
    (
        Word("", "setup", code(SETUPS), "TM1-1HG5-1F78-W223"),
        Word("r", "round", _NUMBER, "6"),
        Word("act:", "used", several(",", text(".+", "power action")), "ACT2,ACT5"),
        Word("ter:", "terrain", pairs(",", "=", text(".+", "hex"), text(".+", "colour")), "D5=green"),
        Word("bri:", "bridges", pairs(",", "=", text(".+", "bridge"), _FACTION), "F3-G1=witches"),
        Word("pri:", "priests", pairs(",", "=", text(".+", "cult"), several("+", _OWNER)), "fire=witches+++"),
        Word("bon:", "cards", pairs(",", "=", text(".+", "card"), _COINS), "BON1=2"),
        Word("sta:", "start", _FACTION, "witches"),
    )
)
PLAYER: Final = Words(
    (
        Word("", "faction", _PLAYS, "witches"),
        Word("name:", "name", Form(_quoted, _unquoted), "Ann"),
        Word("vp:", "points", _NUMBER, "34"),
        Word("c:", "coins", _NUMBER, "5"),
        Word("w:", "workers", _NUMBER, "3"),
        Word("p:", "priests", _NUMBER, "1"),
        Word("ship:", "shipping", _NUMBER, "1"),
        Word("dig:", "spade_level", _NUMBER, "2"),
        Word("key:", "keys", _NUMBER, "1"),
        Word("net:", "network", _NUMBER, "9"),
        Word("pw:", "bowls", several("/", _NUMBER._replace(grammar="tokens")), "5/4/1"),
        Word("cult:", "cults", several("/", _NUMBER._replace(grammar="steps")), "2/0/3/4"),
        *(Word(f"{kind}:", kind, several(",", text(".+", "hex")), "E5,E7", many=True) for kind in STRUCTURES),
        Word("bon:", "bonus", _NAME, "BON2"),
        Word("fav:", "favours", several(",", text(".+", "tile")), "FAV5"),
        Word("tw:", "towns", several(",", _TOWN), "TW1=E5+E7"),
        Word("used:", "used", several(",", text(".+", "own action")), "SH"),
        Word("passed", "passed", FLAG),
        Word("dropped", "dropped", FLAG),
    )
)


def to_text(state: State) -> str:
    """Return the state in the short form."""
    table = filled(state) | {"setup": state.setup, "round": state.round}
    return " | ".join((TABLE.write(table), *map(_player_text, state.players)))


def _player_text(player: Player) -> str:
    """Return one player's part."""
    structures = {
        kind: [hexes]
        for kind in STRUCTURES
        if (hexes := [name for name, other in player.structures.items() if other == kind])
    }
    return PLAYER.write(filled(player) | structures)


def parse_text(text: str) -> State:
    """Return the state in a short form. Raises InputError naming the part that is not understood."""
    return normalize(as_entered(position(text)))


def position(text: str) -> Position:
    """Return the record in a short form. Raises as `parse_text`."""
    table, *players = text.split("|")
    return SETUPS.position({**TABLE.read(table), "players": [*map(_player, players)]}, Position)


def _player(given: str) -> dict[str, Any]:
    """Return one player's record. Raises InputError for two structures on a hex."""
    values = PLAYER.read(given)
    structures: dict[str, str] = {}
    for kind in STRUCTURES:
        for name in chain.from_iterable(values.pop(kind, ())):
            if name in structures:
                raise twice(name)
            structures[name] = kind
    return values | {"structures": structures}
