"""A game that was played in one sitting: what each turn gave away against the best one, and what dice did."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, hypot
from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET, Struct, UnsetType

from pencilwright.app.solvers import has_solver, solver_of
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.answers import Review
from pencilwright.templates import tables
from pencilwright.templates.phrases import Phrase, Sentence, folded, phrase, say

if TYPE_CHECKING:
    from pencilwright.solver.compiled import Progress

COLUMNS: Final = 100
COSTLY: Final = 3
"""Points from which on the better turn is shown."""


class PlayedTurn(Struct, frozen=True, kw_only=True):
    """A turn of a person beside the best one, in words and in notation; what each is worth, and the loss."""

    who: Sentence
    round: int
    played: Sentence
    notation: str
    value: int
    best_value: int
    loss: int
    best: Sentence
    best_notation: str


class PlayedRoll(Struct, frozen=True, kw_only=True):
    """What dice and draws brought in one turn.

    Attributes
    ----------
    fell, notation : what fell, in words and in notation.
    before, margin : the margin that was expected before, and what it came to.
    luck : what it brought, with its standard error over so many samples; loss : what was chosen badly where
        the rules left it open.
    after : how many turns of persons had been played.
    """

    round: int
    fell: Sentence
    notation: str
    before: float
    margin: float
    luck: float
    luck_error: float
    samples: int
    loss: float
    who: Sentence
    after: int


class PlayerPoints(Struct, frozen=True, kw_only=True):
    """A player's points."""

    name: Sentence
    points: int


class Loss(Struct, frozen=True, kw_only=True):
    """What a player's turns gave away together."""

    name: Sentence
    loss: int


class LookBack(Review, frozen=True, kw_only=True):
    """A game turn by turn.

    Attributes
    ----------
    verdict : who has won, in words.
    losses : of each player, in the order in which they played first.
    luck, luck_error : the sum of what dice and draws brought; None where nothing fell.
    """

    format: str = "pencilwright-look-back/1"
    game: str
    over: bool
    verdict: Phrase
    points: tuple[PlayerPoints, ...]
    losses: tuple[Loss, ...]
    turns: tuple[PlayedTurn, ...]
    luck: float | None
    luck_error: float | None
    rolls: tuple[PlayedRoll, ...]
    file: str | UnsetType = UNSET


def review_of(
    known: Game,
    record: Any,
    *,
    seconds: float | None = None,
    seed: str | None = None,
    progress: Progress | None = None,
) -> Review:
    """Return the review of a whole game, by the solver's own review where the game has one.

    seconds, seed : work of sampling a turn, and what decides which futures; None for the usual ones.
    """
    if has_solver(known, "review"):
        judge = solver_of(known, "review")
        return judge.answer_for(record, seconds=seconds, seed=seed, progress=progress)
    return answer_for(known, record, progress)


def answer_for(known: Game, record: Any, progress: Progress | None = None) -> LookBack:
    """Return each turn of a person with its loss, the luck of each roll, and the sums.

    Raises InputError for a game of which nobody has played a turn.
    """
    room, judge = known.sessions, solver_of(known, "turn.review")
    results: list[PlayedTurn] = []
    rolls: list[PlayedRoll] = []
    for judged in judge.review(record.begin, record.turns, progress):
        if isinstance(judged, judge.Fallen):
            rolls.append(_fallen(judged, room.mover(judged.state), len(results)))
            continue
        (played, best), (notation, best_notation) = judged.texts, judged.notations
        results.append(
            PlayedTurn(
                who=room.mover(judged.state),
                round=judged.state.round,
                played=played,
                notation=notation,
                value=judged.value,
                best_value=judged.best.value,
                loss=judged.loss,
                best=best,
                best_notation=best_notation,
            )
        )
    if not results:
        raise InputError(phrase("answer.refused.nothing_played"), field="turns")
    state = record.state
    return LookBack(
        game=known.id,
        over=room.is_over(state),
        verdict=room.verdict(state),
        points=tuple(
            PlayerPoints(name=name, points=points) for name, points, _ in room.drawing(state).points
        ),
        losses=_losses(results),
        turns=tuple(results),
        luck=fsum(roll.luck for roll in rolls) if rolls else None,
        luck_error=hypot(*(roll.luck_error for roll in rolls)) if rolls else None,
        rolls=tuple(rolls),
    )


