"""Advice with dice still to be rolled: what every move is worth, how sure that is, and what bounds it."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import click

from pencilwright.app import show
from pencilwright.app.position import Position
from pencilwright.app.show import Progress
from pencilwright.solver.carried import as_dict

DIGITS = 3
"""Decimals of exact points that people see; the JSON has the exact fraction too."""
SAMPLED_DIGITS = 2
"""Decimals of points and errors where futures are sampled."""
LIKELY = 0.1
"""How often at least a score comes so that it is named in words."""
REASONS = 3
"""At most so many differences to the next move are named."""
AHEAD = (
    "+: ahead of the best on the futures that judge both; the best was chosen on others, where it led, so "
    "this may be chance."
)
METHODS = {
    "hindsight": "each solved with all its dice known to find the best move; what it is worth is measured by "
    "a player who does not know them",
    "rollouts": "each played to its end by the fitted policy",
}


SLOWLY = 'sampling is slow here and sees fewer futures; faster: pip install -e ".[fast]"'
"""Where the extra `fast` is missing."""


def hint_at_speed() -> None:
    """Say on the error stream that advice is slow when the extra `fast` is missing."""
    from pencilwright.solver.compiled import can_compile

    if not can_compile():
        click.echo(SLOWLY, err=True)


def answer_for(
    position: Position,
    adviser: ModuleType,
    carrying: ModuleType,
    *,
    target: int | None,
    seconds: float,
    seed: str,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Return what `--json` gives: every move with its value, error and bound, and why the first is first.

    `adviser` and `carrying` are those modules of the game's solver.

    Raises InputError when the position breaks the rules, Disagreement when they do not carry the answer out.
    """
    vectors, wording = position.game.room("vectors"), position.game.room("wording")
    position.game.room("legality").check(position.state)
    sheet, table = vectors.position(position.state)
    found = adviser.best_moves(sheet, table, target=target, seconds=seconds, seed=seed, progress=progress)
    before, _ = vectors.vectors(position.state)
    best = found.moves[0]
    plan = carrying.move(position.state, best.move, best.sheet)
    return {
        "format": "pencilwright-chance/1",
        "game": position.game.id,
        "rolls_to_come": found.rolls,
        "target": target,
        "method": found.method,
        "seed": None if best.exact is not None else seed,
        "seconds": None if best.exact is not None else seconds,
        "raid": "" if position.state.table.attacked else str(wording.describe_attack(before, table)),
        "value": best.value,
        "error": best.error,
        "bound": found.bound,
        "bound_error": found.bound_error,
        "gap": None if found.bound is None else max(0.0, found.bound - best.value),
        "clear": found.is_clear,
        "stopped": found.was_stopped,
        "reasons": [
            {"points": points, "error": error, "line": line, "futures": futures}
            for points, error, line, futures in adviser.reasons(table, found, seed=seed)
        ],
        "moves": [move_as_data(wording, sheet, table, move) for move in found.moves],
        "plan": as_dict(plan),
    }


def move_as_data(wording: Any, sheet: Sequence[int], table: Sequence[int], found: Any) -> dict[str, Any]:
    """Return what `--json` gives for one weighed move."""
    return {
        "text": str(wording.describe(sheet, table, found.move)),
        "notation": wording.notation(sheet, table, found.move),
        "value": found.value,
        "error": found.error,
        "exact": None if found.exact is None else str(found.exact),
        "loss": found.loss,
        "loss_error": found.loss_error,
        "bound": found.bound,
        "bound_error": found.bound_error,
        "samples": found.samples,
        "same_as": [wording.notation(sheet, table, move) for move in found.equivalents],
        "scores": _scores(found.scores),
    }


def _scores(counts: Sequence[tuple[int, int]]) -> dict[str, float] | None:
    whole = sum(count for _, count in counts)
    return {str(score): count / whole for score, count in counts} if counts else None


def in_words(answer: dict[str, Any], top: int = 0) -> str:
    """Return the advice as text: the moves (all, or the top ones), what the best leads to, how sure it is."""
    parts = [f"The raid: {answer['raid']}."] if answer["raid"] else []
    if answer["stopped"]:
        parts.append("Stopped before the time was up: the best answer so far.")
    parts.append(_table(answer, top))
    scores = answer["moves"][0]["scores"]
    if scores is not None:
        parts.append(f"The best move ends with {_spread(scores)}.")
    if answer["reasons"]:
        parts.append(_reasons(answer))
    parts.append(_exactly(answer) if answer["method"] == "exact" else _sampled(answer))
    return "\n\n".join(parts)


def _table(answer: dict[str, Any], top: int) -> str:
    shown = answer["moves"][: top or None]
    hidden = len(answer["moves"]) - len(shown)
    more = [f"... and {show.plural(hidden, 'move')} more (--top 0 shows all)"] if hidden else []
    return "\n".join([moves_in_words(answer, shown), *more])


