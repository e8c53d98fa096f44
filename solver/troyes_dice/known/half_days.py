"""Half-days with known dice as data: what their dice can be used for, what it costs, what they raid.

Kernels, written like troyes_dice/play/rules.py.
"""

from __future__ import annotations

from pencilwright.games.troyes_dice.components import COLUMNS, RESOURCE_SPACES
from pencilwright.games.troyes_dice.play.rules import (
    COLUMN,
    FALLBACK,
    FEAST_CATHEDRAL,
    FEAST_FORTRESS,
    FEAST_MARKET,
    FEAST_PUBLIC,
    GOT,
    SHEET_SIZE,
    STRUCK,
    TABLE_SIZE,
    USED,
    Vector,
    attack,
    count_dice,
    die_effect,
    die_is_open,
    end_half,
    main_moves,
    pay_changes,
    pay_die,
    place,
)
from pencilwright.solver.troyes_dice.exact.records import (
    ACTION_MASK,
    CODE_COLOUR,
    CODE_SLOT,
    CODE_VALUE,
    COLOUR_MASK,
    DIE_MASK,
)
from pencilwright.solver.troyes_dice.known.records import (
    AMOUNT,
    BOX,
    CHEAPEST,
    COST_SIZE,
    COST_SUM,
    DAY_SIZE,
    EFFECT,
    FREE_DIE,
    GAIN_NET,
    KIND,
    MARKET_DICE,
    MORE_CATHEDRAL,
    MORE_CITIZENS,
    MORE_FORTRESS,
    MORE_MARKET,
    MOST_COSTS,
    MOST_TARGETS,
    N_CHEAP,
    N_COSTS,
    N_DAYS,
    NET,
    NETS,
    NEVER,
    RAID,
    SAFE_AFTER,
    TARGET_SIZE,
    TWELFTHS,
    TWELFTHS_OF_HALF,
    Desk,
    Known,
)


def add_cost(known: Known, at: int, c0: int, c1: int, c2: int) -> None:
    """Add a cost to a target (its record begins at `at`) unless it is there already; cheap ones first."""
    targets = known.targets
    costs = known.costs
    first = at // TARGET_SIZE * MOST_COSTS * COST_SIZE
    count = targets[at + N_COSTS]
    total = c0 + c1 + c2
    index = 0
    while index < count:
        cost = first + COST_SIZE * index
        if costs[cost] == c0 and costs[cost + 1] == c1 and costs[cost + 2] == c2:
            return
        index += 1
    index = count
    while index > 0 and costs[first + COST_SIZE * (index - 1) + COST_SUM] > total:
        to = first + COST_SIZE * index
        for part in range(COST_SIZE):
            costs[to + part] = costs[to + part - COST_SIZE]
        index -= 1
    cost = first + COST_SIZE * index
    costs[cost] = c0
    costs[cost + 1] = c1
    costs[cost + 2] = c2
    costs[cost + COST_SUM] = total
    targets[at + N_COSTS] = count + 1


def cheap_first(known: Known, at: int) -> None:
    """Put the costs of a target that no other undercuts before the others, each part ascending by sum."""
    targets = known.targets
    costs = known.costs
    first = at // TARGET_SIZE * MOST_COSTS * COST_SIZE
    cheap = 0
    for index in range(targets[at + N_COSTS]):
        cost = first + COST_SIZE * index
        undercut = 0
        for other in range(cheap):
            less = first + COST_SIZE * other
            if (
                costs[less] <= costs[cost]
                and costs[less + 1] <= costs[cost + 1]
                and costs[less + 2] <= costs[cost + 2]
            ):
                undercut = 1
        if undercut == 0:
            c0 = costs[cost]
            c1 = costs[cost + 1]
            c2 = costs[cost + 2]
            total = costs[cost + COST_SUM]
            move = cost
            while move > first + COST_SIZE * cheap:
                for part in range(COST_SIZE):
                    costs[move + part] = costs[move + part - COST_SIZE]
                move -= COST_SIZE
            costs[move] = c0
            costs[move + 1] = c1
            costs[move + 2] = c2
            costs[move + COST_SUM] = total
            cheap += 1
    targets[at + N_CHEAP] = cheap
    targets[at + CHEAPEST] = costs[first + COST_SUM]


