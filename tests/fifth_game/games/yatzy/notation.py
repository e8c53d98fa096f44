"""A position as one line: `YZ1 1:3,6,-,...`, the points of a seat row by row, "-" for one that is open."""

from __future__ import annotations

from pencilwright.games.errors import InputError
from pencilwright.games.yatzy.components import ROWS, SEATS
from pencilwright.games.yatzy.setup import PREFIX, from_code, to_code
from pencilwright.games.yatzy.state import Player, State
from pencilwright.templates.phrases import phrase


def to_text(state: State) -> str:
    """Return the state as text: share code or YZ1, then the seats; names are left out."""
    seats = [
        f"{player.seat}:{','.join(str(player.rows.get(row, '-')) for row in ROWS)}"
        for player in state.players
    ]
    return " ".join([PREFIX if state.setup is None else to_code(state.setup), *seats])


def parse_text(text: str) -> State:
    """Return the state of a text. Raises InputError naming the part."""
    code, *seats = text.split()
    if not 1 <= len(seats) <= len(SEATS):
        raise InputError(phrase("yatzy.line.seats", n=len(seats), most=len(SEATS)), field="players")
    setup = None if code.upper() == PREFIX else from_code(code)
    return State(tuple(_seat(seat) for seat in seats), setup)


def _seat(text: str) -> Player:
    """Return the player of a part such as 1:3,6,-,..."""
    seat, _, listed = text.partition(":")
    points = listed.split(",")
    if seat not in map(str, SEATS) or len(points) != len(ROWS):
        raise InputError(phrase("yatzy.line.seat", text=text[:40], n=len(ROWS)), field="players")
    rows = {row: _points(row, value) for row, value in zip(ROWS, points, strict=True) if value != "-"}
    return Player(int(seat), "", rows)


def _points(row: str, text: str) -> int:
    """Return the points of a row."""
    if not (text.isascii() and text.isdecimal() and len(text) < 4):
        raise InputError(phrase("yatzy.line.points", row=row, text=text[:20]), field=row)
    return int(text)
