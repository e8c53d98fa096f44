"""What one action brings at the end of the game: the best of all choices, with and without a raid.

Written like troyes_dice/play/rules.py: integers, loops and indexing only, on vectors that the caller
passes in, so that the same text runs as plain Python and compiled (solver/compiled.py).

A *target* is an action with a die of some colour and value, or the fallback. Twice the final score is
2 * points + leftovers - (how many leftovers are odd), so what was spent matters to the value of a target
by its sum and its parities only. So a target has 8 values, by the parities of all that is spent, before
the sum is taken off.
"""

from __future__ import annotations

from pencilwright.games.troyes_dice.components import CATHEDRAL_SCORES, CITIZEN_SPACES, COLUMNS, FALLBACK_GAIN
from pencilwright.games.troyes_dice.play.rules import (
    BUILT,
    CATHEDRAL_NUMBER,
    CIT,
    COLUMN,
    COUNT_BITS,
    FEAST_FORTRESS,
    GOT,
    HEAD,
    N_USED,
    QUEUE,
    SHEET_SIZE,
    STRUCK,
    TAIL,
    Vector,
    build,
    gain_resource,
    next_choices,
    one_of_each,
    resolve,
)
from pencilwright.solver.troyes_dice.exact.records import (
    END_SIZE,
    END_VALUE,
    END_WHAT,
    FALLBACK_ACTION,
    LISTED,
    LOW,
    NOT_LISTED,
    PARITIES,
    PARITY_BITS,
    PARITY_MASK,
    PLACE_ACTIONS,
    PLACE_COLOUR,
    PLACE_EFFECT,
    PLACE_SIZE,
    PLACE_VALUE,
    PLACES,
    SEES_MARKET,
    TARGETS_OF_PLACE,
    Day,
    Room,
)


def perform(
    sheet: Vector,
    table: Vector,
    kind: int,
    column: int,
    amount: int,
    effect: int,
    choices: Vector,
    n_choices: int,
    counts: Vector,
) -> int:
    """Do an action but for its cost; return how many choices it had.

    kind : 0..2 gain this resource, 3..8 build, 9 the fallback.

    It has nine parameters because every engine brings sheets, room and actions of its own.
    """
    counts[N_USED] = 0
    counts[HEAD] = 0
    counts[TAIL] = 0
    if kind < 3:
        gain_resource(sheet, kind, amount, choices, n_choices, counts)
    elif kind < 9:
        build(sheet, table, kind - 3, column, effect, choices, n_choices, counts)
    else:
        one_of_each(sheet, FALLBACK_GAIN, choices, n_choices, counts)
    while counts[HEAD] < counts[TAIL]:
        bonus = counts[QUEUE + counts[HEAD]]
        counts[HEAD] += 1
        resolve(sheet, table, bonus, choices, n_choices, counts)
    return counts[N_USED]


def fixed_points(sheet: Vector) -> int:
    """Return the points of a sheet without those for resources."""
    points = sheet[CIT] + sheet[CIT + 1] + sheet[CIT + 2]
    for column in range(6):
        number = sheet[CATHEDRAL_NUMBER + column]
        if number > 0:
            points += number * COUNT_BITS[sheet[BUILT + CATHEDRAL_SCORES[column]]]
    return points


def list_end(ends: Vector, start: int, total: int, what: int, value: int) -> int:
    """Remember one end of an action; return how many there are, LISTED + 1 when they are too many."""
    index = 0
    while index < total and index < LISTED and ends[END_SIZE * (start + index) + END_WHAT] != what:
        index += 1
    if index >= LISTED:
        return LISTED + 1
    at = END_SIZE * (start + index)
    if index == total:
        ends[at + END_WHAT] = what
        ends[at + END_VALUE] = value
        return total + 1
    if value > ends[at + END_VALUE]:
        ends[at + END_VALUE] = value
    return total


def spread(outcome: Vector, targets: Vector, at: int) -> None:
    """Fill targets[at..at+7], by parities of what is spent in all, from `outcome`, by parities left."""
    for spent in range(PARITIES):
        targets[at + spent] = LOW
    for parity in range(PARITIES):
        if outcome[parity] > LOW:
            for spent in range(PARITIES):
                value = outcome[parity] - COUNT_BITS[parity ^ spent]
                if value > targets[at + spent]:
                    targets[at + spent] = value


