"""The exact value of a sheet before the last roll of the game, without trying every move after every roll.

- Paying changes nothing but the spent counters, and no gain reads them. So a position is a *group* (the sheet
  without them) and what was spent. What buildings and bonuses can bring is worked out once a group.
- Groups that differ in nothing but strikes are a *family*: the ends of one sheet (targets.py) serve them all,
  less those that need a box which is struck.
- A roll matters to ends by its *variant* only (die_options.py), and most variants of a group share a row.
- A roll's value is the best of its three or four dice, and a die's value depends on its slot, its value
  and the row: 24 numbers a *row* instead of 336 rolls with all their moves.

Functions have more than eight parameters where what is spent comes as three numbers u0, u1, u2: kernels know
no record of integers but vectors, and a vector would have to be filled for each call.
"""

from __future__ import annotations

from pencilwright.games.troyes_dice.components import COLUMNS
from pencilwright.games.troyes_dice.play.rules import (
    BUILT,
    CATHEDRAL_NUMBER,
    CIT,
    COUNT_BITS,
    GOT,
    STRUCK,
    TABLE_SIZE,
    USED,
    Vector,
)
from pencilwright.solver.troyes_dice.exact.records import (
    ALL_ROLLS,
    ALWAYS_STRUCK,
    BOX_MASK,
    BOXES,
    CEILING,
    CHOICES,
    CLOSED_DIE,
    COUNT_MASK,
    COUNT_WIDTH,
    DICE_OF_ROW,
    DIE_STARTS,
    ENDS_END,
    ENTRY_BOXES,
    ENTRY_SIZE,
    ENTRY_VALUE,
    ENTRY_WHERE,
    FALLBACK_DIE,
    FAMILY,
    FEWEST,
    FIRST_END,
    FIRST_VALUE,
    FORTRESSES_AT,
    FULL,
    GOAL,
    GOT_0,
    GOT_1,
    GOT_2,
    GROUP_HASH,
    GROUP_SIZE,
    HASH_SHIFT,
    IN_REAL,
    IN_RELAXED,
    KEY,
    LAST_BOXES,
    LAST_FEWEST,
    LAST_MARKET,
    LISTED,
    MARKET_STARTS,
    MOST_COST,
    MOST_ENDS,
    MOST_GROUPS,
    MOST_VALUES,
    N_GROUPS,
    N_VALUES,
    NEXT_RANKED,
    NEXT_VALUE,
    NO_GOAL,
    NOT_PAYABLE,
    NUMBER_MASK,
    NUMBER_WIDTH,
    OF_EVERY_COLOUR,
    PARITIES,
    PARITY_BITS,
    PARITY_MASK,
    PLACES,
    RANKED,
    RANKED_FOR,
    REAL_DICE,
    RELAXED,
    ROLL_DICE,
    ROLL_SIZE,
    ROLL_VARIANT,
    ROLL_WEIGHT,
    ROLLS,
    SLOT_MASK,
    SPENT_0,
    SPENT_1,
    SPREAD,
    STORED_SIZE,
    STRUCK_AT,
    STRUCK_BOXES,
    TARGETS_OF_PLACE,
    TOO_DEAR,
    USE_COST,
    USE_PLACE,
    USE_SIZE,
    VALUE_HASH,
    VARIANTS,
    Day,
    Scratch,
    Store,
)
from pencilwright.solver.troyes_dice.exact.targets import add_target
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


def find_key(store: Store, first: int, second: int) -> int:
    """Return the number of the group of a packed sheet, making it when it is new; FULL without room."""
    mask = store.size[SLOT_MASK]
    slot = (mul64(first, GROUP_HASH) ^ mul64(second, VALUE_HASH)) >> HASH_SHIFT & mask
    while store.slots[slot] > 0:
        at = (store.slots[slot] - 1) * GROUP_SIZE
        if store.groups[at + KEY] == first and store.groups[at + KEY + 1] == second:
            return store.slots[slot] - 1
        slot = (slot + 1) & mask
    group = store.size[N_GROUPS]
    if group >= store.size[MOST_GROUPS]:
        return FULL
    store.size[N_GROUPS] = group + 1
    store.slots[slot] = group + 1
    at = group * GROUP_SIZE
    store.groups[at + KEY] = first
    store.groups[at + KEY + 1] = second
    store.groups[at + FIRST_END] = -1
    store.groups[at + FAMILY] = -1
    store.groups[at + CEILING] = -1
    store.groups[at + FIRST_VALUE] = -1
    store.groups[at + SPREAD] = -1
    return group


