"""An upper bound of what the rest of a game with known dice can bring to a sheet, as a kernel.

It is worked out in twelfths of a point, once for each group of known_dice.py. TODO-DOC
"""

from __future__ import annotations

from games.troyes_dice.components import (
    CATHEDRAL_NUMBER_BY_ORDER,
    MARKET_AMOUNT,
    MARKET_COLOUR,
    MARKET_GIVES_CITIZENS,
    RESOURCE_SPACES,
)
from games.troyes_dice.rules import (
    ALL_COLUMNS,
    BUILT,
    CATHEDRAL_NUMBER,
    CIT,
    COUNT_BITS,
    FIFTEENTH_FIRST,
    FIFTEENTH_SECOND,
    GOT,
    LINK_AMOUNT,
    LINK_GAIN,
    LINK_MASK,
    STRUCK,
    Vector,
)
from solver.troyes_dice.known_records import (
    DAY_SIZE,
    GAIN_NET,
    MARKET_DICE,
    MORE_CITIZENS,
    MORE_FORTRESS,
    N_DAYS,
    NET,
    Desk,
    Known,
)
from solver.troyes_dice.targets import fixed_points

CITIZEN = 12
HALF_POINT = 6
SHARE = 2  # of a citizen, for each resource circled


def most_bonuses(known: Known, day: int, sheet: Vector) -> int:
    """Return the bonuses that may still fire: bits 0-2 15th, 3-5 20th citizen, 6-8 column 3, 6, 11."""
    days = known.days
    cit = CIT
    each0 = 0
    each1 = 0
    each2 = 0
    total = 0
    for at in range(day, known.size[N_DAYS]):
        base = DAY_SIZE * at
        more = days[base + MORE_CITIZENS]
        floor = 3 if days[base + MORE_FORTRESS] == 1 else 2
        most = 3 + more
        for colour in range(3):
            free = ALL_COLUMNS & ~(sheet[BUILT + 2 * colour + 1] | sheet[STRUCK + colour])
            here = floor
            if free > 0:
                here = 2 + more if floor < 2 + more else floor
                for column in range(6):
                    building = 12 * colour + 6 + column
                    lost = sheet[STRUCK + colour] & ~sheet[BUILT + 2 * colour + 1]
                    if (
                        free >> column & 1 == 1
                        and LINK_MASK[building] > 0
                        and lost & LINK_MASK[building] == 0
                    ):
                        here = 4 + more
            market = 1 << 2 * colour + 1
            gain = 2 * days[base + MARKET_DICE + colour] + 2
            if (sheet[BUILT + 2] | sheet[STRUCK + 1]) & market == 0 and gain > here:
                here = gain
            if here > most:
                most = here
            if colour == 0:
                each0 += here
            elif colour == 1:
                each1 += here
            else:
                each2 += here
        total += most
    if sheet[cit] + each0 > 20 or sheet[cit + 1] + each1 > 20 or sheet[cit + 2] + each2 > 20:
        each0 = total
        each1 = total
        each2 = total
    fired = 0
    extra = 0
    while True:
        new = 0
        spill = 0
        if (
            sheet[cit] + each0 + extra > 20
            or sheet[cit + 1] + each1 + extra > 20
            or sheet[cit + 2] + each2 + extra > 20
        ):
            spill = total
        for track in range(3):
            each = each0
            if track == 1:
                each = each1
            elif track == 2:
                each = each2
            have = sheet[cit + track]
            most = have + each + extra + spill
            if have < 15 and most >= 15:
                new |= 1 << track
            if have < 20 and most >= 20:
                new |= 8 << track
        for which in range(3):
            level = 3
            if which == 1:
                level = 6
            elif which == 2:
                level = 11
            need = 0
            possible = 1
            for track in range(3):
                each = each0
                if track == 1:
                    each = each1
                elif track == 2:
                    each = each2
                short = level - sheet[cit + track]
                if short > 0:
                    need += short
                    if short > each + extra + spill:
                        possible = 0
            if need > 0 and possible == 1 and need <= total + extra:
                new |= 64 << which
        if new == fired:
            return fired
        fired = new
        extra = 0
        for bit in range(9):
            if fired >> bit & 1 == 1:
                if bit < 3:
                    extra += 8
                elif bit < 6:
                    extra += 2
                elif bit == 6:
                    extra += 3
                else:
                    extra += 4


