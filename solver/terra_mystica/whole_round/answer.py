"""The best last round: a bound from a model without time, a line from play-outs, layers where they differ."""

from __future__ import annotations

from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.terra_mystica import commands
from pencilwright.games.terra_mystica.state import State, to_table
from pencilwright.solver.terra_mystica.whole_round.bound import Round, Solved, surveyed
from pencilwright.solver.terra_mystica.whole_round.ground import Ground, ground_of
from pencilwright.solver.terra_mystica.whole_round.playing import Line, best_line, worth

SEARCHES: Final = ((5.0, False), (15.0, True), (10.0, False))
"""Searches of the model without time: deterministic seconds, and whether the bound comes first."""
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

    Its rows are carried out by the rules. It is proved best when `points` is `at_most`. A first model with
    layers of time is asked even where the one without time was not solved: its plans are easier to order.
    """
    table = to_table(state)
    start = ground_of(table, who, {player.faction: player.network for player in state.players})
    nothing = Line(worth(start, table), ())
    if table.seats[who].passed:
        return Answer(nothing.points, nothing.points, ())
    ground = surveyed(start)
    stream = Stream.from_seed("last round")
    loose = _without_time(ground, nothing.points)
    line, at_most = nothing, max(nothing.points, loose.at_most)
    if loose.done is not None:
        line = max(line, best_line(ground, loose.done, at_most, PLAYOUTS, stream))
    is_cut = False
    for seed in range(1, 1 + PLANS):
        if line.points == at_most or is_cut:
            break
        timed = Round(ground, moments=TIMED_TOWNS, split=True)
        tight = timed.solve(WITH_TIME / seed, least=line.points, most=at_most, hint=loose.done, seed=seed)
        at_most = max(line.points, min(at_most, tight.at_most))
        is_cut = tight.points != tight.at_most
        if tight.done is not None:
            line = max(line, best_line(ground, tight.done, at_most, PLAYOUTS, stream))
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


def _without_time(ground: Ground, least: int) -> Solved:
    """Return the best of the model without time, each search beginning where the one before it ended."""
    found = Solved(None, MOST, None)
    for limit, from_bound in SEARCHES:
        now = Round(ground).solve(
            limit,
            least=least if found.points is None else found.points,
            most=found.at_most,
            hint=found.done,
            from_bound=from_bound,
        )
        at_most = min(found.at_most, now.at_most)
        found = found._replace(at_most=at_most) if now.done is None else now._replace(at_most=at_most)
        if found.points == at_most:
            break
    return found
