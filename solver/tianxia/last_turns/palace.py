"""The palace: heights at the end of each stretch, what steps give, and those bought with jade."""

from __future__ import annotations

from collections import defaultdict
from itertools import accumulate

from pencilwright.games.tianxia import components as box
from pencilwright.games.tianxia.rules.play import STEP_POINTS, TILE_STEPS
from pencilwright.games.tianxia.rules.table import FOURTH, tile_of
from pencilwright.games.tianxia.rules.turns.frame import FIFTH, LOW_STEP, MILITARY
from pencilwright.solver import cp
from pencilwright.solver.tianxia.last_turns.actions import SOLDIER
from pencilwright.solver.tianxia.last_turns.barges import BargeActions


class PalaceActions(BargeActions):
    """All actions but those of the wall, with the palace.

    Attributes
    ----------
    heights : where the player stands on each track at first.
    """

    heights: dict[str, int]

    def _climb(self) -> None:
        """Steps bought with jade when passing."""
        self.bought: dict[tuple[int, str], cp.Expr] = {}
        for at in self.of("pass"):
            for track in box.TRACKS:
                n = self.bought[at, track] = self.number(box.JADE_ADVANCES[-1], "advance", at, track)
                self.steps[at, track].append(n)

    def _palace(self) -> None:
        """Heights at the end of each stretch, and what the steps reached give."""
        model = self.model
        self.fifths: dict[int, list[cp.Expr]] = defaultdict(list)
        self.height: dict[tuple[int, str], cp.Expr] = {}
        self.reached: dict[tuple[int, str, int], cp.Expr] = {}
        for at in range(len(self.stretches)):  # P11 goes a step further in military turns
            stretch = self.stretches[at]
            for track in box.TRACKS:
                if (at, track) in self.moved and self._spaces("P11"):
                    here = self.total(self.x.get((stretch.slot, space), 0) for space in MILITARY)
                    self.steps[at, track].append(self.both(self.moved[at, track], here, self.held("P11", at)))
        free: dict[int, dict[str, list[cp.Expr]]] = {}
        for at in range(len(self.stretches)):
            for what in ("any", "lowest"):
                if self.owed[at, f"track {what}"]:
                    row = [self.number(self.again, "track", at, track, what) for track in box.TRACKS]
                    model.add(self.total(row) <= self.total(self.owed[at, f"track {what}"]))
                    for track, n in zip(box.TRACKS, row, strict=True):
                        self.steps[at, track].append(n)
                        free.setdefault(at, {}).setdefault(f"{what} {track}", []).append(n)
        for track in box.TRACKS:
            height: cp.Expr = self.heights[track]
            for at in range(len(self.stretches)):
                if self.steps[at, track]:
                    new = self.aux(box.STEPS, f"{track} after {at}")
                    model.add(new == height + self.total(self.steps[at, track]))
                    height = new
                self.height[at, track] = height
        for at, rows in free.items():
            for track in box.TRACKS:
                for lifted in rows.get(f"lowest {track}", ()):
                    low = model.new_bool_var(f"{track} lowest in {at}")
                    model.add(lifted <= self.again * low)
                    for other in box.TRACKS:
                        before = self.height.get((at - 1, track), self.heights[track])
                        model.add(before <= self.height[at, other]).only_enforce_if(low)
        for track in box.TRACKS:
            for step in (LOW_STEP, FOURTH, FIFTH, 7, box.STEPS):
                if self.may_reach(track, step):
                    for at in range(len(self.stretches)):
                        self._reach(at, track, step)
        for track in box.TRACKS:
            self._rewards(track)

    def _reach(self, at: int, track: str, step: int) -> None:
        """Note whether a step is reached by the end of a stretch."""
        if not self.steps[at, track]:
            self.reached[at, track, step] = self.reached.get((at - 1, track, step), 0)
            return
        flag = self.reached[at, track, step] = self.model.new_bool_var(f"{track} {step} by {at}")
        self.model.add(self.height[at, track] >= step).only_enforce_if(flag)
        self.model.add(self.height[at, track] < step).only_enforce_if(flag.negated())

    def newly(self, at: int, track: str, step: int) -> cp.Expr:
        """Return whether a step is reached in a stretch."""
        if not self.may_reach(track, step):
            return 0
        return self.reached[at, track, step] - self.reached.get((at - 1, track, step), 0)

    def _rewards(self, track: str) -> None:
        """Note what the steps of a track give."""
        for at in range(len(self.stretches)):
            if not self.steps[at, track] and not (track == "black" and at == self.last):
                continue
            for step in TILE_STEPS:
                row = [
                    self.taken[at, i]
                    for i, token in enumerate(self.tokens)
                    if token.where == "cell" and token.at == f"{track}-{step}"
                ]
                if row:
                    self.model.add(self.total(row) == self.newly(at, track, step))
            self._fifth(at, track, self.newly(at, track, FIFTH))
            self.points.append(STEP_POINTS.get((track, box.STEPS), 0) * self.newly(at, track, box.STEPS))
            if track == "red":
                self.cards.append(self.newly(at, track, box.STEPS))
        for at in range(len(self.stretches)):
            if not self.steps[at, track]:  # nothing is taken where no step is gone
                for i, token in enumerate(self.tokens):
                    if token.where == "cell" and token.at.startswith(f"{track}-"):
                        self.model.add(self.taken[at, i] == 0)
            name = "1A-3"
            if (at, name) in self.employed:
                reach = self.reached.get((at, track, FIFTH), int(self.heights[track] >= FIFTH))
                n = self.number(self.refills, "fifth", at, track)
                self.model.add(n <= self.refills * reach)
                self.fifths[at].append(n)
                self._fifth(at, track, n, "again")
        if track == "black":
            until: list[cp.Expr] = [int(self.typed_plan.bonus)]
            for at in range(len(self.stretches)):
                until.append(self.newly(at, track, box.STEPS))
                done = [flag for when in range(at + 1) for flag in self.bonus[when]]
                if done:
                    self.model.add(self.total(done) <= self.total(until))
        if track == "white":
            reach = self.reached.get((self.last, track, box.STEPS), 0)
            self.doubles = {n: self.number(2, "double", n) for n in range(1, box.SECTIONS + 1)}
            self.model.add(self.total(self.doubles.values()) <= int(self.typed_plan.double) + reach)

    def _fifth(self, at: int, track: str, n: cp.Expr, *again: str) -> None:
        """Note the reward of step 5; `again` names the decisions of one taken once more."""
        if isinstance(n, int) and not n:
            return
        if track == "white":
            self.gain(at, (SOLDIER, SOLDIER._replace(kind="nomad", n=-2, what="")), n)
        elif track == "red":
            self.cards.append(n)
        elif track == "black":
            row = [self.number(self.refills, "two workers", at, barge, *again) for barge in box.BARGES]
            for item in row:
                self.model.add(item <= n)
            self.model.add(self.total(row) <= 2 * n)
            for barge, item in zip(box.BARGES, row, strict=True):
                self.aboard[at, barge].append(item)
        else:
            self.points.append(STEP_POINTS[track, FIFTH] * n)

    def _discounts(self) -> None:
        """Merchant actions that change a shipping action are used in its stretch."""
        alone = [[at] for at in (*self.of("between"), *self.of("pass"))]
        for row in [*(self.of("in", slot) for slot in self.slots), *alone]:
            for name in ("3A-1", "3B-1", "4A-2", "4B-2"):
                flags = [flag for at in row for flag in self.discounts[at, name]]
                if flags:
                    self.model.add(self.total(flags) <= self.total(self.uses_of(name, at) for at in row))

    def _jade(self) -> None:
        """Figurines, the steps they allow when passing, and what these cost."""
        model = self.model
        new = []
        for kind, terms in self.figures.items():
            count = self.total(terms)
            extra = self.total(self.employed.get((at, "3A-2"), 0) for at in range(len(self.stretches)))
            item = self.aux(len(terms), f"figurine {kind}")
            model.add(item <= count)
            model.add(item <= int(kind not in self.typed_plan.jade) + extra)
            new.append(item)
        self.jade = self.aux(len(box.JADE_POINTS) - 1, "figurines")
        model.add(self.jade <= self.own.jade + self.total(new))
        steps = self.aux(box.JADE_ADVANCES[-1], "advances")
        model.add(steps == self.total(self.bought.values()))
        model.add(steps <= self.element(self.jade, box.JADE_ADVANCES, "advances allowed"))
        passing = self.of("pass")
        cells = [tile_of(token.text).kind == "BT-01" and token.where == "cell" for token in self.tokens]
        fresh = [term for (at, i), term in self.taken.items() if at in passing and cells[i]]
        other = self.total(n for at in passing for track in box.TRACKS for n in self.steps[at, track]) - steps
        if fresh:  # a figurine on a palace step comes too late for the advance that reaches it
            for n in range(1, box.JADE_ADVANCES[-1] + 1):
                needed = next(j for j, allowed in enumerate(box.JADE_ADVANCES) if allowed >= n)
                bought = model.new_bool_var(f"{n} advances")
                model.add(steps >= n).only_enforce_if(bought)
                model.add(steps < n).only_enforce_if(bought.negated())
                had = self.own.jade + self.total(new) - self.total(fresh) + other + n - 1
                model.add(had >= needed).only_enforce_if(bought)

    def _pay_jade(self) -> None:
        """Pay the steps bought, 1 coin less each with 3B-2."""
        model = self.model
        prices = [0, *accumulate(box.JADE_PRICES)]
        level: cp.Expr = 0
        for at in self.of("pass"):
            after = self.aux(box.JADE_ADVANCES[-1], f"advances by {at}")
            model.add(after == level + self.total(self.bought[at, track] for track in box.TRACKS))
            price = self.aux(prices[-1], f"coins for jade in {at}")
            usual = self.element(after, prices, f"jade {at}") - self.element(level, prices, f"jade {at}-")
            n = after - level
            if self.state.plan.jade.cheaper:
                model.add(price >= usual - n)
            elif "3B-2" in self.ids:
                less = model.new_bool_var(f"3B-2 {at}")
                model.add(
                    less <= self.total(self.uses_of("3B-2", when) for when in self.of("pass") if when <= at)
                )
                model.add(price >= usual - n)
                model.add(price >= usual).only_enforce_if(less.negated())
            else:
                model.add(price >= usual)
            self.pay(at, "coin", price)
            level = after
