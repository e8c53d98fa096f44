"""What may be done in each stretch, and what it costs and gives; without the wall, barges and palace."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from pencilwright.games.tianxia.cards.catalogue import BONUS, BUILDING, GOAL, MERCHANT
from pencilwright.games.tianxia.cards.effects import Effect, parse
from pencilwright.games.tianxia.components import (
    BARGE_PLACES,
    BARGES,
    COASTAL,
    EXCHANGE_CAP,
    REGIONS,
    RESOURCES,
    TRACKS,
)
from pencilwright.games.tianxia.rules.play import PASSIVE_POINTS
from pencilwright.games.tianxia.rules.table import extra_of, flag_of, port_of, tile_of
from pencilwright.games.tianxia.rules.turns.frame import CONDITIONAL, FIFTH, SPACES, Turns
from pencilwright.games.tianxia.state import State, player, step_of, tile_at, uses
from pencilwright.solver import cp
from pencilwright.solver.tianxia.last_turns.intervals import MOST, Ledger

MANY: Final = 4
"""How often a tile or merchant action is used at most, turned up again or filled again in between."""


SOLDIER: Final = Effect("soldier", 1, "any")


def _is_early(gives: Sequence[Effect]) -> bool:
    """Return whether effects are as good at once as later: what can be kept, nothing that needs a meeple."""
    return bool(gives) and all(effect.kind in ("gain", "nomad") and effect.n for effect in gives)


class BonusTile(NamedTuple):
    """A bonus tile: its text, and where it lies: own, used, beside a space, on a palace step, round track."""

    text: str
    where: str
    at: str = ""


class Actions(Ledger, ABC):
    """All actions but those of the wall, the barges and the palace."""

    def __init__(self, state: State, letter: str, *, careful: int, passes: bool) -> None:
        markers = 0 if state.over else state.plan.governors.markers
        super().__init__(markers, careful=careful, passes=passes and not state.over)
        turn = Turns(state, letter)
        self.state, self.letter = turn.state, letter
        self.typed_plan, self.own = turn.typed_plan, player(state, letter)
        self.slots = range(markers)
        self.tokens = list(self._tokens())
        self.ids = self._ids()
        self._markers()
        self._governors()
        self._merchants()
        self._tiles()
        self._cards()
        self._regions()

    def _tokens(self) -> Iterator[BonusTile]:
        """Yield every bonus tile that is typed."""
        for text in self.state.plan.leftovers.tiles:
            if text not in GOAL:
                yield BonusTile(text, "own")
        yield from (BonusTile(text, "used") for text in self.typed_plan.used)
        yield from (BonusTile(text, "beside", space) for space, text in self.typed_plan.beside.items())
        yield from (
            BonusTile(text, "cell", cell) for cell, row in self.typed_plan.palace.items() for text in row
        )
        if self.of("pass"):
            yield from (BonusTile(text, "round") for text in self.typed_plan.round)

    def _ids(self) -> tuple[str, ...]:
        """Return the merchant actions that are there."""
        board = [name for name in MERCHANT if self.own.board and name.startswith(self.own.board)]
        return tuple(dict.fromkeys([*self.typed_plan.merchants, *board]))

    @property
    def soldiers_left(self) -> int:
        """How many soldiers there can be more at most: of the supply, of merchants and of workers."""
        merchants = sum(self.typed_plan.merchants.values())
        own = sum(getattr(self.state.barges, barge).count(self.letter) for barge in BARGES)
        return int(self.own.meeples + merchants + own)

    # --- Markers ------------------------------------------------------------------------------------------

    def _usable(self) -> Iterator[str]:
        """Yield the spaces where a marker can do something."""
        offered = {candidate.space[:-1] for candidate in self.state.plan.governors.candidates}
        ports = {port_of(self.state, ship) for ship in self.state.plan.deliveries.ships} - {""}
        p13 = any(tile_at(self.state, space) == "P13" for space in self._spaces("P13")) and ports
        for space in SPACES:
            if space in REGIONS:
                trade = space in self.state.box.exchange or space in ports or (space in COASTAL and p13)
                if not trade and space not in offered:
                    continue
            yield space

    def _spaces(self, tile: str) -> list[str]:
        """Return where a building tile has or may get a governor of the player."""
        spaces = [candidate.space for candidate in self.state.plan.governors.candidates]
        spaces += [space for space, who in self.state.governors.items() if self.letter in who]
        return [space for space in dict.fromkeys(spaces) if tile_at(self.state, space) == tile]

    def _markers(self) -> None:
        """Each marker lies on one space, is discarded for 2 coins, or is left."""
        model, stacks = self.model, self.state.plan.governors.stacks
        usable = list(self._usable())
        self.x = {(slot, space): self.flag("marker", slot, space) for slot in self.slots for space in usable}
        self.used = {slot: self.total(self.x[slot, space] for space in usable) for slot in self.slots}
        self.entry: list[tuple[int, cp.Expr]] = []
        drops = []
        for slot in self.slots:
            model.add(self.used[slot] <= 1)
            if slot:
                model.add(self.used[slot] <= self.used[slot - 1])
        if self.slots:  # coins never come too early
            drops.append(self.number(len(self.slots), "drop", 0))
            self.win(0, "coin", 2 * drops[-1])
        model.add(self.total([*self.used.values(), *drops]) <= len(self.slots))
        self.price: dict[int, cp.Expr] = {}
        for slot in self.slots:
            price = self.price[slot] = self.aux(99, f"price {slot}")
            at = self.of("in", slot)[0]
            self.entry.append((at, price))
            self.flow[at, "coin"].append(-1 * price)
        self._lying = {
            (slot, space): stacks.get(space, 0) + self.total(self.x[j, space] for j in range(slot))
            for slot in self.slots
            for space in usable
        }

    def _prices(self) -> None:
        """Pay 1 coin for each marker lying there: nothing with P8, exactly 1 with 4A-1."""
        most = 99
        for slot in self.slots:
            before = self.of("in", slot)[0] - 1
            free = self.held("P8", before)
            item = self.uses_of("4A-1", before)
            self.model.add(self.price[slot] >= item)
            for (i, space), lying in self._lying.items():
                if i == slot:
                    shut = most * (1 - self.x[slot, space])
                    self.model.add(self.price[slot] >= lying - shut - most * free - most * item)

    # --- Governors ----------------------------------------------------------------------------------------

    def _governors(self) -> None:
        """Appointments in region turns, and those of BT-10."""
        model, state = self.model, self.state
        self.placed: dict[tuple[int, str], cp.Expr] = {}
        self.gov: dict[tuple[int, str], cp.Expr] = {}
        offers = [
            candidate
            for candidate in state.plan.governors.candidates
            if self.letter not in state.governors.get(candidate.space, "")
        ]
        self.offers = {offer.space: offer for offer in offers}
        free = any(tile_of(token.text).kind == "BT-10" for token in self.tokens)
        self.freely: dict[int, list[cp.Expr]] = defaultdict(list)
        for space in self.offers:
            every = []
            for at, stretch in enumerate(self.stretches):
                terms = []
                if (stretch.slot, space[:-1]) in self.x and stretch.kind == "in":
                    self.gov[at, space] = self.flag("govern", at, space)
                    terms.append(self.gov[at, space])
                if free:
                    terms.append(self.flag("free govern", at, space))
                    self.freely[at].append(terms[-1])
                if terms:
                    self.placed[at, space] = self.total(terms)
                    every += terms
            model.add(self.total(every) <= 1)
        for slot in self.slots:
            for region in REGIONS:
                here = self._appointed(slot, region)
                if here:
                    model.add(self.total(here) <= self.x[slot, region])

    def _appointed(self, slot: int, region: str) -> list[cp.Expr]:
        """Return the appointments in a region by a turn with a marker."""
        rows = [(at, space) for at, space in self.gov if space[:-1] == region]
        return [self.gov[at, space] for at, space in rows if self.stretches[at].slot == slot]

    def held(self, tile: str, at: int) -> cp.Expr:
        """Return whether the player has a governor at a building tile by the end of a stretch."""
        if self.letter in uses(self.state, tile):
            return 1
        return self.total(
            term
            for (when, space), term in self.placed.items()
            if when <= at and tile_at(self.state, space) == tile
        )

    def _appoint(self) -> None:
        """Wood, meeples, and what appointing gives."""
        model = self.model
        for at in range(len(self.stretches)):
            here = {space: flag for (when, space), flag in self.gov.items() if when == at}
            if here:
                wood = self.aux(MOST, f"wood {at}")
                full = self.total(self.offers[space].wood * flag for space, flag in here.items())
                less: cp.Expr = 0
                new = [space for space in self.offers if tile_at(self.state, space) == "P3"]
                if new:
                    less = self.model.new_bool_var(f"P3 {at}")
                    model.add(less <= self.held("P3", at) - here.get(new[0], 0))
                model.add(wood >= full - less - 2 * self.uses_of("1B-2", at))
                own_items = [flag for space, flag in here.items() if tile_at(self.state, space) == "I4"]
                self.pay(at, "wood", wood, self.total(own_items))
            there = {space: term for (when, space), term in self.placed.items() if when == at}
            self.meeples[at] += [-1 * term for term in there.values()]
            for tile in ("P4", "P5"):
                if not there or not self._spaces(tile):
                    continue
                others = self.total(t for s, t in there.items() if tile_at(self.state, s) != tile)
                paid = self.aux(2, f"{tile} {at}")
                model.add(paid <= others)
                model.add(paid <= 2 * self.held(tile, at))
                if tile == "P4":
                    self.points.append(PASSIVE_POINTS * paid)
                else:
                    self.owed[at, "merchant"].append(paid)
            for space, term in there.items():
                tile = tile_at(self.state, space)
                if tile and BUILDING[tile].kind == "income":
                    self.income(at, tile, term)

    def income(self, at: int, tile: str, n: cp.Expr) -> None:
        """Note what an income building gives; what it counts is counted when everything is known."""
        if tile in ("I5", "I6", "I8"):
            self.counting.append((at, tile, n))
        elif tile == "I7":
            self.owed[at, "reward"].append(n)
        elif tile == "I9":
            self.owed[at, "refresh regular"].append(n)
        else:
            self.gain(at, BUILDING[tile].effects, n)

    # --- Merchants ----------------------------------------------------------------------------------------

    def _merchants(self) -> None:
        """Merchants placed, taken back, and their actions; a full action gives its merchants back."""
        places = self.state.box.merchant_places
        self.counting: list[tuple[int, str, cp.Expr]] = []
        self.employed: dict[tuple[int, str], cp.Expr] = {}
        self.come: dict[int, list[cp.Expr]] = defaultdict(list)
        self.crew: dict[int, list[cp.Expr]] = defaultdict(list)
        self.returns: dict[int, list[cp.Expr]] = defaultdict(list)
        tiles = [tile for tile in (tile_of(token.text) for token in self.tokens) if tile.kind in BONUS]
        gives = [tile.shows if tile.kind == "BT-04" else BONUS[tile.kind].effect for tile in tiles]
        won = [effect for text in gives for effect in parse(text)]
        coins = self.own.coin + sum(effect.n for effect in won if effect.what == "coin")
        self.refills = max(MANY, coins // 2)
        """How often one is used or manned in a stretch at most: who is rich has many workers pushed off."""
        black = step_of(self.state, "black", self.letter) >= FIFTH or self.may_reach("black", FIFTH)
        self.is_endless = "1A-3" in self.ids and black and self.soldiers_left >= places + 2 * BARGE_PLACES
        """Two free workers push off two merchants for the next ones, for ever."""
        if self.is_endless:
            self.refills = 2 * MOST
        self.again = self.refills + 1 if "4B-3" in self.ids and self.refills > MANY else MANY
        """How often a tile is used or turned up again in a stretch at most: 4B-3 does so each time."""
        for name in self.ids:
            level: cp.Expr = self.typed_plan.merchants.get(name, 0)
            for at in range(len(self.stretches)):
                used = self.employed[at, name] = self.number(self.refills, "merchants", at, name)
                put = self.number(self.refills, "merchant", at, name)
                back = self.number(self.refills, "merchant back", at, name)
                self.crew[at].append(level)
                if self.careful:
                    self.model.add(places * used <= level)
                level = level + put - back - places * used
                self.returns[at] += [back, places * used]
                self.model.add(level >= 0)
                self.model.add(level <= places)
                self.come[at].append(put)
                self.meeples[at] += [back, places * used, -1 * put]
        if not self.ids:
            for at in range(len(self.stretches)):
                put = self.number(MOST, "merchant", at, "")
                self.come[at].append(put)
                self.meeples[at].append(-1 * put)

    def uses_of(self, name: str, at: int) -> cp.Expr:
        """Return how often a merchant action is used in a stretch."""
        return self.employed.get((at, name), 0)

    def _employ(self) -> None:
        """What merchant actions pay and give; those that change something else are asked for there."""
        for (at, name), n in self.employed.items():
            stretch = self.stretches[at]
            if name == "1A-1":
                if stretch.kind == "in":
                    here = [self.x.get((stretch.slot, space), 0) for space in ("fortify", "train")]
                    self.model.add(n <= self.refills * self.total(here))
                    self.gain(at, parse("+1 rice, +1 stone"), n)
                else:
                    self.model.add(n == 0)
            elif name == "2B-3":
                self.pay(at, "coin", n)
                self.unseen.append(n)
            elif name not in (*CONDITIONAL, "1A-3", "1B-3", "4A-3"):
                effects = parse(MERCHANT[name].effect)
                costs = [item for item in effects if item.kind == "gain" and item.n < 0]
                self.cost(at, [effect._replace(n=-effect.n) for effect in costs], n)
                self.gain(at, [effect for effect in effects if effect.n > 0], n)
                voids = sum(-effect.n for effect in effects if effect.kind == "goal" and effect.n < 0)
                if voids:
                    self.cards.append(-voids * n)

    # --- Tiles and cards ----------------------------------------------------------------------------------

    def _tiles(self) -> None:
        """Bonus tiles: which are taken when, and how often each is used."""
        kinds = {tile_of(token.text).kind for token in self.tokens}
        again = bool(kinds & {"BT-20"} or "4B-3" in self.ids or self._spaces("I9"))
        self.taken: dict[tuple[int, int], cp.Expr] = {}
        self.tile_uses: dict[tuple[int, int], cp.Expr] = {}
        self.refreshed: dict[tuple[int, int], cp.Expr] = {}
        self.waves: dict[int, list[cp.Expr]] = defaultdict(list)
        self.figures: dict[str, list[cp.Expr]] = defaultdict(list)
        self.kept_tiles: list[cp.Expr] = []
        for index, token in enumerate(self.tokens):
            tile = tile_of(token.text)
            for at in range(len(self.stretches)):
                if token.where == "beside":
                    self.taken[at, index] = self.placed.get((at, token.at), 0)
                elif token.where == "cell" or (token.where == "round" and at == self.of("pass")[0]):
                    self.taken[at, index] = self.flag("take", at, index)
            got = self.total(self.taken.get((at, index), 0) for at in range(len(self.stretches)))
            if tile.kind == "BT-01":
                self.figures[tile.shows or f"#{index}"].append(got)
                continue
            self.model.add(got <= 1)
            if token.where not in ("own", "used"):
                self.kept_tiles.append(got)
            if tile.kind not in BONUS:
                continue
            costs = BONUS[tile.kind].cost
            gives = parse(tile.shows if tile.kind == "BT-04" else BONUS[tile.kind].effect)
            have: cp.Expr = int(token.where == "own")
            expr: cp.Expr = int(token.where in ("own", "used"))
            up: cp.Expr = 0
            for at in range(len(self.stretches)):
                n = self.tile_uses[at, index] = self.number(self.again if again else 1, "use", at, index)
                if not again and at and not costs and _is_early(gives):
                    self.model.add(n <= self.taken.get((at, index), 0))
                if not again and at < self.last and costs and {effect.what for effect in gives} == {"pp"}:
                    self.model.add(n == 0)
                have = have + self.taken.get((at, index), 0) - n
                expr = expr + self.taken.get((at, index), 0)
                up = up + n
                if again:
                    self.model.add(n <= self.again * expr)
                    new = self.refreshed[at, index] = self.number(self.again, "refresh", at, index)
                    have, up = have + new, up - new
                    self.model.add(up >= -int(token.where == "used"))
                self.model.add(have >= 0)
        rounds = [self.taken[at, i] for at, i in self.taken if self.tokens[i].where == "round"]
        if rounds:
            self.model.add(self.total(rounds) == 1)

    def _use_tiles(self) -> None:
        """What tiles pay and give."""
        owned = [tile for tile in BUILDING if BUILDING[tile].kind == "income" and self._spaces(tile)]
        owned += [self.own.start] if self.own.start else []
        for (at, index), n in self.tile_uses.items():
            tile = tile_of(self.tokens[index].text)
            if tile.kind == "BT-02":
                self.steps[at, tile.shows].append(n)
            elif tile.kind == "BT-04":
                self.gain(at, parse(tile.shows), n)
            elif tile.kind == "BT-10":
                self.pay(at, "coin", 2 * n)
                self.owed[at, "govern"].append(n)
            elif tile.kind == "BT-14":
                self.waves[at].append(n)
            elif tile.kind == "BT-18":
                rows = []
                for building in owned:
                    item = self.number(self.again, "income", at, index, building)
                    rows.append(item)
                    if building != self.own.start:
                        self.model.add(item <= self.again * self.held(building, at))
                    self.income(at, building, item)
                self.model.add(self.total(rows) == n)
            else:
                self.cost(at, parse(BONUS[tile.kind].cost), n)
                self.gain(at, parse(BONUS[tile.kind].effect), n)

    def _cards(self) -> None:
        """Goal cards that are discarded, with 4A-3 for twice their benefit."""
        self.dropped: dict[str, cp.Expr] = {}
        twice: dict[int, list[cp.Expr]] = defaultdict(list)
        for card in self.own.goals:
            flags = []
            for at in range(len(self.stretches)):
                if not at or not _is_early(GOAL[card].benefit):
                    flags.append(self.flag("discard", at, card))
                    self.gain(at, GOAL[card].benefit, flags[-1])
                if "4A-3" in self.ids:
                    flags.append(self.flag("discard twice", at, card))
                    twice[at].append(flags[-1])
                    self.gain(at, GOAL[card].benefit * 2, flags[-1])
            self.dropped[card] = self.total(flags)
            self.model.add(self.dropped[card] <= 1)
        if "4A-3" in self.ids:
            for at in range(len(self.stretches)):
                self.model.add(self.total(twice[at]) == self.uses_of("4A-3", at))

    # --- Regions ------------------------------------------------------------------------------------------

    def _regions(self) -> None:
        """Extra benefits, steps on the flag's track, and exchanges of region turns."""
        model = self.model
        self.moved: dict[tuple[int, str], cp.Expr] = {}
        self.trades: dict[tuple[int, str], list[cp.Expr]] = defaultdict(list)
        for slot in self.slots:
            stretches = self.of("in", slot)
            for space in SPACES:
                if (slot, space) not in self.x:
                    continue
                here = self.x[slot, space]
                if space in REGIONS and (extra := parse(extra_of(self.state, space))):
                    flags = [self.flag("extra", at, space) for at in stretches]
                    model.add(self.total(flags) <= here)
                    for at, flag in zip(stretches, flags, strict=True):
                        self.gain(at, extra, flag)
                if space in self.state.box.exchange:
                    self._exchange(slot, space)
            steps = []
            for track in TRACKS:
                may = [
                    self.x[slot, space]
                    for space in SPACES
                    if (slot, space) in self.x
                    and (space not in REGIONS or flag_of(self.state, space) == track)
                ]
                if not may:
                    continue
                flags = [self.flag("step", at, track) for at in stretches]
                model.add(self.total(flags) <= self.total(may))
                steps += flags
                for at, flag in zip(stretches, flags, strict=True):
                    self.moved[at, track] = flag
                    self.steps[at, track].append(flag)
            model.add(self.total(steps) <= self.used[slot])

    def _exchange(self, slot: int, region: str) -> None:
        """Exchange up to four of one kind for goods; P1 lets another resource stand in, P2 adds a good."""
        model, here = self.model, self.x[slot, region]
        printed, gained = self.state.box.exchange[region]
        kinds = RESOURCES if printed in RESOURCES and self._spaces("P1") else (printed,)
        every, only = [], []
        for kind in kinds:
            chosen = model.new_bool_var(f"{slot} {region} pays {kind}")
            only.append(chosen)
            for at in self.of("in", slot):
                n = self.number(EXCHANGE_CAP, "exchange", at, region, kind)
                every.append(n)
                model.add(n <= EXCHANGE_CAP * chosen)
                if kind != printed:
                    model.add(n <= EXCHANGE_CAP * self.held("P1", at))
                self.pay(at, kind, n)
                if gained == "good":
                    self.any[at, "good"].append(n)
                else:
                    self.win(at, gained, n)
        model.add(self.total(only) <= here)
        model.add(self.total(every) <= EXCHANGE_CAP * here)
        self.trades[slot, region] += every
        if self._spaces("P2"):
            flags = [self.flag("P2", at, region) for at in self.of("in", slot)]
            model.add(self.total(flags) <= here)
            model.add(self.total(flags) <= self.total(every))
            for at, flag in zip(self.of("in", slot), flags, strict=True):
                model.add(flag <= self.held("P2", at))
                self.any[at, "good"].append(flag)

    def _must(self) -> None:
        """A region turn appoints, exchanges or ships."""
        for slot in self.slots:
            for region in REGIONS:
                if (slot, region) in self.x:
                    done = [*self._appointed(slot, region), *self.trades[slot, region]]
                    self.model.add(self.total(done) >= self.x[slot, region])

    @abstractmethod
    def may_reach(self, track: str, step: int) -> bool:
        """Return whether a palace step may be reached."""
