"""A position as lines of text that a person can read and type, to and from plain tables and lists."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pencilwright.games import plainjson
from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import setup as setups
from pencilwright.games.terracotta_army.components import COLOURS, TILES
from pencilwright.games.terracotta_army.state import FORMAT


def to_lines(data: Mapping[str, Any]) -> str:
    """Return the tables of a position as lines: code, then a word and its values a line, the grid last."""
    code = data["setup"] or setups.PREFIX
    lines = [code, f"round {data['round']}{' over' if data['over'] else ''}"]
    if data["board"]:
        lines.append(f"board {json.dumps(data['board'])}")
    lines += [
        "tiles " + " ".join(data["tiles"]),
        f"rings inner {data['rings']['inner']} middle {data['rings']['middle']}",
        f"inspectors row {data['inspectors']['row']} column {data['inspectors']['column']}",
        "stores " + " ".join(map(str, data["stores"])),
        "wheel " + " ".join(text.replace(" ", "+") or "-" for text in data["wheel"]),
    ]
    for player in data["players"]:
        words = [f"player {player['colour']}"]
        words += [
            f"{name} {','.join(map(str, value)) if isinstance(value, list) else value}"
            for name, value in player.items()
            if name not in ("colour", "name") and value not in ([], 0)
        ]
        if not player["tokens"]:
            words.append("tokens -")
        lines.append(" ".join(words))
    if data["chancellor"]:
        him = data["chancellor"]
        hard = f" difficulty {','.join(map(str, him['difficulty']))}" if him["difficulty"] else ""
        lines.append(
            f"chancellor {him['colour']} overseer {him['overseer']} row {','.join(him['row'])}{hard}"
        )
    return "\n".join([*lines, "grid", *data["grid"]])


def from_lines(text: str) -> dict[str, Any]:
    """Return the plain tables of text lines; the inverse of `to_lines`. Raises InputError naming the line."""
    lines = [line.strip() for line in text.splitlines()]
    code = lines[0]
    bare = code.upper() == setups.PREFIX
    result: dict[str, Any] = {"format": FORMAT, "setup": None if bare else code, "players": []}
    for number, line in enumerate(lines[1:], start=2):
        word, _, rest = line.partition(" ")
        if word == "grid":
            result["grid"] = [row for row in lines[number:] if row]
            return result
        if word and word in result and word != "players":
            raise InputError(f"line {number} gives {word[:20]!r} a second time", field=word[:20])
        if word:
            _read_line(result, word, rest.strip(), number)
    raise InputError('the text has no line "grid" with the rows of the mausoleum below it', field="grid")


def _read_line(result: dict[str, Any], word: str, rest: str, number: int) -> None:
    """Read one line into the tables."""
    parts = rest.split()
    match word:
        case "round":
            result["round"], result["over"] = _whole(parts[:1], word), "over" in parts[1:]
        case "board":
            result["board"] = plainjson.load(rest)
        case "tiles":
            result["tiles"] = [_tile(part) for part in parts]
        case "rings":
            result["rings"] = {k: _whole([v], word) for k, v in _pairs(parts, word, "ring").items()}
        case "inspectors":
            pairs = _pairs(parts, word, "inspector")
            result["inspectors"] = {k: _whole([v], word) if k == "row" else v for k, v in pairs.items()}
        case "stores":
            result["stores"] = [_whole([part], word) for part in parts]
        case "wheel":
            result["wheel"] = ["" if part == "-" else part.replace("+", " ") for part in parts]
        case "player":
            result["players"].append(_goods(parts, word, ("weapons", "masters"), ("tokens",)))
        case "chancellor":
            result["chancellor"] = _goods(parts, word, ("row",), ("difficulty",))
        case _:
            raise InputError(
                f"line {number} begins with {word[:20]!r}; a line begins with round, board, tiles, rings, "
                "inspectors, stores, wheel, player, chancellor or grid",
                field=f"line {number}",
            )


def _tile(text: str) -> str:
    return next((tile for tile in TILES if tile.lower() == text.lower()), text)


def _whole(parts: Sequence[str], what: str) -> int:
    """Return the whole number of a part. Raises InputError naming the line's word."""
    text = parts[0] if parts else ""
    if not text.isascii() or not text.isdigit() or len(text) > 4:
        raise InputError(f"{what} needs a whole number where it has {text[:20]!r}", field=what)
    return int(text)


def _pairs(parts: Sequence[str], what: str, thing: str) -> dict[str, str]:
    """Return names and values that alternate. Raises InputError for a name given twice or without value."""
    if len(parts) % 2:
        raise InputError(f"{what} has a word without its value", field=what)
    result: dict[str, str] = {}
    for name, value in zip(parts[::2], parts[1::2], strict=True):
        if name in result:
            raise InputError(
                f"{what} has two of {thing} {name[:20]!r}; there is one",
                field=f"{what}.{name[:20]}",
            )
        result[name] = value
    return result


def _goods(parts: Sequence[str], what: str, words: Sequence[str], numbers: Sequence[str]) -> dict[str, Any]:
    """Return the fields of a player or the chancellor; lists are joined by commas, "-" is an empty one."""
    if not parts or parts[0] not in COLOURS:
        raise InputError(f"{what} needs a colour first: {', '.join(COLOURS)}", field=what)
    result: dict[str, Any] = {"colour": parts[0]}
    for name, value in _pairs(parts[1:], what, "field").items():
        items = [] if value == "-" else value.split(",")
        if name in words:
            result[name] = items
        elif name in numbers:
            result[name] = [_whole([item], what) for item in items]
        else:
            result[name] = _whole([value], f"{what} {name[:20]}")
    return result
