"""How hard each difficulty option is: measured by a player of ours, no rule.

The same games were played with every option and without one; the difference of the margins (your points less
his) is how many points harder an option is, with its standard error. It rests on our player and on the house
defaults of the board. benchmarks/notes/terracotta-army.md has the whole table.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from pencilwright.games.terracotta_army import components as box
from pencilwright.templates.phrases import Phrase, phrase


class Measured(NamedTuple):
    """How hard an option is.

    Attributes
    ----------
    games : played with it, and as many without.
    harder : points by which the margin is less than without it; below 0 where it is more.
    error : the standard error of that.
    """

    games: int
    harder: float
    error: float

    @property
    def is_clear(self) -> bool:
        """Whether it is more than twice its error away from 0."""
        return abs(self.harder) > 2 * self.error

    @property
    def rounded(self) -> tuple[int, int]:
        """The points and their error as they are told: whole ones, and no error of 0."""
        return round(self.harder), max(1, round(self.error))


MEASURED: Final[Mapping[int, Measured]] = MappingProxyType(
    {
        1: Measured(718, 28.6, 1.1),
        2: Measured(718, 57.9, 0.4),
        3: Measured(718, 14.3, 0.9),
        4: Measured(718, -0.9, 0.9),
        5: Measured(718, -4.2, 1.2),
        6: Measured(718, 20.2, 1.1),
        7: Measured(718, 7.3, 0.9),
        8: Measured(718, 8.4, 1.0),
    }
)
"""Option -> what was measured, 2026-11-23."""


def option(number: int) -> Phrase:
    """Return a difficulty option in words, with its numbers."""
    least, cost = box.SURPRISE_EASY
    numbers: dict[int, dict[str, int]] = {
        2: {"n": box.RESERVE_HARD}, 3: {"least": least, "cost": cost},
        5: {"n": box.HARD_START_CLAY}, 8: {"n": box.HARD_BUILD_COST},
    }  # fmt: skip
    return phrase(f"terracotta.difficulty.{number}", **numbers.get(number, {}))
