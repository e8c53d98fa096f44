"""The model of a whole last round (CP-SAT): its optimum is never below what the rules allow.

The last layer is the round without an order. With `split`, layers for the moments before the first and the
second new town and before the first favour tile forbid spending what only comes later; that is still no
order, so it is still a bound.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from pencilwright.games.terra_mystica import components as box
from pencilwright.solver import cp
from pencilwright.solver.terra_mystica.actions import KINDS, kind_of
from pencilwright.solver.terra_mystica.whole_round.area import area_points
from pencilwright.solver.terra_mystica.whole_round.context import MOST_STRUCTURES, Ground, within
from pencilwright.solver.terra_mystica.whole_round.holdings import MANY
from pencilwright.solver.terra_mystica.whole_round.layers import Layer, passing_points
from pencilwright.solver.terra_mystica.whole_round.reachability import Reach
from pencilwright.solver.terra_mystica.whole_round.towns import Towns

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


class BoundSearch(NamedTuple):
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
    power : whether one more is added for that before the last power action.
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
        power: bool = False,
        unpaid: bool = False,
        is_map: bool = True,
        favours: bool = True,
        bare: bool = False,
    ) -> None:
        model = self._begin(ground)
        left = ground.table.towns_left()
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
        if power and self.end.acts:
            self._power_moment()
        if is_map:
            Reach(model, ground, self.end)
            Towns(model, ground, self.founded, self.moments, self.end)

    def _begin(self, ground: Ground) -> cp_model.CpModel:
        """Begin a model with the towns that may be founded, the first ones first."""
        from ortools.sat.python import cp_model

        self.ground, self.model = ground, cp_model.CpModel()
        self.founded = [self.model.new_bool_var(f"town {slot}") for slot in range(ground.slots)]
        for town, another in pairwise(self.founded):
            self.model.add_implication(another, town)
        return self.model

    def _tiles(self, slots: int) -> dict[str, cp.Expr]:
        """Return how often each town tile was taken for the first towns, those of the rest behind them."""
        names = self.ground.table.towns_left()
        return {
            name: sum(self.tile[slot, name] for slot in range(slots) if (slot, name) in self.tile)
            for name in names
        }

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
        for kind, name in (("D", box.DWELLING_FAVOUR), ("TH", box.TRADING_FAVOUR)):
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
        self.model.add(self.end.lying <= box.PRIESTS - 1).only_enforce_if(full.negated())
        won = sum(self.end.priests_won) - sum(before.priests_won)
        lost = self.end.priests_lost - before.priests_lost
        self.model.add(won <= lost).only_enforce_if([full, some])

    def _power_moment(self) -> None:
        """Add the moment before the last power action: its price lies in bowl III, without what it brings."""
        end, model = self.end, self.model
        taken = sum(end.acts.values())
        some = model.new_bool_var("a power action is taken")
        model.add(taken <= len(end.acts) * some)
        before = self._somewhere(
            "before the last power action",
            lambda later: sum(later.acts.values()) >= taken,
            some,
            favours=bool(end.favours),
        )
        model.add(sum(before.acts.values()) == taken - 1).only_enforce_if(some)
        price = sum(
            box.POWER_ACTIONS[name].cost * (flag - before.acts[name]) for name, flag in end.acts.items()
        )
        model.add(before.bowls[2] >= price).only_enforce_if(some)

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
            (item, []) for item in earlier.until(later) if not isinstance(item, bool)
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
        model.add(box.SUPPLY[kind] - earlier.standing[kind] + sum(back) >= 1).only_enforce_if([more, *flags])

    # --- the end ------------------------------------------------------------------------------------------

    def _races(self) -> list[cp_model.IntVar]:
        """Points of the cults."""
        results = []
        for index, cult in enumerate(box.CULTS):
            race = self.ground.race(index)
            won = self.model.new_int_var(0, max(race), f"race {cult}")
            at = self.end.at[cult]
            self.model.add_element(at, race[: box.CULT_TOP + 1], won)
            results.append(won)
        return results

    def _rest(self) -> cp_model.IntVar:
        """Points for what is left, as coins."""
        coins, points = self.end.coins(), self.model.new_int_var(0, 2 * MANY, "points for goods")
        self.model.add(self.ground.rate * points <= coins)
        return points

    # --- solving ------------------------------------------------------------------------------------------

    def solve(
        self,
        work: cp.Work,
        limit: float,
        *,
        least: int | None = None,
        most: int | None = None,
        seed: int = 1,
        towns: int | None = None,
        way: str = "",
    ) -> BoundSearch:
        """Search for a while.

        Parameters
        ----------
        work : of which the search is a part. limit : deterministic seconds of it at most.
        least, most : bounds known already.
        towns : exactly so many are founded; None for any number.
        way : of the search, one of WAYS.
        seed : of the search.
        """
        model = self.model
        score = self.score_but_area() + area_points(model, self.ground, self.end)
        if most is not None:
            model.add(score <= most)
        if least is not None:
            model.add(score >= least)
        if towns is not None:
            model.add(sum(self.founded) == towns)
        model.maximize(score)
        linear = LINEAR if towns is None and not way else FULLY_LINEAR
        result = work.solve(model, limit, linearization_level=linear, random_seed=seed, **WAYS[way])
        if result.status == "infeasible":
            return BoundSearch(None, (least or 0) - 1, None)
        if not result.has_solution:
            return BoundSearch(None, result.bound, None)
        return BoundSearch(result.value(score), result.bound, self.done(result))

    def done(self, solution: cp.Solved) -> Done:
        """Return what a solution does."""
        counts = {name: solution.value(flag) for name, flag in self.end.grows.items()}
        tiles = tuple(name for (_, name), count in self.tile.items() for _ in range(solution.value(count)))
        return Done(counts, tiles)

    def leave_out(self, done: Done) -> None:
        """Ask for another plan: other hexes, other actions, whatever goods are changed (a no-good cut)."""
        others = [
            flag.negated() if done.counts.get(name) else flag
            for name, flag in self.end.grows.items()
            if name.startswith(("build ", "action ", "upgrade "))
        ]
        self.model.add_bool_or(others)

    def most(self, what: cp.Expr, work: cp.Work, limit: float, way: str = "") -> int:
        """Return a bound on an expression, by searching for a while; way : see `solve`."""
        self.model.maximize(what)
        return work.solve(self.model, limit, linearization_level=FULLY_LINEAR, **WAYS[way]).bound

    def most_towns(self, work: cp.Work, limit: float) -> int:
        """Return how many towns can be founded at most, by lowering that number from above for a while."""
        return self.most(sum(self.founded), work, limit, "bound")


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
