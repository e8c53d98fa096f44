"""A whole played game: what was luck in it and what each decision cost, as answers and in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice.answer import JudgedHalfDay, Review
from pencilwright.games.troyes_dice.play import move_text
from pencilwright.games.troyes_dice.play.transcript import Transcript
from pencilwright.games.troyes_dice.setup import Setup
from pencilwright.solver.troyes_dice import carry_out
from pencilwright.solver.troyes_dice.chances import SECONDS, SEED
from pencilwright.solver.troyes_dice.exact.engine import Sheet
from pencilwright.solver.troyes_dice.exact.estimates import Estimates
from pencilwright.solver.troyes_dice.play import adviser
from pencilwright.solver.troyes_dice.play import review as judge
from pencilwright.templates import tables
from pencilwright.templates.phrases import phrase, say, sentences

if TYPE_CHECKING:
    from pencilwright.solver.compiled import Progress


def answer_for(
    game: Transcript,
    *,
    seconds: float | None = None,
    seed: str | None = None,
    progress: Progress | None = None,
) -> Review:
    """Return the worth at the start, each half-day with luck and loss, and the sums.

    `seconds` is the sampling for each half-day. Raises InputError for a game of which nothing is played.
    """
    seconds, seed = seconds or SECONDS, seed or SEED
    if not game.turns:
        raise InputError(phrase("answer.refused.nothing_played"), field="turns")
    start = adviser.expected(*game.start(), seconds=seconds, seed=seed)
    weigh = partial(_weigh, seconds, seed)
    usual = partial(adviser.usual, seconds=seconds, seed=seed)
    result = judge.review(game.turns, start, weigh, usual, progress)
    luck, loss, decided = result.luck, result.loss, result.decided
    return Review(
        player=game.player,
        seed=seed,
        seconds=seconds,
        start=result.start,
        start_error=result.start_error,
        luck=luck[0],
        luck_error=luck[1],
        loss=loss[0],
        loss_error=loss[1],
        decided=decided[0],
        decided_error=decided[1],
        end=result.end,
        over=game.is_over,
        half_days=tuple(_half_day(game.setup, judged) for judged in result.half_days),
    )


def _weigh(seconds: float, seed: str, sheet: Sequence[int], table: Sequence[int], after: Sheet) -> Estimates:
    return adviser.best_moves(sheet, table, seconds=seconds, seed=seed, also=(after,))


def _half_day(setup: Setup, judged: judge.Judged) -> JudgedHalfDay:
    turn, best = judged.turn, judged.best
    plan = carry_out.move_of(setup, turn.sheet, turn.table, best.move, best.sheet)
    return JudgedHalfDay(
        time=turn.time,
        when=turn.when,
        dice=turn.roll,
        played=move_text.describe(turn.sheet, turn.table, turn.move),
        notation=move_text.notation(turn.sheet, turn.table, turn.move),
        before=judged.before,
        luck=judged.luck,
        luck_error=judged.luck_error,
        decided=judged.decided,
        loss=judged.chosen.loss,
        loss_error=judged.chosen.loss_error,
        expected=judged.chosen.value,
        best_expected=judged.best.value,
        best=move_text.describe(turn.sheet, turn.table, best.move),
        best_notation=move_text.notation(turn.sheet, turn.table, best.move),
        method=judged.method,
        plan=plan,
    )


def in_words(answer: Review, spoken: str) -> str:
    """Return the review in a language: each half-day, a better move below it, the sums, the dearest one."""
    head = ("when", "luck", "loss", "expected", "notation", "move")
    rows = []
    for half_day in answer.half_days:
        values = (
            _with_error(f"{half_day.luck:+.1f}", half_day.luck_error),
            _with_error(f"{half_day.loss:.1f}", half_day.loss_error),
            f"{half_day.expected:.1f}",
        )
        move = half_day.notation, say(half_day.played, spoken)
        rows.append((say(half_day.when, spoken), *values, *move))
        if half_day.is_costly:
            better = say(phrase("answer.better", move=half_day.best), spoken)
            rows.append(("", "", "", f"{half_day.best_expected:.1f}", half_day.best_notation, better))
    texts = [say(phrase(f"answer.head.{name}"), spoken) for name in head]
    parts = [tables.table(rows, head=texts, right=[1, 2, 3])]
    if any(half_day.loss < 0 for half_day in answer.half_days):
        parts[0] += "\n" + say(phrase("review.below"), spoken)
    sums = phrase(
        "review.over" if answer.over else "review.so_far",
        start=_with_error(f"{answer.start:.1f}", answer.start_error),
        luck=_with_error(f"{answer.luck:+.1f}", answer.luck_error),
        decisions=_with_error(f"{answer.decided:+.1f}", answer.decided_error),
        end=f"{answer.end:.0f}" if answer.over else f"{answer.end:.1f}",
    )
    lost = [phrase("review.lost", n=_with_error(f"{answer.loss:.1f}", answer.loss_error))]
    parts.append(sentences([sums, *(lost if answer.loss > 0 else ()), phrase("review.usual")], spoken))
    worst = max(answer.half_days, key=lambda half_day: half_day.loss)
    if worst.is_costly:
        fields = {"when": worst.when, "played": worst.played, "best": worst.best}
        parts.append(say(phrase("review.dearest", **fields), spoken))
    return "\n\n".join(parts)


def _with_error(points: str, error: float) -> str:
    return f"{points} ±{error:.1f}" if error else points
