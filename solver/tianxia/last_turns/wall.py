"""The wall: pieces for stone and rice, and every battle as the rules resolve it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, product
from typing import Final, NamedTuple

from msgspec.structs import replace

from pencilwright.games.tianxia import components as box
from pencilwright.games.tianxia.cards.catalogue import GOAL
from pencilwright.games.tianxia.rules import prices
from pencilwright.games.tianxia.rules.battle import resolve
from pencilwright.games.tianxia.rules.table import stone_for
from pencilwright.games.tianxia.state import Section, State, tile_at
from pencilwright.solver import cp
from pencilwright.solver.tianxia.last_turns.intervals import MOST
from pencilwright.solver.tianxia.last_turns.palace import PalaceActions

NUMBERS: Final = range(1, box.SECTIONS + 1)


class BattleOutcome(NamedTuple):
    """What a battle brings a player: points, penalty, own soldiers lost, buildings raided, whether first."""

    points: int
    penalty: int
    lost: int
    depth: int
    first: int


Added = tuple[int, int, int, int, int]
"""Walls, towers, soldiers, double towers added to a section, and strength taken from its nomads."""
Battles = dict[tuple[int, Added], list[tuple[Added, BattleOutcome]]]
"""Section and the most that may be added -> what each battle brings; for all models of a position."""


class Wall(PalaceActions):
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
        self.soldiers: dict[int, list[cp.Expr]] = {n: [] for n in NUMBERS}
        self.stone: dict[str, tuple[int, ...]] = {}
        self.built: dict[tuple[str, int], list[cp.Expr]] = defaultdict(list)
        standing = {part: stone_for(self.state, self.letter, f"{part}s") for part in ("wall", "tower")}
        for slot in self.slots:
            self._train(slot)
        with_p12 = bool(self._spaces("P12")) and self.letter not in "".join(
            who for space, who in self.state.governors.items() if tile_at(self.state, space) == "P12"
        )
        paid_in: dict[int, list[cp.Expr]] = defaultdict(list)
        for part, costs in standing.items():
            self._build(part, costs, paid_in, with_p12=with_p12)
        for slot in self.slots:
            if (slot, "fortify") in self.x:
                self._fortify(slot, paid_in[slot], can_build=any(standing.values()))

    def _train(self, slot: int) -> None:
        """Soldiers for rice in a turn of the training space, and those that P9 and P10 add."""
        model, here = self.model, self.x[slot, "train"]
        every = []
        for at in self.of("in", slot):
            row = {n: self.number(MOST // 4, "soldier", at, n) for n in NUMBERS}
            n_all = self.total(row.values())
            every.append(n_all)
            model.add(n_all <= MOST // 4 * here)
            self.pay(at, "rice", box.RICE_PER_SOLDIER * n_all)
            self.meeples[at].append(-1 * n_all)
            for n, number in row.items():
                self.soldiers[n].append(number)
            for tile, space, kind in (("P9", "train", "rice"), ("P10", "fortify", "coin")):
                if not self._spaces(tile) or (slot, space) not in self.x:
                    continue
                flag = self.flag(tile, at, slot)
                model.add(flag <= self.x[slot, space])
                model.add(flag <= self.held(tile, at))
                self.win(at, kind, flag)
                self.owed[at, "soldier any"].append(flag)
        self._step_first(slot, every, here)
        if not self.typed_plan.step_alone:
            model.add(self.total(every) >= here)
        for tile in ("P9", "P10"):
            flags = [self.chosen[name] for name in self.chosen if name[0] == tile and name[2:] == (slot,)]
            if flags:
                model.add(self.total(flags) <= 1)
                if self.typed_plan.step_alone and tile == "P9":
                    model.add(self.total(flags) <= self.total(every))

    def _build(
        self, part: str, costs: Sequence[int], paid_in: dict[int, list[cp.Expr]], *, with_p12: bool
    ) -> None:
        """Walls or towers: those of the fortifying space for stone, in their order, and those of cards.

        costs : stone of each piece that is left, in the order in which they are built.
        paid_in : turn -> pieces built for stone in each of its stretches, added to here.
        """
        whole = [0, *accumulate(costs)]
        cheap = [0, *accumulate(max(cost - 1, 0) for cost in costs)]
        level: cp.Expr = 0
        for at, stretch in enumerate(self.stretches):
            if stretch.kind == "in" and costs:
                row = {n: self.number(len(costs), part, at, n) for n in NUMBERS}
                built = self.total(row.values())
                self.model.add(built <= len(costs) * self.x[stretch.slot, "fortify"])
                paid_in[stretch.slot].append(built)
                after = self._raise(part, row, len(costs), level, f"{part} after {at}")
                price = self.aux(4 * MOST, f"stone for {part} in {at}")
                new = self.element(after, whole, f"{part} {at}")
                new -= self.element(level, whole, f"{part} {at}-")
                if with_p12:
                    low = self.element(after, cheap, f"{part} {at} P12")
                    low -= self.element(level, cheap, f"{part} {at}- P12")
                    self.model.add(price >= low)
                    self.model.add(price >= new - 4 * MOST * self.held("P12", at))
                else:
                    self.model.add(price >= new)
                self.pay(at, "stone", price)
                level = after
            if part == "wall" and costs and self._gives_walls():
                row = {n: self.number(len(costs), "free wall", at, n) for n in NUMBERS}
                self.model.add(self.total(row.values()) <= self.total(self.owed[at, "wall"]))
                level = self._raise(part, row, len(costs), level, f"walls after {at}")

    def _raise(self, part: str, row: Mapping[int, cp.Expr], most: int, level: cp.Expr, name: str) -> cp.Expr:
        """Add pieces to their sections; return how many stand then of `most`."""
        for n, number in row.items():
            self.built[part, n].append(number)
        after = self.aux(most, name)
        self.model.add(after == level + self.total(row.values()))
        return after

    def _fortify(self, slot: int, paid: Sequence[cp.Expr], *, can_build: bool) -> None:
        """Let a turn of the fortifying space build something, after its step."""
        here = self.x[slot, "fortify"]
        if paid:
            parts = len(self.of("in", slot))
            self._step_first(slot, [self.total(paid[n::parts]) for n in range(parts)], here)
        if not can_build:
            self.model.add(here == 0)
        elif not self.typed_plan.step_alone:
            self.model.add(self.total(paid) >= here)

    def _step_first(self, slot: int, pieces_: Sequence[cp.Expr], here: cp.Expr) -> None:
        """Let the step of a military turn come in no later stretch than its pieces."""
        stretches = self.of("in", slot)
        for n, at in enumerate(stretches[1:], 1):
            for track in box.TRACKS:
                late = MOST * (2 - self.moved[at, track] - here)
                self.model.add(self.total(pieces_[:n]) <= late)

    def _gives_walls(self) -> bool:
        """Return whether a card in hand gives a wall."""
        return any(effect.kind == "wall" for card in self.own.goals for effect in GOAL[card].benefit)

    def _battles(self) -> None:
        """Every battle as the rules resolve it, for what may be added to its section."""
        self.stands: dict[str, cp.Expr] = {}
        self.attack: list[cp.Expr] = []
        penalties: list[cp.Expr] = []
        returned: list[cp.Expr] = []
        pays = {tile: self._known(self.held(tile, self.last), tile) for tile in ("P6", "P7")}
        for number in NUMBERS:
            if not self.state.wall[number - 1].battle or self.state.over:
                continue
            pieces, out = self._battle(number)
            penalties.append(out["penalty"])
            if self.state.round < box.ROUNDS:  # they return to the supply
                returned.append(out["lost"])
            won = [out["points"], *self._pay_for_pieces(number, pieces, pays)]
            for place, space in enumerate(self.state.box.paths[number - 1]):
                self._raid(place, space, out, won, returned, pays)
            self.points += won
            self.attack += won
        self.attack += [self.state.plan.wall.governor * stands for stands in self.stands.values()]
        self.attack.append(-box.PENALTY_POINTS * self.total(penalties))
        self._penalty(penalties)
        self.after = self.total([self.left, *returned])

    def _battle(self, number: int) -> tuple[Sequence[cp.Expr], Mapping[str, cp.Expr]]:
        """Return what is added to a section, as `Added`, and the outcome of its battle by field."""
        added = [
            self.total(self.built["wall", number]),
            self.total(self.built["tower", number]),
            self.total(self.soldiers[number]),
            self.doubles[number],
            self.total(by * n for (where, by), n in self.lowered.items() if where == number),
        ]
        most = self._most(number)
        inputs = [self.aux(top, f"{name} in {number}") for name, top in zip("wtsdn", most, strict=True)]
        for piece, term in zip(inputs[:4], added[:4], strict=True):
            self.model.add(piece == term)
        over = self.model.new_bool_var(f"more than the nomads of {number}")
        self.model.add(added[4] == inputs[4] + over)
        self.model.add(inputs[4] == most[4]).only_enforce_if(over)
        if (number, most) not in self.resolved:
            self.resolved[number, most] = list(self._outcomes(number, most))
        rows = self.resolved[number, most]
        values = list(zip(*(row[1] for row in rows), strict=True))
        out = {
            name: self.aux(max(column), f"{name} {number}", min(column))
            for name, column in zip(BattleOutcome._fields, values, strict=True)
        }
        self.model.add_allowed_assignments([*inputs, *out.values()], [(*row, *got) for row, got in rows])
        return inputs, out

    def _pay_for_pieces(
        self, number: int, pieces: Sequence[cp.Expr], pays: Mapping[str, cp.Expr]
    ) -> Iterator[cp.Expr]:
        """Yield what P6 and P7 pay for the pieces on a section, where they stand when it is attacked."""
        section = self.state.wall[number - 1]
        everyone = self.state.box.everyones_pieces
        walls = (section.walls, section.towers, section.double * 2)
        for tile, each, new, rows in (
            ("P6", 2, [pieces[0], pieces[1], 2 * pieces[3]], walls),
            ("P7", 1, [pieces[2]], (section.soldiers,)),
        ):
            there = sum(len(row) if everyone else row.count(self.letter) for row in rows)
            if self._spaces(tile):
                won = self.aux(4 * MOST, f"{tile} in {number}")
                self.model.add(won <= each * (there + self.total(new)))
                self.model.add(won <= 4 * MOST * pays[tile])
                yield won

    def _raid(
        self,
        place: int,
        space: str,
        out: Mapping[str, cp.Expr],
        won: list[cp.Expr],
        returned: list[cp.Expr],
        pays: dict[str, cp.Expr],
    ) -> None:
        """Raid a building on the path of an attack, or let its governor stand.

        place : how many buildings are raided before it.
        won, returned, pays : points, governors that come back, tiles that still pay; changed here.
        """
        old = self.letter in self.state.governors.get(space, "")
        mine = 1 if old else self.total(flag for (_, where), flag in self.placed.items() if where == space)
        if not old and space not in self.offers:
            return
        raided = self.model.new_bool_var(f"raided {space}")
        self.model.add(out["depth"] >= place + 1).only_enforce_if(raided)
        self.model.add(out["depth"] <= place).only_enforce_if(raided.negated())
        stands = self.stands[space] = self.model.new_bool_var(f"stands {space}")
        self.model.add(stands <= mine)
        self.model.add(stands + raided <= 1)
        self.model.add(stands >= mine - raided)
        returned.append(mine - stands)
        if not old:
            won.append(self.both(stands, out["first"]))
        tile = tile_at(self.state, space)
        if tile in pays:
            pays[tile] = self.both(pays[tile], raided.negated())

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
        double = int(self.typed_plan.double) + int(self.may_reach("white", box.STEPS))
        less = self.state.wall[number - 1].nomads
        lower = less if any(where == number for where, _ in self.lowered) else 0
        return walls, towers, soldiers, double, lower

    def _meeples_more(self) -> int:
        """Return how many meeples may come to the supply."""
        merchants = sum(self.typed_plan.merchants.values())
        own = sum(getattr(self.state.barges, barge).count(self.letter) for barge in box.BARGES)
        return int(merchants + own)

    def _outcomes(self, number: int, most: Added) -> Iterator[tuple[Added, BattleOutcome]]:
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

    def _resolved(self, state: State, number: int) -> BattleOutcome:
        """Return what a battle brings the player, but for P6 and P7 and the penalty."""
        battle = resolve(state, number)
        own_gains = [gain for gain in battle.gains if gain.player == self.letter]
        points = sum(gain.points for gain in own_gains if gain.step in ("1", "2b", "4"))
        first = any(
            gain.step == "1" and gain.points == max(g.points for g in battle.gains if g.step == "1")
            for gain in own_gains
        )
        lost = battle.soldiers_lost.count(self.letter)
        return BattleOutcome(points, battle.penalty, lost, len(battle.raided), int(first))

    def _penalty(self, penalties: list[cp.Expr]) -> None:
        """Pay a penalty in coins, as far as they go, then in points, as far as there are any."""
        penalty = self.total(penalties)
        paid = self.aux(MOST, "penalty in coins")
        self.model.add(paid <= penalty)
        self.model.add(paid <= self.level[self.last, "coin"])
        unpaid = box.PENALTY_POINTS * (penalty - paid)
        spared = self.aux(box.PENALTY_POINTS * MOST, "spared")
        broke = self.model.new_bool_var("no points left for a penalty")
        self.model.add(spared == 0).only_enforce_if(broke.negated())
        self.model.add(spared <= unpaid - self.own.points).only_enforce_if(broke)
        self.points.append(spared - unpaid)
        self.coins_lost = paid
