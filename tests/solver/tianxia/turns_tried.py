"""Every turn and free action of the rest of round 4, in every order: written from the rules file alone.

It shares no code with the project: a world is plain data, a moment is a tuple. Nothing is clever here; only
small positions come to an end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

THINGS = ("coin", "wood", "stone", "rice", "silk", "helmet", "jewel")
RES, GOOD = THINGS[1:4], THINGS[4:]
LANES = ("white", "red", "black", "blue")
BOATS = ("stone", "rice", "wood")
COAST = ("yan", "qi", "chu")
FIGURES = (0, 1, 3, 6, 10, 15, 21)
MAY_BUY = (0, 1, 1, 2, 2, 3, 4)
BUY = (1, 2, 2, 3)
TIER = {"gov": (3, 7, 12, 18), "low": (2, 6, 11, 17)}
# what a tile costs; what it gives
TILES = {
    "BT-03": ("", "step"),
    "BT-05": ("", "2 unlike"),
    "BT-06": ("", "1 good"),
    "BT-07": ("1 helmet", "soldier soldier"),
    "BT-08": ("1 jewel", "5 pp"),
    "BT-09": ("1 silk", "3 coin"),
    "BT-12": ("1 good", "2 res"),
    "BT-13": ("2 res", "2 good"),
    "BT-15": ("", "merchant"),
    "BT-16": ("", "soldier"),
    "BT-17": ("", "worker"),
    "BT-19": ("", "nomads2"),
    "BT-20": ("", "refresh"),
}
DEMANDS = {
    "D1": ("", "1 coin 2 pp"),
    "D5": ("", "nomads1 1 coin"),
    "D7": ("", "1 wood 1 pp"),
    "D9": ("1 helmet", "2 coin nomads2"),
    "D15": ("1 jewel", "merchant soldier"),
    "D19": ("1 good", "nomads1 2 coin"),
    "D23": ("1 good", "1 res 2 pp"),
    "D25": ("1 silk", "2 unlike 1 pp"),
}
INCOME = {
    "I1": "1 res 1 coin",
    "I2": "1 rice 1 coin",
    "I3": "1 stone 1 coin",
    "I4": "1 wood 1 coin",
    "I10": "lowest",
}
CARDS = {
    "OB4": "2 rice 1 res",
    "OB6": "2 res 1 coin",
    "OB7": "2 res 1 rice",
    "OB8": "2 res 1 wood",
    "OB9": "1 silk 1 helmet 1 jewel",
    "OB10": "1 coin 1 wood 1 stone",
    "OB13": "3 coin",
    "OB17": "soldier 1 jewel 1 rice",
    "OB20": "2 res 1 stone",
    "OB23": "2 helmet 1 coin",
    "OB24": "wall",
    "OB26": "soldier soldier 2 coin",
    "OB28": "2 res 1 rice",
}
BOARD = {
    "2A-1": ("1 res", "1 good"),
    "2A-2": ("", "soldier.battle"),
    "2A-3": ("", "3 coin"),
    "2B-1": ("1 good", "2 res"),
    "2B-2": ("", "soldier.calm"),
    "3A-3": ("", "1 rice 1 stone 1 wood"),
    "3B-3": ("", "2 alike"),
    "4B-3": ("", "refresh"),
}
ROWS = ("soldiers", "walls", "towers")
WAITING = ("1B-2", "4A-1", "4B-1", "3B-2")


@dataclass
class World:
    """What does not change by itself: the table, and what others have on it."""

    flags: dict[str, str]
    extras: dict[str, str]
    trades: dict[str, tuple[str, str]]
    sites: dict[str, tuple[int, str, str]]  # space: wood, building, tile beside
    ships: dict[str, tuple[str, str, tuple[str, ...]]]  # port: good, demand, rewards in our words
    lanes: dict[str, tuple[int, ...]]  # heights of the others on each track
    ranked: dict[str, tuple[int, int]]  # our own height at first, and how many stand before us
    sections: list[dict[str, Any]]
    walls: tuple[int, ...]
    towers: tuple[int, ...]
    under: tuple[str, ...]
    cells: dict[str, tuple[str, ...]]
    buildings: dict[str, str]
    others: dict[str, int]  # governors of others on each space
    places: int
    board: str
    ship_pieces: int
    neutral: int
    cheaper_at_start: bool = False
    seen: int = 0
    limit: int = 60000


class Moment(NamedTuple):
    """What changes."""

    have: tuple[int, ...]
    pp: int
    meeples: int
    markers: int
    stacks: tuple[tuple[str, int], ...]
    lanes: tuple[int, ...]
    walls: tuple[int, int, int, int]
    towers: tuple[int, int, int, int]
    soldiers: tuple[int, int, int, int]
    doubles: tuple[int, int, int, int]
    less: tuple[int, int, int, int]
    built: tuple[int, int]
    mine: frozenset[str]
    tiles: tuple[str, ...]
    used: tuple[str, ...]
    count: int
    hand: tuple[str, ...]
    jade: int
    kinds: frozenset[str]
    boats: tuple[str, str, str]
    ports: tuple[int, int, int]
    covered: frozenset[tuple[str, int]]
    beside: frozenset[str]
    cells: tuple[tuple[str, tuple[str, ...]], ...]
    crew: tuple[tuple[str, int], ...]
    waits: tuple[str, ...]
    double: bool
    bonus: bool
    turn: str
    did: frozenset[str]
    doing: str
    n: int
    kind: str
    owed: tuple[str, ...]
    must: tuple[str, ...]
    bought: int


def words(text: str) -> list[tuple[int, str]]:
    """Return "2 coin soldier" as pairs."""
    return [(int(a or 1), b) for a, b in re.findall(r"(?:(\d+) )?([a-z][\w.]*)", text)]


def add(m: Moment, **by: int) -> Moment | None:
    have = [n + by.get(thing, 0) for n, thing in zip(m.have, THINGS, strict=True)]
    return None if min(have) < 0 else m._replace(have=tuple(have))


def spread(m: Moment, kinds: Iterable[str], n: int, sign: int) -> Iterator[Moment]:
    """Yield each way to gain or pay n of some kinds."""
    for row in combinations_with_replacement(tuple(kinds), n):
        after = add(m, **{kind: sign * row.count(kind) for kind in set(row)})
        if after:
            yield after


def pay(m: Moment, text: str) -> Iterator[Moment]:
    """Yield each way to pay."""
    rows = [m]
    for n, what in words(text):
        kinds = RES if what == "res" else GOOD if what == "good" else (what,)
        rows = [after for row in rows for after in spread(row, kinds, n, -1)]
    yield from rows


def gain(w: World, m: Moment, text: str) -> Iterator[Moment]:
    """Yield each way to gain; what is placed is owed."""
    rows = [m]
    for n, what in words(text):
        new: list[Moment] = []
        for row in rows:
            if what == "pp":
                new.append(row._replace(pp=row.pp + n))
            elif what in THINGS:
                new += spread(row, (what,), n, 1)
            elif what in ("res", "good"):
                new += spread(row, RES if what == "res" else GOOD, n, 1)
            elif what in ("unlike", "alike"):
                wanted = 1 if what == "unlike" else 2
                new += [
                    after
                    for after in spread(row, RES, 2, 1)
                    if max(x - y for x, y in zip(after.have, row.have, strict=True)) == wanted
                ]
            elif what.startswith("lane."):
                new += climb(w, row, what[5:])
            else:
                new.append(row._replace(owed=tuple(sorted((*row.owed, *[what] * n)))))
        rows = new
    yield from rows


def has(w: World, m: Moment, tile: str) -> bool:
    """Return whether a governor of ours stands at a building."""
    return any(w.buildings.get(space) == tile for space in m.mine)


def climb(w: World, m: Moment, lane: str) -> list[Moment]:
    """Go one step up."""
    at = LANES.index(lane)
    high = m.lanes[at] + 1
    if high > 10:
        return []
    lanes = list(m.lanes)
    lanes[at] = high
    m = m._replace(lanes=tuple(lanes))
    cell = f"{lane}-{high}"
    if high in (3, 7) and dict(m.cells).get(cell):
        m = m._replace(must=(*m.must, cell))
    if (lane, high) == ("blue", 5):
        m = m._replace(pp=m.pp + 5)
    if (lane, high) == ("blue", 10):
        m = m._replace(pp=m.pp + 10)
    if (lane, high) == ("white", 5):
        m = m._replace(owed=tuple(sorted((*m.owed, "soldier", "nomads2"))))
    if (lane, high) == ("black", 5):
        m = m._replace(owed=tuple(sorted((*m.owed, "worker.new", "worker.new"))))
    if (lane, high) == ("white", 10):
        m = m._replace(double=True)
    if (lane, high) == ("black", 10):
        m = m._replace(bonus=True)
    return [m]


def take(m: Moment, tile: str) -> Moment:
    """Take a bonus tile."""
    if tile.startswith("BT-01"):
        kind = tile.partition(":")[2]
        if kind in m.kinds or m.jade == 6:
            return m
        return m._replace(jade=m.jade + 1, kinds=m.kinds | {kind})
    return m._replace(tiles=tuple(sorted((*m.tiles, tile))), count=m.count + 1)


def bump(row: tuple[int, ...], at: int, n: int = 1) -> Any:
    return tuple(x + n * (i == at) for i, x in enumerate(row))


def sail(w: World, m: Moment, boat: str, who: str) -> Iterator[Moment]:
    """Put a worker on a barge."""
    at = BOATS.index(boat)
    row = who + m.boats[at]
    boats = list(m.boats)
    boats[at] = row[:3]
    n = m._replace(boats=tuple(boats))
    if row[3:] == "B":
        n = n._replace(meeples=n.meeples + 1, owed=tuple(sorted((*n.owed, "merchant"))))
    n = add(n, **{boat: 1}) or n
    if who == "B" and has(w, n, "P18"):
        n = n._replace(pp=n.pp + 1)
    if who == "B" and has(w, n, "P16"):
        yield from spread(n, [kind for kind in RES if kind != boat], 1, 1)
    else:
        yield n


def owed(w: World, m: Moment) -> Iterator[Moment]:
    """Yield what comes of carrying one owed effect out."""
    for fromkey in dict.fromkeys(m.owed):
        rest = list(m.owed)
        rest.remove(fromkey)
        n = m._replace(owed=tuple(rest))
        what, _, how = fromkey.partition(".")
        if what == "soldier" and m.meeples:
            for s in range(4):
                battle = w.sections[s]["battle"]
                if how not in ("battle" if not battle else "calm",):
                    yield n._replace(soldiers=bump(m.soldiers, s), meeples=m.meeples - 1)
        elif what.startswith("nomads"):
            for s in range(4):
                if w.sections[s]["battle"]:
                    yield n._replace(less=bump(m.less, s, int(what[6:])))
        elif what == "worker" and m.meeples:
            for boat in BOATS:
                if how == f"not.{boat}":
                    continue
                after = n._replace(meeples=n.meeples - 1)
                if how == "new":
                    other = [f"worker.not.{boat}" if x == "worker.new" else x for x in n.owed]
                    after = after._replace(owed=tuple(sorted(other)))
                yield from sail(w, after, boat, "B")
        elif what == "merchant" and m.meeples:
            crew = dict(m.crew)
            if not w.board and not crew:
                yield n._replace(meeples=m.meeples - 1)
            for name, there in crew.items():
                if there < w.places:
                    after = tuple(sorted({**crew, name: there + 1}.items()))
                    yield n._replace(meeples=m.meeples - 1, crew=after)
        elif what in ("step", "lowest"):
            for at, lane in enumerate(LANES):
                if what == "step" or m.lanes[at] == min(m.lanes):
                    yield from climb(w, n, lane)
        elif what == "wall" and m.built[0] < len(w.walls):
            for s in range(4):
                yield n._replace(walls=bump(m.walls, s), built=bump(m.built, 0))
        elif what == "refresh":
            for tile in dict.fromkeys(m.used):
                used = list(m.used)
                used.remove(tile)
                yield n._replace(used=tuple(used), tiles=tuple(sorted((*m.tiles, tile))))
    for cell in m.must:
        for tile in dict.fromkeys(dict(m.cells)[cell]):
            left = list(dict(m.cells)[cell])
            left.remove(tile)
            rest = list(m.must)
            rest.remove(cell)
            cells = tuple(sorted({**dict(m.cells), cell: tuple(left)}.items()))
            yield take(m._replace(must=tuple(rest), cells=cells), tile)


def free(w: World, m: Moment) -> Iterator[Moment]:
    """Yield free actions."""
    if m.markers:
        yield add(m._replace(markers=m.markers - 1), coin=2) or m
    for tile in dict.fromkeys(m.tiles):
        rest = list(m.tiles)
        rest.remove(tile)
        n = m._replace(tiles=tuple(rest), used=tuple(sorted((*m.used, tile))))
        name, _, shows = tile.partition(":")
        if name == "BT-02":
            yield from climb(w, n, shows)
        elif name == "BT-04":
            yield from gain(w, n, shows.replace("+", ""))
        else:
            for paid in pay(n, TILES[name][0]):
                yield from gain(w, paid, TILES[name][1])
    for card in m.hand:
        rest = tuple(item for item in m.hand if item != card)
        yield from gain(w, m._replace(hand=rest), CARDS[card])
    for name, there in m.crew:
        if there:
            yield m._replace(
                meeples=m.meeples + 1, crew=tuple(sorted({**dict(m.crew), name: there - 1}.items()))
            )
        if there == w.places:
            n = m._replace(meeples=m.meeples + there, crew=tuple(sorted({**dict(m.crew), name: 0}.items())))
            if name in WAITING:
                yield n._replace(waits=tuple(sorted((*n.waits, name))))
            elif name in BOARD:
                for paid in pay(n, BOARD[name][0]):
                    yield from gain(w, paid, BOARD[name][1])
    for port in w.ships:
        doing = f"bonus {port}"
        if m.doing == doing or (m.bonus and settled(m)):
            yield from deliver(w, m if m.doing == doing else m._replace(bonus=False), port, doing)
    if m.double:
        for s in range(4):
            yield m._replace(double=False, doubles=bump(m.doubles, s))


def without(m: Moment, name: str) -> tuple[bool, Moment]:
    """Spend a merchant action that waits."""
    if name not in m.waits:
        return False, m
    rest = list(m.waits)
    rest.remove(name)
    return True, m._replace(waits=tuple(rest))


def income(w: World, m: Moment, tile: str) -> Iterator[Moment]:
    """Yield what an income building gives."""
    if tile == "I5":
        old = sum(section["own walls"] + section["own soldiers"] for section in w.sections)
        yield m._replace(pp=m.pp + old + sum(m.walls) + sum(m.soldiers))
    elif tile == "I6":
        yield m._replace(pp=m.pp + 3 * (sum(section["own towers"] for section in w.sections) + sum(m.towers)))
    elif tile == "I8":
        yield m._replace(pp=m.pp + sum(high >= 3 for high in m.lanes))
    else:
        yield from gain(w, m, INCOME.get(tile, ""))


def ended(m: Moment) -> Moment | None:
    """End the turn that is open; None where it may not end."""
    if m.must or not settled(m):
        return None
    place = m.turn
    if place in ("fortify", "train") and "paid" not in m.did:
        return None
    if place and place not in ("fortify", "train", "barge", "pass") and not m.did & {"govern", "trade"}:
        return None
    return m._replace(turn="", did=frozenset(), doing="", n=0, kind="", owed=())


def turns(w: World, m: Moment) -> Iterator[Moment]:
    """Yield the beginnings of turns."""
    m0 = ended(m)
    if m0 is None or m.turn == "pass":
        return
    spaces = ["fortify", "train", *w.trades, *(p for p in COAST)]
    if m0.markers:
        for space in spaces:
            lying = dict(m0.stacks).get(space, 0)
            item, n = without(m0, "4A-1")
            price = 1 if item else 0 if has(w, m0, "P8") else lying
            paid = add(n, coin=-price)
            if paid is None or (space == "fortify" and m.built == (len(w.walls), len(w.towers))):
                continue
            stacks = tuple(sorted({**dict(m0.stacks), space: lying + 1}.items()))
            yield paid._replace(markers=m0.markers - 1, stacks=stacks, turn=space)
    for boat in BOATS:
        own = m0.boats[BOATS.index(boat)].count("B")
        price = 1 + own
        if has(w, m0, "P17"):
            price = max(price - 1, 1)
        less, n = without(m0, "4B-1")
        paid = add(n, coin=-max(price - less, 0))
        if paid is None:
            continue
        paid = paid._replace(turn="barge")
        if m0.meeples:
            yield from sail(w, paid._replace(meeples=m0.meeples - 1), boat, "B")
        elif "".join(m0.boats).count("N") < w.neutral:
            yield from sail(w, paid, boat, "N")
    if w.under:
        for tile in dict.fromkeys(w.under):
            yield take(m0._replace(turn="pass"), tile)
    else:
        yield m0._replace(turn="pass")


def parts(w: World, m: Moment) -> Iterator[Moment]:
    """Yield the parts of the turn that is open."""
    if m.must or not m.turn:
        return
    here = m.turn
    m = m._replace(owed=())
    if here == "pass":
        more, n = without(m, "3B-2")
        n = n._replace(did=n.did | {"less"}) if more else n
        if m.bought < MAY_BUY[m.jade]:
            price = BUY[m.bought] - ("less" in n.did or w.cheaper_at_start)
            paid = add(n, coin=-price)
            if paid:
                for lane in LANES:
                    yield from climb(w, paid._replace(bought=m.bought + 1), lane)
        return
    if here in ("fortify", "train"):
        yield from military(w, m)
        return
    if here == "barge":
        return
    if "extra" not in m.did and w.extras.get(here) and settled(m):
        yield from gain(w, calm(m)._replace(did=m.did | {"extra"}), w.extras[here])
    if "step" not in m.did and w.flags.get(here) and settled(m):
        yield from climb(w, calm(m)._replace(did=m.did | {"step"}), w.flags[here])
    if "govern" not in m.did and m.meeples and settled(m):
        yield from govern(w, calm(m))
    if here in w.trades and "trade" not in m.did and has(w, m, "P2"):
        begun = m._replace(did=m.did | {"trade", "P2"}, doing="exchange", n=0, kind="")
        yield from spread(begun, GOOD, 1, 1)
    if here in w.trades and ("trade" not in m.did or m.doing == "exchange") and m.n < 4:
        paid_kind, gained = w.trades[here]
        kinds = {paid_kind} | (set(RES) if has(w, m, "P1") and paid_kind in RES else set())
        for kind in kinds:
            if m.kind and kind != m.kind:
                continue
            paid = add(m, **{kind: -1})
            if paid is None:
                continue
            paid = paid._replace(did=m.did | {"trade"}, doing="exchange", n=m.n + 1, kind=kind)
            for done in spread(paid, GOOD if gained == "good" else (gained,), 1, 1):
                yield done
                if has(w, m, "P2") and "P2" not in m.did:
                    yield from spread(done._replace(did=done.did | {"P2"}), GOOD, 1, 1)
    if here in w.ships and ("trade" not in m.did or m.doing == "ship"):
        yield from ship(w, m)


def settled(m: Moment) -> bool:
    """Return whether no exchange is begun that has not exchanged yet."""
    return m.doing != "exchange" or m.n > 0


def calm(m: Moment) -> Moment:
    """Leave an exchange or a shipping action: it does not go on after another part."""
    return m._replace(doing="", n=0, kind="")


def govern(w: World, m: Moment) -> Iterator[Moment]:
    """Yield appointments in the region."""
    for space, (wood, tile, beside) in w.sites.items():
        if space[:-1] != m.turn or space in m.mine:
            continue
        less, n = without(m, "1B-2")
        new = any(w.buildings.get(item) == "P3" for item in m.mine if item in w.sites)
        paid = add(n, wood=-max(max(wood - new, 0) - 2 * less, 0))
        if paid is None:
            continue
        if beside and space in m.beside:
            paid = take(paid._replace(beside=paid.beside - {space}), beside)
        if has(w, m, "P4"):
            paid = paid._replace(pp=paid.pp + 4)
        if has(w, m, "P5"):
            paid = paid._replace(owed=tuple(sorted((*paid.owed, "merchant"))))
        paid = paid._replace(meeples=paid.meeples - 1, mine=paid.mine | {space}, did=paid.did | {"govern"})
        yield from income(w, paid, tile)


def ship(w: World, m: Moment) -> Iterator[Moment]:
    """Yield single deliveries of a region's shipping action."""
    yield from deliver(w, m._replace(did=m.did | {"trade"}), m.turn, "ship")


