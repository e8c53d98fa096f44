"""Groups of positions with known dice: sheets without what was spent, and what each can become.

Kernels, written like troyes_dice/play/rules.py.
"""

from __future__ import annotations

from pencilwright.games.troyes_dice.play.rules import (
    BUILT,
    GOT,
    STRUCK,
    TABLE_SIZE,
    Vector,
    next_choices,
)
from pencilwright.solver.troyes_dice.exact.one_roll import pack, unpack
from pencilwright.solver.troyes_dice.exact.records import (
    FULL,
    GROUP_HASH,
    HASH_SHIFT,
    MOST_GROUPS,
    N_GROUPS,
    SLOT_MASK,
    VALUE_HASH,
)
from pencilwright.solver.troyes_dice.exact.targets import copy_sheet, fixed_points, perform
from pencilwright.solver.troyes_dice.known.bound import group_bound
from pencilwright.solver.troyes_dice.known.records import (
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
    FREE_DIE,
    GROUP_WIDTH,
    KIND,
    MOST_ENTRIES,
    MOST_TARGETS,
    N_DAYS,
    N_ENTRIES,
    RAID,
    STAMP,
    TARGET,
    TARGET_SIZE,
    WORK,
    Desk,
    Known,
)
from pencilwright.solver.wrapping_arithmetic import mul64


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
    slot = (mul64(key[0], GROUP_HASH) ^ mul64(key[1] + day, VALUE_HASH)) >> HASH_SHIFT & mask
    while known.slots[slot] > size[STAMP]:
        at = GROUP_WIDTH * (known.slots[slot] - 1 - size[STAMP])
        if (
            groups[at + FIRST_KEY] == key[0]
            and groups[at + FIRST_KEY + 1] == key[1]
            and groups[at + DAY] == day
        ):
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
    unpack(groups[at + FIRST_KEY], groups[at + FIRST_KEY + 1], desk.sheet)
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
    # A group is worth no more than the best of what it can become, each paid for as cheaply as can be.
    if most < groups[at + BOUND]:
        groups[at + BOUND] = most
    return 0
