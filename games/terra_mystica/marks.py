"""The marks of the final scoring pad: what each mark id means, and the way from a state to marks and back.

Five players have a column each, in turn order: the faction where none is printed (one circle), the points
after round 6, the cult steps, the size of the largest network and everything left counted in coins, each a
number that is written. Points of cults, area and goods, totals and notes after rounds are written too; they
belong to no state.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from pencilwright.games.controls import Control, OneOf, Toggle
from pencilwright.games.errors import InputError
from pencilwright.games.shared.marks import Mark, checked, name_at, number_of, written
from pencilwright.games.shared.problems import Problem
from pencilwright.games.terra_mystica import naming
from pencilwright.games.terra_mystica.components import CULT_TOP, CULTS, ROUNDS, SUPPLY
from pencilwright.games.terra_mystica.factions import FACTION_IDS
from pencilwright.games.terra_mystica.reach import largest_network
from pencilwright.games.terra_mystica.scoring import as_coins
from pencilwright.games.terra_mystica.setup import Setup
from pencilwright.games.terra_mystica.state import Player, State, to_table
from pencilwright.templates.phrases import phrase

SEATS: Final = 5
CIRCLED: Final = "circled"
VALUES: Final[Mapping[str, tuple[str, ...]]] = {
    "circle": (CIRCLED,),
    "number": (),
    "text": (),
}
"""The values of each kind of mark besides blank; a number and a text may be anything."""
MOST_STRUCTURES: Final = sum(SUPPLY.values())
"""Structures of one colour: no network is larger."""
COUNTED: Final[Mapping[str, int]] = {
    "vp": 999,
    **dict.fromkeys(CULTS, CULT_TOP),
    "net": MOST_STRUCTURES,
    "coins": 99,
}
"""Numbers of a column that the score is counted from -> the most that each may be."""
CELLS: Final[Mapping[str, int]] = {"vp": 3, **dict.fromkeys(CULTS, 2), "net": 2, "coins": 2}
"""Digits that the pad has room for."""
RESULTS: Final = (*(f"points.{cult}" for cult in CULTS), "area", "resources", "total")
"""What players count themselves: `scoring` says what it is."""


def _column(seat: int) -> Iterator[Mark]:
    """Yield the marks of one player."""
    who: tuple[str, str | int] = ("seat", seat)
    yield Mark(f"p{seat}.name", "text", "mystica.mark.name", (who,))
    for faction in FACTION_IDS:
        called = ("faction", f"mystica.faction.{faction}")
        yield Mark(f"p{seat}.faction.{faction}", "circle", "mystica.mark.faction", (who, called))
    for number in range(1, ROUNDS):
        yield Mark(f"p{seat}.round.{number}", "number", "mystica.mark.round", (who, ("n", number)))
    for what in (*COUNTED, *RESULTS):
        cult = what.removeprefix("points.")
        named = (who, ("cult", f"mystica.cult.{cult}")) if cult in CULTS else (who,)
        key = what.replace(cult, "cult") if cult in CULTS else what
        yield Mark(f"p{seat}.{what}", "number", f"mystica.mark.{key}", named)
    yield Mark(f"p{seat}.winner", "circle", "mystica.mark.winner", (who,))


MARKS: Final[tuple[Mark, ...]] = (
    *(mark for seat in range(1, SEATS + 1) for mark in _column(seat)),
    Mark("table", "text", "pad.table"),
    Mark("date", "text", "sheet.date"),
)
"""All marks of the pad, in a fixed order. A pad has the columns of those who play, and factions or rounds."""
_KIND_OF: Final = {mark.id: mark.kind for mark in MARKS}


def factions_at(seat: int) -> tuple[str, ...]:
    """Return the circles of which one says a player's faction."""
    return tuple(f"p{seat}.faction.{faction}" for faction in FACTION_IDS)


def to_marks(state: State) -> dict[str, str]:
    """Return the marks of a state: id -> value, without blank ones, in the order of MARKS.

    Raises InputError for a number that the pad has no place for.
    """
    table = to_table(state)
    found: dict[str, str] = {}
    for seat, player in enumerate(state.players, start=1):
        if player.name:
            found[f"p{seat}.name"] = player.name
        if player.faction and state.setup is None:
            found[f"p{seat}.faction.{player.faction}"] = CIRCLED
        network = player.network
        if network is None:  # the faction is known then
            network = len(largest_network(table, table.seats[player.faction]))
        coins = as_coins(player.coins, player.workers, player.priests, player.bowls)
        for what, number in zip(COUNTED, (player.points, *player.cults, network, coins), strict=True):
            if not 0 <= number < 10 ** CELLS[what]:
                most = 10 ** CELLS[what] - 1
                raise InputError(phrase("mystica.no_place", n=number, most=most), field=f"p{seat}.{what}")
            if number:
                found[f"p{seat}.{what}"] = str(number)
    return {mark.id: found[mark.id] for mark in MARKS if mark.id in found}


