"""The cult race: which priests to send where, with the opponents' markers frozen (CP-SAT)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from pencilwright.games.terra_mystica.components import CULT_POINTS, CULT_TOP, CULTS, PRIEST_PLACES
from pencilwright.games.terra_mystica.scoring import shares
from pencilwright.games.terra_mystica.table import Table, cult_power
from pencilwright.solver.terra_mystica.model import solve


@dataclass(frozen=True)
class Question:
    """A position of the cult board.

    Attributes
    ----------
    own : own steps on fire, water, earth, air.
    others : each opponent's steps.
    places : steps of the free places of each cult, such as (3, 2, 2, 2).
    priests, keys : how many may be sent, and keys for tenth steps.
    power_worth : what one power on the way is worth, in thirds of a point; 0: only cult points count.
    """

    own: tuple[int, ...]
    others: tuple[tuple[int, ...], ...]
    places: tuple[tuple[int, ...], ...]
    priests: int
    keys: int = 0
    power_worth: int = 0


@dataclass(frozen=True)
class Row:
    """One way to treat a cult: places used (1: returned), key spent or not, final step, points, power."""

    used: tuple[int, ...]
    key: bool
    step: int
    points: int
    power: int


@dataclass(frozen=True)
class Answer:
    """The best race: cult points of all four tracks, power on the way, and the row chosen for each cult."""

    points: int
    power: int
    rows: tuple[Row, ...]


def from_table(table: Table, faction: str, power_worth: int = 0) -> Question:
    """Return the question of a position: all priests at hand may be sent."""
    seat = table.seats[faction]
    free = tuple(
        tuple(worth for worth, owner in zip(PRIEST_PLACES, table.places[cult], strict=True) if not owner)
        for cult in CULTS
    )
    others = tuple(tuple(other.cults) for other in table.seats.values() if other is not seat)
    return Question(tuple(seat.cults), others, free, seat.priests, seat.keys, power_worth)


def rows(question: Question, cult: int) -> list[Row]:
    """Return every way to treat a cult, one for each outcome that differs in priests, key and result."""
    found: dict[tuple[int, bool, int], Row] = {}
    for used in _uses(question.places[cult], question.priests):
        for key in (False, True):
            row = _row(question, cult, used, key)
            if row is not None:
                found.setdefault((len(used), key, row.step), row)
    return list(found.values())


def _uses(places: Sequence[int], priests: int) -> Iterator[tuple[int, ...]]:
    """Yield the places that up to so many priests use, returned priests as 1."""
    for count in range(min(len(places), priests) + 1):
        for used in sorted(set(combinations(sorted(places, reverse=True), count)), reverse=True):
            for returned in range(priests - count + 1):
                yield (*used, *(1,) * returned)


def _row(question: Question, cult: int, used: tuple[int, ...], key: bool) -> Row | None:
    """Return the outcome of a use, or None when the key would be spent for nothing."""
    before = question.own[cult]
    wanted = before + sum(used)
    taken = any(other[cult] == CULT_TOP for other in question.others)
    top = CULT_TOP if before == CULT_TOP or (key and not taken) else CULT_TOP - 1
    step = min(wanted, top)
    if key and not (step == CULT_TOP > before):
        return None
    steps = [step, *(other[cult] for other in question.others)]
    return Row(used, key, step, shares(steps, CULT_POINTS, least=1)[0], cult_power(before, step))


def best_race(question: Question) -> Answer:
    """Return the allocation with the most cult points (and worth of power); ties: the fewest priests."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    options = [rows(question, cult) for cult in range(len(CULTS))]
    chosen = [
        [model.new_bool_var(f"{cult} {index}") for index in range(len(own))]
        for cult, own in enumerate(options)
    ]
    for literals in chosen:
        model.add_exactly_one(literals)
    pairs = [
        (row, literal)
        for own, literals in zip(options, chosen, strict=True)
        for row, literal in zip(own, literals, strict=True)
    ]
    priests = sum(len(row.used) * literal for row, literal in pairs)
    model.add(priests <= question.priests)
    model.add(sum(row.key * literal for row, literal in pairs) <= question.keys)
    worth = sum((3 * row.points + question.power_worth * row.power) * literal for row, literal in pairs)
    model.maximize(100 * worth - priests)
    solver = solve(model)
    assert solver is not None, "sending nobody is always possible"
    best = tuple(
        next(row for row, literal in zip(own, literals, strict=True) if solver.value(literal))
        for own, literals in zip(options, chosen, strict=True)
    )
    return Answer(sum(row.points for row in best), sum(row.power for row in best), best)