def deliver(w: World, m: Moment, port: str, doing: str) -> Iterator[Moment]:
    """Yield single deliveries of a shipping action, which begins with a piece in the port."""
    good, demand, rewards = w.ships[port]
    cost, reward = DEMANDS[demand]
    begin = m
    if m.doing != doing:
        if sum(m.ports) >= w.ship_pieces:
            return
        begin = m._replace(ports=bump(m.ports, COAST.index(port)), doing=doing, n=0, kind="")
    for space, given in enumerate(rewards):
        if (port, space) in m.covered:
            continue
        for paid in pay(begin, f"1 {good} {cost}"):
            yield from gain(w, paid._replace(covered=paid.covered | {(port, space)}), f"{reward} {given}")


def military(w: World, m: Moment) -> Iterator[Moment]:
    """Yield the step and the pieces of a military turn."""
    here = m.turn
    if not m.did:
        for lane in LANES:
            for item in climb(w, m._replace(did=frozenset({"step"})), lane):
                if has(w, m, "P11"):
                    yield from climb(w, item, lane) or [item]
                else:
                    yield item
    begin = m
    if "acting" not in m.did:
        begin = m._replace(did=m.did | {"acting"})
        for place, tile, thing in (("train", "P9", "rice"), ("fortify", "P10", "coin")):
            richer = add(begin, **{thing: 1}) if here == place and has(w, m, tile) else None
            begin = richer._replace(owed=("soldier",)) if richer else begin
    begin = begin._replace(did=begin.did | {"paid"})
    if here == "train":
        paid = add(begin, rice=-2)
        if paid and m.meeples:
            for s in range(4):
                yield paid._replace(soldiers=bump(m.soldiers, s), meeples=m.meeples - 1)
        return
    less = int(has(w, m, "P12") and not has_at_start(w, "P12"))
    for kind, costs in enumerate((w.walls, w.towers)):
        if m.built[kind] < len(costs):
            paid = add(begin, stone=-max(costs[m.built[kind]] - less, 0))
            if paid:
                for s in range(4):
                    row = {"walls": bump(m.walls, s)} if not kind else {"towers": bump(m.towers, s)}
                    yield paid._replace(built=bump(m.built, kind), **row)


