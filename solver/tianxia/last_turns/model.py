"""The model of the rest of the round: the wall, barges, palace, battles, and what is counted after them.

Its optimum is never below what the rules allow.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate, product
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from pencilwright.games.tianxia import goals, rules
from pencilwright.games.tianxia.acts import KINDS, MERCHANT, STEP_POINTS, TILE_STEPS, advanced, stone_for
from pencilwright.games.tianxia.battle import resolve
from pencilwright.games.tianxia.catalogue import BONUS, BUILDING, DEMAND, GOAL
from pencilwright.games.tianxia.components import (
    BARGE_PLACES,
    BARGES,
    GOALS_SCORED,
    GOODS,
    ITEMS_PER_POINT,
    JADE_ADVANCES,
    JADE_POINTS,
    JADE_PRICES,
    NEUTRAL,
    PENALTY_POINTS,
    REGIONS,
    RESOURCES,
    RICE_PER_SOLDIER,
    ROUNDS,
    SECTIONS,
    SPACE_IDS,
    STEPS,
    TRACKS,
)
from pencilwright.games.tianxia.effects import parse
from pencilwright.games.tianxia.state import Section, State, pieces, step_of, tile_at
from pencilwright.games.tianxia.turns import FIFTH, FOURTH, LOW_STEP, MILITARY, extra_of, tile_of
from pencilwright.solver.tianxia.last_turns.actions import MANY, SOLDIER, Actions
from pencilwright.solver.tianxia.last_turns.stages import MOST

NUMBERS: Final = range(1, SECTIONS + 1)


COUNTED: Final = {"I5": ("wall", "free wall", "soldier", "free soldier"), "I6": ("tower",)}
"""What an income building counts."""


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


class Rest(Actions):
    """The model of everything.

    Parameters
    ----------
    fine : into how many parts each stretch is cut.
    strangers : whether neutral workers may go on barges.
    careful : see Ledger. passes : see Ledger.
    climbs : whether steps may be gone on the palace tracks.
    battles : battles that other models of the position have resolved; new ones are added.
    """

    def __init__(
        self,
        state: State,
        letter: str,
        fine: int = 1,
        *,
        strangers: bool = True,
        careful: bool = False,
        passes: bool = True,
        climbs: bool = True,
        battles: Battles | None = None,
    ) -> None:
        self.resolved = {} if battles is None else battles
        self.with_strangers = strangers
        self.heights = {track: step_of(state, track, letter) if climbs else 0 for track in TRACKS}
        self.farther = self._farther(state) if climbs else 0
        super().__init__(state, letter, fine, careful=careful, passes=passes)
        self._climb()
        self._military()
        self._barges()
        self._appoint()
        self._prices()
        self._employ()
        self._use_tiles()
        self._uncovered()
        self._discounts()
        self._palace()
        self._owed()
        self._count_buildings()
        self._must()
        self._pay_jade()
        self.settle_kinds({kind: getattr(self.own, kind) for kind in KINDS})
        for at, price in self.entry:
            self.model.add(price <= self.level[at - 1, "coin"])
        self._supply()
        self._jade()
        self._battles()
        self._goals()

    def _farther(self, state: State) -> int:
        """Return how many steps a player can go at most on one track."""
        told = state.plan.turns
        texts = [*state.plan.leftovers.tiles, *told.used, *told.beside.values(), *told.round]
        texts += [text for row in told.palace.values() for text in row]
        steps = 2 * state.plan.governors.markers + JADE_ADVANCES[-1]
        steps += MANY * sum(tile_of(text).kind in ("BT-02", "BT-03", "BT-18") for text in texts)
        return steps + sum(tile_at(state, one.space) == "I10" for one in state.plan.governors.candidates)

    def may_reach(self, track: str, step: int) -> bool:
        """Return whether a palace step may be reached."""
        return self.heights[track] < step <= self.heights[track] + self.farther

    # --- The palace ---------------------------------------------------------------------------------------

    def _climb(self) -> None:
        """Steps bought with jade when passing."""
        self.bought: dict[tuple[int, str], Any] = {}
        for at in self.of("pass"):
            for track in TRACKS:
                n = self.bought[at, track] = self.number(JADE_ADVANCES[-1], "advance", at, track)
                self.steps[at, track].append(n)

    def _palace(self) -> None:
        """Heights at the end of each stretch, and what the steps reached give."""
        model = self.model
        self.height: dict[tuple[int, str], Any] = {}
        self.reached: dict[tuple[int, str, int], Any] = {}
        for at in range(len(self.stretches)):  # P11 goes a step further in military turns
            stretch = self.stretches[at]
            for track in TRACKS:
                if (at, track) in self.moved and self._spaces("P11"):
                    here = self.total(self.x.get((stretch.slot, space), 0) for space in MILITARY)
                    self.steps[at, track].append(self.both(self.moved[at, track], here, self.held("P11", at)))
        free: dict[int, dict[str, list[Any]]] = {}
        for at in range(len(self.stretches)):
            for what in ("any", "lowest"):
                if self.owed[at, f"track {what}"]:
                    row = [self.number(MANY, "track", at, track, what) for track in TRACKS]
                    model.add(self.total(row) <= self.total(self.owed[at, f"track {what}"]))
                    for track, n in zip(TRACKS, row, strict=True):
                        self.steps[at, track].append(n)
                        free.setdefault(at, {}).setdefault(f"{what} {track}", []).append(n)
        for track in TRACKS:
            height: Any = self.heights[track]
            for at in range(len(self.stretches)):
                if self.steps[at, track]:
                    new = self.aux(STEPS, f"{track} after {at}")
                    model.add(new == height + self.total(self.steps[at, track]))
                    height = new
                self.height[at, track] = height
        for at, rows in free.items():
            for track in TRACKS:
                for n in rows.get(f"lowest {track}", ()):
                    low = model.new_bool_var(f"{track} lowest in {at}")
                    model.add(n <= MANY * low)
                    for other in TRACKS:
                        before = self.height.get((at - 1, track), self.heights[track])
                        model.add(before <= self.height[at, other]).only_enforce_if(low)
        for track in TRACKS:
            for step in (LOW_STEP, FOURTH, FIFTH, 7, STEPS):
                if self.may_reach(track, step):
                    for at in range(len(self.stretches)):
                        self._reach(at, track, step)
        for track in TRACKS:
            self._rewards(track)

    def _reach(self, at: int, track: str, step: int) -> None:
        """Note whether a step is reached by the end of a stretch."""
        if not self.steps[at, track]:
            self.reached[at, track, step] = self.reached.get((at - 1, track, step), 0)
            return
        flag = self.reached[at, track, step] = self.model.new_bool_var(f"{track} {step} by {at}")
        self.model.add(self.height[at, track] >= step).only_enforce_if(flag)
        self.model.add(self.height[at, track] < step).only_enforce_if(flag.negated())

    def newly(self, at: int, track: str, step: int) -> Any:
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
            self.points.append(STEP_POINTS.get((track, STEPS), 0) * self.newly(at, track, STEPS))
            if track == "red":
                self.cards.append(self.newly(at, track, STEPS))
        for at in range(len(self.stretches)):
            if not self.steps[at, track]:  # nothing is taken where no step is gone
                for i, token in enumerate(self.tokens):
                    if token.where == "cell" and token.at.startswith(f"{track}-"):
                        self.model.add(self.taken[at, i] == 0)
            name = "1A-3"
            if (at, name) in self.employed:
                reach = self.reached.get((at, track, FIFTH), int(self.heights[track] >= FIFTH))
                n = self.number(MANY, "fifth", at, track)
                self.model.add(n <= MANY * reach)
                self.fifths[at].append(n)
                self._fifth(at, track, n, "again")
        if track == "black":
            until: list[Any] = [int(self.told.bonus)]
            for at in range(len(self.stretches)):
                until.append(self.newly(at, track, STEPS))
                done = [flag for when in range(at + 1) for flag in self.bonus[when]]
                if done:
                    self.model.add(self.total(done) <= self.total(until))
        if track == "white":
            reach = self.reached.get((self.last, track, STEPS), 0)
            self.doubles = {n: self.number(2, "double", n) for n in NUMBERS}
            self.model.add(self.total(self.doubles.values()) <= int(self.told.double) + reach)

    @property
    def fifths(self) -> dict[int, list[Any]]:
        """Rewards of step 5 taken once more."""
        if not hasattr(self, "_fifths"):
            self._fifths: dict[int, list[Any]] = defaultdict(list)
        return self._fifths

    def _fifth(self, at: int, track: str, n: Any, *again: str) -> None:
        """Note the reward of step 5; `again` names the decisions of one taken once more."""
        if isinstance(n, int) and not n:
            return
        if track == "white":
            self.gain(at, (SOLDIER, SOLDIER._replace(kind="nomad", n=-2, what="")), n)
        elif track == "red":
            self.cards.append(n)
        elif track == "black":
            row = [self.number(MANY, "two workers", at, barge, *again) for barge in BARGES]
            for one in row:
                self.model.add(one <= n)
            self.model.add(self.total(row) <= 2 * n)
            for barge, one in zip(BARGES, row, strict=True):
                self.aboard[at, barge].append(one)
        else:
            self.points.append(STEP_POINTS[track, FIFTH] * n)

    def _discounts(self) -> None:
        """Merchant actions that change a shipping action are used in its stretch."""
        for name in ("3A-1", "3B-1", "4A-2", "4B-2"):
            for slot in self.slots:
                self._discount(name, self.of("in", slot))
            for at in (*self.of("between"), *self.of("pass")):
                self._discount(name, [at])

    def _discount(self, name: str, stretches: Sequence[int]) -> None:
        flags = [flag for at in stretches for flag in self.discounts[at, name]]
        if flags:
            self.model.add(self.total(flags) <= self.total(self.uses_of(name, at) for at in stretches))

    # --- What is carried out free -------------------------------------------------------------------------

    def _owed(self) -> None:
        """Soldiers, walls, workers, merchants, governors and tiles turned up: as many as effects give."""
        model = self.model
        calm = [n for n in NUMBERS if not self.state.wall[n - 1].battle]
        for at in range(len(self.stretches)):
            owed = {kind: self.total(self.owed[at, f"soldier {kind}"]) for kind in ("any", "battle", "calm")}
            if any(self.owed[at, f"soldier {kind}"] for kind in owed):
                row = {n: self.number(MOST, "free soldier", at, n) for n in NUMBERS}
                model.add(self.total(row.values()) <= self.total(owed.values()))
                model.add(self.total(row[n] for n in calm) <= owed["any"] + owed["calm"])
                fights = self.total(row[n] for n in NUMBERS if n not in calm)
                model.add(fights <= owed["any"] + owed["battle"])
                for n, one in row.items():
                    self.soldiers[n].append(one)
                    self.meeples[at].append(-1 * one)
            here = (
                [self.number(MOST, "worker", at, barge) for barge in BARGES]
                if self.owed[at, "worker"]
                else []
            )
            if here:
                model.add(self.total(here) <= self.total(self.owed[at, "worker"]))
                for barge, one in zip(BARGES, here, strict=True):
                    self.aboard[at, barge].append(one)
        self._barged()
        for at in range(len(self.stretches)):
            come = self.total([*self.owed[at, "merchant"], *self.pushed[at]])
            model.add(self.total(self.come[at]) <= come)
            if self.freely[at]:
                model.add(self.total(self.freely[at]) <= self.total(self.owed[at, "govern"]))
            if (at, "1A-3") in self.employed:
                model.add(self.total(self.fifths[at]) <= self.uses_of("1A-3", at))
            if (at, "1B-3") in self.employed:
                high = [
                    self.reached.get((at, track, FOURTH), int(self.heights[track] >= FOURTH))
                    for track in TRACKS
                ]
                n = self.aux(MANY * len(TRACKS), f"1B-3 {at}")
                model.add(n <= len(TRACKS) * self.uses_of("1B-3", at))
                model.add(n <= MANY * self.total(high))
                self.any[at, "good"].append(n)
            regular = [
                new
                for (when, i), new in self.refreshed.items()
                if when == at and not tile_of(self.tokens[i].text).palace
            ]
            palace = [
                new
                for (when, i), new in self.refreshed.items()
                if when == at and tile_of(self.tokens[i].text).palace
            ]
            if regular or palace:
                wide, narrow = (
                    self.total(self.owed[at, "refresh"]),
                    self.total(self.owed[at, "refresh regular"]),
                )
                model.add(self.total([*regular, *palace]) <= wide + narrow)
                model.add(self.total(palace) <= wide)
        self._lower()

    def _lower(self) -> None:
        """Nomads lowered: by 1 or 2 in a section, as often as effects do so."""
        self.lowered: dict[tuple[int, int], Any] = {}
        for by in (1, 2):
            given = [
                term for (_, name), terms in self.owed.items() if name == f"nomad {by}" for term in terms
            ]
            if given:
                for n in NUMBERS:
                    if self.state.wall[n - 1].battle:
                        most = -(-self.state.wall[n - 1].nomads // by)
                        self.lowered[n, by] = self.number(most, "nomad", n, by)
                row = [flag for (_, b), flag in self.lowered.items() if b == by]
                self.model.add(self.total(row) <= self.total(given))

    def _count_buildings(self) -> None:
        """I5, I6 and I8 count when they are used."""
        every = self.state.box.everyones_pieces
        for at, tile, n in self.counting:
            won = self.aux(MANY * MOST, f"{tile} in {at}")
            if tile == "I8":
                high: Any = self.total(
                    self.reached.get((at, track, LOW_STEP), int(self.heights[track] >= LOW_STEP))
                    for track in TRACKS
                )
            else:
                rows = ("walls", "soldiers") if tile == "I5" else ("towers",)
                high = sum(
                    len("".join(getattr(one, row) for one in self.state.wall))
                    if every
                    else pieces(self.state, self.letter, row)
                    for row in rows
                )
                high = high + self.total(
                    var
                    for name, var in self.chosen.items()
                    if name[0] in COUNTED[tile] and isinstance(name[1], int) and name[1] <= at
                )
                high = (1 if tile == "I5" else 3) * high
            self.model.add(won <= MOST * n)
            once = self.aux(MOST, f"{tile} once in {at}")
            self.model.add(once <= high)
            self.model.add(won <= once + (MANY - 1) * MOST * self._more_than_once(n, f"{tile} {at}"))
            self.points.append(won)

    def _more_than_once(self, n: Any, name: str) -> Any:
        """Return a flag that is set where something is done more than once."""
        flag = self.model.new_bool_var(f"more than one {name}")
        self.model.add(n <= 1 + MANY * flag)
        self.model.add(n >= 2 * flag)
        return flag

    # --- The wall -----------------------------------------------------------------------------------------

    def _military(self) -> None:
        """Walls and towers for stone, soldiers for rice; walls that cards give."""
        model, state, letter = self.model, self.state, self.letter
        self.soldiers: dict[int, list[Any]] = {n: [] for n in NUMBERS}
        self.stone: dict[str, tuple[int, ...]] = {}
        self.built: dict[tuple[str, int], list[Any]] = defaultdict(list)
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
        paid_in: dict[int, list[Any]] = defaultdict(list)
        for part, costs in standing.items():
            whole = [0, *accumulate(costs)]
            cheap = [0, *accumulate(max(cost - 1, 0) for cost in costs)]
            level: Any = 0
            for at, stretch in enumerate(self.stretches):
                built: Any = 0
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

    def _step_first(self, slot: int, pieces_: Sequence[Any], here: Any) -> None:
        """Let the step of a military turn come in no later stretch than its pieces."""
        stretches = self.of("in", slot)
        for n, at in enumerate(stretches[1:], 1):
            for track in TRACKS:
                late = MOST * (2 - self.moved[at, track] - here)
                self.model.add(self.total(pieces_[:n]) <= late)

    def _gives_walls(self) -> bool:
        """Return whether a card in hand gives a wall."""
        return any(effect.kind == "wall" for card in self.own.goals for effect in GOAL[card].benefit)

    # --- Barges -------------------------------------------------------------------------------------------

    def _sources(self) -> Iterator[tuple[str, int]]:
        """Yield everything that may ever give something, and how often at most."""
        again = MANY if self.refreshed else 1
        incomes = [tile for tile in BUILDING if BUILDING[tile].kind == "income" and self._spaces(tile)]
        for token in self.tokens:
            tile = tile_of(token.text)
            if tile.kind in BONUS:
                yield tile.shows if tile.kind == "BT-04" else BONUS[tile.kind].effect, again
            if tile.kind == "BT-18":
                yield from ((BUILDING[one].effect, again) for one in (*incomes, self.own.start) if one)
        yield from ((BUILDING[one].effect, 1) for one in incomes)
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
        self.aboard: dict[tuple[int, str], list[Any]] = defaultdict(list)
        self.pushed: dict[int, list[Any]] = defaultdict(list)
        self.turns: dict[tuple[int, str], Any] = {}
        self._limits()
        for at in self.of("between"):
            for barge in BARGES:
                self.turns[at, barge] = self.number(self.barged, "barge", at, barge)

    def _barged(self) -> None:
        """What workers on barges cost, push off and bring."""
        model, who = self.model, self.letter
        neutral = self.state.box.neutral_workers - sum(
            getattr(self.state.barges, barge).count(NEUTRAL) for barge in BARGES
        )
        strangers = []
        self.by_own: dict[int, list[Any]] = defaultdict(list)
        self.afloat: dict[int, list[Any]] = defaultdict(list)
        in_turn = model.new_bool_var("own workers before neutral ones")
        everyone_back: list[Any] = []
        for barge in BARGES:
            queue = getattr(self.state.barges, barge)
            own, off, row_ = [], [0], queue
            for _ in range(self.barged + 1):
                own.append(row_.count(who))
                row_ = who + row_
                off.append(off[-1] + (row_[BARGE_PLACES:] == who))
                row_ = row_[:BARGE_PLACES]
            full = [0, *accumulate(1 + n for n in own)]
            cheap = [0, *accumulate(max(n, 1) for n in own)]
            p17 = bool(self._spaces("P17"))
            mixed: list[tuple[int, ...]] = []
            if self.with_strangers:
                most = self.coins + 4 * self.unpaid
                mixed = [row for row in _mixed(queue, who, self.barged, most, p17=p17) if row[2] <= most]
            mixed_names = list(zip("onplms", map(max, zip(*mixed, strict=True)), strict=False))
            spent: list[Any] = []
            unpaid: list[Any] = []
            level: Any = 0
            back: Any = 0
            other: Any = 0
            for at in range(len(self.stretches)):
                paid = self.turns.get((at, barge), 0)
                free = self.aboard[at, barge]
                if (at, barge) not in self.turns and not free:
                    continue
                after = self.aux(self.barged, f"{barge} barge after {at}")
                model.add(after == level + paid + self.total(free))
                if (at, barge) in self.turns:
                    with_paid = self.aux(self.barged, f"{barge} barge paid by {at}")
                    model.add(with_paid == level + paid)
                    price = self.aux(4 * MOST, f"{barge} barge price {at}")
                    usual = self.looked_up(
                        with_paid, full[: self.barged + 1], f"{barge} {at}"
                    ) - self.looked_up(level, full[: self.barged + 1], f"{barge} {at}-")
                    less: Any = 0
                    if (at, "4B-1") in self.employed:
                        less = self.number(MANY, "4B-1", at, barge)
                        model.add(less <= paid)
                        self.cheaper[at].append(less)
                    if self._spaces("P17"):
                        low = self.looked_up(with_paid, cheap[: self.barged + 1], f"{barge} {at} P17")
                        low -= self.looked_up(level, cheap[: self.barged + 1], f"{barge} {at}- P17")
                        model.add(price >= low - less)
                        model.add(price >= usual - less - MOST * self.held("P17", at))
                    else:
                        model.add(price >= usual - less)
                    self.pay(at, "coin", price)
                    spent += [price, less]
                    if self.with_strangers:
                        one = self.number(self.coins, "neutral", at, barge)
                        strangers.append((at, one))
                        cost = self.aux(4 * MOST, f"{barge} barge neutral price {at}")
                        model.add(cost >= one)
                        self.pay(at, "coin", cost)
                        self.win(at, barge, one)
                        other = other + one
                        spent.append(cost)
                unpaid += free
                workers = paid + self.total(free)
                self.afloat[at].append(queue.count(who) + level - back)
                new = self.aux(self.barged, f"{barge} barge back by {at}")
                pushed = self.looked_up(after, off[: self.barged + 1], f"{barge} pushed by {at}")
                if isinstance(other, int):
                    model.add(new == pushed)
                else:
                    row = [self.aux(top, f"{name} {barge} {at}") for name, top in mixed_names]
                    model.add_allowed_assignments(row, mixed)
                    model.add(row[0] == after)
                    model.add(row[1] == other)
                    whole = self.total(spent) + 4 * self.total(unpaid)
                    model.add(whole >= row[2])
                    model.add(whole >= row[5]).only_enforce_if(in_turn)
                    model.add(new >= row[3])
                    model.add(new <= row[4])
                model.add(new >= back)
                self.meeples[at] += [new - back, -1 * workers]
                self.pushed[at].append(new - back)
                if (at, barge) in self.turns:
                    by_own = self.aux(self.barged, f"{barge} pushed by own in {at}")
                    model.add(by_own <= pushed - back + other)
                    model.add(by_own <= workers)
                    self.by_own[at].append(by_own)
                back, level = new, after
                self.win(at, barge, workers)
                if self._spaces("P18"):
                    paid_for = self.aux(self.barged, f"P18 {barge} {at}")
                    model.add(paid_for <= workers)
                    model.add(paid_for <= self.barged * self.held("P18", at))
                    self.points.append(paid_for)
                if self._spaces("P16"):
                    row = [self.number(MOST, "P16", at, barge, kind) for kind in RESOURCES if kind != barge]
                    model.add(self.total(row) <= workers)
                    model.add(self.total(row) <= MOST * self.held("P16", at))
                    for kind, n in zip((kind for kind in RESOURCES if kind != barge), row, strict=True):
                        self.win(at, kind, n)
            everyone_back.append(back)
        model.add(self.total(one for _, one in strangers) <= max(neutral, 0))
        model.add(self.total([*self.returns, *everyone_back]) >= 1).only_enforce_if(in_turn.negated())
        self.strangers = strangers
        for at in self.of("between"):
            model.add(self.total(self.cheaper[at]) <= self.uses_of("4B-1", at))

    @property
    def cheaper(self) -> dict[int, list[Any]]:
        """Barge turns that merchants make cheaper."""
        if not hasattr(self, "_cheaper"):
            self._cheaper: dict[int, list[Any]] = defaultdict(list)
        return self._cheaper

    def _supply(self) -> None:
        """Meeples at the end of each stretch; neutral workers only where there is none."""
        level: Any = self.own.meeples
        self.supply: list[Any] = []
        by: dict[int, list[Any]] = defaultdict(list)
        for at, one in self.strangers:
            by[at].append(one)
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

    def _fill(self, at: int, before: Any) -> None:
        """Let merchants that fill an action come from the supply or from elsewhere, not from that action."""
        places = self.state.box.merchant_places
        for index, name in enumerate(self.ids):
            there, used = self.crew[at][index], self.uses_of(name, at)
            if isinstance(there, int) and there >= places:
                continue
            done = self.model.new_bool_var(f"{name} used in {at}")
            self.model.add(used <= MANY * done)
            other = [places * self.uses_of(one, at) for one in self.ids if one != name]
            other += [self.chosen["merchant back", at, one] for one in self.ids if one != name]
            self.model.add(places - there <= self.total([before, *other, *self.pushed[at]])).only_enforce_if(
                done
            )

    # --- Jade ---------------------------------------------------------------------------------------------

    def _jade(self) -> None:
        """Figurines, the steps they allow when passing, and what these cost."""
        model = self.model
        new = []
        for kind, terms in self.figures.items():
            count = self.total(terms)
            extra = self.total(self.employed.get((at, "3A-2"), 0) for at in range(len(self.stretches)))
            one = self.aux(len(terms), f"figurine {kind}")
            model.add(one <= count)
            model.add(one <= int(kind not in self.told.jade) + extra)
            new.append(one)
        self.jade = self.aux(len(JADE_POINTS) - 1, "figurines")
        model.add(self.jade <= self.own.jade + self.total(new))
        steps = self.aux(JADE_ADVANCES[-1], "advances")
        model.add(steps == self.total(self.bought.values()))
        model.add(steps <= self.looked_up(self.jade, JADE_ADVANCES, "advances allowed"))
        passing = self.of("pass")
        fresh = [
            term
            for (at, i), term in self.taken.items()
            if at in passing
            and self.tokens[i].where == "cell"
            and tile_of(self.tokens[i].text).kind == "BT-01"
        ]
        other = self.total(n for at in passing for track in TRACKS for n in self.steps[at, track]) - steps
        if fresh:  # a figurine on a palace step comes too late for the advance that reaches it
            for n in range(1, JADE_ADVANCES[-1] + 1):
                needed = next(j for j, allowed in enumerate(JADE_ADVANCES) if allowed >= n)
                bought = model.new_bool_var(f"{n} advances")
                model.add(steps >= n).only_enforce_if(bought)
                model.add(steps < n).only_enforce_if(bought.negated())
                had = self.own.jade + self.total(new) - self.total(fresh) + other + n - 1
                model.add(had >= needed).only_enforce_if(bought)

    def _pay_jade(self) -> None:
        """Pay the steps bought, 1 coin less each with 3B-2."""
        model = self.model
        prices = [0, *accumulate(JADE_PRICES)]
        level: Any = 0
        for at in self.of("pass"):
            after = self.aux(JADE_ADVANCES[-1], f"advances by {at}")
            model.add(after == level + self.total(self.bought[at, track] for track in TRACKS))
            price = self.aux(prices[-1], f"coins for jade in {at}")
            usual = self.looked_up(after, prices, f"jade {at}") - self.looked_up(level, prices, f"jade {at}-")
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

    # --- The battles --------------------------------------------------------------------------------------

    def _battles(self) -> None:
        """Every battle as the rules resolve it, for what may be added to its section."""
        model, state, letter = self.model, self.state, self.letter
        self.stands: dict[str, Any] = {}
        self.attack: list[Any] = []
        penalties, returned = [], []
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
            won_here: list[Any] = [points]
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

    def _known(self, value: Any, name: str) -> Any:
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
                nomads=rules.lower_nomads(section.nomads, less),
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

    def _penalty(self, penalties: list[Any]) -> None:
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

    # --- The end ------------------------------------------------------------------------------------------

    def _governed(self, regions: Sequence[str]) -> tuple[Any, int]:
        """Return how many governors stand in some regions after the battles, and how many there can be."""
        found: list[Any] = []
        for space in SPACE_IDS:
            if space[:-1] not in regions:
                continue
            if space in self.stands:
                found.append(self.stands[space])
            elif self.letter in self.state.governors.get(space, ""):
                found.append(1)
            elif space in self.offers:
                found += [term for (_, where), term in self.placed.items() if where == space]
        return self.total(found), len(SPACE_IDS)

    def _ranks(self) -> dict[str, Any]:
        """Return the points of each palace track: who arrives later ranks below."""
        found = {}
        for track in TRACKS:
            top = min(self.heights[track] + self.farther, STEPS)
            state, points = self.state, []
            for height in range(self.heights[track], top + 1):
                if height > self.heights[track]:
                    state = advanced(state, self.letter, track)
                points.append(goals.track_points(state, track, self.letter))
            steps = self.height[self.last, track] - self.heights[track]
            found[track] = self.looked_up(steps, points, f"points on {track}")
        return found

    def _goals(self) -> None:
        """Palace, jade, the best three cards that are kept, leftovers."""
        model, told = self.model, self.told
        ranks = self._ranks()
        self.points += list(ranks.values())
        jade = self.looked_up(self.jade, JADE_POINTS, "jade")
        self.points += [jade, told.card * self.total(self.cards), told.tile * self.total(self.unseen)]
        keep = {card: model.new_bool_var(f"keep {card}") for card in self.own.goals}
        model.add(self.total(keep.values()) <= GOALS_SCORED)
        for card in self.own.goals:
            model.add(keep[card] + self.dropped[card] <= 1)
            goal = GOAL[card]
            worth: Any
            if goal.kind == "place":
                worth, limit = self.total(ranks[track] for track in goal.over), 2 * goals.place_points(0)
            elif goal.kind == "jade":
                worth, limit = jade, JADE_POINTS[-1]
            elif goal.kind == "goods":
                goods = self.total(self.level[self.last, good] for good in GOODS) + self.own.goods
                worth, limit = goals.POINTS_PER_GOOD * goods, goals.POINTS_PER_GOOD * 8 * MOST
            else:
                count, most = self._counted(card)
                each = goals.POINTS_PER_GOVERNOR
                table = [
                    each * n if goal.kind == "governors" else goals.tier(goal, n) for n in range(most + 1)
                ]
                worth, limit = self.looked_up(count, table, card), max(table)
            counted = self.aux(limit, f"counted {card}")
            model.add(counted <= worth)
            model.add(counted <= limit * keep[card])
            self.points.append(counted)
        left = self.aux(4 * MOST, "leftover points")
        things = self.total(self.level[self.last, kind] for kind in KINDS)
        held = self.own.resources + self.own.goods
        model.add(ITEMS_PER_POINT * left <= things + held - self.coins_lost)
        self.points.append(left)

    def _counted(self, card: str) -> tuple[Any, int]:
        """Return the number that a goal counts, and the most that it can be."""
        goal, own = GOAL[card], self.own
        if goal.kind in ("gov", "governors"):
            return self._governed(goal.over if goal.kind == "gov" else REGIONS)
        if goal.kind == "ship":
            base = sum(getattr(own.ships, port) for port in goal.over)
            new = [flag for port in goal.over for flag in self.moored[port]]
            return base + self.total(new), base + len(new)
        if goal.kind == "fort":
            where = [int(name) for name in goal.over]
            base = sum(pieces(self.state, self.letter, part, where) for part in ("walls", "towers"))
            new = [one for part in ("wall", "tower") for n in where for one in self.built[part, n]]
            return base + self.total(new), base + MOST
        if goal.kind == "tiles":
            jade = self.jade if self.state.box.jade_counts_as_tiles else 0
            return own.tiles + self.total(self.kept_tiles) + jade, own.tiles + len(self.tokens) + 6
        return self.after, 2 * MOST


def _mixed(
    queue: str, who: str, owns: int, strangers: int, *, p17: bool
) -> list[tuple[int, int, int, int, int, int]]:
    """Return own workers and neutral ones put on a barge with their least price in all, in any order.

    With them the least and the most own workers that are pushed off, and the price when own ones go first.
    """
    edge = {(0, 0): {(queue, 0): 0}}
    found = []
    for own in range(owns + 1):
        row, fixed = queue, 0
        for letter in who * own:
            fixed += rules.barge_price(row.count(who), p17=p17)
            row = (letter + row)[:BARGE_PLACES]
        for neutral in range(strangers + 1):
            here = edge.pop((own, neutral), {})
            backs = [back for _, back in here]
            found.append((own, neutral, min(here.values()), min(backs), max(backs), fixed))
            fixed += rules.barge_price(row.count(who), p17=p17)
            row = (NEUTRAL + row)[:BARGE_PLACES]
            for (there_, back), price in here.items():
                for letter, to in ((who, (own + 1, neutral)), (NEUTRAL, (own, neutral + 1))):
                    after = letter + there_
                    off = back + (after[BARGE_PLACES:] == who)
                    cost = price + rules.barge_price(there_.count(who), p17=p17)
                    there = edge.setdefault(to, {})
                    key = (after[:BARGE_PLACES], off)
                    there[key] = min(cost, there.get(key, cost))
    return found
