"""The rules of Troyes Dice on two flat lists of small integers: the sheet of one player, and the table.

The functions named in HOT_FUNCTIONS touch nothing but integers, indexing, loops and module-level integers and
tuples of integers, and allocate nothing, so that the same text runs as plain Python and can be compiled. All
of them take lists of ints (or integer arrays). The rest of the module is for people: moves as values.

Numbers in brackets such as (A12) or (E4) name the rulings listed in docs/rules-troyes-dice.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.shared.refusals import game_over
from pencilwright.games.troyes_dice.components import (
    AFTERNOON_OFFSET,
    ATTACK_FROM_DAY,
    CATHEDRAL_NUMBER_BY_ORDER,
    CATHEDRAL_SCORES,
    CITIZEN_SPACES,
    CITIZENS_BONUS_AT,
    COLOUR_CHANGE_KNOWLEDGE,
    COLUMN_BONUS_AT,
    COLUMNS,
    FALLBACK_GAIN,
    FIFTEENTH,
    FORTRESS_CITIZEN,
    HALF_DAYS,
    LINKS,
    MARKET_AMOUNT,
    MARKET_COLOUR,
    MARKET_GIVES_CITIZENS,
    NOTCHES,
    POINTS_PER_CITIZEN,
    PRESTIGE_BONUS_AT,
    PUBLIC_CITIZENS,
    RESOURCE_CITIZEN_AT,
    RESOURCE_SPACES,
    RESOURCE_START,
    RESOURCES_PER_POINT,
    SLOT_COST,
    SLOTS,
    TWENTIETH,
    VALUE_STEP_INFLUENCE,
)
from pencilwright.templates.phrases import phrase

Vector = list[int]

# --- The sheet vector -------------------------------------------------------------------------------------
GOT = 0  # 3: spaces circled ever of influence, deniers, knowledge (3..18)
USED = 3  # 3: of these, spent
CIT = 6  # 3: citizens circled, red, yellow, white (0..20)
BUILT = 9  # 6: bit mask of columns 0..5 built, for each kind
STRUCK = 15  # 3: bit mask of columns whose die box is struck, for each colour
CATHEDRAL_NUMBER = 18  # 6: number written for the cathedral of each column (0 while not built)
SHEET_SIZE = 24

# --- The table vector -------------------------------------------------------------------------------------
HALF = 0  # half-days played: 0 (day 1 morning) .. 15, 16 = over
DICE = 1  # 4: value of the die on each slot, 0 = not rolled
BLACK = 5  # slot of the black die, -1 = not rolled
SIDE = 6  # 9: side of the plaza on each notch that is up: 0 the one at the start, 1 the other
COLOUR = 15  # 18: colour of the plaza's faces, notch * 2 + side
NUMBER = 33  # 18: number printed in a die box, colour * 6 + column
COLUMN = 51  # 21: column of a number in a district, colour * 7 + number (number 0 is unused)
TILE = 72  # 9: expansion tile on each notch, 0 none, 1..8
PILLAGE = 81  # 9: 1 when that tile shows its pillage side
TABLE_SIZE = 90

# --- The counts vector: options of each choice met, then scratch ------------------------------------------
MAX_CHOICES = 48  # at most 40 spill-overs, 3 prestige and 2 public bonus builds, 1 feast
N_USED = 48  # how many choices the action had
HEAD = 49  # queue of track and column bonuses: next to resolve
TAIL = 50  # end of the queue
QUEUE = 51  # 9: bonuses waiting, first in first out; each of the nine fires once a game at most
NOW = 60  # what is being marked; written, never read here: whoever watches the writes can tell the story
LOST = 61  # 3: of each resource, what was lost beyond space 18; written, never read here
COUNTS_SIZE = 64

# What NOW may say.
NOW_PAY_DIE = 1
NOW_PAY_CHANGES = 2
NOW_ACTION = 3
NOW_BUILD = 4
NOW_LINK = 5
NOW_FEAST = 6
NOW_BONUS = 10  # + bonus
NOW_SPILL = 30  # + colour of the full track
NOW_LOST = 40  # + colour of the citizen that no track can take
NOW_NO_BUILDING = 50
NOW_MARKET = 60  # + dice counted

# Bonuses in the queue.
BONUS_PRESTIGE = 1  # + track 0..2: its 15th citizen
BONUS_CITIZENS = 4  # + track 0..2: its 20th citizen
BONUS_RESOURCES = 7  # column bonus 3

# --- Moves ------------------------------------------------------------------------------------------------
GAIN = 0
PRESTIGE = 1
PUBLIC = 2
FALLBACK = 1 << 11  # the code of "no die can be bought"
MAX_MOVES = 384  # 6 ways to pay x 3 colours x (6 values x 3 actions + value 0) = 342 at most

# --- Tables derived from the components -------------------------------------------------------------------
OVER = HALF_DAYS
SPACES_PER_CITIZEN = RESOURCE_CITIZEN_AT[0]  # 6, and its multiples
FIRST_ATTACK = 2 * (ATTACK_FROM_DAY - 1)
NOTCH = tuple(
    (half // 2 + 1 + AFTERNOON_OFFSET * (half % 2) + slot) % NOTCHES
    for half in range(HALF_DAYS)
    for slot in range(SLOTS)
)  # half * 4 + slot -> notch
SLOT_ANY = tuple(amount if kind == "any" else 0 for kind, amount in SLOT_COST)
SLOT_DENIERS = tuple(amount if kind == "deniers" else 0 for kind, amount in SLOT_COST)
ALL_COLUMNS = (1 << COLUMNS) - 1
COUNT_BITS = tuple(mask.bit_count() for mask in range(64))
NTH_BIT = tuple(
    ([bit for bit in range(COLUMNS) if mask >> bit & 1] + [-1] * COLUMNS)[index]
    for mask in range(64)
    for index in range(COLUMNS)
)  # mask * 6 + index -> position of that set bit
_PAIRS = {(link.kind, column - 1): link for link in LINKS for column in link.columns}
_BY_BUILDING = [_PAIRS.get((kind, column)) for kind in range(6) for column in range(COLUMNS)]
LINK_MASK = tuple(sum(1 << c - 1 for c in link.columns) if link else 0 for link in _BY_BUILDING)
LINK_GAIN = tuple(link.gain + (3 if link.citizens else 0) if link else 0 for link in _BY_BUILDING)
LINK_AMOUNT = tuple(link.amount if link else 0 for link in _BY_BUILDING)
FIFTEENTH_FIRST = tuple(first for first, _ in FIFTEENTH)
FIFTEENTH_SECOND = tuple(second for _, second in FIFTEENTH)
TWENTIETH_FIRST = tuple(first for first, _ in TWENTIETH)
TWENTIETH_SECOND = tuple(second for _, second in TWENTIETH)
COLUMN_BONUS = tuple(
    BONUS_RESOURCES + COLUMN_BONUS_AT.index(n) if n in COLUMN_BONUS_AT else 0
    for n in range(CITIZEN_SPACES + 1)
)  # citizens that all tracks have reached -> bonus

# A tile's effect on a die: its number on the feast side, its number + 8 on the pillage side.
FEAST_DOUBLE_STEP = 1
FEAST_CHEAP_COLOUR = 2
FEAST_FREE = 3
FEAST_FORTRESS = 4
FEAST_CATHEDRAL = 5
FEAST_PUBLIC = 6
FEAST_MARKET = 7
PILLAGE_FIXED_VALUE = 9
PILLAGE_FIXED_COLOUR = 10
PILLAGE_DENIER = 11
PILLAGE_INFLUENCE = 12
PILLAGE_KNOWLEDGE = 13
PILLAGE_ZERO = 14
PILLAGE_NO_PRESTIGE = 15
TILE_BLACK = 8  # X8 works on dice of either kind, not through the effects above


# ==========================================================================================================
# Hot functions: the table
# ==========================================================================================================


def place(table: Vector, black: int, t1: int, t2: int, t3: int) -> None:
    """Lay four rolled dice (1..6) on the slots of this half-day, ascending, black before equal values."""
    if t1 > t2:
        t1, t2 = t2, t1
    if t2 > t3:
        t2, t3 = t3, t2
    if t1 > t2:
        t1, t2 = t2, t1
    slot = 0
    if t1 < black:
        table[DICE] = t1
        slot = 1
        if t2 < black:
            table[DICE + 1] = t2
            slot = 2
            if t3 < black:
                table[DICE + 2] = t3
                slot = 3
    if slot < 1:
        table[DICE + 1] = t1
    if slot < 2:
        table[DICE + 2] = t2
    if slot < 3:
        table[DICE + 3] = t3
    table[DICE + slot] = black
    table[BLACK] = slot


def face(table: Vector, notch: int) -> int:
    """Return the colour (0..2) that the plaza on this notch shows."""
    return table[COLOUR + 2 * notch + table[SIDE + notch]]


def die_is_open(table: Vector, slot: int) -> int:
    """Return 1 when the die on this slot may be bought and counts for markets, else 0.

    That is every transparent die, but not one on the pillage side of X8 (E8), and the black die only on the
    feast side of X8 (E7).
    """
    if table[DICE + slot] == 0:
        return 0
    notch = NOTCH[4 * table[HALF] + slot]
    if table[TILE + notch] == TILE_BLACK:
        return 1 - table[PILLAGE + notch]
    return 0 if slot == table[BLACK] else 1


def die_raids(table: Vector, slot: int) -> int:
    """Return 1 when the die on this slot destroys the plaza under it, else 0 (E7, E8)."""
    return 0 if table[DICE + slot] == 0 else 1 - die_is_open(table, slot)


def raided_box(table: Vector, slot: int) -> int:
    """Return the die box that a raid from this slot hits, as colour * 6 + column.

    The face before the flip (A22), the value as rolled, the column in the district attacked (A1).
    """
    colour = face(table, NOTCH[4 * table[HALF] + slot])
    return colour * COLUMNS + table[COLUMN + 7 * colour + table[DICE + slot]]


def attack(sheet: Vector, table: Vector) -> int:
    """Mark the raids of this half-day on a sheet, in slot order (A23, E8); return how many boxes it struck.

    A fortress protects its physical column in all colours (A24, A25); before day 3 there are no raids.
    """
    struck = 0
    if table[HALF] < FIRST_ATTACK:
        return struck
    for slot in range(4):
        if die_raids(table, slot) == 1:
            box = raided_box(table, slot)
            colour = box // COLUMNS
            bit = 1 << (box % COLUMNS)
            if (sheet[BUILT] | sheet[STRUCK + colour]) & bit == 0:
                sheet[STRUCK + colour] |= bit
                struck += 1
    return struck


def end_half(table: Vector) -> None:
    """End the half-day: flip destroyed plazas and their tiles, clear the dice, go on (A31, E7)."""
    for slot in range(4):
        notch = NOTCH[4 * table[HALF] + slot]
        if die_raids(table, slot) == 1:
            table[SIDE + notch] = 1 - table[SIDE + notch]
            if table[TILE + notch] != 0:
                table[PILLAGE + notch] = 1
    if table[BLACK] >= 0:
        notch = NOTCH[4 * table[HALF] + table[BLACK]]
        if table[TILE + notch] == TILE_BLACK:
            table[PILLAGE + notch] = 1
    table[HALF] += 1
    table[BLACK] = -1
    for slot in range(4):
        table[DICE + slot] = 0


def die_effect(table: Vector, slot: int) -> int:
    """Return the effect of the tile under the die of this slot: 0 none, 1..8 feast, 9..16 pillage."""
    notch = NOTCH[4 * table[HALF] + slot]
    return table[TILE + notch] + 8 * table[PILLAGE + notch]


def count_dice(table: Vector, colour: int) -> int:
    """Count the available dice on plazas of a colour, as rolled (A14): the multiplier of a market."""
    count = 0
    for slot in range(4):
        if die_is_open(table, slot) == 1 and face(table, NOTCH[4 * table[HALF] + slot]) == colour:
            count += 1
    return count


# ==========================================================================================================
# Hot functions: which actions there are
# ==========================================================================================================


def main_moves(sheet: Vector, table: Vector, out: Vector) -> int:
    """Fill `out` (MAX_MOVES long) with the codes of all legal actions, ascending; return how many there are.

    When no die can be bought the only one is FALLBACK (A11, A12). Needs the dice of this half-day placed.
    """
    count = 0
    for slot in range(4):
        if die_is_open(table, slot) == 1:
            effect = die_effect(table, slot)
            any_kind = SLOT_ANY[slot]
            deniers = SLOT_DENIERS[slot]
            if effect == FEAST_FREE:
                any_kind = 0
                deniers = 0
            elif effect == PILLAGE_DENIER:
                deniers += 1
            left_deniers = sheet[GOT + 1] - sheet[USED + 1] - deniers
            left_influence = sheet[GOT] - sheet[USED]
            left_knowledge = sheet[GOT + 2] - sheet[USED + 2]
            if effect == PILLAGE_INFLUENCE:
                left_influence -= 1
            elif effect == PILLAGE_KNOWLEDGE:
                left_knowledge -= 1
            if left_influence >= 0 and left_deniers >= 0 and left_knowledge >= 0:
                code = slot << 9
                if any_kind == 0:
                    count = die_moves(sheet, table, out, count, code, left_influence, left_knowledge)
                else:
                    if left_influence > 0:
                        code = slot << 9 | 1 << 7
                        count = die_moves(sheet, table, out, count, code, left_influence - 1, left_knowledge)
                    if left_deniers > 0:
                        code = slot << 9 | 2 << 7
                        count = die_moves(sheet, table, out, count, code, left_influence, left_knowledge)
                    if left_knowledge > 0:
                        code = slot << 9 | 3 << 7
                        count = die_moves(sheet, table, out, count, code, left_influence, left_knowledge - 1)
    if count == 0:
        out[0] = FALLBACK
        return 1
    return count


def die_moves(
    sheet: Vector, table: Vector, out: Vector, count: int, code: int, influence: int, knowledge: int
) -> int:
    """Append the actions with one die, once bought, to `out[count:]`; return the new count.

    `code` holds slot and payment; `influence` and `knowledge` are what is left for changing the die (A6, A7,
    A8). A die that pillage made 0 may only gain nothing until it is raised (E4).
    """
    slot = code >> 9
    effect = die_effect(table, slot)
    own = face(table, NOTCH[4 * table[HALF] + slot])
    rolled = table[DICE + slot]
    lowest = 1
    reach = influence // VALUE_STEP_INFLUENCE
    recolour = 1 if knowledge >= COLOUR_CHANGE_KNOWLEDGE else 0
    if effect == PILLAGE_ZERO:
        rolled = 0
        lowest = 0
    elif effect == FEAST_DOUBLE_STEP:
        reach *= 2
    elif effect == PILLAGE_FIXED_VALUE:
        reach = 0
    elif effect == FEAST_CHEAP_COLOUR and knowledge >= 1:
        recolour = 1
    elif effect == PILLAGE_FIXED_COLOUR:
        recolour = 0
    low = rolled - reach
    if low < lowest:
        low = lowest
    high = rolled + reach
    if high > 6:
        high = 6
    for colour in range(3):
        if colour == own or recolour == 1:
            struck = sheet[STRUCK + colour]
            no_prestige = sheet[BUILT + 2 * colour] | struck
            no_public = sheet[BUILT + 2 * colour + 1] | struck
            if effect == PILLAGE_NO_PRESTIGE:
                no_prestige = ALL_COLUMNS
            base = code | colour << 5
            for value in range(low, high + 1):
                move = base | value << 2
                out[count] = move
                count += 1
                if value > 0:
                    column = table[COLUMN + 7 * colour + value]
                    if no_prestige >> column & 1 == 0:
                        out[count] = move | PRESTIGE
                        count += 1
                    if no_public >> column & 1 == 0:
                        out[count] = move | PUBLIC
                        count += 1
    return count


# ==========================================================================================================
# Hot functions: doing an action
# ==========================================================================================================


def apply(sheet: Vector, table: Vector, code: int, choices: Vector, n_choices: int, counts: Vector) -> int:
    """Do the action `code` (legal here) on `sheet`, with all that follows; return how many choices it had.

    Choice i takes option `choices[i]` while i < n_choices, else option 0; `counts[i]` receives its number of
    options (2 or more). `counts` has COUNTS_SIZE places, the ones past MAX_CHOICES being scratch.
    """
    counts[N_USED] = 0
    counts[HEAD] = 0
    counts[TAIL] = 0
    if code == FALLBACK:
        counts[NOW] = NOW_ACTION
        one_of_each(sheet, FALLBACK_GAIN, choices, n_choices, counts)
    else:
        slot = code >> 9
        colour = code >> 5 & 3
        value = code >> 2 & 7
        action = code & 3
        effect = die_effect(table, slot)
        counts[NOW] = NOW_PAY_DIE
        pay_die(sheet, code, effect)
        counts[NOW] = NOW_PAY_CHANGES
        pay_changes(sheet, table, code, effect)
        counts[NOW] = NOW_ACTION
        if action == GAIN:
            gain_resource(sheet, colour, value, choices, n_choices, counts)
        else:
            column = table[COLUMN + 7 * colour + value]
            kind = 2 * colour + action - 1
            build(sheet, table, kind, column, effect, choices, n_choices, counts)
    while counts[HEAD] < counts[TAIL]:
        bonus = counts[QUEUE + counts[HEAD]]
        counts[HEAD] += 1
        counts[NOW] = NOW_BONUS + bonus
        resolve(sheet, table, bonus, choices, n_choices, counts)
    return counts[N_USED]


def pay_die(sheet: Vector, code: int, effect: int) -> None:
    """Spend the slot cost of an action's die, and the surcharge of its tile (section 3; E2, E3)."""
    slot = code >> 9
    kind = (code >> 7 & 3) - 1
    deniers = SLOT_DENIERS[slot]
    if kind >= 0:
        sheet[USED + kind] += 1
    if effect == FEAST_FREE:
        deniers = 0
    elif effect == PILLAGE_DENIER:
        deniers += 1
    elif effect == PILLAGE_INFLUENCE:
        sheet[USED] += 1
    elif effect == PILLAGE_KNOWLEDGE:
        sheet[USED + 2] += 1
    if deniers > 0:
        sheet[USED + 1] += deniers


