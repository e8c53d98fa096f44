"""The vectors that the kernels of expectimax work on, by name, and the numbers they share.

A purchase is a die and what pays for it; a place a die after all its changes (colour, value, effect of the
tile); an option a purchase with changes that lead to a place; a target a place with an action, or the
fallback; a group a sheet without what was spent; a variant what a roll means for buildings (boxes raided,
dice that a market counts).
"""

from __future__ import annotations

from typing import NamedTuple

from pencilwright.games.troyes_dice.play.rules import Vector

FULL = -1
LOW = -10000  # below every value; not a value
GROUP_HASH = 0x5851F42D4C957F2D
VALUE_HASH = 0x2545F4914F6CDD1D

# A sheet without its spending, packed in two numbers (last_roll.pack): the first holds the circled resources
# above six masks of what is built, the second citizens, strikes and cathedral numbers. No count is above 20.
COUNT_WIDTH = 5
COUNT_MASK = 31
BOX_MASK = 63
NUMBER_WIDTH = 2
NUMBER_MASK = 3
GOT_0 = 46  # where the influence circled begins in the first number; all above it
GOT_1 = 41  # deniers
GOT_2 = 36  # knowledge
FORTRESSES_AT = 30  # in the first number too
STRUCK_AT = 12  # where the boxes struck begin in the second number
STRUCK_BOXES = 18  # how many bits these have
BOXES = 262143  # a bit for each box: COLUMNS of red, highest, of yellow, of white
OF_EVERY_COLOUR = 4161  # times some columns: their boxes of all colours

# What is spent, packed in one number below whatever it stands with: group << SPENT_BITS | spent.
SPENT_0 = 10  # influence
SPENT_1 = 5  # deniers; knowledge begins at 0, and each has COUNT_WIDTH bits
SPENT_BITS = 15
SPENT_MASK = 32767

# The code of a move, as rules.encode packs it: slot, what pays, colour, value, action.
CODE_SLOT = 9
CODE_COLOUR = 5
CODE_VALUE = 2
COLOUR_MASK = 3
DIE_MASK = 7
ACTION_MASK = 3

HASH_SHIFT = 21  # of a wrapped product the middle bits, which depend on all bits of the key

# Parities: three bits, one for each resource. Halves of points are lost by them alone.
PARITIES = 8
PARITY_BITS = 3
PARITY_MASK = 7

# What may be tried in a position: an action of a place, or the fallback.
FALLBACK_ACTION = 3
LISTED = 64  # ends of a target that are remembered
ROLLS = 336
ALL_ROLLS = 1296  # 6**4, the weights of the 336 together
POINT_AFTER_ALL_ROLLS = 2 * ALL_ROLLS  # a point more after every roll, in sums of twice the score
SCORES = 256  # final scores are less

# What `solve` may be asked.
LAST_VALUES = 0
NEXT_VALUES = 1
LAST_COUNTS = 2
NEXT_COUNTS = 3
NEXT_BOUNDS = 4
NO_GOAL = -1
QUERY_SIZE = 5  # of a query for LAST_VALUES, NEXT_VALUES and NEXT_BOUNDS: the packed sheet, what is spent
QUERY_SPENT = 2

# Places in Day.sizes.
PLACES = 0
VARIANTS = 1
PAIRS = 2
MOST_COST = 3  # 3: the most influence, deniers and knowledge that an option costs

# Records of a Day.
PLACE_SIZE = 4
PLACE_COLOUR = 0
PLACE_VALUE = 1
PLACE_EFFECT = 2
PLACE_ACTIONS = 3  # bit mask
USE_SIZE = 4  # of an option and of a pair
USE_PLACE = 0
USE_COST = 1  # 3: influence, deniers, knowledge
ROLL_SIZE = 6
ROLL_VARIANT = 0
ROLL_WEIGHT = 1
ROLL_DICE = 2  # 4: the die on each slot
REAL_DICE = 24  # slot * 6 + value - 1
CLOSED_DIE = 24  # stands for a die that nobody can buy
DICE_OF_ROW = 25  # numbers for each row or variant: the dice and the closed one
SAFE_0 = 16  # Day.safe: what one more influence and one more denier at hand are in its index
SAFE_1 = 4
SAFE_MOST = 3  # no die costs more of anything, so more at hand counts as this

