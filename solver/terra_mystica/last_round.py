"""The last turns of an undisturbed player (CP-SAT): the most points, or the fewest actions to a target.

Time runs in slots. In each slot goods may be changed and power sacrificed, then one action is taken, then its
power comes in; so power that a cult step brings can be spent by a later action. Opponents do nothing: they
take no power action, and no power comes from their buildings. What the actions do to towns and to the area is
not counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

from games.errors import InputError
from games.terra_mystica.building import upgrade_cost
from games.terra_mystica.components import (
    BONUS,
    COINS_PER_POINT,
    CULT_POINTS,
    CULT_TOP,
    CULTS,
    DWELLING_FAVOUR,
    DWELLING_FAVOUR_POINTS,
    POWER_ACTIONS,
    POWER_TOKENS,
    PRIEST_PLACES,
    PRIESTS,
    SCORING,
    SHIP_COST,
    TRADING_FAVOUR,
    TRADING_FAVOUR_POINTS,
)
from games.terra_mystica.factions import SPADE_POINTS
from games.terra_mystica.reach import reaches
from games.terra_mystica.scoring import ALCHEMIST_COINS, shares
from games.terra_mystica.table import Seat, Table, cult_power
from solver.terra_mystica.land import dwelling_price, free_hexes
from solver.terra_mystica.model import solve

MOST_ACTIONS = 10
"""Slots at most: a question with more actions is answered for so many."""
SEARCH = 20.0
"""Deterministic seconds for the search."""


class Action(NamedTuple):
    """Something that may be done.

    Attributes
    ----------
    name : what people call it.
    cost : coins, workers, priests, power.
    gain : coins, workers, priests.
    points : points at once, or at the pass.
    cult, steps : a cult advance (cult -1: none).
    times : how often it may be done.
    after : name of an action that must have been done before.
    """

    name: str
    cost: tuple[int, int, int, int]
    gain: tuple[int, int, int] = (0, 0, 0)
    points: int = 0
    cult: int = -1
    steps: int = 0
    times: int = 1
    after: str = ""


@dataclass(frozen=True)
class Question:
    """A player's goods and what may be done with them.

    Attributes
    ----------
    coins, workers, priests, bowls : goods and power.
    actions : what may be done.
    coins_per_point : 3, or 2 for Alchemists.
    own, others, keys : steps on the cults, for the points of the race; `others` empty: cults are not counted.
    required : names of actions that must be done (a target).
    """

    coins: int
    workers: int
    priests: int
    bowls: tuple[int, int, int]
    actions: tuple[Action, ...]
    coins_per_point: int = COINS_PER_POINT
    own: tuple[int, ...] = (0, 0, 0, 0)
    others: tuple[tuple[int, ...], ...] = ()
    keys: int = 0
    required: tuple[str, ...] = ()


class Step(NamedTuple):
    """One slot of the answer: power sacrificed, goods changed (rate, times), the action ("" at the end)."""

    burn: int
    changes: tuple[tuple[str, int], ...]
    action: str


@dataclass(frozen=True)
class Answer:
    """The best line.

    Attributes
    ----------
    points : final points above those held now (with cults: their whole race).
    at_most : what no line can exceed; equal to `points` when the line is proved best.
    steps : the slots. coins_left : what is left at the end, in coins.
    """

    points: int
    at_most: int
    steps: tuple[Step, ...]
    coins_left: int


CHANGES = {
    "1 power to 1 coin": ((0, 0, 0, 1), (1, 0, 0)),
    "3 power to 1 worker": ((0, 0, 0, 3), (0, 1, 0)),
    "5 power to 1 priest": ((0, 0, 0, 5), (0, 0, 1)),
    "1 worker to 1 coin": ((0, 1, 0, 0), (1, 0, 0)),
    "1 priest to 1 worker": ((0, 0, 1, 0), (0, 1, 0)),
}
"""What may be changed at any time: given (coins, workers, priests, power), got (coins, workers, priests)."""


def ship_actions(seat: Seat) -> list[Action]:
    """Return the steps of shipping that are left, each after the one before."""
    workers, coins, priests = SHIP_COST
    points = seat.board.ship_points[seat.shipping - seat.board.ship_start :]
    card = BONUS[seat.bonus].points.get("ship", 0) if seat.bonus else 0
    names = [f"advance ship {n}" for n in range(1, len(points) + 1)]
    return [
        Action(name, (coins, workers, priests, 0), points=vp + card, after=names[index - 1] if index else "")
        for index, (name, vp) in enumerate(zip(names, points, strict=True))
    ]


def spade_actions(seat: Seat) -> list[Action]:
    """Return the steps of the spade track that are left."""
    left = max(0, len(seat.board.spade_costs) - 1 - seat.spade_level)
    workers, coins, priests = seat.board.spade_step
    names = [f"advance dig {n}" for n in range(1, left + 1)]
    return [
        Action(name, (coins, workers, priests, 0), points=SPADE_POINTS, after=names[n - 1] if n else "")
        for n, name in enumerate(names)
    ]


def power_actions(table: Table) -> list[Action]:
    """Return the unused power actions that bring goods."""
    goods = ("C", "W", "P")
    return [
        Action(
            f"action {name}",
            (0, 0, 0, act.cost),
            (act.amount * (act.gain == "C"), act.amount * (act.gain == "W"), act.amount * (act.gain == "P")),
        )
        for name, act in POWER_ACTIONS.items()
        if act.gain in goods and name not in table.used
    ]


def cult_actions(table: Table, seat: Seat) -> list[Action]:
    """Return what moves markers: priests placed or returned, BON2, FAV6, the stronghold of the Auren."""
    found = []
    for index, cult in enumerate(CULTS):
        free = [worth for worth, owner in zip(PRIEST_PLACES, table.places[cult], strict=True) if not owner]
        for steps in (3, 2):
            if steps in free:
                name = f"send p to {cult} for {steps}"
                found.append(Action(name, (0, 0, 1, 0), (0, 0, 0), 0, index, steps, free.count(steps)))
        found.append(Action(f"send p to {cult} for 1", (0, 0, 1, 0), (0, 0, 0), 0, index, 1, PRIESTS))
    specials = [("BON2", 1)] if seat.bonus == "BON2" and "BON2" not in seat.used else []
    specials += [("FAV6", 1)] if "FAV6" in seat.favours and "FAV6" not in seat.used else []
    if seat.faction == "auren" and seat.count("SH") and "SH" not in seat.used:
        specials.append(("SH", 2))
    for name, steps in specials:
        first = [
            Action(f"action {name} +{cult}", (0, 0, 0, 0), (0, 0, 0), 0, i, steps)
            for i, cult in enumerate(CULTS)
        ]
        found += first
    return found


def building_actions(table: Table, seat: Seat) -> list[Action]:
    """Return dwellings and improvements that score by the round's tile, a favour tile or the card."""
    tile = SCORING[table.tile()] if table.tile() else None
    card = BONUS[seat.bonus].points if seat.bonus else {}

    def points(kind: str, old: str = "") -> int:
        scored = tile.points if tile and kind in tile.event.split("/") else 0
        if kind == "D" and DWELLING_FAVOUR in seat.favours:
            scored += DWELLING_FAVOUR_POINTS
        if kind == "TH" and TRADING_FAVOUR in seat.favours:
            scored += TRADING_FAVOUR_POINTS
        return scored + card.get(kind, 0) - card.get(old, 0)

    found = []
    if points("D") > 0:
        for name in free_hexes(table):
            if reaches(table, seat, name) and seat.left("D"):
                price = dwelling_price(table, seat, name)
                found.append(
                    Action(
                        f"build {name}", (price.coins, price.workers, price.priests, 0), points=points("D")
                    )
                )
        found = sorted(found, key=lambda action: sum(action.cost))[: min(seat.left("D"), 4)]
    for name, old in seat.structures.items():
        for kind in {"D": ("TH",), "TH": ("SH",), "TE": ("SA",)}.get(old, ()):
            if points(kind, old) > 0 and seat.left(kind):
                workers, coins = upgrade_cost_of(table, seat, name, kind)
                found.append(
                    Action(f"upgrade {name} to {kind}", (coins, workers, 0, 0), points=points(kind, old))
                )
    return found


