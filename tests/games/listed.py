"""What may be done in a position of each game, as commands of whole turns or steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pencilwright.games.terra_mystica import commands as mystica
from pencilwright.games.terra_mystica.components import ROUNDS
from pencilwright.games.terra_mystica.rules import legal_actions as steps
from pencilwright.games.terra_mystica.state import State as Mystica
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.rules import actions, turns
from pencilwright.games.terracotta_army.rules.choice import ActionChoice
from pencilwright.games.terracotta_army.state import State as Terracotta
from pencilwright.games.tianxia.rules.turns import legal_actions as listed
from pencilwright.games.tianxia.rules.turns.frame import Turns
from pencilwright.games.tianxia.state import State as Tianxia
from pencilwright.games.troyes_dice.commands import is_over
from pencilwright.games.troyes_dice.play import move_text, rules
from pencilwright.games.troyes_dice.play.vectors import position
from pencilwright.games.troyes_dice.state import State as Troyes


def movers(game_id: str, state: Any) -> tuple[str, ...]:
    """Return who may act in a position, () in one that is over."""
    match game_id:
        case "troyes-dice":
            return ("",) if state.table is not None and state.table.rolls and not is_over(state) else ()
        case "terracotta-army":
            player = None if state.over else state.to_move()
            return () if player is None or state.is_him(player) else (player.letter,)
        case "terra-mystica":
            return tuple(player.faction for player in state.players if not player.is_out)
        case _:
            return () if state.over else tuple(player.letter for player in state.players)


def ended(game_id: str, state: Any) -> bool:
    """Return whether a game is over."""
    match game_id:
        case "troyes-dice":
            return is_over(state)
        case "terra-mystica":
            return state.round == ROUNDS and not movers(game_id, state)
        case _:
            return bool(state.over)


def actions_of(game_id: str, state: Any, who: str) -> Iterator[str]:
    """Yield what a player may do."""
    match game_id:
        case "troyes-dice":
            return of_troyes(state)
        case "terracotta-army":
            return of_terracotta(state, who)
        case "terra-mystica":
            return of_mystica(state, who)
        case _:
            return of_tianxia(state, who)


def of_troyes(state: Troyes) -> Iterator[str]:
    """Yield the moves of this half-day in their short form."""
    sheet, table = position(state)
    return (move_text.notation(sheet, table, move) for move in rules.legal_actions(sheet, table))


def of_mystica(state: Mystica, who: str) -> Iterator[str]:
    """Yield the commands of one step that leave nothing to settle; longer rows are several of them."""
    for step in steps.legal_actions(mystica.game_of(state, who), who):
        row = mystica.begun(state, who, (step,))[1] if step != "done" else None
        if row is not None and row.unfinished() is None:
            yield step


def of_terracotta(state: Terracotta, who: str) -> Iterator[str]:
    """Yield the whole turns of a player who is to move, each as its line."""
    for ring in ("", *actions.RINGS[:2]):
        turned = state.clone()
        if ring and turned.player(who).coins < box.ROTATE_COST:
            continue
        if ring:
            actions.rotate(turned, turned.player(who), ring)
        for sector, artisan in actions.places(turned, turned.player(who)):
            placed = turned.clone()
            actions.place(placed, placed.player(who), sector, artisan)
            for choice, two, three in _choices(placed, who, sector, actions.RINGS):
                yield turns.write(state.grid, turns.Turn(who, ring, sector, artisan, (choice, two, three)))


def _choices(
    state: Terracotta, who: str, sector: int, rings: Sequence[str]
) -> Iterator[tuple[ActionChoice, ...]]:
    """Yield what may be done with the actions of rings, one after the other."""
    if not rings:
        yield ()
        return
    for choice in actions.legal_actions(state, state.player(who), sector, rings[0]):
        after = state.clone()
        actions.apply_action(after, after.player(who), sector, rings[0], choice)
        for rest in _choices(after, who, sector, rings[1:]):
            yield choice, *rest


def of_tianxia(state: Tianxia, who: str, parts: int = 1) -> Iterator[str]:
    """Yield each command of whole turns that a player may begin with, turns of at most so many parts."""
    return iter(()) if state.over else turns_of(Turns(state, who), parts)


def turns_of(turn: Turns, parts: int = 1) -> Iterator[str]:
    """Yield each command that the rules carry out next: free actions, and turns of at most so many parts.

    Left out are commands that are no choice of the player: `draws`, which says what chance gave, and
    `attack`, which ends the round.
    """
    if turn.passed:
        return
    yield from _in_a_row(turn, 1)
    for opener in listed.openers(turn):
        now = listed.done(turn, opener)
        if now is None:
            continue
        if listed.may_end(now):
            yield opener
        link = "; " if ": " in opener else ": "
        yield from (f"{opener}{link}{text}" for text in _in_a_row(now, parts))


def _in_a_row(turn: Turns, parts: int) -> Iterator[str]:
    """Yield parts in a row, at most so many, after which the turn may end."""
    for text, now in listed.legal_parts(turn):
        if listed.may_end(now):
            yield text
        if parts > 1:
            yield from (f"{text}; {more}" for more in _in_a_row(now, parts - 1))
