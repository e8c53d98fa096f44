"""Every piece that a plan may hold, as data for the model: spaces, type, and what it adds to counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.terracotta_army import building
from games.terracotta_army.grid import DIRECTIONS, Grid, Piece, mounted_cells, rays
from solver.terracotta_army.question import Put, Question, kinds_possible, warriors_possible


class Option(NamedTuple):
    """A piece that a plan may hold.

    Attributes
    ----------
    put : the piece. An archer that faces an empty space stands there once for each type that may come there.
    taken : empty spaces that it fills.
    type : warrior type that it counts as, "" for a footman or a musician.
    joins : spaces through which it touches others of its type: its own, and those of archers that it wakes.
    pieces : pieces that it adds to its group; an idle archer that finds a warrior before it counts as well.
    warriors : 1 for a warrior, else 0.
    favours : owner whose warrior it faces, or for whom it wakes archers; "" for nobody.
    archers : archers that it adds for that owner.
    target : space of the warrior that an archer faces, else -1.
    needs : whether that warrior must be part of the plan.
    """

    put: Put
    taken: tuple[int, ...]
    type: str
    joins: tuple[int, ...]
    pieces: int
    warriors: int
    favours: str
    archers: int
    target: int = -1
    needs: bool = False


def options(question: Question) -> list[Option]:
    """Return every option of a question, in a fixed order."""
    grid = question.state.grid
    found = list(_warriors(question, grid)) if warriors_possible(question) else []
    for kind in kinds_possible(question):
        if kind == "horse":
            found += _horses(question, grid)
        elif kind == "kneeling_archer":
            found += _archers(question, grid, new=bool(warriors_possible(question)))
        else:
            found += [Option(Put(kind, cell), (cell,), "", (), 0, 0, "", 0) for cell in grid.empty()]
    return found


def idle_archers(grid: Grid) -> dict[int, list[int]]:
    """Return empty spaces that idle archers look at -> the archers' spaces (ruling A3)."""
    lines = rays(grid.cols, grid.rows)
    found: dict[int, list[int]] = {}
    for archer in grid.of_kind("kneeling_archer"):
        ray = lines[archer.cells[0]][archer.facing]
        if ray and ray[0] not in grid.at:
            found.setdefault(ray[0], []).append(archer.cells[0])
    return found


def _warriors(question: Question, grid: Grid) -> Iterator[Option]:
    idle = idle_archers(grid)
    for kind in building.available_types(question.state, question.letter):
        for cell in grid.empty():
            woken = idle.get(cell, [])
            yield Option(
                Put(kind, cell),
                (cell,),
                kind,
                (cell, *woken),
                1 + len(woken),
                1,
                question.letter if woken else "",
                len(woken),
            )


def _horses(question: Question, grid: Grid) -> Iterator[Option]:
    """Horses under own warriors that stand already; idle archers that see the horse wake up."""
    idle = idle_archers(grid)
    for piece in grid.pieces:
        if piece.owner != question.letter or len(piece.cells) > 1:
            continue
        for direction in DIRECTIONS:
            cells = mounted_cells(grid, piece.cells[0], direction)
            if cells is None or any(cell in grid.at for cell in cells[1:]):
                continue
            woken = [archer for cell in cells[1:] for archer in idle.get(cell, [])]
            yield Option(
                Put("horse", piece.cells[0], direction),
                cells[1:],
                piece.kind,
                (*cells[1:], *woken),
                len(woken),
                0,
                question.letter if woken else "",
                len(woken),
            )


def _archers(question: Question, grid: Grid, *, new: bool) -> Iterator[Option]:
    """Archers that face a warrior of anybody's, and those that face a space where the plan puts one."""
    lines = rays(grid.cols, grid.rows)
    types = building.available_types(question.state, question.letter) if new else []
    for cell in grid.empty():
        for direction in DIRECTIONS:
            ray = lines[cell][direction]
            if not ray:
                continue
            put, target = Put("kneeling_archer", cell, direction), grid.at.get(ray[0])
            if target is not None and target.owner:
                yield Option(put, (cell,), target.kind, (cell,), 1, 0, target.owner, 1, ray[0])
            elif target is None and question.pieces > 1:
                for kind in types:
                    yield Option(put, (cell,), kind, (cell,), 1, 0, question.letter, 1, ray[0], True)


def rider(grid: Grid, option: Option) -> Piece:
    """Return the warrior that a horse is put under."""
    return grid.at[option.put.cell]