def copy_sheet(sheet: Vector, to: Vector) -> None:
    """Fill `to` with the numbers of a sheet."""
    for index in range(SHEET_SIZE):
        to[index] = sheet[index]


def outcomes(
    sheet: Vector,
    table: Vector,
    kind: int,
    column: int,
    amount: int,
    effect: int,
    room: Room,
    target: int,
) -> None:
    """Note all ends of an action that differ in parities and bonus buildings, with twice their final score.

    Nothing is paid: the score is that of a sheet with nothing spent, before halves are lost.
    """
    work = room.work
    counts = room.counts
    for parity in range(PARITIES):
        room.outcome[parity] = LOW
    note = 0
    total = 0
    boxes = 0
    n_choices = 0
    while True:
        copy_sheet(sheet, work)
        used = perform(work, table, kind, column, amount, effect, room.choices, n_choices, counts)
        mask = 0
        builds = 0
        for index in range(6):
            new = work[BUILT + index] & ~sheet[BUILT + index]
            if index == kind - 3:
                new &= ~(1 << column)
            if new > 0:
                mask |= new << COLUMNS * (index // 2)
                builds += COUNT_BITS[new]
        boxes |= mask
        if work[BUILT + 2] != sheet[BUILT + 2]:
            note |= SEES_MARKET
        full = (
            work[CIT] == CITIZEN_SPACES or work[CIT + 1] == CITIZEN_SPACES or work[CIT + 2] == CITIZEN_SPACES
        )
        # A raid only forbids some of these ends where every choice is that of a bonus building among two or
        # more. Where a building was forced, something else was chosen (a spill-over, a feast's citizen), or a
        # track is full, the raid may make other ends.
        if builds > 0 and (used != builds or full or effect == FEAST_FORTRESS):
            note |= NOT_LISTED
        parity = (work[GOT] & 1) | (work[GOT + 1] & 1) << 1 | (work[GOT + 2] & 1) << 2
        value = 2 * fixed_points(work) + work[GOT] + work[GOT + 1] + work[GOT + 2]
        if value > room.outcome[parity]:
            room.outcome[parity] = value
        total = list_end(room.ends, LISTED * target, total, mask << PARITY_BITS | parity, value)
        if used == 0:
            break
        n_choices = next_choices(room.choices, n_choices, used, counts)
        if n_choices == 0:
            break
    if total > LISTED:
        note |= NOT_LISTED
    room.notes[target] = note
    room.boxes[target] = boxes
    room.totals[target] = total


def can_act(sheet: Vector, table: Vector, places: Vector, place: int, action: int) -> int:
    """Return 1 when this action of a place is allowed on this sheet."""
    if places[PLACE_SIZE * place + PLACE_ACTIONS] >> action & 1 == 0:
        return 0
    if action == 0:
        return 1
    colour = places[PLACE_SIZE * place + PLACE_COLOUR]
    column = table[COLUMN + 7 * colour + places[PLACE_SIZE * place + PLACE_VALUE]]
    blocked = sheet[BUILT + 2 * colour + action - 1] | sheet[STRUCK + colour]
    return 1 - (blocked >> column & 1)


def fill_target(
    sheet: Vector, table: Vector, day: Day, place: int, action: int, room: Room, target: int
) -> None:
    """Work out what an action of a place brings to a sheet, as the target of this number."""
    places = day.places
    if action == FALLBACK_ACTION:
        outcomes(sheet, table, 9, 0, 0, 0, room, target)
        spread(room.outcome, room.targets, PARITIES * target)
    elif can_act(sheet, table, places, place, action) == 1:
        colour = places[PLACE_SIZE * place + PLACE_COLOUR]
        value = places[PLACE_SIZE * place + PLACE_VALUE]
        column = table[COLUMN + 7 * colour + value]
        kind = colour if action == 0 else 2 + 2 * colour + action
        outcomes(sheet, table, kind, column, value, places[PLACE_SIZE * place + PLACE_EFFECT], room, target)
        spread(room.outcome, room.targets, PARITIES * target)
    else:
        room.notes[target] = 0
        room.boxes[target] = 0
        for parity in range(PARITIES):
            room.targets[PARITIES * target + parity] = LOW


def target_best(room: Room, place: int, parity: int) -> int:
    """Return the best of the three actions of a place."""
    at = PARITIES * TARGETS_OF_PLACE * place + parity
    best = room.targets[at]
    if room.targets[at + PARITIES] > best:
        best = room.targets[at + PARITIES]
    if room.targets[at + 2 * PARITIES] > best:
        best = room.targets[at + 2 * PARITIES]
    return best


def fill_targets(day: Day, room: Room, table: Vector, before: int) -> None:
    """Work out all targets of room.sheet and the row of the variants that strike nothing.

    Unless this is the first time (`before` < 0), only those that see how many dice a market counts.
    """
    places = day.sizes[PLACES]
    for place in range(places):
        for action in range(3):
            target = TARGETS_OF_PLACE * place + action
            if before < 0 or room.notes[target] & SEES_MARKET > 0:
                fill_target(room.sheet, table, day, place, action, room, target)
        for parity in range(PARITIES):
            room.row[PARITIES * place + parity] = target_best(room, place, parity)
    fallback = TARGETS_OF_PLACE * places + FALLBACK_ACTION
    if before < 0 or room.notes[fallback] & SEES_MARKET > 0:
        fill_target(room.sheet, table, day, places, FALLBACK_ACTION, room, fallback)
    for parity in range(PARITIES):
        room.row[PARITIES * places + parity] = room.targets[PARITIES * fallback + parity]


def strike_target(day: Day, room: Room, table: Vector, place: int, action: int, hit: int) -> None:
    """Raise room.row at a place to what an action brings after the raid struck the boxes `hit`.

    Where every bonus building was chosen among two or more, those of them that are not struck are left to
    choose from; otherwise the action is worked out anew.
    """
    target = TARGETS_OF_PLACE * place + action
    at = PARITIES * target
    if room.boxes[target] & hit > 0:
        spare = TARGETS_OF_PLACE * (day.sizes[PLACES] + 1)
        at = PARITIES * spare
        if room.notes[target] & NOT_LISTED > 0:
            fill_target(room.struck, table, day, place, action, room, spare)
        else:
            for parity in range(PARITIES):
                room.outcome[parity] = LOW
            for index in range(LISTED * target, LISTED * target + room.totals[target]):
                what = room.ends[END_SIZE * index + END_WHAT]
                value = room.ends[END_SIZE * index + END_VALUE]
                if what >> PARITY_BITS & hit == 0 and value > room.outcome[what & PARITY_MASK]:
                    room.outcome[what & PARITY_MASK] = value
            spread(room.outcome, room.targets, at)
    for parity in range(PARITIES):
        if room.targets[at + parity] > room.row[PARITIES * place + parity]:
            room.row[PARITIES * place + parity] = room.targets[at + parity]


def strike_row(day: Day, room: Room, table: Vector, common: int) -> None:
    """Fill room.row for room.struck from the row of the sheet before the raid, at room.rows[common]."""
    places = day.sizes[PLACES]
    hit = 0
    for colour in range(3):
        hit |= (room.struck[STRUCK + colour] ^ room.sheet[STRUCK + colour]) << COLUMNS * colour
    for index in range(PARITIES * (places + 1)):
        room.row[index] = room.rows[common + index]
    for place in range(places):
        colour = day.places[PLACE_SIZE * place + PLACE_COLOUR]
        column = table[COLUMN + 7 * colour + day.places[PLACE_SIZE * place + PLACE_VALUE]]
        target = TARGETS_OF_PLACE * place
        boxes = room.boxes[target] | room.boxes[target + 1] | room.boxes[target + 2]
        if (1 << COLUMNS * colour + column | boxes) & hit > 0:
            for parity in range(PARITIES):
                room.row[PARITIES * place + parity] = LOW
            for action in range(3):
                if can_act(room.struck, table, day.places, place, action) == 1:
                    strike_target(day, room, table, place, action, hit)
    if room.boxes[TARGETS_OF_PLACE * places + FALLBACK_ACTION] & hit > 0:
        for parity in range(PARITIES):
            room.row[PARITIES * places + parity] = LOW
        strike_target(day, room, table, places, FALLBACK_ACTION, hit)


HOT_FUNCTIONS = (
    "perform",
    "fixed_points",
    "list_end",
    "spread",
    "copy_sheet",
    "outcomes",
    "can_act",
    "fill_target",
    "target_best",
    "fill_targets",
    "strike_target",
    "strike_row",
)  # callees before callers
