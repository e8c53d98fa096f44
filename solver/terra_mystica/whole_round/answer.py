"""The best last round: bounds from models without and with layers of time, a line from play-outs."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.terra_mystica import commands
from pencilwright.games.terra_mystica.state import State
from pencilwright.solver import cp
from pencilwright.solver.terra_mystica.whole_round.bound import Round, surveyed
from pencilwright.solver.terra_mystica.whole_round.ground import WHOLE, Part, ground_of
from pencilwright.solver.terra_mystica.whole_round.playing import Line, best_line, worth

SECONDS: Final = 20.0
"""Deterministic seconds for an answer, about those of a free core, unless a person gives more or fewer."""
SURVEY_SHARE: Final = 0.4
"""Of these, for towns and hexes that are out of reach."""
SEARCH: Final = 5.0
"""Deterministic seconds for the model without time."""
PLAIN: Final = 3.0
"""The same for a plan without tiles, which bounds nothing."""
LONG: Final = 60.0
"""With more seconds than these each search may take longer, too."""
FIRST_PLAYOUTS: Final = 400
PLAYOUTS: Final = 150
"""Play-outs of the first plan and of another one at most; where a plan can be ordered, a few suffice."""
TIMED_TOWNS: Final = 2
"""Towns of which the moment before the tile is modelled."""


class Stage(NamedTuple):
    """One way of asking whether a number of towns brings more: with layers of time or not, and how long."""

    timed: bool
    way: str
    limit: float


STAGES: Final = (
    Stage(timed=False, way="", limit=4),
    Stage(timed=False, way="core", limit=6),
    Stage(timed=True, way="", limit=8),
    Stage(timed=True, way="bound", limit=8),
    Stage(timed=True, way="core", limit=8),
    Stage(timed=False, way="bound", limit=8),
)
"""What one leaves open another proves. Limits are deterministic seconds for each number of towns."""


class Answer(NamedTuple):
    """The best line found, in points still to come, and what no line can exceed."""

    points: int
    at_most: int
    rows: tuple[str, ...]


def best(
    state: State, who: str, part: Part = WHOLE, *, seconds: float = SECONDS, is_proof_wanted: bool = True
) -> Answer:
    """Return the best last round of a player, or of a part of it, the others frozen where they stand.

    Its rows are carried out by the rules. It is proved best when `points` is `at_most`. A first search finds
    a good plan. Then each number of new towns is asked by itself whether it brings more than the best line: a
    fixed number leaves no part of a town to the linear relaxation.

    Parameters
    ----------
    seconds : deterministic seconds of all searches together.
    is_proof_wanted : whether towns are asked by number; a good line needs none of that.
    """
    start = ground_of(state, who, {player.faction: player.network for player in state.players}, part)
    line = Line(worth(start, state), ())
    if state.player(who).is_out:
        return Answer(line.points, line.points, ())
    survey = cp.Work(SURVEY_SHARE * seconds)
    ground = surveyed(start, survey)
    work = cp.Work((1 - SURVEY_SHARE) * seconds + survey.left)
    longer = max(1.0, seconds / LONG)
    stream = Stream.from_seed("last round")
    first = Round(ground).solve(work, SEARCH * longer, least=line.points)
    bounds = dict.fromkeys(range(ground.slots + 1), max(line.points, first.at_most))
    if first.done is not None:
        line = max(line, best_line(ground, first.done, first.at_most, FIRST_PLAYOUTS, stream))
    plan = first.done
    if line.points < first.at_most:  # what comes of tiles is what most plans cannot be ordered for
        plain = Round(replace(ground, slots=0), favours=False).solve(work, PLAIN, least=line.points + 1)
        if plain.done is not None:
            line = max(line, best_line(ground, plain.done, plain.at_most, PLAYOUTS, stream))
    settled: set[int] = set()
    for seed, stage in enumerate(STAGES if is_proof_wanted else (), start=1):
        for towns in sorted(bounds, key=lambda one: -bounds[one]):
            if bounds[towns] <= line.points or work.left <= 0 or (towns in settled and not stage.timed):
                continue
            near = replace(ground, slots=towns)
            model = Round(near, moments=TIMED_TOWNS, split=True) if stage.timed else Round(near)
            found = model.solve(
                work,
                stage.limit * longer,
                least=line.points + 1,
                most=bounds[towns],
                hint=plan,
                seed=seed,
                towns=towns,
                way=stage.way,
            )
            bounds[towns] = min(bounds[towns], found.at_most)
            if found.points == found.at_most:
                settled.add(towns)  # only layers of time, or another order, can tell more
            if found.done is not None:
                line = max(line, best_line(ground, found.done, found.at_most, PLAYOUTS, stream))
    at_most = max(line.points, *bounds.values())
    return Answer(line.points, at_most, needed(state, who, line.rows))


def needed(state: State, who: str, rows: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rows without those that bring nothing, such as steps on a cult whose top is reached."""
    points = commands.points(commands.apply_actions(state, who, rows), who)
    for row in reversed(rows):
        fewer = tuple(other for other in rows if other is not row)
        try:
            after = commands.apply_actions(state, who, fewer)
        except InputError:
            continue
        if commands.points(after, who) == points:
            rows = fewer
    return rows
