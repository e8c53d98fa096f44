"""The wall: pieces for stone and rice, and every battle as the rules resolve it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate, product
from typing import Final, NamedTuple

from msgspec.structs import replace

from pencilwright.games.tianxia.cards.catalogue import GOAL
from pencilwright.games.tianxia.components import (
    BARGES,
    PENALTY_POINTS,
    RICE_PER_SOLDIER,
    ROUNDS,
    SECTIONS,
    STEPS,
    TRACKS,
)
from pencilwright.games.tianxia.rules import prices
from pencilwright.games.tianxia.rules.battle import resolve
from pencilwright.games.tianxia.rules.table import stone_for
from pencilwright.games.tianxia.state import Section, State, tile_at
from pencilwright.solver import cp
from pencilwright.solver.tianxia.last_turns.palace import Palace
from pencilwright.solver.tianxia.last_turns.stretches import MOST

NUMBERS: Final = range(1, SECTIONS + 1)


class Outcome(NamedTuple):
    """What a battle brings a player: points, penalty, own soldiers lost, buildings raided, whether first."""

    points: int
    penalty: int
    lost: int
    depth: int
    first: int


Added = tuple[int, int, int, int, int]
"""Walls, towers, soldiers, double towers added to a section, and strength taken from its nomads."""
Battles = dict[tuple[int, Added], list[tuple[Added, Outcome]]]
"""Section and the most that may be added -> what each battle brings; for all models of a position."""


class Wall(Palace):
    """All actions, and the battles.

    Attributes
    ----------
    lowered : (section, by how much) -> how often nomads are lowered.
    resolved : battles that models of the position have resolved.
    """

    lowered: dict[tuple[int, int], cp.Expr]
    resolved: Battles

    def _military(self) -> None:
        """Walls and towers for stone, soldiers for rice; walls that cards give."""
        model, state, letter = self.model, self.state, self.letter
        self.soldiers: dict[int, list[cp.Expr]] = {n: [] for n in NUMBERS}
        self.stone: dict[str, tuple[int, ...]] = {}
        self.built: dict[tuple[str, int], list[cp.Expr]] = defaultdict(list)
        standing = {part: stone_for(state, letter, f"{part}s") for part in ("wall", "tower")}
        for slot in self.slots:
            here = self.x[slot, "train"]
            every = []
            for at in self.of("in", slot):
                row = {n: self.number(MOST // 4, "soldier", at, n) for n in NUMBERS}
                n_all = self.total(row.values())
                every.append(n_all)
                model.add(n_all <= MOST // 4 * here)
                self.pay(at, "rice", RICE_PER_SOLDIER * n_all)
                self.meeples[at].append(-1 * n_all)
                for n, one in row.items():
                    self.soldiers[n].append(one)
                for tile, space, kind in (("P9", "train", "rice"), ("P10", "fortify", "coin")):
                    if not self._spaces(tile) or (slot, space) not in self.x:
                        continue
                    flag = self.flag(tile, at, slot)
                    model.add(flag <= self.x[slot, space])
                    model.add(flag <= self.held(tile, at))
                    self.win(at, kind, flag)
                    self.owed[at, "soldier any"].append(flag)
            self._step_first(slot, every, here)
            if not self.told.step_alone:
                model.add(self.total(every) >= here)
            for tile in ("P9", "P10"):
                flags = [self.chosen[name] for name in self.chosen if name[0] == tile and name[2:] == (slot,)]
                if flags:
                    model.add(self.total(flags) <= 1)
                    if self.told.step_alone and tile == "P9":
                        model.add(self.total(flags) <= self.total(every))
        p12 = bool(self._spaces("P12")) and letter not in "".join(
            who for space, who in state.governors.items() if tile_at(state, space) == "P12"
        )
        paid_in: dict[int, list[cp.Expr]] = defaultdict(list)
        for part, costs in standing.items():
            whole = [0, *accumulate(costs)]
            cheap = [0, *accumulate(max(cost - 1, 0) for cost in costs)]
            level: cp.Expr = 0
            for at, stretch in enumerate(self.stretches):
                built: cp.Expr = 0
                if stretch.kind == "in" and costs:
                    row = {n: self.number(len(costs), part, at, n) for n in NUMBERS}
                    built = self.total(row.values())
                    model.add(built <= len(costs) * self.x[stretch.slot, "fortify"])
                    paid_in[stretch.slot].append(built)
                    for n, one in row.items():
                        self.built[part, n].append(one)
                    after = self.aux(len(costs), f"{part} after {at}")
                    model.add(after == level + built)
                    price = self.aux(4 * MOST, f"stone for {part} in {at}")
                    new = self.looked_up(after, whole, f"{part} {at}") - self.looked_up(
                        level, whole, f"{part} {at}-"
                    )
                    if p12:
                        low = self.looked_up(after, cheap, f"{part} {at} P12") - self.looked_up(
                            level, cheap, f"{part} {at}- P12"
                        )
                        model.add(price >= low)
                        model.add(price >= new - 4 * MOST * self.held("P12", at))
                    else:
                        model.add(price >= new)
                    self.pay(at, "stone", price)
                    level = after
                if part == "wall" and costs and self._gives_walls():
                    row = {n: self.number(len(costs), "free wall", at, n) for n in NUMBERS}
                    model.add(self.total(row.values()) <= self.total(self.owed[at, "wall"]))
                    for n, one in row.items():
                        self.built[part, n].append(one)
                    after = self.aux(len(costs), f"walls after {at}")
                    model.add(after == level + self.total(row.values()))
                    level = after
        for slot in self.slots:
            if (slot, "fortify") not in self.x:
                continue
            if paid_in[slot]:
                parts = len(self.of("in", slot))
                built_in = [self.total(paid_in[slot][n::parts]) for n in range(parts)]
                self._step_first(slot, built_in, self.x[slot, "fortify"])
            if not any(standing.values()):
                model.add(self.x[slot, "fortify"] == 0)
            elif not self.told.step_alone:
                model.add(self.total(paid_in[slot]) >= self.x[slot, "fortify"])

    def _step_first(self, slot: int, pieces_: Sequence[cp.Expr], here: cp.Expr) -> None:
        """Let the step of a military turn come in no later stretch than its pieces."""
        stretches = self.of("in", slot)
        for n, at in enumerate(stretches[1:], 1):
            for track in TRACKS:
                late = MOST * (2 - self.moved[at, track] - here)
                self.model.add(self.total(pieces_[:n]) <= late)

    def _gives_walls(self) -> bool:
        """Return whether a card in hand gives a wall."""
        return any(effect.kind == "wall" for card in self.own.goals for effect in GOAL[card].benefit)

    def _battles(self) -> None:
        """Every battle as the rules resolve it, for what may be added to its section."""
        model, state, letter = self.model, self.state, self.letter
        self.stands: dict[str, cp.Expr] = {}
        self.attack: list[cp.Expr] = []
        penalties: list[cp.Expr] = []
        returned: list[cp.Expr] = []
        pays = {tile: self._known(self.held(tile, self.last), tile) for tile in ("P6", "P7")}
        for number in NUMBERS:
            section = state.wall[number - 1]
            if not section.battle or state.over:
                continue
            path = state.box.paths[number - 1]
            added = [
                self.total(self.built["wall", number]),
                self.total(self.built["tower", number]),
                self.total(self.soldiers[number]),
                self.doubles[number],
                self.total(by * n for (where, by), n in self.lowered.items() if where == number),
            ]
            most = self._most(number)
            inputs = [self.aux(top, f"{name} in {number}") for name, top in zip("wtsdn", most, strict=True)]
            for one, term in zip(inputs[:4], added[:4], strict=True):
                model.add(one == term)
            over = model.new_bool_var(f"more than the nomads of {number}")
            model.add(added[4] == inputs[4] + over)
            model.add(inputs[4] == most[4]).only_enforce_if(over)
            if (number, most) not in self.resolved:
                self.resolved[number, most] = list(self._outcomes(number, most))
            rows = self.resolved[number, most]
            values = list(zip(*(row[1] for row in rows), strict=True))
            out = [
                self.aux(max(v), f"{name} {number}", min(v))
                for name, v in zip(Outcome._fields, values, strict=True)
            ]
            model.add_allowed_assignments([*inputs, *out], [(*row, *got) for row, got in rows])
            points, penalty, lost, depth, first = out
            if state.round < ROUNDS:  # they return to the supply
                returned.append(lost)
            won_here: list[cp.Expr] = [points]
            penalties.append(penalty)
            everyone = state.box.everyones_pieces
            for tile, n in (
                ("P6", [inputs[0], inputs[1], 2 * inputs[3]]),
                ("P7", [inputs[2]]),
            ):
                rows_ = (
                    (section.walls, section.towers, section.double * 2)
                    if tile == "P6"
                    else (section.soldiers,)
                )
                there = sum(len(row) if everyone else row.count(letter) for row in rows_)
                if self._spaces(tile):
                    won = self.aux(4 * MOST, f"{tile} in {number}")
                    each = 2 if tile == "P6" else 1
                    model.add(won <= each * (there + self.total(n)))
                    model.add(won <= 4 * MOST * pays[tile])
                    won_here.append(won)
            for place, space in enumerate(path):
                old = letter in state.governors.get(space, "")
                mine = 1 if old else self.total(t for (_, s), t in self.placed.items() if s == space)
                if not old and space not in self.offers:
                    continue
                raided = model.new_bool_var(f"raided {space}")
                model.add(depth >= place + 1).only_enforce_if(raided)
                model.add(depth <= place).only_enforce_if(raided.negated())
                stands = self.stands[space] = model.new_bool_var(f"stands {space}")
                model.add(stands <= mine)
                model.add(stands + raided <= 1)
                model.add(stands >= mine - raided)
                returned.append(mine - stands)
                if not old:
                    won_here.append(self.both(stands, first))
                tile = tile_at(state, space)
                if tile in pays:
                    pays[tile] = self.both(pays[tile], raided.negated())
            self.points += won_here
            self.attack += won_here
        self.attack += [state.plan.wall.governor * stands for stands in self.stands.values()]
        self.attack.append(-PENALTY_POINTS * self.total(penalties))
        self._penalty(penalties)
        self.after = self.total([self.left, *returned])

    def _known(self, value: cp.Expr, name: str) -> cp.Expr:
        """Return a flag that is at most a value."""
        flag = self.model.new_bool_var(name)
        self.model.add(flag <= value)
        return flag

    def _most(self, number: int) -> Added:
        """Return how many walls, towers, soldiers, double towers and how much less strength there can be."""
        walls = len(stone_for(self.state, self.letter, "walls")) if self.built["wall", number] else 0
        towers = len(stone_for(self.state, self.letter, "towers")) if self.built["tower", number] else 0
        soldiers = min(self.own.meeples + self._meeples_more(), MOST // 4) if self.soldiers[number] else 0
        double = int(self.told.double) + int(self.may_reach("white", STEPS))
        less = self.state.wall[number - 1].nomads
        lower = less if any(where == number for where, _ in self.lowered) else 0
        return walls, towers, soldiers, double, lower

    def _meeples_more(self) -> int:
        """Return how many meeples may come to the supply."""
        merchants = sum(self.told.merchants.values())
        own = sum(getattr(self.state.barges, barge).count(self.letter) for barge in BARGES)
        return int(merchants + own)

    def _outcomes(self, number: int, most: Added) -> Iterator[tuple[Added, Outcome]]:
        """Yield walls, towers, soldiers, double towers and strength less with what the battle brings."""
        state, letter = self.state, self.letter
        section = state.wall[number - 1]
        for w, t, s, d, less in product(*(range(n + 1) for n in most)):
            added = Section(
                nomads=prices.lower_nomads(section.nomads, less),
                battle=True,
                soldiers=section.soldiers + letter * s,
                walls=section.walls + letter * w,
                towers=section.towers + letter * t,
                double=section.double + letter * d,
            )
            wall = list(state.wall)
            wall[number - 1] = added
            yield (w, t, s, d, less), self._resolved(replace(state, wall=tuple(wall)), number)

    def _resolved(self, state: State, number: int) -> Outcome:
        """Return what a battle brings the player, but for P6 and P7 and the penalty."""
        battle = resolve(state, number)
        own = [gain for gain in battle.gains if gain.player == self.letter]
        points = sum(gain.points for gain in own if gain.step in ("1", "2b", "4"))
        first = any(
            gain.step == "1" and gain.points == max(g.points for g in battle.gains if g.step == "1")
            for gain in own
        )
        lost = battle.soldiers_lost.count(self.letter)
        return Outcome(points, battle.penalty, lost, len(battle.raided), int(first))

    def _penalty(self, penalties: list[cp.Expr]) -> None:
        """Pay a penalty in coins, as far as they go, then in points, as far as there are any."""
        penalty = self.total(penalties)
        paid = self.aux(MOST, "penalty in coins")
        self.model.add(paid <= penalty)
        self.model.add(paid <= self.level[self.last, "coin"])
        unpaid = PENALTY_POINTS * (penalty - paid)
        spared = self.aux(PENALTY_POINTS * MOST, "spared")
        broke = self.model.new_bool_var("no points left for a penalty")
        self.model.add(spared == 0).only_enforce_if(broke.negated())
        self.model.add(spared <= unpaid - self.own.points).only_enforce_if(broke)
        self.points.append(spared - unpaid)
        self.coins_lost = paid
