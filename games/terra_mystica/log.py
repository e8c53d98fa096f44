"""A game's log: its text form, and its replay from the first dwelling to the final score.

One row is one player's commands: ``witches: dig 1. build E7``. A command ends with a full stop or the line;
``#`` begins a remark. docs/rules-terra-mystica.md lists them.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica import board, building, naming, rules
from pencilwright.games.terra_mystica.components import BONUS, CULTS, STANDARD, STRUCTURES, Components
from pencilwright.games.terra_mystica.factions import faction
from pencilwright.games.terra_mystica.setup import Setup, from_code
from pencilwright.games.terra_mystica.state import State, from_table
from pencilwright.games.terra_mystica.table import Seat
from pencilwright.games.terra_mystica.turn import (
    ACTIONS,
    CARDS,
    DWELLINGS,
    OVER,
    SPADES,
    Game,
    Row,
    answer,
    begin,
    end_round,
    whose,
)
from pencilwright.templates.phrases import Phrase, Word, phrase

LARGEST: Final = 1_000_000
"""Characters that a log may have."""
_GOODS: Final = {
    "c": "C", "coin": "C", "coins": "C", "w": "W", "worker": "W", "workers": "W", "p": "P", "priest": "P",
    "priests": "P", "pw": "PW", "power": "PW", "vp": "VP",
}  # fmt: skip
_HOUSES: Final = {"TP": "TH", "TRADING HOUSE": "TH", "TRADING POST": "TH", "DWELLING": "D", "TEMPLE": "TE",
                  "STRONGHOLD": "SH", "SANCTUARY": "SA"}  # fmt: skip
_ACTION_NAMES: Final = {"ACTE": "BRIDGE"} | dict.fromkeys(
    ("ACTA", "ACTC", "ACTG", "ACTN", "ACTS", "ACTW"), "SH"
)
"""Names of the strongholds' actions in public logs."""
COMMANDS: Final = (
    "build", "transform", "dig", "upgrade", "burn", "convert", "action", "send", "advance", "bridge",
    "connect", "leech", "decline", "pass", "drop spade", "+FAV", "+TW", "+CULT",
)  # fmt: skip
"""What commands begin with."""
_HEX: Final = r"([a-z]\d+)"
_GOOD: Final = r"(\d{0,3})\s*(c|coins?|w|workers?|p|priests?|pw|power|vp)"


class Line(NamedTuple):
    """One row of a log: its line number from 1, the faction, its commands."""

    number: int
    faction: str
    commands: tuple[str, ...]


def rows(text: str) -> tuple[str, list[Line]]:
    """Return the share code in the first row of a log ("" without one) and its rows.

    Raises InputError naming the line for a row without a faction.
    """
    if len(text) > LARGEST:
        raise InputError(phrase("mystica.log.long", n=len(text), most=LARGEST), field="log")
    code = ""
    found: list[Line] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.split("#")[0].strip()
        if not line:
            continue
        if not code and not found and line.upper().startswith("TM"):
            code = line
            continue
        who, colon, what = line.partition(":")
        if not colon:
            raise InputError(phrase("mystica.log.no_faction", n=number), field="log")
        try:
            name = faction(who, f"log line {number}").id
        except InputError as error:
            raise InputError(phrase("mystica.log.line", n=number, why=error.sentence), field="log") from error
        found.append(Line(number, name, tuple(part for part in map(str.strip, what.split(".")) if part)))
    return code, found


def replay(text: str, setup: Setup | None = None, components: Components = STANDARD) -> Game:
    """Play a log through and return the game as it then stands.

    Parameters
    ----------
    text : the log; its first row may be the share code of the setup.
    setup : the setup, when the log does not name one.
    components : the box, with the user's own bridge places.

    Raises InputError naming the line and the rule for the first command that may not be.
    """
    code, lines = rows(text)
    if setup is None:
        if not code:
            raise InputError(phrase("mystica.log.no_setup"), field="setup")
        setup = from_code(code)
    game = begin(setup, components)
    for line in lines:
        try:
            play(game, line.faction, line.commands)
        except InputError as error:
            who = naming.who(line.faction)
            said = phrase("mystica.log.row", n=line.number, who=who, why=error.sentence)
            raise InputError(said, field="log") from error
    return game


