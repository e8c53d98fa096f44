"""Every plan of up to three pieces, weighed: those that an upper bound leaves are carried out by the rules.

A plan is what it places, at most one slide of a warrior that stands already, and at most one step of an
inspector. For each slide and step the grid is set so; then pieces are independent but for what few arrays
say: clusters of one type (exact gains, see clusters.py), counts in regions (exact, see regions.py), goods and
numbers by kind (exact, see totals.py), and what a crossbow may count (an upper bound, see ground.gaps: it
depends on the order of building). So the sum of these arrays is never below a plan's worth. Whatever reaches
the best plan known is carried out, so the best one is proved, and all that are equally good are found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from pencilwright.games.terracotta_army import building
from pencilwright.games.terracotta_army.grid import Grid, Piece, rays
from pencilwright.solver.terracotta_army.carry import Carried, Pieces, best_order
from pencilwright.solver.terracotta_army.ground import Elements, Ground, Library
from pencilwright.solver.terracotta_army.question import Put, Question, ordered, warriors_possible
from pencilwright.solver.terracotta_army.regions import CODES, Regions, Scored
from pencilwright.solver.terracotta_army.standing import Standing
from pencilwright.solver.terracotta_army.totals import IMPOSSIBLE, totals

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Points = NDArray[np.int16]

MOST_TIES: Final = 2_000
"""Plans of equal worth that are carried out; beyond it only better ones are."""


class SearchError(RuntimeError):
    """A plan is worth more than its upper bound: a defect."""


class Slide(NamedTuple):
    """A warrior that slides: where from and to (first spaces), the grid after it, spaces that it passes."""

    source: int
    target: int
    grid: Grid
    passed: frozenset[int]


class Scene(NamedTuple):
    """A ground after a slide, and the inspectors after a step.

    Attributes
    ----------
    ground : what may be placed.
    slide, step : as in carry.Pieces.
    scored : regions that are scored.
    worth : points of placing nothing, goods left aside.
    """

    ground: Ground
    slide: tuple[int, int] | tuple[()]
    step: tuple[str, int] | tuple[()]
    scored: list[Scored]
    worth: int


class Found(NamedTuple):
    """A plan: what it places and moves, how it is carried out, and its points."""

    pieces: Pieces
    carried: Carried
    points: int


class Search:
    """Looks for the best plans of one question; `run` returns them."""

    def __init__(self, question: Question, most: int) -> None:
        """Prepare. `most`: plans to keep."""
        self.question, self.most = question, most
        self.state, self.me = question.state, question.letter
        self.player = self.state.player(self.me)
        self.regions = Regions(self.state, self.me, question.rounds)
        self.totals = totals(question)
        self.weigh = Standing(self.state, self.me, question.rounds)
        slides = list(self._slides()) if self._can("guard", "pike") else []
        cells = {*self.state.grid.empty(), *(cell for piece, _ in slides for cell in piece.cells)}
        self.slides = [slide for _, slide in slides]
        self.library = Library(question, self.regions, sorted(cells))
        self.best = IMPOSSIBLE
        self.found: dict[Any, Found] = {}
        self.complete = True
        self._tried: set[Pieces] = set()

    def run(self) -> list[Found]:
        """Return the best plans: all of them when `complete` holds, else some."""
        steps: list[tuple[str, int] | tuple[()]] = [()]
        if self._can("officer", "sword"):
            steps += [(axis, step) for axis in building.AXES for step in (1, -1)]
        nothing = self.weigh.points(self.state, self.state.grid)
        self._keep(Pieces(()), Carried((), self.state, 0), nothing)
        self._weigh_all(None, steps)
        for slide in self.slides:
            self._weigh_all(slide, steps)
        return list(self.found.values())

    def _can(self, kind: str, weapon: str) -> bool:
        """Whether a warrior of a type can be built and its weapon used."""
        types = building.available_types(self.state, self.me)
        return weapon in self.player.active and kind in types and warriors_possible(self.question) > 0

    def _slides(self) -> Iterator[tuple[Piece, Slide]]:
        """Yield the slides of warriors that stand today."""
        grid = self.state.grid
        lines = rays(grid.cols, grid.rows)
        for piece, cells in building.slides(grid, self.me, -1):
            way = next(way for way, ray in lines[piece.cells[0]].items() if cells[0] in ray)
            tracks = [lines[cell][way] for cell in piece.cells]
            passed = {cell for track in tracks for cell in track[: tracks[0].index(cells[0]) + 1]}
            after = grid.with_changed(piece, piece._replace(cells=cells))
            yield piece, Slide(piece.cells[0], cells[0], after, frozenset(passed) | set(piece.cells))

    def _weigh_all(self, slide: Slide | None, steps: Sequence[tuple[str, int] | tuple[()]]) -> None:
        """Weigh the plans with a slide (None: without), for each step of an inspector."""
        state, grid = self.state.clone(), slide.grid if slide else self.state.grid
        state.grid = grid
        grids = [self.state.grid, grid] if slide else [grid]
        ground = Ground(self.library, grid, grids, self.totals, slide.passed if slide else frozenset())
        for step in steps:
            moved = state.clone()
            if step:
                building.move_inspector(moved, *step)
            self._weigh(
                Scene(
                    ground,
                    (slide.source, slide.target) if slide else (),
                    step,
                    self.regions.scored(grid, moved.row, moved.col),
                    self.weigh.points(moved, grid) - int(self.totals[0]),
                )
            )

    def _weigh(self, scene: Scene) -> None:
        """Weigh the plans of a scene: single pieces, a cluster of two and one more, a cluster of three."""
        needed = ["guard"] * bool(scene.slide) + ["officer"] * bool(scene.step)
        busy = [weapon for weapon, used in (("pike", scene.slide), ("sword", scene.step)) if used]
        worth = []
        for part in scene.ground.parts:
            points = part.gain.copy()
            for region, table in scene.scored:
                points += table[part.codes[:, region]]
            points[scene.ground.buys_with(part, busy)] = IMPOSSIBLE
            worth.append(points)
        if len(needed) <= self.question.pieces:
            self._singles(scene, worth[0], needed)
        if self.question.pieces > 1:
            self._with_pairs(scene, worth, needed)
        if self.question.pieces > 2:
            self._threes(scene, worth[2], needed)

    def _singles(self, scene: Scene, worth: Points, needed: Sequence[str]) -> None:
        """Weigh plans of pieces that do not hang together. A new footman comes first: see `_beside`."""
        ground = scene.ground
        one = ground.parts[0]
        everything = np.arange(one.length)
        nothing = everything[-1:]
        last = everything if self.question.pieces > 2 else nothing
        every = everything if self.question.pieces > 1 else nothing
        bends = [bend for scored in scene.scored if (bend := Bend.of(one, scored)) is not None]
        if not needed:
            for first in everything:
                cols = everything[first:] if len(last) > 1 else nothing
                rows = everything[first:] if len(every) > 1 else nothing
                self._beside(scene, worth, bends, int(first), rows, cols)
            return
        holding = [np.flatnonzero(ground.holding(1, kind)) for kind in needed]
        if len(needed) < self.question.pieces:
            for first in np.flatnonzero(ground.footmen):
                self._beside(scene, worth, bends, int(first), holding[0], (*holding[1:], last)[0])
        without = np.where(ground.footmen, IMPOSSIBLE, worth).astype(np.int16)
        for first in holding[0]:
            rows = (*holding[1:], every)[0]
            self._beside(scene, without, bends, int(first), rows, last)

    def _beside(
        self,
        scene: Scene,
        worth: Points,
        bends: Sequence[Bend],
        first: int,
        rows: NDArray[np.intp],
        cols: NDArray[np.intp],
    ) -> None:
        """Weigh plans of a first piece with each pair of others, which are no footmen unless it is none."""
        if worth[first] <= IMPOSSIBLE or not len(rows) or not len(cols):
            return
        ground = scene.ground
        one = ground.parts[0]
        line, code = worth + ground.seen[first], one.codes[first].astype(np.intp)
        here = list(bends)
        if ground.footmen[first]:
            ring = self.regions.footman(ground.grid, one.puts(first)[0].cell)
            line += ring.points[one.codes[:, ring.region]]
            bend = Bend.of(one, ring)
            here += [bend] if bend is not None else []
        for bend in here:
            by = int(code[bend.region])
            if by:
                line[bend.members] += bend.points[(by + bend.codes) % CODES]
                line[bend.members] -= bend.points[bend.codes] + bend.points[by]
        line[ground.apart[first]] = IMPOSSIBLE
        kinds = int(one.kinds[first])
        bent = sum(bend.most(int(code[bend.region])) for bend in here)
        need = self.best - scene.worth - int(worth[first]) - bent
        alone = line.astype(int) + ground.most_of_pairs(kinds)
        rows = rows[alone[rows] + int(line[cols].max()) >= need]
        if not len(rows):
            return
        cols = cols[alone[cols] + int(line[rows].max()) >= need]
        if not len(cols):
            return
        total = ground.pairs(kinds, rows, cols) + line[rows][:, None]
        total += line[cols]
        for bend in here:
            bend.add(total, rows, cols, int(code[bend.region]))
        ground.add_shots(total, first, rows, cols)
        self._offer(
            scene,
            total,
            int(worth[first]),
            lambda row, col: (*one.puts(first), *one.puts(int(rows[row])), *one.puts(int(cols[col]))),
        )

    def _with_pairs(self, scene: Scene, worth: Sequence[Points], needed: Sequence[str]) -> None:
        """Weigh plans of a cluster of two and a single piece that does not hang together with it."""
        ground = scene.ground
        one, two = ground.parts[:2]
        if not two.length:
            return
        for chosen, others, static in ground.with_pairs():
            total = static.copy()
            for kind in needed:
                have = ground.holding(1, kind)[chosen][:, None] | ground.holding(2, kind)[others]
                total[~have] = IMPOSSIBLE
            total += worth[0][chosen][:, None]
            total += worth[1][others]
            for scored in scene.scored:
                _cross(total, scored, one.codes[chosen, scored.region], two.codes[others, scored.region])
            for place, first in enumerate(chosen):
                if ground.footmen[first]:
                    ring = self.regions.footman(ground.grid, one.puts(first)[0].cell)
                    total[place] += ring.points[two.codes[others, ring.region]]
            self._offer(
                scene,
                total,
                0,
                lambda row, col, a=chosen, b=others: (*one.puts(int(a[row])), *two.puts(int(b[col]))),  # type: ignore[misc]
            )

    def _threes(self, scene: Scene, worth: Points, needed: Sequence[str]) -> None:
        """Weigh clusters of three."""
        three = scene.ground.parts[2]
        total = self.totals[three.kinds] + worth + scene.ground.shots(three)
        for kind in needed:
            total[~scene.ground.holding(3, kind)] = IMPOSSIBLE
        self._offer(scene, total[None, :], 0, lambda row, col: three.puts(col))

    def _offer(
        self, scene: Scene, total: Points, more: int, puts: Callable[[int, int], tuple[Put, ...]]
    ) -> None:
        """Carry out what may reach the best plan known: upper bounds `total` + `more` + the scene's worth."""
        base = scene.worth + more
        if not total.size or int(total.max()) + base < self.best:
            return
        hits = np.argwhere(total >= self.best - base)
        bounds = total[hits[:, 0], hits[:, 1]].astype(int) + base
        for place in np.argsort(-bounds, kind="stable"):
            bound = int(bounds[place])
            if bound < self.best:
                return
            if bound == self.best and len(self._tried) > MOST_TIES:
                self.complete = False
                return
            row, col = map(int, hits[place])
            self._carry_out(scene, puts(row, col), bound)

    def _carry_out(self, scene: Scene, puts: tuple[Put, ...], bound: int) -> None:
        """Carry a plan out by the rules, and keep it when none is better."""
        pieces = Pieces(ordered(puts), scene.slide, scene.step)
        if pieces in self._tried:
            return
        self._tried.add(pieces)
        carried = best_order(self.question, pieces)
        if carried is None:
            return
        points = carried.at_once + self.weigh.points(carried.state, carried.state.grid)
        if points > bound:
            raise SearchError(f"{pieces} is worth {points}, its upper bound is {bound}")
        self._keep(pieces, carried, points)

    def _keep(self, pieces: Pieces, carried: Carried, points: int) -> None:
        """Keep a plan when none is better."""
        if points > self.best:
            self.best, self.complete = points, True
            self.found.clear()
        if points == self.best:
            key = (carried.state.grid, carried.state.row, carried.state.col)
            if len(self.found) < self.most:
                self.found.setdefault(key, Found(pieces, carried, points))
            elif key not in self.found:
                self.complete = False


