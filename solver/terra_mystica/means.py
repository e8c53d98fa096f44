"""What a player can pay with when no power comes in between: goods, power, actions that help to build.

Without power coming in, the order of changes does not matter: power spent is at most bowl III and what is
sacrificed, and each other good balances in the sum. So a few integers say all.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from pencilwright.games.terra_mystica.building import spades_for
from pencilwright.games.terra_mystica.components import COINS_PER_POINT, POWER_ACTIONS, PRIESTS
from pencilwright.games.terra_mystica.scoring import ALCHEMIST_COINS, as_coins
from pencilwright.games.terra_mystica.table import Seat, Table
from pencilwright.solver.terra_mystica.land import Price

SPADES: Final = {"ACT5": 1, "ACT6": 2, "BON1": 1, "SH": 2}
"""Actions that bring spades, and how many: two of the board, a bonus card's, the Giants' stronghold's."""
BRIDGE_WORKERS: Final = 2
"""What a bridge costs the Engineers."""
FEW_PRIESTS: Final = 4
"""With room for so many priests more, none of those gained in a round is lost."""
CHANGES: Final = {
    "3pw to 1w": ((0, 0, 0, 3), (1, 0, 0)),
    "1pw to 1c": ((0, 0, 0, 1), (0, 1, 0)),
    "5pw to 1p": ((0, 0, 0, 5), (0, 0, 1)),
    "1w to 1c": ((1, 0, 0, 0), (0, 1, 0)),
    "1p to 1w": ((0, 0, 1, 0), (1, 0, 0)),
}
"""What may be changed: given (workers, coins, priests, power), got (workers, coins, priests)."""


class Means(NamedTuple):
    """What may be spent, and how.

    Attributes
    ----------
    workers, coins, priests, bowls : what is held.
    actions : actions that may be taken: ACT1 to ACT6, BON1, SH (two spades), BRIDGE (the Engineers').
    changes : whether goods may be changed and power sacrificed.
    points : points that may become coins (Alchemists).
    rate : coins for a point at the end.
    room : priests that can be gained.
    """

    workers: int
    coins: int
    priests: int = 0
    bowls: tuple[int, int, int] = (0, 0, 0)
    actions: tuple[str, ...] = ()
    changes: bool = True
    points: int = 0
    rate: int = COINS_PER_POINT
    room: int = PRIESTS

    @property
    def worth(self) -> int:
        """Everything held, as coins."""
        return as_coins(self.coins, self.workers, self.priests, self.bowls)

    @property
    def power(self) -> int:
        """Power that can be spent: bowl III and half of bowl II."""
        return self.bowls[2] + self.bowls[1] // 2

    def most(self, spade_cost: Price) -> tuple[int, int, int, int]:
        """Return bounds on the workers, coins and priests that can be spent, and on their sum."""
        gifts = {"W": 0, "C": 0, "P": 0}
        for name in self.actions:
            if name in POWER_ACTIONS and POWER_ACTIONS[name].gain in gifts:
                gifts[POWER_ACTIONS[name].gain] += POWER_ACTIONS[name].amount
        free = sum(SPADES.get(name, 0) for name in self.actions)
        saved = [free * part for part in spade_cost]
        more = self.worth + self.points if self.changes else 0
        held = (self.workers + gifts["W"], self.coins + gifts["C"], self.priests + gifts["P"])
        bounds = [have + extra + more for have, extra in zip(held, saved, strict=True)]
        power = self.power if self.changes else 0
        if self.changes:
            bounds[0] = held[0] + saved[0] + held[2] + power // 3
            bounds[2] = held[2] + saved[2] + power // 5
        total = sum(held) + sum(saved) + power + self.points
        return bounds[0], bounds[1], bounds[2], total


def plain(purse: Price) -> Means:
    """Return the means of a purse whose goods are not changed."""
    return Means(*purse, changes=False)


