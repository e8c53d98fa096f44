"""Rows of commands, carried out one after another: what one player does, from dwellings to the last pass.

Power may be answered for later than the rules have it, when its player is back, and a row may be gone on with
in a later one: logs of play at a distance have both. docs/rules-terra-mystica.md lists the commands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from pencilwright.games.errors import InputError
from pencilwright.games.shared.patterns import any_case
from pencilwright.games.shared.refusals import game_over, nobody, unknown
from pencilwright.games.terra_mystica.boards import hexes
from pencilwright.games.terra_mystica.boards.factions import faction
from pencilwright.games.terra_mystica.components import BONUS, CULTS
from pencilwright.games.terra_mystica.rules import actions, building
from pencilwright.games.terra_mystica.rules.building import need
from pencilwright.games.terra_mystica.rules.prices import BUILT_FROM
from pencilwright.games.terra_mystica.rules.turn import (
    ACTIONS,
    CARDS,
    DWELLINGS,
    SPADES,
    Midgame,
    OpenRow,
    answer,
    dwellings_done,
    next_phase,
    open_offers,
    refuse_all,
    whose,
)
from pencilwright.games.terra_mystica.state import Player
from pencilwright.games.terra_mystica.words import names
from pencilwright.templates.phrases import Phrase, phrase

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
    "connect", "leech", "decline", "pass", "drop spade", "+FAV", "+TW", "+CULT", "-CULT", "-SPADE", "wait",
)  # fmt: skip
"""What commands begin with."""
DONE: Final = "done"
"""What ends a turn where each command stands alone; a row ends by itself."""
NOTES: Final = ("wait", DONE, "setup")
"""Words of logs that change nothing."""
_ANSWER: Final = re.compile("leech|decline", re.IGNORECASE)
_TOO_MUCH: Final = tuple(
    f"mystica.refused.{why}"
    for why in ("too_many", "order", "dwelling_there", "one_hex")
)  # fmt: skip
"""Refusals of what would be one action too many, were not the others out of the round."""
_LAND: Final = r"[a-z]\d+"
_HEX: Final = rf"({_LAND})"
_GOOD: Final = r"(\d{0,3})\s*(c|coins?|w|workers?|p|priests?|pw|power|vp)"


def apply_turn(game: Midgame, name: str, commands: Sequence[str]) -> None:
    """Play one row and go on to the next phase when this one is over.

    Raises InputError for a command that may not be; the game is then half-way in the row.
    """
    apply_row(game, name, commands)
    player = game.state.player(name)
    if game.row and (left := game.row.unfinished()):
        need(False, "row_ends", "log", who=names.who(player.faction), left=left)
    go_on(game)


def apply_row(game: Midgame, name: str, commands: Sequence[str]) -> tuple[str, ...]:
    """Play one row and return its commands in the order in which they were carried out.

    That is the order in which they are written; where the rules refuse it, answers to power come before all
    else. What the row leaves to settle waits in `Game.row`. Raises as `apply_turn`.
    """
    if name not in game.state.seats:
        raise nobody(names.who(name), field="log")
    row = spelled(commands)
    usual = tuple(sorted(row, key=lambda text: not _ANSWER.match(text)))
    if usual != row:
        try:
            _play(game.copied(), name, row)
        except InputError:
            row = usual
    _play(game, name, row)
    return row


def _play(game: Midgame, name: str, commands: Sequence[str]) -> None:
    """Play one row in the order of its commands."""
    player = game.state.player(name)
    for text in commands:
        if text.lower() not in NOTES and not text.startswith("["):
            _command(game, player, text)
    if game.row and game.row.faction == name:
        _close(game, player, game.row)


def apply_action(game: Midgame, name: str, text: str) -> None:
    """Do one command of a player; the turn stays open, for goods that are changed after it, until "done".

    `legal_actions.legal_actions` lists what may be done. Raises InputError for anything else; the game may
    then be half-way in the command.
    """
    player = game.state.player(name)
    if text.lower() != DONE:
        _command(game, player, text)
    else:
        row = game.row
        if row is None or row.faction != name:
            raise InputError(_not_now(game, player), field="log")
        more = game.phase == ACTIONS and row.actions > 0
        if left := row.unfinished() or (phrase("mystica.left.action") if more else None):
            need(False, "row_ends", "log", who=names.who(name), left=left)
        _close(game, player, row)
    if game.row is None:
        go_on(game)


def go_on(game: Midgame) -> None:
    """Go on to the next phase as long as nothing of a phase is left to do."""
    while next_phase(game):
        pass


def spelled(commands: Sequence[str]) -> tuple[str, ...]:
    """Return the commands of a row, each as the rules have it.

    Spades are bought when an action's free ones are there; several tiles at once are taken one after another,
    one step twice is two steps, and a card that is taken after passing is named with it.
    """
    rest = list(commands)
    for index, (first, then) in enumerate(pairwise(commands)):
        if re.match(r"dig\b", first, re.IGNORECASE) and re.match(r"action\b", then, re.IGNORECASE):
            rest[index : index + 2] = then, first
    results: list[str] = []
    for text in rest:
        same = re.fullmatch(r"\+(fire|water|earth|air)", text, re.IGNORECASE)
        if same and results and results[-1].lower() == text.lower():
            results[-1] = f"+2{same[1]}"
        elif several := re.fullmatch(r"\+([2-9])(tw\d+)", text, re.IGNORECASE):
            results += [f"+{several[2]}"] * int(several[1])
        elif (
            results
            and re.fullmatch(r"pass", results[-1], re.IGNORECASE)
            and re.match(r"\+bon", text, re.IGNORECASE)
        ):
            results[-1] = f"pass {text[1:]}"
        else:
            results.append(text)
    return tuple(results)


def _command(game: Midgame, player: Player, text: str) -> None:
    """Do one command of a row."""
    if _ANSWER.match(text):
        _answer(game, player, text)
        return
    _matched(text)  # what no rule knows is said before whose turn it is
    step = re.match(r"\+\d?(fire|water|earth|air)", text, re.IGNORECASE)
    own = game.row if game.row and game.row.faction == player.faction else None
    if step and player.faction == "cultists" and game.owed and own is None:
        apply_command(game, player, OpenRow(actions=0), text)
        return
    if game.is_over:
        raise game_over("log")
    if game.phase == ACTIONS and not game.current:
        answer_for_all(game)
        go_on(game)
    row = own or begin_row(game, player)
    try:
        act(game, player, row, text)
    except InputError as error:
        alone = all(other.passed for other in game.state.seats.values() if other is not player)
        if error.sentence.key not in _TOO_MUCH or not alone or player.passed:
            raise
        act(game, player, _next_action(game, player, row), text)


def is_note(text: str) -> bool:
    """Return whether a command takes no turn: an answer to an offer, or what changes nothing."""
    return bool(_ANSWER.match(text)) or text.lower() in NOTES


def _next_action(game: Midgame, player: Player, row: OpenRow) -> OpenRow:
    """Begin the next action of the only player left; steps of a cult may be taken after it."""
    steps, row.cults = row.cults, []
    actions.finish(game, player, row)
    new = begin_row(game, player)
    new.cults = steps
    return new


def act(game: Midgame, player: Player, row: OpenRow, text: str) -> None:
    """Do a command of the row."""
    apply_command(game, player, row, text)
    if game.phase in (DWELLINGS, CARDS) and row.actions <= 0:
        _close(game, player, row)


def answer_for_all(game: Midgame) -> None:
    """When the next round begins: power of the last one that nobody has answered for is not taken."""
    for offer in list(open_offers(game)):
        refuse_all(game, offer.faction)


def _is_at_turn(game: Midgame, player: Player) -> bool:
    """Return whether a player may act now, offers and cult steps of others aside."""
    if game.phase == SPADES:
        return player.faction in game.spades
    if game.phase in (DWELLINGS, CARDS):
        return game.queue[:1] == [player.faction]
    return game.phase == ACTIONS and game.current == player.faction


def begin_row(game: Midgame, player: Player) -> OpenRow:
    """Begin the row of the player whose turn it is: an action, or the spades of a cult."""
    if not _is_at_turn(game, player):
        raise InputError(_not_now(game, player), field="log")
    if game.row and game.phase == ACTIONS and game.row.unfinished():
        raise InputError(_not_now(game, player), field="log")
    game.row = OpenRow(player.faction)
    if game.phase == SPADES:
        game.row.free, game.row.digging = game.spades[player.faction], True
    return game.row


def _not_now(game: Midgame, player: Player) -> Phrase:
    """Return why a player may not act now: another has to act, or to end what was begun."""
    turn = game.current if game.phase == ACTIONS and game.current else whose(game)
    if game.row and (left := game.row.unfinished()):
        return phrase("mystica.refused.row_ends", who=names.who(turn), left=left)
    who = names.who(player.faction)
    return phrase("mystica.log.turn", next=names.who(turn) if turn else "-", who=who)


def _close(game: Midgame, player: Player, row: OpenRow) -> None:
    """End a row when everything that it began is done; else it waits for its player's next one."""
    if game.phase == SPADES:
        game.spades[player.faction] = row.free
    if row.unfinished() is None and (game.phase != ACTIONS or row.actions <= 0):
        actions.finish(game, player, row)


