"""The cheapest town: which structures to build and to improve so that a cluster becomes a town (CP-SAT).

Opponents stay as they are. Steps of shipping may be bought on the way, a favour tile from a new temple may
make six power enough, and a town of the Mermaids may leave out one river hex. Each new hex has a stage at
which it is built, next to one of the stage before; each hex of the town has its distance from its middle.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import ceil, inf
from typing import TYPE_CHECKING, Final

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica.boards.hexes import (
    EDGES,
    LAND,
    RIVERS,
    distance,
    networks,
    within_ships,
)
from pencilwright.games.terra_mystica.components import POWER, SUPPLY, TOWN_STRUCTURES
from pencilwright.games.terra_mystica.rules.networks import clusters, direct, ships
from pencilwright.games.terra_mystica.rules.prices import SHIP, Price, dwelling_price, skip_price
from pencilwright.games.terra_mystica.state import Player, State
from pencilwright.games.terra_mystica.words import names
from pencilwright.solver import cp
from pencilwright.solver.terra_mystica import land
from pencilwright.templates.phrases import phrase

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

SEARCH: Final = 10.0
"""Deterministic seconds for the search at one level of shipping."""
FEW_NEW, LONGEST_WAY = 4, 7
"""Most new hexes one after another from an old structure; few of them are tried first."""
BRIDGE_WEIGHT: Final = 3
"""Goods that a bridge counts as."""
RADIUS: Final = 5
"""Steps from a town's middle to its ends: seven hexes need three, groups that it takes in one more."""


@dataclass(frozen=True)
class TownQuestion:
    """What a town may be made of.

    Attributes
    ----------
    table, faction : the position.
    kinds : structures that may be built or improved to.
    bridges : most bridges to build.
    ship_steps : most steps of shipping to buy.
    most : most hexes that change, None for any number.
    other_than : changes that the answer must not hold all of; empty for none.
    """

    table: State
    faction: str
    kinds: tuple[str, ...] = ("D", "TH", "TE", "SH", "SA")
    bridges: int = 0
    ship_steps: int = 0
    most: int | None = None
    other_than: tuple[tuple[str, str], ...] = ()

    @property
    def seat(self) -> Player:
        """The player."""
        return self.table.seats[self.faction]


@dataclass(frozen=True)
class TownAnswer:
    """The cheapest town.

    Attributes
    ----------
    weight : the goods, bridges among them, that were made least.
    at_least : what no town can cost less than; equal to `weight` when the town is proved cheapest.
    price : what it costs.
    changes : hex -> what it becomes (new structures and improved ones).
    bridges : bridges to build.
    town : the hexes of the town.
    ship_steps : steps of shipping bought before.
    favour : "FAV5" when a new temple, sanctuary or stronghold must bring it, else "".
    river : the river hex that a town of the Mermaids leaves out, or "".
    """

    weight: int
    price: Price
    changes: dict[str, str]
    bridges: tuple[str, ...]
    town: tuple[str, ...]
    ship_steps: int = 0
    favour: str = ""
    river: str = ""
    at_least: int = 0


def cheapest_town(question: TownQuestion) -> TownAnswer | None:
    """Return the cheapest way to a new town, or None when there is none.

    Each new hex that only skipping reaches costs one flight or tunnel. Raises InputError for a player without
    structures.
    """
    seat = question.seat
    if not seat.structures:
        text = phrase("mystica.advice.no_structure", who=names.who(question.faction))
        raise InputError(text, field="structures")
    if not question.table.towns_left():
        return None
    room = 0 if seat.board.ship_top is None else max(0, seat.board.ship_top - seat.shipping)
    best: TownAnswer | None = None
    bounds: list[int] = []
    # Short ways first: what they cost bounds the search among long ones.
    ways = (FEW_NEW, LONGEST_WAY) if question.most is None else (question.most,)
    for longest, steps in product(ways, range(min(question.ship_steps, room) + 1)):
        result, bound = _Model(question, steps, longest, best.weight if best else None).best()
        best = result or best
        if longest == ways[-1] and bound is not None:
            bounds.append(bound)
    if best is None and bounds:
        raise InputError(phrase("mystica.advice.too_large"), field="question")
    return best and replace(best, at_least=min([best.weight, *bounds]))


def weight_of(question: TownQuestion, changes: Mapping[str, str]) -> int | None:
    """Return what a town costs that exactly these changes make, None when they make none."""
    model = _Model(question, 0, max(1, len(changes)), None)
    if not set(changes) <= set(model.kind):
        return None
    for name, own in model.kind.items():
        wanted = changes.get(name, question.seat.structures.get(name))
        for kind, literal in own.items():
            model.model.add(literal == (kind == wanted))
    model.model.add(model.favour == 0)
    result, bound = model.best()
    if bound is not None:
        raise InputError(phrase("mystica.advice.too_large"), field="question")
    return None if result is None else result.weight


