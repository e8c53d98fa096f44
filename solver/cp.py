"""How every CP-SAT model is solved: one worker, a fixed seed, and a limit of deterministic work.

So the same model has the same answer, and ends at the same place, on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import floor
from threading import Event, Thread
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    Expr = cp_model.LinearExpr | int
    """A sum of variables, or what is known of it already. For annotations alone: ortools is imported late."""
    Flag = cp_model.IntVar | int
    """A variable of 0 and 1, or which of them it is."""
    Condition = cp_model.BoundedLinearExpression | bool
    """What sums compare to."""

Status = Literal["optimal", "feasible", "infeasible", "unknown"]
"""CP-SAT's own words: proved best; a solution, not proved best; no solution, proved; the limit came first."""

Watch = Callable[["int | None"], None]
LOOK_AGAIN: Final = 0.1
"""Seconds after which a search that goes on is looked at again."""


class Solved(NamedTuple):
    """How the search of a model ended, and the solver with the values of its best solution.

    Attributes
    ----------
    bound : what no solution of a model that is maximised exceeds.
    """

    status: Status
    solver: cp_model.CpSolver
    bound: int

    @property
    def has_solution(self) -> bool:
        """Whether there are values to read."""
        return self.status in ("optimal", "feasible")

    @property
    def is_proved(self) -> bool:
        """Whether the search ended by itself: the best solution, or that there is none."""
        return self.status in ("optimal", "infeasible")

    @property
    def objective(self) -> int:
        """The whole number that the best solution gives the objective."""
        return round(self.solver.objective_value)

    def value(self, expression: cp_model.LinearExprT) -> int:
        """Return what the best solution gives a variable or a sum."""
        return self.solver.value(expression)


def solve(model: cp_model.CpModel, limit: float, **parameters: bool | float) -> Solved:
    """Search a model until its best solution is proved, or the limit ends the search.

    Parameters
    ----------
    limit : units of CP-SAT's deterministic time, about seconds of a free core.
    parameters : further ones of ortools' SatParameters, by their names.

    Raises ValueError for a model that CP-SAT calls invalid, with its reason, and KeyboardInterrupt at once
    when it comes.
    """
    solved, interrupt = _search(model, limit, None, parameters)
    if interrupt is not None:
        raise interrupt
    return solved


def _search(
    model: cp_model.CpModel, limit: float, watch: Watch | None, parameters: Mapping[str, bool | float]
) -> tuple[Solved, BaseException | None]:
    """Return how a search ended, and the exception that stopped it early, or None.

    The search runs in a thread of its own: this one stays awake for signals and tells `watch` the bound.
    """
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    settings = {"num_workers": 1, "random_seed": 1, "max_deterministic_time": max(limit, 0.0), **parameters}
    for name, value in settings.items():
        setattr(solver.parameters, name, value)
    solver.parameters.catch_sigint_signal = False
    # Not joining at-most-one constraints with linear ones: publicly reported to prove wrong optima in 9.15.
    solver.parameters.presolve_inclusion_work_limit = 0
    ended, bounds = Event(), list[int]()
    results: list[object] = []

    def run() -> None:
        try:
            results.append(solver.solve(model))
        except Exception as error:
            results.append(error)
        ended.set()

    if watch is not None:
        solver.best_bound_callback = lambda bound: bounds.append(floor(bound + 1e-6))
    interrupt: BaseException | None = None
    try:
        Thread(target=run, daemon=True).start()
        while not ended.wait(LOOK_AGAIN):
            if watch is not None:
                watch(bounds[-1] if bounds else None)
    except BaseException as error:
        interrupt = error
        while not ended.is_set():  # a search that has only begun does not hear the first word
            solver.stop_search()
            ended.wait(LOOK_AGAIN)
    (status,) = results
    if isinstance(status, Exception):
        raise status
    if status == cp_model.MODEL_INVALID:
        raise ValueError(model.validate())
    words: dict[object, Status] = {
        cp_model.OPTIMAL: "optimal",
        cp_model.FEASIBLE: "feasible",
        cp_model.INFEASIBLE: "infeasible",
    }
    bound = solver.best_objective_bound
    if status == cp_model.UNKNOWN:
        ceiling, constant = _reach(model)
        bound = ceiling if bound in (0, constant) else bound  # what a search tells that came to no bound
    return Solved(words.get(status, "unknown"), solver, floor(bound + 1e-6)), interrupt


class Work:
    """An amount of deterministic work that several searches share.

    Attributes
    ----------
    left : units of CP-SAT's deterministic time that are left, about seconds of a free core. After a
        KeyboardInterrupt nothing is left: the search that it stopped gives what it has.
    watch : what is told the bound of the search that goes on, now and then; None: not known yet.
    is_stopped : whether a KeyboardInterrupt came.
    """

    def __init__(self, left: float, watch: Watch | None = None) -> None:
        self.left, self.watch = left, watch
        self.is_stopped = False

    def solve(self, model: cp_model.CpModel, limit: float, **parameters: bool | float) -> Solved:
        """Search a model as `solve` does, for no more than what is left."""
        solved, interrupt = _search(model, min(limit, self.left), self.watch, parameters)
        self.left = max(0.0, self.left - solved.solver.response_proto.deterministic_time)
        if interrupt is not None:
            if not isinstance(interrupt, KeyboardInterrupt):
                raise interrupt
            self.left, self.is_stopped = 0.0, True
        return solved


def _reach(model: cp_model.CpModel) -> tuple[float, float]:
    """Return the most that an objective can be by the domains of its variables, and its constant.

    CP-SAT keeps an objective that is maximised as its negative, to be minimised.
    """
    objective, variables = model.proto.objective, model.proto.variables
    least = 0
    for at, factor in zip(objective.vars, objective.coeffs, strict=True):
        domain = list(variables[at if at >= 0 else -at - 1].domain)
        ends = (domain[0], domain[-1]) if at >= 0 else (1 - domain[-1], 1 - domain[0])
        least += min(factor * end for end in ends)
    sign = objective.scaling_factor or 1.0
    return sign * (least + objective.offset), sign * objective.offset
