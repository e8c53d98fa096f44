"""One action marked circle by circle, in every way that a player may choose: kernels of the forward proof.

Written from the rules dossier (sections 4, 7 and 8), with the gains and links of `options` and `tables`;
nothing here looks at the engine. A *frame* is a sheet that is being marked: what is still to be circled lies
on a stack, the bonuses that are due stand in a queue. Where a player may choose, the frame is copied once for
each answer.

Functions touch integers and vectors of integers only, so that the same text runs as plain Python and compiled
(solver/compiled.py).
"""

from __future__ import annotations

from pencilwright.solver.troyes_dice.proof.options import Gain
from pencilwright.solver.troyes_dice.proof.tables import (
    BONUSES,
    CITIZEN_END,
    COLUMN_3,
    COLUMN_MARKS,
    FIFTEENTH,
    FREE_BUILDINGS,
    LINKS,
    PLAIN_GAIN,
    RESOURCE_END,
    RESOURCE_MARKS,
    TWENTIETH,
)

Vector = list[int]

# --- A frame ----------------------------------------------------------------------------------------------
GOT = 0  # 3: resources circled ever
CITIZENS = 3  # 3
BUILT = 6  # 36 bits, kind * 6 + column
BARRED = 7  # 36 bits: not built, and its die box struck
NUMBERS = 8  # two bits for each column's cathedral
QUEUE = 9  # bonuses due, first in the lowest bits, BONUS_WIDTH bits each, bonus + 1
N_QUEUE = 10
CHOICE = 11  # 36 bits: the buildings to choose among
N_TO_MARK = 12
TO_MARK = 13  # runs of circles, the next one last
MOST_TO_MARK = 24  # an action leaves 8 runs, and each citizen of a resource space lies on top of its run
FRAME = TO_MARK + MOST_TO_MARK
MOST_FRAMES = 512  # 17 others for each of 5 buildings, 2 for each of at most 60 citizens

# A run of circles: how many << RUN_BITS | what.
RUN_BITS = 3
WHAT_MASK = 7
ONE_MORE = 1 << RUN_BITS
CITIZEN_RUN = 3  # and above: citizens; below: resources
CHOICE_RUN = 6  # a yellow or a white citizen, as the player likes

BONUS_WIDTH = 4
BONUS_MASK = 15
KIND_MASK = 63
CATHEDRAL = 24  # first building of the kind
YELLOW_OR_WHITE = 6

# What stops a frame.
AT_END = 0
AT_BUILDING = 8  # below: a mask of tracks, one of which gets a citizen


def runs(gain: Gain) -> tuple[int, ...]:
    """Return a gain as runs of circles, resources first."""
    counts = (*gain.resources, *gain.citizens)
    return tuple(count << RUN_BITS | what for what, count in enumerate(counts) if count)


def _only(codes: tuple[int, ...]) -> int:
    """Return the one run of a gain that has no more; 0 for none."""
    (code,) = codes or (0,)
    return code


SPACES = RESOURCE_MARKS[0]  # a citizen comes with each so many resources
MARK_3, MARK_6, MARK_11 = COLUMN_MARKS
LINK_RUN = tuple(_only(runs(LINKS[building])) if building in LINKS else 0 for building in range(36))
FREE_MASK = tuple(sum(1 << building for building in FREE_BUILDINGS[bonus]) for bonus in BONUSES)
PLAIN_RUNS = tuple(
    ([_only(runs(gain)) for gain in PLAIN_GAIN.get(bonus, ())] + [0] * 3)[at]
    for bonus in BONUSES
    for at in range(3)
)  # bonus * 3 + at, in the order of marking
ONES = tuple(mask.bit_count() for mask in range(64))


def to_mark(frames: Vector, at: int, run: int) -> None:
    """Put a run on top of what is to be marked; an empty one is left out."""
    if run >> RUN_BITS > 0:
        frames[at + TO_MARK + frames[at + N_TO_MARK]] = run
        frames[at + N_TO_MARK] += 1


def fall_due(frames: Vector, at: int, bonus: int) -> None:
    """Put a bonus at the end of the queue."""
    frames[at + QUEUE] |= (bonus + 1) << BONUS_WIDTH * frames[at + N_QUEUE]
    frames[at + N_QUEUE] += 1


def fewest(frames: Vector, at: int) -> int:
    """Return how many citizens all three tracks have."""
    least = frames[at + CITIZENS]
    if frames[at + CITIZENS + 1] < least:
        least = frames[at + CITIZENS + 1]
    if frames[at + CITIZENS + 2] < least:
        least = frames[at + CITIZENS + 2]
    return least