def pay_changes(sheet: Vector, table: Vector, code: int, effect: int) -> None:
    """Spend what changing an action's die costs (section 7; A7, A8, E1)."""
    slot = code >> 9
    steps = (code >> 2 & 7) - table[DICE + slot]
    if effect == PILLAGE_ZERO:
        steps += table[DICE + slot]
    if steps < 0:
        steps = -steps
    if effect == FEAST_DOUBLE_STEP:
        steps = (steps + 1) // 2
    if steps > 0:
        sheet[USED] += steps * VALUE_STEP_INFLUENCE
    if code >> 5 & 3 != face(table, NOTCH[4 * table[HALF] + slot]):
        sheet[USED + 2] += 1 if effect == FEAST_CHEAP_COLOUR else COLOUR_CHANGE_KNOWLEDGE


def choose(options: int, choices: Vector, n_choices: int, counts: Vector) -> int:
    """Return the option taken of 0..options-1; a choice takes place only when there are two or more."""
    if options < 2:
        return 0
    index = counts[N_USED]
    counts[index] = options
    counts[N_USED] = index + 1
    return choices[index] if index < n_choices else 0


def circle(sheet: Vector, track: int, counts: Vector) -> None:
    """Circle one citizen on a track that has space, and queue the bonuses it brings (section 8)."""
    have = sheet[CIT + track] + 1
    sheet[CIT + track] = have
    bonus = 0
    if have == PRESTIGE_BONUS_AT:
        bonus = BONUS_PRESTIGE + track
    elif have == CITIZENS_BONUS_AT:
        bonus = BONUS_CITIZENS + track
    elif COLUMN_BONUS[have] > 0 and (
        sheet[CIT] >= have and sheet[CIT + 1] >= have and sheet[CIT + 2] >= have
    ):
        bonus = COLUMN_BONUS[have]
    if bonus > 0:
        counts[QUEUE + counts[TAIL]] = bonus
        counts[TAIL] += 1