def _answer(game: Midgame, player: Player, text: str) -> None:
    """Take or refuse power; a bare refusal means all of it."""
    match = re.fullmatch(
        r"(leech|decline)(?:\s+(\d{1,3}))?(?:\s+from\s+(\w+(?:\s\w+)?))?", text, re.IGNORECASE
    )
    if not match:
        example = "leech 2 from witches"
        raise InputError(phrase("words.wrong", text=text[:60], example=example), field="log")
    word, amount, source = match.groups()
    if word.lower() == "decline" and amount is None and source is None:
        refuse_all(game, player.faction)
        return
    origin = faction(source, "leech").id if source else ""
    answer(game, player.faction, int(amount) if amount else None, origin, word.lower() == "leech")


def apply_command(game: Midgame, player: Player, row: OpenRow, text: str) -> None:
    """Do one command of the player whose row it is."""
    do, groups = _matched(text)
    do(game, player, row, *groups)


def _matched(text: str) -> tuple[Callable[..., None], tuple[str | None, ...]]:
    """Return what a command does, and with what. Raises InputError for an unknown one."""
    for pattern, do in _COMMANDS:
        if match := pattern.fullmatch(text):
            return do, match.groups()
    raise unknown("command", text, COMMANDS)


def _build(game: Midgame, player: Player, row: OpenRow, name: str) -> None:
    building.build(game, player, row, hexes.land(name, "build"))
    if game.phase == DWELLINGS:
        game.queue.pop(0)
        row.actions = 0
        dwellings_done(game)


