"""Short ways to a position, a game under way and a row of commands."""

from __future__ import annotations

from pencilwright.games.terra_mystica import log, notation, records, state
from pencilwright.games.terra_mystica.table import Seat, Table
from pencilwright.games.terra_mystica.turn import ACTIONS, Game

TOWN = "TM1 | witches D:E4,E5 TH:E6 SH:E7"
"""A position with a town whose terrain, tile and hexes are not typed."""


def at(text: str) -> Table:
    """Return the table of a position in the short text form, not completed; "TM1 r3" stands before."""
    return state.to_table(records.as_entered(notation.record(f"TM1 r3 | {text}")))


def under_way(text: str, scoring: tuple[str, ...] = (), free: tuple[str, ...] = ("BON3",)) -> Game:
    """Return a game in round 3 at the turn of the first player of a position."""
    table = at(text)
    table.scoring = scoring or ("SCORE9",) * 6
    table.cards = dict.fromkeys(free, 0)
    first = next(iter(table.seats))
    table.start = first
    return Game(table, phase=ACTIONS, current=first)


def do(game: Game, row: str) -> Seat:
    """Play a row such as "witches: build E7" and return its player's things."""
    _, lines = log.rows(row)
    for line in lines:
        log.play(game, line.faction, line.commands)
    return game.table.seats[lines[-1].faction]
