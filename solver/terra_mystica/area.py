"""The largest network that can be bought (CP-SAT): dwellings, steps of shipping, bridges, free spades.

The model has a Boolean for each hex built and each hex counted. Connection is asked for lazily: an answer
that falls apart is cut off by the rule that each of its parts needs a hex (or a bridge) from around it, and
the model is solved again. The first answer that holds together is therefore the best one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica import naming
from pencilwright.games.terra_mystica.board import LAND
from pencilwright.games.terra_mystica.components import AREA_POINTS, SHIP_COST
from pencilwright.games.terra_mystica.reach import ships
from pencilwright.games.terra_mystica.scoring import shares
from pencilwright.games.terra_mystica.table import Seat, Table
from pencilwright.solver.terra_mystica import land
from pencilwright.solver.terra_mystica.actions import ship_actions
from pencilwright.solver.terra_mystica.land import Price
from pencilwright.solver.terra_mystica.means import (
    BRIDGE_WORKERS,
    SPADES,
    Goods,
    Means,
    plain,
    saving,
    spade_price,
)
from pencilwright.solver.terra_mystica.model import solve, too_large
from pencilwright.templates.phrases import phrase

ROUNDS_OF_CUTS = 400


@dataclass(frozen=True)
class Question:
    """What may be spent.

    Attributes
    ----------
    table, faction : the position; opponents stay as they are.
    purse : workers, coins and priests to spend as they are; or means, which may be changed into each other
        and name the actions that may be taken.
    ship_steps : most steps of shipping to buy.
    others : network sizes of the opponents, for the points of the area; empty: the size itself counts.
    scored : whether steps of shipping count with their points, too.
    most : most dwellings, None for any number.
    other_than : steps of shipping and dwellings that must not be the answer; None for none.
    """

    table: Table
    faction: str
    purse: Price | Means
    ship_steps: int = 0
    others: tuple[int, ...] = ()
    scored: bool = True
    most: int | None = None
    other_than: tuple[int, tuple[str, ...]] | None = None

    @property
    def seat(self) -> Seat:
        """The player."""
        return self.table.seats[self.faction]

    @property
    def means(self) -> Means:
        """What there is to pay with."""
        return self.purse if isinstance(self.purse, Means) else plain(self.purse)


@dataclass(frozen=True)
class Answer:
    """The best spending.

    Attributes
    ----------
    size : structures in the largest network.
    points : points of the area by rank, when opponents' sizes were given; else 0.
    value : what was maximised: with opponents, all points x coins for a point less `cost`; else the size.
    built : new dwellings. skipped : those of them reached by carpet or tunnel.
    helped : dwelling -> the action whose free spades it uses.
    bridges : bridges built. by_power : how many of them by ACT1.
    ship_steps : steps of shipping bought.
    price : workers, coins and priests paid.
    cost : what all that was spent would be worth at the end, in coins.
    changes : how it is paid, as commands of a log.
    network : the hexes of the network.
    ship_points : points for the steps of shipping, the bonus card's at the pass included.
    """

    size: int
    points: int
    value: int
    built: tuple[str, ...]
    skipped: tuple[str, ...]
    helped: dict[str, str]
    bridges: tuple[str, ...]
    ship_steps: int
    price: Price
    cost: int
    changes: tuple[str, ...]
    network: tuple[str, ...]
    ship_points: int
    by_power: int


def points_of(size: int, others: Sequence[int]) -> int:
    """Return the points for a network of a size against the opponents' sizes."""
    return shares([size, *others], AREA_POINTS, least=1)[0]


def best_area(question: Question) -> Answer:
    """Return the largest network that can be had (with opponents: the best points less goods), at least cost.

    Raises InputError when the player has no structure.
    """
    seat = question.seat
    if not seat.structures:
        raise InputError(
            phrase("mystica.advice.no_structure", who=naming.who(seat.faction)), field="structures"
        )
    best: tuple[tuple[int, int], Answer] | None = None
    top = seat.board.ship_top
    room = 0 if top is None else max(0, top - seat.shipping)
    for steps in range(min(question.ship_steps, room) + 1):
        answer = _Model(question, steps).best()
        if answer is None and question.other_than is not None and steps == question.other_than[0]:
            continue
        if answer is None:
            break
        rank = (answer.value, -answer.cost)
        if best is None or rank > best[0]:
            best = rank, answer
    assert best is not None, "buying nothing is always possible"
    return best[1]


