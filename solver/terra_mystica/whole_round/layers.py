"""What has been done up to a moment of the round, as counts that only grow (CP-SAT).

A layer holds the actions taken until its moment, and each good balances in it with what came in until then.
Nothing in a layer knows an order: goods may be spent before they are won. So the best of the last layer, the
whole round, is never below what the rules allow.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from pencilwright.games.terra_mystica.components import (
    CULT_FAVOUR,
    CULT_TOP,
    CULTS,
    DWELLING_FAVOUR,
    DWELLING_FAVOUR_POINTS,
    FAVOURS,
    PASS_FAVOUR,
    POWER_ACTIONS,
    PRIESTS,
    SKIP_POINTS,
    SPADE_POINTS,
    SUPPLY,
    TOWNS,
    TRADING_FAVOUR,
    TRADING_FAVOUR_POINTS,
)
from pencilwright.games.terra_mystica.power import cult_power
from pencilwright.solver import cp
from pencilwright.solver.terra_mystica.actions import (
    GOODS,
    SPADES,
    STEPS,
    cost_of,
    power_actions,
    priest_actions,
    spade_actions,
)
from pencilwright.solver.terra_mystica.whole_round.ground import Ground

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

MANY = 60
"""More of any good than is ever changed or spent in a round."""
MOST_SPADES = 30
"""More spades than are ever bought in a round."""
BRIDGE_WORKERS = 2
MOST_HOUSES = sum(SUPPLY[kind] for kind in ("TH", "TE", "SH", "SA"))
"""Trading houses built in a round at most: they stand, or have become something better."""
UPGRADES: Mapping[str, tuple[str, ...]] = {"TH": ("D",), "TE": ("TH",), "SH": ("TH",), "SA": ("TE",)}
WORTH: Mapping[str, int] = {"D": 1, "TH": 2, "TE": 2, "SH": 3, "SA": 3}
"""Power of a structure."""
FROM: Mapping[str, tuple[str, ...]] = {
    "": ("TH", "TE", "SH", "SA"),
    "D": ("TH", "TE", "SH", "SA"),
    "TH": ("TE", "SH", "SA"),
    "TE": ("SA",),
    "SH": (),
    "SA": (),
}
"""What can become of a hex, by what stands there now."""


CHANGES: Final = ("pw to c", "pw to w", "pw to p", "p to w", "w to c", "vp to c", "w to p")
"""Counts of what is changed, the last two by the Alchemists and by the Darklings' new stronghold."""