def upgrade_cost_of(table: Table, seat: Seat, name: str, kind: str) -> tuple[int, int]:
    """Return workers and coins of an improvement in a position without a game around it."""
    from games.terra_mystica.turn import Game

    return upgrade_cost(Game(table), seat, name, kind)


def from_table(table: Table, faction: str, *, cults: bool = True, buildings: bool = True) -> Question:
    """Return the question of a position: everything that scores, the player alone at the table."""
    seat = table.seats[faction]
    actions = [*ship_actions(seat), *spade_actions(seat), *power_actions(table)]
    others: tuple[tuple[int, ...], ...] = ()
    if cults:
        actions += cult_actions(table, seat)
        others = tuple(tuple(other.cults) for other in table.seats.values() if other is not seat)
    if buildings:
        actions += building_actions(table, seat)
    return Question(
        seat.coins,
        seat.workers,
        seat.priests,
        (seat.bowls[0], seat.bowls[1], seat.bowls[2]),
        tuple(actions),
        ALCHEMIST_COINS if faction == "alchemists" else COINS_PER_POINT,
        tuple(seat.cults),
        others,
        seat.keys,
    )


def liquidate(question: Question) -> Answer:
    """Return a line with the most final points; when the search is cut short, the best found and a bound."""
    return _Model(question).best(fewest=False)