def tracks_with_space(sheet: Vector) -> int:
    """Return the bit mask of citizen tracks that are not full."""
    mask = 0
    for track in range(3):
        if sheet[CIT + track] < CITIZEN_SPACES:
            mask |= 1 << track
    return mask


def circle_one_of(sheet: Vector, mask: int, choices: Vector, n_choices: int, counts: Vector) -> None:
    """Circle a citizen on a track of the player's choice among `mask`, which is not empty."""
    option = choose(COUNT_BITS[mask], choices, n_choices, counts)
    circle(sheet, NTH_BIT[mask * COLUMNS + option], counts)


def gain_citizens(
    sheet: Vector, track: int, amount: int, choices: Vector, n_choices: int, counts: Vector
) -> None:
    """Circle citizens one at a time; a full track spills over to another of choice (A19, A20)."""
    while amount > 0:
        amount -= 1
        if sheet[CIT + track] < CITIZEN_SPACES:
            circle(sheet, track, counts)
        else:
            mask = tracks_with_space(sheet)
            if mask > 0:
                counts[NOW] = NOW_SPILL + track
                circle_one_of(sheet, mask, choices, n_choices, counts)
            else:
                counts[NOW] = NOW_LOST + track


def gain_resource(
    sheet: Vector, kind: int, amount: int, choices: Vector, n_choices: int, counts: Vector
) -> None:
    """Circle resource spaces, with a citizen for each of 6, 12 and 18; the rest is lost (A10)."""
    before = sheet[GOT + kind]
    after = before + amount
    lost = after - RESOURCE_SPACES
    if lost > 0:
        after = RESOURCE_SPACES
    if after > before:
        sheet[GOT + kind] = after
        citizens = after // SPACES_PER_CITIZEN - before // SPACES_PER_CITIZEN
        if citizens > 0:
            gain_citizens(sheet, kind, citizens, choices, n_choices, counts)
    if lost > 0:
        counts[LOST + kind] = lost


