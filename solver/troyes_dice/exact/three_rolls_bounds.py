"""What a sheet is worth before the last but two rolls, between bounds that close: kernels of three_rolls.py.

Every position that the first of the three rolls may lead to is worth its exact value where that is known,
else a bound. One pass over the rolls sums both up and names the positions whose values would close the gap.
"""

from __future__ import annotations

from pencilwright.games.troyes_dice.play.rules import GOT, Vector
from pencilwright.solver.troyes_dice.exact.records import (
    ALL_ROLLS,
    CEILING,
    CLOSED_DIE,
    DICE_OF_ROW,
    FIRST_VALUE,
    FULL,
    GOAL,
    GROUP_SIZE,
    IN_REAL,
    LOW,
    MOST_VALUES,
    N_VALUES,
    NEXT_VALUE,
    PAIRS,
    PLACES,
    POINT_AFTER_ALL_ROLLS,
    REAL_DICE,
    ROLL_DICE,
    ROLL_SIZE,
    ROLL_VARIANT,
    ROLL_WEIGHT,
    SPENT_0,
    SPENT_1,
    SPENT_BITS,
    SPENT_MASK,
    STORED_SIZE,
    USE_COST,
    USE_PLACE,
    USE_SIZE,
    Day,
    Middle,
    Scratch,
    Store,
)
from pencilwright.solver.troyes_dice.exact.two_rolls import expand

IS_KNOWN = 1  # the lowest bit of what `worth` returns
MOST_WORTH = CEILING  # of a group's record: the most it is worth where no more than the floor is spent
POINT = POINT_AFTER_ALL_ROLLS * ALL_ROLLS  # a point more after every roll of both half-days
LEAST, MOST, REQUESTS = 0, 1, 2  # places in the answer of `weigh`
DO_EXPAND, DO_WEIGH, DO_KEEP, DO_BOUND = 0, 1, 2, 3


