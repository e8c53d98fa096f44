"""A position in a few lines of text, for pasting: one part for the table, one for each player.

``TM1-... r6 act:ACT2 ter:D5=green bri:F3-G1=witches pri:fire=witches+++ bon:BON1=2 sta:witches`` and then,
each after ``|``, ``witches name:Ann vp:34 c:5 w:3 p:1 pw:5/4/1 ship:1 dig:2 cult:2/0/3/4 key:1 D:E5,E7 SH:F4
bon:BON2 fav:FAV5 tw:TW1=E5+E7 used:SH passed net:9``; ``dropped`` is who left the game. What is none is left
out; ``?`` is a faction that is not known. In a name, spaces, ``%`` and ``|`` are written as in web addresses.
"""

from __future__ import annotations

import re
from typing import Any

from pencilwright.games.errors import InputError
from pencilwright.games.shared.reading import convert
from pencilwright.games.terra_mystica.components import STRUCTURES
from pencilwright.games.terra_mystica.records import to_record, to_state
from pencilwright.games.terra_mystica.state import FORMAT, Player, Position, State
from pencilwright.templates.phrases import phrase

UNKNOWN = "?"
"""Stands for a faction that is not known."""
_NUMBERS = {"vp": "points", "c": "coins", "w": "workers", "p": "priests", "ship": "shipping",
            "dig": "spade_level", "key": "keys", "net": "network"}  # fmt: skip
_WORDS = ("passed", "dropped")
"""Words that say something of a player by themselves."""


def to_text(state: State) -> str:
    """Return the state in the short form."""
    position = to_record(state)
    table = [position.setup or "TM1", f"r{position.round}"]
    lists = (
        ("act", position.used),
        ("ter", [f"{name}={colour}" for name, colour in position.terrain.items()]),
        ("bri", [f"{name}={owner}" for name, owner in position.bridges.items()]),
        ("pri", [f"{cult}={'+'.join(owners)}" for cult, owners in position.priests.items()]),
        ("bon", [f"{card}={coins}" for card, coins in position.cards.items()]),
        ("sta", [position.start] if position.start else []),
    )
    table += [f"{name}:{','.join(values)}" for name, values in lists if values]
    return " | ".join([" ".join(table), *map(_player_text, position.players)])


def _quoted(name: str) -> str:
    """Return a name without the signs that the form uses."""
    from urllib.parse import quote

    return re.sub(r"[%|\s]", lambda sign: quote(sign[0]), name)


def _unquoted(text: str) -> str:
    """Return the name that `_quoted` wrote."""
    from urllib.parse import unquote

    return unquote(text)


def _player_text(player: Player) -> str:
    """Return one player's part."""
    parts = [player.faction or UNKNOWN]
    if player.name:
        parts.append("name:" + _quoted(player.name))
    parts += [
        f"{short}:{value}"
        for short, name in _NUMBERS.items()
        if (value := getattr(player, name)) or (short == "net" and value is not None)
    ]
    for short, values in (("pw", player.bowls), ("cult", player.cults)):
        if any(values):
            parts.append(f"{short}:{'/'.join(map(str, values))}")
    for kind in STRUCTURES:
        hexes = [name for name, other in player.structures.items() if other == kind]
        if hexes:
            parts.append(f"{kind}:{','.join(hexes)}")
    lists = (
        ("bon", [player.bonus] if player.bonus else []),
        ("fav", player.favours),
        ("tw", [f"{town.tile}={'+'.join(town.hexes)}" for town in player.towns]),
        ("used", player.used),
    )
    parts += [f"{name}:{','.join(values)}" for name, values in lists if values]
    parts += [word for word in _WORDS if getattr(player, word)]
    return " ".join(parts)


def parse_text(text: str) -> State:
    """Return the state in a short form. Raises InputError naming the part that is not understood."""
    return to_state(record(text))


def record(text: str) -> Position:
    """Return the record in a short form. Raises as `parse_text`."""
    head, *players = (part.split() for part in text.split("|"))
    plain: dict[str, Any] = {"format": FORMAT, "players": [_player(part) for part in players]}
    for index, part in enumerate(head):
        name, colon, value = part.partition(":")
        if index == 0 and part.upper().startswith("TM"):
            plain["setup"] = part if part.upper() != "TM1" else None
        elif part[:1] == "r" and part[1:].isdecimal():
            plain["round"] = _number(part[1:], part)
        elif colon and name in _TABLE:
            field, read = _TABLE[name]
            plain[field] = read(value, part)
        else:
            raise InputError(phrase("mystica.read.table_part", part=part[:40]), field="text")
    return convert(plain, Position)


def _list(value: str, part: str) -> list[str]:
    return value.split(",")


def _pairs(value: str, part: str) -> dict[str, str]:
    """Return "a=b,c=d" as a dict. Raises InputError for anything else, and for a name that stands twice."""
    found: dict[str, str] = {}
    for pair in value.split(","):
        name, equals, what = pair.partition("=")
        if not equals or name in found:
            raise InputError(phrase("mystica.read.pairs", part=part[:40]), field="text")
        found[name] = what
    return found


def _counts(value: str, part: str) -> dict[str, int]:
    return {name: _number(what, part) for name, what in _pairs(value, part).items()}


def _owners(value: str, part: str) -> dict[str, list[str]]:
    return {name: what.split("+") for name, what in _pairs(value, part).items()}


def _text(value: str, part: str) -> str:
    return value


_TABLE: dict[str, tuple[str, Any]] = {
    "act": ("used", _list),
    "ter": ("terrain", _pairs),
    "bri": ("bridges", _pairs),
    "pri": ("priests", _owners),
    "bon": ("cards", _counts),
    "sta": ("start", _text),
}


def _number(text: str, part: str) -> int:
    """Return a whole number. Raises InputError for anything else."""
    if not (text.isascii() and text.isdecimal() and len(text) < 5):
        raise InputError(phrase("mystica.read.number", part=part[:40]), field="text")
    return int(text)


def _player(parts: list[str]) -> dict[str, Any]:
    """Return one player's record from the words of a part."""
    if not parts:
        raise InputError(phrase("mystica.read.empty_part"), field="text")
    found: dict[str, Any] = {"faction": parts[0] if parts[0] != UNKNOWN else ""}
    structures: dict[str, str] = {}
    for part in parts[1:]:
        name, _, value = part.partition(":")
        if part in _WORDS:
            found[part] = True
        elif name == "name":
            found["name"] = _unquoted(value)
        elif name in _NUMBERS:
            found[_NUMBERS[name]] = _number(value, part)
        elif name in ("pw", "cult"):
            found["bowls" if name == "pw" else "cults"] = [_number(one, part) for one in value.split("/")]
        elif name in STRUCTURES:
            for place in value.split(","):
                if place in structures:
                    said = phrase("mystica.read.two_structures", hex=place[:20], who=parts[0][:40])
                    raise InputError(said, field="structures")
                structures[place] = name
        elif name in ("fav", "used"):
            found["favours" if name == "fav" else "used"] = value.split(",")
        elif name == "bon":
            found["bonus"] = value
        elif name == "tw":
            found["towns"] = [_town(one, part) for one in value.split(",")]
        else:
            raise InputError(
                phrase("mystica.read.player_part", part=part[:40], who=parts[0][:40]), field="text"
            )
    return found | {"structures": structures}


def _town(text: str, part: str) -> dict[str, Any]:
    """Return a town from "TW1=E5+E7"."""
    tile, equals, hexes = text.partition("=")
    if not equals:
        raise InputError(phrase("mystica.read.town", part=part[:40]), field="text")
    return {"tile": tile, "hexes": hexes.split("+")}
