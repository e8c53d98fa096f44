"""The best last round: a bound from a model without time, a line from play-outs, layers where they differ."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.terra_mystica import commands
from pencilwright.games.terra_mystica.state import State, to_table
from pencilwright.solver.terra_mystica.whole_round.bound import Done, Round, surveyed
from pencilwright.solver.terra_mystica.whole_round.ground import Ground, ground_of
from pencilwright.solver.terra_mystica.whole_round.playing import Line, best_line, worth

SEARCH: Final = 5.0
"""Deterministic seconds for the model without time."""
BY_TOWNS: Final = (("", 4.0), ("core", 6.0), ("bound", 6.0), ("core", 8.0))
"""Ways of asking whether so many towns bring more, and deterministic seconds for each number of them."""
ALL_TOWNS: Final = 30.0
"""Deterministic seconds for all of that."""
WITH_TIME: Final = 10.0
"""Deterministic seconds for the model with layers of time."""
MOST: Final = 1000
"""More points than a last round brings."""
PLAYOUTS: Final = 400
"""Play-outs of a plan at most; of one that can be ordered, a few suffice."""
PLANS: Final = 3
"""Plans of the second model that are tried, each from another seed of the search."""
TIMED_TOWNS: Final = 2
"""Towns of which the moment before the tile is modelled."""


class Answer(NamedTuple):
    """The best line found, in points still to come, and what no line can exceed."""

    points: int
    at_most: int
    rows: tuple[str, ...]


def best(state: State, who: str) -> Answer:
    """Return the best last round of a player, the others frozen where they stand.

    Its rows are carried out by the rules. It is proved best when `points` is `at_most`. A model with layers
    of time is asked even where the one without time was not solved: its plans are easier to order.
    """
    table = to_table(state)
    start = ground_of(table, who, {player.faction: player.network for player in state.players})
    nothing = Line(worth(start, table), ())
    if table.seats[who].passed:
        return Answer(nothing.points, nothing.points, ())
    ground = surveyed(start)
    stream = Stream.from_seed("last round")
    loose, bounds = _without_time(ground, nothing.points)
    line, at_most = nothing, max(nothing.points, *bounds.values())
    if loose is not None:
        line = max(line, best_line(ground, loose, at_most, PLAYOUTS, stream))
    was_cut = False
    for seed in range(1, 1 + PLANS):
        above = [towns for towns, most in bounds.items() if most > line.points]
        if not above:
            break
        timed = Round(replace(ground, slots=max(above)), moments=TIMED_TOWNS, split=True)
        tight = timed.solve(
            WITH_TIME / seed,
            least=line.points + was_cut,
            most=max(bounds.values()),
            towns=above[0] if len(above) == 1 else None,
            hint=loose,
            seed=seed,
            way="core" if was_cut else "",
        )
        for towns in above:
            bounds[towns] = min(bounds[towns], tight.at_most)
        if tight.done is not None:
            line = max(line, best_line(ground, tight.done, max(bounds.values()), PLAYOUTS, stream))
        if was_cut:
            break
        was_cut = tight.points != tight.at_most
    at_most = max(line.points, *bounds.values())
    return Answer(line.points, at_most, needed(state, who, line.rows))


def needed(state: State, who: str, rows: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rows without those that bring nothing, such as steps on a cult whose top is reached."""
    points = commands.points(commands.execute(state, who, rows), who)
    for row in reversed(rows):
        fewer = tuple(other for other in rows if other is not row)
        try:
            after = commands.execute(state, who, fewer)
        except InputError:
            continue
        if commands.points(after, who) == points:
            rows = fewer
    return rows


def _without_time(ground: Ground, least: int) -> tuple[Done | None, dict[int, int]]:
    """Return the best plan of the model without time, and what no line with so many new towns exceeds.

    A first search finds a good plan. Where it proves nothing, each number of towns is asked by itself whether
    it brings more: a fixed number leaves no part of a town to the relaxation. One way of searching proves
    what another does not.
    """
    found = Round(ground).solve(SEARCH, least=least)
    plan, points = found.done, least if found.points is None else found.points
    bounds = dict.fromkeys(range(ground.slots + 1), found.at_most)
    left = ALL_TOWNS
    for (way, limit), towns in product(BY_TOWNS, bounds):
        if points >= bounds[towns] or left <= 0:
            continue
        asked = Round(replace(ground, slots=towns)).solve(
            min(limit, left), least=points + 1, most=bounds[towns], towns=towns, way=way
        )
        left -= asked.spent
        bounds[towns] = asked.at_most
        if asked.points is not None:
            plan, points = asked.done, asked.points
    return plan, bounds
