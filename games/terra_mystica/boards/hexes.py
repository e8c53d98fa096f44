"""The map as data and its geometry: neighbours, rivers crossed by ships, bridges, the terrain wheel.

Land hexes are named by row and running number without the river ("E5"), river hexes r0 to r35 in reading
order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.shared.refusals import unknown
from pencilwright.games.terra_mystica.components import BOX, TERRAIN_NAMES, TERRAINS
from pencilwright.templates.phrases import phrase

ROWS: Final = {row: tuple(tokens.split()) for row, tokens in BOX.get("map", dict[str, str]).items()}
"""Rows from top to bottom, hexes from left to right; "x" is river. B, D, F, H lie half a hex to the right."""
RIVER: Final = "x"


class HexPlace(NamedTuple):
    """Where a hex lies: row from the top and column from the left, both from 0."""

    row: int
    column: int


def _name() -> tuple[dict[str, HexPlace], dict[str, str]]:
    """Return the place of every hex, and the printed terrain of every land hex."""
    places, terrain = {}, {}
    rivers = 0
    for row, (letter, tokens) in enumerate(ROWS.items()):
        land = 0
        for column, token in enumerate(tokens):
            if token == RIVER:
                name, rivers = f"r{rivers}", rivers + 1
            else:
                land += 1
                name = f"{letter}{land}"
                terrain[name] = token
            places[name] = HexPlace(row, column)
    return places, terrain


_PLACES, _TERRAIN = _name()
PLACES: Final[Mapping[str, HexPlace]] = MappingProxyType(_PLACES)
TERRAIN: Final[Mapping[str, str]] = MappingProxyType(_TERRAIN)
"""Printed terrain of each land hex."""
LAND: Final = tuple(TERRAIN)
RIVERS: Final = tuple(name for name in PLACES if name not in TERRAIN)
_AT: Final = {place: name for name, place in PLACES.items()}


def _edges(name: str) -> tuple[str, ...]:
    """Return the names of all hexes that share an edge with one."""
    row, column = PLACES[name]
    before = -1 if row % 2 == 0 else 0
    around = [(row, column - 1), (row, column + 1)]
    around += [(other, column + before + step) for other in (row - 1, row + 1) for step in (0, 1)]
    return tuple(_AT[HexPlace(*place)] for place in around if HexPlace(*place) in _AT)


EDGES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({name: _edges(name) for name in PLACES})
"""All neighbours of every hex, river included."""
NEIGHBOURS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {name: tuple(other for other in EDGES[name] if other in TERRAIN) for name in PLACES}
)
"""Land neighbours of every hex."""


@cache
def river_distances(name: str) -> Mapping[str, int]:
    """Return the fewest river hexes (1 or more) that ships from `name` cross to each land hex they reach."""
    results: dict[str, int] = {}
    seen = {other: 1 for other in EDGES[name] if other not in TERRAIN}
    queue = deque(seen)
    while queue:
        river = queue.popleft()
        for other in EDGES[river]:
            if other in TERRAIN:
                if other != name:
                    results.setdefault(other, seen[river])
            elif other not in seen:
                seen[other] = seen[river] + 1
                queue.append(other)
    return MappingProxyType(results)


def within_ships(a: str, b: str, level: int) -> bool:
    """Return whether ships of a level join two land hexes: at most `level` river hexes crossed."""
    return river_distances(a).get(b, level + 1) <= level


def distance(a: str, b: str) -> int:
    """Return the number of steps from hex to neighbouring hex between two hexes of any kind."""
    rows = []
    for name in (a, b):
        row, column = PLACES[name]
        rows.append((row, column - row // 2))
    across, down = rows[0][1] - rows[1][1], rows[0][0] - rows[1][0]
    return max(abs(across), abs(down), abs(across + down))


@cache
def facing_pairs() -> tuple[str, ...]:
    """Return all pairs of land hexes that face each other across the edge of two river hexes, "F3-G1"."""
    results = []
    for a in LAND:
        for b in LAND:
            common = set(EDGES[a]) & set(EDGES[b])
            rivers = [name for name in common if name not in TERRAIN]
            if LAND.index(a) < LAND.index(b) and b not in EDGES[a] and len(rivers) == 2:
                results.append(f"{a}-{b}")
    return tuple(results)


def bridge_name(a: str, b: str) -> str:
    """Return the name of the bridge between two land hexes: "F3-G1", in the order of the map."""
    return "-".join(sorted((a, b), key=LAND.index))


def spades(start: str, end: str) -> int:
    """Return the spades that change one terrain into another: the shortest way round the wheel, 0 to 3."""
    steps = abs(TERRAINS.index(start) - TERRAINS.index(end))
    return min(steps, len(TERRAINS) - steps)


def land(text: str, field: str) -> str:
    """Return the name of a land hex as people write it. Raises InputError for a river hex and for no hex."""
    name = text.strip().upper()
    if name in TERRAIN:
        return name
    if name.lower() in PLACES:
        raise InputError(phrase("mystica.read.river_hex", field=field, hex=name.lower()), field=field)
    raise unknown(field, text[:20], LAND)


def river(text: str, field: str) -> str:
    """Return the name of a river hex. Raises InputError for anything else."""
    name = text.strip().lower()
    if name in RIVERS:
        return name
    raise unknown(field, text[:20], RIVERS)


def terrain(text: str, field: str) -> str:
    """Return a terrain's id from its colour or name. Raises InputError naming those there are."""
    wanted = text.strip().lower().replace("grey", "gray")
    for name, colour in zip(TERRAIN_NAMES, TERRAINS, strict=True):
        if wanted in (colour, name.lower()):
            return colour
    raise unknown(field, text, TERRAINS)


def networks(hexes: Iterable[str], joined: Mapping[str, Iterable[str]]) -> list[frozenset[str]]:
    """Return the connected groups of some hexes, largest first, under a symmetric neighbour relation."""
    left = set(hexes)
    groups = []
    while left:
        queue = [min(left, key=LAND.index)]
        group = set(queue)
        while queue:
            for other in joined.get(queue.pop(), ()):
                if other in left and other not in group:
                    group.add(other)
                    queue.append(other)
        left -= group
        groups.append(frozenset(group))
    return sorted(groups, key=lambda group: (-len(group), min(map(LAND.index, group))))
