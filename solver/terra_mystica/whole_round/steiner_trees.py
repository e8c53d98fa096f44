"""How many free hexes it takes at least to join groups of structures into one town (Steiner trees)."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heapify, heappop, heappush
from typing import Final

from pencilwright.solver.terra_mystica.whole_round.context import Ground

MOST_GROUPS: Final = 9
"""More groups than this have too many subsets to look at one by one."""
State = tuple[int, int]
"""A hex, and how many rivers the tree has crossed."""


def joins(ground: Ground, dwellings: int, *, bridged: bool) -> Mapping[frozenset[int], int] | None:
    """Return each set of groups that a new town may hold, with the free hexes that joining them takes.

    Groups are numbers of `ground.groups`. A set that takes more than `dwellings` is left out; the empty one
    takes none. None when there are too many groups.

    Parameters
    ----------
    ground : the position.
    dwellings : new ones at most.
    bridged : whether every bridge that may be built stands.

    Notes
    -----
    Dreyfus and Wagner's dynamic programme over subsets, with weights on free hexes. A river hex of the
    Mermaids is a hex without weight, of which a tree holds one at most.
    """
    nodes = ground.open_for_towns
    groups = len(ground.groups)
    if groups > MOST_GROUPS:
        return None
    near = _neighbours(ground, bridged=bridged)
    free = range(groups, len(nodes))
    rivers = range(len(nodes), len(near))
    everywhere = [*free, *rivers]
    weight = [0] * groups + [1] * len(free) + [0] * len(rivers)
    least: dict[int, dict[State, int]] = {}
    for mask in range(1, 1 << groups):
        members = [index for index in range(groups) if mask >> index & 1]
        best: dict[State, int] = {}
        if len(members) == 1:
            best[members[0], 0] = 0
        part = (mask - 1) & mask
        while part > mask ^ part:
            for (at, crossed), cost in least[part].items():
                for again in (0, 1):
                    other = least[mask ^ part].get((at, again))
                    if other is None:
                        continue
                    both = max(crossed, again) if at in rivers else crossed + again
                    total = cost + other - weight[at]
                    if both <= 1 and total < best.get((at, both), total + 1):
                        best[at, both] = total
            part = (part - 1) & mask
        # A tree may also come from a smaller set through the group that it lacks.
        for index in members:
            for (at, crossed), cost in least.get(mask ^ (1 << index), {}).items():
                if index in near[at] and cost < best.get((index, crossed), cost + 1):
                    best[index, crossed] = cost
        _spread(best, near, {*everywhere, *members}, weight, rivers, dwellings)
        least[mask] = best
    results = {frozenset[int](): 0}
    for mask, best in least.items():
        if best:
            results[frozenset(index for index in range(groups) if mask >> index & 1)] = min(best.values())
    return results


def _spread(
    best: dict[State, int],
    near: list[set[int]],
    allowed: set[int],
    weight: list[int],
    rivers: range,
    most: int,
) -> None:
    """Lengthen trees by a hex at a time (Dijkstra)."""
    for state in [state for state, cost in best.items() if cost > most]:
        del best[state]
    heap = [(cost, state) for state, cost in best.items()]
    heapify(heap)
    while heap:
        cost, state = heappop(heap)
        if cost > best[state]:
            continue
        at, crossed = state
        for to in near[at] & allowed:
            reached = (to, crossed + (to in rivers))
            total = cost + weight[to]
            if reached[1] <= 1 and total <= most and total < best.get(reached, total + 1):
                best[reached] = total
                heappush(heap, (total, reached))


def _neighbours(ground: Ground, *, bridged: bool) -> list[set[int]]:
    """Return what each node is joined to; the river hexes stand behind the nodes."""
    nodes = ground.open_for_towns
    of = {name: index for index, node in enumerate(nodes) for name in node}
    near: list[set[int]] = [set() for _ in range(len(nodes) + len(ground.rivers))]
    links = [(name, other) for name in of for other in ground.near[name] if other in of]
    links += [both for both in ground.bridges.values() if bridged and both[0] in of and both[1] in of]
    for a, b in links:
        if of[a] != of[b]:
            near[of[a]].add(of[b])
            near[of[b]].add(of[a])
    at = {node: index for index, node in enumerate(nodes)}
    for river, around in enumerate(ground.rivers.values(), len(nodes)):
        for node in around:
            near[at[node]].add(river)
            near[river].add(at[node])
    return near
