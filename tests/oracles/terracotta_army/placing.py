"""The final grid as literals: what may be placed, what it costs, and what it gives at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ortools.sat.python import cp_model

from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.rules.grid import Piece
from pencilwright.games.terracotta_army.state import State

MOST_PIECES: Final = 2
WAYS: Final = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Up, right, down, left: rows and columns."""
SWORD_VP, PIKE_VP, SPEAR_VP, SPEAR_COINS = 1, 3, 1, 2
HORSE, FOOTMAN, ARCHER, MUSICIAN = box.SPECIALISTS

Expr = cp_model.LinearExpr | int
"""A number, a literal, or a linear sum of them."""
Literal = cp_model.IntVar
"""A variable that is 0 or 1."""


class Placing:
    """The final grid, and what may be placed on it."""

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
        self.horse: dict[tuple[str, int, int], Literal] = {}
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
        """Return whether a specialist may be paid, with a spear's coins too."""
        weapon = self.state.board.specialist_weapon[kind]
        return weapon in self.player.active and self._had(kind) < self.player.coins + SPEAR_COINS

    def _may_ride(self, piece: Piece) -> bool:
        return piece.owner == self.me and len(piece.cells) == 1

    def _specialists(self) -> list[Literal]:
        results = (self.horse, self.footman, self.archer, self.musician)
        return [literal for literals in results for literal in literals.values()]

    def covers(self, horse: tuple[str, int, int]) -> frozenset[int]:
        """Return the three spaces of a mounted warrior."""
        _, cell, way = horse
        return frozenset((cell, self.step(cell, way), self.step(cell, way, 2)))

    def body(self, kind: str, cell: int) -> Expr:
        """Return whether a warrior of a type stands on a space: a number, or a sum of literals."""
        if cell in self.at:
            return int(self.at[cell].kind == kind)
        results = [self.warrior[kind, cell]] if (kind, cell) in self.warrior else []
        results += [
            literal
            for horse, literal in self.horse.items()
            if horse[0] == kind and cell in self.covers(horse) and cell != horse[1]
        ]
        return sum(results)

    def filled(self, cell: int) -> Expr:
        """Return how many new pieces stand on a free space."""
        results = [kind[cell] for kind in (self.footman, self.musician) if cell in kind]
        results += [literal for (at, _), literal in self.archer.items() if at == cell]
        return sum(results) + sum(self.body(kind, cell) for kind in box.TYPES)

    # --- What it costs ------------------------------------------------------------------------------------

    def _pay(self, cost: int) -> None:
        """Let pieces, clay, coins and weapons suffice."""
        state, player, model = self.state, self.player, self.model
        self.built = {
            kind: sum(literal for (item, _), literal in self.warrior.items() if item == kind)
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

    def at_once(self) -> list[Expr]:
        """Return what the organizer and the weapons give."""
        points: list[Expr] = []
        for kind in box.TYPES:
            values = [*self.state.board.organizer[kind][self.gone[kind] :], *(0,) * MOST_PIECES]
            running = [sum(values[:number]) for number in range(MOST_PIECES + 1)]
            points.append(self._element(self.built[kind], running))
        points += [SWORD_VP * self.used["sword"], PIKE_VP * self.used["pike"], SPEAR_VP * self.used["spear"]]
        return [*points, *self._shot()]

    def _element(self, index: Expr, values: Sequence[int]) -> Expr:
        """Return the value at an index that is a sum of literals."""
        at = self.model.new_int_var(0, len(values) - 1, "")
        result = self.model.new_int_var(min(values), max(values), "")
        self.model.add(at == index)
        self.model.add_element(at, list(values), result)
        return result

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
            own_items = [
                literal
                for horse, literal in self.horse.items()
                if horse[1] == cell and here in self.covers(horse)
            ]
            self.model.add(self.filled(here) - sum(own_items) == number).only_enforce_if(shot)
        points.append(far * shot)
        return shot
