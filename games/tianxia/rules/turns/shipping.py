"""Shipping actions: the ship chosen, its deliveries, what they cost and bring."""

from __future__ import annotations

from msgspec.structs import replace

from pencilwright.games.tianxia.cards.catalogue import DEMAND
from pencilwright.games.tianxia.cards.effects import parse
from pencilwright.games.tianxia.components import COASTAL, GOODS
from pencilwright.games.tianxia.rules.advice_inputs import ShipOffer
from pencilwright.games.tianxia.rules.amounts import amounts, every, none_left, refused
from pencilwright.games.tianxia.rules.prices import delivery_cost
from pencilwright.games.tianxia.rules.table import leftmost, port_good, port_of, ship_markers_left
from pencilwright.games.tianxia.rules.turns.frame import SAVES
from pencilwright.games.tianxia.rules.turns.region_turns import RegionTurns


class Shipping(RegionTurns):
    """Ships served in a region turn, or by the tiles that give a shipping action."""

    def begin_shipping(self, ship: ShipOffer) -> None:
        """Begin a shipping action: the region's, the bonus-shipping tile's, or that to the upcoming ship."""
        if self.trading == ship.name:
            return
        home, most = port_of(self.state, ship), len(ship.spaces) + len(ship.taken)
        if ship.port == "good":
            if not self.pends("wave"):
                raise refused("not.now")
            self.rest()
            most, good, region = 1, "good", ""
        elif self.pends("bonus"):
            self.rest()
            good, region = ship.port, home
        else:
            region = self.open
            if region not in COASTAL or not (home == region or (home and self.serves("P13"))):
                raise refused("not.now")
            self.act("trade")
            good = ship.port if home == region else port_good(self.state, region)
        if not good or not (region or ship.port == "good"):
            raise refused("not.now")
        if region:
            if not ship_markers_left(self.state, self.who):
                raise none_left(self.who, "ships")
            ships = self.own.ships
            self.become(replace(self.own, ships=replace(ships, **{region: getattr(ships, region) + 1})))
        self.trading, self.left, self.good = ship.name, most, good
        saving = [name for name, ports in SAVES.items() if name in self.pending and region in ports]
        self.less = sum(map(self.pends, saving))
        self.own_less, self.port_less = self.pends("4A-2"), self.pends("4B-2")
        self.clears, self.gift = self.serves("P14"), self.serves("P15")

    def delivers(self, name: str, number: str, pays: str | None, takes: str | None) -> None:
        """Make a delivery: goods, a space covered, the rewards of the tile and of the space."""
        ship, n = self.ship(name), int(number)
        self.begin_shipping(ship)
        self.lapse()
        fresh = n <= len(ship.spaces)
        reward = (*ship.spaces, *ship.taken)[n - 1 : n]
        if not reward or (name, n) in self.covered or not self.left or not (fresh or self.clears):
            raise refused("spaces", n=len(ship.spaces))
        if not fresh:
            self.clears = False
        cost = delivery_cost(ship.demand, self.good, own_less=self.own_less, port_less=self.port_less)
        paid = amounts(pays or "")
        saved = sum(count for _, count in cost.named) + cost.any - sum(paid.values())
        short = sum(max(count - paid.get(good, 0), 0) for good, count in cost.named)
        if not set(paid) <= set(GOODS) or not short <= saved <= self.less:
            raise refused("paid", what=every(dict((*cost.named, ("good", cost.any)))))
        self.less -= saved
        self.left, self.traded = self.left - 1, self.traded + 1
        self.change(**{good: -count for good, count in paid.items()})
        self.covered.add((name, n))
        self.gain((*parse(reward[0]), *DEMAND[ship.demand].rewards), takes)

    def leftmost(self, name: str, takes: str | None) -> None:
        """Take the leftmost uncovered reward of the chosen ship (P15), before or after the deliveries."""
        ship = self.ship(name)
        self.begin_shipping(ship)
        n = leftmost(ship, (n for item, n in self.covered if item == name))
        if not self.gift or not n:
            raise refused("not.now")
        self.gift = False
        self.gain(parse(ship.spaces[n - 1]), takes)
