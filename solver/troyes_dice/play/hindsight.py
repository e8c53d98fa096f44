"""Hindsight: every move against the same futures, each solved as if it were known.

Nobody who does not know the dice can expect more than somebody who does. So the mean over futures of the best
score that their dice allow bounds what a move, and the whole position, can be worth (an information
relaxation). A position is worth no more than the greatest bound of a move: nobody knows the dice when the
move is made. Moves are ranked by that mean. What the best of them is really worth is then asked anew, on
futures that had no part in the choice, from a player who sees each roll only when it is thrown.

1. Futures are drawn one by one and solved exactly (known/ask.py) for every move that is still in question.
   The other moves are only looked at as far as they could be the best of this future.
2. After 16, 32, 64 ... futures, moves that lie clearly behind the leader are in question no longer.
3. When the share of the work that is meant for this is done, the leading moves are played on through fresh
   futures. What another move is worth is what the leader is, less what it loses in hindsight.

A future that is too much work counts with the least score of which it can be proved that no move reaches it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice.example import roll
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.rules import Move
from pencilwright.solver.compiled import Kernels, Progress
from pencilwright.solver.troyes_dice.exact.engine import Sheet, moves_by_sheet
from pencilwright.solver.troyes_dice.known.ask import KnownDice, Roll, kernels
from pencilwright.solver.troyes_dice.known.records import NO_TARGET
from pencilwright.solver.troyes_dice.play.estimates import CALLED, Estimates, MoveEstimate
from pencilwright.solver.troyes_dice.play.samples import below, histogram, loss_and_error, mean_and_error
from pencilwright.templates.phrases import phrase

FEWEST_ROLLS, MOST_ROLLS = 1, 6
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

SHARE_OF_HINDSIGHT = 3, 4
"""Of the work; the rest is for playing on."""

FEWEST_FRESH, LEADING = 32, 3
HALF_DAY_WORK = 60
"""What one half-day of playing on counts as, in the work of the kernels of known dice."""

Future = tuple[Roll, ...]
PlayOn = Callable[[Sequence[Sheet], Sequence[int], Sequence[Future]], list[list[int]]]
"""Plays from each sheet through each future, not knowing it: sheets, table of the half-day to be rolled next,
futures -> final scores[sheet][future]."""


@dataclass
class _Candidate:
    """One move: its equivalents, and what its futures brought."""

    moves: list[Move]
    sheet: Sheet
    known: list[int] = field(default_factory=list)
    may_lead: bool = True
    fresh: list[int] = field(default_factory=list)


# Ten parameters: the position, the player who goes on, and the settings of the estimate by keyword.
def best_moves(
    sheet: Sequence[int],
    table: Sequence[int],
    play_on: PlayOn,
    *,
    target: int | None = None,
    work: int,
    seed: int | str,
    only: Sequence[Sheet] | None = None,
    also: Sequence[Sheet] = (),
    with_kernels: Kernels | None = None,
    progress: Progress | None = None,
) -> Estimates:
    """Return what hindsight says of every move.

    Parameters
    ----------
    sheet, table : the position, the dice of its half-day on the table and their raid marked on the sheet;
        1 to 4 half-days come after it (with 1 or 2, expectimax.py is exact).
    play_on : the player who does not know the dice, see PlayOn.
    target : maximise the chance of this final score or more, instead of the expected final score.
    work : how much may be done, in actions tried; about 8 million a second on one core, compiled.
    seed : decides the futures. The same position, seed and work give the same answer.
    only : sheets after the moves that may be recommended; left out, all are. The others still bound the
        position.
    also : sheets after moves that stay in question, whatever they are worth.
    with_kernels : what `known.kernels` returned.
    progress : told what is done, how much of it, and how much there is.

    An interruption (Ctrl-C) after the first futures returns the best answer so far, with was_stopped set.
    Raises InputError when the dice are not known, the game is over, or other numbers of rolls are to come.
    """
    rolls = _rolls_to_come(table)
    results = moves_by_sheet(sheet, table)
    candidates = [_Candidate(moves, after) for after, moves in results.items()]
    following = list(table)
    rules.end_half(following)
    speed = with_kernels or kernels(progress=progress)
    search = _Search(candidates, following, rolls, target, seed, also, speed)
    if only is not None:
        for candidate in candidates:
            candidate.may_lead = candidate.sheet in only or candidate.sheet in also
    part, whole = SHARE_OF_HINDSIGHT
    was_stopped = False
    try:
        search.look_back(work * part // whole, progress)
    except KeyboardInterrupt:
        if not search.best:
            raise
        was_stopped = True
    if not was_stopped:
        try:
            search.look_ahead(work - search.done, play_on, progress)
        except KeyboardInterrupt:
            was_stopped = True
    if not search.leaders[0].fresh:
        search.look_ahead(0, play_on, None)
    return search.estimates(was_stopped)


class _Search:
    """The futures of one position, solved and played on."""

    def __init__(
        self,
        candidates: list[_Candidate],
        table: list[int],
        rolls: int,
        target: int | None,
        seed: int | str,
        also: Sequence[Sheet],
        kernels: Kernels,
    ) -> None:
        self.candidates = candidates
        self.table = table
        self.rolls = rolls
        self.target = target
        self.also = frozenset(also)
        self.solver = KnownDice(kernels, ROOM_OF_FAR if rolls >= FAR else 1)
        self.cost = COST_OF_FAR if rolls >= FAR else 1
        self.known_dice = Stream.from_seed(seed).fork("hindsight")
        self.fresh_dice = Stream.from_seed(seed).fork("fresh futures")
        self.best: list[int] = []  # of each future, the best that any move allows
        self.leaders = list(candidates)
        self.solved = 0  # futures whose values are exact, not bounds
        self.unsolved = 0
        self.done = 0
        self.limit = FUTURE_LIMITS[0]
        self.aim = 0  # the score that is refuted first

    def look_back(self, work: int, progress: Progress | None) -> None:
        """Solve futures until so much work is done; at least FEWEST_FUTURES."""
        next_cut = FIRST_CUT
        self.limit = min(max(work // self.cost // FUTURES, FUTURE_LIMITS[0]), FUTURE_LIMITS[1])
        while self.done < work or len(self.best) < FEWEST_FUTURES:
            if progress is not None:
                progress(phrase("progress.futures"), min(self.done, work), work)
            self._solve_one()
            if len(self.best) == next_cut:
                next_cut *= 2
                self._cut()
        self.leaders = [leader for leader in self.leaders if leader.may_lead]
        self.leaders.sort(key=lambda item: (-mean_and_error(item.known)[0], item.moves[0]))

    def bound(self) -> tuple[float, float]:
        """Return what no player can expect to exceed, and the standard error of that."""
        whole = mean_and_error(self.best)
        if any(not candidate.known for candidate in self.candidates):
            return whole
        return min(whole, max(mean_and_error(candidate.known) for candidate in self.candidates))

    def _solve_one(self) -> None:
        future = _future(self.known_dice, self.rolls)
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
        near = set(self.also)
        for group in (self.leaders, [leader for leader in self.leaders if leader.may_lead]):
            first = max(group, key=lambda entry: mean_and_error(entry.known)[0])
            for item in group:
                loss, error = loss_and_error(first.known, item.known)
                if loss <= CLEARLY * error:
                    near.add(item.sheet)
        self.leaders = [leader for leader in self.leaders if leader.sheet in near]

    def look_ahead(self, work: int, play_on: PlayOn, progress: Progress | None) -> None:
        """Play on through fresh futures after the leading moves, at least through FEWEST_FRESH."""
        leading = self.leaders[:LEADING]
        cost = HALF_DAY_WORK * self.rolls * FEWEST_FRESH * len(leading)
        done = 0
        while done == 0 or done + cost <= work:
            if progress is not None:
                progress(phrase("progress.fresh"), min(done, max(0, work)), max(0, work))
            self._play(leading, FEWEST_FRESH, play_on)
            done += cost
        self.done += done

    def _play(self, candidates: Sequence[_Candidate], count: int, play_on: PlayOn) -> None:
        futures = [_future(self.fresh_dice, self.rolls) for _ in range(count)]
        scores = play_on([item.sheet for item in candidates], self.table, futures)
        for candidate, score in zip(candidates, scores, strict=True):
            candidate.fresh += score

    def estimates(self, was_stopped: bool) -> Estimates:
        """Return the answer: moves as hindsight orders them, worth what the leader is less what they lose."""
        chosen = self.leaders[0]
        value, error = mean_and_error([self._worth(score) for score in chosen.fresh])
        moves = []
        for candidate in self.candidates:
            if not candidate.known or not candidate.may_lead:
                continue
            loss, loss_error = loss_and_error(chosen.known, candidate.known)
            worth, worth_error = below(value, error, loss, loss_error, is_share=self.target is not None)
            bound, bound_error = mean_and_error(candidate.known)
            first, *equivalents = candidate.moves
            moves.append(
                MoveEstimate(
                    move=first,
                    equivalents=tuple(equivalents),
                    sheet=candidate.sheet,
                    value=worth,
                    error=worth_error,
                    samples=len(candidate.known),
                    loss=loss,
                    loss_error=loss_error,
                    bound=bound,
                    bound_error=bound_error,
                    scores=histogram(candidate.fresh) if candidate in self.leaders[:LEADING] else (),
                )
            )
        moves.sort(key=lambda item: (item.sheet != chosen.sheet, item.loss, item.move))
        bound, bound_error = self.bound()
        return Estimates(
            rolls=self.rolls,
            target=self.target,
            method="hindsight",
            moves=tuple(moves),
            is_clear=all(move.loss >= CALLED * move.loss_error and move.loss > 0 for move in moves[1:]),
            was_stopped=was_stopped,
            bound=bound,
            bound_error=bound_error,
            futures=len(self.best),
            solved=self.solved,
        )

    def _worth(self, score: int) -> int:
        return score if self.target is None else int(score >= self.target)


def bound(
    sheet: Sequence[int],
    table: Sequence[int],
    *,
    work: int,
    seed: int | str,
    with_kernels: Kernels | None = None,
    progress: Progress | None = None,
) -> tuple[float, float]:
    """Return what no player can expect to exceed with any number of rolls to come, and the standard error.

    The further the end, the looser: what a future can bring is bounded by counting what could be had at best.
    """
    candidates = [_Candidate(moves, after) for after, moves in moves_by_sheet(sheet, table).items()]
    following = list(table)
    rules.end_half(following)
    rolls: int = rules.OVER - following[rules.HALF]
    speed = with_kernels or kernels(progress=progress)
    search = _Search(candidates, following, rolls, None, seed, (), speed)
    search.unsolved = 2  # no use in trying to solve one
    search.look_back(work, progress)
    return search.bound()


def _future(dice: Stream, rolls: int) -> Future:
    return tuple(roll(dice) for _ in range(rolls))


def _rolls_to_come(table: Sequence[int]) -> int:
    """Return how many half-days are still to be rolled. Raises InputError where this module cannot help."""
    left: int = rules.OVER - table[rules.HALF]
    if left <= 0:
        raise InputError(phrase("troyes.advice.over"), field="table")
    if not rules.dice_known(table):
        raise InputError(phrase("troyes.advice.no_dice"), field="table.rolls")
    if not FEWEST_ROLLS <= left - 1 <= MOST_ROLLS:
        text = phrase("troyes.advice.hindsight", n=left - 1, fewest=FEWEST_ROLLS, most=MOST_ROLLS)
        raise InputError(text, field="table")
    return left - 1
