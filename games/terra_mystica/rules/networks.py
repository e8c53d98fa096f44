"""What is joined to what: building reach, clusters and towns, power from neighbours, networks at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pencilwright.games.terra_mystica.boards.hexes import (
    EDGES,
    LAND,
    NEIGHBOURS,
    RIVERS,
    distance,
    networks,
    within_ships,
)
from pencilwright.games.terra_mystica.components import SHIP_CARD, TOWN_STRUCTURES
from pencilwright.games.terra_mystica.rules.power import power_of, power_room
from pencilwright.games.terra_mystica.state import Player, State, Town


def direct(state: State, name: str) -> tuple[str, ...]:
    """Return the land hexes directly adjacent to one: over an edge, or over anybody's bridge."""
    across = []
    for bridge in state.bridges:
        a, b = bridge.split("-")
        if name in (a, b):
            across.append(b if name == a else a)
    return (*NEIGHBOURS[name], *across)


def ships(player: Player, *, card: bool) -> int:
    """Return the shipping level; `card` adds the step that a bonus card lends in the action phase."""
    if player.board.ship_top is None:
        return 0
    return player.shipping + (card and player.bonus == SHIP_CARD)


def reaches(state: State, player: Player, name: str, *, card: bool = True) -> bool:
    """Return whether a hex is directly adjacent to an own structure, or within shipping."""
    if any(other in player.structures for other in direct(state, name)):
        return True
    level = ships(player, card=card)
    return level > 0 and any(within_ships(structure, name, level) for structure in player.structures)


def skips(player: Player, name: str) -> bool:
    """Return whether a carpet or a tunnel leads to a hex (reached at no more than its price)."""
    return player.skip > 0 and any(
        distance(structure, name) <= player.skip + 1 for structure in player.structures
    )


def joined(state: State, player: Player) -> Mapping[str, tuple[str, ...]]:
    """Return the direct neighbours of each of a player's hexes."""
    return {name: direct(state, name) for name in player.structures}


def clusters(state: State, player: Player) -> list[frozenset[str]]:
    """Return a player's groups of directly joined structures, largest first."""
    return networks(player.structures, joined(state, player))


def makes_town(player: Player, group: frozenset[str]) -> bool:
    """Return whether a group that touches no town has the power and the structures of one."""
    kinds = [player.structures[name] for name in group]
    enough = len(kinds) + kinds.count("SA") >= TOWN_STRUCTURES
    return enough and power_of(player.structures, group) >= player.town_power


def new_towns(state: State, player: Player) -> list[frozenset[str]]:
    """Return the groups that are towns now and belong to none yet."""
    old = player.town_hexes()
    return [group for group in clusters(state, player) if not group & old and makes_town(player, group)]


def is_whole(state: State, player: Player, group: frozenset[str]) -> bool:
    """Return whether structures are joined directly; a town of the Mermaids may skip one river hex."""
    links = {name: [other for other in direct(state, name) if other in group] for name in group}
    parts = networks(group, links)
    if len(parts) > 1 and player.faction == "mermaids":
        return any(all(part & set(EDGES[river]) for part in parts) for river in RIVERS)
    return len(parts) == 1


def over_river(state: State, player: Player, river: str) -> frozenset[str]:
    """Return the structures that a river hex joins for a town of the Mermaids."""
    touching = {name for name in EDGES[river] if name in player.structures}
    return frozenset().union(*(group for group in clusters(state, player) if group & touching))


def grow_towns(state: State, player: Player) -> None:
    """Let each town take in the structures that are now joined to it."""
    groups = clusters(state, player)
    grown = (
        (town.tile, set(town.hexes).union(*(group for group in groups if group & set(town.hexes))))
        for town in player.towns
    )
    player.towns = tuple(Town(tile, tuple(sorted(hexes))) for tile, hexes in grown)


class Offer(NamedTuple):
    """Power that a neighbour may take: who, from whose building, value of the own structures beside it.

    An offer for which the bowls had no room stays one of nothing, whatever is spent later.
    """

    faction: str
    source: str
    power: int
    event: int
    has_room: bool = True


def offers(state: State, order: Sequence[str], name: str, event: int) -> list[Offer]:
    """Return the power that a new or upgraded structure offers, clockwise from its builder (section 8).

    order : all factions in the order of turns, the builder first.
    The amount is the value of the receiver's own structures directly adjacent to the hex; what was built does
    not matter.
    """
    around = set(direct(state, name))
    results = []
    builder, *others = order
    for faction in others:
        player = state.player(faction)
        power = power_of(player.structures, around & player.structures.keys())
        if power and not player.dropped:
            results.append(Offer(faction, builder, power, event, power_room(player.bowls) > 0))
    return results


def most_offered(state: State, player: Player, builder: str) -> int:
    """Return the most power that one building of another gives a player: beside any hex that it may take."""
    results = [0]
    for name in LAND:
        if state.owner(name) in ("", builder):
            ends = (place.split("-") for place in state.bridge_places)
            across = {end for pair in ends if name in pair for end in pair}
            around = {*NEIGHBOURS[name], *across} & player.structures.keys()
            results.append(power_of(player.structures, around))
    return max(results)


def beside_opponent(state: State, player: Player, name: str) -> bool:
    """Return whether an opponent's structure is directly adjacent to a hex."""
    return any(state.owner(other) not in ("", player.faction) for other in direct(state, name))


def network_links(state: State, player: Player) -> dict[str, list[str]]:
    """Return which of a player's structures count as joined at the end: directly, by ship, or by skipping."""
    level, skip = ships(player, card=False), player.skip
    links: dict[str, list[str]] = {}
    for a in player.structures:
        near = set(direct(state, a))
        links[a] = [
            b
            for b in player.structures
            if b != a
            and (b in near or (level and within_ships(a, b, level)) or (skip and distance(a, b) <= skip + 1))
        ]
    return links


def largest_network(state: State, player: Player) -> frozenset[str]:
    """Return the structures of a player's largest network (section 15)."""
    groups = networks(player.structures, network_links(state, player))
    return groups[0] if groups else frozenset()
