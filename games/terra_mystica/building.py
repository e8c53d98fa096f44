"""Spades, dwellings and upgrades: what a structure costs, where it may stand, and what it brings."""

from __future__ import annotations

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica import naming
from pencilwright.games.terra_mystica.board import NEIGHBOURS, spades
from pencilwright.games.terra_mystica.components import (
    DWELLING_FAVOUR,
    DWELLING_FAVOUR_POINTS,
    ROUNDS,
    SKIP_POINTS,
    TERRAINS,
    TRADING_FAVOUR,
    TRADING_FAVOUR_POINTS,
)
from pencilwright.games.terra_mystica.networks import (
    beside_opponent,
    grow_towns,
    new_towns,
    offers,
    reaches,
    skips,
)
from pencilwright.games.terra_mystica.state import Player, State
from pencilwright.games.terra_mystica.turn import (
    ACTIONS,
    DWELLINGS,
    SPADES,
    Game,
    Row,
    score_event,
    spades_gained,
)
from pencilwright.templates.phrases import Word, phrase

UPGRADES = {"TH": ("D",), "TE": ("TH",), "SH": ("TH",), "SA": ("TE",)}
"""What each structure is built from."""


def need(ok: object, why: str, field: str, /, **words: Word) -> None:
    """Raise InputError unless something holds; `why` ends the key of the sentence, words fill its blanks."""
    if not ok:
        raise InputError(phrase(f"mystica.refused.{why}", **words), field=field)


def pay(seat: Player, workers: int, coins: int, priests: int = 0, *, what: str) -> None:
    """Take a price. Raises InputError naming what is missing; `what` ends the key of what is paid for."""
    for good, has, price in (
        ("W", seat.workers, workers),
        ("C", seat.coins, coins),
        ("P", seat.priests, priests),
    ):
        if has < price:
            costs = {"what": phrase(f"mystica.price.{what}"), "price": naming.amount(good, price)}
            need(False, "price", "goods", who=naming.who(seat.faction), has=has, **costs)
    seat.workers -= workers
    seat.coins -= coins
    seat.priests -= priests


def act(game: Game, row: Row, what: str) -> None:
    """Begin one of the row's actions. Raises InputError when none is left or another is unfinished."""
    need(game.phase == ACTIONS, "not_now", "log", what=what, n=ROUNDS)
    need(not row.free + row.bought, "spades_first", "log", what=what)
    need(row.actions > 0, "too_many", "log", what=what)
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


def dig(game: Game, seat: Player, row: Row, count: int) -> None:
    """Buy spades for workers (a priest each for the Darklings)."""
    need(game.phase == ACTIONS, "dig_not_now", "dig", n=ROUNDS)
    begin_digging(game, row, "dig")
    need(not row.dug, "dig_before_hex", "dig")
    need(row.may_build, "dig_before_dwelling", "dig")
    costs = seat.board.spade_costs
    if costs:
        pay(seat, count * costs[seat.spade_level], 0, what="spades")
    else:
        pay(seat, 0, 0, count, what="spades")
        game.score(seat, 2 * count, "spades of the Darklings")
    row.bought += count
    spades_gained(game, seat, count)


def spades_for(seat: Player, start: str, end: str) -> int:
    """Return the spades a player needs between two terrains: two always for Giants going home."""
    if seat.faction == "giants":
        return 2 if end != start else 0
    return spades(start, end)


def transform(game: Game, seat: Player, row: Row, name: str, colour: str = "") -> None:
    """Turn a hex into a terrain: the home terrain unless another is named, as far as spades go."""
    table = game.table
    colour = colour or seat.colour
    start = table.terrain_of(name)
    need(not table.owner(name), "terrain_stays", "transform", hex=name)
    if row.sandstorm:
        own = any(other in seat.structures for other in NEIGHBOURS[name])
        need(own, "sandstorm_edge", "transform", hex=name)
        home = naming.land(seat.colour)
        need(start != colour == seat.colour, "sandstorm", "transform", hex=name, home=home)
        row.sandstorm = False
        row.dug.append(name)
        table.terrain = {**table.terrain, name: colour}
        return
    if game.phase != SPADES:
        begin_digging(game, row, "transform", name)
        need(row.may_build or row.dug, "transform_first", "transform")
    count = _check_spades(table, seat, row, name, colour, cults=game.phase == SPADES)
    _reach(game, seat, row, name)
    from_free = min(row.free, count)
    row.free -= from_free
    row.bought -= count - from_free
    row.dug.append(name)
    table.terrain = {**table.terrain, name: colour}


