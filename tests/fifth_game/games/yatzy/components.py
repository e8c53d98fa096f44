"""The rows of the pad, the boxes that hold their points, and the bonus, about which houses differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

SEATS: Final = (1, 2, 3, 4)
DICE: Final = 5
UPPER: Final = ("ones", "twos", "threes", "fours", "fives", "sixes")
_ONES: Final = tuple(range(1, 10))
BOXES: Final[Mapping[str, tuple[tuple[int, ...], ...]]] = {
    **{row: (tuple(face * count for count in range(6)),) for face, row in enumerate(UPPER, 1)},
    "one_pair": (tuple(range(0, 13, 2)),),
    "two_pairs": ((0, 10, 20), (2, 4, 6, 8)),
    "three_of_a_kind": (tuple(range(0, 19, 3)),),
    "four_of_a_kind": (tuple(range(0, 25, 4)),),
    "small_straight": ((0, 15),),
    "large_straight": ((0, 20),),
    "full_house": ((0, 10, 20), _ONES),
    "chance": ((10, 20, 30), _ONES),
    "yatzy": ((0, 50),),
}
"""Row -> its boxes in groups: the points are the sum of one box, or none, of each group; 0 crosses it out."""
ROWS: Final = tuple(BOXES)
SIZES: Final[Mapping[str, tuple[int, ...]]] = {
    "one_pair": (2,),
    "two_pairs": (2, 2),
    "three_of_a_kind": (3,),
    "four_of_a_kind": (4,),
    "full_house": (3, 2),
}
"""How many dice are equal, for each face that a row wants."""
HOUSE_DEFAULTS: Final[Mapping[str, str]] = {
    "bonus": "unverified, house default: points of the bonus",
    "bonus_from": "unverified, house default: what the upper six rows must reach for it",
}


class Components(NamedTuple):
    """The bonus; `replaced` names what the user has replaced."""

    bonus: int = 50
    bonus_from: int = 63
    replaced: frozenset[str] = frozenset()

    @property
    def unverified(self) -> tuple[str, ...]:
        """Names of values that nobody vouches for."""
        return tuple(name for name in HOUSE_DEFAULTS if name not in self.replaced)


STANDARD: Final = Components()


def points(row: str, dice: Sequence[int]) -> int:
    """Return what five dice bring in a row."""
    count = {face: list(dice).count(face) for face in range(6, 0, -1)}
    if row in UPPER:
        return (UPPER.index(row) + 1) * count[UPPER.index(row) + 1]
    if row == "chance":
        return sum(dice)
    if row in ("small_straight", "large_straight"):
        first = 1 if row == "small_straight" else 2
        return sum(dice) if sorted(dice) == list(range(first, first + DICE)) else 0
    if row == "yatzy":
        return 50 if DICE in count.values() else 0
    sizes = SIZES[row]
    return max(
        (sum(f * n for f, n in zip(faces, sizes, strict=True)) for faces in _of(sizes, count)), default=0
    )


def _of(sizes: Sequence[int], count: Mapping[int, int]) -> list[tuple[int, ...]]:
    """Return the different faces of which there are so many."""
    first = [(face,) for face in count if count[face] >= sizes[0]]
    if len(sizes) == 1:
        return list(first)
    return [(a, b) for (a,) in first for b in count if b != a and count[b] >= sizes[1]]
