"""A second statement of where to place, for OR-Tools CP-SAT: one or two pieces, no slides.

Written from the rules alone (docs/rules-terracotta-army.md), it shares nothing with the search but the
position: not its sums, its groups, or its lists of what may be placed. The final grid is modelled space by
space. A piece's group is found by trees: every space of a type has a root, neighbours of one type have the
same root, and every space but the root hangs on a neighbour nearer to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ortools.sat.python import cp_model

from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.grid import Piece
from pencilwright.games.terracotta_army.state import State

MOST_PIECES: Final = 2
WORK: Final = 4.0
"""Units of deterministic work after which a proof is given up; about seconds of a free core."""
LARGEST: Final = 500
WAYS: Final = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Up, right, down, left: rows and columns."""
SWORD_VP, PIKE_VP, SPEAR_VP, SPEAR_COINS = 1, 3, 1, 2
HORSE, FOOTMAN, ARCHER, MUSICIAN = box.SPECIALISTS

Expr = Any
"""A number, a literal, or a linear sum of them."""


class Proof(NamedTuple):
    """What the model found.

    Attributes
    ----------
    status : "optimal", "limit" when the work ended before, "none" when nothing can be placed.
    optimum : the most points of any plan; None without a proof.
    """

    status: str
    optimum: int | None


def prove(state: State, letter: str, *, pieces: int, cost: int, rounds: int, work: float = WORK) -> Proof:
    """Return the most points of one or two placements now, none of which slides a warrior.

    Parameters
    ----------
    pieces : placements at most, 1 or 2; at least one is made.
    cost : wet clay of a warrior.
    rounds : scoring phases that count, this round's first; then the end of the game.
    """
    built = _Model(state, letter, pieces, cost, rounds)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_deterministic_time = work
    status = solver.solve(built.model)
    if status == cp_model.OPTIMAL:
        return Proof("optimal", round(solver.objective_value))
    return Proof("none" if status == cp_model.INFEASIBLE else "limit", None)


