"""Logs that the tests make: a game played through, in our own form and as the ledger of the server."""

from __future__ import annotations

import re
from collections import Counter
from itertools import zip_longest
from typing import Final

from pencilwright.games.terra_mystica.components import CULTS, SCORING, bonus_cards
from pencilwright.games.terra_mystica.log import read
from pencilwright.games.terra_mystica.log.replay import CourseRow, History, games, opened
from pencilwright.games.terra_mystica.setup import to_code


def to_text(result: History) -> str:
    """Return the game in our own form: the share code, then a row for each player's commands."""
    lines = [to_code(result.setup)]
    players = result.record.names
    seats = enumerate(result.setup.factions if players else (), start=1)
    lines += [f"Player {n}: {players.get(who, '-')}" for n, who in seats]
    lines += [f"points {who} {points}" for who, points in result.record.points.items()]
    lines += [] if result.record.consolation else ["dropoption errata-cultist-power"]
    turn = 0
    for entry in result.entries:
        if entry.round != turn and entry.commands:
            turn = entry.round
            lines.append(f"# round {turn}")
        if entry.commands:
            lines.append(f"{entry.faction}: {'. '.join(map(standard, entry.commands))}")
        elif entry.label == read.DROPPED:
            lines.append(f"{entry.faction} dropped from the game")
    return "\n".join(lines) + "\n"


def standard(text: str) -> str:
    """Return a command in our words and letters, where a log has others."""
    verb, _, rest = text.lower().partition(" ")
    if text.startswith("["):
        return text
    if verb == "action":
        return f"action {_STRONGHOLD.sub(_of_stronghold, rest.upper())}"
    if verb == "advance":
        return f"advance {rest.replace('ping', '').replace('ging', '')}"
    if verb == "-spade":
        return "drop spade"
    return f"{_IN_CAPITALS.sub(_capital, verb)} {_IN_CAPITALS.sub(_capital, rest)}".rstrip()


def _of_stronghold(match: re.Match[str]) -> str:
    return "BRIDGE" if match[1] == "E" else "SH"


def _capital(match: re.Match[str]) -> str:
    return "TH" if match[0] == "tp" else match[0].upper()


