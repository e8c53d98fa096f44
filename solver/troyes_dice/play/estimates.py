"""What sampling says of every move: its mean over common futures, how sure that is, and what bounds it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import hypot

from pencilwright.games.troyes_dice.play.rules import Move
from pencilwright.solver.troyes_dice.exact.engine import Sheet
from pencilwright.solver.troyes_dice.play.samples import below


@dataclass(frozen=True)
class MoveEstimate:
    """One move and all that lead to the very same sheet.

    move : the first of them in the order of rules.legal_actions; `equivalents` are the others.
    sheet : the sheet after it.
    value : of the recommended move, the mean final score (with a target, the share of futures that reach it)
        over futures that had no part in choosing it, played on by a player who does not know them: what can
        really be had. Of another move, that less its `loss`.
    error : standard error of `value`.
    samples : futures behind the comparison with the recommended move.
    loss : how far the move lies below the recommended one on their common futures; 0 for that move, below 0
        where it came out ahead.
    loss_error : standard error of `loss` from the differences on common futures.
    bound : mean over futures with all dice known in advance: no player can do better after this move. None
        where it was not worked out.
    bound_error : standard error of `bound`.
    scores : (final score, how many futures) ascending, for the best few moves; () for the others.
    exact : the expected final score or chance itself where nothing was sampled, else None; None too where the
        method is "exact" and `value` only bounds what the move is worth.
    behind : `loss` and its error on all futures that both moves were played through, those among them that
        chose the recommended move; None where there are no others.
    """

    move: Move
    equivalents: tuple[Move, ...]
    sheet: Sheet
    value: float
    error: float
    samples: int
    loss: float
    loss_error: float
    bound: float | None = None
    bound_error: float | None = None
    scores: tuple[tuple[int, int], ...] = ()
    exact: Fraction | None = None
    behind: tuple[float, float] | None = None


CALLED = 2.0
"""So many standard errors of the difference make a lead clear to a reader."""


@dataclass(frozen=True)
class Estimates:
    """All moves of a position, the recommended one first, then by `loss`, equals in the rules' order.

    rolls : half-days still to be rolled after this one. target : as asked.
    method : "exact", "hindsight" or "rollouts".
    is_clear : the recommended move leads every other by at least two standard errors of the difference.
    was_stopped : the search was interrupted; this is the best answer so far.
    bound, bound_error : no player can expect more from this position, with that standard error; None where
        nothing was worked out.
    futures, solved : futures behind the bound, and how many of them were solved exactly; the others count
        with a bound of their own.
    ends : futures of the recommended move in which the last two rolls were played exactly; the values are
        those of play like that, `scores` those of games that the policy plays to their end.
    """

    rolls: int
    target: int | None
    method: str
    moves: tuple[MoveEstimate, ...]
    is_clear: bool
    was_stopped: bool = False
    bound: float | None = None
    bound_error: float | None = None
    futures: int = 0
    solved: int = 0
    ends: int = 0

    def by_value(self) -> Estimates:
        """Return the moves in the order of the values that people compare, the greatest being recommended.

        The solvers choose a move on some futures and judge it on others, where any of many others may come
        out ahead by chance. So here the losses are those on all these futures. Where another move then takes
        the first place, the two kinds of futures contradict each other, and nothing is clear.
        """
        old = self.moves[0]
        moves = [move if move is old else _pooled(move, old, self.target) for move in self.moves]
        moves.sort(key=lambda move: -move.value)
        best = moves[0]
        if best is old:
            return replace(self, moves=tuple(moves))
        return replace(self, moves=tuple(_rebased(move, best) for move in moves), is_clear=False)


def _pooled(move: MoveEstimate, best: MoveEstimate, target: int | None) -> MoveEstimate:
    """Return a move with its loss, and its value by that, on all futures that it and the best one share."""
    if move.behind is None:
        return move
    loss, loss_error = move.behind
    value, error = below(best.value, best.error, loss, loss_error, is_share=target is not None)
    return replace(move, value=value, error=error, loss=loss, loss_error=loss_error)


def _rebased(move: MoveEstimate, best: MoveEstimate) -> MoveEstimate:
    """Return a move with its loss against another best one; both were compared with the one before it."""
    error = 0.0 if move is best else hypot(best.loss_error, move.loss_error)
    return replace(move, loss=best.value - move.value, loss_error=error)
