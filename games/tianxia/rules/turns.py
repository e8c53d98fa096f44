"""Whole turns as the rules have them: marker, price of the stack, palace step, actions in the order done.

A command is a turn with its parts between semicolons, or a free action. What lies face up is what the
position's plan types; a card or tile drawn unseen is named by `draws`, else it counts by its typed worth.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from typing import Final, NamedTuple

from msgspec.structs import replace

from pencilwright.games.tianxia.cards import phrases
from pencilwright.games.tianxia.cards.catalogue import BONUS, BUILDING, DEMAND, GOAL
from pencilwright.games.tianxia.cards.effects import Effect, parse
from pencilwright.games.tianxia.cards.phrases import LETTERS
from pencilwright.games.tianxia.components import (
    BARGE_PLACES,
    BARGES,
    COASTAL,
    GOODS,
    JADE_POINTS,
    NEUTRAL,
    REGIONS,
    RESOURCES,
    RICE_PER_SOLDIER,
    STEPS,
    TRACKS,
)
from pencilwright.games.tianxia.rules.acts import (
    KINDS,
    MERCHANT,
    PASSIVE_POINTS,
    STEP_POINTS,
    TILE_STEPS,
    Acts,
    advanced,
    amounts,
    port_of,
    refused,
    ship_markers_left,
    stone_for,
    wood_for,
)
from pencilwright.games.tianxia.rules.advice_inputs import GovernorPlan, ShipOffer, TurnPlan
from pencilwright.games.tianxia.rules.prices import (
    advance_prices,
    barge_price,
    delivery_cost,
    exchange,
    marker_price,
)
from pencilwright.games.tianxia.state import State, pieces, step_of, tile_at, uses

MILITARY: Final = ("fortify", "train")
SPACES: Final = (*REGIONS, *MILITARY)
"""Where markers lie."""
CONDITIONAL: Final = ("1A-1", "1B-2", "3A-1", "3A-2", "3B-1", "3B-2", "4A-1", "4A-2", "4B-1", "4B-2")
"""Merchant actions that change what comes next (Q19)."""
SAVES: Final[Mapping[str, tuple[str, ...]]] = {"3A-1": ("yan", "chu"), "3B-1": ("qi", "chu")}
"""Merchant action -> the ports in which it saves a good of one shipping action."""
LOW_STEP, FOURTH, FIFTH = 3, 4, 5
"""Heights that I8, 1B-3 and 1A-3 ask for."""


class Tile(NamedTuple):
    """A bonus tile as it is typed: its number, what it shows besides, whether it is a palace tile."""

    kind: str
    shows: str = ""
    palace: bool = False


def tile_of(text: str) -> Tile:
    """Return a bonus tile from its text."""
    body, palace, _ = text.partition("/palace")
    kind, _, shows = body.partition(":")
    return Tile(kind, shows, bool(palace))


def merchants_of(state: State, who: str) -> dict[str, int]:
    """Return the merchants beside each action: as typed, and all of them where the action is at hand."""
    found = dict(state.plan.turns.merchants)
    for name in state.plan.leftovers.tiles:
        if name in MERCHANT:
            found[name] = state.box.merchant_places
    return found


def flag_of(state: State, region: str) -> str:
    """Return the palace track of a region's flag, "" where it is not known."""
    typed = state.plan.turns.flags
    if region in typed or state.setup is None:
        return typed.get(region, "")
    dials = zip(state.setup.flags, state.box.flag_dials, strict=True)
    return next((colour for colour, regions in dials if region in regions), "")


def extra_of(state: State, region: str) -> str:
    """Return the extra benefit printed at a region's action space."""
    typed = state.plan.turns.extras
    return typed[region] if region in typed else state.box.region_extra.get(region, "")


def port_good(state: State, region: str) -> str:
    """Return the good that a region's port asks for, "" where it is not known."""
    if state.setup is not None:
        return state.setup.ports[COASTAL.index(region)]
    ships = (ship.port for ship in state.plan.deliveries.ships if port_of(state, ship) == region)
    return next(ships, "")