def find_group(store: Store, key: Vector, sheet: Vector) -> int:
    """Return the number of the group of a sheet, making it when it is new; FULL without room."""
    pack(sheet, key)
    return find_key(store, key[0], key[1])


def lay(day: Day, variant: int, table: Vector) -> None:
    """Copy the table of a variant."""
    for index in range(TABLE_SIZE):
        table[index] = day.tables[TABLE_SIZE * variant + index]


def note_choices(target: Vector, ends: Vector, block: int) -> None:
    """Note in a block where the bonuses of a target build, by how few boxes one had to choose from."""
    if target[LAST_BOXES] > 0:
        ends[block + CHOICES + target[LAST_FEWEST] - 1] |= target[LAST_BOXES]


def changes_choices(ends: Vector, block: int, struck: int) -> int:
    """Return 1 when with these boxes struck a bonus may have none left, or bring what is not in the block."""
    for fewest in range(FEWEST):
        boxes = ends[block + CHOICES + fewest] & struck
        if (
            boxes > 0
            and COUNT_BITS[boxes & BOX_MASK]
            + COUNT_BITS[boxes >> COLUMNS & BOX_MASK]
            + COUNT_BITS[boxes >> 2 * COLUMNS]
            > fewest
        ):
            return 1
    return 0


def list_ends(day: Day, store: Store, room: Scratch, group: int) -> int:
    """List the ends of a group's sheet, as its block in store.ends; return where it begins, or FULL."""
    record = GROUP_SIZE * group
    unpack(store.groups[record + KEY], store.groups[record + KEY + 1], room.sheet)
    ends = store.ends
    block = store.size[ENDS_END]
    targets = TARGETS_OF_PLACE * (day.sizes[PLACES] + 1)
    begin = block + MARKET_STARTS + day.market[day.sizes[VARIANTS] - 1] + 2
    room_for = ENTRY_SIZE * LISTED
    if begin + room_for > store.size[MOST_ENDS]:
        return FULL
    for fewest in range(FEWEST):
        ends[block + CHOICES + fewest] = 0
    ends[block + RANKED] = 0
    end = begin
    n_sees = 0
    lay(day, 0, room.table)
    for target in range(targets):
        if end + room_for > store.size[MOST_ENDS]:
            return FULL
        before = end
        end = add_target(day, room, ends, target, begin, end)
        note_choices(room.target, ends, block)
        if room.target[LAST_MARKET] == 1:
            room.sees[n_sees] = target
            n_sees += 1
            end = before
    market = -1
    for variant in range(day.sizes[VARIANTS]):
        if day.market[variant] != market:
            market = day.market[variant]
            lay(day, variant, room.table)
            ends[block + MARKET_STARTS + market] = end
            begin = end
            for index in range(n_sees):
                if end + room_for > store.size[MOST_ENDS]:
                    return FULL
                end = add_target(day, room, ends, room.sees[index], begin, end)
                note_choices(room.target, ends, block)
    ends[block + MARKET_STARTS + market + 1] = end
    store.size[ENDS_END] = end
    store.groups[record + FIRST_END] = block
    return block


def when_struck(store: Store, group: int, struck: int) -> int:
    """Return the group of the same sheet with these boxes struck instead of its own, or FULL."""
    record = GROUP_SIZE * group
    second = store.groups[record + KEY + 1] & ~(BOXES << STRUCK_AT) | struck << STRUCK_AT
    return find_key(store, store.groups[record + KEY], second)


def find_ends(day: Day, store: Store, room: Scratch, group: int) -> int:
    """Return where the ends of a group begin, listing them when they are not, or FULL."""
    if group == FULL:
        return FULL
    block = store.groups[GROUP_SIZE * group + FIRST_END]
    return block if block >= 0 else list_ends(day, store, room, group)


