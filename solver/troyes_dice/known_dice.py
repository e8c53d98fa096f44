"""The best final score when all dice to the end of the game are known: branch and bound, as kernels.

- The wheel depends on the dice alone, so each half-day's table is data, and so are its *targets*: what a die
  can be used for, each with its costs.
- A payment changes nothing but the spent counters, and no gain reads them. So a position is a *group* (the
  sheet without them, with the raid of its half-day marked) and what was spent. A group is worked out once.
- Every group has a bound (known_bound.py). Its children are tried best bound first, and the rest is
  skipped once no bound is above what is found.
- Of two ways to pay for the same target the one that spends no more of anything is enough, where every later
  half-day has a die that costs nothing (lines.py says why).
- Work is counted. When the limit is reached, what was not looked at counts with its bound, so that the
  answer is an upper bound, and is marked as such.
"""

from __future__ import annotations

from games.troyes_dice.components import RESOURCE_SPACES
from games.troyes_dice.rules import (
    BUILT,
    COLUMN,
    FALLBACK,
    FEAST_CATHEDRAL,
    FEAST_FORTRESS,
    FEAST_MARKET,
    FEAST_PUBLIC,
    GOT,
    SHEET_SIZE,
    STRUCK,
    TABLE_SIZE,
    USED,
    Vector,
    attack,
    count_dice,
    die_effect,
    die_is_open,
    end_half,
    main_moves,
    next_choices,
    pay_changes,
    pay_die,
    place,
)
from solver.troyes_dice.known_bound import group_bound
from solver.troyes_dice.known_records import (
    AMOUNT,
    BOUND,
    BOX,
    CHEAPEST,
    DAY,
    DAY_SIZE,
    EFFECT,
    END_ENTRY,
    END_FALLBACK,
    ESTIMATE,
    FALLBACK_KIND,
    FIRST_ENTRY,
    FIRST_KEY,
    FRAME,
    FRAME_BEST,
    FRAME_COST,
    FRAME_END,
    FRAME_ENTRY,
    FRAME_GROUP,
    FRAME_LEAST,
    FRAME_SPENT,
    FREE_DIE,
    GAIN_NET,
    GROUP_WIDTH,
    KIND,
    LIMIT,
    LOW_WORD,
    MARKET_DICE,
    MORE_CITIZENS,
    MORE_FORTRESS,
    MORE_MARKET,
    MOST_COSTS,
    MOST_ENTRIES,
    MOST_TARGETS,
    N_CHEAP,
    N_COSTS,
    N_DAYS,
    N_ENTRIES,
    NET,
    NEVER,
    NO_TARGET,
    RAID,
    SAFE_AFTER,
    STAMP,
    STOPPED,
    TARGET,
    TARGET_MASK,
    TARGET_SIZE,
    WORK,
    Desk,
    Known,
)
from solver.troyes_dice.last_roll import pack, unpack
from solver.troyes_dice.records import (
    FULL,
    GROUP_HASH,
    MOST_GROUPS,
    N_GROUPS,
    N_VALUES,
    SLOT_MASK,
    VALUE_HASH,
    VALUE_MASK,
)
from solver.troyes_dice.targets import copy_sheet, fixed_points, perform
from solver.wrapping import mul64

DAY_WORK = 100  # what it counts to read a half-day
ODD = (0, 1, 1, 2, 1, 2, 2, 3)  # bits of a number below 8


def add_cost(known: Known, at: int, c0: int, c1: int, c2: int) -> None:
    """Add a cost to a target (its record begins at `at`) unless it is there already; cheap ones first."""
    targets = known.targets
    costs = known.costs
    first = at // TARGET_SIZE * MOST_COSTS * 4
    count = targets[at + N_COSTS]
    total = c0 + c1 + c2
    index = 0
    while index < count:
        cost = first + 4 * index
        if costs[cost] == c0 and costs[cost + 1] == c1 and costs[cost + 2] == c2:
            return
        index += 1
    index = count
    while index > 0 and costs[first + 4 * index - 1] > total:
        for part in range(4):
            costs[first + 4 * index + part] = costs[first + 4 * index - 4 + part]
        index -= 1
    costs[first + 4 * index] = c0
    costs[first + 4 * index + 1] = c1
    costs[first + 4 * index + 2] = c2
    costs[first + 4 * index + 3] = total
    targets[at + N_COSTS] = count + 1


