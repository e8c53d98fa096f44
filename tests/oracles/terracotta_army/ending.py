"""The end of the game: footmen, archers, goods, and groups of connected pieces, found by trees."""

from __future__ import annotations

from collections.abc import Mapping

from pencilwright.games.terracotta_army import components as box
from tests.oracles.terracotta_army.counting import LARGEST, Counting
from tests.oracles.terracotta_army.placing import ARCHER, FOOTMAN, Expr, Literal


class Ending(Counting):
    """What the end of the game gives for the final grid."""

    def ended(self) -> list[Expr]:
        """Return the points of the end of the game."""
        points: list[Expr] = []
        around = {
            cell: frozenset(
                other
                for other in self.cells
                if other != cell
                and abs(other // self.cols - cell // self.cols) <= 1
                and abs(other % self.cols - cell % self.cols) <= 1
            )
            for cell in self.cells
        }
        for piece in self.state.grid.pieces:
            if piece.kind == FOOTMAN:
                points.append(self._region(around[piece.cells[0]], (8, 2)))
        for cell, literal in self.footman.items():
            points.append(self._where(literal, self._region(around[cell], (8, 2))))
        everywhere = frozenset(self.cells)
        points.append(2 * self.faced_in(self.me, everywhere))
        points += self._groups()
        left = self.model.new_int_var(0, LARGEST * 4, "goods")
        goods = self.coins + self.rounds * self._income(self.me) + self.wet + self.player.dry
        self.model.add(2 * left <= goods)
        return [*points, left]

    def _groups(self) -> list[Expr]:
        """Return the points of groups."""
        typed = self._typed()
        root = self._rooted(typed)
        points: list[Expr] = []
        for first in self.cells:
            members = [cell for cell in self.cells if (cell, first) in root]
            counts: dict[str, list[Expr]] = {owner: [] for owner in (self.me, *self.others)}
            for piece in self.men:
                if (piece.cells[0], first) in root:
                    counts[piece.owner].append(root[piece.cells[0], first])
            for cell in members:
                if cell in self.free:
                    man = sum(literal for (_, at), literal in self.warrior.items() if at == cell)
                    if not isinstance(man, int):
                        counts[self.me].append(self._both(root[cell, first], man))
            if not counts[self.me]:
                continue
            favours = {owner: self._facing(owner, root, first) for owner in counts}
            points.append(self._group_points({owner: sum(count) for owner, count in counts.items()}, favours))
        return points

    def _facing(self, owner: str, root: Mapping[tuple[int, int], Literal], first: int) -> Expr:
        """Return how many archers in the group of a root face warriors of a player."""
        results: list[Expr] = []
        everywhere = frozenset(self.cells)
        for piece in self.state.grid.pieces:
            if piece.kind == ARCHER and (piece.cells[0], first) in root:
                target = self.step(piece.cells[0], "NESW".index(piece.facing))
                counted = self._counted(owner, target, everywhere, "") if target >= 0 else 0
                if isinstance(counted, int):
                    results.append(counted * root[piece.cells[0], first])
                else:
                    results.append(self._both(root[piece.cells[0], first], counted))
        for (cell, way), archer in self.archer.items():
            if (cell, first) in root:
                counted = self._counted(owner, self.step(cell, way), everywhere, "")
                if isinstance(counted, int) and counted == 0:
                    continue
                here = self._both(root[cell, first], archer)
                results.append(here if isinstance(counted, int) else self._both(here, counted))
        return sum(results) if results else 0

    def _group_points(self, counts: Mapping[str, Expr], favours: Mapping[str, Expr]) -> Expr:
        """Return the player's points of a set of connected pieces; a single one is no group."""
        model = self.model
        own = counts[self.me]
        there = {}
        for owner, count in counts.items():
            there[owner] = model.new_bool_var("")
            model.add(count >= 1).only_enforce_if(there[owner])
            model.add(count == 0).only_enforce_if(~there[owner])
        rivals = sum(there[owner] for owner in self.others)
        archers = sum(favours.values())
        single = model.new_bool_var("single")
        model.add(sum(counts.values()) + archers >= 2).only_enforce_if(~single)
        results: list[Expr] = []
        for players in range(1, len(counts) + 1):
            so_many = model.new_bool_var("")
            model.add(rivals == players - 1).only_enforce_if(so_many)
            worth = model.new_int_var(0, LARGEST, "")
            model.add(worth <= players * own).only_enforce_if(so_many)
            model.add(worth == 0).only_enforce_if(~so_many)
            model.add(worth == 0).only_enforce_if(single)
            results.append(worth)
        shared = model.new_bool_var("")
        model.add(rivals >= 1).only_enforce_if(shared)
        model.add(own >= 1).only_enforce_if(shared)
        lead = self.dominated(own, {owner: counts[owner] for owner in self.others}, (5, 2), favours)
        results.append(self._where(shared, lead))
        return sum(results)

    def _typed(self) -> dict[tuple[int, str], Literal]:
        """Return for each space and type whether a piece of the type stands there, where that can be."""
        facing: dict[tuple[int, str], list[Expr]] = {}
        for piece in self.state.grid.pieces:
            if piece.kind == ARCHER:
                target = self.step(piece.cells[0], "NESW".index(piece.facing))
                for kind in box.TYPES if target >= 0 else ():
                    facing.setdefault((piece.cells[0], kind), []).append(self.body(kind, target))
        for (cell, way), archer in self.archer.items():
            target = self.step(cell, way)
            for kind in box.TYPES:
                stands = self.body(kind, target)
                if isinstance(stands, int):
                    results = [archer] if stands else []
                else:
                    results = [self._both(archer, stands)]
                facing.setdefault((cell, kind), []).extend(results)
        typed: dict[tuple[int, str], Literal] = {}
        for cell in self.cells:
            for kind in box.TYPES:
                whole = self.body(kind, cell) + sum(facing.get((cell, kind), []))
                if isinstance(whole, int) and whole == 0:
                    continue
                literal = self.model.new_bool_var("")
                self.model.add(literal == whole)
                typed[cell, kind] = literal
        return typed

    def _rooted(self, typed: Mapping[tuple[int, str], Literal]) -> dict[tuple[int, int], Literal]:
        """Return for each space and each lower one or itself whether that one is the root of its group."""
        model = self.model
        some = {
            cell: sum(typed[cell, kind] for kind in box.TYPES if (cell, kind) in typed) for cell in self.cells
        }
        held = [cell for cell in self.cells if any((cell, kind) in typed for kind in box.TYPES)]
        root = {(cell, first): model.new_bool_var("") for cell in held for first in held if first <= cell}
        depth = {cell: model.new_int_var(0, len(held), "") for cell in held}
        for cell in held:
            own_items = [root[cell, first] for first in held if first <= cell]
            model.add(sum(own_items) == some[cell])
            for first in held:
                if first < cell:
                    model.add_implication(root[cell, first], root[first, first])
            parents = []
            for other in self.beside(cell):
                if other not in depth:
                    continue
                for kind in box.TYPES:
                    if (cell, kind) not in typed or (other, kind) not in typed:
                        continue
                    lower, two = typed[cell, kind], typed[other, kind]
                    if cell < other:
                        for first in held:
                            mine, its = root.get((cell, first)), root.get((other, first))
                            if mine is not None and its is not None:
                                model.add(mine == its).only_enforce_if(lower, two)
                            elif its is not None:
                                model.add(its == 0).only_enforce_if(lower, two)
                    up = model.new_bool_var("")
                    model.add_implication(up, lower)
                    model.add_implication(up, two)
                    model.add(depth[cell] >= depth[other] + 1).only_enforce_if(up)
                    parents.append(up)
            model.add(sum(parents) + root[cell, cell] == some[cell])
        return root
