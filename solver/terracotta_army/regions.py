"""Places where somebody may dominate, and our points there for each thing that a plan can add.

What a set of pieces adds to a region is one number, its code: warriors of ours, plus 4 for each archer that
faces one of them, plus 64 times the place in the order of players of another one whose counted warrior a new
archer faces. Codes of pieces add up, and a table gives the points of each code.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from pencilwright.games.terracotta_army import scoring
from pencilwright.games.terracotta_army.components import FOOTMAN_VP, INSPECTOR_VP, TYPES
from pencilwright.games.terracotta_army.grid import Grid, around
from pencilwright.games.terracotta_army.state import State

if TYPE_CHECKING:
    from numpy.typing import NDArray

ARCHER, OTHER, CODES = 4, 64, 256
GOODS_TILES: Final = ("coins", "clay")


class Region(NamedTuple):
    """Spaces, and the type of warriors that counts in them, "" for any."""

    cells: frozenset[int]
    kind: str = ""


class Scored(NamedTuple):
    """A region that is scored: index in the list of regions, and points of each code against code 0."""

    region: int
    points: NDArray[np.int16]


class Regions:
    """All regions of a board that a plan may be scored in.

    Attributes
    ----------
    all : rows, columns, the spaces around each space, row and column of each space, then the tiles'.
    inside : whether each space lies in each region, shape (spaces, regions).
    """

    def __init__(self, state: State, letter: str, rounds: int) -> None:
        """Prepare for a position, for the player who places and the scoring phases that count."""
        grid = state.grid
        self.state, self.me, self.rounds = state, letter, rounds
        self.others = [player.letter for player in state.players if player.letter != letter]
        ring = around(grid.cols, grid.rows)
        spaces = range(grid.cols * grid.rows)
        self.all = [Region(frozenset(grid.row(index))) for index in range(grid.rows)]
        self.all += [Region(frozenset(grid.col(index))) for index in range(grid.cols)]
        self.first_ring = len(self.all)
        self.all += [Region(frozenset(ring[cell])) for cell in spaces]
        self.first_cross = len(self.all)
        self.all += [
            Region(frozenset(grid.row(cell // grid.cols)) | frozenset(grid.col(cell % grid.cols)))
            for cell in spaces
        ]
        self._tiles = []
        for turn in range(rounds):
            tile = state.tiles[state.round + turn - 1]
            if tile not in GOODS_TILES:
                cells = scoring.tile_cells(grid, tile)
                kind = tile.removeprefix("type:") if cells is None else ""
                self._tiles.append((len(self.all), state.round + turn))
                self.all.append(Region(frozenset(spaces if cells is None else cells), kind))
        self._counts = {kind: np.array([region.kind in ("", kind) for region in self.all]) for kind in TYPES}
        self.inside = np.zeros((len(spaces), len(self.all)), bool)
        for number, region in enumerate(self.all):
            self.inside[list(region.cells), number] = True

    def of_type(self, kind: str) -> NDArray[np.bool_]:
        """Return which regions count a type."""
        return self._counts[kind]

    def scored(self, grid: Grid, row: int, col: int) -> list[Scored]:
        """Return what is scored on a grid with the inspectors on a row and a column."""
        seen, board = self.state.board.inspectors, self.state.board
        extra, extra_tile = scoring.extra_for(self.state, 6), scoring.extra_for(self.state, 7)
        found = []
        for turn in range(self.rounds):
            for region in (
                (row + turn * seen.row_step) % grid.rows,
                grid.rows + (col + turn * seen.col_step) % grid.cols,
            ):
                found.append(Scored(region, self._points(grid, region, INSPECTOR_VP, extra)))
        for region, number in self._tiles:
            points = (board.domination[number - 1], board.presence[number - 1])
            found.append(Scored(region, self._points(grid, region, points, extra_tile)))
        for piece in grid.of_kind("footman"):
            found.append(self.footman(grid, piece.cells[0]))
        for piece in grid.of_kind("musician"):
            found.append(Scored(self.first_cross + piece.cells[0], self.musician()))
        return [entry for entry in found if entry.points.any()]

    def footman(self, grid: Grid, cell: int) -> Scored:
        """Return what a footman on a space is worth, the warriors of the grid around it not counted in."""
        region = self.first_ring + cell
        return Scored(region, self._points(grid, region, FOOTMAN_VP, {}))

    def musician(self) -> NDArray[np.int16]:
        """Return the points of each code for what a musician sees."""
        return (self.rounds * (np.arange(CODES) & 3)).astype(np.int16)

    def today(self, grid: Grid, region: int) -> tuple[dict[str, int], dict[str, int]]:
        """Return the warriors of each player in a region, and the archers that face them."""
        where = self.all[region]
        counted = [
            piece
            for piece in grid.pieces
            if piece.owner and where.kind in ("", piece.kind) and not where.cells.isdisjoint(piece.cells)
        ]
        return scoring.tally(counted), scoring.archers_facing(grid, counted)

    def _points(
        self, grid: Grid, region: int, points: tuple[int, int], extra: Mapping[str, int]
    ) -> NDArray[np.int16]:
        counts, archers = self.today(grid, region)
        codes = np.arange(CODES)
        own = counts.get(self.me, 0) + extra.get(self.me, 0) + (codes & 3)
        key = CODES * own + archers.get(self.me, 0) + (codes >> 2 & 15)
        ahead: Any = own > 0
        for place, other in enumerate(self.others, 1):
            count = counts.get(other, 0) + extra.get(other, 0)
            if count:
                ahead &= key > CODES * count + archers.get(other, 0) + (codes >> 6 == place)
        worth: NDArray[np.int_] = np.where(ahead, points[0], np.where(own > 0, points[1], 0))
        against: NDArray[np.int16] = (worth - worth[0]).astype(np.int16)
        return against
