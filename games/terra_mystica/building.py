"""Spades, dwellings and upgrades: what a structure costs, where it may stand, and what it brings."""

from __future__ import annotations

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica.board import NEIGHBOURS, spades
from pencilwright.games.terra_mystica.components import (
    DWELLING_FAVOUR,
    DWELLING_FAVOUR_POINTS,
    ROUNDS,
    STRUCTURE_NAMES,
    TRADING_FAVOUR,
    TRADING_FAVOUR_POINTS,
)
from pencilwright.games.terra_mystica.factions import SKIP_POINTS
from pencilwright.games.terra_mystica.reach import (
    beside_opponent,
    grow_towns,
    new_towns,
    offers,
    reaches,
    skips,
)
from pencilwright.games.terra_mystica.table import Seat, Table, gain_power
from pencilwright.games.terra_mystica.turn import (
    ACTIONS,
    DWELLINGS,
    SPADES,
    Game,
    Row,
    score_event,
    spades_gained,
)

UPGRADES = {"TH": ("D",), "TE": ("TH",), "SH": ("TH",), "SA": ("TE",)}
"""What each structure is built from."""


def need(ok: object, message: str, field: str) -> None:
    """Raise InputError unless something holds."""
    if not ok:
        raise InputError(message, field=field)


def pay(seat: Seat, workers: int, coins: int, priests: int = 0, *, what: str) -> None:
    """Take a price. Raises InputError naming what is missing."""
    for name, has, price in (
        ("workers", seat.workers, workers),
        ("coins", seat.coins, coins),
        ("priests", seat.priests, priests),
    ):
        need(has >= price, f"{what} costs {price} {name}; the {seat.faction} have {has}", name)
    seat.workers -= workers
    seat.coins -= coins
    seat.priests -= priests


def act(game: Game, row: Row, what: str) -> None:
    """Begin one of the row's actions. Raises InputError when none is left or another is unfinished."""
    need(game.phase == ACTIONS, f"{what} is an action of rounds 1 to {ROUNDS}; this is not the time", "log")
    need(not row.free + row.bought, f"use the spades before {what} (or: drop spade)", "log")
    need(row.actions > 0, f"{what} is one action too many; a turn has one", "log")
    row.actions -= 1
    row.digging, row.split, row.skipped, row.may_build = False, False, "", True
    row.dug.clear()
    row.stopped.clear()


# --- spades and dwellings -----------------------------------------------------------------------------------


def begin_digging(game: Game, row: Row, what: str, name: str = "") -> None:
    """Begin transform-and-build, unless it is under way already (a double turn's second is new)."""
    done = not row.may_build or (row.dug and name not in row.dug)
    new = row.actions > 0 and done and not row.free + row.bought
    if not row.digging or new:
        act(game, row, what)
        row.digging = True


def dig(game: Game, seat: Seat, row: Row, count: int) -> None:
    """Buy spades for workers (a priest each for the Darklings)."""
    need(game.phase == ACTIONS, "spades are bought in rounds 1 to 6 only", "dig")
    begin_digging(game, row, "dig")
    need(not row.dug, "spades are bought before the first hex is transformed", "dig")
    need(row.may_build, "spades are bought before the dwelling is built", "dig")
    costs = seat.board.spade_costs
    if costs:
        pay(seat, count * costs[seat.spade_level], 0, what=f"{count} spade(s)")
    else:
        pay(seat, 0, 0, count, what=f"{count} spade(s)")
        game.table.score(seat, 2 * count, "spades of the Darklings")
    row.bought += count
    spades_gained(game, seat, count)


def spades_for(seat: Seat, start: str, end: str) -> int:
    """Return the spades a player needs between two terrains: two always for Giants going home."""
    if seat.faction == "giants":
        return 2 if end != start else 0
    return spades(start, end)


def transform(game: Game, seat: Seat, row: Row, name: str, colour: str = "") -> None:
    """Turn a hex into a terrain: the home terrain unless another is named, as far as spades go."""
    table = game.table
    colour = colour or seat.colour
    start = table.terrain_of(name)
    need(not table.owner(name), f"{name} holds a structure, so its terrain stays", "transform")
    if row.sandstorm:
        own = any(other in seat.structures for other in NEIGHBOURS[name])
        need(own, f"the sandstorm needs {name} to share an edge with an own structure", "transform")
        need(
            colour == seat.colour and start != colour, f"the sandstorm turns {name} into Desert", "transform"
        )
        row.sandstorm = False
        row.dug.append(name)
        table.terrain[name] = colour
        return
    if game.phase != SPADES:
        begin_digging(game, row, "transform", name)
        need(row.may_build or row.dug, "terrain is transformed before the dwelling is built", "transform")
    count = _check_spades(table, seat, row, name, colour, cults=game.phase == SPADES)
    _reach(game, seat, row, name)
    from_free = min(row.free, count)
    row.free -= from_free
    row.bought -= count - from_free
    row.dug.append(name)
    table.terrain[name] = colour


