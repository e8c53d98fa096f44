"""Advice with dice still to be rolled: what every move is worth, how sure that is, and what bounds it."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import TYPE_CHECKING

from msgspec import UNSET

from pencilwright.games.troyes_dice.answer import ChanceAnswer, ChanceMove, KnownMove
from pencilwright.games.troyes_dice.play import known_dice as wheel_table
from pencilwright.games.troyes_dice.play import move_text, vectors
from pencilwright.games.troyes_dice.state import State
from pencilwright.solver import view as view_of
from pencilwright.solver.troyes_dice import carry_out
from pencilwright.solver.troyes_dice.exact.estimates import Estimates, MoveEstimate
from pencilwright.solver.troyes_dice.play import adviser
from pencilwright.solver.view import ALL_BY, Alternative, View, hidden_moves
from pencilwright.templates import tables
from pencilwright.templates.phrases import Atom, Phrase, Sentence, phrase, say, sentences

if TYPE_CHECKING:
    from pencilwright.solver.compiled import Progress

SECONDS, SEED = 5.0, "advice"
"""How long futures are sampled, and what decides which, where nothing is said."""
DIGITS = 3
"""Decimals of exact points that people see; the JSON has the exact fraction too."""
SAMPLED_DIGITS = 2
"""Decimals of points and errors where futures are sampled."""
LIKELY = 0.1
"""How often at least a score comes so that it is named in words."""
APART = 2
"""Standard errors of a difference from which two moves are told apart."""
REASONS = 3
"""At most so many differences to the next move are named."""


def answer_for(
    state: State,
    *,
    target: int | None = None,
    seconds: float = SECONDS,
    seed: str = SEED,
    progress: Progress | None = None,
) -> ChanceAnswer:
    """Return every move with its value, error and bound, the best first, and why it is.

    Raises Disagreement when the rules do not carry the answer out.
    """
    sheet, table = vectors.position(state)
    assert state.table is not None
    result = adviser.best_moves(sheet, table, target=target, seconds=seconds, seed=seed, progress=progress)
    before, _ = vectors.vectors(state)
    best = result.moves[0]
    plan = carry_out.move(state, best.move, best.sheet)
    return ChanceAnswer(
        rolls_to_come=result.rolls,
        target=target,
        method=result.method,
        seed=None if best.exact is not None else seed,
        seconds=None if best.exact is not None else seconds,
        raid="" if state.table.attacked else move_text.describe_attack(before, table),
        value=best.value,
        error=best.error,
        bound=result.bound,
        bound_error=result.bound_error,
        gap=gap(result),
        clear=result.is_clear,
        stopped=result.was_stopped,
        reasons=tuple(adviser.reasons(table, result, seconds=seconds, seed=seed)),
        moves=tuple(move_fields(sheet, table, move) for move in result.moves),
        plan=plan,
        assumed=UNSET if (when := wheel_table.assumed(state)) is None else when,
    )


def gap(result: Estimates) -> float | None:
    """Return how far the first move is below the best possible at most, two standard errors included.

    None where no bound is proved.
    """
    best = result.moves[0]
    if result.bound is None:
        return None
    return max(0.0, float(result.bound - best.value)) + APART * hypot(best.error, result.bound_error or 0.0)


def move_fields(sheet: Sequence[int], table: Sequence[int], result: MoveEstimate) -> ChanceMove:
    """Return a weighed move in words and in notation."""
    return ChanceMove(
        text=move_text.describe(sheet, table, result.move),
        notation=move_text.notation(sheet, table, result.move),
        value=result.value,
        error=result.error,
        exact=None if result.is_bound or result.exact is None else str(result.exact),
        loss=result.loss,
        loss_error=result.loss_error,
        bound=result.bound,
        bound_error=result.bound_error,
        samples=result.samples,
        same_as=tuple(move_text.notation(sheet, table, move) for move in result.equivalents),
        scores=_scores(result.scores),
    )


def _scores(counts: Sequence[tuple[int, int]]) -> dict[str, float] | None:
    whole = sum(count for _, count in counts)
    return {str(score): count / whole for score, count in counts} if counts else None


def in_words(answer: ChanceAnswer, top: int, spoken: str, all_by: str = ALL_BY) -> str:
    """Return the advice in a language: the moves (the top ones; 0: all), what the best leads to, how sure.

    all_by : what a person types to see all moves; "" where nothing does.
    """
    messages = []
    if answer.raid:
        messages.append(say(raid(answer.raid), spoken))
    if answer.stopped:
        messages.append(say(phrase("answer.stopped"), spoken))
    messages.append(_table(answer, top, spoken, all_by))
    scores = answer.moves[0].scores
    if scores is not None:
        messages.append(say(spread(scores), spoken))
    if answer.reasons:
        messages.append(say(_reasons(answer), spoken))
    return "\n\n".join([*messages, sentences(how(answer), spoken)])


def how(answer: ChanceAnswer) -> list[Phrase]:
    """Return in whole sentences how the values were found, how sure they are, and what bounds them."""
    return [_exactly(answer)] if answer.method == "exact" else _sampled(answer)


def _table(answer: ChanceAnswer, top: int, spoken: str, all_by: str) -> str:
    displayed = answer.moves[: top or None]
    hidden = len(answer.moves) - len(displayed)
    more = [say(hidden_moves(hidden, all_by), spoken)] if hidden else []
    return "\n".join([moves_in_words(answer, displayed, spoken), *more])


def moves_in_words(answer: ChanceAnswer, visible: Sequence[ChanceMove], spoken: str) -> str:
    """Return these moves of an answer as a table in a language.

    answer : `target`, `method`, and all `moves`, of which some are shown.
    """
    target, exact = answer.target, answer.method == "exact"
    bounded = not exact and any(move.bound is not None for move in visible)
    columns = ["expected", *([] if exact else ["error"]), "loss", *(["bound"] if bounded else [])]
    head = [phrase(f"answer.head.{name}") for name in (*columns, "notation", "move")]
    if target is not None:
        head[0] = phrase("answer.head.target", n=target)
    rows = []
    for place, move in enumerate(visible):
        row: list[Atom] = [bounding(answer, move) + number(answer, move.value)]
        if not exact:
            row.append(_plus_minus(answer, move.error))
        row.append(phrase("answer.best") if _is_best(answer, place) else _loss(answer, move))
        if bounded:
            row.append("" if move.bound is None else number(answer, move.bound))
        rows.append([say(cell, spoken) for cell in (*row, move.notation, with_twins(move))])
    return tables.table(rows, head=[say(name, spoken) for name in head], right=range(len(columns)))


def _is_best(answer: ChanceAnswer, place: int) -> bool:
    move, best = answer.moves[place], answer.moves[0]
    return place == 0 or (move.exact is not None and move.exact == best.exact)


def bounding(answer: ChanceAnswer, move: ChanceMove) -> str:
    """Return the sign before a move's value where the answer is exact and the value a bound, else ""."""
    return "≤ " if answer.method == "exact" and move.exact is None else ""


