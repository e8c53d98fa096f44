"""The largest network that a purse can buy (CP-SAT): dwellings and steps of shipping, no bridges.

The model has a Boolean for each hex built and each hex counted. Connection is asked for lazily: an answer
that falls apart is cut off by the rule that each of its parts needs a hex from around it, and the model is
solved again. The first answer that holds together is therefore the best one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.errors import InputError
from games.terra_mystica.components import AREA_POINTS, SHIP_COST
from games.terra_mystica.reach import ships
from games.terra_mystica.scoring import shares
from games.terra_mystica.table import Seat, Table
from solver.terra_mystica import land
from solver.terra_mystica.land import Price
from solver.terra_mystica.model import solve

ROUNDS_OF_CUTS = 400


@dataclass(frozen=True)
class Question:
    """What may be spent.

    Attributes
    ----------
    table, faction : the position; opponents stay as they are.
    purse : workers, coins and priests to spend; goods are not changed into each other.
    ship_steps : most steps of shipping to buy.
    others : network sizes of the opponents, for the points of the area; empty: the size itself counts.
    """

    table: Table
    faction: str
    purse: Price
    ship_steps: int = 0
    others: tuple[int, ...] = ()

    @property
    def seat(self) -> Seat:
        """The player."""
        return self.table.seats[self.faction]


@dataclass(frozen=True)
class Answer:
    """The best spending.

    Attributes
    ----------
    size : structures in the largest network.
    points : points of the area by rank, when opponents' sizes were given; else 0.
    value : what was maximised, in thirds of a point: with opponents 3 x points less what was spent.
    built : new dwellings. skipped : those of them reached by carpet or tunnel.
    ship_steps : steps of shipping bought.
    price : what all of it costs.
    network : the hexes of the network.
    """

    size: int
    points: int
    value: int
    built: tuple[str, ...]
    skipped: tuple[str, ...]
    ship_steps: int
    price: Price
    network: tuple[str, ...]


def points_of(size: int, others: Sequence[int]) -> int:
    """Return the points for a network of a size against the opponents' sizes."""
    return shares([size, *others], AREA_POINTS, least=1)[0]


def best_area(question: Question) -> Answer:
    """Return the largest network that can be had (with opponents: the best points less goods), at least cost.

    Raises InputError when the player has no structure.
    """
    seat = question.seat
    if not seat.structures:
        raise InputError(f"the {seat.faction} have no structure on the map", field="structures")
    best: tuple[tuple[int, int], Answer] | None = None
    top = seat.board.ship_top
    room = 0 if top is None else max(0, top - seat.shipping)
    for steps in range(min(question.ship_steps, room) + 1):
        workers, coins, priests = SHIP_COST
        step_price = Price(steps * workers, steps * coins, steps * priests)
        if not step_price.within(question.purse):
            break
        answer = _at_level(question, steps, step_price)
        rank = (answer.value, -answer.price.total)
        if best is None or rank > best[0]:
            best = rank, answer
    assert best is not None, "buying nothing is always possible"
    return best[1]


def _at_level(question: Question, steps: int, step_price: Price) -> Answer:
    """Return the best answer with so many steps of shipping bought."""
    table, seat = question.table, question.seat
    purse = Price(*(a - b for a, b in zip(question.purse, step_price, strict=True)))
    everywhere = [*seat.structures, *land.free_hexes(table)]
    near = land.direct_links(table, everywhere)
    lent = ships(seat, card=True) - ships(seat, card=False)
    level = ships(seat, card=False) + steps
    build = land.union(near, land.ship_links(level + lent, everywhere))
    skip = land.skip_links(seat, everywhere)
    count = land.union(near, land.ship_links(level, everywhere), skip)
    new = land.affordable(table, seat, land.union(build, skip), purse, seat.left("D"))
    model = _Model(question, purse, new, build, skip, count)
    return model.best(steps, step_price)


