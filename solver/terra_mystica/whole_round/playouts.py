"""Play-outs: what a solution does, in an order that the rules carry out; the line of the rules alone.

A solution of the bound has no order. Its actions are played on the rules in random orders, each as soon as
the rules allow it; goods are changed when a price wants it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from operator import itemgetter
from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.terra_mystica.components import (
    CULTS,
    FAVOURS,
    POWER_ACTIONS,
    TERRAINS,
    TOWNS,
)
from pencilwright.games.terra_mystica.rules import actions, apply
from pencilwright.games.terra_mystica.rules.networks import largest_network, reaches, skips
from pencilwright.games.terra_mystica.rules.prices import (
    BRIDGE,
    SPADE_ACTIONS,
    skip_price,
    spade_price,
    spades_for,
    upgrade_price,
)
from pencilwright.games.terra_mystica.rules.turn import ACTIONS, Midgame, OpenRow, passing
from pencilwright.games.terra_mystica.scoring import as_coins
from pencilwright.games.terra_mystica.state import Player, State
from pencilwright.solver.terra_mystica.actions import (
    commands_of,
    cost_of,
    kind_of,
    power_actions,
    priest_actions,
    ship_actions,
    spade_actions,
    special_actions,
    upgrades,
)
from pencilwright.solver.terra_mystica.land import free_hexes
from pencilwright.solver.terra_mystica.whole_round.bound import Done
from pencilwright.solver.terra_mystica.whole_round.context import Ground
from pencilwright.solver.terra_mystica.whole_round.layers import CHANGES

NOISE: Final = (0.3, 1, 2, 4, 8, 20)
"""How far the order of the actions is from the usual one, from play-out to play-out."""
USUAL: Final[Mapping[str, float]] = {
    "act": 0, "dig": 1, "to TE": 1.3, "to SA": 1.3, "ship": 1.5, "bridge": 1.5, "up": 2, "build": 2,
    "connect": 2.2, "turn": 2.5, "cult": 3, "send": 3,
}  # fmt: skip
"""The usual order: what brings goods first, what brings steps last."""

OF_POWER: Final = {"pw to p": 5, "pw to w": 3, "pw to c": 1}
"""Changes of power, and how much of it each takes."""
EACH: Final = OF_POWER | {"p to w": 1, "w to c": 1, "vp to c": 1}
"""All changes, and how much each takes."""
OFF_MAP: Final = ("act", "cult", "send", "ship", "dig")
"""Kinds whose actions have one price, wherever anything stands."""
SPADES_COUNT: Final = ("halflings", "darklings", "alchemists")
"""Factions to which a spade brings something even when nothing is built."""


class Paid(NamedTuple):
    """Workers, coins, priests, power."""

    workers: int = 0
    coins: int = 0
    priests: int = 0
    power: int = 0

    def plus(self, other: Sequence[int]) -> Paid:
        """Return the sum."""
        return Paid(*(a + b for a, b in zip(self, (*other, 0, 0, 0, 0), strict=False)))


class Act(NamedTuple):
    """One action of a plan: its kind, its hex or what it is, and which way."""

    kind: str
    what: str = ""
    way: str = ""


class Way(NamedTuple):
    """One way to do an action: commands, price, the action that brings spades, whether it is done then."""

    commands: tuple[str, ...]
    price: Paid
    source: str = ""
    is_done: bool = True


class ToDo(NamedTuple):
    """What of a plan is still to be done besides its actions: changes of goods, favours, town tiles."""

    changes: dict[str, int]
    favours: list[str]
    tiles: list[str]

    def copied(self) -> ToDo:
        """Return a copy."""
        return ToDo(dict(self.changes), list(self.favours), list(self.tiles))


MOST_ROWS: Final = 1000
"""More than any round has."""


class Playout(NamedTuple):
    """A line that the rules carried out: points still to come, and its rows."""

    points: int
    rows: tuple[str, ...]

    def or_better(self, other: Playout) -> Playout:
        """Return another line if that brings more, or as much in fewer rows."""
        return max(self, other, key=lambda line: (line.points, -len(line.rows)))


def worth(ground: Ground, table: State, rows: Sequence[str] = ()) -> int:
    """Return the points still to come, counted from the beginning, if nothing more were done."""
    del rows
    seat = table.seats[ground.seat.faction]
    points = seat.points - ground.seat.points
    points += 0 if seat.is_out else sum(passing(table, seat).values())
    points += sum(ground.race(index)[step] for index, step in enumerate(seat.cults))
    points += ground.area[len(largest_network(table, seat))]
    return points + as_coins(seat.coins, seat.workers, seat.priests, seat.bowls) // ground.rate


Worth = Callable[[Ground, State, tuple[str, ...]], int]
"""What a line is worth, by what the round began with, the table after it, and its rows."""


def toward(start: str, home: str, steps: int) -> str:
    """Return the terrain so many spades from one on the shortest way home."""
    at, end = TERRAINS.index(start), TERRAINS.index(home)
    up = (end - at) % len(TERRAINS)
    step = 1 if up <= len(TERRAINS) - up else -1
    return TERRAINS[(at + step * steps) % len(TERRAINS)]


def best_line(
    ground: Ground,
    done: Done,
    wanted: int,
    tries: int,
    stream: Stream,
    *,
    worth: Worth = worth,
    most: int = MOST_ROWS,
) -> Playout:
    """Return the best line of some play-outs of a plan; they stop when one is worth what is wanted.

    most : rows at most. Play-outs of a whole round take rows that the plan lacks, too, such as a town over a
        river hex.
    """
    best = Playout(worth(ground, ground.table, ()), ())
    for number in range(tries):
        table, rows = _Playout(ground, done, stream, NOISE[number % len(NOISE)]).played(most)
        best = best.or_better(Playout(worth(ground, table, rows), rows))
        if best.points >= wanted:
            break
    return best


def greedy(ground: Ground) -> Playout:
    """Return the line of the rules alone: always the row that brings most at once, as long as one does."""
    playout = _Playout(ground, Done(_everything(ground), ()), Stream.from_seed("greedy"), 0)
    playout.is_strict = False
    points = worth(ground, ground.table)
    while (gain := playout.best_row()) > points:
        points = gain
    return Playout(points, tuple(playout.rows))


def _everything(ground: Ground) -> dict[str, int]:
    """Return all that may be done, and how often, by the names of a solution's counts."""
    table, seat = ground.table, ground.seat
    others = (special_actions(seat), ship_actions(seat), spade_actions(seat))
    listed = chain(priest_actions(table, seat), power_actions(table, seat), *others)
    counts = {action.counted: 1 for action in listed}
    counts |= {action.name: 1 for name in ground.own for action in upgrades(table, seat, name)}
    counts |= {f"bridge {name}": 1 for name in ground.bridges} | {f"build {name}": 1 for name in ground.free}
    counts |= {f"action {name}": 1 for name in seat.own_actions}
    return {name: count for name, count in counts.items() if kind_of(name) in ground.kinds}


