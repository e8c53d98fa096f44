"""What is held at a moment of the round: structures, actions taken, favour and town tiles (CP-SAT).

Each is a count that only grows, and adds what it costs and brings to the goods and points of the moment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pencilwright.games.terra_mystica import components as box
from pencilwright.games.terra_mystica.rules.prices import BUILT_FROM
from pencilwright.solver import cp
from pencilwright.solver.terra_mystica.actions import GOODS, power_actions
from pencilwright.solver.terra_mystica.land import GROWTH
from pencilwright.solver.terra_mystica.whole_round.context import Ground

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

STRONGHOLD_POINTS = 7
"""What the Cultists' stronghold scores when it is built."""
MANY = 60
"""More of any good than is ever changed or spent in a round."""
MOST_HOUSES = sum(box.SUPPLY[kind] for kind in ("TH", "TE", "SH", "SA"))
"""Trading houses built in a round at most: they stand, or have become something better."""


class Holdings:
    """Structures, actions and tiles at a moment.

    Parameters
    ----------
    model : the CP-SAT model.
    ground : what the round begins with.
    moment : the name of the layer.
    tiles : town tile -> how many were taken until then.
    favours : whether any favour tile may have been taken by then.
    bare : whether strongholds bring no spades, steps, power, favour tile or priests by themselves, and a
        priest may also be sent to a cult whose top is reached.
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
        if seat.faction == "cultists":
            self.points.append(STRONGHOLD_POINTS * self.gift_of_sh)
        self._actions()
        self._favours(taken=favours)
        self._towns()

    # --- variables ----------------------------------------------------------------------------------------

    def flag(self, name: str) -> cp_model.IntVar:
        """Return a new count of 0 or 1."""
        return self.count(name, 1)

    def count(self, name: str, most: int) -> cp_model.IntVar:
        """Return a new count."""
        self.grows[name] = self.model.new_int_var(0, most, f"{name}@{self.moment}")
        return self.grows[name]

    def helper(self, most: int, name: str) -> cp_model.IntVar:
        """Return a new variable that may fall."""
        return self.model.new_int_var(0, most, f"{name}@{self.moment}")

    def if_(self, flag: cp.Expr, value: cp.Expr, most: int, name: str) -> cp.Expr:
        """Return a variable of at most a value, and of 0 without the flag (for maximising)."""
        if isinstance(flag, int):
            return value if flag else 0
        result = self.helper(most, name)
        self.model.add(result <= value)
        self.model.add(result <= most * flag)
        return result

    def _take(self, times: cp.Expr, cost: Sequence[int]) -> None:
        """Take coins, workers and priests so many times."""
        for good, price in zip(GOODS, cost, strict=False):
            if price:
                self.goods[good].append(-price * times)

    def _pay(self, times: cp.Expr, workers: int, coins: int) -> None:
        """Take the price of a structure so many times."""
        self._take(times, (coins, workers))

    # --- structures ---------------------------------------------------------------------------------------

    def _structures(self) -> None:
        """Dwellings, and what becomes of each hex; pieces are limited, and upgrades give them back."""
        ground, model, seat = self.ground, self.model, self.ground.seat
        self.built = {name: self.flag(f"build {name}") for name in ground.free}
        self.became: dict[str, dict[str, cp_model.IntVar]] = {kind: {} for kind in BUILT_FROM}
        for name in (*ground.own, *ground.free):
            now = ground.own.get(name, "")
            for kind in GROWTH[now]:
                if kind in self.became and (seat.left(kind) or kind in ("TH", "TE")):
                    self.became[kind][name] = self.flag(f"upgrade {name} to {kind}")
            for kind, before in BUILT_FROM.items():
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
        for kind, pieces in box.SUPPLY.items():
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
        return box.POWER[self.ground.own.get(name, "D")]

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
        self.sh_action: cp.Expr = self.has_sh if "SH" not in seat.used else 0
        if faction == "giants" and not (isinstance(self.sh_action, int) and not self.sh_action):
            self.special["SH"] = self.flag("action SH")
            self.model.add(self.special["SH"] <= self.sh_action)

    def taken(self, name: str) -> cp.Expr:
        """Return whether an action for spades, a bridge or goods was taken."""
        return self.acts.get(name, 0) if name in box.POWER_ACTIONS else self.special.get(name, 0)

    def _favours(self, *, taken: bool) -> None:
        """Take favour tiles: one for each temple and sanctuary (two: Chaos Magicians), the Auren's."""
        seat, table = self.ground.seat, self.ground.table
        names = [name for name in box.FAVOURS if name not in seat.favours and table.favours_left(name)]
        self.favours = {name: self.flag(f"favour {name}") for name in names} if taken else {}
        each = 2 if seat.faction == "chaosmagicians" else 1
        self.causes = self.new["TE"] + self.new["SA"] + (self.gift_of_sh if seat.faction == "auren" else 0)
        per = each * (self.new["TE"] + self.new["SA"]) + (self.gift_of_sh if seat.faction == "auren" else 0)
        self.model.add(sum(self.favours.values()) <= per)
        self.scored = {
            kind: self.if_(self.favour(name), self.new[kind], most, f"scored {kind}")
            for name, kind, most in (
                (box.DWELLING_FAVOUR, "D", self.ground.most_dwellings),
                (box.TRADING_FAVOUR, "TH", MOST_HOUSES),
            )
        }
        self._late("D", box.DWELLING_FAVOUR, ("D", "TH", "TE"))
        self._late("TH", box.TRADING_FAVOUR, ("TH", "TE"))
        self.points += [
            box.DWELLING_FAVOUR_POINTS * self.scored["D"],
            box.TRADING_FAVOUR_POINTS * self.scored["TH"],
        ]

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
        self.points.append(sum(box.TOWNS[name].points * n for name, n in tiles.items()))
        self.points.append((self.ground.scored.get("town", 0) + 5 * (faction == "witches")) * self.towns)
        for name, n in tiles.items():
            tile = box.TOWNS[name]
            self.goods["C"].append(tile.coins * n)
            self.goods["W"].append(tile.workers * n)
            self.priests_won.append(tile.priests * n)
            self.gained.append(tile.power * n)
        self.most_gained += max(tile.power for tile in box.TOWNS.values()) * self.ground.slots
        if faction == "swarmlings":
            self.goods["W"].append(3 * self.towns)