class _Model:
    """The Booleans of one level of shipping, and the cuts found so far."""

    def __init__(
        self,
        question: Question,
        purse: Price,
        new: Sequence[str],
        build: dict[str, set[str]],
        skip: dict[str, set[str]],
        count: dict[str, set[str]],
    ) -> None:
        from ortools.sat.python import cp_model

        self.question, self.purse, self.new = question, purse, list(new)
        self.build, self.skip, self.count = build, skip, count
        self.old = list(question.seat.structures)
        self.model = model = cp_model.CpModel()
        self.x = {name: model.new_bool_var(f"x {name}") for name in self.new}
        self.paid = {name: model.new_bool_var(f"skip {name}") for name in self.new} if self._skips else {}
        self.y = {name: model.new_bool_var(f"y {name}") for name in (*self.old, *self.new)}
        self._local()
        self._prices()
        self._objective()

    @property
    def _skips(self) -> bool:
        return self.question.seat.skip > 0

    def _local(self) -> None:
        """Each hex counted is built; each hex built has a neighbour to be reached from."""
        model = self.model
        for name in self.new:
            model.add_implication(self.y[name], self.x[name])
            around = self._around(name, self.build)
            if self._skips:
                model.add_implication(self.paid[name], self.x[name])
                around = [*around, self.paid[name]]
                far = self._around(name, self.skip)
                if far is not _OLD:
                    model.add_bool_or([self.paid[name].negated(), *far])
            if around is not _OLD and not any(old in self.build[name] for old in self.old):
                model.add_bool_or([self.x[name].negated(), *around])
        model.add(sum(self.x.values()) <= self.question.seat.left("D"))
        # The counted hexes hang together, so each but a lone one has a counted neighbour.
        several = self.model.new_bool_var("several")
        size = sum(self.y.values())
        model.add(size >= 2).only_enforce_if(several)
        model.add(size <= 1).only_enforce_if(several.negated())
        for name, counted in self.y.items():
            near = [self.y[other] for other in sorted(self.count[name]) if other in self.y]
            model.add_bool_or([counted.negated(), several.negated(), *near])

    def _around(self, name: str, links: dict[str, set[str]]) -> list[Any]:
        """Return the Booleans of the new hexes around one, or _OLD when a structure is among them."""
        if any(old in links[name] for old in self.old):
            return _OLD
        return [self.x[other] for other in sorted(links[name]) if other in self.x]

    def _prices(self) -> None:
        """What is built is paid for."""
        table, seat = self.question.table, self.question.seat
        self.price = {name: land.dwelling_price(table, seat, name) for name in self.new}
        self.skipping = land.skip_price(seat)
        self.spent = [
            sum(self.price[name][part] * x for name, x in self.x.items())
            + self.skipping[part] * sum(self.paid.values())
            for part in range(3)
        ]
        for part in range(3):
            self.model.add(self.spent[part] <= self.purse[part])

    def _objective(self) -> None:
        """The size (or three times the points less the goods), then the least goods."""
        size, cost = sum(self.y.values()), sum(self.spent)
        others = self.question.others
        most = len(self.old) + len(self.new)
        self.cost = cost
        if not others:
            self.first: Any = size
            return
        table = [points_of(value, others) for value in range(most + 1)]
        index = self.model.new_int_var(0, most, "size")
        points = self.model.new_int_var(0, max(table), "points")
        self.model.add(index == size)
        self.model.add_element(index, table, points)
        self.first = 3 * points - cost

    def best(self, steps: int, step_price: Price) -> Answer:
        """Find the most, then the least price for it; cut and solve again until the answer holds together."""
        best: int | None = None
        self.model.maximize(self.first)
        for _ in range(ROUNDS_OF_CUTS):
            solver = solve(self.model)
            assert solver is not None, "building nothing is always possible"
            built, paid, counted = (
                {name for name, literal in chosen.items() if solver.value(literal)}
                for chosen in (self.x, self.paid, self.y)
            )
            if self._cut_buildings(built, paid) + self._cut_network(counted):
                continue
            if best is not None:
                return self._answer(built, paid, counted, steps, step_price)
            best = solver.value(self.first)
            self.model.add(self.first >= best)
            self.model.minimize(self.cost)
        raise InputError("this question is too large to be answered with proof", field="question")

    def _cut_buildings(self, built: set[str], paid: set[str]) -> int:
        """Forbid dwellings that nothing leads to; return how many cuts that took."""
        lost = unreached(self.old, built, paid, self.build, self.skip)
        links = land.union(self.build, self.skip)
        for part in land.parts(lost, links):
            around = {other for name in part for other in links[name]} - part
            help_ = [self.x[name] for name in sorted(around) if name in self.x and name not in built]
            pay = [self.paid[name] for name in sorted(part) if name in self.paid and name not in paid]
            if self._skips:
                self.model.add_bool_or([*(self.x[name].negated() for name in sorted(part)), *help_, *pay])
                continue
            for name in sorted(part):
                self.model.add_bool_or([self.x[name].negated(), *help_])
        return len(lost)

    def _cut_network(self, counted: set[str]) -> int:
        """Forbid to count what is not joined; return how many cuts that took."""
        found = land.parts(counted, self.count)
        if len(found) < 2:
            return 0
        for part in found:
            around = {other for name in part for other in self.count[name]} - part
            help_ = [self.y[name] for name in sorted(around) if name in self.y]
            for name in sorted(part):
                for other in sorted(counted - part):
                    self.model.add_bool_or([self.y[name].negated(), self.y[other].negated(), *help_])
        return len(found)

    def _answer(
        self, built: set[str], paid: set[str], counted: set[str], steps: int, step_price: Price
    ) -> Answer:
        price = step_price
        for name in built:
            price = price.plus(self.price[name])
        for _ in paid:
            price = price.plus(self.skipping)
        others = self.question.others
        points = points_of(len(counted), others) if others else 0
        return Answer(
            len(counted),
            points,
            3 * points - price.total if others else len(counted),
            tuple(sorted(built)),
            tuple(sorted(paid)),
            steps,
            price,
            tuple(sorted(counted)),
        )


_OLD: list[Any] = []
"""Stands for "a structure is near": no Boolean is needed."""


def unreached(
    old: Sequence[str],
    built: set[str],
    paid: set[str],
    build: dict[str, set[str]],
    skip: dict[str, set[str]],
) -> set[str]:
    """Return the dwellings that no order of building reaches from the old structures."""
    reached = set(old)
    left = set(built)
    while True:
        more = {name for name in left if build[name] & reached or (name in paid and skip[name] & reached)}
        if not more:
            return left
        reached |= more
        left -= more