def play(game: Game, name: str, commands: tuple[str, ...]) -> None:
    """Play one row. Raises InputError for a command that may not be; the game is then half-way in the row."""
    if name not in game.table.seats:
        raise InputError(phrase("mystica.log.not_playing", who=naming.who(name)), field="log")
    if game.phase == OVER:
        raise InputError(phrase("mystica.log.over"), field="log")
    seat = game.table.seats[name]
    row = Row(actions=0)
    for index, text in enumerate(commands):
        word = text.split(maxsplit=1)[0].lower()
        if word in ("leech", "decline"):
            _answer(game, seat, text)
            continue
        if word.startswith("+") and game.owed and not game.offers and not row.cults and name == "cultists":
            command(game, seat, row, text)
            if index == len(commands) - 1:
                _end_of_round(game)
            continue
        if not row.begun:
            begin_row(game, seat, row)
        command(game, seat, row, text)
    if row.begun:
        rules.finish(game, seat, row)
    else:
        _end_of_round(game)


def _end_of_round(game: Game) -> None:
    """After answers to the last action of a round: end it."""
    everybody = all(seat.passed for seat in game.table.seats.values())
    if game.phase == ACTIONS and everybody and not game.offers and not game.owed:
        end_round(game)


def begin_row(game: Game, seat: Seat, row: Row) -> None:
    """Check that it is the player's turn, and give the row its action or its spades."""
    turn = whose(game)
    if turn != seat.faction or game.offers or game.owed:
        kind = "answer_first" if game.offers else "step_first" if game.owed else "turn"
        names: dict[str, Word] = {"next": naming.who(turn)} if turn else {"next": "-"}
        names |= {"id": turn} if kind != "turn" else {"who": naming.who(seat.faction)}
        raise InputError(phrase(f"mystica.log.{kind}", **names), field="log")
    row.begun = True
    row.actions = 1
    if game.phase == SPADES:
        row.free, row.digging = game.spades[seat.faction], True


def _answer(game: Game, seat: Seat, command: str) -> None:
    """Take or refuse power."""
    match = re.fullmatch(
        r"(leech|decline)(?:\s+(\d{1,3}))?(?:\s+from\s+(\w+(?:\s\w+)?))?", command, re.IGNORECASE
    )
    if not match:
        raise InputError(phrase("mystica.log.leech", text=command[:60]), field="log")
    word, amount, source = match.groups()
    origin = faction(source, "leech").id if source else ""
    answer(game, seat.faction, int(amount) if amount else None, origin, word.lower() == "leech")


def command(game: Game, seat: Seat, row: Row, text: str) -> None:
    """Do one command of the player whose row it is."""
    for pattern, do in _COMMANDS:
        match = pattern.fullmatch(text)
        if match:
            do(game, seat, row, *match.groups())
            return
    raise InputError(phrase("mystica.log.no_command", text=text[:60], known=COMMANDS), field="log")


def _build(game: Game, seat: Seat, row: Row, name: str) -> None:
    building.build(game, seat, row, board.land(name, "build"))
    if game.phase == DWELLINGS:
        game.queue.pop(0)
        row.actions = 0
        if not game.queue:
            game.phase, game.queue = CARDS, list(game.table.seats)[::-1]
        row.begun = False


def _transform(game: Game, seat: Seat, row: Row, name: str, colour: str | None) -> None:
    terrain = board.terrain(colour, "transform") if colour else ""
    building.transform(game, seat, row, board.land(name, "transform"), terrain)


def _dig(game: Game, seat: Seat, row: Row, count: str | None) -> None:
    building.dig(game, seat, row, int(count or 1))


def _upgrade(game: Game, seat: Seat, row: Row, name: str, kind: str) -> None:
    wanted = _HOUSES.get(kind.upper(), kind.upper())
    if wanted not in STRUCTURES:
        raise InputError(phrase("mystica.log.no_structure", name=kind[:40]), field="upgrade")
    building.upgrade(game, seat, row, board.land(name, "upgrade"), wanted)


def _burn(game: Game, seat: Seat, row: Row, amount: str) -> None:
    rules.sacrifice(game, seat, row, int(amount))