def _check_spades(table: State, seat: Player, row: Row, name: str, colour: str, *, cults: bool) -> int:
    """Return the spades for a change of terrain. Raises InputError when it may not be made."""
    home, start = seat.colour, table.terrain_of(name)
    is_, wanted, first = map(naming.land, (start, colour, home))
    need(start != colour, "is_already", "transform", hex=name, terrain=is_)
    has = row.free + row.bought
    if seat.faction == "giants":
        need(colour == home, "giants", "transform")
        count = spades_for(seat, start, colour)
    else:
        count = spades_to(home, start, colour, has)
    need(count <= has, "few_spades", "transform", hex=name, n=count, terrain=wanted, has=has)
    if row.dug and not row.split and not cults and name != row.dug[-1]:
        need(not row.bought, "bought_one_hex", "transform")
        need(len(set(row.dug)) == 1, "free_one_hex", "transform")
        one_is_home = home in (table.terrain_of(row.dug[0]), colour)
        need(one_is_home, "free_go_on", "transform", hex=row.dug[0], home=first)
    return count


def spades_to(home: str, start: str, end: str, at_hand: int) -> int:
    """Return the spades from one terrain to another for the owners of a home terrain.

    Any terrain may be made. The way does not pass the home terrain: where that lies between, it is the long
    one. From and to the home terrain the long one is free to choose: by whoever uses just that many spades.
    """
    short = spades(start, end)
    long = len(TERRAINS) - short
    if home in (start, end):
        return long if short and at_hand == long else short
    between = spades(start, home) + spades(home, end) == short
    return long if between else short


def _reach(game: Game, seat: Player, row: Row, name: str) -> None:
    """Check that a hex can be reached, and pay for a carpet or a tunnel where one is needed."""
    table = game.table
    if game.phase == SPADES:
        own = reaches(table, seat, name, card=False)
        need(own, "cult_reach", "reach", hex=name, who=naming.who(seat.faction))
        return
    if row.skipped == name or reaches(table, seat, name):
        return
    need(skips(seat, name), "reach", "reach", hex=name, who=naming.who(seat.faction))
    need(not row.skipped, "one_skip", "reach")
    if seat.faction == "fakirs":
        pay(seat, 0, 0, 1, what="carpet")
    else:
        pay(seat, 1 if seat.count("SH") else 2, 0, what="tunnel")
    row.skipped = name
    game.score(seat, SKIP_POINTS, "skipping")


def drop_spades(game: Game, seat: Player, row: Row, count: int | None = None) -> None:
    """Give up free spades: all that are left when no number is named."""
    need(not row.bought, "no_drop", "drop")
    need(row.free, "nothing_to_drop", "drop")
    row.free -= row.free if count is None else min(count, row.free)


def build(game: Game, seat: Player, row: Row, name: str) -> None:
    """Build a dwelling: at the start, for the Witches' free one, or by transform-and-build."""
    table = game.table
    who = naming.who(seat.faction)
    if owner := table.owner(name):
        need(False, "occupied", "build", hex=name, who=naming.who(owner))
    need(seat.left("D"), "no_dwelling_left", "build", who=who)
    terrain, home = table.terrain_of(name), naming.land(seat.colour)
    if game.phase == DWELLINGS:
        own = terrain == seat.colour
        need(own, "first_terrain", "build", hex=name, terrain=naming.land(terrain), who=who, home=home)
        seat.put(name, "D")
        return
    need(game.phase == ACTIONS, "build_not_now", "build", n=ROUNDS)
    if row.free_dwelling:
        need(terrain == seat.colour, "not_home", "build", hex=name, home=home)
        row.free_dwelling = False
    else:
        _dig_and_pay(game, seat, row, name)
    _built(game, seat, row, name, "D")


def _dig_and_pay(game: Game, seat: Player, row: Row, name: str) -> None:
    """Transform a hex with the spades at hand where it is not home terrain, and pay for a dwelling there."""
    if row.sandstorm or (game.table.terrain_of(name) != seat.colour):
        transform(game, seat, row, name)
    else:
        begin_digging(game, row, "build", name)
        _reach_again(game, seat, row, name)
    need(row.may_build, "one_dwelling", "build")
    if row.dug:
        need(name in row.dug, "dwelling_there", "build", hex=row.dug[0])
    pay(seat, *seat.board.cost["D"], what="D")
    row.may_build = False