def find_family(day: Day, store: Store, room: Scratch, group: int) -> int:
    """Return where the ends of a group's sheet begin with no more struck than on every sheet, or FULL."""
    if group == FULL:
        return FULL
    record = GROUP_SIZE * group
    family = store.groups[record + FAMILY]
    if family < 0:
        struck = store.groups[record + KEY + 1] >> STRUCK_AT & store.size[ALWAYS_STRUCK]
        family = find_ends(day, store, room, when_struck(store, group, struck))
        if family != FULL:
            store.groups[record + FAMILY] = family
    return family


def clamped(at_hand: int, most: int) -> int:
    """Return the least at hand that is worth as much, where nothing costs more than `most`.

    What lies above that can't be used. It counts as it is, but for its parity: halves of points are lost.
    """
    return at_hand if at_hand <= most else most + (at_hand - most & 1)


def price_dice(day: Day, room: Scratch, a0: int, a1: int, a2: int) -> int:
    """Return where room.uses says what dice cost who has a0, a1, a2 at hand.

    That is for each end (its place and the parities left) and die the least cost, and how many halves are
    lost then, of all options that can be paid.
    """
    sizes = day.sizes
    a0 = clamped(a0, sizes[MOST_COST])
    a1 = clamped(a1, sizes[MOST_COST + 1])
    a2 = clamped(a2, sizes[MOST_COST + 2])
    at_hand = (a0 * (sizes[MOST_COST + 1] + 2) + a1) * (sizes[MOST_COST + 2] + 2) + a2
    width = DICE_OF_ROW * PARITIES * (sizes[PLACES] + 1)
    first = width * at_hand
    if room.priced[at_hand] == 1:
        return first
    room.priced[at_hand] = 1
    for at in range(first, first + width):
        room.uses[at] = TOO_DEAR
    for parity in range(PARITIES):
        room.uses[first + width - DICE_OF_ROW * parity - 1] = COUNT_BITS[PARITY_MASK - parity]
    options = day.options
    for die in range(REAL_DICE):
        for option in range(day.die_start[die], day.die_start[die + 1]):
            use = USE_SIZE * option
            c0 = options[use + USE_COST]
            c1 = options[use + USE_COST + 1]
            c2 = options[use + USE_COST + 2]
            if c0 <= a0 and c1 <= a1 and c2 <= a2:
                odd = (c0 & 1) | (c1 & 1) << 1 | (c2 & 1) << 2
                at = first + DICE_OF_ROW * PARITIES * options[use + USE_PLACE] + die
                for parity in range(PARITIES):
                    cost = c0 + c1 + c2 + COUNT_BITS[parity ^ odd]
                    if cost < room.uses[at + DICE_OF_ROW * parity]:
                        room.uses[at + DICE_OF_ROW * parity] = cost
    return first


def rank_uses(
    room: Scratch, ends: Vector, begin: int, end: int, die: int, uses: int, odd: int, start: int
) -> int:
    """Sort what ends[begin:end] bring with a die into ends[start:], best first; return the end of the list.

    Each number is a value above the boxes needed. A use that is no better than one that needs no box is left
    out; so the last number is one that needs none. uses : what the ends cost with dice, see `price_dice`; the
    die that stands for the fallback has what no other die leads to.
    """
    ends[start] = NOT_PAYABLE << STRUCK_BOXES
    to = start + 1
    for at in range(begin, end, ENTRY_SIZE):
        use = uses + DICE_OF_ROW * (ends[at + ENTRY_WHERE] ^ odd) + die
        rank = ends[at + ENTRY_VALUE] - room.uses[use] << STRUCK_BOXES | ends[at + ENTRY_BOXES]
        if rank >> STRUCK_BOXES > ends[to - 1] >> STRUCK_BOXES:
            index = to
            while index > start and ends[index - 1] < rank:
                ends[index] = ends[index - 1]
                index -= 1
            ends[index] = rank
            to += 1
            if rank & BOXES == 0:
                to = index + 1
    return to


