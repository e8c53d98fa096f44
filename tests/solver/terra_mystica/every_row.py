"""Everything that one player may still do, row by row on the rules: for positions with few goods."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica.boards.hexes import RIVERS, TERRAIN, TERRAINS
from pencilwright.games.terra_mystica.components import CULTS, FAVOURS, POWER_ACTIONS, PRIEST_PLACES, TOWNS
from pencilwright.games.terra_mystica.rules import apply
from pencilwright.games.terra_mystica.rules.networks import reaches, skips
from pencilwright.games.terra_mystica.rules.prices import BUILT_FROM, spades_for
from pencilwright.games.terra_mystica.rules.turn import ACTIONS, Midgame, OpenRow, passing
from pencilwright.games.terra_mystica.scoring import final, tallies
from pencilwright.games.terra_mystica.state import Player, State
from pencilwright.solver.terra_mystica.whole_round.context import WHOLE, RoundPart

CHANGES = (
    "burn 1", "convert 5pw to 1p", "convert 3pw to 1w", "convert 1pw to 1c", "convert 1p to 1w",
    "convert 1w to 1c",
)  # fmt: skip
SOURCES = {"": 0, "ACT5": 1, "ACT6": 2, "BON1": 1, "SH": 2}
MOST_STATES = 3000


def value(table: State, who: str) -> int:
    """Return a player's points if the game ended after passing now."""
    return final(tallies(table)).totals[who] + sum(passing(table, table.seats[who]).values())


def best(table: State, who: str, part: RoundPart = WHOLE) -> tuple[int, int] | None:
    """Return the most points that rows of a part can lead to, and the positions seen; None for too many."""
    seen = set()
    near = {name for name in TERRAIN if part.is_far or reaches(table, table.seats[who], name)}
    edge = [table]
    most = value(table, who)
    while edge:
        now = edge.pop()
        for row in (row for row in rows(now, who) if is_of(row, part.kinds, near)):
            for after in carried(now, who, row):
                key = state_of(after, who)
                if key not in seen:
                    seen.add(key)
                    if len(seen) > MOST_STATES:
                        return None
                    edge.append(after)
                    most = max(most, value(after, who))
    return most, len(seen)


def is_of(row: tuple[str, ...], kinds: frozenset[str], near: set[str]) -> bool:
    """Return whether a row is of some kinds of actions, and builds on none but some hexes."""
    words = [text.split() for text in row]
    if any(verb == "build" and what[0] not in near for verb, *what in words):
        return False
    verbs = {verb for verb, *_ in words}
    if verbs & {"burn", "convert"}:
        return True
    kind_of = {
        "send": "priest", "advance": "track", "bridge": "bridge", "upgrade": "upgrade", "connect": "dwelling",
        "build": "dwelling", "transform": "dwelling",
    }  # fmt: skip
    results = {kind_of[verb] for verb in verbs if verb in kind_of}
    if not results:
        results = {"cult" if row[-1].startswith("+") else "action"}
    return results <= kinds


def state_of(table: State, who: str) -> tuple[object, ...]:
    """Return all that may differ between positions of one round."""
    seat = table.seats[who]
    goods = (seat.points, seat.coins, seat.workers, seat.priests, tuple(seat.bowls), tuple(seat.cults))
    tracks = (seat.keys, seat.shipping, seat.spade_level, frozenset(seat.used), frozenset(table.used))
    places = tuple(tuple(owners) for owners in table.places.values())
    land = (frozenset(seat.structures.items()), frozenset(table.terrain.items()), frozenset(table.bridges))
    return (*goods, *tracks, places, *land, tuple(sorted(seat.favours)), frozenset(seat.towns))


def carried(table: State, who: str, commands: tuple[str, ...]) -> Iterator[State]:
    """Yield the tables after a row, for each choice that it leaves open."""
    waiting: list[tuple[str, ...]] = [commands]
    while waiting:
        texts = waiting.pop()
        new = table.copied()
        game, seat, row = Midgame(new, phase=ACTIONS, current=who), new.seats[who], OpenRow(who)
        try:
            for text in texts:
                apply.apply_command(game, seat, row, text)
        except InputError:
            continue
        waiting += [(*texts, more) for more in choices(game, seat, row)]
        if not row.unfinished():
            yield new


