"""What may be done, and what it does: one function for each command of a row of a game's log."""

from __future__ import annotations

from games.errors import InputError
from games.terra_mystica.board import NEIGHBOURS, bridge_name, spades
from games.terra_mystica.components import (
    BONUS,
    BRIDGES,
    CULT_FAVOUR,
    CULTS,
    DWELLING_FAVOUR,
    DWELLING_FAVOUR_POINTS,
    FAVOURS,
    POWER_ACTIONS,
    PRIEST_PLACES,
    ROUNDS,
    SHIP_COST,
    STRUCTURE_NAMES,
    TOWNS,
    TRADING_FAVOUR,
    TRADING_FAVOUR_POINTS,
)
from games.terra_mystica.factions import SKIP_POINTS, SPADE_POINTS
from games.terra_mystica.reach import (
    beside_opponent,
    grow_towns,
    makes_town,
    new_towns,
    offers,
    over_river,
    reaches,
    skips,
)
from games.terra_mystica.table import GOOD_NAMES, Seat, Town, burn, gain_power, spend_power
from games.terra_mystica.turn import (
    ACTIONS,
    CARDS,
    DWELLINGS,
    SPADES,
    Game,
    Row,
    begin_round,
    bridge_points,
    end_round,
    pass_points,
    score_event,
    spades_done,
    spades_gained,
    tidy_offers,
)

UPGRADES = {"TH": ("D",), "TE": ("TH",), "SH": ("TH",), "SA": ("TE",)}
"""What each structure is built from."""
RATES = {("P", "PW"): 5, ("W", "PW"): 3, ("C", "PW"): 1, ("W", "P"): 1, ("C", "W"): 1, ("C", "P"): 1}
"""Conversions of everybody: (wanted, given) -> how many given for one."""


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
    count = _check_spades(seat, row, name, start, colour, cults=game.phase == SPADES)
    _reach(game, seat, row, name)
    from_free = min(row.free, count)
    row.free -= from_free
    row.bought -= count - from_free
    row.dug.append(name)
    table.terrain[name] = colour


def _check_spades(seat: Seat, row: Row, name: str, start: str, colour: str, *, cults: bool) -> int:
    """Return the spades for a change of terrain. Raises InputError when it may not be made."""
    home = seat.colour
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
    """Let towns grow, and note the groups that are towns now and wait for a tile."""
    grow_towns(game.table, seat)
    waiting = [group for group in new_towns(game.table, seat) if group not in row.towns]
    free = sum(game.table.towns_left().values()) - len(row.towns)
    row.towns = [group for group in row.towns if not any(group < other for other in waiting)]
    row.towns += waiting[: max(0, free)]


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


# --- tiles --------------------------------------------------------------------------------------------------


def take_favour(game: Game, seat: Seat, row: Row, name: str) -> None:
    """Take a favour tile."""
    need(row.favours, "no favour tile may be taken now", "favour")
    need(name in FAVOURS, f"there is no favour tile {name!r}; there is FAV1 to FAV12", "favour")
    need(name not in seat.favours, f"the {seat.faction} have {name} already", "favour")
    need(game.table.favours_left(name), f"no {name} is left", "favour")
    row.favours -= 1
    seat.favours.append(name)
    game.table.advance(seat, FAVOURS[name].cult, FAVOURS[name].steps)
    find_towns(game, seat, row)


def take_town(game: Game, seat: Seat, row: Row, name: str, order: list[str]) -> None:
    """Take the town tile of a new town; `order` says which cults go first when keys are short."""
    table = game.table
    need(row.towns, "no town was founded", "town")
    need(name in TOWNS, f"there is no town tile {name!r}; there is {', '.join(TOWNS)}", "town")
    need(name in table.towns_left(), f"no {name} is left", "town")
    tile = TOWNS[name]
    seat.towns.append(Town(name, row.towns.pop(0)))
    seat.keys += tile.keys
    table.score(seat, tile.points, name)
    if seat.faction == "witches":
        table.score(seat, 5, "towns of the Witches")
    for good, amount in (("C", tile.coins), ("W", tile.workers), ("P", tile.priests), ("PW", tile.power)):
        table.gain(seat, good, amount)
    if seat.faction == "swarmlings":
        seat.workers += 3
    score_event(table, seat, "town")
    for _ in range(tile.ships):
        free_ship(game, seat)
    if tile.cults:
        _all_cults(game, seat, tile.cults, order)
    grow_towns(table, seat)


