"""A bound on two rounds (CP-SAT): the model of a whole round, twice, without an order in either.

The first layer is the first round, the second one both: its goods come in with those of the first, with the
cult bonus, the income and the bonus card between, and with the power that the others' buildings offer. What
the others have in either round is theirs from the beginning, and what they build is there to be beside. All
that is a relaxation: no line of `script.Table` brings more than its optimum.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from pencilwright.games.terra_mystica.boards.hexes import NEIGHBOURS
from pencilwright.games.terra_mystica.components import (
    BONUS,
    CULTS,
    FAVOURS,
    PASS_FAVOUR,
    POWER,
    PRIEST_PLACES,
    ROUNDS,
    SCORING,
    SHIP_CARD,
    SUPPLY,
)
from pencilwright.games.terra_mystica.rules.prices import STEP_ACTIONS
from pencilwright.games.terra_mystica.state import Places, State
from pencilwright.solver import cp
from pencilwright.solver.terra_mystica.actions import GOODS, power_actions
from pencilwright.solver.terra_mystica.two_rounds.script import FIRST, Script, conflict
from pencilwright.solver.terra_mystica.whole_round.bound import (
    END,
    SURVEY,
    SURVEY_TOWNS,
    Done,
    Round,
    farthest,
)
from pencilwright.solver.terra_mystica.whole_round.context import Ground, ground_of, within
from pencilwright.solver.terra_mystica.whole_round.holdings import MANY
from pencilwright.solver.terra_mystica.whole_round.layers import Layer, passing_points
from pencilwright.solver.terra_mystica.whole_round.reachability import Reach
from pencilwright.solver.terra_mystica.whole_round.towns import Towns

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

MOST_OFFERED: Final = 12
"""No bowls take more."""


class Later(NamedTuple):
    """What the second round begins with, whatever the one player does.

    Attributes
    ----------
    table : as the ground's frozen one. used : of each round the power actions that the others took.
    cards : bonus cards that may be taken between the rounds -> coins on them.
    offers : of each round the hexes where others built.
    steps, power : steps on cults and power that the Cultists' buildings may have brought.
    """

    table: State
    used: Mapping[int, Sequence[str]]
    cards: Mapping[str, int]
    offers: Mapping[int, Sequence[str]]
    steps: int
    power: int


def frozen(script: Script, number: int, now: State | None = None) -> State:
    """Return a position with all that the others have in the end, and with what they used in a round.

    now : the position, where it is not that at the start.
    """
    end, own = script.ends[ROUNDS], script.who
    table = (now or script.start).copied()
    table.players = tuple(
        player if player.faction == own else end.player(player.faction) for player in table.players
    )
    table.bridges = {
        **{name: who for name, who in table.bridges.items() if who == own},
        **{name: who for name, who in end.bridges.items() if who != own},
    }
    table.priests = {cult: _places(table.places[cult], end.places[cult], own) for cult in CULTS}
    table.terrain, used = dict(table.terrain), set[str]()
    for round_, turn in (*script.all_turns(), *((0, turn) for turn in script.spades)):
        table.terrain |= turn.transformed
        used |= set(turn.used) if round_ == number else set()
    table.used = tuple(sorted(used))
    return table


def _places(now: Places, end: Places, own: str) -> Places:
    """Return the places of a cult with the others' priests of the end and a player's of now.

    Places of 2 steps are alike: a priest of now moves on where another one came to lie on his.
    """
    places = ["" if owner == own else owner for owner in end]
    for index, owner in enumerate(now):
        if owner == own:
            alike = (at for at, worth in enumerate(PRIEST_PLACES) if worth == PRIEST_PLACES[index])
            free = next((at for at in alike if not places[at]), None)
            if free is None:
                raise conflict(own)
            places[free] = own
    first, second, third, fourth = places
    return first, second, third, fourth


def ground_of_both(script: Script) -> tuple[Ground, Later]:
    """Return what the two rounds begin with."""
    used = {number: frozen(script, number).used for number in (FIRST, ROUNDS)}
    table = frozen(script, FIRST)
    table.used = tuple(name for name in used[FIRST] if name in used[ROUNDS])
    own, taken = script.start.player(script.who), script.ends[FIRST]
    others = {taken.player(name).bonus for name in script.others}
    setup = script.start.setup
    cards = {
        name: script.start.cards.get(name, 0)
        for name in (setup.bonus if setup else ())
        if name not in others and name != own.bonus
    }
    offers = {
        number: [built[1] for item, turn in script.all_turns() if item == number for built in turn.built]
        for number in (FIRST, ROUNDS)
    }
    gifts = script.reactions.values() if script.who == "cultists" else ()
    later = Later(frozen(script, ROUNDS), used, cards, offers, sum(gifts), len(gifts) - sum(gifts))
    ground = ground_of(table, script.who, {})
    return replace(ground, lends_ship=SHIP_CARD in cards), later


class _First(Layer):
    """The first round, with the power that the others offer in it."""

    def __init__(
        self, model: cp_model.CpModel, ground: Ground, later: Later, tiles: Mapping[str, cp.Expr]
    ) -> None:
        self.later = later
        self.leeched: list[cp.Expr] = []
        self.leech_points: list[cp.Expr] = []
        self.most_leeched = 0
        self.gift_steps: dict[str, cp_model.IntVar] = {}
        super().__init__(model, ground, "first round", tiles, in_time=False)

    def _further_steps(self, cult: str) -> list[cp.Expr]:
        """Steps that the Cultists' neighbours bring."""
        if not self.gift_steps:
            self.gift_steps = {to: self.count(f"step on {to}", self.later.steps) for to in CULTS}
            self.model.add(sum(self.gift_steps.values()) <= self.later.steps)
        return [self.gift_steps[cult]]

    def _actions(self) -> None:
        super()._actions()
        for name in self.later.used[FIRST]:
            if name in self.acts:
                self.model.add(self.acts[name] == 0)

    def _power(self) -> None:
        self._leech(self.later.offers[FIRST], FIRST)
        self._take_power()
        super()._power()

    def _take_power(self) -> None:
        """Add the power that was taken, and its price."""
        self.points += self.leech_points
        self.gained += [*self.leeched, self.later.power]
        self.most_gained += self.most_leeched + self.later.power

    def _leech(self, hexes: Sequence[str], number: int) -> None:
        """Take power beside others' buildings: the first is free, each other one costs a point."""
        model, ground = self.model, self.ground
        for index, place in enumerate(hexes):
            beside = set(NEIGHBOURS[place])
            for name in ground.table.bridge_places:
                ends = name.split("-")
                beside |= set(ends) if place in ends else set()
            power: list[cp.Expr] = []
            most = 0
            for name in beside:
                raised = self.raised(name)
                if name in ground.own:
                    power.append(POWER[ground.own[name]])
                    most += POWER[ground.own[name]] + len(raised)
                elif name in self.built:
                    power.append(self.built[name])
                    most += 1 + len(raised)
                else:
                    continue
                power += raised
            if not most:
                continue
            most = min(most, MOST_OFFERED)
            taken = self.helper(most, f"offer {number} {index}")
            model.add(taken <= sum(power))
            cost = self.helper(most, f"cost of offer {number} {index}")
            model.add(cost >= taken - 1)
            self.leech_points.append(-cost)
            self.leeched.append(taken)
            self.most_leeched += most


