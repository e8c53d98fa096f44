"""Where to place the first dwellings: the set of home hexes that sees the most land (CP-SAT over sets)."""

from __future__ import annotations

from dataclasses import dataclass

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica.board import LAND, TERRAIN, distance, within_ships
from pencilwright.games.terra_mystica.building import spades_for
from pencilwright.games.terra_mystica.reach import direct
from pencilwright.games.terra_mystica.table import Seat, Table
from pencilwright.solver.terra_mystica.model import solve


@dataclass(frozen=True)
class Measure:
    """What a set of first dwellings is worth.

    Attributes
    ----------
    spades : a hex counts as open to us when so many spades make it home terrain ...
    ships : ... and one of the dwellings reaches it with this shipping (directly, by ships or by skipping).
    open_worth : worth of each such hex.
    neighbour_worth : worth of each opponent's structure directly adjacent to a dwelling: power, cheap houses.
    conflict_cost : taken off for each open hex that an opponent's structures reach with so many spades, too.
    """

    spades: int = 1
    ships: int = 1
    open_worth: int = 2
    neighbour_worth: int = 3
    conflict_cost: int = 1


@dataclass(frozen=True)
class Answer:
    """The best set: hexes, worth, open hexes, opponents' structures beside it, conflicts."""

    hexes: tuple[str, ...]
    worth: int
    open_hexes: tuple[str, ...]
    neighbours: int
    conflicts: int


def sees(table: Table, seat: Seat, measure: Measure, name: str) -> set[str]:
    """Return the free hexes that a dwelling on a hex opens."""
    level = 0 if seat.board.ship_top is None else max(measure.ships, seat.board.ship_start)
    skip = seat.skip
    near = set(direct(table, name))
    return {
        other
        for other in LAND
        if other != name
        and not table.owner(other)
        and (
            other in near
            or (level and within_ships(name, other, level))
            or (skip and distance(name, other) <= skip + 1)
        )
        and _few_spades(table, seat, other, measure)
    }


def _few_spades(table: Table, seat: Seat, name: str, measure: Measure) -> bool:
    return spades_for(seat, table.terrain_of(name), seat.colour) <= measure.spades


def wanted_by_others(table: Table, faction: str, measure: Measure) -> set[str]:
    """Return the free hexes that some opponent's structures open."""
    return {
        other
        for seat in table.seats.values()
        if seat.faction != faction
        for own in seat.structures
        for other in sees(table, seat, measure, own)
    }


def worth(table: Table, faction: str, measure: Measure, hexes: tuple[str, ...]) -> Answer:
    """Return what a set of dwellings and those that stand are worth; this is the checker of the model."""
    seat = table.seats[faction]
    every = (*hexes, *seat.structures)
    opened = set().union(*(sees(table, seat, measure, name) for name in every)) - set(hexes)
    beside = {
        other for name in every for other in direct(table, name) if table.owner(other) not in ("", faction)
    }
    conflicts = len(opened & wanted_by_others(table, faction, measure))
    total = (
        measure.open_worth * len(opened)
        + measure.neighbour_worth * len(beside)
        - measure.conflict_cost * conflicts
    )
    return Answer(hexes, total, tuple(sorted(opened)), len(beside), conflicts)


def best_dwellings(table: Table, faction: str, measure: Measure | None = None, count: int = 0) -> Answer:
    """Return the best set of `count` free home hexes (0: as many as the faction places).

    Dwellings that the faction has already are not placed again: what they open and touch counts once, with
    what the new ones add. Raises InputError when fewer home hexes are free, or when conflicts cost more than
    an open hex is worth.
    """
    from ortools.sat.python import cp_model

    measure = measure or Measure()
    if measure.conflict_cost > measure.open_worth:
        raise InputError("conflict_cost must not be above open_worth", field="conflict_cost")
    seat = table.seats[faction]
    count = count or seat.board.first_dwellings
    homes = [name for name in LAND if TERRAIN[name] == seat.colour and not table.owner(name)]
    if len(homes) < count:
        raise InputError(f"{count} home hexes are to be chosen, {len(homes)} are free", field="count")
    model = cp_model.CpModel()
    x = {name: model.new_bool_var(name) for name in homes}
    model.add(sum(x.values()) == count)
    given = {name: model.new_constant(1) for name in seat.structures}
    sites = {**x, **given}
    seen = {name: sees(table, seat, measure, name) for name in sites}
    others = wanted_by_others(table, faction, measure)
    terms = []
    for target in sorted(set().union(*seen.values())):
        is_open = model.new_bool_var(f"open {target}")
        near = [literal for name, literal in sites.items() if target in seen[name]]
        model.add_bool_or([is_open.negated(), *near])
        if target in x:
            model.add_implication(x[target], is_open.negated())
        terms.append((measure.open_worth - (measure.conflict_cost if target in others else 0)) * is_open)
    around = {
        other for name in sites for other in direct(table, name) if table.owner(other) not in ("", faction)
    }
    for other in sorted(around):
        beside = model.new_bool_var(f"beside {other}")
        model.add_bool_or(
            [beside.negated(), *(sites[name] for name in sites if other in direct(table, name))]
        )
        terms.append(measure.neighbour_worth * beside)
    model.maximize(sum(terms))
    solver = solve(model)
    assert solver is not None, "some set of that size always exists"
    return worth(table, faction, measure, tuple(name for name in homes if solver.value(x[name])))
