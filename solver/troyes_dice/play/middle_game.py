"""Three rolls to come or more: rollouts choose candidates, hindsight decides between them and bounds all.

Rollouts are cheap and see every move, but the policy that plays them on is not perfect. Hindsight is nearly
perfect, but each of its futures is a whole search. So rollouts leave a few candidates, hindsight solves the
same futures for these, and its mean decides if enough of them could be solved in the work allowed.
Where they could not, the order is that of the rollouts. The bound holds in any case.

The value of the recommended move is what our own play scores after it, with exact play at the end
(final_scores.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice.play import rules
from pencilwright.solver.compiled import Kernels, Progress
from pencilwright.solver.troyes_dice.exact import engine
from pencilwright.solver.troyes_dice.exact.engine import Sheet
from pencilwright.solver.troyes_dice.play import hindsight, rollouts
from pencilwright.solver.troyes_dice.play.estimates import Estimates, MoveEstimate
from pencilwright.solver.troyes_dice.play.final_scores import ExactEnds
from pencilwright.solver.troyes_dice.play.player import PolicyPlayer
from pencilwright.solver.troyes_dice.play.samples import below, mean_and_error

MOST_CANDIDATES = 8
NEAR = 4.0
"""A candidate lies at most so many standard errors behind the leader of the rollouts."""
ENOUGH, SOLVED = 60, 0.9
"""Hindsight decides when it has so many futures, and this share of them is solved exactly."""


def best_moves(
    sheet: Sequence[int],
    table: Sequence[int],
    *,
    target: int | None = None,
    work: tuple[int, int],
    ends: int = 0,
    seed: int | str,
    also: Sequence[Sheet] = (),
    progress: Progress | None = None,
) -> Estimates:
    """Return what every legal move is worth; parameters as of rollouts.best_moves.

    work : of the rollouts, and of hindsight, each in its own measure.
    ends : futures at whose end the recommended move is played on exactly; 0 with a target.
    """
    speed = rollouts.kernels(progress=progress)
    ours, theirs = work
    played = rollouts.best_moves(
        sheet, table, target=target, work=ours, seed=seed, also=also, with_kernels=speed, progress=progress
    )
    if played.was_stopped:
        return played
    if played.rolls > hindsight.MOST_ROLLS:
        return _bounded(played, sheet, table, work=theirs // played.rolls, seed=seed, progress=progress)
    only = [move.sheet for move in played.moves[:MOST_CANDIDATES] if move.loss <= NEAR * move.loss_error]
    try:
        solved = hindsight.best_moves(
            sheet,
            table,
            PolicyPlayer(speed).scores,
            target=target,
            work=theirs,
            seed=seed,
            only=only,
            also=also,
            progress=progress,
        )
    except KeyboardInterrupt:
        return replace(played, was_stopped=True)
    result = _joined(played, solved)
    if ends == 0 or result.was_stopped:
        return result
    try:
        return _with_ends(result, table, ends, seed, PolicyPlayer(speed), engine.kernels(progress=progress))
    except KeyboardInterrupt:
        return replace(result, was_stopped=True)


def _bounded(
    played: Estimates,
    sheet: Sequence[int],
    table: Sequence[int],
    *,
    work: int,
    seed: int | str,
    progress: Progress | None,
) -> Estimates:
    """Return what rollouts say with a bound for the position."""
    try:
        bound, error = hindsight.bound(sheet, table, work=work, seed=seed, progress=progress)
    except KeyboardInterrupt:
        return replace(played, was_stopped=True)
    return replace(played, bound=bound, bound_error=error)


def _with_ends(
    result: Estimates,
    table: Sequence[int],
    futures: int,
    seed: int | str,
    player: PolicyPlayer,
    exact: Kernels,
) -> Estimates:
    """Return the moves worth more by what exact play at the end gains after the one that is shown first."""
    following = list(table)
    rules.end_half(following)
    dice = Stream.from_seed(seed).fork("exact ends")
    play = ExactEnds(result.by_value().moves[0].sheet, following, dice, player, exact)
    gain, error = mean_and_error([play.gain() for _ in range(futures)])
    return replace(result, moves=tuple(_raised(move, gain, error) for move in result.moves), ends=futures)


def _raised(move: MoveEstimate, gain: float, gain_error: float) -> MoveEstimate:
    value, error = below(move.value, move.error, -gain, gain_error)
    return replace(move, value=value, error=error)


def _joined(played: Estimates, solved: Estimates) -> Estimates:
    """Return the order of hindsight where it solved enough futures, else that of the rollouts."""
    if solved.futures >= ENOUGH and solved.solved >= SOLVED * solved.futures:
        return _by_hindsight(played, solved)
    bounds = {move.sheet: move for move in solved.moves}
    moves = [
        replace(move, bound=bounds[move.sheet].bound, bound_error=bounds[move.sheet].bound_error)
        if move.sheet in bounds
        else move
        for move in played.moves
    ]
    return replace(
        solved,
        method="rollouts",
        moves=tuple(moves),
        is_clear=played.is_clear,
        was_stopped=solved.was_stopped,
    )


def _by_hindsight(played: Estimates, solved: Estimates) -> Estimates:
    """Return the candidates in the order of hindsight, then the others, which the rollouts put behind."""
    leader = solved.moves[0]
    candidates = {move.sheet: move for move in solved.moves}
    first = candidates[played.moves[0].sheet]
    others = [
        _behind(move, leader, first, is_share=solved.target is not None)
        for move in played.moves
        if move.sheet not in candidates
    ]
    return replace(solved, moves=(*solved.moves, *others))


def _behind(move: MoveEstimate, leader: MoveEstimate, first: MoveEstimate, *, is_share: bool) -> MoveEstimate:
    """Return what rollouts say of a move against their own first one, as seen from hindsight's leader."""
    loss, loss_error = below(first.loss, first.loss_error, -move.loss, move.loss_error)
    value, error = below(leader.value, leader.error, loss, loss_error, is_share=is_share)
    behind = None
    if move.behind is not None:
        more, more_error = move.behind
        behind = below(first.loss, first.loss_error, -more, more_error)
    return replace(move, value=value, error=error, loss=loss, loss_error=loss_error, scores=(), behind=behind)
