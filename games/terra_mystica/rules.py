"""What may be done besides building, and what it does: tiles, cults, tracks, actions, changes, passing."""

from __future__ import annotations

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica.board import bridge_name
from pencilwright.games.terra_mystica.building import act, find_towns, free_ship, need, pay
from pencilwright.games.terra_mystica.components import (
    BONUS,
    BRIDGES,
    CULT_FAVOUR,
    CULT_TOP,
    CULTS,
    FAVOURS,
    POWER_ACTIONS,
    PRIEST_PLACES,
    ROUNDS,
    SHIP_COST,
    TOWNS,
)
from pencilwright.games.terra_mystica.factions import SPADE_POINTS
from pencilwright.games.terra_mystica.reach import (
    grow_towns,
    makes_town,
    over_river,
)
from pencilwright.games.terra_mystica.table import GOOD_NAMES, Seat, Town, burn, spend_power
from pencilwright.games.terra_mystica.turn import (
    ACTIONS,
    CARDS,
    SPADES,
    Game,
    Row,
    begin_round,
    end_round,
    passing,
    score_event,
    spades_done,
    spades_gained,
    tidy_offers,
)

RATES = {("P", "PW"): 5, ("W", "PW"): 3, ("C", "PW"): 1, ("W", "P"): 1, ("C", "W"): 1, ("C", "P"): 1}
"""Conversions of everybody: (wanted, given) -> how many given for one."""


# --- tiles --------------------------------------------------------------------------------------------------


def take_favour(game: Game, seat: Seat, row: Row, name: str) -> None:
    """Take a favour tile."""
    need(row.favours, "no favour tile may be taken now", "favour")
    need(name in FAVOURS, f"there is no favour tile {name!r}; there is FAV1 to FAV12", "favour")
    need(name not in seat.favours, f"the {seat.faction} have {name} already", "favour")
    need(game.table.favours_left(name), f"no {name} is left", "favour")
    row.favours -= 1
    seat.favours.append(name)
    climb(game, seat, row, FAVOURS[name].cult, FAVOURS[name].steps)
    find_towns(game, seat, row)


def take_town(game: Game, seat: Seat, row: Row, name: str, order: list[str]) -> None:
    """Take the town tile of a new town; `order` says which cults go first when keys are short."""
    table = game.table
    need(row.towns, "no town was founded", "town")
    need(name in TOWNS, f"there is no town tile {name!r}; there are {', '.join(TOWNS)}", "town")
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
        _all_cults(game, seat, row, tile.cults, order)
    for cult in list(row.stopped):
        climb(game, seat, row, cult, row.stopped.pop(cult))
    grow_towns(table, seat)


def _all_cults(game: Game, seat: Seat, row: Row, steps: int, order: list[str]) -> None:
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
        climb(game, seat, row, cult, steps)


def connect(game: Game, seat: Seat, row: Row, river: str) -> None:
    """Found a town of the Mermaids over one river hex."""
    need(seat.faction == "mermaids", "only Mermaids found towns over a river hex", "connect")
    group = over_river(game.table, seat, river)
    need(group, f"no structure of the mermaids touches {river}", "connect")
    taken = seat.town_hexes().union(*row.towns)
    need(not group & taken, f"a town touches {river} already", "connect")
    need(makes_town(seat, group), f"what {river} joins is no town", "connect")
    need(sum(game.table.towns_left().values()) > len(row.towns), "no town tile is left", "connect")
    row.towns.append(group)


# --- cults and priests --------------------------------------------------------------------------------------


def climb(game: Game, seat: Seat, row: Row, cult: str, steps: int) -> None:
    """Move a marker up a cult; steps that only want a key wait for one that this action may still bring."""
    made = game.table.advance(seat, cult, steps)
    if made < steps and not seat.keys and seat.cults[CULTS.index(cult)] < CULT_TOP:
        row.stopped[cult] = row.stopped.get(cult, 0) + steps - made


def cult_steps(game: Game, seat: Seat, row: Row, cult: str, steps: int | None) -> None:
    """Use a cult advance that waits for its cult."""
    if row.cults:
        amount = row.cults.pop(0)
    else:
        need(seat.faction == "cultists" and game.owed, "no cult step may be taken now", "cult")
        game.owed -= 1
        amount = 1
    need(steps in (None, amount), f"the advance is {amount} step(s), not {steps}", "cult")
    climb(game, seat, row, cult, amount)


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
    climb(game, seat, row, cult, steps)


# --- tracks, bridges, actions -------------------------------------------------------------------------------


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
    for reason, points in passing(table, seat).items():
        table.score(seat, points, reason)
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
