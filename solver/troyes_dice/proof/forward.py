"""Every position that known dice lead to, half-day by half-day: kernels of the forward proof.

There is no bound here, no order that matters and no position left out: the best final score is that of the
best sheet at the end of any line. Positions are kept small in one way only. A payment changes nothing but
what is spent, and no gain looks there; so positions that differ in that alone share a *group*, which is
marked once.
"""

from __future__ import annotations

from typing import NamedTuple

from pencilwright.solver.troyes_dice.proof.marking import (
    AT_END,
    BARRED,
    BUILT,
    CITIZENS,
    FRAME,
    GOT,
    N_QUEUE,
    N_TO_MARK,
    NUMBERS,
    QUEUE,
    Vector,
    draw,
    fork,
    mark,
    points,
    to_mark,
)
from pencilwright.solver.wrapping_arithmetic import mul64

# --- A half-day -------------------------------------------------------------------------------------------
FIRST_EFFECT = 0
N_EFFECTS = 1  # the fallback follows them
N_RAIDS = 2
RAIDS = 3  # 4: columns, whose fortress protects them
BOXES = 7  # 4: both buildings of the box, as bits
DAY = 11

# --- An effect: all ways to use dice that do the same but for what they cost ------------------------------
BUILDING = 0  # -1: none
N_RUNS = 1
RUNS = 2  # 6: what it circles, in order, but for the link
FIRST_COST = 8
N_COSTS = 9
EFFECT = 10

# --- What is remembered -----------------------------------------------------------------------------------
FIRST_KEY = 0  # 2: the sheet without its spending
FIRST_POSITION = 2  # the others follow by NEXT; -1 ends
GROUP = 3
SPENT = 0  # three times five bits
NEXT = 1  # position of the same group
GROUP_OF = 2
POSITION = 3
POINTS = 3  # of an end, after the resources circled
END = 4

# Places in Room.size.
N_GROUPS = 0
MOST_GROUPS = 1
N_POSITIONS = 2
MOST_POSITIONS = 3
MOST_CHILDREN = 4
BEST = 5
SIZES = 6

NO_ROOM = -1
COUNT_BITS = 5
COUNT_MASK = 31
SPENT_BITS = 15
BOX_BITS = 36
BOX_MASK = (1 << BOX_BITS) - 1
NUMBER_BITS = 12
MIX_1 = 0x2545F4914F6CDD1D
MIX_2 = 0x5851F42D4C957F2D
MIX_SHIFT = 20


class Tail(NamedTuple):
    """Half-days with known dice.

    days, effects : see above. costs : three numbers each. gains : for each half-day what each building
    brings.
    """

    days: Vector
    effects: Vector
    costs: Vector
    gains: Vector


class Room(NamedTuple):
    """What is remembered, and room to work in.

    size : see above. groups, positions : see above. group_slots, position_slots : hash tables, number + 1.
    children, first_child : groups that the effects of one group lead to; at the end, ends in place of groups.
    frames : of marking.
    """

    size: Vector
    groups: Vector
    group_slots: Vector
    positions: Vector
    position_slots: Vector
    children: Vector
    first_child: Vector
    frames: Vector


def group_of(room: Room, at: int, day: int) -> int:
    """Return the number of a frame's group, a new one where need be, or NO_ROOM."""
    frames = room.frames
    key1 = day
    for index in range(3):
        key1 = key1 << COUNT_BITS | frames[at + CITIZENS + index]
    key1 = key1 << BOX_BITS | frames[at + BUILT]
    key2 = 0
    for index in range(3):
        key2 = key2 << COUNT_BITS | frames[at + GOT + index]
    key2 = (key2 << NUMBER_BITS | frames[at + NUMBERS]) << BOX_BITS | frames[at + BARRED]
    mask = 2 * room.size[MOST_GROUPS] - 1
    slot = (mul64(key1, MIX_1) ^ mul64(key2, MIX_2)) >> MIX_SHIFT & mask
    while room.group_slots[slot] > 0:
        group = room.group_slots[slot] - 1
        if room.groups[GROUP * group] == key1 and room.groups[GROUP * group + 1] == key2:
            return group
        slot = (slot + 1) & mask
    group = room.size[N_GROUPS]
    if group == room.size[MOST_GROUPS]:
        return NO_ROOM
    room.size[N_GROUPS] = group + 1
    room.group_slots[slot] = group + 1
    room.groups[GROUP * group] = key1
    room.groups[GROUP * group + 1] = key2
    room.groups[GROUP * group + FIRST_POSITION] = -1
    return group


