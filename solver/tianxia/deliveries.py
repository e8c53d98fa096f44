"""One ship served: which spaces are covered, which goods are paid, and what that is worth."""

from __future__ import annotations

from typing import NamedTuple

from pencilwright.games.tianxia.cards.catalogue import DEMAND
from pencilwright.games.tianxia.cards.effects import parse
from pencilwright.games.tianxia.components import GOODS
from pencilwright.games.tianxia.rules.amounts import in_amounts
from pencilwright.games.tianxia.rules.prices import delivery_cost
from pencilwright.games.tianxia.rules.table import ship_markers_left
from pencilwright.games.tianxia.state import State, player


class Service(NamedTuple):
    """A ship that is served: its name, the spaces covered (from 0), and the goods paid in all."""

    ship: str
    spaces: tuple[int, ...]
    paid: tuple[tuple[str, int], ...]


Choice = tuple[Service, ...]
"""The ship that is served, or none."""


def value(state: State, letter: str, choice: Choice) -> int | None:
    """Return what deliveries are worth in tenths of a point, None when they are not possible.

    Rewards of tile and covered space for each delivery by the plan's worths, and the goods left over; goods
    won are not paid with.
    """
    plan, owner = state.plan.deliveries, player(state, letter)
    stock = {good: getattr(owner, good) for good in GOODS}
    total = 0
    for service in choice:
        ship = next(ship for ship in plan.ships if ship.name == service.ship)
        spaces = set(service.spaces)
        if not spaces or not spaces <= set(range(len(ship.spaces))):
            return None
        if ship.port == "good":  # the upcoming ship takes one delivery
            if len(spaces) > 1:
                return None
        elif not ship_markers_left(state, letter):
            return None
        cost, paid = delivery_cost(ship.demand, ship.port), dict(service.paid)
        if sum(paid.values()) != len(spaces) * (sum(n for _, n in cost.named) + cost.any):
            return None
        if any(paid.get(good, 0) < len(spaces) * n for good, n in cost.named):
            return None
        for good, n in paid.items():
            stock[good] -= n
        won = [effect for space in spaces for effect in parse(ship.spaces[space])]
        total += plan.worth.of(*won, *DEMAND[ship.demand].rewards * len(spaces))
    return None if min(stock.values()) < 0 else total + plan.worth.left * sum(stock.values())


def commands(choice: Choice) -> tuple[str, ...]:
    """Return deliveries in commands."""
    return tuple(
        f"deliver {service.ship} at {','.join(str(space + 1) for space in service.spaces)}"
        + (f" pays {paid}" if (paid := in_amounts(dict(service.paid))) else "")
        for service in choice
    )
