"""Advice with dice still to be rolled: the exact expected score, or chance, of every move."""

from __future__ import annotations

from fractions import Fraction
from types import ModuleType
from typing import Any

from app import show
from app.positions import Position
from app.show import Progress

DIGITS = 3
"""Decimals of points that people see; the JSON has the exact fraction too."""
LIKELY = 0.1
"""How often at least a score comes so that it is named in words."""


def answer_for(
    position: Position,
    expectimax: ModuleType,
    *,
    target: int | None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Return what `--json` gives: every move with its exact value, the best ones with all final scores.

    `expectimax` is that module of the game's solver.

    Raises InputError when the position breaks the rules, or more rolls are to come than are weighed exactly.
    """
    states, rules = position.game.room("state"), position.game.room("rules")
    states.check(position.state)
    sheet, table = states.position(position.state)
    advice = expectimax.best_moves(sheet, table, target=target, progress=progress)
    before, _ = states.vectors(position.state)
    return {
        "format": "sheetwright-chance/1",
        "game": position.game.id,
        "rolls_to_come": advice.rolls,
        "target": target,
        "method": "exact",
        "raid": "" if position.state.table.attacked else rules.describe_attack(before, table),
        "value": float(advice.value),
        "moves": [
            {
                "text": rules.describe(sheet, table, found.move),
                "notation": rules.notation(sheet, table, found.move),
                "value": float(found.value),
                "exact": str(found.value),
                "loss": float(found.loss),
                "same_as": [rules.notation(sheet, table, move) for move in found.equivalents],
                "scores": None if found.distribution is None else _scores(found.distribution),
            }
            for found in advice.moves
        ],
    }


def _scores(distribution: Any) -> dict[str, float]:
    return {str(score): count / distribution.rolls for score, count in distribution.counts}


def in_words(answer: dict[str, Any], top: int = 0) -> str:
    """Return the advice as text: the moves (all, or the top ones), and what the best one leads to."""
    shown = answer["moves"][: top or None]
    rows = [(_number(answer, move["value"]), _loss(answer, move), _told(move)) for move in shown]
    head = ("expected" if answer["target"] is None else f"{answer['target']} or more", "loss", "move")
    parts = [f"The raid: {answer['raid']}."] if answer["raid"] else []
    parts.append(show.table(rows, head=head, right=[0, 1]))
    hidden = len(answer["moves"]) - len(shown)
    if hidden:
        parts[-1] += f"\n... and {show.plural(hidden, 'move')} more (--top 0 shows all)"
    scores = answer["moves"][0]["scores"]
    if scores is not None:
        parts.append(f"The best move ends with {_spread(scores)}.")
    weighed = f"all rolls of {show.plural(answer['rolls_to_come'], 'half-day')} to come, with best play"
    parts.append(f"Exact: {weighed}; nothing is sampled.")
    return "\n\n".join(parts)


def _number(answer: dict[str, Any], value: float) -> str:
    return f"{value:.{DIGITS}f}" if answer["target"] is None else f"{100 * value:.2f} %"


def _loss(answer: dict[str, Any], move: dict[str, Any]) -> str:
    if Fraction(move["exact"]) == Fraction(answer["moves"][0]["exact"]):
        return "best"
    return f"-{_number(answer, move['loss'])}"


def _told(move: dict[str, Any]) -> str:
    twins = len(move["same_as"])
    more = f" (and {show.plural(twins, 'other way')} to the same sheet)" if twins else ""
    return f"{move['text']}{more}"


def _spread(scores: dict[str, float]) -> str:
    """Return a distribution of final scores in words: its ends, and what comes often."""
    points = sorted(map(int, scores))
    often = [
        f"{score} ({100 * scores[str(score)]:.0f} %)" for score in points if scores[str(score)] >= LIKELY
    ]
    most = f", most often {', '.join(often)}" if often else ""
    return f"{points[0]} to {points[-1]} points{most}"
