"""Free actions: tiles, goal cards, merchant actions, and what effects give free."""

from __future__ import annotations

from msgspec.structs import replace

from pencilwright.games.tianxia.cards.catalogue import BONUS, BUILDING, GOAL, MERCHANT
from pencilwright.games.tianxia.cards.effects import Effect, parse
from pencilwright.games.tianxia.components import TRACKS
from pencilwright.games.tianxia.rules.amounts import absent, none_left, refused
from pencilwright.games.tianxia.rules.table import port_of, tile_of
from pencilwright.games.tianxia.rules.turns.frame import CONDITIONAL, FIFTH, FOURTH, MILITARY
from pencilwright.games.tianxia.rules.turns.placing import Placing
from pencilwright.games.tianxia.state import step_of


class FreeActions(Placing):
    """What may be done beside and between turns."""

    def drop(self) -> None:
        """Discard an action marker for 2 coins."""
        markers = self.state.plan.governors.markers
        if not markers:
            raise none_left(self.who, "markers")
        self.plan_markers(markers=markers - 1)
        self.change(coin=2)

    def throw(self, card: str, twice: str | None, takes: str | None) -> None:
        """Discard a goal card for its benefit, twice with 4A-3."""
        if card not in self.own.goals:
            raise absent("goals", card, self.own.goals)
        if twice:
            self.spend_merchants("4A-3")
        self.become(replace(self.own, goals=tuple(goal for goal in self.own.goals if goal != card)))
        self.gain(GOAL[card].benefit * (2 if twice else 1), takes)

    def spend_merchants(self, name: str) -> None:
        """Take the merchants of an action back; all of its places must have one."""
        places = self.state.box.merchant_places
        if self.typed_plan.merchants.get(name, 0) < places:
            raise absent(
                "merchants",
                name,
                (merchant for merchant, n in self.typed_plan.merchants.items() if n >= places),
            )
        self.plan_turns(merchants={**self.typed_plan.merchants, name: 0})
        self.change(meeples=places)

    def back(self, name: str) -> None:
        """Take a merchant back without using his action."""
        there = self.typed_plan.merchants.get(name, 0)
        if not there:
            raise absent(
                "merchants", name, (merchant for merchant, n in self.typed_plan.merchants.items() if n)
            )
        self.plan_turns(merchants={**self.typed_plan.merchants, name: there - 1})
        self.change(meeples=1)

    def employ(self, name: str, on: str | None, pays: str | None, takes: str | None) -> None:
        """Use a bonus tile, the bonus-shipping tile, or a merchant action."""
        if name == "bonus":
            if not self.typed_plan.bonus:
                raise absent("tiles", name, self.state.plan.leftovers.tiles)
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
            self.pay(
                (
                    effect._replace(n=-effect.n)
                    for effect in effects
                    if effect.kind == "gain" and effect.n < 0
                ),
                pays,
            )
            self.gain((effect for effect in effects if effect.kind != "gain" or effect.n > 0), takes)

    def use_tile(self, name: str, on: str | None, pays: str | None, takes: str | None) -> None:
        """Use a bonus tile at hand, which is turned over and kept."""
        tiles = list(self.state.plan.leftovers.tiles)
        tile = tile_of(name)
        if name not in tiles or tile.kind not in BONUS:
            raise absent("tiles", name, tiles)
        tiles.remove(name)
        self.plan_tiles(tuple(tiles))
        self.plan_turns(used=(*self.typed_plan.used, name))
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
                raise absent("buildings", building or name, (item for item in BUILDING if self.serves(item)))
            self.income(building, takes)
        else:
            self.pay(parse(BONUS[tile.kind].cost), pays)
            self.gain(parse(BONUS[tile.kind].effect), takes)

    def owing(self, kind: str, *barred: str) -> Effect:
        """Return an effect that may be carried out, and spend it. Raises InputError where there is none."""
        item = next(
            (entry for entry in self.owed if entry.effect.kind == kind and entry.effect.what not in barred),
            None,
        )
        if item is None:
            raise refused("free", what=f"free {kind}")
        self.owed.remove(item)
        return item.effect

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
        there = self.typed_plan.merchants.get(name, 0)
        if name not in MERCHANT or (board and name[:2] != board) or there >= self.state.box.merchant_places:
            raise refused("free", what=f"free merchant {name}")
        self.plan_turns(merchants={**self.typed_plan.merchants, name: there + 1})

    def free_step(self, track: str) -> None:
        """Go a palace step that an effect gives."""
        heights = {track: step_of(self.state, track, self.who) for track in TRACKS}
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
        used = list(self.typed_plan.used)
        if name not in used:
            raise absent("used", name, used)
        self.owing("refresh", *(("regular",) if tile_of(name).palace else ()))
        used.remove(name)
        self.plan_turns(used=tuple(used))
        self.plan_tiles((*self.state.plan.leftovers.tiles, name))

    def double_tower(self, number: str) -> None:
        """Put the double-tower tile on a section."""
        if not self.typed_plan.double:
            raise absent("tiles", "double", ())
        self.plan_turns(double=False)
        self.section(number, "double")