def moves_in_words(answer: dict[str, Any], shown: Sequence[dict[str, Any]]) -> str:
    """Return these moves of an answer as a table; where a number is above the best, it says how that can be.

    answer : `target`, `method`, and all `moves`, of which some are shown.
    """
    head = ["expected" if answer["target"] is None else f"{answer['target']} or more"]
    exact = answer["method"] == "exact"
    bounded = not exact and any(move["bound"] is not None for move in shown)
    head += ["loss", "move"] if exact else ["error", "loss", *(["bound"] if bounded else []), "move"]
    rows = []
    for place, move in enumerate(shown):
        row = [_number(answer, move["value"])]
        if not exact:
            row.append(_plus_minus(answer, move["error"]))
        row.append("best" if _is_best(answer, place) else _loss(answer, move))
        if bounded:
            row.append("" if move["bound"] is None else _number(answer, move["bound"]))
        rows.append([*row, _told(move)])
    text = show.table(rows, head=head, right=range(len(head) - 1))
    return f"{text}\n{AHEAD}" if any(move["loss"] < 0 for move in shown) else text


def _is_best(answer: dict[str, Any], place: int) -> bool:
    move, best = answer["moves"][place], answer["moves"][0]
    return place == 0 or (move["exact"] is not None and move["exact"] == best["exact"])


def _number(answer: dict[str, Any], value: float) -> str:
    if answer["target"] is not None:
        return f"{100 * value:.2f} %" if answer["method"] == "exact" else f"{100 * value:.1f} %"
    return f"{value:.{DIGITS if answer['method'] == 'exact' else SAMPLED_DIGITS}f}"


def _plus_minus(answer: dict[str, Any], error: float) -> str:
    return f"±{_number(answer, error)}"


def _loss(answer: dict[str, Any], move: dict[str, Any]) -> str:
    lost = _number(answer, -move["loss"])
    if answer["method"] == "exact":
        return lost
    sign = "" if lost.startswith("-") else "+"
    return f"{sign}{lost} {_plus_minus(answer, move['loss_error'])}"


def _told(move: dict[str, Any]) -> str:
    twins = len(move["same_as"])
    more = f" (and {show.plural(twins, 'other way')} to the same sheet)" if twins else ""
    return f"{move['text']}{more}"


def _spread(scores: dict[str, float]) -> str:
    """Return final scores in words: the lowest and highest, and what comes often or where the middle is."""
    points = sorted(map(int, scores))
    often = [
        f"{score} ({100 * scores[str(score)]:.0f} %)" for score in points if scores[str(score)] >= LIKELY
    ]
    if len(often) > 1:
        most = f", most often {', '.join(often)}"
    else:
        most = f", half of the time {_quantile(scores, 0.25)} to {_quantile(scores, 0.75)}"
    return f"{points[0]} to {points[-1]} points{most if len(points) > 1 else ''}"


def _quantile(scores: dict[str, float], share: float) -> int:
    """Return the lowest score that at most this share of all lies below, together with itself."""
    below = 0.0
    for score in sorted(map(int, scores)):
        below += scores[str(score)]
        if below >= share:
            break
    return score


def _reasons(answer: dict[str, Any]) -> str:
    named = [f"{reason['line']} {reason['points']:+.1f}" for reason in answer["reasons"][:REASONS]]
    games = show.plural(answer["reasons"][0]["futures"], "simulated game")
    return f"Why, in {games} against the next move: {', '.join(named)}."


def _exactly(answer: dict[str, Any]) -> str:
    if answer["stopped"]:
        return "These values are exact; the other moves were not weighed."
    weighed = f"all rolls of {show.plural(answer['rolls_to_come'], 'half-day')} to come, with best play"
    return f"Exact: {weighed}; nothing is sampled."


def _sampled(answer: dict[str, Any]) -> str:
    """Return how the values were found, how sure the first place is, and how far from perfect it can be."""
    samples = max(move["samples"] for move in answer["moves"])
    parts = [
        f"Sampled: {show.plural(samples, 'future')} of {show.plural(answer['rolls_to_come'], 'half-day')} "
        f"(seed {answer['seed']}), {METHODS[answer['method']]}."
    ]
    if len(answer["moves"]) > 1 and not answer["clear"]:
        parts.append("The first moves are too close to call: less than two standard errors lie between them.")
    if answer["bound"] is not None:
        bound = f"{_number(answer, answer['bound'])} {_plus_minus(answer, answer['bound_error'])}"
        gap = _number(answer, answer["gap"])
        unit = " points" if answer["target"] is None else ""
        parts.append(f"No player can expect more than {bound}: the best move gives away at most {gap}{unit}.")
    else:
        parts.append("No upper bound is proved with so many rolls to come.")
    return " ".join(parts)
