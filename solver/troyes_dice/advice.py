"""Advice for a position: its dice all known, or partly still to be rolled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from msgspec import UNSET

from pencilwright.games.errors import InputError
from pencilwright.games.shared.answers import Step
from pencilwright.games.troyes_dice.answer import Answer, ChanceAnswer, KnownAnswer, KnownMove, Proof, Reason
from pencilwright.games.troyes_dice.play import known_dice as wheel_table
from pencilwright.games.troyes_dice.play import move_text, rules, vectors
from pencilwright.games.troyes_dice.play.rules import Move
from pencilwright.games.troyes_dice.state import State
from pencilwright.solver.troyes_dice import carry_out, chances
from pencilwright.solver.troyes_dice.known import lines
from pencilwright.solver.troyes_dice.known.ask import Roll
from pencilwright.solver.troyes_dice.play import adviser
from pencilwright.solver.troyes_dice.proof import prove as prover
from pencilwright.solver.verify import Disagreement
from pencilwright.solver.view import ALL_BY, Alternative, Between, View, hidden_moves
from pencilwright.templates import tables
from pencilwright.templates.phrases import phrase, say

if TYPE_CHECKING:
    from pencilwright.solver.compiled import Progress

LISTED: Final = 5
"""Best lines that a screen lists."""


def answer_for(
    state: State,
    *,
    target: int | None = None,
    seconds: float | None = None,
    advice_seed: str | None = None,
    proof: bool | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Return the best of a position with dice on its table.

    Parameters
    ----------
    target, seconds, advice_seed : with dice still to be rolled: the score to aim at, the work, the futures.
    proof : with known dice: whether the optimum is proved a second time; None: it is.
    progress : told what is being done.

    Raises InputError when there is nothing to advise on, and for an option of the other kind of advice;
    Disagreement when the rules do not carry a line out or the two statements of the rules disagree, which
    must never be shown as an answer.
    """
    if not wheel_table.is_under_chance(state):
        if target is not None:
            raise InputError(phrase("answer.refused.target"), field="target")
        return known_dice(state, prove=proof is not False, progress=progress)
    if proof is not None:
        raise InputError(phrase("answer.refused.proof"), field="proof")
    return chances.answer_for(
        state,
        target=target,
        seconds=chances.SECONDS if seconds is None else seconds,
        seed=chances.SEED if advice_seed is None else advice_seed,
        progress=progress,
    )


def known_dice(state: State, *, prove: bool, progress: Progress | None = None) -> KnownAnswer:
    """Return the best where all dice are known: value, first moves, best lines, the proof.

    Raises as `answer_for`.
    """
    sheet, table = vectors.position(state)
    assert state.table is not None
    later = vectors.further_rolls(state)
    advice = lines.best_lines(sheet, table, later, progress=progress)
    plans = [carry_out.line(state, line.moves, advice.value) for line in advice.lines]
    listed = tuple(steps(sheet, table, later, line.moves) for line in advice.lines)
    before, _ = vectors.vectors(state)
    return KnownAnswer(
        half_days_left=1 + len(later),
        raid="" if state.table.attacked else move_text.describe_attack(before, table),
        value=advice.value,
        moves=tuple(
            KnownMove(
                text=move_text.describe(sheet, table, item.move),
                notation=move_text.notation(sheet, table, item.move),
                value=item.value,
                loss=item.loss,
                same_as=tuple(move_text.notation(sheet, table, move) for move in item.equivalents),
            )
            for item in advice.moves
        ),
        lines=tuple(tuple(step.text for step in line) for line in listed),
        steps=listed,
        lines_found=advice.n_lines,
        stopped=advice.was_stopped,
        proof=proved(state, advice, progress) if prove and not advice.was_stopped else None,
        plan=plans[0] if plans else None,
        assumed=UNSET if (when := wheel_table.assumed(state)) is None else when,
    )


def steps(
    sheet: Sequence[int], table: Sequence[int], later: Sequence[Roll], line: Sequence[Move]
) -> tuple[Step, ...]:
    """Return a line of moves, each in words and in notation, half-day by half-day, by playing it."""
    sheet, table = list(sheet), list(table)
    moves: list[Step] = []
    for step, move in enumerate(line):
        if step:
            rules.end_half(table)
            rules.place(table, *later[step - 1])
            rules.attack(sheet, table)
        text, notation = move_text.describe(sheet, table, move), move_text.notation(sheet, table, move)
        moves.append(Step(text=text, notation=notation))
        sheet = rules.apply_action(sheet, table, move)
    return tuple(moves)


