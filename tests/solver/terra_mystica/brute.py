"""The same questions answered by trying everything, without the models: for small cases only."""

from __future__ import annotations

from functools import cache
from itertools import product

from pencilwright.games.terra_mystica.components import CULT_POINTS
from pencilwright.games.terra_mystica.rules.networks import makes_town, reaches, skips
from pencilwright.games.terra_mystica.rules.power import cult_power, gain_power
from pencilwright.games.terra_mystica.rules.prices import Price, skip_price
from pencilwright.games.terra_mystica.scoring import shares
from pencilwright.games.terra_mystica.state import State
from pencilwright.solver.terra_mystica.action_sets import Question
from pencilwright.solver.terra_mystica.land import GROWTH, free_hexes, growth_price

CHANGES = (
    ((0, 0, 0, 1), (1, 0, 0)), ((0, 0, 0, 3), (0, 1, 0)), ((0, 0, 0, 5), (0, 0, 1)),
    ((0, 1, 0, 0), (1, 0, 0)), ((0, 0, 1, 0), (0, 1, 0)),
)  # fmt: skip
"""What may be changed: given (coins, workers, priests, power), got (coins, workers, priests)."""


def cheapest_town(table: State, faction: str, most_new: int, kinds: tuple[str, ...]) -> int | None:
    """Return the least weight of a town with at most so many new hexes, in every order that reaches them."""
    seat = table.seats[faction]
    best: int | None = None
    own = dict(seat.structures)
    sets: dict[frozenset[str], int] = {frozenset(): 0}
    grown = dict(sets)
    for _ in range(most_new):
        last, grown = grown, {}
        for chosen, flown in last.items():
            seat.structures = own | dict.fromkeys(chosen, "D")
            for name in free_hexes(table):
                if reaches(table, seat, name):
                    price = flown
                elif skips(seat, name):
                    price = flown + skip_price(seat).total
                else:
                    continue
                more = chosen | {name}
                grown[more] = min(price, grown.get(more, price))
        sets |= grown
    seat.structures = own
    for chosen, flown in sets.items():
        hexes = [*seat.structures, *chosen]
        choices = []
        for name in hexes:
            old = seat.structures.get(name, "")
            choices.append([*([old] if old else []), *(k for k in GROWTH[old] if k in kinds)])
        for final in product(*choices):
            before = dict(seat.structures)
            price = Price(flown)
            for name, kind in zip(hexes, final, strict=True):
                if kind != before.get(name, ""):
                    price = price.plus(growth_price(table, seat, name, before.get(name, ""), kind))
            if best is not None and price.total >= best:
                continue
            seat.structures = dict(zip(hexes, final, strict=True))
            if all(seat.left(kind) >= 0 for kind in set(final)):
                from pencilwright.games.terra_mystica.rules.networks import clusters

                old_towns = seat.town_hexes()
                if any(not group & old_towns and makes_town(seat, group) for group in clusters(table, seat)):
                    best = price.total
            seat.structures = before
    return best


def liquidate(question: Question) -> int:
    """Return the most final points, by trying every single change, sacrifice and action in every order."""
    actions = question.actions

    @cache
    def best(
        goods: tuple[int, int, int], bowls: tuple[int, int, int], done: tuple[int, ...], at: tuple[int, ...]
    ) -> int:
        first, second, third = bowls
        value = (sum(goods) + third + second // 2) // question.coins_per_point
        if question.by_houses:
            value += question.by_houses[4 - _left(question, done, "TH")]
        for cult in range(4) if question.others else ():
            steps = [at[cult], *(other[cult] for other in question.others)]
            value += shares(steps, CULT_POINTS, least=1)[0]
        if second >= 2:
            value = max(value, best(goods, (first, second - 2, third + 1), done, at))
        for cost, gain in CHANGES:
            if all(have >= price for have, price in zip((*goods, third), cost, strict=True)):
                after = tuple(h - c + g for h, c, g in zip(goods, cost, gain, strict=False))
                value = max(value, best(after, (first + cost[3], second, third - cost[3]), done, at))
        names = {actions[index].name for index in done}
        for index, action in enumerate(actions):
            if done.count(index) >= action.times or (action.after and not names & {*action.after}):
                continue
            if action.builds and _left(question, (*done, index), action.builds) < 0:
                continue
            if {tag for i in done for tag in actions[i].tags} & {*action.tags}:
                continue
            if any(have < price for have, price in zip((*goods, third), action.cost, strict=True)):
                continue
            after = tuple(h - c + g for h, c, g in zip(goods, action.cost, action.gain, strict=False))
            power = first + action.cost[3], second, third - action.cost[3]
            moved = list(at)
            if action.cult >= 0:
                moved[action.cult] = max(at[action.cult], min(9, at[action.cult] + action.steps))
                power = gain_power(power, cult_power(at[action.cult], moved[action.cult]))
            value = max(
                value,
                action.points + best(after, power, tuple(sorted((*done, index))), tuple(moved)),
            )
        return value

    return best((question.coins, question.workers, question.priests), question.bowls, (), question.own)


def _left(question: Question, done: tuple[int, ...], kind: str) -> int:
    """Return how many pieces of a kind are left after some actions."""
    acts = [question.actions[index] for index in done]
    moved = sum((act.replaces == kind) - (act.builds == kind) for act in acts)
    return question.left.get(kind, 99) + moved
