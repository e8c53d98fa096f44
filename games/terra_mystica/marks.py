"""The marks of the final scoring pad: what each mark id means, and the way from a state to marks and back.

Five players have a block each, in turn order: the cult steps (one circle, none for step 0), the points after
round 6 as hundreds, tens and ones, the size of the largest network, and everything left counted in coins.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from pencilwright.games.controls import Control, Number, OneOf, Text
from pencilwright.games.errors import InputError
from pencilwright.games.shared.marks import Mark, checked
from pencilwright.games.shared.problems import Problem
from pencilwright.games.terra_mystica import naming
from pencilwright.games.terra_mystica.components import CULT_TOP, CULTS, ROUNDS, SUPPLY
from pencilwright.games.terra_mystica.reach import largest_network
from pencilwright.games.terra_mystica.scoring import as_coins
from pencilwright.games.terra_mystica.setup import Setup
from pencilwright.games.terra_mystica.state import Player, State, to_table
from pencilwright.templates.phrases import Phrase, phrase

SEATS: Final = 5
CIRCLED: Final = "circled"
VALUES: Final[Mapping[str, tuple[str, ...]]] = {"circle": (CIRCLED,), "text": ()}
"""The values of each kind of mark besides blank; a text may be anything."""
ROWS: Final[Mapping[str, tuple[int, ...]]] = {
    "vp100": (1, 2, 3),
    "vp10": tuple(range(1, 10)),
    "vp1": tuple(range(1, 10)),
    "net10": (1,),
    "net1": tuple(range(1, 10)),
    "coin10": tuple(range(1, 10)),
    "coin1": tuple(range(1, 10)),
}
"""Rows of digits of a block: id -> the digits that have a circle; none circled is 0."""
MOST_STRUCTURES: Final = sum(SUPPLY.values())
"""Structures of one colour: no network is larger."""
RESULTS: Final = ("cults", "area", "resources", "total")


def _block(seat: int) -> list[Mark]:
    """Return the marks of one player."""
    who: tuple[str, str | int] = ("seat", seat)
    found = [Mark(f"p{seat}.name", "text", "mystica.mark.name", (who,))]
    for cult in CULTS:
        for step in range(1, CULT_TOP + 1):
            parameters = (who, ("cult", f"mystica.cult.{cult}"), ("step", step))
            found.append(Mark(f"p{seat}.{cult}.{step}", "circle", "mystica.mark.cult", parameters))
    for row, digits in ROWS.items():
        for digit in digits:
            found.append(
                Mark(f"p{seat}.{row}.{digit}", "circle", f"mystica.mark.{row}", (who, ("digit", digit)))
            )
    found += [Mark(f"p{seat}.{what}", "text", f"mystica.mark.{what}", (who,)) for what in RESULTS]
    return found


MARKS: Final[tuple[Mark, ...]] = (
    *(mark for seat in range(1, SEATS + 1) for mark in _block(seat)),
    Mark("date", "text", "sheet.date"),
)
"""All marks of the pad, in a fixed order."""
_KIND_OF: Final = {mark.id: mark.kind for mark in MARKS}


def _digits(seat: int, name: str, value: int, most: int) -> dict[str, str]:
    """Return the circles of a number. Raises InputError when the pad has no place for it."""
    if not 0 <= value <= most:
        raise InputError(phrase("mystica.no_place", n=value, most=most), field=f"p{seat}.{name}1")
    found = {}
    for row, worth in ((f"{name}100", 100), (f"{name}10", 10), (f"{name}1", 1)):
        if row in ROWS and value // worth % 10:
            found[f"p{seat}.{row}.{value // worth % 10}"] = CIRCLED
    return found


def to_marks(state: State) -> dict[str, str]:
    """Return the marks of a state: id -> value, without blank ones, in the order of MARKS."""
    table = to_table(state)
    found: dict[str, str] = {}
    for seat, player in enumerate(state.players, start=1):
        if player.name:
            found[f"p{seat}.name"] = player.name
        for cult, step in zip(CULTS, player.cults, strict=True):
            if step:
                found[f"p{seat}.{cult}.{step}"] = CIRCLED
        network = player.network
        if network is None:  # the faction is known then
            network = len(largest_network(table, table.seats[player.faction]))
        coins = as_coins(player.coins, player.workers, player.priests, player.bowls)
        found |= _digits(seat, "vp", player.points, 399)
        found |= _digits(seat, "net", network, 19)
        found |= _digits(seat, "coin", coins, 99)
    return {mark.id: found[mark.id] for mark in MARKS if mark.id in found}


def read(values: Mapping[str, str], setup: Setup | None = None) -> tuple[State, tuple[Problem, ...]]:
    """Return the state that the marks show (goods as coins, the network as a size), and what is wrong.

    Of several circles in a row the first one counts, and nothing of a player who is not in the setup. Without
    a setup the factions are not known, and the players are those up to the last one who has a mark.

    Raises InputError naming the mark for an unknown id or value.
    """
    marked = checked(values, _KIND_OF, VALUES)
    last = max((int(mark[1]) for mark in marked if mark[0] == "p"), default=1)
    factions = setup.factions if setup is not None else ("",) * last
    problems = [found for seat in range(1, len(factions) + 1) for found in _doubled(marked, seat)]
    for seat in range(len(factions) + 1, last + 1):
        named = tuple(mark for mark in marked if mark.startswith(f"p{seat}.") and _KIND_OF[mark] == "circle")
        if named:
            rule = phrase("mystica.problem.nobody", seat=seat, n=len(factions))
            problems.append(Problem(named[0], rule, phrase("mystica.nearest.blank"), named))
    players = tuple(_player(marked, seat, name) for seat, name in enumerate(factions, start=1))
    state = State(setup, ROUNDS, {}, {}, dict.fromkeys(CULTS, ("",) * 4), (), {}, "", players)
    return state, tuple(problems)


def _doubled(marked: Mapping[str, str], seat: int) -> Iterator[Problem]:
    """Yield the rows of a block with more than one circle, and a network larger than all structures."""
    for row, digits in _rows(seat):
        found = tuple(f"{row}.{digit}" for digit in digits if f"{row}.{digit}" in marked)
        if len(found) > 1:
            first, second, *_ = (mark.rpartition(".")[2] for mark in found)
            rule = phrase("mystica.problem.doubled", row=_row_name(row), one=int(first), other=int(second))
            yield Problem(found[1], rule, phrase("mystica.nearest.first", n=int(first)), found)
    size = _number(marked, seat, "net")
    if size > MOST_STRUCTURES:
        named = tuple(mark for mark in _marks_of_number(seat, "net") if mark in marked)
        rule = phrase("mystica.problem.network", seat=seat, n=size, most=MOST_STRUCTURES)
        yield Problem(named[-1], rule, phrase("mystica.nearest.number", n=MOST_STRUCTURES), named)


def _rows(seat: int) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield the rows of a block of which one circle may be drawn, with their numbers."""
    yield from ((f"p{seat}.{cult}", range(1, CULT_TOP + 1)) for cult in CULTS)
    yield from ((f"p{seat}.{row}", digits) for row, digits in ROWS.items())


