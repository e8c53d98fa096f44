"""What the fitted policy sees in a sheet: one place in each of several small tables.

Written like troyes_dice/play/rules.py, so that the same text runs as plain Python and compiled. A *feature*
is a place in one long vector of weights; the value of a sheet is the sum of the weights at its features. For
each number of half-days to come there is one such vector, SIZE long.

What is unspent only matters to the last few features, the *purse*, and nothing else in them does: so all
ways to pay for the same action share the sum over the others.
"""

from __future__ import annotations

from typing import NamedTuple

from pencilwright.games.troyes_dice.components import CATHEDRAL_SCORES
from pencilwright.games.troyes_dice.play.rules import (
    ALL_COLUMNS,
    BUILT,
    CATHEDRAL_NUMBER,
    CIT,
    COLUMN,
    COUNT_BITS,
    GOT,
    HALF,
    NOTCH,
    OVER,
    STRUCK,
    Vector,
    face,
)


class FeatureGroup(NamedTuple):
    """Features of which a sheet has exactly one: their name, the first of them, and how many there are."""

    name: str
    first: int
    size: int


def _groups() -> tuple[FeatureGroup, ...]:
    sizes = [(f"kind {kind}, columns {2 * pair + 1} and {2 * pair + 2}", 16) for kind, pair in _KIND_PAIRS]
    sizes += [(f"kind {kind}, built and open", 49) for kind in range(6)]
    sizes += [(f"kind {kind}, open numbers", 64) for kind in range(6)]
    sizes += [(f"cathedral of column {column + 1} and what it scores", 35) for column in range(6)]
    sizes += [("cathedrals built and the best kind to score next", 49)]
    sizes += [(f"citizens of track {track}", 21) for track in range(3)]
    sizes += [("next column bonus, citizens lacking", 4 * 34), ("next column bonus, most lacking", 4 * 12)]
    sizes += [(f"circled of resource {kind}", 19) for kind in range(3)]
    sizes += [(f"column {column + 1}, fortress and what it protects", 15) for column in range(6)]
    sizes += [(f"plazas of colour {colour} next, open prestige", 35) for colour in range(3)]
    sizes += [(f"plazas of colour {colour} next, open public", 35) for colour in range(3)]
    sizes += [(f"plazas of colour {colour} next, open markets", 15) for colour in range(3)]
    sizes += [(f"unspent of resource {kind}", 19) for kind in range(3)]
    sizes += [(f"unspent of resources {first} and {other}", 64) for first, other in ((0, 1), (0, 2), (1, 2))]
    sizes += [("colours next, unspent knowledge", 24)]
    groups, first = [], 0
    for name, size in sizes:
        groups.append(FeatureGroup(name, first, size))
        first += size
    return tuple(groups)


_KIND_PAIRS = tuple((kind, pair) for kind in range(6) for pair in range(3))
GROUPS = _groups()
_FIRST = {group.name: group.first for group in GROUPS}
SIZE = GROUPS[-1].first + GROUPS[-1].size
FEATURES = len(GROUPS)
PURSE_FEATURES = 7
SHEET_FEATURES = FEATURES - PURSE_FEATURES

PAIRS_AT = 0
BUILT_AT = _FIRST["kind 0, built and open"]
NUMBERS_AT = _FIRST["kind 0, open numbers"]
CATHEDRAL_AT = _FIRST["cathedral of column 1 and what it scores"]
NEXT_CATHEDRAL_AT = _FIRST["cathedrals built and the best kind to score next"]
CITIZENS_AT = _FIRST["citizens of track 0"]
LACKING_AT = _FIRST["next column bonus, citizens lacking"]
MOST_LACKING_AT = _FIRST["next column bonus, most lacking"]
CIRCLED_AT = _FIRST["circled of resource 0"]
PROTECTED_AT = _FIRST["column 1, fortress and what it protects"]
PRESTIGE_AT = _FIRST["plazas of colour 0 next, open prestige"]
PUBLIC_AT = _FIRST["plazas of colour 0 next, open public"]
MARKETS_AT = _FIRST["plazas of colour 0 next, open markets"]
UNSPENT_AT = _FIRST["unspent of resource 0"]
UNSPENT_PAIR_AT = _FIRST["unspent of resources 0 and 1"]
COLOURS_AT = _FIRST["colours next, unspent knowledge"]

STAGE = tuple(
    0 if n < 3 else 1 if n < 6 else 2 if n < 11 else 3 for n in range(21)
)  # shortest track -> stage
STAGE_GOAL = (3, 6, 11, 0)
NEXT_COUNT = 0  # 3: of each colour, plazas on the four slots of the next half-day
NEXT_COLOURS = 3  # different colours among them, less 1
NUMBERED = 4  # 3 * 64: mask of columns of a district -> mask of the numbers in their boxes
WHEEL_SIZE = NUMBERED + 192


def note_numbers(table: Vector, wheel: Vector) -> None:
    """Note for each district the numbers in its columns; they stay the same all game."""
    for colour in range(3):
        at = NUMBERED + 64 * colour
        for mask in range(64):
            wheel[at + mask] = 0
        for value in range(6):
            column = table[COLUMN + 7 * colour + value + 1]
            for mask in range(64):
                wheel[at + mask] |= (mask >> column & 1) << value


