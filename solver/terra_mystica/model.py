"""How every CP-SAT model of this game is solved: one worker, a fixed seed, a deterministic limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.errors import InputError

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver

LIMIT = 60.0
"""Deterministic seconds for one solve."""


def solve(model: CpModel, limit: float = LIMIT, *, linear: int = 2, proved: bool = True) -> CpSolver | None:
    """Solve a model to proven optimality; return the solver, or None when nothing fits.

    With `proved=False` the best solution found is enough (see the solver's best_objective_bound). Raises
    InputError when the limit ends the search before that.
    """
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.linearization_level = linear
    solver.parameters.max_deterministic_time = limit
    status = solver.solve(model)
    if status == cp_model.OPTIMAL or (status == cp_model.FEASIBLE and not proved):
        return solver
    if status == cp_model.INFEASIBLE:
        return None
    raise InputError("this question is too large to be answered with proof", field="question")
