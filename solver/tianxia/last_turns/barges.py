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
from pencilwright.games.tianxia.rules.table import extra_of, tile_of
from pencilwright.solver import cp
from pencilwright.solver.tianxia.last_turns.intervals import MOST
from pencilwright.solver.tianxia.last_turns.shipping import Shipping


class _Tables(NamedTuple):
    """What own workers on a barge cost and push off in all, by how many they are.

    full, cheap : coins, without P17 and with it.
    off : own workers pushed off by own ones alone.
    dear : what neutral workers behind them cost more than a coin each, 0 to 3 and more of them
        after each number of own ones, with P17 where it may be had.
    gone : how many of these own ones they push off.
    """

    barge: str
    queue: str
    full: list[int]
    cheap: list[int]
    off: list[int]
    dear: list[int]
    gone: list[int]


@dataclass
class _Level:
    """A barge as it stands at a moment of the model.

    level, back : own workers put on it before the first neutral one, or free, and how many these push off.
    late, own : workers paid for from the first neutral one on, and how many of them are own ones.
    spent : coins paid for them, and saved by merchants.
    unpaid : workers that effects put aboard from the first neutral one on.
    """

    level: cp.Expr = 0
    back: cp.Expr = 0
    late: cp.Expr = 0
    own: cp.Expr = 0
    spent: list[cp.Expr] = field(default_factory=list)
    unpaid: list[cp.Expr] = field(default_factory=list)


