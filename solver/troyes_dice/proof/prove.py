"""Prove the best final score of a known-dice tail from a second statement of the rules.

The forward proof (reach.py) tries everything; CP-SAT is asked too where it ends quickly. No word alone is
taken: the line is replayed by `check` and by the engine's rules, and a value that the line does not reach, or
that the two proofs do not share, is an error that says both numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice import rules
from pencilwright.games.troyes_dice.rules import Move
from pencilwright.solver.compiled import Kernels, Progress
from pencilwright.solver.troyes_dice.proof import check, reach
from pencilwright.solver.troyes_dice.proof.affine import Affine
from pencilwright.solver.troyes_dice.proof.model import TailModel
from pencilwright.solver.troyes_dice.proof.wheel import HALF_DAYS, HalfDay, Roll, half_days
from pencilwright.templates.phrases import phrase

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

LONGEST_TAIL = 4
FORWARD, CP_SAT = "forward", "cp-sat"
QUICK_TAIL, QUICK_LIMIT = 3, 1.0
"""Half-days, and units of work, up to which CP-SAT is asked beside the forward proof."""
DETERMINISTIC_LIMIT = 60.0
ORDERED = 0
# Forms of the model, from small to exact: rounds of bonuses in a half-day, at last their order to the letter.
# One follows where the line of the form before does not reach the bound of that form.
FORMS = (3, 6, ORDERED)

Sheet = tuple[int, ...]


class ProofError(RuntimeError):
    """Two statements of the rules disagree, or the solver's answer does not stand: a defect."""


class ProofLimit(RuntimeError):
    """The proof was not finished within its limit of deterministic work."""


class Proof(NamedTuple):
    """A proved optimum.

    `optimum`: the best final score. `line`: one move for each half-day that scores it; `steps` the same line
    in the checker's words. `ways`: which proofs found it, of FORWARD and CP_SAT.
    """

    optimum: int
    line: tuple[Move, ...]
    steps: tuple[check.Step, ...]
    ways: tuple[str, ...]


class _Solved(NamedTuple):
    """What a form of the model claims, the line that comes closest, what that scores, the solver's work."""

    claimed: int
    steps: tuple[check.Step, ...]
    score: int | None
    work: float


def prove(
    sheet: Sequence[int],
    table: Sequence[int],
    rolls: Sequence[Roll],
    *,
    with_kernels: Kernels | None = None,
    progress: Progress | None = None,
) -> Proof:
    """Return the best final score from here with these dice, proved and replayed.

    Parameters
    ----------
    rolls : (black, t1, t2, t3), one for each half-day to the end of the game; if dice lie on the table
        already, they are this half-day's (its raid is marked) and `rolls` begins with the next one.
    with_kernels : what `reach.kernels` returned; left out, plain Python answers for the last two half-days.
    progress : told what is done while kernels are compiled for the first time.

    Without compiled kernels CP-SAT alone answers for the longer tails.

    Raises InputError where the dice do not reach the end of the game or the tail is longer than four
    half-days, ProofLimit where there are too many positions even for CP-SAT, and ProofError where a line does
    not reach its value or the two proofs differ.
    """
    days = tail(table, rolls)
    kernels = with_kernels or reach.kernels(plain=len(days) <= reach.SHORT, progress=progress)
    if not kernels.is_compiled and len(days) > reach.SHORT:
        return by_model(sheet, table, rolls)
    try:
        reached = reach.best(sheet, days, with_kernels=kernels)
    except reach.RoomLimit:
        return by_model(sheet, table, rolls)
    except reach.LineError as error:
        raise ProofError(str(error)) from error
    line = _replayed(sheet, table, rolls, days, reached.score, reached.steps)
    ways: tuple[str, ...] = (FORWARD,)
    if len(days) <= QUICK_TAIL:
        try:
            third = by_model(sheet, table, rolls, deterministic_limit=QUICK_LIMIT).optimum
        except ProofLimit:
            third = None
        if third not in (None, reached.score):
            raise ProofError(f"the forward proof reaches {reached.score} points and CP-SAT {third}")
        if third is not None:
            ways = (FORWARD, CP_SAT)
    return Proof(reached.score, line, reached.steps, ways)


def by_model(
    sheet: Sequence[int],
    table: Sequence[int],
    rolls: Sequence[Roll],
    *,
    deterministic_limit: float = DETERMINISTIC_LIMIT,
) -> Proof:
    """Return what `prove` does, by CP-SAT alone.

    The limit is CP-SAT's deterministic time, about seconds, the same on every machine; ProofLimit is raised
    where it came first.
    """
    days = tail(table, rolls)
    work = 0.0
    for rounds in FORMS:
        solved = solve(sheet, days, rounds=rounds, limit=deterministic_limit - work)
        work += solved.work
        if solved.score == solved.claimed:
            line = _replayed(sheet, table, rolls, days, solved.claimed, solved.steps)
            return Proof(solved.claimed, line, solved.steps, (CP_SAT,))
        if rounds == ORDERED:
            reached = "is not possible" if solved.score is None else f"reaches {solved.score}"
            raise ProofError(f"the proof model claims {solved.claimed} points and its line {reached}")
    raise AssertionError("the last form returns or raises")


