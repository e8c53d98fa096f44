"""The same questions answered by trying everything, without the models: for small cases only."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

from pencilwright.games.terra_mystica.components import CULT_POINTS, POWER_ACTIONS
from pencilwright.games.terra_mystica.reach import largest_network, makes_town, reaches, skips
from pencilwright.games.terra_mystica.scoring import shares
from pencilwright.games.terra_mystica.table import Table, cult_power
from pencilwright.solver.terra_mystica import cults, last_round
from pencilwright.solver.terra_mystica.land import (
    GROWTH,
    Price,
    dwelling_price,
    free_hexes,
    growth_price,
    skip_price,
)
from pencilwright.solver.terra_mystica.means import CHANGES, SPADES, Means, saving


def largest_area(table: Table, faction: str, purse: Price) -> tuple[int, int]:
    """Return the largest network and its least price, by growing every set of dwellings."""
    seat = table.seats[faction]
    seen: set[frozenset[str]] = set()
    best = (0, 0)
    queue: list[tuple[frozenset[str], Price]] = [(frozenset(), Price())]
    while queue:
        built, price = queue.pop()
        best = max(
            best,
            (
                len(largest_network(table, seat)) if not built else _network(table, faction, built),
                -price.total,
            ),
        )
        for name in built:
            seat.structures[name] = "D"
        more = [name for name in free_hexes(table) if reaches(table, seat, name, card=False)]
        for name in built:
            del seat.structures[name]
        for name in more:
            after, cost = built | {name}, price.plus(dwelling_price(table, seat, name))
            if after not in seen and cost.within(purse) and len(after) <= seat.left("D"):
                seen.add(after)
                queue.append((after, cost))
    return best[0], -best[1]


def _network(table: Table, faction: str, built: frozenset[str]) -> int:
    seat = table.seats[faction]
    seat.structures |= dict.fromkeys(built, "D")
    size = len(largest_network(table, seat))
    for name in built:
        del seat.structures[name]
    return size


def cheapest_town(table: Table, faction: str, most_new: int, kinds: tuple[str, ...]) -> int | None:
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
                from pencilwright.games.terra_mystica.reach import clusters

                old_towns = seat.town_hexes()
                if any(not group & old_towns and makes_town(seat, group) for group in clusters(table, seat)):
                    best = price.total
            seat.structures = before
    return best


def best_race(question: cults.Question) -> int:
    """Return the most cult points, by trying every number of priests and every set of places on each cult."""

    def ways(cult: int) -> list[tuple[int, int, int]]:
        found = []
        for count in range(question.priests + 1):
            for places in range(count + 1):
                for used in combinations(question.places[cult], min(places, len(question.places[cult]))):
                    steps = sum(used) + (count - len(used))
                    for key in (0, 1):
                        taken = any(other[cult] == 10 for other in question.others)
                        own = question.own[cult]
                        top = 10 if own == 10 or (key and not taken) else 9
                        found.append((count, key, min(top, own + steps)))
        return found

    best = 0
    for rows in product(*(sorted(set(ways(cult))) for cult in range(4))):
        if sum(row[0] for row in rows) <= question.priests and sum(row[1] for row in rows) <= question.keys:
            points = sum(
                shares([row[2], *(other[cult] for other in question.others)], CULT_POINTS, least=1)[0]
                for cult, row in enumerate(rows)
            )
            best = max(best, points)
    return best


def liquidate(question: last_round.Question) -> int:
    """Return the most final points, by trying every single change, sacrifice and action in every order."""
    actions = question.actions

    @cache
    def best(
        goods: tuple[int, int, int], bowls: tuple[int, int, int], done: tuple[int, ...], at: tuple[int, ...]
    ) -> int:
        one, two, three = bowls
        value = (sum(goods) + three + two // 2) // question.coins_per_point
        if question.by_houses:
            value += question.by_houses[4 - _left(question, done, "TH")]
        for cult in range(4) if question.others else ():
            steps = [at[cult], *(other[cult] for other in question.others)]
            value += shares(steps, CULT_POINTS, least=1)[0]
        if two >= 2:
            value = max(value, best(goods, (one, two - 2, three + 1), done, at))
        for cost, gain in last_round.CHANGES.values():
            if all(have >= price for have, price in zip((*goods, three), cost, strict=True)):
                after = tuple(h - c + g for h, c, g in zip(goods, cost, gain, strict=False))
                value = max(value, best(after, (one + cost[3], two, three - cost[3]), done, at))  # type: ignore[arg-type]
        names = {actions[index].name for index in done}
        for index, action in enumerate(actions):
            if done.count(index) >= action.times or (action.after and not names & {*action.after}):
                continue
            if action.builds and _left(question, (*done, index), action.builds) < 0:
                continue
            if {tag for i in done for tag in actions[i].tags} & {*action.tags}:
                continue
            if any(have < price for have, price in zip((*goods, three), action.cost, strict=True)):
                continue
            after = tuple(h - c + g for h, c, g in zip(goods, action.cost, action.gain, strict=False))
            power = [one + action.cost[3], two, three - action.cost[3]]
            moved = list(at)
            if action.cult >= 0:
                moved[action.cult] = max(at[action.cult], min(9, at[action.cult] + action.steps))
                from pencilwright.games.terra_mystica.table import gain_power

                gain_power(power, cult_power(at[action.cult], moved[action.cult]))
            value = max(
                value,
                action.points + best(after, tuple(power), tuple(sorted((*done, index))), tuple(moved)),  # type: ignore[arg-type]
            )
        return value

    return best((question.coins, question.workers, question.priests), question.bowls, (), question.own)


def _left(question: last_round.Question, done: tuple[int, ...], kind: str) -> int:
    """Return how many pieces of a kind are left after some actions."""
    acts = [question.actions[index] for index in done]
    moved = sum((act.replaces == kind) - (act.builds == kind) for act in acts)
    return question.left.get(kind, 99) + moved


def payment(means: Means, price: tuple[int, int, int], power: int) -> int | None:
    """Return the most coins' worth left after a price and so much power, or None: every single change.

    The actions of `means` that bring goods may be taken, each once, at any time.
    """
    gifts = [name for name in means.actions if POWER_ACTIONS.get(name) and POWER_ACTIONS[name].gain in "WCP"]

    @cache
    def best(goods: tuple[int, ...], bowls: tuple[int, int], left: frozenset[str], points: int) -> int | None:
        two, three = bowls
        found = None
        if all(have >= cost for have, cost in zip(goods, price, strict=True)) and three >= power:
            found = sum(goods) - sum(price) + three - power + two // 2 - means.rate * (means.points - points)
        ways = []
        if two >= 2:
            ways.append((goods, (two - 2, three + 1), left, points))
        for given, got in CHANGES.values():
            after = tuple(h - g + r for h, g, r in zip(goods, given, got, strict=False))
            if (
                min(after) >= 0
                and three >= given[3]
                and all(h >= g for h, g in zip(goods, given, strict=False))
            ):
                ways.append((after, (two, three - given[3]), left, points))
        for name in left:
            act = POWER_ACTIONS[name]
            if three >= act.cost:
                after = tuple(h + act.amount * (g == act.gain) for h, g in zip(goods, "WCP", strict=True))
                ways.append((after, (two, three - act.cost), left - {name}, points))
        if points and means.points:
            ways.append(((goods[0], goods[1] + 1, goods[2]), bowls, left, points - 1))
        for way in ways if means.changes else ():
            value = best(*way)
            found = value if found is None else max(found, value if value is not None else found)
        return found

    start = (means.workers, means.coins, means.priests)
    return best(start, (means.bowls[1], means.bowls[2]), frozenset(gifts), means.points)


def area_with_means(table: Table, faction: str, means: Means) -> tuple[int, int]:
    """Return the largest network and its least cost in coins: every order of dwellings and bridges."""
    seat = table.seats[faction]
    best = (len(largest_network(table, seat)), 0)
    seen = set()
    queue: list[tuple[frozenset[str], frozenset[str], tuple[int, int, int], int, frozenset[str]]] = [
        (frozenset(), frozenset(), (0, 0, 0), 0, frozenset())
    ]
    before, bridges = dict(seat.structures), dict(table.bridges)
    while queue:
        built, crossed, price, power, used = queue.pop()
        left = payment(means, price, power)
        if left is None:
            continue
        seat.structures = before | dict.fromkeys(built, "D")
        table.bridges = bridges | dict.fromkeys(crossed, faction)
        best = max(best, (len(largest_network(table, seat)), left - means.worth))
        more = []
        for name in free_hexes(table) if seat.left("D") else ():
            whole = dwelling_price(table, seat, name)
            if reaches(table, seat, name):
                ways = [whole]
            elif skips(seat, name):
                ways = [whole.plus(skip_price(seat))]
            else:
                continue
            for helper in ("", *(a for a in means.actions if a in SPADES and a not in used)):
                saved = saving(table, seat, name, helper) if helper else Price()
                cost = POWER_ACTIONS[helper].cost if helper in POWER_ACTIONS else 0
                paid = tuple(p + w - s for p, w, s in zip(price, ways[0], saved, strict=True))
                more.append((built | {name}, crossed, paid, power + cost, used | {helper} - {""}))
        for place in table.bridge_places:
            if place in table.bridges or not table.bridges_left(faction):
                continue
            if not any(end in seat.structures for end in place.split("-")):
                continue
            if "BRIDGE" in means.actions:
                more.append((built, crossed | {place}, (price[0] + 2, *price[1:]), power, used))
            if "ACT1" in means.actions and "ACT1" not in used:
                more.append((built, crossed | {place}, price, power + 3, used | {"ACT1"}))
        for node in more:
            if node not in seen:
                seen.add(node)
                queue.append(node)
        seat.structures, table.bridges = before, bridges
    return best[0], -best[1]
