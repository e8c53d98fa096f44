"""The last turns of an undisturbed player (CP-SAT): the most points.

Time runs in slots. In each slot goods may be changed and power sacrificed, then one action is taken, then its
power comes in; so power that a cult step brings can be spent by a later action. Opponents do nothing: they
take no power action, and no power comes from their buildings. What the actions do to towns and to the area,
and favour tiles on the way, are not counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica.components import (
    COINS_PER_POINT,
    CULT_POINTS,
    CULT_TOP,
    PASS_FAVOUR,
    PASS_FAVOUR_POINTS,
    POWER_TOKENS,
    PRIESTS,
    SUPPLY,
)
from pencilwright.games.terra_mystica.scoring import ALCHEMIST_COINS, shares
from pencilwright.games.terra_mystica.table import Seat, Table, cult_power
from pencilwright.games.terra_mystica.turn import passing
from pencilwright.solver import cp
from pencilwright.solver.terra_mystica.actions import (
    Action,
    building_actions,
    cult_actions,
    power_actions,
    ship_actions,
    spade_actions,
)
from pencilwright.solver.terra_mystica.means import FEW_PRIESTS
from pencilwright.templates.phrases import phrase

MOST_ACTIONS = 10
"""Slots at most: a question with more actions is answered for so many."""
SEARCH = 20.0
"""Deterministic seconds for the search."""
TIDYING = 2.0
"""The same for leaving out changes of goods that nothing needs."""


@dataclass(frozen=True)
class Question:
    """A player's goods and what may be done with them.

    Attributes
    ----------
    coins, workers, priests, bowls : goods and power.
    actions : what may be done.
    coins_per_point : 3, or 2 for Alchemists.
    own, others, keys : steps on the cults, for the points of the race; `others` empty: cults are not counted.
    left : structure -> pieces not on the map; those not named do not run out.
    by_houses : points for passing with 0 to 4 trading houses (FAV12); () for none.
    standing : points for passing, by card and bridges, for what stands already.
    room : priests that can be gained; 7 less those held and those on the cult board.
    wanted : of the actions with these names so many must be done.
    other_than : of the actions with these names so many must not be done, in at least one of the pairs.
    most : most actions; with more the answer is given for MOST_ACTIONS.
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
    left: Mapping[str, int] = field(default_factory=dict)
    by_houses: tuple[int, ...] = ()
    standing: int = 0
    room: int = PRIESTS
    wanted: tuple[tuple[tuple[str, ...], int], ...] = ()
    other_than: tuple[tuple[tuple[str, ...], int], ...] = ()
    most: int = MOST_ACTIONS


