"""Answers as a page shows them, of whatever game: the best, the others with what they lose, and why."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from pencilwright.app.solvers import solver_of
from pencilwright.app.web.views.board import Doubt, doubt
from pencilwright.games import game
from pencilwright.games.shared.answers import SURE, Answer, JudgedTurn
from pencilwright.solver.view import FEW, Alternative, Between, LinePoints, View
from pencilwright.templates.phrases import Phrase, Word, phrase

WIDTH: Final = 100.0
"""Of a bar's drawing; what is lost fills it at the most that is shown."""
FIRST: Final = 5
"""Moves that stand there at once; the others are unfolded."""
DOUBTS: Final = 1.0, 2.0, 3.0
"""Errors of a loss from which it is not a coin's toss, likely, sure."""
RINGED: Final = 3
"""Moves that a drawing shows."""
NEAR: Final = 0.05
"""Points within which two moves are as good."""
NAMED: Final = 3
"""Lines that say why, where one sentence does."""


class WhiskerBar(NamedTuple):
    """A bar with a whisker, from `start` to `end` of WIDTH; `low` and `high` are the whisker's ends."""

    start: float
    end: float
    low: float
    high: float
    is_good: bool = True


class OtherMove(NamedTuple):
    """A move that is not the best: its place, words, what it loses, its bar, how sure that is."""

    place: int
    text: Word
    loss: str
    error: str
    bar: WhiskerBar
    remark: Word


class Swing(NamedTuple):
    """A line of the score in which the best differs, or that it consists of."""

    text: Word
    points: str
    bar: WhiskerBar


class AnswerView(NamedTuple):
    """An answer as its game's solver shows it, with bars.

    Attributes
    ----------
    badge : of the words web.advice.badge.*.
    moves : the others.
    reasons : lines of the score.
    commands : the plan, as the rules have carried it out.
    listed : how many moves are shown at once.
    """

    view: View
    badge: str
    moves: Sequence[OtherMove]
    reasons: Sequence[Swing]
    commands: Sequence[Word]
    doubt: Doubt | None
    listed: int = FIRST


def answer_view(answer: Answer) -> AnswerView:
    """Return an answer as a page shows it."""
    known = game(answer.game)
    view = solver_of(known, "advice").view(answer)
    first = view.alternatives[: FIRST - 1]
    most = max((item.loss + item.error for item in first), default=0.0)
    moves = [
        OtherMove(place, one.text, _lost(one), one.plus_minus, _bar(one.loss, one.error, most), how_sure(one))
        for place, one in enumerate(view.alternatives, 2)
    ]
    reasons = _reasons(view.reasons, signed=view.reasons_for != "parts")
    commands = () if answer.plan is None else answer.plan.commands
    return AnswerView(view, answer.certainty, moves, reasons, commands, doubt(known, answer.unverified))


def _bar(amount: float, error: float, most: float) -> WhiskerBar:
    """Return a bar from the left on a scale that ends at `most`."""

    def at(value: float) -> float:
        return round(WIDTH * min(1.0, max(0.0, value) / most), 1) if most > 0 else 0.0

    return WhiskerBar(0.0, at(amount), at(amount - error), at(amount + error))


def _lost(one: Alternative) -> str:
    """Return what a move loses with its sign: in few futures it may come out ahead."""
    sign = "−" if one.loss > 0 else "+" if one.loss < 0 else ""
    return re.sub(r"(?=\d)", sign, one.lost.replace("-", ""), count=1)


def how_sure(one: Alternative) -> Phrase:
    """Return in words how sure it is that a move is not as good as the best."""
    if one.samples and one.samples < FEW:
        return phrase("web.sure.open")
    if one.loss < NEAR and not one.error:
        return phrase("web.sure.same")
    known = bisect(DOUBTS, one.loss / one.error) if one.error else len(DOUBTS)
    return phrase(f"web.sure.{('toss', 'perhaps', 'likely', 'surely')[known]}")


