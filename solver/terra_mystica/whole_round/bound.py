"""The model of a whole last round (CP-SAT): its optimum is never below what the rules allow.

The last layer is the round without an order. With `split`, layers for the moments before the first and the
second new town and before the first favour tile forbid spending what only comes later; that is still no
order, so it is still a bound.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any, Final, NamedTuple

from pencilwright.games.terra_mystica.board import NEIGHBOURS
from pencilwright.games.terra_mystica.components import (
    CULT_TOP,
    CULTS,
    DWELLING_FAVOUR,
    SMALL_TOWN_FAVOUR,
    TOWN_POWER,
    TOWN_STRUCTURES,
    TRADING_FAVOUR,
)
from pencilwright.solver.terra_mystica.model import search
from pencilwright.solver.terra_mystica.whole_round.ground import MOST_STRUCTURES, Ground, Node, within
from pencilwright.solver.terra_mystica.whole_round.layers import MANY, Layer, passing_points

LINEAR: Final = 1
"""How much of the model is relaxed to a linear one: less than for whether a town can be founded."""
SURVEY: Final = 2.0
"""Deterministic seconds for asking whether a town can be founded, and how much can be built."""
END: Final = "end"


class Done(NamedTuple):
    """What a solution does, by the names of its counts, and its town tiles; it has no order yet."""

    counts: Mapping[str, int]
    tiles: tuple[str, ...]


class Solved(NamedTuple):
    """How a search ended: the best solution's points (None: none found), the bound, what it does."""

    points: int | None
    at_most: int
    done: Done | None