def group_bound(known: Known, desk: Desk, day: int, sheet: Vector) -> int:
    """Return a number that twice the final score of a sheet cannot exceed, before what was spent.

    The raid of `day` is marked on the sheet; that half-day and all after it are still to be played.
    """
    days = known.days
    gains = desk.gains
    n_days = known.size[N_DAYS]
    left = n_days - day
    bonuses = most_bonuses(known, day, sheet)
    prestige = (bonuses & 1) + (bonuses >> 1 & 1) + (bonuses >> 2 & 1)
    built = COUNT_BITS[sheet[BUILT + 4]]
    order = built + left + prestige
    if order > 6:
        order = 6
    number = CATHEDRAL_NUMBER_BY_ORDER[order - 1] if order > 0 else 0
    # markets, the most dice of each colour
    total = CITIZEN * fixed_points(sheet)
    for kind in range(3):
        total += HALF_POINT * sheet[GOT + kind] + SHARE * (sheet[GOT + kind] % 6)
    together = left > 1 or bonuses > 0
    for kind in range(6):
        colour = kind // 2
        mine = sheet[BUILT + kind]
        free = ALL_COLUMNS & ~(mine | sheet[STRUCK + colour])
        scored = CITIZEN * sheet[CATHEDRAL_NUMBER + kind]
        if together and (sheet[BUILT + 4] | sheet[STRUCK + 2]) >> kind & 1 == 0:
            scored = CITIZEN * number // 2
        for column in range(6):
            building = 6 * kind + column
            gain = -1
            if free >> column & 1 == 1:
                gain = scored
                if kind == 0:
                    gain += CITIZEN
                elif kind == 4:
                    have = COUNT_BITS[sheet[BUILT + column]]
                    if column == 4:
                        have += 1
                    gain += CITIZEN * number * have
                    if together:
                        more = left - 1 + prestige + (bonuses >> 7 & 1) + (bonuses >> 8 & 1)
                        room = COUNT_BITS[
                            ALL_COLUMNS & ~(sheet[BUILT + column] | sheet[STRUCK + column // 2])
                        ]
                        if more > room:
                            more = room
                        gain += CITIZEN * number * more // 2
                elif kind != 2:
                    gain += 2 * CITIZEN
                pair = LINK_MASK[building]
                if pair > 0:
                    other = pair & ~(1 << column)
                    worth = CITIZEN * LINK_AMOUNT[building]
                    if LINK_GAIN[building] < 3:
                        worth = (HALF_POINT + SHARE) * LINK_AMOUNT[building]
                    if mine & other > 0:
                        gain += worth
                    elif sheet[STRUCK + colour] & other == 0 and together:
                        gain += worth // 2
            gains[building] = gain
    # the best of each half-day, and the best of all half-days together
    tops = desk.tops
    for index in range(left):
        tops[index] = 0
    by_days = 0
    for at in range(day, n_days):
        base = DAY_SIZE * at
        best = 0 if days[base] == 1 else 3 * (HALF_POINT + SHARE)
        for colour in range(3):
            top = 0
            if sheet[GOT + colour] < RESOURCE_SPACES:
                for value in range(6):
                    gain = (HALF_POINT + SHARE) * (value + 1) - days[base + GAIN_NET + 6 * colour + value]
                    if gain > top:
                        top = gain
            if top > best:
                best = top
        move = left - 1
        if best > tops[move]:
            while move > 0 and tops[move - 1] < best:
                tops[move] = tops[move - 1]
                move -= 1
            tops[move] = best
        for building in range(36):
            if gains[building] >= 0:
                gain = gains[building] - days[base + NET + building]
                if building >= 12 and building < 18:
                    column = building - 12
                    dice = MARKET_AMOUNT[column] * days[base + MARKET_DICE + MARKET_COLOUR[column]]
                    gain += dice * (CITIZEN if MARKET_GIVES_CITIZENS[column] == 1 else HALF_POINT + SHARE)
                if gain > best:
                    best = gain
        by_days += best
    by_targets = 0
    extra = 0
    public = 0
    for building in range(36):
        gain = gains[building]
        if gain >= 0:
            best = 0
            for at in range(day, n_days):
                base = DAY_SIZE * at
                here = gain - days[base + NET + building]
                if building >= 12 and building < 18:
                    column = building - 12
                    dice = MARKET_AMOUNT[column] * days[base + MARKET_DICE + MARKET_COLOUR[column]]
                    here += dice * (CITIZEN if MARKET_GIVES_CITIZENS[column] == 1 else HALF_POINT + SHARE)
                if here > best:
                    best = here
            move = left - 1
            if best > tops[move]:
                while move > 0 and tops[move - 1] < best:
                    tops[move] = tops[move - 1]
                    move -= 1
                tops[move] = best
            if building // 6 % 2 == 1 and gain > public:
                public = gain
    for index in range(left):
        by_targets += tops[index]
    for bit in range(9):
        if bonuses >> bit & 1 == 1:
            if bit < 3:
                most = 0
                for building in range(36):
                    kind = building // 6
                    if (kind == FIFTEENTH_FIRST[bit] or kind == FIFTEENTH_SECOND[bit]) and gains[
                        building
                    ] >= 0:
                        gain = gains[building]
                        if kind == 2:
                            column = building - 12
                            dice = 0
                            for at in range(day, n_days):
                                if days[DAY_SIZE * at + MARKET_DICE + MARKET_COLOUR[column]] > dice:
                                    dice = days[DAY_SIZE * at + MARKET_DICE + MARKET_COLOUR[column]]
                            gain += (
                                dice
                                * MARKET_AMOUNT[column]
                                * (CITIZEN if MARKET_GIVES_CITIZENS[column] == 1 else HALF_POINT + SHARE)
                            )
                        if gain > most:
                            most = gain
                extra += most
            elif bit < 6:
                extra += 2 * CITIZEN
            elif bit == 6:
                extra += 3 * (HALF_POINT + SHARE)
            else:
                extra += public
    if by_targets < by_days:
        by_days = by_targets
    return (total + by_days + extra) // 6


HOT_FUNCTIONS = ("most_bonuses", "group_bound")  # callees before callers
