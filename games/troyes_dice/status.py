"""A position as lines of text: the dice, the wheel to come, and the sheet with its links."""

from __future__ import annotations

from collections.abc import Sequence

from pencilwright.games.troyes_dice import rules
from pencilwright.games.troyes_dice.components import (
    CITIZEN_SPACES,
    COLOUR_LETTERS,
    COLOURS,
    COLUMNS,
    KIND_NAMES,
    LINKS,
    NOTCHES,
    RESOURCES,
    SLOT_COST,
    SLOTS,
    TILES,
    Link,
)

STRUCK = "x"
MARGIN = 12
TO_COME = 3
"""Half-days after this one whose plazas are shown: together with this one they show every notch."""
CELL = 16
HALF_NAMES = ("am", "pm")


def tell(sheet: Sequence[int], table: Sequence[int]) -> str:
    """Return the dice of this half-day (where they are known), the wheel and the sheet, for a terminal."""
    dice = [_dice(table)] if rules.dice_known(table) else []
    wheel = [*dice, *_to_come(table), *_tiles(table)]
    return "\n".join([*wheel, _resources(sheet), _citizens(sheet), *_boxes(sheet, table), *_links(sheet)])


def _to_come(table: Sequence[int]) -> list[str]:
    """Return a line for each of the next half-days: what lies up on its plazas once this one has ended."""
    wheel = list(table)
    if rules.dice_known(table):
        rules.end_half(wheel)
    days = range(wheel[rules.HALF], min(rules.OVER, wheel[rules.HALF] + TO_COME))
    if not days:
        return []
    prices = "".join(f"{_price(*cost):<{CELL}}" for cost in SLOT_COST)
    lines = [f"{'to come':<{MARGIN}}{prices}up/hidden"]
    for half in days:
        cells = "".join(f"{_plaza(wheel, rules.NOTCH[SLOTS * half + slot]):<{CELL}}" for slot in range(SLOTS))
        lines.append(f"  {half // 2 + 1}{HALF_NAMES[half % 2]:<{MARGIN - 3}}{cells}".rstrip())
    return lines


def _plaza(wheel: Sequence[int], notch: int) -> str:
    """Return the faces of a plaza, the one that is up first, and its tile: "R/W", "Y/Y tile 7"."""
    up = wheel[rules.SIDE + notch]
    faces = [COLOUR_LETTERS[wheel[rules.COLOUR + 2 * notch + side]] for side in (up, 1 - up)]
    tile = wheel[rules.TILE + notch]
    return "/".join(faces) + (f" tile {tile}" if tile else "")


def _tiles(table: Sequence[int]) -> list[str]:
    """Return what each tile of this game does, on the side that is up; a raid turns it for good."""
    lines = []
    for notch in range(NOTCHES):
        if number := table[rules.TILE + notch]:
            side = _side(table, notch)
            lines.append(f"{f'tile {number}':<{MARGIN}}P{notch}, {side}: {getattr(TILES[number - 1], side)}")
    return lines


def _side(table: Sequence[int], notch: int) -> str:
    """Return which side of a tile is up: "feast" or "pillage"."""
    return ("feast", "pillage")[table[rules.PILLAGE + notch]]


def _links(sheet: Sequence[int]) -> list[str]:
    """Return the link bonuses, a line for each kind of building; those had and those lost say so."""
    lines: list[str] = []
    for kind in sorted({link.kind for link in LINKS}):
        said = ", ".join(_link(sheet, link) for link in LINKS if link.kind == kind)
        lines.append(f"{'' if lines else 'links':<{MARGIN}}{KIND_NAMES[kind]} {said}")
    return lines


def _link(sheet: Sequence[int], link: Link) -> str:
    """Return what two neighbours give: "3+4: 2 yellow citizens (had)"."""
    first, second = link.columns
    pair = 1 << first - 1 | 1 << second - 1
    missing = pair & ~sheet[rules.BUILT + link.kind]
    state = "" if missing else " (had)"
    if missing & sheet[rules.STRUCK + link.kind // 2]:
        state = " (lost)"
    noun = f"{COLOURS[link.gain]} citizen{'s' if link.amount > 1 else ''}"
    return f"{first}+{second}: {link.amount} {noun if link.citizens else RESOURCES[link.gain]}{state}"


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
    return f" (tile {wheel[rules.TILE + notch]}, {_side(wheel, notch)})"


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
    heads = "".join(f"col {column + 1:<4}" for column in range(COLUMNS))
    lines = [" " * MARGIN + heads.rstrip()]
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
