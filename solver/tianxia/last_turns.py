"""Everything at once: what a player may still do before the last attack phase, all on the same goods.

Cards, tiles, governors, deliveries, wall, soldiers and jade are one CP-SAT model without an order: a good may
be spent before it is won, so its optimum is never below what the rules allow. Its plan is put into an order
that the rules carry out, attack phase included; where both give the same, nothing better is left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, permutations, product
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.tianxia import goals, phrases, rules
from pencilwright.games.tianxia.battle import resolve
from pencilwright.games.tianxia.catalogue import DEMAND, GOAL
from pencilwright.games.tianxia.commands import (
    FREE_STEPS,
    KINDS,
    MERCHANT,
    PASSIVE_POINTS,
    amounts,
    at_the_end,
    execute,
    in_amounts,
    port_of,
    ship_markers_left,
    stone_for,
)
from pencilwright.games.tianxia.components import (
    BARGES,
    GOALS_SCORED,
    GOODS,
    ITEMS_PER_POINT,
    JADE_POINTS,
    PENALTY_POINTS,
    REGIONS,
    RICE_PER_SOLDIER,
    ROUNDS,
    SECTIONS,
    SPACE_IDS,
    STEPS,
    TRACKS,
)
from pencilwright.games.tianxia.effects import Effect, parse
from pencilwright.games.tianxia.state import (
    Section,
    State,
    meeples_of,
    pieces,
    player,
    step_of,
    tile_at,
    uses,
)
from pencilwright.solver.carried import Plan
from pencilwright.solver.tianxia import cp, deliveries, governors, jade, leftovers, wall
from pencilwright.solver.tianxia.goals import doubts
from pencilwright.templates.phrases import Phrase, phrase

TENTHS: Final = 10
MOST: Final = 300
"""More of anything than a player ever has."""
ORDERS: Final = 60
"""Orders of a plan that are tried."""
SERVING: Final = governors.SERVING


class Outcome(NamedTuple):
    """What a battle brings a player: points, penalty, own soldiers lost, buildings raided."""

    points: int
    penalty: int
    lost: int
    depth: int


def best(state: State, letter: str) -> cp.Answer:
    """Return the best of a player's last turns, all parts together.

    Counts points after the attack phase, and what the plan's worths say of effects that no rule scores.
    Raises InputError naming the plan's field at fault.
    """
    governors.check_candidates(state, letter)
    counted = execute(state, letter, ("count once",))
    firsts = list(_firsts(counted))
    solved = [_Turns(counted, letter, first).solve() for first in firsts]
    found = [one for one in solved if one is not None]
    nothing = at_the_end(state, letter)
    line: tuple[str, ...] = ()
    at_most = max((claimed for claimed, _ in found), default=0)
    reached = nothing
    for claimed, blocks in sorted(found, key=lambda one: -one[0]):
        if Fraction(claimed, TENTHS) <= reached:
            break
        rows, gained = _ordered(state, letter, blocks, Fraction(claimed, TENTHS))
        if gained > reached:
            line, reached = rows, gained
    value, before = int(reached * TENTHS), int(nothing * TENTHS)
    at_most = max(at_most, value)
    rests = (*doubts(state, letter), "paths", "raid_values", "wall_costs", "tower_costs")
    return cp.Answer(
        value,
        "tenths",
        before,
        tuple(_steps(counted, letter, line)) or (phrase("tianxia.advice.none.turns"),),
        tuple(dict.fromkeys(name for name in rests if name in state.box.unverified)),
        line,
        Plan(letter, line, "last turns", reached - nothing),
        at_most,
    )


def _firsts(state: State) -> Iterator[tuple[str, ...]]:
    """Yield the orders of serving buildings that get a governor before all others."""
    spaces = [candidate.space for candidate in state.plan.governors.candidates]
    serving = [space for space in spaces if tile_at(state, space) in SERVING]
    for n in range(len(serving) + 1):
        yield from permutations(serving, n)


# --- the model ----------------------------------------------------------------------------------------------


class _Turns:
    """The model of everything, with the governors of serving buildings in one order."""

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
        self._battles()
        self._goals()
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

    # --- the battles --------------------------------------------------------------------------------------

    def _battles(self) -> None:
        """Every battle as the rules resolve it, for what may be added to its section."""
        model = self.model
        self.stands: dict[str, Any] = {}
        pay = {tile: self.served(tile) for tile in ("P6", "P7")}
        penalties, lost, returned = [], [], []
        self.lowered: dict[tuple[int, int], Any] = {}
        for index, (times, _) in enumerate(self.nomads):
            flags = [self.flag(f"nomads {index} in {s}") for s in range(1, SECTIONS + 1)]
            for s, flag in enumerate(flags, 1):
                self.lowered[index, s] = flag
            model.add(cp.total(flags) <= times)
        for number in range(1, SECTIONS + 1):
            if not self.state.wall[number - 1].battle or self.state.over:
                continue
            path = self.state.box.paths[number - 1]
            soldiers = cp.total(self.soldier[number, kind] for kind in ("paid", "any", "battle", "calm"))
            down = cp.total(by * self.lowered[index, number] for index, (_, by) in enumerate(self.nomads))
            new = [space for space in path if space in self.sent]
            paying = {tile: self._known(pay[tile], f"{tile} in {number}") for tile in pay}
            most = (
                len(stone_for(self.state, self.letter, "walls")),
                len(stone_for(self.state, self.letter, "towers")),
                self._most_soldiers(),
                sum(by for _, by in self.nomads),
            )
            rows = list(
                self._outcomes(number, new, {t: not isinstance(f, int) for t, f in paying.items()}, pay, most)
            )
            inputs = [self.wall[number], self.tower[number], soldiers, down, *(self.sent[s] for s in new)]
            inputs += [paying["P6"], paying["P7"]]
            values = [row[-1] for row in rows]
            out = [
                model.new_int_var(min(v), max(v), f"{name} {number}")
                for name, v in zip(Outcome._fields, zip(*values, strict=True), strict=True)
            ]
            model.add_allowed_assignments([*inputs, *out], [(*row[:-1], *row[-1]) for row in rows])
            points, penalty, fallen, depth = out
            self.tenths.append(TENTHS * points)
            penalties.append(penalty)
            lost.append(fallen)
            for place, space in enumerate(path):
                raided = self.flag(f"raided {space}")
                model.add(depth >= place + 1).only_enforce_if(raided)
                model.add(depth <= place).only_enforce_if(raided.negated())
                there = self.letter in self.state.governors.get(space, "")
                present = 1 if there else self.sent.get(space, 0)
                if not isinstance(present, int) or present:
                    stands = self.stands[space] = self.flag(f"stands {space}")
                    model.add(stands <= present)
                    model.add(stands + raided <= 1)
                    model.add(stands >= present - raided)
                    self.tenths.append(TENTHS * self.state.plan.wall.governor * stands)
                    came_back = self.flag(f"comes back {space}")
                    model.add(came_back == present - stands)
                    returned.append(came_back)
                tile = tile_at(self.state, space)
                if tile in pay:
                    still = self.flag(f"{tile} still pays")
                    model.add(still <= pay[tile])
                    model.add(still <= 1 - raided)
                    model.add(still >= pay[tile] - raided)
                    pay[tile] = still
        self._penalty(cp.total(penalties))
        self.after = cp.total([*self.meeples, *returned, *(lost if self.state.round < ROUNDS else [])])

    def _known(self, value: Any, name: str) -> Any:
        """Return a flag that is a value."""
        flag = self.flag(name)
        self.model.add(flag == value)
        return flag

    def _most_soldiers(self) -> int:
        """Return how many soldiers can be placed at most: meeples that are there and may come back."""
        merchants = self.state.box.merchant_places * len(self.back)
        most = self.own.meeples + merchants
        free = sum(len(self.owed[kind]) * 2 for kind in ("any", "battle", "calm"))
        rice = self.own.rice + self.own.resources + sum(6 for _ in (*self.dropped, *self.used)) + 12
        return min(most, free + (rice // RICE_PER_SOLDIER if self.state.plan.wall.train else 0))

    def _outcomes(
        self,
        number: int,
        new: Sequence[str],
        free: Mapping[str, bool],
        pay: Mapping[str, Any],
        most: tuple[int, int, int, int],
    ) -> Iterator[tuple[Any, ...]]:
        """Yield walls, towers, soldiers, nomads less, governors, P6 and P7 with what the battle brings."""
        state, letter = self.state, self.letter
        path = state.box.paths[number - 1]
        section = state.wall[number - 1]
        lows = sorted({sum(part) for part in product(*((0, by) for _, by in self.nomads))})
        spaces = {tile: space for space in SPACE_IDS if (tile := tile_at(state, space)) in pay}
        choices = {tile: ((0, 1) if not isinstance(pay[tile], int) else (pay[tile],)) for tile in pay}
        cache: dict[tuple[Any, ...], Outcome] = {}
        for sent in product((0, 1), repeat=len(new)):
            for six, seven in product(choices["P6"], choices["P7"]):
                base = dict(state.governors)
                for space, flag in zip(new, sent, strict=True):
                    if flag:
                        base[space] = base.get(space, "") + letter
                consistent = True
                for tile, flag in (("P6", six), ("P7", seven)):
                    if tile not in spaces:
                        consistent = consistent and not flag
                        continue
                    where = spaces[tile]
                    has = letter in base.get(where, "")
                    if where in path:
                        consistent = consistent and has == bool(flag)
                    elif has != bool(flag):
                        base[where] = base.get(where, "").replace(letter, "") + letter * flag
                if not consistent:
                    continue
                for w, t, s, low in product(*(range(n + 1) for n in most[:3]), lows):
                    added = Section(
                        nomads=rules.lower_nomads(section.nomads, low),
                        battle=True,
                        soldiers=section.soldiers + letter * s,
                        walls=section.walls + letter * w,
                        towers=section.towers + letter * t,
                        double=section.double,
                    )
                    wall = list(state.wall)
                    wall[number - 1] = added
                    key = (w, t, s, added.nomads, sent, six, seven)
                    if key not in cache:
                        cache[key] = self._resolved(replace(state, governors=base, wall=tuple(wall)), number)
                    yield w, t, s, low, *sent, six, seven, cache[key]

    def _resolved(self, state: State, number: int) -> Outcome:
        """Return what a battle brings the player."""
        battle = resolve(state, number)
        points = sum(gain.points for gain in battle.gains if gain.player == self.letter and gain.step != "3f")
        return Outcome(points, battle.penalty, battle.soldiers_lost.count(self.letter), len(battle.raided))

    def _penalty(self, penalty: Any) -> None:
        """Pay a penalty in coins, as far as they go, then in points."""
        paid = self.count(MOST, "penalty in coins")
        self.model.add(paid <= penalty)
        self.model.add(paid <= cp.total(self.stock["coin"]))
        self.tenths.append(-TENTHS * PENALTY_POINTS * (penalty - paid))
        self.coins_lost = paid

    # --- the end ------------------------------------------------------------------------------------------

    def _governed(self, where: Sequence[str] | None) -> Any:
        """Return how many governors stand in some regions after the battles."""
        regions = tuple(REGIONS) if where is None else tuple(where)
        found = []
        for space in SPACE_IDS:
            if space[:-1] not in regions:
                continue
            if space in self.stands:
                found.append(self.stands[space])
            elif self.letter in self.state.governors.get(space, ""):
                found.append(1)
            elif space in self.sent:
                found.append(self.sent[space])
        return cp.total(found), len(found)

    def _goals(self) -> None:
        """The best three cards that are kept, leftovers, and the palace."""
        model, state, letter = self.model, self.state, self.letter
        keep = {card: self.flag(f"keep {card}") for card in self.own.goals}
        model.add(cp.total(keep.values()) <= GOALS_SCORED)
        goods = cp.total(x for name in (*GOODS, "goods") for x in self.stock[name])
        for card in self.own.goals:
            model.add(keep[card] + self.dropped[card] <= 1)
            goal = GOAL[card]
            worth: Any = goals.value(state, letter, card).points
            limit = worth
            if goal.kind == "place":
                worth, limit = cp.total(self.places[track] for track in goal.over), 2 * goals.place_points(0)
            elif goal.kind in ("gov", "governors"):
                count, most = self._governed(goal.over if goal.kind == "gov" else None)
                each = goals.POINTS_PER_GOVERNOR
                table = [
                    each * n if goal.kind == "governors" else goals.tier(goal, n) for n in range(most + 1)
                ]
                worth, limit = cp.looked_up(model, count, table, card), max(table)
            elif goal.kind == "fort":
                where = [int(name) for name in goal.over]
                base = sum(pieces(state, letter, part, where) for part in ("walls", "towers"))
                count = base + cp.total(part[s] for part in (self.wall, self.tower) for s in where)
                table = [goals.tier(goal, n) for n in range(base + 20)]
                worth, limit = cp.looked_up(model, count, table, card), max(table)
            elif goal.kind == "ship":
                base = sum(getattr(self.own.ships, port) for port in goal.over)
                new = [
                    self.chosen[ship.name]
                    for ship in state.plan.deliveries.ships
                    if port_of(state, ship) in goal.over
                ]
                table = [goals.tier(goal, n) for n in range(base, base + len(new) + 1)]
                worth, limit = cp.looked_up(model, cp.total(new), table, card), max(table)
            elif goal.kind == "goods":
                worth, limit = goals.POINTS_PER_GOOD * goods, goals.POINTS_PER_GOOD * MOST
            elif goal.kind == "meeples":
                table = [goals.tier(goal, n) for n in range(60)]
                worth, limit = cp.looked_up(model, self.after, table, card), max(table)
            self.tenths.append(TENTHS * cp.when_kept(model, worth, keep[card], limit, f"counted {card}"))
        left = self.count(1000, "leftover points")
        things = cp.total(x for terms in self.stock.values() for x in terms)
        model.add(ITEMS_PER_POINT * left <= things - self.coins_lost)
        self.tenths.append(TENTHS * left)

    def solve(self) -> tuple[int, list[tuple[str, ...]]] | None:
        """Return the most tenths of points, and what is done in blocks; None when nothing fits."""
        own = self.own
        standing = TENTHS * (own.points + JADE_POINTS[own.jade])
        acts = [*self.dropped.values(), *self.used.values(), *self.sent.values(), *self.covered.values()]
        acts += [*self.advances.values(), *self.wall.values(), *self.tower.values(), *self.soldier.values()]
        acts += [*self.worker.values(), self.merchant, *self.lowered.values(), self.fortify, self.train]
        try:
            solved = cp.maximise(self.model, cp.total(self.tenths), cp.total(acts))
        except ValueError:
            return None
        return solved.value + standing, list(self._blocks(solved.solver))

    def _blocks(self, solver: Any) -> Iterator[tuple[str, ...]]:
        """Yield what is done, each block in one piece."""

        def n(variable: Any) -> int:
            return int(solver.value(variable))

        def told(verb: str, rule: leftovers.Conversion, amounts: tuple[list[Any], list[Any]]) -> str:
            named = (dict(rule.pays), dict(rule.gains))
            free = [
                in_amounts(
                    {
                        kind: n(v) - named[side].get(kind, 0)
                        for kind, v in zip(KINDS, amounts[side], strict=True)
                    }
                )
                for side in (0, 1)
            ]
            return verb + (f" pays {free[0]}" if free[0] else "") + (f" takes {free[1]}" if free[1] else "")

        for space in self.first:
            yield (f"govern {space}",)
        for card, flag in self.dropped.items():
            if n(flag):
                rule = leftovers.conversion(card) if card in self.taken else None
                yield (told(f"discard {card}", rule, self.taken[card]) if rule else f"discard {card}",)
        for index, flag in self.used.items():
            name = self.state.plan.leftovers.tiles[index]
            if n(flag):
                yield (told(f"use {name}", leftovers.conversion(name, index), self.paid[index]),)
        for space, flag in self.sent.items():
            if space not in self.first and n(flag):
                yield (f"govern {space}",)
        for ship, chosen in self.chosen.items():
            if n(chosen):
                spaces = ",".join(
                    str(s + 1) for (name, s), flag in self.covered.items() if name == ship and n(flag)
                )
                paid = in_amounts({good: n(self.goods_paid[ship, good]) for good in GOODS})
                yield (f"deliver {ship} at {spaces}" + (f" pays {paid}" if paid else ""),)
        for track, steps in self.advances.items():
            for _ in range(n(steps)):
                yield (f"advance {track}",)
        yield from self._built(n)
        for barge, count in self.worker.items():
            for _ in range(n(count)):
                yield (f"free worker {barge}",)
        for _ in range(n(self.merchant)):
            yield ("free merchant",)
        for (_, section), flag in self.lowered.items():
            if n(flag):
                yield (f"free nomad {section}",)

    def _built(self, n: Any) -> Iterator[tuple[str, ...]]:
        """Yield fortifying and training as one block each, and what is placed free."""
        free = n(self.free_walls)
        walls = [s for s, count in self.wall.items() for _ in range(n(count))]
        fortify = [f"fortify wall {s}" for s in walls[free:]]
        fortify += [f"fortify tower {s}" for s, count in self.tower.items() for _ in range(n(count))]
        if fortify or n(self.fortify):
            yield tuple(fortify or ["fortify"])
        paid = {s: n(self.soldier[s, "paid"]) for s in range(1, SECTIONS + 1)}
        train = [f"train {s} {count}" for s, count in paid.items() if count]
        if train or n(self.train):
            yield tuple(train or ["train"])
        for s in walls[:free]:
            yield (f"free wall {s}",)
        for (s, kind), count in self.soldier.items():
            if kind != "paid":
                for _ in range(n(count)):
                    yield (f"free soldier {s}",)


# --- the order ----------------------------------------------------------------------------------------------


def _ordered(
    state: State, letter: str, blocks: Sequence[tuple[str, ...]], wanted: Fraction
) -> tuple[tuple[str, ...], Fraction]:
    """Return the best order of blocks that the rules carry out, and what is counted after it."""
    stream = Stream.from_seed("last turns")
    best_: tuple[str, ...] = ()
    most = at_the_end(state, letter)
    for attempt in range(ORDERS):
        left = list(blocks) if not attempt else stream.shuffled(blocks)
        done: tuple[str, ...] = ("count once",)
        now = execute(state, letter, done)
        moved = True
        while moved:
            moved = False
            for block in left:
                try:
                    now = execute(state, letter, (*done, *block))
                except InputError:
                    continue
                done, moved = (*done, *block), True
                left.remove(block)
                break
        if (gained := at_the_end(now, letter)) > most:
            best_, most = done, gained
        if most >= wanted:
            break
    return best_, most


# --- in words -----------------------------------------------------------------------------------------------


def _steps(state: State, letter: str, line: Sequence[str]) -> Iterator[Phrase]:
    """Yield a line in words: each command, steps of a track and pieces of a section together."""
    heights = {track: 0 for track in TRACKS}
    added = [[0, 0, 0] for _ in range(SECTIONS)]
    for text in line:
        words = text.split()
        if words[0] in ("discard", "use"):
            yield leftovers.step(_use(text)) if _has_goods(words[1]) else _plain(words[1])
        elif words[0] == "govern":
            yield phrase("tianxia.advice.govern", space=phrases.space(words[1]))
        elif words[0] == "deliver":
            yield deliveries.step(state, _service(text))
        elif words[0] == "advance":
            heights[words[1]] += 1
        elif words[:2] in (["free", "worker"], ["free", "merchant"], ["free", "nomad"]):
            yield _free(words)
        elif words[0] != "count" and len(words) > 1:
            part = ("wall", "tower", "soldier").index(words[1]) if words[0] != "train" else 2
            section, count = (words[1], words[2]) if words[0] == "train" else (words[2], "1")
            added[int(section) - 1][part] += int(count)
    pieces_ = tuple(wall.Pieces(*row) for row in added)
    if any(any(row) for row in pieces_):
        yield from wall.in_words(pieces_)
    for track, n in heights.items():
        if n:
            height = step_of(state, track, letter) + n
            yield phrase("tianxia.advice.advance", track=phrases.track(track), n=n, step=height)


def _has_goods(name: str) -> bool:
    """Return whether a tile or card changes goods or points."""
    return name not in GOAL or any(effect.kind == "gain" for effect in GOAL[name].benefit)


def _plain(card: str) -> Phrase:
    """Return in words that a card is discarded for what is placed."""
    return phrase("tianxia.advice.discard", card=card, gains=phrases.effects(GOAL[card].benefit))


def _free(words: Sequence[str]) -> Phrase:
    """Return in words what is placed or lowered free."""
    where: dict[str, Any] = {}
    if words[1] == "worker":
        where["barge"] = phrases.amount(1, words[2])
    elif words[1] == "nomad":
        where["section"] = int(words[2])
    return phrase(f"tianxia.advice.free.{words[1]}", **where)


_TOLD: Final = re.compile(r"(?:discard|use) (\S+)(?: pays (.+?))?(?: takes (.+))?")
_SERVED: Final = re.compile(r"deliver (.+) at ([0-9,]+)(?: pays (.+))?")


def _use(text: str) -> leftovers.Use:
    """Return a conversion from its command."""
    match = _TOLD.fullmatch(text)
    name, pays, takes = match.groups() if match else ("", "", "")
    rule = leftovers.conversion(name)
    net = dict.fromkeys(KINDS, 0)
    for named, more, sign in ((rule.pays, pays, -1), (rule.gains, takes, 1)):
        for kind, n in (*named, *amounts(more or "").items()):
            net[kind] += sign * n
    return leftovers.Use(name, tuple(net.values()))


def _service(text: str) -> deliveries.Service:
    """Return a delivery from its command."""
    match = _SERVED.fullmatch(text)
    name, spaces, pays = match.groups() if match else ("", "1", "")
    covered = tuple(int(space) - 1 for space in spaces.split(","))
    return deliveries.Service(name, covered, tuple(amounts(pays or "").items()))
