"""The vectors that the kernels of expectimax work on, by name, and the numbers they share."""

from __future__ import annotations

from typing import NamedTuple

from pencilwright.games.troyes_dice.rules import Vector

FULL = -1
LOW = -10000  # below every value; not a value
ROW_PLACE = 8  # a row has 8 numbers for each place
GROUP_HASH = 0x5851F42D4C957F2D
VALUE_HASH = 0x2545F4914F6CDD1D

# What may be tried in a position: an action of a place, or the fallback.
FALLBACK_ACTION = 3
SEES_MARKET = 1  # notes of a target: some end has a market that was not there before
NOT_LISTED = 2  # its ends are too many, or a raid may change them in other ways than by forbidding some
LISTED = 64  # ends of a target that are remembered
ROLLS = 336
SCORES = 256  # final scores are less

# What `solve` may be asked.
LAST_VALUES = 0
NEXT_VALUES = 1
LAST_COUNTS = 2
NEXT_COUNTS = 3
NO_GOAL = -1


# Places in Day.sizes.
PLACES = 0
VARIANTS = 1
PAIRS = 2


class Day(NamedTuple):
    """A Plan (plan.py), which says what its vectors hold."""

    sizes: Vector
    places: Vector
    options: Vector
    die_start: Vector
    tables: Vector
    market: Vector
    rolls: Vector
    pairs: Vector
    option_pair: Vector
    safe: Vector


class Store(NamedTuple):
    """Everything remembered about sheets before the last roll.

    size : see below.
    slots : hash table: slot -> group + 1, 0 when free.
    groups : GROUP_SIZE and as many as there are variants a group, see below.
    rows : the rows, each (places + 1) * 8; the last place is the fallback.
    values : hash table: 2 a slot: key of group and spending (0: free), value.
    """

    size: Vector
    slots: Vector
    groups: Vector
    rows: Vector
    values: Vector


# Places in Store.size.
N_GROUPS = 0
N_ROWS = 1
N_VALUES = 2
N_ASKED = 3
MOST_GROUPS = 4  # there is room for
MOST_ROWS = 5
SLOT_MASK = 6
VALUE_MASK = 7
MOST_CHILDREN = 8  # of one sheet, in Middle.children
STORE_SIZES = 9

# Places in a group's record.
KEY = 0  # 2: its packed sheet
FIRST_ROW = 2  # -1 while its rows have not been worked out
ROW_COUNT = 3
CEILING = (
    4  # 2: a spending (packed; -1 none) and its value, from which `ceiling` bounds those that spent more
)
LOCALS = 6  # variant -> which of the group's rows it has
GROUP_SIZE = 6  # and the locals


class Room(NamedTuple):
    """Room to work in for the last roll; nothing in it lasts."""

    table: Vector
    sheet: Vector
    struck: Vector
    work: Vector
    choices: Vector
    counts: Vector
    key: Vector  # 2
    outcome: Vector  # 8
    targets: Vector  # target * 8 + parity -> value; a target is place * 4 + action
    notes: Vector  # target -> note bits
    boxes: Vector  # target -> boxes where a bonus may build, colour * 6 + column as bits
    totals: Vector  # target -> number of its ends
    ends: Vector  # (target * LISTED + index) * 2 -> boxes built by bonuses << 3 | parities left; value
    row: Vector
    dice: Vector  # number of row * 25 + die -> best value
    entries: Vector  # option that can be paid * 2 -> place in the row; cost
    entry_start: Vector  # die -> first entry
    best: Vector  # 336: value of each roll


class Middle(NamedTuple):
    """Room for the roll before the last one; nothing in it lasts longer than one sheet."""

    table: Vector
    sheet: Vector
    struck: Vector
    work: Vector
    choices: Vector
    codes: Vector
    floor: Vector  # 3: the least that was spent of each resource where this sheet is asked for
    local: Vector  # variant -> number among the different ones
    local_key: Vector  # of these: markets and boxes struck
    start: Vector  # local * (places + 1) + place -> first of its children
    children: Vector  # groups
    pairs: Vector  # local * number of pairs + pair -> value, or a bound of it
    known: Vector  # the same -> 1 when it is the value
    low: Vector  # local * 25 + die -> the best of its known pairs
    high: Vector  # the same -> no pair can be better
    best: Vector  # 336: value of each roll
