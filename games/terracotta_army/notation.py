"""A position as lines of text that a person can read and type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import asdict

from pencilwright.games.errors import InputError
from pencilwright.games.shared import reading
from pencilwright.games.terracotta_army import record
from pencilwright.games.terracotta_army import setup as setups
from pencilwright.games.terracotta_army.components import COLOURS, TILES
from pencilwright.games.terracotta_army.state import FORMAT, PlayerData, Position, State
from pencilwright.templates.phrases import phrase

LINES: Final = (
    "round", "board", "tiles", "rings", "inspectors", "stores", "wheel", "player", "chancellor", "grid",
)  # fmt: skip
"""Words that begin a line."""


def to_text(state: State) -> str:
    """Return the state as lines: code, then a word and its values a line, the grid last; names left out."""
    typed = record.from_state(state)
    lines = [str(typed.setup or setups.PREFIX), f"round {typed.round}{' over' if typed.over else ''}"]
    if typed.board:
        lines.append(f"board {reading.compact(typed.board)}")
    lines += [
        "tiles " + " ".join(typed.tiles),
        f"rings inner {typed.rings.inner} middle {typed.rings.middle}",
        f"inspectors row {typed.inspectors.row} column {typed.inspectors.column}",
        f"stores {_joined(typed.stores, ' ')}",
        "wheel " + " ".join(text.replace(" ", "+") or "-" for text in typed.wheel),
        *map(_player_line, typed.players),
    ]
    if him := typed.chancellor:
        hard = f" difficulty {_joined(him.difficulty)}" if him.difficulty else ""
        lines.append(f"chancellor {him.colour} overseer {him.overseer} row {_joined(him.row)}{hard}")
    return "\n".join([*lines, "grid", *typed.grid])


def _joined(values: Sequence[str | int], between: str = ",") -> str:
    return between.join(map(str, values))


def _player_line(player: PlayerData) -> str:
    """Return the line of a player: what is not nothing, and "-" for no tokens, since they count if untold."""
    goods = {name: value for name, value in asdict(player).items() if name not in ("colour", "name")}
    told = [f"{name} {_joined(v) if isinstance(v, tuple) else v}" for name, v in goods.items() if v]
    return " ".join([f"player {player.colour}", *told, *([] if player.tokens else ["tokens -"])])


def parse_text(text: str) -> State:
    """Return the state of lines of text; the inverse of `to_text`. Raises InputError naming the line."""
    code, *lines = [line.strip() for line in text.strip().splitlines()] or [""]
    setup = None if code.upper() == setups.PREFIX else code
    result: dict[str, Any] = {"format": FORMAT, "setup": setup}
    for number, line in enumerate(lines, start=2):
        word, _, rest = line.partition(" ")
        if word == "grid":
            result["grid"] = [row for row in lines[number - 1 :] if row]
            return record.to_state(reading.convert(result, Position))
        if word and word in result:
            said = phrase("terracotta.error.line.twice", n=number, word=word[:20])
            raise InputError(said, field=word[:20])
        if word:
            _read_line(result, word, rest.strip(), number)
    raise InputError(phrase("terracotta.error.line.grid", word="grid"), field="grid")


def _read_line(result: dict[str, Any], word: str, rest: str, number: int) -> None:
    """Read one line into the tables."""
    parts = rest.split()
    match word:
        case "round":
            result["round"], result["over"] = _whole(parts[:1], word), "over" in parts[1:]
        case "board":
            result["board"] = reading.load(rest)
        case "tiles":
            result["tiles"] = [_tile(part) for part in parts]
        case "rings":
            result["rings"] = {k: _whole([v], word) for k, v in _pairs(parts, word).items()}
        case "inspectors":
            pairs = _pairs(parts, word)
            result["inspectors"] = {k: _whole([v], word) if k == "row" else v for k, v in pairs.items()}
        case "stores":
            result["stores"] = [_whole([part], word) for part in parts]
        case "wheel":
            result["wheel"] = ["" if part == "-" else part.replace("+", " ") for part in parts]
        case "player":
            result.setdefault("players", []).append(
                _goods(parts, word, ("weapons", "masters"), ("tokens", "final"))
            )
        case "chancellor":
            result["chancellor"] = _goods(parts, word, ("row",), ("difficulty",))
        case _:
            said = phrase("terracotta.error.line", n=number, word=word[:20], words=LINES)
            raise InputError(said, field=f"line {number}")


def _tile(text: str) -> str:
    return next((tile for tile in TILES if tile.lower() == text.lower()), text)


def _whole(parts: Sequence[str], what: str) -> int:
    """Return the whole number of a part. Raises InputError naming the line's word."""
    text = parts[0] if parts else ""
    if not text.isascii() or not text.isdigit() or len(text) > 4:
        raise InputError(phrase("terracotta.error.number", what=what, text=text[:20]), field=what)
    return int(text)


def _pairs(parts: Sequence[str], what: str) -> dict[str, str]:
    """Return names and values that alternate. Raises InputError for a name given twice or without value."""
    if len(parts) % 2:
        raise InputError(phrase("terracotta.error.pair", what=what), field=what)
    result: dict[str, str] = {}
    for name, value in zip(parts[::2], parts[1::2], strict=True):
        if name in result:
            said = phrase("terracotta.error.twice", what=what, name=name[:20])
            raise InputError(said, field=f"{what}.{name[:20]}")
        result[name] = value
    return result


def _goods(parts: Sequence[str], what: str, words: Sequence[str], numbers: Sequence[str]) -> dict[str, Any]:
    """Return the fields of a player or the chancellor; lists are joined by commas, "-" is an empty one."""
    if not parts or parts[0] not in COLOURS:
        raise InputError(phrase("terracotta.error.colour", what=what, colours=COLOURS), field=what)
    result: dict[str, Any] = {"colour": parts[0]}
    for name, value in _pairs(parts[1:], what).items():
        items = [] if value == "-" else value.split(",")
        if name in words:
            result[name] = items
        elif name in numbers:
            result[name] = [_whole([item], what) for item in items]
        else:
            result[name] = _whole([value], f"{what} {name[:20]}")
    return result
