"""An upper bound of what the rest of a game with known dice can bring to a sheet, as kernels.

It is worked out once for each group of groups.py, in twelfths of a point, as if every resource unspent
were half a point at the end (it is no more), as if anything could be paid (so that a cost takes off its half
points and forbids nothing), and as if the half-days did not get in each other's way:

- Each half-day has one action. Gaining resources is tried for each; of buildings the best that differ are
  taken, each in the half-day that suits it best.
- A building brings its citizens, its link, and what cathedrals that stand score for it. What only two new
  buildings bring together (a link, a building for a new cathedral) counts half for each.
- New cathedrals are counted: for each number of them, they write the numbers that are next, and the greatest
  go to those that score most. Each takes the place of an action, with its citizens, or of a bonus building.
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
    CITIZENS_BONUS_AT,
    COLUMN_BONUS_AT,
    COLUMNS,
    MARKET_AMOUNT,
    MARKET_COLOUR,
    MARKET_GIVES_CITIZENS,
    PRESTIGE_BONUS_AT,
    RESOURCE_SPACES,
)
from pencilwright.games.troyes_dice.play.rules import (
    ALL_COLUMNS,
    BUILT,
    CATHEDRAL_NUMBER,
    CIT,
    COUNT_BITS,
    GOT,
    LINK_AMOUNT,
    LINK_GAIN,
    LINK_MASK,
    SPACES_PER_CITIZEN,
    STRUCK,
    Vector,
)
from pencilwright.solver.troyes_dice.exact.targets import fixed_points
from pencilwright.solver.troyes_dice.known.records import (
    BONUS_BUILDINGS,
    CIT_EXTRA,
    CIT_LEFT,
    CIT_MOST_EXTRA,
    CIT_SURE,
    DAY_SIZE,
    FREE_DIE,
    GAIN_NET,
    MARKET_DICE,
    MORE_CATHEDRAL,
    MORE_CITIZENS,
    MORE_FORTRESS,
    MORE_MARKET,
    N_DAYS,
    NET,
    NEVER,
    OTHERS_MASK,
    PRESTIGE_COUNT,
    TWELFTHS,
    TWELFTHS_OF_HALF,
    WORTH_FIFTEENTH,
    WORTH_PUBLIC,
    WORTH_RESOURCES,
    WORTH_TWENTIETH,
    Desk,
    Known,
)

CITIZEN = TWELFTHS  # a point
HALF_POINT = TWELFTHS_OF_HALF
SHARE = 2  # of a citizen, a sixth in twelfths of a point, for each resource circled
LEVELS = (0, *COLUMN_BONUS_AT, PRESTIGE_BONUS_AT, CITIZENS_BONUS_AT)
FIRST_COLUMN, SECOND_COLUMN, THIRD_COLUMN = COLUMN_BONUS_AT
# Citizens that a bonus brings: a building 2 (more than that is among the extras), a 20th citizen 2, column
# bonus 3 one of each resource, each perhaps with a citizen.
OF_BUILDING, OF_TWENTIETH, OF_RESOURCES = 2, 2, 3
OF_ACTION = 2  # at least, for any half-day
OF_ALL_BONUSES = 5 * OF_BUILDING + 3 * OF_TWENTIETH + OF_RESOURCES


def most_bonuses(
    sheet: Vector, citizens: Vector, worths: Vector, caps: Vector, cathedrals: int, least: int
) -> int:
    """Return the most that bonuses which can all fire together are worth; below 0 where none may.

    sheet : its citizens, and which bonuses are still to come.
    citizens, worths : Desk.citizens and Desk.worths, or what counts bonuses instead of weighing them.
    caps : so many of their buildings, each built once, are worth no more.
    cathedrals : so many of the buildings are cathedrals, counted elsewhere; what each takes the place of is
        worth `least`, or more.

    What each track reaches is tried: as it is, or exactly at a bonus. All citizens needed for it must come
    from the actions and from the bonuses themselves, each of which brings no more than said here; the last
    one to fire comes too late to bring any, and at least two citizens are what each brings.

    It has more than 80 lines because every level of the three tracks is tried in one place.
    """
    base = citizens[CIT_SURE]
    extra0 = citizens[CIT_EXTRA]
    extra1 = citizens[CIT_EXTRA + 1]
    extra2 = citizens[CIT_EXTRA + 2]
    most_extra = citizens[CIT_MOST_EXTRA]
    left = citizens[CIT_LEFT]
    twentieth = worths[WORTH_TWENTIETH]
    public = worths[WORTH_PUBLIC]
    most = 0 if cathedrals == 0 else -1
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
    highest = base + extras + OF_ALL_BONUSES
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
                worth = -cathedrals * least
                others = 0
                builds = 0
                more = 0
                if sheet[CIT] < PRESTIGE_BONUS_AT <= reach0:
                    worth += worths[WORTH_FIFTEENTH]
                    builds += 1
                if sheet[CIT + 1] < PRESTIGE_BONUS_AT <= reach1:
                    worth += worths[WORTH_FIFTEENTH + 1]
                    builds += 1
                if sheet[CIT + 2] < PRESTIGE_BONUS_AT <= reach2:
                    worth += worths[WORTH_FIFTEENTH + 2]
                    builds += 1
                if sheet[CIT] < CITIZENS_BONUS_AT <= reach0:
                    others += twentieth
                    more += OF_TWENTIETH
                if sheet[CIT + 1] < CITIZENS_BONUS_AT <= reach1:
                    others += twentieth
                    more += OF_TWENTIETH
                if sheet[CIT + 2] < CITIZENS_BONUS_AT <= reach2:
                    others += twentieth
                    more += OF_TWENTIETH
                reached = reach0
                if reach1 < reached:
                    reached = reach1
                if reach2 < reached:
                    reached = reach2
                if low < FIRST_COLUMN <= reached:
                    others += worths[WORTH_RESOURCES]
                    more += OF_RESOURCES
                if low < SECOND_COLUMN <= reached:
                    worth += public
                    builds += 1
                if low < THIRD_COLUMN <= reached:
                    worth += public
                    builds += 1
                if builds < cathedrals:
                    continue
                if worth > caps[builds - cathedrals]:
                    worth = caps[builds - cathedrals]
                worth += others
                if worth > most:
                    # The last one to fire brings nothing in time; of the others' the least is taken off.
                    if more > 0:
                        more -= 2
                    else:
                        builds -= 1
                    # An extra needs an action or a bonus building of its own, and comes once.
                    possible = (left + builds) * most_extra
                    if possible > extras:
                        possible = extras
                    here = base + OF_BUILDING * builds + more
                    # Until some track is full each track must get its own; then citizens spill to any other.
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
    if building // COLUMNS == 2:
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
        return HALF_POINT * amount + CITIZEN * (
            (have + amount) // SPACES_PER_CITIZEN - have // SPACES_PER_CITIZEN
        )
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
            building = COLUMNS * kind + column
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


def count_citizens(known: Known, desk: Desk, day: int, sheet: Vector) -> None:
    """Fill desk.citizens with how many citizens the half-days from `day` on can bring at most.

    An action brings 2: a public building; a market's first die; or up to 12 resources, which reach two of
    the spaces 6, 12 and 18. It brings 3 by the fallback, one of each resource with a citizen each (A11), or
    by a public building or a cathedral with a feast, and 4 is above a fortress with the two citizens of its
    feast. What else links and markets bring comes once in a game, so that it is an extra: a link of public
    buildings its citizens, or one for its three resources; a market what it counts beyond its first die.
    """
    days = known.days
    n_days = known.size[N_DAYS]
    base = 0
    feast = 0
    for at in range(day, n_days):
        here = OF_ACTION
        if days[DAY_SIZE * at + FREE_DIE] == 0 or days[DAY_SIZE * at + MORE_CITIZENS] == 1:
            here = 3
        if days[DAY_SIZE * at + MORE_CATHEDRAL] == 1:
            here = 3
        if days[DAY_SIZE * at + MORE_FORTRESS] == 1:
            here = 4
        base += here
        feast |= days[DAY_SIZE * at + MORE_MARKET]
    most_extra = 0
    for colour in range(3):
        kind = 2 * colour + 1
        lost = sheet[STRUCK + colour] & ~sheet[BUILT + kind]
        extras = 0
        for column in range(0, COLUMNS, 2):
            building = COLUMNS * kind + column
            pair = LINK_MASK[building]
            if pair > 0 and lost & pair == 0 and sheet[BUILT + kind] & pair != pair:
                more = 2 if LINK_GAIN[building] >= 3 else 1
                extras += more
                if more > most_extra:
                    most_extra = more
        if (sheet[BUILT + 2] | sheet[STRUCK + 1]) >> kind & 1 == 0:  # the market that counts this colour
            more = 0
            for at in range(day, n_days):
                if days[DAY_SIZE * at + MARKET_DICE + colour] + feast > more:
                    more = days[DAY_SIZE * at + MARKET_DICE + colour] + feast
            if more > 1:
                extras += 2 * more - 2
                if 2 * more - 2 > most_extra:
                    most_extra = 2 * more - 2
        desk.citizens[CIT_EXTRA + colour] = extras
    desk.citizens[CIT_SURE] = base
    desk.citizens[CIT_MOST_EXTRA] = most_extra
    desk.citizens[CIT_LEFT] = n_days - day


def count_bonuses(sheet: Vector, citizens: Vector, worths: Vector, caps: Vector) -> int:
    """Return how many bonuses can fire: prestige buildings << PRESTIGE_COUNT | all others.

    As many of the former as can be, and with them as many of the latter: they are weighed like that.
    """
    for track in range(3):
        worths[WORTH_FIFTEENTH + track] = 1 << PRESTIGE_COUNT
    worths[WORTH_TWENTIETH] = 1
    worths[WORTH_RESOURCES] = 1
    worths[WORTH_PUBLIC] = 1
    for builds in range(BONUS_BUILDINGS + 1):
        caps[builds] = 1 << 2 * PRESTIGE_COUNT
    return most_bonuses(sheet, citizens, worths, caps, 0, 0)


def count_scored(sheet: Vector, counts: Vector, open_white: int) -> None:
    """Fill `counts` with the buildings that each cathedral to come would count now, descending, then 0.

    The cathedral of column 5 counts cathedrals, itself among them.
    """
    for index in range(COLUMNS):
        counts[index] = 0
    for column in range(COLUMNS):
        if open_white >> column & 1 == 1:
            have = COUNT_BITS[sheet[BUILT + column]]
            if column == 4:
                have += 1
            move = 5
            while move > 0 and counts[move - 1] < have:
                counts[move] = counts[move - 1]
                move -= 1
            counts[move] = have


def weigh_cathedrals(
    sheet: Vector, counts: Vector, open_white: int, built: int, new: int, others: int
) -> int:
    """Return the most that `new` cathedrals score with `others` other new buildings, in twelfths of a point.

    The greatest of the numbers that are next go to those that score most now: no other pairing of two
    descending rows has a greater sum. A building is of one kind, so that one cathedral counts it. So the
    other buildings count once each, as many as can be with the greatest number, and half: a building brings
    the other half.

    counts : what count_scored filled.
    """
    kind_most = 0
    for kind in range(COLUMNS):
        if open_white >> kind & 1 == 1 and kind != 4:
            free = COUNT_BITS[ALL_COLUMNS & ~(sheet[BUILT + kind] | sheet[STRUCK + kind // 2])]
            if free > kind_most:
                kind_most = free
    worth = 0
    for index in range(new):
        number = CATHEDRAL_NUMBER_BY_ORDER[built + new - 1 - index]
        more = kind_most if others > kind_most else others
        others -= more
        worth += number * (CITIZEN * counts[index] + HALF_POINT * more)
    if (
        open_white >> 4 & 1 == 1
    ):  # of cathedrals that score it each other new one is counted by that of column 5
        worth += HALF_POINT * (new - 1) * CATHEDRAL_NUMBER_BY_ORDER[built + new - 1]
    return worth


def cheapest_cathedral(known: Known, day: int, open_white: int) -> int:
    """Return the least that a cathedral costs from `day` on, in twelfths of a point."""
    cheapest = TWELFTHS * NEVER
    for at in range(day, known.size[N_DAYS]):
        for column in range(COLUMNS):
            if open_white >> column & 1 == 1:
                net = known.days[DAY_SIZE * at + NET + COLUMNS * 4 + column]
                if net < cheapest:
                    cheapest = net
    return cheapest


def weigh_actions(
    known: Known, desk: Desk, day: int, sheet: Vector, pair: int, open_white: int, alone: int
) -> None:
    """Fill desk.tops with the best actions to come but cathedrals, and desk.worths with the best bonuses.

    It is a bound because each half-day has one action: resources are tried for each half-day, and a building
    once, in the half-day that suits it best, so no real plan has a better row of them. A bonus building costs
    nothing, and is the best of those that its bonus allows.

    desk.merged gets the best of all that is for actions and bonuses together, each building once and at no
    cost, or with what a feast adds where that is more; and desk.gross the buildings alone.

    pair : what a building brings a cathedral to come that scores it; half is counted with that cathedral.
    """
    days = known.days
    gains = desk.gains
    tops = desk.tops
    n_days = known.size[N_DAYS]
    left = n_days - day
    for index in range(left):
        tops[index] = 0
    for index in range(left + BONUS_BUILDINGS):
        desk.merged[index] = 0
    for index in range(BONUS_BUILDINGS):
        desk.gross[index] = 0
    for at in range(day, n_days):
        best = 0
        if days[DAY_SIZE * at + FREE_DIE] == 0:
            best = 3 * HALF_POINT + 3 * CITIZEN  # the fallback: one of each resource, each with a citizen
        for colour in range(3):
            if sheet[GOT + colour] < RESOURCE_SPACES:
                for value in range(1, 7):
                    gain = resource_worth(sheet, colour, value, alone)
                    gain -= days[DAY_SIZE * at + GAIN_NET + 6 * colour + value - 1]
                    if gain > best:
                        best = gain
        keep_top(tops, left, best)
        keep_top(desk.merged, left + BONUS_BUILDINGS, best)
    public = 0
    red = 0
    yellow = 0
    white = 0
    for building in range(36):
        kind = building // COLUMNS
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
            keep_top(desk.merged, left + BONUS_BUILDINGS, best if best > gross else gross)
            keep_top(desk.gross, BONUS_BUILDINGS, gross)
            # The 15th citizen of a track builds what the other two colours have of prestige; cathedrals are
            # counted apart.
            if kind % 2 == 1:
                if gross > public:
                    public = gross
            else:
                if kind == 2 and gross > red:
                    red = gross
                if kind == 0 and gross > yellow:
                    yellow = gross
                if gross > white:
                    white = gross
    worths = desk.worths
    worths[WORTH_FIFTEENTH] = red
    worths[WORTH_FIFTEENTH + 1] = yellow
    worths[WORTH_FIFTEENTH + 2] = white
    worths[WORTH_TWENTIETH] = OF_TWENTIETH * CITIZEN
    worths[WORTH_RESOURCES] = 3 * (HALF_POINT + SHARE)
    worths[WORTH_PUBLIC] = public


def fill_caps(desk: Desk, left: int) -> None:
    """Fill desk.caps[n] with what n bonus buildings bring at most beside the best `left` actions.

    Each building is built once: among the bonuses, and by an action or a bonus. With no action the former
    alone counts, which is no less than with any.
    """
    alone = 0
    both = 0
    for index in range(left):
        both += desk.merged[index] - desk.tops[index]
    for builds in range(BONUS_BUILDINGS + 1):
        desk.caps[builds] = alone if alone < both or left == 0 else both
        if builds < BONUS_BUILDINGS:
            alone += desk.gross[builds]
            both += desk.merged[left + builds]


def group_bound(known: Known, desk: Desk, day: int, sheet: Vector) -> int:
    """Return a number that twice the final score of a sheet cannot exceed, before what was spent.

    The raid of `day` is marked on the sheet; that half-day and all after it are still to be played.
    """
    n_days = known.size[N_DAYS]
    left = n_days - day
    tops = desk.tops
    counts = desk.scored
    worths = desk.worths
    count_citizens(known, desk, day, sheet)
    feasts = 0
    for at in range(day, n_days):
        feasts += known.days[DAY_SIZE * at + MORE_CATHEDRAL]
    bonuses = count_bonuses(sheet, desk.citizens, worths, desk.caps)
    prestige = bonuses >> PRESTIGE_COUNT
    alone = 1 if left == 1 and bonuses == 0 else 0
    # What stands, with half a point for each resource; and, of the citizen of each next space, the share that
    # is circled already, as the rest of it is counted with the resources to come.
    total = CITIZEN * fixed_points(sheet)
    for kind in range(3):
        total += HALF_POINT * sheet[GOT + kind]
        if alone == 0 and sheet[GOT + kind] < RESOURCE_SPACES:
            total += SHARE * (sheet[GOT + kind] % 6)
    fill_gains(sheet, desk.gains, alone)
    built = COUNT_BITS[sheet[BUILT + 4]]
    open_white = ALL_COLUMNS & ~(sheet[BUILT + 4] | sheet[STRUCK + 2])
    # No more cathedrals come than there are actions and bonuses that may build one: two, the red track's and
    # the yellow track's.
    by_bonuses = prestige if prestige < 2 else 2
    most_new = COUNT_BITS[open_white]
    if most_new > left + by_bonuses:
        most_new = left + by_bonuses
    # Other buildings: one for each action and bonus but those of cathedrals, two by column bonuses.
    buildings = left + prestige + (2 if bonuses & OTHERS_MASK > 0 else 0)
    weigh_actions(known, desk, day, sheet, 0, open_white, alone)
    most = 0
    for index in range(left):
        most += tops[index]
    if bonuses > 0:
        fill_caps(desk, left)
        most += most_bonuses(sheet, desk.citizens, worths, desk.caps, 0, 0)
    if most_new > 0:
        count_scored(sheet, counts, open_white)
        pair = 0
        if alone == 0:
            pair = HALF_POINT * CATHEDRAL_NUMBER_BY_ORDER[built + most_new - 1]
            weigh_actions(known, desk, day, sheet, pair, open_white, alone)
        cheapest = cheapest_cathedral(known, day, open_white)
        # A bonus that builds a cathedral builds nothing else.
        least = worths[WORTH_FIFTEENTH]
        if worths[WORTH_FIFTEENTH + 1] < least:
            least = worths[WORTH_FIFTEENTH + 1]
        # The cathedral of column 5 scores each new one: with its number, or as a pair if it is new too.
        each = 0
        if (sheet[BUILT + 4]) >> 4 & 1 == 1:
            each = CITIZEN * sheet[CATHEDRAL_NUMBER + 4]
        elif open_white >> 4 & 1 == 1:
            each = pair
        actions = 0
        for index in range(left):
            actions += tops[index]
        ceiling = 0  # with fewer actions bonuses bring no more
        if bonuses > 0:
            fill_caps(desk, 0)
            ceiling = most_bonuses(sheet, desk.citizens, worths, desk.caps, 0, 0)
        for by_action in range(left + 1):
            if by_action > 0:
                # One action less for the others. It brings no citizen, but where a feast gives resources.
                actions -= tops[left - by_action]
                desk.citizens[CIT_LEFT] -= 1
                if by_action > feasts:
                    desk.citizens[CIT_SURE] -= OF_ACTION
            if by_action > most_new:
                break
            if bonuses > 0:
                fill_caps(desk, left - by_action)
            for by_bonus in range(by_bonuses + 1):
                new = by_action + by_bonus
                if 0 < new <= most_new:
                    here = actions - cheapest * by_action + each * new
                    others = buildings - new if alone == 0 else 0
                    here += weigh_cathedrals(sheet, counts, open_white, built, new, others)
                    if here + ceiling <= most:
                        continue
                    if bonuses > 0:
                        worth = most_bonuses(sheet, desk.citizens, worths, desk.caps, by_bonus, least)
                        if worth < 0:
                            continue
                        here += worth
                    if here > most:
                        most = here
    return (total + most) // TWELFTHS_OF_HALF