def number(answer: ChanceAnswer, value: float) -> str:
    """Return expected points, or a chance in per cent, with as many decimals as it is worth."""
    if answer.target is not None:
        return f"{100 * value:.2f} %" if answer.method == "exact" else f"{100 * value:.1f} %"
    return f"{value:.{DIGITS if answer.method == 'exact' else SAMPLED_DIGITS}f}"


def _plus_minus(answer: ChanceAnswer, error: float) -> str:
    return f"±{number(answer, error)}"


def _loss(answer: ChanceAnswer, move: ChanceMove) -> str:
    lost = bounding(answer, move) + number(answer, -move.loss)
    if not lost.strip("-0. %"):
        lost = lost.removeprefix("-")
    return lost if answer.method == "exact" else f"{lost} {_plus_minus(answer, move.loss_error)}"


def with_twins(move: KnownMove | ChanceMove) -> Sentence:
    """Return a move of an answer in words, and how many others come to the same sheet."""
    twins = len(move.same_as)
    return phrase("answer.same", move=move.text, n=twins) if twins else move.text


def spread(scores: dict[str, float]) -> Phrase:
    """Return final scores in words: the lowest and highest, and what comes often or where the middle is."""
    points = sorted(map(int, scores))
    ends = {"low": points[0], "high": points[-1]}
    often = [
        phrase("answer.share", score=score, share=f"{100 * scores[str(score)]:.0f}")
        for score in points
        if scores[str(score)] >= LIKELY
    ]
    if len(points) == 1:
        return phrase("answer.ends.one", **ends)
    if len(often) > 1:
        return phrase("answer.ends.often", **ends, often=tuple(often))
    return phrase("answer.ends.half", **ends, first=_quantile(scores, 0.25), last=_quantile(scores, 0.75))


