"""The best move of any position under chance: by the method that the number of rolls to come asks for.

- up to 2 rolls: expectimax.py, exact; with little time only where that is certain to be little work;
- 3, where kernels are compiled and there is a second or more: three_rolls.py, the best move exactly, unless
  it gives up at a limit of work;
- else rollouts.py, futures sampled and played on by the fitted policy; with 3 to 6, hindsight.py decides
  between the leading moves by futures solved with all their dice known, and with any number it gives
  an upper bound, which is looser the further the end.

The time given is turned into an amount of work beforehand, at fixed rates, so that the same position, time
and seed give the same answer on every computer; a slower one takes longer.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice.answer import Reason
from pencilwright.games.troyes_dice.example import roll
from pencilwright.games.troyes_dice.play import rules
from pencilwright.solver import compiled
from pencilwright.solver.compiled import Progress
from pencilwright.solver.troyes_dice.exact import expectimax, three_rolls
from pencilwright.solver.troyes_dice.exact.engine import Sheet, WorkLimit
from pencilwright.solver.troyes_dice.exact.estimates import Estimates, MoveEstimate
from pencilwright.solver.troyes_dice.play import hindsight, rollouts
from pencilwright.solver.troyes_dice.play.player import PolicyPlayer
from pencilwright.solver.troyes_dice.play.reasons import FUTURES, PLAIN_FUTURES, reasons_between
from pencilwright.solver.troyes_dice.play.samples import mean_and_error
from pencilwright.solver.view import Between
from pencilwright.templates.phrases import phrase

HINDSIGHT, ROLLOUTS = "hindsight", "rollouts"
MOST_SECONDS = 3600.0
TWO_ROLLS_SECONDS = 0.2
"""Less time is enough for two rolls exactly only where the first room of expectimax.py is."""
THREE_ROLLS_SECONDS = 1.0
"""Less time is not enough for three rolls exactly."""
THREE_ROLLS_WORK = 400_000
"""Values before the last roll that it may work out for each second given: it may be late, but not by far."""
STOPPED_SECONDS = 0.5
"""For an answer by rollouts where exact work with three rolls to come was interrupted."""

# Work a second of the slowest computer that we have measured; without numba, of plain Python.
SHARES = {HINDSIGHT: 0.4, ROLLOUTS: 0.8}
"""Of the time, for rollouts, where hindsight, or the bound alone, has the rest."""
BOUND_SECONDS = 1.0
"""In less time far from the end there is no bound."""
HINDSIGHT_SECONDS = 0.4
"""In less time hindsight sees too few futures to decide, and takes longer than it is given."""
FEWEST_FUTURES = 30
WORK = {HINDSIGHT: (5_000_000, 50_000), ROLLOUTS: (100_000, 600)}


def best_moves(
    sheet: Sequence[int],
    table: Sequence[int],
    *,
    target: int | None = None,
    seconds: float = 5.0,
    seed: int | str = "advice",
    also: Sequence[Sheet] = (),
    progress: Progress | None = None,
) -> Estimates:
    """Return what every legal move is worth, the best first.

    Parameters
    ----------
    sheet, table : the position, the dice of its half-day placed and their raid marked.
    target : maximise the chance of this final score or more, instead of the expected final score.
    seconds : how long sampling may take, as work at fixed rates; exact answers take what they need.
    seed : decides the futures that are sampled.
    also : sheets after moves that shall be weighed as well as the best ones, whatever they are worth.
    progress : told what is done, how much of it, and how much there is.

    A KeyboardInterrupt while sampling ends it: the answer is then the best so far, with `was_stopped`.
    Raises InputError when the dice are not known, the game is over, or `seconds` is out of range.
    """
    if not 0 < seconds <= MOST_SECONDS:
        raise InputError(phrase("troyes.advice.time", most=f"{MOST_SECONDS:.0f}"), field="time")
    rolls = rules.OVER - 1 - table[rules.HALF]
    method = HINDSIGHT if rolls <= hindsight.MOST_ROLLS else ROLLOUTS
    quick_enough = seconds >= THREE_ROLLS_SECONDS and compiled.can_compile()
    if rolls <= expectimax.MOST_ROLLS or (rolls == three_rolls.ROLLS and quick_enough):
        work = round(THREE_ROLLS_WORK * seconds)
        try:
            return expectimax.best_moves(
                sheet, table, target=target, also=also, work=work, progress=progress,
                is_short=rolls == expectimax.MOST_ROLLS and seconds < TWO_ROLLS_SECONDS,
            )  # fmt: skip
        except WorkLimit:
            pass
        except KeyboardInterrupt:
            work = _work(ROLLOUTS, STOPPED_SECONDS)
            quick = rollouts.best_moves(
                sheet, table, target=target, work=work, seed=seed, also=also, progress=progress
            )
            return replace(quick, was_stopped=True)
    look_back, share = None, 1.0
    is_bounded = seconds >= BOUND_SECONDS and (method == HINDSIGHT or target is None)
    is_near = expectimax.MOST_ROLLS < rolls < hindsight.FAR
    if is_bounded or (is_near and seconds >= HINDSIGHT_SECONDS):
        share = SHARES[method]
        look_back = partial(
            hindsight.look_back, sheet, table, target=target, seed=seed, progress=progress,
            work=_work(HINDSIGHT, (1 - share) * seconds) // (1 if method == HINDSIGHT else rolls),
        )  # fmt: skip
    work = _work(ROLLOUTS, share * seconds)
    return rollouts.best_moves(
        sheet, table, target=target, work=work, seed=seed, also=also, look_back=look_back, progress=progress
    )


def _work(method: str, seconds: float) -> int:
    quick, plain = WORK[method]
    return max(1, round(seconds * (quick if compiled.can_compile() else plain)))


def expected(
    sheet: Sequence[int], table: Sequence[int], *, seconds: float = 5.0, seed: int | str = "advice"
) -> tuple[float, float]:
    """Return what a position is worth before its dice are rolled, and the standard error.

    Exact (error 0) with at most two half-days to be played, else the mean of games by the fitted policy.
    """
    to_play = rules.OVER - table[rules.HALF]
    if to_play <= expectimax.MOST_ROLLS:
        with suppress(WorkLimit):
            return float(expectimax.expected(sheet, table)), 0.0
    count = max(FEWEST_FUTURES, _work(ROLLOUTS, seconds) // to_play)
    dice = Stream.from_seed(seed).fork("expected")
    futures = [[roll(dice) for _ in range(to_play)] for _ in range(count)]
    (scores,) = PolicyPlayer(rollouts.kernels()).scores([sheet], table, futures)
    return mean_and_error(scores)


def usual(
    sheet: Sequence[int], table: Sequence[int], *, seconds: float = 5.0, seed: int | str = "advice"
) -> MoveEstimate:
    """Return the fitted policy's own move, worth what its games bring; a half-day is to come."""
    result = rollouts.best_moves(sheet, table, work=_work(ROLLOUTS, seconds), seed=seed)
    (own,) = (move for move in result.moves if move.sheet == result.usual)
    return replace(own, loss_error=own.error)