def _check_spades(table: Table, seat: Seat, row: Row, name: str, colour: str, *, cults: bool) -> int:
    """Return the spades for a change of terrain. Raises InputError when it may not be made."""
    home, start = seat.colour, table.terrain_of(name)
    count = spades_for(seat, start, colour)
    need(count, f"{name} is {start} already", "transform")
    if seat.faction == "giants":
        need(colour == home, "Giants always spend two spades and reach their home terrain", "transform")
    else:
        shortest = spades(start, colour) + spades(colour, home) == spades(start, home)
        need(shortest, f"{colour} is not on the shortest way from {start} to {home}", "transform")
    has = row.free + row.bought
    need(count <= has, f"{name} needs {count} spade(s) to become {colour}; {has} are there", "transform")
    if row.dug and not row.split and not cults and name != row.dug[-1]:
        need(not row.bought, "bought spades go to one hex", "transform")
        need(len(row.dug) == 1, "free spades left over go to one more hex", "transform")
        first = table.terrain_of(row.dug[0])
        need(first == home, f"free spades go on to another hex when {row.dug[0]} is {home}", "transform")
    return count


def _reach(game: Game, seat: Seat, row: Row, name: str) -> None:
    """Check that a hex can be reached, and pay for a carpet or a tunnel where one is needed."""
    table = game.table
    if game.phase == SPADES:
        need(
            reaches(table, seat, name, card=False),
            f"{name} is beyond the reach of the {seat.faction} (cards and skipping do not help here)",
            "reach",
        )
        return
    if row.skipped == name or reaches(table, seat, name):
        return
    need(skips(seat, name), f"{name} is beyond the reach of the {seat.faction}", "reach")
    need(not row.skipped, "one action skips one hex", "reach")
    if seat.faction == "fakirs":
        pay(seat, 0, 0, 1, what="a carpet flight")
    else:
        pay(seat, 1 if seat.count("SH") else 2, 0, what="a tunnel")
    row.skipped = name
    table.score(seat, SKIP_POINTS, "skipping")


def drop_spades(game: Game, seat: Seat, row: Row) -> None:
    """Give up the free spades that are left."""
    need(not row.bought, "bought spades must be used", "drop")
    need(row.free, "there is no spade to drop", "drop")
    row.free = 0


def build(game: Game, seat: Seat, row: Row, name: str) -> None:
    """Build a dwelling: at the start, for the Witches' free one, or by transform-and-build."""
    table = game.table
    need(not table.owner(name), f"{name} holds a structure of the {table.owner(name)} already", "build")
    need(seat.left("D"), f"all dwellings of the {seat.faction} are on the map", "build")
    if game.phase == DWELLINGS:
        terrain = table.terrain_of(name)
        need(
            terrain == seat.colour, f"{name} is {terrain}; the {seat.faction} begin on {seat.colour}", "build"
        )
        seat.structures[name] = "D"
        return
    need(game.phase == ACTIONS, "dwellings are built in rounds 1 to 6 only", "build")
    if row.free_dwelling:
        need(table.terrain_of(name) == seat.colour, f"{name} is not Forest", "build")
        row.free_dwelling = False
    else:
        _dig_and_pay(game, seat, row, name)
    _built(game, seat, row, name, "D")


def _dig_and_pay(game: Game, seat: Seat, row: Row, name: str) -> None:
    """Transform a hex with the spades at hand where it is not home terrain, and pay for a dwelling there."""
    if row.sandstorm or (game.table.terrain_of(name) != seat.colour):
        transform(game, seat, row, name)
    else:
        begin_digging(game, row, "build", name)
        _reach_again(game, seat, row, name)
    need(row.may_build, "one action builds one dwelling", "build")
    if row.dug:
        allowed = row.dug if row.split else row.dug[:1]
        need(name in allowed, f"this action's dwelling stands on {row.dug[0]} or nowhere", "build")
    pay(seat, *seat.board.cost["D"], what="a dwelling")
    row.may_build = False


