"""What has been done up to a moment of the round, as counts that only grow (CP-SAT).

A layer holds the actions taken until its moment, and each good balances in it with what came in until then.
Nothing in a layer knows an order: goods may be spent before they are won. So the best of the last layer, the
whole round, is never below what the rules allow. Structures and tiles are in holdings.py, tracks, spades and
bridges in tracks.py; here are cults, power and the balance.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from pencilwright.games.terra_mystica import components as box
from pencilwright.games.terra_mystica.rules.power import cult_power
from pencilwright.games.terra_mystica.rules.prices import STEP_ACTIONS
from pencilwright.solver import cp
from pencilwright.solver.terra_mystica.actions import priest_actions
from pencilwright.solver.terra_mystica.whole_round.context import Ground
from pencilwright.solver.terra_mystica.whole_round.holdings import MANY
from pencilwright.solver.terra_mystica.whole_round.tracks import Works

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

CHANGES: Final = ("pw to c", "pw to w", "pw to p", "p to w", "w to c", "vp to c", "w to p")
"""Counts of what is changed, the last two by the Alchemists and by the Darklings' new stronghold."""

MOST_BURNED: Final = 6
"""Each time two tokens lie in bowl II, of twelve in all."""


class Layer(Works):
    """The counts of everything done until a moment.

    Parameters
    ----------
    model, ground, moment, tiles, favours, bare : see Holdings.
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
        super().__init__(model, ground, moment, tiles, favours=favours, bare=bare)
        self._pay_for_works()
        self._cults()
        self._skips()
        self._power()
        self._stock(in_time=in_time)

    # --- cults --------------------------------------------------------------------------------------------

    def _cults(self) -> None:
        """Steps on the cults by priests, actions, favours and towns; tens need keys."""
        ground, model, seat = self.ground, self.model, self.ground.seat
        sources: dict[str, cp.Flag] = {
            "BON2": int(seat.bonus == "BON2"),
            "FAV6": self.favour(box.CULT_FAVOUR),
        }
        if seat.faction == "auren":
            sources["SH"] = self.has_sh
        self.sent: dict[tuple[str, int], cp_model.IntVar] = {}
        self.step: dict[tuple[str, str], cp_model.IntVar] = {}
        for name, may in sources.items():
            if name not in seat.used and (not isinstance(may, int) or may):
                for cult in box.CULTS:
                    self.step[name, cult] = self.flag(f"action {name} +{cult}")
                model.add(sum(self.step[name, cult] for cult in box.CULTS) <= may)
        tens, sends = [], priest_actions(ground.table, seat)
        on_all = sum(box.TOWNS[name].cults * n for name, n in self.tiles.items())
        self.at: dict[str, cp_model.IntVar] = {}
        for index, cult in enumerate(box.CULTS):
            start = seat.cults[index]
            for action in sends if start < box.CULT_TOP or self.bare else ():
                if action.cult == index:
                    self.sent[cult, action.steps] = self.count(action.name, action.times)
            moves = [worth * n for (to, worth), n in self.sent.items() if to == cult]
            moves += [STEP_ACTIONS[name] * flag for (name, to), flag in self.step.items() if to == cult]
            moves += [
                box.FAVOURS[n].steps * flag for n, flag in self.favours.items() if box.FAVOURS[n].cult == cult
            ]
            at = model.new_int_var(start, box.CULT_TOP, f"{cult}@{self.moment}")
            self.grows[cult] = self.at[cult] = at
            model.add(at <= start + sum(moves) + on_all)
            if start < box.CULT_TOP:
                if any(other.cults[index] == box.CULT_TOP for other in ground.others):
                    model.add(at < box.CULT_TOP)
                else:
                    ten = model.new_bool_var(f"ten {cult}@{self.moment}")
                    model.add(at <= box.CULT_TOP - 1 + ten)
                    tens.append(ten)
                power = [cult_power(start, max(step, start)) for step in range(box.CULT_TOP + 1)]
                won = self.helper(max(power), f"power of {cult}")
                model.add_element(at, power, won)
                self.gained.append(won)
                self.most_gained += max(power)
        model.add(sum(tens) <= seat.keys + sum(box.TOWNS[name].keys * n for name, n in self.tiles.items()))
        self.goods["P"].append(-sum(self.sent.values()))

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
        first, second, third = seat.bowls
        moves = self.most_gained if any(seat.bowls) else 0
        self.first, self.second = self.count("into II", moves), self.count("into III", moves)
        self.burned = self.count("burn", MOST_BURNED)
        self.all_spent = self.count("power spent", MANY)
        model.add(self.all_spent == sum(self.spent))
        self.all_gained = sum(self.gained)
        model.add(self.first + self.second <= self.all_gained)
        self.bowls = [self.helper(12, f"bowl {n}") for n in (1, 2, 3)]
        model.add(self.bowls[0] == first - self.first + self.all_spent)
        model.add(self.bowls[1] == second + self.first - self.second - 2 * self.burned)
        model.add(self.bowls[2] == third + self.second + self.burned - self.all_spent)
        moved = self.model.new_bool_var(f"moved into III@{self.moment}")
        model.add(self.second == 0).only_enforce_if(moved.negated())
        model.add(self.first >= first).only_enforce_if(moved)

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
            self.model.add(self.left["P"] <= box.PRIESTS - self.lying)
            if ground.table.priests_on_board(ground.seat.faction) == box.PRIESTS:  # none can come
                self.model.add(sum(self.priests_won) <= self.priests_lost)

    def coins(self) -> cp.Expr:
        """Return what is left, as coins; bowl II counts half."""
        half = self.model.new_int_var(0, 6, "half of bowl II")
        self.model.add(2 * half <= self.bowls[1])
        return sum(self.left.values()) + self.bowls[2] + half

    def until(self, later: Layer) -> list[cp.Condition]:
        """Return the conditions under which this moment comes no later than another one."""
        results: list[cp.Condition] = [
            flag <= later.grows[name] for name, flag in self.grows.items() if name in later.grows
        ]
        results += [self.tiles[name] <= later.tiles[name] for name in self.tiles]
        results.append(
            later.first + later.second - self.first - self.second <= later.all_gained - self.all_gained
        )
        return results


def passing_points(layer: Layer) -> list[cp.Expr]:
    """Return what passing pays at the end of a layer: the card and FAV12 (the Engineers' bridges stand)."""
    ground, model = layer.ground, layer.model
    results: list[cp.Expr] = []
    for what, points in ground.passing.items():
        results.append(points * (layer.shipping if what == "ship" else layer.standing[what]))
    held = layer.favour(box.PASS_FAVOUR)
    if not isinstance(held, int) or held:
        houses = layer.helper(box.SUPPLY["TH"], "houses on passing")
        model.add(houses == layer.standing["TH"])
        most = max(box.PASS_FAVOUR_POINTS)
        won = layer.helper(most, "by houses")
        model.add_element(houses, list(box.PASS_FAVOUR_POINTS), won)
        results.append(layer.if_(held, won, most, "points by houses"))
    return results
