"""Every piece of one warrior type that a plan may hold: its spaces, what it joins, what it needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pencilwright.games.terracotta_army.grid import (
    DIRECTIONS,
    Grid,
    Group,
    Piece,
    mounted_cells,
    neighbours,
    rays,
)
from pencilwright.solver.terracotta_army.question import Put


class Option(NamedTuple):
    """A piece that a plan may hold.

    Attributes
    ----------
    put : the piece.
    taken : spaces that it fills.
    joins : spaces through which it touches others of its type: its own, and those of archers that it wakes.
    woken : idle archers that find a warrior before them by it.
    favours : owner whose warrior a new archer faces, "" for all else.
    rider : first space of the warrior that a horse is put under or an archer faces, else -1.
    horse : for an archer that faces a warrior mounted by the plan: index of the horse, else -1.
    needs : indices of options that the same plan must hold.
    target : spaces of the warrior that an archer faces or a horse carries, after the plan.
    """

    put: Put
    taken: tuple[int, ...]
    joins: tuple[int, ...]
    woken: tuple[int, ...] = ()
    favours: str = ""
    rider: int = -1
    horse: int = -1
    needs: frozenset[int] = frozenset()
    target: tuple[int, ...] = ()


class Layout(NamedTuple):
    """What decides the options of a type and the points of its groups.

    Attributes
    ----------
    kind : the type.
    groups : connected pieces of the type, single ones too.
    idle : empty spaces that idle archers look at, with the archers' spaces.
    cells : spaces where something may be placed, now or after a slide.
    """

    kind: str
    groups: tuple[Group, ...]
    idle: tuple[tuple[int, tuple[int, ...]], ...]
    cells: tuple[int, ...]


class Wanted(NamedTuple):
    """What may be placed: whether warriors of the type, horses and archers may be."""

    warriors: bool
    horses: bool
    archers: bool


def idle_archers(grid: Grid) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return empty spaces that idle archers look at, each with the archers' spaces (ruling A3)."""
    lines = rays(grid.cols, grid.rows)
    found: dict[int, list[int]] = {}
    for archer in grid.of_kind("kneeling_archer"):
        ray = lines[archer.cells[0]][archer.facing]
        if ray and ray[0] not in grid.at:
            found.setdefault(ray[0], []).append(archer.cells[0])
    return tuple((cell, tuple(archers)) for cell, archers in sorted(found.items()))


def layout_of(grid: Grid, kind: str, cells: Sequence[int]) -> Layout:
    """Return the layout of a type; spaces that hold the type's own pieces take nothing."""
    groups = tuple(group for group in grid.components() if group.kind == kind)
    held = {cell for group in groups for cell in group.cells}
    return Layout(kind, groups, idle_archers(grid), tuple(cell for cell in cells if cell not in held))


def options(grid: Grid, layout: Layout, me: str, wanted: Wanted) -> list[Option]:
    """Return every option of a type: warriors, horses, archers, and those that need others of the plan.

    `grid` gives size only: what stands on it is in the layout.
    """
    free, idle = frozenset(layout.cells), dict(layout.idle)
    found: list[Option] = []
    new = {}
    if wanted.warriors:
        for cell in layout.cells:
            woken = idle.get(cell, ())
            new[cell] = len(found)
            found.append(Option(Put(layout.kind, cell), (cell,), (cell, *woken), woken, target=(cell,)))
    standing = [piece for group in layout.groups for piece in group.warriors]
    horses: list[int] = []
    if wanted.horses:
        riders = [(p.cells[0], -1) for p in standing if p.owner == me and len(p.cells) == 1]
        for rider, index in (*riders, *new.items()):
            for option in _horses(grid, rider, free, idle):
                needs = frozenset() if index < 0 else frozenset({index})
                horses.append(len(found))
                found.append(option._replace(needs=needs))
    if wanted.archers:
        found += _archers(grid, layout, standing, free)
        for cell, index in new.items():
            for put in _facing(grid, (cell,), free):
                found.append(_archer(put, me, (cell,), cell, needs=frozenset({index})))
        for index in horses:
            horse = found[index]
            for put in _facing(grid, horse.target, free):
                found.append(
                    _archer(put, me, horse.target, horse.rider, needs=horse.needs | {index}, horse=index)
                )
    return found


def _horses(
    grid: Grid, rider: int, free: frozenset[int], idle: dict[int, tuple[int, ...]]
) -> Iterator[Option]:
    for direction in DIRECTIONS:
        cells = mounted_cells(grid, rider, direction)
        if cells is not None and free.issuperset(cells[1:]):
            body = cells[1:]
            woken = tuple(archer for cell in body for archer in idle.get(cell, ()))
            put = Put("horse", rider, direction)
            yield Option(put, body, (*body, *woken), woken, rider=rider, target=cells)


def _archers(grid: Grid, layout: Layout, standing: Sequence[Piece], free: frozenset[int]) -> Iterator[Option]:
    for piece in standing:
        for put in _facing(grid, piece.cells, free):
            yield _archer(put, piece.owner, piece.cells, piece.cells[0])


def _archer(
    put: Put,
    favours: str,
    target: tuple[int, ...],
    rider: int,
    *,
    needs: frozenset[int] = frozenset(),
    horse: int = -1,
) -> Option:
    return Option(put, (put.cell,), (put.cell,), (), favours, rider, horse, needs, target)


def _facing(grid: Grid, cells: tuple[int, ...], free: frozenset[int]) -> Iterator[Put]:
    """Yield archers on free spaces beside some spaces, each looking at one of them."""
    lines = rays(grid.cols, grid.rows)
    for cell in cells:
        for direction, back in zip(DIRECTIONS, ("S", "W", "N", "E"), strict=True):
            ray = lines[cell][direction]
            if ray and ray[0] in free and ray[0] not in cells:
                yield Put("kneeling_archer", ray[0], back)


def touched(grid: Grid, layout: Layout, option: Option) -> frozenset[int]:
    """Return the groups of the layout that an option touches."""
    near = neighbours(grid.cols, grid.rows)
    beside = {other for cell in option.joins for other in near[cell]}
    return frozenset(
        number for number, group in enumerate(layout.groups) if not group.cells.isdisjoint(beside)
    )


def together(one: Option, other: Option, other_index: int) -> bool:
    """Whether two options can be in one plan, what they need left aside; `other_index`: of the second."""
    if not set(one.taken).isdisjoint(other.taken):
        return False
    if one.put.kind == other.put.kind and one.rider >= 0:
        return False
    for archer, horse, index in ((one, other, other_index), (other, one, -1)):
        if archer.put.kind == "kneeling_archer" and horse.put.kind == "horse" and archer.rider == horse.rider:
            return archer.horse == index if index >= 0 else archer.horse >= 0
    return True
