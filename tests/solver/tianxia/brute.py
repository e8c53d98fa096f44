"""Every question answered by trying all choices: slow, short, and without a solver."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, combinations_with_replacement, permutations, product

from pencilwright.games.tianxia.catalogue import GOAL
from pencilwright.games.tianxia.components import GOODS, RESOURCES, SECTIONS
from pencilwright.games.tianxia.state import State, player
from pencilwright.solver.tianxia import deliveries, goals, governors, jade, leftovers, wall


def subsets(items: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(items, n) for n in range(len(items) + 1))


def best_goals(state: State, letter: str) -> int:
    """All sets of discarded cards, places of their walls, numbers of soldiers."""
    owner = player(state, letter)
    found = []
    for dropped in subsets(owner.goals):
        walls = [card for card in dropped if any(e.kind == "wall" for e in GOAL[card].benefit)]
        free = sum(e.n for card in dropped for e in GOAL[card].benefit if e.kind == "soldier")
        for places in product(range(SECTIONS + 1), repeat=len(walls)):
            placed = tuple((card, place) for card, place in zip(walls, places, strict=True) if place)
            for soldiers in range(min(free, owner.meeples) + 1):
                found.append(goals.value(state, letter, goals.Choice(dropped, placed, soldiers)))
    return max(found)


def best_wall(state: State, letter: str, sections: tuple[int, ...]) -> int:
    """All additions to the attacked sections that can be paid together."""
    means = wall.means(state, letter)
    found = []
    for w, t, s in product(
        range(len(means.walls) + 1), range(len(means.towers) + 1), range(means.soldiers + 1)
    ):
        if sum(means.walls[:w]) + sum(means.towers[:t]) > means.stone:
            continue
        for row in product(*(spread(n, len(sections)) for n in (w, t, s))):
            choice = [wall.Pieces()] * SECTIONS
            for index, number in enumerate(sections):
                choice[number - 1] = wall.Pieces(*(part[index] for part in row))
            found.append(wall.value(state, letter, choice))
    return max(found)


def spread(n: int, places: int) -> list[tuple[int, ...]]:
    """Every way to put n equal pieces into places."""
    if places == 1:
        return [(n,)]
    return [(k, *rest) for k in range(n + 1) for rest in spread(n - k, places - 1)]


def best_deliveries(state: State, letter: str) -> int:
    """All spaces of all ships, and all payments that the stock allows."""
    owner = player(state, letter)
    stock = [getattr(owner, good) for good in GOODS]
    found = [deliveries.value(state, letter, ())]
    offers = [
        [deliveries.Service(ship.name, spaces, ()) for n in range(1, len(ship.spaces) + 1)
         for spaces in combinations(range(len(ship.spaces)), n)]
        for ship in state.plan.deliveries.ships
    ]  # fmt: skip
    for count in range(1, len(offers) + 1):
        for picked in combinations(offers, count):
            for services in product(*picked):
                for paid in product(*(payments(state, stock, service) for service in services)):
                    whole = [
                        service._replace(paid=tuple(zip(GOODS, row, strict=True)))
                        for service, row in zip(services, paid, strict=True)
                    ]
                    found.append(deliveries.value(state, letter, whole))
    return max(value for value in found if value is not None)


def payments(state: State, stock: list[int], service: deliveries.Service) -> list[tuple[int, ...]]:
    """Every payment for a service but those of more goods than its full price: they only waste."""
    ship = next(ship for ship in state.plan.deliveries.ships if ship.name == service.ship)
    cost = deliveries.cost_of(state, ship)
    full = len(service.spaces) * (sum(count for _, count in cost.named) + cost.any)
    return [row for row in product(*(range(n + 1) for n in stock)) if full - 2 <= sum(row) <= full]


def best_jade(state: State, letter: str) -> int:
    """All ways of up to four advances."""
    choices = (choice for choice in product(range(5), repeat=4) if sum(choice) <= 4)
    return max(v for choice in choices if (v := jade.value(state, letter, choice)) is not None)


def best_leftovers(state: State, letter: str) -> tuple[int, int]:
    """All sequences of tiles with all choices of kinds; returns the best and how many sequences ran."""
    tiles = state.plan.leftovers.tiles
    found, count = [], 0
    orders = {o for n in range(len(tiles) + 1) for o in permutations(tiles, n)}
    changes = {name: list(ways(leftovers.conversion(name))) for name in set(tiles)}
    for order in sorted(orders):
        for picked in product(*(changes[name] for name in order)):
            uses = tuple(leftovers.Use(name, change) for name, change in zip(order, picked, strict=True))
            value = leftovers.value(state, letter, uses)
            count += value is not None
            found.append(value)
    return max(value for value in found if value is not None), count


def ways(rule: leftovers.Conversion) -> Iterator[tuple[int, ...]]:
    """Every net change that a conversion can make."""
    several = combinations_with_replacement
    found = set()
    for picked in product(
        several(RESOURCES, rule.pays_res), several(GOODS, rule.pays_good),
        several(RESOURCES, rule.gains_res), several(GOODS, rule.gains_good),
    ):  # fmt: skip
        change = dict.fromkeys(leftovers.KINDS, 0)
        for sign, row in ((-1, picked[0]), (-1, picked[1]), (1, picked[2]), (1, picked[3])):
            for kind in row:
                change[kind] += sign
        for sign, named in ((-1, rule.pays), (1, rule.gains)):
            for kind, n in named:
                change[kind] += sign * n
        if leftovers.fits(rule, tuple(change.values())):
            found.add(tuple(change.values()))
    yield from sorted(found)


def best_governors(state: State, letter: str) -> int:
    """All ordered selections of candidates, each carried out by the rules one governor after the other."""
    spaces = [candidate.space for candidate in state.plan.governors.candidates]
    orders = chain.from_iterable(permutations(spaces, n) for n in range(state.plan.governors.markers + 1))
    return max(value for order in orders if (value := governors.value(state, letter, order)) is not None)
