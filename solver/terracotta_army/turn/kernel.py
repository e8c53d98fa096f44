"""A player's points of very many grids: sets of spaces as bits of a number, pieces put one after another.

Written so that the same text runs as plain Python and compiled (solver/compiled.py). The mausoleum has 63
spaces, so that a set of them fits into a signed 64-bit number and is never negative. The player who asks is
owner 0. What is added up here is all that depends on pieces and inspectors; goods are wheel.py's.
"""

from __future__ import annotations

from pencilwright.games.terracotta_army.components import ARCHER_VP, FOOTMAN_VP, GROUP_VP, INSPECTOR_VP

Vector = list[int]

# A vector of the board's shape: columns, rows, sets of spaces.
COLS, ROWS, FULL, NOT_FIRST, NOT_LAST = 0, 1, 2, 3, 4
ROW, COL = 5, 14  # nine places each
AROUND = 23  # for each space
BOARD_SIZE = AROUND + 63

# A vector of what stands on it.
ANCHORS = 0  # for each owner: the first spaces of the warriors
BODIES = 4  # for each owner: all their spaces
TYPES = 8  # for each type: all spaces of its warriors
FILLED, FOOTMEN, MUSICIANS = 12, 13, 14
HORSES, HORSE = 15, 16  # how many, and the three spaces of each mounted warrior
ARCHERS, ARCHER = 20, 21  # how many, and of each four times its space and where it looks
AIM, AIM_OWNER = 25, 29  # of each archer: all spaces of the warrior before it (0: nobody), and whose it is
GRID_SIZE = 33

# A vector of what counts: the scoring phases, this round's first.
PHASES, ROW_AT, COL_AT, ROW_STEP, COL_STEP = 0, 1, 2, 3, 4
EXTRA_LINE, EXTRA_TILE = 5, 6  # the owner who counts one warrior more, -1: nobody
MUSICIAN_ROUNDS = 7
TILE = 8  # for each phase: its kind (0: goods, 1: spaces, 2 and more: a type), spaces, domination, presence
TILE_SIZE = 4
TASK_SIZE = TILE + 5 * TILE_SIZE

# What is put: a warrior of type 0 to 3, a crossbowman whose weapon counts, a guard whose weapon slides a
# warrior, or a specialist. A code holds this, the space, a direction or where a slide starts, and its end.
SHOT, SLIDE, ON_HORSE, FOOTMAN, KNEELING, MUSICIAN = 4, 5, 6, 7, 8, 9
CROSSBOWMAN, GUARD = 2, 1
SPACE, FROM, TO = 4, 10, 16  # shifts
NOWHERE = 4  # a direction: no statue stands in line
DEPTH = 3
"""Pieces of one turn at most: two actions build, the third buys."""


def popcount(spaces: int) -> int:
    """Return how many spaces a set has."""
    count = 0
    while spaces:
        spaces &= spaces - 1
        count += 1
    return count


def moved(board: Vector, spaces: int, direction: int) -> int:
    """Return the spaces one step north, east, south or west (0 to 3), without those that leave the board."""
    if direction == 0:
        return spaces >> board[COLS]
    if direction == 1:
        return ((spaces & board[NOT_LAST]) << 1) & board[FULL]
    if direction == 2:
        return (spaces << board[COLS]) & board[FULL]
    return (spaces & board[NOT_FIRST]) >> 1


def space_of(single: int) -> int:
    """Return the number of the only space of a set."""
    cell = 0
    while single > 1:
        single >>= 1
        cell += 1
    return cell


def aim(board: Vector, grid: Vector) -> None:
    """Note whom each archer faces."""
    for index in range(grid[ARCHERS]):
        looks = grid[ARCHER + index]
        target = moved(board, 1 << (looks >> 2), looks & 3)
        grid[AIM + index] = 0
        for owner in range(4):
            if target & grid[BODIES + owner]:
                body = target
                for horse in range(grid[HORSES]):
                    if grid[HORSE + horse] & target:
                        body = grid[HORSE + horse]
                grid[AIM + index] = body
                grid[AIM_OWNER + index] = owner


