"""The half-days of a tail as plain records: dice that may be taken, boxes raided, what a market counts.

Read from the rules dossier, sections 3, 6 and 10, for the proof and its checker. It shares no code with
`games.troyes_dice.play.rules`; only the order of the numbers inside the two vectors is common to both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

RED, YELLOW, WHITE = 0, 1, 2
HALF_DAYS = 16
NOTCHES = 9
FIRST_RAID = 4  # the morning of day 3, counted from 0

# Places in the table vector.
_HALF = 0
_DICE = 1
_BLACK = 5
_SIDE = 6
_COLOUR = 15
_COLUMN = 51
_TILE = 72
_PILLAGE = 81

Roll = tuple[int, int, int, int]


class Die(NamedTuple):
    """One die that may be taken: its slot, the value it counts as (0..6), its colour, its tile (0 none)."""

    slot: int
    value: int
    colour: int
    tile: int
    pillage: bool

    def feast(self, tile: int) -> bool:
        """Return whether the feast side of this tile is up under the die."""
        return self.tile == tile and not self.pillage

    def pillaged(self, tile: int) -> bool:
        """Return whether the pillage side of this tile is up under the die."""
        return self.tile == tile and self.pillage


class HalfDay(NamedTuple):
    """One half-day with known dice: everything about it that no player can change.

    `raids` are the boxes attacked, (colour, column); `column_of` maps colour * 7 + number to a column 0..5;
    `lying` counts the dice of each colour that a great market sees.
    """

    number: int
    dice: tuple[Die, ...]
    raids: tuple[tuple[int, int], ...]
    lying: tuple[int, int, int]
    column_of: tuple[int, ...]


def half_days(table: Sequence[int], rolls: Sequence[Roll]) -> list[HalfDay]:
    """Return the half-days from this table to the end of the known dice.

    Dice that already lie on the table belong to the current half-day: its raid is taken as marked, and
    `rolls` begins with the next half-day.
    """
    wheel = _Wheel(table)
    days = []
    if any(table[_DICE : _DICE + 4]):
        days.append(wheel.lay(list(table[_DICE : _DICE + 4]), table[_BLACK])._replace(raids=()))
    for roll in rolls:
        if wheel.half >= HALF_DAYS:
            raise InputError(phrase("troyes.advice.more_rolls"), field="rolls")
        values, black = sorted_dice(roll)
        days.append(wheel.lay(values, black))
    return days


def sorted_dice(roll: Roll) -> tuple[list[int], int]:
    """Return the four values in ascending order, black before its equals, and the slot of the black die."""
    black, *transparent = roll
    slot = sum(1 for value in transparent if value < black)
    values = sorted(transparent)
    values.insert(slot, black)
    return values, slot


class _Wheel:
    """The nine plazas while the half-days go by."""

    def __init__(self, table: Sequence[int]) -> None:
        self.half = table[_HALF]
        self.side = list(table[_SIDE : _SIDE + NOTCHES])
        self.colours = table[_COLOUR : _COLOUR + 2 * NOTCHES]
        self.column_of = tuple(table[_COLUMN : _COLUMN + 21])
        self.tile = tuple(table[_TILE : _TILE + NOTCHES])
        self.pillage = [bool(flag) for flag in table[_PILLAGE : _PILLAGE + NOTCHES]]

    def lay(self, values: Sequence[int], black: int) -> HalfDay:
        """Return the half-day with these dice on its slots, and turn the wheel to the next one."""
        day, afternoon = divmod(self.half, 2)
        dice, raids, destroyed = [], [], []
        for slot in range(4):
            notch = (day + 1 + 4 * afternoon + slot) % NOTCHES
            tile, pillage = self.tile[notch], self.pillage[notch]
            colour = self.colours[2 * notch + self.side[notch]]
            saved = slot == black and tile == 8 and not pillage
            if (slot == black and not saved) or (slot != black and tile == 8 and pillage):
                destroyed.append(notch)
                raids.append((colour, self.column_of[colour * 7 + values[slot]]))
                continue
            if saved:
                self.pillage[notch] = True
            value = 0 if tile == 6 and pillage else values[slot]
            dice.append(Die(slot, value, colour, tile, pillage))
        number = self.half
        for notch in destroyed:
            self.side[notch] = 1 - self.side[notch]
            self.pillage[notch] = True
        self.half += 1
        lying = tuple(sum(die.colour == colour for die in dice) for colour in (RED, YELLOW, WHITE))
        return HalfDay(
            number,
            tuple(dice),
            tuple(raids) if number >= FIRST_RAID else (),
            (lying[0], lying[1], lying[2]),
            self.column_of,
        )
