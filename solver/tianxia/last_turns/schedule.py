"""An order for what the model decided: found by letting the rules carry out part after part."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement, product
from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.tianxia.cards.effects import Effect
from pencilwright.games.tianxia.components import GOODS, REGIONS, RESOURCES
from pencilwright.games.tianxia.rules.amounts import KINDS, in_amounts
from pencilwright.games.tianxia.rules.prices import delivery_cost
from pencilwright.games.tianxia.rules.table import port_good, port_of, tile_of
from pencilwright.games.tianxia.rules.turns.commands import carry_out
from pencilwright.games.tianxia.rules.turns.frame import MILITARY, Turns
from pencilwright.games.tianxia.rules.turns.legal_actions import any_of, effects_of, spread
from pencilwright.games.tianxia.state import State
from pencilwright.solver.tianxia.last_turns.actions import BonusTile
from pencilwright.solver.tianxia.last_turns.intervals import Decision, Stretch

MOST_TRIES: Final = 4000
"""Parts that are tried in all."""
FIRST: Final = ("free", "take", "refresh", "drop", "extra", "merchant", "tile")
"""What comes before other parts where it can: what was just given, and what costs nothing."""


class Deed(NamedTuple):
    """Something to be done: its words, what it gives and costs, and how many goods an exchange takes."""

    text: str
    gives: tuple[Effect, ...] = ()
    costs: tuple[Effect, ...] = ()
    ship: str = ""
    other: str = ""


class Order:
    """The search for an order of all that was decided.

    Attributes
    ----------
    farthest : the most parts of it that were carried out one after another: the turns begun, their commands.
    """

    def __init__(
        self, state: State, letter: str, stretches: tuple[Stretch, ...], tokens: list[BonusTile]
    ) -> None:
        self.state, self.letter = state, letter
        self.stretches, self.tokens = stretches, tokens
        self.tries = self.parts = 0
        self.farthest: tuple[Turns, tuple[str, ...]] = Turns(state, letter), ()

    def find(self, chosen: Mapping[Decision, int]) -> tuple[str, ...] | None:
        """Return the commands of a plan, None where no order was found."""
        self.acts: list[Counter[Deed]] = [Counter() for _ in self.stretches]
        self.pools: list[Counter[tuple[str, str]]] = [Counter() for _ in self.stretches]
        self.openers: dict[int, str] = {}
        anywhere: Counter[Deed] = Counter()
        for name, n in chosen.items():
            self._note(name, n, anywhere)
        self.failed: set[object] = set()
        start = Turns(self.state, self.letter)
        return self._stretch(0, start, anywhere, ())

    # --- What was decided ---------------------------------------------------------------------------------

    def _text(self, index: int) -> str:
        """Return a bonus tile as it lies in the own supply."""
        token = self.tokens[index]
        return token.text.partition("/")[0] + "/palace" if token.where == "cell" else token.text

    def _note(self, name: Decision, n: int, anywhere: Counter[Deed]) -> None:
        """Note a decision as an act, an opener or a pool of kinds."""
        match name:
            case ("marker", int(slot), str(space), *_):
                self.openers[slot] = f"region {space}" if space in REGIONS else space
            case (("double" | "nomad") as what, first, *_):
                anywhere[Deed(f"{'free ' if what == 'nomad' else ''}{what} {first}")] += n
            case ("any", int(at), str(kind_of), str(kind)):
                self.pools[at][kind_of, kind] += n * (2 if kind_of == "res=2" else 1)
            case ("P16", int(at), barge, str(kind)):
                self.pools[at][f"P16 {barge}", kind] += n
            case ("P2", int(at), str(kind), *_):
                self.pools[at]["P2", kind] += n
            case ("ship" | "wave" | "P9" | "P10" | "4B-1", *_):
                pass
            case (str(), int(at), *_):
                act = self._act(name, at)
                if act is not None:
                    self.acts[at][act] += n

    def _act(self, name: Decision, at: int) -> Deed | None:
        """Return what is done in a stretch."""
        match name[0], *name[2:]:
            case ("drop", *_):
                return Deed("drop marker")
            case (("govern" | "free govern") as what, str(space), *_):
                return self._printed(f"{what} {space}")
            case ("merchants", "1A-3" | "4A-3", *_):
                return None
            case ("merchants", str(merchant), *_):
                return self._printed(f"use {merchant}")
            case ("fifth", track, *_):
                return Deed(f"use 1A-3 on {track}")
            case ("merchant", first, *_):
                return Deed(f"free merchant {first}".strip())
            case ("take", int(index), *_):
                where = "take" if self.tokens[index].where == "cell" else "tile"
                return Deed(f"{where} {self.tokens[index].text}")
            case ("use", int(index), *_):
                text = self._text(index)
                return None if tile_of(text).kind == "BT-18" else self._printed(f"use {text}")
            case ("income", int(index), str(tile), *_):
                return self._printed(f"use {self._text(index)} on {tile}")
            case ("refresh", int(index), *_):
                return Deed(f"refresh {self._text(index)}")
            case (("discard" | "discard twice") as what, str(card), *_):
                return self._printed(f"discard {card}{what.removeprefix('discard')}")
            case ("extra", str(offer), *_):
                return self._printed("extra", region=offer)
            case ("step", track, *_):
                military = self.openers.get(self.stretches[at].slot, "") in MILITARY
                return Deed(f"step {track}" if military else "step")
            case ("exchange", str(region), str(kind)):
                printed = self.state.box.exchange[region][0]
                return Deed(f"exchange {kind}" if kind != printed else "exchange", (), (), "", region)
            case ("leftmost", str(ship), int(space), *_):
                return self._printed(f"leftmost {ship} at {space}")._replace(text=f"leftmost {ship}")
            case ("deliver", str(ship), int(space), str(region), *_):
                return self._printed(f"deliver {ship} at {space}")._replace(ship=ship, other=region)
            case ("bonus", *_):
                return Deed("use bonus")
            case ("reward", str(ship), int(space), *_):
                return self._printed(f"free reward {ship} at {space}")
            case ("track", track, *_):
                return Deed(f"free track {track}")
            case ("two workers" | "worker", str(region), *_):
                return Deed(f"free worker {region}", (), (), "", region)
            case ("barge" | "neutral", str(barge), *_):
                return Deed(f"barge {barge}", (), (), "", barge)
            case words:
                return Deed(" ".join(map(str, words)))

    def _printed(self, text: str, region: str = "") -> Deed:
        """Return a part with what it costs and gives by what is printed."""
        costs, gives = effects_of(self.state, self.letter, text, region)
        return Deed(text, gives, costs)

    # --- The search ---------------------------------------------------------------------------------------

    def _stretch(
        self, at: int, turn: Turns, anywhere: Counter[Deed], done: tuple[str, ...]
    ) -> tuple[str, ...] | None:
        """Return the commands from the beginning of a stretch on."""
        if at == len(self.stretches):
            if +anywhere:
                return None
            try:
                turn.copied().close()
            except InputError:
                return None
            return done
        stretch = self.stretches[at]
        fresh = at == 0 or self.stretches[at - 1] != stretch
        opener = "pass" if stretch.kind == "pass" else self.openers.get(stretch.slot, "")
        if stretch.kind != "between" and fresh and opener:
            turn = turn.copied()
            try:
                turn.close()
                kind, _, where = opener.partition(" ")
                turn.begin_turn(kind, where or kind)
            except InputError:
                return None
            done = (*done, opener)
        return self._go_on(at, turn, self.acts[at], self.pools[at], anywhere, done)

    def _go_on(
        self,
        at: int,
        turn: Turns,
        left: Counter[Deed],
        pool: Counter[tuple[str, str]],
        anywhere: Counter[Deed],
        done: tuple[str, ...],
    ) -> tuple[str, ...] | None:
        """Return the commands from here on, by trying what is left in the stretch."""
        if not left:
            result = self._stretch(at + 1, turn, anywhere, done)
            if result is not None:
                return result
        own = turn.own
        key = (
            at,
            frozenset(left.items()),
            frozenset(anywhere.items()),
            frozenset(pool.items()),
            tuple(getattr(own, kind) for kind in (*KINDS, "meeples")),
            (turn.trading, turn.open, turn.action, *turn.pending, *turn.choices),
            frozenset(turn.parts),
            tuple(item.effect for item in turn.owed),
        )
        if key in self.failed:
            return None
        for act in sorted({*left, *anywhere}, key=_rank):
            for text, rest in self._ways(act, turn, pool, left):
                if self.tries >= MOST_TRIES:
                    return None
                self.tries += 1
                now = turn.copied()
                try:
                    if not carry_out(now, text):
                        continue
                except InputError:
                    continue
                line = with_part(done, text)
                if (parts := sum(1 + row.count(";") for row in line)) > self.parts:
                    self.parts, self.farthest = parts, (now, line)
                where = anywhere if act in anywhere and act not in left else left
                fewer = where - Counter((act,) * rest[1])
                result = self._go_on(
                    at,
                    now,
                    fewer if where is left else left,
                    rest[0],
                    fewer if where is anywhere else anywhere,
                    line,
                )
                if result is not None:
                    return result
        self.failed.add(key)
        return None

    def _ways(
        self, act: Deed, turn: Turns, pool: Counter[tuple[str, str]], left: Counter[Deed]
    ) -> Iterator[tuple[str, tuple[Counter[tuple[str, str]], int]]]:
        """Yield an act in words with every choice of kinds, what is left of these, how often it is done."""
        if act.text.startswith("exchange"):
            yield from self._exchanges(act, pool, left)
            return
        if act.text.startswith(("barge", "free worker")) and act.other:
            kinds = [kind for (what, kind), n in pool.items() if what == f"P16 {act.other}" and n]
            if not kinds and turn.serves("P16"):  # the model has no use for it, but it is gained all the same
                kinds = [kind for kind in RESOURCES if kind != act.other]
            for kind in kinds:
                link = ": takes" if act.text.startswith("barge") else " takes"
                yield f"{act.text}{link} 1 {kind}", (pool - Counter([(f"P16 {act.other}", kind)]), 1)
            if not turn.serves("P16") or not turn.own.meeples:
                yield act.text, (pool, 1)
            return
        if act.text == "use 1B-3":
            act = act._replace(gives=effects_of(turn.state, self.letter, act.text)[1])
        for paid, after in self._payments(act, turn, pool):
            for taken, rest in self._takes(act, after):
                more = (f" pays {paid}" if paid else "") + (f" takes {taken}" if taken else "")
                yield act.text + more, (rest, 1)

    def _exchanges(
        self, act: Deed, pool: Counter[tuple[str, str]], left: Counter[Deed]
    ) -> Iterator[tuple[str, tuple[Counter[tuple[str, str]], int]]]:
        """Yield so many conversions at once, the most first."""
        kind = act.text.removeprefix("exchange").strip()
        some = self.state.box.exchange[act.other][1] == "good"
        extra = pool["P2", act.other]
        for n in range(left[act], -1 if extra else 0, -1):
            for more in range(extra, -1 if n else 0, -1):
                goods = (n if some else 0) + more
                for taken, rest in _picked(pool, "good", GOODS, goods):
                    words = f"exchange {n}" + (f" {kind}" if kind and n else "")
                    after = rest - Counter([("P2", act.other)] * more)
                    yield words + (f" takes {in_amounts(taken)}" if goods else ""), (after, n)

    def _payments(
        self, act: Deed, turn: Turns, pool: Counter[tuple[str, str]]
    ) -> Iterator[tuple[str, Counter[tuple[str, str]]]]:
        """Yield what an act may pay of any kind, and a delivery in all."""
        if act.ship:
            yield from self._prices(act, turn, pool)
            return
        rows = [_picked(pool, "-res", RESOURCES, any_of(act.costs, "res"))]
        for taken, rest in rows[0]:
            for more, last in _picked(rest, "-good", GOODS, any_of(act.costs, "good")):
                yield in_amounts({**taken, **more}), last

    def _prices(
        self, act: Deed, turn: Turns, pool: Counter[tuple[str, str]]
    ) -> Iterator[tuple[str, Counter[tuple[str, str]]]]:
        """Yield what a delivery may cost, with every discount that is there or about to be."""
        ship = next(ship for ship in self.state.plan.deliveries.ships if ship.name == act.ship)
        region = act.other.rpartition(" ")[2]
        home = port_of(self.state, ship)
        good = ship.port if region not in REGIONS or home == region else port_good(self.state, region)
        seen = set()
        own_items = {turn.own_less if turn.trading else "4A-2" in turn.pending}
        port = {turn.port_less if turn.trading else "4B-2" in turn.pending}
        if turn.trading != ship.name:
            own_items, port = {"4A-2" in turn.pending}, {"4B-2" in turn.pending}
        for own_less, port_less in product(own_items, port):
            cost = delivery_cost(ship.demand, good, own_less=own_less, port_less=port_less)
            named = dict(cost.named)
            spares = [(), *((kind,) for kind in [*named, *["good"] * bool(cost.any)])]
            spares += [(a, b) for a, b in combinations_with_replacement([*named, "good"], 2)]
            for spare in spares:
                fixed = Counter(named)
                fixed.subtract(kind for kind in spare if kind != "good")
                any_ = cost.any - spare.count("good")
                if any_ < 0 or any(n < 0 for n in fixed.values()):
                    continue
                for taken, rest in _picked(pool, "-good", GOODS, any_):
                    whole = {kind: fixed[kind] + taken.get(kind, 0) for kind in GOODS}
                    words = in_amounts(whole)
                    if (words, tuple(sorted(taken.items()))) not in seen:
                        seen.add((words, tuple(sorted(taken.items()))))
                        yield words, rest

    def _takes(
        self, act: Deed, pool: Counter[tuple[str, str]]
    ) -> Iterator[tuple[str, Counter[tuple[str, str]]]]:
        """Yield what an act may give of any kind."""
        rows: list[tuple[dict[str, int], Counter[tuple[str, str]]]] = [({}, pool)]
        for what, kinds in (("res", RESOURCES), ("res#2", RESOURCES), ("res=2", RESOURCES), ("good", GOODS)):
            n = any_of(act.gives, what)
            if n:
                rows = [
                    ({kind: had.get(kind, 0) + taken.get(kind, 0) for kind in (*had, *taken)}, rest)
                    for had, before in rows
                    for taken, rest in _picked(before, what, kinds, n)
                    if what != "res#2" or max(taken.values()) == 1
                    if what != "res=2" or len(taken) == 1
                ]
        for taken, rest in rows:
            yield in_amounts({kind: taken[kind] for kind in KINDS if kind in taken}), rest


def _picked(
    pool: Counter[tuple[str, str]], what: str, kinds: tuple[str, ...], n: int
) -> Iterator[tuple[dict[str, int], Counter[tuple[str, str]]]]:
    """Yield each way to take so many out of a pool."""
    for taken in spread(kinds, n):
        if all(pool[what, kind] >= count for kind, count in taken.items()):
            yield taken, pool - Counter({(what, kind): count for kind, count in taken.items()})


def _rank(act: Deed) -> tuple[int, int, str]:
    """Return how early an act is tried."""
    head = act.text.split()[0]
    free = not act.costs and head in ("use", "discard")
    return (0 if head in FIRST else 1 if free else 2, head == "barge", act.text)


def with_part(done: tuple[str, ...], text: str) -> tuple[str, ...]:
    """Return commands with one more part: a turn takes up what follows it."""
    opened = _TURN.match(done[-1]) if done else None
    if _TURN.match(text) or not opened:
        return (*done, text)
    return (*done[:-1], f"{done[-1]}{'; ' if opened[1] else ': '}{text}")


_TURN: Final = re.compile(r"(?:(?:region|barge) \w+|fortify|train|pass)\b(:)?")
