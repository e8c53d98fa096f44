"""The kernels of expectimax with their vectors: asks them about many sheets, gives them room to remember."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.rules import Move
from pencilwright.solver import compiled
from pencilwright.solver.compiled import Kernels, Progress
from pencilwright.solver.troyes_dice.exact import one_roll, records, targets, three_rolls_bounds, two_rolls
from pencilwright.solver.troyes_dice.exact.die_options import Plan, plan
from pencilwright.templates.phrases import phrase

MODULES = (rules, targets, one_roll, two_rolls, three_rolls_bounds)
WANTED = ("solve", "third_roll")
UNKNOWN = -1
"""The value of a sheet that was not reached before an interruption."""
BATCH = 32  # sheets asked about between two reports of progress

# What the store has room for at first; it grows fourfold when full.
GROUPS, ROWS, VALUES = 1 << 14, 1 << 21, 1 << 18
CHILDREN = 1 << 13
PLAIN_GROUPS, PLAIN_ROWS, PLAIN_VALUES = 1 << 10, 1 << 18, 1 << 13

MOST_NUMBERS = 1 << 28
"""Of the store together, 2 GiB: a position that needs more is refused before memory runs out."""

Sheet = tuple[int, ...]


def kernels(*, plain: bool = False, progress: Progress | None = None) -> Kernels:
    """Return the kernels, compiled where numba is installed unless `plain`; see solver.compiled.load."""
    return compiled.load(MODULES, WANTED[:1], plain=plain, progress=progress)


def third_kernels(*, plain: bool = False, progress: Progress | None = None) -> Kernels:
    """Return what `kernels` does, and those for three rolls to come beside them."""
    return compiled.load(MODULES, WANTED, plain=plain, progress=progress)


class Engine:
    """Values of sheets before the last roll, or before the last two.

    Parameters
    ----------
    table : the half-day to be rolled next, its dice not rolled; the last one of the game or the one before.
    goal : a final score whose chance is maximised, None to maximise the expected final score.
    kernels : what `kernels` returned.
    growth : how many times the usual size its store has at first.
    most_growth : from so many times its first size on, a full store is emptied and not enlarged.
    """

    def __init__(
        self,
        table: Sequence[int],
        goal: int | None,
        kernels: Kernels,
        growth: int = 1,
        most_growth: int = 1 << 20,
    ) -> None:
        self.kernels = kernels
        self.table = list(table)
        self.rolls = rules.OVER - table[rules.HALF]
        self.goal = records.NO_GOAL if goal is None else max(0, 2 * goal)
        day = plan(self.table)
        self.last_plan = plan(after_roll(self.table)) if self.rolls == 2 else day
        self.day = as_day(kernels, day)
        self.last = as_day(kernels, self.last_plan)
        self.room = _room(kernels, self.last_plan)
        self.growth = growth
        self.most_growth = most_growth
        self.is_empty = False
        self.is_relaxed = 0
        self.work = 0
        self.middle = new_middle(kernels, day, growth)
        self.store = self._new_store()

    def values(self, sheets: Sequence[Sheet], progress: Progress | None = None) -> list[int]:
        """Return for each sheet twice the sum of final scores over all rolls, or how many reach the goal.

        A KeyboardInterrupt ends it when a value is known: UNKNOWN stands for the others.
        """
        results = [UNKNOWN] * len(sheets)
        try:
            if self.rolls == 1:
                self._fill_last(sheets, results, progress)
            else:
                self._fill_next(sheets, results, progress)
        except KeyboardInterrupt:
            if all(value == UNKNOWN for value in results):
                raise
        return results

    def _fill_next(self, sheets: Sequence[Sheet], results: list[int], progress: Progress | None) -> None:
        groups: dict[Sheet, list[int]] = {}
        for index, sheet in enumerate(sheets):
            groups.setdefault(unspent(sheet), []).append(index)
        for done, (group, members) in enumerate(groups.items()):
            _tell(progress, done, len(groups))
            spent = [n for index in members for n in sheets[index][rules.USED : rules.USED + 3]]
            for index, answer in zip(members, self.unspent_values(group, spent), strict=True):
                results[index] = answer
        _tell(progress, len(groups), len(groups))

    def unspent_values(
        self, sheet: Sequence[int], spent: Sequence[int], *, relaxed: bool = False, bounds: bool = False
    ) -> list[int]:
        """Return what `values` does for one sheet before the last two rolls, with so much spent.

        sheet : nothing spent on it. spent : three numbers for each value. relaxed : in the game in which
            everybody may take the fallback, where who spent less is worth no less. bounds : upper bounds of
            the values, sooner.
        """
        self.middle.sheet[: rules.SHEET_SIZE] = self.kernels.vector(sheet)
        self.store.size[records.RELAXED] = self.is_relaxed = int(relaxed)
        n = len(spent) // 3
        return [
            int(answer)
            for answer in self._ask(records.NEXT_BOUNDS if bounds else records.NEXT_VALUES, spent, n, n)
        ]

    def counts(self, sheet: Sheet) -> list[int]:
        """Return how many rolls end with final score 0, 1, 2 ..., with best play for the expected score."""
        self.middle.sheet[: rules.SHEET_SIZE] = self.kernels.vector(sheet)
        what = records.LAST_COUNTS if self.rolls == 1 else records.NEXT_COUNTS
        return [int(n) for n in self._ask(what, self.table, 1, records.SCORES)]

    def _fill_last(self, sheets: Sequence[Sheet], results: list[int], progress: Progress | None) -> None:
        for start in range(0, len(sheets), BATCH):
            _tell(progress, start, len(sheets))
            batch = sheets[start : start + BATCH]
            answers = self._ask(
                records.LAST_VALUES, [n for sheet in batch for n in sheet], len(batch), len(batch)
            )
            results[start : start + len(batch)] = [int(answer) for answer in answers]
        _tell(progress, len(sheets), len(sheets))

    def _ask(self, what: int, queries: Sequence[int], n: int, size: int) -> Any:
        """Return the kernel's answers to n queries; in a larger store where this one is too small."""
        question = self.kernels.vector(queries)
        out = self.kernels.vector(size)
        while True:
            done = self.kernels.solve(
                what, self.day, self.last, self.store, self.room, self.middle, self.goal, question, n, out
            )
            if done == n:
                self.is_empty = False
                return out
            self._make_room()

    def _make_room(self) -> None:
        """Begin anew with a larger store, or with the same one emptied where it has the size it may have."""
        is_empty, self.is_empty = self.is_empty, True
        if self.growth < self.most_growth or is_empty:
            more = 4 * self.growth
            self.growth = more if is_empty else min(more, self.most_growth)
            self.store = self._new_store()
            self.middle = self.middle._replace(children=self.kernels.vector(self.growth * CHILDREN))
            return
        self.work += int(self.store.size[records.N_VALUES])
        for count in (records.N_GROUPS, records.ROWS_END, records.N_VALUES):
            self.store.size[count] = 0
        for table in (self.store.slots, self.store.values):
            table[:] = self.kernels.vector(len(table))

    def _new_store(self) -> records.Store:
        quick = self.kernels.is_compiled
        groups = self.growth * (GROUPS if quick else PLAIN_GROUPS)
        places, variants, *_ = self.last_plan.sizes
        one_group = variants + (2 * variants // records.LANES + 1) * records.PARITIES * (places + 1)
        rows = max(ROWS if quick else PLAIN_ROWS, one_group)
        values = self.growth * (VALUES if quick else PLAIN_VALUES)
        numbers = groups * (2 + records.GROUP_SIZE) + rows + records.LAST_SIZE * values
        if numbers + self.growth * CHILDREN > MOST_NUMBERS:
            raise InputError(phrase("troyes.advice.too_many_futures"), field="sheet")
        vector = self.kernels.vector
        size = [0] * records.STORE_SIZES
        size[records.MOST_GROUPS] = groups
        size[records.MOST_ROWS] = rows
        size[records.MOST_CHILDREN] = self.growth * CHILDREN
        size[records.SLOT_MASK] = 2 * groups - 1
        size[records.VALUE_MASK] = values - 1
        size[records.RELAXED] = self.is_relaxed
        return records.Store(
            size=vector(size),
            slots=vector(2 * groups),
            groups=vector(groups * records.GROUP_SIZE),
            rows=vector(rows),
            values=vector(records.LAST_SIZE * values),
        )


def after_roll(table: Sequence[int]) -> list[int]:
    """Return the table of the last half-day, whatever is rolled in the one before.

    The dice of the two lie on different plazas, so that no roll of the first changes what the second meets.
    """
    laid = list(table)
    rules.place(laid, 1, 1, 1, 1)
    rules.end_half(laid)
    return laid


def _tell(progress: Progress | None, done: int, whole: int) -> None:
    if progress is not None:
        progress(phrase("progress.positions"), done, whole)


def moves_by_sheet(sheet: Sequence[int], table: Sequence[int]) -> dict[Sheet, list[Move]]:
    """Return the sheets that this half-day can end with, each with the moves that lead to it."""
    results: dict[Sheet, list[Move]] = {}
    for move, after in rules.successors(sheet, table):
        results.setdefault(after, []).append(move)
    return results


def unspent(sheet: Sheet) -> Sheet:
    """Return a sheet with nothing spent."""
    return (*sheet[: rules.USED], 0, 0, 0, *sheet[rules.USED + 3 :])


def as_day(kernels: Kernels, results: Plan) -> records.Day:
    """Return a plan as kernels take it."""
    return records.Day(*[kernels.vector(vector) for vector in results])


def _room(kernels: Kernels, result: Plan) -> records.Room:
    vector = kernels.vector
    places, variants, *_ = result.sizes
    most_rows = 2 * variants  # struck and not struck
    targets = records.TARGETS_OF_PLACE * (places + 2)  # of places, the fallback, and one to spare
    return records.Room(
        table=vector(rules.TABLE_SIZE),
        sheet=vector(rules.SHEET_SIZE),
        struck=vector(rules.SHEET_SIZE),
        work=vector(rules.SHEET_SIZE),
        choices=vector(rules.MAX_CHOICES),
        counts=vector(rules.COUNTS_SIZE),
        key=vector(2),
        outcome=vector(records.PARITIES),
        targets=vector(records.PARITIES * targets),
        notes=vector(targets),
        boxes=vector(targets),
        totals=vector(targets),
        ends=vector(records.END_SIZE * records.LISTED * targets),
        row=vector(records.PARITIES * (places + 1)),
        rows=vector(most_rows * records.PARITIES * (places + 1)),
        sums=vector(most_rows),
        local=vector(variants),
        fallback=vector(most_rows),
        dice=vector(records.DICE_OF_ROW * most_rows),
        entries=vector(records.ENTRY_SIZE * len(result.option_pair)),
        entry_start=vector(records.DICE_OF_ROW),
        listed=vector(1),
        best=vector(records.ROLLS),
        relaxed=vector(1),
    )


def new_middle(kernels: Kernels, result: Plan, growth: int = 1) -> records.Middle:
    """Return room for the roll of a plan, and for the children of a sheet in a store of this growth."""
    vector = kernels.vector
    places, variants, pairs, *_ = result.sizes
    return records.Middle(
        table=vector(rules.TABLE_SIZE),
        sheet=vector(rules.SHEET_SIZE),
        struck=vector(rules.SHEET_SIZE),
        work=vector(rules.SHEET_SIZE),
        choices=vector(rules.MAX_CHOICES),
        codes=vector(rules.MAX_MOVES),
        floor=vector(3),
        local=vector(variants),
        local_key=vector(variants),
        start=vector((variants + 1) * (places + 1) + 1),
        children=vector(growth * CHILDREN),
        tops=vector(places),
        pairs=vector(variants * (pairs + 1)),
        known=vector(variants * (pairs + 1)),
        low=vector(records.DICE_OF_ROW * variants),
        high=vector(records.DICE_OF_ROW * variants),
        least=vector(variants * (pairs + 1)),
        first=vector(records.DICE_OF_ROW * variants),
        best=vector(records.ROLLS),
    )
