"""What players of whole games did: where points came from, openings, the order of passing, bonus cards."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from pencilwright.games.shared.played import Played, mean
from pencilwright.games.shared.tables import Table
from pencilwright.games.terra_mystica.components import CULTS, ROUNDS
from pencilwright.games.terra_mystica.log.points_by_source import END, points
from pencilwright.games.terra_mystica.log.replay import History
from pencilwright.games.terra_mystica.words import names
from pencilwright.templates.phrases import Phrase, Sentence, phrase

GROUPS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "start": ("start",),
        "scoring": ("scoring",),
        "favours": ("FAV10", "FAV11", "FAV12"),
        "bonus": ("bonus",),
        "towns": ("town",),
        "cults": CULTS,
        "area": ("area",),
        "rest": (
            "bridges", "shipping", "spade_track", "spades", "skipping", "stronghold", "alchemists",
            "resources", "corrected",
        ),
        "leech": ("leech",),
    }
)  # fmt: skip
"""Sources that a picture shows as one."""
_BUILT: Final = re.compile(r"build \w+", re.IGNORECASE)
_UPGRADED: Final = re.compile(r"upgrade \w+ to (\w+)", re.IGNORECASE)
_CARD: Final = re.compile(r"(?:pass\s+|\+)(bon\d+)", re.IGNORECASE)
_RARE: Final = 2
"""Openings and cards of fewer games are left out of tables."""


def played(record: History) -> tuple[Played, ...]:
    """Return what each player did in a game, in the order of the first turns."""
    game = record.game
    totals = record.score.totals
    passes = _passes(record)
    by_source = points(record)
    result = []
    for seat, who in enumerate(record.setup.factions, start=1):
        own = {what: tuple(by.get(n, 0) for n in range(END + 1)) for what, by in by_source[who].items()}
        result.append(
            Played(
                who,
                record.record.names.get(who, ""),
                seat,
                1 + sum(total > totals[who] for total in totals.values()),
                own,
                {
                    "opening": _opening(record, who),
                    "passing": " ".join(
                        str(order.index(who) + 1) if who in order else "-" for order in passes
                    ),
                    "cards": " ".join(_cards(record, who)),
                },
                game.is_over and not game.state.player(who).dropped,
            )
        )
    return tuple(result)


def _commands(
    result: History, *, who: str = "", rounds: Iterable[int] = range(ROUNDS + 1)
) -> list[tuple[int, str, str]]:
    """Return round, faction and text of commands in their order."""
    return [
        (entry.round, entry.faction, text)
        for entry in result.entries
        if entry.round in rounds and who in ("", entry.faction)
        for text in entry.commands
    ]


def _passes(history: History) -> list[list[str]]:
    """Return who passed in each round, in order."""
    orders: list[list[str]] = [[] for _ in range(ROUNDS)]
    for n, who, text in _commands(history, rounds=range(1, ROUNDS + 1)):
        if text.lower().startswith("pass"):
            orders[n - 1].append(who)
    return orders


def _cards(history: History, who: str) -> list[str]:
    """Return the bonus cards that a player had, round after round."""
    texts = (_CARD.fullmatch(text) for _, _, text in _commands(history, who=who))
    return [card[1].upper() for card in texts if card]


def _opening(history: History, who: str) -> str:
    """Return what a player had built after round 1: the dearest structures, else how many of the cheapest."""
    texts = [text for _, _, text in _commands(history, who=who, rounds=(0, 1))]
    up = Counter(kind[1].upper().replace("TP", "TH") for text in texts if (kind := _UPGRADED.fullmatch(text)))
    high = [name for name in ("SA", "SH") if up[name]]
    if up["TE"] > up["SA"]:
        high.append("TE" if up["TE"] == up["SA"] + 1 else f"{up['TE'] - up['SA']} TE")
    if high:
        return " + ".join(high)
    if up["TH"]:
        return f"{up['TH']} TH"
    return f"{sum(bool(_BUILT.fullmatch(text)) for text in texts)} D"


# --- in words -----------------------------------------------------------------------------------------------


def who(name: str) -> Phrase:
    """Return the name of what was played."""
    return names.who(name)


def group(name: str) -> Phrase:
    """Return what sources that are shown as one are called."""
    return phrase(f"mystica.season.group.{name}")


def rounds() -> tuple[Sentence, ...]:
    """Return the heads of the entries of a source's points."""
    middle = (phrase("mystica.source.round", n=n) for n in range(1, ROUNDS + 1))
    return (phrase("mystica.source.begins"), *middle, phrase("mystica.source.end"))


def season(lines: Sequence[Played]) -> tuple[Table, ...]:
    """Return what many games tell besides points: openings, passing, bonus cards."""
    openings = defaultdict(list)
    passing = defaultdict(list)
    cards = defaultdict(list)
    for line in lines:
        openings[line.facts["opening"]].append((line, line.total))
        for order in line.facts["passing"].split():
            passing[order].append((line, line.total))
        for n, card in enumerate(line.facts["cards"].split(), start=1):
            if n <= ROUNDS:
                cards[card].append((line, line.points.get("bonus", (0,) * (END + 1))[n]))
    return (
        _table("openings", openings, _built, phrase("season.mean")),
        _table(
            "passing",
            {key: passing[key] for key in sorted(passing) if key != "-"},
            str,
            phrase("season.mean"),
        ),
        _table("cards", cards, names.thing, phrase("mystica.season.on_passing")),
    )


def _built(opening: str) -> Sentence:
    """Return an opening in words."""
    parts = tuple(
        phrase(f"mystica.season.built.{kind}", n=int(n or 1))
        for n, kind in re.findall(r"(\d+ )?([A-Z]+)", opening)
    )
    return phrase("mystica.season.opening", what=parts)


def _table(
    name: str,
    results: Mapping[str, Sequence[tuple[Played, int]]],
    called: Callable[[str], Sentence],
    value: Phrase,
) -> Table:
    """Return a table: how often, mean place, mean of a number."""
    common = {key: rows for key, rows in results.items() if len(rows) >= _RARE} or results
    rows = sorted(common.items(), key=lambda item: -len(item[1]) if name != "passing" else int(item[0]))
    head = (phrase(f"mystica.season.{name}"), phrase("season.times"), phrase("season.place"), value)
    lines = tuple(
        (
            called(key),
            len(row),
            f"{mean([line.place for line, _ in row]):.2f}",
            f"{mean([number for _, number in row]):.1f}",
        )
        for key, row in rows
    )
    return Table(phrase(f"mystica.season.{name}.title"), head, lines, (1, 2, 3))
