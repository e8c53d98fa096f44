"""Shipping actions: the ship chosen, its deliveries, what they cost and bring."""

from __future__ import annotations

from pencilwright.games.tianxia.cards.catalogue import DEMAND
from pencilwright.games.tianxia.cards.effects import parse
from pencilwright.games.tianxia.components import COASTAL
from pencilwright.games.tianxia.rules.advice_inputs import ShipOffer
from pencilwright.games.tianxia.rules.amounts import amounts, refused
from pencilwright.games.tianxia.rules.prices import delivery_cost
from pencilwright.games.tianxia.rules.table import leftmost as leftmost_of
from pencilwright.games.tianxia.rules.table import port_good, port_of
from pencilwright.games.tianxia.rules.turns.frame import SAVES, Turns


def begin(turn: Turns, ship: ShipOffer) -> None:
    """Begin a shipping action: the region's, the bonus-shipping tile's, or that to the upcoming ship."""
    if turn.trading == ship.name:
        return
    home, most = port_of(turn.state, ship), len(ship.spaces) + len(ship.taken)
    if ship.port == "good":
        if not turn.pends("wave"):
            raise refused("not.now")
        turn.rest()
        most, good, region = 1, "good", ""
    elif turn.pends("bonus"):
        turn.rest()
        good, region = ship.port, home
    else:
        region = turn.open
        if region not in COASTAL or not (home == region or (home and turn.serves("P13"))):
            raise refused("not.now")
        turn.act("trade")
        good = ship.port if home == region else port_good(turn.state, region)
    if not good or not (region or ship.port == "good"):
        raise refused("not.now")
    if region:
        turn.moor(region)
    turn.trading, turn.left, turn.good = ship.name, most, good
    saving = [name for name, ports in SAVES.items() if name in turn.pending and region in ports]
    turn.less = sum(map(turn.pends, saving))
    turn.own_less, turn.port_less = turn.pends("4A-2"), turn.pends("4B-2")
    turn.clears, turn.gift = turn.serves("P14"), turn.serves("P15")


def deliver(turn: Turns, name: str, number: str, pays: str | None, takes: str | None) -> None:
    """Make a delivery: goods, a space covered, the rewards of the tile and of the space."""
    ship, n = turn.ship(name), int(number)
    begin(turn, ship)
    turn.lapse()
    fresh = n <= len(ship.spaces)
    reward = (*ship.spaces, *ship.taken)[n - 1 : n]
    if not reward or (name, n) in turn.covered or not turn.left or not (fresh or turn.clears):
        raise refused("spaces", n=len(ship.spaces))
    if not fresh:
        turn.clears = False
    cost = delivery_cost(ship.demand, turn.good, own_less=turn.own_less, port_less=turn.port_less)
    turn.less -= turn.pay_goods(cost, 1, amounts(pays or ""), turn.less)
    turn.left, turn.traded = turn.left - 1, turn.traded + 1
    turn.covered.add((name, n))
    turn.gain((*parse(reward[0]), *DEMAND[ship.demand].rewards), takes)


def leftmost(turn: Turns, name: str, takes: str | None) -> None:
    """Take the leftmost uncovered reward of the chosen ship (P15), before or after the deliveries."""
    ship = turn.ship(name)
    begin(turn, ship)
    n = leftmost_of(ship, (n for item, n in turn.covered if item == name))
    if not turn.gift or not n:
        raise refused("not.now")
    turn.gift = False
    turn.gain(parse(ship.spaces[n - 1]), takes)
