"""Prices and permissions of single actions: markers, barges, governors, stone, jade, exchange, deliveries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pencilwright.games.shared.refusals import unknown
from pencilwright.games.tianxia import components as box
from pencilwright.games.tianxia.cards.catalogue import DEMAND


def marker_price(lying: int, *, p8: bool = False, exactly_one: bool = False) -> int:
    """Return the coins for putting a marker on a space where so many lie, one's own included (Q1).

    P8 makes it free; merchant action 4A-1 makes it exactly 1, also on an empty space (Q35).
    """
    if exactly_one:
        return 1
    return 0 if p8 else lying


def barge_price(own_workers: int, *, p17: bool = False, merchant: bool = False) -> int:
    """Return the coins for a worker on a barge: 1 and 1 for each own worker there.

    P17: 1 less, at least 1. Merchant action 4B-1: 1 less.
    """
    price = 1 + own_workers
    if p17:
        price = max(price - 1, 1)
    return max(price - 1, 0) if merchant else price


def stone_costs(costs: Sequence[int], standing: int, *, p12: bool = False) -> tuple[int, ...]:
    """Return the stone for the next walls (or towers), those standing left out; P12 makes each 1 cheaper."""
    return tuple(max(cost - (1 if p12 else 0), 0) for cost in costs[standing:])


def advance_prices(jade: int, *, cheaper: bool = False) -> tuple[int, ...]:
    """Return the coins for each palace advance that the figurines allow when passing.

    1, 2, 2, 3 for one to four advances; merchant action 3B-2 makes each 1 cheaper. Duplicates placed by 3A-2
    count like other figurines (Q20).
    """
    return tuple(price - (1 if cheaper else 0) for price in box.JADE_PRICES[: box.JADE_ADVANCES[jade]])


def lower_nomads(strength: int, by: int) -> int:
    """Return the strength of a section after an effect has lowered it, never below 0 (Q33)."""
    return max(strength - by, 0)


class Exchange(NamedTuple):
    """An exchange: what is paid, what is gained, and how often at most in one action."""

    pays: tuple[str, ...]
    gains: tuple[str, ...]
    most: int


def exchange(region: str, *, p1: bool = False, components: box.Components = box.STANDARD) -> Exchange:
    """Return what a region's exchange offers: each time 1 of one kind paid, 1 good gained.

    With P1 any one kind of resource is paid instead of the printed one; not in Han, where coins are paid
    (Q10). Raises InputError for a region without exchange.
    """
    if region not in components.exchange:
        raise unknown("region", region, components.exchange)
    paid, gained = components.exchange[region]
    pays = box.RESOURCES if p1 and paid in box.RESOURCES else (paid,)
    return Exchange(pays, box.GOODS if gained == "good" else (gained,), box.EXCHANGE_CAP)


class Delivery(NamedTuple):
    """What one delivery costs: so many of each named good, and of any kind."""

    named: tuple[tuple[str, int], ...]
    any: int


def delivery_cost(demand: str, port: str, *, own_less: bool = False, port_less: bool = False) -> Delivery:
    """Return the goods of one delivery: the port's good and the demand tile's own.

    `port` "good" is the upcoming ship, which lies in no port: any one good (Q12). Merchant action 4B-2 saves
    the port good, 4A-2 one of the tile's own goods. Raises InputError for a tile or port that there is not.
    """
    if demand not in DEMAND:
        raise unknown("demand", demand, DEMAND)
    if port not in (*box.GOODS, "good"):
        raise unknown("port", port, (*box.GOODS, "good"))
    wanted: dict[str, int] = {}
    for effect in DEMAND[demand].costs:
        wanted[effect.what] = wanted.get(effect.what, 0) + effect.n - (1 if own_less else 0)
    if not port_less:
        wanted[port] = wanted.get(port, 0) + 1
    named = tuple((good, wanted[good]) for good in box.GOODS if wanted.get(good))
    return Delivery(named, wanted.get("good", 0))
