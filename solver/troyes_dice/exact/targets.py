"""What one action brings at the end of the game: its ends, and the boxes that each of them needs.

Written like troyes_dice/play/rules.py: integers, loops and indexing only, on vectors that the caller
passes in, so that the same text runs as plain Python and compiled (solver/compiled.py).

Twice the final score is 2 * points + leftovers - (how many leftovers are odd), so what was spent matters to
the value of an end by its sum and its parities only. A raid takes away the ends that need a box it strikes.
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
    ENTRY_BOXES,
    ENTRY_SIZE,
    ENTRY_VALUE,
    ENTRY_WHERE,
    FALLBACK_ACTION,
    FEWEST,
    LAST_BOXES,
    LAST_ENDS,
    LAST_FEWEST,
    LAST_MARKET,
    LISTED,
    LOW,
    PARITIES,
    PARITY_BITS,
    PARITY_MASK,
    PLACE_ACTIONS,
    PLACE_COLOUR,
    PLACE_EFFECT,
    PLACE_SIZE,
    PLACE_VALUE,
    PLACES,
    TARGETS_OF_PLACE,
    Day,
    Scratch,
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


def list_end(ends: Vector, total: int, what: int, value: int) -> int:
    """Remember one end of an action; return how many there are, LISTED + 1 when they are too many."""
    index = 0
    while index < total and index < LISTED and ends[END_SIZE * index + END_WHAT] != what:
        index += 1
    if index >= LISTED:
        return LISTED + 1
    at = END_SIZE * index
    if index == total:
        ends[at + END_WHAT] = what
        ends[at + END_VALUE] = value
        return total + 1
    if value > ends[at + END_VALUE]:
        ends[at + END_VALUE] = value
    return total


def copy_sheet(sheet: Vector, to: Vector) -> None:
    """Fill `to` with the numbers of a sheet."""
    for index in range(SHEET_SIZE):
        to[index] = sheet[index]


def outcomes(
    sheet: Vector, table: Vector, kind: int, column: int, amount: int, effect: int, room: Scratch
) -> None:
    """Note all ends of an action that differ in parities and bonus buildings, with twice their final score.

    Nothing is paid: the score is that of a sheet with nothing spent, before halves are lost.
    """
    work = room.work
    counts = room.counts
    for parity in range(PARITIES):
        room.outcome[parity] = LOW
    market = 0
    fewest = FEWEST
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
                mask |= new << COLUMNS * (2 - index // 2)
                builds += COUNT_BITS[new]
        boxes |= mask
        if work[BUILT + 2] != sheet[BUILT + 2]:
            market = 1
        full = (
            work[CIT] == CITIZEN_SPACES or work[CIT + 1] == CITIZEN_SPACES or work[CIT + 2] == CITIZEN_SPACES
        )
        # Strikes only forbid some of these ends where every choice is that of a bonus building and one of its
        # boxes is left. Where a building was forced, something else was chosen (a spill-over, a feast's
        # citizen), or a track is full, they may make other ends.
        if builds > 0 and (used != builds or full or effect == FEAST_FORTRESS):
            fewest = 1
        for index in range(used if builds > 0 else 0):
            if counts[index] < fewest:
                fewest = counts[index]
        parity = (work[GOT] & 1) | (work[GOT + 1] & 1) << 1 | (work[GOT + 2] & 1) << 2
        value = 2 * fixed_points(work) + work[GOT] + work[GOT + 1] + work[GOT + 2]
        if value > room.outcome[parity]:
            room.outcome[parity] = value
        total = list_end(room.ends, total, mask << PARITY_BITS | parity, value)
        if used == 0:
            break
        n_choices = next_choices(room.choices, n_choices, used, counts)
        if n_choices == 0:
            break
    room.target[LAST_MARKET] = market
    room.target[LAST_FEWEST] = 1 if total > LISTED else fewest
    room.target[LAST_BOXES] = boxes
    room.target[LAST_ENDS] = total


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


def add_end(ends: Vector, begin: int, end: int, where: int, value: int, boxes: int) -> int:
    """Append an end to ends[begin:end] unless one of its place is better whatever is struck and spent.

    Returns the new end.
    """
    for at in range(begin, end, ENTRY_SIZE):
        odd = ends[at + ENTRY_WHERE] ^ where
        if (
            odd < PARITIES
            and ends[at + ENTRY_BOXES] & ~boxes == 0
            and ends[at + ENTRY_VALUE] - COUNT_BITS[odd] >= value
        ):
            return end
    ends[end + ENTRY_WHERE] = where
    ends[end + ENTRY_VALUE] = value
    ends[end + ENTRY_BOXES] = boxes
    return end + ENTRY_SIZE


def add_target(day: Day, room: Scratch, ends: Vector, target: int, begin: int, end: int) -> int:
    """Append the ends of a target, an action of a place of room.sheet, to ends[begin:end].

    Returns the new end. Room.target tells of it: nothing where the action is not allowed.
    """
    place = target // TARGETS_OF_PLACE
    action = target % TARGETS_OF_PLACE
    room.target[LAST_MARKET] = 0
    room.target[LAST_BOXES] = 0
    own = 0
    if place == day.sizes[PLACES]:
        if action < FALLBACK_ACTION:
            return end
        outcomes(room.sheet, room.table, 9, 0, 0, 0, room)
    elif action < FALLBACK_ACTION and can_act(room.sheet, room.table, day.places, place, action) == 1:
        colour = day.places[PLACE_SIZE * place + PLACE_COLOUR]
        value = day.places[PLACE_SIZE * place + PLACE_VALUE]
        effect = day.places[PLACE_SIZE * place + PLACE_EFFECT]
        column = room.table[COLUMN + 7 * colour + value]
        kind = colour
        if action > 0:
            kind = 2 + 2 * colour + action
            own = 1 << COLUMNS * (2 - colour) + column
        outcomes(room.sheet, room.table, kind, column, value, effect, room)
    else:
        return end
    where = PARITIES * place
    if room.target[LAST_FEWEST] == 1:
        for parity in range(PARITIES):
            if room.outcome[parity] > LOW:
                boxes = own | room.target[LAST_BOXES]
                end = add_end(ends, begin, end, where + parity, room.outcome[parity], boxes)
    else:
        for index in range(room.target[LAST_ENDS]):
            what = room.ends[END_SIZE * index + END_WHAT]
            value = room.ends[END_SIZE * index + END_VALUE]
            end = add_end(ends, begin, end, where + (what & PARITY_MASK), value, own | what >> PARITY_BITS)
    return end
