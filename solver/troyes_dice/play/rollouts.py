"""The worth of every move with any number of rolls to come, from games that the fitted policy plays on.

1. *Choice.* All moves play through the same futures, far from the end LOOK_AHEAD half-days of them: there the
   fitted value of the sheet that they come to counts, since what luck does later says nothing of the move.
   After each round the better half stays, until one is left, the leader is clear, or half of the work is
   done. The fitted value of a move itself counts like BELIEF futures. Where hindsight (hindsight.py) solves
   enough futures, it decides between the leading ones.
2. *Fresh futures.* Every move plays through futures that had no part in the choice, the leading ones through
   more of them, to their end. Only these are shown: the greatest of many means over the futures that chose it
   would promise too much, and each loss is the mean of differences on common futures, so that all numbers
   speak of the same thing: games that the fitted policy plays on. Another leading move takes the first place
   only if it is ahead by CALLED standard errors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import hypot, sqrt
from statistics import median
from typing import Any

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.rules import Move
from pencilwright.solver import compiled, stream
from pencilwright.solver.compiled import Kernels, Progress
from pencilwright.solver.troyes_dice.exact import targets
from pencilwright.solver.troyes_dice.exact.engine import Sheet, moves_by_sheet
from pencilwright.solver.troyes_dice.exact.estimates import CALLED, Estimates, MoveEstimate
from pencilwright.solver.troyes_dice.play import features, policy
from pencilwright.solver.troyes_dice.play.hindsight import Hindsight
from pencilwright.solver.troyes_dice.play.player import BATCH, PLAIN_BATCH, PolicyPlayer
from pencilwright.solver.troyes_dice.play.policy import DICE_SIZE, SCALE
from pencilwright.solver.troyes_dice.play.samples import histogram, loss_and_error, mean_and_error, steady
from pencilwright.solver.wrapping_arithmetic import wrap
from pencilwright.templates.phrases import phrase

LookBack = Callable[..., Hindsight]
"""Weighs the moves that lead to the sheets `only` in hindsight, as hindsight.look_back."""

MODULES = (rules, stream, targets, features, policy)
WANTED = ("throw_all", "rate", "play_on")

LOOK_AHEAD = 3  # half-days
TO_THE_END = 6
"""With so many half-days to come, or fewer, futures are played to the end to choose a move, too."""
BELIEF = 16
FEWEST = 4  # futures a move plays through in a round of the choice, and of the fresh ones
FRESH = 16  # futures a leading move plays through at least
PORTION = 16  # futures after which an interruption keeps what was played
CLEAR_AFTER = 48  # futures before the leader may be called clear
CLEAR = 3.0  # standard errors by which it then leads every other
FINALISTS = 5
DISTRIBUTIONS = 3
NEAR = 4.0
"""Hindsight weighs moves that lie at most so many standard errors behind the leader."""


def kernels(*, plain: bool = False, progress: Progress | None = None) -> Kernels:
    """Return the kernels, compiled where numba is installed unless `plain`; see solver.compiled.load."""
    return compiled.load(MODULES, WANTED, plain=plain, progress=progress)


@dataclass
class _Candidate:
    """A sheet after a move with the moves that lead there, and what futures brought, each in its turn.

    fitted : in 1 / SCALE points. scores : final scores. chosen_by : what the futures that chose counted, see
    _Games.look.
    """

    moves: list[Move]
    sheet: Sheet
    fitted: int = 0
    scores: list[int] = field(default_factory=list)
    chosen_by: list[int] = field(default_factory=list)


class _Games:
    """Plays futures from sheets; counts the half-days."""

    def __init__(
        self, table: Sequence[int], target: int | None, speed: Kernels, progress: Progress | None
    ) -> None:
        self.speed = speed
        self.player = PolicyPlayer(speed)
        self.table = table
        self.rolls = rules.OVER - table[rules.HALF]
        self.target = target
        self.progress = progress
        self.done = 0
        self.work = 0

    @property
    def depth(self) -> int:
        """Return how many half-days are played to choose: to the end where a target is what counts."""
        return LOOK_AHEAD if self.target is None and self.rolls > TO_THE_END else self.rolls

    def look(self, candidates: Sequence[_Candidate], draws: Any, n: int) -> None:
        """Let every candidate play `depth` half-days of the next n futures; keep what they come to.

        That is in 1 / SCALE points; with a target 1 where it is reached, else 0.
        """
        scale = SCALE if self.depth == self.rolls and self.target is None else 1
        results = self._futures(candidates, draws, n, self.depth)
        for candidate, values in zip(candidates, results, strict=True):
            candidate.chosen_by += [
                scale * value if self.target is None else self.worth(value) for value in values
            ]

    def play(self, candidates: Sequence[_Candidate], draws: Any, n: int) -> None:
        """Play the next n futures of a stream from every candidate to the end; keep the final scores."""
        for candidate, scores in zip(
            candidates, self._futures(candidates, draws, n, self.rolls), strict=True
        ):
            candidate.scores += scores

    def _futures(self, candidates: Sequence[_Candidate], draws: Any, n: int, depth: int) -> list[list[int]]:
        """Return what each candidate comes to in each of the next n futures after so many half-days."""
        limit = BATCH if self.speed.is_compiled else PLAIN_BATCH
        results: list[list[int]] = [[] for _ in candidates]
        end = self.table[rules.HALF] + depth
        while n > 0:
            part = min(n, max(1, limit // depth))
            n -= part
            futures = self.speed.vector(part * DICE_SIZE)
            for future in range(part):
                self.speed.throw_all(draws, futures, future * DICE_SIZE)
            sheets = [item.sheet for item in candidates]
            values = self.player.through(sheets, self.table, futures, part, end, self._tell)
            for at, more in enumerate(values):
                results[at] += more
        return results

    def _tell(self, half_days: int) -> None:
        self.done += half_days
        if self.progress is not None:
            self.progress(phrase("progress.count.half_days"), min(self.done, self.work), self.work)

    def worth(self, score: int) -> int:
        """Return what a final score counts: itself, or whether it reaches the target."""
        return score if self.target is None else int(score >= self.target)


def best_moves(
    sheet: Sequence[int],
    table: Sequence[int],
    *,
    target: int | None = None,
    work: int,
    seed: int | str,
    also: Sequence[Sheet] = (),
    look_back: LookBack | None = None,
    with_kernels: Kernels | None = None,
    progress: Progress | None = None,
) -> Estimates:
    """Return what rollouts say of every legal move.

    Parameters
    ----------
    sheet, table : the position, the dice of its half-day on the table and their raid marked on the sheet; at
        least one half-day comes after it.
    target : maximise the share of games with this final score or more, instead of the mean final score. The
        games themselves are played on for the mean score.
    work : half-days to play in all, at most; but every move plays through FEWEST futures, and each leading
        one through FRESH, whatever that takes.
    seed : decides the futures.
    also : sheets after moves that play through as many fresh futures as the leading ones.
    look_back : weighs the leading moves in hindsight, and bounds them and the position.
    with_kernels : what `kernels` returned, to choose plain Python or to share them between calls.
    progress : told what is done, how much of it, and how much there is.

    The same arguments give the same answer. KeyboardInterrupt after the first PORTION of the choice ends the
    search; what is known by then is returned, after the FEWEST fresh futures that every move needs.

    Raises InputError when the dice are not known or no half-day is to come.
    """
    games = _Games(_next_half(table), target, with_kernels or kernels(progress=progress), progress)
    games.work = work
    candidates = _candidates(sheet, table, games)
    usual = candidates[0]
    ranked, was_stopped = _choose(candidates, games, work // 2, _stream(games, seed, "choice"))
    seen = None
    if look_back is not None and not was_stopped:
        try:
            seen = look_back(only=[item.sheet for item in ranked[:FINALISTS] if _is_near(ranked[0], item)])
            was_stopped = seen.was_stopped
        except KeyboardInterrupt:
            was_stopped = True
    if seen is not None and seen.decides:
        ranked.sort(key=lambda item: item.sheet != seen.order[0])
    leading = [
        *ranked[:FINALISTS],
        *(item for item in ranked[FINALISTS:] if item.sheet in (*also, usual.sheet)),
    ]
    draws = partial(_stream, games, seed, "fresh")
    was_stopped = _evaluate(ranked, leading, games, work, draws, was_stopped)
    result = _report(ranked, leading, games, was_stopped)
    return replace(result if seen is None else seen.on(result), usual=usual.sheet)


def _next_half(table: Sequence[int]) -> list[int]:
    if table[rules.HALF] >= rules.OVER - 1:
        raise InputError(phrase("troyes.advice.nothing_to_come"), field="table")
    if not rules.dice_known(table):
        raise InputError(phrase("troyes.advice.no_dice"), field="table.rolls")
    after = list(table)
    rules.end_half(after)
    return after


def _stream(games: _Games, seed: int | str, label: str) -> Any:
    """Return the futures of a label; those of two half-days of a game have nothing in common."""
    return games.speed.vector([wrap(Stream.from_seed(seed).fork(f"{label} {games.rolls}").state)])


def _candidates(sheet: Sequence[int], table: Sequence[int], games: _Games) -> list[_Candidate]:
    """Return every distinct sheet after a move, the greatest fitted value first."""
    moves = moves_by_sheet(sheet, table)
    results = [_Candidate(move, after) for after, move in moves.items()]
    for item, value in zip(results, games.player.ratings(table, list(moves)), strict=True):
        item.fitted = value
    results.sort(key=lambda entry: (-entry.fitted, entry.moves[0]))
    return results


def _choose(
    candidates: Sequence[_Candidate], games: _Games, work: int, draws: Any
) -> tuple[list[_Candidate], bool]:
    """Return the candidates, those first that stood longest, and whether this was interrupted."""
    allowed = work // games.depth  # futures
    many = max(1, allowed // (2 * FEWEST))
    left, behind = list(candidates[:many]), list(candidates[many:])
    rounds = max(1, (len(left) - 1).bit_length())

    def by_promise(item: _Candidate) -> tuple[float, Move]:
        return -_promise(item, games), item.moves[0]

    try:
        for _ in range(rounds):
            futures = max(FEWEST, allowed // (rounds * len(left)))
            for start in range(0, futures, PORTION):
                games.look(left, draws, min(PORTION, futures - start))
            left.sort(key=by_promise)
            if _is_clear(left):
                break
            half = (len(left) + 1) // 2
            left, behind = left[:half], left[half:] + behind
    except KeyboardInterrupt:
        if not left[0].chosen_by:
            raise
        return sorted(left, key=by_promise) + behind, True
    return left + behind, False


def _promise(item: _Candidate, games: _Games) -> float:
    """Return the mean worth of a candidate, its fitted value counted like BELIEF futures."""
    belief = BELIEF if games.target is None else 0
    return (sum(item.chosen_by) + belief * item.fitted) / (len(item.chosen_by) + belief)


def _is_near(leader: _Candidate, other: _Candidate) -> bool:
    """Return whether a candidate may be as good as the leader, by the futures that chose it."""
    loss, error = loss_and_error(leader.chosen_by, other.chosen_by)
    return other is leader or (bool(other.chosen_by) and loss <= NEAR * error)


def _is_clear(left: Sequence[_Candidate]) -> bool:
    """Return whether the first candidate leads all others by CLEAR standard errors."""
    if len(left[0].chosen_by) < CLEAR_AFTER:
        return False
    for other in left[1:]:
        loss, error = loss_and_error(left[0].chosen_by, other.chosen_by)
        if loss < CLEAR * error or loss <= 0:
            return False
    return True


def _evaluate(
    ranked: Sequence[_Candidate],
    leading: Sequence[_Candidate],
    games: _Games,
    work: int,
    draws: Callable[[], Any],
    was_stopped: bool,
) -> bool:
    """Play fresh futures, the leading moves first, the others through some of the same; return if stopped.

    draws : returns their stream from its beginning.
    """
    left = (work - games.done) // games.rolls
    others = [item for item in ranked if item not in leading]
    few = max(FEWEST, min(left, work // games.rolls // 4) // len(ranked))
    most = max(FRESH, (left - few * len(others)) // len(leading))
    portion = max(FEWEST, (BATCH if games.speed.is_compiled else PLAIN_BATCH) // games.rolls // len(leading))
    futures = draws()
    try:
        while (played := len(leading[0].scores)) < most and not (was_stopped and played):
            games.play(leading, futures, min(portion, most - played))
        if not was_stopped:
            games.play(others, draws(), few)
    except KeyboardInterrupt:
        was_stopped = True
    if was_stopped:
        games.progress = None
        for item in others:
            item.scores = []
        if not leading[0].scores:
            games.play(leading, draws(), FEWEST)
        games.play(others, draws(), FEWEST)
    return was_stopped


def _report(
    ranked: Sequence[_Candidate], leading: Sequence[_Candidate], games: _Games, was_stopped: bool
) -> Estimates:
    """Return what fresh futures say: of one candidate its mean, of the others what they lose to it."""
    worths = {item.sheet: [games.worth(score) for score in item.scores] for item in ranked}

    def behind(best: _Candidate, other: _Candidate) -> list[int]:
        return [a - b for a, b in zip(worths[best.sheet], worths[other.sheet], strict=False)]

    spread = _deviation([worths[item.sheet] for item in leading])
    apart = _deviation([behind(ranked[0], item) for item in leading[1:]])
    leads = [_steady(behind(item, ranked[0]), apart) for item in leading[1:]]
    surely = [0.0, *(lead - CALLED * error for lead, error in leads)]
    leader = leading[surely.index(max(surely))]
    value, error = _steady(worths[leader.sheet], spread)
    results = []
    for candidate in ranked:
        own, differences = worths[candidate.sheet], behind(leader, candidate)
        loss, loss_error = (0.0, 0.0) if candidate is leader else _steady(differences, apart)
        worth, worth_error = _steady(own, spread)
        if len(own) < len(worths[leader.sheet]):
            worth, worth_error = value - loss, hypot(error, loss_error)
            worth = worth if games.target is None else min(1.0, max(0.0, worth))
        results.append(
            MoveEstimate(
                move=candidate.moves[0],
                equivalents=tuple(candidate.moves[1:]),
                sheet=candidate.sheet,
                value=worth,
                error=worth_error,
                samples=len(differences),
                loss=loss,
                loss_error=loss_error,
                scores=histogram(candidate.scores),
            )
        )
    well = {candidate.sheet for candidate in leading}
    results.sort(key=lambda move: (move.sheet != leader.sheet, move.sheet not in well, move.loss, move.move))
    moves = [
        move if place < DISTRIBUTIONS else replace(move, scores=()) for place, move in enumerate(results)
    ]
    is_clear = all(move.loss > 0 and move.loss >= CALLED * move.loss_error for move in moves[1:])
    return Estimates(games.rolls, games.target, "rollouts", tuple(moves), is_clear, was_stopped)


def _deviation(rows: Sequence[Sequence[int]]) -> float:
    """Return the usual standard deviation of rows of values."""
    return median([mean_and_error(row)[1] * sqrt(len(row)) for row in rows]) if rows else 0.0


def _steady(values: Sequence[int], usual: float) -> tuple[float, float]:
    mean, error = mean_and_error(values)
    return mean, steady(error, len(values), usual)
