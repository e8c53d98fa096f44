"""The clusters of one warrior type as arrays: what each takes, costs, gains, and adds to every region."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.grid import Grid, rays
from pencilwright.solver.terracotta_army.clusters import clusters, linked
from pencilwright.solver.terracotta_army.options import Layout, Option, Wanted, options
from pencilwright.solver.terracotta_army.regions import ARCHER, OTHER, Regions

if TYPE_CHECKING:
    from numpy.typing import NDArray

KINDS: Final = (*box.TYPES, *box.SPECIALISTS)
ONE_OF: Final = {kind: 1 << 2 * index for index, kind in enumerate(KINDS)}
"""Kind -> what one piece of it adds to the number that tells how many pieces of each kind there are."""
MOST_PIECES: Final = 3


class Table(NamedTuple):
    """Clusters, and the options that they consist of.

    Attributes
    ----------
    options : the pieces.
    links : whether two options hang together or exclude each other, so that no plan holds them in two
        clusters; shape (options + 1, options + 1), the last for none.
    members : indices of each cluster's options, -1 for none, shape (clusters, 3).
    size : number of options of each cluster.
    taken : spaces that it fills, shape (clusters, spaces).
    shooters : spaces of its crossbowmen, shape (clusters, spaces).
    kinds : how many pieces of each kind, two bits a kind (see ONE_OF).
    gain : our points in groups and by archers.
    codes : what it adds to each region, shape (clusters, regions).
    """

    options: tuple[Option, ...]
    links: NDArray[np.bool_]
    members: NDArray[np.int32]
    size: NDArray[np.int32]
    taken: NDArray[np.bool_]
    shooters: NDArray[np.bool_]
    kinds: NDArray[np.int32]
    gain: NDArray[np.int16]
    codes: NDArray[np.uint8]

    def whole(self) -> tuple[NDArray[Any], ...]:
        """Return the arrays that hold a row for each cluster, in the order of ground.Elements."""
        return self.members, self.taken, self.shooters, self.kinds, self.gain, self.codes


def table(grid: Grid, layout: Layout, regions: Regions, wanted: Wanted, pieces: int) -> Table:
    """Return the clusters of a layout of at most so many pieces. `grid` gives the size."""
    found = tuple(options(grid, layout, regions.me, wanted))
    near = linked(grid, layout, found)
    made = clusters(grid, layout, found, near, regions.me, pieces)
    count, spaces = len(found), grid.cols * grid.rows
    links = np.zeros((count + 1, count + 1), bool)
    for index, others in enumerate(near):
        links[index, list(others)] = True
    riders = np.array([option.rider for option in found] + [-1])
    for index, option in enumerate(found):
        if option.put.kind == "horse":
            links[index] |= riders == option.rider
    links |= links.T
    members = np.full((len(made), MOST_PIECES), -1, np.int32)
    for number, cluster in enumerate(made):
        members[number, : len(cluster.members)] = cluster.members
    # The last row of each array below stands for "no option" and is all 0.
    taken, shooters = np.zeros((count + 1, spaces), bool), np.zeros((count + 1, spaces), bool)
    kinds = np.zeros(count + 1, np.int32)
    codes = np.zeros((count + 1, len(regions.all)), np.uint8)
    for index, option in enumerate(found):
        taken[index, list(option.taken)] = True
        shooters[index, option.put.cell] = option.put.kind == "crossbowman"
        kinds[index] = ONE_OF[option.put.kind]
        codes[index] = _code(grid, layout, regions, option)
    return Table(
        found,
        links,
        members,
        (members >= 0).sum(axis=1).astype(np.int32),
        np.logical_or.reduce(taken[members], axis=1),
        np.logical_or.reduce(shooters[members], axis=1),
        kinds[members].sum(axis=1, dtype=np.int32),
        np.array([cluster.gain for cluster in made], np.int16),
        codes[members].sum(axis=1, dtype=np.uint8),
    )


def _code(grid: Grid, layout: Layout, regions: Regions, option: Option) -> NDArray[np.uint8]:
    """Return what an option adds to each region, its needs given."""
    inside = regions.inside
    if option.favours:
        counted = inside[list(option.target)].any(axis=0)
        own = option.favours == regions.me
        code = counted * (ARCHER if own else OTHER * (1 + regions.others.index(option.favours)))
    elif option.put.kind == "horse":
        rider, body = inside[option.rider], inside[list(option.taken)].any(axis=0)
        woken = len(option.woken)
        facing = _facing(grid, layout, option) + woken
        code = np.where(rider, ARCHER * woken, np.where(body, 1 + ARCHER * facing, 0))
    else:
        code = inside[option.put.cell] * (1 + ARCHER * len(option.woken))
    return np.where(regions.of_type(layout.kind), code, 0).astype(np.uint8)


def _facing(grid: Grid, layout: Layout, horse: Option) -> int:
    """Return how many archers of today look at a horse's rider; a new rider wakes them."""
    if horse.needs:
        return len(dict(layout.idle).get(horse.rider, ()))
    lines = rays(grid.cols, grid.rows)
    return sum(
        lines[archer.cells[0]][archer.facing][0] == horse.rider
        for group in layout.groups
        for archer in group.archers
    )
