"""All that a plan may be made of on one grid, as arrays: single pieces, clusters of two and of three."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pencilwright.games.terracotta_army import building, scoring
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.components import FOOTMAN_VP
from pencilwright.games.terracotta_army.grid import DIRECTIONS, Grid, rays
from pencilwright.solver.terracotta_army.options import Wanted, layout_of
from pencilwright.solver.terracotta_army.question import (
    MOST_PIECES,
    Put,
    Question,
    kinds_possible,
    warriors_possible,
)
from pencilwright.solver.terracotta_army.regions import Regions
from pencilwright.solver.terracotta_army.tables import ONE_OF, Table, table
from pencilwright.solver.terracotta_army.totals import IMPOSSIBLE

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Elements(NamedTuple):
    """Clusters of one size, from all types.

    Attributes
    ----------
    tables : of each type.
    loose : footmen and musicians, which come before all others, then "no piece", which comes last.
    table : type of each element as an index, -1 for a loose one.
    members : indices of its options in the table of its type, shape (elements, 3).
    taken, shooters, kinds, gain, codes : as in tables.Table; `gain` holds also what a new footman or musician
        scores from the warriors of today.
    """

    tables: Sequence[Table]
    loose: Sequence[tuple[Put, ...]]
    table: NDArray[Any]
    members: NDArray[Any]
    taken: NDArray[Any]
    shooters: NDArray[Any]
    kinds: NDArray[Any]
    gain: NDArray[Any]
    codes: NDArray[Any]

    def puts(self, row: int) -> tuple[Put, ...]:
        """Return the pieces of an element."""
        if self.table[row] < 0:
            return self.loose[min(row, len(self.loose) - 1)]
        options = self.tables[self.table[row]].options
        return tuple(options[index].put for index in self.members[row] if index >= 0)

    @property
    def length(self) -> int:
        """Number of elements."""
        return len(self.table)

    def some(self, rows: NDArray[np.intp]) -> Elements:
        """Return some of the elements, without their pieces."""
        return Elements(self.tables, (), *(array[rows] for array in self[2:]))


class Library:
    """Tables of types, each made once for each layout that slides lead to."""

    def __init__(self, question: Question, regions: Regions, cells: Sequence[int]) -> None:
        """Prepare; `cells`: all spaces where a plan may place something."""
        self.question, self.regions, self.cells = question, regions, cells
        bought = kinds_possible(question)
        self.wanted = {
            kind: Wanted(
                kind in building.available_types(question.state, question.letter)
                and warriors_possible(question) > 0,
                "horse" in bought,
                "kneeling_archer" in bought,
            )
            for kind in box.TYPES
        }
        self.alone = [kind for kind in ("footman", "musician") if kind in bought]
        self._tables: dict[Any, Table] = {}

    def tables(self, grid: Grid, *, slid: bool = False) -> list[Table]:
        """Return the table of each type for a grid; after a slide only guards need clusters of three."""
        found = []
        for kind in box.TYPES:
            layout = layout_of(grid, kind, self.cells)
            if layout not in self._tables:
                pieces = self.question.pieces - (slid and kind != "guard")
                self._tables[layout] = table(grid, layout, self.regions, self.wanted[kind], pieces)
            found.append(self._tables[layout])
        return found


def elements(library: Library, tables: Sequence[Table], grid: Grid, size: int) -> Elements:
    """Return the elements of a size that fit on a grid; those of size 1 hold the loose ones too."""
    spaces = grid.cols * grid.rows
    held = np.zeros(spaces, bool)
    held[list(grid.at)] = True
    free = [np.flatnonzero((t.size == size) & ~(t.taken & held).any(axis=1)) for t in tables]
    loose = _loose(library, grid) if size == 1 else []
    count = len(loose)
    taken = np.zeros((count, spaces), bool)
    for index, (puts, _) in enumerate(loose):
        taken[index, [put.cell for put in puts]] = True
    first = (
        np.full(count, -1, np.int32),
        np.full((count, 3), -1, np.int32),
        taken,
        np.zeros((count, spaces), bool),
        np.array([sum(ONE_OF[put.kind] for put in puts) for puts, _ in loose], np.int32),
        np.array([gain for _, gain in loose], np.int16),
        np.zeros((count, len(library.regions.all)), np.uint8),
    )
    rest = [
        (np.full(len(rows), number, np.int32), *(array[rows] for array in t.whole()))
        for number, (t, rows) in enumerate(zip(tables, free, strict=True))
    ]
    return Elements(
        tables,
        [puts for puts, _ in loose],
        *(_around(np.concatenate(arrays), count) for arrays in zip(first, *rest, strict=True)),
    )


def _around(array: NDArray[Any], count: int) -> NDArray[Any]:
    """Move the last of the loose ones, "no piece", to the end."""
    if not count:
        return array
    return np.concatenate([array[: count - 1], array[count:], array[count - 1 : count]])


def _loose(library: Library, grid: Grid) -> list[tuple[tuple[Put, ...], int]]:
    """Return footmen and musicians with what they score from today's warriors, and no piece at all."""
    found: list[tuple[tuple[Put, ...], int]] = []
    regions = library.regions
    for kind in library.alone:
        for cell in grid.empty():
            first = regions.first_ring if kind == "footman" else regions.first_cross
            counts, archers = regions.today(grid, first + cell)
            if kind == "footman":
                gain = scoring.dominates(counts, archers, FOOTMAN_VP).get(regions.me, 0)
            else:
                gain = regions.rounds * counts.get(regions.me, 0)
            found.append(((Put(kind, cell),), gain))
    return [*found, ((), 0)]


