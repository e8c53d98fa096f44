"""Turns as commands: `4 4 4 4 2 as four_of_a_kind` writes the points of five dice into an open row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec import structs

from pencilwright.games.errors import InputError
from pencilwright.games.yatzy.components import DICE, ROWS, points
from pencilwright.games.yatzy.scoring import scores
from pencilwright.games.yatzy.state import Player, State
from pencilwright.templates.phrases import phrase


def execute(state: State, who: str, commands: Sequence[str]) -> State:
    """Return the position after commands of a seat. Raises InputError naming one that is not allowed."""
    player = _player(state, who)
    for command in commands:
        dice, _, row = command.partition(" as ")
        faces = [int(face) for face in dice.split() if face in "123456" and len(face) == 1]
        if len(faces) != DICE or len(dice.split()) != DICE or row not in ROWS or row in player.rows:
            raise InputError(phrase("yatzy.no_command", command=command[:60]), field="command")
        rows = {**player.rows, row: points(row, faces)}
        player = structs.replace(player, rows={row: rows[row] for row in ROWS if row in rows})
    players = tuple(player if str(one.seat) == who else one for one in state.players)
    return structs.replace(state, players=players)


def _player(state: State, who: str) -> Player:
    """Return the player of a seat."""
    for player in state.players:
        if str(player.seat) == who:
            return player
    raise InputError(phrase("yatzy.no_player", seat=who[:10]), field="player")


def _points(state: State, who: str) -> int:
    """Return a seat's total."""
    return scores(state)[state.players.index(_player(state, who))][1].total


MEASURES: Final[Mapping[str, Callable[[State, str], int]]] = {"points": _points}
