"""O3: which ships to serve, which spaces to cover, and which goods to pay, by what the rewards are worth."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from pencilwright.games.tianxia import phrases, rules
from pencilwright.games.tianxia.acts import in_amounts, ship_markers_left, stone_for
from pencilwright.games.tianxia.catalogue import DEMAND
from pencilwright.games.tianxia.components import GOODS
from pencilwright.games.tianxia.effects import Effect, parse
from pencilwright.games.tianxia.plans import ShipOffer, Worth
from pencilwright.games.tianxia.state import State, player
from pencilwright.solver.carried import Plan
from pencilwright.solver.tianxia import cp
from pencilwright.templates.phrases import Phrase, called, chained, phrase

LIMITED = {"soldier": "meeple", "worker": "meeple", "merchant": "meeple", "wall": "wall"}
"""Effects that take a piece of the player, and which."""
UNITS = 99
"""More units of one effect than a turn can bring."""


class Service(NamedTuple):
    """A ship that is served: its name, the spaces covered (from 0), and the goods paid in all."""

    ship: str
    spaces: tuple[int, ...]
    paid: tuple[tuple[str, int], ...]


Choice = tuple[Service, ...]


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
    ships = {ship.name: ship for ship in plan.ships}
    stock = {good: getattr(owner, good) for good in GOODS}
    groups: set[str] = set()
    won: list[Effect] = []
    moored = 0
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
        saved = n * (sum(count for _, count in cost.named) + cost.any) - sum(paid.values())
        if not short <= saved <= plan.less.get(ship.group, 0):
            return None
        for good, count in paid.items():
            stock[good] -= count
        moored += ship.port != "good"
        won += rewards(state, ship, service.spaces)
    if min(stock.values()) < 0 or moored > ship_markers_left(state, letter):
        return None
    total = plan.worth.of(*(effect for effect in won if effect.kind not in LIMITED))
    free = used(state, letter, plan.worth, [effect for effect in won if effect.kind in LIMITED])
    return int(total + plan.worth.of(*free) + plan.worth.left * sum(stock.values()))


def rewards(state: State, ship: ShipOffer, spaces: Collection[int]) -> list[Effect]:
    """Return what deliveries to some spaces of a ship give, but soldiers that no section can take."""
    found = [effect for space in set(spaces) for effect in parse(ship.spaces[space])]
    found += DEMAND[ship.demand].rewards * len(set(spaces))
    return [effect for effect in found if effect.kind != "soldier" or _sections(state, effect)]


def _sections(state: State, effect: Effect) -> list[int]:
    """Return the sections where an effect may be carried out."""
    fights = {"battle": True, "calm": False}.get(effect.what)
    return [number for number, section in enumerate(state.wall, 1) if fights in (None, section.battle)]


def used(state: State, letter: str, worth: Worth, won: Iterable[Effect]) -> list[Effect]:
    """Return the effects, one unit each, that meeples and walls at hand suffice for: the worthiest."""
    left = {"wall": len(stone_for(state, letter, "walls")), "meeple": player(state, letter).meeples}
    units = [effect._replace(n=1) for effect in won for _ in range(effect.n)]
    found = []
    for unit in sorted(units, key=worth.of, reverse=True):
        need = LIMITED[unit.kind]
        if left[need] and worth.of(unit):
            left[need] -= 1
            found.append(unit)
    return found


def commands(state: State, letter: str, choice: Sequence[Service]) -> tuple[str, ...]:
    """Return deliveries in commands; what is placed free goes to section 1 and the rice barge.

    Only the number of soldiers, walls and workers counts here, and of nomads the strength taken.
    """
    plan = state.plan.deliveries
    ships = {ship.name: ship for ship in plan.ships}
    served, won = [], []
    for service in choice:
        ship, paid = ships[service.ship], in_amounts(dict(service.paid))
        spaces = ",".join(str(space + 1) for space in service.spaces)
        served.append(f"deliver {ship.name} at {spaces}" + (f" pays {paid}" if paid else ""))
        won += rewards(state, ship, service.spaces)
    free = used(state, letter, plan.worth, [effect for effect in won if effect.kind in LIMITED])
    free += [effect for effect in won if effect.kind == "nomad"]
    for effect in free:
        place = {"worker": " rice", "merchant": ""}.get(effect.kind, f" {_sections(state, effect)[0]}")
        served.append(f"free {effect.kind}{place}")
    return tuple(served)


def plan(state: State, letter: str, choice: Sequence[Service]) -> Plan:
    """Return deliveries as a plan that the rules carry out."""
    gain = (value(state, letter, choice) or 0) - (value(state, letter, ()) or 0)
    return Plan(letter, commands(state, letter, choice), "tenths", Fraction(gain))


# Long because it is one model: its variables are shared by all constraints and by the objective.
def best(
    state: State,
    letter: str,
    given: Collection[tuple[str, int]] | None = None,
    *,
    other_than: Collection[tuple[str, int]] | None = None,
) -> cp.Answer:
    """Return the best deliveries of a turn with the ships that the plan offers.

    given : only with exactly these spaces covered: name of the ship, number of the space from 0.
    other_than : not with exactly these spaces covered.

    Goods gained by a delivery are not spent on another one. An action without delivery is no shipping (Q14),
    so a ship that is served has one at least. Raises InputError naming the plan's field at fault.
    """
    from ortools.sat.python import cp_model

    offered, owner, ships = state.plan.deliveries, player(state, letter), state.plan.deliveries.ships
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
    if other_than is not None:
        model.add_bool_or(x.negated() if key in other_than else x for key, x in covered.items())
    objective: list[cp_model.LinearExprT] = [offered.worth.left * everything]
    won: list[tuple[Effect, cp_model.LinearExprT]] = []
    for ship in ships:
        n = cp.total(covered[ship.name, space] for space in range(len(ship.spaces)))
        model.add(n >= chosen[ship.name])
        for space in range(len(ship.spaces)):
            model.add_implication(covered[ship.name, space], chosen[ship.name])
            won += [(effect, covered[ship.name, space]) for effect in rewards(state, ship, (space,))]
        cost = cost_of(state, ship)
        saved = offered.less.get(ship.group, 0)
        less = model.new_int_var(0, saved, f"{ship.name} saved")
        total = cp.total(spent[ship.name, good] for good in GOODS)
        model.add(total + less == (sum(count for _, count in cost.named) + cost.any) * n)
        shorts = []
        for good, count in cost.named:
            short = model.new_int_var(0, saved, f"{ship.name} saved {good}")
            model.add(spent[ship.name, good] + short >= count * n)
            shorts.append(short)
        model.add(sum(shorts) <= less)
    for effect, times in won:
        if effect.kind not in LIMITED:
            objective.append(offered.worth.of(effect) * times)
    placed = []
    for kind in LIMITED:
        gained = cp.total(effect.n * times for effect, times in won if effect.kind == kind)
        counted = model.new_int_var(0, UNITS, kind)
        model.add(counted <= gained)
        objective.append(getattr(offered.worth, kind) * counted)
        placed.append(counted)
    meeples = [n for n, need in zip(placed, LIMITED.values(), strict=True) if need == "meeple"]
    model.add(sum(meeples) <= owner.meeples)
    model.add(placed[list(LIMITED).index("wall")] <= len(stone_for(state, letter, "walls")))
    moored = cp.total(chosen[ship.name] for ship in ships if ship.port != "good")
    model.add(moored <= ship_markers_left(state, letter))
    for group in {ship.group for ship in ships}:
        model.add_at_most_one(chosen[ship.name] for ship in ships if ship.group == group)
    for good in GOODS:
        total = cp.total(spent[ship.name, good] for ship in ships)
        model.add(total <= stock[good])
        objective.append(-offered.worth.left * total)
    solver, claimed = cp.maximise(model, cp.total(objective), cp.total([*covered.values(), *spent.values()]))
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
    return cp.Answer(
        claimed,
        "tenths",
        offered.worth.left * everything,
        tuple(step(state, service) for service in choice) or (phrase("tianxia.advice.none.deliveries"),),
        _rests_on(state, letter),
        choice,
        plan(state, letter, choice),
    )


def step(state: State, service: Service) -> Phrase:
    """Return in words how a ship is served."""
    ship = next(ship for ship in state.plan.deliveries.ships if ship.name == service.ship)
    rewards_ = [phrases.effects(parse(ship.spaces[space])) for space in service.spaces]
    spaces = [
        phrase("tianxia.advice.space", n=space + 1, reward=reward or phrase("tianxia.advice.none.reward"))
        for space, reward in zip(service.spaces, rewards_, strict=True)
    ]
    paid = tuple(phrases.amount(n, good) for good, n in service.paid if n)
    return phrase(
        "tianxia.advice.deliver",
        ship=called(f"tianxia.region.{ship.name.lower()}", ship.name),
        n=len(service.spaces),
        demand=ship.demand,
        spaces=chained(spaces, "list.semicolon"),
        paid=paid or phrase("tianxia.puzzle.none"),
    )


def _rests_on(state: State, letter: str) -> tuple[str, ...]:
    """Return the house defaults behind an answer: the markers' number where it may be too small."""
    groups = {ship.group for ship in state.plan.deliveries.ships if ship.port != "good"}
    short = ship_markers_left(state, letter) < len(groups)
    return ("ship_markers",) if short and "ship_markers" in state.box.unverified else ()
