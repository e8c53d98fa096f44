"""The model of the last turns: every action, the battles of the attack phase, and what is counted after it.

Its optimum is never below what the rules allow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from msgspec.structs import replace

from pencilwright.games.tianxia import goals, rules
from pencilwright.games.tianxia.battle import resolve
from pencilwright.games.tianxia.catalogue import GOAL
from pencilwright.games.tianxia.commands import KINDS, in_amounts, port_of, stone_for
from pencilwright.games.tianxia.components import (
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
)
from pencilwright.games.tianxia.state import Section, State, pieces, tile_at
from pencilwright.solver.tianxia import cp, leftovers
from pencilwright.solver.tianxia.last_turns.actions import MOST, TENTHS, Actions


class Outcome(NamedTuple):
    """What a battle brings a player: points, penalty, own soldiers lost, buildings raided."""

    points: int
    penalty: int
    lost: int
    depth: int


class Turns(Actions):
    """The model of everything."""

    def __init__(self, state: State, letter: str, first: Sequence[str]) -> None:
        super().__init__(state, letter, first)
        self._battles()
        self._goals()

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
