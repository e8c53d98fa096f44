"""How every CP-SAT model of this game is solved: one worker, a fixed seed, a deterministic limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver

LIMIT = 60.0
"""Deterministic seconds for one solve."""


def solve(model: CpModel, limit: float = LIMIT, *, linear: int = 2, proved: bool = True) -> CpSolver | None:
    """Solve a model to proven optimality; return the solver, or None when nothing fits.

    With `proved=False` the best solution found is enough (see the solver's best_objective_bound). Raises
    InputError when the limit ends the search before that.
    """
    solver, end = search(model, limit, linear=linear)
    if end == "proved" or (end == "found" and not proved):
        return solver
    if end == "nothing":
        return None
    raise too_large()


def too_large() -> InputError:
    """Return the refusal of a question that the limit does not let us answer with proof."""
    return InputError(phrase("mystica.advice.too_large"), field="question")


def search(
    model: CpModel, limit: float = LIMIT, *, linear: int = 2, seed: int = 1, way: str = ""
) -> tuple[CpSolver, str]:
    """Solve a model for a while; return the solver and how it ended.

    way : "" looks for better and better solutions, "bound" lowers the bound first, "core" excludes sets of
    the objective's terms that cannot all be had; with these two a solution may come only with the proof.

    "proved": the best there is; "found": a solution, not proved best; "nothing": nothing fits; "open": the
    limit came before any solution. The solver's best_objective_bound holds in each case but "nothing".
    """
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed
    solver.parameters.linearization_level = linear
    solver.parameters.optimize_with_lb_tree_search = way == "bound"
    solver.parameters.optimize_with_core = way == "core"
    solver.parameters.max_deterministic_time = limit
    ends = {cp_model.OPTIMAL: "proved", cp_model.FEASIBLE: "found", cp_model.INFEASIBLE: "nothing"}
    return solver, ends.get(solver.solve(model), "open")
