"""The best plan of the next pieces, proved by CP-SAT and reckoned again by the game's own scoring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from games.terracotta_army.grid import Grid
from solver.terracotta_army.model import PlanModel
from solver.terracotta_army.question import Put, Question, check, ordered, with_put
from solver.terracotta_army.value import Value, plan_value

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

MOST_PLANS: Final = 50
DETERMINISTIC_LIMIT: Final = 120.0


class PlanError(RuntimeError):
    """The model and the game's own scoring disagree: a defect."""


class PlanLimit(RuntimeError):
    """The proof was not finished within its limit of deterministic work."""


class Plan(NamedTuple):
    """One best plan: its pieces in the order of building, its worth part by part, the grid after it."""

    puts: tuple[Put, ...]
    value: Value
    grid: Grid


class Plans(NamedTuple):
    """The best plans.

    `optimum`: points of each. `nothing`: points of placing nothing. `complete`: whether `plans` holds all of
    them. `booleans`, `constraints`, `work`: size of the model, and deterministic time, about seconds.
    """

    optimum: int
    nothing: int
    plans: tuple[Plan, ...]
    complete: bool
    booleans: int
    constraints: int
    work: float


def best_plans(question: Question, *, most: int = MOST_PLANS) -> Plans:
    """Return the best plans: at most `question.pieces` pieces, carried out now, all else frozen.

    Raises InputError when the question cannot be answered, PlanLimit when the proof takes too long, and
    PlanError when a plan does not reach what the model claims.
    """
    check(question)
    made = PlanModel(question)
    made.model.maximize(made.objective)
    solver = _solver(0.0)
    status = solver.status_name(solver.solve(made.model))
    if status != "OPTIMAL":
        raise PlanLimit("the best plan was not proved within the limit of work; ask for fewer pieces")
    optimum, work = round(solver.objective_value), solver.deterministic_time
    first = _plan(made, tuple(option.put for option in made.chosen(solver.boolean_value)), optimum)
    made.model.clear_objective()  # type: ignore[no-untyped-call]
    made.model.add(made.objective == optimum)
    others, complete, more = _all(made, work, most)
    found = {first.puts: first}
    for puts in others:
        plan = _plan(made, puts, optimum)
        if len(found) < most:
            found.setdefault(plan.puts, plan)
    nothing = plan_value(question, ())
    assert nothing is not None
    sizes = made.model.proto
    return Plans(
        optimum,
        nothing.points,
        tuple(found[puts] for puts in sorted(found)),
        complete,
        len(sizes.variables),
        len(sizes.constraints),
        work + more,
    )


def _solver(spent: float) -> cp_model.CpSolver:
    """Return a solver with one worker and a limit of deterministic work, the same on every machine.

    Probing and the search for symmetries cost more than they save on this model: measured 2.5 instead of 12
    units of work for three pieces.
    """
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 2
    solver.parameters.symmetry_level = 0
    solver.parameters.cp_model_probing_level = 0
    solver.parameters.max_deterministic_time = max(DETERMINISTIC_LIMIT - spent, 1.0)
    return solver


def _all(made: PlanModel, spent: float, most: int) -> tuple[list[tuple[Put, ...]], bool, float]:
    """Return the plans that reach the optimum, whether they are all, and the work that it took."""
    from ortools.sat.python import cp_model

    class Collector(cp_model.CpSolverSolutionCallback):
        """Keeps the plans of all solutions, each once."""

        def __init__(self) -> None:
            super().__init__()
            self.found: dict[tuple[Put, ...], None] = {}

        def on_solution_callback(self) -> None:
            self.found[tuple(option.put for option in made.chosen(self.boolean_value))] = None
            if len(self.found) > most:
                self.stop_search()

    solver, collector = _solver(spent), Collector()
    solver.parameters.enumerate_all_solutions = True
    status = solver.status_name(solver.solve(made.model, collector))
    complete = status == "OPTIMAL" and len(collector.found) <= most
    return list(collector.found), complete, solver.deterministic_time


def _plan(made: PlanModel, puts: tuple[Put, ...], optimum: int) -> Plan:
    """Return a plan reckoned again. Raises PlanError when it is worth something else."""
    puts = ordered(puts)
    value = plan_value(made.question, puts)
    if value is None or value.points != optimum:
        reached = "is not possible" if value is None else f"reaches {value.points}"
        raise PlanError(f"the model claims {optimum} points and its plan {puts} {reached}")
    grid = made.grid
    for put in puts:
        grid = with_put(grid, made.me, put)
    return Plan(puts, value, grid)