def cheap_first(known: Known, at: int) -> None:
    """Put the costs of a target that no other undercuts before the others, each part ascending by sum."""
    targets = known.targets
    costs = known.costs
    first = at // TARGET_SIZE * MOST_COSTS * 4
    cheap = 0
    for index in range(targets[at + N_COSTS]):
        cost = first + 4 * index
        undercut = 0
        for other in range(cheap):
            less = first + 4 * other
            if (
                costs[less] <= costs[cost]
                and costs[less + 1] <= costs[cost + 1]
                and costs[less + 2] <= costs[cost + 2]
            ):
                undercut = 1
        if undercut == 0:
            c0 = costs[cost]
            c1 = costs[cost + 1]
            c2 = costs[cost + 2]
            total = costs[cost + 3]
            move = cost
            while move > first + 4 * cheap:
                for part in range(4):
                    costs[move + part] = costs[move + part - 4]
                move -= 4
            costs[move] = c0
            costs[move + 1] = c1
            costs[move + 2] = c2
            costs[move + 3] = total
            cheap += 1
    targets[at + N_CHEAP] = cheap
    targets[at + CHEAPEST] = costs[first + 3]


def read_day(known: Known, desk: Desk, day: int) -> None:
    """List the targets of a half-day with their costs, read off a sheet that can pay all and build all."""
    table = desk.table
    sheet = desk.sheet
    targets = known.targets
    for index in range(TABLE_SIZE):
        table[index] = known.tables[TABLE_SIZE * day + index]
    for index in range(SHEET_SIZE):
        sheet[index] = 0
    for kind in range(3):
        sheet[GOT + kind] = RESOURCE_SPACES
    base = DAY_SIZE * day
    for index in range(DAY_SIZE):
        known.days[base + index] = 0
    count = 0
    for index in range(main_moves(sheet, table, desk.codes)):
        code = desk.codes[index]
        if code == FALLBACK:
            break
        colour = code >> 5 & 3
        action = code & 3
        amount = code >> 2 & 7
        kind = colour
        box = 0
        effect = 0
        if action > 0:
            box = table[COLUMN + 7 * colour + amount]
            kind = 2 + 2 * colour + action
            amount = 0
            found = die_effect(table, code >> 9)
            if (
                (found == FEAST_FORTRESS and kind == 3)
                or (found == FEAST_MARKET and kind == 5)
                or (found == FEAST_CATHEDRAL and kind == 7)
                or (found == FEAST_PUBLIC and action == 2)
            ):
                effect = found
        target = 0
        at = TARGET_SIZE * MOST_TARGETS * day
        while target < count and (
            targets[at + KIND] != kind
            or targets[at + BOX] != box
            or targets[at + AMOUNT] != amount
            or targets[at + EFFECT] != effect
        ):
            target += 1
            at += TARGET_SIZE
        if target == count:
            count += 1
            targets[at + KIND] = kind
            targets[at + BOX] = box
            targets[at + AMOUNT] = amount
            targets[at + EFFECT] = effect
            targets[at + N_COSTS] = 0
        for kind in range(3):
            sheet[USED + kind] = 0
        pay_die(sheet, code, die_effect(table, code >> 9))
        pay_changes(sheet, table, code, die_effect(table, code >> 9))
        add_cost(known, at, sheet[USED], sheet[USED + 1], sheet[USED + 2])
        if sheet[USED] + sheet[USED + 1] + sheet[USED + 2] == 0:
            known.days[base + FREE_DIE] = 1
        for kind in range(3):
            sheet[USED + kind] = 0
    for colour in range(3):
        sheet[STRUCK + colour] = 0
    attack(sheet, table)
    for colour in range(3):
        known.days[base + RAID + colour] = sheet[STRUCK + colour]
    known.n_targets[day] = count
    for target in range(count):
        cheap_first(known, TARGET_SIZE * (MOST_TARGETS * day + target))


