"""Logs of whole games, as the doors use them: read and played through, shown, and written in two forms.

Our own form begins with the share code; the other is the ledger of the best-known server, with its columns.
"""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import Any, Final

from pencilwright.games.shared.tables import Table
from pencilwright.games.terra_mystica import history, ledger, naming, sources
from pencilwright.games.terra_mystica.components import CULTS, ROUNDS, SCORING, bonus_cards
from pencilwright.games.terra_mystica.history import At, Entry, History
from pencilwright.games.terra_mystica.play import is_action
from pencilwright.games.terra_mystica.setup import Setup, to_code
from pencilwright.games.terra_mystica.state import State, canonical
from pencilwright.games.terra_mystica.turn import begin, whose
from pencilwright.templates.phrases import Phrase, phrase

MOST_SHOWN: Final = 10
"""Differences that are told one by one."""

is_log = ledger.is_log
has_rows = ledger.has_rows


def replayed(text: str, at: str | None = None) -> History:
    """Return a game played through from its log.

    at : the place whose position is wanted: a line of the log, or "r6" for the start of round 6's actions.

    Raises InputError naming the line.
    """
    place: At | None = history.parse_at(at) if at is not None else None
    return history.replay(ledger.read(text), place)


def position(found: History) -> State:
    """Return the position at the place that was asked for, else at the end of the log."""
    return found.position or canonical(found.game.state)


def stands(found: History) -> Phrase:
    """Return in words whether the game is over, and else which faction is next."""
    if found.position is not None:
        return phrase("mystica.log.on_the_way")
    if found.game.is_over:
        return phrase("wrong.over")
    return phrase("mystica.log.under_way", who=naming.who(whose(found.game)))


def is_right(found: History) -> bool:
    """Return whether all columns of the log are as the rules have them."""
    return not found.differences


def checks(found: History) -> tuple[Phrase, ...]:
    """Return what came of holding the log against the rules, and what was left aside."""
    said = []
    if found.compared:
        many = len({one.line for one in found.differences})
        said.append(phrase("mystica.log.compared", n=found.compared, many=many))
    for one in found.differences[:MOST_SHOWN]:
        who, what = naming.who(one.faction), _column(one.column)
        said.append(
            phrase("mystica.log.differs", n=one.line, who=who, what=what, told=one.told, ours=one.ours)
        )
    if len(found.differences) > MOST_SHOWN:
        said.append(phrase("mystica.log.more", n=len(found.differences) - MOST_SHOWN))
    if found.unanswered:
        said.append(phrase("mystica.log.unanswered", n=found.unanswered))
    if found.record.remarks:
        said.append(phrase("mystica.log.remarks", n=found.record.remarks))
    return tuple(said)


def _column(name: str) -> Phrase:
    if name in CULTS or name in ("area", "network", ledger.RESOURCES):
        return sources.named("area" if name == "network" else name)
    return phrase(f"mystica.log.column.{name}")


def points(found: History) -> tuple[Table, ...]:
    """Return each player's points by source and round."""
    return sources.tables(found)


def rows(found: History) -> Table:
    """Return the whole course: what each player has after each row."""
    head = tuple(
        phrase(f"mystica.log.head.{name}")
        for name in (
            "line",
            "round",
            "who",
            "points",
            "coins",
            "workers",
            "priests",
            "bowls",
            "cults",
            "what",
        )
    )
    lines = tuple(
        (
            entry.line or "",
            entry.round,
            naming.who(entry.faction),
            *entry.after[:4],
            "/".join(map(str, entry.after.bowls)),
            "/".join(map(str, entry.after.cults)),
            ". ".join(entry.commands) if entry.commands else _by_itself(entry.label),
        )
        for entry in found.entries
    )
    return Table(phrase("mystica.log.rows"), head, lines, (0, 1, 3, 4, 5, 6))


def _by_itself(label: str) -> Phrase:
    """Return in words what came without a command."""
    if label in CULTS or label == "network":
        return sources.named("area" if label == "network" else label)
    return phrase(f"mystica.log.by_itself.{label}")


def setup_of(found: History) -> Setup:
    """Return the setup of the game."""
    return found.setup