def has_at_start(w: World, tile: str) -> bool:
    return any(w.buildings.get(space) == tile for space in w.buildings if space not in w.sites)


# --- the end ------------------------------------------------------------------------------------------------


def fought(w: World, m: Moment) -> tuple[Moment, set[str]]:
    """Return the moment after the attack phase, and where our governors stand then."""
    pp, coins, meeples = m.pp, m.have[0], m.meeples
    mine = set(m.mine)
    others = dict(w.others)
    for s, section in enumerate(w.sections):
        if not section["battle"]:
            continue
        rows = {
            "soldiers": section["soldiers"] + "B" * m.soldiers[s],
            "walls": section["walls"] + "B" * m.walls[s],
            "towers": "BB" * m.doubles[s] + section["towers"] + "B" * m.towers[s],
        }
        power = {
            who: 2 * rows["towers"].count(who) + rows["walls"].count(who) + rows["soldiers"].count(who)
            for who in "BOPG"
        }
        first = sorted(
            (who for who in power if power[who]),
            key=lambda who: (-power[who], *((rows[part] + "-" * 99 + who).index(who) for part in ROWS)),
        )
        if "B" in first[:3]:
            pp += (7, 4, 2)[first.index("B")]
        standing = {w.buildings.get(space) for space in mine}
        if "P6" in standing:
            pp += 2 * (rows["walls"].count("B") + rows["towers"].count("B"))
        if "P7" in standing:
            pp += rows["soldiers"].count("B")
        left = max(section["nomads"] - m.less[s], 0)
        left = max(left - 2 * len(rows["towers"]) - len(rows["walls"]), 0)
        fallen = rows["soldiers"][:left]
        pp += fallen.count("B")
        left -= len(fallen)
        for space, raid in zip(section["path"], section["raids"], strict=True):
            if left:
                left = max(left - raid, 0)
                if space in mine:
                    mine.discard(space)
                    meeples += 1
                others[space] = 0
        for _ in range(left):
            if coins:
                coins -= 1
            else:
                pp -= 3
        if first[:1] == ["B"]:
            pp += sum(others.get(space, 0) + (space in mine) for space in section["path"])
    return m._replace(pp=pp, have=(coins, *m.have[1:]), meeples=meeples), mine


