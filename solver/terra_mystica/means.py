"""The actions that bring spades, and what their spades save."""

from __future__ import annotations

from typing import Final

from pencilwright.games.terra_mystica.building import spades_for
from pencilwright.games.terra_mystica.components import POWER_ACTIONS
from pencilwright.games.terra_mystica.table import Seat, Table
from pencilwright.solver.terra_mystica.land import Price

SPADES: Final = {"ACT5": 1, "ACT6": 2, "BON1": 1, "SH": 2}
"""Actions that bring spades, and how many: two of the board, a bonus card's, the Giants' stronghold's."""
FEW_PRIESTS: Final = 4
"""With room for so many priests more, none of those gained in a round is lost."""


def spade_sources(table: Table, seat: Seat) -> list[str]:
    """Return the actions that may still be taken for their spades, of SPADES."""
    found = [name for name in SPADES if name in POWER_ACTIONS and name not in table.used]
    if seat.bonus == "BON1" and "BON1" not in seat.used:
        found.append("BON1")
    if seat.faction == "giants" and seat.count("SH") and "SH" not in seat.used:
        found.append("SH")
    return found


def spade_price(seat: Seat) -> Price:
    """Return the price of one bought spade."""
    costs = seat.board.spade_costs
    return Price(workers=costs[seat.spade_level]) if costs else Price(priests=1)


def saving(table: Table, seat: Seat, name: str, action: str) -> Price:
    """Return what the free spades of an action save on a hex."""
    need = spades_for(seat, table.terrain_of(name), seat.colour)
    return Price(*(min(need, SPADES[action]) * part for part in spade_price(seat)))
