"""What is joined to what: building reach, clusters and towns, power from neighbours, networks at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pencilwright.games.terra_mystica.board import EDGES, NEIGHBOURS, RIVERS, distance, networks, within_ships
from pencilwright.games.terra_mystica.components import SHIP_CARD, TOWN_STRUCTURES
from pencilwright.games.terra_mystica.power import power_of
from pencilwright.games.terra_mystica.state import Player, State, Town


def direct(table: State, name: str) -> tuple[str, ...]:
    """Return the land hexes directly adjacent to one: over an edge, or over anybody's bridge."""
    across = []
    for bridge in table.bridges:
        a, b = bridge.split("-")
        if name in (a, b):
            across.append(b if name == a else a)
    return (*NEIGHBOURS[name], *across)


def ships(seat: Player, *, card: bool) -> int:
    """Return the shipping level; `card` adds the step that a bonus card lends in the action phase."""
    if seat.board.ship_top is None:
        return 0
    return seat.shipping + (card and seat.bonus == SHIP_CARD)


def reaches(table: State, seat: Player, name: str, *, card: bool = True) -> bool:
    """Return whether a hex is directly adjacent to an own structure, or within shipping."""
    if any(other in seat.structures for other in direct(table, name)):
        return True
    level = ships(seat, card=card)
    return level > 0 and any(within_ships(own, name, level) for own in seat.structures)


def skips(seat: Player, name: str) -> bool:
    """Return whether a carpet or a tunnel leads to a hex (reached at no more than its price)."""
    return seat.skip > 0 and any(distance(own, name) <= seat.skip + 1 for own in seat.structures)


def joined(table: State, seat: Player) -> Mapping[str, tuple[str, ...]]:
    """Return the direct neighbours of each of a player's hexes."""
    return {name: direct(table, name) for name in seat.structures}


def clusters(table: State, seat: Player) -> list[frozenset[str]]:
    """Return a player's groups of directly joined structures, largest first."""
    return networks(seat.structures, joined(table, seat))


def makes_town(seat: Player, group: frozenset[str]) -> bool:
    """Return whether a group that touches no town has the power and the structures of one."""
    kinds = [seat.structures[name] for name in group]
    enough = len(kinds) + kinds.count("SA") >= TOWN_STRUCTURES
    return enough and power_of(seat.structures, group) >= seat.town_power


def new_towns(table: State, seat: Player) -> list[frozenset[str]]:
    """Return the groups that are towns now and belong to none yet."""
    old = seat.town_hexes()
    return [group for group in clusters(table, seat) if not group & old and makes_town(seat, group)]


def is_whole(table: State, seat: Player, group: frozenset[str]) -> bool:
    """Return whether structures are joined directly; a town of the Mermaids may skip one river hex."""
    links = {name: [other for other in direct(table, name) if other in group] for name in group}
    parts = networks(group, links)
    if len(parts) > 1 and seat.faction == "mermaids":
        return any(all(part & set(EDGES[river]) for part in parts) for river in RIVERS)
    return len(parts) == 1


def over_river(table: State, seat: Player, river: str) -> frozenset[str]:
    """Return the structures that a river hex joins for a town of the Mermaids."""
    touching = {name for name in EDGES[river] if name in seat.structures}
    return frozenset().union(*(group for group in clusters(table, seat) if group & touching))


def grow_towns(table: State, seat: Player) -> None:
    """Let each town take in the structures that are now joined to it."""
    groups = clusters(table, seat)
    grown = (
        (town.tile, set(town.hexes).union(*(group for group in groups if group & set(town.hexes))))
        for town in seat.towns
    )
    seat.towns = tuple(Town(tile, tuple(sorted(hexes))) for tile, hexes in grown)


class Offer(NamedTuple):
    """Power that a neighbour may take: who, from whose building, value of the own structures beside it."""

    faction: str
    source: str
    power: int
    event: int


def offers(table: State, order: Sequence[str], name: str, event: int) -> list[Offer]:
    """Return the power that a new or upgraded structure offers, clockwise from its builder (section 8).

    order : all factions in the order of turns, the builder first.
    The amount is the value of the receiver's own structures directly adjacent to the hex; what was built does
    not matter.
    """
    around = set(direct(table, name))
    found = []
    builder, *others = order
    for faction in others:
        seat = table.player(faction)
        power = power_of(seat.structures, around & seat.structures.keys())
        if power and not seat.dropped:
            found.append(Offer(faction, builder, power, event))
    return found


def beside_opponent(table: State, seat: Player, name: str) -> bool:
    """Return whether an opponent's structure is directly adjacent to a hex."""
    return any(table.owner(other) not in ("", seat.faction) for other in direct(table, name))


def network_links(table: State, seat: Player) -> dict[str, list[str]]:
    """Return which of a player's structures count as joined at the end: directly, by ship, or by skipping."""
    level, skip = ships(seat, card=False), seat.skip
    links: dict[str, list[str]] = {}
    for a in seat.structures:
        near = set(direct(table, a))
        links[a] = [
            b
            for b in seat.structures
            if b != a
            and (b in near or (level and within_ships(a, b, level)) or (skip and distance(a, b) <= skip + 1))
        ]
    return links


def largest_network(table: State, seat: Player) -> frozenset[str]:
    """Return the structures of a player's largest network (section 15)."""
    groups = networks(seat.structures, network_links(table, seat))
    return groups[0] if groups else frozenset()
