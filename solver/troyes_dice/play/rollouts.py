"""The worth of every move with any number of rolls to come, from games that the fitted policy plays on.

1. *Choice.* All moves play through the same futures, far from the end LOOK_AHEAD half-days of them: there the
   fitted value of the sheet that they come to counts, since what luck does later says nothing of the move.
   After each round the better half stays, until one is left, the leader is clear, or half of the work is
   done. The fitted value of a move itself counts like BELIEF futures.
2. *Fresh futures.* The recommended move is settled now. Every move plays through futures that had no part
   in the choice, and the last ones standing through more of them. Only these are shown: the greatest of many
   means over the futures that chose it would promise too much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.rules import Move
from pencilwright.solver import compiled, stream
from pencilwright.solver.compiled import Kernels, Progress
from pencilwright.solver.troyes_dice.exact import targets
from pencilwright.solver.troyes_dice.exact.engine import Sheet, moves_by_sheet
from pencilwright.solver.troyes_dice.play import features, policy
from pencilwright.solver.troyes_dice.play.estimates import CALLED, Estimates, MoveEstimate
from pencilwright.solver.troyes_dice.play.policy import DICE_SIZE, SCALE
from pencilwright.solver.troyes_dice.play.samples import below, histogram, loss_and_error, mean_and_error
from pencilwright.solver.troyes_dice.play.weights import fitted_weights
from pencilwright.solver.wrapping_arithmetic import wrap
from pencilwright.templates.phrases import phrase

MODULES = (rules, stream, targets, features, policy)
WANTED = ("throw_all", "rate", "play_on", "look_ahead")

LOOK_AHEAD = 3  # half-days
TO_THE_END = 6
"""With so many half-days to come, or fewer, futures are played to the end to choose a move, too."""
BELIEF = 16
FEWEST = 4  # futures a move plays through in a round of the choice, and of the fresh ones
PORTION = 16  # futures after which an interruption keeps what was played
CLEAR_AFTER = 48  # futures before the leader may be called clear
CLEAR = 3.0  # standard errors by which it then leads every other
FINALISTS = 6
DISTRIBUTIONS = 3
BATCH = 16_000  # half-days in one call of the kernels, about a tenth of a second
PLAIN_BATCH = 60


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
        self.player = policy.new_player(speed, fitted_weights())
        self.table = speed.vector(table)
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
        result = self._futures(candidates, draws, n, self.depth)
        for candidate, values in zip(candidates, result, strict=True):
            candidate.chosen_by += values if self.target is None else [self.worth(value) for value in values]

    def play(self, candidates: Sequence[_Candidate], draws: Any, n: int) -> None:
        """Play the next n futures of a stream from every candidate to the end; keep the final scores."""
        for candidate, scores in zip(candidates, self._futures(candidates, draws, n, None), strict=True):
            candidate.scores += scores

    def _futures(
        self, candidates: Sequence[_Candidate], draws: Any, n: int, depth: int | None
    ) -> list[list[int]]:
        """Return what each candidate comes to in each of the next n futures after so many half-days.

        depth : with None, and with a target, the final score counts, else the fitted value.
        """
        limit = BATCH if self.speed.is_compiled else PLAIN_BATCH
        results: list[list[int]] = [[] for _ in candidates]
        far = depth or self.rolls
        while n > 0:
            part = min(n, max(1, limit // far))
            n -= part
            futures = self.speed.vector(part * DICE_SIZE)
            for future in range(part):
                self.speed.throw_all(draws, futures, future * DICE_SIZE)
            many = max(1, limit // (part * far))
            for start in range(0, len(candidates), many):
                batch = candidates[start : start + many]
                sheets = self.speed.vector([number for item in batch for number in item.sheet])
                out = self.speed.vector(len(batch) * part)
                given = self.player, self.table, sheets, len(batch), futures, part
                if depth is None or self.target is not None:
                    self.speed.play_on(*given, out)
                else:
                    self.speed.look_ahead(*given, depth, out)
                values = [int(value) for value in out]
                for index in range(len(batch)):
                    results[start + index] += values[part * index : part * (index + 1)]
                self.done += len(batch) * part * far
                if self.progress is not None:
                    self.progress(phrase("progress.half_days"), min(self.done, self.work), self.work)
        return results

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
    work : half-days to play in all, at most; but every move plays through FEWEST futures whatever that takes.
    seed : decides the futures.
    also : sheets after moves that play through as many fresh futures as the last ones standing.
    with_kernels : what `kernels` returned, to choose plain Python or to share them between calls.
    progress : told what is done, how much of it, and how much there is.

    The same arguments give the same answer. KeyboardInterrupt after the first round of the choice ends the
    search; what is known by then is returned, after the FEWEST fresh futures that every move needs.

    Raises InputError when the dice are not known or no half-day is to come.
    """
    games = _Games(_next_half(table), target, with_kernels or kernels(progress=progress), progress)
    games.work = work
    candidates = _candidates(sheet, table, games)
    leader, finalists, was_stopped = _choose(candidates, games, work // 2, _stream(games, seed, "choice"))
    finalists = finalists + [
        candidate for candidate in candidates if candidate.sheet in also and candidate not in finalists
    ]
    was_stopped = _evaluate(candidates, finalists, games, work, _stream(games, seed, "fresh"), was_stopped)
    return _report(candidates, leader, games, was_stopped)


def choose(
    sheet: Sequence[int], table: Sequence[int], *, work: int, seed: int | str, with_kernels: Kernels
) -> Sheet:
    """Return the sheet after the move that `best_moves` recommends for twice the work, without estimates."""
    games = _Games(_next_half(table), None, with_kernels, None)
    candidates = _candidates(sheet, table, games)
    return _choose(candidates, games, work, _stream(games, seed, "choice"))[0].sheet


def _next_half(table: Sequence[int]) -> list[int]:
    if table[rules.HALF] >= rules.OVER - 1:
        raise InputError(phrase("troyes.advice.nothing_to_come"), field="table")
    if not rules.dice_known(table):
        raise InputError(phrase("troyes.advice.no_dice"), field="table.rolls")
    after = list(table)
    rules.end_half(after)
    return after


def _stream(games: _Games, seed: int | str, label: str) -> Any:
    return games.speed.vector([wrap(Stream.from_seed(seed).fork(label).state)])


def _candidates(sheet: Sequence[int], table: Sequence[int], games: _Games) -> list[_Candidate]:
    """Return every distinct sheet after a move, the greatest fitted value first."""
    moves = moves_by_sheet(sheet, table)
    results = [_Candidate(move, after) for after, move in moves.items()]
    vector = games.speed.vector
    values = vector(len(results))
    question = vector([number for entry in results for number in entry.sheet])
    games.speed.rate(games.player, vector(table), question, len(results), values)
    for item, value in zip(results, values, strict=True):
        item.fitted = int(value)
    results.sort(key=lambda entry: (-entry.fitted, entry.moves[0]))
    return results


def _choose(
    candidates: list[_Candidate], games: _Games, work: int, draws: Any
) -> tuple[_Candidate, list[_Candidate], bool]:
    """Return the leader, the candidates that stood longest, and whether this was interrupted."""
    allowed = work // games.depth  # futures
    left = candidates[: max(1, allowed // (2 * FEWEST))]
    finalists = left[:FINALISTS]
    rounds = max(1, (len(left) - 1).bit_length())
    first = True
    try:
        for _ in range(rounds):
            futures = max(FEWEST, allowed // (rounds * len(left)))
            for start in range(0, futures, PORTION):
                games.look(left, draws, min(PORTION, futures - start))
                first = False
            left.sort(key=lambda item: (-_promise(item, games), item.moves[0]))
            if len(left) > 1:
                finalists = left[:FINALISTS]
            if _is_clear(left, games):
                break
            left = left[: (len(left) + 1) // 2]
    except KeyboardInterrupt:
        if first:
            raise
        left.sort(key=lambda entry: (-_promise(entry, games), entry.moves[0]))
        return left[0], left[:FINALISTS], True
    return left[0], finalists, False


def _promise(item: _Candidate, games: _Games) -> float:
    """Return the mean worth of a candidate, its fitted value counted like BELIEF futures."""
    belief = BELIEF if games.target is None else 0
    return (sum(item.chosen_by) + belief * item.fitted) / (len(item.chosen_by) + belief)


def _is_clear(left: Sequence[_Candidate], games: _Games) -> bool:
    """Return whether the first candidate leads all others by CLEAR standard errors."""
    if len(left[0].chosen_by) < CLEAR_AFTER:
        return False
    for other in left[1:]:
        loss, error = loss_and_error(left[0].chosen_by, other.chosen_by)
        if loss < CLEAR * error or loss <= 0:
            return False
    return True


def _evaluate(
    candidates: list[_Candidate],
    finalists: list[_Candidate],
    games: _Games,
    work: int,
    draws: Any,
    was_stopped: bool,
) -> bool:
    """Play fresh futures, all moves through the same, finalists through more; return whether interrupted."""
    allowed = (work - games.done) // games.rolls
    futures = max(FEWEST, min(allowed, work // games.rolls // 4) // len(candidates))
    if was_stopped:
        futures = FEWEST
        games.progress = None
    try:
        games.play(candidates, draws, futures)
    except KeyboardInterrupt:
        was_stopped = True
        games.progress = None
        for candidate in candidates:
            candidate.scores = []
        games.play(candidates, draws, FEWEST)
    allowed = (work - games.done) // games.rolls // len(finalists)
    limit = max(FEWEST, (BATCH if games.speed.is_compiled else PLAIN_BATCH) // games.rolls // len(finalists))
    if was_stopped:
        games.play(finalists, draws, limit)
    try:
        while allowed > 0 and not was_stopped:
            futures = min(allowed, limit)
            games.play(finalists, draws, futures)
            allowed -= futures
    except KeyboardInterrupt:
        was_stopped = True
    return was_stopped


def _differences(best: Sequence[int], other: Sequence[int], games: _Games) -> list[int]:
    """Return how far one lies below the other on each of their common futures."""
    return [games.worth(a) - games.worth(b) for a, b in zip(best, other, strict=False)]


def _report(candidates: list[_Candidate], leader: _Candidate, games: _Games, was_stopped: bool) -> Estimates:
    value, error = mean_and_error([games.worth(score) for score in leader.scores])
    results = []
    for candidate in candidates:
        fresh = _differences(leader.scores, candidate.scores, games)
        loss, loss_error = mean_and_error(fresh)
        unit = SCALE if games.target is None else 1
        chosen = [a - b for a, b in zip(leader.chosen_by, candidate.chosen_by, strict=False)]
        behind, behind_error = mean_and_error(chosen + [unit * difference for difference in fresh])
        worth, worth_error = below(value, error, loss, loss_error, is_share=games.target is not None)
        results.append(
            MoveEstimate(
                move=candidate.moves[0],
                equivalents=tuple(candidate.moves[1:]),
                sheet=candidate.sheet,
                value=worth,
                error=worth_error,
                samples=len(candidate.scores),
                loss=loss,
                loss_error=loss_error,
                behind=(behind / unit, behind_error / unit),
                scores=histogram(candidate.scores),
            )
        )
    results.sort(key=lambda move: (move.sheet != leader.sheet, move.loss, move.move))
    moves = [
        move if place < DISTRIBUTIONS else replace(move, scores=()) for place, move in enumerate(results)
    ]
    is_clear = all(move.loss > 0 and move.loss >= CALLED * move.loss_error for move in moves[1:])
    return Estimates(games.rolls, games.target, "rollouts", tuple(moves), is_clear, was_stopped)