def _reach_again(game: Game, seat: Seat, row: Row, name: str) -> None:
    """Check the reach of a free home hex; one that this action transformed is reached already."""
    if name not in row.dug:
        _reach(game, seat, row, name)


def _built(game: Game, seat: Seat, row: Row, name: str, kind: str) -> None:
    """Put a structure on the map, with its points, its towns and the power that it offers."""
    table = game.table
    seat.structures[name] = kind
    score_event(table, seat, kind)
    if kind == "D" and DWELLING_FAVOUR in seat.favours:
        table.score(seat, DWELLING_FAVOUR_POINTS, DWELLING_FAVOUR)
    if kind == "TH" and TRADING_FAVOUR in seat.favours:
        table.score(seat, TRADING_FAVOUR_POINTS, TRADING_FAVOUR)
    find_towns(game, seat, row)
    game.events += 1
    game.offers += offers(table, seat.faction, name, game.events)


def find_towns(game: Game, seat: Seat, row: Row) -> None:
    """Let towns grow, and note the groups that are towns now and wait for a tile; grown ones come first."""
    grow_towns(game.table, seat)
    found = [group for group in new_towns(game.table, seat) if group not in row.towns]
    grown = [group for group in found if any(old < group for old in row.towns)]
    found = [group for group in found if group in grown or not any(group & old for old in row.towns)]
    row.towns = [group for group in row.towns if not any(group < other for other in grown)]
    free = sum(game.table.towns_left().values()) - len(row.towns)
    row.towns += [*grown, *(group for group in found if group not in grown)][: max(0, free)]


# --- upgrades -----------------------------------------------------------------------------------------------


def upgrade_cost(game: Game, seat: Seat, name: str, kind: str) -> tuple[int, int]:
    """Return workers and coins of an upgrade; a trading house is cheaper beside an opponent."""
    if kind == "TH" and not beside_opponent(game.table, seat, name):
        return seat.board.cost["TH alone"]
    return seat.board.cost[kind]


def upgrade(game: Game, seat: Seat, row: Row, name: str, kind: str) -> None:
    """Replace a structure by a better one."""
    old = seat.structures.get(name, "")
    need(old, f"the {seat.faction} have no structure on {name}", "upgrade")
    need(kind in UPGRADES, f"nothing becomes a {STRUCTURE_NAMES.get(kind, kind)}", "upgrade")
    wanted = UPGRADES[kind][0]
    was, new, base = STRUCTURE_NAMES[old], STRUCTURE_NAMES[kind], STRUCTURE_NAMES[wanted]
    need(old == wanted, f"{name} is a {was}; a {new} is built from a {base}", "upgrade")
    need(seat.left(kind), f"the {seat.faction} have no {STRUCTURE_NAMES[kind]} left", "upgrade")
    if row.free_house:
        need(kind == "TH", "the stronghold's action makes a trading house", "upgrade")
        row.free_house = False
    else:
        act(game, row, "upgrade")
        workers, coins = upgrade_cost(game, seat, name, kind)
        pay(seat, workers, coins, what=f"a {STRUCTURE_NAMES[kind]}")
    _built(game, seat, row, name, kind)
    if kind in ("TE", "SA"):
        row.favours += 2 if seat.faction == "chaosmagicians" else 1
    if kind == "SH":
        _first_stronghold(game, seat, row)


def _first_stronghold(game: Game, seat: Seat, row: Row) -> None:
    """Give what the stronghold gives at once."""
    if seat.faction == "halflings":
        row.digging, row.split, row.free, row.may_build = True, True, 3, True
        row.dug.clear()
        spades_gained(game, seat, 3)
    elif seat.faction == "cultists":
        game.table.score(seat, 7, "stronghold")
    elif seat.faction == "alchemists":
        gain_power(seat.bowls, 12)
    elif seat.faction == "darklings":
        row.priests = 3
    elif seat.faction == "mermaids":
        free_ship(game, seat)
    elif seat.faction == "auren":
        row.favours += 1


def free_ship(game: Game, seat: Seat) -> None:
    """Advance shipping without paying, as far as the track goes; a Fakir's carpet flies one hex farther."""
    top = seat.board.ship_top
    if seat.faction == "fakirs":
        seat.shipping += 1
    elif top is not None and seat.shipping < top:
        seat.shipping += 1
        points = seat.board.ship_points[seat.shipping - seat.board.ship_start - 1]
        game.table.score(seat, points, "shipping")
