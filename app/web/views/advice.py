"""Answers as a page shows them, of whatever game: the best, the others with what they lose, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from pencilwright.app.solvers import solver_of
from pencilwright.app.web.views.board import Doubt, doubt
from pencilwright.games import game
from pencilwright.games.shared.answers import SURE, Answer, JudgedTurn
from pencilwright.solver.view import Alternative, Reason, View
from pencilwright.templates.phrases import Phrase, Word, phrase

WIDTH: Final = 100.0
"""Of a bar's drawing; what is lost fills it at the most that is shown."""
FIRST: Final = 5
"""Moves that stand there at once; the others are unfolded."""
CLOSE: Final = 2.0
"""Errors within which a loss may be nothing."""
NEAR: Final = 0.05
"""Points within which two moves are as good."""
NAMED: Final = 3
"""Lines that say why, where one sentence does."""


class Bar(NamedTuple):
    """A bar with a whisker, from `start` to `end` of WIDTH; `low` and `high` are the whisker's ends."""

    start: float
    end: float
    low: float
    high: float
    is_good: bool = True


class Move(NamedTuple):
    """A move that is not the best: its place, words, what it loses, its bar, how sure that is."""

    place: int
    text: Word
    loss: str
    error: str
    bar: Bar
    remark: Word


class Line(NamedTuple):
    """A line of the score in which the best differs, or that it consists of."""

    text: Word
    points: str
    bar: Bar


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
    moves: Sequence[Move]
    reasons: Sequence[Line]
    commands: Sequence[Word]
    doubt: Doubt | None
    listed: int = FIRST


def answer_view(answer: Answer) -> AnswerView:
    """Return an answer as a page shows it."""
    known = game(answer.game)
    view = solver_of(known, "advice").view(answer)
    first = view.alternatives[: FIRST - 1]
    most = max((item.loss + item.error for item in first), default=0.0)
    moves = [_move(place, alternative, most) for place, alternative in enumerate(view.alternatives, 2)]
    reasons = _reasons(view.reasons, signed=view.reasons_for != "parts")
    commands = () if answer.plan is None else answer.plan.commands
    return AnswerView(view, answer.certainty, moves, reasons, commands, doubt(known, answer.unverified))


def _move(place: int, one: Alternative, most: float) -> Move:
    lost = f"−{one.lost}" if one.loss > 0 else one.lost
    bar, remark = _bar(one.loss, one.error, most), _remark(one.loss, one.error)
    return Move(place, one.text, lost, one.plus_minus, bar, remark)


def _bar(amount: float, error: float, most: float) -> Bar:
    """Return a bar from the left on a scale that ends at `most`."""

    def at(value: float) -> float:
        return round(WIDTH * min(1.0, max(0.0, value) / most), 1) if most > 0 else 0.0

    return Bar(0.0, at(amount), at(amount - error), at(amount + error))


def _remark(amount: float, error: float) -> Word:
    if error <= 0:
        return phrase("web.advice.equal") if amount <= 0 else ""
    if amount < CLOSE * error:
        return phrase("web.advice.close")
    return phrase("web.advice.behind", n=f"{amount / error:.0f}")


def _reasons(lines: Sequence[Reason], *, signed: bool) -> list[Line]:
    """Return lines of a score with bars to both sides of the middle, or from the left where none is less."""
    most = max((abs(points) for _, points in lines), default=0.0) or 1.0
    both = any(points < 0 for _, points in lines) or signed
    middle, reach = (WIDTH / 2, WIDTH / 2) if both else (0.0, WIDTH)

    def words(points: float) -> str:
        text = f"{points:+g}" if isinstance(points, int) else f"{points:+.1f}"
        return text.replace("-", "−") if signed else f"{points:g}".replace("-", "−")

    rows = []
    for text, points in lines:
        end = middle + reach * points / most
        low, high = sorted((middle, round(end, 1)))
        rows.append(Line(text, words(points), Bar(low, high, middle, middle, points >= 0)))
    return rows


def at_a_glance(answer: Answer) -> dict[str, Any]:
    """Return the best of an answer for who is about to play it.

    Returns what to do and what answers the turn, its value with its error, how sure that is, the gain against
    the next in a sentence, and why in another one, "" for none.
    """
    view = solver_of(game(answer.game), "advice").view(answer)
    return {
        "words": view.best,
        "play": view.play,
        "value": view.value,
        "error": view.error,
        "unit": view.unit,
        "badge": phrase(f"web.advice.badge.{answer.certainty}"),
        "is_sure": answer.certainty in SURE,
        "gain": _gain(view.alternatives[0]) if view.alternatives else "",
        "why": _why(view.reasons) if view.reasons_for == "next" and view.reasons else "",
    }


def _gain(second: Alternative) -> Phrase:
    is_nothing = second.loss < max(CLOSE * second.error, NEAR)
    return phrase(f"web.best.{'equal' if is_nothing else 'gain'}", n=second.lost, move=second.text)


def _why(reasons: Sequence[Reason]) -> Phrase:
    largest = sorted(reasons, key=lambda reason: -abs(reason.points))[:NAMED]
    lines = [
        phrase("web.best.line", line=line, points=f"{points:+.1f}".replace("-", "−"))
        for line, points in largest
    ]
    return phrase("web.best.why", lines=tuple(lines))


class Judged(NamedTuple):
    """A turn of a review, with its luck and what was decided as people read them and as bars."""

    turn: JudgedTurn
    luck: str
    luck_bar: Bar
    decided: str
    decided_bar: Bar


def judged(turns: Sequence[JudgedTurn]) -> list[Judged]:
    """Return the turns of a review with their bars of luck and decisions, both on one scale."""
    most = max((max(abs(turn.luck), abs(turn.decided)) for turn in turns), default=0.0) or 1.0

    def bar(value: float) -> Bar:
        low, high = sorted((WIDTH / 2, round(WIDTH / 2 * (1 + value / most), 1)))
        return Bar(low, high, WIDTH / 2, WIDTH / 2, value >= 0)

    return [
        Judged(turn, _signed(turn.luck), bar(turn.luck), _signed(turn.decided), bar(turn.decided))
        for turn in turns
    ]


def _signed(points: float) -> str:
    text = f"{points:+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text.replace("-", "−")
