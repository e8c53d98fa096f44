"""The exact value of a sheet before the last roll of the game, without trying every move after every roll.

- Paying changes nothing but the spent counters, and no gain reads them. So a position is a *group* (the sheet
  without them) and what was spent. What buildings and bonuses can bring is worked out once a group.
- A *row* holds, for each place of a die, the best target (targets.py) for each of the 8 parities of spending.
- A roll matters to targets by its *variant* only (plan.py), and most variants of a group share a row.
- A roll's value is the best of its three or four dice, and a die's value depends on its slot, its value
  and the row: 24 numbers a row instead of 336 rolls with all their moves.

Functions have more than eight parameters where what is spent comes as three numbers u0, u1, u2: kernels know
no record of integers but vectors, and a vector would have to be filled for each call.
"""

from __future__ import annotations

from pencilwright.games.troyes_dice.components import COLUMNS
from pencilwright.games.troyes_dice.rules import (
    BUILT,
    CATHEDRAL_NUMBER,
    CIT,
    GOT,
    SHEET_SIZE,
    STRUCK,
    TABLE_SIZE,
    USED,
    Vector,
    attack,
)
from pencilwright.solver.troyes_dice.exact.records import (
    BOX_MASK,
    CEILING,
    CLOSED_DIE,
    COUNT_MASK,
    COUNT_WIDTH,
    DICE_OF_ROW,
    ENTRY_COST,
    ENTRY_SIZE,
    ENTRY_WHERE,
    FIRST_ROW,
    FULL,
    GOT_0,
    GOT_1,
    GOT_2,
    GROUP_HASH,
    GROUP_SIZE,
    HASH_SHIFT,
    KEY,
    LOCALS,
    LOW,
    MOST_GROUPS,
    MOST_ROWS,
    N_ASKED,
    N_GROUPS,
    N_ROWS,
    N_VALUES,
    NUMBER_MASK,
    NUMBER_WIDTH,
    PARITIES,
    PLACES,
    REAL_DICE,
    RELAXED,
    RELAXED_BIT,
    ROLL_DICE,
    ROLL_SIZE,
    ROLL_VARIANT,
    ROLL_WEIGHT,
    ROLLS,
    ROW_COUNT,
    SLOT_MASK,
    SPENT_0,
    SPENT_1,
    SPENT_BITS,
    USE_COST,
    USE_PLACE,
    USE_SIZE,
    VALUE_HASH,
    VALUE_MASK,
    VALUE_SIZE,
    VARIANTS,
    Day,
    Room,
    Store,
)
from pencilwright.solver.troyes_dice.exact.targets import (
    copy_sheet,
    fill_targets,
    strike_row,
)
from pencilwright.solver.wrapping import mul64


def pack(sheet: Vector, key: Vector) -> None:
    """Write the two numbers that stand for a sheet without its spending.

    A strike on a box whose two buildings stand changes nothing any more and is left out.
    """
    first = 0
    for index in range(3):
        first = first << COUNT_WIDTH | sheet[GOT + index]
    for index in range(6):
        first = first << COLUMNS | sheet[BUILT + index]
    second = 0
    for index in range(3):
        second = second << COUNT_WIDTH | sheet[CIT + index]
    for index in range(3):
        done = sheet[BUILT + 2 * index] & sheet[BUILT + 2 * index + 1]
        second = second << COLUMNS | (sheet[STRUCK + index] & ~done)
    for index in range(6):
        second = second << NUMBER_WIDTH | sheet[CATHEDRAL_NUMBER + index]
    key[0] = first
    key[1] = second


def unpack(first: int, second: int, sheet: Vector) -> None:
    """Write the sheet that `pack` had, nothing spent."""
    for index in range(5, -1, -1):
        sheet[BUILT + index] = first & BOX_MASK
        sheet[CATHEDRAL_NUMBER + index] = second & NUMBER_MASK
        first >>= COLUMNS
        second >>= NUMBER_WIDTH
    for index in range(2, -1, -1):
        sheet[STRUCK + index] = second & BOX_MASK
        second >>= COLUMNS
    for index in range(2, -1, -1):
        sheet[GOT + index] = first & COUNT_MASK
        sheet[CIT + index] = second & COUNT_MASK
        sheet[USED + index] = 0
        first >>= COUNT_WIDTH
        second >>= COUNT_WIDTH