def means_of(table: Table, seat: Seat) -> Means:
    """Return everything that a player holds and may do to pay for buildings in a position."""
    actions = [name for name in POWER_ACTIONS if name not in table.used]
    if seat.bonus == "BON1" and "BON1" not in seat.used:
        actions.append("BON1")
    if seat.faction == "giants" and seat.count("SH") and "SH" not in seat.used:
        actions.append("SH")
    if seat.faction == "engineers":
        actions.append("BRIDGE")
    trades = seat.faction == "alchemists"
    return Means(
        seat.workers,
        seat.coins,
        seat.priests,
        (seat.bowls[0], seat.bowls[1], seat.bowls[2]),
        tuple(actions),
        points=seat.points if trades else 0,
        rate=ALCHEMIST_COINS if trades else COINS_PER_POINT,
        room=table.priests_at_most(seat.faction) - seat.priests,
    )


def spade_price(seat: Seat) -> Price:
    """Return the price of one bought spade."""
    costs = seat.board.spade_costs
    return Price(workers=costs[seat.spade_level]) if costs else Price(priests=1)


def saving(table: Table, seat: Seat, name: str, action: str) -> Price:
    """Return what the free spades of an action save on a hex."""
    need = spades_for(seat, table.terrain_of(name), seat.colour)
    return Price(*(min(need, SPADES[action]) * part for part in spade_price(seat)))


class Goods:
    """The variables of paying, in a CP-SAT model.

    Parameters
    ----------
    model : the model. means : what there is.
    spent : workers, coins and priests that are paid, as linear expressions.
    used : action -> expression that is 1 when it is taken for its spades or its bridge.
    """

    def __init__(self, model: Any, means: Means, spent: list[Any], used: dict[str, Any]) -> None:
        self.means = means
        most = means.worth + means.points + 20
        self.burned = model.new_int_var(0, means.bowls[1] // 2 if means.changes else 0, "burn")
        self.changed = {name: model.new_int_var(0, most if means.changes else 0, name) for name in CHANGES}
        self.traded = model.new_int_var(0, means.points, "points to coins")
        self.taken = {
            name: model.new_bool_var(f"take {name}")
            for name in means.actions
            if name in POWER_ACTIONS and POWER_ACTIONS[name].gain in ("W", "C", "P")
        }
        if means.room < FEW_PRIESTS:
            model.add(self.changed["5pw to 1p"] + self.taken.get("ACT2", 0) <= max(0, means.room))
        changed = [(CHANGES[name], n) for name, n in self.changed.items()]
        left = []
        for part, good in enumerate(("W", "C", "P")):
            got = sum(act.amount * self.taken[name] for name, act in POWER_ACTIONS.items()
                      if name in self.taken and act.gain == good)  # fmt: skip
            moved = sum((gets[part] - gives[part]) * n for (gives, gets), n in changed)
            traded = self.traded if good == "C" else 0
            left.append(means[part] + got + moved + traded - spent[part])
        power = sum(POWER_ACTIONS[name].cost * took for name, took in self.taken.items())
        power += sum(POWER_ACTIONS[name].cost * took for name, took in used.items() if name in POWER_ACTIONS)
        power += sum(gives[3] * n for (gives, _), n in changed)
        left.append(means.bowls[2] + self.burned - power)
        for amount in left:
            model.add(amount >= 0)
        # What bowl II would still bring at the end is held back by the sacrifice itself.
        self.half = model.new_int_var(0, means.bowls[1] // 2, "half")
        model.add(2 * self.half + 2 * self.burned <= means.bowls[1])
        self.cost = means.worth - sum(left) - self.half + means.rate * self.traded
        """Coins that everything spent would be worth at the end, points of the Alchemists included."""
        self.trouble = self.burned + sum(self.changed.values()) + sum(self.taken.values()) + self.traded
        """How much is changed: least, so that nothing is changed for nothing."""

    def lines(self, solver: Any) -> list[str]:
        """Return what is done to pay, as commands of a log."""
        found = [f"burn {solver.value(self.burned)}"] if solver.value(self.burned) else []
        found += [f"action {name}" for name, took in self.taken.items() if solver.value(took)]
        if traded := solver.value(self.traded):
            found.append(f"convert {traded}vp to {traded}c")
        for name, amount in self.changed.items():
            if count := solver.value(amount):
                given, _, got = name.split()
                found.append(f"convert {int(given[0]) * count}{given[1:]} to {count}{got[1:]}")
        return found
