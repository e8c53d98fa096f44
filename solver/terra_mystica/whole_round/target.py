"""The fewest actions of a round to a target, then the most goods left: an objective of the whole round.

For each number of actions, from the least that goods alone allow, the whole round's model asks whether the
target can be reached at all: where it cannot, no line of so few reaches it. A plan of the model is played out
on the rules; where none of a number's plans can be, the next number is asked, and the answer says so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.terra_mystica.components import POWER_ACTIONS
from pencilwright.games.terra_mystica.scoring import as_coins
from pencilwright.games.terra_mystica.state import State
from pencilwright.solver import cp
from pencilwright.solver.terra_mystica.whole_round.bound import BoundSearch, Round, farthest
from pencilwright.solver.terra_mystica.whole_round.context import Ground, ground_of, within
from pencilwright.solver.terra_mystica.whole_round.layers import Layer
from pencilwright.solver.terra_mystica.whole_round.playouts import best_line
from pencilwright.templates.phrases import phrase

TARGETS: Final = ("stronghold", "sanctuary", "temple", "town", "dwellings-N")
MOST_DWELLINGS: Final = 8
MOST_ACTIONS: Final = 10
"""Actions at most: a target that is farther is not looked for."""
SECONDS: Final = 6.0
"""Deterministic seconds of all searches together, unless a person gives more or fewer."""
SEARCH: Final = 4.0
"""The same for one search; half of what is left where that is more."""
SURVEY: Final = 1.0
"""The same for whether a town can be founded at all, asked where the fewest actions do not suffice."""
PLANS: Final = 4
"""Plans of a number of actions that are played out: each is another than those before."""
PLAYOUTS: Final = 120
KINDS: Final[Mapping[str, str]] = {
    "stronghold": "SH", "sanctuary": "SA", "temple": "TE", "town": "town", "dwellings": "D"
}  # fmt: skip
DONE: Final[Mapping[str, str]] = {
    "D": r"\bbuild ", "TE": r"\bto TE\b", "SA": r"\bto SA\b", "SH": r"\bto SH\b", "town": r"\+TW\d"
}  # fmt: skip
"""What a row says where it makes one more of a kind."""


class Target(NamedTuple):
    """What is to be reached: so many new structures of a kind, or new towns (kind "town")."""

    kind: str
    amount: int = 1

    def count(self, rows: Sequence[str]) -> int:
        """Return how many of the kind some rows make."""
        return len(re.findall(DONE[self.kind], "\n".join(rows)))


def target_of(text: str) -> Target:
    """Return the target of a text, one of TARGETS with a number for N. Raises InputError for another text."""
    word, _, number = text.partition("-")
    if word == "dwellings" and number.isdecimal() and 1 <= int(number) <= MOST_DWELLINGS:
        return Target(KINDS[word], int(number))
    if text not in TARGETS or number:
        message = phrase("mystica.advice.no_target", name=text[:40], known=TARGETS, most=MOST_DWELLINGS)
        raise InputError(message, field="ask")
    return Target(KINDS[word])


class Reached(NamedTuple):
    """The best line to a target.

    Attributes
    ----------
    rows : None where none was found. coins : the goods left, as coins.
    at_least : actions that no line to the target undercuts; None where it cannot be reached at all.
    at_most : goods, as coins, that no line of so many actions exceeds.
    """

    rows: tuple[str, ...] | None
    at_least: int | None
    coins: int = 0
    at_most: int = 0

    @property
    def actions(self) -> int:
        """How many actions the line takes."""
        return len(self.rows or ())


def best(table: State, who: str, target: Target, *, seconds: float = SECONDS) -> Reached:
    """Return the line to a target of the fewest actions, of these the one that leaves the most goods.

    seconds : deterministic seconds of all searches together.
    """
    start = ground_of(table, who, {})
    if table.player(who).is_out or not start.own:
        return Reached(None, None)
    work = cp.Work(seconds)
    least = _fewest(start, target, work)
    if least is None:
        return Reached(None, None)
    stream, proved, number = Stream.from_seed("target"), least, least
    while number <= MOST_ACTIONS and work.left > 0:
        slots = min(start.slots, number)
        question = _Model(replace(start, slots=slots), target, number)
        at_most, hopeless = None, False
        for _ in range(PLANS):
            result = question.solve(work)
            if result.done is None or result.points is None:
                hopeless = at_most is None and result.at_most < 0
                break
            at_most = result.at_most if at_most is None else at_most
            line = best_line(
                question.ground,
                result.done,
                result.points,
                PLAYOUTS,
                stream,
                worth=question.worth,
                most=number,
            )
            if line.rows:
                return Reached(line.rows, proved, line.points, max(at_most, line.points))
            question.round.leave_out(result.done)
        if hopeless and proved == number:
            proved = number + 1
        if number == least and start.slots and not _founds(start, work):
            start = replace(start, slots=0)  # without a tile's goods the target may be out of reach
            fewest = _fewest(start, target, work)
            if fewest is None or _Model(start, target, None).solve(work).at_most < 0:
                return Reached(None, None)
            proved = max(proved, fewest)
        number = max(number + 1, proved)
    return Reached(None, proved)


def _founds(ground: Ground, work: cp.Work) -> bool:
    """Return whether a town can be founded, as far as a short search can tell."""
    first = replace(ground, slots=1)
    goods = Round(first, is_map=False)
    near = within(first, goods.most(goods.end.new["D"], work, SURVEY), *farthest(ground))
    return Round(near, unpaid=True).most_towns(work, SURVEY) > 0


def _fewest(ground: Ground, target: Target, work: cp.Work) -> int | None:
    """Return the fewest actions that goods and pieces alone allow; None where they allow none."""
    goods = Round(replace(ground, slots=min(ground.slots, 1)), is_map=False, unpaid=target.kind == "town")
    _reach(goods, target)
    goods.model.minimize(actions(goods.end))
    result = work.solve(goods.model, SEARCH, linearization_level=2)
    if result.status == "infeasible":
        return None
    return max(1, result.objective if result.is_proved else 1)


def _reach(round_: Round, target: Target) -> None:
    """Demand the target."""
    if target.kind == "town":
        round_.model.add(sum(round_.founded) >= target.amount)
    else:
        round_.model.add(round_.end.new[target.kind] >= target.amount)


def actions(layer: Layer) -> cp.Expr:
    """Return how many actions a layer takes at least: spades of an action lie in the row that builds."""
    goods = [taken for name, taken in layer.acts.items() if POWER_ACTIONS[name].gain in ("C", "W", "P")]
    bridges = [layer.acts["ACT1"]] if "ACT1" in layer.acts else []
    count: cp.Expr = sum(layer.new.values()) + sum(goods) + sum(bridges) + layer.by_workers
    count += sum(layer.sent.values()) + sum(layer.step.values()) + layer.paid_ships + sum(layer.digs)
    if layer.ground.seat.faction == "halflings" and not isinstance(layer.first_sh, int):
        count -= layer.first_sh  # its row may build with the spades that it brings
    if layer.gift:  # the Witches' ride builds alone: the spades lie in a row before, unless ACT6 spreads them
        turned = layer.model.new_bool_var("spades for the ride")
        needed = sum(ride for name, ride in layer.gift.items() if layer.ground.need[name])
        layer.model.add(turned >= needed - layer.acts.get("ACT6", 0))
        count += turned
    return count


class _Model:
    """A whole round of so many actions to a target; None: of any number."""

    def __init__(self, ground: Ground, target: Target, number: int | None) -> None:
        near = within(ground, len(ground.free) if number is None else number, *farthest(ground))
        self.ground, self.target = near, target
        self.round = Round(near, moments=1 if target.kind == "town" else 0, split=True)
        model, end = self.round.model, self.round.end
        _reach(self.round, target)
        if number is not None:
            model.add(actions(end) <= number)
        model.add(end.wasted <= end.free_spades)
        if "vp to c" in end.changed:
            model.add(end.changed["vp to c"] == 0)  # points are no goods
        self.coins = end.coins()
        model.maximize(self.coins)

    def solve(self, work: cp.Work) -> BoundSearch:
        """Search for the plan that leaves the most goods; where there is none, these are below 0 at most."""
        result = work.solve(self.round.model, max(SEARCH, work.left / 2), linearization_level=1)
        if not result.has_solution:
            return BoundSearch(None, -1 if result.status == "infeasible" else result.bound, None)
        return BoundSearch(result.value(self.coins), result.bound, self.round.done(result))

    def worth(self, ground: Ground, table: State, rows: tuple[str, ...]) -> int:
        """Return the goods left, as coins, of a line that reaches the target; -1 for another one."""
        seat = table.seats[ground.seat.faction]
        if self.target.count(rows) < self.target.amount:
            return -1
        return as_coins(seat.coins, seat.workers, seat.priests, seat.bowls)