class _Model:
    """The Booleans of the question, and the cuts found so far."""

    def __init__(self, question: TownQuestion, steps: int, longest: int, below: int | None) -> None:
        from ortools.sat.python import cp_model

        self.question, self.table, self.seat = question, question.table, question.seat
        self.steps, self.longest, self.below = steps, longest, below
        self.step_price = SHIP.times(steps)
        self.model = cp_model.CpModel()
        free = land.free_hexes(self.table)
        self._links([*self.seat.structures, *free], ships(self.seat, card=True) + steps)
        most = min(longest, self.seat.left("D") + 4)
        dwellings = {name: dwelling_price(self.table, self.seat, name).total for name in free}
        self.chain = land.cheapest_chains(self.seat, self.reach, dwellings)
        least = land.cheapest_chains(self.seat, self.reach, dict.fromkeys(free, 1))
        limit = inf if below is None else below - 1 - self.step_price.total
        self.new = [
            name for name in free if name in least and least[name] <= most and self.chain[name] <= limit
        ]
        self.old = list(self.seat.structures)
        self._hexes()
        self._bridges()
        self._stages()
        self._town()
        self._whole()
        self._limits()
        self._cost()

    def _links(self, hexes: list[str], level: int) -> None:
        """Say which hexes are neighbours, from which one builds with ships, too, and which skipping joins."""
        far = self.seat.skip + 1
        self.near = {a: {b for b in direct(self.table, a) if b in hexes} for a in hexes}
        self.skip = {a: {b for b in hexes if far > 1 and 0 < distance(a, b) <= far} for a in hexes}
        self.build = {
            a: self.near[a] | {b for b in hexes if b != a and level > 0 and within_ships(a, b, level)}
            for a in hexes
        }
        self.reach = {a: self.build[a] | self.skip[a] for a in hexes}
        for a, b in (place.split("-") for place in self._places()):
            self.reach[a].add(b)
            self.reach[b].add(a)

    # --- the model ----------------------------------------------------------------------------------------

    def _hexes(self) -> None:
        """One final kind on each hex; the pieces suffice; each new hex can be reached from a neighbour."""
        model, allowed = self.model, self.question.kinds
        self.kind: dict[str, dict[str, cp_model.IntVar]] = {}
        self.x: dict[str, cp.Flag] = {}
        self.y: dict[str, cp_model.IntVar] = {}
        for name in (*self.old, *self.new):
            old = self.seat.structures.get(name, "")
            kinds = [*([old] if old else []), *(kind for kind in land.GROWTH[old] if kind in allowed)]
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
            self._on_the_way(kind, pieces)
        self.paid = {name: model.new_bool_var(f"skip {name}") for name in self.new if self.seat.skip}
        for name, paid in self.paid.items():
            model.add_implication(paid, self.x[name])

    def _on_the_way(self, kind: str, pieces: int) -> None:
        """What becomes more than a kind is that kind for a while: one piece must be free for it."""
        stays = [
            own[kind]
            for name, own in self.kind.items()
            if self.seat.structures.get(name) == kind and kind in own
        ]
        if len(stays) < pieces:
            return
        for name, own in self.kind.items():
            for later, literal in own.items():
                old = self.seat.structures.get(name, "")
                if kind in land.steps_to(old, later)[:-1]:
                    self.model.add(sum(stays) <= pieces - 1).only_enforce_if(literal)

    def _stages(self) -> None:
        """Each new hex is built at a stage, next to one of the stage before; old structures are stage 0."""
        model = self.model
        steps = land.cheapest_chains(self.seat, self.reach, dict.fromkeys(self.new, 1))
        at = {
            (name, stage): model.new_bool_var(f"{name} at {stage}")
            for name in self.new
            for stage in range(steps[name], self.longest + 1)
        }
        at |= {(name, 0): model.new_constant(1) for name in self.old}
        for name in self.new:
            model.add(sum(at[name, n] for n in range(steps[name], self.longest + 1)) == self.x[name])
        for (name, stage), literal in at.items():
            if stage == 0:
                continue
            help_ = [at[other, stage - 1] for other in sorted(self.build[name]) if (other, stage - 1) in at]
            for place, bridge in self.bridge.items():
                a, b = place.split("-")
                other = b if name == a else a if name == b else ""
                if (other, stage - 1) in at:
                    help_.append(self._both(bridge, [at[other, stage - 1]]))
            if name in self.paid:
                far = [at[other, stage - 1] for other in sorted(self.skip[name]) if (other, stage - 1) in at]
                if far:
                    help_.append(self._both(self.paid[name], far))
            model.add_bool_or([literal.negated(), *help_])

    def _both(self, literal: cp_model.IntVar, some: list[cp_model.IntVar]) -> cp_model.IntVar:
        """Return a Boolean that asks for a literal and for one of some others."""
        both = self.model.new_bool_var("")
        self.model.add_implication(both, literal)
        self.model.add_bool_or([both.negated(), *some])
        return both

    def _places(self) -> list[str]:
        """Return where a bridge may be built and be of use."""
        if not self.question.bridges:
            return []
        usable = {*self.seat.structures, *land.free_hexes(self.table)}
        return [
            place
            for place in self.table.bridge_places
            if place not in self.table.bridges and all(end in usable for end in place.split("-"))
        ]

    def _bridges(self) -> None:
        """Bridges that may be built: each touches an own structure, no more than are left."""
        self.bridge: dict[str, cp_model.IntVar] = {}
        for place in self._places():
            a, b = place.split("-")
            if a in self.x or b in self.x:
                literal = self.model.new_bool_var(f"bridge {place}")
                self.bridge[place] = literal
                ends = [self.x[name] for name in (a, b) if name in self.x]
                if 1 not in [end if isinstance(end, int) else 0 for end in ends]:
                    self.model.add_bool_or([literal.negated(), *ends])
        most = min(self.question.bridges, self.table.bridges_left(self.question.faction))
        self.model.add(sum(self.bridge.values()) <= most)
        self.river: dict[str, cp_model.IntVar] = {}
        if self.seat.faction == "mermaids":
            self.river = {name: self.model.new_bool_var(f"over {name}") for name in RIVERS}
            self.model.add(sum(self.river.values()) <= 1)

    def _town(self) -> None:
        """The counted hexes have the power and the structures, are whole, and touch no older town."""
        model, seat = self.model, self.seat
        old = seat.town_hexes()
        power, count = [], []
        self.counts: dict[tuple[str, str], cp_model.IntVar] = {}
        for name, counted in self.y.items():
            for kind, literal in self.kind[name].items():
                both = self.counts[name, kind] = model.new_bool_var(f"{name} {kind} counts")
                model.add_implication(both, counted)
                model.add_implication(both, literal)
                power.append(POWER[kind] * both)
                count.append((2 if kind == "SA" else 1) * both)
            if name in old or self.near[name] & old:
                model.add(counted == 0)
        self.favour: cp.Flag = 0
        if "FAV5" not in seat.favours and self.table.favours_left("FAV5"):
            self.favour = model.new_bool_var("FAV5")
            givers = ("TE", "SA", "SH") if seat.faction == "auren" else ("TE", "SA")
            model.add(self.favour <= sum(self._new(givers)))
        model.add(sum(power) >= seat.town_power - self.favour)
        model.add(sum(count) >= TOWN_STRUCTURES)
        for name, counted in self.y.items():
            for other in sorted(self.near[name]):
                if other in self.y:  # a structure beside the town belongs to it
                    self._absorb([counted], other)
        for place, literal in self.bridge.items():
            a, b = place.split("-")
            for first, other in ((a, b), (b, a)):
                if first in self.y and other in self.y:
                    self._absorb([self.y[first], literal], other)
                    if other in old:
                        model.add_bool_or([self.y[first].negated(), literal.negated()])

        for river, literal in self.river.items():
            around = [name for name in EDGES[river] if name in self.y]
            for first in around:
                if first in old:
                    model.add(literal == 0)
                for other in around:
                    if first != other:
                        self._absorb([self.y[first], literal], other)

    def _new(self, kinds: Collection[str]) -> list[cp_model.IntVar]:
        """Return whether each hex becomes each of some structures that does not stand there now."""
        return [
            literal
            for name, own in self.kind.items()
            for kind, literal in own.items()
            if kind in kinds and kind != self.seat.structures.get(name)
        ]

    def _absorb(self, when: list[cp_model.IntVar], other: str) -> None:
        """Ask that the other hex is counted when it holds a structure and the condition holds."""
        built = self.x[other]
        extra = [] if isinstance(built, int) else [built.negated()]
        self.model.add_bool_or([*(literal.negated() for literal in when), *extra, self.y[other]])

    def _limits(self) -> None:
        """No more changes than asked for, and not all of those that are excluded (a no-good cut)."""
        if self.question.most is not None:
            self.model.add(sum(self._new(SUPPLY)) <= self.question.most)
        cut = self.question.other_than
        if cut and all(kind in self.kind.get(name, {}) for name, kind in cut):
            self.model.add_bool_or([self.kind[name][kind].negated() for name, kind in cut])

    def _cost(self) -> None:
        """The weighted price of everything that changes."""
        self.prices = {
            (name, kind): land.growth_price(self.table, self.seat, name, old, kind)
            if kind != old
            else Price()
            for name, own in self.kind.items()
            for old in [self.seat.structures.get(name, "")]
            for kind in own
        }
        self.skipping = skip_price(self.seat)
        total: cp.Expr = sum(
            price.total * self.kind[name][kind] for (name, kind), price in self.prices.items()
        )
        total += sum(self.skipping.total * paid for paid in self.paid.values())
        total += BRIDGE_WEIGHT * sum(self.bridge.values())
        total += self.step_price.total
        for name, least in self.chain.items():
            if name in self.x and not isinstance(self.x[name], int):
                self.model.add(total >= least * self.x[name])
        self._way_there(total)
        if self.below is not None:
            self.model.add(total <= self.below - 1)
        self.model.minimize(total)

    def _whole(self) -> None:
        """The town hangs together: each of its hexes is some steps from its middle, an old group as one."""
        model = self.model
        groups = {name: min(group) for group in clusters(self.table, self.seat) for name in group}
        node = {name: groups.get(name, name) for name in self.y}
        at = {
            (name, n): model.new_bool_var(f"{name} is {n} from the middle")
            for name in sorted(set(node.values()))
            for n in range(RADIUS + 1)
        }
        model.add_exactly_one(literal for (_, n), literal in at.items() if n == 0)
        beside: dict[str, set[str]] = {name: set() for name in node.values()}
        for name, own in node.items():
            beside[own] |= {node[other] for other in self.near[name] if other in node} - {own}
        for name, around in beside.items():
            model.add(sum(at[name, n] for n in range(RADIUS + 1)) == self.y[name])
            hexes = {item for item, own in node.items() if own == name}
            for n in range(1, RADIUS + 1):
                help_ = [at[other, n - 1] for other in sorted(around)]
                for place, bridge in self.bridge.items():
                    ends = set(place.split("-"))
                    far = [at[node[end], n - 1] for end in sorted(ends - hexes) if end in node]
                    if ends & hexes and far:
                        help_.append(self._both(bridge, far))
                for river, literal in self.river.items():
                    banks = {node[end] for end in EDGES[river] if end in node}
                    if name in banks and len(banks) > 1:
                        far = [at[other, n - 1] for other in sorted(banks - {name})]
                        help_.append(self._both(literal, far))
                model.add_bool_or([at[name, n].negated(), *help_])

    def _way_there(self, total: cp.Expr) -> None:
        """A town of new structures costs them and the way to the first of them; this bounds the search."""
        model = self.model
        entry = {name: model.new_bool_var(f"entry {name}") for name in self.new}
        for name, literal in entry.items():
            model.add_implication(literal, self.y[name])
        model.add_bool_or([*entry.values(), *(self.y[name] for name in self.old)])
        prices = {key: price.total for key, price in self.prices.items()}
        inside = sum(prices[key] * literal for key, literal in self.counts.items())
        way = {name: self.chain[name] - dwelling_price(self.table, self.seat, name).total for name in entry}
        model.add(total >= inside + sum(way[name] * literal for name, literal in entry.items()))

    # --- solving ------------------------------------------------------------------------------------------

    def best(self) -> tuple[TownAnswer | None, int | None]:
        """Solve; return the cheapest town found, and a bound on the cost when it is not proved cheapest."""
        result = cp.solve(self.model, SEARCH, linearization_level=2)
        solver = result.solver
        if result.status == "infeasible":
            return None, None
        bound = None if result.is_proved else ceil(solver.best_objective_bound - 1e-6)
        if not result.has_solution:
            return None, bound
        kinds = {
            name: next(kind for kind, literal in own.items() if solver.value(literal))
            for name, own in self.kind.items()
            if any(solver.value(literal) for literal in own.values())
        }
        paid, counted, bridges, rivers = (
            [name for name, literal in chosen.items() if solver.value(literal)]
            for chosen in (self.paid, self.y, self.bridge, self.river)
        )
        changes = {
            name: kinds[name]
            for name in LAND
            if name in kinds and kinds[name] != self.seat.structures.get(name)
        }
        price = self.step_price.plus(self.skipping.times(len(paid)))
        for name, kind in changes.items():
            price = price.plus(self.prices[name, kind])
        answer = TownAnswer(
            price.total + BRIDGE_WEIGHT * len(bridges),
            price,
            changes,
            tuple(sorted(bridges)),
            tuple(sorted(counted)),
            self.steps,
            "FAV5" if solver.value(self.favour) else "",
            "".join(rivers) if self._is_apart(counted, bridges) else "",
        )
        return answer, bound

    def _is_apart(self, counted: Collection[str], bridges: Collection[str]) -> bool:
        """Return whether edges and bridges join some hexes to no one group: only then a river is needed."""
        links = {name: self.near[name] & {*counted} for name in counted}
        for a, b in (place.split("-") for place in bridges):
            if a in links and b in links:
                links[a], links[b] = links[a] | {b}, links[b] | {a}
        return len(networks(counted, links)) > 1