def _all_cults(game: Game, seat: Seat, steps: int, order: list[str]) -> None:
    """Advance on all cults. Raises InputError when keys are short for the tens and no order is given."""
    at_top = [
        cult
        for index, cult in enumerate(CULTS)
        if seat.cults[index] < 10 <= seat.cults[index] + steps
        and all(other.cults[index] < 10 for other in game.table.seats.values())
    ]
    if len(at_top) > seat.keys > 0 and not order:
        raise InputError(
            f"there are {seat.keys} key(s) for {' and '.join(at_top)}; say which go first, "
            f"as in +TW5 {at_top[0].upper()}",
            field="town",
        )
    for cult in (*order, *(cult for cult in CULTS if cult not in order)):
        game.table.advance(seat, cult, steps)


def connect(game: Game, seat: Seat, row: Row, river: str) -> None:
    """Found a town of the Mermaids over one river hex."""
    need(seat.faction == "mermaids", "only Mermaids found towns over a river hex", "connect")
    group = over_river(game.table, seat, river)
    need(group, f"no structure of the mermaids touches {river}", "connect")
    need(not group & seat.town_hexes(), f"a town touches {river} already", "connect")
    need(makes_town(seat, group), f"what {river} joins is no town", "connect")
    need(sum(game.table.towns_left().values()) > len(row.towns), "no town tile is left", "connect")
    row.towns.append(group)


# --- cults and priests --------------------------------------------------------------------------------------


def cult_steps(game: Game, seat: Seat, row: Row, cult: str, steps: int | None) -> None:
    """Use a cult advance that waits for its cult."""
    if row.cults:
        amount = row.cults.pop(0)
    else:
        need(seat.faction == "cultists" and game.owed, "no cult step may be taken now", "cult")
        game.owed -= 1
        amount = 1
    need(steps in (None, amount), f"the advance is {amount} step(s), not {steps}", "cult")
    game.table.advance(seat, cult, amount)


def send(game: Game, seat: Seat, row: Row, cult: str, steps: int | None) -> None:
    """Send a priest to a cult: on its best free place unless another is named; 1 returns the priest."""
    act(game, row, "send")
    places = game.table.places[cult]
    free = [worth for worth, owner in zip(PRIEST_PLACES, places, strict=True) if not owner]
    if steps is None:
        steps = max(free, default=1)
    need(steps == 1 or steps in free, f"the cult of {cult} has no free place for {steps}", "send")
    pay(seat, 0, 0, 1, what="sending a priest")
    if steps > 1:
        game.table.place_priest(seat, cult, steps)
    game.table.advance(seat, cult, steps)


# --- tracks, bridges, actions -------------------------------------------------------------------------------


def free_ship(game: Game, seat: Seat) -> None:
    """Advance shipping without paying, as far as the track goes; a Fakir's carpet flies one hex farther."""
    top = seat.board.ship_top
    if seat.faction == "fakirs":
        seat.shipping += 1
    elif top is not None and seat.shipping < top:
        seat.shipping += 1
        points = seat.board.ship_points[seat.shipping - seat.board.ship_start - 1]
        game.table.score(seat, points, "shipping")


def advance_ship(game: Game, seat: Seat, row: Row) -> None:
    """Pay for a step of shipping."""
    top = seat.board.ship_top
    need(top is not None, f"the {seat.faction} have no ships", "advance")
    need(seat.shipping < (top or 0), "shipping is at its end already", "advance")
    act(game, row, "advance ship")
    pay(seat, *SHIP_COST, what="a step of shipping")
    free_ship(game, seat)