TARGETS_OF_PLACE = 4  # of a place: its actions; the fallback is the last one of a place that has no others
END_SIZE = 2
END_WHAT = 0  # boxes built by bonuses << PARITY_BITS | parities left
END_VALUE = 1
FEWEST = 4  # choices of a bonus building with more boxes count as of so many
LAST_MARKET = 0  # Room.target: 1 when some end has a market that was not there before
LAST_BOXES = 1  # where bonuses build
LAST_FEWEST = 2  # boxes of such a choice, 1 to FEWEST; 1 too where strikes may do more than forbid some ends
LAST_ENDS = 3  # how many there are
TARGET_SIZE = 4
ENTRY_SIZE = 3  # of an end in Store.ends
ENTRY_WHERE = 0  # its place * PARITIES + the parities left
ENTRY_VALUE = 1  # twice the final score with nothing spent, before halves are lost
ENTRY_BOXES = 2  # that must not be struck
CHOICES = 0  # of a block of ends, fewest - 1: the LAST_BOXES of targets with this LAST_FEWEST; FEWEST of them
RANKED = 4  # where the newest ranking of its ends begins; 0: none
MARKET_STARTS = 5  # market -> where the ends begin that see it; one more, where the last ones end
RANKED_FOR = 0  # of a ranking: what is at hand, as its place in Room.uses, << PARITY_BITS | parities spent
NEXT_RANKED = 1  # where the next older one of the same block begins; 0: none
DIE_STARTS = 2  # die -> where its list begins; FALLBACK_DIE is that of the fallback
FALLBACK_DIE = 24
STORED_SIZE = 4  # of a value: what is at hand (packed; with three rolls to come what is spent), then
IN_REAL = 1
IN_RELAXED = 2  # before the last roll
NEXT_VALUE = 3  # where the next older one of its group is; -1: none

TOO_DEAR = 10000  # costs more than any end is worth
NOT_PAYABLE = -1  # what a die brings that nobody can pay for, less than any end
NOT_SAFE = -2  # of a pair: who pays it may meet a roll at which he can buy nothing


class Day(NamedTuple):
    """What can happen in a half-day. All vectors are flat, with so many numbers a record:

    sizes : how many places, variants and pairs there are; the most that an option costs of each resource.
    places (4) : colour, value, tile effect on what is built, bit mask of actions: a die after all changes.
    options (4) : place and cost (influence, deniers, knowledge): one way to use a die.
    die_start : die -> its first option; options of one die follow each other.
    tables (90) : for each variant a table whose dice show it. A *variant* is what a roll means for
        buildings: the boxes raided and the dice that a market of each colour counts.
    market : variant -> number of its market counts among the different ones.
        Variants are sorted by it.
    rolls (6) : variant, weight, and the die on each slot (CLOSED_DIE when it cannot be bought). Sorted by
        variant.
    pairs (4) : place and cost, each different one once.
    option_pair : option -> its number among the pairs.
    safe : 16 * influence + 4 * deniers + knowledge at hand, each counted to 3 -> 1 when every roll offers
        a die that these can buy, else 0.
    raids : variant -> the boxes that it raids, as bits: see records.BOXES.
    """

    sizes: Vector
    places: Vector
    options: Vector
    die_start: Vector
    tables: Vector
    market: Vector
    rolls: Vector
    pairs: Vector
    option_pair: Vector
    safe: Vector
    raids: Vector