def _reach_again(game: Game, seat: Player, row: Row, name: str) -> None:
    """Check the reach of a free home hex; one that this action transformed is reached already."""
    if name not in row.dug:
        _reach(game, seat, row, name)


def _built(game: Game, seat: Player, row: Row, name: str, kind: str) -> None:
    """Put a structure on the map, with its points, its towns and the power that it offers."""
    seat.put(name, kind)
    score_event(game, seat, kind)
    if kind == "D" and DWELLING_FAVOUR in seat.favours:
        game.score(seat, DWELLING_FAVOUR_POINTS, DWELLING_FAVOUR)
    if kind == "TH" and TRADING_FAVOUR in seat.favours:
        game.score(seat, TRADING_FAVOUR_POINTS, TRADING_FAVOUR)
    find_towns(game, seat, row)
    game.events += 1
    game.offers += offers(game.table, game.clockwise(seat.faction), name, game.events)


def find_towns(game: Game, seat: Player, row: Row) -> None:
    """Let towns grow, and note the groups that are towns now and wait for a tile; grown ones come first."""
    grow_towns(game.table, seat)
    found = [group for group in new_towns(game.table, seat) if group not in row.towns]
    grown = [group for group in found if any(old < group for old in row.towns)]
    found = [group for group in found if group in grown or not any(group & old for old in row.towns)]
    row.towns = [group for group in row.towns if not any(group < other for other in grown)]
    free = sum(game.table.towns_left().values()) - len(row.towns)
    row.towns += [*grown, *(group for group in found if group not in grown)][: max(0, free)]


# --- upgrades -----------------------------------------------------------------------------------------------


def upgrade_cost(game: Game, seat: Player, name: str, kind: str) -> tuple[int, int]:
    """Return workers and coins of an upgrade; a trading house is cheaper beside an opponent."""
    if kind == "TH" and not beside_opponent(game.table, seat, name):
        return seat.board.cost["TH alone"]
    return seat.board.cost[kind]


def upgrade(game: Game, seat: Player, row: Row, name: str, kind: str) -> None:
    """Replace a structure by a better one."""
    old = seat.structures.get(name, "")
    who, new = naming.who(seat.faction), naming.structure(kind)
    need(old, "no_structure", "upgrade", who=who, hex=name)
    need(kind in UPGRADES, "no_upgrade", "upgrade", kind=new)
    wanted = UPGRADES[kind][0]
    was, base = naming.structure(old), naming.structure(wanted)
    need(old == wanted, "upgrade_from", "upgrade", hex=name, was=was, kind=new, base=base)
    need(seat.left(kind), "none_left", "upgrade", who=who, kind=new)
    if row.free_house:
        need(kind == "TH", "house_only", "upgrade")
        row.free_house = False
    else:
        act(game, row, "upgrade")
        workers, coins = upgrade_cost(game, seat, name, kind)
        pay(seat, workers, coins, what=kind)
    _built(game, seat, row, name, kind)
    if kind in ("TE", "SA"):
        row.favours += 2 if seat.faction == "chaosmagicians" else 1
    if kind == "SH":
        _first_stronghold(game, seat, row)


def _first_stronghold(game: Game, seat: Player, row: Row) -> None:
    """Give what the stronghold gives at once."""
    if seat.faction == "halflings":
        row.digging, row.split, row.free, row.may_build = True, True, 3, True
        row.dug.clear()
        spades_gained(game, seat, 3)
    elif seat.faction == "cultists":
        game.score(seat, 7, "stronghold")
    elif seat.faction == "alchemists":
        seat.gain_power(12)
    elif seat.faction == "darklings":
        row.priests = 3
    elif seat.faction == "mermaids":
        free_ship(game, seat)
    elif seat.faction == "auren":
        row.favours += 1


def free_ship(game: Game, seat: Player) -> None:
    """Advance shipping without paying, as far as the track goes; a Fakir's carpet flies one hex farther."""
    top = seat.board.ship_top
    if seat.faction == "fakirs":
        seat.shipping += 1
    elif top is not None and seat.shipping < top:
        seat.shipping += 1
        points = seat.board.ship_points[seat.shipping - seat.board.ship_start - 1]
        game.score(seat, points, "shipping")
