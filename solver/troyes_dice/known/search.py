"""The best final score when all dice to the end of the game are known: branch and bound, as kernels.

- The wheel depends on the dice alone, so each half-day's table is data, and so are its *targets*: what a die
  can be used for, each with its costs.
- A payment changes nothing but the spent counters, and no gain reads them. So a position is a *group* (the
  sheet without them, with the raid of its half-day marked) and what was spent. A group is worked out once.
- Every group has a bound (bound.py). Its children are tried best bound first, and the rest is
  skipped once no bound is above what is found.
- Of two ways to pay for the same target the one that spends no more of anything is enough, where every later
  half-day has a die that costs nothing (lines.py says why).
- Work is counted. When the limit is reached, what was not looked at counts with its bound, so that the
  answer is an upper bound, and is marked as such.
"""

from __future__ import annotations

from pencilwright.games.troyes_dice.play.rules import (
    SHEET_SIZE,
    USED,
    Vector,
)
from pencilwright.solver.troyes_dice.exact.records import (
    COUNT_MASK,
    FULL,
    GOT_0,
    GOT_1,
    GOT_2,
    HASH_SHIFT,
    N_GROUPS,
    N_VALUES,
    PARITY_MASK,
    SPENT_0,
    SPENT_1,
    SPENT_BITS,
    SPENT_MASK,
    VALUE_HASH,
)
from pencilwright.solver.troyes_dice.known.bound import group_bound
from pencilwright.solver.troyes_dice.known.groups import expand_group, group_of, mark_raid
from pencilwright.solver.troyes_dice.known.half_days import read_days
from pencilwright.solver.troyes_dice.known.records import (
    BOUND,
    CHEAPEST,
    COST_SIZE,
    COST_SUM,
    DAY,
    DAY_SIZE,
    END_ENTRY,
    END_FALLBACK,
    ESTIMATE,
    EXACT_BITS,
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
    GROUP_WIDTH,
    LIMIT,
    LOW_WORD,
    MOST_COSTS,
    MOST_TARGETS,
    N_CHEAP,
    N_COSTS,
    N_DAYS,
    N_ENTRIES,
    NO_TARGET,
    SAFE_AFTER,
    STAMP,
    STOPPED,
    TARGET,
    TARGET_MASK,
    TARGET_SIZE,
    VALUE_MASK,
    VALUE_SIZE,
    WORK,
    Desk,
    Known,
)
from pencilwright.solver.wrapping_arithmetic import mul64

DAY_WORK = 100  # what it counts to read a half-day
ODD = (0, 1, 1, 2, 1, 2, 2, 3)  # bits of a number below 8


def sum_of(spent: int) -> int:
    """Return how much is spent of all three together, unpacked."""
    return (spent >> SPENT_0) + (spent >> SPENT_1 & COUNT_MASK) + (spent & COUNT_MASK)


def can_buy(known: Known, day: int, a0: int, a1: int, a2: int) -> int:
    """Return 1 when a die can be bought with this much of each resource."""
    if known.days[DAY_SIZE * day + FREE_DIE] == 1:
        return 1
    for target in range(known.n_targets[day]):
        at = MOST_TARGETS * day + target
        for index in range(known.targets[TARGET_SIZE * at + N_CHEAP]):
            cost = COST_SIZE * (MOST_COSTS * at + index)
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
    key = groups[at + FIRST_KEY]
    a0 = (key >> GOT_0) - (spent >> SPENT_0)
    a1 = (key >> GOT_1 & COUNT_MASK) - (spent >> SPENT_1 & COUNT_MASK)
    a2 = (key >> GOT_2 & COUNT_MASK) - (spent & COUNT_MASK)
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
    key = known.groups[GROUP_WIDTH * group + FIRST_KEY]
    day = known.groups[GROUP_WIDTH * group + DAY]
    u0 = spent >> SPENT_0
    u1 = spent >> SPENT_1 & COUNT_MASK
    u2 = spent & COUNT_MASK
    total = u0 + u1 + u2
    best = 2 * frames[frame + FRAME_BEST]
    for index in range(frames[frame + FRAME_ENTRY], frames[frame + FRAME_END]):
        entry = known.entries[index]
        if (entry >> ESTIMATE) - total <= best + 1:
            break  # none of the rest, which go down, is above `best` by a whole point
        target = entry >> TARGET & TARGET_MASK
        if target == MOST_TARGETS:
            odd = ODD[(entry & PARITY_MASK) ^ ((u0 & 1) | (u1 & 1) << 1 | (u2 & 1) << 2)]
            value = (entry >> ESTIMATE) - total - odd
            if value > best:
                best = value
        else:
            at = MOST_TARGETS * day + target
            gross = (entry >> ESTIMATE) + known.targets[TARGET_SIZE * at + CHEAPEST] - total
            begin_costs = COST_SIZE * MOST_COSTS * at
            end_costs = begin_costs + COST_SIZE * known.targets[TARGET_SIZE * at + N_CHEAP]
            for cost in range(begin_costs, end_costs, COST_SIZE):
                c0 = u0 + known.costs[cost]
                c1 = u1 + known.costs[cost + 1]
                c2 = u2 + known.costs[cost + 2]
                if c0 <= key >> GOT_0 and c1 <= key >> GOT_1 & COUNT_MASK and c2 <= key >> GOT_2 & COUNT_MASK:
                    odd = ODD[(entry & PARITY_MASK) ^ ((c0 & 1) | (c1 & 1) << 1 | (c2 & 1) << 2)]
                    value = gross - known.costs[cost + COST_SUM] - odd
                    if value > best:
                        best = value
    frames[frame + FRAME_BEST] = best // 2