def notes(found: History) -> dict[str, str]:
    """Return what the score sheet has a place for besides the position: points after rounds, who won."""
    marks = {}
    by_source = sources.points(found)
    winners = found.score.winners if found.game.is_over and found.position is None else ()
    ended = found.game.state.round - (not found.game.is_over)
    for seat, name in enumerate(found.setup.factions, start=1):
        for n in range(1, min(ended, ROUNDS - 1) + 1):
            points = sum(by.get(k, 0) for by in by_source[name].values() for k in range(n + 1))
            marks[f"p{seat}.round.{n}"] = str(points)
        if name in winners:
            marks[f"p{seat}.winner"] = "circled"
    return marks


def as_data(found: History, *, rows: bool = False) -> dict[str, Any]:
    """Return what a program wants of a game: its setup, what was compared, points by source and round.

    rows : whether each row is wanted, with what its player has after it.
    """
    data: dict[str, Any] = {
        "over": found.game.is_over,
        "next": whose(found.game),
        "code": to_code(found.setup),
        "names": dict(found.record.names),
        "compared": found.compared,
        "differences": [one._asdict() for one in found.differences],
        "unanswered": found.unanswered,
        "remarks": found.record.remarks,
        "points": {
            name: {what: {str(n): amount for n, amount in by.items()} for what, by in own.items()}
            for name, own in sources.points(found).items()
        },
    }
    if rows:
        data["rows"] = [
            {
                "line": entry.line,
                "round": entry.round,
                "faction": entry.faction,
                "commands": list(entry.commands),
                "label": entry.label,
                **entry.after._asdict(),
            }
            for entry in found.entries
        ]
    return data


# --- written down -------------------------------------------------------------------------------------------


def to_text(found: History) -> str:
    """Return the game in our own form: the share code, then a row for each player's commands."""
    lines = [to_code(found.setup)]
    names = found.record.names
    lines += [f"Player {n}: {names.get(who, '-')}" for n, who in enumerate(found.setup.factions, 1) if names]
    lines += [] if found.record.consolation else ["dropoption errata-cultist-power"]
    turn = 0
    for entry in found.entries:
        if entry.round != turn and entry.commands:
            turn = entry.round
            lines.append(f"# round {turn}")
        if entry.commands:
            lines.append(f"{entry.faction}: {'. '.join(map(_own, entry.commands))}")
        elif entry.label == ledger.DROPPED:
            lines.append(f"{entry.faction} dropped from the game")
    return "\n".join(lines) + "\n"


def _own(text: str) -> str:
    """Return a command in our words, where the server has others."""
    if found := re.fullmatch(r"(?i)(upgrade \w+ to )TP", text):
        return f"{found[1]}TH"
    if found := re.fullmatch(r"(?i)action ACT([ACEGNSW])", text):
        return f"action {'BRIDGE' if found[1].upper() == 'E' else 'SH'}"
    return "drop spade" if text.upper() == "-SPADE" else text


_OPTIONS: Final = {"towns": "mini-expansion-1", "bonus": "shipping-bonus", "scoring": "temple-scoring-tile"}
_TILES: Final = {"TH": "TP", "spade": "SPADE", "town": "TOWN"}
_HEADS: Final = {
    ledger.CULT: "Round {n} income",
    ledger.INCOME: "Round {n} income",
    "network": "Scoring network",
    ledger.RESOURCES: "Converting resources to VPs",
    **{cult: f"Scoring {cult.upper()} cult" for cult in CULTS},
}
"""What stands before rows of a kind."""
_WORDS: Final = {
    ledger.SETUP: "setup",
    ledger.CULT: "cult_income_for_faction",
    ledger.INCOME: "other_income_for_faction",
    ledger.RESOURCES: "score_resources",
    ledger.TAKEN: "[opponent accepted power]",
    ledger.REFUSED: "[all opponents declined power]",
}
"""What stands in rows of a kind in place of commands."""
_OWN_ACTIONS: Final = {
    "auren": "A",
    "chaosmagicians": "C",
    "giants": "G",
    "nomads": "N",
    "swarmlings": "S",
    "witches": "W",
}
"""The letter of each stronghold's action."""