class BargeActions(Shipping):
    """All actions but those of the wall and the palace.

    Attributes
    ----------
    strangers : before which turn with a marker the first neutral worker is put aboard; None for none.
    since : the stretch of the first neutral worker.
    """

    strangers: int | None

    def _sources(self) -> Iterator[tuple[str, int]]:
        """Yield everything that may ever give something, and how often at most."""
        again = self.again if self.refreshed else 1
        incomes = [tile for tile in BUILDING if BUILDING[tile].kind == "income" and self._spaces(tile)]
        for token in self.tokens:
            tile = tile_of(token.text)
            if tile.kind in BONUS:
                yield tile.shows if tile.kind == "BT-04" else BONUS[tile.kind].effect, again
            if tile.kind == "BT-18":
                yield from ((BUILDING[item].effect, again) for item in (*incomes, self.own.start) if item)
        yield from ((BUILDING[income].effect, 1) for income in incomes)
        yield from ((GOAL[card].discard, 2) for card in self.own.goals)
        rewards = 1 + int(bool(self._spaces("P15"))) + self.again * int(bool(self._spaces("I7")))
        for ship in self.state.plan.deliveries.ships:
            for reward in (*ship.spaces, *ship.taken):
                yield reward, rewards
                yield DEMAND[ship.demand].reward, 1
        yield from ((extra_of(self.state, region), len(self.slots)) for region in REGIONS)
        yield from ((MERCHANT[name].effect, self.refills) for name in self.ids)

    def most_given(self, *what: str) -> int:
        """Return how many things of some kinds all sources together can give."""
        effects = ((effect, n) for text, n in self._sources() for effect in parse(text))
        return sum(
            effect.n * n for effect, n in effects if effect.n > 0 and {effect.kind, effect.what} & {*what}
        )

    def _limits(self) -> None:
        """Reckon how many coins there can ever be, and so how many workers on one barge."""
        more, free = (self.refills * int(name in self.ids) for name in ("4B-1", "1A-3"))
        self.coins = coins = self.own.coin + 3 * len(self.slots) + self.most_given("coin") + more
        workers = 2 + 2 * free + self.most_given("worker") + more
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
        self.since = len(self.stretches)
        if self.strangers is not None:
            self.since = self.of("between", self.strangers - 1)[0]
        self._limits()
        for at in self.of("between"):
            for barge in BARGES:
                self.turns[at, barge] = self.number(self.barged, "barge", at, barge)

    def _barged(self) -> None:
        """What workers on barges cost, push off and bring."""
        self.off: dict[int, list[cp.Expr]] = defaultdict(list)
        """Own workers that barge turns push off, free ones among them."""
        self.afloat: dict[int, list[cp.Expr]] = defaultdict(list)
        self.cheaper: dict[int, list[cp.Expr]] = defaultdict(list)
        self.late: dict[int, list[cp.Expr]] = defaultdict(list)
        """Workers put aboard from the first neutral one on: those paid for, and others."""
        self.late_free: dict[int, list[cp.Expr]] = defaultdict(list)
        self.gone: dict[int, list[cp.Expr]] = defaultdict(list)
        """Own workers from before the first neutral one pushed off since, and what else may be pushed off."""
        self.beyond: dict[int, list[cp.Expr]] = defaultdict(list)
        self.over: dict[int, list[cp.Expr]] = defaultdict(list)
        """Coins paid from the first neutral one on besides one each, and those for own workers of before."""
        self.late_own: dict[int, list[cp.Expr]] = defaultdict(list)
        for barge in BARGES:
            self._one_barge(barge)
        if self.strangers is not None:
            self.model.add(self.total(self.late[self.since]) >= 1)
            self.model.add(self.used.get(self.strangers, 1) == 1)
            self.model.add(self.total(n for (at, _), n in self.turns.items() if at > self.since) == 0)
        self._push_off_late()
        for at in self.of("between"):
            self.model.add(self.total(self.cheaper[at]) <= self.uses_of("4B-1", at))

    def _push_off_late(self) -> None:
        """Count own workers pushed off from the first neutral one on: at most one by each worker.

        One put aboard since then makes as many workers behind it dearer as there are places before it goes.
        What is taken off for free workers is more than they save.
        """
        most = len(BARGES) * self.coins
        offs: list[cp.Expr] = []
        mores: list[cp.Expr] = []
        free: list[cp.Expr] = []
        for at in sorted({*self.late, *self.late_free}):
            late = self.total([*self.late[at], *self.late_free[at]])
            free += self.late_free[at]
            offs.append(self.aux(most, f"own workers pushed off after neutral ones in {at}"))
            mores.append(self.aux(most, f"own workers back more after neutral ones in {at}", -most))
            self.model.add(offs[-1] <= late)
            self.model.add(mores[-1] <= late)
            self.model.add(mores[-1] >= -1 * late)
            if self._is_neutral(at):  # none but those aboard before the first neutral one bring a meeple more
                self.model.add(self.total(mores) <= self.total([*self.gone[at], *free]))
                self.model.add(self.total(offs) <= self.total([*self.gone[at], *free, *self.beyond[at]]))
                if not self._spaces("P17"):
                    new = self.total(offs) - self.total(self.gone[at]) - 4 * self.total(free)
                    self.model.add(self.total(self.over[at]) >= BARGE_PLACES * new)
            self.pushed[at].append(offs[-1])
            self.meeples[at].append(mores[-1])

    def _is_neutral(self, at: int) -> bool:
        """Return whether neutral workers may be put aboard in a stretch."""
        return at >= self.since and self.stretches[at].kind == "between"

    def _one_barge(self, barge: str) -> None:
        """Follow one barge through the round."""
        known = self._tables(barge)
        now = _Level()
        for at in range(len(self.stretches)):
            paid, free = self.turns.get((at, barge), 0), self.total(self.aboard[at, barge])
            if (at, barge) not in self.turns and not self.aboard[at, barge]:
                continue
            after = self.aux(self.barged, f"{barge} barge after {at}")
            workers = paid + free
            self.model.add(after == now.level + workers)
            if (at, barge) in self.turns:
                self._board(known, now, at, paid)
            if at >= self.since and self.aboard[at, barge]:
                now.unpaid.append(free)
                self.late_free[at].append(free)
            served = workers + (self._strangers(known, now, at, after) if self._is_neutral(at) else 0)
            self.afloat[at].append(known.queue.count(self.letter) + now.level - now.back + now.late)
            pushed = self.element(after, known.off, f"{barge} pushed by {at}")
            off = pushed - now.back
            self.meeples[at] += [off, -1 * workers]
            self.pushed[at].append(off)
            if (at, barge) in self.turns:
                self.off[at].append(off)
            now.back, now.level = pushed, after
            self.win(at, barge, workers)
            self._bring(barge, at, served)

    def _tables(self, barge: str) -> _Tables:
        """Reckon what so many own workers on a barge cost and push off, from what lies there now."""
        who, queue = self.letter, getattr(self.state.barges, barge)
        own, off, row = [], [0], queue
        for _ in range(self.barged + 1):
            own.append(row.count(who))
            row = who + row
            off.append(off[-1] + (row[BARGE_PLACES:] == who))
            row = row[:BARGE_PLACES]
        dear, gone, row, less = list[int](), list[int](), queue, bool(self._spaces("P17"))
        for _ in range(self.barged + 1):
            there = [(NEUTRAL * n + row)[:BARGE_PLACES].count(who) for n in range(BARGE_PLACES)]
            dear += [0, *accumulate(max(n - less, 0) for n in there)]
            gone += [(NEUTRAL * n + row)[BARGE_PLACES:].count(who) for n in range(BARGE_PLACES + 1)]
            row = (who + row)[:BARGE_PLACES]
        size = self.barged + 1
        full = [0, *accumulate(1 + n for n in own)][:size]
        cheap = [0, *accumulate(max(n, 1) for n in own)][:size]
        return _Tables(barge, queue, full, cheap, off[:size], dear, gone)

    def _board(self, known: _Tables, now: _Level, at: int, paid: cp.Expr) -> None:
        """Pay for own workers of a stretch, before neutral ones."""
        barge = known.barge
        with_paid = self.aux(self.barged, f"{barge} barge paid by {at}")
        self.model.add(with_paid == now.level + paid)
        price = self.aux(4 * MOST, f"{barge} barge price {at}")
        usual = self.element(with_paid, known.full, f"{barge} {at}")
        usual -= self.element(now.level, known.full, f"{barge} {at}-")
        less: cp.Expr = 0
        if (at, "4B-1") in self.employed:
            less = self.number(self.refills, "4B-1", at, barge)
            self.model.add(less <= paid)
            self.cheaper[at].append(less)
        if self._spaces("P17"):
            low = self.element(with_paid, known.cheap, f"{barge} {at} P17")
            low -= self.element(now.level, known.cheap, f"{barge} {at}- P17")
            self.model.add(price >= low - less)
            self.model.add(price >= usual - less - (known.full[-1] - known.cheap[-1]) * self.held("P17", at))
        else:
            self.model.add(price >= usual - less)
        self.model.add(price >= paid - less)
        self.pay(at, "coin", price)

    def _strangers(self, known: _Tables, now: _Level, at: int, level: cp.Expr) -> cp.Expr:
        """Pay for workers from the first neutral one on; return how many of them may be own ones.

        An own worker makes as many of those behind it dearer as there are places; together the least where
        own ones come last. With P17 one in so many costs nothing more, wherever it comes.
        """
        barge, model = known.barge, self.model
        number = self.number(self.coins, "neutral", at, barge)
        self.late[at].append(number)
        self.win(at, barge, number)
        cost = self.aux(4 * MOST, f"{barge} barge neutral price {at}")
        self.pay(at, "coin", cost)
        less: cp.Expr = 0
        if (at, "4B-1") in self.employed:
            less = self.number(self.refills, "4B-1", at, barge, "neutral")
            model.add(less <= number)
            self.cheaper[at].append(less)
        model.add(cost >= number - less)
        own: cp.Expr = 0
        if self._spaces("P16") or self._spaces("P18"):
            own = self.aux(self.coins, f"{barge} own after neutral in {at}")
            model.add(own <= number)
            self.late_own[at].append(own)
        now.late, now.own = now.late + number, now.own + own
        now.spent += [cost, less]
        some = self.aux(BARGE_PLACES, f"{barge} neutral, {BARGE_PLACES} at most, by {at}")
        model.add_min_equality(some, [now.late, BARGE_PLACES])
        self.beyond[at].append(now.late - some)
        paid = self.total(now.spent) + 2 * BARGE_PLACES * self.total(now.unpaid)
        there = (BARGE_PLACES + 1) * level + some
        self.gone[at].append(self.element(there, known.gone, f"{barge} gone {at}"))
        more = self.element(there, known.dear, f"{barge} dear {at}")
        self.over[at].append(paid - now.late - more)
        if not isinstance(own, int) and not self._spaces("P17"):
            behind = [min(n, BARGE_PLACES) for n in range(self.coins)]
            more += self.element(now.own, [0, *accumulate(behind)], f"{barge} own dear {at}")
        model.add(paid >= now.late + more)
        return own

    def _bring(self, barge: str, at: int, workers: cp.Expr) -> None:
        """Give what P16 and P18 add to so many own workers."""
        if self._spaces("P18"):
            paid_for = self.aux(self.barged + self.coins, f"P18 {barge} {at}")
            self.model.add(paid_for <= workers)
            self.model.add(paid_for <= (self.barged + self.coins) * self.held("P18", at))
            self.points.append(paid_for)
        if self._spaces("P16"):
            others = [kind for kind in RESOURCES if kind != barge]
            row = [self.number(MOST, "P16", at, barge, kind) for kind in others]
            self.model.add(self.total(row) <= workers)
            self.model.add(self.total(row) <= MOST * self.held("P16", at))
            for kind, n in zip(others, row, strict=True):
                self.win(at, kind, n)

    def _supply(self) -> None:
        """Meeples at the end of each stretch; neutral workers only where there is none."""
        level: cp.Expr = self.own.meeples
        for at in range(len(self.stretches)):
            before = level
            if self.meeples[at]:
                level = self.aux(MOST, f"meeples after {at}")
                self.model.add(level == before + self.total(self.meeples[at]))
            here = [name for name in self.chosen if len(name) > 1 and name[1] == at]
            used = ("barge", "worker", "two workers", "soldier", "free soldier", "govern")
            taken = [self.chosen[name] for name in here if name[0] in used]
            if self.careful:
                self.model.add(self.total([*taken, *self.come[at]]) <= before)
            # The first is there before, or a merchant, or an own worker whom a neutral one pushes off.
            around = self.total([before, *self.crew[at], *(self.afloat[at] if self._is_neutral(at) else [])])
            self.model.add(self.total(taken) <= max(MOST, 3 * self.refills) * around)
            self._fill(at, before)
            returned = self.total(self.returns[at])
            back = self.total([returned, *self.pushed[at]])
            # Each own worker takes a meeple: in the first stretch one that came back in it.
            own = self.total(self.late_own[at])
            self.model.add(own <= before + back)
            if self.late[at] or self.late_free[at]:  # they add one at most, and that where there was none
                self.model.add(level <= before + returned + 1)
            if at == self.since:
                self.model.add(own <= back)
                self.model.add(level <= returned + 1)
                sure = ("barge", "worker", "two workers", "free soldier", "free govern")
                gone = self.total(self.chosen[name] for name in here if name[0] in sure)
                merchants = self.aux(MOST, f"merchants before a neutral worker in {at}")
                self.model.add(merchants <= self.total(self.come[at]))
                self.model.add(merchants <= self.total([*self.owed[at, "merchant"], *self.off[at]]))
                surely = self.total([before, *self.off[at]])
                surely -= self.total(term for barge in BARGES for term in self.aboard[at, barge])
                self.model.add(surely <= gone + merchants)
        self.left = level

    def _fill(self, at: int, before: cp.Expr) -> None:
        """Let merchants that fill an action come from the supply or from elsewhere, not from that action."""
        places = self.state.box.merchant_places
        for index, name in enumerate(self.ids):
            there, used = self.crew[at][index], self.uses_of(name, at)
            if isinstance(there, int) and there >= places:
                continue
            done = self.model.new_bool_var(f"{name} used in {at}")
            self.model.add(used <= self.refills * done)
            other = [places * self.uses_of(id_, at) for id_ in self.ids if id_ != name]
            other += [self.chosen["merchant back", at, id_] for id_ in self.ids if id_ != name]
            self.model.add(places - there <= self.total([before, *other, *self.pushed[at]])).only_enforce_if(
                done
            )
