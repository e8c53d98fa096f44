"""Answers as a page shows them, of whatever game: the best, the others with what they lose, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from msgspec import structs

from pencilwright.app.solvers import solver_of
from pencilwright.games import game
from pencilwright.games.shared.answers import Answer
from pencilwright.games.shared.own_values import named
from pencilwright.templates.phrases import Word, called, phrase

WIDTH: Final = 100.0
"""Of a bar's drawing; what is lost fills it at the most that is shown."""
FIRST: Final = 5
"""Moves that stand there at once; the others are unfolded."""
CLOSE: Final = 2.0
"""Errors within which a loss may be nothing."""


class Bar(NamedTuple):
    """A bar with a whisker, from `start` to `end` of WIDTH; `low` and `high` are the whisker's ends."""

    start: float
    end: float
    low: float
    high: float
    is_good: bool = True


class Move(NamedTuple):
    """A move that is not the best: its place, words, notation, what it loses, its bar, how sure that is."""

    place: int
    text: Word
    notation: str
    loss: str
    error: str
    bar: Bar
    remark: Word
    value: str


class Reason(NamedTuple):
    """A line of the score in which the best differs, or that it consists of."""

    text: Word
    points: str
    bar: Bar


class Shown(NamedTuple):
    """An answer.

    Attributes
    ----------
    best : what to do; "" where the answer is its lines.
    value, error, unit : what it is worth; figure: the same in words, where the game says them.
    badge : of the words web.advice.badge.*.
    remarks : sentences about the best; notes: about the whole answer.
    moves : the others; listed: how many are shown at once.
    reasons : with the words of their head.
    lines : what the best consists of, step by step, a list for each of several ways.
    grid : rows of codes, where the answer shows pieces on a grid.
    commands : the plan, as the rules have carried it out.
    """

    best: Word
    value: str
    error: str
    unit: Word
    badge: str
    remarks: Sequence[Word] = ()
    notes: Sequence[Word] = ()
    moves: Sequence[Move] = ()
    reasons: Sequence[Reason] = ()
    reasons_head: str = ""
    lines: Sequence[Sequence[Word]] = ()
    grid: Sequence[str] = ()
    commands: Sequence[Word] = ()
    unverified: tuple[Word, ...] = ()
    listed: int = FIRST


def shown(answer: Mapping[str, Any] | Answer) -> Shown:
    """Return an answer of `advise --json` as a page shows it."""
    if isinstance(answer, Answer):
        answer = structs.asdict(answer)
    for field, show in (
        ("lines_found", _known),
        ("rolls_to_come", _chance),
        ("placements", _placed),
        ("legal", _turned),
        ("ask", _asked),
    ):
        if field in answer:
            found = show(dict(answer))
            plan = answer.get("plan")
            return found._replace(
                commands=plan.commands if plan else (),
                unverified=named(answer["game"], answer.get("unverified", ())),
            )
    raise ValueError(answer.get("format"))


def _known(answer: dict[str, Any]) -> Shown:
    chances, prove = (solver_of(game(answer["game"]), name) for name in ("chances", "proof.prove"))
    best, *others = answer["moves"]
    proof = answer["proof"]
    badge = "stopped" if answer["stopped"] else "counted"
    if proof is not None and proof["status"] != "limit":
        badge = "proved"
    most = max((move["loss"] for move in others[: FIRST - 1]), default=0)
    moves = [
        _move(
            place,
            move | {"text": chances.with_twins(move)},
            f"{move['loss']}", "", 0.0, most, f"{move['value']}",
        )
        for place, move in enumerate(others, 2)
    ]  # fmt: skip
    raid = [phrase("answer.raid", raid=answer["raid"])] if answer["raid"] else []
    notes = (
        [phrase("answer.stopped.lines")]
        if answer["stopped"]
        else [prove.in_words(answer["proof"], answer["value"])]
    )
    lines = answer["lines"][:FIRST] if answer["half_days_left"] > 1 else []
    return Shown(
        chances.with_twins(best), f"{answer['value']}", "", phrase("web.advice.points"), badge,
        remarks=raid, notes=notes, moves=moves, lines=lines,
    )  # fmt: skip


