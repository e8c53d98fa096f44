"""The forward proof, asked from Python: the best final score with known dice; forward.py tries everything."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pencilwright.solver import compiled
from pencilwright.solver.compiled import Kernels, Progress
from pencilwright.solver.troyes_dice.proof import check, forward, marking
from pencilwright.solver.troyes_dice.proof.marking import CHOICE_RUN, FRAME, MOST_FRAMES, ONE_MORE, runs
from pencilwright.solver.troyes_dice.proof.options import (
    NO_BUILDING,
    Gain,
    Option,
    Triple,
    building_gain,
    options,
)
from pencilwright.solver.troyes_dice.proof.wheel import HalfDay

MODULES = (marking, forward)
WANTED = ("reach",)
SHORT = 2  # half-days that plain Python is done with before numba is loaded
# Room at first, in powers of two; it grows fourfold when full.
GROUPS, POSITIONS, CHILDREN = 1 << 15, 1 << 17, 1 << 14
PLAIN_GROUPS, PLAIN_POSITIONS, PLAIN_CHILDREN = 1 << 11, 1 << 13, 1 << 12
LARGEST = 1 << 6
"""So often the first room at most: 500 MB."""


class RoomLimit(RuntimeError):
    """There are more positions than there is room for."""


def kernels(*, plain: bool = False, progress: Progress | None = None) -> Kernels:
    """Return the kernels, compiled where numba is installed unless `plain`; see solver.compiled.load."""
    return compiled.load(MODULES, WANTED, plain=plain, progress=progress)


def scores(
    sheets: Iterable[Sequence[int]], days: Sequence[HalfDay], *, with_kernels: Kernels | None = None
) -> list[int]:
    """Return the best final score from each of several sheets with the same dice to come.

    Where the first dice lie on the table, their raid is marked. Raises RoomLimit where there are too many
    positions.
    """
    question = with_kernels or kernels(plain=len(days) <= SHORT)
    tail = _tail(question, days)
    return [
        int(_filled(question, tail, len(days), _raided(sheet, days)).size[forward.BEST]) for sheet in sheets
    ]


def _raided(sheet: Sequence[int], days: Sequence[HalfDay]) -> check.Sheet:
    start = check.Sheet(sheet)
    start.raid(days[0])
    return start


def _filled(question: Kernels, tail: forward.Tail, n_days: int, start: check.Sheet) -> forward.Room:
    """Return the room after everything has been tried, the smallest that holds it."""
    growth = 1
    while growth <= LARGEST:
        room = _room(question, growth)
        frame = _frame(start.vector())
        room.frames[: len(frame)] = question.vector(frame)
        if question.reach(tail, room, n_days, _spent(start.used)) != forward.NO_ROOM:
            return room
        growth *= 4
    raise RoomLimit


def _tail(question: Kernels, days: Sequence[HalfDay]) -> forward.Tail:
    results: list[int] = []
    effects: list[int] = []
    costs: list[int] = []
    gains: list[int] = []
    for day in days:
        uses = _uses(day)
        raided = [(column, _box(colour, column)) for colour, column in day.raids]
        spare = [0] * (4 - len(raided))
        results += [len(effects) // forward.EFFECT, len(uses) - 1, len(raided)]
        results += [column for column, _ in raided] + spare + [box for _, box in raided] + spare
        for building, circles, prices in uses:
            effects += [
                building,
                len(circles),
                *circles,
                *[0] * (6 - len(circles)),
                len(costs) // 3,
                len(prices),
            ]
            costs += [number for price in prices for number in price]
        for building in range(36):
            (run,) = runs(building_gain(building, day.lying)) or (0,)
            gains.append(run)
    return forward.Tail(*[question.vector(vector) for vector in (results, effects, costs, gains)])


def _uses(day: HalfDay) -> list[tuple[int, tuple[int, ...], list[Triple]]]:
    """Return building, circles and costs of each different use of a half-day's dice, the fallback at last."""
    different: dict[object, tuple[Option, dict[Triple, None]]] = {}
    for option in options(day):
        different.setdefault(option.effect, (option, {}))[1][option.cost] = None
    listed = [(option.building, _circles(option), list(prices)) for option, prices in different.values()]
    return [*listed, (NO_BUILDING, runs(Gain(resources=(1, 1, 1))), [])]


def _circles(option: Option) -> tuple[int, ...]:
    circles = (*runs(option.own), *runs(option.extra))
    if option.red_and_choice:
        circles += (*runs(Gain(citizens=(1, 0, 0))), ONE_MORE | CHOICE_RUN)
    return circles


def _box(colour: int, column: int) -> int:
    return 1 << (12 * colour + column) | 1 << (12 * colour + 6 + column)


def _frame(sheet: Sequence[int]) -> list[int]:
    built = sum(mask << 6 * kind for kind, mask in enumerate(sheet[9:15]))
    struck = sum(_box(colour, c) for colour in range(3) for c in range(6) if sheet[15 + colour] >> c & 1)
    numbers = sum(number << 2 * column for column, number in enumerate(sheet[18:24]))
    return [*sheet[0:3], *sheet[6:9], built, struck & ~built, numbers]


def _spent(used: Sequence[int]) -> int:
    return (used[0] << forward.COUNT_BITS | used[1]) << forward.COUNT_BITS | used[2]


def _room(question: Kernels, growth: int) -> forward.Room:
    groups, positions, children = (
        growth * size
        for size in (
            (GROUPS, POSITIONS, CHILDREN)
            if question.is_compiled
            else (PLAIN_GROUPS, PLAIN_POSITIONS, PLAIN_CHILDREN)
        )
    )
    size = [0] * forward.SIZES
    size[forward.MOST_GROUPS] = groups
    size[forward.MOST_POSITIONS] = positions
    size[forward.MOST_CHILDREN] = forward.END * children
    vector = question.vector
    return forward.Room(
        size=vector(size),
        groups=vector(forward.GROUP * groups),
        group_slots=vector(2 * groups),
        positions=vector(forward.POSITION * positions),
        position_slots=vector(2 * positions),
        children=vector(forward.END * children),
        first_child=vector(256),
        frames=vector(FRAME * MOST_FRAMES),
    )
