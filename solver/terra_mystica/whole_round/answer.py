"""The best last round: bounds from models without and with layers of time, lines of play-outs and rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, partial
from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.terra_mystica import commands
from pencilwright.games.terra_mystica.state import State
from pencilwright.solver import cp
from pencilwright.solver.terra_mystica.whole_round.bound import BoundSearch, Done, Round, surveyed
from pencilwright.solver.terra_mystica.whole_round.context import WHOLE, Ground, RoundPart, ground_of
from pencilwright.solver.terra_mystica.whole_round.playouts import Playout, best_line, greedy, worth
from pencilwright.solver.verify import Disagreement

SECONDS: Final = 20.0
"""Deterministic seconds for an answer, about those of a free core, unless a person gives more or fewer."""
SURVEY_SHARE: Final = 0.4
"""Of these, for towns and hexes that are out of reach."""
QUICK: Final = 1.0
"""Deterministic seconds for a first bound."""
GOODS: Final = 0.05
"""The same for a bound by goods and pieces alone, where that comes to nothing; they are not counted."""
SEARCH: Final = 5.0
"""Deterministic seconds for the model without time."""
PLAIN: Final = 3.0
"""The same for a plan without tiles, which bounds nothing."""
WITNESS: Final = 2.0
"""The same for showing that the model allows the line that it proves."""
OTHER: Final = 8.0
"""The same for each further plan that brings more than the best line."""
LONG: Final = 60.0
"""With more seconds than these each search may take longer, too."""
FIRST_PLAYOUTS: Final = 400
PLAYOUTS: Final = 150
OTHER_PLAYOUTS: Final = 600
FEW_PLAYOUTS: Final = 40
"""Play-outs of the first plan, of another one, and in haste at most; where a plan can be ordered, a few
suffice."""
TIMED_TOWNS: Final = 2
"""Towns of which the moment before the tile is modelled."""


class SearchStage(NamedTuple):
    """One way of asking whether a number of towns brings more: with layers of time or not, and how long.

    power : whether the last power action has a layer, too.
    """

    timed: bool
    way: str
    limit: float
    power: bool = False


STAGES: Final = (
    SearchStage(timed=False, way="", limit=4),
    SearchStage(timed=False, way="core", limit=6),
    SearchStage(timed=True, way="", limit=8),
    SearchStage(timed=True, way="bound", limit=8),
    SearchStage(timed=True, way="core", limit=8),
    SearchStage(timed=False, way="bound", limit=8),
    SearchStage(timed=True, way="", limit=8, power=True),
)
"""What one leaves open another proves. Limits are deterministic seconds for each number of towns."""


class RoundAnswer(NamedTuple):
    """The best line found, in points still to come, and what no line can exceed.

    is_stopped : whether a KeyboardInterrupt ended the search.
    """

    points: int
    at_most: int
    rows: tuple[str, ...]
    is_stopped: bool = False


Tell = Callable[[int, "int | None", float], None]
"""What is told the points of the best line so far, what no line exceeds (None: not known yet), and how many
of the deterministic seconds are spent."""


def best(
    state: State,
    who: str,
    part: RoundPart = WHOLE,
    *,
    seconds: float = SECONDS,
    is_proof_wanted: bool = True,
    tell: Tell | None = None,
) -> RoundAnswer:
    """Return the best last round of a player, or of a part of it, the others frozen where they stand.

    Its rows are carried out by the rules. It is proved best when `points` is `at_most`: the model allows then
    this very line. A KeyboardInterrupt ends the search: the answer is then what it had come to. Raises
    Disagreement where the model does not allow a line that it is to prove.

    Parameters
    ----------
    seconds : deterministic seconds of all searches together.
    is_proof_wanted : whether towns are asked by number; a good line needs none of that.
    tell : what is told now and then how far the search is. It may raise KeyboardInterrupt.
    """
    search = _Search(state, who, part, seconds, tell)
    if not state.player(who).is_out:
        try:
            search.run(is_proof_wanted=is_proof_wanted)
        except KeyboardInterrupt:
            search.is_stopped = True
    line = search.line
    if line.rows and line.points == search.at_most and most_of(search.start, line.rows) < line.points:
        raise Disagreement(f"a line of {line.points} points is not in the model that bounds it: a defect")
    return RoundAnswer(line.points, search.at_most, needed(state, who, line.rows), search.is_stopped)


def most_of(start: Ground, rows: tuple[str, ...]) -> int:
    """Return what no line with the structures, power actions and favour tiles of these rows exceeds.

    The model with all its moments: each other one allows what it allows.
    """
    texts = {text for row in rows for text in row.split(". ")}
    built = {text.split()[1] for text in texts if text.startswith("build ")}
    changed = {text.split()[1] for text in texts if text.startswith("transform ")}
    slots = sum(text.startswith("+TW") for row in rows for text in row.split(". "))
    ground = replace(start, free=tuple(name for name in start.free if name in built | changed), slots=slots)
    model = Round(ground, moments=TIMED_TOWNS, split=True, power=True)
    end = model.end
    fixed = [(flag, name in built) for name, flag in end.built.items()]
    fixed += [
        (flag, f"upgrade {name} to {kind}" in texts)
        for kind, flags in end.became.items()
        for name, flag in flags.items()
    ]
    fixed += [(flag, f"action {name}" in texts) for name, flag in end.acts.items()]
    fixed += [(flag, f"+{name}" in texts) for name, flag in end.favours.items()]
    for flag, is_done in fixed:
        model.model.add(flag == is_done)
    return model.solve(cp.Work(WITNESS), WITNESS).at_most


class _Search:
    """The search for a best last round.

    A first search finds a good plan. Then each number of new towns is asked by itself whether it brings more
    than the best line: a fixed number leaves no part of a town to the linear relaxation.
    """

    def __init__(self, state: State, who: str, part: RoundPart, seconds: float, tell: Tell | None) -> None:
        sizes = {player.faction: player.network for player in state.players}
        self.ground_at = partial(ground_of, who=who, sizes=sizes, part=part)
        self.start = start = self.ground_at(state)
        self.seconds, self.tell = seconds, tell
        self.nothing = worth(start, start.table)
        self.line = Playout(self.nothing, ())
        self.bounds: dict[int, int] = {}
        """Number of new towns -> what no line with so many exceeds; {} before the first search has ended."""
        self.question: int | None = None
        """The number of new towns that is being asked."""
        self.is_stopped = False
        self.longer = max(1.0, seconds / LONG)
        self.stream = Stream.from_seed("last round")
        self.work = cp.Work(SURVEY_SHARE * seconds, lambda _: self._watch(None))
        self.rest = (1 - SURVEY_SHARE) * seconds
        """Deterministic seconds beside those of the work that goes on."""

    @property
    def at_most(self) -> int:
        """What no line exceeds."""
        if self.bounds or self.start.seat.is_out:
            return max([self.line.points, *self.bounds.values()])
        return self._by_goods

    @cached_property
    def _by_goods(self) -> int:
        """What no line exceeds, wherever hexes lie: a small model comes to a bound at once."""
        return Round(self.start, is_map=False).solve(cp.Work(GOODS), GOODS).at_most

    def _watch(self, bound: int | None) -> None:
        """Tell how far the search is; bound : of the search that goes on."""
        bounds, question = self.bounds, self.question or 0
        if bound is not None:
            bounds = bounds | {question: min(bound, bounds.get(question, bound))}
        if self.tell is not None:
            at_most = max([self.line.points, *bounds.values()]) if bounds else None
            self.tell(self.line.points, at_most, self.seconds - self.work.left - self.rest)

    def _play(self, ground: Ground, solution: BoundSearch, tries: int, stream: Stream | None = None) -> None:
        """Play a plan out and keep the best line."""
        before = self.line.points
        if solution.done is None or before >= solution.at_most:
            return
        tries = min(tries, FEW_PLAYOUTS) if self.work.is_stopped else tries
        line = best_line(ground, solution.done, solution.at_most, tries, stream or self.stream)
        self.line = self.line.or_better(line)
        if before < self.line.points < solution.at_most:
            self._go_on()

    def _go_on(self) -> None:
        """Keep the longest part of the line from which the rules alone come to more, and go on from there."""
        rows, seat = self.line.rows, self.start.seat
        for many in reversed(range(len(rows) + 1)):
            table = commands.apply_actions(self.start.table, seat.faction, rows[:many])
            there = self.ground_at(table)
            rest = greedy(there)
            points = there.seat.points - seat.points + rest.points
            if points > self.line.points:
                self.line = Playout(points, (*rows[:many], *rest.rows))
                self._go_on()
                return

    def run(self, *, is_proof_wanted: bool) -> None:
        """Search for as long as may be."""
        survey, start, early = self.work, self.start, self._first_line()
        if self.line.points >= early.at_most:
            return
        ground = surveyed(start, survey)
        if survey.is_stopped:
            raise KeyboardInterrupt
        self.work = work = cp.Work(self.rest + survey.left, self._watch)
        self.rest = 0.0
        first = Round(ground).solve(work, SEARCH * self.longer, least=self.nothing)
        at_most = min(early.at_most, first.at_most)
        self.bounds = dict.fromkeys(range(ground.slots + 1), max(self.line.points, at_most))
        self._play(ground, first, FIRST_PLAYOUTS)
        if self.line.points < first.at_most and not work.is_stopped:
            # What comes of tiles is what most plans cannot be ordered for.
            plain, least = Round(replace(ground, slots=0), favours=False), self.line.points + 1
            work.watch = lambda _: self._watch(None)
            self._play(ground, plain.solve(work, PLAIN, least=least), PLAYOUTS)
            work.watch = self._watch
        if is_proof_wanted:
            self._prove(ground)
            self._try_others(ground)
        self.is_stopped = work.is_stopped

    def _first_line(self) -> BoundSearch:
        """Find a line by the rules alone; return a first search of all."""
        start, stream = self.start, Stream.from_seed("first line")
        self.line = greedy(start)
        self._watch(None)
        self._go_on()
        early = Round(start).solve(self.work, QUICK, least=self.line.points)
        if early.at_most > self.line.points:
            early = early._replace(at_most=min(early.at_most, self._by_goods))
        self.bounds = dict.fromkeys(range(start.slots + 1), early.at_most)
        self._play(start, early, FEW_PLAYOUTS, stream)
        return early

    def _prove(self, ground: Ground) -> None:
        """Ask each number of new towns, highest bound first, one way after another."""
        settled = set[int]()
        for seed, stage in enumerate(STAGES, start=1):
            for towns in sorted(self.bounds, key=lambda item: -self.bounds[item]):
                if self.bounds[towns] <= self.line.points or self.work.left <= 0:
                    continue
                if towns in settled and not stage.timed:
                    continue
                near = replace(ground, slots=towns)
                moments = TIMED_TOWNS if stage.timed else 0
                model = Round(near, moments=moments, split=stage.timed, power=stage.power)
                self.question = towns
                result = model.solve(
                    self.work,
                    stage.limit * self.longer,
                    least=self.line.points + 1,
                    most=self.bounds[towns],
                    seed=seed,
                    towns=towns,
                    way=stage.way,
                )
                self.bounds[towns] = min(self.bounds[towns], result.at_most)
                if result.points == result.at_most:
                    settled.add(towns)  # only layers of time, or another order, can tell more
                self._play(ground, result, PLAYOUTS)

    def _try_others(self, ground: Ground) -> None:
        """Play other plans that bring more than the best line: of plans worth as much some have an order."""
        plans: dict[int, list[Done]] = {towns: [] for towns in self.bounds}
        while plans and self.work.left > 0:
            towns = min(plans, key=lambda item: (len(plans[item]), -self.bounds[item]))
            if self.bounds[towns] <= self.line.points:
                del plans[towns]
                continue
            model = Round(replace(ground, slots=towns), moments=TIMED_TOWNS, split=True)
            for plan in plans[towns]:
                model.leave_out(plan)
            self.question, self.work.watch = towns, lambda _: self._watch(None)
            result = model.solve(
                self.work,
                OTHER * self.longer,
                least=self.line.points + 1,
                most=self.bounds[towns],
                seed=len(plans[towns]),
                towns=towns,
            )
            if result.done is None:
                del plans[towns]
                continue
            plans[towns].append(result.done)
            self._play(ground, result, OTHER_PLAYOUTS)


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
