"""Proves the best final score of a known-dice tail a second time: CP-SAT model, then its line replayed by hand rules.

The solver's word alone is never taken: the line is replayed by `check`, and a value that the line does not
reach is an error that says both numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from games.errors import InputError
from solver.troyes_dice import check
from solver.troyes_dice.proof_model import TailModel
from solver.troyes_dice.wheel import HALF_DAYS, HalfDay, Roll, half_days

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

LONGEST_TAIL = 4
DETERMINISTIC_LIMIT = 600.0
ORDERED = 0
FORMS = (4, 9, ORDERED)  # rounds of bonuses in a half-day; a form follows where the one before proves nothing


class ProofError(RuntimeError):
    """Two statements of the rules disagree, or the solver's answer does not stand. A defect, not a user's mistake."""


class Proof(NamedTuple):
    """`optimum`: the best final score. `status`: "optimal", or "limit" where the work limit came first
    (then `optimum` is the score of the line found and `bound` a proven upper bound). `line`: one step for each
    half-day that scores `optimum`; `sheets`: the sheet after each. `rounds`: the form of the model that sufficed, 0
    where the bonus order had to be modelled to the letter. `booleans`, `constraints`, `deterministic_time`: size and work.
    """

    optimum: int
    bound: int
    status: str
    line: tuple[check.Step, ...]
    sheets: tuple[tuple[int, ...], ...]
    rounds: int
    booleans: int
    constraints: int
    deterministic_time: float


def prove(
    sheet: Sequence[int],
    table: Sequence[int],
    rolls: Sequence[Roll],
    *,
    deterministic_limit: float = DETERMINISTIC_LIMIT,
) -> Proof:
    """The best final score from here with these dice, proved by CP-SAT and replayed.

    `rolls` are (black, t1, t2, t3), one for each half-day to the end of the game; if dice lie on the table
    already, they are this half-day's (its raid is marked) and `rolls` begins with the next one. The limit is
    CP-SAT's deterministic time, about seconds, the same on every machine.

    Raises InputError where the dice do not reach the end of the game or the tail is longer than four
    half-days, and ProofError where the solver's line does not reach its own value.
    """
    days = tail(table, rolls)
    for rounds in FORMS:
        proof = _solve(sheet, days, rounds=rounds, limit=deterministic_limit)
        if proof is not None:
            return proof
    raise ProofError("the proof model's line does not reach the value that the model claims")


def tail(table: Sequence[int], rolls: Sequence[Roll]) -> list[HalfDay]:
    """The half-days of a tail that ends with the game. Raises InputError otherwise."""
    days = half_days(table, rolls)
    left = HALF_DAYS - table[0]
    if len(days) != left or not days:
        raise InputError(
            f"the dice of {len(days)} half-days are given and {left} are left: a proof needs the dice of every "
            "half-day to the end of the game",
            field="rolls",
        )
    if left > LONGEST_TAIL:
        raise InputError(f"a proof covers the last {LONGEST_TAIL} half-days, and {left} are left", field="rolls")
    return days


def _solve(sheet: Sequence[int], days: list[HalfDay], *, rounds: int, limit: float) -> Proof | None:
    """One form of the model; None where its bound is not reached by its line under the exact order."""
    model = TailModel(sheet, days, rounds=rounds)
    solver = _solver(limit)
    status = solver.status_name(solver.solve(model.builder.model))
    if status not in ("OPTIMAL", "FEASIBLE"):
        raise ProofError(f"the proof model has no line at all ({status}); every position has one")
    claimed = round(solver.objective_value)
    best = _line(sheet, days, model, solver)
    if best is None or best[0] != claimed:
        if rounds == ORDERED:
            reached = "no line" if best is None else best[0]
            raise ProofError(f"the proof model claims {claimed} points and its line reaches {reached}")
        return None
    score, line = best
    replayed, sheets = check.replay(sheet, days, line)
    if replayed != score:
        raise ProofError(f"the proof's line is worth {score} points and scores {replayed} when replayed")
    proto = model.builder.model.proto
    return Proof(
        optimum=score,
        bound=round(solver.best_objective_bound),
        status="optimal" if status == "OPTIMAL" else "limit",
        line=line,
        sheets=tuple(sheets),
        rounds=rounds,
        booleans=sum(1 for variable in proto.variables if list(variable.domain) == [0, 1]),
        constraints=len(proto.constraints),
        deterministic_time=solver.deterministic_time,
    )


def _solver(limit: float) -> cp_model.CpSolver:
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.linearization_level = 2
    solver.parameters.max_deterministic_time = limit
    return solver


def _line(
    sheet: Sequence[int], days: list[HalfDay], model: TailModel, solver: cp_model.CpSolver
) -> tuple[int, tuple[check.Step, ...]] | None:
    """The best line that takes the model's actions and free buildings and ends each half-day as the model says."""
    positions: dict[tuple[int, ...], tuple[check.Step, ...]] = {tuple(sheet): ()}
    for at, half_day in enumerate(days):
        step, free, target = _read(model, solver, at)
        following: dict[tuple[int, ...], tuple[check.Step, ...]] = {}
        for position, line in positions.items():
            raided = check.Sheet(position)
            raided.raid(half_day)
            for after, answered in check.outcomes(raided.vector(), half_day, step, free).items():
                if after[:15] == target:
                    following.setdefault(after, (*line, answered))
        positions = following
    scored = [(check.Sheet(position).score(), line) for position, line in positions.items()]
    return max(scored, key=lambda item: item[0], default=None)


def _read(
    model: TailModel, solver: cp_model.CpSolver, at: int
) -> tuple[check.Step, set[int], tuple[int, ...]]:
    """The model's step of one half-day, the buildings it got free, and the sheet's first 15 numbers after it."""

    def value(affine: object) -> int:
        return affine.const + sum(k * solver.value(v) for k, v in affine.terms)  # type: ignore[attr-defined,no-any-return]

    day, end = model.days[at], model.ends[at + 1]
    taken = next((option for option, literal in day.options if value(literal)), None)
    step = check.FALLBACK
    if taken is not None:
        step = check.Step(taken.slot, taken.pay, taken.value, taken.colour, taken.action)
    free = {n for stage in day.stages[1:] for n, literal in stage.buildings.items() if value(literal)}
    built = [sum(value(end.built[6 * kind + c]) << c for c in range(6)) for kind in range(6)]
    target = (
        *(value(track.value) for track in end.resources),
        *(value(used) for used in model.used_after[at]),
        *(value(track.value) for track in end.citizens),
        *built,
    )
    return step, free, target
