"""What a player may still do before the last attack phase, and what each costs and gives (CP-SAT)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, Final

from pencilwright.games.tianxia import goals, rules
from pencilwright.games.tianxia.catalogue import DEMAND, GOAL
from pencilwright.games.tianxia.commands import (
    FREE_STEPS,
    KINDS,
    MERCHANT,
    PASSIVE_POINTS,
    ship_markers_left,
    stone_for,
)
from pencilwright.games.tianxia.components import (
    BARGES,
    GOODS,
    RICE_PER_SOLDIER,
    SECTIONS,
    STEPS,
    TRACKS,
)
from pencilwright.games.tianxia.effects import Effect, parse
from pencilwright.games.tianxia.state import State, meeples_of, player, step_of, tile_at, uses
from pencilwright.solver.tianxia import cp, deliveries, governors, jade, leftovers

TENTHS: Final = 10
MOST: Final = 300
"""More of anything than a player ever has."""
SERVING: Final = governors.SERVING


class Actions:
    """All actions on the same goods, with the governors of serving buildings in one order.

    There is no other order: a good may be spent before it is won.
    """

    def __init__(self, state: State, letter: str, first: Sequence[str]) -> None:
        from ortools.sat.python import cp_model

        self.model = cp_model.CpModel()
        self.state, self.letter, self.first = state, letter, first
        self.own = own = player(state, letter)
        names = (*KINDS, "resources", "goods")
        self.stock: dict[str, list[Any]] = {name: [getattr(own, name)] for name in names}
        self.meeples: list[Any] = [own.meeples]
        self.tenths: list[Any] = []
        self.owed: dict[str, list[Any]] = {"any": [], "battle": [], "calm": [], "worker": [], "merchant": []}
        self.walls_owed: list[Any] = []
        self.nomads: list[tuple[Any, int]] = []
        self._cards()
        self._tiles()
        self._governors()
        self._ships()
        self._palace()
        self._pieces()
        for name in KINDS:
            self.model.add(cp.total(self.stock[name]) >= 0)
        self.model.add(cp.total(self.meeples) >= 0)

    def flag(self, name: str) -> Any:
        return self.model.new_bool_var(name)

    def count(self, most: int, name: str) -> Any:
        return self.model.new_int_var(0, max(most, 0), name)

    def served(self, tile: str) -> Any:
        """Return whether the player uses a building: 0, 1, or the flag of a new governor there."""
        if self.letter in uses(self.state, tile):
            return 1
        return cp.total(flag for space, flag in self.sent.items() if tile_at(self.state, space) == tile)

    def gain(self, effects: Sequence[Effect], times: Any) -> None:
        """Note what effects bring, so many times."""
        for effect in effects:
            if effect.kind == "gain":
                if effect.what == "pp":
                    self.tenths.append(TENTHS * effect.n * times)
                else:
                    name = effect.what if effect.what in KINDS else "resources"
                    self.stock["goods" if effect.what == "good" else name].append(effect.n * times)
            elif effect.kind == "soldier":
                self.owed[effect.what].append(effect.n * times)
            elif effect.kind in ("worker", "merchant"):
                self.owed[effect.kind].append(effect.n * times)
            elif effect.kind == "wall":
                self.walls_owed.append(effect.n * times)
            elif effect.kind == "nomad":
                self.nomads.append((times, -effect.n))

    # --- what is turned into something else ---------------------------------------------------------------

    def _convert(self, rule: leftovers.Conversion, used: Any, name: str) -> tuple[list[Any], list[Any]]:
        paid, gained = leftovers.amounts(self.model, rule, used, name)
        for place, kind in enumerate(KINDS):
            self.stock[kind] += [gained[place], -paid[place]]
        self.tenths.append(TENTHS * rule.points * used)
        return paid, gained

    def _cards(self) -> None:
        """Goal cards that are discarded, for goods of named kinds, soldiers and walls."""
        self.dropped, self.taken = {}, {}
        for card in self.own.goals:
            used = self.dropped[card] = self.flag(f"discard {card}")
            gains = tuple(effect for effect in GOAL[card].benefit if effect.kind == "gain")
            if gains:
                self.taken[card] = self._convert(leftovers.conversion(card), used, card)
            self.gain([effect for effect in GOAL[card].benefit if effect.kind != "gain"], used)

    def _tiles(self) -> None:
        """One-shot tiles and merchant actions, whose merchants come back."""
        self.used, self.paid = {}, {}
        merchants = []
        for index, name in enumerate(self.state.plan.leftovers.tiles):
            rule = leftovers.conversion(name, index)
            if name in GOAL:
                continue
            used = self.used[index] = self.flag(f"use {index} {name}")
            self.paid[index] = self._convert(rule, used, f"{index} {name}")
            if name in MERCHANT:
                merchants.append(used)
        self.back = merchants

    # --- governors and ships ------------------------------------------------------------------------------

    def _governors(self) -> None:
        """Governors: those of serving buildings first, in their order, then the others."""
        state, plan, letter = self.state, self.state.plan.governors, self.letter
        self.sent: dict[str, Any] = {}
        stacks = dict(plan.stacks)
        served = {tile: letter in uses(state, tile) for tile in SERVING}
        discount = any(
            letter in state.governors.get(one.space, "") and tile_at(state, one.space) == "P3"
            for one in plan.candidates
        )
        wood: list[Any] = []
        coins: list[Any] = []
        by_space = {one.space: one for one in plan.candidates}
        for space in self.first:
            one, tile, region = by_space[space], tile_at(state, space), space[:-1]
            flag = self.sent[space] = self.flag(f"govern {space}")
            self.model.add(flag == 1)
            wood.append(max(one.wood - discount, 0))
            coins.append(rules.marker_price(stacks.get(region, 0), p8=served["P8"]))
            stacks[region] = stacks.get(region, 0) + 1
            self.tenths.append(TENTHS * (one.worth + PASSIVE_POINTS * served["P4"]))
            served[tile] = True
            discount = discount or tile == "P3"
        by_region: dict[str, list[Any]] = {}
        for space, one in by_space.items():
            if tile_at(state, space) in SERVING:
                continue
            flag = self.sent[space] = self.flag(f"govern {space}")
            wood.append(max(one.wood - discount, 0) * flag)
            by_region.setdefault(space[:-1], []).append(flag)
            self.tenths.append(TENTHS * (one.worth + PASSIVE_POINTS * served["P4"]) * flag)
        for region, flags in by_region.items():
            start = stacks.get(region, 0)
            prices = [rules.marker_price(start + n, p8=served["P8"]) for n in range(len(flags))]
            coins.append(cp.looked_up(self.model, sum(flags), [0, *accumulate(prices)], f"coins in {region}"))
        count = cp.total(self.sent.values())
        self.model.add(count <= plan.markers)
        self.stock["wood"].append(-cp.total(wood))
        self.stock["coin"].append(-cp.total(coins))
        self.meeples.append(-count)
        lured = self.count(len(self.sent), "merchants of P5")
        self.model.add(lured <= count)
        self.model.add(lured <= len(self.sent) * self.served("P5"))
        self.owed["merchant"].append(lured)

    def _ships(self) -> None:
        """Deliveries: rewards that the rules score count as such, others by the plan's worths."""
        state, plan, model = self.state, self.state.plan.deliveries, self.model
        self.covered: dict[tuple[str, int], Any] = {}
        self.goods_paid: dict[tuple[str, str], Any] = {}
        self.chosen: dict[str, Any] = {}
        for ship in plan.ships:
            name = ship.name
            chosen = self.chosen[name] = self.flag(f"serve {name}")
            spaces = [self.flag(f"{name} space {space}") for space in range(len(ship.spaces))]
            n = cp.total(spaces)
            model.add(n >= chosen)
            for space, flag in enumerate(spaces):
                self.covered[name, space] = flag
                model.add_implication(flag, chosen)
                rewards = (*parse(ship.spaces[space]), *DEMAND[ship.demand].rewards)
                self.gain(rewards, flag)
                worth = sum(plan.worth.of(one) for one in rewards if one.kind not in ("worker", "merchant"))
                self.tenths.append(worth * flag)
            cost = deliveries.cost_of(state, ship)
            saved = plan.less.get(ship.group, 0)
            less = self.count(saved, f"{name} saved")
            for good in GOODS:
                self.goods_paid[name, good] = paid = self.count(MOST, f"{name} {good}")
                self.stock[good].append(-paid)
            paid_all = cp.total(self.goods_paid[name, good] for good in GOODS)
            model.add(paid_all + less == (sum(count for _, count in cost.named) + cost.any) * n)
            shorts = []
            for good, count in cost.named:
                short = self.count(saved, f"{name} saved {good}")
                model.add(self.goods_paid[name, good] + short >= count * n)
                shorts.append(short)
            model.add(cp.total(shorts) <= less)
        for group in {ship.group for ship in plan.ships}:
            model.add_at_most_one(self.chosen[ship.name] for ship in plan.ships if ship.group == group)
        moored = cp.total(self.chosen[ship.name] for ship in plan.ships if ship.port != "good")
        model.add(moored <= ship_markers_left(state, self.letter))

    # --- the palace ---------------------------------------------------------------------------------------

    def _palace(self) -> None:
        """Steps bought with jade, and what they give."""
        state, plan, letter = self.state, self.state.plan.jade, self.letter
        prices = rules.advance_prices(self.own.jade, cheaper=plan.cheaper)
        self.advances: dict[str, Any] = {}
        self.places: dict[str, Any] = {}
        for index, track in enumerate(TRACKS):
            start = step_of(state, track, letter) if prices else 0
            most = min(len(prices), STEPS - start)
            n = self.advances[track] = self.count(most, track)
            points, rewards = [], []
            for steps in range(most + 1):
                single = [0, 0, 0, 0]
                single[index] = steps
                done = jade.moved(state, letter, (single[0], single[1], single[2], single[3]))
                points.append(goals.track_points(done, track, letter))
                rewards.append(jade.reward(track, start, start + steps, plan))
            self.places[track] = cp.looked_up(self.model, n, points, f"points on {track}")
            won = cp.looked_up(self.model, n, rewards, f"rewards on {track}")
            self.tenths += [TENTHS * self.places[track], TENTHS * won]
            for (where, step), effects in FREE_STEPS.items():
                if where == track and start < step <= start + most:
                    reached = self.flag(f"{track} {step}")
                    self.model.add(n >= (step - start) * reached)
                    self.gain(parse(effects), reached)
        bought = cp.total(self.advances.values())
        self.model.add(bought <= len(prices))
        self.stock["coin"].append(
            -cp.looked_up(self.model, bought, [0, *accumulate(prices)], "coins for jade")
        )

    # --- the wall -----------------------------------------------------------------------------------------

    def _pieces(self) -> None:
        """Walls, towers and soldiers by section, paid and free, and the meeples that take other places."""
        model, plan, own = self.model, self.state.plan.wall, self.own
        sections = range(1, SECTIONS + 1)
        costs = {part: self._costs(part) for part in ("walls", "towers")}
        length = {part: len(costs[part][0]) for part in costs}
        self.wall = {s: self.count(length["walls"], f"walls {s}") for s in sections}
        self.tower = {s: self.count(length["towers"], f"towers {s}") for s in sections}
        self.fortify, self.train = self.flag("fortify"), self.flag("train")
        can = plan.fortify and (length["walls"] or length["towers"])
        model.add(self.fortify <= int(bool(can)))
        model.add(self.train <= int(plan.train))
        self.free_walls = self.count(length["walls"], "free walls")
        model.add(self.free_walls <= cp.total(self.walls_owed))
        paid = cp.total(self.wall.values()) - self.free_walls
        towers = cp.total(self.tower.values())
        model.add(cp.total(self.wall.values()) <= length["walls"])
        model.add(paid >= 0)
        model.add(paid + towers <= MOST * self.fortify)
        cheap = self.flag("P12")
        model.add(cheap <= self.served("P12"))
        for part, number in (("walls", paid), ("towers", towers)):
            price = self.count(MOST, f"stone for {part}")
            for prices, when in zip(costs[part], (cheap.negated(), cheap), strict=True):
                table = cp.looked_up(model, number, [0, *accumulate(prices)], f"{part} {len(prices)} {when}")
                model.add(price >= table).only_enforce_if(when)
            self.stock["stone"].append(-price)
        self.soldier = {
            (s, kind): self.count(own.meeples + 20, f"{kind} soldiers {s}")
            for s in sections
            for kind in ("paid", "any", "battle", "calm")
        }
        trained = cp.total(self.soldier[s, "paid"] for s in sections)
        model.add(trained <= MOST * self.train)
        self.stock["rice"].append(-RICE_PER_SOLDIER * trained)
        for tile, action, kind in (("P9", self.train, "rice"), ("P10", self.fortify, "coin")):
            extra = self.flag(f"{tile} gives")
            model.add(extra <= action)
            model.add(extra <= self.served(tile))
            self.stock[kind].append(extra)
            self.owed["any"].append(extra)
        for kind in ("any", "battle", "calm"):
            model.add(cp.total(self.soldier[s, kind] for s in sections) <= cp.total(self.owed[kind]))
        for s in sections:
            barred = "calm" if self.state.wall[s - 1].battle else "battle"
            model.add(self.soldier[s, barred] == 0)
        self.worker = {barge: self.count(20, f"workers on {barge}") for barge in BARGES}
        self.merchant = self.count(20, "merchants")
        workers = cp.total(self.worker.values())
        model.add(workers <= cp.total(self.owed["worker"]))
        model.add(self.merchant <= cp.total(self.owed["merchant"]))
        worth = self.state.plan.deliveries.worth
        self.tenths += [
            self._worths(worth.worker, workers, "worker"),
            self._worths(worth.merchant, self.merchant, "merchant"),
        ]
        for barge, n in self.worker.items():
            self.stock[barge].append(n)
        for tile in ("P16", "P18"):
            served = self.served(tile)
            more = self.count(20, f"{tile} gives")
            model.add(more <= workers)
            model.add(more <= 20 * served)
            if tile == "P16":
                self.stock["resources"].append(more)
            else:
                self.tenths.append(TENTHS * more)
        self.meeples.append(-cp.total([*self.soldier.values(), workers, self.merchant]))
        self._come_back()

    def _worths(self, each: int, placed: Any, kind: str) -> Any:
        """Return what the plan says pieces are worth that deliveries give; those of other effects are not."""
        given = []
        for ship in self.state.plan.deliveries.ships:
            for space in range(len(ship.spaces)):
                effects = (*parse(ship.spaces[space]), *DEMAND[ship.demand].rewards)
                n = sum(effect.n for effect in effects if effect.kind == kind)
                given.append(n * self.covered[ship.name, space])
        counted = self.count(20, f"{kind} counted")
        self.model.add(counted <= placed)
        self.model.add(counted <= cp.total(given))
        return each * counted

    def _come_back(self) -> None:
        """Merchants of merchant actions: those of their places, as many as there can be."""
        uses_ = cp.total(self.back)
        room = max(self.state.box.meeples - meeples_of(self.state, self.letter), 0)
        back = self.count(20, "merchants back")
        all_back = self.state.box.merchant_places * uses_
        self.model.add(back <= all_back)
        self.model.add(back <= room + self.merchant)
        full = self.flag("all merchants come back")
        self.model.add(back == all_back).only_enforce_if(full)
        self.model.add(back >= room).only_enforce_if(full.negated())
        self.meeples.append(back)

    def _costs(self, part: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the stone of the next pieces without and with P12."""
        usual = stone_for(self.state, self.letter, part)
        if getattr(self.state.plan.wall, part) is not None or self.letter in uses(self.state, "P12"):
            return usual, usual
        return usual, tuple(max(cost - 1, 0) for cost in usual)
