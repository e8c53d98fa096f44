"""Single acts of a turn, and what they pay and gain, for the questions that ask about a part of a turn.

Whole turns are in turns.py. What the game leaves to the table and a position does not record (markers left,
ships, tiles at hand, typed prices) is what the position's plan says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from msgspec.structs import replace

from pencilwright.games.tianxia.cards import phrases
from pencilwright.games.tianxia.cards.catalogue import BONUS, DEMAND, GOAL, MERCHANT
from pencilwright.games.tianxia.cards.effects import Effect, parse
from pencilwright.games.tianxia.components import (
    BARGE_PLACES,
    BARGES,
    GOODS,
    RESOURCES,
    RICE_PER_SOLDIER,
    TRACKS,
)
from pencilwright.games.tianxia.rules.advice_inputs import ShipOffer
from pencilwright.games.tianxia.rules.amounts import (
    KINDS,
    absent,
    amounts,
    every,
    none_left,
    refused,
    so_many,
)
from pencilwright.games.tianxia.rules.prices import (
    advance_prices,
    delivery_cost,
    lower_nomads,
    marker_price,
)
from pencilwright.games.tianxia.rules.table import (
    advanced,
    merchants_back,
    port_of,
    ship_markers_left,
    stone_for,
    wood_for,
)
from pencilwright.games.tianxia.state import (
    Player,
    State,
    player,
    step_of,
    uses,
)

TILE_STEPS: Final = (3, 7)
STEP_POINTS: Final = {("blue", 5): 5, ("blue", 10): 10}
CARD_STEPS: Final = {("red", 5): 1, ("red", 10): 1}
"""Cards kept from a step: one at 5; two drawn and one given back at 10."""
FREE_STEPS: Final = {("white", 5): "soldier(1, any), nomad(-2)", ("black", 5): "worker(1), worker(1)"}
PASSIVE_POINTS: Final = 4
"""What P4 pays for a governor placed elsewhere."""


class Owed(NamedTuple):
    """An effect that may still be carried out, and what the plan says it is worth then (tenths)."""

    effect: Effect
    worth: int


class Acts:
    """What a player does: the position, whose it is, the action under way, and what may be done free."""

    def __init__(self, state: State, who: str) -> None:
        self.state, self.who = state, who
        self.action = ""
        self.advances = 0
        self.owed: list[Owed] = []

    @property
    def own(self) -> Player:
        """The player as the position stands."""
        return player(self.state, self.who)

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

    def section(self, number: str, part: str) -> None:
        """Put a piece of the player at the right end of a row of a section."""
        wall = list(self.state.wall)
        old = wall[int(number) - 1]
        wall[int(number) - 1] = replace(old, **{part: getattr(old, part) + self.who})
        self.state = replace(self.state, wall=tuple(wall))

    def value(self, tenths: int) -> None:
        """Count what the plan says something is worth."""
        self.state = replace(self.state, valued=self.state.valued + tenths)

    def apply_action(self, command: str) -> bool:
        """Carry a command out; return whether it is one. Raises InputError for what is not allowed."""
        for pattern, act in ACTS:
            if match := re.fullmatch(pattern, command, re.DOTALL):
                act(self, *match.groups())
                return True
        return False

    # --- Gains and payments -------------------------------------------------------------------------------

    def gain(self, effects: Iterable[Effect], takes: str | None) -> None:
        """Take the gains among effects, the kinds of what may be any as `takes` names them; note the rest.

        Without `takes`, what may be any is of a kind not recorded.
        """
        named = None if takes is None else amounts(takes)
        left = dict(named or {})
        for effect in effects:
            if effect.kind != "gain":
                self.owe(effect)
            elif effect.what in KINDS:
                self.change(**{effect.what: effect.n})
            elif effect.what == "pp":
                self.change(points=effect.n)
            else:
                kinds, unknown = (GOODS, "goods") if effect.what == "good" else (RESOURCES, "resources")
                if named is None:
                    self.change(**{unknown: effect.n})
                    continue
                taken = {kind: left.pop(kind) for kind in kinds if kind in left}
                spread = {"res#2": effect.n, "res=2": 1}.get(effect.what, len(taken))
                if sum(taken.values()) != effect.n or len(taken) != spread:
                    raise refused("taken", what=phrases.amount(effect.n, effect.what))
                self.change(**taken)
        if left:
            raise refused("more", what=every(left))

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

    def owe(self, effect: Effect, worth: int = 0) -> None:
        """Note an effect that may be carried out free, one unit at a time."""
        units = 1 if effect.kind == "nomad" else effect.n
        item = effect if effect.kind == "nomad" else effect._replace(n=1)
        self.owed += [Owed(item, worth // units)] * units

    def meeple(self) -> None:
        """Take a meeple from the supply."""
        self.change(meeples=-1)

    # --- The commands -------------------------------------------------------------------------------------

    def discard(self, card: str, takes: str | None) -> None:
        """Discard a goal card from the hand for its benefit."""
        if card not in self.own.goals:
            raise absent("goals", card, self.own.goals)
        self.become(replace(self.own, goals=tuple(goal for goal in self.own.goals if goal != card)))
        self.gain(GOAL[card].benefit, takes)

    def use(self, name: str, pays: str | None, takes: str | None) -> None:
        """Use a bonus tile or a merchant action of the plan, whose merchants come back."""
        plan = self.state.plan.leftovers
        if name not in plan.tiles or name not in (*BONUS, *MERCHANT):
            raise absent("tiles", name, plan.tiles)
        if name in BONUS:
            cost, effects = parse(BONUS[name].cost), parse(BONUS[name].effect)
        else:
            effects = parse(MERCHANT[name].effect)
            cost = tuple(effect._replace(n=-effect.n) for effect in effects if effect.n < 0)
            effects = tuple(effect for effect in effects if effect.n > 0)
            self.change(meeples=merchants_back(self.state, self.who))
        tiles = list(plan.tiles)
        tiles.remove(name)
        self.state = replace(
            self.state, plan=replace(self.state.plan, leftovers=replace(plan, tiles=tuple(tiles)))
        )
        self.pay(cost, pays)
        self.gain(effects, takes)

    def prices(self) -> None:
        """Take the stone costs that the plan's `save` types for those of its `wall`."""
        wall, save = self.state.plan.wall, self.state.plan.save
        typed = {part: costs for part in ("walls", "towers") if (costs := getattr(save, part)) is not None}
        self.state = replace(self.state, plan=replace(self.state.plan, wall=replace(wall, **typed)))

    def begin(self, action: str, tile: str) -> None:
        """Begin a military action that the plan allows; P9 and P10 add to it."""
        plan = self.state.plan
        if not getattr(plan.wall, action):
            raise refused("no_action", what=action)
        wall = replace(plan.wall, **{action: False})
        self.state = replace(self.state, plan=replace(plan, wall=wall))
        self.action = action
        if self.who in uses(self.state, tile):
            self.change(**{"rice" if action == "train" else "coin": 1})
            self.owe(Effect("soldier", 1, "any"))

    def fortify(self, part: str | None, number: str | None) -> None:
        """Build a wall or tower; without one only the action begins."""
        if not any(stone_for(self.state, self.who, part) for part in ("walls", "towers")):
            raise none_left(self.who, "walls", "towers")
        if self.action != "fortify" or part is None:
            self.begin("fortify", "P10")
        if part is not None and number is not None:
            self.change(stone=-self.next_piece(f"{part}s"))
            self.section(number, f"{part}s")

    def next_piece(self, part: str) -> int:
        """Take the next wall or tower from the player board and return its stone."""
        costs = stone_for(self.state, self.who, part)
        if not costs:
            raise none_left(self.who, part)
        plan = self.state.plan
        if getattr(plan.wall, part) is not None:
            wall = replace(plan.wall, **{part: costs[1:]})
            self.state = replace(self.state, plan=replace(plan, wall=wall))
        return costs[0]

    def train(self, number: str | None, count: str | None) -> None:
        """Train soldiers in a section; without one only the action begins."""
        if self.action != "train" or number is None:
            self.begin("train", "P9")
        for _ in range(int(count or 1) if number is not None else 0):
            self.change(rice=-RICE_PER_SOLDIER)
            self.meeple()
            self.section(str(number), "soldiers")

    def free(self, kind: str, place: str) -> None:
        """Carry out an effect that is owed."""
        barred = None
        if kind == "soldier":
            barred = "calm" if self.state.wall[int(place) - 1].battle else "battle"
        owed = next(
            (item for item in self.owed if item.effect.kind == kind and item.effect.what != barred), None
        )
        if owed is None:
            raise refused("free", what=f"free {kind}")
        self.owed.remove(owed)
        if kind == "wall":
            self.next_piece("walls")
            self.section(place, "walls")
        elif kind == "nomad":
            wall = list(self.state.wall)
            old = wall[int(place) - 1]
            wall[int(place) - 1] = replace(old, nomads=lower_nomads(old.nomads, -owed.effect.n))
            self.state = replace(self.state, wall=tuple(wall))
        else:
            self.meeple()
            if kind == "soldier":
                self.section(place, "soldiers")
            elif kind == "worker":
                self.embark(place)
        self.value(owed.worth)

    def embark(self, barge: str) -> None:
        """Put a worker onto a barge with all benefits; one pushed off becomes a merchant."""
        workers = (self.who + getattr(self.state.barges, barge))[:BARGE_PLACES]
        self.state = replace(self.state, barges=replace(self.state.barges, **{barge: workers}))
        self.change(**{barge: 1})
        if self.who in uses(self.state, "P16"):
            self.change(resources=1)
        if self.who in uses(self.state, "P18"):
            self.change(points=1)

    def govern(self, space: str) -> None:
        """Send a governor to a building that the plan offers: marker, coins, wood and a meeple."""
        plan = self.state.plan.governors
        offered = next((candidate for candidate in plan.candidates if candidate.space == space), None)
        if offered is None:
            raise absent("candidates", space, (candidate.space for candidate in plan.candidates))
        owners = self.state.governors.get(space, "")
        if self.who in owners:
            raise refused("governor", who=self.who)
        if not plan.markers:
            raise none_left(self.who, "markers")
        region = space[:-1]
        lying = plan.stacks.get(region, 0)
        self.change(coin=-marker_price(lying, p8=self.who in uses(self.state, "P8")))
        self.change(wood=-wood_for(self.state, self.who, offered))
        if self.who in uses(self.state, "P4"):
            self.change(points=PASSIVE_POINTS)
        if self.who in uses(self.state, "P5"):
            self.owe(Effect("merchant", 1))
        self.meeple()
        after = replace(plan, markers=plan.markers - 1, stacks={**plan.stacks, region: lying + 1})
        self.state = replace(
            self.state,
            governors={**self.state.governors, space: owners + self.who},
            plan=replace(self.state.plan, governors=after),
        )
        self.value(10 * offered.worth)

    def deliver(self, name: str, spaces: str, pays: str | None) -> None:
        """Serve a ship of the plan: a shipping marker, goods for each space covered, and the rewards."""
        plan = self.state.plan.deliveries
        ship = next((ship for ship in plan.ships if ship.name == name), None)
        if ship is None:
            raise absent("ships", name, (ship.name for ship in plan.ships))
        covered = sorted({int(space) - 1 for space in spaces.split(",")})
        if not 0 <= covered[0] <= covered[-1] < len(ship.spaces):
            raise refused("spaces", n=len(ship.spaces))
        self.moor(ship)
        self.pay_goods(ship, len(covered), amounts(pays or ""))
        rest = tuple(item for item in plan.ships if item.group != ship.group)
        deliveries = replace(plan, ships=rest)
        self.state = replace(self.state, plan=replace(self.state.plan, deliveries=deliveries))
        rewards = [effect for space in covered for effect in parse(ship.spaces[space])]
        for effect in (*rewards, *DEMAND[ship.demand].rewards * len(covered)):
            if effect.kind in FREE:
                self.owe(effect, plan.worth.of(effect))
                continue
            self.value(plan.worth.of(effect))
            if effect.kind == "gain":
                self.gain((effect,), None)
                self.value(-plan.worth.left * effect.n if effect.what in GOODS else 0)

    def moor(self, ship: ShipOffer) -> None:
        """Put a shipping marker into the ship's port; the upcoming ship lies in none."""
        if ship.port == "good":
            return
        if not ship_markers_left(self.state, self.who):
            raise none_left(self.who, "ships")
        port = port_of(self.state, ship)
        if port:
            ships = self.own.ships
            self.become(replace(self.own, ships=replace(ships, **{port: getattr(ships, port) + 1})))

    def pay_goods(self, ship: ShipOffer, n: int, paid: Mapping[str, int]) -> None:
        """Pay the goods of so many deliveries to a ship, less what the plan's merchant actions save."""
        plan = self.state.plan.deliveries
        cost = delivery_cost(
            ship.demand,
            ship.port,
            own_less=ship.group in plan.own_less,
            port_less=ship.group in plan.port_less,
        )
        saved = n * (sum(count for _, count in cost.named) + cost.any) - sum(paid.values())
        short = sum(max(n * count - paid.get(good, 0), 0) for good, count in cost.named)
        if not set(paid) <= set(GOODS) or not short <= saved <= plan.less.get(ship.group, 0):
            raise refused(
                "paid", what=every({good: n * count for good, count in cost.named} | {"good": n * cost.any})
            )
        self.change(**{good: -count for good, count in paid.items()})

    def advance(self, track: str) -> None:
        """Buy a step on a palace track with jade when passing, and take what the step gives."""
        plan = self.state.plan.jade
        prices = advance_prices(self.own.jade, cheaper=plan.cheaper)
        if self.advances == len(prices):
            raise refused("jade", n=self.own.jade, most=len(prices))
        self.change(coin=-prices[self.advances])
        self.advances += 1
        self.state = advanced(self.state, self.who, track)
        step = (track, step_of(self.state, track, self.who))
        self.change(points=STEP_POINTS.get(step, 0))
        self.value(10 * (plan.card * CARD_STEPS.get(step, 0) + plan.tile * (step[1] in TILE_STEPS)))
        for effect in parse(FREE_STEPS.get(step, "")):
            self.owe(effect)


