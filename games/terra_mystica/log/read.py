"""The log of a game as text, read: our own form, and the ledger of the best-known server, pasted as it is.

Lines come from pasted.py. Both forms may be mixed. Our own begins with the share code of the setup; the
ledger has the setup in its head. A row is ``witches: dig 1. build E7``, or the faction, the goods after the
row in columns, and the commands.
docs/rules-terra-mystica.md has the whole form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, NamedTuple

from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.shared.patterns import any_case
from pencilwright.games.shared.reading import printable_name
from pencilwright.games.shared.refusals import in_line, too_long
from pencilwright.games.terra_mystica import components as box
from pencilwright.games.terra_mystica.boards.factions import FACTION_IDS, faction
from pencilwright.games.terra_mystica.log import pasted
from pencilwright.games.terra_mystica.log.pasted import LARGEST, LONGEST_LINE, OTHER_FACTIONS
from pencilwright.games.terra_mystica.setup import PICKS, Setup, check, from_code
from pencilwright.games.terra_mystica.state import Player
from pencilwright.games.terra_mystica.words import names
from pencilwright.templates.phrases import phrase

CULT, INCOME, ALL_INCOME, RESOURCES = "cult", "income", "all", "resources"
TAKEN, REFUSED, DROPPED, SETUP, BLANK = "taken", "refused", "dropped", "setup", "blank"
CORRECTED: Final = "corrected"
"""What rows tell besides commands: `Line.label`; the points of a cult or of the area have its name."""


class Columns(NamedTuple):
    """What a player has after a row, as the ledger's columns say it."""

    points: int
    coins: int
    workers: int
    priests: int
    bowls: tuple[int, int, int]
    cults: tuple[int, int, int, int]


class LogLine(NamedTuple):
    """One row: its line number from 1, the faction, its commands, what else it tells, its columns.

    `offered` is the power that each neighbour may take of what was built, in no order. The ledger joins
    spades of a cult and the income after them in one row.
    """

    number: int
    faction: str
    commands: tuple[str, ...]
    label: str = ""
    columns: Columns | None = None
    offered: tuple[int, ...] = ()


class LogRecord(NamedTuple):
    """A log that was read.

    Attributes
    ----------
    setup : what was drawn before the game.
    lines : the rows.
    names : faction -> name of its player, where the log tells.
    consolation : whether the Cultists get 1 power when nobody takes power of a building of theirs.
    remarks : lines that are no row and tell nothing of the setup.
    points : faction -> points at the start, where they were bid for.
    """

    setup: Setup
    lines: tuple[LogLine, ...]
    names: Mapping[str, str]
    consolation: bool = True
    remarks: int = 0
    points: Mapping[str, int] = {}


def columns(player: Player) -> Columns:
    """Return a player's columns."""
    return Columns(player.points, player.coins, player.workers, player.priests, player.bowls, player.cults)


# --- what lines look like -----------------------------------------------------------------------------------

_CHANGE: Final = r"(?:[+-]\d{1,4}\s+)?"
_ROW: Final = re.compile(
    rf"(?P<who>[a-z]+(?: [a-z]+)?)\s+{_CHANGE}(\d{{1,4}})\s*VP\s+{_CHANGE}(\d{{1,4}})\s*C\s+"
    rf"{_CHANGE}(\d{{1,4}})\s*W\s+{_CHANGE}(\d{{1,4}})\s*P\s+{_CHANGE}(\d\d?)/(\d\d?)/(\d\d?)\s*PW\s+"
    rf"{_CHANGE}(\d\d?)/(\d\d?)/(\d\d?)/(\d\d?)(?:\s+(?P<rest>.*))?",
    re.IGNORECASE,
)
_PLAIN_ROW: Final = re.compile(r"([a-z]+(?: magicians)?)\s*[:\s]\s*(\S.*)", re.IGNORECASE)
"""A row without columns."""
_OFFERED: Final = re.compile(r"\d{1,2}(?:\s+\d{1,2})*(?:\s+|$)")
"""The column of power that neighbours may take."""
_LABELS: Final = any_case(
    (
        (r"setup\b.*", SETUP),
        (r"cult_income_for_faction", CULT),
        (r"other_income_for_faction", INCOME),
        (r"(?:all_)?income(?:_for_faction)?", ALL_INCOME),
        (r"score_resources", RESOURCES),
        (r"\[opponent accepted power\]", TAKEN),
        (r"\[all opponents declined power\]", REFUSED),
        (r"drop-faction.*|resign", DROPPED),
    )
)
_NOTE: Final = re.compile(r"\[[^\[\]]*\]")
"""A player's words between commands; a full stop in them ends no command."""
_CORRECTION: Final = re.compile(r"([+-]\d{1,3})\s*(c|w|p|pw|vp)", re.IGNORECASE)
"""Goods given or taken by hand, as whoever runs a game at a distance may."""
_AWARD: Final = re.compile(r"\+\d{1,3}vp for ([\w-]+)", re.IGNORECASE)

