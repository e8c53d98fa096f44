"""What a last round begins with: the player's things, the hexes in question, and what others leave open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple

from pencilwright.games.terra_mystica import components as box
from pencilwright.games.terra_mystica.boards import hexes
from pencilwright.games.terra_mystica.rules import networks
from pencilwright.games.terra_mystica.rules.prices import spades_for
from pencilwright.games.terra_mystica.scoring import ALCHEMIST_COINS, shares
from pencilwright.games.terra_mystica.state import Player, State
from pencilwright.solver.terra_mystica.actions import KINDS

FAR = 99
"""More river hexes than any ship crosses."""
MOST_STRUCTURES = sum(box.SUPPLY.values())


class RoundPart(NamedTuple):
    """A part of the whole question: its kinds of actions, and if it builds out of the reach of now."""

    kinds: frozenset[str] = KINDS
    is_far: bool = True


WHOLE: Final = RoundPart()
PARTS: Final[Mapping[str, RoundPart]] = {
    "liquidate": RoundPart(KINDS - {"bridge"}, is_far=False),
    "area": RoundPart(frozenset(("dwelling", "bridge", "track", "action"))),
    "cults": RoundPart(frozenset(("priest", "cult"))),
}
Node = frozenset[str]
"""A free hex, or own structures that are joined already."""


@dataclass(frozen=True)
class Ground:
    """A position seen by one player, the others frozen.

    Attributes
    ----------
    table, seat : the position and the player's things in it.
    sizes : networks of the others.
    free : free hexes on which something may be built.
    slots : new towns at most.
    kinds : kinds of actions that may be taken, of KINDS.
    entered : the size of the player's network where it was entered without a map; it stays so.
    """

    table: State
    seat: Player
    sizes: tuple[int, ...]
    free: tuple[str, ...] = ()
    slots: int = 0
    kinds: frozenset[str] = KINDS
    entered: int | None = None

    @cached_property
    def own(self) -> Mapping[str, str]:
        """The player's structures."""
        return dict(self.seat.structures)

    @cached_property
    def need(self) -> Mapping[str, int]:
        """Spades of each land hex."""
        return {
            name: spades_for(self.seat, self.table.terrain_of(name), self.seat.colour)
            for name in hexes.TERRAIN
        }

    @cached_property
    def near(self) -> Mapping[str, frozenset[str]]:
        """Direct neighbours, bridges that stand included."""
        return {name: frozenset(networks.direct(self.table, name)) for name in hexes.TERRAIN}

    def crossed(self, a: str, b: str) -> int:
        """Return the river hexes that ships cross between two hexes."""
        return hexes.river_distances(a).get(b, FAR)

    # --- ships and skipping -------------------------------------------------------------------------------

    @cached_property
    def card(self) -> int:
        """The step of shipping that the bonus card lends."""
        return int(self.seat.bonus == box.SHIP_CARD and self.seat.board.ship_top is not None)

    @cached_property
    def ship_steps(self) -> int:
        """Steps of shipping that are left."""
        top = self.seat.board.ship_top
        return 0 if top is None else max(0, top - self.seat.shipping)

    @cached_property
    def nearest(self) -> int:
        """The least river hexes between the player and a hex without a structure; 0 for one beside."""
        empty = [name for name in hexes.TERRAIN if not self.table.owner(name)]
        if any(self.near[name] & self.own.keys() for name in empty):
            return 0
        return min((self.crossed(own, name) for own in self.own for name in empty), default=FAR)

    def hops(self, a: Iterable[str], b: Iterable[str]) -> int:
        """Return the least distance between two groups of hexes."""
        others = tuple(b)
        return min(hexes.distance(item, other) for item in a for other in others)

    # --- towns --------------------------------------------------------------------------------------------

    @cached_property
    def groups(self) -> tuple[Node, ...]:
        """The player's joined structures that belong to no town."""
        old = self.seat.town_hexes()
        return tuple(group for group in networks.clusters(self.table, self.seat) if not group & old)

    @cached_property
    def open_for_towns(self) -> tuple[Node, ...]:
        """Groups and free hexes that a new town may hold: none that touches an old town."""
        old = self.seat.town_hexes()
        return (*self.groups, *(frozenset((name,)) for name in self.free if not self.near[name] & old))

    @cached_property
    def most_dwellings(self) -> int:
        """Dwellings that can still be built at most: each upgrade returns one."""
        return min(MOST_STRUCTURES - len(self.own), len(self.free))

    @cached_property
    def rivers(self) -> Mapping[str, tuple[Node, ...]]:
        """River hexes over which the Mermaids may found a town, with the nodes around them."""
        if self.seat.faction != "mermaids":
            return {}
        old = self.seat.town_hexes()
        results = {}
        for river in hexes.RIVERS:
            around = tuple(node for node in self.open_for_towns if node & set(hexes.EDGES[river]))
            if len(around) > 1 and not old & set(hexes.EDGES[river]):
                results[river] = around
        return results

    # --- bridges ------------------------------------------------------------------------------------------

    @cached_property
    def bridges(self) -> Mapping[str, tuple[str, str]]:
        """Bridges that may be built: an own or a free hex at one end."""
        can = "ACT1" not in self.table.used or self.seat.faction == "engineers"
        if not can or not self.table.bridges_left(self.seat.faction):
            return {}
        mine = {*self.own, *self.free}
        results = {}
        for name in self.table.bridge_places:
            a, b = name.split("-")
            if name not in self.table.bridges and mine & {a, b}:
                results[name] = (a, b)
        return results

    # --- the end ------------------------------------------------------------------------------------------

    @cached_property
    def parts(self) -> tuple[Node, ...]:
        """The player's networks as they would count at the end, largest first."""
        return tuple(hexes.networks(self.own, networks.network_links(self.table, self.seat)))

    @cached_property
    def rate(self) -> int:
        """Coins for a point."""
        return ALCHEMIST_COINS if self.seat.faction == "alchemists" else box.COINS_PER_POINT

    @cached_property
    def others(self) -> tuple[Player, ...]:
        """The other players' things."""
        return tuple(other for other in self.table.seats.values() if other is not self.seat)

    def race(self, cult: int) -> list[int]:
        """Return the points of a cult at the end by the player's own step."""
        steps = [other.cults[cult] for other in self.others]
        return [shares([own, *steps], box.CULT_POINTS)[0] for own in range(box.CULT_TOP + 1)]

    @cached_property
    def area(self) -> list[int]:
        """Points for the area by the size of the own network."""
        sizes = range(MOST_STRUCTURES + 1)
        return [
            shares([size if self.entered is None else self.entered, *self.sizes], box.AREA_POINTS)[0]
            for size in sizes
        ]

    @cached_property
    def scored(self) -> Mapping[str, int]:
        """Event -> points of this round's tile: D, TH, TE, SH, SA, town, spade."""
        tile = box.SCORING[self.table.tile()] if self.table.tile() else None
        return {event: tile.points for event in tile.event.split("/")} if tile else {}

    @cached_property
    def passing(self) -> Mapping[str, int]:
        """Points of the bonus card on passing for each structure, or step of ships ("ship")."""
        return box.BONUS[self.seat.bonus].points if self.seat.bonus else {}


