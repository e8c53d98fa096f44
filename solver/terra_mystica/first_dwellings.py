"""Where to place the first dwellings: the set of home hexes that sees the most land (CP-SAT over sets)."""

from __future__ import annotations

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica.boards.hexes import LAND, TERRAIN
from pencilwright.games.terra_mystica.rules import dwelling_sites
from pencilwright.games.terra_mystica.rules.networks import direct
from pencilwright.games.terra_mystica.state import State
from pencilwright.solver import cp
from pencilwright.templates.phrases import phrase

LIMIT = 60.0
"""Deterministic seconds."""


def best_dwellings(table: State, faction: str, count: int = 0) -> dwelling_sites.Sites:
    """Return the best set of `count` free home hexes (0: as many as the faction places).

    Dwellings that the faction has already are not placed again: what they open and touch counts once, with
    what the new ones add. Raises InputError when fewer home hexes are free.
    """
    from ortools.sat.python import cp_model

    seat = table.seats[faction]
    count = count or seat.board.first_dwellings
    homes = [name for name in LAND if TERRAIN[name] == seat.colour and not table.owner(name)]
    if len(homes) < count:
        raise InputError(phrase("mystica.advice.few_homes", n=count, free=len(homes)), field="count")
    model = cp_model.CpModel()
    x = {name: model.new_bool_var(name) for name in homes}
    model.add(sum(x.values()) == count)
    given = {name: model.new_constant(1) for name in seat.structures}
    sites = {**x, **given}
    seen = {name: dwelling_sites.sees(table, seat, name) for name in sites}
    others = dwelling_sites.wanted_by_others(table, faction)
    terms = []
    for target in sorted(set().union(*seen.values())):
        is_open = model.new_bool_var(f"open {target}")
        near = [literal for name, literal in sites.items() if target in seen[name]]
        model.add_bool_or([is_open.negated(), *near])
        if target in x:
            model.add_implication(x[target], is_open.negated())
        cost = dwelling_sites.CONFLICT_COST * (target in others)
        terms.append((dwelling_sites.OPEN_WORTH - cost) * is_open)
    around = {
        other for name in sites for other in direct(table, name) if table.owner(other) not in ("", faction)
    }
    for other in sorted(around):
        beside = model.new_bool_var(f"beside {other}")
        model.add_bool_or(
            [beside.negated(), *(sites[name] for name in sites if other in direct(table, name))]
        )
        terms.append(dwelling_sites.NEIGHBOUR_WORTH * beside)
    model.maximize(sum(terms))
    solver = cp.solve(model, LIMIT, linearization_level=2)
    if not solver.is_proved:
        raise InputError(phrase("mystica.advice.too_large"), field="question")
    return dwelling_sites.worth(table, faction, tuple(name for name in homes if solver.value(x[name])))