_EXTRAS: Final = {"mini-expansion-1": "towns", "shipping-bonus": "bonus", "temple-scoring-tile": "scoring"}
_ERRATUM, _PASS_ORDER = "errata-cultist-power", "variable-turn-order"
_MAPS: Final = {
    "original": False,
    "126fe960806d587c78546b30f1a90853b1ada468": False,
    "91645cdb135773c2a7a50e5ca9cb18af54c664c4": True,
}
"""Ids of the printed map on the server -> whether points at the start follow the league's table."""
_OTHER_MAPS: Final = {
    "95a66999127893f5925a5f591d54f8bcb9a670e6": "Fire & Ice, side 1",
    "be8f6ebf549404d015547152d5f2a1906ae8dd90": "Fire & Ice, side 2",
    "fdb13a13cd48b7a3c3525f27e4628ff6905aa5b1": "Loon Lakes",
    "2afadc63f4d81e850b7c16fb21a1dcd29658c392": "Fjords",
}
"""Ids of the maps that are not ours, of their last versions."""


@dataclass
class _Parsed:
    """What has been read of a log so far, to a line of some number."""

    number: int = 0
    code: str = ""
    options: set[str] = field(default_factory=set)
    without: set[str] = field(default_factory=set)
    scoring: dict[int, str] = field(default_factory=dict)
    removed: list[str] = field(default_factory=list)
    players: list[str] = field(default_factory=list)
    factions: list[str] = field(default_factory=list)
    named: dict[str, str] = field(default_factory=dict)
    revised: bool = False
    points: dict[str, int] = field(default_factory=dict)
    lines: list[LogLine] = field(default_factory=list)
    unknown: list[tuple[int, str]] = field(default_factory=list)

    @property
    def has_head(self) -> bool:
        """Whether the head of a ledger was there."""
        return bool(self.options or self.scoring or self.removed or self.players)


def _is_head(line: str) -> bool:
    return any(pattern.fullmatch(line) for pattern, _ in _HEAD)


def _is_row(line: str) -> bool:
    return bool(_ROW.fullmatch(line[:LONGEST_LINE])) or _name(line.partition(":")[0]) in FACTION_IDS


def is_log(text: str) -> bool:
    """Return whether a text is a log of this game: in our form, the server's, or that of another site."""
    return bool(pasted.site(text)) or any(
        _is_row(line) or _is_head(line[:LONGEST_LINE]) or re.match(r"TM\d", line, re.IGNORECASE)
        for _, line in pasted.rows(text[:LARGEST], _is_head)
    )


def has_rows(text: str) -> bool:
    """Return whether a text has rows of a log, so that it is no code and no position in the short form."""
    return bool(pasted.site(text)) or any(_is_row(line) for _, line in pasted.rows(text[:LARGEST], _is_head))