def attack(w: World, m: Moment, governor: int) -> int:
    """Return what the attack phase brings who has no coins for a penalty, and each governor left standing."""
    after, mine = fought(w, m._replace(have=(0, *m.have[1:])))
    paths = [space for section in w.sections if section["battle"] for space in section["path"]]
    return after.pp - m.pp + governor * sum(space in mine for space in paths)


def final(w: World, m: Moment) -> int:
    """Return the points after the attack phase and final scoring."""
    m, mine = fought(w, m)
    pp, coins, meeples = m.pp, m.have[0], m.meeples
    places = {}
    for at, lane in enumerate(LANES):
        high = m.lanes[at]
        start, rank = w.ranked[lane]
        ahead = sum(other >= high for other in w.lanes[lane]) if high != start else rank
        places[lane] = (7, 4, 2, 0, 0, 0)[ahead] if high else 0
    pp += sum(places.values()) + FIGURES[m.jade]
    worth = []
    goods = sum(m.have[4:])
    for card in m.hand:
        worth.append(card_worth(w, m, card, places, mine, goods, meeples))
    pp += sum(sorted(worth)[-3:])
    return pp + (sum(m.have) - m.have[0] + coins) // 5


def card_worth(
    w: World, m: Moment, card: str, places: dict[str, int], mine: set[str], goods: int, meeples: int
) -> int:
    """Return what a card that is kept is worth."""
    if card == "OB4":
        return places["white"] + places["black"]
    if card == "OB6":
        return places["blue"] + places["black"]
    if card == "OB7":
        return 2 * goods
    if card == "OB8":
        return FIGURES[m.jade]
    if card == "OB9":
        return 2 * len(mine)
    if card in ("OB10", "OB13", "OB17"):
        where = {"OB10": ("qin", "yan"), "OB13": ("zhao", "chu"), "OB17": ("wei", "han", "qi")}[card]
        n = sum(space[:-1] in where for space in mine)
        return (0, *TIER["low" if card == "OB17" else "gov"])[min(n, 4)]
    if card == "OB20":
        return max((p for least, p in ((8, 3), (10, 7), (12, 12), (14, 18)) if m.count >= least), default=0)
    if card == "OB23":
        return (0, 2, 5, 9, 14)[min(m.ports[2] + m.ports[1], 4)]
    if card in ("OB24", "OB26"):
        where = (0, 1) if card == "OB24" else (2, 3)
        n = sum(
            m.walls[s] + m.towers[s] + w.sections[s]["own walls"] + w.sections[s]["own towers"] for s in where
        )
        return (0, 0, 3, 7, 14, 20)[min(n, 5)]
    assert card == "OB28"
    return next((p for most, p in ((0, 16), (3, 11), (4, 7), (6, 4)) if meeples <= most), 0)


