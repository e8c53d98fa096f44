"""A position as a few lines of text: the wheel with its dice, the resources, and the boxes of the sheet."""

from __future__ import annotations

from collections.abc import Sequence

from pencilwright.games.troyes_dice import rules
from pencilwright.games.troyes_dice.components import (
    CITIZEN_SPACES,
    COLOURS,
    COLUMNS,
    KIND_NAMES,
    RESOURCES,
    SLOT_COST,
    SLOTS,
)

STRUCK = "x"
MARGIN = 12


def tell(sheet: Sequence[int], table: Sequence[int]) -> str:
    """Return the dice of this half-day (where they are known) and the sheet, for a terminal."""
    parts = [_dice(table)] if rules.dice_known(table) else []
    return "\n".join([*parts, _resources(sheet), _citizens(sheet), *_boxes(sheet, table)])


def _dice(table: Sequence[int]) -> str:
    wheel = list(table)
    words = []
    for slot in range(SLOTS):
        colour = COLOURS[rules.face(wheel, rules.NOTCH[4 * wheel[rules.HALF] + slot])]
        price = _price(*SLOT_COST[slot])
        black = "black die on " if slot == wheel[rules.BLACK] else ""
        tile = _tile(wheel, slot)
        closed = "" if rules.die_is_open(wheel, slot) else ", not for sale"
        words.append(f"{f's{slot}':<4}{price:<12}{black}{colour} {wheel[rules.DICE + slot]}{tile}{closed}")
    return "\n".join(words)


def _price(kind: str, amount: int) -> str:
    if amount == 0:
        return "free"
    return f"{amount} of any" if kind == "any" else f"{amount} {kind if amount > 1 else kind[:-1]}"


def _tile(wheel: list[int], slot: int) -> str:
    notch = rules.NOTCH[4 * wheel[rules.HALF] + slot]
    if wheel[rules.TILE + notch] == 0:
        return ""
    return f" (tile {wheel[rules.TILE + notch]}, {('feast', 'pillage')[wheel[rules.PILLAGE + notch]]})"


def _resources(sheet: Sequence[int]) -> str:
    at_hand = [
        f"{name} {sheet[rules.GOT + kind] - sheet[rules.USED + kind]} (of {sheet[rules.GOT + kind]} circled)"
        for kind, name in enumerate(RESOURCES)
    ]
    return f"{'at hand':<{MARGIN}}{', '.join(at_hand)}"


def _citizens(sheet: Sequence[int]) -> str:
    tracks = [f"{name} {sheet[rules.CIT + colour]}" for colour, name in enumerate(COLOURS)]
    return f"{'citizens':<{MARGIN}}{', '.join(tracks)} (of {CITIZEN_SPACES})"


def _boxes(sheet: Sequence[int], table: Sequence[int]) -> list[str]:
    """A line for each district: each column's number, and after it what stands there."""
    lines = [" " * MARGIN + "".join(f"col {column + 1:<4}" for column in range(COLUMNS))]
    for colour, name in enumerate(COLOURS):
        prestige, public = KIND_NAMES[2 * colour], KIND_NAMES[2 * colour + 1]
        cells = [_box(sheet, table, colour, column) for column in range(COLUMNS)]
        key = f"{_letter(prestige)} {prestige}, {_letter(public)} {public}"
        lines.append(f"{name:<{MARGIN}}{''.join(f'{cell:<8}' for cell in cells)}{key}")
    return [*lines, f"{'':<{MARGIN}}{STRUCK} struck"]


def _box(sheet: Sequence[int], table: Sequence[int], colour: int, column: int) -> str:
    marks = ""
    for kind in (2 * colour, 2 * colour + 1):
        if sheet[rules.BUILT + kind] >> column & 1:
            marks += _letter(KIND_NAMES[kind])
    if sheet[rules.STRUCK + colour] >> column & 1:
        marks += STRUCK
    return f"{table[rules.NUMBER + COLUMNS * colour + column]} {marks}"


def _letter(kind: str) -> str:
    return kind[0].upper()