def _transform(game: Midgame, player: Player, row: OpenRow, name: str, colour: str | None) -> None:
    terrain = hexes.terrain(colour, "transform") if colour else ""
    building.transform(game, player, row, hexes.land(name, "transform"), terrain)


def _upgrade(game: Midgame, player: Player, row: OpenRow, name: str, kind: str) -> None:
    wanted = _HOUSES.get(kind.upper(), kind.upper())
    if wanted not in BUILT_FROM:
        raise unknown("upgrade", kind, BUILT_FROM)
    building.upgrade(game, player, row, hexes.land(name, "upgrade"), wanted)


def _convert(
    game: Midgame, player: Player, row: OpenRow, given: str, good: str, gets: str, target: str
) -> None:
    actions.convert(
        game, player, row, (int(given or 1), _GOODS[good.lower()]), (int(gets or 1), _GOODS[target.lower()])
    )


def _action(game: Midgame, player: Player, row: OpenRow, name: str) -> None:
    actions.action(game, player, row, _ACTION_NAMES.get(name.upper(), name.upper()))


def _cult(text: str) -> str:
    if text.lower() not in CULTS:
        raise unknown("cult", text, CULTS)
    return text.lower()


def _send(game: Midgame, player: Player, row: OpenRow, cult: str, steps: str | None) -> None:
    actions.send(game, player, row, _cult(cult), int(steps) if steps else None)