def parse(text: str) -> LogRecord:
    """Return what a log says.

    Raises InputError naming the line that is not understood, what is missing, or what is of another game.
    """
    if len(text) > LARGEST:
        raise too_long("log", len(text), LARGEST)
    if name := pasted.site(text):
        raise InputError(phrase(f"mystica.ledger.site.{name}"), field="log")
    games = pasted.games(pasted.rows(text, _is_head))
    if len(games) > 1:
        lines = tuple(rows[0].number for rows in games)
        raise InputError(phrase("mystica.ledger.several", n=len(games), lines=lines), field="log")
    result = _Parsed()
    for number, line in games[0]:
        result.number = number
        try:
            _read_line(result, line)
        except InputError as error:
            raise in_line(number, error, "log") from error
    if result.unknown and not result.has_head:
        raise _not_understood(*result.unknown[0])
    setup = _decided(from_code(result.code), result) if result.code else _setup(result)
    erratum = _ERRATUM in result.options or not result.has_head or bool(result.code)
    return LogRecord(
        setup,
        tuple(result.lines),
        _names(result, setup),
        erratum and _ERRATUM not in result.without,
        len(result.unknown),
        _points(result, setup),
    )


def _read_line(result: _Parsed, line: str) -> None:
    """Take one line in."""
    if len(line) > LONGEST_LINE:
        raise too_long("log", len(line), LONGEST_LINE)
    if (other := pasted.faction_of(line)) in OTHER_FACTIONS:
        raise _not_covered(other)
    if not result.code and not result.has_head and not result.lines and line.upper().startswith("TM"):
        result.code = line
        return
    for pattern, take in _HEAD:
        if match := pattern.fullmatch(line):
            if take is not None:
                take(result, *match.groups())
            return
    if match := _ROW.fullmatch(line):
        rest = match["rest"] or ""
        power: tuple[int, ...] = ()
        if offered := _OFFERED.match(rest):
            power = tuple(map(int, offered[0].split()))
            rest = rest[offered.end() :]
        numbers = tuple(map(int, match.groups()[1:12]))
        a, b, c, fire, water, earth, air = numbers[4:]
        points, coins, workers, priests = numbers[:4]
        has = Columns(points, coins, workers, priests, (a, b, c), (fire, water, earth, air))
        _add(result, match["who"], rest, has, power)
        return
    plain = _PLAIN_ROW.match(line)
    name, what = (_name(plain[1]), plain[2]) if plain else ("", "")
    if name not in FACTION_IDS:
        result.unknown.append((result.number, line))
    elif re.search(r"\d\s*VP\s.*\d/\d|\d/\d\d?/\d\d?\s*PW\b", what):
        raise InputError(phrase("mystica.ledger.columns"))
    else:
        _add(result, name, what, None)


def _add(result: _Parsed, who: str, text: str, has: Columns | None, offered: tuple[int, ...] = ()) -> None:
    """Take a row in."""
    name = _name(who)
    text = _NOTE.sub(lambda note: note[0].replace(".", " "), text)
    commands = tuple(part for part in map(str.strip, text.split(".")) if part)
    label = "" if commands else BLANK
    plain = []
    for text in commands:
        award = _AWARD.fullmatch(text)
        known = (label for pattern, label in _LABELS if pattern.fullmatch(text))
        summary = award[1].lower() if award else next(known, "")
        label = summary or label
        if not summary:
            plain.append(text)
    line = LogLine(result.number, _faction(result, name), tuple(plain), label, has, offered)
    if label == SETUP:
        result.factions.append(line.faction)
    *parts, last = _parts(line)
    result.lines += [*(part._replace(columns=None, offered=()) for part in parts), last]


def _parts(line: LogLine) -> list[LogLine]:
    """Return a row with what was corrected by hand apart, in the order of its commands."""
    groups = groupby(line.commands, lambda text: _CORRECTION.fullmatch(text) is not None)
    parts = [
        line._replace(commands=tuple(texts), label=CORRECTED if by_hand else line.label)
        for by_hand, texts in groups
    ]
    return parts or [line]


def correction(text: str) -> tuple[int, str]:
    """Return how much of which good a correction gives, below 0 takes."""
    match = _CORRECTION.fullmatch(text)
    assert match, "only corrections are asked for"
    return int(match[1]), match[2].upper()