def advance_spades(game: Game, seat: Seat, row: Row) -> None:
    """Pay for a step of the spade track."""
    need(seat.spade_level + 1 < len(seat.board.spade_costs), "spades are at their end already", "advance")
    act(game, row, "advance dig")
    pay(seat, *seat.board.spade_step, what="a step of the spade track")
    seat.spade_level += 1
    game.table.score(seat, SPADE_POINTS, "spade track")


def bridge(game: Game, seat: Seat, row: Row, a: str, b: str) -> None:
    """Build a bridge that an action gave."""
    name = bridge_name(a, b)
    table = game.table
    need(row.bridges, "no action gave a bridge", "bridge")
    need(name in table.bridge_places, f"no bridge can be between {a} and {b}", "bridge")
    need(name not in table.bridges, f"the bridge {name} stands already", "bridge")
    need(table.bridges_left(seat.faction), f"the {seat.faction} have built all {BRIDGES} bridges", "bridge")
    need(
        a in seat.structures or b in seat.structures,
        f"one end of {name} must hold an own structure",
        "bridge",
    )
    row.bridges -= 1
    table.bridges[name] = seat.faction
    find_towns(game, seat, row)


def action(game: Game, seat: Seat, row: Row, name: str) -> None:
    """Use a power action, an octagon, or the Engineers' bridge."""
    act(game, row, f"action {name}")
    if name in POWER_ACTIONS:
        need(name not in game.table.used, f"{name} was used in this round", "action")
        spend_power(seat.bowls, POWER_ACTIONS[name].cost)
        game.table.used.add(name)
        _gain_of_action(game, seat, row, POWER_ACTIONS[name].gain, POWER_ACTIONS[name].amount)
        return
    if name == "BRIDGE":
        need(seat.faction == "engineers", "only Engineers build bridges for workers", "action")
        pay(seat, 2, 0, what="a bridge")
        row.bridges += 1
        return
    need(name not in seat.used, f"{name} was used in this round", "action")
    if name in BONUS:
        need(seat.bonus == name and BONUS[name].action, f"the {seat.faction} cannot use {name}", "action")
        _gain_of_action(game, seat, row, BONUS[name].action, 1)
    elif name == CULT_FAVOUR:
        need(name in seat.favours, f"the {seat.faction} do not have {name}", "action")
        row.cults.append(1)
    else:
        need(name == "SH", f"there is no action {name!r}", "action")
        need(seat.count("SH"), f"the {seat.faction} have no stronghold", "action")
        _stronghold_action(game, seat, row)
    seat.used.add(name)


def _gain_of_action(game: Game, seat: Seat, row: Row, gain: str, amount: int) -> None:
    """Give what an action gives."""
    if gain == "bridge":
        row.bridges += amount
    elif gain == "cult":
        row.cults.append(amount)
    elif gain == "spade":
        row.digging = True
        row.free += amount
        spades_gained(game, seat, amount)
    else:
        game.table.gain(seat, gain, amount)


def _stronghold_action(game: Game, seat: Seat, row: Row) -> None:
    """Begin the action of a faction's stronghold."""
    kind = seat.board.stronghold_action
    need(kind, f"the stronghold of the {seat.faction} has no action", "action")
    if kind == "sandstorm":
        row.digging = row.sandstorm = True
    elif kind == "two spades":
        _gain_of_action(game, seat, row, "spade", 2)
    elif kind == "free dwelling":
        row.free_dwelling = True
    elif kind == "free trading house":
        row.free_house = True
    elif kind == "two cult steps":
        row.cults.append(2)
    else:
        row.actions += 2


# --- conversions and passing --------------------------------------------------------------------------------


