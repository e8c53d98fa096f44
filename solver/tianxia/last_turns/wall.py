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


Added = tuple[int, ...]
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
            if (slot, "fortify") in self.x and not any(standing.values()):
                self.model.add(self.x[slot, "fortify"] == 0)
            elif (slot, "fortify") in self.x and not self.typed_plan.step_alone:
                self.model.add(self.total(paid_in[slot]) >= self.x[slot, "fortify"])

    def _train(self, slot: int) -> None:
        """Soldiers for rice in a turn of the training space, and those that P9 and P10 add."""
        model, here = self.model, self.x[slot, "train"]
        every = []
        for at in self.of("in", slot):
            most = min(self.soldiers_left, MOST // 4)
            row = {n: self.number(most, "soldier", at, n) for n in NUMBERS}
            n_all = self.total(row.values())
            every.append(n_all)
            model.add(n_all <= most * here)
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
                    self.model.add(price >= new - (whole[-1] - cheap[-1]) * self.held("P12", at))
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

    def _gives_walls(self) -> bool:
        """Return whether a card in hand gives a wall."""
        return any(effect.kind == "wall" for card in self.own.goals for effect in GOAL[card].benefit)

    def _battles(self) -> None:
        """Every battle as the rules resolve it, for what may be added to its section."""
        self.stands: dict[str, cp.Expr] = {}
        self.attack: list[cp.Expr] = []
        penalties: list[cp.Expr] = []
        worst = 0
        returned: list[cp.Expr] = []
        pays = {tile: self.both(self.held(tile, self.last)) for tile in ("P6", "P7")}
        for number in NUMBERS:
            if not self.state.wall[number - 1].battle or self.state.over:
                continue
            pieces, out = self._battle(number)
            penalties.append(out["penalty"])
            worst += max(outcome.penalty for _, outcome in self.resolved[number, self._most(number)])
            if self.state.round < box.ROUNDS:  # they return to the supply
                returned.append(out["lost"])
            won = [out["points"], *self._pay_for_pieces(number, pieces, pays)]
            for place, space in enumerate(self.state.box.paths[number - 1]):
                self._raid(place, space, out, won, returned, pays)
            self.points += won
            self.attack += won
        self.attack += [self.state.plan.wall.governor * stands for stands in self.stands.values()]
        self.attack.append(-box.PENALTY_POINTS * self.total(penalties))
        self._penalty(penalties, worst)
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
        if (number, most) not in self.resolved:
            self.resolved[number, most] = _without_surplus(dict(self._outcomes(number, most)), most)
        rows = self.resolved[number, most]
        inputs = []
        for name, term, top, cap in zip("wtsdn", added, most, rows[-1][0], strict=True):
            inputs.append(self.aux(cap, f"{name} in {number}"))
            rest = top - cap + int(name == "n")  # nomads are taken by twos too, so one more than there are
            more = self.aux(rest, f"{name} in {number} besides")
            over = self.model.new_bool_var(f"more {name} than count in {number}")
            self.model.add(term == inputs[-1] + more)
            self.model.add(inputs[-1] >= cap * over)
            self.model.add(more <= rest * over)
        values = list(zip(*(row[1] for row in rows), strict=True))
        out = {
            name: self.aux(max(column), f"{name} {number}", min(column))
            for name, column in zip(BattleOutcome._fields, values, strict=True)
        }
        self.model.add_allowed_assignments([*inputs, *out.values()], [(*row, *got) for row, got in rows])
        return added, out

    def _pay_for_pieces(
        self, number: int, pieces: Sequence[cp.Expr], pays: Mapping[str, cp.Expr]
    ) -> Iterator[cp.Expr]:
        """Yield what P6 and P7 pay for the pieces on a section, where they stand when it is attacked."""
        section = self.state.wall[number - 1]
        everyone = self.state.box.everyones_pieces
        walls = (section.walls, section.towers, section.double * 2)
        most = self._most(number)
        for tile, each, new, rows, top in (
            ("P6", 2, [pieces[0], pieces[1], 2 * pieces[3]], walls, most[0] + most[1] + 2 * most[3]),
            ("P7", 1, [pieces[2]], (section.soldiers,), most[2]),
        ):
            there = sum(len(row) if everyone else row.count(self.letter) for row in rows)
            if self._spaces(tile):
                won = self.aux(each * (there + top), f"{tile} in {number}")
                self.model.add(won <= each * (there + self.total(new)))
                self.model.add(won <= each * (there + top) * pays[tile])
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

    def _most(self, number: int) -> Added:
        """Return how many walls, towers, soldiers, double towers and how much less strength there can be."""
        walls = len(stone_for(self.state, self.letter, "walls")) if self.built["wall", number] else 0
        towers = len(stone_for(self.state, self.letter, "towers")) if self.built["tower", number] else 0
        soldiers = min(self.soldiers_left, MOST // 4) if self.soldiers[number] else 0
        double = int(self.typed_plan.double) + int(self.may_reach("white", box.STEPS))
        less = self.state.wall[number - 1].nomads
        lower = less if any(where == number for where, _ in self.lowered) else 0
        return walls, towers, soldiers, double, lower

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
        lost = battle.soldiers_lost.count(self.letter) if state.round < box.ROUNDS else 0
        return BattleOutcome(points, battle.penalty, lost, len(battle.raided), int(first))

    def _penalty(self, penalties: list[cp.Expr], worst: int) -> None:
        """Pay a penalty, `worst` at most, in coins as far as they go, then in points as far as they do."""
        penalty = self.total(penalties)
        paid = self.aux(worst, "penalty in coins")
        self.model.add(paid <= penalty)
        self.model.add(paid <= self.level[self.last, "coin"])
        unpaid = box.PENALTY_POINTS * (penalty - paid)
        spared = self.aux(box.PENALTY_POINTS * worst - self.own.points, "spared")
        broke = self.model.new_bool_var("no points left for a penalty")
        self.model.add(spared == 0).only_enforce_if(broke.negated())
        self.model.add(spared <= unpaid - self.own.points).only_enforce_if(broke)
        self.points.append(spared - unpaid)
        self.coins_lost = paid


def _without_surplus(rows: dict[Added, BattleOutcome], most: Added) -> list[tuple[Added, BattleOutcome]]:
    """Return the rows with no more of anything than makes a difference, that with most of all last."""
    for at in range(len(most)):
        while most[at]:
            less = (*most[:at], most[at] - 1, *most[at + 1 :])
            if any(
                rows[row] != rows[*row[:at], less[at], *row[at + 1 :]] for row in rows if row[at] == most[at]
            ):
                break
            rows, most = {row: got for row, got in rows.items() if row[at] < most[at]}, less
    return sorted(rows.items())