class Round:
    """A whole round, alone at the table.

    Parameters
    ----------
    ground : what the round begins with.
    moments : so many layers are added for the moments before the first, the second ... town tile.
    split : whether others are added for those before the first favour tile and before the last priest.
    unpaid : whether the round is only looked at until just before the last town's tile.
    is_map : whether reach and towns are asked for; else only goods and pieces.
    """

    def __init__(
        self,
        ground: Ground,
        *,
        moments: int = 0,
        split: bool = False,
        unpaid: bool = False,
        is_map: bool = True,
    ) -> None:
        from ortools.sat.python import cp_model

        self.ground = ground
        self.model = model = cp_model.CpModel()
        left = ground.table.towns_left()
        slots = range(ground.slots)
        self.tile = {
            (slot, name): model.new_bool_var(f"{name} of town {slot}") for slot in slots for name in left
        }
        self.founded = [model.new_bool_var(f"town {slot}") for slot in slots]
        for slot, town in enumerate(self.founded):
            model.add(sum(self.tile[slot, name] for name in left) == town)
            if slot:
                model.add_implication(town, self.founded[slot - 1])
        for name, copies in left.items():
            model.add(sum(self.tile[slot, name] for slot in slots) <= copies)
        self.end = Layer(model, ground, END, self._tiles(ground.slots - unpaid))
        self.moments = [
            Layer(model, ground, f"before town {slot}", self._tiles(slot))
            for slot in range(min(moments, ground.slots))
        ]
        for earlier, later in pairwise([*self.moments, self.end]):
            self._before(earlier, later)
        self.events: list[tuple[Layer, Callable[[Layer], Any], Any]] = [
            (moment, self._founds(slot), self.founded[slot]) for slot, moment in enumerate(self.moments)
        ]
        if split and self.end.favours:
            self._favour_moment()
        if split and self.end.sent:
            self._priest_moment()
        self.jumps: dict[str, list[Any]] = {}
        self.objective: Any = None
        if is_map:
            self._reach()
            self._towns()

    def _tiles(self, slots: int) -> dict[str, Any]:
        """Return how often each town tile was taken for the first towns."""
        names = self.ground.table.towns_left()
        return {name: sum(self.tile[slot, name] for slot in range(slots)) for name in names}

    def score(self) -> Any:
        """Return all points still to come, as an expression."""
        if self.objective is None:
            terms = [*self.end.points, *passing_points(self.end), *self._races(), self._area(), self._rest()]
            self.objective = sum(terms)
        return self.objective

    # --- time ---------------------------------------------------------------------------------------------

    def _favour_moment(self) -> None:
        """Add the moment before the first favour tile: what causes it stands, and it is there afterwards."""
        end, model = self.end, self.model
        some = model.new_bool_var("a favour is taken")
        model.add(sum(end.favours.values()) <= MANY * some)
        before = self._somewhere(
            "before a favour", lambda later: sum(later.favours.values()) >= 1, some, favours=False
        )
        model.add(before.causes >= 1).only_enforce_if(some)
        for kind, name in (("D", DWELLING_FAVOUR), ("TH", TRADING_FAVOUR)):
            if name in end.favours:
                model.add(end.scored[kind] <= end.new[kind] - before.new[kind])

    def _priest_moment(self) -> None:
        """Add the moment before the last priest is sent: he is at hand, paid without what his steps bring."""
        all_sent = sum(self.end.sent.values())
        some = self.model.new_bool_var("a priest is sent")
        self.model.add(all_sent <= MANY * some)
        before = self._somewhere(
            "before the last priest", lambda later: sum(later.sent.values()) >= all_sent, some, favours=True
        )
        self.model.add(sum(before.sent.values()) == all_sent - 1).only_enforce_if(some)
        self.model.add(before.left["P"] >= 1).only_enforce_if(some)

    def _somewhere(self, name: str, event: Callable[[Layer], Any], some: Any, *, favours: bool) -> Layer:
        """Add a moment that lies before or after each other one.

        event : what a later layer then holds. some : whether there is such a moment at all.
        """
        model = self.model
        left = self.ground.table.towns_left()
        tiles = {tile: model.new_int_var(0, copies, f"{tile} {name}") for tile, copies in left.items()}
        added = Layer(model, self.ground, name, tiles, favours=favours)
        self._before(added, self.end)
        for moment, follows, when in self.events:
            is_first = model.new_bool_var(f"{name}, then {moment.moment}")
            self._before(added, moment, is_first)
            self._before(moment, added, is_first.negated())
            for condition, flags in (
                (event(moment), [is_first, some]),
                (follows(added), [is_first.negated(), when]),
            ):
                if not isinstance(condition, bool):
                    model.add(condition).only_enforce_if(flags)
                elif not condition:
                    model.add_bool_or([flag.negated() for flag in flags])
        self.events.append((added, event, some))
        return added

    def _founds(self, slot: int) -> Callable[[Layer], Any]:
        """Return what a layer holds after a town's tile: as many tiles."""
        return lambda later: later.towns >= slot + 1

    def _before(self, earlier: Layer, later: Layer, when: Any = None) -> None:
        """Put one moment before another one: nothing is undone, and power moves by the bowls of then."""
        conditions: list[tuple[Any, list[Any]]] = [
            (one, []) for one in earlier.until(later) if not isinstance(one, bool)
        ]
        moved = self.model.new_bool_var(f"power into III, {earlier.moment} to {later.moment}")
        conditions.append((later.second <= earlier.second, [moved.negated()]))
        conditions.append((later.first >= self.ground.seat.bowls[0] + earlier.all_spent, [moved]))
        for condition, flags in conditions:
            self.model.add(condition).only_enforce_if([*flags, *([] if when is None else [when])])

    def _at(self, slot: int) -> Layer:
        """Return the layer in which the town of a slot stands: the moment before its tile, or the end."""
        return self.moments[slot] if slot < len(self.moments) else self.end

    # --- reach --------------------------------------------------------------------------------------------

    def _reach(self) -> None:
        """Every new dwelling is reached from an own structure, or from one that was built before."""
        ground, model, end = self.ground, self.model, self.end
        order = {name: model.new_int_var(0, ground.most_dwellings, f"order {name}") for name in ground.free}
        for name in ground.free:
            built = end.built[name]
            if name in end.storm:
                beside = [end.built[other] for other in NEIGHBOURS[name] if other in end.built]
                if not ground.own.keys() & set(NEIGHBOURS[name]):
                    model.add_bool_or([*beside, end.storm[name].negated()])
            ways = self._ways(name, order)
            if ways is not None:
                if name in end.gift and not ground.need[name]:
                    ways.append(end.gift[name])
                model.add_bool_or([*ways, built.negated()])
            if name in end.skip:
                self._skipped(name, order)
                if ways is not None and not self._can_jump_now(name):
                    jumped = self._jump_flags(name, order)
                    spades = end.again[name]
                    dug = model.new_bool_var(f"dug {name}")
                    model.add(spades == 0).only_enforce_if(dug.negated())
                    model.add_bool_or([*ways, *jumped, dug.negated()])

    def _ways(self, name: str, order: Mapping[str, Any]) -> list[Any] | None:
        """Return the flags of the ways to a hex; None when it is in reach at once."""
        ground, model, end = self.ground, self.model, self.end
        if ground.near[name] & ground.own.keys():
            return None
        ways: list[Any] = []
        for other in (*ground.own, *ground.free):
            if other == name:
                continue
            literals: list[list[Any]] = []
            sails = end.sails(ground.crossed(other, name), card=True)
            if other in ground.near[name] or (isinstance(sails, int) and sails):
                literals = [[]]
            elif not isinstance(sails, int):
                literals = [[sails]]
            if literals != [[]]:
                literals += [
                    [flag]
                    for place, flag in end.bridge.items()
                    if {name, other} == set(ground.bridges[place])
                ]
            if other in ground.own:
                if literals == [[]]:
                    return None
                ways += [found[0] for found in literals]
                continue
            for at, found in enumerate(literals):
                ways.append(self._arc(f"way {other} {name} {at}", other, name, order, found))
        if name in end.skip:
            jumped = self._jump_flags(name, order)
            if any(isinstance(flag, int) for flag in jumped):
                once = model.new_bool_var(f"skipped {name}")
                model.add(end.skip[name] >= once)
                ways.append(once)
            elif jumped:
                for flag in jumped:
                    both = model.new_bool_var(f"{flag} and skipped")
                    model.add_implication(both, flag)
                    model.add(end.skip[name] >= both)
                    ways.append(both)
        return ways

    def _arc(self, text: str, a: str, b: str, order: Mapping[str, Any], literals: Sequence[Any]) -> Any:
        """Return the flag of a way from one new dwelling to another, which is built later."""
        arc = self.model.new_bool_var(text)
        self.model.add_implication(arc, self.end.built[a])
        for literal in literals:
            self.model.add_implication(arc, literal)
        self.model.add(order[b] >= order[a] + 1).only_enforce_if(arc)
        return arc

    def _can_jump_now(self, name: str) -> bool:
        far = self.ground.hops((name,), self.ground.own)
        jumps = self.end.jumps(far)
        return isinstance(jumps, int) and bool(jumps)

    def _jump_flags(self, name: str, order: Mapping[str, Any]) -> list[Any]:
        """Return flags of which one holds when skipping leads to a hex; [1] when it does at once."""
        found: list[Any] = []
        if self._can_jump_now(name):
            return [1]
        if name in self.jumps:
            return self.jumps[name]
        far = self.end.jumps(self.ground.hops((name,), self.ground.own))
        if not isinstance(far, int):
            found.append(far)
        for other in self.ground.free:
            if other == name:
                continue
            jumps = self.end.jumps(self.ground.hops((name,), (other,)))
            if isinstance(jumps, int) and not jumps:
                continue
            literals = [] if isinstance(jumps, int) else [jumps]
            found.append(self._arc(f"jump {other} {name}", other, name, order, literals))
        self.jumps[name] = found
        return found

    def _skipped(self, name: str, order: Mapping[str, Any]) -> None:
        """Allow skipping to a hex only where a jump leads."""
        flags = self._jump_flags(name, order)
        if any(isinstance(flag, int) for flag in flags):
            return
        model = self.model
        used = model.new_bool_var(f"skip to {name}")
        model.add(self.end.skip[name] == 0).only_enforce_if(used.negated())
        model.add_bool_or([*flags, used.negated()])

    # --- towns --------------------------------------------------------------------------------------------

    def _towns(self) -> None:
        """Each new town is joined, large enough when it is founded, and touches no other new one."""
        ground, model = self.ground, self.model
        nodes = ground.open_for_towns
        of = {name: index for index, node in enumerate(nodes) for name in node}
        links: list[dict[int, list[Any]]] = [{} for _ in nodes]
        for index, node in enumerate(nodes):
            for name in node:
                for other in ground.near[name]:
                    if other in of and of[other] != index:
                        links[index].setdefault(of[other], [])
        bridged: list[tuple[int, int, str]] = []
        for place, (a, b) in ground.bridges.items():
            if a in of and b in of and of[a] != of[b]:
                bridged.append((of[a], of[b], place))
        members = [
            [model.new_bool_var(f"town {slot} holds {min(node)}") for node in nodes]
            for slot in range(len(self.founded))
        ]
        powers = []
        for slot, held in enumerate(members):
            powers.append(self._one_town(slot, held, links, bridged))
            for later in members[slot + 1 :]:
                for index in range(len(nodes)):
                    for near in (index, *links[index]):
                        model.add_bool_or([held[index].negated(), later[near].negated()])
        # No structure lends its power to two towns: said once more for the linear relaxation.
        for index, node in enumerate(nodes if len(members) > 1 else ()):
            model.add_at_most_one(held[index] for held in members)
            model.add(sum(power[index] for power in powers) <= sum(map(self.end.value, sorted(node))))

    def _one_town(
        self,
        slot: int,
        held: list[Any],
        links: list[dict[int, list[Any]]],
        bridged: list[tuple[int, int, str]],
    ) -> list[Any]:
        """Found one town; return the power that each node lends it."""
        ground, model, nodes = self.ground, self.model, self.ground.open_for_towns
        layer, town = self._at(slot), self.founded[slot]
        root = [model.new_bool_var(f"root {slot} {index}") for index in range(len(nodes))]
        depth = [model.new_int_var(0, TOWN_POWER, f"depth {slot} {index}") for index in range(len(nodes))]
        model.add(sum(root) == town)
        ways: list[list[Any]] = [[flag] for flag in root]

        def join(a: int, b: int, *literals: Any) -> None:
            for start, stop in ((a, b), (b, a)):
                arc = model.new_bool_var(f"joined {slot} {start} {stop} {len(ways[stop])}")
                model.add_implication(arc, held[start])
                for literal in literals:
                    model.add_implication(arc, literal)
                model.add(depth[stop] >= depth[start] + 1).only_enforce_if(arc)
                ways[stop].append(arc)

        for index, near in enumerate(links):
            for other in near:
                if index < other:
                    join(index, other)
        for a, b, place in bridged:
            join(a, b, layer.bridge[place])
        rivers = {river: model.new_bool_var(f"over {river} {slot}") for river in ground.rivers}
        model.add(sum(rivers.values()) <= 1)
        at = {node: index for index, node in enumerate(nodes)}
        for river, around in ground.rivers.items():
            for one, two in combinations(around, 2):
                join(at[one], at[two], rivers[river])
        power, count = [], []
        for index, node in enumerate(nodes):
            holds = held[index]
            model.add_implication(holds, town)
            model.add_implication(root[index], holds)
            model.add_bool_or([*ways[index], holds.negated()])
            for earlier in range(index):
                model.add_bool_or([root[index].negated(), held[earlier].negated()])
            names = sorted(node)
            if names[0] in layer.built:
                model.add_implication(holds, layer.built[names[0]])
            power.append(
                self._held(holds, sum(map(layer.value, names)), 3 * len(names), f"power {slot} {index}")
            )
            count.append(len(names) * holds)
            holy = sum(map(layer.sanctuary, names))
            if not isinstance(holy, int) or holy:
                count.append(self._held(holds, holy, 1, f"sanctuary {slot} {index}"))
        small = layer.favour(SMALL_TOWN_FAVOUR)
        model.add(sum(power) >= TOWN_POWER - small).only_enforce_if(town)
        model.add(sum(count) >= TOWN_STRUCTURES).only_enforce_if(town)
        model.add(sum(held) <= TOWN_POWER)
        return power

    def _held(self, flag: Any, value: Any, most: int, name: str) -> Any:
        """Return a variable of at most a value, and of 0 without the flag."""
        found = self.model.new_int_var(0, most, name)
        self.model.add(found <= value)
        self.model.add(found <= most * flag)
        return found

    # --- the end ------------------------------------------------------------------------------------------

    def _races(self) -> list[Any]:
        """Points of the cults."""
        found = []
        for index, cult in enumerate(CULTS):
            race = self.ground.race(index)
            won = self.model.new_int_var(0, max(race), f"race {cult}")
            at = self.end.at[cult]
            self.model.add_element(at, race[: CULT_TOP + 1], won)
            found.append(won)
        return found

    def _area(self) -> Any:
        """Points for the area: one network, joined by what stands at the end, the card aside."""
        ground, model, end = self.ground, self.model, self.end
        size = model.new_int_var(0, MOST_STRUCTURES, "network")
        won = model.new_int_var(0, max(ground.area), "area")
        model.add_element(size, ground.area, won)
        count = len(ground.own) + end.new["D"]
        if len(ground.parts) == 1 and not ground.card and ground.seat.faction != "witches":
            model.add(size <= count)
            return won
        nodes: list[Node] = [*ground.parts, *(frozenset((name,)) for name in ground.free)]
        counted = [model.new_bool_var(f"counted {min(node)}") for node in nodes]
        most = len(ground.parts) + ground.most_dwellings
        depth = [model.new_int_var(0, most, f"network depth {index}") for index in range(len(nodes))]
        starts = range(len(nodes))
        if ground.parts and len(ground.parts[0]) >= ground.most_dwellings:
            starts = range(len(ground.parts))
        root = {index: model.new_bool_var(f"network root {index}") for index in starts}
        model.add(sum(root.values()) <= 1)
        for stop, node in enumerate(nodes):
            name = min(node)
            if name in end.built:
                model.add_implication(counted[stop], end.built[name])
            ways: list[Any] = [root[stop]] if stop in root else []
            for start, other in enumerate(nodes):
                if start == stop:
                    continue
                for at, literals in enumerate(self._network_links(node, other)):
                    arc = model.new_bool_var(f"network {start} {stop} {at}")
                    model.add_implication(arc, counted[start])
                    for literal in literals:
                        model.add_implication(arc, literal)
                    model.add(depth[stop] >= depth[start] + 1).only_enforce_if(arc)
                    ways.append(arc)
            if stop in root:
                model.add_implication(root[stop], counted[stop])
            model.add_bool_or([*ways, counted[stop].negated()])
        model.add(size <= sum(len(node) * flag for node, flag in zip(nodes, counted, strict=True)))
        return won

    def _network_links(self, node: Node, other: Node) -> list[list[Any]]:
        """Return the ways in which two parts of a network are joined: [[]] for without condition."""
        ground, end = self.ground, self.end
        if any(ground.near[name] & other for name in node):
            return [[]]
        found: list[list[Any]] = []
        crossed = min(ground.crossed(a, b) for a in node for b in other)
        for flag in (end.sails(crossed, card=False), end.jumps(ground.hops(node, other))):
            if isinstance(flag, int):
                if flag:
                    return [[]]
            else:
                found.append([flag])
        for place, (a, b) in ground.bridges.items():
            if (a in node and b in other) or (b in node and a in other):
                found.append([end.bridge[place]])
        return found

    def _rest(self) -> Any:
        """Points for what is left, as coins; bowl II counts half."""
        model, end = self.model, self.end
        half = model.new_int_var(0, 6, "half of bowl II")
        model.add(2 * half <= end.bowls[1])
        points = model.new_int_var(0, 2 * MANY, "points for goods")
        model.add(self.ground.rate * points <= sum(end.left.values()) + end.bowls[2] + half)
        return points

    # --- solving ------------------------------------------------------------------------------------------

    def solve(
        self,
        limit: float,
        *,
        least: int | None = None,
        most: int | None = None,
        hint: Done | None = None,
        seed: int = 1,
    ) -> Solved:
        """Search for a while.

        Parameters
        ----------
        limit : deterministic seconds.
        least, most : bounds known already.
        hint : what another model's solution does.
        seed : of the search.
        """
        model, score = self.model, self.score()
        if most is not None:
            model.add(score <= most)
        if least is not None:
            model.add(score >= least)
        for name, count in hint.counts.items() if hint is not None else ():
            if name in self.end.grows:
                model.add_hint(self.end.grows[name], count)
        model.maximize(score)
        solver, ended = search(model, limit, linear=LINEAR, seed=seed)
        if ended == "nothing":
            return Solved(None, least or 0, None)
        at_most = int(solver.best_objective_bound + 1e-6)
        if ended == "open":
            return Solved(None, at_most, None)
        counts = {name: solver.value(flag) for name, flag in self.end.grows.items()}
        tiles = tuple(name for (_, name), flag in self.tile.items() if solver.value(flag))
        return Solved(solver.value(score), at_most, Done(counts, tiles))

    def most(self, what: Any, limit: float) -> int:
        """Return a bound on an expression, by searching for a while."""
        self.model.maximize(what)
        solver, _ = search(self.model, limit)
        return int(solver.best_objective_bound + 1e-6)

    def can_found(self, limit: float) -> bool:
        """Return whether all towns may be founded: False only when it is proved that they can't."""
        self.model.add(self.founded[-1] == 1)
        return search(self.model, limit)[1] != "nothing"


def surveyed(ground: Ground) -> Ground:
    """Return the ground without towns that cannot be founded, and without hexes that cannot be reached.

    A town is founded with the goods that are there before its tile.
    """
    near = ground
    for count in range(ground.slots + 1):
        purse = Round(replace(ground, slots=count), is_map=False)
        dwellings = purse.most(purse.end.new["D"], SURVEY)
        near = within(ground, dwellings, *_farthest(ground))
        if count == ground.slots:
            break
        asked = Round(replace(near, slots=count + 1), moments=count, unpaid=True)
        if not asked.can_found(SURVEY):
            break
    return replace(near, slots=count)


def _farthest(ground: Ground) -> tuple[int, int]:
    """Return the highest shipping level, the card included, and the longest jump that there can be."""
    seat = ground.seat
    top = seat.board.ship_top
    ship = 0 if top is None else top + ground.card
    jump = seat.board.skip[1] + (seat.shipping + 3 if seat.faction == "fakirs" else 0)
    return ship, jump