class _Both(_First):
    """Both rounds; what they have in common with the first one is there once."""

    most_burned = 12

    def __init__(
        self,
        model: cp_model.CpModel,
        ground: Ground,
        later: Later,
        tiles: Mapping[str, cp.Expr],
        first: _First,
    ) -> None:
        self.first_round = first
        tile = SCORING[later.table.setup.scoring[ROUNDS - 1]] if later.table.setup else None
        self.scored_later = {event: tile.points for event in tile.event.split("/")} if tile else {}
        self.card = {name: model.new_bool_var(f"card {name}") for name in later.cards}
        model.add_exactly_one(self.card.values())
        self.later = later
        self.leeched, self.leech_points = list(first.leeched), list(first.leech_points)
        self.most_leeched = first.most_leeched
        self.gift_steps = {}
        self.step_again: dict[tuple[str, str], cp_model.IntVar] = {}
        super(_First, self).__init__(model, ground, END, tiles, in_time=False)

    def _structures(self) -> None:
        super()._structures()
        for kind, count in self.new.items():
            more = self.scored_later.get(kind, 0) - self.ground.scored.get(kind, 0)
            self.points.append(more * (count - self.first_round.new[kind]))

    def _towns(self) -> None:
        super()._towns()
        more = self.scored_later.get("town", 0) - self.ground.scored.get("town", 0)
        self.points.append(more * (self.towns - self.first_round.towns))

    def _actions(self) -> None:
        super()._actions()
        model, seat, first = self.model, self.ground.seat, self.first_round
        for name, flag in (*first.acts.items(), *first.special.items()):
            same = self.acts.get(name, self.special.get(name))
            if same is not None:
                model.add(same == flag)
        self.acts_again: dict[str, cp_model.IntVar] = {}
        for action in power_actions(self.later.table, seat):
            name = action.name.split()[1]
            taken = self.acts_again[name] = self.flag(f"{action.name} again")
            self.spent.append(action.cost[3] * taken)
            for good, gain in zip(GOODS, action.gain, strict=True):
                if gain:
                    (self.priests_won if good == "P" else self.goods[good]).append(gain * taken)
        if "BON1" in self.card:
            self.acts_again["BON1"] = self.flag("action BON1 again")
            model.add_implication(self.acts_again["BON1"], self.card["BON1"])
        if seat.faction == "giants":
            self.acts_again["SH"] = self.flag("action SH again")
            model.add(self.acts_again["SH"] <= self.has_sh)
        self.sh_action = first.sh_action + self.has_sh
        if seat.faction == "giants" and "SH" in self.special:
            self.sh_action = self.has_sh

    def taken(self, name: str) -> cp.Expr:
        """Return how often an action for spades, a bridge or goods was taken."""
        return super().taken(name) + self.acts_again.get(name, 0)

    def _further_spades(self) -> cp.Expr:
        tile = SCORING[self.ground.table.tile()]
        return self._rewards(tile.amount) if tile.reward == "spade" else 0

    def _rewards(self, amount: int) -> cp.Expr:
        """Return the cult bonus between the rounds."""
        tile, first, model = SCORING[self.ground.table.tile()], self.first_round, self.model
        if not tile.cult:
            result = self.helper(MANY, "rewards for priests")
            model.add(tile.per * result <= first.lying)
            return amount * result
        result = self.helper(MANY, "rewards of a cult")
        model.add(tile.per * result <= first.at[tile.cult])
        return amount * result

    def _further_steps(self, cult: str) -> list[cp.Expr]:
        """Steps of the second round, and those of the Cultists' neighbours."""
        model, seat = self.model, self.ground.seat
        if not self.step_again:
            sources: dict[str, cp.Flag] = {"FAV6": self.favour("FAV6")}
            if "BON2" in self.card:
                sources["BON2"] = self.card["BON2"]
            if seat.faction == "auren":
                sources["SH"] = self.has_sh
            for name, may in sources.items():
                for to in CULTS:
                    self.step_again[name, to] = self.flag(f"action {name} +{to} again")
                model.add(sum(self.step_again[name, to] for to in CULTS) <= may)
        for (name, to), flag in self.step.items():
            if to == cult and (name, to) in self.first_round.step:
                model.add(flag == self.first_round.step[name, to])
        results: list[cp.Expr] = [
            STEP_ACTIONS[name] * flag for (name, to), flag in self.step_again.items() if to == cult
        ]
        return [*results, *super()._further_steps(cult)]

    def _power(self) -> None:
        self._income()
        self._leech(self.later.offers[ROUNDS], ROUNDS)
        self._take_power()
        super(_First, self)._power()

    def _income(self) -> None:
        """Add income, the bonus card and the cult bonus between the rounds."""
        model, first, ground = self.model, self.first_round, self.ground
        come: dict[str, list[cp.Expr]] = {good: [] for good in (*GOODS, "PW")}
        most_power = 0
        counts: dict[str, cp_model.IntVar] = {}
        for (kind, good), totals in ground.seat.board.income.items():
            if not any(totals):
                continue
            if kind not in counts:
                counts[kind] = self.helper(SUPPLY[kind], f"{kind} between the rounds")
                model.add(counts[kind] == first.standing[kind])
            table = [totals[min(n, len(totals) - 1)] for n in range(SUPPLY[kind] + 1)]
            won = self.helper(max(table), f"{good} of {kind}")
            model.add_element(counts[kind], table, won)
            come[good].append(won)
            most_power += max(table) if good == "PW" else 0
        for name, flag in self.card.items():
            for good, amount in zip((*("C", "W", "P"), "PW"), BONUS[name].income, strict=True):
                if amount:
                    come[good].append(amount * flag)
            come["C"].append(self.later.cards[name] * flag)
        most_power += max((BONUS[name].income[3] for name in self.card), default=0)
        for name, tile in FAVOURS.items():
            held = first.favour(name)
            for good, amount in zip(("C", "W", "PW"), tile.income, strict=True):
                if amount and not (isinstance(held, int) and not held):
                    come[good].append(amount * held)
                    most_power += amount if good == "PW" else 0
        tile_ = SCORING[ground.table.tile()]
        if tile_.reward != "spade":
            come[tile_.reward].append(self._rewards(tile_.amount))
            most_power += 20 if tile_.reward == "PW" else 0
        for good in ("C", "W"):
            self.goods[good] += come[good]
        self.priests_won += come["P"]
        self.gained += come["PW"]
        self.most_gained += most_power