def ground_of(table: State, who: str, sizes: Mapping[str, int | None], part: RoundPart = WHOLE) -> Ground:
    """Return the ground of a player.

    Parameters
    ----------
    sizes : the networks that were entered without a map, or None.
    part : what is asked about.
    """
    results = []
    for name, seat in table.seats.items():
        entered = sizes.get(name)
        if name != who:
            results.append(len(networks.largest_network(table, seat)) if entered is None else entered)
    ground = Ground(table, table.seats[who], tuple(results), kinds=part.kinds, entered=sizes.get(who))
    if not ground.own or not part.kinds & {"dwelling", "upgrade", "bridge"}:
        return ground
    free = tuple(
        name
        for name in (hexes.TERRAIN if "dwelling" in part.kinds else ())
        if not table.owner(name) and (part.is_far or networks.reaches(table, ground.seat, name))
    )
    ground = replace(ground, free=free)
    outside = len(ground.own.keys() - ground.seat.town_hexes())
    pieces = outside + ground.most_dwellings + 1  # a sanctuary counts as two
    slots = min(pieces // box.TOWN_STRUCTURES, sum(table.towns_left().values()))
    return replace(ground, slots=slots)


def within(ground: Ground, dwellings: int, ship: int, jump: int) -> Ground:
    """Return the ground with the free hexes that a chain of so many dwellings may lead to.

    Parameters
    ----------
    dwellings : new ones at most; who skips may also turn a hex beyond the last of them.
    ship : the highest shipping level that can be reached, the card included.
    jump : hexes that can be skipped at most.
    """
    ends: dict[str, set[str]] = {}
    for a, b in ground.bridges.values():
        ends.setdefault(a, set()).add(b)
        ends.setdefault(b, set()).add(a)

    def linked(a: str, b: str) -> bool:
        return (
            b in ground.near[a]
            or ground.crossed(a, b) <= ship
            or (jump > 0 and hexes.distance(a, b) <= jump + 1)
            or b in ends.get(a, ())
        )

    reached = {name for name in ground.free if ground.seat.faction == "witches" and not ground.need[name]}
    edge = {*ground.own, *reached}
    reached = reached if dwellings else set()
    for _ in range(dwellings + (jump > 0)):
        edge = {
            name for name in ground.free if name not in reached and any(linked(item, name) for item in edge)
        }
        reached |= edge
    return replace(ground, free=tuple(name for name in ground.free if name in reached))