def convert(game: Game, seat: Seat, row: Row, given: tuple[int, str], wanted: tuple[int, str]) -> None:
    """Change goods: power, priests and workers downwards; points and coins for the Alchemists."""
    need(game.phase == ACTIONS, "goods are changed during one's own turn", "convert")
    (count, source), (gets, target) = given, wanted
    if (source, target) == ("W", "P"):
        need(count == gets and count <= row.priests, f"{gets} worker(s) cannot become priests now", "convert")
        pay(seat, count, 0, what="the exchange")
        row.priests -= count
        done = game.table.gain(seat, "P", gets)
        need(done == gets, "there are not so many priests", "convert")
        return
    if seat.faction == "alchemists" and (source, target) == ("VP", "C"):
        need(count == gets, "1 point becomes 1 coin", "convert")
        need(count <= seat.points, f"the alchemists have {seat.points} points", "convert")
        game.table.score(seat, -count, "points of the Alchemists turned into coins")
    elif seat.faction == "alchemists" and (source, target) == ("C", "VP"):
        need(count == 2 * gets, "2 coins become 1 point", "convert")
        pay(seat, 0, count, what="the exchange")
    else:
        rate = RATES.get((target, source))
        need(
            rate,
            f"{GOOD_NAMES.get(source, source)} cannot become {GOOD_NAMES.get(target, target)}",
            "convert",
        )
        need(
            count == (rate or 0) * gets,
            f"{rate} {GOOD_NAMES[source]} become 1 {GOOD_NAMES[target]}",
            "convert",
        )
        if source == "PW":
            spend_power(seat.bowls, count)
        else:
            pay(seat, *((count, 0) if source == "W" else (0, 0, count)), what="the exchange")
    done = game.table.gain(seat, target, gets, "coins of the Alchemists")
    need(done == gets, "there are not so many priests", "convert")


def sacrifice(game: Game, seat: Seat, row: Row, amount: int) -> None:
    """Sacrifice power."""
    burn(seat.bowls, amount)


def take_card(game: Game, seat: Seat, card: str) -> None:
    """Take a free bonus card with its coins."""
    need(card in game.table.cards, f"the card {card} is not free", "bonus")
    seat.coins += game.table.cards.pop(card)
    seat.bonus = card


def pass_(game: Game, seat: Seat, row: Row, card: str) -> None:
    """Pass: points, the card back, another card (none in the last round)."""
    act(game, row, "pass")
    table = game.table
    for reason, points in pass_points(seat).items():
        table.score(seat, points, reason)
    table.score(seat, bridge_points(table, seat), "bridges of the Engineers")
    old = seat.bonus
    if table.round < ROUNDS:
        need(card, "name the bonus card that is taken, as in pass BON3", "pass")
        need(card != old, f"{card} is the card just given back", "pass")
        take_card(game, seat, card)
    else:
        need(not card, "no bonus card is taken in the last round", "pass")
        seat.bonus = ""
    if old:
        table.cards[old] = 0
    seat.passed = row.passed = True
    row.actions = 0
    game.next_start = game.next_start or seat.faction


# --- the end of a row ---------------------------------------------------------------------------------------


def finish(game: Game, seat: Seat, row: Row) -> None:
    """End a row: everything begun is done; the turn goes on. Raises InputError naming what is left."""
    tidy_offers(game)
    left = row.unfinished()
    need(not left, f"the row of the {seat.faction} ends with {left}", "log")
    if game.phase == CARDS and not game.queue:
        for card in game.table.cards:
            game.table.cards[card] += 1
        begin_round(game)
    elif game.phase == SPADES:
        game.spades.pop(seat.faction, None)
        spades_done(game)
    elif game.phase == ACTIONS and row.actions <= 0:
        order = game.table.clockwise(seat.faction)
        still = [name for name in (*order[1:], order[0]) if not game.table.seats[name].passed]
        if still:
            game.current = still[0]
        elif not game.offers and not game.owed:
            end_round(game)
        else:
            game.current = ""
