"""The vectors that the kernels of known dice work on, by name, and the numbers they share."""

from __future__ import annotations

from typing import NamedTuple

from pencilwright.games.troyes_dice.play.rules import Vector

MOST_DAYS = 15
MOST_TARGETS = 96  # of a half-day: 18 gains, 36 buildings, and those again with what a feast adds: 90
TARGET_SIZE = 8
MOST_COSTS = 8  # of a target: at most six dice-and-payments lead to one die after its changes
NEVER = 1000  # costs more than anybody has
FALLBACK_KIND = 9
NO_TARGET = 1 << 20

# Places in a target's record.
KIND = 0  # 0..2 gain this resource, 3..8 build, FALLBACK_KIND
BOX = 1  # column
AMOUNT = 2
EFFECT = 3  # of the tile, where it changes what this target brings
N_CHEAP = 4  # costs that no other undercuts; they come first
N_COSTS = 5
CHEAPEST = 6  # sum of the cheapest cost

# Places in a cost.
COST_SIZE = 4  # influence, deniers, knowledge
COST_SUM = 3

# Places in a half-day's record of what bounds need.
FREE_DIE = 0  # 1 when everybody can buy a die
SAFE_AFTER = 1  # 1 when that is so in every later half-day
MARKET_DICE = 2  # 3: dice that a market of each colour counts, a feast included
MORE_CITIZENS = 5  # 1 when a feast gives citizens
MORE_FORTRESS = 6  # 1 when that is for a fortress
MORE_MARKET = 64  # 1 when that is a die more for a market
NETS = 54  # numbers in NET and GAIN_NET, which follow each other
NET = 7  # 36: kind * 6 + column -> least cost less what a feast adds, in twelfths of a point
RAID = 61  # 3: boxes that its raid hits, a bit mask for each colour
GAIN_NET = 43  # 18: colour * 6 + value - 1 -> least cost in twelfths of a point
MORE_CATHEDRAL = 65  # 1 when a feast gives resources for a cathedral
DAY_SIZE = 66

VALUE_SIZE = 2  # of a slot of values

# A group: a sheet without its spending, the raid of its half-day marked.
FIRST_KEY = 0  # 2: the packed sheet
DAY = 2
FIRST_ENTRY = 3  # -1 while not expanded
END_ENTRY = 4
END_FALLBACK = 5
BOUND = 6  # twice the final score is no more, before what was spent
GROUP_WIDTH = 7

# Places in Known.size, beside N_GROUPS, N_VALUES, MOST_GROUPS and SLOT_MASK of exact/records.py.
N_DAYS = 1
N_ENTRIES = 3
MOST_ENTRIES = 5
VALUE_MASK = 7
STAMP = 8  # groups of earlier questions have numbers below it
WORK = 9  # done so far: actions performed and positions visited
LIMIT = 10  # of work for this question
STOPPED = 11  # 1 when the limit or the room was reached
SIZES = 12

# An entry of a group: estimate << ESTIMATE | target << TARGET | child: a group, or parities at the last.
ESTIMATE = 40
TARGET = 32
LOW_WORD = (1 << 32) - 1
TARGET_MASK = 255


EXACT_BITS = 1  # of a remembered value, see Known.values
TWELFTHS = 12  # of a point, in which bounds are worked out
TWELFTHS_OF_HALF = 6  # of half a point: twice a score in twelfths


class Known(NamedTuple):
    """The half-days to come and all that is remembered about positions in them.

    size : see above.
    tables : 90 a half-day.
    n_targets, targets : of each half-day, see above.
    days : DAY_SIZE a half-day.
    costs : MOST_COSTS a target, COST_SIZE each.
    slots : hash table: slot -> group + 1.
    groups, entries : see above.
    values : hash table: VALUE_SIZE a slot: key of group and spending; value << EXACT_BITS | whether it
        is exact and not an upper bound.
    """

    size: Vector
    tables: Vector
    n_targets: Vector
    days: Vector
    targets: Vector
    costs: Vector
    slots: Vector
    groups: Vector
    entries: Vector
    values: Vector


# How many citizens can come (Desk.citizens), for `most_bonuses`.
CIT_SURE = 0  # from all actions to come
CIT_EXTRA = 1  # 3: what links and markets bring more to each track, once each
CIT_MOST_EXTRA = 4  # no single one of them brings more
CIT_LEFT = 5  # half-days left, that is, actions
CITIZENS_SIZE = 6

# What bonuses are worth (Desk.worths), for `most_bonuses`.
WORTH_FIFTEENTH = 0  # 3: the 15th citizen of each track
WORTH_TWENTIETH = 3  # any 20th citizen
WORTH_RESOURCES = 4  # column bonus 3
WORTH_PUBLIC = 5  # column bonuses 6 and 11
WORTHS_SIZE = 6
BONUS_BUILDINGS = 5  # by three 15th citizens and two column bonuses
PRESTIGE_COUNT = 10  # bonuses are counted as prestige buildings << PRESTIGE_COUNT | others
OTHERS_MASK = 1023


class Desk(NamedTuple):
    """Room to work in; nothing in it lasts."""

    sheet: Vector
    work: Vector
    table: Vector
    codes: Vector
    choices: Vector
    counts: Vector
    key: Vector  # 2
    citizens: Vector  # CITIZENS_SIZE, see above
    worths: Vector  # WORTHS_SIZE, see above
    gains: Vector  # 36: what each building brings
    tops: Vector  # what the best actions bring, one for each half-day left, descending
    merged: Vector  # the best of actions and bonus buildings together, descending
    gross: Vector  # BONUS_BUILDINGS: the best buildings at no cost, descending
    caps: Vector  # BONUS_BUILDINGS + 1: so many bonus buildings bring no more
    scored: Vector  # 6: buildings that each cathedral to come would count, descending
    frames: Vector  # FRAME a half-day


# Places in a frame of the search.
FRAME_GROUP = 0
FRAME_SPENT = 1  # packed
FRAME_LEAST = 2  # what it must beat
FRAME_BEST = 3
FRAME_ENTRY = 4
FRAME_COST = 5
FRAME_END = 6
FRAME = 8