def read_day(known: Known, desk: Desk, day: int) -> None:
    """List the targets of a half-day with their costs, read off a sheet that can pay all and build all."""
    table = desk.table
    sheet = desk.sheet
    targets = known.targets
    for index in range(TABLE_SIZE):
        table[index] = known.tables[TABLE_SIZE * day + index]
    for index in range(SHEET_SIZE):
        sheet[index] = 0
    for kind in range(3):
        sheet[GOT + kind] = RESOURCE_SPACES
    base = DAY_SIZE * day
    for index in range(DAY_SIZE):
        known.days[base + index] = 0
    count = 0
    for index in range(main_moves(sheet, table, desk.codes)):
        code = desk.codes[index]
        if code == FALLBACK:
            break
        colour = code >> CODE_COLOUR & COLOUR_MASK
        action = code & ACTION_MASK
        amount = code >> CODE_VALUE & DIE_MASK
        kind = colour
        box = 0
        effect = 0
        if action > 0:
            box = table[COLUMN + 7 * colour + amount]
            kind = 2 + 2 * colour + action
            amount = 0
            result = die_effect(table, code >> CODE_SLOT)
            if (
                (result == FEAST_FORTRESS and kind == 3)
                or (result == FEAST_MARKET and kind == 5)
                or (result == FEAST_CATHEDRAL and kind == 7)
                or (result == FEAST_PUBLIC and action == 2)
            ):
                effect = result
        target = 0
        at = TARGET_SIZE * MOST_TARGETS * day
        while target < count and (
            targets[at + KIND] != kind
            or targets[at + BOX] != box
            or targets[at + AMOUNT] != amount
            or targets[at + EFFECT] != effect
        ):
            target += 1
            at += TARGET_SIZE
        if target == count:
            count += 1
            targets[at + KIND] = kind
            targets[at + BOX] = box
            targets[at + AMOUNT] = amount
            targets[at + EFFECT] = effect
            targets[at + N_COSTS] = 0
        for kind in range(3):
            sheet[USED + kind] = 0
        pay_die(sheet, code, die_effect(table, code >> CODE_SLOT))
        pay_changes(sheet, table, code, die_effect(table, code >> CODE_SLOT))
        add_cost(known, at, sheet[USED], sheet[USED + 1], sheet[USED + 2])
        if sheet[USED] + sheet[USED + 1] + sheet[USED + 2] == 0:
            known.days[base + FREE_DIE] = 1
        for kind in range(3):
            sheet[USED + kind] = 0
    for colour in range(3):
        sheet[STRUCK + colour] = 0
    attack(sheet, table)
    for colour in range(3):
        known.days[base + RAID + colour] = sheet[STRUCK + colour]
    known.n_targets[day] = count
    for target in range(count):
        cheap_first(known, TARGET_SIZE * (MOST_TARGETS * day + target))


def note_day(known: Known, desk: Desk, day: int) -> None:
    """Note what bounds need to know of a half-day whose table is desk.table."""
    days = known.days
    targets = known.targets
    base = DAY_SIZE * day
    for index in range(NETS):
        days[base + NET + index] = TWELFTHS * NEVER
    for colour in range(3):
        days[base + MARKET_DICE + colour] = count_dice(desk.table, colour)
    for slot in range(4):
        if die_is_open(desk.table, slot) == 1:
            effect = die_effect(desk.table, slot)
            if effect == FEAST_PUBLIC:
                days[base + MORE_CITIZENS] = 1
            elif effect == FEAST_MARKET:
                days[base + MORE_MARKET] = 1
            elif effect == FEAST_FORTRESS:
                days[base + MORE_FORTRESS] = 1
            elif effect == FEAST_CATHEDRAL:
                days[base + MORE_CATHEDRAL] = 1
    for target in range(known.n_targets[day]):
        at = TARGET_SIZE * (MOST_TARGETS * day + target)
        kind = targets[at + KIND]
        # Half a point for each that is spent, less what a feast adds, at its most: no bound may be too low.
        net = TWELFTHS_OF_HALF * targets[at + CHEAPEST]
        where = GAIN_NET + 6 * kind + targets[at + AMOUNT] - 1
        effect = targets[at + EFFECT]
        if kind >= 3:
            where = NET + COLUMNS * (kind - 3) + targets[at + BOX]
            if effect == FEAST_PUBLIC:
                net -= TWELFTHS  # a citizen
            elif effect == FEAST_CATHEDRAL:
                net -= 3 * (TWELFTHS_OF_HALF + TWELFTHS)  # one of each resource, each perhaps with a citizen
            elif effect > 0:
                net -= (
                    3 * TWELFTHS
                )  # two citizens; or a market's die: 3 resources and a citizen, or 2 citizens
        if (kind >= 3 or targets[at + AMOUNT] > 0) and net < days[base + where]:
            days[base + where] = net


def read_days(known: Known, desk: Desk, table: Vector, dice: Vector, n: int) -> None:
    """Read n half-days from a table whose dice are not rolled, given their dice (4 numbers each)."""
    for index in range(TABLE_SIZE):
        known.tables[index] = table[index]
    for day in range(n):
        wheel = desk.table
        for index in range(TABLE_SIZE):
            wheel[index] = known.tables[TABLE_SIZE * day + index]
        at = 4 * day
        place(wheel, dice[at], dice[at + 1], dice[at + 2], dice[at + 3])
        for index in range(TABLE_SIZE):
            known.tables[TABLE_SIZE * day + index] = wheel[index]
        read_day(known, desk, day)
        note_day(known, desk, day)
        end_half(desk.table)
        if day + 1 < n:
            for index in range(TABLE_SIZE):
                known.tables[TABLE_SIZE * (day + 1) + index] = desk.table[index]
    safe = 1
    for back in range(n):
        day = n - 1 - back
        known.days[DAY_SIZE * day + SAFE_AFTER] = safe
        safe &= known.days[DAY_SIZE * day + FREE_DIE]
    known.size[N_DAYS] = n
