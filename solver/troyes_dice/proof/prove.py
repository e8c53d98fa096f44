"""Prove that a line is the best of a known-dice tail, from a second statement of the rules.

The line is replayed by `check` and by the engine's rules: so much can be had. That no more can be had CP-SAT
proves: the model of the tail is infeasible when one point more is asked for, and admits the line itself: a
model that is too tight would confirm any line. A proof that comes to another score is an error with both
numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice import answer
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.rules import Move
from pencilwright.solver import cp
from pencilwright.solver.troyes_dice.proof import check
from pencilwright.solver.troyes_dice.proof.model import TailModel
from pencilwright.solver.troyes_dice.proof.wheel import HALF_DAYS, HalfDay, Roll, half_days
from pencilwright.templates.phrases import Phrase, phrase

LONGEST_TAIL = 4
LIMIT, PATIENT = 8.0, 60.0
"""Units of CP-SAT's deterministic work, about seconds: where a person waits, and where puzzles are made."""
ORDERED = 0
FORMS = (1, 2, 3, 6, ORDERED)
"""Forms of the model, from small to exact: rounds of bonuses in a half-day, at last their exact order.

Each allows whatever the rules allow, so a form in which one point more is infeasible proves it for the rules.
"""


class Replayed(NamedTuple):
    """What a line scores, and the sheet after each of its half-days."""

    value: int
    ends: tuple[tuple[int, ...], ...]


class ProofError(RuntimeError):
    """Two statements of the rules disagree, or an answer does not stand: a defect."""


class ProofLimit(RuntimeError):
    """No proof was finished within its limit of deterministic work."""


def prove(
    sheet: Sequence[int],
    table: Sequence[int],
    rolls: Sequence[Roll],
    line: Sequence[Move],
    *,
    limit: float = LIMIT,
) -> int:
    """Return the score of a line, proved to be the best final score from here with these dice.

    Parameters
    ----------
    rolls : (black, t1, t2, t3), one for each half-day to the end of the game; if dice lie on the table
        already, they are this half-day's (its raid is marked) and `rolls` begins with the next one.
    line : one move for each half-day.

    Raises InputError where the dice do not reach the end of the game or the tail is longer than four
    half-days, ProofLimit where the proof did not end within its limit, and ProofError where the line breaks a
    rule or is not the best.
    """
    best = replayed(sheet, table, rolls, line)
    if not is_best(sheet, tail(table, rolls), best, limit=limit):
        raise ProofLimit(f"the proof did not end within {limit:g} units of work")
    return best.value


def in_words(proof: answer.Proof | None, value: int) -> Phrase:
    """Return what advice says of its best score and of the proof of it."""
    if proof is None:
        return phrase("answer.proof.none", value=value)
    if proof.status == "limit":
        return phrase("answer.proof.limit", value=value)
    return phrase("answer.proof", value=value)


def is_best(sheet: Sequence[int], days: Sequence[HalfDay], line: Replayed, *, limit: float) -> bool:
    """Return whether CP-SAT proves within its limit that nobody scores more; False: it did not end.

    The objective stays in the model, where it guides the search, and is asked for one point more. The limit
    is CP-SAT's deterministic time, about seconds, the same on every machine.

    Raises ProofError where the exact form of the model has a line that scores more, and where the form that
    proves it does not admit the line.
    """
    reached = line.value
    for rounds in FORMS:
        model = TailModel(sheet, days, rounds=rounds)
        model.builder.at_most(line.value + 1, model.objective)
        status, reached, spent = _searched(model, limit)
        limit -= spent
        if status == "infeasible":
            return _admits(TailModel(sheet, days, rounds=rounds), line, limit)
        if status == "unknown":
            return False
    raise ProofError(f"the line scores {line.value} points and the proof model has a line of {reached}")


def _admits(model: TailModel, line: Replayed, limit: float) -> bool:
    """Return whether the sheets of a line are a solution of a model; False: the search did not end.

    Raises ProofError where they are not.
    """
    builder = model.builder
    builder.at_most(line.value, model.objective)
    for end, sheet in zip(model.ends[1:], line.ends, strict=True):
        tracks = zip(end.resources + end.citizens, sheet[0:3] + sheet[6:9], strict=True)
        for track, circled in tracks:
            builder.equal(track.value, circled)
        for building, built in enumerate(end.built):
            kind, column = divmod(building, 6)
            builder.equal(built, sheet[rules.BUILT + kind] >> column & 1)
    status, _, _ = _searched(model, limit)
    if status == "infeasible":
        raise ProofError(f"the proof model does not allow the line of {line.value} points")
    return status == "feasible"


def _searched(model: TailModel, limit: float) -> tuple[cp.Status, int, float]:
    """Return how a search for one solution ended, what that scores (else 0), and the work it took."""
    if model.builder.impossible:
        return "infeasible", 0, 0.0
    solved = cp.solve(model.builder.model, limit, linearization_level=2, stop_after_first_solution=True)
    spent = solved.solver.deterministic_time
    if solved.has_solution:
        return "feasible", solved.objective, spent
    return solved.status, 0, spent


def tail(table: Sequence[int], rolls: Sequence[Roll]) -> list[HalfDay]:
    """Return the half-days of a tail that ends with the game. Raises InputError otherwise."""
    days = half_days(table, rolls)
    left = HALF_DAYS - table[0]
    if len(days) != left or not days:
        message = phrase("troyes.advice.proof_dice", given=len(days), left=left)
        raise InputError(message, field="table.rolls")
    if left > LONGEST_TAIL:
        raise InputError(phrase("troyes.advice.proof_early", longest=LONGEST_TAIL, left=left), field="table")
    return days


def replayed(
    sheet: Sequence[int], table: Sequence[int], rolls: Sequence[Roll], line: Sequence[Move]
) -> Replayed:
    """Return a line as the checker and the engine have both replayed it, to the same sheets.

    Raises ProofError where one of them knows no such move.
    """
    wheel, position = list(table), list(sheet)
    upcoming, ends = iter(rolls), []
    for half_day, move in zip(tail(table, rolls), line, strict=True):
        if not rules.dice_known(wheel):
            rules.place(wheel, *next(upcoming))
            rules.attack(position, wheel)
        after = dict(rules.successors(position, wheel)).get(move)
        raided = check.CheckSheet(sheet)
        raided.raid(half_day)
        at = wheel[rules.HALF] + 1
        if after is None:
            raise ProofError(f"the engine does not allow {move} in half-day {at}")
        is_fallback = move.code == rules.FALLBACK
        step = check.FALLBACK if is_fallback else check.ProofStep(*rules.decode(move.code))
        try:
            outcomes = check.outcomes(raided.vector(), half_day, step)
        except check.LineError as error:
            raise ProofError(f"the checker does not allow {move} in half-day {at}: {error}") from error
        if after not in outcomes:
            raise ProofError(f"the checker comes to other sheets by {move} in half-day {at}")
        sheet = after
        ends.append(after)
        position = list(after)
        rules.end_half(wheel)
    score, checked = rules.final_score(position), check.CheckSheet(sheet).score()
    if score != checked:
        raise ProofError(f"the engine scores the line {score} points and the checker {checked}")
    return Replayed(score, tuple(ends))
