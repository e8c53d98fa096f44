"""A CP-SAT model of the last half-days with known dice: the rules stated again, from the dossier alone.

Every half-day is a row of stages. Stage 0 is the action; each later stage works off bonuses that were due at
the end of the stage before, so that no bonus can feed its own condition. Two forms of the model:

- plain: a stage is a round, which works off everything that the round before made due, in no order; the last
  of `rounds` rounds may also work off what it makes due itself; spill-over citizens are counted at the end of
  each stage. Whatever the rules allow, this allows: a score that is infeasible here cannot be reached.
- ordered: a stage works off one bonus, every gain is marked run by run (circles of one colour), spill-over
  circle by circle in a free order, and the queue is first in first out. This is section 8 to the letter.
"""

from __future__ import annotations

from collections.abc import Sequence

from pencilwright.solver.troyes_dice.proof.affine import ONE, ZERO, Affine, total
from pencilwright.solver.troyes_dice.proof.bounds import citizen_bounds
from pencilwright.solver.troyes_dice.proof.options import (
    NO_BUILDING,
    DieUse,
    Gain,
    Triple,
    building_gain,
    cheapest,
    distinct,
    one,
    options,
    purchases,
)
from pencilwright.solver.troyes_dice.proof.sheet_model import (
    DayVariables,
    Point,
    Run,
    SheetModel,
    Stage,
    weighted,
)
from pencilwright.solver.troyes_dice.proof.tables import (
    BONUSES,
    COLUMN_BUILD_BONUSES,
    FREE_BUILDINGS,
    FREE_BUILDINGS_OF_GROUP,
    PLAIN_GAIN,
    PRESTIGE_BONUSES,
    RESOURCE_END,
)
from pencilwright.solver.troyes_dice.proof.wheel import HalfDay


