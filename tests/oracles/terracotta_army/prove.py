"""A second statement of where to place, for OR-Tools CP-SAT: one or two pieces, no slides.

Written from the rules alone (docs/rules-terracotta-army.md), it shares nothing with the search but the
position: not its sums, its groups, or its lists of what may be placed. The final grid is modelled space by
space. A piece's group is found by trees: every space of a type has a root, neighbours of one type have the
same root, and every space but the root hangs on a neighbour nearer to it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from pencilwright.games.terracotta_army.state import State
from pencilwright.solver import cp
from tests.oracles.terracotta_army.ending import Ending
from tests.oracles.terracotta_army.placing import MOST_PIECES

WORK: Final = 4.0
"""Units of deterministic work after which a proof is given up; about seconds of a free core."""

__all__ = ["MOST_PIECES", "Proof", "prove"]


class Proof(NamedTuple):
    """What the model found.

    Attributes
    ----------
    status : "optimal", "limit" when the work ended before, "none" when nothing can be placed.
    optimum : the most points of any plan; None without a proof.
    """

    status: str
    optimum: int | None


def prove(state: State, letter: str, *, pieces: int, cost: int, rounds: int, work: float = WORK) -> Proof:
    """Return the most points of one or two placements now, none of which slides a warrior.

    Parameters
    ----------
    pieces : placements at most, 1 or 2; at least one is made.
    cost : wet clay of a warrior.
    rounds : scoring phases that count, this round's first; then the end of the game.
    """
    built = Ending(state, letter, pieces, cost, rounds)
    built.model.maximize(sum((*built.at_once(), *built.scored(), *built.ended())))
    solved = cp.solve(built.model, work)
    if solved.status == "optimal":
        return Proof("optimal", solved.objective)
    return Proof("none" if solved.status == "infeasible" else "limit", None)
