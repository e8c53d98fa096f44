"""The same questions answered by trying everything, without the models: for small cases only."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

from games.terra_mystica.components import CULT_POINTS
from games.terra_mystica.reach import direct, largest_network, makes_town, reaches
from games.terra_mystica.scoring import shares
from games.terra_mystica.table import Table, cult_power
from solver.terra_mystica import cults, last_round, town
from solver.terra_mystica.land import Price, dwelling_price, free_hexes


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
    """Return the least weight of a town with at most so many new hexes, all of them directly joined."""
    seat = table.seats[faction]
    best: int | None = None
    free = [name for name in free_hexes(table)]
    sets: set[frozenset[str]] = {frozenset()}
    for _ in range(most_new):
        grown = set()
        for chosen in sets:
            own = {*seat.structures, *chosen}
            grown |= {
                chosen | {name}
                for name in free
                if name not in own and any(o in own for o in direct(table, name))
            }
        sets |= grown
    for chosen in sets:
        hexes = [*seat.structures, *chosen]
        choices = []
        for name in hexes:
            old = seat.structures.get(name, "")
            choices.append([*([old] if old else []), *(k for k in town.GROWTH[old] if k in kinds)])
        for final in product(*choices):
            before = dict(seat.structures)
            price = Price()
            for name, kind in zip(hexes, final, strict=True):
                if kind != before.get(name, ""):
                    price = price.plus(town.growth_price(table, seat, name, before.get(name, ""), kind))
            if best is not None and price.total >= best:
                continue
            seat.structures = dict(zip(hexes, final, strict=True))
            if all(seat.left(kind) >= 0 for kind in set(final)):
                from games.terra_mystica.reach import clusters

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
            if done.count(index) >= action.times or (action.after and action.after not in names):
                continue
            if any(have < price for have, price in zip((*goods, three), action.cost, strict=True)):
                continue
            after = tuple(h - c + g for h, c, g in zip(goods, action.cost, action.gain, strict=False))
            power = [one + action.cost[3], two, three - action.cost[3]]
            moved = list(at)
            if action.cult >= 0:
                moved[action.cult] = max(at[action.cult], min(9, at[action.cult] + action.steps))
                from games.terra_mystica.table import gain_power

                gain_power(power, cult_power(at[action.cult], moved[action.cult]))
            value = max(
                value,
                action.points + best(after, tuple(power), tuple(sorted((*done, index))), tuple(moved)),  # type: ignore[arg-type]
            )
        return value

    return best((question.coins, question.workers, question.priests), question.bowls, (), question.own)
