"""Logs of whole games: read (read), played through by the rules (replay), counted up.

This is the room: a game from its log, and what it shows. Begin with read.py, then replay.py.
Our own form begins with the share code; the other is the ledger of the best-known server, with its columns.
"""

from __future__ import annotations

from typing import Any, Final

from pencilwright.games.shared.tables import TextTable
from pencilwright.games.terra_mystica.components import CULTS, ROUNDS
from pencilwright.games.terra_mystica.log import points_by_source, read, replay
from pencilwright.games.terra_mystica.log.replay import At, History
from pencilwright.games.terra_mystica.rules.turn import whose
from pencilwright.games.terra_mystica.setup import Setup, to_code
from pencilwright.games.terra_mystica.state import State, in_order
from pencilwright.games.terra_mystica.words import names
from pencilwright.templates.phrases import Phrase, phrase

MOST_SHOWN: Final = 10
"""Differences that are told one by one."""

is_log = read.is_log
has_rows = read.has_rows
points = points_by_source.tables


def replayed(text: str, at: str | None = None) -> History:
    """Return a game played through from its log.

    at : the place whose position is wanted: a line of the log, or "r6" for the start of round 6's actions.

    Raises InputError naming the line.
    """
    place: At | None = replay.parse_at(at) if at is not None else None
    return replay.replay(read.parse(text), place)


def position(history: History) -> State:
    """Return the position at the place that was asked for, else at the end of the log."""
    return history.position or in_order(history.game.state)


def stands(result: History) -> Phrase:
    """Return in words whether the game is over, and else which faction is next."""
    if result.position is not None:
        return phrase("mystica.log.on_the_way")
    if result.game.is_over:
        return phrase("wrong.over")
    return phrase("mystica.log.under_way", who=names.who(whose(result.game)))


def is_right(result: History) -> bool:
    """Return whether all columns of the log are as the rules have them."""
    return not result.differences


def checks(result: History) -> tuple[Phrase, ...]:
    """Return what came of holding the log against the rules, and what was left aside."""
    messages = []
    if result.compared:
        many = len({item.line for item in result.differences})
        messages.append(phrase("mystica.log.compared", n=result.compared, many=many))
    for difference in result.differences[:MOST_SHOWN]:
        who, what = names.who(difference.faction), _column(difference.column)
        both = {"told": difference.logged, "ours": difference.ours}
        messages.append(phrase("mystica.log.differs", n=difference.line, who=who, what=what, **both))
    if len(result.differences) > MOST_SHOWN:
        messages.append(phrase("mystica.log.more", n=len(result.differences) - MOST_SHOWN))
    aside = {"unanswered": result.unanswered, "corrected": result.corrected, "remarks": result.record.remarks}
    messages += [phrase(f"mystica.log.{what}", n=n) for what, n in aside.items() if n]
    return tuple(messages)


def _column(name: str) -> Phrase:
    if name in CULTS or name in ("area", "network", read.RESOURCES):
        return points_by_source.named("area" if name == "network" else name)
    return phrase(f"mystica.log.column.{name}")


def rows(result: History) -> TextTable:
    """Return the whole course: what each player has after each row."""
    words = ("line", "round", "who", "points", "coins", "workers", "priests", "bowls", "cults", "what")
    head = tuple(phrase(f"mystica.log.head.{word}") for word in words)
    lines = tuple(
        (
            entry.line or "",
            entry.round,
            names.who(entry.faction),
            *entry.after[:4],
            "/".join(map(str, entry.after.bowls)),
            "/".join(map(str, entry.after.cults)),
            ". ".join(entry.commands) if entry.commands else _by_itself(entry.label),
        )
        for entry in result.entries
    )
    return TextTable(phrase("mystica.log.rows"), head, lines, (0, 1, 3, 4, 5, 6))


def _by_itself(label: str) -> Phrase:
    """Return in words what came without a command."""
    if label in CULTS or label == "network":
        return points_by_source.named("area" if label == "network" else label)
    return phrase(f"mystica.log.by_itself.{label}")


def setup_of(result: History) -> Setup:
    """Return the setup of the game."""
    return result.setup


def notes(result: History) -> dict[str, str]:
    """Return what the score sheet has a place for besides the position: points after rounds, who won."""
    marks = {}
    by_source = points_by_source.points(result)
    winners = result.score.winners if result.game.is_over and result.position is None else ()
    ended = result.game.state.round - (not result.game.is_over)
    for seat, name in enumerate(result.setup.factions, start=1):
        for n in range(1, min(ended, ROUNDS - 1) + 1):
            points = sum(by.get(k, 0) for by in by_source[name].values() for k in range(n + 1))
            marks[f"p{seat}.round.{n}"] = str(points)
        if name in winners:
            marks[f"p{seat}.winner"] = "circled"
    return marks


def as_data(result: History, *, rows: bool = False) -> dict[str, Any]:
    """Return what a program wants of a game: its setup, what was compared, points by source and round.

    rows : whether each row is wanted, with what its player has after it.
    """
    data: dict[str, Any] = {
        "over": result.game.is_over,
        "next": whose(result.game),
        "code": to_code(result.setup),
        "names": dict(result.record.names),
        "compared": result.compared,
        "differences": [difference._asdict() for difference in result.differences],
        "unanswered": result.unanswered,
        "corrected": result.corrected,
        "remarks": result.record.remarks,
        "points": {
            name: {what: {str(n): amount for n, amount in by.items()} for what, by in point.items()}
            for name, point in points_by_source.points(result).items()
        },
    }
    if rows:
        fields = ("line", "round", "faction", "commands", "label")
        data["rows"] = [
            {name: getattr(entry, name) for name in fields} | entry.after._asdict()
            for entry in result.entries
        ]
    return data