def read(values: Mapping[str, str], setup: Setup | None = None) -> tuple[State, tuple[Problem, ...]]:
    """Return the state that the marks show (goods as coins, the network as a size), and what is wrong.

    A setup says who plays, and nothing counts of a player who is not in it. Without one the players are those
    up to the last who has a mark; each one's faction is the first circled one that nobody before has.

    Raises InputError naming the mark for an unknown id or value.
    """
    marked = checked(values, _KIND_OF, VALUES)
    faults: list[Problem] = []
    last = max((int(mark[1]) for mark in marked if re.match(r"p\d", mark)), default=1)
    factions = _printed(marked, setup, faults) if setup is not None else _circled(marked, last, faults)
    for seat in range(len(factions) + 1, last + 1):
        named = tuple(mark for mark in marked if mark.startswith(f"p{seat}.") and _KIND_OF[mark] != "text")
        if named:
            rule = phrase("mystica.problem.nobody", seat=seat, n=len(factions))
            faults.append(Problem(named[0], rule, phrase("mystica.nearest.blank"), named))
    players = tuple(_player(marked, seat, name, faults) for seat, name in enumerate(factions, start=1))
    state = State(setup, ROUNDS, {}, {}, dict.fromkeys(CULTS, ("",) * 4), (), {}, "", players)
    return state, tuple(faults)


def _printed(marked: Mapping[str, str], setup: Setup, faults: list[Problem]) -> tuple[str, ...]:
    """Return the factions of a setup; others that are circled are faults."""
    for seat, faction in enumerate(setup.factions, start=1):
        others = tuple(m for m in factions_at(seat) if m in marked and not m.endswith(f".{faction}"))
        if others:
            who = naming.who(faction)
            rule = phrase("mystica.problem.other_faction", seat=seat, who=who)
            faults.append(Problem(others[0], rule, who, others))
    return setup.factions


def _circled(marked: Mapping[str, str], last: int, faults: list[Problem]) -> tuple[str, ...]:
    """Return the factions that are circled, "" for none; two of one player and one of two are faults."""
    found: list[str] = []
    for seat in range(1, last + 1):
        marks = tuple(mark for mark in factions_at(seat) if mark in marked)
        free = [name for mark in marks if (name := mark.rpartition(".")[2]) not in found]
        if len(marks) > 1:
            first = naming.who(marks[0].rpartition(".")[2])
            rule = phrase("mystica.problem.two_factions", seat=seat, n=len(marks))
            faults.append(Problem(marks[1], rule, first, marks))
        elif marks and not free:
            name = marks[0].rpartition(".")[2]
            both = (f"p{found.index(name) + 1}.faction.{name}", marks[0])
            rule = phrase("mystica.problem.one_faction", seat=seat, who=naming.who(name))
            faults.append(Problem(marks[0], rule, phrase("mystica.nearest.faction"), both))
        found.append(free[0] if free else "")
    return tuple(found)


def _player(marked: Mapping[str, str], seat: int, faction: str, faults: list[Problem]) -> Player:
    """Return one player from the marks of a column."""
    number = {
        what: number_of(marked, f"p{seat}.{what}", faults, f"p{seat}.{what}", most=most)
        for what, most in COUNTED.items()
    }
    fire, water, earth, air = (number[cult] for cult in CULTS)
    return Player(
        faction=faction,
        name=name_at(marked, f"p{seat}.name", faults),
        points=number["vp"],
        coins=number["coins"],
        cults=(fire, water, earth, air),
        network=number["net"],
    )


# --- fields and controls ------------------------------------------------------------------------------------

_SHOWN: Final = {"points": "vp", "coins": "coins", "network": "net", "name": "name"}
"""Fields of a player that one mark shows."""


def marks_of_field(field: str) -> tuple[str, ...]:
    """Return the marks that show a field of a state ("players[1].cults[0]", "cults.air"); () for none."""
    if field in _KIND_OF:
        return (field,)
    if field.startswith("cults."):
        return tuple(mark for seat in range(1, SEATS + 1) if (mark := f"p{seat}.{field[6:]}") in _KIND_OF)
    found = re.fullmatch(r"players\[(\d)\](?:\.(\w+))?(?:\[(\d)\])?", field)
    if not found or int(found[1]) >= SEATS:
        return ()
    seat, name = int(found[1]) + 1, found[2] or ""
    if name == "faction":
        return factions_at(seat)
    if name == "cults":
        tracks = CULTS if found[3] is None else CULTS[int(found[3]) : int(found[3]) + 1]
        return tuple(f"p{seat}.{cult}" for cult in tracks)
    if name:
        return (f"p{seat}.{_SHOWN[name]}",) if name in _SHOWN else ()
    return tuple(f"p{seat}.{what}" for what in COUNTED)


def _controls() -> Iterator[Control]:
    """Yield what sets the marks: one faction of a column, and each other mark by itself."""
    for seat in range(1, SEATS + 1):
        yield OneOf(factions_at(seat))
        yield Toggle(f"p{seat}.winner")
    yield from written(MARKS)


CONTROLS: Final[tuple[Control, ...]] = tuple(_controls())
"""What sets each mark: one faction, the winner, a number in digits, words."""
