"""A played game: what each turn gave away against the best one, and what the chancellor's dice did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum, hypot
from typing import Final

from pencilwright import games
from pencilwright.games.errors import InputError
from pencilwright.games.shared.session import Played
from pencilwright.games.terracotta_army import commands
from pencilwright.games.terracotta_army.answer import (
    LookBack,
    Loss,
    PlayedRoll,
    PlayedTurn,
    PlayerPoints,
    with_sign,
)
from pencilwright.games.terracotta_army.rules import turns
from pencilwright.games.terracotta_army.session import drawing, mover, verdict
from pencilwright.games.terracotta_army.state import State
from pencilwright.games.terracotta_army.transcript import Record, lines
from pencilwright.solver.compiled import Kernels, Progress
from pencilwright.solver.terracotta_army.turn import chancellor_dice, leaves
from pencilwright.solver.terracotta_army.turn.answer import in_words as turn_in_words
from pencilwright.solver.terracotta_army.turn.best import Search, check, command, plan_of
from pencilwright.solver.verify import carry_out
from pencilwright.templates import tables
from pencilwright.templates.phrases import Sentence, folded, phrase, say

GAME: Final = games.game("terracotta-army")
ROUNDS: Final = 1
"""Scoring phases that count: this round's."""
COLUMNS: Final = 100


def judge(state: State, line: str, kernels: Kernels | None = None) -> PlayedTurn:
    """Return a turn, as a transcript has it, beside the best one, which the rules have carried out.

    Both are worth points at once, in this round's scoring phase, and of the end of the game.

    Raises InputError for a turn that is not legal, and Disagreement when the rules come to something else.
    """
    turn = turns.read(state.grid, line)
    search = Search(check(state, turn.letter), turn.letter, ROUNDS, kernels or leaves.load())
    best = next(search.ranked(1))
    carry_out(GAME, state, plan_of(state, best, ROUNDS, search.nothing))
    after = state.clone()
    turns.apply_turn(after, turn)
    measure = commands.MEASURES[commands.points_of(ROUNDS)]
    value = search.nothing + int(measure(after, turn.letter) - measure(state, turn.letter))
    return PlayedTurn(
        who=mover(state),
        round=state.round,
        played=turn_in_words(state, turn),
        notation=command(state, turn),
        value=value,
        best_value=best.value,
        loss=best.value - value,
        best=turn_in_words(state, best.turn),
        best_notation=command(state, best.turn),
    )


def course(
    begin: State, played: Sequence[Played], progress: Progress | None = None
) -> Iterator[PlayedTurn | PlayedRoll]:
    """Yield each turn of a person beside the best one, and what fell in each turn of the chancellor.

    The end of a round is among them where what was drawn in it, or chosen, made a difference.
    """
    kernels, state, turns_before = leaves.load(progress=progress), begin, 0
    for number, item in enumerate(played):
        if progress is not None:
            progress(phrase("progress.weighing"), number, len(played))
        seat = state.to_move()
        if seat is not None and not state.is_him(seat):
            turns_before += 1
            yield judge(state, item.line, kernels)
        elif item.line != lines.END:
            fallen = chancellor_dice.fallen(state, item.line)
            if fallen.has_dice or fallen.luck or fallen.loss:
                yield PlayedRoll(
                    round=fallen.round,
                    fell=fallen.text,
                    notation=fallen.line,
                    before=float(fallen.before.mean),
                    margin=fallen.margin,
                    luck=float(fallen.luck),
                    luck_error=fallen.before.error,
                    samples=fallen.before.samples,
                    loss=float(fallen.loss),
                    who=mover(state),
                    after=turns_before,
                )
        state = item.state


def answer_for(
    record: Record,
    *,
    seconds: float | None = None,
    seed: str | None = None,
    progress: Progress | None = None,
) -> LookBack:
    """Return each turn of a person with its loss, the luck of each roll, and the sums.

    Nothing is sampled for `seconds`, nor by `seed`. Raises InputError for a game of which nobody has played.
    """
    del seconds, seed
    results = list(course(record.begin, record.turns, progress))
    judged = tuple(item for item in results if isinstance(item, PlayedTurn))
    rolls = tuple(item for item in results if isinstance(item, PlayedRoll))
    if not judged:
        raise InputError(phrase("answer.refused.nothing_played"), field="turns")
    losses: dict[Sentence, int] = {}
    for item in judged:
        losses[item.who] = losses.get(item.who, 0) + item.loss
    state = record.state
    return LookBack(
        game=GAME.id,
        over=state.over,
        verdict=verdict(state),
        points=tuple(PlayerPoints(name=name, points=points) for name, points, _ in drawing(state).points),
        losses=tuple(Loss(name=name, loss=loss) for name, loss in losses.items()),
        turns=judged,
        luck=fsum(roll.luck for roll in rolls) if rolls else None,
        luck_error=hypot(*(roll.luck_error for roll in rolls)) if rolls else None,
        rolls=rolls,
    )


def in_words(answer: LookBack, spoken: str) -> str:
    """Return each turn with its loss, a better one below a dear one, the sums, and what is not valued."""
    rows = _rows(answer, spoken)
    visible = [0, 1, 2] if answer.rolls else [0, 2]
    firsts = tables.table([[row[column] for column in visible] for row in rows], right=[1, 2]).split("\n")
    named = [(first, row[3]) for first, row in zip(firsts, rows, strict=True)]
    parts = [tables.wrapped(named, COLUMNS)]
    sums = (phrase("review.turns.sum", player=loss.name, n=loss.loss) for loss in answer.losses)
    lines = [say(item, spoken) for item in (*answer.luck_in_words, *sums)]
    worst = max(answer.turns, key=lambda turn: turn.loss)
    if worst.loss:
        message = phrase(
            "review.turns.dearest",
            n=worst.loss,
            round=worst.round,
            played=worst.played,
            best=worst.best,
        )
        lines.append(say(message, spoken))
    parts.append("\n".join(line for whole in lines for line in folded(whole, COLUMNS)))
    if answer.over:
        parts.append(say(answer.verdict, spoken))
    parts.append("\n".join(folded(say(phrase("review.turns.note"), spoken), COLUMNS)))
    if answer.rolls:
        parts.append("\n".join(folded(say(phrase("review.turns.luck.note"), spoken), COLUMNS)))
    return "\n\n".join(parts)


def _rows(answer: LookBack, spoken: str) -> list[list[str]]:
    """Return a row for each turn and roll: whose, luck, loss, and what was done; a better turn below it."""
    rows = [[say(phrase(f"review.turns.{name}"), spoken) for name in ("round", "luck", "loss", "turn")]]
    for item in answer.course:
        head = f"{item.round} {say(item.who, spoken)}"
        if isinstance(item, PlayedRoll):
            luck, lost = with_sign(item.luck, item.luck_error), f"-{item.loss:.1f}" if item.loss else ""
            rows.append([head, luck, lost, say(item.fell, spoken)])
            continue
        loss = f"-{item.loss}" if item.loss else say(phrase("answer.best"), spoken)
        rows.append([head, "", loss, say(item.played, spoken)])
        if item.is_costly:
            better = phrase("answer.better", move=item.best)
            text = f"{say(better, spoken)}  [{item.best_notation.partition(' ')[2]}]"
            rows.append(["", "", "", text])
    return rows
