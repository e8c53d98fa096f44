"""How far the citizen tracks can possibly get, round by round: bounds that keep the proof model small.

A relaxed game: resources always suffice where they may, every building that is not certainly barred can be
built any number of times, every link that may be completed is completed. Only the three citizen counts and
the bonuses already fired are followed, and among positions with the same bonuses fired only the largest are
kept. More citizens never close a way in this relaxed game, so no real play gets past its bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import NamedTuple

from pencilwright.solver.troyes_dice.proof.options import DieUse, Gain, Triple, building_gain
from pencilwright.solver.troyes_dice.proof.tables import (
    BONUSES,
    CITIZEN_END,
    COLUMN_MARKS,
    FREE_BUILDINGS,
    LINKS,
    PLAIN_GAIN,
    RESOURCE_END,
    RESOURCE_MARKS,
)
from pencilwright.solver.troyes_dice.proof.wheel import HalfDay


class RoundBound(NamedTuple):
    """After a round of a half-day: the largest possible counts, and every bonus perhaps worked off.

    Real play may work off a bonus later than the relaxed game does, and in more rounds, never earlier.
    """

    most: Triple
    bonuses: frozenset[int]


def citizen_bounds(
    sheet: Sequence[int],
    half_days: Sequence[HalfDay],
    options: Sequence[Sequence[DieUse]],
    open_buildings: Callable[[int, int], bool],
) -> list[list[RoundBound]]:
    """Return for each half-day the bounds after the action (round 0) and after each round of bonuses.

    `open_buildings(t, n)` says whether building n may still be built in half-day t.
    """
    marks_left = [sum(1 for mark in RESOURCE_MARKS if mark > got) for got in sheet[0:3]]
    start: Triple = (sheet[6], sheet[7], sheet[8])
    positions = [(start, _fired(start))]
    seen: set[int] = set()
    result = []
    for t, half_day in enumerate(half_days):
        usable = [n for n in range(36) if open_buildings(t, n)]
        exact = sheet[0:3] if t == 0 else None
        built = {n for n in range(36) if sheet[9 + n // 6] >> n % 6 & 1}
        best = _Gains(half_day, usable, built, marks_left, exact)
        actions = best.of_actions(options[t])
        bonuses = [best.of_bonus(e) for e in BONUSES]
        positions = _largest(
            (_plus(citizens, gain), fired) for citizens, fired in positions for gain in actions
        )
        rounds = [RoundBound(_most(positions), frozenset(seen))]
        while True:
            following, worked = _work_off(positions, bonuses)
            if not worked:
                break
            seen |= worked
            positions = _largest(following)
            rounds.append(RoundBound(_most(positions), frozenset(seen)))
        result.append(rounds)
    return result


_Position = tuple[Triple, int]


def _work_off(
    positions: Iterable[_Position], bonuses: Sequence[Sequence[Triple]]
) -> tuple[list[_Position], set[int]]:
    """Work off every due bonus of every position in every way; positions with none due stay.

    All at once is no less than one after the other: more citizens make more bonuses due, and none undone.
    """
    following: list[_Position] = []
    worked: set[int] = set()
    for citizens, fired in positions:
        now = _fired(citizens)
        due = [e for e in BONUSES if (now & ~fired) >> e & 1]
        worked.update(due)
        for gains in product(*(bonuses[e] for e in due)):
            after = citizens
            for gain in gains:
                after = _plus(after, gain)
            following.append((after, now))
    return following, worked


class _Gains:
    """The largest citizen gains of one half-day, links and resource spaces included."""

    def __init__(
        self,
        half_day: HalfDay,
        usable: list[int],
        built: set[int],
        marks_left: list[int],
        got: Sequence[int] | None,
    ) -> None:
        self.half_day = half_day
        self.usable = usable
        self.possible = built | set(usable)
        self.marks_left = marks_left
        self.got = got

    def of_actions(self, options: Sequence[DieUse]) -> list[Triple]:
        """Return the gains of actions that no other one exceeds; the fallback is one of them."""
        results = [self._citizens((Gain(resources=(1, 1, 1)),))]
        for option in options:
            parts = [option.own, option.extra, *self._link(option.building)]
            if option.red_and_choice:
                parts.append(Gain(citizens=(1, 1, 1)))  # red and either other: a bound has both
            results.append(self._citizens(parts))
        return _maximal(results)

    def of_bonus(self, e: int) -> list[Triple]:
        """Return the gains of a bonus that no other one exceeds, whatever it builds."""
        if e in PLAIN_GAIN:
            return [self._citizens(PLAIN_GAIN[e], exact=False)]
        results: list[Triple] = [(0, 0, 0)]
        for n in FREE_BUILDINGS[e]:
            if n in self.usable:
                results.append(
                    self._citizens([building_gain(n, self.half_day.lying), *self._link(n)], exact=False)
                )
        return _maximal(results)

    def _link(self, building: int) -> list[Gain]:
        left = building - building % 2
        partner = building ^ 1
        return [LINKS[left]] if building >= 0 and left in LINKS and partner in self.possible else []

    def _citizens(self, parts: Iterable[Gain], *, exact: bool = True) -> Triple:
        """Return the citizens of these gains and of the spaces 6, 12 and 18 that their resources can cross.

        Where the circled resources are not known any more, so many circles cross a sixth of them, rounded up.
        """
        parts = list(parts)
        counts = []
        for c in range(3):
            resources = sum(part.resources[c] for part in parts)
            if exact and self.got is not None:
                reached = min(RESOURCE_END, self.got[c] + resources)
                crossed = sum(1 for mark in RESOURCE_MARKS if self.got[c] < mark <= reached)
            else:
                crossed = min(self.marks_left[c], (resources + 5) // 6)
            counts.append(sum(part.citizens[c] for part in parts) + crossed)
        return (counts[0], counts[1], counts[2])


def _plus(citizens: Triple, gain: Triple) -> Triple:
    """Return the sum; what a full track cannot take is counted on both other tracks.

    The player chooses one of them for each, so that both together are a bound of either choice.
    """
    raw = [a + b for a, b in zip(citizens, gain, strict=True)]
    surplus = [max(0, count - CITIZEN_END) for count in raw]
    spilled = sum(surplus)
    capped = [min(CITIZEN_END, count + spilled - own) for count, own in zip(raw, surplus, strict=True)]
    return (capped[0], capped[1], capped[2])


def _fired(citizens: Triple) -> int:
    """Return the bonuses whose condition holds, as a bit mask."""
    lowest = min(citizens)
    conditions = [
        *(lowest >= mark for mark in COLUMN_MARKS),
        *(count >= 15 for count in citizens),
        *(count >= 20 for count in citizens),
    ]
    return sum(1 << e for e, holds in enumerate(conditions) if holds)


def _maximal(gains: Iterable[Triple]) -> list[Triple]:
    remaining: list[Triple] = []
    for gain in sorted(set(gains), key=lambda g: (-sum(g), g)):
        if not any(all(a <= b for a, b in zip(gain, k, strict=True)) for k in remaining):
            remaining.append(gain)
    return remaining


def _largest(positions: Iterable[_Position]) -> list[_Position]:
    """Return for each set of fired bonuses the positions that no other one exceeds."""
    groups: dict[int, set[Triple]] = {}
    for citizens, fired in positions:
        groups.setdefault(fired, set()).add(citizens)
    return [(citizens, fired) for fired, group in sorted(groups.items()) for citizens in _maximal(group)]


def _most(positions: Sequence[_Position]) -> Triple:
    return (
        max(citizens[0] for citizens, _ in positions),
        max(citizens[1] for citizens, _ in positions),
        max(citizens[2] for citizens, _ in positions),
    )
