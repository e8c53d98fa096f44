"""The same worth as value.standing, fast: a player's points of a grid, remembering groups."""

from __future__ import annotations

from collections.abc import Iterable

from pencilwright.games.terracotta_army import scoring
from pencilwright.games.terracotta_army.components import (
    ARCHER_VP,
    FOOTMAN_VP,
    GOODS_PER_POINT,
    GROUP_VP,
    INSPECTOR_VP,
    ROUNDS,
)
from pencilwright.games.terracotta_army.grid import Grid, Piece, around, neighbours
from pencilwright.games.terracotta_army.state import State

Typed = tuple[tuple[int, ...], str, str]
"""Spaces, owner ("" for an archer), and whom an archer favours."""


class Standing:
    """Weighs many grids of one position for one player."""

    def __init__(self, state: State, letter: str, rounds: int) -> None:
        """Prepare; `rounds` scoring phases count, this round's first."""
        self.letter, self.rounds = letter, min(rounds, ROUNDS + 1 - state.round)
        grid = state.grid
        self.cols, self.rows = grid.cols, grid.rows
        self._near = neighbours(grid.cols, grid.rows)
        self._around = around(grid.cols, grid.rows)
        self._rows = [frozenset(grid.row(index)) for index in range(grid.rows)]
        self._cols = [frozenset(grid.col(index)) for index in range(grid.cols)]
        self._income = scoring.income(state)
        self._extra = scoring.extra_for(state, 6)
        self._extra_tile = scoring.extra_for(state, 7)
        self._remembered: dict[tuple[str, tuple[Typed, ...]], int] = {}

    def points(self, state: State, grid: Grid) -> int:
        """Return the player's points to come: scoring phases and end of the game, all else frozen."""
        warriors = [piece for piece in grid.pieces if piece.owner]
        faced: dict[int, int] = {}
        typed: dict[str, list[Typed]] = {}
        archers = 0
        for piece in grid.pieces:
            if piece.kind != "kneeling_archer":
                continue
            target = grid.faced(piece)
            if target is not None:
                faced[target.cells[0]] = faced.get(target.cells[0], 0) + 1
                typed.setdefault(target.kind, []).append((piece.cells, "", target.owner))
                archers += target.owner == self.letter
        for piece in warriors:
            typed.setdefault(piece.kind, []).append((piece.cells, piece.owner, ""))
        total = ARCHER_VP * archers
        total += sum(self._groups(kind, tuple(sorted(found))) for kind, found in typed.items())
        total += self._phases(state, grid, warriors, faced)
        for piece in grid.pieces:
            if piece.kind == "footman":
                ring = self._around[piece.cells[0]]
                seen = [other for other in warriors if any(cell in ring for cell in other.cells)]
                total += self._share(seen, faced, FOOTMAN_VP, {})
        return total + sum(self._goods(state, self.rounds)[self.letter]) // GOODS_PER_POINT

    def _goods(self, state: State, turn: int) -> dict[str, tuple[int, int]]:
        """Return everybody's goods after so many end phases."""
        return scoring.paid(scoring.goods_of(state), self._income, turn)

    def _phases(self, state: State, grid: Grid, warriors: list[Piece], faced: dict[int, int]) -> int:
        total = 0
        seen = state.board.inspectors
        for turn in range(self.rounds):
            row = self._rows[(state.row + turn * seen.row_step) % self.rows]
            col = self._cols[(state.col + turn * seen.col_step) % self.cols]
            for line in (row, col):
                inside = [piece for piece in warriors if not line.isdisjoint(piece.cells)]
                total += self._share(inside, faced, INSPECTOR_VP, self._extra)
            total += self._tile(state, grid, warriors, faced, turn)
        for piece in grid.pieces:
            if piece.kind == "musician":
                (cell,) = piece.cells
                cross = self._rows[cell // self.cols] | self._cols[cell % self.cols]
                total += self.rounds * sum(
                    other.owner == self.letter and not cross.isdisjoint(other.cells) for other in warriors
                )
        return total

    def _tile(self, state: State, grid: Grid, warriors: list[Piece], faced: dict[int, int], turn: int) -> int:
        number = state.round + turn
        tile = state.tiles[number - 1]
        points = (state.board.domination[number - 1], state.board.presence[number - 1])
        if tile in ("coins", "clay"):
            award = scoring.tile(grid, tile, number, state.board, self._goods(state, turn), self._extra_tile)
            return award.points.get(self.letter, 0)
        cells = scoring.tile_cells(grid, tile)
        if cells is None:
            kind = tile.removeprefix("type:")
            inside = [piece for piece in warriors if piece.kind == kind]
        else:
            region = frozenset(cells)
            inside = [piece for piece in warriors if not region.isdisjoint(piece.cells)]
        return self._share(inside, faced, points, self._extra_tile)

    def _share(
        self, inside: Iterable[Piece], faced: dict[int, int], points: tuple[int, int], extra: dict[str, int]
    ) -> int:
        """Return the player's points for domination or presence among warriors."""
        counts, archers = dict(extra), dict[str, int]()
        for piece in inside:
            counts[piece.owner] = counts.get(piece.owner, 0) + 1
            if piece.cells[0] in faced:
                archers[piece.owner] = archers.get(piece.owner, 0) + faced[piece.cells[0]]
        return _points(self.letter, counts, archers, points)

    def _groups(self, kind: str, typed: tuple[Typed, ...]) -> int:
        """Return the player's points of all groups of a type."""
        key = (kind, typed)
        if key not in self._remembered:
            self._remembered[key] = self._reckon(typed)
        return self._remembered[key]

    def _reckon(self, typed: tuple[Typed, ...]) -> int:
        at = {cell: index for index, piece in enumerate(typed) for cell in piece[0]}
        seen: set[int] = set()
        total = 0
        for first in range(len(typed)):
            if first in seen:
                continue
            members, waiting = [], [first]
            seen.add(first)
            while waiting:
                index = waiting.pop()
                members.append(typed[index])
                for cell in typed[index][0]:
                    for other in self._near[cell]:
                        near = at.get(other)
                        if near is not None and near not in seen:
                            seen.add(near)
                            waiting.append(near)
            total += self._group(members)
        return total

    def _group(self, members: list[Typed]) -> int:
        counts: dict[str, int] = {}
        archers: dict[str, int] = {}
        for _, owner, favours in members:
            if owner:
                counts[owner] = counts.get(owner, 0) + 1
            else:
                archers[favours] = archers.get(favours, 0) + 1
        if len(members) < 2 or self.letter not in counts:
            return 0
        points = len(counts) * counts[self.letter]
        return points + (_points(self.letter, counts, archers, GROUP_VP) if len(counts) > 1 else 0)


def _points(letter: str, counts: dict[str, int], archers: dict[str, int], points: tuple[int, int]) -> int:
    """Return a player's points for domination or presence: sole leader by count, then by archers."""
    own = counts.get(letter, 0)
    if own == 0:
        return 0
    key = (own, archers.get(letter, 0))
    ahead = all((counts[other], archers.get(other, 0)) < key for other in counts if other != letter)
    return points[0] if ahead else points[1]