class Ground:
    """Elements of a grid, and what holds for pairs of them wherever the inspectors stand.

    Attributes
    ----------
    parts : elements of one piece (the last one is "no piece"), of two and of three that hang together.
    footmen : whether each single one is a footman.
    apart : whether two single ones exclude each other, or hang together and so are a cluster of two.
    seen : points that a new musician scores from another single one.
    """

    def __init__(
        self,
        library: Library,
        grid: Grid,
        grids: Sequence[Grid],
        totals: NDArray[np.int16],
        passed: frozenset[int],
    ) -> None:
        """Prepare.

        Parameters
        ----------
        grids : those that a crossbow may count: before a slide and after it.
        totals : points of each number of pieces by kind.
        passed : spaces that a slide needs, where its guard cannot stand.
        """
        self.library, self.grid, self._totals, self._passed = library, grid, totals, passed
        question = library.question
        self._tables = library.tables(grid, slid=bool(passed))
        self.parts = [elements(library, self._tables, grid, size + 1) for size in range(question.pieces)]
        one = self.parts[0]
        self.footmen = one.kinds == ONE_OF["footman"]
        self.apart = _apart(one, one)
        self.seen = self._seen(one, one)
        self._pairs: dict[int, NDArray[np.int16]] = {}
        self._most_of: dict[int, NDArray[np.int16]] = {}
        self._holding: dict[tuple[int, str], NDArray[np.bool_]] = {}
        self._blocks: list[tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.int16]]] | None = None
        player = question.state.player(question.letter)
        self._shoots = "crossbow" in player.active and bool(warriors_possible(question))
        self._gaps = gaps(grids)
        self._loaded = ~self.buys_with(one, ["crossbow"])
        self._shots = self._most(one, one) if self._shoots else None

    def holding(self, size: int, kind: str) -> NDArray[np.bool_]:
        """Return which elements of a size hold a warrior of a type; a guard must stand clear of the slide."""
        if (size, kind) not in self._holding:
            part = self.parts[size - 1]
            result = (part.kinds & 3 * ONE_OF[kind]) != 0
            if kind == "guard" and self._passed:
                for row in np.flatnonzero(result):
                    cells = {put.cell for put in part.puts(int(row)) if put.kind == kind}
                    result[row] = not cells <= self._passed
            self._holding[size, kind] = result
        return self._holding[size, kind]

    def buys_with(self, part: Elements, weapons: Sequence[str]) -> NDArray[np.bool_]:
        """Return which elements hold a specialist that needs one of some weapons."""
        needs = self.library.question.state.board.specialist_weapon
        kinds = sum(3 * ONE_OF[kind] for kind, weapon in needs.items() if weapon in weapons)
        result: NDArray[np.bool_] = (part.kinds & kinds) != 0
        return result

    def most_of_pairs(self, kinds: int) -> NDArray[np.int16]:
        """Return for each single element the most that a pair with it scores besides the sum of both.

        A first piece of some kinds counts as in `pairs`, and what a crossbow may count is in it.
        """
        if kinds not in self._most_of:
            if kinds not in self._pairs:
                self.pairs(kinds, np.arange(1), np.arange(1))
            shot = int(self._shots.max()) if self._shots is not None else 0
            self._most_of[kinds] = self._pairs[kinds].max(axis=1) + np.int16(shot)
        return self._most_of[kinds]

    def pairs(self, kinds: int, rows: NDArray[np.intp], cols: NDArray[np.intp]) -> NDArray[np.int16]:
        """Return, as a copy, what pairs of single elements score besides the sum of both.

        Goods, organizer and weapons are in it, those of a first piece of some kinds too.
        """
        one = self.parts[0]
        if kinds not in self._pairs:
            total = self._totals[kinds + one.kinds[:, None] + one.kinds] + self.seen
            total[self.apart] = IMPOSSIBLE
            self._pairs[kinds] = total
        return self._pairs[kinds][np.ix_(rows, cols)]

    def with_pairs(self) -> list[tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.int16]]]:
        """Return blocks of single elements and clusters of two, with the same and a crossbow's points.

        After a slide only those blocks where a guard is in one of both.
        """
        if self._blocks is None:
            question = self.library.question
            rows, cols = np.arange(self.parts[0].length), np.arange(self.parts[1].length)
            if question.pieces < MOST_PIECES:
                rows = rows[-1:]
            sets = [(rows, cols)]
            if self._passed:
                guard = self.holding(1, "guard")[rows]
                sets = [(rows[guard], cols), (rows[~guard], cols[self.holding(2, "guard")])]
            self._blocks = [(*some, self._block(*some)) for some in sets if len(some[0]) and len(some[1])]
        return self._blocks

    def _block(self, rows: NDArray[np.intp], cols: NDArray[np.intp]) -> NDArray[np.int16]:
        one, two = self.parts[0].some(rows), self.parts[1].some(cols)
        total: NDArray[np.int16] = self._totals[one.kinds[:, None] + two.kinds] + self._seen(one, two)
        if self._shoots:
            loaded = ~self.buys_with(one, ["crossbow"])[:, None] & ~self.buys_with(two, ["crossbow"])
            total += self._most(one, two) * loaded
        total[_apart(one, two)] = IMPOSSIBLE
        return total

    def add_shots(
        self, total: NDArray[np.int16], first: int, rows: NDArray[np.intp], cols: NDArray[np.intp]
    ) -> None:
        """Add the most that a crossbow may count in plans of a first element and a pair of others."""
        if self._shots is None or not self._loaded[first]:
            return
        most = np.maximum(self._shots[np.ix_(rows, cols)], self._shots[first, rows][:, None])
        np.maximum(most, self._shots[first, cols], out=most)
        most *= self._loaded[rows][:, None] & self._loaded[cols]
        total += most

    def shots(self, part: Elements) -> NDArray[np.int16]:
        """Return the most that a crossbow may count in each element by itself."""
        if not self._shoots:
            return np.zeros(part.length, np.int16)
        return np.where(self.buys_with(part, ["crossbow"]), 0, most_alone(self._gaps, part)).astype(np.int16)

    def _most(self, one: Elements, other: Elements) -> NDArray[np.int16]:
        return most_counted(self._gaps, one, other)

    def _seen(self, one: Elements, other: Elements) -> NDArray[np.int16]:
        """Return what a new musician in either scores from warriors in the other."""
        result = np.zeros((one.length, other.length), np.int16)
        regions = self.library.regions
        for here, there, lines in ((one, other, result), (other, one, result.T)):
            for index in np.flatnonzero(here.kinds == ONE_OF["musician"]):
                codes = there.codes[:, regions.first_cross + int(here.taken[index].argmax())]
                lines[index] = regions.rounds * (codes & 3).astype(np.int16)
        return result