class Store(NamedTuple):
    """Everything remembered about sheets before the last roll.

    size : see below.
    slots : hash table: slot -> group + 1, 0 when free.
    groups : GROUP_SIZE a group, see below.
    ends : blocks of ends, one for each group that has them, and rankings of these. A block is what CHOICES,
        RANKED and MARKET_STARTS say, then the ends that no market matters to, then for each market those that
        see it. The last place is the fallback.
    values : STORED_SIZE a value.
    spread : what `expand` made of groups: how many variants differ, middle.local, start and children.
    """

    size: Vector
    slots: Vector
    groups: Vector
    ends: Vector
    values: Vector
    spread: Vector


# Places in Store.size.
N_GROUPS = 0
ENDS_END = 1  # of store.ends so many numbers are in use
N_VALUES = 2
SPREAD_END = 3  # of store.spread so many numbers are in use
MOST_GROUPS = 4  # there is room for
MOST_ENDS = 5  # numbers of store.ends
SLOT_MASK = 6
MOST_VALUES = 7
MOST_CHILDREN = 8  # of one sheet, in Middle.children
RELAXED = 9  # 1: values of the relaxed game are asked for, in which everybody may take the fallback
ALWAYS_STRUCK = 10  # boxes struck on every sheet that is asked about
GOAL = 11  # twice the score to reach, or NO_GOAL
MOST_SPREAD = 12
STORE_SIZES = 13

# Places in a group's record.
KEY = 0  # 2: its packed sheet
FIRST_END = 2  # where its block of ends begins; -1 while there is none
FAMILY = 3  # where that of the same sheet begins with no more struck than ALWAYS_STRUCK; -1 while unknown
CEILING = 4  # 2: the least spending (packed; -1 none), and its value, from which `ceiling` bounds
FIRST_VALUE = 6  # where its newest value is; -1: none
SPREAD = 7  # where in store.spread the groups are that it can become; -1: nowhere
GROUP_SIZE = 8


class Scratch(NamedTuple):
    """Room to work in for the last roll; nothing in it lasts."""

    table: Vector
    sheet: Vector
    work: Vector
    choices: Vector
    counts: Vector
    key: Vector  # 2
    outcome: Vector  # 8
    target: Vector  # TARGET_SIZE
    ends: Vector  # END_SIZE each, LISTED
    sees: Vector  # targets that see how many dice a market counts
    uses: Vector  # what is at hand, ENTRY_WHERE ^ parities spent, die -> the least cost, see `price_dice`
    priced: Vector  # what is at hand -> 1 when `uses` is filled for it
    struck: Vector  # number of row -> market << 18 | boxes struck
    local: Vector  # variant -> number of its row
    fallback: Vector  # number of row -> value of the fallback
    dice: Vector  # number of row * DICE_OF_ROW + die -> best value
    best: Vector  # 336: value of each roll
    relaxed: Vector  # 1: sum of the last rolls in the relaxed game


class Middle(NamedTuple):
    """Room for the roll before the last one; nothing in it lasts longer than one sheet."""

    table: Vector
    sheet: Vector
    struck: Vector
    work: Vector
    choices: Vector
    counts: Vector
    codes: Vector
    floor: Vector  # 3: the least that was spent of each resource on all sheets that are asked about
    local: Vector  # variant -> number among the different ones
    local_key: Vector  # of these: markets and boxes struck
    start: Vector  # local * (places + 1) + place -> first of its children
    children: Vector  # groups
    tops: Vector  # local * (places + 1) + place -> the greatest ceiling with the floor spent
    less: Vector  # pair -> see two_rolls.bound_places
    pairs: Vector  # local * number of pairs + pair -> value, or a bound of it; room for one more each
    known: Vector  # the same -> 1 when it is the value
    low: Vector  # local * DICE_OF_ROW + die -> the best of its known pairs
    high: Vector  # the same -> no pair can be better
    least: Vector  # local * (pairs + 1) + pair -> its best known group (three_rolls_bounds.py)
    first: Vector  # local * DICE_OF_ROW + die -> the pair that may bring most (three_rolls_bounds.py)