def _row_name(row: str) -> Phrase:
    """Return the name of a row of a block, such as "p1.fire" or "p2.net1"."""
    seat, name = int(row[1]), row[3:]
    if name in CULTS:
        return phrase("mystica.row.cult", seat=seat, cult=naming.cult(name))
    return phrase(f"mystica.row.{name}", seat=seat)


def _player(marked: Mapping[str, str], seat: int, faction: str) -> Player:
    """Return one player from the marks of a block."""
    fire, water, earth, air = (_one(marked, f"p{seat}.{cult}", range(1, CULT_TOP + 1)) for cult in CULTS)
    return Player(
        faction=faction,
        name=marked.get(f"p{seat}.name", ""),
        points=_number(marked, seat, "vp"),
        coins=_number(marked, seat, "coin"),
        cults=(fire, water, earth, air),
        network=min(MOST_STRUCTURES, _number(marked, seat, "net")),
    )


def _number(marked: Mapping[str, str], seat: int, name: str) -> int:
    """Return the number that the circles of some rows show."""
    rows = _places(name)
    return sum(worth * _one(marked, f"p{seat}.{row}", ROWS[row]) for row, worth in rows.items())


def _places(name: str) -> dict[str, int]:
    """Return the rows of a number's digits ("vp": "vp100", "vp10", "vp1") and what a one in each is worth."""
    return {row: int(row.removeprefix(name)) for row in ROWS if row.startswith(name)}


def _one(marked: Mapping[str, str], row: str, digits: Iterable[int]) -> int:
    """Return the first digit circled in a row, 0 for none."""
    return next((digit for digit in digits if f"{row}.{digit}" in marked), 0)


# --- fields and controls ------------------------------------------------------------------------------------

_SHOWN: Final = {"points": "vp", "coins": "coin", "network": "net"}
"""Fields of a player that a number shows."""


def _marks_of_number(seat: int, name: str) -> tuple[str, ...]:
    return tuple(f"p{seat}.{row}.{digit}" for row in _places(name) for digit in ROWS[row])


def marks_of_field(field: str) -> tuple[str, ...]:
    """Return the marks that show a field of a state ("players[1].cults[0]"); () for none."""
    if field in _KIND_OF:
        return (field,)
    if field.removeprefix("cults.") in CULTS:  # who stands at the top
        return tuple(f"p{seat}.{field.removeprefix('cults.')}.{CULT_TOP}" for seat in range(1, SEATS + 1))
    found = re.fullmatch(r"players\[(\d)\](?:\.(\w+))?(?:\[(\d)\])?", field)
    if not found or int(found[1]) >= SEATS:
        return ()
    seat, name = int(found[1]) + 1, found[2] or ""
    if name in _SHOWN:
        return _marks_of_number(seat, _SHOWN[name])
    if name == "cults":
        tracks = CULTS if found[3] is None else CULTS[int(found[3]) : int(found[3]) + 1]
        return tuple(f"p{seat}.{cult}.{step}" for cult in tracks for step in range(1, CULT_TOP + 1))
    if name:
        return (f"p{seat}.name",) if name == "name" else ()
    return tuple(mark.id for mark in MARKS if mark.id.startswith(f"p{seat}.") and mark.kind == "circle")


def _controls(seat: int) -> Iterator[Control]:
    """Yield the controls of a block."""
    yield Text(f"p{seat}.name")
    for index in range(len(CULTS)):
        yield OneOf(marks_of_field(f"players[{seat - 1}].cults[{index}]"))
    for name in _SHOWN.values():
        places = _places(name)
        rows = tuple(tuple(f"p{seat}.{row}.{digit}" for digit in ROWS[row]) for row in places)
        worth = tuple(one * digit for row, one in places.items() for digit in ROWS[row])
        yield Number(_marks_of_number(seat, name), worth, rows)
    yield from (Text(f"p{seat}.{what}") for what in RESULTS)


CONTROLS: Final[tuple[Control, ...]] = (
    *(control for seat in range(1, SEATS + 1) for control in _controls(seat)),
    Text("date"),
)
"""What a tap sets: one step of a cult, the digits of a number."""
