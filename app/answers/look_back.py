"""A game that was played in one sitting: what each turn gave away against the best one, and what dice did."""

from __future__ import annotations

from math import fsum, hypot
from typing import TYPE_CHECKING, Any, Final

from pencilwright.app.solvers import solver_of
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.templates import tables
from pencilwright.templates.phrases import Phrase, Sentence, folded, phrase, say

if TYPE_CHECKING:
    from pencilwright.solver.compiled import Progress

COLUMNS: Final = 100
COSTLY: Final = 3
"""Points from which on the better turn is shown."""


def answer_for(known: Game, record: Any, progress: Progress | None = None) -> dict[str, Any]:
    """Return what `--json` gives: each turn of a person with its loss, the luck of each roll, and the sums.

    Raises InputError for a game of which nobody has played a turn.
    """
    room, judge = known.sessions, solver_of(known, "turn.review")
    found: list[dict[str, Any]] = []
    rolls: list[dict[str, Any]] = []
    for judged in judge.review(record.begin, record.turns, progress):
        if isinstance(judged, judge.Fallen):
            rolls.append(_fallen(judged) | {"who": room.mover(judged.state), "after": len(found)})
            continue
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
        "luck": fsum(roll["luck"] for roll in rolls) if rolls else None,
        "luck_error": hypot(*(roll["luck_error"] for roll in rolls)) if rolls else None,
        "rolls": rolls,
    }


def _fallen(fallen: Any) -> dict[str, Any]:
    """Return what `--json` gives for what fell in one turn."""
    return {
        "round": fallen.round,
        "fell": fallen.text,
        "notation": fallen.line,
        "before": float(fallen.before.mean),
        "margin": fallen.margin,
        "luck": float(fallen.luck),
        "luck_error": fallen.before.error,
        "samples": fallen.before.samples,
        "loss": float(fallen.loss),
    }


def _losses(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the sum of each player's losses, in the order in which they played first."""
    sums: dict[Sentence, int] = {}
    for turn in found:
        sums[turn["who"]] = sums.get(turn["who"], 0) + turn["loss"]
    return [{"name": name, "loss": loss} for name, loss in sums.items()]


def in_words(answer: dict[str, Any], spoken: str) -> str:
    """Return each turn with its loss, a better one below a dear one, the sums, and what is not valued."""
    rows = _rows(answer, spoken)
    shown = [0, 1, 2] if answer["rolls"] else [0, 2]
    firsts = tables.table([[row[column] for column in shown] for row in rows], right=[1, 2]).split("\n")
    named = [(first, row[3]) for first, row in zip(firsts, rows, strict=True)]
    parts = [tables.wrapped(named, COLUMNS)]
    sums = (phrase("review.turns.sum", player=one["name"], n=one["loss"]) for one in answer["losses"])
    lines = [say(one, spoken) for one in (*luck_of(answer), *sums)]
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
    if answer["rolls"]:
        parts.append("\n".join(folded(say(phrase("review.turns.luck.note"), spoken), COLUMNS)))
    return "\n\n".join(parts)


def luck_of(answer: dict[str, Any]) -> list[Phrase]:
    """Return what dice and draws brought in all, and what was chosen badly where the rules left it open."""
    if not answer["rolls"]:
        return []
    said = [phrase("review.turns.luck.sum", n=_signed(answer["luck"], answer["luck_error"]))]
    lost = fsum(roll["loss"] for roll in answer["rolls"])
    return [*said, phrase("review.turns.open", n=f"{lost:.1f}")] if lost else said


def _signed(luck: float, error: float) -> str:
    """Return luck with its sign, and its error where it has one."""
    return f"{luck:+.1f}" + (f" ±{error:.1f}" if error else "")


def in_order(answer: dict[str, Any]) -> list[dict[str, Any]]:
    """Return turns, which were `played`, and rolls, which `fell`, as they came."""
    turns, rolls = answer["turns"], answer["rolls"]
    found = []
    for number in range(len(turns) + 1):
        found += [roll for roll in rolls if roll["after"] == number]
        found += turns[number : number + 1]
    return found


def _rows(answer: dict[str, Any], spoken: str) -> list[list[str]]:
    """Return a row for each turn and roll: whose, luck, loss, and what was done; a better turn below it."""
    rows = [[say(phrase(f"review.turns.{name}"), spoken) for name in ("round", "luck", "loss", "turn")]]
    for one in in_order(answer):
        head = f"{one['round']} {say(one['who'], spoken)}"
        if "fell" in one:
            luck, lost = _signed(one["luck"], one["luck_error"]), f"-{one['loss']:.1f}" if one["loss"] else ""
            rows.append([head, luck, lost, say(one["fell"], spoken)])
            continue
        loss = f"-{one['loss']}" if one["loss"] else say(phrase("answer.best"), spoken)
        rows.append([head, "", loss, say(one["played"], spoken)])
        if one["loss"] >= COSTLY:
            better = phrase("answer.better", move=one["best"])
            text = f"{say(better, spoken)}  [{one['best_notation'].partition(' ')[2]}]"
            rows.append(["", "", "", text])
    return rows
