"""What every move is worth, exactly or by its mean over common futures, how sure that is, what bounds it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pencilwright.games.troyes_dice.play.rules import Move
from pencilwright.solver.troyes_dice.exact.engine import Sheet


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
    scores : (final score, how many futures or rolls) ascending, for the best few moves; () for the others.
        Exact play behind it takes, among moves of equal value, the first in the order of rules.legal_actions.
    exact : the expected final score or chance itself where nothing was sampled, else None.
    is_bound : the move is worth no more than `exact`, perhaps less.
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
    is_bound: bool = False


CALLED = 2.0
"""So many standard errors of the difference make a lead clear to a reader."""


@dataclass(frozen=True)
class Estimates:
    """All moves of a position: the recommended one, those weighed as well as it, the others; each by `loss`.

    rolls : half-days still to be rolled after this one. target : as asked.
    method : "exact", "hindsight" or "rollouts".
    is_clear : the recommended move leads every other by at least two standard errors of the difference.
    was_stopped : the search was interrupted; this is the best answer so far.
    bound, bound_error : no player can expect more from this position, with that standard error; None where
        nothing was worked out.
    usual : the sheet after the move that the fitted policy makes by itself; () where nothing is sampled.
    """

    rolls: int
    target: int | None
    method: str
    moves: tuple[MoveEstimate, ...]
    is_clear: bool
    was_stopped: bool = False
    bound: float | None = None
    bound_error: float | None = None
    usual: Sheet = ()