def to_ledger(found: History) -> str:
    """Return the game as the server's ledger has it: the head, and each row with its columns."""
    setup = found.setup
    lines = [" Default game options"]
    lines += ["option errata-cultist-power"] if found.record.consolation else []
    lines += [f"option {_OPTIONS[extra]}" for extra in setup.extras]
    lines += ["option variable-turn-order"] if setup.pass_order else []
    lines.append("option strict-leech")
    for n, name in enumerate(setup.scoring, start=1):
        tile = SCORING[name]
        lines.append(f"Round {n} scoring: {name}, {_TILES.get(tile.event, tile.event)} >> {tile.points}")
    lines += [f"Removing tile {card}" for card in bonus_cards(setup.extras) if card not in setup.bonus]
    names = found.record.names
    lines += [f"Player {n}: {names.get(who, who)}" for n, who in enumerate(setup.factions, start=1)]
    for name, seat in begin(setup).state.seats.items():
        has = ledger.columns(seat)
        lines.append(_row(Entry(0, name, (), ledger.SETUP, has, has, 0)))
    before = ""
    turns = _turns(found)
    for index, entry in enumerate(found.entries):
        if entry.label in _HEADS and entry.label != before:
            lines.append(_HEADS[entry.label].format(n=entry.round + (entry.label == ledger.CULT)))
        if index in turns:
            lines.append(turns[index])
        lines.append(
            f"{entry.faction} dropped from the game" if entry.label == ledger.DROPPED else _row(entry)
        )
        before = entry.label
    return "\n".join(lines) + "\n"


def _turns(found: History) -> dict[int, str]:
    """Return the heads of turns: before which entry each one stands.

    A turn begins when the order comes to its beginning again, but not for the pass that ends a round.
    """
    acting = [i for i, one in enumerate(found.entries) if one.round and any(map(is_action, one.commands))]
    heads: dict[int, str] = {}
    round_ = turn = place = 0
    for index, after in zip_longest(acting, acting[1:]):
        entry = found.entries[index]
        ends = after is None or found.entries[after].round != entry.round
        before, place = place, found.orders[entry.round].index(entry.faction)
        if entry.round != round_:
            round_, turn = entry.round, 1
        elif place > before or ((ends or place == before) and _passes(entry)):
            continue
        else:
            turn += 1
        heads[index] = f"Round {round_}, turn {turn}"
    return heads


def _passes(entry: Entry) -> bool:
    return entry.commands[-1].lower().startswith("pass")


def _row(entry: Entry) -> str:
    """Return a row with its columns, each after its change."""
    was, has = entry.before, entry.after
    cells = [entry.faction]
    for before, after, unit in zip(was[:4], has[:4], ("VP", "C", "W", "P"), strict=True):
        cells += [_change(after - before), f"{after} {unit}"]
    cells += [_change(_power(has) - _power(was)), "/".join(map(str, has.bowls)) + " PW"]
    cells += [_change(entry.steps), "/".join(map(str, has.cults)), " ".join(map(str, entry.offered.values()))]
    return "\t".join([*cells, _said(entry)])


def _change(amount: int) -> str:
    return f"{amount:+}" if amount else ""


def _power(has: ledger.Columns) -> int:
    return has.bowls[1] + 2 * has.bowls[2]


def _said(entry: Entry) -> str:
    """Return the last column: the commands in the server's words, or what came by itself."""
    if entry.label in CULTS:
        return f"+{entry.after.points - entry.before.points}vp for {entry.label.upper()}"
    if entry.label == "network":
        return f"+{entry.after.points - entry.before.points}vp for network"
    return ". ".join(_server(entry.faction, text) for text in entry.commands) or _WORDS.get(entry.label, "")


def _server(name: str, text: str) -> str:
    """Return a command in the server's words."""
    if found := re.fullmatch(r"(?i)(upgrade \w+ to )TH", text):
        return f"{found[1]}TP"
    if re.fullmatch(r"(?i)action (SH|BRIDGE)", text):
        return f"action ACT{'E' if name == 'engineers' else _OWN_ACTIONS.get(name, '')}"
    if re.fullmatch(r"(?i)drop spades?", text):
        return "-SPADE"
    if found := re.match(r"(?i)(\+TW\d)\b", text):
        return found[1]
    return text
