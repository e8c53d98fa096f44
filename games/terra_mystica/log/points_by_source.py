"""Where the points of a game came from: each player's, by source and round."""

from __future__ import annotations

from typing import Final

from pencilwright.games.shared.tables import TextTable
from pencilwright.games.terra_mystica.components import CULTS, ROUNDS
from pencilwright.games.terra_mystica.log.replay import History, opened
from pencilwright.games.terra_mystica.words import names
from pencilwright.templates.phrases import Phrase, phrase

END: Final = ROUNDS + 1
"""The column of what is counted at the end."""
SOURCES: Final = (
    "start", "scoring", "FAV10", "FAV11", "bonus", "FAV12", "bridges", "town", "shipping", "spade_track",
    "spades", "skipping", "stronghold", "alchemists", "leech", "corrected", *CULTS, "area", "resources",
)  # fmt: skip
"""All sources, in the order in which they are shown."""


def source(name: str) -> str:
    """Return the source of points: tiles of a kind are one, and so are cards."""
    kinds = {"SCORE": "scoring", "BON": "bonus", "TW": "town"}
    return next((one for kind, one in kinds.items() if name.startswith(kind)), name)


def points(history: History) -> dict[str, dict[str, dict[int, int]]]:
    """Return faction -> source -> round -> points; round 0 is the start, 7 the end of the game."""
    results: dict[str, dict[str, dict[int, int]]] = {}
    score = history.score
    over = history.game.is_over
    first = opened(history.record).state.seats
    for name in history.game.state.seats:
        own: dict[str, dict[int, int]] = {"start": {0: first[name].points}}
        for entry in (entry for entry in history.game.ledger if entry.faction == name):
            rounds = own.setdefault(source(entry.reason), {})
            rounds[entry.round] = rounds.get(entry.round, 0) + entry.points
        if over:
            for line in score.lines:
                who, _, what = line.id.partition(".")
                if who == name and what != "points" and line.points:
                    own[what] = {END: line.points}
        results[name] = {what: own[what] for what in SOURCES if what in own}
    return results


def tables(history: History) -> tuple[TextTable, ...]:
    """Return a table for each player: a row for each source, a column for each round."""
    rounds = range(END + 1)
    head = (
        phrase("mystica.source"),
        phrase("mystica.source.begins"),
        *(phrase("mystica.source.round", n=n) for n in range(1, ROUNDS + 1)),
        phrase("mystica.source.end"),
        phrase("mystica.source.sum"),
    )
    numbers = tuple(range(1, len(head)))
    result = []
    for name, point in points(history).items():
        rows = [
            (named(what), *(by.get(n, "") for n in rounds), sum(by.values())) for what, by in point.items()
        ]
        sums = [sum(by.get(n, 0) for by in point.values()) for n in rounds]
        rows.append((phrase("mystica.source.sum"), *sums, sum(sums)))
        who = names.who(name)
        player = history.record.names.get(name)
        title = phrase("mystica.player.named", who=who, name=player) if player else who
        result.append(TextTable(title, head, tuple(rows), numbers))
    return tuple(result)


def named(what: str) -> Phrase:
    """Return what a source is called."""
    if what.startswith("FAV"):
        return names.thing(what)
    if what in CULTS:
        return phrase("mystica.source.cult", cult=names.cult(what))
    return phrase(f"mystica.source.{what}")
