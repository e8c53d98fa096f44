"""Clusters: pieces of a plan that end in one group, with the points that the group gains by them, exactly.

Two pieces of one type hang together when they share an edge or touch the same group of today. A cluster is a
connected set of such pieces. Every plan falls into clusters in exactly one way, and the points of its groups
are those of today plus the gains of its clusters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pencilwright.games.terracotta_army import scoring
from pencilwright.games.terracotta_army.components import ARCHER_VP, GROUP_VP
from pencilwright.games.terracotta_army.grid import Grid, Group, neighbours
from pencilwright.solver.terracotta_army.options import Layout, Option, together, touched


class Cluster(NamedTuple):
    """Options that end in one group: their indices, ascending, and what we gain in groups and by archers."""

    members: tuple[int, ...]
    gain: int


def linked(grid: Grid, layout: Layout, options: Sequence[Option]) -> list[frozenset[int]]:
    """Return for each option those without needs that hang together with it and may stand beside it.

    An option that needs two others fills a cluster of three, so nothing is looked for beside it.
    """
    near = neighbours(grid.cols, grid.rows)
    at: dict[int, set[int]] = {}
    by_group: dict[int, set[int]] = {}
    groups = [touched(grid, layout, option) for option in options]
    for index, option in enumerate(options):
        if not option.needs:
            for cell in option.joins:
                at.setdefault(cell, set()).add(index)
            for number in groups[index]:
                by_group.setdefault(number, set()).add(index)
    result = []
    for index, option in enumerate(options):
        found: set[int] = set()
        if len(option.needs) < 2:
            found = {other for number in groups[index] for other in by_group.get(number, ())}
            for cell in option.joins:
                for beside in (cell, *near[cell]):
                    found |= at.get(beside, set())
        result.append(frozenset(o for o in found if o != index and together(option, options[o], o)))
    return result


def clusters(
    grid: Grid,
    layout: Layout,
    options: Sequence[Option],
    links: Sequence[frozenset[int]],
    me: str,
    pieces: int,
) -> list[Cluster]:
    """Return every cluster of at most so many pieces, small ones first. `me` is who places."""
    hits = [touched(grid, layout, option) for option in options]
    before = [_today(group, me) for group in layout.groups]
    needing: dict[frozenset[int], list[int]] = {}
    for index, option in enumerate(options):
        needing.setdefault(option.needs, []).append(index)
    found = []
    size: set[tuple[int, ...]] = {(index,) for index in needing.pop(frozenset(), [])}
    for length in range(1, pieces + 1):
        for members in sorted(size):
            hit = frozenset().union(*(hits[index] for index in members))
            chosen = [options[index] for index in members]
            found.append(Cluster(members, _gain(layout, hit, chosen, me, before)))
        if length < pieces:
            size = set(_grown(size, links, options, needing))
    return found


def _grown(
    sets: set[tuple[int, ...]],
    links: Sequence[frozenset[int]],
    options: Sequence[Option],
    needing: Mapping[frozenset[int], list[int]],
) -> Iterator[tuple[int, ...]]:
    """Yield the connected sets with one option more, whose needs are all there."""
    for members in sets:
        inside = frozenset(members)
        others = set().union(*(links[index] for index in members)) - inside
        for needs in {inside, *(frozenset({index}) for index in members)}:
            others.update(needing.get(needs, ()))
        for other in others - inside:
            option = options[other]
            if all(
                together(option, options[index], index) and together(options[index], option, other)
                for index in members
            ):
                yield tuple(sorted((*members, other)))


def _today(group: Group, me: str) -> int:
    counts = scoring.tally(group.warriors)
    return worth(counts, {owner: group.faced.count(owner) for owner in counts}, group.size, me)


def _gain(
    layout: Layout, hit: frozenset[int], chosen: Sequence[Option], me: str, before: Sequence[int]
) -> int:
    """Return our points of the group that the chosen make with those they touch, less today's."""
    counts: dict[str, int] = {}
    archers: dict[str, int] = {}
    size = extra = 0
    for option in chosen:
        size += 1 + len(option.woken)
        if option.favours:
            archers[option.favours] = archers.get(option.favours, 0) + 1
            extra += option.favours == me
        elif option.put.kind == "horse":
            size -= 1
        else:
            counts[me] = counts.get(me, 0) + 1
        if option.woken:
            archers[me] = archers.get(me, 0) + len(option.woken)
            extra += len(option.woken)
    gain = ARCHER_VP * extra
    for number in hit:
        group = layout.groups[number]
        for piece in group.warriors:
            counts[piece.owner] = counts.get(piece.owner, 0) + 1
        for owner in group.faced:
            archers[owner] = archers.get(owner, 0) + 1
        size += group.size
        gain -= before[number]
    return gain + worth(counts, archers, size, me)


def worth(counts: dict[str, int], archers: dict[str, int], size: int, me: str) -> int:
    """Return our points of a group with these warriors, archers and number of pieces."""
    if size < 2 or me not in counts:
        return 0
    points = len(counts) * counts[me]
    return points + (scoring.dominates(counts, archers, GROUP_VP)[me] if len(counts) > 1 else 0)
