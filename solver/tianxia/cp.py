"""Solving small CP-SAT models the same way everywhere: one worker, a limit of deterministic work."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.tianxia.commands import execute
from pencilwright.games.tianxia.scoring import score_player
from pencilwright.games.tianxia.state import State, player
from pencilwright.solver.carried import Disagreement, Plan
from pencilwright.templates.phrases import Phrase, phrase

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

DETERMINISTIC_LIMIT = 60.0
"""CP-SAT's deterministic time, about seconds, the same on every machine."""


class Answer(NamedTuple):
    """A proved optimum.

    Attributes
    ----------
    value : the best value, in `unit`.
    unit : "points", "tenths" of a point, or "strength".
    nothing : the value of doing nothing, in the same unit.
    steps : what to do, in words.
    rests_on : names of house defaults (components.HOUSE_DEFAULTS) that the answer depends on.
    choice : what is done, of the question's own type.
    plan : the same in commands of the game, with the measure that they raise.
    at_most : what nothing exceeds, where that is not proved to be the value; None where it always is.
    missing : what the question meets and was not typed, so that it counts as absent.
    beside : worths that were typed and are not in the value.
    """

    value: int
    unit: str
    nothing: int
    steps: tuple[Phrase, ...]
    rests_on: tuple[str, ...]
    choice: object
    plan: Plan
    at_most: int | None = None
    missing: tuple[Phrase, ...] = ()
    beside: int = 0


MOST_ACTS = 1000


class Solved(NamedTuple):
    """The solver with its values, and the maximum that it proved."""

    solver: cp_model.CpSolver
    value: int


def maximise(model: cp_model.CpModel, objective: cp_model.LinearExprT, acts: cp_model.LinearExprT) -> Solved:
    """Prove the maximum of an objective; among equal plans the one with the fewest acts is taken.

    `acts` counts what is done or spent and stays below 1000, so that it never outweighs the objective.
    Raises InputError when it did not finish, and ValueError when there is no solution, which ours always
    have.
    """
    from ortools.sat.python import cp_model

    model.maximize(cp_model.LinearExpr.weighted_sum([objective, acts], [MOST_ACTS, -1]))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_deterministic_time = DETERMINISTIC_LIMIT
    status = solver.solve(model)
    if status in (cp_model.FEASIBLE, cp_model.UNKNOWN):
        raise InputError(phrase("tianxia.advice.large", n=round(DETERMINISTIC_LIMIT)), field="plan")
    if status != cp_model.OPTIMAL:
        raise ValueError(f"the model is {solver.status_name(status)}")
    return Solved(solver, solver.value(objective))


def total(terms: Iterable[cp_model.LinearExprT]) -> cp_model.LinearExpr:
    """Return the sum of terms as an expression, also of none."""
    from ortools.sat.python import cp_model

    return cp_model.LinearExpr.sum([*terms, 0])


def looked_up(
    model: cp_model.CpModel, index: cp_model.LinearExprT, table: Sequence[int], name: str
) -> cp_model.IntVar:
    """Return a variable that is the table's entry at an index expression."""
    low, high = min(table), max(table)
    value = model.new_int_var(low, high, name)
    place = model.new_int_var(0, len(table) - 1, f"{name}.index")
    model.add(place == index)
    model.add_element(place, list(table), value)
    return value


def when_kept(
    model: cp_model.CpModel, value: cp_model.LinearExprT, kept: cp_model.IntVar, most: int, name: str
) -> cp_model.IntVar:
    """Return a variable that is at most the value when kept, and 0 when not (for maximising)."""
    counted = model.new_int_var(0, most, name)
    model.add(counted <= value)
    model.add(counted <= most * kept)
    return counted


def agree(claimed: int, found: int, what: str) -> None:
    """Raise Disagreement unless the rules give a plan the value that the model claims."""
    if claimed != found:
        raise Disagreement(f"the model claims {claimed} for {what}, and the rules give {found}")


def counted(before: State, after: State, letter: str, parts: Sequence[str]) -> int:
    """Return some parts of a player's score after commands, with the points and worths that they brought.

    parts : second words of the score's lines, such as "goal" and "leftovers".
    """
    own = player(after, letter)
    lines = [line for line in score_player(after, own).lines if line.id.split(".")[1] in parts]
    brought = own.points - player(before, letter).points + (after.valued - before.valued) // 10
    return sum(line.points for line in lines) + brought


def plan(state: State, letter: str, commands: tuple[str, ...], gain: int) -> Plan:
    """Return commands as a plan in points, and the plan's worths where they bring any."""
    valued = execute(state, letter, commands).valued != state.valued
    return Plan(letter, commands, "points and worths" if valued else "points", Fraction(gain))
