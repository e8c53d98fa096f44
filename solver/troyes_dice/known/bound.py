"""An upper bound of what the rest of a game with known dice can bring to a sheet, as kernels.

It is worked out once for each group of groups.py, in twelfths of a point, as if every resource unspent
were half a point at the end (it is no more), as if anything could be paid (so that a cost takes off its half
points and forbids nothing), and as if the half-days did not get in each other's way:

- Each half-day has one action. Gaining resources is tried for each; of buildings the best that differ are
  taken, each in the half-day that suits it best.
- A building brings its citizens, its link, and what cathedrals that stand score for it. What only two new
  buildings bring together (a link, a building for a new cathedral) counts half for each.
- New cathedrals are counted: for each number of them, they write the numbers that are next, and the greatest
  go to those that score most. They take the place of the least worthy other buildings.
- A resource brings, beside its half point, a sixth of the citizen of its next space 6, 12 or 18; what is
  circled beyond the last one counts as well.
- A bonus is worth the best that it may build. Those count that can fire together with the citizens that there
  can be (`most_bonuses`). They may help each other in any order, but for the last one.

With one half-day left and no bonus in reach, citizens of resources are counted instead of shared out.
"""

from __future__ import annotations

from pencilwright.games.troyes_dice.components import (
    CATHEDRAL_NUMBER_BY_ORDER,
    CITIZEN_SPACES,
    MARKET_AMOUNT,
    MARKET_COLOUR,
    MARKET_GIVES_CITIZENS,
    RESOURCE_SPACES,
)
from pencilwright.games.troyes_dice.rules import (
    ALL_COLUMNS,
    BUILT,
    CATHEDRAL_NUMBER,
    CIT,
    COUNT_BITS,
    GOT,
    LINK_AMOUNT,
    LINK_GAIN,
    LINK_MASK,
    STRUCK,
    Vector,
)
from pencilwright.solver.troyes_dice.exact.targets import fixed_points
from pencilwright.solver.troyes_dice.known.records import (
    DAY_SIZE,
    FREE_DIE,
    GAIN_NET,
    MARKET_DICE,
    MORE_CITIZENS,
    MORE_FORTRESS,
    MORE_MARKET,
    N_DAYS,
    NET,
    NEVER,
    Desk,
    Known,
)

CITIZEN = 12
HALF_POINT = 6
LEVELS = (0, 3, 6, 11, 15, 20)
SHARE = 2  # of a citizen, for each resource circled