def proved(state: State, advice: lines.BestLines, progress: Progress | None) -> Proof:
    """Return the proved optimum, or that the proof did not end within its limit of work.

    Raises Disagreement when the line of the optimum scores something else.
    """
    sheet, table = vectors.position(state)
    if progress is not None:
        progress(phrase("progress.proving"), 0, 0)
    later = vectors.further_rolls(state)
    try:
        optimum = prover.prove(sheet, table, later, advice.lines[0].moves)
    except prover.ProofLimit:
        return Proof(status="limit", optimum=None)
    if optimum != advice.value:
        raise Disagreement(f"the search finds {advice.value} points and the proof {optimum}")
    return Proof(status="optimal", optimum=optimum)


def in_words(answer: Answer, top: int, spoken: str, all_by: str = ALL_BY) -> str:
    """Return the advice in a language, the top moves and lines (0: all), and for which half-day it is.

    all_by : what a person types to see all moves; "" where nothing does.
    """
    if isinstance(answer, KnownAnswer):
        message = known_in_words(answer, top, spoken, all_by)
    else:
        message = chances.in_words(answer, top, spoken, all_by)
    return message if answer.assumed is UNSET else f"{say(answer.assumed, spoken)}\n\n{message}"


def known_in_words(answer: KnownAnswer, top: int, spoken: str, all_by: str = ALL_BY) -> str:
    """Return advice with known dice in a language: the moves as a table, best lines, proof."""
    visible = answer.moves[: top or None]
    rows = [
        (
            move.value,
            f"-{move.loss}" if move.loss else say(phrase("answer.best"), spoken),
            move.notation,
            say(chances.with_twins(move), spoken),
        )
        for move in visible
    ]
    head = [say(phrase(f"answer.head.{name}"), spoken) for name in ("score", "loss", "notation", "move")]
    parts = [say(chances.raid(answer.raid), spoken)] if answer.raid else []
    parts.append(tables.table(rows, head=head, right=[0, 1]))
    hidden = len(answer.moves) - len(visible)
    if hidden:
        parts[-1] += "\n" + say(hidden_moves(hidden, all_by), spoken)
    if answer.stopped:
        return "\n\n".join([say(phrase("answer.stopped.lines"), spoken), *parts])
    if answer.half_days_left > 1:
        parts.append(lines_in_words(answer, top, spoken))
    parts.append(say(prover.in_words(answer.proof, answer.value), spoken))
    return "\n\n".join(parts)


def lines_in_words(answer: KnownAnswer, top: int, spoken: str) -> str:
    """Return the best lines, numbered, one half-day below the other. `top` 0 shows all that were listed."""
    lines = answer.steps[: top or None]
    fields = {"n": answer.lines_found, "value": answer.value}
    head = phrase("answer.lines", **fields)
    if len(lines) < answer.lines_found:
        head = phrase("answer.lines.first", **fields, shown=len(lines))
    rows = [
        ("" if at else number, step.notation, say(step.text, spoken))
        for number, line in enumerate(lines, 1)
        for at, step in enumerate(line)
    ]
    return "\n".join([say(head, spoken), tables.table(rows, right=[0])])


def between(state: State, best: str, other: str) -> Between[Reason]:
    """Return how two moves in notation differ, the dice on the table: their games, played on alike.

    Raises InputError for what is no legal move.
    """
    sheet, table = vectors.position(state)
    first, second = (
        tuple(rules.apply_action(sheet, table, move_text.parse_move(text, sheet, table)))
        for text in (best, other)
    )
    return adviser.between(table, first, second)


def view(answer: Answer) -> View:
    """Return an answer as a screen lists it."""
    if isinstance(answer, ChanceAnswer):
        return chances.view(answer)
    best, *others = answer.moves
    stopped = phrase("answer.stopped.lines")
    return View(
        chances.with_twins(best),
        f"{answer.value}",
        unit=phrase("web.advice.points"),
        remarks=[chances.raid(answer.raid)] if answer.raid else [],
        notes=[stopped if answer.stopped else prover.in_words(answer.proof, answer.value)],
        alternatives=[
            Alternative(chances.with_twins(move), move.loss, f"{move.loss}", plays=chances.plays(move))
            for move in others
        ],
        lines=answer.lines[:LISTED] if answer.half_days_left > 1 else (),
        plays=chances.plays(best),
    )