def _convert(game: Game, seat: Seat, row: Row, given: str, good: str, gets: str, target: str) -> None:
    rules.convert(
        game, seat, row, (int(given or 1), _GOODS[good.lower()]), (int(gets or 1), _GOODS[target.lower()])
    )


def _action(game: Game, seat: Seat, row: Row, name: str) -> None:
    rules.action(game, seat, row, _ACTION_NAMES.get(name.upper(), name.upper()))


def _cult(text: str) -> str:
    if text.lower() not in CULTS:
        raise InputError(phrase("mystica.log.no_cult", name=text[:40], known=CULTS), field="cult")
    return text.lower()


def _send(game: Game, seat: Seat, row: Row, cult: str, steps: str | None) -> None:
    rules.send(game, seat, row, _cult(cult), int(steps) if steps else None)


def _advance(game: Game, seat: Seat, row: Row, track: str) -> None:
    if track.lower().startswith("ship"):
        rules.advance_ship(game, seat, row)
    else:
        rules.advance_spades(game, seat, row)


def _bridge(game: Game, seat: Seat, row: Row, a: str, b: str) -> None:
    rules.bridge(game, seat, row, board.land(a, "bridge"), board.land(b, "bridge"))


def _connect(game: Game, seat: Seat, row: Row, name: str) -> None:
    rules.connect(game, seat, row, board.river(name, "connect"))


def _pass(game: Game, seat: Seat, row: Row, card: str | None) -> None:
    if game.phase == CARDS:
        _first_card(game, seat, row, card or "")
    else:
        rules.pass_(game, seat, row, (card or "").upper())


def _first_card(game: Game, seat: Seat, row: Row, card: str) -> None:
    if game.phase != CARDS or card.upper() not in BONUS:
        raise InputError(phrase("mystica.log.first_card"), field="bonus")
    rules.take_card(game, seat, card.upper())
    game.queue.pop(0)
    row.actions = 0


def _drop(game: Game, seat: Seat, row: Row) -> None:
    building.drop_spades(game, seat, row)


def _favour(game: Game, seat: Seat, row: Row, name: str) -> None:
    rules.take_favour(game, seat, row, name.upper())


def _town(game: Game, seat: Seat, row: Row, name: str, order: str) -> None:
    cults = [_cult(part) for part in re.split(r"[\s,]+", order.strip()) if part]
    rules.take_town(game, seat, row, name.upper(), cults)


def _step(game: Game, seat: Seat, row: Row, steps: str, cult: str) -> None:
    rules.cult_steps(game, seat, row, _cult(cult), int(steps) if steps else None)


_COMMANDS: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), do)
    for pattern, do in (
        (rf"build\s+{_HEX}", _build),
        (rf"transform\s+{_HEX}(?:\s+to\s+(\w+))?", _transform),
        (r"dig(?:\s+(\d))?", _dig),
        (rf"upgrade\s+{_HEX}\s+to\s+([a-z ]+)", _upgrade),
        (r"burn\s+(\d{1,3})", _burn),
        (rf"convert\s+{_GOOD}\s+to\s+{_GOOD}", _convert),
        (r"action\s+(\w+)", _action),
        (r"send\s+(?:p|priest)\s+to\s+(\w+)(?:\s+for\s+(\d))?", _send),
        (r"advance\s+(ship|shipping|dig|spade|spades)", _advance),
        (rf"bridge\s+{_HEX}\s*[:-]\s*{_HEX}", _bridge),
        (r"connect\s+(r\d+)", _connect),
        (r"pass(?:\s+(bon\d+))?", _pass),
        (r"drop\s+spades?", _drop),
        (r"\+(fav\d+)", _favour),
        (r"\+(tw\d+)([\s,a-z]*)", _town),
        (r"\+(bon\d+)", _first_card),
        (r"\+(\d?)(fire|water|earth|air)", _step),
    )
)


def reached(text: str) -> tuple[State, bool, str]:
    """Return the position at the end of a log, whether the game is over, and else who is next."""
    code, _ = rows(text)
    game = replay(text)
    return from_table(game.table, from_code(code)), game.phase == OVER, whose(game)


def stands(over: bool, waiting: str) -> Phrase:
    """Return in words whether a game is over, and else which faction is next."""
    return phrase("mystica.log.is_over") if over else phrase("mystica.log.under_way", who=naming.who(waiting))
