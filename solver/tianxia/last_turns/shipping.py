"""Shipping: of region turns, of the bonus-shipping tile, to the upcoming ship; what it costs and gives."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from pencilwright.games.tianxia.cards.catalogue import DEMAND
from pencilwright.games.tianxia.cards.effects import parse
from pencilwright.games.tianxia.components import COASTAL
from pencilwright.games.tianxia.rules.advice_inputs import ShipOffer
from pencilwright.games.tianxia.rules.prices import delivery_cost
from pencilwright.games.tianxia.rules.table import port_good, port_of, ship_markers_left, tile_of
from pencilwright.games.tianxia.rules.turns.frame import SAVES
from pencilwright.games.tianxia.state import State
from pencilwright.solver import cp
from pencilwright.solver.tianxia.last_turns.actions import Actions
from pencilwright.solver.tianxia.last_turns.intervals import MOST


class Shipping(Actions):
    """All actions but those of the wall, the barges and the palace."""

    def __init__(self, state: State, letter: str, *, careful: int, passes: bool) -> None:
        super().__init__(state, letter, careful=careful, passes=passes)
        self._ships()

    def _ships(self) -> None:
        """Shipping actions of region turns, of the bonus-shipping tile, and to the upcoming ship."""
        model = self.model
        self.cover: dict[tuple[int, str, int], list[cp.Expr]] = defaultdict(list)
        self.moored: dict[str, list[cp.Expr]] = {port: [] for port in COASTAL}
        self.bonus: dict[int, list[cp.Expr]] = defaultdict(list)
        self.gifts: list[tuple[int, str, int, cp.Expr]] = []
        self.discounts: dict[tuple[int, str], list[cp.Expr]] = defaultdict(list)
        self.sailing: dict[int, list[cp.Expr]] = defaultdict(list)
        ships = self.state.plan.deliveries.ships
        for slot in self.slots:
            for region in COASTAL:
                if (slot, region) not in self.x:
                    continue
                every = []
                for ship in ships:
                    home = port_of(self.state, ship)
                    if home == region or (home and self._spaces("P13")):
                        flag = self.flag("ship", slot, region, ship.name)
                        every.append(flag)
                        good = ship.port if home == region else port_good(self.state, region)
                        if not good:
                            model.add(flag == 0)
                            continue
                        if home != region:
                            model.add(flag <= self.held("P13", self.of("in", slot)[-1]))
                        made = self._deliveries(
                            self.of("in", slot), ship, good, region, flag, f"{slot} {region}"
                        )
                        self.trades[slot, region].append(made)
                        self.moored[region].append(flag)
                model.add(self.total(every) <= self.x[slot, region])
        for at in range(len(self.stretches)):
            for ship in ships:
                home = port_of(self.state, ship)
                if ship.port == "good" and any(tile_of(t.text).kind == "BT-14" for t in self.tokens):
                    flag = self.flag("wave", at, ship.name)
                    self.sailing[at].append(flag)
                    model.add(self._deliveries([at], ship, "good", "", flag, f"wave {at}") == flag)
                elif home and self._may_bonus():
                    flag = self.flag("bonus", at, ship.name)
                    self.bonus[at].append(flag)
                    self._deliveries([at], ship, ship.port, home, flag, f"bonus {at}")
                    self.moored[home].append(flag)
        ports = [flag for flags in self.moored.values() for flag in flags]
        model.add(self.total(ports) <= ship_markers_left(self.state, self.letter))
        by_space: dict[tuple[str, int], list[cp.Expr]] = defaultdict(list)
        for (_, name, space), flags in self.cover.items():
            by_space[name, space] += flags
        for flags in by_space.values():
            model.add(self.total(flags) <= 1)

    def _may_bonus(self) -> bool:
        """Return whether the bonus-shipping tile may be had: at hand, or within reach on black."""
        return self.typed_plan.bonus or self.may_reach("black", 10)

    def _deliveries(
        self, stretches: list[int], ship: ShipOffer, good: str, region: str, action: cp.Expr, name: str
    ) -> cp.Expr:
        """Make the deliveries of one shipping action to a ship; return how many there are."""
        model = self.model
        saves = [a for a, ports in SAVES.items() if a in self.ids and region in ports]
        in_all = {
            a: self.model.new_bool_var(f"{name} {a}") for a in (*saves, "4A-2", "4B-2") if a in self.ids
        }
        for a, flag in in_all.items():
            model.add(flag <= action)
            self.discounts[stretches[0], a].append(flag)
        every, freed, saved_once = [], [], []
        for at in stretches:
            here = []
            for space, reward in enumerate((*ship.spaces, *ship.taken), 1):
                flag = self.flag("deliver", at, ship.name, space, name)
                model.add(flag <= action)
                self.cover[at, ship.name, space].append(flag)
                here.append(flag)
                if space > len(ship.spaces):
                    freed.append(flag)
                    model.add(flag <= self.held("P14", at))
                self.gain(at, parse(reward), flag)
            every.append(self.total(here))
            self.gain(at, DEMAND[ship.demand].rewards, every[-1])
            saved_once += self._pay_deliveries(at, ship, good, here, saves, in_all, name)
        if saves:
            model.add(self.total(saved_once) <= self.total(in_all[a] for a in saves))
        if freed:
            model.add(self.total(freed) <= 1)
        model.add(self.total(every) >= action)
        if self._spaces("P15"):
            self._leftmost(stretches, ship, action, name)
        return self.total(every)

    def _pay_deliveries(
        self,
        at: int,
        ship: ShipOffer,
        good: str,
        here: Sequence[cp.Expr],
        saves: Sequence[str],
        in_all: Mapping[str, cp.Expr],
        name: str,
    ) -> list[cp.Expr]:
        """Pay the goods of deliveries in one stretch; return how many goods merchants of `saves` spare.

        here : which spaces are covered.
        in_all : merchants that make this shipping action cheaper, with whether they are used.
        """
        cost = delivery_cost(ship.demand, good)
        named, any_ = dict(cost.named), cost.any
        own = next(iter(DEMAND[ship.demand].costs), None)
        n = self.total(here)
        spared: list[cp.Expr] = []
        less: dict[str, list[cp.Expr]] = defaultdict(list)
        for a, what in (("4A-2", own.what if own else ""), ("4B-2", good)):
            if a in in_all and what:
                y = self.aux(len(here), f"{name} {a} {at}")
                self.model.add(y <= n)
                self.model.add(y <= len(here) * in_all[a])
                less[what].append(y)
        if saves:
            for what in (*named, *(["good"] if any_ else [])):
                y = self.aux(len(saves), f"{name} {what} saved {at}")
                spared.append(y)
                less[what].append(y)
        for what, count in named.items():
            paid = self.aux(MOST, f"{name} {what} {at}")
            self.model.add(paid >= count * n - self.total(less[what]))
            self.pay(at, what, paid)
        if any_:
            paid = self.aux(MOST, f"{name} any {at}")
            self.model.add(paid >= any_ * n - self.total(less["good"]))
            self.any[at, "-good"].append(paid)
        return spared

    def _leftmost(self, stretches: Sequence[int], ship: ShipOffer, action: cp.Expr, name: str) -> None:
        """Give a space of the ship that P15 adds to a shipping action, once."""
        gifts = []
        for at in stretches:
            for space, reward in enumerate(ship.spaces, 1):
                flag = self.flag("leftmost", at, ship.name, space, name)
                self.model.add(flag <= action)
                self.model.add(flag <= self.held("P15", at))
                gifts.append(flag)
                self.gifts.append((at, ship.name, space, flag))
                self.gain(at, parse(reward), flag)
        self.model.add(self.total(gifts) <= 1)

    def _covered(self, name: str, space: int, by: int) -> cp.Expr:
        """Return whether a space of a ship is covered by the end of a stretch."""
        rows = [fs for (at, n, s), fs in self.cover.items() if (n, s) == (name, space) and at <= by]
        return self.total(flag for flags in rows for flag in flags)

    def _uncovered(self) -> None:
        """P15 and I7 give what is not covered yet; of P15's, all to the left is."""
        for at, name, space, flag in self.gifts:
            self.model.add(flag + self._covered(name, space, at - 1) <= 1)
            for left in range(1, space):
                self.model.add(flag <= self._covered(name, left, at))
        for at in range(len(self.stretches)):
            owed = self.owed[at, "reward"]
            if not owed:
                continue
            flags = []
            for ship in self.state.plan.deliveries.ships:
                if not port_of(self.state, ship):
                    continue
                for space, reward in enumerate(ship.spaces, 1):
                    flag = self.number(self.again, "reward", at, ship.name, space)
                    flags.append(flag)
                    self.model.add(flag <= self.again - self.again * self._covered(ship.name, space, at - 1))
                    self.gain(at, parse(reward), flag)
            self.model.add(self.total(flags) <= self.total(owed))