def take_up(room: Room, group: int) -> None:
    """Write the sheet of a group into the first frame, nothing to be marked on it."""
    frames = room.frames
    key1 = room.groups[GROUP * group]
    key2 = room.groups[GROUP * group + 1]
    frames[BUILT] = key1 & BOX_MASK
    frames[BARRED] = key2 & BOX_MASK
    key1 >>= BOX_BITS
    key2 >>= BOX_BITS
    frames[NUMBERS] = key2 & ((1 << NUMBER_BITS) - 1)
    key2 >>= NUMBER_BITS
    for index in range(2, -1, -1):
        frames[CITIZENS + index] = key1 & COUNT_MASK
        frames[GOT + index] = key2 & COUNT_MASK
        key1 >>= COUNT_BITS
        key2 >>= COUNT_BITS
    frames[QUEUE] = 0
    frames[N_QUEUE] = 0
    frames[N_TO_MARK] = 0


def position_of(room: Room, group: int, spent: int) -> int:
    """Return the number of a position, a new one where need be, or NO_ROOM."""
    mask = 2 * room.size[MOST_POSITIONS] - 1
    slot = mul64(group << SPENT_BITS | spent, MIX_1) >> MIX_SHIFT & mask
    positions = room.positions
    while room.position_slots[slot] > 0:
        at = POSITION * (room.position_slots[slot] - 1)
        if positions[at + SPENT] == spent and positions[at + GROUP_OF] == group:
            return room.position_slots[slot] - 1
        slot = (slot + 1) & mask
    position = room.size[N_POSITIONS]
    if position == room.size[MOST_POSITIONS]:
        return NO_ROOM
    room.size[N_POSITIONS] = position + 1
    room.position_slots[slot] = position + 1
    at = POSITION * position
    positions[at + SPENT] = spent
    positions[at + NEXT] = room.groups[GROUP * group + FIRST_POSITION]
    positions[at + GROUP_OF] = group
    room.groups[GROUP * group + FIRST_POSITION] = position
    return position


def raid(tail: Tail, frames: Vector, at: int, day: int) -> None:
    """Strike the boxes of a half-day's raids, but for columns whose fortress stands."""
    base = DAY * day
    for index in range(tail.days[base + N_RAIDS]):
        if frames[at + BUILT] >> tail.days[base + RAIDS + index] & 1 == 0:
            frames[at + BARRED] |= tail.days[base + BOXES + index] & ~frames[at + BUILT]


def keep_end(room: Room, at: int, first: int, end: int) -> int:
    """Remember the end of a line: what is circled, and the points beside; return how many there are."""
    frames = room.frames
    result = points(frames, at)
    for index in range(first, end):
        to = END * index
        if (
            room.children[to] == frames[at + GOT]
            and room.children[to + 1] == frames[at + GOT + 1]
            and room.children[to + 2] == frames[at + GOT + 2]
        ):
            if result > room.children[to + POINTS]:
                room.children[to + POINTS] = result
            return end
    for index in range(3):
        room.children[END * end + index] = frames[at + GOT + index]
    room.children[END * end + POINTS] = result
    return end + 1


def keep_child(tail: Tail, room: Room, at: int, day: int, first: int, end: int) -> int:
    """Remember the group that a frame begins the next half-day with; return how many there are or NO_ROOM."""
    raid(tail, room.frames, at, day + 1)
    group = group_of(room, at, day + 1)
    if group == NO_ROOM:
        return NO_ROOM
    for index in range(first, end):
        if room.children[index] == group:
            return end
    room.children[end] = group
    return end + 1


def follow(tail: Tail, room: Room, day: int, last: int, effect: int, end: int) -> int:
    """Append all that an effect leads the first frame to; return how many there are in all, or NO_ROOM.

    The frame is as `take_up` left it, and is so again afterwards only if it is taken up again.
    """
    frames = room.frames
    at = EFFECT * effect
    building = tail.effects[at + BUILDING]
    if building >= 0:
        if (frames[BUILT] | frames[BARRED]) >> building & 1 == 1:
            return end
        draw(frames, 0, building)
    for index in range(tail.effects[at + N_RUNS] - 1, -1, -1):
        to_mark(frames, 0, tail.effects[at + RUNS + index])
    first = end
    depth = 1
    while depth > 0:
        here = FRAME * (depth - 1)
        stopped = mark(frames, here, tail.gains, BOX_BITS * day)
        if stopped == AT_END:
            if END * (end + 1) > room.size[MOST_CHILDREN]:
                return NO_ROOM
            if day == last:
                end = keep_end(room, here, first, end)
            else:
                end = keep_child(tail, room, here, day, first, end)
                if end == NO_ROOM:
                    return NO_ROOM
            depth -= 1
        else:
            depth = fork(frames, depth, stopped, tail.gains, BOX_BITS * day)
    return end