def _fallen(fallen: Any, who: Sentence, after: int) -> PlayedRoll:
    """Return what fell in one turn."""
    return PlayedRoll(
        round=fallen.round,
        fell=fallen.text,
        notation=fallen.line,
        before=float(fallen.before.mean),
        margin=fallen.margin,
        luck=float(fallen.luck),
        luck_error=fallen.before.error,
        samples=fallen.before.samples,
        loss=float(fallen.loss),
        who=who,
        after=after,
    )


def _losses(results: Sequence[PlayedTurn]) -> tuple[Loss, ...]:
    """Return the sum of each player's losses, in the order in which they played first."""
    sums: dict[Sentence, int] = {}
    for turn in results:
        sums[turn.who] = sums.get(turn.who, 0) + turn.loss
    return tuple(Loss(name=name, loss=loss) for name, loss in sums.items())


def in_words(answer: LookBack, spoken: str) -> str:
    """Return each turn with its loss, a better one below a dear one, the sums, and what is not valued."""
    rows = _rows(answer, spoken)
    visible = [0, 1, 2] if answer.rolls else [0, 2]
    firsts = tables.table([[row[column] for column in visible] for row in rows], right=[1, 2]).split("\n")
    named = [(first, row[3]) for first, row in zip(firsts, rows, strict=True)]
    parts = [tables.wrapped(named, COLUMNS)]
    sums = (phrase("review.turns.sum", player=loss.name, n=loss.loss) for loss in answer.losses)
    lines = [say(item, spoken) for item in (*luck_of(answer), *sums)]
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


def luck_of(answer: LookBack) -> list[Phrase]:
    """Return what dice and draws brought in all, and what was chosen badly where the rules left it open."""
    if answer.luck is None or answer.luck_error is None:
        return []
    messages = [phrase("review.turns.luck.sum", n=_signed(answer.luck, answer.luck_error))]
    lost = fsum(roll.loss for roll in answer.rolls)
    return [*messages, phrase("review.turns.open", n=f"{lost:.1f}")] if lost else messages


def _signed(luck: float, error: float) -> str:
    """Return luck with its sign, and its error where it has one."""
    return f"{luck:+.1f}" + (f" ±{error:.1f}" if error else "")


def in_order(answer: LookBack) -> list[PlayedTurn | PlayedRoll]:
    """Return turns, which were `played`, and rolls, which `fell`, as they came."""
    turns, rolls = answer.turns, answer.rolls
    results: list[PlayedTurn | PlayedRoll] = []
    for number in range(len(turns) + 1):
        results += [roll for roll in rolls if roll.after == number]
        results += turns[number : number + 1]
    return results


def _rows(answer: LookBack, spoken: str) -> list[list[str]]:
    """Return a row for each turn and roll: whose, luck, loss, and what was done; a better turn below it."""
    rows = [[say(phrase(f"review.turns.{name}"), spoken) for name in ("round", "luck", "loss", "turn")]]
    for item in in_order(answer):
        head = f"{item.round} {say(item.who, spoken)}"
        if isinstance(item, PlayedRoll):
            luck, lost = _signed(item.luck, item.luck_error), f"-{item.loss:.1f}" if item.loss else ""
            rows.append([head, luck, lost, say(item.fell, spoken)])
            continue
        loss = f"-{item.loss}" if item.loss else say(phrase("answer.best"), spoken)
        rows.append([head, "", loss, say(item.played, spoken)])
        if item.loss >= COSTLY:
            better = phrase("answer.better", move=item.best)
            text = f"{say(better, spoken)}  [{item.best_notation.partition(' ')[2]}]"
            rows.append(["", "", "", text])
    return rows