def rank_dice(day: Day, store: Store, room: Scratch, block: int, uses: int, odd: int) -> int:
    """Return where the ranking of a block's ends that no market matters to begins, or FULL.

    It has for each die the start of its list, see `rank_uses`. odd : the parities of what has been spent.
    """
    ends = store.ends
    wanted = uses << PARITY_BITS | odd
    ranking = ends[block + RANKED]
    while ranking > 0 and ends[ranking + RANKED_FOR] != wanted:
        ranking = ends[ranking + NEXT_RANKED]
    if ranking > 0:
        return ranking
    begin = block + MARKET_STARTS + day.market[day.sizes[VARIANTS] - 1] + 2
    end = ends[block + MARKET_STARTS]
    ranking = store.size[ENDS_END]
    to = ranking + DIE_STARTS + DICE_OF_ROW
    if to + DICE_OF_ROW * ((end - begin) // ENTRY_SIZE + 1) > store.size[MOST_ENDS]:
        return FULL
    for die in range(DICE_OF_ROW):
        ends[ranking + DIE_STARTS + die] = to
        to = rank_uses(room, ends, begin, end, die, uses, odd, to)
    ends[ranking + RANKED_FOR] = wanted
    ends[ranking + NEXT_RANKED] = ends[block + RANKED]
    ends[block + RANKED] = ranking
    store.size[ENDS_END] = to
    return ranking


def fill_row(store: Store, room: Scratch, block: int, ranking: int, uses: int, odd: int, local: int) -> None:
    """Fill room.dice and room.fallback for room.struck[local]."""
    ends = store.ends
    struck = room.struck[local] & BOXES
    dice = DICE_OF_ROW * local
    for die in range(DICE_OF_ROW):
        at = ends[ranking + DIE_STARTS + die]
        while ends[at] & struck > 0:
            at += 1
        room.dice[dice + die] = ends[at] >> STRUCK_BOXES
    starts = block + MARKET_STARTS + (room.struck[local] >> STRUCK_BOXES)
    for at in range(ends[starts], ends[starts + 1], ENTRY_SIZE):
        if ends[at + ENTRY_BOXES] & struck == 0:
            use = uses + DICE_OF_ROW * (ends[at + ENTRY_WHERE] ^ odd)
            for die in range(DICE_OF_ROW):
                best = room.dice[dice + die]
                brings = ends[at + ENTRY_VALUE] - room.uses[use + die]
                room.dice[dice + die] = brings if brings > best else best
    room.fallback[local] = room.dice[dice + FALLBACK_DIE]
    room.dice[dice + CLOSED_DIE] = NOT_PAYABLE


def make_rows(day: Day, store: Store, room: Scratch, group: int, a0: int, a1: int, a2: int) -> int:
    """Fill room.dice with what each die brings in each variant, a0, a1, a2 being at hand; return FULL, or 0.

    Variants whose markets and struck boxes are the same share a row: room.local says which. The ends of the
    sheet with fewer boxes struck say what is left when more are, but where these are boxes of ends that were
    not listed one by one.
    """
    record = GROUP_SIZE * group
    first = store.groups[record + KEY]
    before = store.groups[record + KEY + 1] >> STRUCK_AT & BOXES
    family = find_family(day, store, room, group)
    if family == FULL:
        return FULL
    uses = price_dice(day, room, a0, a1, a2)
    odd = ((first >> GOT_0) - a0 & 1) | ((first >> GOT_1) - a1 & 1) << 1 | ((first >> GOT_2) - a2 & 1) << 2
    safe = (first >> FORTRESSES_AT & BOX_MASK) * OF_EVERY_COLOUR
    common = rank_dice(day, store, room, family, uses, odd)
    if common == FULL:
        return FULL
    count = 0
    for variant in range(day.sizes[VARIANTS]):
        struck = before | day.raids[variant] & ~safe
        row = day.market[variant] << STRUCK_BOXES | struck
        local = 0
        while local < count and room.struck[local] != row:
            local += 1
        room.local[variant] = local
        if local == count:
            count += 1
            room.struck[local] = row
            block = family
            ranking = common
            if changes_choices(store.ends, family, struck) == 1:
                block = find_ends(day, store, room, when_struck(store, group, struck))
                if block == FULL:
                    return FULL
                ranking = rank_dice(day, store, room, block, uses, odd)
                if ranking == FULL:
                    return FULL
            fill_row(store, room, block, ranking, uses, odd, local)
    return 0


def last_rolls(
    day: Day, store: Store, room: Scratch, group: int, a0: int, a1: int, a2: int, goal: int
) -> int:
    """Fill room.best with the best that each roll of the last half-day allows, a0, a1, a2 being at hand.

    It is twice the final score of who had spent nothing before. Returns the sum over the 1296 rolls; with a
    goal >= 0, for how many the best is not less; FULL without room. Room.relaxed gets the same for the
    relaxed game, in which everybody may take the fallback, whatever can be bought.
    """
    if make_rows(day, store, room, group, a0, a1, a2) == FULL:
        return FULL
    dice = room.dice
    rolls = day.rolls
    total = 0
    relaxed = 0
    for roll in range(ROLLS):
        at = ROLL_SIZE * roll
        lying = at + ROLL_DICE
        local = room.local[rolls[at + ROLL_VARIANT]]
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
        if best < 0:  # no die can be bought: only then is the fallback allowed
            best = fallback
        room.best[roll] = best
        weight = rolls[at + ROLL_WEIGHT]
        if goal < 0:
            total += weight * best
            relaxed += weight * most
        else:
            if best >= goal:
                total += weight
            if most >= goal:
                relaxed += weight
    room.relaxed[0] = relaxed
    return total


def count_last(
    day: Day,
    store: Store,
    room: Scratch,
    group: int,
    u0: int,
    u1: int,
    u2: int,
    weight: int,
    histogram: Vector,
) -> int:
    """Add to histogram[score] how many of the 1296 rolls end with it, times a weight; return 0, or FULL."""
    key = store.groups[GROUP_SIZE * group + KEY]
    a0 = (key >> GOT_0) - u0
    a1 = (key >> GOT_1 & COUNT_MASK) - u1
    a2 = (key >> GOT_2 & COUNT_MASK) - u2
    if last_rolls(day, store, room, group, a0, a1, a2, NO_GOAL) == FULL:
        return FULL
    spent = u0 + u1 + u2
    for roll in range(ROLLS):
        histogram[(room.best[roll] - spent) // 2] += weight * day.rolls[ROLL_SIZE * roll + ROLL_WEIGHT]
    return 0


def last_value(day: Day, store: Store, room: Scratch, group: int, u0: int, u1: int, u2: int) -> int:
    """Return the sum over the 1296 rolls of twice the final score; with a goal, how many rolls reach it.

    FULL when the store has no room.
    """
    got = store.groups[GROUP_SIZE * group + KEY]
    a0 = (got >> GOT_0) - u0
    a1 = (got >> GOT_1 & COUNT_MASK) - u1
    a2 = (got >> GOT_2 & COUNT_MASK) - u2
    spent = u0 + u1 + u2
    needed = store.size[GOAL]
    off = 0
    if needed < 0:
        a0 = clamped(a0, day.sizes[MOST_COST])
        a1 = clamped(a1, day.sizes[MOST_COST + 1])
        a2 = clamped(a2, day.sizes[MOST_COST + 2])
        off = ALL_ROLLS * spent
    else:
        needed += spent
    values = store.values
    at_hand = a0 << SPENT_0 | a1 << SPENT_1 | a2
    result = IN_REAL + store.size[RELAXED]
    newest = store.groups[GROUP_SIZE * group + FIRST_VALUE]
    at = newest
    while at >= 0:
        if values[at] == at_hand:
            return values[at + result] - off
        at = values[at + NEXT_VALUE]
    if store.size[N_VALUES] == store.size[MOST_VALUES]:
        return FULL
    value = last_rolls(day, store, room, group, a0, a1, a2, needed)
    if value == FULL:
        return FULL
    at = STORED_SIZE * store.size[N_VALUES]
    store.size[N_VALUES] += 1
    store.groups[GROUP_SIZE * group + FIRST_VALUE] = at
    values[at] = at_hand
    values[at + IN_REAL] = value
    values[at + IN_RELAXED] = room.relaxed[0]
    values[at + NEXT_VALUE] = newest
    return values[at + result] - off