_ACTION: Final = re.compile("(?:build|dig|transform|upgrade|send|advance|action|pass)\\b", re.IGNORECASE)
_STRONGHOLD: Final = re.compile(r"ACT([ACEGNSW])\b")
_IN_CAPITALS: Final = re.compile(r"\b(?:[a-i]\d+|(?:bon|fav)\d+|\d?tw\d|th|tp|te|sh|sa)\b")
"""What has capital letters in our own form: hexes, tiles, structures."""
_OPTIONS: Final = {"towns": "mini-expansion-1", "bonus": "shipping-bonus", "scoring": "temple-scoring-tile"}
_TILES: Final = {"TH": "TP", "spade": "SPADE", "town": "TOWN"}
_HEADS: Final = {
    read.CULT: "Round {n} income",
    read.INCOME: "Round {n} income",
    "network": "Scoring network",
    read.RESOURCES: "Converting resources to VPs",
    **{cult: f"Scoring {cult.upper()} cult" for cult in CULTS},
}
"""What stands before rows of a kind."""
_WORDS: Final = {
    read.SETUP: "setup",
    read.CULT: "cult_income_for_faction",
    read.INCOME: "other_income_for_faction",
    read.RESOURCES: "score_resources",
    read.TAKEN: "[opponent accepted power]",
    read.REFUSED: "[all opponents declined power]",
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


def to_ledger(result: History) -> str:
    """Return the game as the server's ledger has it: the head, and each row with its columns."""
    setup = result.setup
    lines = [" Default game options"]
    lines += ["option errata-cultist-power"] if result.record.consolation else []
    lines += [f"option {_OPTIONS[extra]}" for extra in setup.extras]
    lines += ["option variable-turn-order"] if setup.pass_order else []
    lines.append("option strict-leech")
    for n, name in enumerate(setup.scoring, start=1):
        tile = SCORING[name]
        lines.append(f"Round {n} scoring: {name}, {_TILES.get(tile.event, tile.event)} >> {tile.points}")
    lines += [f"Removing tile {card}" for card in bonus_cards(setup.extras) if card not in setup.bonus]
    players = result.record.names
    lines += [f"Player {n}: {players.get(who, who)}" for n, who in enumerate(setup.factions, start=1)]
    for name, seat in opened(result.record).state.seats.items():
        has = read.columns(seat)
        lines.append(_row(CourseRow(0, name, (), read.SETUP, has, has, 0)))
    before = ""
    offered = _offered(result)
    turns = _turns(result)
    for index, entry in enumerate(result.entries):
        if entry.label in _HEADS and entry.label != before:
            lines.append(_HEADS[entry.label].format(n=entry.round + (entry.label == read.CULT)))
        if index in turns:
            lines.append(turns[index])
        row = _row(entry, offered.get(entry.line, ""))
        lines.append(f"{entry.faction} dropped from the game" if entry.label == read.DROPPED else row)
        before = entry.label
    return "\n".join(lines) + "\n"


def _turns(result: History) -> dict[int, str]:
    """Return the heads of turns: before which entry each one stands.

    A turn begins when the order comes to its beginning again, but not for the pass that ends a round.
    """
    acting = [
        i for i, entry in enumerate(result.entries) if entry.round and any(map(_ACTION.match, entry.commands))
    ]
    heads: dict[int, str] = {}
    round_ = turn = place = 0
    for index, after in zip_longest(acting, acting[1:]):
        entry = result.entries[index]
        ends = after is None or result.entries[after].round != entry.round
        before, place = place, result.orders[entry.round].index(entry.faction)
        if entry.round != round_:
            round_, turn = entry.round, 1
        elif place > before or ((ends or place == before) and _passes(entry)):
            continue
        else:
            turn += 1
        heads[index] = f"Round {round_}, turn {turn}"
    return heads


def _passes(entry: CourseRow) -> bool:
    return any(text.lower().startswith("pass") for text in entry.commands)


def _offered(result: History) -> dict[int, str]:
    """Return the power that neighbours may take of what a line built: line number -> a number for each."""
    results, events = {}, 0
    for line, game in games(result.record):
        powers: Counter[str] = Counter()
        for offer in game.offers:
            if offer.event > events:
                powers[offer.faction] += offer.power
        results[line.number], events = " ".join(map(str, powers.values())), game.events
    return results


def _row(entry: CourseRow, offered: str = "") -> str:
    """Return a row with its columns, each after its change."""
    was, has = entry.before, entry.after
    cells = [entry.faction]
    for before, after, unit in zip(was[:4], has[:4], ("VP", "C", "W", "P"), strict=True):
        cells += [_change(after - before), f"{after} {unit}"]
    cells += [_change(_power(has) - _power(was)), "/".join(map(str, has.bowls)) + " PW"]
    cells += [_change(sum(has.cults) - sum(was.cults)), "/".join(map(str, has.cults)), offered]
    return "\t".join([*cells, _last_column(entry)])


def _change(amount: int) -> str:
    return f"{amount:+}" if amount else ""


def _power(has: read.Columns) -> int:
    return has.bowls[1] + 2 * has.bowls[2]


def _last_column(entry: CourseRow) -> str:
    """Return the last column: the commands in the server's words, or what came by itself."""
    if entry.label in CULTS:
        return f"+{entry.after.points - entry.before.points}vp for {entry.label.upper()}"
    if entry.label == "network":
        return f"+{entry.after.points - entry.before.points}vp for network"
    return ". ".join(_server(entry.faction, text) for text in entry.commands) or _WORDS.get(entry.label, "")


def _server(name: str, text: str) -> str:
    """Return a command in the server's words."""
    if result := re.fullmatch(r"(?i)(upgrade \w+ to )TH", text):
        return f"{result[1]}TP"
    if re.fullmatch(r"(?i)action (SH|BRIDGE)", text):
        return f"action ACT{'E' if name == 'engineers' else _OWN_ACTIONS.get(name, '')}"
    if re.fullmatch(r"(?i)drop spades?", text):
        return "-SPADE"
    if result := re.match(r"(?i)(\+TW\d)\b", text):
        return result[1]
    return text
