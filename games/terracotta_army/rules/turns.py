"""A turn as one line of text: who, ring turned, sector and worker, and a choice for each of the three rings.

    Y rotate inner, #3c / build officer E4 with sword row+1 / buy 1, do / archer C3 N

The grammar is in docs/formats.md.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.shared.spaces import refusal
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import sectors
from pencilwright.games.terracotta_army.rules import actions
from pencilwright.games.terracotta_army.rules.choice import ActionChoice, read_choice, write_choice
from pencilwright.games.terracotta_army.rules.grid import Grid
from pencilwright.games.terracotta_army.state import State
from pencilwright.games.terracotta_army.words import names
from pencilwright.templates.phrases import Phrase, phrase

BETWEEN: Final = " / "


class Turn(NamedTuple):
    """A whole turn: who, the ring turned first ("" for none), sector, artisan or craftsman, three choices."""

    letter: str
    ring: str
    sector: int
    artisan: bool
    choices: tuple[ActionChoice, ActionChoice, ActionChoice]


def write(grid: Grid, turn: Turn) -> str:
    """Return a turn as one line; `grid` is any grid of the board's size."""
    ring = f"rotate {turn.ring}, " if turn.ring else ""
    where = f"{turn.letter} {ring}{sectors.write(turn.sector)}{'a' if turn.artisan else 'c'}"
    return BETWEEN.join([where, *(write_choice(grid, choice) for choice in turn.choices)])


def read(grid: Grid, text: str, mover: str = "") -> Turn:
    """Return the turn of a line; the inverse of `write`. Raises InputError for what is none.

    mover : the letter of who moves, where the line need not say it.
    """
    parts = [part.strip() for part in text.split("/")]
    letter, _, rest = parts[0].partition(" ")
    if mover and letter != mover:
        letter, rest = mover, parts[0]
    ring = ""
    if rest.startswith("rotate "):
        ring, _, rest = rest.removeprefix("rotate ").partition(", ")
    sector, worker = rest[:-1], rest[-1:]
    if len(parts) != 4 or worker not in ("c", "a"):
        example = "#3c / do / clay / -" if mover else "Y #3c / do / clay / -"
        raise InputError(phrase("words.wrong", text=text[:60], example=example), field="turn")
    inner, middle, outer = (read_choice(grid, part) for part in parts[1:])
    return Turn(letter, ring, sectors.read(sector), worker == "a", (inner, middle, outer))


def apply_turn(state: State, turn: Turn) -> list[Phrase]:
    """Play a human's turn on the state, and return what each part did in words.

    Raises InputError naming what is not allowed; the state may then be half changed, so play on a clone.
    """
    player = state.player(turn.letter)
    if state.to_move() is not player:
        raise InputError(phrase("terracotta.error.order", colour=names.colour(player.colour)), field="turn")
    if state.is_him(player):
        raise InputError(phrase("terracotta.error.his"), field="turn")
    if turn.sector not in sectors.NUMBERS:
        raise refusal("sector", "range", n=turn.sector, low=1, high=box.SECTORS)
    messages = [actions.rotate(state, player, turn.ring)] if turn.ring else []
    actions.place(state, player, turn.sector, turn.artisan)
    for ring, choice in zip(actions.RINGS, turn.choices, strict=True):
        messages.append(actions.apply_action(state, player, turn.sector, ring, choice))
    return messages