def reasons(
    table: Sequence[int], result: Estimates, *, seconds: float = 5.0, seed: int | str = "advice"
) -> Sequence[Reason]:
    """Return in which scoring lines the best move's games end ahead of the next one's; see reasons.py.

    table : that of the position, its dice placed. result : what `best_moves` returned.
    seconds : within which.
    """
    if len(result.moves) < 2:
        return []
    best, other = result.moves[:2]
    return between(table, best.sheet, other.sheet, seconds=seconds, seed=seed).reasons


def between(
    table: Sequence[int], best: Sheet, other: Sheet, *, seconds: float = 5.0, seed: int | str = "advice"
) -> Between[Reason]:
    """Return how the games after two moves differ; parameters as of `reasons`, with the sheets after them."""
    following = list(table)
    rules.end_half(following)
    to_play = rules.OVER - following[rules.HALF]
    player = PolicyPlayer(rollouts.kernels())
    usual = FUTURES if player.kernels.is_compiled else PLAIN_FUTURES
    count = min(usual, max(FEWEST_FUTURES, round(usual * seconds)))
    dice = Stream.from_seed(seed).fork("reasons")
    futures = [[roll(dice) for _ in range(to_play)] for _ in range(count)]

    def finish(after: Sheet, future: int) -> Sheet:
        return player.final_sheet(after, following, futures[future])

    return reasons_between(best, other, finish, count)
