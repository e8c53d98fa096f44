"""What each set of actions brings in a last round, all orders and changes of goods tried: for puzzles.

Goods may be changed and power sacrificed at any time; the order of the actions is the best there is. Nobody
else does anything. What actions do to towns and to the area, favour tiles on the way, and what a stronghold
gives by itself are not counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from pencilwright.games.terra_mystica import components as box
from pencilwright.games.terra_mystica.rules.networks import reaches
from pencilwright.games.terra_mystica.rules.power import cult_power, gain_power
from pencilwright.games.terra_mystica.rules.prices import spades_for
from pencilwright.games.terra_mystica.rules.turn import passing
from pencilwright.games.terra_mystica.scoring import ALCHEMIST_COINS, as_coins, shares
from pencilwright.games.terra_mystica.state import State
from pencilwright.solver.terra_mystica.actions import (
    Action,
    building_actions,
    dwelling_actions,
    power_actions,
    priest_actions,
    ship_actions,
    spade_actions,
    special_actions,
    upgrades,
)
from pencilwright.solver.terra_mystica.land import free_hexes

MOST_SETS: Final = 3000
"""Sets of actions that can be paid, at most: more are not searched."""
PRIEST_POWER, WORKER_POWER = 5, 3
HOUSE = "TH"

Done = tuple[int, ...]
"""How often each part is done, in the order of the parts."""


class Doable(NamedTuple):
    """Something that may be done, once or several times.

    name : short, without blanks: ship, dig, fire (a priest to the best free place), ACT2, E7>D, C4>TH.
    ways : the action of the first time, of the second time, and so on.
    """

    name: str
    ways: tuple[Action, ...]


class SetStep(NamedTuple):
    """An action and the changes of goods before it.

    burned : power sacrificed. power : made coins, workers, priests of power. down : workers made coins, and
    priests made workers.
    """

    burned: int
    power: tuple[int, int, int]
    down: tuple[int, int]
    action: Action


class Stock(NamedTuple):
    """Goods, bowls, cults, keys."""

    coins: int
    workers: int
    priests: int
    bowls: tuple[int, int, int]
    cults: tuple[int, ...] = (0, 0, 0, 0)
    keys: int = 0


class BestSet(NamedTuple):
    """The best that a set of actions gives: points still to come, and the steps in the best order."""

    points: int
    steps: tuple[SetStep, ...]


@dataclass(frozen=True)
class SetQuestion:
    """A player's goods and what may be done with them.

    Attributes
    ----------
    start : what the player has before any action.
    actions : what may be done.
    coins_per_point : 3, or 2 for Alchemists.
    others : steps on the cults, for the points of the race; empty: cults are not counted.
    left : structure -> pieces not on the map; those not named do not run out.
    by_houses : points for passing with 0 to 4 trading houses (FAV12); () for none.
    standing : points for passing, by card and bridges, for what stands already.
    room : priests that can be gained; 7 less those held and those on the cult board.
    """

    start: Stock
    actions: tuple[Action, ...]
    coins_per_point: int = box.COINS_PER_POINT
    others: tuple[tuple[int, ...], ...] = ()
    left: Mapping[str, int] = field(default_factory=dict)
    by_houses: tuple[int, ...] = ()
    standing: int = 0
    room: int = box.PRIESTS

    @property
    def most_priests(self) -> int:
        """Priests that can be held at most before any lies on the cult board."""
        return self.start.priests + self.room


def from_table(table: State, who: str) -> SetQuestion:
    """Return the question of a last action: everything that scores, the player alone at the table.

    Whoever has passed has no action left and no points for passing to come.
    """
    seat = table.seats[who]
    actions = (
        *ship_actions(seat),
        *spade_actions(seat),
        *(action for action in power_actions(table, seat) if any(action.gain)),
        *priest_actions(table, seat),
        *special_actions(seat),
        *building_actions(table, seat),
    )
    may_act = not seat.is_out
    return SetQuestion(
        Stock(seat.coins, seat.workers, seat.priests, seat.bowls, seat.cults, seat.keys),
        actions if may_act else (),
        ALCHEMIST_COINS if seat.faction == "alchemists" else box.COINS_PER_POINT,
        others=tuple(tuple(other.cults) for other in table.seats.values() if other is not seat),
        left={kind: seat.left(kind) for kind in box.SUPPLY},
        by_houses=box.PASS_FAVOUR_POINTS if may_act and box.PASS_FAVOUR in seat.favours else (),
        standing=sum(n for what, n in passing(table, seat).items() if what != box.PASS_FAVOUR)
        if may_act
        else 0,
        room=table.priests_at_most(seat.faction) - seat.priests,
    )


def offered(table: State, who: str) -> SetQuestion:
    """Return the question of a whole last round: fewer buildings than that of a last action.

    Steps of shipping and spades; priests; power actions that bring goods; BON2, FAV6, the Auren's stronghold;
    where tile, favour or card score them, dwellings on hexes of one's own terrain in reach now, and trading
    houses in place of dwellings that stand now (also where a dwelling that scores wants the piece back).
    """
    seat = table.seats[who]
    question = from_table(table, who)
    home = {
        f"build {name}"
        for name in free_hexes(table)
        if not spades_for(seat, table.terrain_of(name), seat.colour) and reaches(table, seat, name)
    }
    houses = [
        action
        for name, old in seat.structures.items()
        if old == "D"
        for action in upgrades(table, seat, name)
        if action.builds == HOUSE
    ]
    building = [action for action in dwelling_actions(table, seat) if action.name in home]
    scores = any(question.by_houses) or len(building) > seat.left("D")
    actions = [
        *(action for action in question.actions if not action.builds),
        *building,
        *(action for action in houses if action.points > 0 or scores),
    ]
    return replace(question, actions=() if seat.is_out else tuple(actions))


def _short(action: Action) -> str:
    """Return the name of the part that an action belongs to: a track, a cult, hex and structure, a card."""
    verb, what, *rest = action.name.split()
    named = {"send": box.CULTS[action.cult], "advance": what, "build": f"{what}>D"}
    return f"{what}>{rest[-1]}" if verb == "upgrade" else named.get(verb, "".join((what, *rest)))


def parts(question: SetQuestion) -> tuple[Doable, ...]:
    """Return what may be done; of the places of priests, joined, the best free one is taken first."""
    first, ways = {"advance": 0, "send": 1}, dict[str, list[Action]]()
    for action in sorted(question.actions, key=lambda item: first.get(item.name.split()[0], 2)):
        ways.setdefault(_short(action), []).extend([action] * action.times)
    return tuple(
        Doable(name, tuple(sorted(several, key=lambda item: -item.steps)[: box.PRIESTS]))
        for name, several in ways.items()
    )


def actions_of(listed: Sequence[Doable], done: Done) -> list[Action]:
    """Return the actions of a set."""
    return [action for part, count in zip(listed, done, strict=True) for action in part.ways[:count]]


def single(question: SetQuestion, action: Action | None) -> BestSet | None:
    """Return what one action brings, or none at all; None when it cannot be done, whatever is changed."""
    if action is None:
        return _best(question, (), {question.start: ()})
    if action.builds and question.left.get(action.builds, 1) < 1:
        return None
    ways = _taken(question, question.start, action, question.most_priests)
    states = {then: (step,) for step, then in ways}
    return _best(question, (action,), states) if states else None


def every_set(question: SetQuestion, listed: Sequence[Doable]) -> dict[Done, BestSet] | None:
    """Return each set of actions that can be paid with what it gives; None when there are too many."""
    nothing = (0,) * len(listed)
    edge: dict[Done, dict[Stock, tuple[SetStep, ...]]] = {nothing: {question.start: ()}}
    results: dict[Done, BestSet] = {}
    while edge:
        grown: dict[Done, dict[Stock, tuple[SetStep, ...]]] = {}
        for done, states in edge.items():
            results[done] = _best(question, actions_of(listed, done), states)
            if len(results) + len(grown) > MOST_SETS:
                return None
            for index, part in enumerate(listed):
                if not _may(question, listed, done, index):
                    continue
                after = (*done[:index], done[index] + 1, *done[index + 1 :])
                into = grown.setdefault(after, {})
                most = question.most_priests - sum(item.stays for item in actions_of(listed, done))
                for state, steps in states.items():
                    for step, then in _taken(question, state, part.ways[done[index]], most):
                        into.setdefault(then, (*steps, step))
        edge = {done: _undominated(states) for done, states in grown.items() if states}
    return results


def _may(question: SetQuestion, listed: Sequence[Doable], done: Done, index: int) -> bool:
    """Return whether a part may be done once more: it is left, so are its piece and what it uses up."""
    if done[index] == len(listed[index].ways):
        return False
    action = listed[index].ways[done[index]]
    before = actions_of(listed, done)
    if any(set(action.tags) & set(other.tags) for other in before):
        return False
    if action.after and not any(other.name in action.after for other in before):
        return False
    kind = action.builds
    if not kind:
        return True
    moved = sum((other.replaces == kind) - (other.builds == kind) for other in before)
    return question.left[kind] + moved > 0


def _taken(question: SetQuestion, state: Stock, action: Action, most: int) -> Iterator[tuple[SetStep, Stock]]:
    """Yield the ways to pay and take an action with `most` priests at hand at most.

    Before an action that brings power, any change of power may be of use, for it makes room; before another
    one only what its price needs, for all else can be done later.
    """
    cults, keys = _moved(question, state, action)
    power = 0
    if action.cult >= 0:
        power = cult_power(state.cults[action.cult], cults[action.cult])
    for burned, made, down, goods, bowls in _paid(state, action, is_free=power > 0):
        full = gain_power(bowls, power)
        coins, workers, priests = (a + b for a, b in zip(goods, action.gain, strict=True))
        over = max(0, priests - most + action.stays)  # becomes workers, before more is gained
        if state.priests + made[2] > most or over > goods[2]:
            continue
        then = Stock(coins, workers + over, priests - over, full, cults, keys)
        yield SetStep(burned, made, (down[0], down[1] + over), action), then


def _moved(question: SetQuestion, state: Stock, action: Action) -> tuple[tuple[int, ...], int]:
    """Return the cults and keys after an action; a key is used when the marker can reach the top."""
    if action.cult < 0:
        return state.cults, state.keys
    old, keys = state.cults[action.cult], state.keys
    end = min(old + action.steps, box.CULT_TOP)
    if old < box.CULT_TOP == end:
        taken = any(other[action.cult] == box.CULT_TOP for other in question.others)
        if taken or not keys:
            end = box.CULT_TOP - 1
        else:
            keys -= 1
    return (*state.cults[: action.cult], end, *state.cults[action.cult + 1 :]), keys


Payment = tuple[int, tuple[int, int, int], tuple[int, int], tuple[int, int, int], tuple[int, int, int]]
"""Power sacrificed, changes of power, changes of workers and priests, goods left, bowls left."""


def _paid(state: Stock, action: Action, *, is_free: bool) -> Iterator[Payment]:
    """Yield the ways to pay an action; is_free: with any changes of power, not only those that it needs."""
    coins, workers, priests, fire = action.cost
    first, second, third = state.bowls
    room = third + second // 2 - fire
    if room < 0:
        return
    short = (
        max(0, coins - state.coins),
        max(0, workers - state.workers),
        max(0, priests - state.priests),
    )
    most = (room, room // WORKER_POWER, room // PRIEST_POWER)
    if not is_free:
        most = (min(most[0], short[0]), min(most[1], short[1]), min(most[2], short[2]))
    for to_priests in range(most[2] + 1):
        for to_workers in range(most[1] + 1):
            for to_coins in range(most[0] + 1):
                used = fire + to_coins + WORKER_POWER * to_workers + PRIEST_POWER * to_priests
                least = max(0, used - third)
                if 2 * least > second:
                    break
                left_priests = state.priests + to_priests - priests
                left_workers = state.workers + to_workers - workers
                lent = max(0, -left_workers)
                left_coins = state.coins + to_coins - coins
                missing = max(0, -left_coins)
                from_workers = min(missing, left_workers + lent)
                lent += missing - from_workers
                left_priests -= lent
                if left_priests < 0:
                    continue
                goods = (left_coins + missing, left_workers + lent - missing, left_priests)
                for burned in range(least, second // 2 + 1 if is_free else least + 1):
                    bowls = (first + used, second - 2 * burned, third + burned - used)
                    yield burned, (to_coins, to_workers, to_priests), (missing, lent), goods, bowls


def _undominated(states: Mapping[Stock, tuple[SetStep, ...]]) -> dict[Stock, tuple[SetStep, ...]]:
    """Return the states that no other one is at least as good as: priests become workers, these coins."""

    def sums(state: Stock) -> tuple[int, ...]:
        first, second, third = state.bowls
        goods = (state.priests, state.priests + state.workers, state.priests + state.workers + state.coins)
        return *goods, third, third + second, third + second + first

    stored: dict[Stock, tuple[SetStep, ...]] = {}
    best: dict[tuple[tuple[int, ...], int], list[tuple[int, ...]]] = {}
    for state, steps in sorted(states.items(), key=lambda entry: sums(entry[0]), reverse=True):
        mine = sums(state)
        rivals = best.setdefault((state.cults, state.keys), [])
        if any(all(a >= b for a, b in zip(rival, mine, strict=True)) for rival in rivals):
            continue
        rivals.append(mine)
        stored[state] = steps
    return stored


def _best(
    question: SetQuestion, actions: Sequence[Action], states: Mapping[Stock, tuple[SetStep, ...]]
) -> BestSet:
    """Return what a set gives with the best of the states that it leads to."""
    points = sum(action.points for action in actions) + for_passing(question, actions)
    worth = {
        state: left_over(state) // question.coins_per_point + sum(race(question, state)) for state in states
    }
    # Of the best ones the simplest: with the fewest changes of goods.
    state = min(worth, key=lambda item: (-worth[item], _changes(states[item]), item))
    return BestSet(points + worth[state], states[state])


def _changes(steps: Sequence[SetStep]) -> int:
    return sum(step.burned + sum(step.power) + sum(step.down) for step in steps)


def left_over(state: Stock) -> int:
    """Return the coins at the end, all goods changed."""
    return as_coins(state.coins, state.workers, state.priests, state.bowls)


def race(question: SetQuestion, state: Stock) -> list[int]:
    """Return the points of each cult with the opponents as they stand."""
    return [
        shares([step, *(other[cult] for other in question.others)], box.CULT_POINTS)[0]
        for cult, step in enumerate(state.cults if question.others else ())
    ]


def for_passing(question: SetQuestion, actions: Sequence[Action]) -> int:
    """Return the points for passing: what stands already, trading houses when a favour tile gives any."""
    if not question.by_houses:
        return question.standing
    new = sum((action.builds == HOUSE) - (action.replaces == HOUSE) for action in actions)
    return question.standing + question.by_houses[box.SUPPLY[HOUSE] - question.left[HOUSE] + new]


def after(question: SetQuestion, steps: Sequence[SetStep]) -> Stock:
    """Return what the player has after the steps of a BestSet."""
    state, most = question.start, question.most_priests
    for step in steps:
        state = next(then for way, then in _taken(question, state, step.action, most) if way == step)
        most -= step.action.stays
    return state


def without_waste(results: Mapping[Done, BestSet]) -> dict[Done, BestSet]:
    """Return passing, and the sets that give more than it and than each set with one action less."""
    nothing = min(results)
    stored = {nothing: results[nothing]}
    for done, item in results.items():
        fewer = ((*done[:index], count - 1, *done[index + 1 :]) for index, count in enumerate(done) if count)
        if item.points > results[nothing].points and all(
            less not in results or results[less].points < item.points for less in fewer
        ):
            stored[done] = item
    return stored
