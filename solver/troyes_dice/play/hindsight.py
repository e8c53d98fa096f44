"""Hindsight: every move against the same futures, each solved as if it were known.

Nobody who does not know the dice can expect more than somebody who does. So the mean over futures of the best
score that their dice allow bounds what a move, and the whole position, can be worth (an information
relaxation). A position is worth no more than the greatest bound of a move: nobody knows the dice when the
move is made. Moves are ranked by that mean. What they are really worth is asked of games whose player sees
each roll only when it is thrown (rollouts.py).

1. Futures are drawn one by one and solved exactly (known/ask.py) for every move that is still in question.
   The other moves are only looked at as far as they could be the best of this future.
2. After 16, 32, 64 ... futures, moves that lie clearly behind the leader are in question no longer.

A future that is too much work counts with the least score of which it can be proved that no move reaches it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice.example import roll
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.rules import Move
from pencilwright.solver.compiled import Kernels, Progress
from pencilwright.solver.troyes_dice.exact.engine import Sheet, moves_by_sheet
from pencilwright.solver.troyes_dice.exact.estimates import Estimates
from pencilwright.solver.troyes_dice.known.ask import KnownDice, Roll, kernels
from pencilwright.solver.troyes_dice.known.records import NO_TARGET
from pencilwright.solver.troyes_dice.play.samples import loss_and_error, mean_and_error
from pencilwright.templates.phrases import phrase

MOST_ROLLS = 6
"""With more rolls to come no future is solved: it is bounded by counting what could be had at best."""
FUTURES, FEWEST_FUTURES = 12, 8
FUTURE_LIMITS = 20_000, 6_000_000
"""Work on one future, or on one step of its bound: a FUTURES-th of all, within these limits. But
FEWEST_FUTURES are looked at whatever that takes, since fewer say nothing of the error."""
STEEP = 3
"""How many times the work the next DOWN points take at least."""
FAR, ROOM_OF_FAR, COST_OF_FAR = 5, 4, 2
"""With so many rolls to come, or more, there is more room for each future, and work takes more time."""
DOWN, UP = 3, 6
"""By how many points the score goes down that is proved to be out of reach, or up where it could not be."""

FIRST_CUT = 16
CLEARLY = 3.0
"""A move is dropped that lies so many standard errors behind the leader."""

ENOUGH, SOLVED = 60, 0.9
"""Hindsight decides when it has so many futures, and this share of them is solved exactly."""

Future = tuple[Roll, ...]


class Hindsight(NamedTuple):
    """What hindsight says of a position.

    Attributes
    ----------
    order : sheets after the moves that were asked about and stood to the end, the best in hindsight first.
    bounds : sheet after a move -> what no player can expect to exceed after it, with standard error.
    bound : the same of the position.
    futures, solved : how many there were, and how many of them were solved exactly.
    """

    order: tuple[Sheet, ...]
    bounds: Mapping[Sheet, tuple[float, float]]
    bound: tuple[float, float]
    futures: int
    solved: int
    was_stopped: bool = False

    @property
    def decides(self) -> bool:
        """Whether it has seen enough to choose a move."""
        return bool(self.order) and self.futures >= ENOUGH and self.solved >= SOLVED * self.futures

    def on(self, played: Estimates) -> Estimates:
        """Return what games say with these bounds."""
        moves = []
        for move in played.moves:
            bound, error = self.bounds.get(move.sheet, (None, None)) if self.solved else (None, None)
            moves.append(replace(move, bound=bound, bound_error=error))
        return replace(
            played,
            method="hindsight" if self.decides else played.method,
            moves=tuple(moves),
            bound=self.bound[0],
            bound_error=self.bound[1],
        )


@dataclass
class _Candidate:
    """One move: its equivalents, and what its futures brought."""

    moves: list[Move]
    sheet: Sheet
    known: list[int] = field(default_factory=list)
    may_lead: bool = True


def look_back(
    sheet: Sequence[int],
    table: Sequence[int],
    *,
    target: int | None = None,
    work: int,
    seed: int | str,
    only: Sequence[Sheet] | None = None,
    with_kernels: Kernels | None = None,
    progress: Progress | None = None,
) -> Hindsight:
    """Return what hindsight says of a position.

    Parameters
    ----------
    sheet, table : the position, the dice of its half-day on the table and their raid marked on the sheet; at
        least one half-day comes after it. The further the end, the looser the bound.
    target : maximise the chance of this final score or more, instead of the expected final score.
    work : how much may be done, in actions tried; about 8 million a second on one core, compiled.
    seed : decides the futures. The same position, seed and work give the same answer.
    only : sheets after the moves that are asked about; left out, all are. The others still bound the
        position.
    with_kernels : what `known.kernels` returned.
    progress : told what is done, how much of it, and how much there is.

    An interruption (Ctrl-C) after the first futures returns what is known by then, with was_stopped set.
    """
    results = moves_by_sheet(sheet, table)
    candidates = [_Candidate(moves, after) for after, moves in results.items()]
    following = list(table)
    rules.end_half(following)
    rolls = rules.OVER - following[rules.HALF]
    speed = with_kernels or kernels(progress=progress)
    search = _Search(candidates, following, rolls, target, seed, speed)
    for candidate in candidates:
        candidate.may_lead = only is None or candidate.sheet in only
    was_stopped = False
    try:
        search.look_back(work, progress)
    except KeyboardInterrupt:
        if not search.best:
            raise
        was_stopped = True
    return search.result(was_stopped)


class _Search:
    """The futures of one position, solved."""

    def __init__(
        self,
        candidates: list[_Candidate],
        table: list[int],
        rolls: int,
        target: int | None,
        seed: int | str,
        kernels: Kernels,
    ) -> None:
        self.candidates = candidates
        self.table = table
        self.rolls = rolls
        self.target = target
        self.solver = KnownDice(kernels, ROOM_OF_FAR if rolls >= FAR else 1)
        self.cost = COST_OF_FAR if rolls >= FAR else 1
        self.known_dice = Stream.from_seed(seed).fork("hindsight")
        self.best: list[int] = []  # of each future, the best that any move allows
        self.leaders = list(candidates)
        self.solved = 0  # futures whose values are exact, not bounds
        self.unsolved = 2 * (rolls > MOST_ROLLS)  # no use in trying to solve one
        self.done = 0
        self.limit = FUTURE_LIMITS[0]
        self.aim = 0  # the score that is refuted first

    def look_back(self, work: int, progress: Progress | None) -> None:
        """Solve futures until so much work is done; at least FEWEST_FUTURES."""
        next_cut = FIRST_CUT
        self.limit = min(max(work // self.cost // FUTURES, FUTURE_LIMITS[0]), FUTURE_LIMITS[1])
        while self.done < work or len(self.best) < FEWEST_FUTURES:
            if progress is not None:
                progress(phrase("progress.count.futures"), min(self.done, work), work)
            self._solve_one()
            if len(self.best) == next_cut:
                next_cut *= 2
                self._cut()

    def bound(self) -> tuple[float, float]:
        """Return what no player can expect to exceed, and the standard error of that."""
        whole = mean_and_error(self.best)
        if any(not candidate.known for candidate in self.candidates):
            return whole
        return min(whole, max(mean_and_error(candidate.known) for candidate in self.candidates))

    def _solve_one(self) -> None:
        future = tuple(roll(self.known_dice) for _ in range(self.rolls))
        if self.target is None and self.unsolved > self.solved + 1:
            self._bound_one(future)
            return
        others = [candidate for candidate in self.candidates if len(candidate.known) < len(self.best)]
        values = self.solver.values(
            self.table,
            future,
            [item.sheet for item in (*self.leaders, *others)],
            n_exact=len(self.leaders),
            goal=NO_TARGET if self.target is None else self.target,
            limit=self.limit,
        )
        worth = [value.value if self.target is None else int(value.value >= self.target) for value in values]
        self.done += self.cost * self.solver.work
        if self.target is None and self.solver.was_stopped:
            self._bound_one(future)
            return
        self.solved += not any(value.is_bound for value in values[: len(self.leaders)])
        for leader, value in zip(self.leaders, worth, strict=False):
            leader.known.append(value)
        self.best.append(max(worth))

    def _bound_one(self, future: Future) -> None:
        """Count a future with a score that no move can exceed, the least that little work can prove."""
        most = self._refute(future)
        self.unsolved += 1
        for leader in self.leaders:
            leader.known.append(most)
        self.best.append(most)

    def _refute(self, future: Future) -> int:
        """Return a score that no move exceeds: one score after the other is proved to be out of reach."""
        sheets = [candidate.sheet for candidate in self.candidates]
        least, most, failed = -1, NO_TARGET, -1
        goal = self.aim or max(
            value.value for value in self.solver.values(self.table, future, sheets, n_exact=0, limit=0)
        )
        while least < goal <= most:
            values = self.solver.values(self.table, future, sheets, n_exact=0, goal=goal, limit=self.limit)
            self.done += self.cost * self.solver.work
            if self.solver.was_stopped:
                failed = goal
                goal += UP if most == NO_TARGET else NO_TARGET
            elif (reached := max(value.value for value in values)) >= goal:
                least = reached
                goal = max(failed, least) + 1
            else:
                most = goal - 1
                goal = max(failed, least, most - DOWN) + 1
                if STEEP * self.solver.work > self.limit:
                    break
        self.aim = most
        return most

    def _cut(self) -> None:
        """Drop the moves clearly behind the one with the best mean, and behind the best that may lead."""
        near = set()
        for group in (self.leaders, [leader for leader in self.leaders if leader.may_lead]):
            first = max(group, key=lambda entry: mean_and_error(entry.known)[0])
            for item in group:
                loss, error = loss_and_error(first.known, item.known)
                if loss <= CLEARLY * error:
                    near.add(item.sheet)
        self.leaders = [leader for leader in self.leaders if leader.sheet in near]

    def result(self, was_stopped: bool) -> Hindsight:
        """Return what is known by now."""
        means = {item.sheet: mean_and_error(item.known) for item in self.candidates if item.known}
        leading = [leader for leader in self.leaders if leader.may_lead]
        leading.sort(key=lambda item: (-means[item.sheet][0], item.moves[0]))
        order = tuple(item.sheet for item in leading)
        return Hindsight(order, means, self.bound(), len(self.best), self.solved, was_stopped)