def value_slot(known: Known, key: int) -> int:
    """Return where in known.values this key is, or where it would be put."""
    mask = known.size[VALUE_MASK]
    slot = mul64(key, VALUE_HASH) >> HASH_SHIFT & mask
    old = (known.size[STAMP] + 1) << SPENT_BITS
    while known.values[VALUE_SIZE * slot] >= old and known.values[VALUE_SIZE * slot] != key:
        slot = (slot + 1) & mask
    return slot


def next_child(known: Known, desk: Desk, frame: int, goal: int) -> int:
    """Go on with a frame until a child has to be looked at: return it with what is spent, or -1 at the end.

    It is group << SPENT_BITS | spent. Children whose value is known, or whose bound does not matter, are
    dealt with here.
    """
    frames = desk.frames
    group = frames[frame + FRAME_GROUP]
    spent = frames[frame + FRAME_SPENT]
    key = known.groups[GROUP_WIDTH * group + FIRST_KEY]
    day = known.groups[GROUP_WIDTH * group + DAY]
    total = sum_of(spent)
    most0 = (key >> GOT_0) - (spent >> SPENT_0)
    most1 = (key >> GOT_1 & COUNT_MASK) - (spent >> SPENT_1 & COUNT_MASK)
    most2 = (key >> GOT_2 & COUNT_MASK) - (spent & COUNT_MASK)
    best = frames[frame + FRAME_BEST]
    which = N_COSTS - known.days[DAY_SIZE * day + SAFE_AFTER]
    index = frames[frame + FRAME_ENTRY]
    choice = frames[frame + FRAME_COST]
    result = -1
    while result < 0 and index < frames[frame + FRAME_END] and best < goal:
        entry = known.entries[index]
        if ((entry >> ESTIMATE) - total) // 2 <= best:
            break  # entries go down by estimate, so none after this one is better
        target = entry >> TARGET & TARGET_MASK
        child = entry & LOW_WORD
        n_costs = 1
        at = MOST_TARGETS * day + target
        if target < MOST_TARGETS:
            n_costs = known.targets[TARGET_SIZE * at + which]
        bound = known.groups[GROUP_WIDTH * child + BOUND] - total
        while result < 0 and choice < n_costs and best < goal:
            after = spent
            cost = COST_SIZE * (MOST_COSTS * at + choice)
            paid = 0
            choice += 1
            if target < MOST_TARGETS:
                if (
                    known.costs[cost] > most0
                    or known.costs[cost + 1] > most1
                    or known.costs[cost + 2] > most2
                ):
                    continue
                after += (
                    known.costs[cost] << SPENT_0 | known.costs[cost + 1] << SPENT_1 | known.costs[cost + 2]
                )
                paid = known.costs[cost + COST_SUM]
            if (bound - paid) // 2 <= best:
                continue
            slot = value_slot(known, (child + 1 + known.size[STAMP]) << SPENT_BITS | after)
            if known.values[VALUE_SIZE * slot] == (child + 1 + known.size[STAMP]) << SPENT_BITS | after:
                value = known.values[VALUE_SIZE * slot + 1]
                if value >> EXACT_BITS <= best:
                    continue
                if value & 1 == 1:
                    best = value >> EXACT_BITS
                    continue
            if known.size[STOPPED] == 1:
                best = (bound - paid) // 2
            else:
                result = child << SPENT_BITS | after
        if choice >= n_costs:
            index += 1
            choice = 0
    frames[frame + FRAME_BEST] = best
    frames[frame + FRAME_ENTRY] = index
    frames[frame + FRAME_COST] = choice
    return result


def keep_value(known: Known, group: int, spent: int, least: int, best: int) -> None:
    """Remember what a search found: the value, or that it is not above `least`."""
    if known.size[STOPPED] == 1:
        return
    key = (group + 1 + known.size[STAMP]) << SPENT_BITS | spent
    slot = value_slot(known, key)
    if known.values[VALUE_SIZE * slot] != key:
        if 2 * known.size[N_VALUES] > known.size[VALUE_MASK]:
            known.size[STOPPED] = 1
            return
        known.size[N_VALUES] += 1
        known.values[VALUE_SIZE * slot] = key
    known.values[VALUE_SIZE * slot + 1] = best << EXACT_BITS | (1 if best > least else 0)


def search(known: Known, desk: Desk, group: int, spent: int, least: int, goal: int) -> int:
    """Return the best final score from a position, `least` when it is not above that.

    Once `goal` is reached, any value from there on may be returned. When size[STOPPED] is set the answer is
    an upper bound.
    """
    size = known.size
    frames = desk.frames
    static = known.groups[GROUP_WIDTH * group + BOUND] - sum_of(spent)
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
                or begin(known, desk, frame + FRAME, child >> SPENT_BITS, child & SPENT_MASK, best) == FULL
            ):
                total = sum_of(child & SPENT_MASK)
                bound = (known.groups[GROUP_WIDTH * (child >> SPENT_BITS) + BOUND] - total) // 2
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

    Returns the work done. It has eleven parameters because it is the one door from Python to these kernels.

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
        spent = desk.work[USED] << SPENT_0 | desk.work[USED + 1] << SPENT_1 | desk.work[USED + 2]
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
