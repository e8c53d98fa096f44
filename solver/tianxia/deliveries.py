"""O3: which ships to serve, which spaces to cover, and which goods to pay, by what the rewards are worth."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.tianxia import rules
from pencilwright.games.tianxia.catalogue import DEMAND
from pencilwright.games.tianxia.components import GOODS
from pencilwright.games.tianxia.effects import Effect, parse
from pencilwright.games.tianxia.plans import ShipOffer, Worth
from pencilwright.games.tianxia.state import State, player
from pencilwright.games.tianxia.wording import amount, effects, plural
from pencilwright.solver.tianxia import cp

ALIKE = {"res#2": "res", "res=2": "res", "wood": "res", "stone": "res", "rice": "res"} | dict.fromkeys(
    GOODS, "good"
)
"""What a gain is valued as, where it is not valued by its own name."""


class Service(NamedTuple):
    """A ship that is served: its name, the spaces covered (from 0), and the goods paid in all."""

    ship: str
    spaces: tuple[int, ...]
    paid: tuple[tuple[str, int], ...]


Choice = tuple[Service, ...]


def worth_of(effects: Iterable[Effect], worth: Worth) -> int:
    """Return what effects are worth in tenths of a point."""
    total = 0
    for effect in effects:
        name = ALIKE.get(effect.what, effect.what) if effect.kind == "gain" else effect.kind
        total += getattr(worth, name) * (abs(effect.n) if effect.kind == "nomad" else effect.n)
    return total


def _offers(state: State) -> tuple[ShipOffer, ...]:
    """Return the plan's ships. Raises InputError for a tile, port or reward that there is not."""
    ships = state.plan.deliveries.ships
    names = [ship.name for ship in ships]
    for index, ship in enumerate(ships):
        where = f"plan.deliveries.ships[{index}]"
        if ship.name in names[:index]:
            raise InputError(f"{where}.name {ship.name[:40]!r} is used twice", field=f"{where}.name")
        try:
            rules.delivery_cost(ship.demand, ship.port)
            for reward in ship.spaces:
                parse(reward)
        except InputError as error:
            raise InputError(f"{where}: {error}", field=f"{where}.{error.field}") from error
    return ships


def cost_of(state: State, ship: ShipOffer) -> rules.Delivery:
    """Return the goods of one delivery to a ship, with the plan's discounts on each delivery."""
    plan = state.plan.deliveries
    return rules.delivery_cost(
        ship.demand, ship.port, own_less=ship.group in plan.own_less, port_less=ship.group in plan.port_less
    )


def value(state: State, letter: str, choice: Sequence[Service]) -> int | None:
    """Return what deliveries are worth in tenths of a point, None when they are not possible.

    Rewards of tile and covered space for each delivery, and the goods left over.
    """
    plan, owner = state.plan.deliveries, player(state, letter)
    ships = {ship.name: ship for ship in _offers(state)}
    stock = {good: getattr(owner, good) for good in GOODS}
    groups: set[str] = set()
    total = 0
    for service in choice:
        ship = ships[service.ship]
        if (
            ship.group in groups
            or not service.spaces
            or not set(service.spaces) <= set(range(len(ship.spaces)))
        ):
            return None
        groups.add(ship.group)
        cost, paid = cost_of(state, ship), dict(service.paid)
        n = len(set(service.spaces))
        short = sum(max(n * count - paid.get(good, 0), 0) for good, count in cost.named)
        if short > plan.less.get(ship.group, 0):
            return None
        if sum(paid.values()) < n * (sum(c for _, c in cost.named) + cost.any) - plan.less.get(ship.group, 0):
            return None
        for good, count in paid.items():
            stock[good] -= count
        total += sum(worth_of(parse(ship.spaces[space]), plan.worth) for space in set(service.spaces))
        total += n * worth_of(DEMAND[ship.demand].rewards, plan.worth)
    if min(stock.values()) < 0:
        return None
    return int(total + plan.worth.left * sum(stock.values()))