class TailModel(SheetModel):
    """Builds the model of one tail; `objective` is the final score, `ends` the sheet after each half-day."""

    def __init__(self, sheet: Sequence[int], half_days: Sequence[HalfDay], *, rounds: int = 0) -> None:
        """`rounds` is the number of rounds of the plain form; 0 asks for the ordered form."""
        super().__init__(sheet, rounds)
        self.half_days = half_days
        self.options = [self._usable_options(sheet, t) for t in range(len(half_days))]
        self.bounds = citizen_bounds(sheet, half_days, self.options, self._may_be_open)
        self.ends: list[Point] = [self.point]
        for t in range(len(half_days)):
            self._half_day(t)
            self.ends.append(self.point)
        self.objective = self._score()
        self.builder.maximise(self.objective)

    # -- what may be done ------------------------------------------------------------------------------

    def _usable_options(self, sheet: Sequence[int], t: int) -> list[DieUse]:
        """Return the options of a half-day that this sheet may come to afford and use."""
        circled = sheet[0:3] if t == 0 else (RESOURCE_END,) * 3
        most = [got - used for got, used in zip(circled, sheet[3:6], strict=True)]
        results = [
            option
            for option in options(self.half_days[t])
            if all(c <= m for c, m in zip(option.cost, most, strict=True))
            and (option.building == NO_BUILDING or self._may_be_open(t, option.building))
        ]
        return distinct(results) if self._fallback_possible_after(t) else cheapest(results)

    def _may_be_open(self, t: int, building: int) -> bool:
        """Return whether the building is not built at the start, nor its box surely struck by half-day t."""
        if self.built_at_start[building]:
            return False
        colour, column = building // 12, building % 6
        if self.struck_at_start[colour * 6 + column]:
            return False
        raided = [day for day in range(t + 1) if (colour, column) in self.half_days[day].raids]
        if not raided or self.built_at_start[column]:
            return True
        return building >= 6 and raided[0] > 0 and self._may_be_open(raided[0] - 1, column)

    # -- one half-day ----------------------------------------------------------------------------------

    def _half_day(self, t: int) -> None:
        start = self.point
        struck = [self._struck(t, box) for box in range(18)]
        day = self._action(t, struck)
        open_bonuses = [e for e in BONUSES if not (start.due[e].known and start.due[e].const)]
        for at in range(1, 1 + self._stages(t, open_bonuses)):
            self._bonus_stage(t, at, start, struck)
        for e in open_bonuses:
            worked = total(s.bonuses[e] for s in day.stages if e in s.bonuses)
            self.builder.equal(worked, self.point.due[e] - start.due[e])
        if self.ordered:
            self._first_in_first_out(t, start, open_bonuses)

    def _stages(self, t: int, open_bonuses: list[int]) -> int:
        """Return how many stages follow the action: no chain is longer than the bonuses that may be due."""
        longest = len(self._bonuses_of_stage(t, len(self.bounds[t])).intersection(open_bonuses))
        return longest if self.ordered else min(self.rounds, longest)

    def _bonuses_of_stage(self, t: int, at: int) -> frozenset[int]:
        """Return the bonuses that a stage may work off; the last round stands for all that may follow it."""
        rounds = self.bounds[t]
        if self.ordered or at >= self.rounds or at >= len(rounds):
            return rounds[-1].bonuses
        return rounds[at].bonuses

    def _most_citizens(self, t: int, at: int) -> Triple:
        rounds = self.bounds[t]
        if at and (self.ordered or at >= self.rounds or at >= len(rounds)):
            return rounds[-1].most
        return rounds[at].most

    def _struck(self, t: int, box: int) -> Affine:
        """Section 6 II: whether the box is struck when the action of half-day t begins.

        Only the first raid on a box counts: a fortress built before it keeps the box for ever.
        """
        if self.struck_at_start[box]:
            return ONE
        colour, column = divmod(box, 6)
        for day in range(t + 1):
            if (colour, column) in self.half_days[day].raids:
                return ONE - self.ends[day].built[column]
        return ZERO

    def _action(self, t: int, struck: list[Affine]) -> DayVariables:
        """Stage 0: exactly one option that can be paid, or the fallback where no die can be bought."""
        b = self.builder
        unspent = [track.value - used for track, used in zip(self.point.resources, self.used, strict=True)]
        results = self.options[t]
        chosen = [(option, b.boolean(f"{t} {option[:5]}")) for option in results]
        fallback = self._fallback(t, unspent)
        b.exactly_one([literal for _, literal in chosen] + ([fallback] if fallback else []))
        for r in range(3):
            cost = total(literal * option.cost[r] for option, literal in chosen).merged()
            b.at_most(cost, unspent[r])
            self.used[r] = self.used[r] + cost
        day = DayVariables(chosen, fallback, [Stage(self._most_citizens(t, 0))], [])
        buildings: dict[int, list[Affine]] = {}
        for option, literal in chosen:
            if option.building != NO_BUILDING:
                buildings.setdefault(option.building, []).append(literal)
        day.stages[0].buildings = {building: total(parts) for building, parts in buildings.items()}
        self._respect(day.stages[0], struck)
        self.days.append(day)
        self._mark(t, day, self._action_runs(t, day))
        return day

    def _fallback(self, t: int, unspent: list[Affine]) -> Affine:
        """Ruling A12: 1 only if no die can be bought; 0 where some die is free."""
        ways = [price for die in self.half_days[t].dice for _, price in purchases(die)]
        if any(not any(price) for price in ways):
            return ZERO
        fallback = self.builder.boolean(f"{t} fallback")
        for at, price in enumerate(ways):
            short = [(r, self.builder.boolean(f"{t} short {at} {r}")) for r in range(3) if price[r]]
            for r, literal in short:
                track = self.point.resources[r]
                room = track.hi - self.used[r].const - (price[r] - 1)
                self.builder.at_most(unspent[r] + literal * max(room, 0), price[r] - 1 + max(room, 0))
            self.builder.at_most(fallback, total(literal for _, literal in short))
        return fallback

    def _fallback_possible_after(self, t: int) -> bool:
        return any(
            all(any(price) for die in later.dice for _, price in purchases(die))
            for later in self.half_days[t + 1 :]
        )

    def _barred(self, building: int, struck: list[Affine]) -> bool:
        """Certainly built already or struck."""
        box = struck[building // 12 * 6 + building % 6]
        return bool(self.built_at_start[building]) or (box.known and box.const == 1)

    def _respect(self, stage: Stage, struck: list[Affine]) -> None:
        """Each building once, and never in a struck box."""
        for building, literal in stage.buildings.items():
            self.builder.at_most(literal, ONE - self.point.built[building])
            self.builder.at_most(literal, ONE - struck[building // 12 * 6 + building % 6])

    def _action_runs(self, t: int, day: DayVariables) -> list[Run]:
        """Return the action's marks in their order: own gain, what a tile adds, (the link follows)."""
        feast = total(literal for option, literal in day.options if option.red_and_choice)
        citizens = [weighted([(Gain(citizens=(1, 0, 0)), feast)])]
        if feast:
            yellow = self.builder.boolean(f"{t} feast yellow")
            self.builder.at_most(yellow, feast)
            choice = [(Gain(citizens=(0, 1, 0)), yellow), (Gain(citizens=(0, 0, 1)), feast - yellow)]
            citizens.append(weighted(choice))
        if not self.ordered:
            parts = [(_sum(option.own, option.extra), literal) for option, literal in day.options]
            return [weighted([*parts, (Gain(resources=(1, 1, 1)), day.fallback)]), *citizens]
        own_options = [(option.own, literal) for option, literal in day.options]
        extra = [(option.extra, literal) for option, literal in day.options]
        runs = [
            weighted(own_options),
            *(weighted([(_only(gain, r), literal) for gain, literal in extra]) for r in range(3)),
        ]
        runs += [weighted([(Gain(resources=one(r, 1)), day.fallback)]) for r in range(3)]
        return [*runs, *citizens]

    # -- bonuses ---------------------------------------------------------------------------------------

    def _bonus_stage(self, t: int, at: int, start: Point, struck: list[Affine]) -> None:
        """Work off bonuses that were due before this stage: one (ordered form) or all (a round)."""
        b, day, before = self.builder, self.days[t], self.point
        stage = Stage(self._most_citizens(t, at))
        for e in sorted(self._bonuses_of_stage(t, at)):
            if start.due[e].known and start.due[e].const:
                continue
            stage.bonuses[e] = b.boolean(f"{t}.{at} bonus {e}")
            worked = total(s.bonuses[e] for s in day.stages if e in s.bonuses)
            if self.ordered:
                b.at_most(stage.bonuses[e] + worked, before.due[e] - start.due[e])
            elif at < self.rounds:
                b.equal(stage.bonuses[e] + worked, before.due[e] - start.due[e])
        self._no_idle_stage(t, at, stage, start)
        self._free_buildings(t, at, stage, struck)
        day.stages.append(stage)
        self._mark(t, day, self._bonus_runs(t, stage))

    def _no_idle_stage(self, t: int, at: int, stage: Stage, start: Point) -> None:
        """A stage works only if the one before did, the last round only if something is due as it begins."""
        b, before = self.builder, self.days[t].stages
        working = total(stage.bonuses.values())
        if self.ordered:
            b.at_most(working, ONE if at == 1 else total(before[-1].bonuses.values()))
            return
        waiting = total(self.point.due[e] - start.due[e] for e in stage.bonuses)
        waiting = waiting - total(s.bonuses[e] for s in before for e in s.bonuses if e in stage.bonuses)
        for literal in stage.bonuses.values():
            if at > 1:
                b.at_most(literal, total(before[-1].bonuses.values()))
            if at == self.rounds:
                b.at_most(literal, waiting)

    def _bonus_runs(self, t: int, stage: Stage) -> list[Run]:
        """What a stage's bonuses mark, without links: the buildings' gains, then resources and citizens."""
        gain = {n: building_gain(n, self.half_days[t].lying) for n in stage.buildings}
        own = weighted([(gain[n], literal) for n, literal in stage.buildings.items()])
        steps = [
            [
                (gains[step], stage.bonuses[e])
                for e, gains in PLAIN_GAIN.items()
                if e in stage.bonuses and gains[step:]
            ]
            for step in range(3)
        ]
        if self.ordered:
            return [own, *(weighted(parts) for parts in steps)]
        # A round builds once for each of its bonuses, so the bounds add up.
        largest = [
            weighted([(gain[n], stage.buildings[n]) for n in FREE_BUILDINGS[e] if n in gain]).most
            for e in stage.bonuses
        ]
        own = own._replace(most=tuple(sum(bound) for bound in zip(*largest, strict=True)))
        return [own, *(weighted([part]) for parts in steps for part in parts)]

    def _free_buildings(self, t: int, at: int, stage: Stage, struck: list[Affine]) -> None:
        """A build bonus builds exactly one legal building; it is lost only when there is none (A18)."""
        b = self.builder
        working = [e for e in stage.bonuses if FREE_BUILDINGS[e]]
        candidates = sorted({n for e in working for n in FREE_BUILDINGS[e] if not self._barred(n, struck)})
        stage.buildings = {n: b.boolean(f"{t}.{at} free {n}") for n in candidates}
        self._respect(stage, struck)
        builds = {e: stage.bonuses[e] - self._lost(t, at, e, stage, struck) for e in working}
        for kind in range(6):
            row = range(6 * kind, 6 * kind + 6)
            allowed = total(count for e, count in builds.items() if row[0] in FREE_BUILDINGS[e])
            b.at_most(total(stage.buildings[n] for n in row if n in stage.buildings), allowed)
        for group in (PRESTIGE_BONUSES, COLUMN_BUILD_BONUSES):
            built = [literal for n, literal in stage.buildings.items() if n in FREE_BUILDINGS_OF_GROUP[group]]
            b.equal(total(built), total(builds[e] for e in group if e in builds))

    def _lost(self, t: int, at: int, e: int, stage: Stage, struck: list[Affine]) -> Affine:
        """1 only if every candidate of this bonus is built (in a round: perhaps by this round) or struck."""
        open_now = [n for n in FREE_BUILDINGS[e] if n in stage.buildings]
        safe = [n for n in open_now if struck[n // 12 * 6 + n % 6].known]
        if (
            len(safe) > t + 1 + 5
        ):  # at most one action a half-day and the other five build bonuses came before
            return ZERO
        lost = self.builder.boolean(f"{t}.{at} lost {e}")
        self.builder.at_most(lost, stage.bonuses[e])
        for n in open_now:
            built = self.point.built[n] if self.ordered else self.point.built[n] + stage.buildings[n]
            self.builder.at_most(lost, built + struck[n // 12 * 6 + n % 6])
        return lost

    def _first_in_first_out(self, t: int, start: Point, open_bonuses: list[int]) -> None:
        """Bonuses are worked off in the order in which they became due.

        How many points of the half-day see a bonus due tells how early it became due; bonuses of one run are
        ordered by their number.
        """
        day, b = self.days[t], self.builder
        seen = [e for e in open_bonuses if self.point.due[e]]
        age = {e: total(point.due[e] for point in day.points) * 16 + (15 - e) for e in seen}
        most = 16 * (len(day.points) + 1)
        for at, e in enumerate(seen):
            for f in seen[at + 1 :]:
                e_first = b.boolean(f"{t} {e} before {f}")
                b.at_most(age[f] + 1, age[e] + (ONE - e_first) * most)
                b.at_most(age[e] + 1, age[f] + e_first * most)
                self._not_before(day, start, f, e, e_first)
                self._not_before(day, start, e, f, ONE - e_first)

    def _not_before(self, day: DayVariables, start: Point, later: int, earlier: int, holds: Affine) -> None:
        """Where it holds: at no stage is the later bonus done while the earlier one is not."""
        done_later, done_earlier = ZERO, ZERO
        for stage in day.stages:
            done_later = done_later + stage.bonuses.get(later, ZERO)
            self.builder.at_most(done_later + holds - 1, done_earlier + start.due[earlier])
            done_earlier = done_earlier + stage.bonuses.get(earlier, ZERO)


def _sum(a: Gain, b: Gain) -> Gain:
    (x, y, z), (u, v, w) = a.resources, b.resources
    (i, j, k), (m, n, o) = a.citizens, b.citizens
    return Gain((x + u, y + v, z + w), (i + m, j + n, k + o))


def _only(gain: Gain, r: int) -> Gain:
    return Gain(one(r, gain.resources[r]), one(r, gain.citizens[r]))