def leftmost(ship: ShipOffer, covered: Iterable[int]) -> int:
    """Return the first free space of a ship, counted from 1; 0 when all are taken."""
    taken = set(covered)
    return next((n for n in range(1, len(ship.spaces) + 1) if n not in taken), 0)


class Turns(Acts):
    """A player's turns, one directly after the other."""

    def __init__(self, state: State, who: str) -> None:
        super().__init__(state, who)
        self.knew_p12 = who in uses(state, "P12")
        self.open, self.passed = "", False
        self.parts: set[str] = set()
        self.pending: list[str] = []
        self.choices: list[str] = []
        self.unknown, self.voids, self.counted = {"card": 0, "tile": 0}, 0, 0
        self.covered: set[tuple[str, int]] = set()
        self.boarded: set[str] = set()
        self.trading, self.traded = "", 0
        self.left, self.paid_with, self.more = 0, "", False
        self.good, self.less = "", 0
        self.own_less = self.port_less = self.clears = self.gift = False
        merchants = merchants_of(state, who)
        tiles = tuple(one for one in state.plan.leftovers.tiles if one not in MERCHANT)
        self.plan_turns(merchants=merchants)
        self.plan_tiles(tiles)

    def copied(self) -> Turns:
        """Return a copy that goes its own way."""
        other = copy(self)
        other.parts, other.covered, other.boarded = set(self.parts), set(self.covered), set(self.boarded)
        other.pending, other.choices, other.owed = [*self.pending], [*self.choices], [*self.owed]
        other.unknown = dict(self.unknown)
        return other

    # --- The plan as it goes on ---------------------------------------------------------------------------

    @property
    def told(self) -> TurnPlan:
        """What the plan types for turns."""
        return self.state.plan.turns

    def plan_turns(self, **parts: object) -> None:
        """Change what the plan types for turns."""
        plan = self.state.plan
        self.state = replace(self.state, plan=replace(plan, turns=replace(plan.turns, **parts)))

    def plan_tiles(self, tiles: tuple[str, ...]) -> None:
        """Change the tiles at hand."""
        plan = self.state.plan
        after = replace(plan, leftovers=replace(plan.leftovers, tiles=tiles))
        self.state = replace(self.state, plan=after)

    def plan_markers(self, **parts: object) -> None:
        """Change the markers at hand and on the board."""
        plan = self.state.plan
        after: GovernorPlan = replace(plan.governors, **parts)
        self.state = replace(self.state, plan=replace(plan, governors=after))

    def serves(self, tile: str) -> bool:
        """Return whether the player has a governor at a building tile."""
        return self.who in uses(self.state, tile)

    # --- Commands -----------------------------------------------------------------------------------------

    def apply_action(self, command: str) -> bool:
        """Carry a turn or a free action out; return whether it is one.

        Raises InputError for what the rules do not allow.
        """
        if self.passed:
            raise refused("passed", who=self.who)
        opened = _OPENED.fullmatch(command)
        kind, where, rest = opened.groups() if opened else ("", None, command)
        if opened:
            if where not in {"region": REGIONS, "barge": BARGES}.get(kind, (None,)):
                return False
            self.begin_turn(kind, where or kind)
        texts = [part for part in map(str.strip, (rest or "").split(";")) if part]
        if kind == "barge" and self.embarks(str(where), texts[:1]):
            texts = texts[1:]
        if not (opened or texts) or not all(map(self.part, texts)):
            return False
        self.close()
        return True

    def part(self, text: str) -> bool:
        """Carry one part of a turn out; return whether it is one."""
        for pattern, act in PARTS:
            if match := re.fullmatch(pattern, text, re.DOTALL):
                act(self, *match.groups())
                return True
        return False

    def begin_turn(self, kind: str, space: str) -> None:
        """Begin a turn: put the marker down and pay for those below it, take a barge, or pass."""
        self.lapse()
        self.rest()
        if space in SPACES:
            self.place_marker(space)
        rows = ("walls", "towers")
        if kind == "fortify" and not any(stone_for(self.state, self.who, row) for row in rows):
            raise refused("no.pieces", who=self.who)
        self.open = space if kind == "region" else kind

    def place_marker(self, space: str) -> None:
        """Put an action marker on a space: 1 coin for each one there."""
        plan = self.state.plan.governors
        if not plan.markers:
            raise refused("no.marker", who=self.who)
        lying = plan.stacks.get(space, 0)
        one = self.pends("4A-1")
        self.change(coin=-marker_price(lying, p8=self.serves("P8"), exactly_one=one))
        self.plan_markers(markers=plan.markers - 1, stacks={**plan.stacks, space: lying + 1})

    def pends(self, name: str) -> bool:
        """Return whether a merchant action waits for this, and spend it."""
        if name not in self.pending:
            return False
        self.pending.remove(name)
        return True

    def close(self) -> None:
        """End the turn. Raises InputError where something had to be done in it."""
        if self.open:
            self.rest()
        if self.open in REGIONS and not self.parts & {"govern", "trade"}:
            raise refused("must.region")
        alone = self.told.step_alone and "step" in self.parts
        if self.open in MILITARY and "paid" not in self.parts and not alone:
            raise refused(f"must.{self.open}")
        if self.open == "pass" and self.told.round and "tile" not in self.parts:
            raise refused("must.tile", example="tile BT-08")
        if self.open:
            self.lapse()
        self.passed = self.open == "pass"
        self.open, self.action, self.parts = "", "", set()

    def rest(self) -> None:
        """End an exchange or a shipping action. Raises InputError where nothing came of it."""
        if self.trading and not self.traded:
            raise refused("must.trade")
        self.trading, self.traded = "", 0

    def lapse(self) -> None:
        """End what may be done free: it belongs to what gave it. What had to be chosen must be by now."""
        if self.choices:
            track, _, step = self.choices[0].partition("-")
            raise refused("choose", track=phrases.track(track), n=int(step), example="take BT-08")
        if self.voids > self.unknown["card"]:
            raise refused("must.void", example="void OB3")
        self.owed, self.boarded = [], set()

    def act(self, name: str) -> None:
        """Begin a part of the turn that is had once. Raises InputError for a second time."""
        self.lapse()
        self.rest()
        if name in self.parts:
            raise refused("twice")
        self.parts.add(name)

    def draw(self, kind: str, n: int, voids: int = 0) -> None:
        """Count cards or tiles drawn unseen by their typed worth, less those to be given back."""
        self.unknown[kind] += n
        self.voids += voids
        cards = max(self.unknown["card"] - self.voids, 0)
        worth = 10 * (cards * self.told.card + self.unknown["tile"] * self.told.tile)
        self.value(worth - self.counted)
        self.counted = worth

    # --- Gains --------------------------------------------------------------------------------------------

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
        for kinds, n, what in ((RESOURCES, resources, "res"), (GOODS, goods, "good")):
            taken = {kind: left.pop(kind) for kind in kinds if kind in left}
            if sum(taken.values()) != n:
                raise refused("taken", what=phrases.amount(n, what))
            if what == "res" and (len(taken) < different or (same and max(taken.values()) < same)):
                raise refused("taken", what=phrases.amount(2, "res#2" if different else "res=2"))
            self.change(**taken)
        if left:
            raise refused("taken.more", what=tuple(phrases.amount(n, kind) for kind, n in left.items()))

    def other(self, effect: Effect) -> None:
        """Carry an effect out that is no gain, or note that it may be carried out free."""
        if effect.kind == "track" and effect.what in LETTERS:
            self.climb(LETTERS[effect.what])
        elif effect.kind in ("goal", "tile"):
            kind = "card" if effect.kind == "goal" else "tile"
            self.draw(kind, max(effect.n, 0), max(-effect.n, 0))
        else:
            self.owe(effect)

    def climb(self, track: str) -> None:
        """Go a step on a palace track and take what it gives."""
        self.state = advanced(self.state, self.who, track)
        height = step_of(self.state, track, self.who)
        self.change(points=STEP_POINTS.get((track, height), 0))
        cell = f"{track}-{height}"
        if height in TILE_STEPS and self.told.palace.get(cell):
            self.choices.append(cell)
        if height == FIFTH:
            self.fifth(track)
        if height == STEPS and track == "white":
            self.plan_turns(double=True)
        elif height == STEPS and track == "black":
            self.plan_turns(bonus=True)
        elif height == STEPS and track == "red":
            self.draw("card", 2, 1)

    def fifth(self, track: str, *, again: bool = False) -> None:
        """Take the reward of step 5; `again` where a merchant action gives it once more."""
        if track == "white":
            self.owe(Effect("soldier", 1, "any"))
            self.owe(Effect("nomad", -2))
        elif track == "red":
            self.draw("card", 1)
        elif track == "black":
            self.boarded = set()
            for _ in range(2):
                self.owe(Effect("worker", 1, "other"))
        elif again:
            self.change(points=STEP_POINTS[track, FIFTH])

    def get(self, text: str) -> None:
        """Take a bonus tile; a figurine goes to the player board, a second one of its kind away."""
        tile = tile_of(text)
        if tile.kind != "BT-01":
            self.change(tiles=1)
            self.plan_tiles((*self.state.plan.leftovers.tiles, text))
            return
        held = self.told.jade
        if tile.shows in held and tile.shows and not self.pends("3A-2"):
            return
        if self.own.jade + 1 < len(JADE_POINTS):
            self.change(jade=1)
            self.plan_turns(jade=(*held, tile.shows) if tile.shows else held)

    def choose(self, text: str) -> None:
        """Take one of the palace tiles of a step that was reached."""
        cell = next((one for one in self.choices if text in self.told.palace.get(one, ())), None)
        if cell is None:
            raise refused("tile", name=text[:40])
        self.choices.remove(cell)
        left = list(self.told.palace[cell])
        left.remove(text)
        self.plan_turns(palace={**self.told.palace, cell: tuple(left)})
        self.get(text.partition("/")[0] + "/palace")

    def draws(self, name: str) -> None:
        """Name a card or tile that was drawn unseen."""
        kind = "card" if name in GOAL else "tile"
        if not self.unknown[kind]:
            raise refused("draws", name=name[:40])
        self.draw(kind, -1)
        if kind == "tile":
            self.get(name)
        else:
            self.become(replace(self.own, goals=(*self.own.goals, name)))

    def void(self, card: str) -> None:
        """Give a goal card back without its benefit."""
        if not self.voids or card not in self.own.goals:
            raise refused("card", who=self.who, card=card)
        self.draw("card", 0, -1)
        self.become(replace(self.own, goals=tuple(one for one in self.own.goals if one != card)))

    # --- Free actions -------------------------------------------------------------------------------------

    def drop(self) -> None:
        """Discard an action marker for 2 coins."""
        markers = self.state.plan.governors.markers
        if not markers:
            raise refused("no.marker", who=self.who)
        self.plan_markers(markers=markers - 1)
        self.change(coin=2)

    def throw(self, card: str, twice: str | None, takes: str | None) -> None:
        """Discard a goal card for its benefit, twice with 4A-3."""
        if card not in self.own.goals:
            raise refused("card", who=self.who, card=card)
        if twice:
            self.spend_merchants("4A-3")
        self.become(replace(self.own, goals=tuple(one for one in self.own.goals if one != card)))
        self.gain(GOAL[card].benefit * (2 if twice else 1), takes)

    def spend_merchants(self, name: str) -> None:
        """Take the merchants of an action back; all of its places must have one."""
        places = self.state.box.merchant_places
        if self.told.merchants.get(name, 0) < places:
            raise refused("tile", name=name)
        self.plan_turns(merchants={**self.told.merchants, name: 0})
        self.change(meeples=places)

    def back(self, name: str) -> None:
        """Take a merchant back without using his action."""
        there = self.told.merchants.get(name, 0)
        if not there:
            raise refused("tile", name=name)
        self.plan_turns(merchants={**self.told.merchants, name: there - 1})
        self.change(meeples=1)

    def employ(self, name: str, on: str | None, pays: str | None, takes: str | None) -> None:
        """Use a bonus tile, the bonus-shipping tile, or a merchant action."""
        if name == "bonus":
            if not self.told.bonus:
                raise refused("tile", name=name)
            self.plan_turns(bonus=False)
            self.pending.append("bonus")
        elif name in MERCHANT:
            self.trade_with(name, on, pays, takes)
        else:
            self.use_tile(name, on, pays, takes)

    def trade_with(self, name: str, on: str | None, pays: str | None, takes: str | None) -> None:
        """Use a merchant action."""
        self.spend_merchants(name)
        if name == "1A-1":
            if self.open not in MILITARY:
                raise refused("not.now")
            self.change(rice=1, stone=1)
        elif name in CONDITIONAL:
            self.pending.append(name)
        elif name == "1A-3":
            if on not in TRACKS or step_of(self.state, on, self.who) < FIFTH:
                raise refused("not.now")
            self.fifth(on, again=True)
        elif name == "1B-3":
            high = sum(step_of(self.state, track, self.who) >= FOURTH for track in TRACKS)
            self.gain([Effect("gain", high, "good")], takes)
        elif name == "2B-3":
            self.change(coin=-1)
            self.draw("tile", 1)
        elif name == "4A-3":
            raise refused("not.now")
        else:
            effects = parse(MERCHANT[name].effect)
            self.pay((one._replace(n=-one.n) for one in effects if one.kind == "gain" and one.n < 0), pays)
            self.gain((one for one in effects if one.kind != "gain" or one.n > 0), takes)

    def use_tile(self, name: str, on: str | None, pays: str | None, takes: str | None) -> None:
        """Use a bonus tile at hand, which is turned over and kept."""
        tiles = list(self.state.plan.leftovers.tiles)
        tile = tile_of(name)
        if name not in tiles or tile.kind not in BONUS:
            raise refused("tile", name=name[:40])
        tiles.remove(name)
        self.plan_tiles(tuple(tiles))
        self.plan_turns(used=(*self.told.used, name))
        if tile.kind == "BT-02":
            self.climb(tile.shows)
        elif tile.kind == "BT-04":
            self.gain(parse(tile.shows), takes)
        elif tile.kind == "BT-10":
            self.change(coin=-2)
            self.owe(Effect("govern", 1))
        elif tile.kind == "BT-14":
            self.pending.append("wave")
        elif tile.kind == "BT-18":
            building = on or ""
            own = building in BUILDING and BUILDING[building].kind == "income" and self.serves(building)
            if not building or not (own or building == self.own.start):
                raise refused("tile", name=(on or name)[:40])
            self.income(building, takes)
        else:
            self.pay(parse(BONUS[tile.kind].cost), pays)
            self.gain(parse(BONUS[tile.kind].effect), takes)

    def income(self, tile: str, takes: str | None) -> None:
        """Take the effect of an income building."""
        who, every = self.who, self.state.box.everyones_pieces
        if tile in ("I5", "I6"):
            rows = ("walls", "soldiers") if tile == "I5" else ("towers",)
            n = sum(
                len("".join(getattr(one, row) for one in self.state.wall))
                if every
                else pieces(self.state, who, row)
                for row in rows
            )
            self.change(points=n if tile == "I5" else 3 * n)
        elif tile == "I8":
            self.change(points=sum(step_of(self.state, track, who) >= LOW_STEP for track in TRACKS))
        elif tile == "I7":
            self.owe(Effect("reward", 1))
        elif tile == "I9":
            self.owe(Effect("refresh", 1, "regular"))
        else:
            self.gain(BUILDING[tile].effects, takes)
        if tile in ("I5", "I6", "I7", "I8", "I9") and takes:
            raise refused("taken.more", what=())

    def owing(self, kind: str, *barred: str) -> Effect:
        """Return an effect that may be carried out, and spend it. Raises InputError where there is none."""
        one = next(
            (one for one in self.owed if one.effect.kind == kind and one.effect.what not in barred), None
        )
        if one is None:
            raise refused(f"free.{kind}")
        self.owed.remove(one)
        return one.effect

    def board(self, barge: str, takes: str | None) -> None:
        """Put a worker on a barge free."""
        barred = ("other",) if barge in self.boarded else ()
        if self.owing("worker", *barred).what == "other":
            self.boarded.add(barge)
        self.meeple()
        self.ship_worker(barge, self.who, takes)

    def merchant(self, name: str | None) -> None:
        """Put a merchant beside an action: of one's own board where it is known."""
        self.owing("merchant")
        self.meeple()
        if name is None:
            return
        board = self.own.board
        there = self.told.merchants.get(name, 0)
        if name not in MERCHANT or (board and name[:2] != board) or there >= self.state.box.merchant_places:
            raise refused("free.merchant")
        self.plan_turns(merchants={**self.told.merchants, name: there + 1})

    def free_step(self, track: str) -> None:
        """Go a palace step that an effect gives."""
        heights = {one: step_of(self.state, one, self.who) for one in TRACKS}
        barred = () if heights[track] == min(heights.values()) else ("lowest",)
        self.owing("track", *barred)
        self.climb(track)

    def free_govern(self, space: str, takes: str | None) -> None:
        """Send a governor free of wood."""
        self.owing("govern")
        self.appoint(space, 0, takes)

    def reward(self, name: str, number: str, takes: str | None) -> None:
        """Take an uncovered reward of a ship in a port."""
        self.owing("reward")
        ship = self.ship(name)
        n = int(number)
        if not port_of(self.state, ship) or n > len(ship.spaces) or (name, n) in self.covered:
            raise refused("spaces", n=len(ship.spaces))
        self.gain(parse(ship.spaces[n - 1]), takes)

    def refresh(self, name: str) -> None:
        """Turn a used tile face up."""
        used = list(self.told.used)
        if name not in used:
            raise refused("tile", name=name[:40])
        self.owing("refresh", *(("regular",) if tile_of(name).palace else ()))
        used.remove(name)
        self.plan_turns(used=tuple(used))
        self.plan_tiles((*self.state.plan.leftovers.tiles, name))

    def double_tower(self, number: str) -> None:
        """Put the double-tower tile on a section."""
        if not self.told.double:
            raise refused("tile", name="double")
        self.plan_turns(double=False)
        self.section(number, "double")

    # --- Region turns -------------------------------------------------------------------------------------

    def extra(self, takes: str | None) -> None:
        """Take the extra benefit printed at the region's action space."""
        text = extra_of(self.state, self.open) if self.open in REGIONS else ""
        if not text:
            raise refused("not.now")
        self.act("extra")
        self.gain(parse(text), takes)

    def step(self, track: str | None) -> None:
        """Go the step of the turn: on the flag's track, or on any in a military turn."""
        colour = flag_of(self.state, self.open) if self.open in REGIONS else track
        if self.open in REGIONS and not colour:
            raise refused("flag", region=phrases.region(self.open), field="plan.turns.flags")
        if self.open not in SPACES or colour is None or (track or colour) != colour or self.action:
            raise refused("not.now")
        self.act("step")
        self.climb(colour)
        further = self.open in MILITARY and self.serves("P11")
        if further and step_of(self.state, colour, self.who) < STEPS:
            self.climb(colour)

    def govern_here(self, space: str, takes: str | None) -> None:
        """Appoint a governor in the region of the turn."""
        if space[:-1] != self.open:
            raise refused("not.now")
        self.act("govern")
        offered = next((one for one in self.state.plan.governors.candidates if one.space == space), None)
        wood = wood_for(self.state, self.who, offered) if offered else 0
        self.appoint(space, max(wood - (2 if self.pends("1B-2") else 0), 0), takes)

    def appoint(self, space: str, wood: int, takes: str | None) -> None:
        """Send a governor: wood, the bonus tile beside, the meeple, then the effect of an income building."""
        if all(one.space != space for one in self.state.plan.governors.candidates):
            raise refused("building", name=space[:20])
        owners = self.state.governors.get(space, "")
        if self.who in owners:
            raise refused("governor", who=self.who)
        self.change(wood=-wood)
        if space in self.told.beside:
            text = self.told.beside[space]
            self.plan_turns(beside={one: tile for one, tile in self.told.beside.items() if one != space})
            self.get(text)
        self.meeple()
        if self.serves("P4"):
            self.change(points=PASSIVE_POINTS)
        if self.serves("P5"):
            self.owe(Effect("merchant", 1))
        self.state = replace(self.state, governors={**self.state.governors, space: owners + self.who})
        tile = tile_at(self.state, space)
        if tile and BUILDING[tile].kind == "income":
            self.income(tile, takes)
        elif takes:
            raise refused("taken.more", what=(takes,))

    def exchanges(self, number: str, kind: str | None, takes: str | None) -> None:
        """Change resources into goods, up to four in all; P2's good comes with any of them."""
        if self.open not in self.state.box.exchange:
            raise refused("not.now")
        rate = exchange(self.open, p1=self.serves("P1"), components=self.state.box)
        if self.trading != "exchange":
            self.act("trade")
            self.trading, self.left, self.paid_with, self.more = "exchange", rate.most, "", self.serves("P2")
        n = int(number)
        paid = kind or self.paid_with or self.state.box.exchange[self.open][0]
        if n > self.left or paid not in rate.pays or self.paid_with not in ("", paid):
            raise refused("exchange", n=self.left)
        self.left, self.traded = self.left - n, self.traded + n
        self.paid_with = paid if n else self.paid_with
        self.change(**{paid: -n})
        free = n if len(rate.gains) > 1 else 0
        if self.more and sum(amounts(takes or "").values()) == free + 1:
            self.more = False
            free += 1
        if len(rate.gains) == 1:
            self.change(**{rate.gains[0]: n})
        self.gain([Effect("gain", free, "good")], takes)

    # --- Shipping -----------------------------------------------------------------------------------------

    def ship(self, name: str) -> ShipOffer:
        """Return a ship of the plan. Raises InputError for none."""
        for one in self.state.plan.deliveries.ships:
            if one.name == name:
                return one
        raise refused("ship")

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
                raise refused("no.shipping", who=self.who)
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
            raise refused("price")
        self.less -= saved
        self.left, self.traded = self.left - 1, self.traded + 1
        self.change(**{good: -count for good, count in paid.items()})
        self.covered.add((name, n))
        self.gain((*parse(reward[0]), *DEMAND[ship.demand].rewards), takes)

    def leftmost(self, name: str, takes: str | None) -> None:
        """Take the leftmost uncovered reward of the chosen ship (P15), before or after the deliveries."""
        ship = self.ship(name)
        self.begin_shipping(ship)
        n = leftmost(ship, (n for one, n in self.covered if one == name))
        if not self.gift or not n:
            raise refused("not.now")
        self.gift = False
        self.gain(parse(ship.spaces[n - 1]), takes)

    # --- Military turns and barges ------------------------------------------------------------------------

    def starts(self, action: str, tile: str) -> None:
        """Begin the action of a military turn; P9 and P10 add to it."""
        if self.open != action:
            raise refused("not.now")
        if self.action:
            return
        self.lapse()
        self.action = action
        if self.serves(tile):
            self.change(**{"rice" if action == "train" else "coin": 1})
            self.owe(Effect("soldier", 1, "any"))

    def builds(self, part: str, number: str) -> None:
        """Build the next wall or tower."""
        self.starts("fortify", "P10")
        typed = getattr(self.state.plan.wall, f"{part}s") is not None
        stone = self.next_piece(f"{part}s")
        if typed and self.serves("P12") and not self.knew_p12:
            stone = max(stone - 1, 0)
        self.change(stone=-stone)
        self.section(number, f"{part}s")
        self.parts.add("paid")

    def trains(self, number: str, count: str | None) -> None:
        """Train soldiers in a section."""
        self.starts("train", "P9")
        for _ in range(int(count or 1)):
            self.change(rice=-RICE_PER_SOLDIER)
            self.meeple()
            self.section(number, "soldiers")
        self.parts.add("paid")

    def embarks(self, barge: str, texts: list[str]) -> bool:
        """Put a worker on a barge, a neutral one without a meeple; return whether P16's resource is named."""
        own = getattr(self.state.barges, barge).count(self.who)
        self.change(coin=-barge_price(own, p17=self.serves("P17"), merchant=self.pends("4B-1")))
        told = re.fullmatch(r"takes (.+)", texts[0]) if texts else None
        takes = told[1] if told else None
        neutral = self.state.box.neutral_workers
        if self.own.meeples:
            self.meeple()
            self.ship_worker(barge, self.who, takes)
        elif "".join(getattr(self.state.barges, one) for one in BARGES).count(NEUTRAL) < neutral:
            self.ship_worker(barge, NEUTRAL, takes)
        else:
            self.meeple()
        return told is not None

    def ship_worker(self, barge: str, letter: str, takes: str | None) -> None:
        """Put a worker on a barge from the left; one of the player's pushed off may become a merchant."""
        workers = letter + getattr(self.state.barges, barge)
        off = workers[BARGE_PLACES:]
        self.state = replace(self.state, barges=replace(self.state.barges, **{barge: workers[:BARGE_PLACES]}))
        self.change(**{barge: 1})
        if off == self.who:
            self.change(meeples=1)
            self.owe(Effect("merchant", 1))
        gains: list[Effect] = []
        if letter == self.who and self.serves("P16"):
            gains = [Effect("gain", 1, "res")]
            if barge in amounts(takes or ""):
                raise refused("taken", what=phrases.amount(1, "res"))
        if letter == self.who and self.serves("P18"):
            self.change(points=1)
        self.gain(gains, takes)

    # --- Passing ------------------------------------------------------------------------------------------

    def take_tile(self, text: str) -> None:
        """Take a tile under the round track."""
        if self.open != "pass" or text not in self.told.round:
            raise refused("tile", name=text[:40])
        self.act("tile")
        self.get(text)

    def buys(self, track: str) -> None:
        """Buy a palace step with jade."""
        if self.open != "pass" or (self.told.round and "tile" not in self.parts):
            raise refused("not.now")
        self.lapse()
        if "3B-2" in self.pending:
            self.pends("3B-2")
            self.parts.add("cheaper")
        cheaper = "cheaper" in self.parts or self.state.plan.jade.cheaper
        prices = advance_prices(self.own.jade, cheaper=cheaper)
        if self.advances >= len(prices):
            raise refused("jade", n=self.own.jade, most=len(prices))
        self.change(coin=-prices[self.advances])
        self.advances += 1
        self.climb(track)


