"""Placements as commands that the rules carry out on a whole position, and what is counted afterwards.

    build officer E4 with sword row+1 for 3 clay
    archer C3 N
    Y #3c / build officer E4 / do / -

A whole turn is a line of turns.py, of the player who is to move. A build is carried out as if an action
granted it for so much wet clay; without "for" it is paid already. The chancellor's build is the one that his
own rules make, or it is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from string import ascii_uppercase
from types import MappingProxyType
from typing import Final

from pencilwright.games.errors import InputError
from pencilwright.games.shared.refusals import game_over, in_command
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import scoring
from pencilwright.games.terracotta_army.chancellor import procedure
from pencilwright.games.terracotta_army.rules import actions, building, turns
from pencilwright.games.terracotta_army.rules.choice import ActionChoice, in_words, read_choice, write_choice
from pencilwright.games.terracotta_army.rules.grid import Grid
from pencilwright.games.terracotta_army.state import State
from pencilwright.templates.phrases import phrase

PRICE: Final = " for "
LYING: Final = (box.STANDARD.columns, box.STANDARD.rows)
"""Columns and rows of the mausoleum, or rows and columns."""
POINTS: Final = "points"
TYPE_RIGHT, SPACE_RIGHT = 1, 2
"""What each half of an answer about the chancellor's warrior is worth."""


def write(grid: Grid, choice: ActionChoice, cost: int = 0) -> str:
    """Return a placement as a command; `cost` is the wet clay of a warrior."""
    text = write_choice(grid, choice)
    return f"{text}{PRICE}{cost} clay" if cost and choice.what == "build" else text


def has_price(command: str) -> bool:
    """Return whether a command says what it costs, or is a whole turn, whose actions have their prices."""
    return PRICE in command or turns.BETWEEN in command


def apply_actions(state: State, who: str, commands: Sequence[str]) -> State:
    """Return the position after commands of a player, `who` being the letter of the colour.

    The state given is left as it is. Raises InputError naming the command that is not allowed.
    """
    for command in commands:
        try:
            state = _done(state, who, command)
        except InputError as error:
            raise in_command(command, error) from error
    return state


def _done(state: State, who: str, command: str) -> State:
    """Return the position after one command."""
    if state.over:
        raise game_over("over")
    if turns.BETWEEN in command:
        return _turned(state, who, command)
    text, _, price = command.partition(PRICE)
    choice = read_choice(state.grid, text)
    after = state.clone()
    player = after.player(who)
    if state.is_him(player):
        return _his(state, choice)
    if choice.what == "build":
        actions.build(after, player, _clay(price), choice)
    elif choice.what == "specialist" and not price:
        building.buy_specialist(after, player, choice.kind, choice.cell, choice.direction)
    else:
        raise InputError(
            phrase("words.wrong", text=command[:60], example="build guard E4 for 3 clay"), field="command"
        )
    return after


def _turned(state: State, who: str, command: str) -> State:
    """Return the position after a whole turn of a player."""
    after = state.clone()
    turns.apply_turn(after, turns.read(state.grid, command, who))
    return after


def _clay(price: str) -> int:
    """Return the wet clay of a price such as "3 clay", 0 for none."""
    number, _, unit = price.partition(" ")
    if price and not (unit == "clay" and number.isascii() and number.isdecimal() and len(number) < 3):
        text = phrase("words.wrong", text=price[:20], example="for 3 clay")
        raise InputError(text, field="command")
    return int(number or 0)


def _his(state: State, choice: ActionChoice) -> State:
    """Return the position after a build of the chancellor, which his rules must be able to make."""
    results = procedure.builds(state)
    if choice != ActionChoice("build", choice.kind, choice.cell) or (choice.kind, choice.cell) not in results:
        own_items = tuple(in_words(state.grid, ActionChoice("build", *built))[0] for built in results)
        text = phrase("terracotta.error.builds", builds=own_items or phrase("terracotta.did.nothing"))
        raise InputError(text, field="command")
    return results[choice.kind, choice.cell]


def _points(rounds: int, state: State, who: str) -> int:
    """Return a player's points when so many rounds, this one first, and then the game end here."""
    player = state.player(who)
    if state.over:
        return player.score
    left = box.ROUNDS + 1 - state.round
    return player.score + scoring.total(scoring.ending(state, min(rounds, left))).get(who, 0)


def _foretold(kind: str, space: str, state: State, who: str) -> int:
    """Return how many warriors of a type a player has, and more when one stands on a space."""
    own_pieces = [piece for piece in state.grid.pieces if piece.owner == who]
    stands = any(space in map(state.grid.name, piece.cells) for piece in own_pieces)
    return TYPE_RIGHT * sum(piece.kind == kind for piece in own_pieces) + SPACE_RIGHT * stands


def points_of(rounds: int) -> str:
    """Return the name of the measure that counts so many scoring phases."""
    return POINTS if rounds == 1 else f"{POINTS} of {rounds} rounds"


def foretold(kind: str, space: str) -> str:
    """Return the name of the measure that counts what is right of a foretold warrior."""
    return f"right of {kind} {space}"


MEASURES: Final[Mapping[str, Callable[[State, str], int]]] = MappingProxyType(
    {points_of(rounds): partial(_points, rounds) for rounds in range(1, box.ROUNDS + 1)}
    | {
        foretold(kind, f"{column}{row}"): partial(_foretold, kind, f"{column}{row}")
        for kind, column, row in product(box.TYPES, ascii_uppercase[: max(LYING)], range(1, max(LYING) + 1))
    }
)
"""What is counted: points as `scoring.scores` tells them once all workers of the round are placed, or after
more rounds in which nobody places a piece; what is right of the warrior that was foretold."""