def best(state: State, letter: str, given: Collection[tuple[str, int]] | None = None) -> cp.Answer:
    """Return the best deliveries of a turn with the ships that the plan offers.

    given : only with exactly these spaces covered: name of the ship, number of the space from 0.

    Goods gained by a delivery are not spent on another one. An action without delivery is no shipping (Q14),
    so a ship that is served has one at least. Raises InputError naming the plan's field at fault.
    """
    from ortools.sat.python import cp_model

    plan, owner, ships = state.plan.deliveries, player(state, letter), _offers(state)
    model = cp_model.CpModel()
    stock = {good: getattr(owner, good) for good in GOODS}
    everything = sum(stock.values())
    spent = {
        (ship.name, good): model.new_int_var(0, stock[good], f"{ship.name} {good}")
        for ship in ships
        for good in GOODS
    }
    covered = {
        (ship.name, space): model.new_bool_var(f"{ship.name} space {space}")
        for ship in ships
        for space in range(len(ship.spaces))
    }
    chosen = {ship.name: model.new_bool_var(f"serve {ship.name}") for ship in ships}
    for key, literal in covered.items() if given is not None else ():
        model.add(literal == (key in (given or ())))
    objective: list[cp_model.LinearExprT] = [plan.worth.left * everything]
    for ship in ships:
        n = cp.total(covered[ship.name, space] for space in range(len(ship.spaces)))
        model.add(n >= chosen[ship.name])
        for space, reward in enumerate(ship.spaces):
            model.add_implication(covered[ship.name, space], chosen[ship.name])
            objective.append(worth_of(parse(reward), plan.worth) * covered[ship.name, space])
        objective.append(worth_of(DEMAND[ship.demand].rewards, plan.worth) * n)
        cost = cost_of(state, ship)
        saved = plan.less.get(ship.group, 0)
        total = cp.total(spent[ship.name, good] for good in GOODS)
        model.add(total >= (sum(count for _, count in cost.named) + cost.any) * n - saved)
        model.add(total <= everything * chosen[ship.name])
        shorts = []
        for good, count in cost.named:
            short = model.new_int_var(0, saved, f"{ship.name} saved {good}")
            model.add(spent[ship.name, good] + short >= count * n)
            shorts.append(short)
        model.add(sum(shorts) <= saved)
    for group in {ship.group for ship in ships}:
        model.add_at_most_one(chosen[ship.name] for ship in ships if ship.group == group)
    for good in GOODS:
        total = cp.total(spent[ship.name, good] for ship in ships)
        model.add(total <= stock[good])
        objective.append(-plan.worth.left * total)
    solver, claimed = cp.maximise(model, cp.total(objective), cp.total(covered.values()))
    choice = tuple(
        Service(
            ship.name,
            tuple(s for s in range(len(ship.spaces)) if solver.boolean_value(covered[ship.name, s])),
            tuple((good, solver.value(spent[ship.name, good])) for good in GOODS),
        )
        for ship in ships
        if solver.boolean_value(chosen[ship.name])
    )
    found = value(state, letter, choice)
    cp.agree(claimed, -1 if found is None else found, "the deliveries")
    steps = []
    for service in choice:
        ship = next(ship for ship in ships if ship.name == service.ship)
        paid = ", ".join(amount(n, good) for good, n in service.paid if n) or "nothing"
        rewards = "; ".join(
            f"space {space + 1} ({effects(parse(ship.spaces[space])) or 'no reward'})"
            for space in service.spaces
        )
        served = plural(len(service.spaces), "delivery", "deliveries")
        steps.append(f"{ship.name}: {served} of {ship.demand}, {rewards}; pay {paid}")
    return cp.Answer(
        claimed, "tenths", plan.worth.left * everything, tuple(steps) or ("no delivery",), (), choice
    )