def tail(table: Sequence[int], rolls: Sequence[Roll]) -> list[HalfDay]:
    """Return the half-days of a tail that ends with the game. Raises InputError otherwise."""
    days = half_days(table, rolls)
    left = HALF_DAYS - table[0]
    if len(days) != left or not days:
        said = phrase("troyes.advice.proof_dice", given=len(days), left=left)
        raise InputError(said, field="table.rolls")
    if left > LONGEST_TAIL:
        raise InputError(phrase("troyes.advice.proof_early", longest=LONGEST_TAIL, left=left), field="table")
    return days


def solve(sheet: Sequence[int], days: list[HalfDay], *, rounds: int, limit: float) -> _Solved:
    """Solve one form of the model to its optimum, and find what its line is worth under the exact order."""
    model = TailModel(sheet, days, rounds=rounds)
    solver = _solver(limit)
    status = solver.status_name(solver.solve(model.builder.model))
    if status in ("UNKNOWN", "FEASIBLE"):
        reached = f"its bound is {int(solver.best_objective_bound)}"
        raise ProofLimit(f"the proof was not finished within {limit:.0f} units of work; {reached}")
    if status != "OPTIMAL":
        raise ProofError(f"the proof model has no line at all ({status}); every position has one")
    score, steps = _best_line(sheet, days, model, solver)
    return _Solved(round(solver.objective_value), steps, score, solver.deterministic_time)


def _solver(limit: float) -> cp_model.CpSolver:
    """One worker, a fixed seed and no clock: the same answer on every run."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.linearization_level = 2
    solver.parameters.max_deterministic_time = max(limit, 0.0)
    return solver


def _best_line(
    sheet: Sequence[int], days: list[HalfDay], model: TailModel, solver: cp_model.CpSolver
) -> tuple[int | None, tuple[check.Step, ...]]:
    """The best line with the model's actions and free buildings that ends each half-day as the model says.

    The model leaves open which due bonus got which building, and where single citizens spilled; the checker
    tries every way. None where there is no such line.
    """
    positions: dict[Sheet, tuple[check.Step, ...]] = {tuple(sheet): ()}
    for at, half_day in enumerate(days):
        step, free, target = _read(model, solver, at)
        following: dict[Sheet, tuple[check.Step, ...]] = {}
        for position, line in positions.items():
            raided = check.Sheet(position)
            raided.raid(half_day)
            for after, answered in check.outcomes(raided.vector(), half_day, step, free).items():
                if after[: len(target)] == target:
                    following.setdefault(after, (*line, answered))
        positions = following
    scored = [(check.Sheet(position).score(), line) for position, line in positions.items()]
    return max(scored, key=lambda item: item[0], default=(None, ()))


def _read(model: TailModel, solver: cp_model.CpSolver, at: int) -> tuple[check.Step, set[int], Sheet]:
    """The model's step of one half-day, its free buildings, and the sheet's first 15 numbers after it."""

    def value(affine: Affine) -> int:
        return affine.const + sum(k * solver.value(v) for k, v in affine.terms)

    day, end = model.days[at], model.ends[at + 1]
    taken = next((option for option, literal in day.options if value(literal)), None)
    step = check.FALLBACK
    if taken is not None:
        step = check.Step(taken.slot, taken.pay, taken.value, taken.colour, taken.action)
    free = {n for stage in day.stages[1:] for n, literal in stage.buildings.items() if value(literal)}
    target = (
        *(value(track.value) for track in end.resources),
        *(value(used) for used in model.used_after[at]),
        *(value(track.value) for track in end.citizens),
        *(sum(value(end.built[6 * kind + c]) << c for c in range(6)) for kind in range(6)),
    )
    return step, free, target


def _replayed(
    sheet: Sequence[int],
    table: Sequence[int],
    rolls: Sequence[Roll],
    days: list[HalfDay],
    claimed: int,
    steps: Sequence[check.Step],
) -> tuple[Move, ...]:
    """The line as the engine's moves, after the checker and the engine have both replayed it to its value."""
    score, sheets = check.replay(sheet, days, steps)
    if score != claimed:
        raise ProofError(f"the proof claims {claimed} points and its line scores {score} when replayed")
    wheel, position = list(table), list(sheet)
    upcoming = iter(rolls)
    line = []
    for step, after in zip(steps, sheets, strict=True):
        if not rules.dice_known(wheel):
            rules.place(wheel, *next(upcoming))
            rules.attack(position, wheel)
        line.append(_as_move(position, wheel, step, after))
        position = list(after)
        rules.end_half(wheel)
    score = rules.final_score(position)
    if score != claimed:
        raise ProofError(f"the proof claims {claimed} points and the engine scores its line {score}")
    return tuple(line)


def _as_move(position: list[int], wheel: list[int], step: check.Step, after: Sheet) -> Move:
    """Return the engine's move that is this step and ends on this sheet."""
    code = rules.FALLBACK
    if step.slot != check.FALLBACK_SLOT:
        code = rules.encode(rules.MoveParts(step.slot, step.pay, step.value, step.colour, step.action))
    for move, result in rules.successors(position, wheel):
        if move.code == code and result == after:
            return move
    raise ProofError(f"the checker plays {step} to {after}, and the engine knows no such move")