def _quantile(scores: dict[str, float], share: float) -> int:
    """Return the lowest score that at most this share of all lies below, together with itself."""
    below = 0.0
    for score in sorted(map(int, scores)):
        below += scores[str(score)]
        if below >= share:
            break
    return score


def _reasons(answer: ChanceAnswer) -> Phrase:
    named = [
        phrase("answer.why.line", line=reason.line, points=f"{reason.points:+.1f}")
        for reason in answer.reasons[:REASONS]
    ]
    return phrase("answer.why", n=answer.reasons[0].futures, reasons=tuple(named))


def _exactly(answer: ChanceAnswer) -> Phrase:
    if answer.stopped:
        return phrase("answer.stopped.exact")
    if any(move.exact is None for move in answer.moves):
        return phrase("answer.exact.best", n=answer.rolls_to_come)
    return phrase("answer.exact", n=answer.rolls_to_come)


def _unclear(moves: Sequence[ChanceMove]) -> Phrase:
    """Return what is not clear: the first two moves, or moves further down."""
    near = [move.loss <= 0 or move.loss < APART * (move.loss_error or 0) for move in moves[1:]]
    if near[0]:
        return phrase("answer.close")
    return phrase("answer.close.some", n=sum(near))


def _sampled(answer: ChanceAnswer) -> list[Phrase]:
    """Return how the values were found, how sure the first place is, and how far from perfect it can be."""
    samples = max(move.samples for move in answer.moves)
    method = f"answer.sampled.{answer.method}"
    messages = [phrase(method, n=samples, half_days=answer.rolls_to_come, seed=str(answer.seed))]
    if len(answer.moves) > 1 and not answer.clear:
        messages.append(_unclear(answer.moves))
    if answer.bound is None or answer.gap is None:
        return [*messages, phrase("answer.no_bound")]
    bound = f"{number(answer, answer.bound)} {_plus_minus(answer, answer.bound_error or 0.0)}"
    gap = number(answer, answer.gap)
    lost = gap if answer.target is not None else phrase("answer.points", points=gap)
    return [*messages, phrase("answer.bound", bound=bound, gap=lost)]


def view(answer: ChanceAnswer) -> View:
    """Return an answer as a screen lists it."""
    best, *others = answer.moves
    target = answer.target
    remarks = [raid(answer.raid)] if answer.raid else []
    if best.scores is not None:
        remarks.append(spread(best.scores))
    value, error = _precise(answer, best, answer.value, answer.error)
    return View(
        with_twins(best),
        value,
        error,
        phrase("web.advice.points") if target is None else phrase("web.advice.target", n=target),
        remarks=remarks,
        notes=how(answer),
        alternatives=[_listed(answer, move) for move in others],
        reasons=answer.reasons,
        reasons_for="next",
        plays=plays(best),
    )


def _listed(answer: ChanceAnswer, move: ChanceMove) -> Alternative:
    lost, error = _precise(answer, move, move.loss, move.loss_error)
    lost = bounding(answer, move).replace("≤", "≥") + lost
    samples = 0 if answer.method == "exact" else move.samples
    return Alternative(with_twins(move), move.loss, lost, move.loss_error, error, samples, plays(move))


def _precise(answer: ChanceAnswer, move: ChanceMove, value: float, error: float) -> tuple[str, str]:
    """Return a value of a move and its error, "" for none: exact, or with the digits that it is worth."""
    if answer.method == "exact":
        return number(answer, value), ""
    if answer.target is None:
        return view_of.precise(value, error, move.samples)
    share, error_text = view_of.precise(100 * value, 100 * error, move.samples)
    return f"{share} %", error_text and f"{error_text} %"


def plays(move: KnownMove | ChanceMove) -> tuple[str, ...]:
    """Return a move and its twins in notation."""
    return (move.notation, *move.same_as)


def raid(what: Sentence) -> Phrase:
    """Return what a raid does in a sentence."""
    return phrase("answer.raid", raid=what)