def worth(store: Store, middle: Middle, group: int, u0: int, u1: int, u2: int) -> int:
    """Return the value of a group with this spent, or a bound of it, times two, and IS_KNOWN.

    The bound is that of the relaxed game with no more spent than the floor. There whoever spent less can copy
    all that who spent more does, and keeps the difference: every two of a resource are a point.
    """
    record = GROUP_SIZE * group
    spent = u0 << SPENT_0 | u1 << SPENT_1 | u2
    at = store.groups[record + FIRST_VALUE]
    while at >= 0:
        if store.values[at] == spent:
            return 2 * store.values[at + IN_REAL] + IS_KNOWN
        at = store.values[at + NEXT_VALUE]
    bound = store.groups[record + MOST_WORTH]
    if store.size[GOAL] < 0:
        floor = middle.floor
        bound -= POINT * ((u0 - floor[0]) // 2 + (u1 - floor[1]) // 2 + (u2 - floor[2]) // 2)
    return 2 * bound


def weigh_place(store: Store, middle: Middle, where: int, at: int, u0: int, u1: int, u2: int) -> None:
    """Note at a pair's number what its groups bring at least and at most, and the one that may bring most."""
    most = 2 * LOW
    least = LOW
    for index in range(middle.start[where], middle.start[where + 1]):
        group = middle.children[index]
        result = worth(store, middle, group, u0, u1, u2)
        if result & IS_KNOWN == 1 and result >> 1 > least:
            least = result >> 1
        if result > most:
            most = result
            middle.known[at] = (
                group << SPENT_BITS | u0 << SPENT_0 | u1 << SPENT_1 | u2
            ) << 1 | result & IS_KNOWN
    middle.pairs[at] = most >> 1
    middle.least[at] = least


def weigh_dice(day: Day, store: Store, middle: Middle, local: int, u0: int, u1: int, u2: int) -> None:
    """Note for each die of a variant what its best use brings at least and at most, and which that is."""
    sheet = middle.sheet
    pairs = day.sizes[PAIRS]
    base = local * (pairs + 1)
    places = day.sizes[PLACES] + 1
    for pair in range(pairs):
        at = USE_SIZE * pair
        c0 = day.pairs[at + USE_COST] + u0
        c1 = day.pairs[at + USE_COST + 1] + u1
        c2 = day.pairs[at + USE_COST + 2] + u2
        middle.pairs[base + pair] = LOW
        middle.least[base + pair] = LOW
        if c0 <= sheet[GOT] and c1 <= sheet[GOT + 1] and c2 <= sheet[GOT + 2]:
            weigh_place(store, middle, local * places + day.pairs[at + USE_PLACE], base + pair, c0, c1, c2)
    weigh_place(store, middle, local * places + places - 1, base + pairs, u0, u1, u2)
    for die in range(DICE_OF_ROW):
        high = LOW
        low = LOW
        best = base + pairs
        if die < REAL_DICE:
            for option in range(day.die_start[die], day.die_start[die + 1]):
                pair = base + day.option_pair[option]
                if middle.least[pair] > low:
                    low = middle.least[pair]
                if middle.pairs[pair] > high:
                    high = middle.pairs[pair]
                    best = pair
        middle.low[DICE_OF_ROW * local + die] = low
        middle.high[DICE_OF_ROW * local + die] = high
        middle.first[DICE_OF_ROW * local + die] = best


def weigh(
    day: Day, store: Store, middle: Middle, count: int, n_rolls: int, u0: int, u1: int, u2: int, out: Vector
) -> int:
    """Sum up over n_rolls what middle.sheet is worth at least and at most, after `expand`.

    Returns how many positions `out` names from REQUESTS on, group << SPENT_BITS | spent, some perhaps twice:
    one for each die of each variant that may be the best of a roll and is not known to be.
    """
    for local in range(count):
        weigh_dice(day, store, middle, local, u0, u1, u2)
    end = REQUESTS
    least = 0
    most = 0
    for roll in range(n_rolls):
        at = ROLL_SIZE * roll
        local = middle.local[day.rolls[at + ROLL_VARIANT]]
        dice = DICE_OF_ROW * local
        high = LOW
        low = LOW
        first = dice + CLOSED_DIE
        for slot in range(4):
            die = dice + day.rolls[at + ROLL_DICE + slot]
            if middle.low[die] > low:
                low = middle.low[die]
            if middle.high[die] > high:
                high = middle.high[die]
                first = die
        pair = middle.first[first]
        if high == LOW:  # no die can be bought: only then is the fallback allowed
            high = middle.pairs[pair]
            low = middle.least[pair]
        if low < high and middle.known[pair] & IS_KNOWN == 0:
            out[end] = middle.known[pair] >> 1
            middle.known[pair] |= IS_KNOWN  # it is asked for
            end += 1
        least += day.rolls[at + ROLL_WEIGHT] * low
        most += day.rolls[at + ROLL_WEIGHT] * high
    out[LEAST] = least
    out[MOST] = most
    return end - REQUESTS


def third_roll(
    what: int,
    day: Day,
    store: Store,
    room: Scratch,
    middle: Middle,
    n_rolls: int,
    queries: Vector,
    n: int,
    out: Vector,
) -> int:
    """Answer a question about one wheel.

    what : DO_EXPAND lists the groups that middle.sheet may become, and returns how many variants differ.
        DO_WEIGH weighs it with the spending that `queries` holds; n is what DO_EXPAND returned. DO_KEEP keeps
        n values, two numbers each: group << SPENT_BITS | spent, value. DO_BOUND keeps n bounds: group, bound.
    Returns FULL where the store has no room.
    """
    if what == DO_EXPAND:
        return expand(day, store, room, middle)
    if what == DO_WEIGH:
        return weigh(day, store, middle, n, n_rolls, queries[0], queries[1], queries[2], out)
    for index in range(n):
        group = queries[2 * index]
        if what == DO_BOUND:
            store.groups[GROUP_SIZE * group + MOST_WORTH] = queries[2 * index + 1]
        else:
            if store.size[N_VALUES] == store.size[MOST_VALUES]:
                return FULL
            record = GROUP_SIZE * (group >> SPENT_BITS)
            at = STORED_SIZE * store.size[N_VALUES]
            store.size[N_VALUES] += 1
            store.values[at] = group & SPENT_MASK
            store.values[at + IN_REAL] = queries[2 * index + 1]
            store.values[at + NEXT_VALUE] = store.groups[record + FIRST_VALUE]
            store.groups[record + FIRST_VALUE] = at
    return 0
