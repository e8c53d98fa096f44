"""The kernels of expectimax with their vectors: asks them about many sheets, gives them room to remember."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import prod

from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.rules import Move
from pencilwright.solver import compiled
from pencilwright.solver.compiled import Kernels, Progress
from pencilwright.solver.troyes_dice.exact import one_roll, records, targets, three_rolls_bounds, two_rolls
from pencilwright.solver.troyes_dice.exact.die_options import ALL_ROLLS, as_boxes, plan
from pencilwright.templates.phrases import phrase

MODULES = (rules, targets, one_roll, two_rolls, three_rolls_bounds)
WANTED = ("solve", "third_roll")
UNKNOWN = -1
"""The value of a sheet that was not reached before an interruption."""

# What the store has room for at first; it grows fourfold when full.
GROUPS, ENDS, VALUES = 1 << 14, 1 << 20, 1 << 17
CHILDREN, SPREAD = 1 << 13, 1 << 17
PLAIN_GROUPS, PLAIN_ENDS, PLAIN_VALUES = 1 << 10, 1 << 16, 1 << 12

LARGEST = 64
"""How many times its usual size the store has at most, 1 GB; it is emptied where that is not enough."""
NOTHING, ENDS_ALONE, ALL = range(3)
"""What of the store was emptied since the last answer."""

Sheet = tuple[int, ...]


class WorkLimit(RuntimeError):
    """A position needs more work or room than is allowed."""


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
        most_growth: int = LARGEST,
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
        self.emptied = NOTHING
        self.is_short = False
        self.is_relaxed = 0
        self.always_struck = 0
        self.work = 0
        self.middle = new_middle(kernels, day, growth)
        self.store = self._new_store()

    def values(self, sheets: Sequence[Sheet], progress: Progress | None = None) -> list[int]:
        """Return for each sheet twice the sum of final scores over all rolls, or how many reach the goal.

        A KeyboardInterrupt ends it when a value is known: UNKNOWN stands for the others.
        """
        results = [UNKNOWN] * len(sheets)
        self.expect(sheets)
        groups: dict[tuple[int, int], list[int]] = {}
        for index, sheet in enumerate(sheets):
            groups.setdefault(packed(sheet), []).append(index)
        try:
            for done, (group, members) in enumerate(groups.items()):
                _tell(progress, done, len(groups))
                spent = (sheets[index][rules.USED : rules.USED + 3] for index in members)
                queries = [n for used in spent for n in (*group, *used)]
                for index, answer in zip(members, self.unspent_values(queries), strict=True):
                    results[index] = answer
            _tell(progress, len(groups), len(groups))
        except KeyboardInterrupt:
            if all(value == UNKNOWN for value in results):
                raise
        return results

    def expect(self, sheets: Sequence[Sheet]) -> None:
        """Note what is struck and spent on all sheets to come; those that strikes tell apart share work."""
        for kind in range(3):
            self.middle.floor[kind] = min(sheet[rules.USED + kind] for sheet in sheets)
        self.always_struck = records.BOXES
        for sheet in sheets:
            self.always_struck &= as_boxes(sheet[rules.STRUCK : rules.STRUCK + 3])
        self.store.size[records.ALWAYS_STRUCK] = self.always_struck

    def unspent_values(
        self, queries: Sequence[int], *, relaxed: bool = False, bounds: bool = False
    ) -> list[int]:
        """Return what `values` does for packed sheets, with so much spent.

        queries : five numbers for each value: a packed sheet, and what is spent; those of one sheet follow
            each other. relaxed : in the game in which everybody may take the fallback, where who spent less
            is worth no less. bounds : upper bounds of the values, sooner.
        """
        self.store.size[records.RELAXED] = self.is_relaxed = int(relaxed)
        n = len(queries) // records.QUERY_SIZE
        what = records.NEXT_BOUNDS if bounds else records.NEXT_VALUES
        if self.rolls == 1:
            what = records.LAST_VALUES
        return self._ask(what, queries, n, n)

    def counts(self, sheet: Sheet) -> list[int]:
        """Return how many rolls end with final score 0, 1, 2 ..., with best play for the expected score."""
        self.middle.sheet[: rules.SHEET_SIZE] = self.kernels.vector(sheet)
        what = records.LAST_COUNTS if self.rolls == 1 else records.NEXT_COUNTS
        return self._ask(what, [*self.table, *chain.from_iterable(ALL_ROLLS)], 1, records.SCORES)

    def _ask(self, what: int, queries: Sequence[int], n: int, size: int) -> list[int]:
        """Return the kernel's answers to n queries; in a larger store where this one is too small."""
        answers: list[int] = []
        if n == 0:
            return answers
        each = len(queries) // n
        while True:
            out = self.kernels.vector(size - len(answers))
            question = self.kernels.vector(queries[each * len(answers) :])
            left = n - len(answers)
            done = self.kernels.solve(
                what, self.day, self.last, self.store, self.room, self.middle, question, left, out
            )
            if done > 0:
                self.emptied = NOTHING
            if done == left:
                return [*answers, *[int(answer) for answer in out]]
            answers += [int(answer) for answer in out[:done]]
            self._make_room()

    def _make_room(self) -> None:
        """Begin anew with a larger store, or empty this one where it has the size that it may have.

        At first its ends alone are listed anew, unless the rest is full as well. A store that was emptied and
        is too small for one sheet grows all the same. Raises WorkLimit where it is as large as any may be.
        """
        if self.is_short:
            raise WorkLimit
        vector, (size, slots, groups, *_) = self.kernels.vector, self.store
        most = LARGEST if self.emptied == ALL else self.most_growth
        n_values = int(size[records.N_VALUES])
        if self.growth < most:
            self.growth = min(4 * self.growth, most)
            self.store = self._new_store()
            self.middle = self.middle._replace(children=vector(self.growth * CHILDREN))
        elif self.emptied == ALL:
            raise WorkLimit
        else:
            size[records.ENDS_END] = 0
            is_full = size[records.N_GROUPS] == size[records.MOST_GROUPS]
            if self.emptied == NOTHING and not is_full and n_values < size[records.MOST_VALUES]:
                unknown = vector([-1] * (len(groups) // records.GROUP_SIZE))
                for place in (records.FIRST_END, records.FAMILY):
                    groups[place :: records.GROUP_SIZE] = unknown
                self.emptied = ENDS_ALONE
                return
            size[records.N_GROUPS] = size[records.N_VALUES] = size[records.SPREAD_END] = 0
            slots[:] = vector(len(slots))
        self.work += n_values
        self.emptied = ALL

    def _new_store(self) -> records.Store:
        quick, growth = self.kernels.is_compiled, self.growth
        room = (GROUPS, ENDS, VALUES) if quick else (PLAIN_GROUPS, PLAIN_ENDS, PLAIN_VALUES)
        result = new_store(self.kernels, *[growth * most for most in (*room, CHILDREN, SPREAD)])
        result.size[records.RELAXED] = self.is_relaxed
        result.size[records.GOAL] = self.goal
        result.size[records.ALWAYS_STRUCK] = self.always_struck
        return result


def new_store(
    kernels: Kernels, groups: int, ends: int, values: int, children: int, spread: int
) -> records.Store:
    """Return an empty store with so much room."""
    vector = kernels.vector
    size = [0] * records.STORE_SIZES
    size[records.MOST_GROUPS] = groups
    size[records.MOST_ENDS] = ends
    size[records.MOST_CHILDREN] = children
    size[records.MOST_SPREAD] = spread
    size[records.SLOT_MASK] = 2 * groups - 1
    size[records.MOST_VALUES] = values
    return records.Store(
        size=vector(size),
        slots=vector(2 * groups),
        groups=vector(groups * records.GROUP_SIZE),
        ends=vector(ends),
        values=vector(records.STORED_SIZE * values),
        spread=vector(spread),
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
        progress(phrase("progress.count.positions"), done, whole)


def moves_by_sheet(sheet: Sequence[int], table: Sequence[int]) -> dict[Sheet, list[Move]]:
    """Return the sheets that this half-day can end with, each with the moves that lead to it."""
    results: dict[Sheet, list[Move]] = {}
    for move, after in rules.successors(sheet, table):
        results.setdefault(after, []).append(move)
    return results


def unspent(sheet: Sheet) -> Sheet:
    """Return a sheet with nothing spent."""
    return (*sheet[: rules.USED], 0, 0, 0, *sheet[rules.USED + 3 :])


def packed(sheet: Sequence[int]) -> tuple[int, int]:
    """Return the two numbers that stand for a sheet without its spending."""
    key = [0, 0]
    one_roll.pack(list(sheet), key)
    return key[0], key[1]


def as_day(kernels: Kernels, results: records.Day) -> records.Day:
    """Return a plan as kernels take it."""
    return records.Day(*[kernels.vector(vector) for vector in results])


def _room(kernels: Kernels, result: records.Day) -> records.Scratch:
    vector = kernels.vector
    places, variants, _, *most = result.sizes
    targets = records.TARGETS_OF_PLACE * (places + 1)  # the fallback too
    at_hand = prod(cost + 2 for cost in most)
    return records.Scratch(
        table=vector(rules.TABLE_SIZE),
        sheet=vector(rules.SHEET_SIZE),
        work=vector(rules.SHEET_SIZE),
        choices=vector(rules.MAX_CHOICES),
        counts=vector(rules.COUNTS_SIZE),
        key=vector(2),
        outcome=vector(records.PARITIES),
        target=vector(records.TARGET_SIZE),
        ends=vector(records.END_SIZE * records.LISTED),
        sees=vector(targets),
        uses=vector(at_hand * (places + 1) * records.PARITIES * records.DICE_OF_ROW),
        priced=vector(at_hand),
        struck=vector(variants),
        local=vector(variants),
        fallback=vector(variants),
        dice=vector(records.DICE_OF_ROW * variants),
        best=vector(records.ROLLS),
        relaxed=vector(1),
    )


def new_middle(kernels: Kernels, result: records.Day, growth: int = 1) -> records.Middle:
    """Return room for the roll of a plan, and for the children of a sheet in a store of this growth."""
    vector = kernels.vector
    places, variants, pairs, *_ = result.sizes
    return records.Middle(
        table=vector(rules.TABLE_SIZE),
        sheet=vector(rules.SHEET_SIZE),
        struck=vector(rules.SHEET_SIZE),
        work=vector(rules.SHEET_SIZE),
        choices=vector(rules.MAX_CHOICES),
        counts=vector(rules.COUNTS_SIZE),
        codes=vector(rules.MAX_MOVES),
        floor=vector(3),
        local=vector(variants),
        local_key=vector(variants),
        start=vector((variants + 1) * (places + 1) + 1),
        children=vector(growth * CHILDREN),
        tops=vector(variants * (places + 1)),
        less=vector(pairs),
        pairs=vector(variants * (pairs + 1)),
        known=vector(variants * (pairs + 1)),
        low=vector(records.DICE_OF_ROW * variants),
        high=vector(records.DICE_OF_ROW * variants),
        least=vector(variants * (pairs + 1)),
        first=vector(records.DICE_OF_ROW * variants),
    )
