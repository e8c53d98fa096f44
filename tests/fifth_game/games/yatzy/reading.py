"""Positions as JSON, or as the line of `notation`."""

from __future__ import annotations

from typing import Any

import msgspec

from pencilwright.games.errors import InputError
from pencilwright.games.shared import reading
from pencilwright.games.yatzy import notation
from pencilwright.games.yatzy.components import ROWS
from pencilwright.games.yatzy.setup import from_code, to_code
from pencilwright.games.yatzy.state import FORMAT, Player, Position, State
from pencilwright.templates.phrases import phrase


def parse(data: bytes | str) -> State:
    """Return the state in a file's text. Raises InputError, one sentence that names the field."""
    text = reading.position_text(data)
    if not reading.is_json(text):
        return notation.parse_text(text)
    position = reading.position(text, Position, FORMAT)
    players = tuple(_player(player, f"players[{at}]") for at, player in enumerate(position.players))
    return State(players, None if position.setup is None else from_code(position.setup))


def _player(player: Player, field: str) -> Player:
    """Return a player with a printable name and the rows in the order of the pad."""
    for row in player.rows:
        if row not in ROWS:
            said = phrase("json.word", where=f"{field}.rows", word=row[:40])
            raise InputError(reading.known_hint(said, row, ROWS, "json.words"), field=f"{field}.rows")
    name = reading.printable_name(player.name, f"{field}.name")
    return Player(player.seat, name, {row: player.rows[row] for row in ROWS if row in player.rows})


def to_json(state: State) -> bytes:
    """Return the state as canonical JSON, a player a line."""
    code = None if state.setup is None else to_code(state.setup)
    players = ",\n".join(f"    {reading.compact(player)}" for player in state.players)
    return (
        f'{{\n  "format": {reading.compact(FORMAT)},\n  "setup": {reading.compact(code)},\n'
        f'  "players": [\n{players}\n  ]\n}}\n'
    ).encode()


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a position."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:pencilwright:yatzy:1",
        "title": "Yatzy position",
    } | msgspec.json.schema(Position)
