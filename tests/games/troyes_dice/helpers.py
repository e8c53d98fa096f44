"""Builders of sheets and tables for the tests, in the words of the paper: columns 1 to 6, letters R Y W."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pencilwright.games.troyes_dice.components import (
    CATHEDRAL_NUMBER_BY_ORDER,
    COLOUR_LETTERS,
    COLOURS,
    KINDS,
    RESOURCES,
    STANDARD,
)
from pencilwright.games.troyes_dice.play import move_text, rules
from pencilwright.games.troyes_dice.play.rules import Move, Vector

STANDARD_NUMBERS = ("123456",) * 3
ALL = [1, 2, 3, 4, 5, 6]
NOTHING_LEFT: Any = {"influence": (3, 3), "deniers": (3, 3), "knowledge": (3, 3)}
RICH: Any = {"influence": (18, 0), "deniers": (18, 0), "knowledge": (18, 0)}


def sheet(
    *,
    influence: tuple[int, int] = (3, 0),
    deniers: tuple[int, int] = (3, 0),
    knowledge: tuple[int, int] = (3, 0),
    citizens: Sequence[int] = (0, 0, 0),
    built: Mapping[str, Iterable[int]] | None = None,
    struck: Mapping[str, Iterable[int]] | None = None,
) -> Vector:
    """Return a sheet: resources as (circled, spent), cathedrals listed in the order they were built."""
    result = rules.new_sheet()
    for kind, (circled, spent) in enumerate((influence, deniers, knowledge)):
        result[rules.GOT + kind] = circled
        result[rules.USED + kind] = spent
    result[rules.CIT : rules.CIT + 3] = citizens
    for name, columns in (built or {}).items():
        for order, column in enumerate(columns):
            result[rules.BUILT + KINDS.index(name)] |= 1 << column - 1
            if name == "cathedral":
                result[rules.CATHEDRAL_NUMBER + column - 1] = CATHEDRAL_NUMBER_BY_ORDER[order]
    for name, columns in (struck or {}).items():
        for column in columns:
            result[rules.STRUCK + COLOURS.index(name)] |= 1 << column - 1
    return result


def table(
    day: int = 1,
    half: str = "am",
    *,
    plazas: Sequence[str] = STANDARD.plazas,
    slots: str = "",
    numbers: Sequence[str] = STANDARD_NUMBERS,
    tiles: Mapping[int, int] | None = None,
    pillage: Iterable[int] = (),
    black: int = 0,
    dice: Sequence[int] = (),
) -> Vector:
    """Return a table at some half-day.

    `plazas` are nine "up/hidden" pairs by notch; `slots` replaces the colours of this half-day's four slots
    (both faces); `tiles` maps a slot of this half-day to a tile, `pillage` names the slots where it has
    been turned; `black` and `dice` are placed when given.
    """
    start = 2 * (day - 1) + (half == "pm")
    notches = [rules.NOTCH[4 * start + slot] for slot in range(4)]
    pairs = [tuple(COLOUR_LETTERS.index(letter) for letter in plaza.split("/")) for plaza in plazas]
    for slot, letter in enumerate(slots):
        pairs[notches[slot]] = (COLOUR_LETTERS.index(letter),) * 2
    result = rules.new_table(
        [(pair[0], pair[1]) for pair in pairs],
        [[int(digit) for digit in row] for row in numbers],
        [(notches[slot], tile) for slot, tile in (tiles or {}).items()],
    )
    for slot in pillage:
        result[rules.PILLAGE + notches[slot]] = 1
    result[rules.HALF] = start
    if black:
        rules.place(result, black, *dice)
    return result


def play(before: Vector, wheel: Vector, text: str) -> Vector:
    """Return the sheet after the move written in short notation."""
    return rules.apply_action(before, wheel, move_text.parse_move(text, before, wheel))


def notations(before: Vector, wheel: Vector) -> list[str]:
    """Return all legal moves in short notation."""
    return [move_text.notation(before, wheel, move) for move in rules.legal_actions(before, wheel)]


def describe(before: Vector, wheel: Vector, text: str) -> str:
    """Return the words for the move written in short notation."""
    return str(move_text.describe(before, wheel, move_text.parse_move(text, before, wheel)))


def move(before: Vector, wheel: Vector, text: str) -> Move:
    """Return the move written in short notation."""
    return move_text.parse_move(text, before, wheel)


def raided(before: Vector, wheel: Vector) -> Vector:
    """Return the sheet after this half-day's raid."""
    after = list(before)
    rules.attack(after, wheel)
    return after


def unspent(vector: Vector) -> dict[str, int]:
    """Return what is left of each resource."""
    return {name: vector[rules.GOT + kind] - vector[rules.USED + kind] for kind, name in enumerate(RESOURCES)}


def circled(vector: Vector) -> tuple[int, ...]:
    """Return the spaces circled ever, influence, deniers, knowledge."""
    return tuple(vector[rules.GOT : rules.GOT + 3])


def citizens(vector: Vector) -> tuple[int, ...]:
    """Return the citizens, red, yellow, white."""
    return tuple(vector[rules.CIT : rules.CIT + 3])


def columns(vector: Vector, kind: str) -> list[int]:
    """Return the columns 1 to 6 in which a kind is built."""
    mask = vector[rules.BUILT + KINDS.index(kind)]
    return [column for column in range(1, 7) if mask >> column - 1 & 1]


def struck(vector: Vector, colour: str) -> list[int]:
    """Return the columns 1 to 6 whose box of a colour is struck."""
    mask = vector[rules.STRUCK + COLOURS.index(colour)]
    return [column for column in range(1, 7) if mask >> column - 1 & 1]


def cathedral_numbers(vector: Vector) -> dict[int, int]:
    """Return the number written for each cathedral built, by column 1 to 6."""
    numbers = vector[rules.CATHEDRAL_NUMBER : rules.CATHEDRAL_NUMBER + 6]
    return {column: number for column, number in enumerate(numbers, 1) if number}


def faces_up(wheel: Vector) -> str:
    """Return the nine faces that are up, by notch."""
    return "".join(COLOUR_LETTERS[rules.face(wheel, notch)] for notch in range(9))


def slot_values(wheel: list[int]) -> list[int]:
    """Return the values on the four slots, black among them."""
    return wheel[rules.DICE : rules.DICE + 4]
