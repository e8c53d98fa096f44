"""A position as one player's commands change it: pieces, payments, the plan, and what may be done free.

What the game leaves to the table and a position does not record (markers left, ships, tiles at hand, typed
prices) is what the position's plan says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from pencilwright.games.tianxia.cards import phrases
from pencilwright.games.tianxia.cards.effects import Effect
from pencilwright.games.tianxia.components import GOODS, RESOURCES, RICE_PER_SOLDIER
from pencilwright.games.tianxia.rules.advice_inputs import Candidate, ShipOffer
from pencilwright.games.tianxia.rules.amounts import (
    KINDS,
    absent,
    amounts,
    every,
    none_left,
    refused,
    so_many,
)
from pencilwright.games.tianxia.rules.prices import Delivery, advance_prices, lower_nomads, marker_price
from pencilwright.games.tianxia.rules.table import ship_markers_left, stone_for
from pencilwright.games.tianxia.state import Player, State, player, uses

TILE_STEPS: Final = (3, 7)
STEP_POINTS: Final = {("blue", 5): 5, ("blue", 10): 10}
PASSIVE_POINTS: Final = 4
"""What P4 pays for a governor placed elsewhere."""


class Owed(NamedTuple):
    """An effect that may still be carried out, and what the plan says it is worth then (tenths)."""

    effect: Effect
    worth: int


class Play:
    """What a player does: the position, whose it is, the action under way, and what may be done free."""

    leaves_kinds = True
    """Whether gains of any kind need no `takes`: they are of a kind that is not recorded then."""

    def __init__(self, state: State, who: str) -> None:
        self.state, self.who = state, who
        self.action = ""
        self.advances = 0
        self.owed: list[Owed] = []

    @property
    def own(self) -> Player:
        """The player as the position stands."""
        return player(self.state, self.who)

    def serves(self, tile: str) -> bool:
        """Return whether the player has a governor at a building tile."""
        return self.who in uses(self.state, tile)

    # --- The position -------------------------------------------------------------------------------------

    def change(self, **by: int) -> None:
        """Add to what the player has. Raises InputError when it would fall below 0."""
        own = self.own
        for name, n in by.items():
            if (have := getattr(own, name)) + n < 0:
                raise refused("short", who=self.who, have=so_many(have, name), need=-n)
        self.become(replace(own, **{name: getattr(own, name) + n for name, n in by.items()}))

    def become(self, own: Player) -> None:
        """Put the player's changed supply into the position."""
        players = tuple(own if item.letter == self.who else item for item in self.state.players)
        self.state = replace(self.state, players=players)

    def wall(self, number: str, **parts: object) -> None:
        """Change a section of the wall."""
        wall, at = self.state.wall, int(number) - 1
        self.state = replace(self.state, wall=(*wall[:at], replace(wall[at], **parts), *wall[at + 1 :]))

    def section(self, number: str, part: str) -> None:
        """Put a piece of the player at the right end of a row of a section."""
        self.wall(number, **{part: getattr(self.state.wall[int(number) - 1], part) + self.who})

    def plan(self, part: str, **fields: object) -> None:
        """Change fields of a part of the plan."""
        plan = self.state.plan
        self.state = replace(self.state, plan=replace(plan, **{part: replace(getattr(plan, part), **fields)}))

    def value(self, tenths: int) -> None:
        """Count what the plan says something is worth."""
        self.state = replace(self.state, valued=self.state.valued + tenths)

    # --- What the plan offers -----------------------------------------------------------------------------

    def ship(self, name: str) -> ShipOffer:
        """Return a ship of the plan. Raises InputError for none."""
        ships = self.state.plan.deliveries.ships
        for ship in ships:
            if ship.name == name:
                return ship
        raise absent("ships", name, (ship.name for ship in ships))

    def candidate(self, space: str) -> Candidate:
        """Return a building of the plan for a governor. Raises InputError for none, and for one's own."""
        candidates = self.state.plan.governors.candidates
        offered = next((candidate for candidate in candidates if candidate.space == space), None)
        if offered is None:
            raise absent("candidates", space, (candidate.space for candidate in candidates))
        if self.who in self.state.governors.get(space, ""):
            raise refused("governor", who=self.who)
        return offered

    def lose_card(self, card: str) -> None:
        """Take a goal card from the hand."""
        if card not in self.own.goals:
            raise absent("goals", card, self.own.goals)
        self.become(replace(self.own, goals=tuple(goal for goal in self.own.goals if goal != card)))

    # --- Gains, payments and pieces -----------------------------------------------------------------------

    def gain(self, effects: Iterable[Effect], takes: str | None) -> None:
        """Take what effects give, the kinds of what may be any as `takes` names them; note what is free."""
        left = amounts(takes or "")
        resources, goods, different, same = 0, 0, 0, 0
        for effect in effects:
            if effect.kind != "gain":
                self.other(effect)
            elif effect.what in KINDS:
                self.change(**{effect.what: effect.n})
            elif effect.what == "pp":
                self.change(points=effect.n)
            elif effect.what == "good":
                goods += effect.n
            else:
                resources += effect.n
                different = max(different, effect.n if effect.what == "res#2" else 0)
                same = max(same, effect.n if effect.what == "res=2" else 0)
        if takes is None and self.leaves_kinds:
            self.change(resources=resources, goods=goods)
            return
        for kinds, n, what in ((RESOURCES, resources, "res"), (GOODS, goods, "good")):
            taken = {kind: left.pop(kind) for kind in kinds if n and kind in left}
            if sum(taken.values()) != n:
                raise refused("taken", what=phrases.amount(n, what))
            if what == "res" and (len(taken) < different or (same and max(taken.values()) < same)):
                raise refused("taken", what=phrases.amount(2, "res#2" if different else "res=2"))
            self.change(**taken)
        if left:
            raise refused("more", what=every(left))

    def other(self, effect: Effect) -> None:
        """Note an effect that is no gain."""
        self.owe(effect)

    def pay(self, costs: Iterable[Effect], pays: str | None) -> None:
        """Pay costs, what may be any as `pays` names it."""
        left = amounts(pays or "")
        for cost in costs:
            if cost.what in KINDS:
                self.change(**{cost.what: -cost.n})
                continue
            kinds = GOODS if cost.what == "good" else RESOURCES
            paid = {kind: left.pop(kind) for kind in kinds if kind in left}
            if sum(paid.values()) != cost.n:
                raise refused("paid", what=phrases.amount(cost.n, cost.what))
            self.change(**{kind: -n for kind, n in paid.items()})
        if left:
            raise refused("more", what=every(left))

    def pay_goods(self, cost: Delivery, n: int, paid: Mapping[str, int], less: int) -> int:
        """Pay the goods of so many deliveries; return how many were saved, `less` at most."""
        price = {good: n * count for good, count in (*cost.named, ("good", cost.any))}
        saved = sum(price.values()) - sum(paid.values())
        short = sum(max(price[good] - paid.get(good, 0), 0) for good, _ in cost.named)
        if not set(paid) <= set(GOODS) or not short <= saved <= less:
            raise refused("paid", what=every(price))
        self.change(**{good: -count for good, count in paid.items()})
        return saved

    def moor(self, port: str) -> None:
        """Put a shipping marker into a port, "" for one that is not known."""
        if not ship_markers_left(self.state, self.who):
            raise none_left(self.who, "ships")
        if port:
            ships = self.own.ships
            self.become(replace(self.own, ships=replace(ships, **{port: getattr(ships, port) + 1})))

    def next_piece(self, part: str) -> int:
        """Take the next wall or tower from the player board and return its stone."""
        costs = stone_for(self.state, self.who, part)
        if not costs:
            raise none_left(self.who, part)
        if getattr(self.state.plan.wall, part) is not None:
            self.plan("wall", **{part: costs[1:]})
        return costs[0]

    def place_marker(self, space: str, *, exactly_one: bool = False) -> None:
        """Put an action marker on a space: 1 coin for each one there, or 1 in all."""
        plan = self.state.plan.governors
        if not plan.markers:
            raise none_left(self.who, "markers")
        lying = plan.stacks.get(space, 0)
        self.change(coin=-marker_price(lying, p8=self.serves("P8"), exactly_one=exactly_one))
        self.plan("governors", markers=plan.markers - 1, stacks={**plan.stacks, space: lying + 1})

    def send_governor(self, space: str) -> None:
        """Put a meeple onto a building, and take what P4 and P5 give for it."""
        self.change(meeples=-1)
        if self.serves("P4"):
            self.change(points=PASSIVE_POINTS)
        if self.serves("P5"):
            self.owe(Effect("merchant", 1))
        governors = self.state.governors
        self.state = replace(self.state, governors={**governors, space: governors.get(space, "") + self.who})

    def need_pieces(self) -> None:
        """Raise InputError where the player has neither a wall nor a tower left."""
        rows = ("walls", "towers")
        if not any(stone_for(self.state, self.who, row) for row in rows):
            raise none_left(self.who, *rows)

    def train(self, number: str) -> None:
        """Train a soldier in a section."""
        self.change(rice=-RICE_PER_SOLDIER)
        self.change(meeples=-1)
        self.section(number, "soldiers")

    def buy_step(self, *, cheaper: bool) -> None:
        """Pay for the next palace step that jade buys when passing."""
        prices = advance_prices(self.own.jade, cheaper=cheaper)
        if self.advances >= len(prices):
            raise refused("jade", n=self.own.jade, most=len(prices))
        self.change(coin=-prices[self.advances])
        self.advances += 1

    def begin_action(self, action: str) -> None:
        """Begin a military action; P9 and P10 add to it."""
        self.action = action
        if self.serves("P9" if action == "train" else "P10"):
            self.change(**{"rice" if action == "train" else "coin": 1})
            self.owe(Effect("soldier", 1, "any"))

    # --- What may be done free ----------------------------------------------------------------------------

    def owe(self, effect: Effect, worth: int = 0) -> None:
        """Note an effect that may be carried out free, one unit at a time."""
        units = 1 if effect.kind == "nomad" else effect.n
        item = effect if effect.kind == "nomad" else effect._replace(n=1)
        self.owed += [Owed(item, worth // units)] * units

    def owing(self, kind: str, *barred: str) -> Effect:
        """Return an effect that may be carried out, and spend it. Raises InputError where there is none."""
        for item in self.owed:
            if item.effect.kind == kind and item.effect.what not in barred:
                self.owed.remove(item)
                self.value(item.worth)
                return item.effect
        raise refused("free", what=f"free {kind}")

    def free(self, kind: str, number: str) -> None:
        """Build a wall, train a soldier or drive nomads back in a section, free."""
        section = self.state.wall[int(number) - 1]
        effect = self.owing(kind, "calm" if section.battle else "battle")
        if kind == "nomad":
            self.wall(number, nomads=lower_nomads(section.nomads, -effect.n))
        elif kind == "wall":
            self.next_piece("walls")
            self.section(number, "walls")
        else:
            self.change(meeples=-1)
            self.section(number, "soldiers")


Commands: TypeAlias = tuple[tuple[str, Callable[..., None]], ...]
"""Pattern of a command -> what carries it out, given the play and the groups of the pattern."""


def carry_out(commands: Commands, play: Play, text: str) -> bool:
    """Carry a command out; return whether it is one. Raises InputError for what is not allowed."""
    for pattern, function in commands:
        if match := re.fullmatch(pattern, text, re.DOTALL):
            function(play, *match.groups())
            return True
    return False
