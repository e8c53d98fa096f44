"""The exact value of a sheet before the last roll of the game, without trying every move after every roll.

- Paying changes nothing but the spent counters, and no gain reads them. So a position is a *group* (the sheet
  without them) and what was spent. What buildings and bonuses can bring is worked out once a group.
- A *row* holds, for each place of a die, the best target (targets.py) for each of the 8 parities of spending.
- A roll matters to targets by its *variant* only (die_options.py), and most variants of a group share a row.
- A roll's value is the best of its three or four dice, and a die's value depends on its slot, its value
  and the row: 24 numbers a row instead of 336 rolls with all their moves.

Functions have more than eight parameters where what is spent comes as three numbers u0, u1, u2: kernels know
no record of integers but vectors, and a vector would have to be filled for each call.
"""

from __future__ import annotations

from pencilwright.games.troyes_dice.components import COLUMNS
from pencilwright.games.troyes_dice.play.rules import (
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
    ALL_ROLLS,
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
    IN_REAL,
    IN_RELAXED,
    KEY,
    LANE_BIAS,
    LANE_BITS,
    LANE_GUARD,
    LANE_GUARDS,
    LANE_LOW,
    LANE_MASK,
    LANE_ONES,
    LANES,
    LAST_SIZE,
    MOST_COST,
    MOST_GROUPS,
    MOST_ROWS,
    N_ASKED,
    N_GROUPS,
    N_VALUES,
    NO_GOAL,
    NUMBER_MASK,
    NUMBER_WIDTH,
    PARITIES,
    PARITY_BITS,
    PLACES,
    REAL_DICE,
    RELAXED,
    ROLL_DICE,
    ROLL_SIZE,
    ROLL_VARIANT,
    ROLL_WEIGHT,
    ROLLS,
    ROW_COUNT,
    ROWS_END,
    SLOT_MASK,
    SPENT_0,
    SPENT_1,
    SPENT_BITS,
    USE_COST,
    USE_PLACE,
    USE_SIZE,
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
from pencilwright.solver.wrapping_arithmetic import mul64


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


def find_group(store: Store, key: Vector, sheet: Vector) -> int:
    """Return the number of the group of a sheet, making it when it is new; FULL without room."""
    pack(sheet, key)
    mask = store.size[SLOT_MASK]
    slot = (mul64(key[0], GROUP_HASH) ^ mul64(key[1], VALUE_HASH)) >> HASH_SHIFT & mask
    while store.slots[slot] > 0:
        at = (store.slots[slot] - 1) * GROUP_SIZE
        if store.groups[at + KEY] == key[0] and store.groups[at + KEY + 1] == key[1]:
            return store.slots[slot] - 1
        slot = (slot + 1) & mask
    group = store.size[N_GROUPS]
    if group >= store.size[MOST_GROUPS]:
        return FULL
    store.size[N_GROUPS] = group + 1
    store.slots[slot] = group + 1
    at = group * GROUP_SIZE
    store.groups[at + KEY] = key[0]
    store.groups[at + KEY + 1] = key[1]
    store.groups[at + FIRST_ROW] = -1
    store.groups[at + CEILING] = -1
    return group


def lay(day: Day, variant: int, table: Vector) -> None:
    """Copy the table of a variant."""
    for index in range(TABLE_SIZE):
        table[index] = day.tables[TABLE_SIZE * variant + index]


def keep_row(room: Room, count: int, width: int) -> int:
    """Return which of the group's rows equals room.row; `count` when it is new and has been put there."""
    total = 0
    for index in range(width):
        total += index * room.row[index]
    for local in range(count):
        if room.sums[local] == total:
            at = local * width
            index = 0
            while index < width and room.rows[at + index] == room.row[index]:
                index += 1
            if index == width:
                return local
    room.sums[count] = total
    at = count * width
    for index in range(width):
        room.rows[at + index] = room.row[index]
    return count


def make_rows(day: Day, room: Room) -> int:
    """Fill room.rows with all that the last action can bring to room.sheet, for every variant.

    Returns how many rows differ; room.local says which of them each variant has.
    """
    width = (day.sizes[PLACES] + 1) * PARITIES
    count = 0
    market = -1
    common = 0
    for variant in range(day.sizes[VARIANTS]):
        table = room.table
        lay(day, variant, table)
        if day.market[variant] != market:
            fill_targets(day, room, table, market)
            market = day.market[variant]
            common = keep_row(room, count, width)
            if common == count:
                count += 1
        local = common
        copy_sheet(room.sheet, room.struck)
        if attack(room.struck, table) > 0:
            strike_row(day, room, table, common * width)
            local = keep_row(room, count, width)
            if local == count:
                count += 1
        room.local[variant] = local
    return count


def forget_rows(store: Store) -> None:
    """Forget the rows of all groups: they are made again where they are needed."""
    for group in range(store.size[N_GROUPS]):
        store.groups[GROUP_SIZE * group + FIRST_ROW] = -1
    store.size[ROWS_END] = 0


def keep_rows(day: Day, store: Store, room: Room, group: int) -> None:
    """Make the rows of a group and keep them, packed: as many in a number as there are lanes."""
    variants = day.sizes[VARIANTS]
    width = (day.sizes[PLACES] + 1) * PARITIES
    record = GROUP_SIZE * group
    unpack(store.groups[record + KEY], store.groups[record + KEY + 1], room.sheet)
    count = make_rows(day, room)
    if store.size[ROWS_END] + variants + (count + LANES - 1) // LANES * width > store.size[MOST_ROWS]:
        forget_rows(store)
    end = store.size[ROWS_END]
    store.groups[record + FIRST_ROW] = end
    store.groups[record + ROW_COUNT] = count
    for variant in range(variants):
        store.rows[end + variant] = room.local[variant]
    end += variants
    for local in range(count):
        lane = local % LANES
        if lane == 0:
            for index in range(width):
                store.rows[end + index] = 0
        for index in range(width):
            value = room.rows[local * width + index] + LANE_BIAS
            if value < LANE_LOW:
                value = LANE_LOW
            store.rows[end + index] |= value << LANE_BITS * lane
        if lane == LANES - 1 or local == count - 1:
            end += width
    store.size[ROWS_END] = end


def list_entries(day: Day, room: Room, a0: int, a1: int, a2: int, odd: int) -> None:
    """List, die by die, the options that can be paid with a0, a1, a2 at hand.

    Each is the best target of its place at the parities after its payment, less its cost: what is left
    unspent counts half a point each, and the parities say how many halves are lost.

    odd : the parities of what has been spent.
    """
    wanted = 1 + (((a0 << SPENT_0 | a1 << SPENT_1 | a2) << PARITY_BITS) | odd)
    if room.listed[0] == wanted:
        return
    room.listed[0] = wanted
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
                parity = odd ^ ((c0 & 1) | (c1 & 1) << 1 | (c2 & 1) << 2)
                entry = ENTRY_SIZE * count
                room.entries[entry + ENTRY_WHERE] = PARITIES * options[at + USE_PLACE] + parity
                room.entries[entry + ENTRY_COST] = (c0 + c1 + c2) * LANE_ONES
                count += 1
    room.entry_start[CLOSED_DIE] = count


def value_dice(room: Room, rows: Vector, at: int, first: int, beyond: int) -> None:
    """Fill room.dice for rows first..beyond-1, packed from rows[at] on: the best entry of each die.

    All lanes are compared at once: the guard of a lane stays set where the minuend is not smaller.
    """
    for die in range(REAL_DICE):
        best = LANE_LOW * LANE_ONES
        for entry in range(room.entry_start[die], room.entry_start[die + 1]):
            use = ENTRY_SIZE * entry
            value = rows[at + room.entries[use + ENTRY_WHERE]] - room.entries[use + ENTRY_COST]
            better = ((value | LANE_GUARDS) - best) & LANE_GUARDS
            better -= better >> LANE_GUARD
            best ^= (value ^ best) & better
        for local in range(first, beyond):
            room.dice[DICE_OF_ROW * local + die] = best & LANE_MASK
            best >>= LANE_BITS


def last_rolls(day: Day, store: Store, room: Room, group: int, a0: int, a1: int, a2: int, goal: int) -> int:
    """Fill room.best with the best that each roll of the last half-day allows, a0, a1, a2 being at hand.

    It is twice the final score of who had spent nothing before. Returns the sum over the 1296 rolls; with a
    goal >= 0, for how many the best is not less. Room.relaxed gets the same for the relaxed game, in which
    everybody may take the fallback, whatever can be bought.
    """
    width = (day.sizes[PLACES] + 1) * PARITIES
    record = GROUP_SIZE * group
    if store.groups[record + FIRST_ROW] < 0:
        keep_rows(day, store, room, group)
    variants = store.groups[record + FIRST_ROW]
    count = store.groups[record + ROW_COUNT]
    key = store.groups[record + KEY]
    odd = ((key >> GOT_0) - a0 & 1) | ((key >> GOT_1) - a1 & 1) << 1 | ((key >> GOT_2) - a2 & 1) << 2
    list_entries(day, room, a0, a1, a2, odd)
    dice = room.dice
    at = variants + day.sizes[VARIANTS]
    for first in range(0, count, LANES):
        beyond = first + LANES
        if beyond > count:
            beyond = count
        value_dice(room, store.rows, at, first, beyond)
        fallbacks = store.rows[at + width - PARITIES + odd]
        for local in range(first, beyond):
            room.fallback[local] = fallbacks & LANE_MASK
            fallbacks >>= LANE_BITS
            dice[DICE_OF_ROW * local + CLOSED_DIE] = 0
        at += width
    rolls = day.rolls
    total = 0
    relaxed = 0
    for roll in range(ROLLS):
        at = ROLL_SIZE * roll
        lying = at + ROLL_DICE
        local = store.rows[variants + rolls[at + ROLL_VARIANT]]
        to = DICE_OF_ROW * local
        best = dice[to + rolls[lying]]
        if dice[to + rolls[lying + 1]] > best:
            best = dice[to + rolls[lying + 1]]
        if dice[to + rolls[lying + 2]] > best:
            best = dice[to + rolls[lying + 2]]
        if dice[to + rolls[lying + 3]] > best:
            best = dice[to + rolls[lying + 3]]
        fallback = room.fallback[local]
        most = fallback if fallback > best else best
        if best <= LANE_LOW:  # no die can be bought: only then is the fallback allowed
            best = fallback
        room.best[roll] = best - LANE_BIAS
        weight = rolls[at + ROLL_WEIGHT]
        if goal < 0:
            total += weight * (best - LANE_BIAS)
            relaxed += weight * (most - LANE_BIAS)
        else:
            if best - LANE_BIAS >= goal:
                total += weight
            if most - LANE_BIAS >= goal:
                relaxed += weight
    room.relaxed[0] = relaxed
    return total


# Nine parameters: what is spent comes as three numbers u0, u1, u2, as in exact/two_rolls.py.
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
) -> None:
    """Add to histogram[score] how many of the 1296 rolls end with it, times a weight."""
    key = store.groups[GROUP_SIZE * group + KEY]
    a0 = (key >> GOT_0) - u0
    a1 = (key >> GOT_1 & COUNT_MASK) - u1
    a2 = (key >> GOT_2 & COUNT_MASK) - u2
    last_rolls(day, store, room, group, a0, a1, a2, NO_GOAL)
    spent = u0 + u1 + u2
    for roll in range(ROLLS):
        histogram[(room.best[roll] - spent) // 2] += weight * day.rolls[ROLL_SIZE * roll + ROLL_WEIGHT]


def clamped(at_hand: int, most: int) -> int:
    """Return the least at hand that is worth as much, where nothing costs more than `most`.

    What lies above that can't be used. It counts as it is, but for its parity: halves of points are lost.
    """
    return at_hand if at_hand <= most else most + (at_hand - most & 1)


def last_value(day: Day, store: Store, room: Room, group: int, u0: int, u1: int, u2: int, goal: int) -> int:
    """Return the sum over the 1296 rolls of twice the final score; with a goal >= 0, how many rolls reach it.

    FULL when the store has no room.
    """
    got = store.groups[GROUP_SIZE * group + KEY]
    a0 = (got >> GOT_0) - u0
    a1 = (got >> GOT_1 & COUNT_MASK) - u1
    a2 = (got >> GOT_2 & COUNT_MASK) - u2
    spent = u0 + u1 + u2
    needed = goal
    off = 0
    if goal < 0:
        a0 = clamped(a0, day.sizes[MOST_COST])
        a1 = clamped(a1, day.sizes[MOST_COST + 1])
        a2 = clamped(a2, day.sizes[MOST_COST + 2])
        off = ALL_ROLLS * spent
    else:
        needed += spent
    key = (group + 1) << SPENT_BITS | a0 << SPENT_0 | a1 << SPENT_1 | a2
    result = IN_REAL + store.size[RELAXED]
    store.size[N_ASKED] += 1
    mask = store.size[VALUE_MASK]
    slot = mul64(key, VALUE_HASH) >> HASH_SHIFT & mask
    while store.values[LAST_SIZE * slot] != 0:
        if store.values[LAST_SIZE * slot] == key:
            return store.values[LAST_SIZE * slot + result] - off
        slot = (slot + 1) & mask
    if 2 * store.size[N_VALUES] > mask:
        return FULL
    store.values[LAST_SIZE * slot + IN_REAL] = last_rolls(day, store, room, group, a0, a1, a2, needed)
    store.values[LAST_SIZE * slot + IN_RELAXED] = room.relaxed[0]
    store.values[LAST_SIZE * slot] = key
    store.size[N_VALUES] += 1
    return store.values[LAST_SIZE * slot + result] - off


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
        group = find_group(store, room.key, sheet)
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
    "forget_rows",
    "keep_rows",
    "list_entries",
    "value_dice",
    "last_rolls",
    "count_last",
    "clamped",
    "last_value",
    "last_values",
)  # callees before callers
