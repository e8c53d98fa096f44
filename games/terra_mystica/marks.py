"""The marks of the final scoring pad: what each mark id means, and the way from a state to marks and back.

Five players have a block each, in turn order: the cult steps (one circle, none for step 0), the points after
round 6 as hundreds, tens and ones, the size of the largest network, and everything left counted in coins.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pencilwright.games.errors import InputError
from pencilwright.games.shared.marks import Mark, checked
from pencilwright.games.shared.problems import Problem
from pencilwright.games.terra_mystica.components import CULT_TOP, CULTS
from pencilwright.games.terra_mystica.reach import largest_network
from pencilwright.games.terra_mystica.scoring import as_coins
from pencilwright.games.terra_mystica.setup import Setup
from pencilwright.games.terra_mystica.state import Player, State, to_table

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
        raise InputError(f"the pad has no place for {value}; it goes up to {most}", field=f"p{seat}.{name}1")
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
        if network is None:
            network = len(largest_network(table, table.seats[player.faction]))
        coins = as_coins(player.coins, player.workers, player.priests, player.bowls)
        found |= _digits(seat, "vp", player.points, 399)
        found |= _digits(seat, "net", network, 19)
        found |= _digits(seat, "coin", coins, 99)
    return {mark.id: found[mark.id] for mark in MARKS if mark.id in found}


def read(values: Mapping[str, str], setup: Setup | None = None) -> tuple[State, tuple[Problem, ...]]:
    """Return the state that the marks show (goods as coins, the network as a size); no more problems.

    Raises InputError naming the mark for an unknown id or value, two circles in one row, marks of a player
    who is not in the setup, and a pad without a setup: the factions are then unknown.
    """
    if setup is None:
        raise InputError("the pad was printed without a setup, so its factions are not known", field="setup")
    marked = checked(values, _KIND_OF, VALUES)
    for mark_id in marked:
        if mark_id[0] == "p" and int(mark_id[1]) > len(setup.factions) and _KIND_OF[mark_id] == "circle":
            raise InputError(f"{mark_id} is marked, but {len(setup.factions)} play", field=mark_id)
    players = tuple(_player(marked, seat, name) for seat, name in enumerate(setup.factions, start=1))
    return State(setup, 6, {}, {}, dict.fromkeys(CULTS, ("",) * 4), (), {}, "", players), ()


def _player(marked: Mapping[str, str], seat: int, faction: str) -> Player:
    """Return one player from the marks of a block."""
    fire, water, earth, air = (_one(marked, f"p{seat}.{cult}", range(1, CULT_TOP + 1)) for cult in CULTS)
    number = {row: _one(marked, f"p{seat}.{row}", digits) for row, digits in ROWS.items()}
    return Player(
        faction=faction,
        name=marked.get(f"p{seat}.name", ""),
        points=100 * number["vp100"] + 10 * number["vp10"] + number["vp1"],
        coins=10 * number["coin10"] + number["coin1"],
        cults=(fire, water, earth, air),
        network=min(17, 10 * number["net10"] + number["net1"]),
    )


def _one(marked: Mapping[str, str], row: str, digits: range | tuple[int, ...]) -> int:
    """Return the digit circled in a row, 0 for none. Raises InputError for two."""
    found = [digit for digit in digits if f"{row}.{digit}" in marked]
    if len(found) > 1:
        raise InputError(
            f"{row} has {found[0]} and {found[1]} circled; it has one", field=f"{row}.{found[1]}"
        )
    return found[0] if found else 0