def one_of_each(sheet: Vector, amount: int, choices: Vector, n_choices: int, counts: Vector) -> None:
    """Gain this much of each resource, in the order of the sheet."""
    for kind in range(3):
        gain_resource(sheet, kind, amount, choices, n_choices, counts)


def build(
    sheet: Vector,
    table: Vector,
    kind: int,
    column: int,
    effect: int,
    choices: Vector,
    n_choices: int,
    counts: Vector,
) -> None:
    """Build one building: draw it, mark its own gain, then its link bonus (section 7.1).

    `effect` is that of the tile under the die that builds it, 0 for a bonus build (E5, E6).
    """
    counts[NOW] = NOW_BUILD
    sheet[BUILT + kind] |= 1 << column
    if kind == 0:
        gain_citizens(sheet, FORTRESS_CITIZEN[column], 1, choices, n_choices, counts)
        if effect == FEAST_FORTRESS:
            feast_of_fortress(sheet, choices, n_choices, counts)
    elif kind == 2:
        market(sheet, table, column, effect, choices, n_choices, counts)
    elif kind == 4:
        order = COUNT_BITS[sheet[BUILT + 4]] - 1
        sheet[CATHEDRAL_NUMBER + column] = CATHEDRAL_NUMBER_BY_ORDER[order]
        if effect == FEAST_CATHEDRAL:
            counts[NOW] = NOW_FEAST
            one_of_each(sheet, 1, choices, n_choices, counts)
    else:
        gain_citizens(sheet, kind // 2, PUBLIC_CITIZENS, choices, n_choices, counts)
        if effect == FEAST_PUBLIC:
            counts[NOW] = NOW_FEAST
            gain_citizens(sheet, kind // 2, 1, choices, n_choices, counts)
    building = kind * COLUMNS + column
    pair = LINK_MASK[building]
    if pair > 0 and sheet[BUILT + kind] & pair == pair:
        counts[NOW] = NOW_LINK
        gain = LINK_GAIN[building]
        if gain >= 3:
            gain_citizens(sheet, gain - 3, LINK_AMOUNT[building], choices, n_choices, counts)
        else:
            gain_resource(sheet, gain, LINK_AMOUNT[building], choices, n_choices, counts)


def market(
    sheet: Vector,
    table: Vector,
    column: int,
    effect: int,
    choices: Vector,
    n_choices: int,
    counts: Vector,
) -> None:
    """Mark the gain of a great market: its amount for each die counted on the wheel (A14, A15, E5)."""
    colour = MARKET_COLOUR[column]
    dice = count_dice(table, colour)
    if effect == FEAST_MARKET:
        dice += 1
    counts[NOW] = NOW_MARKET + dice
    if MARKET_GIVES_CITIZENS[column] == 1:
        gain_citizens(sheet, colour, MARKET_AMOUNT[column] * dice, choices, n_choices, counts)
    else:
        gain_resource(sheet, colour, MARKET_AMOUNT[column] * dice, choices, n_choices, counts)


def feast_of_fortress(sheet: Vector, choices: Vector, n_choices: int, counts: Vector) -> None:
    """Mark what X4 adds to a fortress: a red citizen, then a yellow or white one of choice.

    When yellow or white is full, choosing it spills over to any track with space (A19); the options are the
    tracks that can be reached, each once.
    """
    counts[NOW] = NOW_FEAST
    gain_citizens(sheet, 0, 1, choices, n_choices, counts)
    mask = tracks_with_space(sheet)
    if mask & 6 == 6:
        mask = 6
    if mask > 0:
        circle_one_of(sheet, mask, choices, n_choices, counts)
    else:
        counts[NOW] = NOW_LOST + 1


def resolve(
    sheet: Vector, table: Vector, bonus: int, choices: Vector, n_choices: int, counts: Vector
) -> None:
    """Resolve one queued track or column bonus completely (section 8; A15 to A21)."""
    if bonus < BONUS_CITIZENS:
        track = bonus - BONUS_PRESTIGE
        bonus_build(
            sheet,
            table,
            FIFTEENTH_FIRST[track],
            FIFTEENTH_SECOND[track],
            -1,
            choices,
            n_choices,
            counts,
        )
    elif bonus < BONUS_RESOURCES:
        track = bonus - BONUS_CITIZENS
        gain_citizens(sheet, TWENTIETH_FIRST[track], 1, choices, n_choices, counts)
        gain_citizens(sheet, TWENTIETH_SECOND[track], 1, choices, n_choices, counts)
    elif bonus == BONUS_RESOURCES:
        one_of_each(sheet, 1, choices, n_choices, counts)
    else:
        bonus_build(sheet, table, 1, 3, 5, choices, n_choices, counts)


def free_columns(sheet: Vector, kind: int) -> int:
    """Return the bit mask of columns where a building of this kind can still be built."""
    if kind < 0:
        return 0
    return ALL_COLUMNS & ~(sheet[BUILT + kind] | sheet[STRUCK + kind // 2])


def bonus_build(
    sheet: Vector,
    table: Vector,
    first: int,
    second: int,
    third: int,
    choices: Vector,
    n_choices: int,
    counts: Vector,
) -> None:
    """Build one building of two or three kinds (-1: none), in any column where it can stand (A16).

    The options run by kind, then column. It cannot be declined (A18), and is lost when nothing can be built.
    """
    free_first = COUNT_BITS[free_columns(sheet, first)]
    free_second = COUNT_BITS[free_columns(sheet, second)]
    total = free_first + free_second + COUNT_BITS[free_columns(sheet, third)]
    if total == 0:
        counts[NOW] = NOW_NO_BUILDING
    else:
        option = choose(total, choices, n_choices, counts)
        kind = first
        if option >= free_first:
            option -= free_first
            kind = second
            if option >= free_second:
                option -= free_second
                kind = third
        column = NTH_BIT[free_columns(sheet, kind) * COLUMNS + option]
        build(sheet, table, kind, column, 0, choices, n_choices, counts)


def next_choices(choices: Vector, n_choices: int, used: int, counts: Vector) -> int:
    """Step `choices` to the next vector after an `apply` that had `used` choices.

    Returns the n_choices for that next `apply`, or 0 when all vectors of this action have been tried. Begin
    with n_choices = 0. The vectors come in ascending order.
    """
    for index in range(n_choices, used):
        choices[index] = 0
    index = used - 1
    while index >= 0:
        if choices[index] + 1 < counts[index]:
            choices[index] += 1
            return index + 1
        index -= 1
    return 0


def final_score(sheet: Vector) -> int:
    """Return the points of a sheet at game end (section 9; A28)."""
    points = 0
    for column in range(6):
        if sheet[CATHEDRAL_NUMBER + column] > 0:
            points += sheet[CATHEDRAL_NUMBER + column] * COUNT_BITS[sheet[BUILT + CATHEDRAL_SCORES[column]]]
    for kind in range(3):
        points += (sheet[GOT + kind] - sheet[USED + kind]) // RESOURCES_PER_POINT
        points += sheet[CIT + kind] * POINTS_PER_CITIZEN
    return points


HOT_FUNCTIONS = (
    "place",
    "face",
    "die_is_open",
    "die_raids",
    "raided_box",
    "attack",
    "end_half",
    "die_effect",
    "count_dice",
    "die_moves",
    "main_moves",
    "pay_die",
    "pay_changes",
    "choose",
    "circle",
    "tracks_with_space",
    "circle_one_of",
    "gain_citizens",
    "gain_resource",
    "one_of_each",
    "market",
    "feast_of_fortress",
    "free_columns",
    "build",
    "bonus_build",
    "resolve",
    "apply",
    "next_choices",
    "final_score",
)  # callees before callers


# ==========================================================================================================
# For people: new vectors, moves as values
# ==========================================================================================================


class Move(NamedTuple):
    """One action with every choice inside its cascade (option numbers, in the order they arise)."""

    code: int
    choices: tuple[int, ...] = ()


class MoveParts(NamedTuple):
    """What a move code says.

    `slot` 0..3; `pay` the resource (0..2) paid where the slot takes any, else -1; `value` and `colour` the
    die after changes; `action` GAIN, PRESTIGE or PUBLIC.
    """

    slot: int
    pay: int
    value: int
    colour: int
    action: int


def new_sheet() -> Vector:
    """Return the sheet that every player starts with: 3 of each resource, nothing else."""
    sheet = [0] * SHEET_SIZE
    for kind in range(3):
        sheet[GOT + kind] = RESOURCE_START
    return sheet


def new_counts() -> Vector:
    """Return a counts vector for `apply`."""
    return [0] * COUNTS_SIZE


def new_table(
    faces: Sequence[tuple[int, int]],
    numbers: Sequence[Sequence[int]],
    tiles: Sequence[tuple[int, int]] = (),
) -> Vector:
    """Return the table at the start of day 1, dice not rolled.

    `faces` has nine pairs of colours (up at the start, hidden), by notch; `numbers` the six numbers of each
    district; `tiles` pairs (notch, tile 1..8).
    """
    table = [0] * TABLE_SIZE
    table[BLACK] = -1
    for notch, (up, hidden) in enumerate(faces):
        table[COLOUR + 2 * notch] = up
        table[COLOUR + 2 * notch + 1] = hidden
    for colour, row in enumerate(numbers):
        for column, number in enumerate(row):
            table[NUMBER + COLUMNS * colour + column] = number
            table[COLUMN + 7 * colour + number] = column
    for notch, tile in tiles:
        table[TILE + notch] = tile
    return table


def decode(code: int) -> MoveParts:
    """Return the parts of a move code other than FALLBACK."""
    return MoveParts(code >> 9, (code >> 7 & 3) - 1, code >> 2 & 7, code >> 5 & 3, code & 3)


def encode(parts: MoveParts) -> int:
    """Return the code of these parts, the inverse of `decode`."""
    return parts.slot << 9 | (parts.pay + 1) << 7 | parts.colour << 5 | parts.value << 2 | parts.action


def dice_known(table: Sequence[int]) -> bool:
    """Return whether the dice of this half-day lie on the wheel."""
    return table[BLACK] >= 0


def check_playable(table: Sequence[int]) -> None:
    """Raise InputError when no action can be taken at this table."""
    if table[HALF] >= OVER:
        raise game_over("table")
    if not dice_known(table):
        raise InputError(phrase("troyes.refused.no_dice"), field="table.rolls")


def action_codes(sheet: Sequence[int], table: Sequence[int]) -> list[int]:
    """Return the codes of all legal actions, ascending: the moves before their choices.

    Raises InputError when the dice are not placed or the game is over.
    """
    check_playable(table)
    codes = [0] * MAX_MOVES
    return codes[: main_moves(list(sheet), list(table), codes)]


def successors(sheet: Sequence[int], table: Sequence[int]) -> list[tuple[Move, tuple[int, ...]]]:
    """Return every legal move with the sheet after it, sorted by move; sheets may repeat.

    Raises InputError when the dice are not placed or the game is over.
    """
    before = list(sheet)
    wheel = list(table)
    choices = [0] * MAX_CHOICES
    counts = new_counts()
    result: list[tuple[Move, tuple[int, ...]]] = []
    for code in action_codes(sheet, table):
        n_choices = 0
        while True:
            after = before[:]
            used = apply(after, wheel, code, choices, n_choices, counts)
            if used == 0:
                result.append((Move(code), tuple(after)))
                break
            for later in range(n_choices, used):
                choices[later] = 0
            result.append((Move(code, tuple(choices[:used])), tuple(after)))
            n_choices = next_choices(choices, used, used, counts)
            if n_choices == 0:
                break
    return result


def legal_actions(sheet: Sequence[int], table: Sequence[int]) -> list[Move]:
    """Return every legal move, choices inside cascades included, sorted, none twice, never empty.

    Raises InputError when the dice are not placed or the game is over.
    """
    return [move for move, _ in successors(sheet, table)]


def apply_action(sheet: Sequence[int], table: Sequence[int], move: Move) -> Vector:
    """Return the sheet after a legal move (the raid is not part of it). Raises InputError when illegal."""
    if move.code not in action_codes(sheet, table):
        raise InputError(phrase("troyes.refused.action"), field="move")
    before = list(sheet)
    wheel = list(table)
    counts = new_counts()
    choices = list(move.choices)
    given = 0
    while True:
        after = before[:]
        used = apply(after, wheel, move.code, choices, given, counts)
        if given == used == len(choices):
            return after
        if given == used or given == len(choices) or not 0 <= choices[given] < counts[given]:
            raise InputError(phrase("troyes.refused.action"), field="move")
        given += 1


def rolls() -> list[tuple[int, int, int, int, int]]:
    """Return the 336 different rolls as (weight, black, t1, t2, t3), t ascending; weights sum to 1296."""
    result = []
    for black in range(1, 7):
        for t1 in range(1, 7):
            for t2 in range(t1, 7):
                for t3 in range(t2, 7):
                    different = len({t1, t2, t3})
                    result.append(((1, 3, 6)[different - 1], black, t1, t2, t3))
    return result
