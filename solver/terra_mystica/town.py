"""The cheapest town: which structures to build and to improve so that a cluster becomes a town (CP-SAT).

Opponents stay as they are; shipping is not bought, and favour tiles gained on the way are not counted on.
Connection is asked for lazily, as in area.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.errors import InputError
from games.terra_mystica.board import LAND
from games.terra_mystica.components import POWER, SUPPLY, TOWN_STRUCTURES
from games.terra_mystica.reach import beside_opponent, ships
from games.terra_mystica.table import Seat, Table
from solver.terra_mystica import land
from solver.terra_mystica.area import unreached
from solver.terra_mystica.land import Price
from solver.terra_mystica.model import solve

ROUNDS_OF_CUTS = 400
MOST_NEW = 7
"""A cheapest town has at most seven new hexes: each has one power or more."""
GROWTH: Mapping[str, tuple[str, ...]] = {
    "": ("D", "TH", "TE", "SH", "SA"),
    "D": ("TH", "TE", "SH", "SA"),
    "TH": ("TE", "SH"),
    "TE": ("SA",),
    "SH": (),
    "SA": (),
}
"""What can become of a hex, by what stands there."""


@dataclass(frozen=True)
class Question:
    """What a town may be made of.

    Attributes
    ----------
    table, faction : the position.
    kinds : structures that may be built or improved to.
    weights : what one worker, coin and priest count in the sum to be made least.
    bridges : most bridges to build. bridge_weight : what one counts.
    """

    table: Table
    faction: str
    kinds: tuple[str, ...] = ("D", "TH", "TE", "SH", "SA")
    weights: tuple[int, int, int] = (1, 1, 1)
    bridges: int = 0
    bridge_weight: int = 3

    @property
    def seat(self) -> Seat:
        """The player."""
        return self.table.seats[self.faction]


@dataclass(frozen=True)
class Answer:
    """The cheapest town.

    Attributes
    ----------
    weight : the weighted sum that was made least.
    price : what it costs.
    changes : hex -> what it becomes (new structures and improved ones).
    bridges : bridges to build.
    town : the hexes of the town.
    """

    weight: int
    price: Price
    changes: dict[str, str]
    bridges: tuple[str, ...]
    town: tuple[str, ...]


def growth_price(table: Table, seat: Seat, name: str, old: str, kind: str) -> Price:
    """Return the price of turning what stands on a hex ("" for nothing) into a structure, step by step."""
    price = Price()
    path = {"D": ["D"], "TH": ["D", "TH"], "TE": ["D", "TH", "TE"], "SH": ["D", "TH", "SH"]}
    path["SA"] = [*path["TE"], "SA"]
    steps = path[kind][path[kind].index(old) + 1 :] if old else path[kind]
    for step in steps:
        if step == "D":
            price = price.plus(land.dwelling_price(table, seat, name))
        else:
            alone = step == "TH" and not beside_opponent(table, seat, name)
            price = price.plus(Price(*seat.board.cost["TH alone" if alone else step]))
    return price


def cheapest_town(question: Question) -> Answer | None:
    """Return the cheapest way to a new town, or None when there is none.

    Raises InputError for a player without structures, and for Fakirs and Dwarves only in so far as what
    skipping costs is counted by hex: each new hex that only skipping reaches costs one flight or tunnel.
    """
    if not question.seat.structures:
        raise InputError(f"the {question.faction} have no structure on the map", field="structures")
    return _Model(question).best()


class _Model:
    """The Booleans of the question, and the cuts found so far."""

    def __init__(self, question: Question) -> None:
        from ortools.sat.python import cp_model

        self.question, self.table, self.seat = question, question.table, question.seat
        self.model = cp_model.CpModel()
        everywhere = [*self.seat.structures, *land.free_hexes(self.table)]
        self.near = land.direct_links(self.table, everywhere)
        level = ships(self.seat, card=True)
        self.build = land.union(self.near, land.ship_links(level, everywhere))
        self.skip = land.skip_links(self.seat, everywhere)
        reach = land.union(self.build, self.skip)
        self.new = land.affordable(self.table, self.seat, reach, None, min(MOST_NEW, self.seat.left("D") + 4))
        self.old = list(self.seat.structures)
        self._hexes()
        self._bridges()
        self._town()
        self._cost()

    # --- the model ----------------------------------------------------------------------------------------

    def _hexes(self) -> None:
        """One final kind on each hex; the pieces suffice; each new hex can be reached from a neighbour."""
        model, allowed = self.model, self.question.kinds
        self.kind: dict[str, dict[str, Any]] = {}
        self.x: dict[str, Any] = {}
        self.y: dict[str, Any] = {}
        for name in (*self.old, *self.new):
            old = self.seat.structures.get(name, "")
            kinds = [*([old] if old else []), *(kind for kind in GROWTH[old] if kind in allowed)]
            self.kind[name] = {kind: model.new_bool_var(f"{name} {kind}") for kind in kinds}
            self.y[name] = model.new_bool_var(f"y {name}")
            if old:
                model.add_exactly_one(self.kind[name].values())
                self.x[name] = 1
            else:
                self.x[name] = model.new_bool_var(f"x {name}")
                model.add(sum(self.kind[name].values()) == self.x[name])
                model.add_implication(self.y[name], self.x[name])
        for kind, pieces in SUPPLY.items():
            model.add(sum(own[kind] for own in self.kind.values() if kind in own) <= pieces)
        self.paid = {name: model.new_bool_var(f"skip {name}") for name in self.new if self.seat.skip}
        for name in self.new:
            if any(old in self.build[name] for old in self.old):
                continue
            around = [self.x[other] for other in sorted(self.build[name]) if other in self.x]
            model.add_bool_or([self.x[name].negated(), *around, *([self.paid[name]] if self.paid else [])])
        for name, paid in self.paid.items():
            model.add_implication(paid, self.x[name])
            if not any(old in self.skip[name] for old in self.old):
                model.add_bool_or(
                    [paid.negated(), *(self.x[o] for o in sorted(self.skip[name]) if o in self.x)]
                )

    def _bridges(self) -> None:
        """Bridges that may be built: each touches an own structure, no more than are left."""
        self.bridge: dict[str, Any] = {}
        if not self.question.bridges:
            return
        for place in self.table.bridge_places:
            a, b = place.split("-")
            if place not in self.table.bridges and (a in self.x or b in self.x):
                literal = self.model.new_bool_var(f"bridge {place}")
                self.bridge[place] = literal
                ends = [self.x[name] for name in (a, b) if name in self.x]
                if 1 not in [end if isinstance(end, int) else 0 for end in ends]:
                    self.model.add_bool_or([literal.negated(), *ends])
        most = min(self.question.bridges, self.table.bridges_left(self.question.faction))
        self.model.add(sum(self.bridge.values()) <= most)

    def _town(self) -> None:
        """The counted hexes have the power and the structures, are whole, and touch no older town."""
        model, seat = self.model, self.seat
        old = seat.town_hexes()
        power, count = [], []
        for name, counted in self.y.items():
            for kind, literal in self.kind[name].items():
                both = model.new_bool_var(f"{name} {kind} counts")
                model.add_implication(both, counted)
                model.add_implication(both, literal)
                power.append(POWER[kind] * both)
                count.append((2 if kind == "SA" else 1) * both)
            if name in old or self.near[name] & old:
                model.add(counted == 0)
        model.add(sum(power) >= seat.town_power)
        model.add(sum(count) >= TOWN_STRUCTURES)
        for name, counted in self.y.items():
            joined = [self.y[other] for other in sorted(self.near[name]) if other in self.y]
            crossing = [literal for place, literal in self.bridge.items() if name in place.split("-")]
            model.add_bool_or([counted.negated(), *joined, *crossing])
            for other in sorted(self.near[name]):
                if other in self.y:  # a structure beside the town belongs to it
                    self._absorb([counted], name, other)
        for place, literal in self.bridge.items():
            a, b = place.split("-")
            for one, other in ((a, b), (b, a)):
                if one in self.y and other in self.y:
                    self._absorb([self.y[one], literal], one, other)
                    if other in old:
                        model.add_bool_or([self.y[one].negated(), literal.negated()])

    def _absorb(self, when: list[Any], name: str, other: str) -> None:
        """Ask that the other hex is counted when it holds a structure and the condition holds."""
        built = self.x[other]
        extra = [] if isinstance(built, int) else [built.negated()]
        self.model.add_bool_or([*(literal.negated() for literal in when), *extra, self.y[other]])

    def _cost(self) -> None:
        """The weighted price of everything that changes."""
        self.prices = {
            (name, kind): growth_price(self.table, self.seat, name, self.seat.structures.get(name, ""), kind)
            if kind != self.seat.structures.get(name)
            else Price()
            for name, own in self.kind.items()
            for kind in own
        }
        self.skipping = land.skip_price(self.seat)
        weigh = self._weight
        total = sum(weigh(price) * self.kind[name][kind] for (name, kind), price in self.prices.items())
        total += sum(weigh(self.skipping) * paid for paid in self.paid.values())
        total += self.question.bridge_weight * sum(self.bridge.values())
        self.model.minimize(total)

    def _weight(self, price: Price) -> int:
        return sum(weight * part for weight, part in zip(self.question.weights, price, strict=True))

    # --- solving ------------------------------------------------------------------------------------------

    def best(self) -> Answer | None:
        """Solve, cut and solve again until the answer holds together."""
        for _ in range(ROUNDS_OF_CUTS):
            solver = solve(self.model)
            if solver is None:
                return None
            kinds = {
                name: next(kind for kind, literal in own.items() if solver.value(literal))
                for name, own in self.kind.items()
                if any(solver.value(literal) for literal in own.values())
            }
            built = {name for name in self.new if name in kinds}
            paid = {name for name, literal in self.paid.items() if solver.value(literal)}
            counted = {name for name, literal in self.y.items() if solver.value(literal)}
            bridges = {place for place, literal in self.bridge.items() if solver.value(literal)}
            if self._cut_buildings(built, paid, bridges) + self._cut_town(counted, bridges):
                continue
            return self._answer(kinds, paid, counted, bridges)
        raise InputError("this question is too large to be answered with proof", field="question")

    def _with(self, bridges: set[str], links: dict[str, set[str]]) -> dict[str, set[str]]:
        """Return neighbours with the bridges of an answer added."""
        more: dict[str, set[str]] = {name: set(around) for name, around in links.items()}
        for place in bridges:
            a, b = place.split("-")
            if a in more and b in more:
                more[a].add(b)
                more[b].add(a)
        return more

    def _crossings(self, part: set[str], bridges: set[str]) -> list[Any]:
        """Return the bridges not built that would leave a part."""
        return [
            literal
            for place, literal in self.bridge.items()
            if place not in bridges and len(part & set(place.split("-"))) == 1
        ]

    def _cut_buildings(self, built: set[str], paid: set[str], bridges: set[str]) -> int:
        """Forbid structures that nothing leads to."""
        build = self._with(bridges, self.build)
        lost = unreached(self.old, built, paid, build, self.skip)
        links = land.union(build, self.skip)
        for part in land.parts(lost, links):
            around = {other for name in part for other in links[name]} - part
            help_ = [self.x[name] for name in sorted(around) if name in self.x and name not in built]
            help_ = [literal for literal in help_ if not isinstance(literal, int)]
            pay = [self.paid[name] for name in sorted(part) if name in self.paid and name not in paid]
            cross = self._crossings(part, bridges)
            self.model.add_bool_or([*(self.x[name].negated() for name in sorted(part)), *help_, *pay, *cross])
        return len(lost)

    def _cut_town(self, counted: set[str], bridges: set[str]) -> int:
        """Forbid to count what is not joined."""
        found = land.parts(counted, self._with(bridges, self.near))
        if len(found) < 2:
            return 0
        for part in found:
            around = {other for name in part for other in self.near[name]} - part
            help_ = [self.y[name] for name in sorted(around) if name in self.y]
            cross = [
                literal for place, literal in self.bridge.items() if len(part & set(place.split("-"))) == 1
            ]
            for name in sorted(part):
                for other in sorted(counted - part):
                    self.model.add_bool_or([self.y[name].negated(), self.y[other].negated(), *help_, *cross])
        return len(found)

    def _answer(self, kinds: dict[str, str], paid: set[str], counted: set[str], bridges: set[str]) -> Answer:
        changes = {
            name: kinds[name]
            for name in LAND
            if name in kinds and kinds[name] != self.seat.structures.get(name)
        }
        price = Price()
        for name, kind in changes.items():
            price = price.plus(self.prices[name, kind])
        for _ in paid:
            price = price.plus(self.skipping)
        weight = self._weight(price) + self.question.bridge_weight * len(bridges)
        return Answer(weight, price, changes, tuple(sorted(bridges)), tuple(sorted(counted)))
