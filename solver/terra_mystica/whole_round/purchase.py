"""Dwellings and steps of shipping for the goods at hand, as an objective of the whole round's model.

Nothing is changed, no power is spent, and no town is counted; so nothing comes in, every order is as good,
and the optimum is exact: points for the area less a third of a point for each worker, coin and priest.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from pencilwright.games.terra_mystica.components import COINS_PER_POINT, CULTS
from pencilwright.games.terra_mystica.state import State
from pencilwright.solver import cp
from pencilwright.solver.terra_mystica.whole_round.bound import Round
from pencilwright.solver.terra_mystica.whole_round.context import Part, ground_of, within

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

LIMIT: Final = 60.0
"""Deterministic seconds."""
KINDS: Final = Part(frozenset(("dwelling", "track")))
LEFT_ALONE: Final = ("build", "dig", "advance ship", "ship", *CULTS)
"""Counts that may be more than nothing begin with one of these words."""


class Purchase(NamedTuple):
    """Steps of shipping, and hexes for new dwellings."""

    ships: int
    hexes: frozenset[str]


class Limits(NamedTuple):
    """Most steps of shipping and most dwellings."""

    ships: int
    dwellings: int


def best_value(
    table: State,
    who: str,
    limits: Limits,
    *,
    only: Purchase | None = None,
    other_than: Purchase | None = None,
) -> tuple[int | None, int]:
    """Return what the best purchase is worth, in thirds of a point, and what none exceeds.

    Parameters
    ----------
    limits : how much may be bought.
    only : the one purchase that is looked at. other_than : one that is left out.

    None for no purchase; the two figures are equal where the best is proved.
    """
    seat = table.seats[who]
    start = ground_of(table, who, {}, KINDS)
    ground = within(replace(start, slots=0), limits.dwellings, seat.shipping + limits.ships + start.card, 0)
    if only is not None and not only.hexes <= set(ground.free):
        return None, 0
    round_ = Round(ground)
    model, end = round_.model, round_.end
    for name, count in end.grows.items():
        if not name.startswith(LEFT_ALONE):
            model.add(count == 0)
    model.add(end.new["D"] <= limits.dwellings)
    model.add(end.paid_ships <= limits.ships)
    if only is not None:
        model.add(end.paid_ships == only.ships)
        for name, built in end.built.items():
            model.add(built == (name in only.hexes))
    if other_than is not None and other_than.hexes <= set(ground.free):
        fewer, more = model.new_bool_var("fewer ships"), model.new_bool_var("more ships")
        model.add(end.paid_ships <= other_than.ships - 1).only_enforce_if(fewer)
        model.add(end.paid_ships >= other_than.ships + 1).only_enforce_if(more)
        others: list[cp_model.LiteralT] = [
            built.negated() if name in other_than.hexes else built for name, built in end.built.items()
        ]
        model.add_bool_or([fewer, more, *others])  # a no-good cut
    spent = seat.workers + seat.coins + seat.priests - sum(end.left.values())
    model.maximize(COINS_PER_POINT * round_.area() - spent)
    result = cp.solve(model, LIMIT, linearization_level=2)
    if result.status == "infeasible":
        return None, 0
    return result.objective if result.has_solution else None, result.bound