FREE: Final = ("soldier", "worker", "merchant", "wall", "nomad")
"""Effects that `free` carries out; of cards, tiles and palace steps gained only the plan's worth counts."""
ACTS: Final[tuple[tuple[str, Callable[..., None]], ...]] = (
    (r"discard (OB\d+)(?: takes (.+))?", Acts.discard),
    (r"use (\S+)(?: pays (.+?))?(?: takes (.+))?", Acts.use),
    (r"prices save", Acts.prices),
    (r"fortify(?: (wall|tower) ([1-4]))?", Acts.fortify),
    (r"train(?: ([1-4])(?: ([1-9]\d?))?)?", Acts.train),
    (r"free (wall|soldier|nomad) ([1-4])", Acts.free),
    (rf"free (worker) ({'|'.join(BARGES)})", Acts.free),
    (r"free (merchant)()", Acts.free),
    (r"govern (\S+)", Acts.govern),
    (r"deliver (.+) at ([1-9](?:,[1-9])*)(?: pays (.+))?", Acts.deliver),
    (rf"advance ({'|'.join(TRACKS)})", Acts.advance),
)


def is_act(command: str) -> bool:
    """Return whether a command is a single act, or the attack phase, which both kinds of commands know."""
    return command == "attack" or any(re.fullmatch(pattern, command, re.DOTALL) for pattern, _ in ACTS)
