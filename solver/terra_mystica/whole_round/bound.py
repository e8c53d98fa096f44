"""The model of a whole last round (CP-SAT): its optimum is never below what the rules allow.

The last layer is the round without an order. With `split`, layers for the moments before the first and the
second new town and before the first favour tile forbid spending what only comes later; that is still no
order, so it is still a bound.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from pencilwright.games.terra_mystica.board import NEIGHBOURS
from pencilwright.games.terra_mystica.components import (
    CULT_TOP,
    CULTS,
    DWELLING_FAVOUR,
    PRIESTS,
    SMALL_TOWN_FAVOUR,
    SUPPLY,
    TOWN_POWER,
    TOWN_STRUCTURES,
    TRADING_FAVOUR,
)
from pencilwright.solver import cp
from pencilwright.solver.terra_mystica.actions import KINDS, kind_of
from pencilwright.solver.terra_mystica.whole_round.ground import MOST_STRUCTURES, Ground, Node, within
from pencilwright.solver.terra_mystica.whole_round.joining import joins
from pencilwright.solver.terra_mystica.whole_round.layers import MANY, Layer, passing_points

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

LINEAR: Final = 1
FULLY_LINEAR: Final = 2
"""How much of the model is relaxed to a linear one: less to find solutions, more to lower the bound."""
WAYS: Final[Mapping[str, Mapping[str, bool]]] = {
    "": {},
    "bound": {"optimize_with_lb_tree_search": True},
    "core": {"optimize_with_core": True},
}
"""Ways of searching: better and better solutions; the bound first; sets of the objective's terms that cannot
all be had. With the last two a solution may come only with the proof."""
SURVEY: Final = 2.0
"""Deterministic seconds for asking whether a town can be founded, and how much can be built."""
SURVEY_TOWNS: Final = 8.0
"""Deterministic seconds for asking how many towns can be founded when the order is free."""
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
    favours : whether favour tiles are taken; without them the optimum is no bound.
    bare : see Layer; then the optimum is none, either.
    """

    def __init__(
        self,
        ground: Ground,
        *,
        moments: int = 0,
        split: bool = False,
        unpaid: bool = False,
        is_map: bool = True,
        favours: bool = True,
        bare: bool = False,
    ) -> None:
        from ortools.sat.python import cp_model

        self.ground = ground
        self.model = model = cp_model.CpModel()
        left = ground.table.towns_left()
        slots = range(ground.slots)
        self.founded = [model.new_bool_var(f"town {slot}") for slot in slots]
        for town, another in pairwise(self.founded):
            model.add_implication(another, town)
        timed = min(moments, ground.slots)
        self.tile = {
            (slot, name): model.new_bool_var(f"{name} of town {slot}")
            for slot in range(timed)
            for name in left
        }
        for slot in range(timed):
            model.add(sum(self.tile[slot, name] for name in left) == self.founded[slot])
        rest = self.founded[timed:]
        if rest:  # towns without a moment of their own take their tiles together
            self.tile |= {
                (timed, name): model.new_int_var(0, min(copies, len(rest)), f"{name} of the rest")
                for name, copies in left.items()
            }
            model.add(sum(self.tile[timed, name] for name in left) == sum(rest[unpaid:]))
        for name, copies in left.items():
            model.add(sum(flag for (_, tile), flag in self.tile.items() if tile == name) <= copies)
        self.end = Layer(
            model, ground, END, self._tiles(timed + 1), favours=favours, bare=bare, in_time=split
        )
        for name, count in self.end.grows.items():
            if kind_of(name) in KINDS - ground.kinds:
                model.add(count == 0)  # no earlier moment has more
        self.moments = [
            Layer(model, ground, f"before town {slot}", self._tiles(slot), bare=bare)
            for slot in range(min(moments, ground.slots))
        ]
        for earlier, later in pairwise([*self.moments, self.end]):
            self._before(earlier, later)
        self.events: list[tuple[Layer, Callable[[Layer], cp.Condition], cp_model.IntVar]] = [
            (moment, self._founds(slot), self.founded[slot]) for slot, moment in enumerate(self.moments)
        ]
        if split and self.end.favours:
            self._favour_moment()
        if split and self.end.sent:
            self._priest_moment()
        self.jumps: dict[str, list[cp.Flag]] = {}
        self.arcs: dict[tuple[str, str], list[cp_model.IntVar]] = {}
        self.objective: cp.Expr | None = None
        if is_map:
            self._reach()
            self._towns()

    def _tiles(self, slots: int) -> dict[str, cp.Expr]:
        """Return how often each town tile was taken for the first towns, those of the rest behind them."""
        names = self.ground.table.towns_left()
        return {
            name: sum(self.tile[slot, name] for slot in range(slots) if (slot, name) in self.tile)
            for name in names
        }

    def score(self) -> cp.Expr:
        """Return all points still to come, as an expression."""
        if self.objective is None:
            self.objective = self.score_but_area() + self.area()
        return self.objective

    def score_but_area(self) -> cp.Expr:
        """Return all points still to come but those for the area, as an expression."""
        return sum([*self.end.points, *passing_points(self.end), *self._races(), self._rest()])

    # --- time ---------------------------------------------------------------------------------------------

    def _favour_moment(self) -> None:
        """Add the moment before the first favour tile: what causes it stands, and it is there afterwards."""
        end, model = self.end, self.model
        some = model.new_bool_var("a favour is taken")
        model.add(sum(end.favours.values()) <= len(end.favours) * some)
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
            "before the last priest",
            lambda later: sum(later.sent.values()) >= all_sent,
            some,
            favours=bool(self.end.favours),
        )
        self.model.add(sum(before.sent.values()) == all_sent - 1).only_enforce_if(some)
        self.model.add(before.left["P"] >= 1).only_enforce_if(some)
        # Once all lie on the cult board, which only the last one can bring about, no other one comes.
        full = self.model.new_bool_var("all priests are sent")
        self.model.add(self.end.lying <= PRIESTS - 1).only_enforce_if(full.negated())
        won = sum(self.end.priests_won) - sum(before.priests_won)
        lost = self.end.priests_lost - before.priests_lost
        self.model.add(won <= lost).only_enforce_if([full, some])

    def _somewhere(
        self, name: str, event: Callable[[Layer], cp.Condition], some: cp_model.IntVar, *, favours: bool
    ) -> Layer:
        """Add a moment that lies before or after each other one.

        event : what a later layer then holds. some : whether there is such a moment at all.
        """
        model = self.model
        left = self.ground.table.towns_left()
        tiles = {tile: model.new_int_var(0, copies, f"{tile} {name}") for tile, copies in left.items()}
        added = Layer(model, self.ground, name, tiles, favours=favours, bare=self.end.bare)
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

    def _founds(self, slot: int) -> Callable[[Layer], cp.Condition]:
        """Return what a layer holds after a town's tile: as many tiles."""
        return lambda later: later.towns >= slot + 1

    def _before(self, earlier: Layer, later: Layer, when: cp_model.LiteralT | None = None) -> None:
        """Put one moment before another one: nothing is undone, and power moves by the bowls of then."""
        conditions: list[tuple[cp.Condition, list[cp_model.LiteralT]]] = [
            (one, []) for one in earlier.until(later) if not isinstance(one, bool)
        ]
        moved = self.model.new_bool_var(f"power into III, {earlier.moment} to {later.moment}")
        conditions.append((later.second <= earlier.second, [moved.negated()]))
        conditions.append((later.first >= self.ground.seat.bowls[0] + earlier.all_spent, [moved]))
        for condition, flags in conditions:
            self.model.add(condition).only_enforce_if([*flags, *([] if when is None else [when])])
        for kind, better in (("D", ("TH",)), ("TH", ("TE", "SH"))):
            self._pieces(earlier, later, kind, better, [] if when is None else [when])

    def _pieces(
        self,
        earlier: Layer,
        later: Layer,
        kind: str,
        better: Sequence[str],
        flags: Sequence[cp_model.LiteralT],
    ) -> None:
        """Where all pieces of a kind stand at a moment, one comes back before another is placed."""
        model, own = self.model, self.ground.own
        if isinstance(later.new[kind], int):
            return
        back = []
        for upgrade in better:
            for name, flag in later.became[upgrade].items():
                stands = earlier.built.get(name) if kind == "D" else earlier.became[kind].get(name)
                if own.get(name) != kind and stands is None:
                    continue
                comes = model.new_bool_var(f"{name} back, {earlier.moment} to {later.moment}")
                model.add_implication(comes, flag)
                model.add_implication(comes, earlier.became[upgrade][name].negated())
                if own.get(name) != kind and stands is not None:
                    model.add_implication(comes, stands)
                back.append(comes)
        more = model.new_bool_var(f"more {kind}, {earlier.moment} to {later.moment}")
        model.add(later.new[kind] - earlier.new[kind] <= MOST_STRUCTURES * more).only_enforce_if(flags)
        model.add(SUPPLY[kind] - earlier.standing[kind] + sum(back) >= 1).only_enforce_if([more, *flags])

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
        if not end.skip:  # who skips may also turn a hex that stays empty
            self._one_way()

    def _one_way(self) -> None:
        """Lead one way at most between two dwellings, and none to an empty hex (for the relaxation)."""
        for (a, b), arcs in self.arcs.items():
            back = self.arcs.get((b, a), [])
            for name in (a, b):
                self.model.add(sum(arcs) + sum(back) <= self.end.built[name])

    def _ways(self, name: str, order: Mapping[str, cp_model.IntVar]) -> list[cp.Flag] | None:
        """Return the flags of the ways to a hex; None when it is in reach at once."""
        ground, model, end = self.ground, self.model, self.end
        if ground.near[name] & ground.own.keys():
            return None
        ways: list[cp.Flag] = []
        for other in (*ground.own, *ground.free):
            if other == name:
                continue
            literals: list[list[cp_model.IntVar]] = []
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
            arcs = [
                self._arc(f"way {other} {name} {at}", other, name, order, found)
                for at, found in enumerate(literals)
            ]
            self.arcs[other, name] = arcs
            ways += arcs
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

    def _arc(
        self,
        text: str,
        a: str,
        b: str,
        order: Mapping[str, cp_model.IntVar],
        literals: Sequence[cp_model.IntVar],
    ) -> cp_model.IntVar:
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

    def _jump_flags(self, name: str, order: Mapping[str, cp_model.IntVar]) -> list[cp.Flag]:
        """Return flags of which one holds when skipping leads to a hex; [1] when it does at once."""
        found: list[cp.Flag] = []
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

    def _skipped(self, name: str, order: Mapping[str, cp_model.IntVar]) -> None:
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
        links: list[dict[int, list[cp_model.IntVar]]] = [{} for _ in nodes]
        for index, node in enumerate(nodes):
            for name in sorted(node):
                for other in sorted(ground.near[name]):
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
        extras, roots = [], []
        for slot, held in enumerate(members):
            extra, root = self._one_town(slot, held, links, bridged)
            extras.append(extra)
            roots.append(root)
            for later in members[slot + 1 :]:
                for index in range(len(nodes)):
                    for near in (index, *links[index]):
                        model.add_bool_or([held[index].negated(), later[near].negated()])
        self._joined(members, len(ground.groups))
        # Towns without a moment of their own are alike: the first nodes are in their order.
        for root, later in pairwise(roots[len(self.moments) :]):
            for index in range(len(nodes)):
                model.add(later[index] <= sum(root[:index]))
        # No structure lends its power to two towns: said once more for the linear relaxation.
        for index, node in enumerate(nodes if len(members) > 1 else ()):
            model.add_at_most_one(held[index] for held in members)
            model.add(
                sum(extra[index] for extra in extras) <= sum(sum(self.end.raised(n)) for n in sorted(node))
            )

    def _one_town(
        self,
        slot: int,
        held: list[cp_model.IntVar],
        links: list[dict[int, list[cp_model.IntVar]]],
        bridged: list[tuple[int, int, str]],
    ) -> tuple[list[cp_model.IntVar], list[cp_model.IntVar]]:
        """Found one town; return the power that upgrades lend each node, and where its first node is."""
        ground, model, nodes = self.ground, self.model, self.ground.open_for_towns
        layer, town = self._at(slot), self.founded[slot]
        root = [model.new_bool_var(f"root {slot} {index}") for index in range(len(nodes))]
        depth = [model.new_int_var(0, TOWN_POWER, f"depth {slot} {index}") for index in range(len(nodes))]
        model.add(sum(root) == town)
        ways: list[list[cp_model.IntVar]] = [[flag] for flag in root]

        def join(a: int, b: int, *literals: cp_model.IntVar) -> None:
            both = []
            for start, stop in ((a, b), (b, a)):
                arc = model.new_bool_var(f"joined {slot} {start} {stop} {len(ways[stop])}")
                model.add_implication(arc, held[start])
                for literal in literals:
                    model.add_implication(arc, literal)
                model.add(depth[stop] >= depth[start] + 1).only_enforce_if(arc)
                ways[stop].append(arc)
                both.append(arc)
            for end in (a, b):
                model.add(sum(both) <= held[end])

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
        power, count, extra = [], [], []
        for index, node in enumerate(nodes):
            holds = held[index]
            model.add_implication(holds, town)
            model.add(sum(ways[index]) == holds)
            for earlier in range(index):
                model.add_bool_or([root[index].negated(), held[earlier].negated()])
            names = sorted(node)
            if names[0] in layer.built:
                model.add_implication(holds, layer.built[names[0]])
            raised = [flag for name in names for flag in layer.raised(name)]
            extra.append(self._held(holds, sum(raised), len(raised), f"raised {slot} {index}"))
            power.append(sum(map(layer.base, names)) * holds + extra[-1])
            count.append(len(names) * holds)
            holy = sum(map(layer.sanctuary, names))
            if not isinstance(holy, int):
                count.append(self._held(holds, holy, 1, f"sanctuary {slot} {index}"))
            elif holy:
                count.append(holy * holds)
        small = layer.favour(SMALL_TOWN_FAVOUR)
        model.add(sum(power) >= TOWN_POWER - small).only_enforce_if(town)
        model.add(sum(count) >= TOWN_STRUCTURES).only_enforce_if(town)
        model.add(sum(held) <= TOWN_POWER)
        return extra, root

    def _joined(self, members: list[list[cp_model.IntVar]], groups: int) -> None:
        """Say which groups each town holds, and how many free hexes that takes (for the relaxation)."""
        ground, model = self.ground, self.model
        most = ground.most_dwellings
        free, bridged = joins(ground, most, bridged=False), joins(ground, most, bridged=True)
        if free is None or bridged is None:
            return
        for slot, held in enumerate(members):
            bridges = sum(self._at(slot).bridge.values())
            exactly = {among: model.new_bool_var(f"groups {slot} {sorted(among)}") for among in bridged}
            model.add(sum(exactly.values()) == self.founded[slot])
            for index in range(groups):
                model.add(held[index] == sum(flag for among, flag in exactly.items() if index in among))
            between = sum(held[groups:])
            model.add(between >= sum(cost * exactly[among] for among, cost in bridged.items()))
            saved = max(free.get(among, most + 1) - cost for among, cost in bridged.items())
            if saved:
                dear = sum(free.get(among, most + 1) * flag for among, flag in exactly.items())
                model.add(between + saved * bridges >= dear)

    def _held(self, flag: cp_model.IntVar, value: cp.Expr, most: int, name: str) -> cp_model.IntVar:
        """Return a variable of at most a value, and of 0 without the flag."""
        found = self.model.new_int_var(0, most, name)
        self.model.add(found <= value)
        self.model.add(found <= most * flag)
        return found

    # --- the end ------------------------------------------------------------------------------------------

    def _races(self) -> list[cp_model.IntVar]:
        """Points of the cults."""
        found = []
        for index, cult in enumerate(CULTS):
            race = self.ground.race(index)
            won = self.model.new_int_var(0, max(race), f"race {cult}")
            at = self.end.at[cult]
            self.model.add_element(at, race[: CULT_TOP + 1], won)
            found.append(won)
        return found

    def area(self) -> cp_model.IntVar:
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
        arcs: dict[tuple[int, int], list[cp_model.IntVar]] = {}
        for stop, node in enumerate(nodes):
            name = min(node)
            if name in end.built:
                model.add_implication(counted[stop], end.built[name])
            for start, other in enumerate(nodes):
                for literals in self._network_links(node, other) if start != stop else ():
                    found = arcs.setdefault((start, stop), [])
                    arc = model.new_bool_var(f"network {start} {stop} {len(found)}")
                    for literal in literals:
                        model.add_implication(arc, literal)
                    model.add(depth[stop] >= depth[start] + 1).only_enforce_if(arc)
                    found.append(arc)
        for stop, flag in enumerate(counted):
            ways = [arc for (_, to), found in arcs.items() if to == stop for arc in found]
            model.add(sum(ways) + root.get(stop, 0) == flag)
        for (start, stop), found in arcs.items():
            back = arcs.get((stop, start), [])
            for one in (start, stop):
                model.add(sum(found) + sum(back) <= counted[one])
        model.add(size <= sum(len(node) * flag for node, flag in zip(nodes, counted, strict=True)))
        return won

    def _network_links(self, node: Node, other: Node) -> list[list[cp_model.IntVar]]:
        """Return the ways in which two parts of a network are joined: [[]] for without condition."""
        ground, end = self.ground, self.end
        if any(ground.near[name] & other for name in node):
            return [[]]
        found: list[list[cp_model.IntVar]] = []
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

    def _rest(self) -> cp_model.IntVar:
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
        work: cp.Work,
        limit: float,
        *,
        least: int | None = None,
        most: int | None = None,
        hint: Done | None = None,
        seed: int = 1,
        towns: int | None = None,
        way: str = "",
    ) -> Solved:
        """Search for a while.

        Parameters
        ----------
        work : of which the search is a part. limit : deterministic seconds of it at most.
        least, most : bounds known already.
        hint : what another model's solution does.
        towns : exactly so many are founded; None for any number.
        way : of the search, one of WAYS.
        seed : of the search.
        """
        model, score = self.model, self.score()
        if most is not None:
            model.add(score <= most)
        if least is not None:
            model.add(score >= least)
        if towns is not None:
            model.add(sum(self.founded) == towns)
        for name, count in hint.counts.items() if hint is not None else ():
            if name in self.end.grows:
                model.add_hint(self.end.grows[name], count)
        model.maximize(score)
        linear = LINEAR if towns is None and not way else FULLY_LINEAR
        found = work.solve(model, limit, linearization_level=linear, random_seed=seed, **WAYS[way])
        if found.status == "infeasible":
            return Solved(None, (least or 0) - 1, None)
        if not found.has_solution:
            return Solved(None, found.bound, None)
        return Solved(found.value(score), found.bound, self.done(found))

    def done(self, found: cp.Solved) -> Done:
        """Return what a solution does."""
        counts = {name: found.value(flag) for name, flag in self.end.grows.items()}
        tiles = tuple(name for (_, name), count in self.tile.items() for _ in range(found.value(count)))
        return Done(counts, tiles)

    def most(self, what: cp.Expr, work: cp.Work, limit: float) -> int:
        """Return a bound on an expression, by searching for a while."""
        self.model.maximize(what)
        return work.solve(self.model, limit, linearization_level=FULLY_LINEAR).bound

    def most_towns(self, work: cp.Work, limit: float) -> int:
        """Return how many towns can be founded at most, by lowering that number from above for a while."""
        self.model.maximize(sum(self.founded))
        return work.solve(self.model, limit, linearization_level=FULLY_LINEAR, **WAYS["bound"]).bound


def surveyed(ground: Ground, work: cp.Work) -> Ground:
    """Return the ground without towns that cannot be founded, and without hexes that cannot be reached.

    A town is founded with the goods that are there before its tile. Whether there can be so many is asked
    without an order first, which is quick, and then with the moments before the tiles.
    """
    most, is_ordered = ground.slots, False
    while True:
        purse = Round(replace(ground, slots=most), is_map=False)
        dwellings = purse.most(purse.end.new["D"], work, SURVEY)
        near = within(replace(ground, slots=most), dwellings, *farthest(ground))
        if not most or is_ordered:
            return near
        towns = Round(near, unpaid=True).most_towns(work, SURVEY_TOWNS)
        if towns == most > 1:
            is_ordered = True
            towns = Round(near, moments=most - 1, unpaid=True).most_towns(work, SURVEY)
        if towns == most:
            return near
        most = towns


def farthest(ground: Ground) -> tuple[int, int]:
    """Return the highest shipping level, the card included, and the longest jump that there can be."""
    seat = ground.seat
    top = seat.board.ship_top
    ship = 0 if top is None else top + ground.card
    jump = seat.board.skip[1] + (seat.shipping + 3 if seat.faction == "fakirs" else 0)
    return ship, jump