def _name(text: str) -> str:
    """Return what may be a faction, in the form of ids."""
    return text.strip().lower().replace(" ", "")


def _faction(result: _Parsed, name: str) -> str:
    """Return a faction of the line that is read. Raises InputError for none."""
    return faction(name, f"log line {result.number}").id


def _not_understood(number: int, line: str) -> InputError:
    """Return the refusal of a line that is neither a row nor part of a head."""
    who, colon, _ = line.partition(":")
    why = InputError(phrase("words.wrong", text=line[:60], example="witches: build E7"))
    if colon:
        try:
            faction(who, "log")
        except InputError as error:
            why = error
    return in_line(number, why, "log")


def _not_covered(text: str) -> InputError:
    """Return the refusal of a line that is of another kind of game."""
    return InputError(phrase("mystica.ledger.other", text=text[:60]))


# --- the head -----------------------------------------------------------------------------------------------


def _refuse(_result: _Parsed, name: str) -> None:
    raise _not_covered(name or "final scoring")


def _without(result: _Parsed, name: str) -> None:
    result.options.discard(name.lower())
    result.without.add(name.lower())


def _map(result: _Parsed, name: str) -> None:
    if name.lower() not in _MAPS:
        raise _not_covered(f"map {_OTHER_MAPS.get(name.lower(), name[:12])}")
    result.revised = _MAPS[name.lower()]


def _score(result: _Parsed, tiles: str) -> None:
    result.scoring = dict(enumerate((tile.strip().upper() for tile in tiles.split(",")), start=1))


def _choose(result: _Parsed, name: str, player: str | None) -> None:
    if (other := pasted.faction_of(name)) in OTHER_FACTIONS:
        raise _not_covered(other)
    result.factions.append(_faction(result, name))
    if player:
        result.named[result.factions[-1]] = player


def _drop(result: _Parsed, name: str) -> None:
    if name.lower() not in FACTION_IDS:
        raise _not_covered(f"{name} dropped from the game")
    result.lines.append(LogLine(result.number, name.lower(), (), DROPPED))


_HEAD: Final[tuple[tuple[re.Pattern[str], Callable[..., None] | None], ...]] = any_case(
    (
        (r"option\s+(fire-and-ice-final-scoring|merchants\S*)", _refuse),
        (r"(?:added final scoring tile:|final-scoring)\s*(.*)", _refuse),
        (r"option\s+(\S+)", lambda result, name: result.options.add(name.lower())),
        (r"dropoption\s+(\S+)", _without),
        (r"map\s+(\S+)", _map),
        (
            r"round\s+([1-6])\s+scoring:\s*(score\d\d?)\b.*",
            lambda result, turn, tile: result.scoring.update({int(turn): tile.upper()}),
        ),
        (r"score\s+((?:score\d\d?\s*,\s*){5}score\d\d?)", _score),
        (r"(?:removing tile|delete)\s+(bon\d\d?)", lambda result, tile: result.removed.append(tile.upper())),
        (r"player\s+\d+:\s*(.*)", lambda result, name: result.players.append(name.strip())),
        (
            r"player\s+(\S+)(?:\s+(?:email|username)\s.*)?",
            lambda result, name: result.players.append(name),
        ),
        (r"setup\s+(\w+)(?:\s+for\s+(\S+?))?(?:\s+email\s.*)?", _choose),
        (
            r"points\s+(\w+)\s+(\d{1,3})",
            lambda result, name, n: result.points.update({_faction(result, name): int(n)}),
        ),
        (r"(\w+) dropped from the game", _drop),
        (r"drop-faction\s+(\w+)", _drop),
        (r"default game options|randomize.*|player-count\s.*|(?:admin )?email\s.*|order\s.*", None),
        (r"round [1-6](?:,? turn \d+| income)|start round [1-6]|start|income|finish", None),
        (r"scoring (?:fire|water|earth|air) cult|scoring network|converting resources to vps", None),
    )
)
"""Lines of the head, and what takes each in: None for those that tell nothing that the game needs."""


# --- the setup of a ledger ----------------------------------------------------------------------------------


