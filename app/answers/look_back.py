"""A game that was played in one sitting: what each turn gave away against the best one in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pencilwright.app import tables
from pencilwright.app.solvers import solver_of
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import Sentence, folded, phrase, say

if TYPE_CHECKING:
    from pencilwright.solver.compiled import Progress

COLUMNS: Final = 100
COSTLY: Final = 3
"""Points from which on the better turn is shown."""


def answer_for(known: Game, record: Any, progress: Progress | None = None) -> dict[str, Any]:
    """Return what `--json` gives: each turn of a person with its loss, and the sums of everybody.

    Raises InputError for a game of which nobody has played a turn.
    """
    room, judge = known.room("session"), solver_of(known, "turn.review")
    found = []
    for judged in judge.review(record.begin, record.turns, progress):
        (played, best), (notation, best_notation) = judged.texts, judged.notations
        found.append(
            {
                "who": room.mover(judged.state),
                "round": judged.state.round,
                "played": played,
                "notation": notation,
                "value": judged.value,
                "best_value": judged.best.value,
                "loss": judged.loss,
                "best": best,
                "best_notation": best_notation,
            }
        )
    if not found:
        raise InputError(phrase("answer.refused.nothing_played"), field="turns")
    state = record.state
    return {
        "format": "pencilwright-look-back/1",
        "game": known.id,
        "over": room.is_over(state),
        "verdict": room.verdict(state),
        "points": [{"name": name, "points": points} for name, points, _ in room.drawing(state).points],
        "losses": _losses(found),
        "turns": found,
    }


def _losses(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the sum of each player's losses, in the order in which they played first."""
    sums: dict[Sentence, int] = {}
    for turn in found:
        sums[turn["who"]] = sums.get(turn["who"], 0) + turn["loss"]
    return [{"name": name, "loss": loss} for name, loss in sums.items()]


def in_words(answer: dict[str, Any], spoken: str) -> str:
    """Return each turn with its loss, a better one below a dear one, the sums, and what is not valued."""
    heads = [say(phrase(f"review.turns.{name}"), spoken) for name in ("round", "loss", "turn")]
    rows = [heads]
    for turn in answer["turns"]:
        head = f"{turn['round']} {say(turn['who'], spoken)}"
        loss = f"-{turn['loss']}" if turn["loss"] else say(phrase("answer.best"), spoken)
        rows.append([head, loss, say(turn["played"], spoken)])
        if turn["loss"] >= COSTLY:
            better = phrase("answer.better", move=turn["best"])
            rows.append(["", "", f"{say(better, spoken)}  [{turn['best_notation'].partition(' ')[2]}]"])
    firsts = tables.table([row[:2] for row in rows], right=[1]).split("\n")
    named = [(first, row[2]) for first, row in zip(firsts, rows, strict=True)]
    parts = [tables.wrapped(named, COLUMNS)]
    sums = (phrase("review.turns.sum", player=one["name"], n=one["loss"]) for one in answer["losses"])
    lines = [say(one, spoken) for one in sums]
    worst = max(answer["turns"], key=lambda turn: int(turn["loss"]))
    if worst["loss"]:
        told = phrase(
            "review.turns.dearest",
            n=worst["loss"],
            round=worst["round"],
            played=worst["played"],
            best=worst["best"],
        )
        lines.append(say(told, spoken))
    parts.append("\n".join(line for whole in lines for line in folded(whole, COLUMNS)))
    if answer["over"]:
        parts.append(say(answer["verdict"], spoken))
    parts.append("\n".join(folded(say(phrase("review.turns.note"), spoken), COLUMNS)))
    return "\n\n".join(parts)