def counted(grid: Vector, spaces: int, owner: int) -> int:
    """Return how many warriors of an owner stand on the spaces, a mounted one once."""
    count = popcount(grid[ANCHORS + owner] & spaces)
    for horse in range(grid[HORSES]):
        body = grid[HORSE + horse]
        if body & spaces and body & grid[BODIES + owner] and not body & grid[ANCHORS + owner] & spaces:
            count += 1
    return count


def favour(grid: Vector, spaces: int, owner: int) -> int:
    """Return how many archers face warriors of an owner that stand on the spaces."""
    count = 0
    for index in range(grid[ARCHERS]):
        if grid[AIM + index] & spaces and grid[AIM_OWNER + index] == owner:
            count += 1
    return count


def share(grid: Vector, spaces: int, first: int, other: int, extra: int) -> int:
    """Return the player's points for domination or presence on some spaces."""
    own = counted(grid, spaces, 0)
    if extra == 0:
        own += 1
    if own == 0:
        return 0
    own_favour = -1
    for owner in range(1, 4):
        theirs = counted(grid, spaces, owner)
        if owner == extra:
            theirs += 1
        if theirs > own:
            return other
        if theirs == own:
            if own_favour < 0:
                own_favour = favour(grid, spaces, 0)
            if favour(grid, spaces, owner) >= own_favour:
                return other
    return first


def group_points(board: Vector, grid: Vector) -> int:
    """Return the player's points of all groups."""
    total = 0
    for kind in range(4):
        cells = grid[TYPES + kind]
        if not cells & grid[BODIES]:
            continue
        for index in range(grid[ARCHERS]):
            if grid[AIM + index] & grid[TYPES + kind]:
                cells |= 1 << (grid[ARCHER + index] >> 2)
        waiting = cells & grid[ANCHORS]
        while waiting:
            group = waiting & -waiting
            before = 0
            while group != before:
                before = group
                for direction in range(4):
                    group |= moved(board, before, direction) & cells
            waiting &= ~group
            total += one_group(grid, group)
    return total


def one_group(grid: Vector, group: int) -> int:
    """Return the player's points of one set of connected pieces in which the player has a warrior."""
    own, size, players, ahead = popcount(grid[ANCHORS] & group), 0, 1, 1
    for index in range(grid[ARCHERS]):
        if group >> (grid[ARCHER + index] >> 2) & 1:
            size += 1
    size += own
    for owner in range(1, 4):
        theirs = popcount(grid[ANCHORS + owner] & group)
        if theirs == 0:
            continue
        size += theirs
        players += 1
        if theirs > own or (theirs == own and leads(grid, group, owner)):
            ahead = 0
    if size < 2:
        return 0
    if players == 1:
        return own
    return players * own + (GROUP_VP[0] if ahead else GROUP_VP[1])


def leads(grid: Vector, group: int, owner: int) -> int:
    """Return whether an owner has at least as many archers of a group as the player."""
    difference = 0
    for index in range(grid[ARCHERS]):
        if group >> (grid[ARCHER + index] >> 2) & 1:
            if grid[AIM_OWNER + index] == owner:
                difference += 1
            if grid[AIM_OWNER + index] == 0:
                difference -= 1
    return 1 if difference >= 0 else 0