class Layer:
    """The counts of everything done until a moment.

    Parameters
    ----------
    model : the CP-SAT model.
    ground : what the round begins with.
    moment : the name of the layer.
    tiles : town tile -> how many were taken until then.
    favours : whether any favour tile may have been taken by then.
    bare : whether strongholds bring no spades, steps, power, favour tile or priests by themselves, and a
        priest may also be sent to a cult whose top is reached.
    in_time : whether it is one of several moments, in which the cult board limits the priests at hand.
    """

    def __init__(
        self,
        model: cp_model.CpModel,
        ground: Ground,
        moment: str,
        tiles: Mapping[str, cp.Expr],
        *,
        favours: bool = True,
        bare: bool = False,
        in_time: bool = True,
    ) -> None:
        self.model, self.ground, self.moment, self.tiles = model, ground, moment, tiles
        self.grows: dict[str, cp_model.IntVar] = {}
        """Every count by name: none of them ever falls."""
        self.points: list[cp.Expr] = []
        seat = ground.seat
        self.goods: dict[str, list[cp.Expr]] = {
            "W": [seat.workers],
            "C": [seat.coins],
            "P": [seat.priests],
        }
        self.priests_won: list[cp.Expr] = []
        """What brings priests, kept or lost: one comes only while another one lies in the supply."""
        self.spent: list[cp.Expr] = []
        self.gained: list[cp.Expr] = []
        self.most_gained = 0
        """No more power comes in than this."""
        self._structures()
        self.bare = bare
        self.gift_of_sh: cp.Flag = 0 if bare else self.first_sh
        """Whether a new stronghold brings its gift."""
        self._actions()
        self._favours(taken=favours)
        self._towns()
        self._ships()
        self._spades()
        self._bridges()
        self._wastes()
        self._prices()
        self._cults()
        self._skips()
        self._power()
        self._stock(in_time=in_time)

    # --- variables ----------------------------------------------------------------------------------------

    def flag(self, name: str) -> cp_model.IntVar:
        """Return a new count of 0 or 1."""
        return self._kept(name, self.model.new_bool_var(f"{name}@{self.moment}"))

    def count(self, name: str, most: int) -> cp_model.IntVar:
        """Return a new count."""
        return self._kept(name, self.model.new_int_var(0, most, f"{name}@{self.moment}"))

    def _kept(self, name: str, variable: cp_model.IntVar) -> cp_model.IntVar:
        self.grows[name] = variable
        return variable

    def helper(self, most: int, name: str) -> cp_model.IntVar:
        """Return a new variable that may fall."""
        return self.model.new_int_var(0, most, f"{name}@{self.moment}")

    def if_(self, flag: cp.Expr, value: cp.Expr, most: int, name: str) -> cp.Expr:
        """Return a variable of at most a value, and of 0 without the flag (for maximising)."""
        if isinstance(flag, int):
            return value if flag else 0
        found = self.helper(most, name)
        self.model.add(found <= value)
        self.model.add(found <= most * flag)
        return found

    # --- structures ---------------------------------------------------------------------------------------

    def _structures(self) -> None:
        """Dwellings, and what becomes of each hex; pieces are limited, and upgrades give them back."""
        ground, model, seat = self.ground, self.model, self.ground.seat
        self.built = {name: self.flag(f"build {name}") for name in ground.free}
        self.became: dict[str, dict[str, cp_model.IntVar]] = {kind: {} for kind in UPGRADES}
        for name in (*ground.own, *ground.free):
            now = ground.own.get(name, "")
            for kind in FROM[now]:
                if seat.left(kind) or kind in ("TH", "TE"):
                    self.became[kind][name] = self.flag(f"upgrade {name} to {kind}")
            for kind, (before,) in UPGRADES.items():
                if name in self.became[kind] and before != now:
                    earlier = self.built.get(name) if before == "D" else self.became[before].get(name)
                    if earlier is None:
                        model.add(self.became[kind][name] == 0)
                    else:
                        model.add_implication(self.became[kind][name], earlier)
            if name in self.became["TE"] and name in self.became["SH"]:
                model.add_at_most_one(self.became["TE"][name], self.became["SH"][name])
        self.new = {"D": sum(self.built.values()), **{k: sum(v.values()) for k, v in self.became.items()}}
        new = self.new
        self.standing = {
            "D": seat.count("D") + new["D"] - new["TH"],
            "TH": seat.count("TH") + new["TH"] - new["TE"] - new["SH"],
            "TE": seat.count("TE") + new["TE"] - new["SA"],
            "SH": seat.count("SH") + new["SH"],
            "SA": seat.count("SA") + new["SA"],
        }
        for kind, pieces in SUPPLY.items():
            model.add(self.standing[kind] <= pieces)
            model.add(self.standing[kind] >= 0)
        self.first_sh: cp.Flag = 0 if seat.count("SH") else self.flag("stronghold")
        if not isinstance(self.first_sh, int):
            model.add(self.first_sh == new["SH"])
        self.has_sh: cp.Flag = 1 if seat.count("SH") else self.first_sh
        for kind, worth in self.ground.scored.items():
            if kind in new:
                self.points.append(worth * new[kind])

    def base(self, name: str) -> int:
        """Return the power of what stands on a hex at first, a dwelling where it is free."""
        return WORTH[self.ground.own.get(name, "D")]

    def raised(self, name: str) -> list[cp_model.IntVar]:
        """Return the upgrades of a hex that each lend it one more power."""
        return [self.became[kind][name] for kind in ("TH", "SH", "SA") if name in self.became[kind]]

    def sanctuary(self, name: str) -> cp.Expr:
        """Return whether a sanctuary stands on a hex."""
        return int(self.ground.own.get(name) == "SA") + self.became["SA"].get(name, 0)

    # --- actions and tiles --------------------------------------------------------------------------------

    def _actions(self) -> None:
        """Power actions, once each; actions of own tiles and of the stronghold."""
        table, seat, faction = self.ground.table, self.ground.seat, self.ground.seat.faction
        self.acts: dict[str, cp_model.IntVar] = {}
        for action in power_actions(table, seat):
            taken = self.acts[action.name.split()[1]] = self.flag(action.name)
            power = action.cost[3]
            self.spent.append(power * taken)
            if power > sum(seat.bowls):
                self.model.add(taken == 0)
            for good, gain in zip(GOODS, action.gain, strict=True):
                if gain:
                    (self.priests_won if good == "P" else self.goods[good]).append(gain * taken)
        self.special: dict[str, cp_model.IntVar] = {}
        if seat.bonus == "BON1" and "BON1" not in seat.used:
            self.special["BON1"] = self.flag("action BON1")
        self.sh_action = self.has_sh if "SH" not in seat.used else 0
        if faction == "giants" and not (isinstance(self.sh_action, int) and not self.sh_action):
            self.special["SH"] = self.flag("action SH")
            self.model.add(self.special["SH"] <= self.sh_action)

    def taken(self, name: str) -> cp.Flag:
        """Return whether an action for spades, a bridge or goods was taken."""
        return self.acts.get(name, 0) if name in POWER_ACTIONS else self.special.get(name, 0)

    def _favours(self, *, taken: bool) -> None:
        """Take favour tiles: one for each temple and sanctuary (two: Chaos Magicians), the Auren's."""
        seat, table = self.ground.seat, self.ground.table
        names = [name for name in FAVOURS if name not in seat.favours and table.favours_left(name)]
        self.favours = {name: self.flag(f"favour {name}") for name in names} if taken else {}
        each = 2 if seat.faction == "chaosmagicians" else 1
        self.causes = self.new["TE"] + self.new["SA"] + (self.gift_of_sh if seat.faction == "auren" else 0)
        per = each * (self.new["TE"] + self.new["SA"]) + (self.gift_of_sh if seat.faction == "auren" else 0)
        self.model.add(sum(self.favours.values()) <= per)
        self.scored = {
            kind: self.if_(self.favour(name), self.new[kind], most, f"scored {kind}")
            for name, kind, most in (
                (DWELLING_FAVOUR, "D", self.ground.most_dwellings),
                (TRADING_FAVOUR, "TH", MOST_HOUSES),
            )
        }
        self._late("D", DWELLING_FAVOUR, ("D", "TH", "TE"))
        self._late("TH", TRADING_FAVOUR, ("TH", "TE"))
        self.points += [DWELLING_FAVOUR_POINTS * self.scored["D"], TRADING_FAVOUR_POINTS * self.scored["TH"]]

    def _late(self, kind: str, name: str, before: tuple[str, ...]) -> None:
        """Leave out what stood before the favour that scores it: what became its temple, if that is new."""
        if name not in self.favours:
            return
        at_once: list[cp.Flag] = [
            flag
            for better in ("TE", "SA")
            for hex_, flag in self.became[better].items()
            if self.ground.own.get(hex_) in before
        ]
        if self.ground.seat.faction == "auren":
            at_once.append(self.first_sh)
        left = self.new[kind] - self.favours[name] + sum(at_once)
        self.model.add(self.scored[kind] <= left)

    def favour(self, name: str) -> cp.Flag:
        """Return whether a favour tile is held."""
        return 1 if name in self.ground.seat.favours else self.favours.get(name, 0)

    def _towns(self) -> None:
        """What town tiles bring."""
        faction, tiles = self.ground.seat.faction, self.tiles
        self.towns = sum(tiles.values())
        self.points.append(sum(TOWNS[name].points * n for name, n in tiles.items()))
        self.points.append((self.ground.scored.get("town", 0) + 5 * (faction == "witches")) * self.towns)
        for name, n in tiles.items():
            tile = TOWNS[name]
            self.goods["C"].append(tile.coins * n)
            self.goods["W"].append(tile.workers * n)
            self.priests_won.append(tile.priests * n)
            self.gained.append(tile.power * n)
        self.most_gained += max(tile.power for tile in TOWNS.values()) * self.ground.slots
        if faction == "swarmlings":
            self.goods["W"].append(3 * self.towns)

    # --- tracks -------------------------------------------------------------------------------------------

    def _ships(self) -> None:
        """Steps of shipping, paid and free, and their points; steps of the spade track."""
        seat, model = self.ground.seat, self.model
        board = seat.board
        steps = self.ground.ship_steps
        self.paid_ships: cp.Expr = self.count("advance ship", steps) if steps else 0
        free = sum(TOWNS[name].ships * n for name, n in self.tiles.items())
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
        self.points.append(SPADE_POINTS * sum(self.digs))

    def sails(self, crossed: int, *, card: bool) -> cp.Flag:
        """Return whether ships cross so many river hexes: 0, 1, or the flag of a level."""
        seat = self.ground.seat
        if seat.board.ship_top is None:
            return 0
        level = max(crossed - (self.ground.card if card else 0), 0)
        if level <= seat.shipping:
            return int(level > 0 or crossed <= self.ground.card * card)
        return self.level.get(level, 0)

    def _take(self, times: cp.Expr, cost: Sequence[int]) -> None:
        """Take coins, workers and priests so many times."""
        for good, price in zip(GOODS, cost, strict=False):
            if price:
                self.goods[good].append(-price * times)

    def _pay(self, times: cp.Expr, workers: int, coins: int) -> None:
        """Take the price of a structure so many times."""
        self._take(times, (coins, workers))

    # --- spades, dwellings, bridges -----------------------------------------------------------------------

    def _spades(self) -> None:
        """Spades, free and bought, for hexes that are built on, and for nothing where spades score."""
        ground, model, seat = self.ground, self.model, self.ground.seat
        faction, need, board = seat.faction, self.ground.need, self.ground.seat.board
        self.storm = self._instead("storm", faction == "nomads", [n for n in ground.free if need[n]])
        self.gift = self._instead("gift", faction == "witches", ground.free)
        free = sum(n * self.taken(name) for name, n in SPADES.items() if name != "SH" or faction == "giants")
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
            most = 2 * (MOST_SPADES + sum(SPADES.values()))
            self.gained.append(12 * self.gift_of_sh)
            self.most_gained += 12 + most
            self.gained.append(self.if_(0 if self.bare else self.has_sh, 2 * gained, most, "power of spades"))

    def _instead(self, name: str, may: bool, hexes: Iterable[str]) -> dict[str, cp_model.IntVar]:
        """Return the hexes built on by an action of the stronghold."""
        if not may or (isinstance(self.sh_action, int) and not self.sh_action):
            return {}
        found = {hex_: self.flag(f"{name} {hex_}") for hex_ in hexes}
        self.model.add(sum(found.values()) <= self.sh_action)
        for hex_, flag in found.items():
            self.model.add_implication(flag, self.built[hex_])
        return found

    def _bridges(self) -> None:
        """Bridges, each with a structure at one end; those of the Engineers are scored on passing."""
        ground, model = self.ground, self.model
        seat = ground.seat
        self.bridge = {name: self.flag(f"bridge {name}") for name in ground.bridges}
        count = sum(self.bridge.values())
        by_workers: cp.Expr = 0
        if seat.faction == "engineers":
            by_workers = self.count("bridges for workers", 3)
            self._pay(by_workers, BRIDGE_WORKERS, 0)
        self.by_workers = by_workers
        model.add(count <= ground.table.bridges_left(seat.faction))
        model.add(count <= self.taken("ACT1") + by_workers)
        for name, ends in ground.bridges.items():
            if not ground.own.keys() & set(ends):
                model.add_bool_or(
                    [self.built[end] for end in ends if end in self.built] + [self.bridge[name].negated()]
                )
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
                    self.points.append(3 * paid)

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
            near = ground.is_cheap[name]
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

    # --- cults --------------------------------------------------------------------------------------------

    def _cults(self) -> None:
        """Steps on the cults by priests, actions, favours and towns; tens need keys."""
        ground, model, seat = self.ground, self.model, self.ground.seat
        sources: dict[str, cp.Flag] = {"BON2": int(seat.bonus == "BON2"), "FAV6": self.favour(CULT_FAVOUR)}
        if seat.faction == "auren":
            sources["SH"] = self.has_sh
        self.sent: dict[tuple[str, int], cp_model.IntVar] = {}
        self.step: dict[tuple[str, str], cp_model.IntVar] = {}
        for name, may in sources.items():
            if name not in seat.used and (not isinstance(may, int) or may):
                for cult in CULTS:
                    self.step[name, cult] = self.flag(f"action {name} +{cult}")
                model.add(sum(self.step[name, cult] for cult in CULTS) <= may)
        tens, sends = [], priest_actions(ground.table, seat)
        on_all = sum(TOWNS[name].cults * n for name, n in self.tiles.items())
        self.at: dict[str, cp_model.IntVar] = {}
        for index, cult in enumerate(CULTS):
            start = seat.cults[index]
            for action in sends if start < CULT_TOP or self.bare else ():
                if action.cult == index:
                    self.sent[cult, action.steps] = self.count(action.name, action.times)
            moves = [worth * n for (to, worth), n in self.sent.items() if to == cult]
            moves += [STEPS[name] * flag for (name, to), flag in self.step.items() if to == cult]
            moves += [FAVOURS[n].steps * flag for n, flag in self.favours.items() if FAVOURS[n].cult == cult]
            at = model.new_int_var(start, CULT_TOP, f"{cult}@{self.moment}")
            self.grows[cult] = self.at[cult] = at
            model.add(at <= start + sum(moves) + on_all)
            if start < CULT_TOP:
                if ground.is_top_taken(index):
                    model.add(at < CULT_TOP)
                else:
                    ten = model.new_bool_var(f"ten {cult}@{self.moment}")
                    model.add(at <= CULT_TOP - 1 + ten)
                    tens.append(ten)
                power = [cult_power(start, max(step, start)) for step in range(CULT_TOP + 1)]
                won = self.helper(max(power), f"power of {cult}")
                model.add_element(at, power, won)
                self.gained.append(won)
                self.most_gained += max(power)
        model.add(sum(tens) <= seat.keys + sum(TOWNS[name].keys * n for name, n in self.tiles.items()))
        self.goods["P"].append(-sum(self.sent.values()))

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
        self.points.append(SKIP_POINTS * count)
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
            more += sum(TOWNS[name].ships * n for name, n in self.tiles.items())
        if beyond > 3 or isinstance(more, int):
            return 0
        name = f"jump {beyond}"
        if name not in self.grows:
            flag = self.flag(name)
            self.model.add(more >= beyond).only_enforce_if(flag)
        return self.grows[name]

    # --- power and stock ----------------------------------------------------------------------------------

    def _power(self) -> None:
        """Changes of goods and the bowls.

        Power moves from bowl II to III only while bowl I is empty, so at least what lay in I has moved.
        """
        model, seat = self.model, self.ground.seat
        change = {"pw to c": (1, "C"), "pw to w": (3, "W"), "pw to p": (5, "P")}
        self.changed: dict[str, cp_model.IntVar] = {}
        for name, (price, good) in change.items():
            self.changed[name] = self.count(name, MANY // price if price <= sum(seat.bowls) else 0)
            self.spent.append(price * self.changed[name])
            (self.priests_won if good == "P" else self.goods[good]).append(self.changed[name])
        for name, given, got in (("p to w", "P", "W"), ("w to c", "W", "C")):
            self.changed[name] = self.count(name, MANY)
            self.goods[given].append(-self.changed[name])
            self.goods[got].append(self.changed[name])
        if seat.faction == "alchemists":
            self.changed["vp to c"] = self.count("vp to c", MANY)
            self.goods["C"].append(self.changed["vp to c"])
            self.points.append(-self.changed["vp to c"])
        if seat.faction == "darklings" and not isinstance(self.gift_of_sh, int):
            self.changed["w to p"] = self.count("w to p", 3)
            model.add(self.changed["w to p"] <= 3 * self.gift_of_sh)
            self.goods["W"].append(-self.changed["w to p"])
            self.priests_won.append(self.changed["w to p"])
        one, two, three = seat.bowls
        moves = self.most_gained if any(seat.bowls) else 0
        self.first, self.second = self.count("into II", moves), self.count("into III", moves)
        self.burned = self.count("burn", 6)
        self.all_spent = self.count("power spent", MANY)
        model.add(self.all_spent == sum(self.spent))
        self.all_gained = sum(self.gained)
        model.add(self.first + self.second <= self.all_gained)
        self.bowls = [self.helper(12, f"bowl {n}") for n in (1, 2, 3)]
        model.add(self.bowls[0] == one - self.first + self.all_spent)
        model.add(self.bowls[1] == two + self.first - self.second - 2 * self.burned)
        model.add(self.bowls[2] == three + self.second + self.burned - self.all_spent)
        moved = self.model.new_bool_var(f"moved into III@{self.moment}")
        model.add(self.second == 0).only_enforce_if(moved.negated())
        model.add(self.first >= one).only_enforce_if(moved)

    def _stock(self, *, in_time: bool) -> None:
        """What is left: no good is ever below nothing."""
        ground = self.ground
        placed = sum(n for (_, worth), n in self.sent.items() if worth > 1)
        self.lying = ground.table.priests_on_board(ground.seat.faction) + placed
        self.priests_lost = self.count("priests lost", MANY) if in_time else 0
        self.goods["P"] += [*self.priests_won, -self.priests_lost]
        most = {"W": MANY, "C": 2 * MANY, "P": MANY}
        self.left = {good: self.helper(most[good], f"left {good}") for good in self.goods}
        for good, terms in self.goods.items():
            self.model.add(self.left[good] == sum(terms))
        if in_time:
            self.model.add(self.left["P"] <= PRIESTS - self.lying)
            if ground.table.priests_on_board(ground.seat.faction) == PRIESTS:  # none can come
                self.model.add(sum(self.priests_won) <= self.priests_lost)

    def until(self, later: Layer) -> list[cp.Condition]:
        """Return the conditions under which this moment comes no later than another one."""
        found: list[cp.Condition] = [
            flag <= later.grows[name] for name, flag in self.grows.items() if name in later.grows
        ]
        found += [self.tiles[name] <= later.tiles[name] for name in self.tiles]
        found.append(
            later.first + later.second - self.first - self.second <= later.all_gained - self.all_gained
        )
        return found


def passing_points(layer: Layer) -> list[cp.Expr]:
    """Return what passing pays at the end of a layer: the card and FAV12 (the Engineers' bridges stand)."""
    ground, model = layer.ground, layer.model
    found: list[cp.Expr] = []
    for what, points in ground.passing.items():
        found.append(points * (layer.shipping if what == "ship" else layer.standing[what]))
    held = layer.favour(PASS_FAVOUR)
    if not isinstance(held, int) or held:
        houses = layer.helper(SUPPLY["TH"], "houses on passing")
        model.add(houses == layer.standing["TH"])
        won = layer.helper(max(ground.by_houses), "by houses")
        model.add_element(houses, ground.by_houses, won)
        found.append(layer.if_(held, won, max(ground.by_houses), "points by houses"))
    return found
