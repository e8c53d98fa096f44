"""The best last round: a bound from a model without time, a line from play-outs, layers where they differ."""

from __future__ import annotations

from typing import Final, NamedTuple

from pencilwright.games.rng import Stream
from pencilwright.games.terra_mystica.state import State, to_table
from pencilwright.solver.terra_mystica.whole_round.bound import Round, surveyed
from pencilwright.solver.terra_mystica.whole_round.ground import ground_of
from pencilwright.solver.terra_mystica.whole_round.playing import Line, best_line, worth

WITHOUT_TIME, WITH_TIME = 25.0, 15.0
"""Deterministic seconds for the two models."""
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

    Its rows are carried out by the rules. It is proved best when `points` is `at_most`. Layers of time are of
    no use while the model without time is not solved.
    """
    table = to_table(state)
    start = ground_of(table, who, {player.faction: player.network for player in state.players})
    nothing = Line(worth(start, table), ())
    if table.seats[who].passed:
        return Answer(nothing.points, nothing.points, ())
    ground = surveyed(start)
    stream = Stream.from_seed("last round")
    loose = Round(ground).solve(WITHOUT_TIME, least=nothing.points)
    line, at_most = nothing, max(nothing.points, loose.at_most)
    if loose.done is not None:
        line = max(line, best_line(ground, loose.done, at_most, PLAYOUTS, stream))
    is_cut = loose.points != loose.at_most
    for seed in range(1, 1 + PLANS):
        if line.points == at_most or is_cut:
            break
        timed = Round(ground, moments=TIMED_TOWNS, split=True)
        tight = timed.solve(WITH_TIME / seed, least=line.points, most=at_most, hint=loose.done, seed=seed)
        at_most = max(line.points, min(at_most, tight.at_most))
        is_cut = tight.points != tight.at_most
        if tight.done is not None:
            line = max(line, best_line(ground, tight.done, at_most, PLAYOUTS, stream))
    return Answer(line.points, at_most, line.rows)
