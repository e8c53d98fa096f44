"""The exact value of a sheet before the last but one roll, and the answers that Python asks for.

The groups that each place of a die leads to are listed once for each sheet and variant. Then every roll
takes the best die, and every die its best use, most promising first by an upper bound, so that few
positions are valued.
"""

from __future__ import annotations

from pencilwright.games.troyes_dice.components import COLUMNS
from pencilwright.games.troyes_dice.play.rules import (
    COLUMN,
    GOT,
    STRUCK,
    TABLE_SIZE,
    USED,
    Vector,
    apply,
    attack,
    main_moves,
    next_choices,
    place,
)
from pencilwright.solver.troyes_dice.exact.one_roll import (
    count_last,
    find_group,
    find_key,
    last_value,
    lay,
    unpack,
)
from pencilwright.solver.troyes_dice.exact.records import (
    CEILING,
    CLOSED_DIE,
    COUNT_MASK,
    DICE_OF_ROW,
    FALLBACK_ACTION,
    FULL,
    GOAL,
    GOT_0,
    GOT_1,
    GOT_2,
    GROUP_SIZE,
    KEY,
    LAST_VALUES,
    LOW,
    MOST_CHILDREN,
    MOST_SPREAD,
    NEXT_BOUNDS,
    NEXT_COUNTS,
    NEXT_VALUES,
    NOT_PAYABLE,
    NOT_SAFE,
    PAIRS,
    PLACE_COLOUR,
    PLACE_EFFECT,
    PLACE_SIZE,
    PLACE_VALUE,
    PLACES,
    POINT_AFTER_ALL_ROLLS,
    QUERY_SIZE,
    QUERY_SPENT,
    REAL_DICE,
    RELAXED,
    ROLL_DICE,
    ROLL_SIZE,
    ROLL_VARIANT,
    ROLL_WEIGHT,
    ROLLS,
    SAFE_0,
    SAFE_1,
    SAFE_MOST,
    SCORES,
    SPENT_0,
    SPENT_1,
    SPENT_BITS,
    SPREAD,
    SPREAD_END,
    USE_COST,
    USE_PLACE,
    USE_SIZE,
    VARIANTS,
    Day,
    Middle,
    Scratch,
    Store,
)
from pencilwright.solver.troyes_dice.exact.targets import can_act, copy_sheet, perform


def expand_place(day: Day, store: Store, room: Scratch, middle: Middle, place: int, end: int) -> int:
    """Append to middle.children[end:] the groups that a place leads to; return the new end, or FULL."""
    places = day.places
    table = middle.table
    begin = end
    kind = 9
    column = 0
    value = 0
    effect = 0
    for action in range(4):
        if (action == FALLBACK_ACTION) == (place == day.sizes[PLACES]):
            if action < FALLBACK_ACTION:
                if can_act(middle.struck, table, places, place, action) == 0:
                    continue
                colour = places[PLACE_SIZE * place + PLACE_COLOUR]
                value = places[PLACE_SIZE * place + PLACE_VALUE]
                effect = places[PLACE_SIZE * place + PLACE_EFFECT]
                column = table[COLUMN + 7 * colour + value]
                kind = colour if action == 0 else 2 + 2 * colour + action
            n_choices = 0
            while True:
                copy_sheet(middle.struck, middle.work)
                used = perform(
                    middle.work, table, kind, column, value, effect, middle.choices, n_choices, middle.counts
                )
                group = find_group(store, room.key, middle.work)
                if group < 0 or end >= store.size[MOST_CHILDREN]:
                    return FULL
                index = begin
                while index < end and middle.children[index] != group:
                    index += 1
                if index == end:
                    middle.children[end] = group
                    end += 1
                if used == 0:
                    break
                n_choices = next_choices(middle.choices, n_choices, used, middle.counts)
                if n_choices == 0:
                    break
    return end