def find_group(day: Day, store: Store, key: Vector, sheet: Vector) -> int:
    """Return the number of the group of a sheet, making it when it is new; FULL without room."""
    pack(sheet, key)
    stride = GROUP_SIZE + day.sizes[VARIANTS]
    mask = store.size[SLOT_MASK]
    slot = (mul64(key[0], GROUP_HASH) ^ mul64(key[1], VALUE_HASH)) >> HASH_SHIFT & mask
    while store.slots[slot] > 0:
        at = (store.slots[slot] - 1) * stride
        if store.groups[at + KEY] == key[0] and store.groups[at + KEY + 1] == key[1]:
            return store.slots[slot] - 1
        slot = (slot + 1) & mask
    group = store.size[N_GROUPS]
    if group >= store.size[MOST_GROUPS]:
        return FULL
    store.size[N_GROUPS] = group + 1
    store.slots[slot] = group + 1
    at = group * stride
    store.groups[at + KEY] = key[0]
    store.groups[at + KEY + 1] = key[1]
    store.groups[at + FIRST_ROW] = -1
    store.groups[at + CEILING] = -1
    return group


def lay(day: Day, variant: int, table: Vector) -> None:
    """Copy the table of a variant."""
    for index in range(TABLE_SIZE):
        table[index] = day.tables[TABLE_SIZE * variant + index]


def keep_row(store: Store, room: Room, first: int, count: int, width: int) -> int:
    """Return which of the group's rows equals room.row; `count` when it is new and has been stored there."""
    for local in range(count):
        at = (first + local) * width
        index = 0
        while index < width and store.rows[at + index] == room.row[index]:
            index += 1
        if index == width:
            return local
    at = (first + count) * width
    for index in range(width):
        store.rows[at + index] = room.row[index]
    return count


def make_rows(day: Day, store: Store, room: Room, group: int) -> None:
    """Work out the rows of a group: all that the last action can bring, for every variant."""
    places = day.sizes[PLACES]
    variants = day.sizes[VARIANTS]
    width = (places + 1) * PARITIES
    record = group * (GROUP_SIZE + variants)
    unpack(store.groups[record + KEY], store.groups[record + KEY + 1], room.sheet)
    first = store.size[N_ROWS]
    count = 0
    market = -1
    common = 0
    for variant in range(variants):
        table = room.table
        lay(day, variant, table)
        if day.market[variant] != market:
            fill_targets(day, room, table, market)
            market = day.market[variant]
            common = keep_row(store, room, first, count, width)
            if common == count:
                count += 1
        local = common
        copy_sheet(room.sheet, room.struck)
        if attack(room.struck, table) > 0:
            strike_row(day, store, room, table, (first + common) * width)
            local = keep_row(store, room, first, count, width)
            if local == count:
                count += 1
        store.groups[record + LOCALS + variant] = local
    store.groups[record + FIRST_ROW] = first
    store.groups[record + ROW_COUNT] = count
    store.size[N_ROWS] = first + count


def list_entries(day: Day, room: Room, a0: int, a1: int, a2: int, u0: int, u1: int, u2: int) -> None:
    """List, die by die, the options that can be paid with a0, a1, a2 when u0, u1, u2 have been spent.

    Each is the best target of its place at the parities after its payment, less its cost: what is left
    unspent counts half a point each, and the parities say how many halves are lost.
    """
    options = day.options
    count = 0
    for die in range(REAL_DICE):
        room.entry_start[die] = count
        for option in range(day.die_start[die], day.die_start[die + 1]):
            at = USE_SIZE * option
            c0 = options[at + USE_COST]
            c1 = options[at + USE_COST + 1]
            c2 = options[at + USE_COST + 2]
            if c0 <= a0 and c1 <= a1 and c2 <= a2:
                parity = ((c0 + u0) & 1) | ((c1 + u1) & 1) << 1 | ((c2 + u2) & 1) << 2
                entry = ENTRY_SIZE * count
                room.entries[entry + ENTRY_WHERE] = PARITIES * options[at + USE_PLACE] + parity
                room.entries[entry + ENTRY_COST] = c0 + c1 + c2
                count += 1
    room.entry_start[CLOSED_DIE] = count


