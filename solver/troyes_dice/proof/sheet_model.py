"""The sheet in the CP-SAT model of a tail: how marks are made on it, what they make due, what it scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pencilwright.solver.troyes_dice.proof.affine import ONE, ZERO, Affine, Builder, total
from pencilwright.solver.troyes_dice.proof.options import (
    CATHEDRALS,
    DieUse,
    Gain,
    Triple,
)
from pencilwright.solver.troyes_dice.proof.tables import (
    CITIZEN_END,
    CITIZEN_MARKS,
    COLUMN_MARKS,
    LINKS,
    RESOURCE_END,
    RESOURCE_MARKS,
)


@dataclass(frozen=True)
class ModelTrack:
    """How far one track is circled: a sum within lo..hi, and whether it has reached each of its marks."""

    value: Affine
    lo: int
    hi: int
    reached: dict[int, Affine]


@dataclass(frozen=True)
class Point:
    """The sheet between two stages."""

    resources: tuple[ModelTrack, ...]
    citizens: tuple[ModelTrack, ...]
    due: tuple[Affine, ...]  # per bonus: whether its condition holds
    built: tuple[Affine, ...]
    pairs: dict[int, Affine]


class Run(NamedTuple):
    """Amounts marked together; `most` bounds each. In the ordered form at most one of the six is not 0."""

    resources: tuple[Affine, Affine, Affine]
    citizens: tuple[Affine, Affine, Affine]
    most: tuple[int, ...]


@dataclass
class Stage:
    """The variables of one stage that a solution is read from; `most` bounds the citizens after it."""

    most: Triple
    bonuses: dict[int, Affine] = field(default_factory=dict)
    buildings: dict[int, Affine] = field(default_factory=dict)


@dataclass
class DayVariables:
    """The variables of one half-day that a solution is read from."""

    options: list[tuple[DieUse, Affine]]
    fallback: Affine
    stages: list[Stage]
    points: list[Point]


class SheetModel:
    """The sheet, mark by mark; TailModel plays the half-days on it.

    rounds : of the plain form; 0 asks for the ordered form.
    """

    def __init__(self, sheet: Sequence[int], rounds: int) -> None:
        self.builder = Builder()
        self.rounds = rounds
        self.ordered = rounds == 0
        self.used = [Affine(used) for used in sheet[3:6]]
        self.built_at_start = [sheet[9 + b // 6] >> b % 6 & 1 for b in range(36)]
        self.struck_at_start = [sheet[15 + box // 6] >> box % 6 & 1 for box in range(18)]
        self.numbers = sheet[18:24]
        self.days: list[DayVariables] = []
        self.written: dict[tuple[int, int], Affine] = {}
        self.cathedral_writings: list[tuple[int, Affine, Affine]] = []
        self.point = self._first_point(sheet)

    # -- the sheet at the start ------------------------------------------------------------------------

    def _first_point(self, sheet: Sequence[int]) -> Point:
        resources = tuple(_known_track(value, RESOURCE_MARKS) for value in sheet[0:3])
        citizens = tuple(_known_track(value, CITIZEN_MARKS) for value in sheet[6:9])
        built = tuple(Affine(flag) for flag in self.built_at_start)
        pairs = {left: Affine(built[left].const * built[left + 1].const) for left in LINKS}
        return Point(resources, citizens, self._due(citizens, "start"), built, pairs)

    def _due(self, citizens: tuple[ModelTrack, ...], name: str) -> tuple[Affine, ...]:
        """Section 4.5: which conditions hold."""
        columns = [
            self.builder.all_of([track.reached[n] for track in citizens], f"{name} column {n}")
            for n in COLUMN_MARKS
        ]
        return (*columns, *(t.reached[15] for t in citizens), *(t.reached[20] for t in citizens))

    # -- marking ---------------------------------------------------------------------------------------

    def _mark(self, t: int, day: DayVariables, runs: list[Run]) -> None:
        """Mark the runs of the day's last stage, then the links that its buildings complete."""
        name = f"{t}.{len(day.stages) - 1}"
        before = self.point
        built = list(before.built)
        for building, literal in day.stages[-1].buildings.items():
            built[building] = built[building] + literal
        self._note_cathedrals(day.stages[-1], built)
        pairs = {left: self._pair(before.pairs[left], built, left, name) for left in LINKS}
        completed = [(gain, pairs[left] - before.pairs[left]) for left, gain in LINKS.items()]
        one_building = self.ordered or len(day.stages) == 1
        links = weighted(completed) if one_building else together([weighted([part]) for part in completed])
        runs = [run for run in [*runs, links] if any(run.most)]
        if not self.ordered:
            runs = [together(runs)] if runs else []
        self.point = Point(before.resources, before.citizens, before.due, tuple(built), pairs)
        for at, run in enumerate(runs):
            self._run(f"{name}.{at}", run)
            day.points.append(self.point)

    def _note_cathedrals(self, stage: Stage, built: list[Affine]) -> None:
        """Note how many cathedrals were built before each one of this stage (in a round: at most)."""
        count = total(built[n] for n in CATHEDRALS)
        for building, literal in stage.buildings.items():
            if building in CATHEDRALS:
                self.cathedral_writings.append((building - CATHEDRALS[0], literal, count - literal))

    def _pair(self, before: Affine, built: list[Affine], left: int, name: str) -> Affine:
        if before.known and before.const:
            return ONE
        return self.builder.all_of([built[left], built[left + 1]], f"{name} pair {left}")

    def _run(self, name: str, run: Run) -> None:
        point = self.point
        resources = tuple(
            self._advance_resource(f"{name} got {r}", point.resources[r], run.resources[r], run.most[r])
            for r in range(3)
        )
        amounts, most = [], []
        for c in range(3):
            crossed = [
                after
                for after in RESOURCE_MARKS
                if resources[c].reached[after] is not point.resources[c].reached[after]
            ]
            gained = total(resources[c].reached[n] - point.resources[c].reached[n] for n in crossed)
            amounts.append(run.citizens[c] + gained)
            most.append(run.most[3 + c] + min(len(crossed), _marks_within(run.most[c])))
        self.point = Point(resources, point.citizens, point.due, point.built, point.pairs)
        if any(most):
            self._citizens(name, amounts, most)

    def _advance_resource(self, name: str, track: ModelTrack, amount: Affine, most: int) -> ModelTrack:
        """Section 4.4: circles end at space 18, the rest is lost."""
        hi = min(RESOURCE_END, track.hi + most)
        if hi == track.lo or not most:
            return track
        value = self.builder.integer(track.lo, hi, name)
        reached = self._marks(name, track, value, hi)
        self.builder.at_most(value, track.value + amount)
        excess = max(0, track.hi + most - RESOURCE_END)
        self.builder.at_most(track.value + amount, value + reached[RESOURCE_END] * excess)
        self.builder.at_most(track.value, value)
        return ModelTrack(value, track.lo, hi, reached)

    def _marks(self, name: str, track: ModelTrack, value: Affine, hi: int) -> dict[int, Affine]:
        reached = {}
        for mark, old in track.reached.items():
            new = (
                old
                if old.known and old.const
                else self.builder.reaches(value, track.lo, hi, mark, f"{name}>{mark}")
            )
            if not old.known:
                self.builder.at_most(old, new)
            reached[mark] = new
        return reached

    def _citizens(self, name: str, amounts: list[Affine], most: list[int]) -> None:
        """Section 4.5: circles on the tracks; a full track spills over, only three full tracks lose any."""
        b, old = self.builder, self.point.citizens
        bound = self.days[-1].stages[-1].most
        spills = any(bound[c] == CITIZEN_END and old[c].hi + most[c] > CITIZEN_END for c in range(3))
        if spills and self.ordered:
            self._citizens_in_order(name, amounts, most)
            return
        tracks = []
        for c, track in enumerate(old):
            hi = min(bound[c], track.hi + (sum(most) if spills else most[c]))
            if hi == track.lo or not (most[c] or spills):
                tracks.append(track)
                continue
            value = b.integer(track.lo, hi, f"{name} citizens {c}")
            reached = self._marks(f"{name} citizens {c}", track, value, hi)
            excess = max(0, track.hi + most[c] - CITIZEN_END)
            b.at_most(track.value + amounts[c], value + reached[20] * excess)
            b.at_most(track.value, value)
            if not spills:
                b.at_most(value, track.value + amounts[c])
            tracks.append(ModelTrack(value, track.lo, hi, reached))
        if spills:
            self._nothing_lost(name, old, tracks, total(amounts), sum(most))
        self._set_citizens(name, tuple(tracks))

    def _nothing_lost(
        self, name: str, old: tuple[ModelTrack, ...], new: list[ModelTrack], amount: Affine, most: int
    ) -> None:
        """All citizens find a place unless all three tracks end full."""
        b = self.builder
        before, after = total(track.value for track in old), total(track.value for track in new)
        b.at_most(after, before + amount)
        full = b.all_of([track.reached[20] for track in new], f"{name} all full")
        b.at_most(before + amount, after + full * most)

    def _set_citizens(self, name: str, tracks: tuple[ModelTrack, ...]) -> None:
        point = self.point
        self.point = Point(point.resources, tracks, self._due(tracks, name), point.built, point.pairs)

    # -- the ordered form ------------------------------------------------------------------------------

    def _citizens_in_order(self, name: str, amounts: list[Affine], most: list[int]) -> None:
        """One run with spill-over: first its own track, then the surplus on the others in any order."""
        b, old, bound = self.builder, self.point.citizens, self.days[-1].stages[-1].most
        tracks = []
        for c, track in enumerate(old):
            hi = min(bound[c], track.hi + most[c])
            value = b.integer(track.lo, hi, f"{name} own {c}")
            reached = self._marks(f"{name} own {c}", track, value, hi)
            excess = max(0, track.hi + most[c] - CITIZEN_END)
            b.at_most(track.value + amounts[c], value + reached[20] * excess)
            b.at_most(value, track.value + amounts[c])
            b.at_most(track.value, value)
            tracks.append(ModelTrack(value, track.lo, hi, reached))
        self._set_citizens(f"{name} own", tuple(tracks))
        before = total(track.value for track in old)
        surplus = before + total(amounts) - total(track.value for track in tracks)
        largest = max(max(0, track.hi + m - CITIZEN_END) for track, m in zip(old, most, strict=True))
        self._spill(name, surplus, largest)

    def _spill(self, name: str, surplus: Affine, most: int) -> None:
        """Runs on red, yellow, white, red ...: enough for every order of the bonuses they make due."""
        b = self.builder
        start = total(track.value for track in self.point.citizens)
        rounds = min(most, 1 + sum(1 for due in self.point.due if not (due.known and due.const)))
        for at in range(3 * rounds):
            self.days[-1].points.append(self.point)
            c = at % 3
            tracks = list(self.point.citizens)
            track = tracks[c]
            hi = min(self.days[-1].stages[-1].most[c], track.hi + most)
            if hi == track.lo:
                continue
            value = b.integer(track.lo, hi, f"{name} spill {at}")
            b.at_most(track.value, value)
            reached = self._marks(f"{name} spill {at}", track, value, hi)
            tracks[c] = ModelTrack(value, track.lo, hi, reached)
            self._set_citizens(f"{name} spill {at}", tuple(tracks))
        placed = total(track.value for track in self.point.citizens) - start
        b.at_most(placed, surplus)
        full = b.all_of([track.reached[20] for track in self.point.citizens], f"{name} all full")
        b.at_most(surplus, placed + full * most)

    # -- the score -------------------------------------------------------------------------------------

    def _score(self) -> Affine:
        """Section 9. Rounding and products are bounded from above only: the objective pushes them up."""
        b, end = self.builder, self.point
        parts = [track.value for track in end.citizens]
        for r, (track, used) in enumerate(zip(end.resources, self.used, strict=True)):
            half = b.integer(0, track.hi // 2, f"points {r}")
            b.at_most(half * 2, track.value - used)
            parts.append(half)
        for column in range(6):
            parts += self._cathedral_line(column)
        for number in (2, 3):
            self._numbers_by_order(number)
        return total(parts)

    def _numbers_by_order(self, number: int) -> None:
        """Let the first two cathedrals write no more than 1, the first four no more than 2."""
        written = [self.written[column, number] for column in range(6)]
        for one_of_them in written:
            too_low = 2 * (number - 1)
            cathedrals = total(self.point.built[n] for n in CATHEDRALS)
            self.builder.at_most(total(written) + one_of_them * too_low, cathedrals)

    def _cathedral_line(self, column: int) -> list[Affine]:
        """Return the number written times the buildings of the column's type, a product for each step."""
        counted = self.point.built[6 * column : 6 * column + 6]  # column c counts the buildings of kind c
        parts = []
        for number in (1, 2, 3):
            written = self.written[column, number] = self._number_at_least(column, number)
            for c, building in enumerate(counted):
                parts.append(self._product(written, building, f"line {column} x{number} {c}"))
        return parts

    def _product(self, a: Affine, c: Affine, name: str) -> Affine:
        if not a or not c:
            return ZERO
        if a.known:
            return c
        if c.known:
            return a
        product = self.builder.boolean(name)
        self.builder.at_most(product, a)
        self.builder.at_most(product, c)
        return product

    def _number_at_least(self, column: int, number: int) -> Affine:
        """Return whether the number is at least this: 2 from the 3rd cathedral on, 3 from the 5th."""
        if self.built_at_start[CATHEDRALS[column]]:
            return Affine(int(self.numbers[column] >= number))
        if number == 1:
            return self.point.built[CATHEDRALS[column]]
        writings = [(literal, before) for c, literal, before in self.cathedral_writings if c == column]
        if not writings:
            return ZERO
        written = self.builder.boolean(f"number {column} >= {number}")
        self.builder.at_most(written, self.point.built[CATHEDRALS[column]])
        earlier = 2 * (number - 1)
        for literal, before in writings:
            self.builder.at_most((written + literal - 1) * earlier, before)
        return written


def _known_track(value: int, marks: tuple[int, ...]) -> ModelTrack:
    return ModelTrack(Affine(value), value, value, {mark: Affine(int(value >= mark)) for mark in marks})


def _marks_within(count: int) -> int:
    """Return how many of the spaces 6, 12 and 18 a gain of this many circles can cross."""
    return min(3, (count + 5) // 6)


def weighted(parts: Sequence[tuple[Gain, Affine]]) -> Run:
    """Return the run in which one of these happens: each gain times its 0/1 value."""
    parts = [(gain, literal) for gain, literal in parts if literal]
    sums = [
        total(literal * gain[track // 3][track % 3] for gain, literal in parts).merged() for track in range(6)
    ]
    most = tuple(max((gain[track // 3][track % 3] for gain, _ in parts), default=0) for track in range(6))
    return Run((sums[0], sums[1], sums[2]), (sums[3], sums[4], sums[5]), most)


def together(runs: list[Run]) -> Run:
    """Return several runs as one."""
    resources = [total(run.resources[r] for run in runs).merged() for r in range(3)]
    citizens = [total(run.citizens[c] for run in runs).merged() for c in range(3)]
    most = tuple(sum(run.most[at] for run in runs) for at in range(6))
    return Run((resources[0], resources[1], resources[2]), (citizens[0], citizens[1], citizens[2]), most)