def citizen(frames: Vector, at: int, track: int) -> None:
    """Circle one citizen on a track with space: its own bonus is due before that of the columns."""
    before = fewest(frames, at)
    frames[at + CITIZENS + track] += 1
    count = frames[at + CITIZENS + track]
    if count == 15:
        fall_due(frames, at, FIFTEENTH + track)
    elif count == CITIZEN_END:
        fall_due(frames, at, TWENTIETH + track)
    now = fewest(frames, at)
    if now > before:
        if now == MARK_3:
            fall_due(frames, at, COLUMN_3)
        elif now == MARK_6:
            fall_due(frames, at, COLUMN_3 + 1)
        elif now == MARK_11:
            fall_due(frames, at, COLUMN_3 + 2)


def draw(frames: Vector, at: int, building: int) -> None:
    """Draw a building; what its link brings, if the other one stands, is to be marked after its own gain."""
    frames[at + BUILT] |= 1 << building
    if CATHEDRAL <= building < CATHEDRAL + 6:
        order = ONES[frames[at + BUILT] >> CATHEDRAL & KIND_MASK] - 1
        frames[at + NUMBERS] |= (order // 2 + 1) << 2 * (building - CATHEDRAL)
    if frames[at + BUILT] >> (building ^ 1) & 1 == 1:
        to_mark(frames, at, LINK_RUN[building & ~1])


def mark(frames: Vector, at: int, gains: Vector, first_gain: int) -> int:
    """Mark a frame until it is finished or the player must choose; return AT_END, AT_BUILDING or tracks.

    gains : from first_gain on, the run of circles that each building brings in this half-day.
    """
    while True:
        count = frames[at + N_TO_MARK]
        if count > 0:
            here = at + TO_MARK + count - 1
            run = frames[here]
            what = run & WHAT_MASK
            if run >> RUN_BITS == 0:
                frames[at + N_TO_MARK] = count - 1
            elif what < CITIZEN_RUN:
                if frames[at + GOT + what] == RESOURCE_END:
                    frames[at + N_TO_MARK] = count - 1  # what is beyond the last space is lost
                else:
                    frames[here] = run - ONE_MORE
                    frames[at + GOT + what] += 1
                    if frames[at + GOT + what] % SPACES == 0:
                        to_mark(frames, at, ONE_MORE | CITIZEN_RUN + what)
            elif what == CHOICE_RUN:
                frames[here] = run - ONE_MORE
                return YELLOW_OR_WHITE
            else:
                frames[here] = run - ONE_MORE
                if frames[at + CITIZENS + what - CITIZEN_RUN] < CITIZEN_END:
                    citizen(frames, at, what - CITIZEN_RUN)
                else:
                    tracks = 0
                    for track in range(3):
                        if frames[at + CITIZENS + track] < CITIZEN_END:
                            tracks |= 1 << track
                    if tracks > 0:
                        return tracks
        elif frames[at + N_QUEUE] > 0:
            bonus = (frames[at + QUEUE] & BONUS_MASK) - 1
            frames[at + QUEUE] >>= BONUS_WIDTH
            frames[at + N_QUEUE] -= 1
            if FREE_MASK[bonus] == 0:
                for last in range(3):
                    to_mark(frames, at, PLAIN_RUNS[3 * bonus + 2 - last])
            else:
                free = FREE_MASK[bonus] & ~(frames[at + BUILT] | frames[at + BARRED])
                if free > 0:
                    frames[at + CHOICE] = free
                    return AT_BUILDING
        else:
            return AT_END


def answer(frames: Vector, at: int, stopped: int, which: int, gains: Vector, first_gain: int) -> None:
    """Go on with one answer: a track that gets the citizen, or a building."""
    if stopped < AT_BUILDING:
        to_mark(frames, at, ONE_MORE | CITIZEN_RUN + which)
    else:
        draw(frames, at, which)
        to_mark(frames, at, gains[first_gain + which])


def fork(frames: Vector, depth: int, stopped: int, gains: Vector, first_gain: int) -> int:
    """Replace the topmost of `depth` frames by one for each answer to its choice; return their number."""
    at = FRAME * (depth - 1)
    left = stopped if stopped < AT_BUILDING else frames[at + CHOICE]
    which = 0
    while left > 1:
        if left & 1 == 1:
            to = FRAME * depth
            for index in range(FRAME):
                frames[to + index] = frames[at + index]
            answer(frames, to, stopped, which, gains, first_gain)
            depth += 1
        left >>= 1
        which += 1
    answer(frames, at, stopped, which, gains, first_gain)
    return depth


def points(frames: Vector, at: int) -> int:
    """Return the final score of a frame without what is unspent: citizens and cathedral lines."""
    total = frames[at + CITIZENS] + frames[at + CITIZENS + 1] + frames[at + CITIZENS + 2]
    for column in range(6):
        number = frames[at + NUMBERS] >> 2 * column & 3
        total += number * ONES[frames[at + BUILT] >> 6 * column & KIND_MASK]
    return total


HOT_FUNCTIONS = (
    "to_mark",
    "fall_due",
    "fewest",
    "citizen",
    "draw",
    "mark",
    "answer",
    "fork",
    "points",
)  # callees before callers