def expand(day: Day, store: Store, room: Scratch, middle: Middle) -> int:
    """List the groups that middle.sheet can become in this half-day, for each variant and place.

    Nothing is spent on that sheet. Returns how many different variants there are, or FULL.
    """
    places = day.sizes[PLACES]
    count = 0
    end = 0
    for variant in range(day.sizes[VARIANTS]):
        copy_sheet(middle.sheet, middle.struck)
        lay(day, variant, middle.table)
        attack(middle.struck, middle.table)
        key = day.market[variant]
        for colour in range(3):
            key = key << COLUMNS | middle.struck[STRUCK + colour]
        local = 0
        while local < count and middle.local_key[local] != key:
            local += 1
        middle.local[variant] = local
        if local == count:
            count += 1
            middle.local_key[local] = key
            for place in range(places + 1):
                middle.start[local * (places + 1) + place] = end
                end = expand_place(day, store, room, middle, place, end)
                if end < 0:
                    return FULL
            middle.start[(local + 1) * (places + 1)] = end
    return count


def move_on(source: Vector, begin: int, to: Vector, at: int, n: int) -> int:
    """Copy n numbers from one place to another; return how many."""
    for index in range(n):
        to[at + index] = source[begin + index]
    return n


def expand_again(day: Day, store: Store, room: Scratch, middle: Middle) -> int:
    """Do what `expand` does; where it is done the second time, by reading what came of the first."""
    group = find_group(store, room.key, middle.sheet)
    if group == FULL:
        return FULL
    spread = store.spread
    variants = day.sizes[VARIANTS]
    places = day.sizes[PLACES] + 1
    at = store.groups[GROUP_SIZE * group + SPREAD]
    if at >= 0:
        count = spread[at]
        at += 1
        at += move_on(spread, at, middle.local, 0, variants)
        at += move_on(spread, at, middle.start, 0, count * places + 1)
        move_on(spread, at, middle.children, 0, middle.start[count * places])
        return count
    count = expand(day, store, room, middle)
    if count == FULL:
        return FULL
    at = store.size[SPREAD_END]
    n = middle.start[count * places]
    if at + 2 + variants + count * places + n <= store.size[MOST_SPREAD]:
        store.groups[GROUP_SIZE * group + SPREAD] = at
        spread[at] = count
        at += 1
        at += move_on(middle.local, 0, spread, at, variants)
        at += move_on(middle.start, 0, spread, at, count * places + 1)
        store.size[SPREAD_END] = at + move_on(middle.children, 0, spread, at, n)
    return count