def value_of(question: Question, steps: int, hexes: Collection[str]) -> int | None:
    """Return the `value` of exactly these dwellings and steps of shipping, None when they cannot be had."""
    model = _Model(question, steps)
    if not set(hexes) <= set(model.x):
        return None
    for name, literal in model.x.items():
        model.model.add(literal == (name in hexes))
    answer = model.best()
    return None if answer is None else answer.value


class _Model:
    """The Booleans with so many steps of shipping bought, and the cuts found so far."""

    def __init__(self, question: Question, steps: int) -> None:
        from ortools.sat.python import cp_model

        self.question, self.table, self.seat, self.steps = question, question.table, question.seat, steps
        self.means = question.means
        won = [action.points for action in ship_actions(self.seat)[:steps]]
        self.ship_points = sum(won) if question.scored else 0
        self.model = model = cp_model.CpModel()
        self.places = self._bridge_places()
        self._links()
        self.x = {name: model.new_bool_var(f"x {name}") for name in self.new}
        self.paid = {name: model.new_bool_var(f"skip {name}") for name in self.new} if self.seat.skip else {}
        self.y = {name: model.new_bool_var(f"y {name}") for name in (*self.old, *self.new)}
        self.bridge = {place: model.new_bool_var(f"bridge {place}") for place in self.places}
        self.cross = {place: model.new_bool_var(f"cross {place}") for place in self.places}
        self.used = {
            name: model.new_bool_var(f"use {name}")
            for name in self.means.actions
            if name in ("ACT1", *SPADES)
        }
        self._bridges()
        self._spades()
        self._local()
        self._prices()
        self._objective()

    # --- the model ----------------------------------------------------------------------------------------

    def _bridge_places(self) -> list[str]:
        """Return where a bridge could be built and be of use."""
        if not self.table.bridges_left(self.seat.faction):
            return []
        if "ACT1" not in self.means.actions and "BRIDGE" not in self.means.actions:
            return []
        usable = {*self.seat.structures, *land.free_hexes(self.table)}
        return [
            place
            for place in self.table.bridge_places
            if place not in self.table.bridges and all(end in usable for end in place.split("-"))
        ]

    def _links(self) -> None:
        """Which hexes are joined for building and for counting, and which new ones can be paid for."""
        table, seat = self.table, self.seat
        self.old = list(seat.structures)
        everywhere = [*self.old, *land.free_hexes(table)]
        near = land.direct_links(table, everywhere)
        lent = ships(seat, card=True) - ships(seat, card=False)
        level = ships(seat, card=False) + self.steps
        self.build = land.union(near, land.ship_links(level + lent, everywhere))
        self.skip = land.skip_links(seat, everywhere)
        self.count = land.union(near, land.ship_links(level, everywhere), self.skip)
        reach = with_bridges(land.union(self.build, self.skip), self.places)
        limits = self.means.most(spade_price(seat))
        self.new = land.affordable(table, seat, reach, limits, seat.left("D"))

    def _bridges(self) -> None:
        """A bridge touches an own structure and is given by an action; it joins what is counted."""
        model = self.model
        for place, bridge in self.bridge.items():
            a, b = place.split("-")
            if a in self.x and b in self.x:
                model.add_bool_or([bridge.negated(), self.x[a], self.x[b]])
            cross = self.cross[place]
            model.add_implication(cross, bridge)
            for end in (a, b):
                if end in self.y:
                    model.add_implication(cross, self.y[end])
                else:
                    model.add(cross == 0)
        count = sum(self.bridge.values())
        model.add(count <= self.table.bridges_left(self.seat.faction))
        self.hired: Any = 0
        if "BRIDGE" in self.means.actions:
            self.hired = model.new_int_var(0, 3, "bridges for workers")
        model.add(count == self.hired + self.used.get("ACT1", 0))

    def _spades(self) -> None:
        """The free spades of an action help one new dwelling."""
        self.help: dict[tuple[str, str], Any] = {}
        for name in self.new:
            for action in self.used:
                if action in SPADES and any(saving(self.table, self.seat, name, action)):
                    self.help[name, action] = self.model.new_bool_var(f"{action} on {name}")
            self.model.add(sum(v for (hexagon, _), v in self.help.items() if hexagon == name) <= self.x[name])
        for action in self.used:
            if action in SPADES:
                helped = sum(v for (_, other), v in self.help.items() if other == action)
                self.model.add(helped == self.used[action])

    def _local(self) -> None:
        """Each hex counted is built; each hex built has a neighbour to be reached from."""
        model = self.model
        for name in self.new:
            model.add_implication(self.y[name], self.x[name])
            around = [*self._around(name, self.build), *self._ways(name, self.bridge)]
            if self.paid:
                model.add_implication(self.paid[name], self.x[name])
                around.append(self.paid[name])
                if not any(old in self.skip[name] for old in self.old):
                    model.add_bool_or([self.paid[name].negated(), *self._around(name, self.skip)])
            if not any(old in self.build[name] for old in self.old):
                model.add_bool_or([self.x[name].negated(), *around])
        most = self.question.most
        model.add(sum(self.x.values()) <= min(self.seat.left("D"), len(self.x) if most is None else most))
        steps, hexes = self.question.other_than or (-1, ())
        if steps == self.steps and set(hexes) <= set(self.x):  # a no-good cut
            model.add_bool_or([x.negated() if name in hexes else x for name, x in self.x.items()])
        # The first counted hex in the order of the map is the root; every part of the network leads to it.
        self.root = {name: model.new_bool_var(f"root {name}") for name in self.y}
        model.add_exactly_one(self.root.values())
        order = sorted(self.y, key=LAND.index)
        for index, name in enumerate(order):
            model.add_implication(self.root[name], self.y[name])
            model.add(self.y[name] <= sum(self.root[other] for other in order[: index + 1]))
        # The counted hexes hang together, so each but a lone one has a counted neighbour.
        several = self.model.new_bool_var("several")
        size = sum(self.y.values())
        model.add(size >= 2).only_enforce_if(several)
        model.add(size <= 1).only_enforce_if(several.negated())
        for name, counted in self.y.items():
            near = [self.y[other] for other in sorted(self.count[name]) if other in self.y]
            model.add_bool_or([counted.negated(), several.negated(), *near, *self._ways(name, self.cross)])

    def _around(self, name: str, links: dict[str, set[str]]) -> list[Any]:
        """Return the Booleans of the new hexes around one."""
        return [self.x[other] for other in sorted(links[name]) if other in self.x]

    def _ways(self, name: str, ways: dict[str, Any]) -> list[Any]:
        """Return the Booleans of the bridges at a hex."""
        return [literal for place, literal in ways.items() if name in place.split("-")]

    def _prices(self) -> None:
        """What is built is paid for."""
        table, seat = self.table, self.seat
        price = {name: land.dwelling_price(table, seat, name) for name in self.new}
        skipping = land.skip_price(seat)
        self.spent: list[Any] = [
            sum(price[name][part] * x for name, x in self.x.items())
            + skipping[part] * sum(self.paid.values())
            - sum(saving(table, seat, *key)[part] * literal for key, literal in self.help.items())
            + SHIP_COST[part] * self.steps
            for part in range(3)
        ]
        self.spent[0] += BRIDGE_WORKERS * self.hired
        self.goods = Goods(self.model, self.means, self.spent, self.used)

    def _objective(self) -> None:
        """The size (or the points less the goods, in coins), then the least goods."""
        size = sum(self.y.values())
        others = self.question.others
        most = len(self.old) + len(self.new)
        if not others:
            self.first: Any = size
            return
        table = [points_of(value, others) for value in range(most + 1)]
        index = self.model.new_int_var(0, most, "size")
        points = self.model.new_int_var(0, max(table), "points")
        self.model.add(index == size)
        self.model.add_element(index, table, points)
        self.first = self.means.rate * (points + self.ship_points) - self.goods.cost

    # --- solving ------------------------------------------------------------------------------------------

    def best(self) -> Answer | None:
        """Find the most, then the least cost, then the fewest changes of goods, then the size.

        Cuts and solves again until the answer holds together. None when the steps of shipping cannot be paid.
        """
        goals = [(self.goods.cost, False), (self.goods.trouble, False), (-sum(self.y.values()), False)]
        self.model.maximize(self.first)
        now, upward = self.first, True
        for _ in range(ROUNDS_OF_CUTS):
            solver = solve(self.model)
            if solver is None:
                return None
            built, paid, counted, bridges = (
                {name for name, literal in chosen.items() if solver.value(literal)}
                for chosen in (self.x, self.paid, self.y, self.bridge)
            )
            crossed = {place for place, literal in self.cross.items() if solver.value(literal)}
            if self._cut_buildings(built, paid, bridges) + self._cut_network(counted, crossed):
                continue
            if not goals:
                return self._answer(solver, built, paid, counted, bridges)
            best = round(solver.objective_value)
            self.model.add(now >= best if upward else now <= best)
            now, upward = goals.pop(0)
            self.model.minimize(now)
        raise too_large()

    def _cut_buildings(self, built: set[str], paid: set[str], bridges: set[str]) -> int:
        """Forbid dwellings that nothing leads to; return how many cuts that took."""
        build = with_bridges(self.build, bridges)
        lost = unreached(self.old, built, paid, build, self.skip)
        links = land.union(build, self.skip)
        for part in land.parts(lost, links):
            around = {other for name in part for other in links[name]} - part
            help_ = [self.x[name] for name in sorted(around) if name in self.x and name not in built]
            pay = [self.paid[name] for name in sorted(part) if name in self.paid and name not in paid]
            help_ += crossings(self.bridge, part, bridges)
            for name in sorted(part):
                self.model.add_bool_or([self.x[name].negated(), *help_, *pay])
        return len(lost)

    def _cut_network(self, counted: set[str], crossed: set[str]) -> int:
        """Forbid to count what is not joined; return how many cuts that took."""
        found = land.parts(counted, with_bridges(self.count, crossed))
        if len(found) < 2:
            return 0
        for part in found:
            around = {other for name in part for other in self.count[name]} - part
            help_ = [self.y[name] for name in sorted(around) if name in self.y]
            help_ += crossings(self.cross, part, crossed)
            here = [self.root[name] for name in sorted(part)]
            for name in sorted(part):
                self.model.add_bool_or([self.y[name].negated(), *here, *help_])
        return len(found)

    def _answer(
        self, solver: Any, built: set[str], paid: set[str], counted: set[str], bridges: set[str]
    ) -> Answer:
        others = self.question.others
        points = points_of(len(counted), others) if others else 0
        cost = solver.value(self.goods.cost)
        return Answer(
            len(counted),
            points,
            self.means.rate * (points + self.ship_points) - cost if others else len(counted),
            tuple(sorted(built)),
            tuple(sorted(paid)),
            {name: action for (name, action), literal in self.help.items() if solver.value(literal)},
            tuple(sorted(bridges)),
            self.steps,
            Price(*(solver.value(part) for part in self.spent)),
            cost,
            tuple(self.goods.lines(solver)),
            tuple(sorted(counted)),
            self.ship_points,
            solver.value(self.used["ACT1"]) if "ACT1" in self.used else 0,
        )


def with_bridges(links: dict[str, set[str]], bridges: Iterable[str]) -> dict[str, set[str]]:
    """Return neighbours with bridges added between hexes that are known."""
    more = {name: set(around) for name, around in links.items()}
    for place in bridges:
        a, b = place.split("-")
        if a in more and b in more:
            more[a].add(b)
            more[b].add(a)
    return more


def crossings(ways: dict[str, Any], part: set[str], built: set[str]) -> list[Any]:
    """Return the Booleans of bridges that would leave a part, without those that are there already."""
    return [
        literal
        for place, literal in ways.items()
        if place not in built and len(part & set(place.split("-"))) == 1
    ]


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