def note_day(known: Known, desk: Desk, day: int) -> None:
    """Note what bounds need to know of a half-day whose table is desk.table."""
    days = known.days
    targets = known.targets
    base = DAY_SIZE * day
    for index in range(54):
        days[base + NET + index] = 12 * NEVER
    for colour in range(3):
        days[base + MARKET_DICE + colour] = count_dice(desk.table, colour)
    for slot in range(4):
        if die_is_open(desk.table, slot) == 1:
            effect = die_effect(desk.table, slot)
            if effect == FEAST_PUBLIC:
                days[base + MORE_CITIZENS] = 1
            elif effect == FEAST_MARKET:
                days[base + MORE_MARKET] = 1
            elif effect == FEAST_FORTRESS:
                days[base + MORE_FORTRESS] = 1
    for target in range(known.n_targets[day]):
        at = TARGET_SIZE * (MOST_TARGETS * day + target)
        kind = targets[at + KIND]
        net = 6 * targets[at + CHEAPEST]
        where = GAIN_NET + 6 * kind + targets[at + AMOUNT] - 1
        effect = targets[at + EFFECT]
        if kind >= 3:
            where = NET + 6 * (kind - 3) + targets[at + BOX]
            if effect == FEAST_PUBLIC:
                net -= 12
            elif effect == FEAST_CATHEDRAL:
                net -= 54
            elif effect > 0:
                net -= 36
        if (kind >= 3 or targets[at + AMOUNT] > 0) and net < days[base + where]:
            days[base + where] = net


def read_days(known: Known, desk: Desk, table: Vector, dice: Vector, n: int) -> None:
    """Read n half-days from a table whose dice are not rolled, given their dice (4 numbers each)."""
    for index in range(TABLE_SIZE):
        known.tables[index] = table[index]
    for day in range(n):
        wheel = desk.table
        for index in range(TABLE_SIZE):
            wheel[index] = known.tables[TABLE_SIZE * day + index]
        at = 4 * day
        place(wheel, dice[at], dice[at + 1], dice[at + 2], dice[at + 3])
        for index in range(TABLE_SIZE):
            known.tables[TABLE_SIZE * day + index] = wheel[index]
        read_day(known, desk, day)
        note_day(known, desk, day)
        end_half(desk.table)
        if day + 1 < n:
            for index in range(TABLE_SIZE):
                known.tables[TABLE_SIZE * (day + 1) + index] = desk.table[index]
    safe = 1
    for back in range(n):
        day = n - 1 - back
        known.days[DAY_SIZE * day + SAFE_AFTER] = safe
        safe &= known.days[DAY_SIZE * day + FREE_DIE]
    known.size[N_DAYS] = n


def mark_raid(known: Known, day: int, sheet: Vector) -> None:
    """Mark the raid of a half-day on a sheet."""
    for colour in range(3):
        sheet[STRUCK + colour] |= known.days[DAY_SIZE * day + RAID + colour] & ~sheet[BUILT]


def group_of(known: Known, desk: Desk, day: int, sheet: Vector) -> int:
    """Return the number of the group of a sheet whose raid is marked, a new one if need be, or FULL."""
    key = desk.key
    pack(sheet, key)
    size = known.size
    groups = known.groups
    mask = size[SLOT_MASK]
    slot = (mul64(key[0], GROUP_HASH) ^ mul64(key[1] + day, VALUE_HASH)) >> 21 & mask
    while known.slots[slot] > size[STAMP]:
        at = GROUP_WIDTH * (known.slots[slot] - 1 - size[STAMP])
        if groups[at] == key[0] and groups[at + 1] == key[1] and groups[at + DAY] == day:
            return known.slots[slot] - 1 - size[STAMP]
        slot = (slot + 1) & mask
    group = size[N_GROUPS]
    if group >= size[MOST_GROUPS]:
        return FULL
    size[N_GROUPS] = group + 1
    known.slots[slot] = group + 1 + size[STAMP]
    at = GROUP_WIDTH * group
    groups[at + FIRST_KEY] = key[0]
    groups[at + FIRST_KEY + 1] = key[1]
    groups[at + DAY] = day
    groups[at + FIRST_ENTRY] = -1
    groups[at + BOUND] = group_bound(known, desk, day, sheet)
    return group