def _apart(one: Elements, other: Elements) -> NDArray[np.bool_]:
    """Return whether two elements exclude each other or hang together, shape (one, other)."""
    result = np.zeros((one.length, other.length), bool)
    for own, theirs in zip(_words(one.taken), _words(other.taken), strict=True):
        result |= (own[:, None] & theirs) != 0
    for number, found in enumerate(one.tables):
        rows, cols = np.flatnonzero(one.table == number), np.flatnonzero(other.table == number)
        if not len(rows) or not len(cols):
            continue
        meets = np.zeros((len(rows), len(cols)), bool)
        for own in one.members[rows].T:
            for theirs in other.members[cols].T:
                if own[0] < 0 or theirs[0] < 0:
                    continue
                meets |= found.links[np.ix_(own, theirs)]
        result[np.ix_(rows, cols)] |= meets
    return result


def _words(taken: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Return spaces as bits, 64 to a number, shape (numbers, elements)."""
    rest = -taken.shape[1] % 64
    packed = np.packbits(np.pad(taken, ((0, 0), (0, rest))), axis=1)
    return np.ascontiguousarray(packed).view(np.uint64).T


class Gaps(NamedTuple):
    """What a crossbow may count on a grid, at most.

    Attributes
    ----------
    alone : from each space to a statue of the grid, shape (spaces,).
    between : from each space to each other as if a statue stood there, shape (spaces, spaces).
    """

    alone: NDArray[np.int16]
    between: NDArray[np.int16]


def gaps(grids: Sequence[Grid]) -> Gaps:
    """Return the most empty spaces that a crossbow may count on any of some grids."""
    spaces = grids[0].cols * grids[0].rows
    alone, between = np.zeros(spaces, np.int16), np.zeros((spaces, spaces), np.int16)
    lines = rays(grids[0].cols, grids[0].rows)
    for grid in grids:
        for cell in range(spaces):
            for direction in DIRECTIONS:
                for distance, other in enumerate(lines[cell][direction]):
                    between[cell, other] = max(between[cell, other], distance)
                    if other in grid.at:
                        alone[cell] = max(alone[cell], distance)
                        break
    return Gaps(alone, between)


def most_alone(found: Gaps, these: Elements) -> NDArray[np.int16]:
    """Return the most that a crossbow of each element may count by itself."""
    result = np.zeros(these.length, np.int16)
    for cell in np.flatnonzero(these.shooters.any(axis=0)):
        rows = np.flatnonzero(these.shooters[:, cell])
        own = np.where(these.taken[rows], found.between[cell], found.alone[cell]).max(axis=1)
        result[rows] = np.maximum(result[rows], np.maximum(own, found.alone[cell]))
    return result


def most_counted(found: Gaps, one: Elements, other: Elements) -> NDArray[np.int16]:
    """Return the most that a crossbow of a pair of elements may count, shape (one, other)."""
    result = np.maximum(_shot(found, one, other), _shot(found, other, one).T)
    return np.maximum(np.maximum(result, most_alone(found, one)[:, None]), most_alone(found, other))


def _shot(found: Gaps, one: Elements, other: Elements) -> NDArray[np.int16]:
    """Return the most from a crossbowman of the first to a statue of the second."""
    result = np.zeros((one.length, other.length), np.int16)
    for cell in np.flatnonzero(one.shooters.any(axis=0)):
        rows = np.flatnonzero(one.shooters[:, cell])
        result[rows] = np.maximum(result[rows], np.where(other.taken, found.between[cell], 0).max(axis=1))
    return result
