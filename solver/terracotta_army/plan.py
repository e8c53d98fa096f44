"""The best plan of the next pieces: all plans bounded, the best ones carried out by the rules."""

from __future__ import annotations

from typing import Final, NamedTuple

from pencilwright.games.terracotta_army.choice import Choice
from pencilwright.games.terracotta_army.grid import Grid
from pencilwright.solver.terracotta_army.question import Question, check
from pencilwright.solver.terracotta_army.search import Search
from pencilwright.solver.terracotta_army.value import Value, parts_of

MOST_PLANS: Final = 50


class PlanError(RuntimeError):
    """Two sums of the same plan's points differ: a defect."""


class Plan(NamedTuple):
    """One best plan: its choices in order, its worth part by part, the grid after it, the inspectors."""

    choices: tuple[Choice, ...]
    value: Value
    grid: Grid
    row: int
    col: int


class Plans(NamedTuple):
    """The best plans.

    `optimum`: points of each. `nothing`: points of placing nothing. `complete`: whether `plans` holds all;
    plans that end on the same grid with the same inspectors count as one.
    """

    optimum: int
    nothing: int
    plans: tuple[Plan, ...]
    complete: bool


def best_plans(question: Question, *, most: int = MOST_PLANS) -> Plans:
    """Return the best plans: at most `question.pieces` placements one after another, all else frozen.

    Raises InputError when the question cannot be answered, and PlanError when the game's own scoring gives a
    plan other points.
    """
    check(question)
    search = Search(question, most)
    plans = []
    for found in search.run():
        value = parts_of(question, found.carried.choices)
        if value.points != found.points:
            raise PlanError(f"{found.pieces} is worth {value.points}, reckoned as {found.points}")
        after = found.carried.state
        plans.append(Plan(found.carried.choices, value, after.grid, after.row, after.col))
    return Plans(search.best, parts_of(question, ()).points, tuple(plans), search.complete)
