"""Which hexes a player could build on: their price in spades, and how they are joined."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping
from typing import Final

from pencilwright.games.terra_mystica.boards.hexes import LAND, distance, within_ships
from pencilwright.games.terra_mystica.components import SUPPLY
from pencilwright.games.terra_mystica.rules.networks import direct
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


def ship_links(level: int, hexes: Iterable[str]) -> dict[str, set[str]]:
    """Return which of some hexes ships of a level join."""
    names = list(hexes)
    return {a: {b for b in names if b != a and level > 0 and within_ships(a, b, level)} for a in names}


def direct_links(table: State, hexes: Iterable[str]) -> dict[str, set[str]]:
    """Return which of some hexes are directly adjacent."""
    names = set(hexes)
    return {a: {b for b in direct(table, a) if b in names} for a in names}


def skip_links(seat: Player, hexes: Iterable[str]) -> dict[str, set[str]]:
    """Return which of some hexes skipping joins, directly adjacent ones included."""
    names = list(hexes)
    return {a: {b for b in names if b != a and seat.skip and distance(a, b) <= seat.skip + 1} for a in names}


def union(*links: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Return the neighbours under any of several relations."""
    return {name: set().union(*(link.get(name, set()) for link in links)) for name in links[0]}


def with_bridges(links: dict[str, set[str]], bridges: Iterable[str]) -> dict[str, set[str]]:
    """Return neighbours with bridges added between hexes that are known."""
    more = {name: set(around) for name, around in links.items()}
    for place in bridges:
        a, b = place.split("-")
        if a in more and b in more:
            more[a].add(b)
            more[b].add(a)
    return more


def free_hexes(table: State) -> list[str]:
    """Return the land hexes that hold no structure."""
    return [name for name in LAND if not table.owner(name)]


def affordable(
    table: State,
    seat: Player,
    links: Mapping[str, set[str]],
    most: int,
    weighed: tuple[Mapping[str, int], int | None] = ({}, None),
) -> list[str]:
    """Return the free hexes that a chain of at most `most` dwellings can lead to.

    `weighed` has weights of hexes and a bound on a chain's. Each of the two bounds a chain by itself, so that
    no hex is left out wrongly.
    """
    free = set(free_hexes(table))
    keep = set(free)
    bounded = [({name: 1 for name in free}, most)]
    if weighed[1] is not None:
        bounded.append(({name: weighed[0][name] for name in free}, weighed[1]))
    for cost, limit in bounded:
        keep &= {name for name, least in cheapest_chains(seat, links, cost).items() if least <= limit}
    return [name for name in LAND if name in keep]


def cheapest_chains(seat: Player, links: Mapping[str, set[str]], cost: Mapping[str, int]) -> dict[str, int]:
    """Return the least cost of a chain from the own structures to each hex (Dijkstra)."""
    best = dict.fromkeys(seat.structures, 0)
    queue = [(0, name) for name in seat.structures]
    while queue:
        spent, name = heapq.heappop(queue)
        if spent > best[name]:
            continue
        for other in links.get(name, ()):
            if other in cost and spent + cost[other] < best.get(other, 1_000_000):
                best[other] = spent + cost[other]
                heapq.heappush(queue, (best[other], other))
    return best