PARTS: Final[tuple[tuple[str, Callable[..., None]], ...]] = (
    (r"extra(?: takes (.+))?", Turns.extra),
    (rf"step(?: ({'|'.join(TRACKS)}))?", Turns.step),
    (r"govern (\S+?)(?: takes (.+))?", Turns.govern_here),
    (rf"exchange ([0-4])(?: ({'|'.join(RESOURCES)}))?(?: takes (.+))?", Turns.exchanges),
    (r"deliver (.+?) at ([1-9])(?: pays (.+?))?(?: takes (.+))?", Turns.delivers),
    (r"leftmost (.+?)(?: takes (.+))?", Turns.leftmost),
    (r"(wall|tower) ([1-4])", Turns.builds),
    (r"soldier ([1-4])(?: ([1-9]\d?))?", Turns.trains),
    (r"tile (.+)", Turns.take_tile),
    (rf"advance ({'|'.join(TRACKS)})", Turns.buys),
    (r"drop marker", Turns.drop),
    (r"discard (OB\d+)( twice)?(?: takes (.+))?", Turns.throw),
    (r"use (.+?)(?: on (\S+))?(?: pays (.+?))?(?: takes (.+))?", Turns.employ),
    (r"merchant back (\S+)", Turns.back),
    (r"double ([1-4])", Turns.double_tower),
    (r"free (wall|soldier|nomad) ([1-4])", Turns.free),
    (rf"free worker ({'|'.join(BARGES)})(?: takes (.+))?", Turns.board),
    (r"free merchant(?: (\S+))?", Turns.merchant),
    (rf"free track ({'|'.join(TRACKS)})", Turns.free_step),
    (r"free govern (\S+?)(?: takes (.+))?", Turns.free_govern),
    (r"free reward (.+?) at ([1-9])(?: takes (.+))?", Turns.reward),
    (r"refresh (.+)", Turns.refresh),
    (r"take (.+)", Turns.choose),
    (r"draws (.+)", Turns.draws),
    (r"void (OB\d+)", Turns.void),
)
_OPENED: Final = re.compile(r"(region|barge|fortify|train|pass)(?: (\w+))?(?:: ?(.*))?", re.DOTALL)