class TwoRounds(Round):
    """Both rounds of one player. Parameters as of Round."""

    def __init__(self, ground: Ground, later: Later, *, is_map: bool = True, unpaid: bool = False) -> None:
        self.later, model = later, self._begin(ground)
        left = ground.table.towns_left()
        most = {name: min(copies, ground.slots) for name, copies in left.items()}
        self.tile = {(0, name): model.new_int_var(0, n, f"{name}") for name, n in most.items()}
        model.add(sum(self.tile.values()) == sum(self.founded[unpaid:]))
        early = {name: model.new_int_var(0, n, f"{name} in the first round") for name, n in most.items()}
        self.first = _First(model, ground, later, early)
        self.end = self.both = _Both(
            model, ground, later, {name: flag for (_, name), flag in self.tile.items()}, self.first
        )
        self.moments: list[Layer] = []
        self.events = []
        self._before(self.first, self.end)
        if is_map:
            Reach(model, ground, self.end)
            Towns(model, ground, self.founded, [], self.end)

    def score_but_area(self) -> cp.Expr:
        """Return all points still to come but those for the area."""
        return sum(
            [
                *self.end.points,
                *passing_points(self.first),
                *self.first.paid_bridges,
                *self._passing(),
                *self._races(),
                self._rest(),
            ]
        )

    def _passing(self) -> list[cp.Expr]:
        """Return what the second pass pays."""
        end = self.both
        results: list[cp.Expr] = []
        for name, flag in end.card.items():
            for what, points in BONUS[name].points.items():
                count = end.shipping if what == "ship" else end.standing[what]
                most = points * (9 if what == "ship" else SUPPLY[what])
                results.append(end.if_(flag, points * count, most, f"points of {name}"))
        held = end.favour(PASS_FAVOUR)
        if not isinstance(held, int) or held:
            houses = end.helper(SUPPLY["TH"], "houses on the second pass")
            end.model.add(houses == end.standing["TH"])
            most = max(end.ground.by_houses)
            won = end.helper(most, "by houses twice")
            end.model.add_element(houses, end.ground.by_houses, won)
            results.append(end.if_(held, won, most, "points by houses twice"))
        return results

    def first_done(self, solution: cp.Solved) -> Done:
        """Return what a solution does in the first round."""
        counts = {name: solution.value(flag) for name, flag in self.first.grows.items()}
        tiles = tuple(name for name, count in self.first.tiles.items() for _ in range(solution.value(count)))
        return Done(counts, tiles)

    def card_of(self, solution: cp.Solved) -> str:
        """Return the card that a solution takes between the rounds."""
        return next(name for name, flag in self.both.card.items() if solution.value(flag))


def surveyed(ground: Ground, later: Later, work: cp.Work) -> Ground:
    """Return the ground without towns and hexes that goods and power cannot bring in reach."""
    purse = TwoRounds(ground, later, is_map=False)
    near = within(ground, purse.most(purse.end.new["D"], work, SURVEY), *farthest(ground))
    if not near.slots:
        return near
    towns = TwoRounds(near, later, unpaid=True).most_towns(work, SURVEY_TOWNS)
    return replace(near, slots=min(near.slots, towns))