def last_rolls(day: Day, store: Store, room: Room, group: int, u0: int, u1: int, u2: int) -> None:
    """Fill room.best with twice the best final score for each roll of the last half-day.

    In the relaxed game everybody may take the fallback, whatever can be bought.
    """
    places = day.sizes[PLACES]
    record = group * (GROUP_SIZE + day.sizes[VARIANTS])
    if store.groups[record + FIRST_ROW] < 0:
        make_rows(day, store, room, group)
    first = store.groups[record + FIRST_ROW]
    count = store.groups[record + ROW_COUNT]
    width = (places + 1) * PARITIES
    key = store.groups[record + KEY]
    a0 = (key >> GOT_0) - u0
    a1 = (key >> GOT_1 & COUNT_MASK) - u1
    a2 = (key >> GOT_2 & COUNT_MASK) - u2
    list_entries(day, room, a0, a1, a2, u0, u1, u2)
    rows = store.rows
    dice = room.dice
    entries = room.entries
    fallback = places * PARITIES + ((u0 & 1) | (u1 & 1) << 1 | (u2 & 1) << 2)
    for local in range(count):
        at = (first + local) * width
        to = DICE_OF_ROW * local
        for die in range(REAL_DICE):
            best = LOW
            for entry in range(room.entry_start[die], room.entry_start[die + 1]):
                use = ENTRY_SIZE * entry
                value = rows[at + entries[use + ENTRY_WHERE]] - entries[use + ENTRY_COST]
                if value > best:
                    best = value
            dice[to + die] = best
        dice[to + CLOSED_DIE] = LOW
        if store.size[RELAXED] == 1:
            dice[to + CLOSED_DIE] = rows[at + fallback]
    spent = u0 + u1 + u2
    rolls = day.rolls
    for roll in range(ROLLS):
        at = ROLL_SIZE * roll
        lying = at + ROLL_DICE
        local = store.groups[record + LOCALS + rolls[at + ROLL_VARIANT]]
        to = DICE_OF_ROW * local
        best = dice[to + CLOSED_DIE]
        if dice[to + rolls[lying]] > best:
            best = dice[to + rolls[lying]]
        if dice[to + rolls[lying + 1]] > best:
            best = dice[to + rolls[lying + 1]]
        if dice[to + rolls[lying + 2]] > best:
            best = dice[to + rolls[lying + 2]]
        if dice[to + rolls[lying + 3]] > best:
            best = dice[to + rolls[lying + 3]]
        if best < 0:  # no die can be bought: only then is the fallback allowed
            best = rows[(first + local) * width + fallback]
        room.best[roll] = best - spent


# Nine parameters: what is spent comes as three numbers u0, u1, u2, as in exact/next_roll.py.
def count_last(
    day: Day,
    store: Store,
    room: Room,
    group: int,
    u0: int,
    u1: int,
    u2: int,
    weight: int,
    histogram: Vector,
) -> int:
    """Add to histogram[score] how many of the 1296 rolls end with it, times a weight; return 0, or FULL."""
    if store.size[N_ROWS] + day.sizes[VARIANTS] > store.size[MOST_ROWS]:
        return FULL
    last_rolls(day, store, room, group, u0, u1, u2)
    for roll in range(ROLLS):
        histogram[room.best[roll] // 2] += weight * day.rolls[ROLL_SIZE * roll + ROLL_WEIGHT]
    return 0


def last_value(day: Day, store: Store, room: Room, group: int, u0: int, u1: int, u2: int, goal: int) -> int:
    """Return the sum over the 1296 rolls of twice the final score; with a goal >= 0, how many rolls reach it.

    FULL when the store has no room.
    """
    key = (group + 1) << SPENT_BITS | u0 << SPENT_0 | u1 << SPENT_1 | u2
    key |= store.size[RELAXED] << RELAXED_BIT
    store.size[N_ASKED] += 1
    mask = store.size[VALUE_MASK]
    slot = mul64(key, VALUE_HASH) >> HASH_SHIFT & mask
    while store.values[VALUE_SIZE * slot] != 0:
        if store.values[VALUE_SIZE * slot] == key:
            return store.values[VALUE_SIZE * slot + 1]
        slot = (slot + 1) & mask
    if 2 * store.size[N_VALUES] > mask or store.size[N_ROWS] + day.sizes[VARIANTS] > store.size[MOST_ROWS]:
        return FULL
    last_rolls(day, store, room, group, u0, u1, u2)
    total = 0
    rolls = day.rolls
    for roll in range(ROLLS):
        if goal < 0:
            total += rolls[ROLL_SIZE * roll + ROLL_WEIGHT] * room.best[roll]
        elif room.best[roll] >= goal:
            total += rolls[ROLL_SIZE * roll + ROLL_WEIGHT]
    store.values[VALUE_SIZE * slot] = key
    store.values[VALUE_SIZE * slot + 1] = total
    store.size[N_VALUES] += 1
    return total


def last_values(
    last: Day,
    store: Store,
    room: Room,
    goal: int,
    queries: Vector,
    n: int,
    out: Vector,
) -> int:
    """Answer n sheets (24 numbers each); return how many it could."""
    sheet = room.work
    for query in range(n):
        for index in range(SHEET_SIZE):
            sheet[index] = queries[SHEET_SIZE * query + index]
        u0 = sheet[USED]
        u1 = sheet[USED + 1]
        u2 = sheet[USED + 2]
        group = find_group(last, store, room.key, sheet)
        if group == FULL:
            return query
        out[query] = last_value(last, store, room, group, u0, u1, u2, goal)
        if out[query] == FULL:
            return query
    return n


HOT_FUNCTIONS = (
    "pack",
    "unpack",
    "find_group",
    "lay",
    "keep_row",
    "make_rows",
    "list_entries",
    "last_rolls",
    "count_last",
    "last_value",
    "last_values",
)  # callees before callers
