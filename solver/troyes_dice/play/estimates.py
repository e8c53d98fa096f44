"""What sampling says of every move: its mean over common futures, how sure that is, and what bounds it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import hypot

from pencilwright.games.troyes_dice.rules import Move
from pencilwright.solver.troyes_dice.exact.engine import Sheet


@dataclass(frozen=True)
class MoveEstimate:
    """One move and all that lead to the very same sheet.

    move : the first of them in the order of rules.legal_moves; `equivalents` are the others.
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
    exact : the expected final score or chance itself where nothing was sampled, else None.
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

    def by_value(self) -> Estimates:
        """Return the moves in the order of their values, the greatest being recommended.

        The solvers choose a move on some futures and judge it on others, where another may come out ahead.
        People compare the values that they see, so the losses here are those behind the greatest. Where it
        took the first place from the move chosen, its value is a little too high: it was found by looking.
        """
        moves = sorted(self.moves, key=lambda move: -move.value)
        best = moves[0]
        if best is self.moves[0]:
            return replace(self, moves=tuple(moves))
        moves = [_behind(move, best) for move in moves]
        is_clear = all(move.loss > 0 and move.loss >= CALLED * move.loss_error for move in moves[1:])
        return replace(self, moves=tuple(moves), is_clear=is_clear)


def _behind(move: MoveEstimate, best: MoveEstimate) -> MoveEstimate:
    """Return a move with its loss against another first one; both were compared with the one before it."""
    error = 0.0 if move is best else hypot(best.loss_error, move.loss_error)
    return replace(move, loss=best.value - move.value, loss_error=error)
