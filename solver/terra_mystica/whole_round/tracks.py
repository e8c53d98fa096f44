"""What tracks and workers do by a moment of the round: ships, spades, bridges, prices, skipping."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pencilwright.games.terra_mystica import components as box
from pencilwright.games.terra_mystica.rules.networks import beside_opponent
from pencilwright.games.terra_mystica.rules.prices import BRIDGE, SPADE_ACTIONS
from pencilwright.solver import cp
from pencilwright.solver.terra_mystica.actions import cost_of, spade_actions
from pencilwright.solver.terra_mystica.whole_round.holdings import MANY, Holdings

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

MOST_SPADES = 30
"""More spades than are ever bought in a round."""


class Works(Holdings):
    """Steps of the tracks, spades, bridges, and what dwellings, upgrades and skipping cost."""

    def _pay_for_works(self) -> None:
        """Add all but skipping."""
        self._ships()
        self._spades()
        self._bridges()
        self._wastes()
        self._prices()

    # --- tracks -------------------------------------------------------------------------------------------

    def _ships(self) -> None:
        """Steps of shipping, paid and free, and their points; steps of the spade track."""
        seat, model = self.ground.seat, self.model
        board = seat.board
        steps = self.ground.ship_steps
        self.paid_ships: cp.Expr = self.count("advance ship", steps) if steps else 0
        free = sum(box.TOWNS[name].ships * n for name, n in self.tiles.items())
        self.level: dict[int, cp_model.IntVar] = {}
        free += self.gift_of_sh if seat.faction == "mermaids" else 0
        for step in range(1, steps + 1):
            self.level[seat.shipping + step] = self.flag(f"ship {seat.shipping + step}")
            if step > 1:
                model.add_implication(self.level[seat.shipping + step], self.level[seat.shipping + step - 1])
        gone = sum(self.level.values())
        if steps:
            model.add(gone <= self.paid_ships + free)
            self._take(self.paid_ships, cost_of(seat, "advance ship"))
            at = seat.shipping - board.ship_start
            self.points += [
                points * self.level[seat.shipping + step]
                for step, points in enumerate(board.ship_points[at:], 1)
            ]
        self.shipping = seat.shipping + gone if board.ship_top is not None else 0
        self.digs = [self.flag(action.name) for action in spade_actions(seat)]
        for earlier, later in zip(self.digs, self.digs[1:], strict=False):
            model.add_implication(later, earlier)
        self._take(sum(self.digs), cost_of(seat, "advance dig"))
        self.points.append(box.SPADE_POINTS * sum(self.digs))

    def sails(self, crossed: int, *, card: bool) -> cp.Flag:
        """Return whether ships cross so many river hexes: 0, 1, or the flag of a level."""
        seat = self.ground.seat
        if seat.board.ship_top is None:
            return 0
        level = max(crossed - (self.ground.card if card else 0), 0)
        if level <= seat.shipping:
            return int(level > 0 or crossed <= self.ground.card * card)
        return self.level.get(level, 0)

    # --- spades, dwellings, bridges -----------------------------------------------------------------------

    def _spades(self) -> None:
        """Spades, free and bought, for hexes that are built on, and for nothing where spades score."""
        ground, model, seat = self.ground, self.model, self.ground.seat
        faction, need, board = seat.faction, self.ground.need, self.ground.seat.board
        self.storm = self._instead("storm", faction == "nomads", [n for n in ground.free if need[n]])
        self.gift = self._instead("gift", faction == "witches", ground.free)
        free = sum(
            n * self.taken(name) for name, n in SPADE_ACTIONS.items() if name != "SH" or faction == "giants"
        )
        if faction == "halflings":
            free += 3 * self.gift_of_sh
        self.free_spades = free
        used = sum(
            need[name] * (self.built[name] - self.storm.get(name, 0)) for name in ground.free if need[name]
        )
        wasted = self.wasted = self.helper(MANY, "spades for nothing")
        self.again: dict[str, cp_model.IntVar] = {}
        """Spades beyond need on hexes that skipping reaches again and again."""
        if board.skip[1]:
            self.again = {
                name: self.count(f"dig again {name}", 12)
                for name in ground.free
                if not ground.near[name] & ground.own.keys()
            }
        bought = self.count("dig", MOST_SPADES)
        self.bought = bought
        model.add(bought + free == used + wasted + sum(self.again.values()))
        gained = bought + free
        if board.spade_costs:
            # Each price has a count of its own, which is 0 unless the track ends there.
            parts = []
            for at, level in enumerate((*self.digs, None)):
                reached = self.digs[at - 1] if at else 1
                part = self.helper(MOST_SPADES, f"spades at price {at}")
                model.add(part <= MOST_SPADES * (reached - (0 if level is None else level)))
                self.goods["W"].append(-board.spade_costs[seat.spade_level + at] * part)
                parts.append(part)
            model.add(bought == sum(parts))
        else:
            self.goods["P"].append(-bought)
            self.points.append(2 * bought)
        self.points.append((ground.scored.get("spade", 0) + (faction == "halflings")) * gained)
        if faction == "alchemists":
            most = 2 * (MOST_SPADES + sum(SPADE_ACTIONS.values()))
            self.gained.append(12 * self.gift_of_sh)
            self.most_gained += 12 + most
            self.gained.append(self.if_(0 if self.bare else self.has_sh, 2 * gained, most, "power of spades"))

    def _instead(self, name: str, may: bool, hexes: Iterable[str]) -> dict[str, cp_model.IntVar]:
        """Return the hexes built on by an action of the stronghold."""
        if not may or (isinstance(self.sh_action, int) and not self.sh_action):
            return {}
        results = {hex_: self.flag(f"{name} {hex_}") for hex_ in hexes}
        self.model.add(sum(results.values()) <= self.sh_action)
        for hex_, flag in results.items():
            self.model.add_implication(flag, self.built[hex_])
        return results

    def _bridges(self) -> None:
        """Bridges, each with a structure at one end; those of the Engineers are scored on passing."""
        ground, model = self.ground, self.model
        seat = ground.seat
        self.bridge = {name: self.flag(f"bridge {name}") for name in ground.bridges}
        count = sum(self.bridge.values())
        by_workers: cp.Expr = 0
        if seat.faction == "engineers":
            by_workers = self.count("bridges for workers", 3)
            self._pay(by_workers, BRIDGE.workers, BRIDGE.coins)
        self.by_workers = by_workers
        model.add(count <= ground.table.bridges_left(seat.faction))
        model.add(count <= self.taken("ACT1") + by_workers)
        for name, ends in ground.bridges.items():
            if not ground.own.keys() & set(ends):
                model.add_bool_or(
                    [self.built[end] for end in ends if end in self.built] + [self.bridge[name].negated()]
                )
        self.paid_bridges: list[cp.Expr] = []
        """Points on passing for the Engineers' bridges."""
        if seat.faction == "engineers":
            mine = {name: 1 for name, owner in ground.table.bridges.items() if owner == "engineers"}
            for name, flag in {**mine, **self.bridge}.items():
                both = name.split("-")
                if all(end in ground.own or end in self.built for end in both):
                    paid = model.new_bool_var(f"paid {name}@{self.moment}")
                    model.add(paid <= self.has_sh)
                    model.add(paid <= flag)
                    for end in both:
                        if end in self.built:
                            model.add_implication(paid, self.built[end])
                    self.paid_bridges.append(3 * paid)
        self.points += self.paid_bridges

    def _prices(self) -> None:
        """Pay for dwellings and upgrades; a trading house is cheap beside an opponent, also over a bridge."""
        ground, model, seat = self.ground, self.model, self.ground.seat
        cost = seat.board.cost
        self._pay(self.new["D"] - sum(self.gift.values()), *cost["D"])
        for kind in ("TE", "SH", "SA"):
            self._pay(self.new[kind], *cost[kind])
        self.free_house: dict[str, cp_model.IntVar] = {}
        if seat.faction == "swarmlings" and not (isinstance(self.sh_action, int) and not self.sh_action):
            self.free_house = {name: self.flag(f"free house {name}") for name in self.became["TH"]}
            model.add(sum(self.free_house.values()) <= self.sh_action)
        for name, house in self.became["TH"].items():
            gift = self.free_house.get(name, 0)
            if name in self.free_house:
                model.add_implication(gift, house)
            near = beside_opponent(ground.table, seat, name)
            self._pay(house - gift, *cost["TH" if near else "TH alone"])
            over = [
                flag
                for place, flag in self.bridge.items()
                if name in ground.bridges[place]
                and any(ground.table.owner(end) not in ("", seat.faction) for end in ground.bridges[place])
            ]
            if over and not near:
                cheap = model.new_bool_var(f"cheap {name}@{self.moment}")
                model.add(cheap <= sum(over))
                model.add(cheap <= house)
                saved = [a - b for a, b in zip(cost["TH alone"], cost["TH"], strict=True)]
                self._pay(cheap, -saved[0], -saved[1])

    def _wastes(self) -> None:
        """Spades for nothing want a hex in reach: ships, a bridge or a dwelling may lead to one."""
        ground = self.ground
        far = ground.nearest
        if ground.seat.board.skip[1] or far == 0:
            return
        sails = self.sails(far, card=True)
        ways = [sails, *self.built.values(), *self.bridge.values()]
        self.model.add(self.wasted <= MANY * sum(ways))

    # --- skipping -----------------------------------------------------------------------------------------

    def _skips(self) -> None:
        """Carpets and tunnels: one for each action on a hex, each spade or the dwelling an action."""
        ground, model, seat = self.ground, self.model, self.ground.seat
        self.skip: dict[str, cp_model.IntVar] = {}
        if not seat.board.skip[1]:
            return
        for name, again in self.again.items():
            self.skip[name] = self.count(f"skip {name}", 16)
            model.add(self.skip[name] <= (ground.need[name] + 1) * self.built[name] + again)
        count = sum(self.skip.values())
        self.points.append(box.SKIP_POINTS * count)
        if seat.faction == "fakirs":
            self.goods["P"].append(-count)
        elif seat.count("SH"):
            self.goods["W"].append(-count)
        else:
            paid = self.helper(3 * MANY, "workers for tunnels")
            model.add(paid >= count)
            model.add(paid >= 2 * count - 2 * MANY * self.has_sh)
            self.goods["W"].append(-paid)

    def jumps(self, far: int) -> cp.Flag:
        """Return whether a jump leads so far: 0, 1, or a flag; Fakirs come to jump farther."""
        seat = self.ground.seat
        if not seat.board.skip[1]:
            return 0
        beyond = far - seat.skip - 1
        if beyond <= 0:
            return 1
        more = self.first_sh * (seat.board.skip[1] - seat.board.skip[0])
        if seat.faction == "fakirs":
            more += sum(box.TOWNS[name].ships * n for name, n in self.tiles.items())
        if beyond > 3 or isinstance(more, int):
            return 0
        name = f"jump {beyond}"
        if name not in self.grows:
            flag = self.flag(name)
            self.model.add(more >= beyond).only_enforce_if(flag)
        return self.grows[name]
