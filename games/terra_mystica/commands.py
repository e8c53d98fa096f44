"""Commands carried out on a position: one player's actions of a round, by the rules; the others are frozen.

A command is a row of a log without its faction: ``burn 1. action ACT5. build E7. +TW2``, one action with all
that belongs to it. Nobody else acts: offers of power stay unanswered, and no round ends. Before round 1 a
command places a first dwelling. One command is no row of a log: ``grant 3w 2c 3pw ACT1`` gives goods, and
frees power actions, for a plan that asks what something costs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from pencilwright.games.errors import InputError
from pencilwright.games.shared.refusals import in_command
from pencilwright.games.terra_mystica.components import POWER_ACTIONS
from pencilwright.games.terra_mystica.rules import apply, dwelling_sites
from pencilwright.games.terra_mystica.rules.building import need
from pencilwright.games.terra_mystica.rules.turn import ACTIONS, CARDS, DWELLINGS, Midgame, OpenRow, passing
from pencilwright.games.terra_mystica.scoring import score
from pencilwright.games.terra_mystica.state import Player, State, in_order
from pencilwright.games.terra_mystica.words import names
from pencilwright.templates.phrases import phrase

_GRANTED: Final = re.compile(r"(\d{1,3})(c|w|p|pw)")


def apply_actions(state: State, who: str, commands: Sequence[str]) -> State:
    """Return the position after a player's commands. Raises InputError naming the command that may not be."""
    after, row = begun(state, who, commands)
    _must_be_finished(row, commands[-1:])
    return after


def begun(state: State, who: str, commands: Sequence[str]) -> tuple[State, OpenRow]:
    """Return the position after a player's commands, and what the last one has still to settle.

    Raises InputError as `apply_actions` does, except for choices that the last command leaves open.
    """
    game = game_of(state, who)
    row = OpenRow()
    for number, text in enumerate(commands):
        _must_be_finished(row, commands[number - 1 : number])
        try:
            row = _carry(game, game.state.player(who), text)
        except InputError as error:
            raise in_command(text, error) from error
    return in_order(game.state), row


def _must_be_finished(row: OpenRow, commands: Sequence[str]) -> None:
    """Raise InputError when the row of a command leaves something to settle."""
    if commands and (left := row.unfinished()):
        who = names.who(row.faction)
        raise in_command(commands[0], InputError(phrase("mystica.refused.row_ends", who=who, left=left)))


def game_of(state: State, who: str) -> Midgame:
    """Return a game at a player's turn in a position; before round 1 at the first dwellings or the card."""
    after = state.copied()
    player = after.player(who)
    game = Midgame(after, phase=ACTIONS, current=who)
    if state.round == 0:
        game.queue = [who] * (player.board.first_dwellings - len(player.structures))
        game.phase = DWELLINGS if game.queue else CARDS
        game.queue = game.queue or [who]
    return game


def _carry(game: Midgame, player: Player, text: str) -> OpenRow:
    """Carry one command out and return its row."""
    row = OpenRow(player.faction)
    if text.lower().startswith("grant "):
        _grant(game.state, player, text.split()[1:])
        return row
    need(not player.is_out, "passed", "passed", who=names.who(player.faction))
    for part in apply.spelled([part.strip() for part in text.split(".")]):
        apply.apply_command(game, player, row, part)
    return row


def _grant(state: State, player: Player, words: Sequence[str]) -> None:
    """Give goods, and power actions free again."""
    for word in words:
        result = _GRANTED.fullmatch(word)
        if result and result[2] == "pw":
            first, second, third = player.bowls
            player.bowls = first, second, third + int(result[1])
        elif result:
            held = {"c": "coins", "w": "workers", "p": "priests"}[result[2]]
            setattr(player, held, getattr(player, held) + int(result[1]))
        else:
            if word not in POWER_ACTIONS:
                raise InputError(phrase("words.wrong", text=word[:40], example="3w"), field="commands")
            state.used = tuple(name for name in state.used if name != word)


# --- what is counted ----------------------------------------------------------------------------------------


def points(state: State, who: str) -> int:
    """Return a player's final points if nobody did anything more.

    That is what `score` says, and, of a player still in the round, what passing now pays: the bonus card,
    FAV12, the Engineers' bridges.
    """
    player = state.player(who)
    return score(state).totals[who] + (0 if player.is_out else sum(passing(state, player).values()))


def points_of_line(state: State, who: str, line: str) -> int:
    """Return the points of one line of a player's final score: "area", "resources", a cult."""
    return next(item.known for item in score(state).lines if item.id == f"{who}.{line}")


def goods(state: State, who: str) -> int:
    """Return workers, coins and priests at hand, each counted as one."""
    player = state.player(who)
    return player.workers + player.coins + player.priests


def first_dwellings(state: State, who: str) -> int:
    """Return what a player's dwellings are worth by the measure of `dwelling_sites` (a house default)."""
    return dwelling_sites.worth(state, who, ()).worth


def _standing(kind: str) -> Callable[[State, str], int]:
    return lambda state, who: state.player(who).count(kind)


MEASURES: Final[Mapping[str, Callable[[State, str], int | Fraction]]] = MappingProxyType(
    {
        "points": points,
        "goods at hand": goods,
        "worth of first dwellings": first_dwellings,
        "towns": lambda state, who: len(state.player(who).towns),
        "structures": lambda state, who: len(state.player(who).structures),
        "temples": _standing("TE"),
        "strongholds": _standing("SH"),
        "sanctuaries": _standing("SA"),
    }
)
"""What is counted of a player in a position."""