def follow_all(tail: Tail, room: Room, day: int, last: int, group: int) -> int:
    """List what each effect of a half-day leads a group to, the fallback at last; return 0, or NO_ROOM."""
    end = 0
    for index in range(tail.days[DAY * day + N_EFFECTS] + 1):
        room.first_child[index] = end
        take_up(room, group)
        end = follow(tail, room, day, last, tail.days[DAY * day + FIRST_EFFECT] + index, end)
        if end == NO_ROOM:
            return NO_ROOM
    room.first_child[tail.days[DAY * day + N_EFFECTS] + 1] = end
    return 0


def score(room: Room, first: int, end: int, u0: int, u1: int, u2: int) -> int:
    """Return the best final score of some ends when so much has been spent."""
    best = -1
    for index in range(first, end):
        at = END * index
        result = (
            room.children[at + POINTS]
            + (room.children[at] - u0) // 2
            + (room.children[at + 1] - u1) // 2
            + (room.children[at + 2] - u2) // 2
        )
        if result > best:
            best = result
    return best


def arrive(room: Room, day: int, last: int, index: int, u0: int, u1: int, u2: int) -> int:
    """Take the positions, or the ends, of one effect with so much spent into account; return 0 or NO_ROOM."""
    first = room.first_child[index]
    end = room.first_child[index + 1]
    if day == last:
        result = score(room, first, end, u0, u1, u2)
        if result > room.size[BEST]:
            room.size[BEST] = result
        return 0
    spent = (u0 << COUNT_BITS | u1) << COUNT_BITS | u2
    for child in range(first, end):
        if position_of(room, room.children[child], spent) == NO_ROOM:
            return NO_ROOM
    return 0


def go_on(tail: Tail, room: Room, day: int, last: int, position: int) -> int:
    """Do everything that can be paid from a position, the fallback where nothing can; return 0 or NO_ROOM."""
    spent = room.positions[POSITION * position + SPENT]
    got = room.groups[GROUP * room.positions[POSITION * position + GROUP_OF] + 1] >> (BOX_BITS + NUMBER_BITS)
    u0 = spent >> 2 * COUNT_BITS
    u1 = spent >> COUNT_BITS & COUNT_MASK
    u2 = spent & COUNT_MASK
    effects = tail.days[DAY * day + N_EFFECTS]
    bought = 0
    for index in range(effects):
        at = EFFECT * (tail.days[DAY * day + FIRST_EFFECT] + index)
        first = 3 * tail.effects[at + FIRST_COST]
        for cost in range(first, first + 3 * tail.effects[at + N_COSTS], 3):
            c0 = u0 + tail.costs[cost]
            c1 = u1 + tail.costs[cost + 1]
            c2 = u2 + tail.costs[cost + 2]
            if (
                c0 <= got >> 2 * COUNT_BITS
                and c1 <= got >> COUNT_BITS & COUNT_MASK
                and c2 <= got & COUNT_MASK
            ):
                bought = 1
                if arrive(room, day, last, index, c0, c1, c2) == NO_ROOM:
                    return NO_ROOM
    if bought == 0:
        return arrive(room, day, last, effects, u0, u1, u2)
    return 0


def reach(tail: Tail, room: Room, n_days: int, spent: int) -> int:
    """Find the best final score from the first frame with this spent; return 0, or NO_ROOM.

    The raid of the first half-day is marked. The score is room.size[BEST].
    """
    room.size[N_GROUPS] = 0
    room.size[N_POSITIONS] = 0
    room.size[BEST] = -1
    if position_of(room, group_of(room, 0, 0), spent) == NO_ROOM:
        return NO_ROOM
    begin = 0
    for day in range(n_days):
        end = room.size[N_GROUPS]
        for group in range(begin, end):
            if follow_all(tail, room, day, n_days - 1, group) == NO_ROOM:
                return NO_ROOM
            position = room.groups[GROUP * group + FIRST_POSITION]
            while position >= 0:
                if go_on(tail, room, day, n_days - 1, position) == NO_ROOM:
                    return NO_ROOM
                position = room.positions[POSITION * position + NEXT]
        begin = end
    return 0


HOT_FUNCTIONS = (
    "group_of",
    "take_up",
    "position_of",
    "raid",
    "keep_end",
    "keep_child",
    "follow",
    "follow_all",
    "score",
    "arrive",
    "go_on",
    "reach",
)  # callees before callers
