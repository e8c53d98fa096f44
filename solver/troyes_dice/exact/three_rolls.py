"""The exact worth of the best moves with three rolls to come, by bounds that close until the best is left.

- The wheel that the first of the three rolls leaves is one of a few. The value of a sheet is a sum over these
  wheels, and for each of them the program for two rolls (two_rolls.py) knows the values after the first roll.
- Every position after it gets a bound: one value of its group in the *relaxed* game, in which everybody may
  take the fallback, with the least spending that any move leads to. There who spent less can copy all that
  who spent more does, so that the bound holds for everybody who spent more, and the real game is worth no
  more.
- The move of the best bound is looked at: the positions on which its bound rests get their exact values. When
  the move of the best bound is exact, no other move is better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from pencilwright.games.troyes_dice.play import rules
from pencilwright.solver.compiled import Kernels
from pencilwright.solver.troyes_dice.exact import engine, records, three_rolls_bounds
from pencilwright.solver.troyes_dice.exact.die_options import ALL_ROLLS, Roll, plan
from pencilwright.solver.troyes_dice.exact.engine import Engine, Sheet, WorkLimit

ROLLS = 3
GROUPS, VALUES, CHILDREN = 1 << 15, 1 << 16, 1 << 17
SIZE = 8
"""How many times its usual size the store of a wheel has: 120 MB, of which it touches what it needs."""
MOST_WORK = 2_000_000
"""Values before the last roll that may be worked out: some 25 seconds."""


class Worth(NamedTuple):
    """What a sheet is worth at least and at most, summed over 1296**3 rolls as Engine.values does."""

    least: int
    most: int

    @property
    def is_exact(self) -> bool:
        """Return whether both are the same."""
        return self.least == self.most


class _Wheel:
    """One of the wheels that the first roll may leave, with all that is known behind it."""

    def __init__(
        self,
        table: Sequence[int],
        rolled: Sequence[Roll],
        after: Sequence[int],
        goal: int | None,
        kernels: Kernels,
        sheets: Sequence[Sheet],
    ) -> None:
        self.kernels = kernels
        self.engine = Engine(after, goal, kernels, SIZE, SIZE)
        self.engine.expect(sheets)
        self.floor = [int(spent) for spent in self.engine.middle.floor]
        result = plan(table, rolled)
        self.n_rolls = len(rolled)
        self.day = engine.as_day(kernels, result)
        self.middle = engine.new_middle(kernels, result)._replace(children=kernels.vector(CHILDREN))
        self.middle.floor[:3] = self.engine.middle.floor
        self.store = engine.new_store(kernels, GROUPS, 1, VALUES, CHILDREN, 1)
        self.store.size[records.GOAL] = self.engine.goal
        self.out = kernels.vector(three_rolls_bounds.REQUESTS + records.DICE_OF_ROW * (result.sizes[1] + 1))
        self.expanded: dict[Sheet, tuple[int, records.Middle]] = {}
        self.tight: set[int] = set()

    @property
    def work(self) -> int:
        """Return how many values before the last roll were worked out."""
        return self.engine.work + int(self.engine.store.size[records.N_VALUES])

    def expand(self, sheet: Sheet) -> tuple[int, records.Middle]:
        """List what a sheet, nothing spent on it, may become; new groups get bounds, the quick ones."""
        if sheet in self.expanded:
            return self.expanded[sheet]
        known = int(self.store.size[records.N_GROUPS])
        vector, middle = self.kernels.vector, self.middle
        middle.sheet[: rules.SHEET_SIZE] = vector(sheet)
        count = self._ask(three_rolls_bounds.DO_EXPAND, middle, (), 0)
        starts = count * (int(self.day.sizes[records.PLACES]) + 1) + 1
        mine = middle._replace(
            sheet=vector(sheet),
            local=vector(middle.local),
            start=vector(middle.start[:starts]),
            children=vector(middle.children[: int(middle.start[starts - 1])]),
        )
        self.expanded[sheet] = count, mine
        self._bound(range(known, int(self.store.size[records.N_GROUPS])), bounds=True)
        return count, mine

    def _bound(self, groups: Sequence[int], *, bounds: bool) -> None:
        """Give groups their bounds: their worth in the relaxed game, or a bound of that."""
        queries = [n for group in groups for n in (*self._key(group), *self.floor)]
        values = self.engine.unspent_values(queries, relaxed=True, bounds=bounds)
        results = [n for pair in zip(groups, values, strict=True) for n in pair]
        self._ask(three_rolls_bounds.DO_BOUND, self.middle, results, len(groups))

    def weigh(self, sheet: Sheet) -> tuple[Worth, list[int]]:
        """Return between what a sheet's worth lies, and the positions that would close the gap."""
        count, middle = self.expand(engine.unspent(sheet))
        n = self._ask(three_rolls_bounds.DO_WEIGH, middle, sheet[rules.USED : rules.USED + 3], count)
        least, most, *wanted = [int(number) for number in self.out[: three_rolls_bounds.REQUESTS + n]]
        return Worth(least, most), list(dict.fromkeys(wanted))

    def settle(self, wanted: Iterable[int]) -> None:
        """Tighten what positions are worth: the bound of their group, or where that was done the value."""
        by_group: dict[int, list[int]] = {}
        for position in wanted:
            by_group.setdefault(position >> records.SPENT_BITS, []).append(position)
        loose = [group for group in by_group if group not in self.tight]
        self._bound(loose, bounds=False)
        self.tight.update(loose)
        for group in loose:
            del by_group[group]
        positions = [position for item in by_group.values() for position in item]
        queries: list[int] = []
        for position in positions:
            queries += self._key(position >> records.SPENT_BITS)
            queries += _spent(position & records.SPENT_MASK)
        values = self.engine.unspent_values(queries)
        results = [n for pair in zip(positions, values, strict=True) for n in pair]
        self._ask(three_rolls_bounds.DO_KEEP, self.middle, results, len(positions))

    def _key(self, group: int) -> tuple[int, int]:
        at = records.GROUP_SIZE * group + records.KEY
        return int(self.store.groups[at]), int(self.store.groups[at + 1])

    def _ask(self, what: int, middle: records.Middle, queries: Sequence[int], n: int) -> int:
        answer: int = self.kernels.third_roll(
            what,
            self.day,
            self.store,
            self.engine.room,
            middle,
            self.n_rolls,
            self.kernels.vector(queries),
            n,
            self.out,
        )
        if answer == records.FULL:
            raise WorkLimit
        return answer