def most_bonuses(
    sheet: Vector,
    base: int,
    extra0: int,
    extra1: int,
    extra2: int,
    most_extra: int,
    left: int,
    first: int,
    second: int,
    third: int,
    twentieth: int,
    resources: int,
    public: int,
) -> int:
    """Return the most that bonuses which can all fire together are worth.

    sheet : its citizens, and which bonuses are still to come.
    base, extra0, extra1, extra2, most_extra, left : see `group_bound`.
    first, second, third : worth of the 15th citizen of each track; twentieth : of any 20th; resources : of
        column bonus 3; public : of column bonuses 6 and 11.

    What each track reaches is tried: as it is, or exactly at a bonus. All citizens needed for it must come
    from the actions and from the bonuses themselves, each of which brings no more than said here; the last
    one to fire comes too late to bring any, and at least two citizens are what each brings.
    """
    most = 0
    low = sheet[CIT]
    if sheet[CIT + 1] < low:
        low = sheet[CIT + 1]
    if sheet[CIT + 2] < low:
        low = sheet[CIT + 2]
    high = sheet[CIT]
    if sheet[CIT + 1] > high:
        high = sheet[CIT + 1]
    if sheet[CIT + 2] > high:
        high = sheet[CIT + 2]
    extras = extra0 + extra1 + extra2
    highest = base + extras + 21
    for level0 in range(6):
        need0 = LEVELS[level0] - sheet[CIT]
        if need0 > highest or (need0 <= 0 and level0 > 0):
            continue
        if need0 < 0:
            need0 = 0
        for level1 in range(6):
            need1 = LEVELS[level1] - sheet[CIT + 1]
            if need0 + need1 > highest or (need1 <= 0 and level1 > 0):
                continue
            if need1 < 0:
                need1 = 0
            for level2 in range(6):
                need2 = LEVELS[level2] - sheet[CIT + 2]
                if need2 <= 0 and level2 > 0:
                    continue
                if need2 < 0:
                    need2 = 0
                need = need0 + need1 + need2
                if need > highest:
                    continue
                reach0 = sheet[CIT] + need0
                reach1 = sheet[CIT + 1] + need1
                reach2 = sheet[CIT + 2] + need2
                worth = 0
                builds = 0
                more = 0
                if sheet[CIT] < 15 <= reach0:
                    worth += first
                    builds += 1
                if sheet[CIT + 1] < 15 <= reach1:
                    worth += second
                    builds += 1
                if sheet[CIT + 2] < 15 <= reach2:
                    worth += third
                    builds += 1
                if sheet[CIT] < 20 <= reach0:
                    worth += twentieth
                    more += 2
                if sheet[CIT + 1] < 20 <= reach1:
                    worth += twentieth
                    more += 2
                if sheet[CIT + 2] < 20 <= reach2:
                    worth += twentieth
                    more += 2
                reached = reach0
                if reach1 < reached:
                    reached = reach1
                if reach2 < reached:
                    reached = reach2
                if low < 3 <= reached:
                    worth += resources
                    more += 3
                if low < 6 <= reached:
                    worth += public
                    builds += 1
                if low < 11 <= reached:
                    worth += public
                    builds += 1
                if worth > most:
                    if more > 0:
                        more -= 2
                    else:
                        builds -= 1
                    possible = (left + builds) * most_extra
                    if possible > extras:
                        possible = extras
                    here = base + 2 * builds + more
                    spills = here + possible > CITIZEN_SPACES - high
                    if need <= here + possible and (
                        spills
                        or (need0 <= here + extra0 and need1 <= here + extra1 and need2 <= here + extra2)
                    ):
                        most = worth
    return most


def best_here(known: Known, sheet: Vector, gains: Vector, day: int, building: int, alone: int) -> int:
    """Return the gain of a building in a half-day, what a market counts included; no cost is taken off."""
    gain = gains[building]
    if building // 6 == 2:
        column = building - 12
        colour = MARKET_COLOUR[column]
        amount = MARKET_AMOUNT[column] * known.days[DAY_SIZE * day + MARKET_DICE + colour]
        if MARKET_GIVES_CITIZENS[column] == 1:
            return gain + CITIZEN * amount
        return gain + resource_worth(sheet, colour, amount, alone)
    return gain