def beyond_floor(store: Store, middle: Middle, u0: int, u1: int, u2: int) -> int:
    """Return how much less than with the floor spent the last roll brings at least: a point for every two."""
    if store.size[GOAL] >= 0:  # values count rolls, and to have spent more makes none of them better
        return 0
    floor = middle.floor
    return POINT_AFTER_ALL_ROLLS * ((u0 - floor[0]) // 2 + (u1 - floor[1]) // 2 + (u2 - floor[2]) // 2)


def is_safe(last: Day, a0: int, a1: int, a2: int) -> int:
    """Return 1 when with this at hand some die can be bought whatever the last roll is, else 0."""
    safe = SAFE_0 * (a0 if a0 < SAFE_MOST else SAFE_MOST)
    safe += SAFE_1 * (a1 if a1 < SAFE_MOST else SAFE_MOST) + (a2 if a2 < SAFE_MOST else SAFE_MOST)
    return last.safe[safe]


def ceiling(
    last: Day, store: Store, room: Scratch, middle: Middle, group: int, u0: int, u1: int, u2: int
) -> int:
    """Return an upper bound of `last_value`, or FULL.

    It is a bound because who spent less can copy all that who spent more does, and keeps the difference:
    every two of a resource are a point, whatever else is left of it; an odd one counts nothing here.
    That does not hold where who spent more cannot buy a die at some roll: the fallback is open to nobody else
    and may be worth more than any die (A11). There `last_value` itself is returned, but not in the relaxed
    game, where everybody may take the fallback.
    """
    record = GROUP_SIZE * group
    key = store.groups[record + KEY]
    a0 = (key >> GOT_0) - u0
    a1 = (key >> GOT_1 & COUNT_MASK) - u1
    a2 = (key >> GOT_2 & COUNT_MASK) - u2
    if store.size[RELAXED] == 0 and is_safe(last, a0, a1, a2) == 0:
        return last_value(last, store, room, group, u0, u1, u2)
    floor = middle.floor
    here = store.size[RELAXED] << SPENT_BITS | floor[0] << SPENT_0 | floor[1] << SPENT_1 | floor[2]
    if store.groups[record + CEILING] != here:
        value = last_value(last, store, room, group, floor[0], floor[1], floor[2])
        if value == FULL:
            return FULL
        store.groups[record + CEILING] = here
        store.groups[record + CEILING + 1] = value
    return store.groups[record + CEILING + 1] - beyond_floor(store, middle, u0, u1, u2)


def best_ceiling(
    last: Day, store: Store, room: Scratch, middle: Middle, where: int, u0: int, u1: int, u2: int
) -> int:
    """Return the greatest ceiling of the groups of one variant and place; LOW when there is none, or FULL."""
    best = LOW
    for index in range(middle.start[where], middle.start[where + 1]):
        bound = ceiling(last, store, room, middle, middle.children[index], u0, u1, u2)
        if bound == FULL:
            return FULL
        if bound > best:
            best = bound
    return best


def best_child(
    last: Day, store: Store, room: Scratch, middle: Middle, where: int, u0: int, u1: int, u2: int
) -> int:
    """Return the best value of the groups of one variant and place; LOW when there is none, or FULL."""
    best = LOW
    for index in range(middle.start[where], middle.start[where + 1]):
        group = middle.children[index]
        bound = ceiling(last, store, room, middle, group, u0, u1, u2)
        if bound == FULL:
            return FULL
        if bound > best:
            value = last_value(last, store, room, group, u0, u1, u2)
            if value == FULL:
                return FULL
            if value > best:
                best = value
    return best


def bound_places(
    day: Day, last: Day, store: Store, room: Scratch, middle: Middle, count: int, u0: int, u1: int, u2: int
) -> int:
    """Note for pairs how much less they bring than with the floor spent, and how much that is for places.

    A pair that is NOT_PAYABLE or NOT_SAFE is noted as such: what the sheet becomes has no less at hand, and
    is safe where the sheet is. The variants of a place follow each other, since they share families.
    Returns FULL without room, else 0.
    """
    got = middle.sheet
    floor = middle.floor
    places = day.sizes[PLACES] + 1
    known = -1
    for pair in range(day.sizes[PAIRS]):
        at = USE_SIZE * pair
        c0 = day.pairs[at + USE_COST] + u0
        c1 = day.pairs[at + USE_COST + 1] + u1
        c2 = day.pairs[at + USE_COST + 2] + u2
        less = NOT_PAYABLE
        if c0 <= got[GOT] and c1 <= got[GOT + 1] and c2 <= got[GOT + 2]:
            less = NOT_SAFE
            safe = is_safe(last, got[GOT] - c0, got[GOT + 1] - c1, got[GOT + 2] - c2)
            if store.size[RELAXED] == 1 or safe == 1:
                less = beyond_floor(store, middle, c0, c1, c2)
                place = day.pairs[at + USE_PLACE]
                for where in range(place, places * count if place > known else 0, places):
                    best = best_ceiling(last, store, room, middle, where, floor[0], floor[1], floor[2])
                    if best == FULL:
                        return FULL
                    middle.tops[where] = best
                known = place
        middle.less[pair] = less
    return 0


def bound_dice(
    day: Day, last: Day, store: Store, room: Scratch, middle: Middle, local: int, u0: int, u1: int, u2: int
) -> int:
    """Set bounds for every pair and every die of one variant; return FULL without room, else 0.

    A pair brings no more than the greatest ceiling of the groups that its place leads to, and a die no more
    than its best pair. A pair that can't be paid brings nothing: LOW.
    """
    places = day.sizes[PLACES]
    pairs = day.sizes[PAIRS]
    for pair in range(pairs):
        at = USE_SIZE * pair
        where = local * (places + 1) + day.pairs[at + USE_PLACE]
        less = middle.less[pair]
        best = LOW
        if less >= 0:
            best = middle.tops[where]
            if best > LOW:
                best -= less
        elif less == NOT_SAFE:
            c0 = day.pairs[at + USE_COST] + u0
            c1 = day.pairs[at + USE_COST + 1] + u1
            c2 = day.pairs[at + USE_COST + 2] + u2
            best = best_ceiling(last, store, room, middle, where, c0, c1, c2)
            if best == FULL:
                return FULL
        middle.pairs[local * pairs + pair] = best
        middle.known[local * pairs + pair] = 0
    for die in range(REAL_DICE):
        best = LOW
        for option in range(day.die_start[die], day.die_start[die + 1]):
            bound = middle.pairs[local * pairs + day.option_pair[option]]
            if bound > best:
                best = bound
        middle.low[DICE_OF_ROW * local + die] = LOW
        middle.high[DICE_OF_ROW * local + die] = best
    middle.low[DICE_OF_ROW * local + CLOSED_DIE] = LOW
    middle.high[DICE_OF_ROW * local + CLOSED_DIE] = LOW
    return 0


def refine(
    day: Day,
    last: Day,
    store: Store,
    room: Scratch,
    middle: Middle,
    local: int,
    die: int,
    u0: int,
    u1: int,
    u2: int,
) -> int:
    """Find the value of the most promising unknown pair of a die; return FULL without room, else 0."""
    base = local * (day.sizes[PAIRS])
    most = LOW
    chosen = 0
    for option in range(day.die_start[die], day.die_start[die + 1]):
        pair = day.option_pair[option]
        if middle.known[base + pair] == 0 and middle.pairs[base + pair] > most:
            most = middle.pairs[base + pair]
            chosen = pair
    if most > LOW:
        at = USE_SIZE * chosen
        where = local * (day.sizes[PLACES] + 1) + day.pairs[at + USE_PLACE]
        c0 = day.pairs[at + USE_COST] + u0
        c1 = day.pairs[at + USE_COST + 1] + u1
        c2 = day.pairs[at + USE_COST + 2] + u2
        value = best_child(last, store, room, middle, where, c0, c1, c2)
        if value == FULL:
            return FULL
        middle.pairs[base + chosen] = value
        middle.known[base + chosen] = 1
    low = LOW
    high = LOW
    for option in range(day.die_start[die], day.die_start[die + 1]):
        pair = base + day.option_pair[option]
        if middle.pairs[pair] > high:
            high = middle.pairs[pair]
        if middle.known[pair] == 1 and middle.pairs[pair] > low:
            low = middle.pairs[pair]
    middle.low[DICE_OF_ROW * local + die] = low
    middle.high[DICE_OF_ROW * local + die] = high
    return 0


def next_value(
    day: Day, last: Day, store: Store, room: Scratch, middle: Middle, count: int, u0: int, u1: int, u2: int
) -> int:
    """Return the sum over 1296 * 1296 rolls for middle.sheet with this spent, after `expand`; or FULL."""
    if bound_places(day, last, store, room, middle, count, u0, u1, u2) == FULL:
        return FULL
    for local in range(count):
        if bound_dice(day, last, store, room, middle, local, u0, u1, u2) == FULL:
            return FULL
        if store.size[RELAXED] == 1:
            where = local * (day.sizes[PLACES] + 1) + day.sizes[PLACES]
            value = best_child(last, store, room, middle, where, u0, u1, u2)
            if value == FULL:
                return FULL
            middle.low[DICE_OF_ROW * local + CLOSED_DIE] = value
    total = 0
    places = day.sizes[PLACES]
    for roll in range(ROLLS):
        at = ROLL_SIZE * roll
        local = middle.local[day.rolls[at + ROLL_VARIANT]]
        dice = DICE_OF_ROW * local
        while True:
            best = middle.low[dice + CLOSED_DIE]  # LOW, but for the fallback of the relaxed game
            first = CLOSED_DIE
            for slot in range(4):
                die = day.rolls[at + ROLL_DICE + slot]
                if middle.low[dice + die] > best:
                    best = middle.low[dice + die]
                if middle.high[dice + die] > middle.high[dice + first]:
                    first = die
            # No die of this roll can bring more than the best one whose value is known.
            if middle.high[dice + first] <= best:
                break
            if refine(day, last, store, room, middle, local, first, u0, u1, u2) == FULL:
                return FULL
        if best < 0:  # no die can be bought: only then is the fallback allowed
            best = best_child(last, store, room, middle, local * (places + 1) + places, u0, u1, u2)
            if best == FULL:
                return FULL
        total += day.rolls[at + ROLL_WEIGHT] * best
    return total


def next_bound(
    day: Day, last: Day, store: Store, room: Scratch, middle: Middle, count: int, u0: int, u1: int, u2: int
) -> int:
    """Return an upper bound of `next_value` in the relaxed game, from ceilings alone; or FULL."""
    places = day.sizes[PLACES]
    if bound_places(day, last, store, room, middle, count, u0, u1, u2) == FULL:
        return FULL
    for local in range(count):
        if bound_dice(day, last, store, room, middle, local, u0, u1, u2) == FULL:
            return FULL
        most = best_ceiling(last, store, room, middle, local * (places + 1) + places, u0, u1, u2)
        if most == FULL:
            return FULL
        middle.high[DICE_OF_ROW * local + CLOSED_DIE] = most
    total = 0
    for roll in range(ROLLS):
        at = ROLL_SIZE * roll
        dice = DICE_OF_ROW * middle.local[day.rolls[at + ROLL_VARIANT]]
        most = middle.high[dice + CLOSED_DIE]
        for slot in range(4):
            high = middle.high[dice + day.rolls[at + ROLL_DICE + slot]]
            if high > most:
                most = high
        total += day.rolls[at + ROLL_WEIGHT] * most
    return total


def same_sheet(queries: Vector, one: int, other: int) -> int:
    """Return 1 when two queries ask about one sheet, else 0."""
    at = QUERY_SIZE * one
    to = QUERY_SIZE * other
    return 1 if queries[at] == queries[to] and queries[at + 1] == queries[to + 1] else 0


def values_of(
    what: int,
    day: Day,
    last: Day,
    store: Store,
    room: Scratch,
    middle: Middle,
    queries: Vector,
    n: int,
    out: Vector,
) -> int:
    """Answer n queries about packed sheets and what is spent on them; return how many it could.

    what : LAST_VALUES, NEXT_VALUES or NEXT_BOUNDS. Queries about one sheet follow each other.
    """
    count = 0
    for query in range(n):
        at = QUERY_SIZE * query
        u0 = queries[at + QUERY_SPENT]
        u1 = queries[at + QUERY_SPENT + 1]
        u2 = queries[at + QUERY_SPENT + 2]
        if what == LAST_VALUES:
            count = find_key(store, queries[at], queries[at + 1])
        elif query == 0 or same_sheet(queries, query - 1, query) == 0:
            unpack(queries[at], queries[at + 1], middle.sheet)
            again = what == NEXT_VALUES
            count = expand_again(day, store, room, middle) if again else expand(day, store, room, middle)
        if count == FULL:
            return query
        if what == LAST_VALUES:
            out[query] = last_value(last, store, room, count, u0, u1, u2)
        elif what == NEXT_VALUES:
            out[query] = next_value(day, last, store, room, middle, count, u0, u1, u2)
        else:
            out[query] = next_bound(day, last, store, room, middle, count, u0, u1, u2)
        if out[query] == FULL:
            return query
    return n


def next_roll(
    last: Day, store: Store, room: Scratch, middle: Middle, table: Vector, weight: int, histogram: Vector
) -> int:
    """Add to the histogram what the best move after the roll on `table` leads to; return 0, or FULL.

    middle.sheet is the sheet before the raid, its spending included. Among moves of the same value the
    first in the order of rules.legal_actions is made.
    """
    best = LOW
    chosen = 0
    copy_sheet(middle.sheet, middle.struck)
    attack(middle.struck, table)
    for index in range(main_moves(middle.struck, table, middle.codes)):
        n_choices = 0
        while True:
            copy_sheet(middle.struck, middle.work)
            used = apply(middle.work, table, middle.codes[index], middle.choices, n_choices, middle.counts)
            u0 = middle.work[USED]
            u1 = middle.work[USED + 1]
            u2 = middle.work[USED + 2]
            group = find_group(store, room.key, middle.work)
            if group == FULL:
                return FULL
            bound = ceiling(last, store, room, middle, group, u0, u1, u2)
            if bound == FULL:
                return FULL
            if bound > best:
                value = last_value(last, store, room, group, u0, u1, u2)
                if value == FULL:
                    return FULL
                if value > best:
                    best = value
                    chosen = group << SPENT_BITS | u0 << SPENT_0 | u1 << SPENT_1 | u2
            if used == 0:
                break
            n_choices = next_choices(middle.choices, n_choices, used, middle.counts)
            if n_choices == 0:
                break
    group = chosen >> SPENT_BITS
    u0 = chosen >> SPENT_0 & COUNT_MASK
    u1 = chosen >> SPENT_1 & COUNT_MASK
    return count_last(last, store, room, group, u0, u1, chosen & COUNT_MASK, weight, histogram)


def count_next(
    last: Day, store: Store, room: Scratch, middle: Middle, queries: Vector, histogram: Vector
) -> int:
    """Add to the histogram all 1296 * 1296 rolls for middle.sheet, its spending included; return 0, or FULL.

    queries : the table of the half-day before the last one, its dice not rolled; then for each of the 336
        rolls how often it comes, and its dice.
    """
    for kind in range(3):
        middle.floor[kind] = middle.sheet[USED + kind]
    for at in range(TABLE_SIZE, TABLE_SIZE + 5 * ROLLS, 5):
        for index in range(TABLE_SIZE):
            middle.table[index] = queries[index]
        place(middle.table, queries[at + 1], queries[at + 2], queries[at + 3], queries[at + 4])
        if next_roll(last, store, room, middle, middle.table, queries[at], histogram) == FULL:
            return FULL
    return 0


def solve(
    what: int,
    day: Day,
    last: Day,
    store: Store,
    room: Scratch,
    middle: Middle,
    queries: Vector,
    n: int,
    out: Vector,
) -> int:
    """Answer n queries about sheets; return how many it could before the store was full.

    what : LAST_VALUES, NEXT_VALUES and NEXT_BOUNDS, see values_of, or LAST_COUNTS and NEXT_COUNTS:
        histograms of the final score of middle.sheet, its spending included; for the latter `queries`
        is as in count_next.
    day, last : the half-day before the last one, and the last one.
    """
    if what in (LAST_VALUES, NEXT_VALUES, NEXT_BOUNDS):
        return values_of(what, day, last, store, room, middle, queries, n, out)
    for score in range(SCORES):
        out[score] = 0
    if what == NEXT_COUNTS:
        return 1 + count_next(last, store, room, middle, queries, out)
    group = find_group(store, room.key, middle.sheet)
    if group == FULL:
        return 0
    u0 = middle.sheet[USED]
    u1 = middle.sheet[USED + 1]
    return 1 + count_last(last, store, room, group, u0, u1, middle.sheet[USED + 2], 1, out)
