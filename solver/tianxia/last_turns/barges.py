"""Barge turns: workers put aboard and pushed off, neutral ones too, and the meeples left in the supply."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from typing import NamedTuple

from pencilwright.games.tianxia.cards.catalogue import BONUS, BUILDING, DEMAND, GOAL, MERCHANT
from pencilwright.games.tianxia.cards.effects import parse
from pencilwright.games.tianxia.components import BARGE_PLACES, BARGES, NEUTRAL, REGIONS, RESOURCES
from pencilwright.games.tianxia.rules import prices
from pencilwright.games.tianxia.rules.table import extra_of, tile_of
from pencilwright.solver import cp
from pencilwright.solver.tianxia.last_turns.actions import MANY
from pencilwright.solver.tianxia.last_turns.intervals import MOST
from pencilwright.solver.tianxia.last_turns.shipping import Shipping


class _Tables(NamedTuple):
    """What own workers on a barge cost and push off in all, by how many they are.

    full, cheap : coins, without P17 and with it.
    off : own workers pushed off by own ones alone.
    mixed, names : rows of `_mixed`, and the largest number in each of their columns.
    """

    barge: str
    queue: str
    full: list[int]
    cheap: list[int]
    off: list[int]
    mixed: list[tuple[int, ...]]
    names: list[tuple[str, int]]


@dataclass
class _Level:
    """A barge as it stands at a moment of the model.

    level, neutral, back : own workers and neutral ones put on it, and own ones that came back, since now.
    spent, unpaid : coins paid for workers, and workers that effects put aboard.
    """

    level: cp.Expr = 0
    neutral: cp.Expr = 0
    back: cp.Expr = 0
    spent: list[cp.Expr] = field(default_factory=list)
    unpaid: list[cp.Expr] = field(default_factory=list)


class BargeActions(Shipping):
    """All actions but those of the wall and the palace.

    Attributes
    ----------
    with_strangers : whether neutral workers may go on barges.
    """

    with_strangers: bool

    def _sources(self) -> Iterator[tuple[str, int]]:
        """Yield everything that may ever give something, and how often at most."""
        again = MANY if self.refreshed else 1
        incomes = [tile for tile in BUILDING if BUILDING[tile].kind == "income" and self._spaces(tile)]
        for token in self.tokens:
            tile = tile_of(token.text)
            if tile.kind in BONUS:
                yield tile.shows if tile.kind == "BT-04" else BONUS[tile.kind].effect, again
            if tile.kind == "BT-18":
                yield from ((BUILDING[item].effect, again) for item in (*incomes, self.own.start) if item)
        yield from ((BUILDING[income].effect, 1) for income in incomes)
        yield from ((GOAL[card].discard, 2) for card in self.own.goals)
        rewards = 1 + int(bool(self._spaces("P15"))) + MANY * int(bool(self._spaces("I7")))
        for ship in self.state.plan.deliveries.ships:
            for reward in (*ship.spaces, *ship.taken):
                yield reward, rewards
                yield DEMAND[ship.demand].reward, 1
        yield from ((extra_of(self.state, region), len(self.slots)) for region in REGIONS)
        yield from ((MERCHANT[name].effect, MANY) for name in self.ids)

    def _limits(self) -> None:
        """Reckon how many coins there can ever be, and so how many workers on one barge."""
        coins, workers = self.own.coin + 3 * len(self.slots), 2 + 2 * MANY * int("1A-3" in self.ids)
        for text, n in self._sources():
            for effect in parse(text):
                coins += effect.n * n * int(effect.what == "coin" and effect.n > 0)
                workers += effect.n * n * int(effect.kind == "worker")
        workers += MANY * int("4B-1" in self.ids)
        self.coins, self.unpaid = coins, workers
        price, paid = 0, 0
        while price + max(min(paid, BARGE_PLACES), 1) <= coins:
            price += max(min(paid, BARGE_PLACES), 1)
            paid += 1
        self.barged = paid + workers

    def _barges(self) -> None:
        """Barge turns: 1 coin and 1 for each own worker there; and workers that effects put aboard."""
        self.aboard: dict[tuple[int, str], list[cp.Expr]] = defaultdict(list)
        self.pushed: dict[int, list[cp.Expr]] = defaultdict(list)
        self.turns: dict[tuple[int, str], cp.Expr] = {}
        self._limits()
        for at in self.of("between"):
            for barge in BARGES:
                self.turns[at, barge] = self.number(self.barged, "barge", at, barge)

    def _barged(self) -> None:
        """What workers on barges cost, push off and bring."""
        neutral = self.state.box.neutral_workers - sum(
            getattr(self.state.barges, barge).count(NEUTRAL) for barge in BARGES
        )
        self.strangers: list[tuple[int, cp.Expr]] = []
        self.by_own: dict[int, list[cp.Expr]] = defaultdict(list)
        self.afloat: dict[int, list[cp.Expr]] = defaultdict(list)
        self.in_turn = self.model.new_bool_var("own workers before neutral ones")
        everyone_back = [self._one_barge(barge) for barge in BARGES]
        self.model.add(self.total(number for _, number in self.strangers) <= max(neutral, 0))
        back = self.total([*self.returns, *everyone_back])
        self.model.add(back >= 1).only_enforce_if(self.in_turn.negated())
        for at in self.of("between"):
            self.model.add(self.total(self.cheaper[at]) <= self.uses_of("4B-1", at))

    def _one_barge(self, barge: str) -> cp.Expr:
        """Follow one barge through the round; return how many own workers it has given back at its end."""
        known = self._tables(barge)
        now = _Level()
        for at in range(len(self.stretches)):
            paid, free = self.turns.get((at, barge), 0), self.aboard[at, barge]
            if (at, barge) not in self.turns and not free:
                continue
            after = self.aux(self.barged, f"{barge} barge after {at}")
            self.model.add(after == now.level + paid + self.total(free))
            if (at, barge) in self.turns:
                self._board(known, now, at, paid)
            now.unpaid += free
            workers = paid + self.total(free)
            self.afloat[at].append(known.queue.count(self.letter) + now.level - now.back)
            pushed, new = self._push_off(known, now, at, after)
            self.model.add(new >= now.back)
            self.meeples[at] += [new - now.back, -1 * workers]
            self.pushed[at].append(new - now.back)
            if (at, barge) in self.turns:
                by_own = self.aux(self.barged, f"{barge} pushed by own in {at}")
                self.model.add(by_own <= pushed - now.back + now.neutral)
                self.model.add(by_own <= workers)
                self.by_own[at].append(by_own)
            now.back, now.level = new, after
            self._bring(barge, at, workers)
        return now.back

    def _tables(self, barge: str) -> _Tables:
        """Reckon what so many own workers on a barge cost and push off, from what lies there now."""
        who, queue = self.letter, getattr(self.state.barges, barge)
        own, off, row = [], [0], queue
        for _ in range(self.barged + 1):
            own.append(row.count(who))
            row = who + row
            off.append(off[-1] + (row[BARGE_PLACES:] == who))
            row = row[:BARGE_PLACES]
        mixed: list[tuple[int, ...]] = []
        if self.with_strangers:
            most, p17 = self.coins + 4 * self.unpaid, bool(self._spaces("P17"))
            mixed = [row for row in _mixed(queue, who, self.barged, most, p17=p17) if row[2] <= most]
        size = self.barged + 1
        return _Tables(
            barge,
            queue,
            full=[0, *accumulate(1 + n for n in own)][:size],
            cheap=[0, *accumulate(max(n, 1) for n in own)][:size],
            off=off[:size],
            mixed=mixed,
            names=list(zip("onplms", map(max, zip(*mixed, strict=True)), strict=False)),
        )

    def _board(self, known: _Tables, now: _Level, at: int, paid: cp.Expr) -> None:
        """Pay for own workers of a stretch, and for neutral ones behind them."""
        barge = known.barge
        with_paid = self.aux(self.barged, f"{barge} barge paid by {at}")
        self.model.add(with_paid == now.level + paid)
        price = self.aux(4 * MOST, f"{barge} barge price {at}")
        usual = self.element(with_paid, known.full, f"{barge} {at}")
        usual -= self.element(now.level, known.full, f"{barge} {at}-")
        less: cp.Expr = 0
        if (at, "4B-1") in self.employed:
            less = self.number(MANY, "4B-1", at, barge)
            self.model.add(less <= paid)
            self.cheaper[at].append(less)
        if self._spaces("P17"):
            low = self.element(with_paid, known.cheap, f"{barge} {at} P17")
            low -= self.element(now.level, known.cheap, f"{barge} {at}- P17")
            self.model.add(price >= low - less)
            self.model.add(price >= usual - less - MOST * self.held("P17", at))
        else:
            self.model.add(price >= usual - less)
        self.pay(at, "coin", price)
        now.spent += [price, less]
        if self.with_strangers:
            number = self.number(self.coins, "neutral", at, barge)
            self.strangers.append((at, number))
            cost = self.aux(4 * MOST, f"{barge} barge neutral price {at}")
            self.model.add(cost >= number)
            self.pay(at, "coin", cost)
            self.win(at, barge, number)
            now.neutral = now.neutral + number
            now.spent.append(cost)

    def _push_off(self, known: _Tables, now: _Level, at: int, after: cp.Expr) -> tuple[cp.Expr, cp.Expr]:
        """Return how many own workers own ones alone push off by a stretch, and how many have come back."""
        barge = known.barge
        new = self.aux(self.barged, f"{barge} barge back by {at}")
        pushed = self.element(after, known.off, f"{barge} pushed by {at}")
        if isinstance(now.neutral, int):
            self.model.add(new == pushed)
            return pushed, new
        row = [self.aux(top, f"{name} {barge} {at}") for name, top in known.names]
        self.model.add_allowed_assignments(row, known.mixed)
        self.model.add(row[0] == after)
        self.model.add(row[1] == now.neutral)
        whole = self.total(now.spent) + 4 * self.total(now.unpaid)
        self.model.add(whole >= row[2])
        self.model.add(whole >= row[5]).only_enforce_if(self.in_turn)
        self.model.add(new >= row[3])
        self.model.add(new <= row[4])
        return pushed, new

    def _bring(self, barge: str, at: int, workers: cp.Expr) -> None:
        """Give the goods of a barge, and what P16 and P18 add."""
        self.win(at, barge, workers)
        if self._spaces("P18"):
            paid_for = self.aux(self.barged, f"P18 {barge} {at}")
            self.model.add(paid_for <= workers)
            self.model.add(paid_for <= self.barged * self.held("P18", at))
            self.points.append(paid_for)
        if self._spaces("P16"):
            others = [kind for kind in RESOURCES if kind != barge]
            row = [self.number(MOST, "P16", at, barge, kind) for kind in others]
            self.model.add(self.total(row) <= workers)
            self.model.add(self.total(row) <= MOST * self.held("P16", at))
            for kind, n in zip(others, row, strict=True):
                self.win(at, kind, n)

    @property
    def cheaper(self) -> dict[int, list[cp.Expr]]:
        """Barge turns that merchants make cheaper."""
        if not hasattr(self, "_cheaper"):
            self._cheaper: dict[int, list[cp.Expr]] = defaultdict(list)
        return self._cheaper

    def _supply(self) -> None:
        """Meeples at the end of each stretch; neutral workers only where there is none."""
        level: cp.Expr = self.own.meeples
        self.supply: list[cp.Expr] = []
        by: dict[int, list[cp.Expr]] = defaultdict(list)
        for at, stranger in self.strangers:
            by[at].append(stranger)
        for at in range(len(self.stretches)):
            before = level
            if self.meeples[at]:
                level = self.aux(MOST, f"meeples after {at}")
                self.model.add(level == before + self.total(self.meeples[at]))
            self.supply.append(level)
            taken = [
                var
                for name, var in self.chosen.items()
                if name[0] in ("barge", "worker", "two workers", "soldier", "free soldier", "govern")
                and name[1] == at
            ]
            if self.careful:
                self.model.add(self.total([*taken, *self.come[at]]) <= before)
            if taken and (self.pushed[at] or self.crew[at]):
                around = self.total([before, *self.crew[at], *self.afloat[at]])
                self.model.add(self.total(taken) <= MOST * around)
            self._fill(at, before)
            if by[at]:
                none = self.model.new_bool_var(f"no meeples in {at}")
                self.model.add(self.total(by[at]) <= 2 * MOST * none)
                gone = self.total(
                    var
                    for name, var in self.chosen.items()
                    if name[0] in ("barge", "worker", "two workers", "free soldier", "free govern")
                    and name[1] == at
                )
                merchants = self.aux(MOST, f"merchants before a neutral worker in {at}")
                self.model.add(merchants <= self.total(self.come[at]))
                self.model.add(merchants <= self.total([*self.owed[at, "merchant"], *self.by_own[at]]))
                gone = gone + merchants
                self.model.add(before <= gone).only_enforce_if(none)
        self.left = level

    def must_run_out(self) -> None:
        """Ask only for plans in which a barge could be boarded and no meeple is left for it."""
        flags = []
        for at in self.of("between"):
            flags.append(self.model.new_bool_var(f"run out by {at}"))
            self.model.add(self.supply[at] == 0).only_enforce_if(flags[-1])
            self.model.add(self.level[at, "coin"] >= 1).only_enforce_if(flags[-1])
        self.model.add_bool_or(flags)

    def _fill(self, at: int, before: cp.Expr) -> None:
        """Let merchants that fill an action come from the supply or from elsewhere, not from that action."""
        places = self.state.box.merchant_places
        for index, name in enumerate(self.ids):
            there, used = self.crew[at][index], self.uses_of(name, at)
            if isinstance(there, int) and there >= places:
                continue
            done = self.model.new_bool_var(f"{name} used in {at}")
            self.model.add(used <= MANY * done)
            other = [places * self.uses_of(id_, at) for id_ in self.ids if id_ != name]
            other += [self.chosen["merchant back", at, id_] for id_ in self.ids if id_ != name]
            self.model.add(places - there <= self.total([before, *other, *self.pushed[at]])).only_enforce_if(
                done
            )


def _mixed(
    queue: str, who: str, owns: int, strangers: int, *, p17: bool
) -> list[tuple[int, int, int, int, int, int]]:
    """Return own workers and neutral ones put on a barge with their least price in all, in any order.

    With them the least and the most own workers that are pushed off, and the price when own ones go first.
    """
    edge = {(0, 0): {(queue, 0): 0}}
    results = []
    for own in range(owns + 1):
        row, fixed = queue, 0
        for letter in who * own:
            fixed += prices.barge_price(row.count(who), p17=p17)
            row = (letter + row)[:BARGE_PLACES]
        for neutral in range(strangers + 1):
            here = edge.pop((own, neutral), {})
            backs = [back for _, back in here]
            results.append((own, neutral, min(here.values()), min(backs), max(backs), fixed))
            fixed += prices.barge_price(row.count(who), p17=p17)
            row = (NEUTRAL + row)[:BARGE_PLACES]
            for (there_, back), price in here.items():
                for letter, to in ((who, (own + 1, neutral)), (NEUTRAL, (own, neutral + 1))):
                    after = letter + there_
                    off = back + (after[BARGE_PLACES:] == who)
                    cost = price + prices.barge_price(there_.count(who), p17=p17)
                    there = edge.setdefault(to, {})
                    key = (after[:BARGE_PLACES], off)
                    there[key] = min(cost, there.get(key, cost))
    return results
