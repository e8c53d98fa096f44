"""What actions cost and what special ones bring: for the rules, for lists of actions and for plans."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from pencilwright.games.terra_mystica.boards.hexes import spades
from pencilwright.games.terra_mystica.components import BONUS, CULT_FAVOUR, POWER_ACTIONS, SHIP_COST
from pencilwright.games.terra_mystica.rules.networks import beside_opponent
from pencilwright.games.terra_mystica.state import Player, State

BUILT_FROM: Final[Mapping[str, str]] = {"TH": "D", "TE": "TH", "SH": "TH", "SA": "TE"}
"""What each structure is an upgrade of."""
SPADE_ACTIONS: Final[Mapping[str, int]] = {
    **{name: act.amount for name, act in POWER_ACTIONS.items() if act.gain == "spade"},
    **{name: 1 for name, card in BONUS.items() if card.action == "spade"},
    "SH": 2,
}
"""Actions that bring spades, and how many: of the board, of a card, of the Giants' stronghold."""
STEP_ACTIONS: Final[Mapping[str, int]] = {
    **{name: 1 for name, card in BONUS.items() if card.action == "cult"},
    CULT_FAVOUR: 1,
    "SH": 2,
}
"""Actions that move a marker, and how far: of a card, of a favour tile, of the Auren's stronghold."""


class Price(NamedTuple):
    """Workers, coins and priests."""

    workers: int = 0
    coins: int = 0
    priests: int = 0

    def plus(self, other: Price) -> Price:
        """Return the sum."""
        return Price(*(a + b for a, b in zip(self, other, strict=True)))

    def times(self, count: int) -> Price:
        """Return the price of so many."""
        return Price(*(count * part for part in self))

    def within(self, purse: Price) -> bool:
        """Return whether a purse can pay it (without changing goods)."""
        return all(a <= b for a, b in zip(self, purse, strict=True))

    @property
    def total(self) -> int:
        """Workers, coins and priests together: each is worth a coin at the end."""
        return sum(self)


BRIDGE: Final = Price(workers=2)
"""The Engineers' bridge."""
PRIEST: Final = Price(priests=1)
"""A priest sent to a cult, a carpet flight."""
SHIP: Final = Price(*SHIP_COST)


def spade_step(player: Player) -> Price:
    """Return the price of a step of the spade track."""
    return Price(*player.board.spade_step)


def spades_for(player: Player, start: str, end: str) -> int:
    """Return the spades a player needs between two terrains: two always for Giants going home."""
    if player.faction == "giants":
        return 2 if end != start else 0
    return spades(start, end)


def spade_price(player: Player, count: int) -> Price:
    """Return the price of bought spades: workers, a priest each for the Darklings."""
    costs = player.board.spade_costs
    return Price(workers=count * costs[player.spade_level]) if costs else Price(priests=count)


def dwelling_price(state: State, player: Player, name: str) -> Price:
    """Return the price of spades and a dwelling on a hex, without a carpet or a tunnel."""
    count = spades_for(player, state.terrain_of(name), player.colour)
    return Price(*player.board.cost["D"]).plus(spade_price(player, count))


def skip_price(player: Player) -> Price:
    """Return the price of a carpet flight or a tunnel."""
    if player.faction == "fakirs":
        return PRIEST
    return Price(workers=1 if player.count("SH") else 2)


def upgrade_price(state: State, player: Player, name: str, kind: str) -> Price:
    """Return the price of an upgrade; a trading house is cheaper beside an opponent."""
    alone = kind == "TH" and not beside_opponent(state, player, name)
    return Price(*player.board.cost["TH alone" if alone else kind])
