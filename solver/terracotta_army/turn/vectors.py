"""A position as the vectors of kernel.py: the board's shape, what stands on it, and what counts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import scoring
from pencilwright.games.terracotta_army.components import TYPES
from pencilwright.games.terracotta_army.rules.choice import ActionChoice
from pencilwright.games.terracotta_army.rules.grid import DIRECTIONS, Grid, around
from pencilwright.games.terracotta_army.state import State
from pencilwright.solver.terracotta_army.turn import kernel

SPECIALIST_OF: Final = {
    kernel.ON_HORSE: "horse",
    kernel.FOOTMAN: "footman",
    kernel.KNEELING: "kneeling_archer",
    kernel.MUSICIAN: "musician",
}


def cells_of(cells: Iterable[int]) -> int:
    """Return a set of spaces as a number."""
    return sum(1 << cell for cell in set(cells))


@cache
def board_of(cols: int, rows: int) -> tuple[int, ...]:
    """Return the vector of a board's shape."""
    grid = Grid(cols, rows)
    results = [0] * kernel.BOARD_SIZE
    full = cells_of(range(cols * rows))
    results[kernel.COLS], results[kernel.ROWS], results[kernel.FULL] = cols, rows, full
    results[kernel.NOT_FIRST] = full & ~cells_of(grid.col(0))
    results[kernel.NOT_LAST] = full & ~cells_of(grid.col(cols - 1))
    for row in range(rows):
        results[kernel.ROW + row] = cells_of(grid.row(row))
    for col in range(cols):
        results[kernel.COL + col] = cells_of(grid.col(col))
    for cell, near in enumerate(around(cols, rows)):
        results[kernel.AROUND + cell] = cells_of(near)
    return tuple(results)


def owners(state: State, letter: str) -> list[str]:
    """Return the letters of all players, the one who asks first."""
    return [letter, *(player.letter for player in state.players if player.letter != letter)]


def grid_of(state: State, letter: str) -> list[int]:
    """Return the vector of what stands on the grid."""
    results = [0] * kernel.GRID_SIZE
    order = owners(state, letter)
    for piece in state.grid.pieces:
        body = cells_of(piece.cells)
        results[kernel.FILLED] |= body
        if piece.owner:
            owner = order.index(piece.owner)
            results[kernel.ANCHORS + owner] |= 1 << piece.cells[0]
            results[kernel.BODIES + owner] |= body
            results[kernel.TYPES + TYPES.index(piece.kind)] |= body
            if len(piece.cells) > 1:
                results[kernel.HORSE + results[kernel.HORSES]] = body
                results[kernel.HORSES] += 1
        elif piece.kind == "footman":
            results[kernel.FOOTMEN] |= body
        elif piece.kind == "musician":
            results[kernel.MUSICIANS] |= body
        else:
            looks = 4 * piece.cells[0] + DIRECTIONS.index(piece.facing)
            results[kernel.ARCHER + results[kernel.ARCHERS]] = looks
            results[kernel.ARCHERS] += 1
    return results


def task_of(state: State, letter: str, rounds: int) -> list[int]:
    """Return the vector of what counts in so many scoring phases, this round's first."""
    results = [0] * kernel.TASK_SIZE
    order, seen = owners(state, letter), state.board.inspectors
    him = order.index(state.him.letter) if state.chancellor is not None else 0
    results[kernel.PHASES] = results[kernel.MUSICIAN_ROUNDS] = rounds
    results[kernel.ROW_AT], results[kernel.COL_AT] = state.row, state.col
    results[kernel.ROW_STEP], results[kernel.COL_STEP] = seen.row_step, seen.col_step
    results[kernel.EXTRA_LINE] = him if state.hard(6) else -1
    results[kernel.EXTRA_TILE] = him if state.hard(7) else -1
    for phase in range(rounds):
        number, at = state.round + phase, kernel.TILE + phase * kernel.TILE_SIZE
        tile = state.tiles[number - 1]
        cells = scoring.tile_cells(state.grid, tile)
        if cells is not None:
            results[at], results[at + 1] = 1, cells_of(cells)
        elif tile.startswith("type:"):
            results[at] = 2 + TYPES.index(tile.removeprefix("type:"))
        results[at + 2], results[at + 3] = (
            state.board.domination[number - 1],
            state.board.presence[number - 1],
        )
    return results


def put(choice: ActionChoice, code: int) -> ActionChoice:
    """Return a choice that leaves its piece open with the piece of a code."""
    what, cell = code & 15, code >> kernel.SPACE & 63
    source, target = code >> kernel.FROM & 63, code >> kernel.TO & 63
    ability = choice.ability
    if what == kernel.SHOT and ability is not None:
        direction = "" if source == kernel.NOWHERE else DIRECTIONS[source]
        ability = ability._replace(direction=direction)
    elif what == kernel.SLIDE and ability is not None:
        ability = ability._replace(source=source, target=target)
    turned = what in (kernel.ON_HORSE, kernel.KNEELING)
    return choice._replace(cell=cell, ability=ability, direction=DIRECTIONS[source] if turned else "")


assert set(SPECIALIST_OF.values()) == set(box.SPECIALISTS)