def _advance(game: Midgame, player: Player, row: OpenRow, track: str) -> None:
    if track.lower().startswith("ship"):
        actions.advance_ship(game, player, row)
    else:
        actions.advance_spades(game, player, row)


def _bridge(game: Midgame, player: Player, row: OpenRow, a: str, b: str) -> None:
    actions.bridge(game, player, row, hexes.land(a, "bridge"), hexes.land(b, "bridge"))


def _connect(game: Midgame, player: Player, row: OpenRow, where: str) -> None:
    ends = [name.strip() for name in where.split(":")]
    if len(ends) == 1:
        river = hexes.river(ends[0], "connect")
    else:
        river = actions.river_between(game, player, [hexes.land(name, "connect") for name in ends])
    actions.connect(game, player, row, river)


def _pass(game: Midgame, player: Player, row: OpenRow, card: str | None) -> None:
    if game.phase == CARDS:
        _first_card(game, player, row, card or "")
    else:
        actions.pass_(game, player, row, (card or "").upper())


def _first_card(game: Midgame, player: Player, row: OpenRow, card: str) -> None:
    if game.phase != CARDS or card.upper() not in BONUS:
        raise InputError(phrase("mystica.log.first_card"), field="bonus")
    actions.take_card(game, player, card.upper())
    game.queue.pop(0)
    row.actions = 0


def _drop(game: Midgame, player: Player, row: OpenRow, count: str | None = None) -> None:
    building.drop_spades(game, player, row, int(count) if count else None)


def _back(game: Midgame, player: Player, row: OpenRow, steps: str, cult: str) -> None:
    actions.step_back(player, _cult(cult), int(steps or 1))


def _town(game: Midgame, player: Player, row: OpenRow, name: str, order: str) -> None:
    cults = [_cult(part) for part in re.split(r"[\s,]+", order.strip()) if part]
    actions.take_town(game, player, row, name.upper(), cults)


def _step(game: Midgame, player: Player, row: OpenRow, steps: str, cult: str) -> None:
    actions.cult_steps(game, player, row, _cult(cult), int(steps) if steps else None)


_COMMANDS: Final[tuple[tuple[re.Pattern[str], Callable[..., None]], ...]] = any_case(
    (
        (rf"build\s+{_HEX}", _build),
        (rf"transform\s+{_HEX}(?:\s+to\s+(\w+))?", _transform),
        (r"dig(?:\s+(\d))?", lambda game, player, row, n: building.dig(game, player, row, int(n or 1))),
        (rf"upgrade\s+{_HEX}\s+to\s+([a-z ]+)", _upgrade),
        (r"burn\s+(\d{1,3})", lambda game, player, row, n: actions.sacrifice(game, player, row, int(n))),
        (rf"convert\s+{_GOOD}\s+to\s+{_GOOD}", _convert),
        (
            r"convert\s+2\s*w\s+to\s+1?\s*bridge",
            lambda game, player, row: actions.action(game, player, row, "BRIDGE"),
        ),
        (r"action\s+(\w+)", _action),
        (r"send\s+(?:p|priest)\s+to\s+(\w+)(?:\s+for\s+(\d))?", _send),
        (r"advance\s+(ship|shipping|dig|digging|spade|spades)", _advance),
        (rf"bridge\s+{_HEX}\s*[:-]\s*{_HEX}", _bridge),
        (rf"connect\s+(r\d+|{_LAND}(?:\s*:\s*{_LAND}){{1,2}})", _connect),
        (r"pass(?:\s+(bon\d+))?", _pass),
        (r"drop\s+spades?", _drop),
        (r"-(\d?)\s*spades?", _drop),
        (
            r"-\d?(free_d|free_tf|free_tp|bridge|cult|convert_w_to_p)",
            lambda _game, _player, row, what: actions.forgo(row, what.lower()),
        ),
        (r"-(\d?)(fire|water|earth|air)", _back),
        (r"\+(fav\d+)", lambda game, player, row, name: actions.take_favour(game, player, row, name.upper())),
        (r"\+(tw\d+)([\s,a-z]*)", _town),
        (r"\+(bon\d+)", _first_card),
        (r"\+(\d?)(fire|water|earth|air)", _step),
    )
)