def resource_worth(sheet: Vector, kind: int, amount: int, alone: int) -> int:
    """Return what circling so many resources brings: half a point each, and citizens at 6, 12 and 18.

    alone : 1 when nothing else is circled from here on, so that the citizens can be counted; else every
        resource brings its share of one.
    """
    have = sheet[GOT + kind]
    if have + amount > RESOURCE_SPACES:
        amount = RESOURCE_SPACES - have
    if alone == 1:
        return HALF_POINT * amount + CITIZEN * ((have + amount) // 6 - have // 6)
    return (HALF_POINT + SHARE) * amount


def keep_top(tops: Vector, left: int, gain: int) -> None:
    """Put a gain among the best `left` ones, kept descending, if it is one of them."""
    move = left - 1
    if gain > tops[move]:
        while move > 0 and tops[move - 1] < gain:
            tops[move] = tops[move - 1]
            move -= 1
        tops[move] = gain


def fill_gains(sheet: Vector, gains: Vector, alone: int) -> None:
    """Fill gains[kind * 6 + column] with what a building brings, -1 where it cannot be built.

    Left out are what a market counts, what cathedrals to come score, and for a cathedral all but its link. A
    link whose other building is still missing counts half for each of the two.
    """
    for kind in range(6):
        colour = kind // 2
        mine = sheet[BUILT + kind]
        lost = sheet[STRUCK + colour] & ~mine
        for column in range(6):
            building = 6 * kind + column
            gain = -1
            if (mine | lost) >> column & 1 == 0:
                gain = CITIZEN * sheet[CATHEDRAL_NUMBER + kind]
                if kind == 0:
                    gain += CITIZEN
                elif kind % 2 == 1:
                    gain += 2 * CITIZEN
                pair = LINK_MASK[building]
                if pair > 0 and lost & pair == 0:
                    worth = CITIZEN * LINK_AMOUNT[building]
                    if LINK_GAIN[building] < 3:
                        worth = resource_worth(sheet, LINK_GAIN[building], LINK_AMOUNT[building], alone)
                    if mine & pair > 0:
                        gain += worth
                    elif alone == 0:
                        gain += worth // 2
            gains[building] = gain


def group_bound(known: Known, desk: Desk, day: int, sheet: Vector) -> int:
    """Return a number that twice the final score of a sheet cannot exceed, before what was spent.

    The raid of `day` is marked on the sheet; that half-day and all after it are still to be played.
    """
    days = known.days
    gains = desk.gains
    n_days = known.size[N_DAYS]
    left = n_days - day
    # Citizens: `base` from all actions; once each, links and markets bring more: extra0..2 to each track, no
    # one of them more than `most_extra`.
    base = 0
    feast = 0
    for at in range(day, n_days):
        here = 3 if days[DAY_SIZE * at + FREE_DIE] == 0 or days[DAY_SIZE * at + MORE_CITIZENS] == 1 else 2
        if days[DAY_SIZE * at + MORE_FORTRESS] == 1:
            here = 4
        base += here
        feast |= days[DAY_SIZE * at + MORE_MARKET]
    extra0 = 0
    extra1 = 0
    extra2 = 0
    most_extra = 0
    for colour in range(3):
        kind = 2 * colour + 1
        lost = sheet[STRUCK + colour] & ~sheet[BUILT + kind]
        extras = 0
        for column in range(0, 6, 2):
            building = 6 * kind + column
            pair = LINK_MASK[building]
            if pair > 0 and lost & pair == 0 and sheet[BUILT + kind] & pair != pair:
                more = 2 if LINK_GAIN[building] >= 3 else 1
                extras += more
                if more > most_extra:
                    most_extra = more
        if (sheet[BUILT + 2] | sheet[STRUCK + 1]) >> kind & 1 == 0:
            more = 0
            for at in range(day, n_days):
                if days[DAY_SIZE * at + MARKET_DICE + colour] + feast > more:
                    more = days[DAY_SIZE * at + MARKET_DICE + colour] + feast
            if more > 1:
                extras += 2 * more - 2
                if 2 * more - 2 > most_extra:
                    most_extra = 2 * more - 2
        if colour == 0:
            extra0 = extras
        elif colour == 1:
            extra1 = extras
        else:
            extra2 = extras
    bonuses = most_bonuses(sheet, base, extra0, extra1, extra2, most_extra, left, 1024, 1024, 1024, 1, 1, 1)
    prestige = bonuses >> 10
    alone = 1 if left == 1 and bonuses == 0 else 0
    total = CITIZEN * fixed_points(sheet)
    for kind in range(3):
        total += HALF_POINT * sheet[GOT + kind]
        if alone == 0 and sheet[GOT + kind] < RESOURCE_SPACES:
            total += SHARE * (sheet[GOT + kind] % 6)
    fill_gains(sheet, gains, alone)
    built = COUNT_BITS[sheet[BUILT + 4]]
    open_white = ALL_COLUMNS & ~(sheet[BUILT + 4] | sheet[STRUCK + 2])
    most_new = COUNT_BITS[open_white]
    if most_new > left + prestige:
        most_new = left + prestige
    # Cathedrals: how many buildings each would count, the most first, and the least that one costs.
    cheapest = 0
    counts = desk.scored
    for index in range(6):
        counts[index] = -1
    for column in range(6):
        if open_white >> column & 1 == 1:
            have = 2 * COUNT_BITS[sheet[BUILT + column]]
            if column == 4:
                have += 2
            if alone == 0:
                more = left + prestige + (2 if bonuses & 1023 > 0 else 0) - 1
                free = ALL_COLUMNS & ~(sheet[BUILT + column] | sheet[STRUCK + column // 2])
                if more > COUNT_BITS[free]:
                    more = COUNT_BITS[free]
                have += more
            move = 5
            while move > 0 and counts[move - 1] < have:
                counts[move] = counts[move - 1]
                move -= 1
            counts[move] = have
    if prestige == 0:
        cheapest = 12 * NEVER
        for at in range(day, n_days):
            for column in range(6):
                if open_white >> column & 1 == 1:
                    net = days[DAY_SIZE * at + NET + 24 + column]
                    if net < cheapest:
                        cheapest = net
    most = 0
    tops = desk.tops
    for with_new in range(2 if most_new > 0 else 1):
        pair = 0
        if with_new == 1 and alone == 0:
            pair = HALF_POINT * CATHEDRAL_NUMBER_BY_ORDER[built + most_new - 1]
        for index in range(left):
            tops[index] = 0
        for at in range(day, n_days):
            best = 0
            if days[DAY_SIZE * at + FREE_DIE] == 0:
                best = 3 * HALF_POINT + 3 * CITIZEN
            for colour in range(3):
                if sheet[GOT + colour] < RESOURCE_SPACES:
                    for value in range(1, 7):
                        gain = resource_worth(sheet, colour, value, alone)
                        gain -= days[DAY_SIZE * at + GAIN_NET + 6 * colour + value - 1]
                        if gain > best:
                            best = gain
            keep_top(tops, left, best)
        public = 0
        first = 0
        second = 0
        third = 0
        for building in range(36):
            kind = building // 6
            if gains[building] >= 0 and kind != 4:
                best = 0
                gross = 0
                more = pair if open_white >> kind & 1 == 1 else 0
                for at in range(day, n_days):
                    gain = more + best_here(known, sheet, gains, at, building, alone)
                    if gain > gross:
                        gross = gain
                    gain -= days[DAY_SIZE * at + NET + building]
                    if gain > best:
                        best = gain
                keep_top(tops, left, best)
                if kind % 2 == 1:
                    if gross > public:
                        public = gross
                else:
                    if kind == 2 and gross > first:
                        first = gross
                    if kind == 0 and gross > second:
                        second = gross
                    if gross > third:
                        third = gross
        worth = 0
        for index in range(left):
            worth += tops[index]
        if bonuses > 0:
            worth += most_bonuses(
                sheet,
                base,
                extra0,
                extra1,
                extra2,
                most_extra,
                left,
                first,
                second,
                third,
                2 * CITIZEN,
                3 * (HALF_POINT + SHARE),
                public,
            )
        if with_new == 0:
            most = worth
        else:
            least = first if first < second else second
            if prestige == 0:
                least = worth
            each = 0
            if (sheet[BUILT + 4]) >> 4 & 1 == 1:
                each = CITIZEN * sheet[CATHEDRAL_NUMBER + 4]
            elif open_white >> 4 & 1 == 1:
                each = pair
            for new in range(1, most_new + 1):
                if new <= left:
                    worth -= tops[left - new] if tops[left - new] < least else least
                worth += each - cheapest
                sum_new = worth
                for index in range(new):
                    sum_new += HALF_POINT * counts[index] * CATHEDRAL_NUMBER_BY_ORDER[built + new - 1 - index]
                if sum_new > most:
                    most = sum_new
    return (total + most) // 6


HOT_FUNCTIONS = (
    "most_bonuses",
    "resource_worth",
    "best_here",
    "keep_top",
    "fill_gains",
    "group_bound",
)  # callees before callers