def _chance(answer: dict[str, Any]) -> Shown:
    chances = solver_of(game(answer["game"]), "chances")
    best, *others = answer["moves"]
    is_exact, target = answer["method"] == "exact", answer["target"]
    error = "" if is_exact else f"±{chances.number(answer, answer['error'])}"
    most = max((move["loss"] + move["loss_error"] for move in others[: FIRST - 1]), default=0.0)
    moves = [
        _move(
            place, move | {"text": chances.with_twins(move)},
            chances.bounding(answer, move).replace("≤", "≥") + chances.number(answer, move["loss"]),
            "" if is_exact else f"±{chances.number(answer, move['loss_error'])}",
            move["loss_error"], most, chances.bounding(answer, move) + chances.number(answer, move["value"]),
        )
        for place, move in enumerate(others, 2)
    ]  # fmt: skip
    scores = answer["moves"][0]["scores"]
    remarks: list[Word] = [phrase("answer.raid", raid=answer["raid"])] if answer["raid"] else []
    remarks += [chances.spread(scores)] if scores is not None else []
    badge = "stopped" if answer["stopped"] else "exact" if is_exact else "sampled"
    points = phrase("web.advice.points") if target is None else phrase("web.advice.target", n=target)
    return Shown(
        chances.with_twins(best), chances.number(answer, answer["value"]), error, points, badge,
        remarks=remarks, notes=chances.how(answer), moves=moves,
        reasons=_reasons((one["line"], one["points"]) for one in answer["reasons"]), reasons_head="next",
    )  # fmt: skip


def _placed(answer: dict[str, Any]) -> Shown:
    placements = answer["placements"]
    nothing = phrase("web.advice.nothing", n=answer["nothing"])
    parts = _reasons(((one["text"], one["points"]) for one in answer["parts"]), signed=False)
    if not placements:
        return Shown(
            answer["reason"], f"{answer['nothing']}", "", phrase("web.advice.as_it_stands"), "proved",
            reasons=parts, reasons_head="parts", grid=answer["grid"],
        )  # fmt: skip
    best, *others = placements
    most = max((best["value"] - one["value"] for one in others[: FIRST - 1]), default=0)
    moves = [
        _move(place, one, f"{best['value'] - one['value']}", "", 0.0, most, f"{one['value']}",
              loss=best["value"] - one["value"])
        for place, one in enumerate(others, 2)
    ]  # fmt: skip
    why = _reasons((one["text"], one["points"]) for one in best["why"])
    notes = [phrase("terracotta.advice.part")]
    if (proof := answer["proof"]) is not None:
        notes.append(phrase(f"terracotta.advice.proof.{proof['status']}", n=proof["optimum"] or 0))
    return Shown(
        best["text"], f"{best['value']}", "", phrase("terracotta.points.to_come", when=answer["when"]),
        "proved" if answer["complete"] else "counted",
        remarks=[nothing, phrase("web.advice.method", method=answer["method"])], notes=notes, moves=moves,
        reasons=why or parts, reasons_head="against" if why else "parts", grid=answer["grid"],
    )  # fmt: skip


def _turned(answer: dict[str, Any]) -> Shown:
    best, *others = answer["moves"]
    most = max((one["loss"] for one in others[: FIRST - 1]), default=0)
    moves = [
        _move(place, one, f"{one['loss']}", "", 0.0, most, f"{one['value']}")
        for place, one in enumerate(others, 2)
    ]
    counted = phrase("terracotta.best.counted", legal=answer["legal"], optimal=answer["optimal"])
    later = [answer["playing_on"]["said"]] if answer["playing_on"] is not None else []
    to_come = phrase("terracotta.points.to_come", when=answer["when"])
    return Shown(
        best["text"], f"{answer['value']}", "", to_come, "proved",
        remarks=[phrase("web.advice.nothing", n=answer["nothing"]), counted, *later], moves=moves,
        reasons=_reasons((one["text"], one["points"]) for one in answer["why"]), reasons_head="against",
        lines=[answer["steps"]], grid=answer["grid"],
    )  # fmt: skip


