"""Domination and presence on any spaces, and the scoring phases: inspectors, musicians, tiles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from pencilwright.games.terracotta_army import components as box
from tests.oracles.terracotta_army.placing import ARCHER, MUSICIAN, Expr, Literal, Placing

LARGEST: Final = 500


class Counting(Placing):
    """What the scoring phases give for the final grid."""

    # --- Domination and presence --------------------------------------------------------------------------

    def own_in(self, spaces: frozenset[int], kind: str = "") -> Expr:
        """Return how many warriors of the player stand on spaces, of a type where one is said."""
        results: list[Expr] = []
        for piece in self.men:
            if piece.owner == self.me and kind in ("", piece.kind):
                if spaces & set(piece.cells):
                    results.append(1)
                else:
                    results += self._ridden_into(piece.kind, piece.cells[0], spaces)
        for (item, cell), literal in self.warrior.items():
            if kind in ("", item):
                results += [literal] if cell in spaces else self._ridden_into(item, cell, spaces)
        return sum(results)

    def _ridden_into(self, kind: str, cell: int, spaces: frozenset[int]) -> list[Expr]:
        return [
            literal
            for horse, literal in self.horse.items()
            if horse[:2] == (kind, cell) and self.covers(horse) & spaces
        ]

    def theirs_in(self, owner: str, spaces: frozenset[int], kind: str = "") -> int:
        """Return how many warriors of another player stand on spaces; nothing changes them."""
        return sum(
            piece.owner == owner and kind in ("", piece.kind) and bool(spaces & set(piece.cells))
            for piece in self.men
        )

    def faced_in(self, owner: str, spaces: frozenset[int], kind: str = "") -> Expr:
        """Return how many archers face warriors of a player that are counted on spaces."""
        results: list[Expr] = []
        for piece in self.state.grid.pieces:
            if piece.kind == ARCHER:
                target = self.step(piece.cells[0], "NESW".index(piece.facing))
                if target >= 0:
                    results.append(self._counted(owner, target, spaces, kind))
        for (cell, way), archer in self.archer.items():
            counted = self._counted(owner, self.step(cell, way), spaces, kind)
            if isinstance(counted, int):
                results.append(counted * archer)
            else:
                results.append(self._both(archer, counted))
        return sum(results)

    def _both(self, literal: Literal, other: Expr) -> Literal:
        """Return a literal that holds where a literal does and a sum is 1 (it is 0 or 1)."""
        both = self.model.new_bool_var("")
        self.model.add(both <= literal)
        self.model.add(both <= other)
        self.model.add(both >= literal + other - 1)
        return both

    def _counted(self, owner: str, cell: int, spaces: frozenset[int], kind: str) -> Expr:
        """Return whether a warrior of a player on a space is counted among those on other spaces."""
        piece = self.at.get(cell)
        if piece is not None:
            if piece.owner != owner or kind not in ("", piece.kind) or piece.kind not in box.TYPES:
                return 0
            if spaces & set(piece.cells):
                return 1
            ridden = self._ridden_into(piece.kind, cell, spaces) if self._may_ride(piece) else []
            return sum(ridden) if ridden else 0
        if owner != self.me:
            return 0
        results: list[Expr] = []
        for item in box.TYPES:
            if kind not in ("", item):
                continue
            if cell in spaces:
                results.append(self.body(item, cell))
                continue
            results += self._ridden_into(item, cell, spaces)
            results += [
                literal
                for horse, literal in self.horse.items()
                if horse[0] == item
                and horse[1] != cell
                and cell in self.covers(horse)
                and self.covers(horse) & spaces
            ]
        return sum(results) if results else 0

    def dominated(
        self,
        own: Expr,
        theirs: Mapping[str, Expr],
        points: tuple[int, int],
        favours: Mapping[str, Expr] | None,
    ) -> Expr:
        """Return the player's points: the first where they lead alone, the second where they are there."""
        model = self.model
        if isinstance(own, int) and own == 0:
            return 0
        there, ahead = model.new_bool_var(""), model.new_bool_var("")
        model.add(own >= 1).only_enforce_if(there)
        model.add(ahead <= there)
        for owner, count in theirs.items():
            if favours is None:
                model.add(own >= count + 1).only_enforce_if(ahead)
                continue
            more = model.new_bool_var("")
            model.add(own >= count + 1).only_enforce_if(ahead, more)
            model.add(own >= count).only_enforce_if(ahead, ~more)
            model.add(favours[self.me] >= favours[owner] + 1).only_enforce_if(ahead, ~more)
        return points[1] * there + (points[0] - points[1]) * ahead

    def _region(self, spaces: Iterable[int], points: tuple[int, int], extra: int = 0, kind: str = "") -> Expr:
        """Return the player's points among the warriors on spaces; `extra` is a difficulty option, 0 none."""
        where = frozenset(spaces)
        mine = self.own_in(where, kind)
        theirs = {
            owner: self.theirs_in(owner, where, kind) + self._extra(owner, extra) for owner in self.others
        }
        favours = {owner: self.faced_in(owner, where, kind) for owner in (self.me, *self.others)}
        return self.dominated(mine, theirs, points, favours)

    def _extra(self, owner: str, option: int) -> int:
        """Return the warrior or good more that a difficulty option counts for the chancellor."""
        him = self.state.chancellor
        return int(him is not None and option in him.difficulty and owner == self.state.him.letter)

    # --- The scoring phases -------------------------------------------------------------------------------

    def scored(self) -> list[Expr]:
        """Return the points of the scoring phases that count."""
        points: list[Expr] = [self._inspected()]
        for piece in self.state.grid.pieces:
            if piece.kind == MUSICIAN:
                points.append(self.rounds * self.own_in(self._cross(piece.cells[0])))
        for cell, literal in self.musician.items():
            points.append(self._where(literal, self.rounds * self.own_in(self._cross(cell))))
        for phase in range(self.rounds):
            points.append(self._tile(phase))
        return points

    def _where(self, literal: Literal, value: Expr, least: int = 0) -> Expr:
        """Return a value where a literal holds, else 0; it is maximised."""
        result = self.model.new_int_var(least, LARGEST, "")
        self.model.add(result <= value).only_enforce_if(literal)
        self.model.add(result == 0).only_enforce_if(~literal)
        return result

    def _cross(self, cell: int) -> frozenset[int]:
        row, col = divmod(cell, self.cols)
        return self.line("row", row) | self.line("col", col)

    def _inspected(self) -> Expr:
        """Return the points of the inspectors, one of which the sword may move by a space."""
        state, seen = self.state, self.state.board.inspectors
        worth = {
            (axis, index): self._region(self.line(axis, index), (7, 3), 6)
            for axis, count in (("row", self.rows), ("col", self.cols))
            for index in range(count)
        }
        chosen = []
        total = self.model.new_int_var(0, LARGEST, "inspectors")
        for down, across in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)):
            move = self.model.new_bool_var("")
            chosen.append(move)
            if down or across:
                self.model.add_implication(move, self.used["sword"])
            results: list[Expr] = []
            for phase in range(self.rounds):
                results.append(worth["row", (state.row + seen.row_step * (down + phase)) % self.rows])
                results.append(worth["col", (state.col + seen.col_step * (across + phase)) % self.cols])
            self.model.add(total <= sum(results)).only_enforce_if(move)
        self.model.add_exactly_one(chosen)
        return total

    def _tile(self, phase: int) -> Expr:
        """Return the points of the tile of a round."""
        number = self.state.round + phase
        tile = self.state.tiles[number - 1]
        board = self.state.board
        points = (board.domination[number - 1], board.presence[number - 1])
        if tile in ("coins", "clay"):

            def held(owner: str) -> int:
                player = self.state.player(owner)
                paid = phase * self._income(owner)
                return (player.coins + paid if tile == "coins" else player.wet + player.dry) + self._extra(
                    owner, 7
                )

            own = (
                self.coins + phase * self._income(self.me) if tile == "coins" else self.wet + self.player.dry
            )
            return self.dominated(own, {owner: held(owner) for owner in self.others}, points, None)
        if tile.startswith("type:"):
            return self._region(self.cells, points, 7, tile.removeprefix("type:"))
        middle_row, middle_col = self.rows // 2, self.cols // 2
        if tile == "center_row":
            return self._region(self.line("row", middle_row), points, 7)
        if tile == "center_col":
            return self._region(self.line("col", middle_col), points, 7)
        corner = tile.removeprefix("quad:")
        return self._region(
            (
                cell
                for cell in self.cells
                if (cell // self.cols < middle_row if corner[0] == "N" else cell // self.cols > middle_row)
                and (cell % self.cols < middle_col if corner[1] == "W" else cell % self.cols > middle_col)
            ),
            points,
            7,
        )

    def _income(self, owner: str) -> int:
        """Return the coins of an end phase."""
        player = self.state.player(owner)
        if self.state.is_him(player):
            return 0
        return sum(master in ("builder", "captain", "censor") for master in player.masters)