def choices(game: Midgame, seat: Player, row: OpenRow) -> Iterator[str]:
    """Yield the commands that may follow in a row: tiles, spades given at once, workers made priests."""
    if row.favours:
        yield from (
            f"+{name}" for name in FAVOURS if name not in seat.favours and game.state.favours_left(name)
        )
    if row.towns:
        for name in game.state.towns_left():
            many = sum(step >= 8 for step in seat.cults) > 1
            orders = permutations(CULTS) if TOWNS[name].cults and many else [()]
            yield from (" ".join((f"+{name}", *order)) for order in orders)
    if row.priests and seat.workers:
        yield "convert 1w to 1p"
    if row.split and row.free:
        yield "drop spade"
        for name in TERRAIN:
            if not game.state.owner(name) and reaches(game.state, seat, name):
                yield from (f"transform {name} to {colour}" for colour in TERRAINS)
    if row.split and row.may_build:
        yield from (f"build {name}" for name in row.dug)


def rows(table: State, who: str) -> Iterator[tuple[str, ...]]:
    """Yield rows that may be allowed: one action each, or one change of goods."""
    seat = table.seats[who]
    yield from ((change,) for change in CHANGES)
    if who == "alchemists":
        yield ("convert 1vp to 1c",)
    for cult in CULTS:
        yield from ((f"send p to {cult} for {steps}",) for steps in {*PRIEST_PLACES, 1})
        yield from ((f"action {name}", f"+{cult}") for name in ("BON2", "FAV6", "SH"))
    yield from ((f"advance {track}",) for track in ("ship", "dig"))
    yield from ((f"action {name}",) for name in POWER_ACTIONS)
    for place in table.bridge_places if seat.bowls[2] > 2 or who == "engineers" else ():
        a, b = place.split("-")
        yield from ((f"action {way}", f"bridge {a}:{b}") for way in ("ACT1", "BRIDGE"))
    for name in seat.structures:
        yield from ((f"upgrade {name} to {kind}",) for kind in BUILT_FROM)
        yield "action SH", f"upgrade {name} to TH"
    if who == "mermaids":
        yield from ((f"connect {river}",) for river in RIVERS)
    near = [
        name
        for name in TERRAIN
        if not table.owner(name) and (reaches(table, seat, name) or skips(seat, name))
    ]
    if who == "witches":
        yield from (("action SH", f"build {name}") for name in TERRAIN if not table.owner(name))
    costs = seat.board.spade_costs
    most = seat.workers // costs[seat.spade_level] if costs else seat.priests
    for name in near:
        yield (f"build {name}",)
        yield "action SH", f"transform {name}", f"build {name}"
        for source, free in SOURCES.items():
            if source and not _may(table, seat, source):
                continue
            for bought in range(min(most, 3) + 1):
                first = ((f"action {source}",) if source else ()) + ((f"dig {bought}",) if bought else ())
                if free + bought:
                    yield from _dug(table, seat, near, name, first, free + bought)


def _may(table: State, seat: Player, source: str) -> bool:
    """Return whether an action that brings spades is there to be taken."""
    if source in POWER_ACTIONS:
        return source not in table.used and seat.bowls[2] >= POWER_ACTIONS[source].cost
    mine = seat.bonus == source or (source == "SH" and seat.faction == "giants" and seat.count("SH") > 0)
    return mine and source not in seat.used


def _dug(
    table: State, seat: Player, near: list[str], name: str, first: tuple[str, ...], spades: int
) -> Iterator[tuple[str, ...]]:
    """Yield what may be done with spades on a hex, and on a second one."""
    for colour in TERRAINS:
        used = spades_for(seat, table.terrain_of(name), colour)
        if not 0 < used <= spades:
            continue
        turned = (*first, f"transform {name} to {colour}")
        ends = [turned, (*turned, f"build {name}")] if colour == seat.colour else [turned]
        for end in ends:
            if used == spades:
                yield end
                continue
            yield (*end, "drop spade")
            for other in near:
                if other != name:
                    yield from ((*end, f"transform {other} to {to}") for to in TERRAINS)