class _Model:
    """The final grid as literals, and what the rules give for it."""

    def __init__(self, state: State, letter: str, pieces: int, cost: int, rounds: int) -> None:
        self.state, self.me, self.rounds = state, letter, rounds
        self.model = cp_model.CpModel()
        self.rows, self.cols = state.grid.rows, state.grid.cols
        self.cells = range(self.rows * self.cols)
        self.player = state.player(letter)
        self.others = [player.letter for player in state.players if player.letter != letter]
        self.men = [piece for piece in state.grid.pieces if piece.kind in box.TYPES]
        self.at: dict[int, Piece] = {cell: piece for piece in state.grid.pieces for cell in piece.cells}
        self.free = [cell for cell in self.cells if cell not in self.at]
        self._place(pieces, cost)
        self._pay(cost)
        points: list[Expr] = [*self._at_once(), *self._scored(), *self._ended()]
        self.model.maximize(sum(points))

    # --- The board ----------------------------------------------------------------------------------------

    def step(self, cell: int, way: int, number: int = 1) -> int:
        """Return the space so many steps in a direction; -1 off the board."""
        row, col = divmod(cell, self.cols)
        row, col = row + number * WAYS[way][0], col + number * WAYS[way][1]
        return row * self.cols + col if 0 <= row < self.rows and 0 <= col < self.cols else -1

    def beside(self, cell: int) -> list[int]:
        """Return the spaces that share an edge with a space."""
        return [other for way in range(4) if (other := self.step(cell, way)) >= 0]

    def line(self, axis: str, index: int) -> frozenset[int]:
        """Return the spaces of a row or a column."""
        at = 0 if axis == "row" else 1
        return frozenset(cell for cell in self.cells if divmod(cell, self.cols)[at] == index)

    # --- What is placed -----------------------------------------------------------------------------------

    def _place(self, pieces: int, cost: int) -> None:
        """Make a literal for every piece that may be placed, and let no two meet."""
        new = self.model.new_bool_var
        may = {kind: self.free if self._affords(kind) else [] for kind in box.SPECIALISTS}
        types = box.TYPES if self.player.wet >= cost else ()
        self.warrior = {(kind, cell): new(f"{kind} {cell}") for kind in types for cell in self.free}
        self.footman = {cell: new(f"footman {cell}") for cell in may[FOOTMAN]}
        self.musician = {cell: new(f"musician {cell}") for cell in may[MUSICIAN]}
        self.archer = {
            (cell, way): new(f"archer {cell} {way}")
            for cell in may[ARCHER]
            for way in range(4)
            if (target := self.step(cell, way)) >= 0
            and (target in self.free or self.at[target].kind in box.TYPES)
        }
        self.horse: dict[tuple[str, int, int], Expr] = {}
        riders = [(piece.kind, piece.cells[0]) for piece in self.men if self._may_ride(piece)]
        fresh = [(kind, cell) for kind, cell in self.warrior] if pieces > 1 else []
        for kind, cell in (*riders, *fresh) if may[HORSE] else ():
            for way in range(4):
                if all(self.step(cell, way, number) in self.free for number in (1, 2)):
                    self.horse[kind, cell, way] = new(f"horse {kind} {cell} {way}")
        for (kind, cell, _), horse in self.horse.items():
            if cell in self.free:
                self.model.add_implication(horse, self.warrior[kind, cell])
        for (cell, way), archer in self.archer.items():
            target = self.step(cell, way)
            if target in self.free:
                self.model.add(sum(self.body(kind, target) for kind in box.TYPES) >= 1).only_enforce_if(
                    archer
                )
        for cell in self.free:
            self.model.add(self.filled(cell) <= 1)
        every = [*self.warrior.values(), *self._specialists()]
        self.model.add(sum(every) >= 1)
        self.model.add(sum(every) <= pieces)

    def _affords(self, kind: str) -> bool:
        """Whether a specialist may be paid, with a spear's coins too."""
        weapon = self.state.board.specialist_weapon[kind]
        return weapon in self.player.active and self._had(kind) < self.player.coins + SPEAR_COINS

    def _may_ride(self, piece: Piece) -> bool:
        return piece.owner == self.me and len(piece.cells) == 1

    def _specialists(self) -> list[Expr]:
        found = (self.horse, self.footman, self.archer, self.musician)
        return [literal for literals in found for literal in literals.values()]

    def covers(self, horse: tuple[str, int, int]) -> frozenset[int]:
        """Return the three spaces of a mounted warrior."""
        _, cell, way = horse
        return frozenset((cell, self.step(cell, way), self.step(cell, way, 2)))

    def body(self, kind: str, cell: int) -> Expr:
        """Return whether a warrior of a type stands on a space: a number, or a sum of literals."""
        if cell in self.at:
            return int(self.at[cell].kind == kind)
        found = [self.warrior[kind, cell]] if (kind, cell) in self.warrior else []
        found += [
            literal
            for horse, literal in self.horse.items()
            if horse[0] == kind and cell in self.covers(horse) and cell != horse[1]
        ]
        return sum(found)

    def filled(self, cell: int) -> Expr:
        """Return how many new pieces stand on a free space."""
        found = [kind[cell] for kind in (self.footman, self.musician) if cell in kind]
        found += [literal for (at, _), literal in self.archer.items() if at == cell]
        return sum(found) + sum(self.body(kind, cell) for kind in box.TYPES)

    # --- What it costs ------------------------------------------------------------------------------------

    def _pay(self, cost: int) -> None:
        """Let pieces, clay, coins and weapons suffice."""
        state, player, model = self.state, self.player, self.model
        self.built = {
            kind: sum(literal for (one, _), literal in self.warrior.items() if one == kind)
            for kind in box.TYPES
        }
        self.bought = {
            HORSE: sum(self.horse.values()),
            FOOTMAN: sum(self.footman.values()),
            ARCHER: sum(self.archer.values()),
            MUSICIAN: sum(self.musician.values()),
        }
        own = sum(piece.owner == self.me for piece in self.men)
        self.gone = {kind: sum(piece.kind == kind for piece in self.men) for kind in box.TYPES}
        model.add(sum(self.built.values()) <= box.BASES - own)
        for kind in box.TYPES:
            model.add(self.built[kind] <= box.PER_TYPE - self.gone[kind])
        self.wet = player.wet - cost * sum(self.built.values())
        model.add(self.wet >= 0)
        self.used = {weapon: model.new_bool_var(f"use {weapon}") for weapon in box.WEAPONS}
        prices = []
        for kind in box.SPECIALISTS:
            had = self._had(kind)
            weapon = state.board.specialist_weapon[kind]
            if had >= box.PER_SPECIALIST:
                model.add(self.bought[kind] == 0)
            prices.append((1 + had) * self.bought[kind])
            model.add(self.used[weapon] + self.bought[kind] <= int(weapon in player.active))
        for kind, weapon in box.WEAPON_OF_TYPE.items():
            model.add(self.used[weapon] <= self.built[kind])
        self.coins = player.coins + SPEAR_COINS * self.used["spear"] - sum(prices)
        model.add(self.coins >= 0)

    def _had(self, kind: str) -> int:
        """Return how many specialists of a kind were bought before, the missing ones of a solo game too."""
        if kind == HORSE:
            placed = sum(len(piece.cells) > 1 for piece in self.men)
        else:
            placed = sum(piece.kind == kind for piece in self.state.grid.pieces)
        return placed + int(self.state.chancellor is not None and kind in (HORSE, MUSICIAN))

    # --- Points at once -----------------------------------------------------------------------------------

    def _at_once(self) -> list[Expr]:
        """Return what the organizer and the weapons give."""
        points: list[Expr] = []
        for kind in box.TYPES:
            values = [*self.state.board.organizer[kind][self.gone[kind] :], *(0,) * MOST_PIECES]
            running = [sum(values[:number]) for number in range(MOST_PIECES + 1)]
            points.append(self._looked_up(self.built[kind], running))
        points += [SWORD_VP * self.used["sword"], PIKE_VP * self.used["pike"], SPEAR_VP * self.used["spear"]]
        return [*points, *self._shot()]

    def _looked_up(self, index: Expr, values: Sequence[int]) -> Expr:
        """Return the value at an index that is a sum of literals."""
        at = self.model.new_int_var(0, len(values) - 1, "")
        found = self.model.new_int_var(min(values), max(values), "")
        self.model.add(at == index)
        self.model.add_element(at, list(values), found)
        return found

    def _shot(self) -> list[Expr]:
        """Return what one crossbow counts: before the other piece is placed, or after it if that is more."""
        shots: list[Expr] = []
        points: list[Expr] = []
        for kind, cell in self.warrior:
            for way in range(4) if kind == "crossbowman" and "crossbow" in self.player.active else ():
                ray: list[int] = []
                while (here := self.step(cell, way, len(ray) + 1)) >= 0:
                    ray.append(here)
                stands = next((number for number, here in enumerate(ray) if here in self.at), None)
                if stands is not None:
                    shots.append(self._shot_at(cell, {}, points, stands))
                    continue
                for number, here in enumerate(ray):
                    between = {here: 1} | dict.fromkeys(ray[:number], 0)
                    shots.append(self._shot_at(cell, between, points, number))
        self.model.add(sum(shots) <= self.used["crossbow"])
        return points

    def _shot_at(self, cell: int, wanted: Mapping[int, int], points: list[Expr], far: int) -> Expr:
        """Return whether the crossbow of a space counts so many spaces, other pieces as they are wanted."""
        shot = self.model.new_bool_var("")
        self.model.add_implication(shot, self.warrior["crossbowman", cell])
        for here, number in wanted.items():
            own = [
                literal
                for horse, literal in self.horse.items()
                if horse[1] == cell and here in self.covers(horse)
            ]
            self.model.add(self.filled(here) - sum(own) == number).only_enforce_if(shot)
        points.append(far * shot)
        return shot

    # --- Domination and presence --------------------------------------------------------------------------

    def own_in(self, spaces: frozenset[int], kind: str = "") -> Expr:
        """Return how many warriors of the player stand on spaces, of a type where one is said."""
        found: list[Expr] = []
        for piece in self.men:
            if piece.owner == self.me and kind in ("", piece.kind):
                if spaces & set(piece.cells):
                    found.append(1)
                else:
                    found += self._ridden_into(piece.kind, piece.cells[0], spaces)
        for (one, cell), literal in self.warrior.items():
            if kind in ("", one):
                found += [literal] if cell in spaces else self._ridden_into(one, cell, spaces)
        return sum(found)

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
        found: list[Expr] = []
        for piece in self.state.grid.pieces:
            if piece.kind == ARCHER:
                target = self.step(piece.cells[0], "NESW".index(piece.facing))
                if target >= 0:
                    found.append(self._counted(owner, target, spaces, kind))
        for (cell, way), archer in self.archer.items():
            counted = self._counted(owner, self.step(cell, way), spaces, kind)
            if isinstance(counted, int):
                found.append(counted * archer)
            else:
                found.append(self._both(archer, counted))
        return sum(found)

    def _both(self, literal: Expr, other: Expr) -> Expr:
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
        found: list[Expr] = []
        for one in box.TYPES:
            if kind not in ("", one):
                continue
            if cell in spaces:
                found.append(self.body(one, cell))
                continue
            found += self._ridden_into(one, cell, spaces)
            found += [
                literal
                for horse, literal in self.horse.items()
                if horse[0] == one
                and horse[1] != cell
                and cell in self.covers(horse)
                and self.covers(horse) & spaces
            ]
        return sum(found) if found else 0

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
        own = self.own_in(where, kind)
        theirs = {
            owner: self.theirs_in(owner, where, kind) + self._extra(owner, extra) for owner in self.others
        }
        favours = {owner: self.faced_in(owner, where, kind) for owner in (self.me, *self.others)}
        return self.dominated(own, theirs, points, favours)

    def _extra(self, owner: str, option: int) -> int:
        """Return the warrior or good more that a difficulty option counts for the chancellor."""
        him = self.state.chancellor
        return int(him is not None and option in him.difficulty and owner == self.state.him.letter)

    # --- The scoring phases -------------------------------------------------------------------------------

    def _scored(self) -> list[Expr]:
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

    def _where(self, literal: Expr, value: Expr, least: int = 0) -> Expr:
        """Return a value where a literal holds, else 0; it is maximised."""
        found = self.model.new_int_var(least, LARGEST, "")
        self.model.add(found <= value).only_enforce_if(literal)
        self.model.add(found == 0).only_enforce_if(~literal)
        return found

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
            found: list[Expr] = []
            for phase in range(self.rounds):
                found.append(worth["row", (state.row + seen.row_step * (down + phase)) % self.rows])
                found.append(worth["col", (state.col + seen.col_step * (across + phase)) % self.cols])
            self.model.add(total <= sum(found)).only_enforce_if(move)
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

    # --- The end of the game ------------------------------------------------------------------------------

    def _ended(self) -> list[Expr]:
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
            points.append(self._group_points({owner: sum(found) for owner, found in counts.items()}, favours))
        return points

    def _facing(self, owner: str, root: Mapping[tuple[int, int], Expr], first: int) -> Expr:
        """Return how many archers in the group of a root face warriors of a player."""
        found: list[Expr] = []
        everywhere = frozenset(self.cells)
        for piece in self.state.grid.pieces:
            if piece.kind == ARCHER and (piece.cells[0], first) in root:
                target = self.step(piece.cells[0], "NESW".index(piece.facing))
                counted = self._counted(owner, target, everywhere, "") if target >= 0 else 0
                if isinstance(counted, int):
                    found.append(counted * root[piece.cells[0], first])
                else:
                    found.append(self._both(root[piece.cells[0], first], counted))
        for (cell, way), archer in self.archer.items():
            if (cell, first) in root:
                counted = self._counted(owner, self.step(cell, way), everywhere, "")
                if isinstance(counted, int) and counted == 0:
                    continue
                here = self._both(root[cell, first], archer)
                found.append(here if isinstance(counted, int) else self._both(here, counted))
        return sum(found) if found else 0

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
        found: list[Expr] = []
        for players in range(1, len(counts) + 1):
            so_many = model.new_bool_var("")
            model.add(rivals == players - 1).only_enforce_if(so_many)
            worth = model.new_int_var(0, LARGEST, "")
            model.add(worth <= players * own).only_enforce_if(so_many)
            model.add(worth == 0).only_enforce_if(~so_many)
            model.add(worth == 0).only_enforce_if(single)
            found.append(worth)
        shared = model.new_bool_var("")
        model.add(rivals >= 1).only_enforce_if(shared)
        model.add(own >= 1).only_enforce_if(shared)
        lead = self.dominated(own, {owner: counts[owner] for owner in self.others}, (5, 2), favours)
        found.append(self._where(shared, lead))
        return sum(found)

    def _typed(self) -> dict[tuple[int, str], Expr]:
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
                    found = [archer] if stands else []
                else:
                    found = [self._both(archer, stands)]
                facing.setdefault((cell, kind), []).extend(found)
        typed: dict[tuple[int, str], Expr] = {}
        for cell in self.cells:
            for kind in box.TYPES:
                whole = self.body(kind, cell) + sum(facing.get((cell, kind), []))
                if isinstance(whole, int) and whole == 0:
                    continue
                literal = self.model.new_bool_var("")
                self.model.add(literal == whole)
                typed[cell, kind] = literal
        return typed

    def _rooted(self, typed: Mapping[tuple[int, str], Expr]) -> dict[tuple[int, int], Expr]:
        """Return for each space and each lower one or itself whether that one is the root of its group."""
        model = self.model
        some = {
            cell: sum(typed[cell, kind] for kind in box.TYPES if (cell, kind) in typed) for cell in self.cells
        }
        held = [cell for cell in self.cells if any((cell, kind) in typed for kind in box.TYPES)]
        root = {(cell, first): model.new_bool_var("") for cell in held for first in held if first <= cell}
        depth = {cell: model.new_int_var(0, len(held), "") for cell in held}
        for cell in held:
            own = [root[cell, first] for first in held if first <= cell]
            model.add(sum(own) == some[cell])
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
                    one, two = typed[cell, kind], typed[other, kind]
                    if cell < other:
                        for first in held:
                            mine, its = root.get((cell, first)), root.get((other, first))
                            if mine is not None and its is not None:
                                model.add(mine == its).only_enforce_if(one, two)
                            elif its is not None:
                                model.add(its == 0).only_enforce_if(one, two)
                    up = model.new_bool_var("")
                    model.add_implication(up, one)
                    model.add_implication(up, two)
                    model.add(depth[cell] >= depth[other] + 1).only_enforce_if(up)
                    parents.append(up)
            model.add(sum(parents) + root[cell, cell] == some[cell])
        return root
