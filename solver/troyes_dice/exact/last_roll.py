"""The exact value of a sheet before the last roll of the game, without trying every move after every roll.

- Paying changes nothing but the spent counters, and no gain reads them. So a position is a *group* (the sheet
  without them) and what was spent. What buildings and bonuses can bring is worked out once a group.
- A *row* holds, for each place of a die, the best target (targets.py) for each of the 8 parities of spending.
- A roll matters to targets by its *variant* only (plan.py), and most variants of a group share a row.
- A roll's value is the best of its three or four dice, and a die's value depends on its slot, its value
  and the row: 24 numbers a row instead of 336 rolls with all their moves.
"""

from __future__ import annotations

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
    CEILING,
    FIRST_ROW,
    FULL,
    GROUP_HASH,
    GROUP_SIZE,
    LOCALS,
    LOW,
    MOST_GROUPS,
    MOST_ROWS,
    N_ASKED,
    N_GROUPS,
    N_ROWS,
    N_VALUES,
    PLACES,
    ROLLS,
    ROW_COUNT,
    ROW_PLACE,
    SLOT_MASK,
    VALUE_HASH,
    VALUE_MASK,
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
        first = first << 5 | sheet[GOT + index]
    for index in range(6):
        first = first << 6 | sheet[BUILT + index]
    second = 0
    for index in range(3):
        second = second << 5 | sheet[CIT + index]
    for index in range(3):
        done = sheet[BUILT + 2 * index] & sheet[BUILT + 2 * index + 1]
        second = second << 6 | (sheet[STRUCK + index] & ~done)
    for index in range(6):
        second = second << 2 | sheet[CATHEDRAL_NUMBER + index]
    key[0] = first
    key[1] = second


def unpack(first: int, second: int, sheet: Vector) -> None:
    """Write the sheet that `pack` had, nothing spent."""
    for index in range(5, -1, -1):
        sheet[BUILT + index] = first & 63
        sheet[CATHEDRAL_NUMBER + index] = second & 3
        first >>= 6
        second >>= 2
    for index in range(2, -1, -1):
        sheet[STRUCK + index] = second & 63
        second >>= 6
    for index in range(2, -1, -1):
        sheet[GOT + index] = first & 31
        sheet[CIT + index] = second & 31
        sheet[USED + index] = 0
        first >>= 5
        second >>= 5


def find_group(day: Day, store: Store, key: Vector, sheet: Vector) -> int:
    """Return the number of the group of a sheet, making it when it is new; FULL without room."""
    pack(sheet, key)
    stride = GROUP_SIZE + day.sizes[VARIANTS]
    mask = store.size[SLOT_MASK]
    slot = (mul64(key[0], GROUP_HASH) ^ mul64(key[1], VALUE_HASH)) >> 21 & mask
    while store.slots[slot] > 0:
        at = (store.slots[slot] - 1) * stride
        if store.groups[at] == key[0] and store.groups[at + 1] == key[1]:
            return store.slots[slot] - 1
        slot = (slot + 1) & mask
    group = store.size[N_GROUPS]
    if group >= store.size[MOST_GROUPS]:
        return FULL
    store.size[N_GROUPS] = group + 1
    store.slots[slot] = group + 1
    at = group * stride
    store.groups[at] = key[0]
    store.groups[at + 1] = key[1]
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
    width = (places + 1) * ROW_PLACE
    record = group * (GROUP_SIZE + variants)
    unpack(store.groups[record], store.groups[record + 1], room.sheet)
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
    """List, die by die, the options that can be paid with a0, a1, a2 when u0, u1, u2 have been spent."""
    options = day.options
    count = 0
    for die in range(24):
        room.entry_start[die] = count
        for option in range(day.die_start[die], day.die_start[die + 1]):
            at = 4 * option
            c0 = options[at + 1]
            c1 = options[at + 2]
            c2 = options[at + 3]
            if c0 <= a0 and c1 <= a1 and c2 <= a2:
                parity = ((c0 + u0) & 1) | ((c1 + u1) & 1) << 1 | ((c2 + u2) & 1) << 2
                room.entries[2 * count] = ROW_PLACE * options[at] + parity
                room.entries[2 * count + 1] = c0 + c1 + c2
                count += 1
    room.entry_start[24] = count


def last_rolls(day: Day, store: Store, room: Room, group: int, u0: int, u1: int, u2: int) -> None:
    """Fill room.best with twice the best final score for each roll of the last half-day."""
    places = day.sizes[PLACES]
    record = group * (GROUP_SIZE + day.sizes[VARIANTS])
    if store.groups[record + FIRST_ROW] < 0:
        make_rows(day, store, room, group)
    first = store.groups[record + FIRST_ROW]
    count = store.groups[record + ROW_COUNT]
    width = (places + 1) * ROW_PLACE
    key = store.groups[record]
    list_entries(day, room, (key >> 46) - u0, (key >> 41 & 31) - u1, (key >> 36 & 31) - u2, u0, u1, u2)
    rows = store.rows
    dice = room.dice
    entries = room.entries
    for local in range(count):
        at = (first + local) * width
        to = local * 25
        for die in range(24):
            best = LOW
            for entry in range(room.entry_start[die], room.entry_start[die + 1]):
                value = rows[at + entries[2 * entry]] - entries[2 * entry + 1]
                if value > best:
                    best = value
            dice[to + die] = best
        dice[to + 24] = LOW
    spent = u0 + u1 + u2
    fallback = places * ROW_PLACE + ((u0 & 1) | (u1 & 1) << 1 | (u2 & 1) << 2)
    rolls = day.rolls
    for roll in range(ROLLS):
        at = 6 * roll
        local = store.groups[record + LOCALS + rolls[at]]
        to = 25 * local
        best = dice[to + rolls[at + 2]]
        if dice[to + rolls[at + 3]] > best:
            best = dice[to + rolls[at + 3]]
        if dice[to + rolls[at + 4]] > best:
            best = dice[to + rolls[at + 4]]
        if dice[to + rolls[at + 5]] > best:
            best = dice[to + rolls[at + 5]]
        if best < 0:
            best = rows[(first + local) * width + fallback]
        room.best[roll] = best - spent


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
        histogram[room.best[roll] // 2] += weight * day.rolls[6 * roll + 1]
    return 0


def last_value(day: Day, store: Store, room: Room, group: int, u0: int, u1: int, u2: int, goal: int) -> int:
    """Return the sum over the 1296 rolls of twice the final score; with a goal >= 0, how many rolls reach it.

    FULL when the store has no room.
    """
    key = (group + 1) << 15 | u0 << 10 | u1 << 5 | u2
    store.size[N_ASKED] += 1
    mask = store.size[VALUE_MASK]
    slot = mul64(key, VALUE_HASH) >> 21 & mask
    while store.values[2 * slot] != 0:
        if store.values[2 * slot] == key:
            return store.values[2 * slot + 1]
        slot = (slot + 1) & mask
    if 2 * store.size[N_VALUES] > mask or store.size[N_ROWS] + day.sizes[VARIANTS] > store.size[MOST_ROWS]:
        return FULL
    last_rolls(day, store, room, group, u0, u1, u2)
    total = 0
    rolls = day.rolls
    for roll in range(ROLLS):
        if goal < 0:
            total += rolls[6 * roll + 1] * room.best[roll]
        elif room.best[roll] >= goal:
            total += rolls[6 * roll + 1]
    store.values[2 * slot] = key
    store.values[2 * slot + 1] = total
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