def _setup(result: _Parsed) -> Setup:
    """Return the setup that the head tells. Raises InputError naming what is missing."""
    missing = [n for n in range(1, box.ROUNDS + 1) if n not in result.scoring]
    if missing:
        key = "no_tile" if result.has_head else "no_setup"
        raise InputError(phrase(f"mystica.ledger.{key}", rounds=tuple(missing)), field="setup")
    order = tuple(dict.fromkeys(result.factions)) or _order_of_cards(result.lines)
    if not order:
        raise InputError(phrase("mystica.ledger.no_order"), field="setup")
    extras = tuple(extra for option, extra in _EXTRAS.items() if option in result.options)
    cards = box.bonus_cards(extras)
    if result.removed or len(cards) == len(order) + 3:
        cards = tuple(card for card in cards if card not in result.removed)
    else:
        cards = _seen_cards(result.lines)
    if len(cards) != len(order) + 3:
        text = phrase("mystica.ledger.cards", n=len(cards), must=len(order) + 3, players=len(order))
        raise InputError(text, field="setup")
    scoring = tuple(result.scoring[n] for n in range(1, box.ROUNDS + 1))
    if "SCORE9" in scoring and "scoring" not in extras:
        extras = (*extras, "scoring")
    extras = tuple(extra for extra in _EXTRAS.values() if extra in extras)
    record = _told_points(result)
    revised = result.revised or any(points != box.START_POINTS for points in record.values())
    revised = revised and all(box.REVISED_START[name] == points for name, points in record.items())
    return check(Setup(scoring, cards, order, extras, revised, _PASS_ORDER in result.options))


def _decided(setup: Setup, result: _Parsed) -> Setup:
    """Return a setup with the factions that the log names, where they were chosen at the table."""
    order = tuple(dict.fromkeys(result.factions))
    if setup.seated or not order:
        return setup
    if setup.factions and not set(order) <= set(setup.factions):
        has, holds = (tuple(map(names.who, ids)) for ids in (setup.factions, order))
        raise InputError(phrase("mystica.problem.pool", has=has, holds=holds), field="setup")
    return check(replace(setup, factions=order, pick=PICKS[0]))


def _told_points(result: _Parsed) -> dict[str, int]:
    """Return the points at the start that the log tells."""
    rows = (line for line in result.lines if line.label == SETUP and line.columns)
    return {line.faction: line.columns.points for line in rows if line.columns} | result.points


def _points(result: _Parsed, setup: Setup) -> dict[str, int]:
    """Return points at the start that are not those of the setup: they were bid for."""
    usual = box.REVISED_START if setup.revised_start else dict.fromkeys(setup.factions, box.START_POINTS)
    return {
        name: points
        for name, points in _told_points(result).items()
        if name in setup.factions and points != usual[name]
    }


def _order_of_cards(lines: Sequence[LogLine]) -> tuple[str, ...]:
    """Return the order of the first turns: first bonus cards are taken the other way round."""
    taken: list[str] = []
    for line in lines:
        if line.faction in taken:
            break
        if any(re.fullmatch(r"(?:pass\s+|\+)bon\d\d?", text, re.IGNORECASE) for text in line.commands):
            taken.append(line.faction)
    return tuple(taken[::-1])


def _seen_cards(lines: Sequence[LogLine]) -> tuple[str, ...]:
    """Return the bonus cards that a log mentions."""
    texts = (text.upper() for line in lines for text in line.commands)
    seen = {card for text in texts for card in re.findall(r"BON\d+", text)}
    return tuple(card for card in box.BONUS if card in seen)


def _names(record: _Parsed, setup: Setup) -> dict[str, str]:
    """Return the players' names, as far as they can be printed."""
    named = dict(zip(setup.factions, record.players, strict=False)) if record.players else {}
    result = {}
    for name, player in (named | record.named).items():
        if player in ("", "-", name):  # nobody's name, as our own ledgers have it
            continue
        try:
            result[name] = printable_name(player, "log")
        except InputError:
            continue
    return result
