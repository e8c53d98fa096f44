"""A player's plan, followed command by command: what is at hand after each, what the next round brings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.shared import plans
from pencilwright.games.shared.rows import Row
from pencilwright.games.shared.tables import Cell
from pencilwright.games.terra_mystica.boards.factions import FACTIONS, faction
from pencilwright.games.terra_mystica.commands import game_of, points
from pencilwright.games.terra_mystica.components import ROUNDS
from pencilwright.games.terra_mystica.rules import apply
from pencilwright.games.terra_mystica.rules.building import need
from pencilwright.games.terra_mystica.rules.turn import cult_bonus, income, passing
from pencilwright.games.terra_mystica.state import State, in_order
from pencilwright.games.terra_mystica.words import names
from pencilwright.templates.phrases import Sentence, phrase

commands: Final = partial(plans.commands, between=".;\n")
_COLUMNS: Final = ("points", "coins", "workers", "priests")


def player(state: State, said: str) -> str:
    """Return the faction that a person means: its name or its colour; the only one when nothing is said."""
    playing = [one.faction for one in state.players if one.faction]
    if not said and len(playing) == 1:
        return playing[0]
    named = [name for name in playing if FACTIONS[name].colour == said.strip().lower()]
    if named:
        return named[0]
    if not said:
        raise InputError(phrase("plan.who", names=tuple(map(names.who, playing))), field="for")
    return state.player(faction(said, "for").id).faction


def follow(state: State, who: str, plan: Sequence[str]) -> Iterator[State]:
    """Yield the position after each command of one player; the others stay as they are and take no power.

    One action follows the other as if all others had passed. Raises InputError for the first command that is
    not allowed, and at the end for what has still to be settled.
    """
    game = game_of(state, who)
    own = game.state.player(who)
    passed = {player.faction: player.passed for player in game.state.players}
    for other in game.state.players:
        other.passed = other is not own or own.is_out
    for text in plan:
        need(not own.passed, "passed", "passed", who=names.who(who))
        apply.apply_row(game, who, (text,))
        after = in_order(game.state)
        for other in after.players:
            other.passed = other.passed if other.faction == who else passed[other.faction]
        yield after
    if game.row and (left := game.row.unfinished()):
        need(False, "row_ends", "commands", who=names.who(who), left=left)


def has(state: State, who: str) -> tuple[tuple[Sentence, Cell], ...]:
    """Return what a player has: points, goods, bowls and cults, each under the head of its column."""
    own = state.player(who)
    head = "mystica.log.head"
    return (
        *((phrase(f"{head}.{name}"), getattr(own, name)) for name in _COLUMNS),
        (phrase(f"{head}.bowls"), "/".join(map(str, own.bowls))),
        (phrase(f"{head}.cults"), "/".join(map(str, own.cults))),
    )


def ahead(state: State, who: str) -> tuple[Row, ...]:
    """Return what comes: the cult bonus and income of the next round, points now and at the end."""
    player = state.player(who)
    found = []
    if 0 < state.round < ROUNDS:
        if state.tile():
            good, amount = cult_bonus(state, player)
            bonus = (
                phrase("mystica.amount.spade", n=amount) if good == "spade" else names.amount(good, amount)
            )
            found.append(
                Row(phrase("mystica.forecast.cult"), (bonus if amount else phrase("mystica.amount.none"),))
            )
        held = player if player.is_out else replace(player, bonus="")
        goods = tuple(names.amount(good, n) for good, n in income(state, held).items() if n)
        lines = goods or (phrase("mystica.amount.none"),)
        note = () if player.is_out else (phrase("mystica.forecast.no_card"),)
        found.append(Row(phrase("mystica.forecast.income"), (*lines, *note)))
    now = [names.amount("VP", player.points)]
    if not player.is_out and (more := sum(passing(state, player).values())):
        now.append(phrase("mystica.forecast.passing", n=more))
    found.append(Row(phrase("mystica.forecast.now"), tuple(now)))
    found.append(Row(phrase("mystica.forecast.end"), (names.amount("VP", points(state, who)),)))
    return tuple(found)


def unverified(state: State, who: str) -> tuple[str, ...]:
    """Return the names of the unproven values that the forecast rests on: none here."""
    return ()
