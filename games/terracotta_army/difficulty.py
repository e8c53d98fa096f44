"""How hard each difficulty option is: measured by a player of ours, no rule.

`python -m benchmarks.chancellor` plays the same games with every option and without one; the difference of
the margins (your points less his) is how many points harder an option is, with its standard error. It rests
on our player and on the house defaults of the board. docs/solver-terracotta-army.md has the whole table.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple


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


MEASURED: Final[Mapping[int, Measured]] = MappingProxyType(
    {
        1: Measured(60, 27.3, 3.3),
        2: Measured(60, 59.2, 1.9),
        3: Measured(60, 15.0, 2.6),
        4: Measured(60, -2.5, 2.7),
        5: Measured(60, -6.4, 4.0),
        6: Measured(60, 20.8, 3.7),
        7: Measured(60, 9.2, 2.6),
        8: Measured(60, 1.5, 3.7),
    }
)
"""Option -> what was measured, 2026-11-23."""
