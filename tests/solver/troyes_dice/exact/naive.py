"""Expectimax as a reader of the rules would write it: every roll, every move, every choice; nothing merged.

The functions use nothing but games.troyes_dice.play.rules. The last roll is a kernel so that thousands of
positions can be checked.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.rules import (
    SHEET_SIZE,
    TABLE_SIZE,
    Vector,
    apply,
    attack,
    final_score,
    main_moves,
    next_choices,
    place,
)
from pencilwright.solver import compiled
from pencilwright.solver.compiled import Kernels

Sheet = tuple[int, ...]


class Desk(NamedTuple):
    """Room to work in."""

    table: Vector
    sheet: Vector
    after: Vector
    codes: Vector
    choices: Vector
    counts: Vector


def best_final(desk: Desk) -> int:
    """Return the best final score of desk.sheet with the dice of desk.table, the raid marked."""
    best = -1
    for index in range(main_moves(desk.sheet, desk.table, desk.codes)):
        n_choices = 0
        while True:
            for k in range(SHEET_SIZE):
                desk.after[k] = desk.sheet[k]
            used = apply(desk.after, desk.table, desk.codes[index], desk.choices, n_choices, desk.counts)
            points = final_score(desk.after)
            if points > best:
                best = points
            n_choices = next_choices(desk.choices, n_choices, used, desk.counts)
            if n_choices == 0:
                break
    return best


def last_roll(sheet: Vector, table: Vector, desk: Desk, histogram: Vector) -> None:
    """Count in histogram[score] how many of the 1296 throws of four dice end with each score."""
    for black in range(1, 7):
        for t1 in range(1, 7):
            for t2 in range(t1, 7):
                for t3 in range(t2, 7):
                    weight = 3
                    if t1 == t3:
                        weight = 1
                    elif t1 < t2 < t3:
                        weight = 6
                    for k in range(SHEET_SIZE):
                        desk.sheet[k] = sheet[k]
                    for k in range(TABLE_SIZE):
                        desk.table[k] = table[k]
                    place(desk.table, black, t1, t2, t3)
                    attack(desk.sheet, desk.table)
                    histogram[best_final(desk)] += weight


HOT_FUNCTIONS = ("best_final", "last_roll")


@cache
def kernels(*, plain: bool = False) -> Kernels:
    return compiled.load([rules, sys.modules[__name__]], ["last_roll"], plain=plain)


def last_histogram(
    sheet: Sequence[int], table: Sequence[int], speed: Kernels | None = None
) -> dict[int, int]:
    """How many of the 1296 throws end with each score."""
    speed = speed or kernels()
    vector = speed.vector
    desk = Desk(
        vector(TABLE_SIZE),
        vector(SHEET_SIZE),
        vector(SHEET_SIZE),
        vector(rules.MAX_MOVES),
        vector(rules.MAX_CHOICES),
        vector(rules.COUNTS_SIZE),
    )
    histogram = vector(256)
    speed.last_roll(vector(sheet), vector(table), desk, histogram)
    return {score: int(count) for score, count in enumerate(histogram) if count}


def worth(histogram: dict[int, int], target: int | None) -> int:
    """The sum of the scores, or how many reach the target."""
    if target is None:
        return sum(score * count for score, count in histogram.items())
    return sum(count for score, count in histogram.items() if score >= target)


class TwoRolls:
    """The last two half-days: 336 rolls, all moves, then `last_histogram` of every sheet."""

    def __init__(self, table: Sequence[int], target: int | None = None) -> None:
        self.table = list(table)
        self.target = target
        self.histograms: dict[Sheet, dict[int, int]] = {}

    def histogram(self, sheet: Sequence[int]) -> dict[int, int]:
        """How many of the 1296 * 1296 throws end with each score; of equal moves the first is made."""
        results: dict[int, int] = {}
        for weight, *roll in rules.rolls():
            before, table = list(sheet), self.table[:]
            rules.place(table, *roll)
            rules.attack(before, table)
            moves = rules.successors(before, table)
            rules.end_half(table)
            best = max((self._after(after, table) for _, after in moves), key=self._worth)
            for score, count in best.items():
                results[score] = results.get(score, 0) + weight * count
        return results

    def _after(self, sheet: Sheet, table: list[int]) -> dict[int, int]:
        # What the last half-day meets depends on this roll in no way (checked by a test of its own).
        if sheet not in self.histograms:
            self.histograms[sheet] = last_histogram(sheet, table)
        return self.histograms[sheet]

    def _worth(self, histogram: dict[int, int]) -> int:
        return worth(histogram, self.target)


def mean(histogram: dict[int, int]) -> Fraction:
    return Fraction(worth(histogram, None), sum(histogram.values()))