class _Playout:
    """One play-out of a plan."""

    def __init__(self, ground: Ground, done: Done, stream: Stream, noise: float) -> None:
        self.ground, self.stream, self.who = ground, stream, ground.seat.faction
        self.counts = done.counts
        self.table = ground.table
        names = [name for name in FAVOURS if done.counts.get(f"favour {name}")]
        changes = {name: done.counts[name] for name in CHANGES if name in done.counts}
        changes["burn"] = done.counts.get("burn", 0) + 2
        self.purse = ToDo(changes, names, list(done.tiles))
        self.sources = [
            name for name in SPADE_ACTIONS if done.counts.get(f"action {name}")
            and (name != "SH" or self.who == "giants")
        ]  # fmt: skip
        self.rows: list[str] = []
        acts = list(_acts(ground, done.counts))
        acts += [Act("connect", river) for river in (ground.rivers if done.tiles else ())]
        weights = {
            index: USUAL.get(f"to {act.way}", USUAL[act.kind]) + noise * stream.below(1000) / 1000
            for index, act in enumerate(acts)
        }
        self.todo = [acts[index] for index in sorted(weights, key=lambda item: weights[item])]
        self.is_strict = stream.below(3) > 0

    def played(self, most: int) -> tuple[State, tuple[str, ...]]:
        """Play until nothing more can be, or so many rows are; return the table then, and the rows."""
        moved = True
        while moved and len(self.rows) < most:
            moved = any(self._played(act) for act in list(self.todo))
        return self.table, tuple(self.rows)

    def _played(self, act: Act) -> bool:
        """Play an action if the rules allow one of its ways."""
        for way in self._ways(act):
            if self._row(way):
                if way.source in self.sources:
                    self.sources.remove(way.source)
                if way.is_done:
                    self.todo.remove(act)
                return True
        return False

    def best_row(self) -> int:
        """Play the row that brings most points of all that may be played, and return what the line brings.

        None is played when none brings anything. What was played may be played again.
        """
        begun = best = worth(self.ground, self.table), self.table, tuple(self.rows)
        for way in (way for act in dict.fromkeys(self.todo) for way in self._ways(act)):
            if self._row(way):
                played = worth(self.ground, self.table), self.table, tuple(self.rows)
                best = max(best, played, key=itemgetter(0))
            self.table, self.rows = begun[1], list(begun[2])
        points, self.table, rows = best
        self.rows = list(rows)
        return points

    # --- a row --------------------------------------------------------------------------------------------

    def _row(self, way: Way) -> bool:
        """Carry a row out on a copy of the table and keep it when the rules allow all of it."""
        purse = self.purse.copied()
        before = self._changes(way.price, purse.changes)
        if before is None:
            return False
        table = self.table.copied()
        game = Midgame(table, phase=ACTIONS, current=self.who)
        seat, row = table.seats[self.who], OpenRow(self.who)
        entries: list[str] = []
        try:
            for text in (*before, *way.commands):
                apply.apply_command(game, seat, row, text)
                entries.append(text)
                self._settle(game, seat, row, purse, entries)
            if self.who == "darklings" and row.priests:
                self._ordain(game, seat, row, purse, entries)
            if self.who == "halflings" and row.split:
                self._spread(game, seat, row, entries, purse)
            if self.who == "mermaids" and purse.tiles:
                self._over_river(game, seat, row, purse, entries)
        except InputError:
            return False
        if row.unfinished():
            return False
        self.table, self.purse = table, purse
        self.rows.append(". ".join(entries))
        return True

    def _settle(self, game: Midgame, seat: Player, row: OpenRow, purse: ToDo, messages: list[str]) -> None:
        """Take the tiles that a row has won, in one order or the other."""
        while row.towns or row.favours:
            if row.towns and (not row.favours or self.stream.below(2)):
                left = game.state.towns_left()
                names = [name for name in purse.tiles if name in left]
                name = self._one(names) if names else max(left, key=lambda item: TOWNS[item].points)
                order = self.stream.shuffled(CULTS) if TOWNS[name].cults else []
                text = " ".join((f"+{name}", *order))
                if name in purse.tiles:
                    purse.tiles.remove(name)
            else:
                able = [
                    name for name in FAVOURS if name not in seat.favours and game.state.favours_left(name)
                ]
                names = [name for name in purse.favours if name in able]
                if not able:
                    row.favours = 0
                    continue
                first = [name for name in names if name == "FAV5"]
                name = self._one(first if first and self.stream.below(3) else names or able)
                text = f"+{name}"
                if name in purse.favours:
                    purse.favours.remove(name)
            apply.apply_command(game, seat, row, text)
            messages.append(text)

    def _one(self, names: Sequence[str]) -> str:
        return names[self.stream.below(len(names))]

    def _ordain(self, game: Midgame, seat: Player, row: OpenRow, purse: ToDo, messages: list[str]) -> None:
        """Turn workers into priests, as the new stronghold of the Darklings allows."""
        room = game.state.priests_at_most(self.who) - seat.priests
        count = min(purse.changes.get("w to p", 0), seat.workers, row.priests, room)
        if count > 0:
            text = f"convert {count}w to {count}p"
            apply.apply_command(game, seat, row, text)
            messages.append(text)
            purse.changes["w to p"] -= count

    def _spread(self, game: Midgame, seat: Player, row: OpenRow, messages: list[str], purse: ToDo) -> None:
        """Use the three spades of the Halflings' new stronghold on hexes of the plan."""
        wanted = [act.what for act in self.todo if act.kind in ("build", "turn")]
        for name in self.stream.shuffled(wanted):
            need = spades_for(seat, game.state.terrain_of(name), seat.colour)
            if not row.free or not need or not reaches(game.state, seat, name):
                continue
            steps = min(need, row.free)
            text = f"transform {name} to {toward(game.state.terrain_of(name), seat.colour, steps)}"
            apply.apply_command(game, seat, row, text)
            messages.append(text)
        built = next((name for name in row.dug if game.state.terrain_of(name) == seat.colour), "")
        is_last = not row.free
        workers, coins = seat.board.cost["D"]
        may = seat.workers >= workers and seat.coins >= coins and seat.left("D") > 0
        if row.free:
            apply.apply_command(game, seat, row, "drop spade")
            messages.append("drop spade")
        act = Act("build", built)
        if built and is_last and may and act in self.todo and self.stream.below(4):
            apply.apply_command(game, seat, row, f"build {built}")
            messages.append(f"build {built}")
            self._settle(game, seat, row, purse, messages)

    def _over_river(
        self, game: Midgame, seat: Player, row: OpenRow, purse: ToDo, messages: list[str]
    ) -> None:
        """Found the Mermaids' towns of the plan over a river hex."""
        for river in self.ground.rivers:
            if not purse.tiles:
                return
            try:
                actions.connect(game, seat, row, river)
            except InputError:
                continue
            messages.append(f"connect {river}")
            self._settle(game, seat, row, purse, messages)

    # --- paying -------------------------------------------------------------------------------------------

    def _changes(self, price: Paid, left: dict[str, int]) -> list[str] | None:
        """Return the commands that bring together a price; None when the goods cannot come together."""
        seat = self.table.seats[self.who]
        strict = self.is_strict
        _, two, three = seat.bowls
        made = dict.fromkeys(EACH, 0)
        spare = {
            "p": seat.priests - price.priests,
            "w": seat.workers - price.workers,
            "c": seat.coins - price.coins,
            "pw": three + two // 2 - price.power,
            "vp": seat.points,
        }

        def use(name: str, wanted: int) -> int:
            count = min(wanted, left.get(name, 0)) if strict else wanted
            left[name] = max(0, left.get(name, 0) - count)
            return max(0, count)

        def change(name: str) -> None:
            given, _, got = name.split()
            count = use(name, min(max(0, -spare[got]), max(0, spare[given]) // EACH[name]))
            made[name] += count
            spare[got] += count
            spare[given] -= EACH[name] * count

        if spare["p"] < 0:
            change("pw to p")
        if spare["w"] < 0:
            for name in ("pw to w", "p to w") if self.stream.below(2) else ("p to w", "pw to w"):
                change(name)
        if spare["c"] < 0:
            last = ("vp to c",) if self.who == "alchemists" else ()
            for name in (*self.stream.shuffled(["pw to c", "w to c", "p to c"]), *last):
                if name != "p to c":
                    change(name)
                elif (count := min(-spare["c"], spare["p"])) > 0:
                    count = min(use("p to w", count), use("w to c", count))
                    made["p to w"] += count
                    made["w to c"] += count
                    spare["p"] -= count
                    spare["c"] += count
        if any(spare[good] < 0 for good in ("p", "w", "c", "pw")):
            return None
        spent = price.power + sum(each * made[name] for name, each in OF_POWER.items())
        burned = max(0, spent - three)
        if burned and strict and use("burn", burned) < burned:
            return None
        return [*([f"burn {burned}"] if burned else []), *_conversions(made)]

    # --- ways ---------------------------------------------------------------------------------------------

    def _ways(self, act: Act) -> Iterator[Way]:
        """Yield the ways to do an action now."""
        kind, what, how = act
        seat = self.table.seats[self.who]
        if kind in OFF_MAP:
            coins, workers, priests, power = cost_of(seat, what)
            yield Way(commands_of(what), Paid(workers, coins, priests, power))
        elif kind == "bridge":
            a, b = what.split("-")
            pay = Paid(power=POWER_ACTIONS["ACT1"].cost) if how == "ACT1" else Paid(*BRIDGE)
            yield Way((f"action {how}", f"bridge {a}:{b}"), pay)
        elif kind == "up":
            if what not in seat.structures:
                return
            if how == "free":
                yield Way(("action SH", f"upgrade {what} to TH"), Paid())
            else:
                cost = upgrade_price(self.table, seat, what, how)
                yield Way((f"upgrade {what} to {how}",), Paid(*cost))
        elif kind == "connect":
            yield Way((f"connect {what}",), Paid())
        elif kind == "build":
            yield from self._building(what, how)
        else:
            yield from self._turning(what)

    def _skipping(self, seat: Player, name: str) -> Paid | None:
        """Return the price of reaching a hex: nothing, a carpet or a tunnel; None when it is out of reach."""
        if reaches(self.table, seat, name):
            return Paid()
        return Paid(*skip_price(seat)) if skips(seat, name) else None

    def _building(self, name: str, how: str) -> Iterator[Way]:
        """Yield the ways to a new dwelling, with the spades at hand."""
        seat = self.table.seats[self.who]
        if name in seat.structures:
            self.todo.remove(Act("build", name, how))
            return
        need = spades_for(seat, self.table.terrain_of(name), seat.colour)
        cost = Paid(*seat.board.cost["D"])
        if how == "gift" and not need:
            yield Way(("action SH", f"build {name}"), Paid())
            return
        if how == "storm":
            yield Way(("action SH", f"transform {name}", f"build {name}"), cost)
            return
        reach = self._skipping(seat, name)
        if reach is None:
            return
        ends = (f"build {name}",) if how != "gift" else ()
        price = (cost if ends else Paid()).plus(reach)
        again = self.counts.get(f"skip {name}", 0)
        if any(reach) and again > 1 and need:
            yield from self._step_by_step(name, need, again, reach)
        if not need:
            yield Way(ends, price)
            return
        turn = (f"transform {name}",)
        for source in self.stream.shuffled(self.sources):
            free = SPADE_ACTIONS[source]
            pay = Paid(power=POWER_ACTIONS[source].cost) if source in POWER_ACTIONS else Paid()
            first = (f"action {source}", *((f"dig {need - free}",) if need > free else ()), *turn, *ends)
            pay = price.plus(pay).plus(spade_price(seat, max(0, need - free)))
            if free <= need:
                yield Way(first, pay, source, bool(ends))
                continue
            for act in self.todo:
                other = act.what
                if act.kind in ("build", "turn") and other not in ("", name) and other not in seat.structures:
                    lacks = spades_for(seat, self.table.terrain_of(other), seat.colour)
                    steps = min(lacks, free - need)
                    if steps:
                        to = toward(self.table.terrain_of(other), seat.colour, steps)
                        rest = ("drop spade",) if steps < free - need else ()
                        yield Way((*first, f"transform {other} to {to}", *rest), pay, source, bool(ends))
            yield Way((*first, "drop spade"), pay, source, bool(ends))
        yield Way((f"dig {need}", *turn, *ends), price.plus(spade_price(seat, need)), "", bool(ends))

    def _step_by_step(self, name: str, need: int, again: int, reach: Paid) -> Iterator[Way]:
        """Yield one spade on a hex that skipping reaches, so that the next action skips again."""
        seat = self.table.seats[self.who]
        done = sum(f" {name}" in row for row in self.rows)
        if done + 1 >= again:
            return
        to = toward(self.table.terrain_of(name), seat.colour, 1)
        way = ("dig 1", f"transform {name} to {to}")
        if need:
            yield Way(way, reach.plus(spade_price(seat, 1)), "", is_done=False)

    def _turning(self, name: str) -> Iterator[Way]:
        """Yield the ways to use spades on a hex that is not built on, or on any other one."""
        seat = self.table.seats[self.who]
        planned = {act.what for act in self.todo if act.kind == "build"}
        names = [name] if name else [other for other in free_hexes(self.table) if other not in planned]
        for other in self.stream.shuffled(names):
            reach = self._skipping(seat, other)
            if reach is None or (any(reach) and not name):
                continue
            start = self.table.terrain_of(other)
            for source in self.sources:
                given = SPADE_ACTIONS[source]
                pay = Paid(power=POWER_ACTIONS[source].cost) if source in POWER_ACTIONS else Paid()
                steps = min(spades_for(seat, start, seat.colour), given)
                rest = ("drop spade",) if steps < given else ()
                to = toward(start, seat.colour, steps)
                if steps:
                    yield Way(
                        (f"action {source}", f"transform {other} to {to}", *rest), pay.plus(reach), source
                    )
            at = TERRAINS.index(start)
            beside = [TERRAINS[(at + step) % len(TERRAINS)] for step in (1, -1)]
            to = min(beside, key=lambda colour: colour == seat.colour)
            yield Way(("dig 1", f"transform {other} to {to}"), reach.plus(spade_price(seat, 1)))


def _acts(ground: Ground, counts: Mapping[str, int]) -> Iterator[Act]:
    """Yield the actions of a solution."""
    workers = counts.get("bridges for workers", 0)
    for name, count in counts.items():
        words = name.split()
        if not count:
            continue
        if words[0] == "build":
            how = next((way for way in ("storm", "gift") if counts.get(f"{way} {words[1]}")), "")
            yield Act("build", words[1], how)
        elif words[0] == "upgrade":
            is_free = words[3] == "TH" and counts.get(f"free house {words[1]}")
            yield Act("up", words[1], "free" if is_free else words[3])
        elif words[0] == "action" and len(words) == 3:
            yield Act("cult", name)
        elif words[0] == "action" and words[1] in POWER_ACTIONS:
            if POWER_ACTIONS[words[1]].gain in ("C", "W", "P"):
                yield Act("act", name)
        elif words[0] == "bridge":
            workers -= 1
            yield Act("bridge", words[1], "BRIDGE" if workers >= 0 else "ACT1")
        elif words[0] == "send":
            yield from [Act("send", name)] * count
        elif words[0] == "advance":
            yield from [Act(words[1], name)] * count
        elif words[:2] == ["dig", "again"]:
            yield from [Act("turn", words[2])] * count
    if ground.seat.faction in SPADES_COUNT or "spade" in ground.scored:
        sources = sum(counts.get(f"action {name}", 0) for name in SPADE_ACTIONS)
        used = sum(ground.need[name] for name in ground.free if counts.get(f"build {name}"))
        yield from [Act("turn")] * (counts.get("dig", 0) + sources - used)


def _conversions(made: Mapping[str, int]) -> Iterator[str]:
    """Yield the commands of conversions, those of power first."""
    for name, each in EACH.items():
        if made[name]:
            yield f"convert {each * made[name]}{name.split()[0]} to {made[name]}{name[-1]}"
