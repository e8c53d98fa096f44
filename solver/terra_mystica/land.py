"""What can become of a hex, for what price, and which hexes chains of new dwellings lead to."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from typing import Final

from pencilwright.games.terra_mystica.boards.hexes import LAND
from pencilwright.games.terra_mystica.components import SUPPLY
from pencilwright.games.terra_mystica.rules.prices import BUILT_FROM, Price, dwelling_price, upgrade_price
from pencilwright.games.terra_mystica.state import Player, State


def steps_to(old: str, kind: str) -> tuple[str, ...]:
    """Return the steps from what stands on a hex ("" for none) to a structure; KeyError: none lead there."""
    return () if kind == old else (*steps_to(old, {"D": "", **BUILT_FROM}[kind]), kind)


GROWTH: Final[Mapping[str, tuple[str, ...]]] = {
    old: tuple(kind for kind in SUPPLY if kind != old and old in ("", *steps_to("", kind)))
    for old in ("", *SUPPLY)
}
"""What can become of a hex, by what stands there."""


def growth_price(table: State, seat: Player, name: str, old: str, kind: str) -> Price:
    """Return the price of turning what stands on a hex ("" for nothing) into a structure, step by step."""
    price = Price()
    for step in steps_to(old, kind):
        if step == "D":
            price = price.plus(dwelling_price(table, seat, name))
        else:
            price = price.plus(upgrade_price(table, seat, name, step))
    return price


def free_hexes(table: State) -> list[str]:
    """Return the land hexes that hold no structure."""
    return [name for name in LAND if not table.owner(name)]


def cheapest_chains(seat: Player, links: Mapping[str, set[str]], cost: Mapping[str, int]) -> dict[str, int]:
    """Return the least cost of a chain from the own structures to each hex (Dijkstra)."""
    best = dict.fromkeys(seat.structures, 0)
    queue = [(0, name) for name in seat.structures]
    while queue:
        spent, name = heapq.heappop(queue)
        if spent > best[name]:
            continue
        for other in sorted(links.get(name, ())):
            if other in cost and spent + cost[other] < best.get(other, 1_000_000):
                best[other] = spent + cost[other]
                heapq.heappush(queue, (best[other], other))
    return best