def _reasons(lines: Sequence[LinePoints], *, signed: bool) -> list[Swing]:
    """Return lines of a score with bars to both sides of the middle, or from the left where none is less."""
    most = max((abs(line.points) for line in lines), default=0.0) or 1.0
    both = any(line.points < 0 for line in lines) or signed
    middle, reach = (WIDTH / 2, WIDTH / 2) if both else (0.0, WIDTH)

    def words(points: float) -> str:
        text = f"{points:+g}" if isinstance(points, int) else f"{points:+.1f}"
        return text.replace("-", "−") if signed else f"{points:g}".replace("-", "−")

    rows = []
    for line in lines:
        end = middle + reach * line.points / most
        low, high = sorted((middle, round(end, 1)))
        bar = WhiskerBar(low, high, middle, middle, line.points >= 0)
        rows.append(Swing(line.text, words(line.points), bar))
    return rows


def at_a_glance(answer: Answer) -> dict[str, Any]:
    """Return the best of an answer for who is about to play it.

    Returns what to do, its value with its error, how sure that is, the gain against the next in a sentence,
    and why in another one, "" for none; the `moves` that a drawing shows, and whether two can be held against
    each other (`compares`).
    """
    solver = solver_of(game(answer.game), "advice")
    view = solver.view(answer)
    return {
        "words": view.best,
        "moves": [_fields(move) for move in _moves(view)[:RINGED]],
        "compares": hasattr(solver, "between"),
        "value": view.value,
        "error": view.error,
        "unit": view.unit,
        "badge": phrase(f"web.advice.badge.{answer.certainty}"),
        "is_sure": answer.certainty in SURE,
        "gain": _gain(view.alternatives[0]) if view.alternatives else "",
        "why": _why(view.reasons) if view.reasons_for == "next" and view.reasons else "",
    }


def _moves(view: View) -> list[Alternative]:
    """Return the moves that answer the turn, the best first."""
    return [
        one for one in (Alternative(view.best, 0.0, "", plays=view.plays), *view.alternatives) if one.plays
    ]


def _fields(one: Alternative) -> dict[str, Any]:
    sure = how_sure(one) if one.lost else ""
    return {"play": one.plays[0], "lost": _lost(one), "error": one.plus_minus, "sure": sure}


def judged_move(answer: Answer, play: str) -> dict[str, Any] | None:
    """Return what is known of one move of an answer, None where it is not among it."""
    view = solver_of(game(answer.game), "advice").view(answer)
    moves = _moves(view)
    return next(({"place": n, **_fields(one)} for n, one in enumerate(moves, 1) if play in one.plays), None)


def between(one: Between[LinePoints]) -> dict[str, Any]:
    """Return how two moves differ: for what the second gains and loses, and how often each ends higher."""
    reasons = [{"points": _signed(-line.points), "words": line.text} for line in one.reasons[:NAMED]]
    shares = {name: round(100 * n / one.futures) for name, n in (("n", one.ahead), ("mine", one.behind))}
    return {"reasons": reasons, "share": phrase("web.best.share", **shares)}


def _gain(second: Alternative) -> Phrase:
    is_known = second.loss >= max(NEAR, DOUBTS[0] * second.error) and not 0 < second.samples < FEW
    key = f"web.best.{'gain' if is_known else 'equal'}"
    return phrase(key, sure=how_sure(second), n=second.lost, move=second.text)


def _why(reasons: Sequence[LinePoints]) -> Phrase:
    largest = sorted(reasons, key=lambda reason: -abs(reason.points))[:NAMED]
    lines = [phrase("web.best.line", line=line.text, points=_signed(line.points)) for line in largest]
    return phrase("web.best.why", lines=tuple(lines))


class JudgedRow(NamedTuple):
    """A turn of a review, with its luck and what was decided as people read them and as bars."""

    turn: JudgedTurn
    luck: str
    luck_bar: WhiskerBar
    decided: str
    decided_bar: WhiskerBar


def judged(turns: Sequence[JudgedTurn]) -> list[JudgedRow]:
    """Return the turns of a review with their bars of luck and decisions, both on one scale."""
    most = max((max(abs(turn.luck), abs(turn.decided)) for turn in turns), default=0.0) or 1.0

    def bar(value: float) -> WhiskerBar:
        low, high = sorted((WIDTH / 2, round(WIDTH / 2 * (1 + value / most), 1)))
        return WhiskerBar(low, high, WIDTH / 2, WIDTH / 2, value >= 0)

    return [
        JudgedRow(turn, _signed(turn.luck), bar(turn.luck), _signed(turn.decided), bar(turn.decided))
        for turn in turns
    ]


def _signed(points: float) -> str:
    text = f"{points:+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text.replace("-", "−")