def everything(
    w: World, start: Moment, part: str = "", count: Callable[[World, Moment], int] = final
) -> int | None:
    """Return the most that any turns lead to; None where there are too many.

    part : a question about a part of the rest, see `within`; else the turns go on to the pass.
    """
    seen = {start}
    edge = [start]
    most = -999
    while edge:
        m = edge.pop()
        last = ended(m) if part else m if m.turn == "pass" and not m.must else None
        if last:
            most = max(most, count(w, last))
        for step in (owed, free, turns, parts):
            for n in step(w, m):
                if n not in seen and (not part or step is owed or within(part, w, m, n)):
                    seen.add(n)
                    edge.append(n)
        if len(seen) > w.limit:
            return None
    w.seen = len(seen)
    return most


def within(part: str, w: World, m: Moment, n: Moment) -> bool:
    """Return whether a step from one moment to the next is one of those that a part of the question has."""
    begun = n.turn != m.turn or n.stacks != m.stacks
    card = len(n.hand) < len(m.hand)
    if part == "goals":
        return card
    if part == "leftovers":
        crew = sum(dict(m.crew).values()) - sum(dict(n.crew).values())
        return not n.turn and (card or n.tiles != m.tiles or crew == w.places)
    if part == "jade":
        return n.turn == "pass" and (begun or n.bought > m.bought)
    if begun:
        return n.turn in {"wall": ("fortify", "train"), "deliveries": COAST}.get(part, w.flags)
    if part == "wall":
        return n.built != m.built or n.soldiers != m.soldiers
    if part == "deliveries":
        return len(n.covered) > len(m.covered)
    return len(n.mine) > len(m.mine)