def add_entry(known: Known, first: int, estimate: int, target: int, what: int) -> None:
    """Add an entry to those since `first` unless it is there, keeping them sorted, best estimate first."""
    entries = known.entries
    end = known.size[N_ENTRIES]
    entry = estimate << ESTIMATE | target << TARGET | what
    index = first
    while index < end and entries[index] > entry:
        index += 1
    if index < end and entries[index] == entry:
        return
    move = end
    while move > index:
        entries[move] = entries[move - 1]
        move -= 1
    entries[index] = entry
    known.size[N_ENTRIES] = end + 1


def expand_target(known: Known, desk: Desk, group: int, target: int, first: int) -> int:
    """Add the entries of one target, or of the fallback; desk.sheet is the group's. Return FULL, or 0."""
    size = known.size
    day = known.groups[GROUP_WIDTH * group + DAY]
    kind = FALLBACK_KIND
    column = 0
    amount = 0
    effect = 0
    cheapest = 0
    if target < MOST_TARGETS:
        at = TARGET_SIZE * (MOST_TARGETS * day + target)
        kind = known.targets[at + KIND]
        column = known.targets[at + BOX]
        amount = known.targets[at + AMOUNT]
        effect = known.targets[at + EFFECT]
        cheapest = known.targets[at + CHEAPEST]
    sheet = desk.sheet
    if 3 <= kind < FALLBACK_KIND:
        blocked = sheet[BUILT + kind - 3] | sheet[STRUCK + (kind - 3) // 2]
        if blocked >> column & 1 == 1:
            return 0
    work = desk.work
    is_last = day + 1 == size[N_DAYS]
    n_choices = 0
    while True:
        copy_sheet(sheet, work)
        used = perform(work, desk.table, kind, column, amount, effect, desk.choices, n_choices, desk.counts)
        size[WORK] += 1
        if is_last:
            what = (work[GOT] & 1) | (work[GOT + 1] & 1) << 1 | (work[GOT + 2] & 1) << 2
            bound = 2 * fixed_points(work) + work[GOT] + work[GOT + 1] + work[GOT + 2]
        else:
            mark_raid(known, day + 1, work)
            what = group_of(known, desk, day + 1, work)
            if what == FULL:
                return FULL
            bound = known.groups[GROUP_WIDTH * what + BOUND]
        if size[N_ENTRIES] >= size[MOST_ENTRIES]:
            return FULL
        add_entry(known, first, bound - cheapest, target, what)
        if used == 0:
            return 0
        n_choices = next_choices(desk.choices, n_choices, used, desk.counts)
        if n_choices == 0:
            return 0


def expand_group(known: Known, desk: Desk, group: int) -> int:
    """List all that a group can become in its half-day, whatever was spent; return FULL, or 0."""
    at = GROUP_WIDTH * group
    groups = known.groups
    day = groups[at + DAY]
    unpack(groups[at], groups[at + 1], desk.sheet)
    for index in range(TABLE_SIZE):
        desk.table[index] = known.tables[TABLE_SIZE * day + index]
    first = known.size[N_ENTRIES]
    for target in range(known.n_targets[day]):
        if expand_target(known, desk, group, target, first) == FULL:
            return FULL
    end = known.size[N_ENTRIES]
    no_free_die = known.days[DAY_SIZE * day + FREE_DIE] == 0
    if no_free_die and expand_target(known, desk, group, MOST_TARGETS, end) == FULL:
        return FULL
    groups[at + FIRST_ENTRY] = first
    groups[at + END_ENTRY] = end
    groups[at + END_FALLBACK] = known.size[N_ENTRIES]
    most = known.entries[first] >> ESTIMATE
    if known.size[N_ENTRIES] > end and known.entries[end] >> ESTIMATE > most:
        most = known.entries[end] >> ESTIMATE
    if most < groups[at + BOUND]:
        groups[at + BOUND] = most
    return 0


def can_buy(known: Known, day: int, a0: int, a1: int, a2: int) -> int:
    """Return 1 when a die can be bought with this much of each resource."""
    if known.days[DAY_SIZE * day + FREE_DIE] == 1:
        return 1
    for target in range(known.n_targets[day]):
        at = MOST_TARGETS * day + target
        for index in range(known.targets[TARGET_SIZE * at + N_CHEAP]):
            cost = 4 * (MOST_COSTS * at + index)
            if known.costs[cost] <= a0 and known.costs[cost + 1] <= a1 and known.costs[cost + 2] <= a2:
                return 1
    return 0


def begin(known: Known, desk: Desk, frame: int, group: int, spent: int, least: int) -> int:
    """Open a position in a frame; return FULL when its group cannot be worked out, else 0."""
    at = GROUP_WIDTH * group
    groups = known.groups
    known.size[WORK] += 1
    if groups[at + FIRST_ENTRY] < 0 and expand_group(known, desk, group) == FULL:
        known.size[STOPPED] = 1
        return FULL
    key = groups[at]
    a0 = (key >> 46) - (spent >> 10)
    a1 = (key >> 41 & 31) - (spent >> 5 & 31)
    a2 = (key >> 36 & 31) - (spent & 31)
    frames = desk.frames
    frames[frame + FRAME_GROUP] = group
    frames[frame + FRAME_SPENT] = spent
    frames[frame + FRAME_LEAST] = least
    frames[frame + FRAME_BEST] = least
    frames[frame + FRAME_ENTRY] = groups[at + FIRST_ENTRY]
    frames[frame + FRAME_END] = groups[at + END_ENTRY]
    frames[frame + FRAME_COST] = 0
    if can_buy(known, groups[at + DAY], a0, a1, a2) == 0:
        frames[frame + FRAME_ENTRY] = groups[at + END_ENTRY]
        frames[frame + FRAME_END] = groups[at + END_FALLBACK]
    return 0


def finish_frame(known: Known, desk: Desk, frame: int) -> None:
    """Raise the best of a frame of the last half-day to its value."""
    frames = desk.frames
    group = frames[frame + FRAME_GROUP]
    spent = frames[frame + FRAME_SPENT]
    key = known.groups[GROUP_WIDTH * group]
    day = known.groups[GROUP_WIDTH * group + DAY]
    u0 = spent >> 10
    u1 = spent >> 5 & 31
    u2 = spent & 31
    total = u0 + u1 + u2
    best = 2 * frames[frame + FRAME_BEST]
    for index in range(frames[frame + FRAME_ENTRY], frames[frame + FRAME_END]):
        entry = known.entries[index]
        if (entry >> ESTIMATE) - total <= best + 1:
            break
        target = entry >> TARGET & TARGET_MASK
        if target == MOST_TARGETS:
            odd = ODD[(entry & 7) ^ ((u0 & 1) | (u1 & 1) << 1 | (u2 & 1) << 2)]
            value = (entry >> ESTIMATE) - total - odd
            if value > best:
                best = value
        else:
            at = MOST_TARGETS * day + target
            gross = (entry >> ESTIMATE) + known.targets[TARGET_SIZE * at + CHEAPEST] - total
            for cost in range(
                4 * MOST_COSTS * at, 4 * (MOST_COSTS * at + known.targets[TARGET_SIZE * at + N_CHEAP]), 4
            ):
                c0 = u0 + known.costs[cost]
                c1 = u1 + known.costs[cost + 1]
                c2 = u2 + known.costs[cost + 2]
                if c0 <= key >> 46 and c1 <= key >> 41 & 31 and c2 <= key >> 36 & 31:
                    odd = ODD[(entry & 7) ^ ((c0 & 1) | (c1 & 1) << 1 | (c2 & 1) << 2)]
                    value = gross - known.costs[cost + 3] - odd
                    if value > best:
                        best = value
    frames[frame + FRAME_BEST] = best // 2


def value_slot(known: Known, key: int) -> int:
    """Return where in known.values this key is, or where it would be put."""
    mask = known.size[VALUE_MASK]
    slot = mul64(key, VALUE_HASH) >> 21 & mask
    old = (known.size[STAMP] + 1) << 15
    while known.values[2 * slot] >= old and known.values[2 * slot] != key:
        slot = (slot + 1) & mask
    return slot


def next_child(known: Known, desk: Desk, frame: int, goal: int) -> int:
    """Go on with a frame until a child has to be looked at: return it as group << 15 | spent, -1 at the end.

    Children whose value is known, or whose bound does not matter, are dealt with here.
    """
    frames = desk.frames
    group = frames[frame + FRAME_GROUP]
    spent = frames[frame + FRAME_SPENT]
    key = known.groups[GROUP_WIDTH * group]
    day = known.groups[GROUP_WIDTH * group + DAY]
    total = (spent >> 10) + (spent >> 5 & 31) + (spent & 31)
    most0 = (key >> 46) - (spent >> 10)
    most1 = (key >> 41 & 31) - (spent >> 5 & 31)
    most2 = (key >> 36 & 31) - (spent & 31)
    best = frames[frame + FRAME_BEST]
    which = N_COSTS - known.days[DAY_SIZE * day + SAFE_AFTER]
    index = frames[frame + FRAME_ENTRY]
    choice = frames[frame + FRAME_COST]
    found = -1
    while found < 0 and index < frames[frame + FRAME_END] and best < goal:
        entry = known.entries[index]
        if ((entry >> ESTIMATE) - total) // 2 <= best:
            break
        target = entry >> TARGET & TARGET_MASK
        child = entry & LOW_WORD
        ways = 1
        at = MOST_TARGETS * day + target
        if target < MOST_TARGETS:
            ways = known.targets[TARGET_SIZE * at + which]
        bound = known.groups[GROUP_WIDTH * child + BOUND] - total
        while found < 0 and choice < ways and best < goal:
            after = spent
            cost = 4 * (MOST_COSTS * at + choice)
            paid = 0
            choice += 1
            if target < MOST_TARGETS:
                if (
                    known.costs[cost] > most0
                    or known.costs[cost + 1] > most1
                    or known.costs[cost + 2] > most2
                ):
                    continue
                after += known.costs[cost] << 10 | known.costs[cost + 1] << 5 | known.costs[cost + 2]
                paid = known.costs[cost + 3]
            if (bound - paid) // 2 <= best:
                continue
            slot = value_slot(known, (child + 1 + known.size[STAMP]) << 15 | after)
            if known.values[2 * slot] == (child + 1 + known.size[STAMP]) << 15 | after:
                value = known.values[2 * slot + 1]
                if value >> 1 <= best:
                    continue
                if value & 1 == 1:
                    best = value >> 1
                    continue
            if known.size[STOPPED] == 1:
                best = (bound - paid) // 2
            else:
                found = child << 15 | after
        if choice >= ways:
            index += 1
            choice = 0
    frames[frame + FRAME_BEST] = best
    frames[frame + FRAME_ENTRY] = index
    frames[frame + FRAME_COST] = choice
    return found


def keep_value(known: Known, group: int, spent: int, least: int, best: int, goal: int) -> None:
    """Remember what a search found: the value, or that it is not above `least`."""
    if known.size[STOPPED] == 1:
        return
    key = (group + 1 + known.size[STAMP]) << 15 | spent
    slot = value_slot(known, key)
    if known.values[2 * slot] != key:
        if 2 * known.size[N_VALUES] > known.size[VALUE_MASK]:
            known.size[STOPPED] = 1
            return
        known.size[N_VALUES] += 1
        known.values[2 * slot] = key
    known.values[2 * slot + 1] = best << 1 | (1 if best > least else 0)


def search(known: Known, desk: Desk, group: int, spent: int, least: int, goal: int) -> int:
    """Return the best final score from a position, `least` when it is not above that.

    Once `goal` is reached, any value from there on may be returned. When size[STOPPED] is set the answer is
    an upper bound.
    """
    size = known.size
    frames = desk.frames
    static = known.groups[GROUP_WIDTH * group + BOUND] - (spent >> 10) - (spent >> 5 & 31) - (spent & 31)
    if static // 2 <= least:
        return least
    if size[STOPPED] == 1 or begin(known, desk, 0, group, spent, least) == FULL:
        return static // 2
    first = known.groups[GROUP_WIDTH * group + DAY]
    last = size[N_DAYS] - 1 - first
    depth = 0
    while True:
        frame = FRAME * depth
        child = -1
        if depth == last:
            finish_frame(known, desk, frame)
        else:
            child = next_child(known, desk, frame, goal)
        if child >= 0:
            if size[WORK] >= size[LIMIT]:
                size[STOPPED] = 1
            best = frames[frame + FRAME_BEST]
            if (
                size[STOPPED] == 1
                or begin(known, desk, frame + FRAME, child >> 15, child & 32767, best) == FULL
            ):
                after = child & 32767
                total = (after >> 10) + (after >> 5 & 31) + (after & 31)
                bound = (known.groups[GROUP_WIDTH * (child >> 15) + BOUND] - total) // 2
                if bound > best:
                    frames[frame + FRAME_BEST] = bound
            else:
                depth += 1
        else:
            best = frames[frame + FRAME_BEST]
            keep_value(
                known,
                frames[frame + FRAME_GROUP],
                frames[frame + FRAME_SPENT],
                frames[frame + FRAME_LEAST],
                best,
                goal,
            )
            if depth == 0:
                return best
            depth -= 1
            if best > frames[frame - FRAME + FRAME_BEST]:
                frames[frame - FRAME + FRAME_BEST] = best


def known_values(
    known: Known,
    desk: Desk,
    table: Vector,
    dice: Vector,
    n_days: int,
    sheets: Vector,
    n: int,
    n_exact: int,
    goal: int,
    limit: int,
    out: Vector,
) -> int:
    """Fill out[2 * i], out[2 * i + 1] with the best final score of each sheet and whether it is a mere bound.

    Returns the work done.

    table, dice : the half-days to come, the first one's dice not rolled; 4 dice each.
    sheets : n sheets of 24 numbers, the raid of the first half-day not marked.
    n_exact : so many get their own value; the others only where it is above all before, else an upper bound.
    goal : NO_TARGET, or a score that is enough: values above it are not told apart, nor those below it.
    limit : of work for all of them; when it is reached, the rest get upper bounds.
    """
    size = known.size
    size[STAMP] += size[N_GROUPS]
    size[N_GROUPS] = 0
    size[N_ENTRIES] = 0
    size[N_VALUES] = 0
    size[WORK] = DAY_WORK * n_days + n
    size[STOPPED] = 0
    size[LIMIT] = limit
    read_days(known, desk, table, dice, n_days)
    most = -1
    for index in range(n):
        for number in range(SHEET_SIZE):
            desk.work[number] = sheets[SHEET_SIZE * index + number]
        spent = desk.work[USED] << 10 | desk.work[USED + 1] << 5 | desk.work[USED + 2]
        mark_raid(known, 0, desk.work)
        group = group_of(known, desk, 0, desk.work)
        least = most if index >= n_exact else -1
        if goal < NO_TARGET and least < goal - 1:
            least = goal - 1
        if group == FULL:
            size[STOPPED] = 1
            value = group_bound(known, desk, 0, desk.work) // 2
        else:
            value = search(known, desk, group, spent, least, goal)
        out[2 * index] = value
        out[2 * index + 1] = 1 if size[STOPPED] == 1 or value == least else 0
        if value > most:
            most = value
    return size[WORK]


HOT_FUNCTIONS = (
    "add_cost",
    "cheap_first",
    "read_day",
    "note_day",
    "read_days",
    "mark_raid",
    "group_of",
    "add_entry",
    "expand_target",
    "expand_group",
    "can_buy",
    "begin",
    "finish_frame",
    "value_slot",
    "next_child",
    "keep_value",
    "search",
    "known_values",
)  # callees before callers