class Step(NamedTuple):
    """One slot of the answer: power sacrificed, goods changed (rate, times), the action."""

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
    steps : the slots.
    """

    points: int
    at_most: int
    steps: tuple[Step, ...]


CHANGES = {
    "1 power to 1 coin": ((0, 0, 0, 1), (1, 0, 0)),
    "3 power to 1 worker": ((0, 0, 0, 3), (0, 1, 0)),
    "5 power to 1 priest": ((0, 0, 0, 5), (0, 0, 1)),
    "1 worker to 1 coin": ((0, 1, 0, 0), (1, 0, 0)),
    "1 priest to 1 worker": ((0, 0, 1, 0), (0, 1, 0)),
}
"""What may be changed at any time: given (coins, workers, priests, power), got (coins, workers, priests)."""


def question(table: Table, seat: Seat, actions: Sequence[Action]) -> Question:
    """Return the question of a player's goods with some actions, the cults' race not counted.

    Whoever has passed has no action left and no points for passing to come.
    """
    may_act = not seat.passed
    return Question(
        seat.coins,
        seat.workers,
        seat.priests,
        (seat.bowls[0], seat.bowls[1], seat.bowls[2]),
        tuple(actions) if may_act else (),
        ALCHEMIST_COINS if seat.faction == "alchemists" else COINS_PER_POINT,
        tuple(seat.cults),
        keys=seat.keys,
        left={kind: seat.left(kind) for kind in SUPPLY},
        by_houses=PASS_FAVOUR_POINTS if may_act and PASS_FAVOUR in seat.favours else (),
        standing=sum(n for what, n in passing(table, seat).items() if what != PASS_FAVOUR) if may_act else 0,
        room=table.priests_at_most(seat.faction) - seat.priests,
    )


def from_table(table: Table, faction: str, *, buildings: bool = True) -> Question:
    """Return the question of a position: everything that scores, the player alone at the table."""
    seat = table.seats[faction]
    actions = [
        *ship_actions(seat), *spade_actions(seat), *power_actions(table), *cult_actions(table, seat)
    ]  # fmt: skip
    others = tuple(tuple(other.cults) for other in table.seats.values() if other is not seat)
    if buildings:
        actions += building_actions(table, seat)
    return replace(question(table, seat, actions), others=others)


def liquidate(asked: Question) -> Answer:
    """Return a line with the most final points; when the search is cut short, the best found and a bound.

    Raises InputError where no line was found with the wanted actions.
    """
    return _Model(asked).best()


def _needs(action: Action, other: Action) -> bool:
    """Return whether an action may depend on another one that is done before it."""
    return other.name in action.after or (action.builds != "" and action.builds == other.replaces)


class _Model:
    """The slots of a question."""

    def __init__(self, question: Question) -> None:
        from ortools.sat.python import cp_model

        self.question = question
        self.model = cp_model.CpModel()
        total = sum(action.times for action in question.actions)
        self.slots = min(total, question.most, MOST_ACTIONS)
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
            if action.after:
                before = [i for i, name in enumerate(names) if name in action.after]
                for slot in range(self.slots):
                    earlier = sum(self.did[s][i] for s in range(slot) for i in before)
                    model.add(self.did[slot][index] <= earlier)
        for tag in sorted({tag for action in actions for tag in action.tags}):
            model.add(sum(did[i] for did in self.did for i, a in enumerate(actions) if tag in a.tags) <= 1)
        for kind in self.question.left:
            if any(action.builds == kind for action in actions):
                for slot in range(1, self.slots + 1):
                    model.add(self._left(kind, slot) >= 0)
        for group, least in self.question.wanted:
            model.add(self._uses(names, group) >= least)
        fewer = []
        for group, count in self.question.other_than:
            fewer.append(model.new_bool_var(f"fewer {group}"))
            model.add(self._uses(names, group) <= count - 1).only_enforce_if(fewer[-1])
        if fewer:  # a no-good cut
            model.add_bool_or(fewer)

    def _uses(self, names: Sequence[str], group: Sequence[str]) -> cp.Expr:
        """Return how often some actions are done."""
        return sum(did[names.index(name)] for did in self.did for name in group)

    def _left(self, kind: str, slot: int) -> cp.Expr:
        """Return how many pieces of a kind are not on the map before a slot."""
        moved = sum(
            did[index] * ((action.replaces == kind) - (action.builds == kind))
            for did in self.did[:slot]
            for index, action in enumerate(self.question.actions)
        )
        return self.question.left.get(kind, 0) + moved

    def _most_priests(self, slot: int) -> cp.Expr:
        """Return how many priests may be held before a slot: those that stay on the cult board are gone."""
        stay = sum(
            did[index]
            for did in self.did[:slot]
            for index, action in enumerate(self.question.actions)
            if action.stays
        )
        return self.question.priests + self.question.room - stay

    def _ordered(self) -> None:
        """Of actions in a row that could be swapped, keep one order: those that bring goods come first.

        An action that needs the other one before it, or the piece that it returns, cannot be swapped. Actions
        without cult steps only cost goods or bring them, so they may be swapped; but a priest that one brings
        may need the room that the other makes. So may cult steps while no key is at stake, when no goods are
        changed between them: else the power of one may pay for the priest of the next.
        """
        actions = self.question.actions
        order = sorted(range(len(actions)), key=lambda i: not any(actions[i].gain))
        plain = [i for i in order if actions[i].cult < 0]
        steps = [] if self.question.keys else [i for i in order if actions[i].cult >= 0]
        for slot, (now, then) in enumerate(pairwise(self.did), 1):
            busy = self.model.new_bool_var(f"goods are changed {slot}")
            self.model.add(self.burned[slot] + sum(self.changed[slot]) >= 1).only_enforce_if(busy)
            for indexes, unless in ((plain, []), (steps, [busy])):
                for place, later in enumerate(indexes):
                    for earlier in indexes[:place]:
                        room = self.question.room >= FEW_PRIESTS or not actions[earlier].gain[2]
                        if room and not _needs(actions[earlier], actions[later]):
                            swapped = [now[later].negated(), then[earlier].negated()]
                            self.model.add_bool_or([*swapped, *unless])

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
        if self.question.room < FEW_PRIESTS:
            held, gained = self.goods[slot][2], changed[list(CHANGES).index("5 power to 1 priest")]
            model.add(held + gained <= self._most_priests(slot))
            model.add(self.goods[slot + 1][2] <= self._most_priests(slot + 1))
        gain = self._cults(slot)
        new = model.new_int_var
        first, second = new(0, POWER_TOKENS, f"first {slot}"), new(0, POWER_TOKENS, f"second {slot}")
        one_now, two_now = one + spent + cost, two - 2 * burned
        model.add_min_equality(first, [gain, one_now])
        model.add_min_equality(second, [gain - first, two_now + first])
        model.add(self.bowls[slot + 1][0] == one_now - first)
        model.add(self.bowls[slot + 1][1] == two_now + first - second)
        model.add(self.bowls[slot + 1][2] == three + burned - spent - cost + second)

    def _cults(self, slot: int) -> cp.Expr:
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

    def best(self) -> Answer:
        """Solve."""
        model, q, new = self.model, self.question, self.model.new_int_var
        _, two, three = self.bowls[-1]
        half = new(0, POWER_TOKENS // 2, "half")
        model.add(2 * half <= two)
        coins = new(0, 2 * self.most, "coins")
        model.add(coins == sum(self.goods[-1]) + three + half)
        points = new(0, self.most, "left points")
        model.add(q.coins_per_point * points <= coins)
        total: cp.Expr = (
            q.standing
            + points
            + sum(action.points * did[index] for did in self.did for index, action in enumerate(q.actions))
        )
        if q.by_houses:
            houses = new(0, len(q.by_houses) - 1, "houses")
            model.add(houses == SUPPLY["TH"] - self._left("TH", self.slots))
            won = new(0, max(q.by_houses), "by houses")
            model.add_element(houses, list(q.by_houses), won)
            total += won
        for cult in range(4) if q.others else ():
            race = [
                shares([step, *(other[cult] for other in q.others)], CULT_POINTS, least=1)[0]
                for step in range(CULT_TOP + 1)
            ]
            won = new(0, max(race), f"race {cult}")
            model.add_element(self.at[-1][cult], race, won)
            total += won
        model.maximize(total)
        found = cp.solve(model, SEARCH, linearization_level=2)
        if not found.has_solution:
            raise InputError(phrase("mystica.advice.too_large"), field="question")
        points_won = found.value(total)
        solver = self._tidied(found, (total, points_won), (coins, found.value(coins)))
        steps = []
        for did, burned, changed in zip(self.did, self.burned, self.changed, strict=True):
            names = [a.name for a, literal in zip(q.actions, did, strict=True) if solver.value(literal)]
            changes = tuple(
                (name, solver.value(n)) for name, n in zip(CHANGES, changed, strict=True) if solver.value(n)
            )
            burn = solver.value(burned)
            if names or changes or burn:
                steps.append(Step(burn, changes, names[0] if names else ""))
        while steps and not steps[-1].action:
            steps.pop()  # what is left counts as coins without being changed
        return Answer(points_won, found.bound, tuple(steps))

    def _tidied(self, solver: cp.Solved, *kept: tuple[cp.Expr, int]) -> cp.Solved:
        """Return a solution with the same actions and worth, without changes of goods that nothing needs."""
        model = self.model
        for literal in (literal for did in self.did for literal in did):
            model.add(literal == solver.value(literal))
        for what, least in kept:
            model.add(what >= least)
        model.minimize(sum(self.burned) + sum(n for changed in self.changed for n in changed))
        tidy = cp.solve(model, TIDYING, linearization_level=2)
        return tidy if tidy.has_solution else solver