class Bend(NamedTuple):
    """A region in which two elements together score something else than the sum of both.

    Attributes
    ----------
    region : index of the region.
    points : points of each code.
    members : elements that add something to the region.
    codes : what each of them adds.
    place : element -> its index among `members`, -1 for the others.
    """

    region: int
    points: Points
    members: NDArray[np.intp]
    codes: NDArray[np.intp]
    place: NDArray[np.intp]

    @classmethod
    def of(cls, part: Elements, scored: Scored) -> Bend | None:
        """Return the bend of a region, None when points just add up there."""
        codes = part.codes[:, scored.region].astype(np.intp)
        members = np.flatnonzero(codes)
        place = np.full(part.length, -1)
        place[members] = np.arange(len(members))
        bend = cls(scored.region, scored.points, members, codes[members], place)
        return bend if len(members) and not _straight(scored.points) else None

    def most(self, by: int) -> int:
        """Return the most that any pair scores besides the sum of both (see `add`)."""
        codes = np.unique(self.codes)
        return max(0, int(self._together(by, codes, codes).max()))

    def add(self, total: Points, rows: NDArray[np.intp], cols: NDArray[np.intp], by: int) -> None:
        """Add what pairs score besides the sum of both, where a first element adds `by` already."""
        inside = [np.flatnonzero(self.place[some] >= 0) for some in (rows, cols)]
        a, b = (self.codes[self.place[some[at]]] for some, at in zip((rows, cols), inside, strict=True))
        together = self._together(by, a, b)
        if together.any():
            total[np.ix_(*inside)] += together

    def _together(self, by: int, a: NDArray[np.intp], b: NDArray[np.intp]) -> Points:
        points = self.points
        both = points[(by + a[:, None] + b) % CODES] + points[by]
        more: Points = both - points[(by + a) % CODES][:, None] - points[(by + b) % CODES]
        return more


def _straight(points: Points) -> bool:
    """Whether the points of codes just add up: so many for each warrior, archers regardless."""
    return bool((points == points[1] * (np.arange(CODES) & 3)).all())


def _cross(total: Points, scored: Scored, rows: NDArray[np.uint8], cols: NDArray[np.uint8]) -> None:
    """Add what pairs of elements with these codes score besides the sum of both."""
    a, b = np.flatnonzero(rows), np.flatnonzero(cols)
    if not len(a) or not len(b) or _straight(scored.points):
        return
    points, first, second = scored.points, rows[a].astype(np.intp), cols[b].astype(np.intp)
    together = points[(first[:, None] + second) % CODES] - points[first][:, None] - points[second]
    if together.any():
        total[np.ix_(a, b)] += together