def note_next(table: Vector, wheel: Vector) -> None:
    """Note what the plazas of the next half-day show; no die of this one lies on them."""
    for index in range(4):
        wheel[index] = 0
    half = table[HALF] + 1
    if half < OVER:
        for slot in range(4):
            wheel[NEXT_COUNT + face(table, NOTCH[4 * half + slot])] += 1
        for colour in range(3):
            if wheel[NEXT_COUNT + colour] > 0:
                wheel[NEXT_COLOURS] += 1
        wheel[NEXT_COLOURS] -= 1


def sheet_features(sheet: Vector, wheel: Vector, out: Vector) -> None:
    """Fill out[:SHEET_FEATURES]; what is unspent plays no part."""
    at = 0
    fortress = sheet[BUILT]
    fortress_lost = sheet[STRUCK] & ~fortress
    cathedral = sheet[BUILT + 4]
    cathedral_lost = sheet[STRUCK + 2] & ~cathedral
    for kind in range(6):
        colour = kind // 2
        built = sheet[BUILT + kind]
        lost = sheet[STRUCK + colour] & ~built
        free = ALL_COLUMNS & ~(built | lost)
        first = PAIRS_AT + 48 * kind
        out[at] = first + (built & 3 | (lost & 3) << 2)
        out[at + 1] = first + 16 + (built >> 2 & 3 | lost & 12)
        out[at + 2] = first + 32 + (built >> 4 & 3 | lost >> 2 & 12)
        out[at + 3] = BUILT_AT + 49 * kind + 7 * COUNT_BITS[built] + COUNT_BITS[free]
        out[at + 4] = NUMBERS_AT + 64 * kind + wheel[NUMBERED + 64 * colour + free]
        near = wheel[NEXT_COUNT + colour]
        first = PUBLIC_AT if kind & 1 == 1 else PRESTIGE_AT
        out[at + 5] = first + 35 * colour + 7 * near + COUNT_BITS[free]
        at += 6
    markets = ALL_COLUMNS & ~(sheet[BUILT + 2] | sheet[STRUCK + 1])
    best = 0
    for column in range(6):
        state = sheet[CATHEDRAL_NUMBER + column] if cathedral_lost >> column & 1 == 0 else 4
        scored = COUNT_BITS[sheet[BUILT + CATHEDRAL_SCORES[column]]]
        if state == 0 and scored > best:
            best = scored
        out[at] = CATHEDRAL_AT + 35 * column + 7 * state + scored
        boxes = 0
        if (sheet[BUILT + 2] | sheet[STRUCK + 1]) >> column & 1 == 0:
            boxes += 1
        if (sheet[BUILT + 3] | sheet[STRUCK + 1]) >> column & 1 == 0:
            boxes += 1
        if (cathedral | sheet[STRUCK + 2]) >> column & 1 == 0:
            boxes += 1
        if (sheet[BUILT + 5] | sheet[STRUCK + 2]) >> column & 1 == 0:
            boxes += 1
        state = (fortress >> column & 1) + 2 * (fortress_lost >> column & 1)
        out[at + 1] = PROTECTED_AT + 15 * column + 5 * state + boxes
        at += 2
    out[at] = NEXT_CATHEDRAL_AT + 7 * COUNT_BITS[cathedral] + best
    at += 1
    shortest = sheet[CIT]
    for track in range(1, 3):
        if sheet[CIT + track] < shortest:
            shortest = sheet[CIT + track]
    stage = STAGE[shortest]
    goal = STAGE_GOAL[stage]
    lacking = 0
    for track in range(3):
        have = sheet[CIT + track]
        out[at] = CITIZENS_AT + 21 * track + have
        out[at + 1] = CIRCLED_AT + 19 * track + sheet[GOT + track]
        out[at + 2] = (
            MARKETS_AT + 15 * track + 3 * wheel[NEXT_COUNT + track] + COUNT_BITS[markets >> 2 * track & 3]
        )
        if have < goal:
            lacking += goal - have
        at += 3
    out[at] = LACKING_AT + 34 * stage + lacking
    out[at + 1] = MOST_LACKING_AT + 12 * stage + (goal - shortest if goal > shortest else 0)


def purse_features(wheel: Vector, a0: int, a1: int, a2: int, out: Vector, at: int) -> None:
    """Fill out[at:at + PURSE_FEATURES] for this much unspent influence, deniers and knowledge."""
    out[at] = UNSPENT_AT + a0
    out[at + 1] = UNSPENT_AT + 19 + a1
    out[at + 2] = UNSPENT_AT + 38 + a2
    b0 = a0 if a0 < 7 else 7
    b1 = a1 if a1 < 7 else 7
    b2 = a2 if a2 < 7 else 7
    out[at + 3] = UNSPENT_PAIR_AT + 8 * b0 + b1
    out[at + 4] = UNSPENT_PAIR_AT + 64 + 8 * b0 + b2
    out[at + 5] = UNSPENT_PAIR_AT + 128 + 8 * b1 + b2
    out[at + 6] = COLOURS_AT + 8 * wheel[NEXT_COLOURS] + b2


HOT_FUNCTIONS = ("note_numbers", "note_next", "sheet_features", "purse_features")  # callees before callers


def score_weights(scale: int) -> list[int]:
    """Return the weights whose sum is the final score of a sheet, in 1 / scale points."""
    weights = [0] * SIZE
    for column in range(6):
        for number in range(1, 4):
            for scored in range(7):
                weights[CATHEDRAL_AT + 35 * column + 7 * number + scored] = scale * number * scored
    for track in range(3):
        for have in range(21):
            weights[CITIZENS_AT + 21 * track + have] = scale * have
        for have in range(19):
            weights[UNSPENT_AT + 19 * track + have] = scale * (have // 2)
    return weights
