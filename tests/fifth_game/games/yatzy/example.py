"""Games of a player who keeps what there is most of, and takes the row that brings most."""

from __future__ import annotations

from typing import Final

from pencilwright.games.rng import Stream
from pencilwright.games.yatzy.components import DICE, ROWS, SEATS, points
from pencilwright.games.yatzy.setup import draw
from pencilwright.games.yatzy.state import Player, State

LEFT: Final = ("round", len(ROWS))
ROLLS: Final = 3


def example(seed: int | str, left: int, *, players: int = len(SEATS)) -> State:
    """Return the position of a seed with so many rounds left."""
    setup = draw(seed, players=players)
    stream = Stream.from_seed(seed).fork("dice")
    sheets: list[dict[str, int]] = [{} for _ in range(players)]
    for _ in range(len(ROWS) - left):
        for rows in sheets:
            dice = _turn(stream)
            row = max((row for row in ROWS if row not in rows), key=lambda one: points(one, dice))
            rows[row] = points(row, dice)
    seats = zip(SEATS, sheets, strict=False)
    return State(
        tuple(Player(seat, "", {row: rows[row] for row in ROWS if row in rows}) for seat, rows in seats),
        setup,
    )


def _turn(stream: Stream) -> list[int]:
    """Return the dice after three rolls."""
    kept: list[int] = []
    for _ in range(ROLLS):
        dice = kept + [stream.die() for _ in range(DICE - len(kept))]
        most = max(dice, key=lambda face: (dice.count(face), face))
        kept = [face for face in dice if face == most]
    return dice
