"""One round planned: the fewest actions to a target, with what is at hand at its start (section 18.6).

The targets are a stronghold, a sanctuary, a temple, so many dwellings, or the cheapest town. Opponents take
no power action and give no power; spades cost what they cost now.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica.board import distance, within_ships
from pencilwright.games.terra_mystica.components import POWER_ACTIONS
from pencilwright.games.terra_mystica.reach import direct, reaches, ships, skips
from pencilwright.games.terra_mystica.table import Seat, Table
from pencilwright.solver.terra_mystica import land, last_round, town
from pencilwright.solver.terra_mystica.actions import Action, cult_actions, power_actions, returning, upgrades
from pencilwright.solver.terra_mystica.land import Price
from pencilwright.solver.terra_mystica.means import saving, spade_sources
from pencilwright.templates.phrases import Phrase, phrase

TARGETS: Final = ("stronghold", "sanctuary", "temple", "town", "dwellings-N")
MOST_DWELLINGS: Final = 8
SKIPPING: Final = " (skipping)"
NEAREST: Final = 10
"""Hexes that are tried for dwellings: the cheapest ones, those that lead on included."""


class Plan(NamedTuple):
    """A plan for a round.

    Attributes
    ----------
    line : the actions, or None when the target cannot be reached.
    doubt : what could not be proved, if anything.
    measure : what the target asks for more of, a measure of commands.py. amount : how many more.
    favour, river : for a town: the favour tile that it needs, the river hex that it leaves out, or "".
    """

    line: last_round.Answer | None
    doubt: Phrase | None = None
    measure: str = "towns"
    amount: int = 1
    favour: str = ""
    river: str = ""


def best_plan(table: Table, faction: str, target: str) -> Plan:
    """Return the line that reaches a target in the fewest actions and then leaves the most coins.

    Parameters
    ----------
    table : the position at the start of the round or later in it.
    faction : who plans.
    target : one of TARGETS, with a number for N.

    Raises InputError for another target, and for a player without structures.
    """
    plan = Plan(None)
    seat = table.seats[faction]
    kinds = {"temple": "TE", "stronghold": "SH", "sanctuary": "SA"}
    actions = [*power_actions(table), *cult_actions(table, seat)]
    if target in kinds:
        goals = [
            action
            for name, old in seat.structures.items()
            if old in ("D", "TH", "TE")
            for action in upgrades(table, seat, name)
        ]
        wanted = [([a.name for a in goals if a.builds == kinds[target]], 1)]
        goals += returning(table, seat, goals)
        plan = plan._replace(measure="sanctuaries" if target == "sanctuary" else f"{target}s")
    elif target == "town":
        goals, wanted, plan = _town(table, seat)
    else:
        plan = plan._replace(measure="structures", amount=_count(target))
        goals, wanted = _dwellings(table, seat, plan.amount)
    if seat.passed or not all(names for names, _ in wanted) or not wanted:
        return plan
    asked = last_round.question(table, seat, [*goals, *actions])
    return plan._replace(line=last_round.plan(asked, wanted))


def _count(target: str) -> int:
    """Return the number in dwellings-N. Raises InputError for anything else."""
    word, _, number = target.partition("-")
    if word != "dwellings" or not number.isdecimal() or not 1 <= int(number) <= MOST_DWELLINGS:
        said = phrase("mystica.advice.no_target", name=target[:40], known=TARGETS, most=MOST_DWELLINGS)
        raise InputError(said, field="ask")
    return int(number)


def _dwellings(table: Table, seat: Seat, count: int) -> tuple[list[Action], list[tuple[list[str], int]]]:
    """Return every way to build on the nearest hexes, and the target of so many of them."""
    everywhere = [*seat.structures, *land.free_hexes(table)]
    near = land.direct_links(table, everywhere)
    links = land.union(
        near, land.ship_links(ships(seat, card=True), everywhere), land.skip_links(seat, everywhere)
    )
    prices = {name: sum(land.dwelling_price(table, seat, name)) for name in everywhere}
    chains = land.cheapest_chains(seat, links, prices)
    reached = sorted((name for name in chains if name not in seat.structures), key=lambda n: (chains[n], n))
    hexes = reached[:NEAREST]
    actions = _builds(table, seat, hexes)
    wanted = [([action.name for action in actions], count)]
    lacks = count > seat.left("D")
    return [*actions, *(returning(table, seat, actions) if lacks else ())], wanted


def _builds(table: Table, seat: Seat, hexes: list[str]) -> list[Action]:
    """Return the ways to build on some hexes, each after the dwellings that lead there."""
    found = [action for name in hexes for action in _ways(table, seat, name, hexes)]
    reached: set[str] = set()
    while (
        more := {action.name for action in found if not action.after or reached.intersection(action.after)}
        - reached
    ):
        reached |= more
    return [
        action._replace(after=tuple(name for name in action.after if name in reached))
        for action in found
        if action.name in reached
    ]


def _ways(table: Table, seat: Seat, name: str, hexes: list[str]) -> list[Action]:
    """Return the ways to build on a hex: with bought spades, with those of each action, by skipping."""
    if reaches(table, seat, name):
        return _paid(table, seat, name, "", ())
    others = [other for other in hexes if other != name]
    near = [other for other in others if _leads(table, seat, other, name)]
    far = [other for other in others if other not in near and _flies(seat, other, name)]
    found = _paid(table, seat, name, "", _texts(table, seat, near)) if near else []
    if skips(seat, name):
        found += _paid(table, seat, name, SKIPPING, ())
    elif far:
        found += _paid(table, seat, name, SKIPPING, _texts(table, seat, far))
    return found


def _paid(table: Table, seat: Seat, name: str, how: str, after: tuple[str, ...]) -> list[Action]:
    """Return the ways to build on a hex that is reached in one way (`how`: "" or SKIPPING)."""
    price = land.dwelling_price(table, seat, name)
    flight = land.skip_price(seat) if how else Price()
    found = []
    for helper, text in zip(("", *_helpers(table, seat, name)), _names(table, seat, name), strict=True):
        saved = saving(table, seat, name, helper) if helper else Price()
        workers, coins, priests = (p + f - s for p, f, s in zip(price, flight, saved, strict=True))
        power = POWER_ACTIONS[helper].cost if helper in POWER_ACTIONS else 0
        tags = (f"on {name}", *([helper] if helper else []))
        cost = (coins, workers, priests, power)
        found.append(Action(text + how, cost, after=after, tags=tags, builds="D"))
    return found


def _texts(table: Table, seat: Seat, hexes: list[str]) -> tuple[str, ...]:
    """Return the names of all ways to build on some hexes, those by skipping included."""
    return tuple(text + how for name in hexes for text in _names(table, seat, name) for how in ("", SKIPPING))


def _helpers(table: Table, seat: Seat, name: str) -> list[str]:
    """Return the actions whose spades help on a hex."""
    return [action for action in spade_sources(table, seat) if any(saving(table, seat, name, action))]


def _names(table: Table, seat: Seat, name: str) -> list[str]:
    """Return the names of the ways to build on a hex, as long as nothing is said of skipping."""
    return [f"build {name}", *(f"action {helper}, build {name}" for helper in _helpers(table, seat, name))]


def _leads(table: Table, seat: Seat, first: str, name: str) -> bool:
    """Return whether a structure on one hex makes another reachable without skipping."""
    level = ships(seat, card=True)
    return name in direct(table, first) or (level > 0 and within_ships(first, name, level))


def _flies(seat: Seat, first: str, name: str) -> bool:
    """Return whether a carpet or a tunnel leads from a structure on one hex to another."""
    return seat.skip > 0 and distance(first, name) <= seat.skip + 1


def _town(table: Table, seat: Seat) -> tuple[list[Action], list[tuple[list[str], int]], Plan]:
    """Return what the cheapest town needs (no bridge, no ship), each as a target, and the plan."""
    found = town.cheapest_town(town.Question(table, seat.faction))
    if found is None:
        return [], [], Plan(None)
    doubt = None
    if found.at_least < found.weight:
        doubt = phrase("mystica.advice.planned_town", n=found.weight, least=found.at_least)
    new = [name for name in found.changes if name not in seat.structures]
    actions = _builds(table, seat, new)
    wanted = [([action.name for action in actions if f"on {name}" in action.tags], 1) for name in new]
    for name, kind in found.changes.items():
        if kind == "D":
            continue
        ways = tuple(action.name for action in actions if f"on {name}" in action.tags)
        chain = upgrades(table, seat, name, ways)
        actions += chain
        wanted.append(([action.name for action in chain if action.builds == kind], 1))
    actions += returning(table, seat, actions)
    return actions, wanted, Plan(None, doubt, favour=found.favour, river=found.river)
