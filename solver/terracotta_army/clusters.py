"""Clusters: pieces of a plan that end in one group, with the points that the group gains by them, exactly.

Two pieces of one type hang together when they share an edge or touch the same group of today. A cluster is a
connected set of such pieces. Every plan falls into clusters in exactly one way, and the points of its groups
are those of today plus the gains of its clusters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.terracotta_army import components as box
from games.terracotta_army import scoring
from games.terracotta_army.components import GROUP_VP
from games.terracotta_army.grid import Grid, Group, neighbours
from solver.terracotta_army.options import Option


class Cluster(NamedTuple):
    """Options that end in one group.

    Attributes
    ----------
    members : indices of the options, ascending.
    touched : indices of the groups of today that they touch.
    gain : points that we gain in groups, against today.
    """

    members: tuple[int, ...]
    touched: frozenset[int]
    gain: int


def clusters(grid: Grid, options: Sequence[Option], me: str, pieces: int, warriors: int) -> list[Cluster]:
    """Return every cluster of at most so many pieces, with at most so many warriors, in a fixed order.

    `me` is the letter of who places. A piece without type is a cluster of its own that gains nothing.
    """
    groups = grid.components()
    touched = [_touched(grid, groups, option) for option in options]
    near = _neighbours(grid, options, touched)
    found: list[Cluster] = []
    size: set[tuple[int, ...]] = {(index,) for index in range(len(options))}
    for length in range(1, pieces + 1):
        for members in sorted(size):
            chosen = [options[index] for index in members]
            if _whole(chosen):
                hit = frozenset(number for index in members for number in touched[index])
                found.append(Cluster(members, hit, _gain(groups, hit, chosen, me)))
        if length < pieces:
            size = set(_grown(size, near, options, warriors))
    return found


def _touched(grid: Grid, groups: Sequence[Group], option: Option) -> frozenset[int]:
    """Return the groups of today that an option touches."""
    near = neighbours(grid.cols, grid.rows)
    beside = {other for cell in option.joins for other in near[cell]}
    return frozenset(
        number
        for number, group in enumerate(groups)
        if group.kind == option.type and not group.cells.isdisjoint(beside)
    )


def _neighbours(
    grid: Grid, options: Sequence[Option], touched: Sequence[frozenset[int]]
) -> list[frozenset[int]]:
    """Return for each option those that hang together with it and may stand beside it."""
    near = neighbours(grid.cols, grid.rows)
    at: dict[tuple[str, int], set[int]] = {}
    by_group: dict[int, set[int]] = {}
    for index, option in enumerate(options):
        if option.type:
            for cell in option.joins:
                at.setdefault((option.type, cell), set()).add(index)
            for number in touched[index]:
                by_group.setdefault(number, set()).add(index)
    result = []
    for index, option in enumerate(options):
        found = {other for number in touched[index] for other in by_group[number]}
        for cell in option.joins if option.type else ():
            for beside in near[cell]:
                found |= at.get((option.type, beside), set())
        result.append(frozenset(other for other in found if together(option, options[other])))
    return result


def together(one: Option, other: Option) -> bool:
    """Whether two options can be in one plan: no space twice, no kind of specialist twice."""
    if not set(one.taken).isdisjoint(other.taken):
        return False
    return one.put.kind != other.put.kind or bool(one.warriors)


def _grown(
    sets: set[tuple[int, ...]],
    near: Sequence[frozenset[int]],
    options: Sequence[Option],
    warriors: int,
) -> Iterator[tuple[int, ...]]:
    """Yield the connected sets with one option more."""
    for members in sets:
        count = sum(options[index].warriors for index in members)
        for other in frozenset().union(*(near[index] for index in members)) - set(members):
            if count + options[other].warriors > warriors:
                continue
            if all(together(options[other], options[index]) for index in members):
                yield tuple(sorted((*members, other)))


def _whole(chosen: Sequence[Option]) -> bool:
    """Whether each archer that faces a new warrior has it among the chosen."""
    new = {(option.type, option.taken[0]) for option in chosen if option.warriors}
    return all((option.type, option.target) in new for option in chosen if option.needs)


def _gain(groups: Sequence[Group], hit: frozenset[int], chosen: Sequence[Option], me: str) -> int:
    """Return our points of the group that the chosen make with those they touch, less today's."""
    if not chosen[0].type:
        return 0
    merged = [groups[number] for number in hit]
    counts: dict[str, int] = {me: sum(option.warriors for option in chosen)}
    archers: dict[str, int] = {}
    for option in chosen:
        if option.archers:
            archers[option.favours] = archers.get(option.favours, 0) + option.archers
    for group in merged:
        for piece in group.warriors:
            counts[piece.owner] = counts.get(piece.owner, 0) + 1
        for owner in group.faced:
            archers[owner] = archers.get(owner, 0) + 1
    size = sum(group.size for group in merged) + sum(option.pieces for option in chosen)
    before = sum(
        worth(scoring.tally(g.warriors), {o: g.faced.count(o) for o in box.COLOUR_LETTERS}, g.size, me)
        for g in merged
    )
    return worth(counts, archers, size, me) - before


def worth(counts: dict[str, int], archers: dict[str, int], size: int, me: str) -> int:
    """Return our points of a group with these warriors, archers and number of pieces."""
    here = {owner: count for owner, count in counts.items() if count}
    if size < 2 or me not in here:
        return 0
    points = len(here) * here[me]
    return points + (scoring.dominates(here, archers, GROUP_VP)[me] if len(here) > 1 else 0)
