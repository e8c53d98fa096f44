"""What players did in whole games, as plain values: the lines of a season's table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec


class Played(msgspec.Struct, frozen=True):
    """What one player did in one game.

    Attributes
    ----------
    who : id of what was played, such as a faction. name : of the player, "" where nobody tells.
    seat, place : in the order of turns at the start, and at the end.
    points : source -> points in each round; the first entry is the start, the last what the end brought.
    facts : what else the game tells, column -> text.
    is_whole : whether the player played to the game's end.
    """

    who: str
    name: str
    seat: int
    place: int
    points: Mapping[str, tuple[int, ...]]
    facts: Mapping[str, str] = {}
    is_whole: bool = True

    @property
    def total(self) -> int:
        """All points."""
        return sum(map(sum, self.points.values()))

    def until(self, n: int) -> int:
        """Return the points after a round."""
        return sum(sum(by[: n + 1]) for by in self.points.values())


def mean(numbers: Sequence[float]) -> float:
    """Return the mean, 0 of nothing."""
    return sum(numbers) / len(numbers) if numbers else 0.0