class _Open:
    """A sheet whose worth is not known yet: its worth by wheel, and what each would have to know."""

    def __init__(self, sheet: Sheet, wheels: int) -> None:
        self.sheet = sheet
        self.worth = [Worth(0, 0)] * wheels
        self.wanted: list[list[int]] = [[] for _ in range(wheels)]
        self.whole = Worth(0, 0)

    def weigh(self, at: int, wheel: _Wheel) -> None:
        """Weigh it behind one of the wheels, and sum up all."""
        self.worth[at], self.wanted[at] = wheel.weigh(self.sheet)
        self.whole = Worth(sum(item.least for item in self.worth), sum(item.most for item in self.worth))


def weigh(
    table: Sequence[int],
    sheets: Sequence[Sheet],
    *,
    goal: int | None,
    kernels: Kernels,
    n_exact: int = 1,
    also: Iterable[Sheet] = (),
    work: int = MOST_WORK,
    tell: Callable[[int, int], None] | None = None,
) -> dict[Sheet, Worth]:
    """Return what sheets are worth with three rolls to come: the best ones exactly, the others at most.

    Parameters
    ----------
    table : the half-day to be rolled next, its dice not rolled; two come after it.
    sheets : each once. n_exact : so many of the best get their exact worth, and those in `also`.
    goal : a final score whose chance is maximised, None to maximise the expected final score.
    kernels : what engine.third_kernels returned.
    work : values before the last roll that may be worked out. tell : told the work done, and the limit.

    Raises WorkLimit where the best one is not found within it.
    """
    wheels = [
        _Wheel(table, rolled, after, goal, kernels, sheets) for after, rolled in wheels_after(table).items()
    ]

    def spend() -> None:
        done = sum(wheel.work for wheel in wheels)
        if tell is not None:
            tell(min(done, work), work)
        if done > work:
            raise WorkLimit

    moves = [_Open(sheet, len(wheels)) for sheet in sheets]
    moves.sort(key=lambda item: engine.unspent(item.sheet))
    for at, wheel in enumerate(wheels):
        for move in moves:
            move.weigh(at, wheel)
            spend()
    forced = set(also)
    while True:
        ranked = sorted(moves, key=lambda entry: (-entry.whole.most, -entry.whole.least))
        wanted = [*ranked[:n_exact], *(entry for entry in moves if entry.sheet in forced)]
        chosen = next((entry for entry in wanted if not entry.whole.is_exact), None)
        if chosen is None:
            break
        best_is_exact = ranked[0].whole.is_exact
        for at, wheel in enumerate(wheels):
            if not chosen.worth[at].is_exact:
                try:
                    wheel.settle(chosen.wanted[at])
                    chosen.weigh(at, wheel)
                    spend()
                except WorkLimit:
                    if best_is_exact:
                        return {entry.sheet: entry.whole for entry in moves}
                    raise
    return {entry.sheet: entry.whole for entry in moves}


def wheels_after(table: Sequence[int]) -> dict[tuple[int, ...], list[Roll]]:
    """Return the wheels that a half-day's roll may leave, with the rolls that leave each.

    A plaza with two equal faces and no tile is the same whatever side is up.
    """
    results: dict[tuple[int, ...], list[Roll]] = {}
    for roll in ALL_ROLLS:
        wheel = list(table)
        rules.place(wheel, *roll[1:])
        rules.end_half(wheel)
        results.setdefault(same_wheel(wheel), []).append(roll)
    return results


def same_wheel(table: Sequence[int]) -> tuple[int, ...]:
    """Return the table that stands for all that show the same, whatever side of an equal plaza is up."""
    wheel = list(table)
    for notch in range(9):
        first, second = wheel[rules.COLOUR + 2 * notch : rules.COLOUR + 2 * notch + 2]
        if first == second and wheel[rules.TILE + notch] == 0:
            wheel[rules.SIDE + notch] = 0
    return tuple(wheel)


def _spent(packed: int) -> tuple[int, int, int]:
    return (
        packed >> records.SPENT_0,
        packed >> records.SPENT_1 & records.COUNT_MASK,
        packed & records.COUNT_MASK,
    )