def still(board: Vector, task: Vector, grid: Vector) -> int:
    """Return the player's points that no inspector decides: tiles, musicians, footmen, groups and archers."""
    total = group_points(board, grid)
    for index in range(grid[ARCHERS]):
        if grid[AIM + index] and grid[AIM_OWNER + index] == 0:
            total += ARCHER_VP
    waiting = grid[FOOTMEN]
    while waiting:
        cell = space_of(waiting & -waiting)
        total += share(grid, board[AROUND + cell], FOOTMAN_VP[0], FOOTMAN_VP[1], -1)
        waiting &= waiting - 1
    waiting = grid[MUSICIANS]
    while waiting:
        cell = space_of(waiting & -waiting)
        seen = board[ROW + cell // board[COLS]] | board[COL + cell % board[COLS]]
        total += task[MUSICIAN_ROUNDS] * counted(grid, seen, 0)
        waiting &= waiting - 1
    for phase in range(task[PHASES]):
        at = TILE + phase * TILE_SIZE
        if task[at] == 1:
            total += share(grid, task[at + 1], task[at + 2], task[at + 3], task[EXTRA_TILE])
        if task[at] > 1:
            total += share(grid, grid[TYPES + task[at] - 2], task[at + 2], task[at + 3], task[EXTRA_TILE])
    return total


def lines(board: Vector, task: Vector, grid: Vector, down: int, across: int) -> int:
    """Return the player's points of the inspectors, moved so many steps forward before."""
    total = 0
    for phase in range(task[PHASES]):
        row = (task[ROW_AT] + (phase + down) * task[ROW_STEP]) % board[ROWS]
        col = (task[COL_AT] + (phase + across) * task[COL_STEP]) % board[COLS]
        total += share(grid, board[ROW + row], INSPECTOR_VP[0], INSPECTOR_VP[1], task[EXTRA_LINE])
        total += share(grid, board[COL + col], INSPECTOR_VP[0], INSPECTOR_VP[1], task[EXTRA_LINE])
    return total


def distance(board: Vector, grid: Vector, cell: int, direction: int) -> int:
    """Return the empty spaces before the next statue in a direction; -1 when there is none."""
    count, here = 0, moved(board, 1 << cell, direction)
    while here:
        if here & grid[FILLED]:
            return count
        count += 1
        here = moved(board, here, direction)
    return -1


def put_warrior(grid: Vector, kind: int, cell: int) -> None:
    """Put a warrior of the player on a space."""
    grid[ANCHORS] |= 1 << cell
    grid[BODIES] |= 1 << cell
    grid[TYPES + kind] |= 1 << cell
    grid[FILLED] |= 1 << cell


def slide(grid: Vector, source: int, target: int) -> None:
    """Slide the player's warrior whose first space is the source."""
    old = 1 << source
    new = 1 << target
    for horse in range(grid[HORSES]):
        if grid[HORSE + horse] & old:
            old = grid[HORSE + horse]
            new = old << (target - source) if target > source else old >> (source - target)
            grid[HORSE + horse] = new
    for kind in range(4):
        if grid[TYPES + kind] & old:
            grid[TYPES + kind] = (grid[TYPES + kind] & ~old) | new
    grid[ANCHORS] = (grid[ANCHORS] & ~(1 << source)) | 1 << target
    grid[BODIES] = (grid[BODIES] & ~old) | new
    grid[FILLED] = (grid[FILLED] & ~old) | new


def put(board: Vector, grid: Vector, code: int) -> int:
    """Put the piece of a code on the grid; return the points that a crossbow counts for it."""
    what = code & 15
    cell = code >> SPACE & 63
    if what < SHOT:
        put_warrior(grid, what, cell)
    elif what == SHOT:
        put_warrior(grid, CROSSBOWMAN, cell)
        direction = code >> FROM & 63
        return 0 if direction == NOWHERE else distance(board, grid, cell, direction)
    elif what == SLIDE:
        put_warrior(grid, GUARD, cell)
        slide(grid, code >> FROM & 63, code >> TO & 63)
    elif what == ON_HORSE:
        body = 1 << cell
        for _ in range(2):
            body |= moved(board, body, code >> FROM & 63)
        for kind in range(4):
            if grid[TYPES + kind] >> cell & 1:
                grid[TYPES + kind] |= body
        grid[BODIES] |= body
        grid[FILLED] |= body
        grid[HORSE + grid[HORSES]] = body
        grid[HORSES] += 1
    else:
        grid[FILLED] |= 1 << cell
        if what == FOOTMAN:
            grid[FOOTMEN] |= 1 << cell
        elif what == MUSICIAN:
            grid[MUSICIANS] |= 1 << cell
        else:
            grid[ARCHER + grid[ARCHERS]] = 4 * cell + (code >> FROM & 63)
            grid[ARCHERS] += 1
    return 0


def set_up(board: Vector, start: Vector, plans: Vector, plan: int, depth: int, grid: Vector) -> int:
    """Set a grid as it is after the first pieces of a plan; return the points of crossbows."""
    for index in range(AIM):
        grid[index] = start[index]
    points = 0
    for step in range(depth):
        points += put(board, grid, plans[plan * DEPTH + step])
    return points


def note(plans: Vector, plan: int, depth: int, code: int, out: Vector, at: int, is_noted: int) -> int:
    """Note a plan that goes on with a code, if so asked; return the next place."""
    if is_noted:
        for step in range(depth):
            out[at * DEPTH + step] = plans[plan * DEPTH + step]
        out[at * DEPTH + depth] = code
    return at + 1


def further(
    board: Vector,
    start: Vector,
    plans: Vector,
    first: int,
    last: int,
    depth: int,
    what: int,
    out: Vector,
    is_noted: int,
    grid: Vector,
) -> int:
    """Count, and note if so asked, each way in which plans first to last go on with a piece of a kind."""
    at = 0
    for plan in range(first, last):
        set_up(board, start, plans, plan, depth, grid)
        empty = board[FULL] & ~grid[FILLED]
        if what == ON_HORSE:
            riders = grid[ANCHORS]
            for horse in range(grid[HORSES]):
                riders &= ~grid[HORSE + horse]
            while riders:
                single = riders & -riders
                riders &= riders - 1
                for direction in range(4):
                    item = moved(board, single, direction) & empty
                    if item and moved(board, item, direction) & empty:
                        code = what | space_of(single) << SPACE | direction << FROM
                        at = note(plans, plan, depth, code, out, at, is_noted)
            continue
        while empty:
            single = empty & -empty
            empty &= empty - 1
            cell = space_of(single)
            code = what | cell << SPACE
            if what == SHOT:
                before = at
                for direction in range(4):
                    if distance(board, grid, cell, direction) >= 0:
                        at = note(plans, plan, depth, code | direction << FROM, out, at, is_noted)
                if at == before:
                    at = note(plans, plan, depth, code | NOWHERE << FROM, out, at, is_noted)
            elif what == SLIDE:
                at = slides(board, grid, plans, plan, depth, cell, out, at, is_noted)
            elif what == KNEELING:
                for direction in range(4):
                    near = moved(board, single, direction)
                    for owner in range(4):
                        if near & grid[BODIES + owner]:
                            at = note(plans, plan, depth, code | direction << FROM, out, at, is_noted)
            else:
                at = note(plans, plan, depth, code, out, at, is_noted)
    return at


def slides(
    board: Vector,
    grid: Vector,
    plans: Vector,
    plan: int,
    depth: int,
    cell: int,
    out: Vector,
    at: int,
    is_noted: int,
) -> int:
    """Count and note each slide of a warrior of the player after a guard was put on a space."""
    filled = grid[FILLED] | 1 << cell
    pieces = grid[ANCHORS]
    while pieces:
        single = pieces & -pieces
        pieces &= pieces - 1
        body = single
        for horse in range(grid[HORSES]):
            if grid[HORSE + horse] & single:
                body = grid[HORSE + horse]
        size = popcount(body)
        for direction in range(4):
            here, first = moved(board, body, direction), moved(board, single, direction)
            while popcount(here) == size and not here & filled & ~body:
                code = SLIDE | cell << SPACE | space_of(single) << FROM | space_of(first) << TO
                at = note(plans, plan, depth, code, out, at, is_noted)
                here, first = moved(board, here, direction), moved(board, first, direction)
    return at


def weigh(
    board: Vector,
    task: Vector,
    start: Vector,
    plans: Vector,
    first: int,
    last: int,
    depth: int,
    shifts: Vector,
    count: int,
    out: Vector,
    grid: Vector,
) -> None:
    """Write the points of plans first to last, for each of so many pairs of steps of the two inspectors."""
    for plan in range(first, last):
        at_once = set_up(board, start, plans, plan, depth, grid)
        aim(board, grid)
        points = at_once + still(board, task, grid)
        for index in range(count):
            down, across = shifts[2 * index], shifts[2 * index + 1]
            out[(plan - first) * count + index] = points + lines(board, task, grid, down, across)