def plan(question: Question, required: Sequence[str]) -> Answer | None:
    """Return the line that does all the required actions in the fewest actions, then leaves the most coins.

    None when it can't be done. Raises InputError for an action that the question does not have.
    """
    names = {action.name for action in question.actions}
    for name in required:
        if name not in names:
            raise InputError(f"there is no action {name!r} here", field="required")
    model = _Model(replace(question, required=tuple(required)))
    try:
        return model.best(fewest=True)
    except _NoneError:
        return None


class _NoneError(Exception):
    """Nothing fits."""


class _Model:
    """The slots of a question."""

    def __init__(self, question: Question) -> None:
        from ortools.sat.python import cp_model

        self.question = question
        self.model = cp_model.CpModel()
        total = sum(action.times for action in question.actions)
        self.slots = min(total, MOST_ACTIONS)
        most = question.coins + question.workers + question.priests + 3 * POWER_TOKENS + 60
        self.most = most
        new = self.model.new_int_var
        self.goods = [[new(0, most, f"good {g} {t}") for g in range(3)] for t in range(self.slots + 1)]
        self.bowls = [
            [new(0, POWER_TOKENS, f"bowl {b} {t}") for b in range(3)] for t in range(self.slots + 1)
        ]
        self.at = [[new(0, CULT_TOP, f"cult {c} {t}") for c in range(4)] for t in range(self.slots + 1)]
        self.keys = [new(0, 12, f"keys {t}") for t in range(self.slots + 1)]
        self.did = [
            [self.model.new_bool_var(f"{t} {action.name}") for action in question.actions]
            for t in range(self.slots)
        ]
        self.burned = [new(0, POWER_TOKENS // 2, f"burn {t}") for t in range(self.slots)]
        self.changed = [
            [new(0, most if name[0] == "1" else POWER_TOKENS, f"{name} {t}") for name in CHANGES]
            for t in range(self.slots)
        ]
        self._start()
        for slot in range(self.slots):
            self._slot(slot)
        self._once()
        self._ordered()

    def _start(self) -> None:
        """The first state is the position."""
        q = self.question
        for variable, value in (
            *zip(self.goods[0], (q.coins, q.workers, q.priests), strict=True),
            *zip(self.bowls[0], q.bowls, strict=True),
            *zip(self.at[0], q.own, strict=True),
            (self.keys[0], q.keys),
        ):
            self.model.add(variable == value)

    def _once(self) -> None:
        """Each action as often as it may be, in order; slots are filled from the front."""
        model, actions = self.model, self.question.actions
        names = [action.name for action in actions]
        for slot, did in enumerate(self.did):
            model.add_at_most_one(did)
            if slot:
                model.add(sum(did) <= sum(self.did[slot - 1]))
        for index, action in enumerate(actions):
            uses = sum(did[index] for did in self.did)
            model.add(uses <= action.times)
            if action.name in self.question.required:
                model.add(uses >= 1)
            if action.after:
                before = names.index(action.after)
                for slot in range(self.slots):
                    earlier = sum(self.did[s][before] for s in range(slot))
                    model.add(self.did[slot][index] <= earlier)
        for special in ("action BON2", "action FAV6", "action SH"):
            used = [did[i] for did in self.did for i, name in enumerate(names) if name.startswith(special)]
            if used:
                model.add(sum(used) <= 1)

    def _ordered(self) -> None:
        """Of actions in a row that could be swapped, keep one order: those that bring goods come first.

        Actions without cult steps only cost goods or bring them, so they may be swapped; so may cult steps
        while no key is at stake.
        """
        order = sorted(
            range(len(self.question.actions)), key=lambda i: not any(self.question.actions[i].gain)
        )
        kinds = [[i for i in order if self.question.actions[i].cult < 0]]
        if not self.question.keys:
            kinds.append([i for i in order if self.question.actions[i].cult >= 0])
        for indexes in kinds:
            for now, then in pairwise(self.did):
                for place, later in enumerate(indexes):
                    if place:
                        earlier = [then[i].negated() for i in indexes[:place]]
                        for literal in earlier:
                            self.model.add_bool_or([now[later].negated(), literal])

    def _slot(self, slot: int) -> None:
        """Changes and sacrifice, then the action, then the power of its cult steps."""
        model, actions, did = self.model, self.question.actions, self.did[slot]
        burned, changed = self.burned[slot], self.changed[slot]
        one, two, three = self.bowls[slot]
        model.add(2 * burned <= two)
        spent = sum(give[3] * n for (give, _), n in zip(CHANGES.values(), changed, strict=True))
        cost = sum(action.cost[3] * literal for action, literal in zip(actions, did, strict=True))
        model.add(spent + cost <= three + burned)
        for good in range(3):
            before = self.goods[slot][good] + sum(
                (got[good] - given[good]) * n
                for (given, got), n in zip(CHANGES.values(), changed, strict=True)
            )
            price = sum(action.cost[good] * literal for action, literal in zip(actions, did, strict=True))
            got = sum(action.gain[good] * literal for action, literal in zip(actions, did, strict=True))
            model.add(before - price >= 0)
            model.add(self.goods[slot + 1][good] == before - price + got)
        gain = self._cults(slot)
        new = model.new_int_var
        first, second = new(0, POWER_TOKENS, f"first {slot}"), new(0, POWER_TOKENS, f"second {slot}")
        one_now, two_now = one + spent + cost, two - 2 * burned
        model.add_min_equality(first, [gain, one_now])
        model.add_min_equality(second, [gain - first, two_now + first])
        model.add(self.bowls[slot + 1][0] == one_now - first)
        model.add(self.bowls[slot + 1][1] == two_now + first - second)
        model.add(self.bowls[slot + 1][2] == three + burned - spent - cost + second)

    def _cults(self, slot: int) -> Any:
        """Move the markers; return the power that comes of it."""
        model, new = self.model, self.model.new_int_var
        gains, tops = [], []
        for cult in range(4):
            old, now = self.at[slot][cult], self.at[slot + 1][cult]
            terms = [
                action.steps * literal
                for action, literal in zip(self.question.actions, self.did[slot], strict=True)
                if action.cult == cult
            ]
            if not terms:
                model.add(now == old)
                continue
            top = model.new_bool_var(f"top {cult} {slot}")
            was = model.new_bool_var(f"was {cult} {slot}")
            model.add(old == CULT_TOP).only_enforce_if(was)
            model.add(old <= CULT_TOP - 1).only_enforce_if(was.negated())
            if any(other[cult] == CULT_TOP for other in self.question.others):
                model.add(top == 0)
            limit = new(CULT_TOP - 1, CULT_TOP, f"limit {cult} {slot}")
            model.add(limit == CULT_TOP - 1 + top + was)
            model.add_min_equality(now, [old + sum(terms), limit])
            model.add(now == CULT_TOP).only_enforce_if(top)
            tops.append(top)
            table = [cult_power(0, step) for step in range(CULT_TOP + 1)]
            before, after = new(0, 8, f"before {cult} {slot}"), new(0, 8, f"after {cult} {slot}")
            model.add_element(old, table, before)
            model.add_element(now, table, after)
            gains.append(after - before)
        model.add(self.keys[slot + 1] == self.keys[slot] - sum(tops))
        return sum(gains) if gains else 0

    def best(self, *, fewest: bool) -> Answer:
        """Solve. Raises _NoneError when the required actions can't all be done."""
        model, q, new = self.model, self.question, self.model.new_int_var
        _, two, three = self.bowls[-1]
        half = new(0, POWER_TOKENS // 2, "half")
        model.add(2 * half <= two)
        coins = new(0, 2 * self.most, "coins")
        model.add(coins == sum(self.goods[-1]) + three + half)
        points = new(0, self.most, "left points")
        model.add(q.coins_per_point * points <= coins)
        total: Any = points + sum(
            action.points * did[index] for did in self.did for index, action in enumerate(q.actions)
        )
        for cult in range(4) if q.others else ():
            race = [
                shares([step, *(other[cult] for other in q.others)], CULT_POINTS, least=1)[0]
                for step in range(CULT_TOP + 1)
            ]
            won = new(0, max(race), f"race {cult}")
            model.add_element(self.at[-1][cult], race, won)
            total += won
        count = sum(literal for did in self.did for literal in did)
        model.maximize(coins - 1000 * count if fewest else total)
        solver = solve(model, SEARCH, proved=fewest)
        if solver is None:
            raise _NoneError
        steps = []
        for did, burned, changed in zip(self.did, self.burned, self.changed, strict=True):
            names = [a.name for a, literal in zip(q.actions, did, strict=True) if solver.value(literal)]
            changes = tuple(
                (name, solver.value(n)) for name, n in zip(CHANGES, changed, strict=True) if solver.value(n)
            )
            burn = solver.value(burned)
            if names or changes or burn:
                steps.append(Step(burn, changes, names[0] if names else ""))
        points_won = solver.value(total)
        bound = points_won if fewest else int(solver.best_objective_bound + 1e-6)
        return Answer(points_won, bound, tuple(steps), solver.value(coins))