def _asked(answer: dict[str, Any]) -> Shown:
    figure, value = answer.get("figure", ""), answer["value"]
    unit: Word = answer["unit"]
    if isinstance(unit, str):
        value = f"{value / 10:.1f}" if unit == "tenths" else value
        unit = called(f"web.advice.unit.{unit}", unit)
    remarks: list[Word] = []
    if answer.get("nothing") is not None:
        nothing = answer["nothing"]
        remarks.append(
            phrase("web.advice.nothing", n=f"{nothing / 10:.1f}" if answer["unit"] == "tenths" else nothing)
        )
    if answer.get("as_if_last"):
        remarks.append(phrase("web.advice.as_if_last", n=answer["as_if_last"]))
    steps = [one["text"] for one in answer.get("steps") or ()]
    lines: list[Sequence[Word]] = [steps or list(answer["lines"])]
    remarks += answer["lines"] if steps else []
    lines = [line for line in lines if line]
    head: Word = answer.get("asked", "")
    if value is None:
        return Shown(figure or head, "", "", "", "proved", remarks=remarks, notes=_note(answer), lines=lines)
    proved = answer.get("at_most") in (None, answer["value"])
    badge = "proved" if proved else "stopped"
    return Shown(head, f"{value}", "", unit, badge, remarks=remarks, notes=_note(answer), lines=lines)


def _note(answer: Mapping[str, Any]) -> list[Word]:
    return [answer["note"]] if answer.get("note") else []


def _move(
    place: int, told: Mapping[str, Any], lost: str, error: str, wide: float, most: float, value: str,
    loss: float | None = None,
) -> Move:  # fmt: skip
    amount = float(told["loss"] if loss is None else loss)
    return Move(
        place, told["text"], told["notation"], f"−{lost}" if amount > 0 else lost, error,
        _bar(amount, wide, most), _remark(amount, wide), value,
    )  # fmt: skip


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


def _reasons(found: Iterable[tuple[Word, float]], *, signed: bool = True) -> list[Reason]:
    """Return lines of a score with bars to both sides of the middle, or from the left where none is less."""
    told = list(found)
    most = max((abs(points) for _, points in told), default=0.0) or 1.0
    both = any(points < 0 for _, points in told) or signed
    middle, reach = (WIDTH / 2, WIDTH / 2) if both else (0.0, WIDTH)

    def words(points: float) -> str:
        text = f"{points:+g}" if isinstance(points, int) else f"{points:+.1f}"
        return text.replace("-", "−") if signed else f"{points:g}".replace("-", "−")

    rows = []
    for text, points in told:
        end = middle + reach * points / most
        low, high = sorted((middle, round(end, 1)))
        rows.append(Reason(text, words(points), Bar(low, high, middle, middle, points >= 0)))
    return rows


def half_days(answer: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the half-days of a review with their bars of luck and loss, both on one scale."""
    rows: list[dict[str, Any]] = list(answer["half_days"])
    most = max((max(abs(row["luck"]), abs(row["loss"])) for row in rows), default=0.0) or 1.0

    def bar(value: float) -> Bar:
        low, high = sorted((WIDTH / 2, round(WIDTH / 2 * (1 + value / most), 1)))
        return Bar(low, high, WIDTH / 2, WIDTH / 2, value >= 0)

    return [
        {
            **row,
            "luck_bar": bar(row["luck"]),
            "loss_bar": bar(-row["loss"]),
            "luck_said": _signed(row["luck"]),
            "loss_said": _signed(-row["loss"]),
            "is_costly": row["loss"] > max(0.005, 2 * row["loss_error"]),
        }
        for row in rows
    ]


def _signed(points: float) -> str:
    text = f"{points:+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text.replace("-", "−")
