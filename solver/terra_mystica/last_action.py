"""The last action of a player, all changes of goods tried: the twin of last_round.py for one slot.

Goods may be changed and power sacrificed before the action and after it; the power of its cult steps comes in
between.
"""

from __future__ import annotations

from collections.abc import Iterator

from pencilwright.games.terra_mystica.components import CULT_POINTS, CULT_TOP, SUPPLY
from pencilwright.games.terra_mystica.scoring import shares
from pencilwright.games.terra_mystica.table import cult_power, gain_power
from pencilwright.solver.terra_mystica.actions import Action
from pencilwright.solver.terra_mystica.last_round import Question

NOTHING = Action("pass", (0, 0, 0, 0))
PRIEST_POWER, WORKER_POWER = 5, 3
HOUSE = "TH"
Goods = tuple[int, int, int, tuple[int, int, int]]
"""Coins, workers, priests, bowls."""


def value(question: Question, action: Action) -> int | None:
    """Return the points of an action and of all that is left: its own, coins, the whole race of the cults.

    None when it cannot be paid, whatever is changed.
    """
    own = list(question.own)
    power = 0
    if action.builds and question.left.get(action.builds, 1) < 1:
        return None
    if action.cult >= 0:
        before = own[action.cult]
        taken = any(other[action.cult] == CULT_TOP for other in question.others)
        top = before == CULT_TOP or (question.keys > 0 and not taken)
        own[action.cult] = min(before + action.steps, CULT_TOP if top else CULT_TOP - 1)
        power = cult_power(before, own[action.cult])
    best = max((_coins(goods, action, power) for goods in _paid(question, action)), default=None)
    if best is None:
        return None
    points = question.standing + action.points + best // question.coins_per_point + _race(question, own)
    return points + _for_houses(question, action)


def _for_houses(question: Question, action: Action) -> int:
    """Return the points for passing with so many trading houses, when a favour tile gives any."""
    if not question.by_houses:
        return 0
    standing = SUPPLY[HOUSE] - question.left[HOUSE]
    return question.by_houses[standing + (action.builds == HOUSE) - (action.replaces == HOUSE)]


def _race(question: Question, own: list[int]) -> int:
    """Return the points of all cults with the opponents as they stand."""
    if not question.others:
        return 0
    return sum(
        shares([step, *(other[cult] for other in question.others)], CULT_POINTS, least=1)[0]
        for cult, step in enumerate(own)
    )


def _paid(question: Question, action: Action) -> Iterator[Goods]:
    """Yield the goods after paying an action, for each power sacrificed and each power changed into coins."""
    coins, workers, priests, fire = action.cost
    one, two, three = question.bowls
    for burned in range(two // 2 + 1):
        power = three + burned
        new_priests = max(0, priests - question.priests)
        spare_priests = max(0, question.priests - priests)
        if new_priests > question.room or action.gain[2] > question.room + spare_priests:
            return
        missing = max(0, workers - question.workers)
        from_priests = min(missing, spare_priests)
        new_workers = missing - from_priests
        need = fire + PRIEST_POWER * new_priests + WORKER_POWER * new_workers
        spare = (
            max(0, question.workers - workers) + spare_priests - from_priests + question.coins
        )  # all of it is worth a coin
        for more in range(max(0, coins - spare), power - need + 1):
            left = spare + more - coins
            used = need + more
            yield left, 0, 0, (one + used, two - 2 * burned, power - used)


def _coins(goods: Goods, action: Action, power: int) -> int:
    """Return the coins at the end: the action's gains, the power of its cult steps, all changed."""
    coins, _, _, bowls = goods
    now = gain_power(bowls, power)
    return coins + sum(action.gain) + now[2] + now[1] // 2
