"""What is in the box of Terracotta Army, as data: every value with the source that it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

# Names. The order is that of every list printed in the game: sword, pike, crossbow, spear.
COLOURS = ("yellow", "purple", "green", "blue")
COLOUR_LETTERS = ("Y", "P", "G", "B")
TYPES = ("officer", "guard", "crossbowman", "soldier")
TYPE_LETTERS = ("o", "g", "c", "s")
WEAPONS = ("sword", "pike", "crossbow", "spear")
SPECIALISTS = ("horse", "footman", "kneeling_archer", "musician")
MASTERS = ("builder", "captain", "censor", "clay_maker", "chancellor", "blacksmith")
COIN_MASTERS = ("builder", "captain", "censor")
CLAY_MASTERS = ("clay_maker", "chancellor", "blacksmith")
TYPE_OF_WEAPON: Mapping[str, str] = MappingProxyType(dict(zip(WEAPONS, TYPES, strict=True)))
WEAPON_OF_TYPE: Mapping[str, str] = MappingProxyType(dict(zip(TYPES, WEAPONS, strict=True)))

FINAL_ROWS = ("footmen", "groups", "lead", "archers", "goods")
"""Rows of the pad for the end of the game, below the score track."""

# Counts.
ROUNDS = 5
PER_TYPE = 11
PER_SPECIALIST = 4
BASES = 15
MOST_PLAYERS = 4
SOLO = 1
"""The number of players that means: one against the chancellor."""
WORKERS: Mapping[int, int] = MappingProxyType({1: 5, 2: 5, 3: 4, 4: 3})
START_COINS = 3
START_WET = (0, 1, 2, 3)
START_EXTRA_COINS = (0, 0, 1, 2)
START_STORE = 1
ROTATE_COST = 2
TOKEN_COSTS = (1, 2, 3, 4, 5, 6)
STORES = 4
SPACES = 63

# The wheel.
SECTORS = 12
SPOTS = 2

# Points.
INSPECTOR_VP = (7, 3)
FOOTMAN_VP = (8, 2)
GROUP_VP = (5, 2)
ARCHER_VP = 2
GOODS_PER_POINT = 2
TILES = (
    "center_row",
    "center_col",
    "type:officer",
    "type:guard",
    "type:crossbowman",
    "type:soldier",
    "quad:NW",
    "quad:NE",
    "quad:SW",
    "quad:SE",
    "coins",
    "clay",
)

# The chancellor.
SURPRISE_CLAY = (6, 5)
SURPRISE_COINS = (8, 5)
SURPRISE_EASY = (6, 3)
SURPRISE_TIMES = 2
RESERVE_VP = 2
RESERVE_HARD = 3
RESERVE_CLAY_FROM = 5
EXCEPTION_LEAD = 3
SOLO_MISSING = ("horse", "musician")
DIFFICULTIES = (1, 2, 3, 4, 5, 6, 7, 8)
HARD_START_CLAY = 4
HARD_BUILD_COST = 2
DECREE_ROWS = tuple(range(2, 13))
LADDER = ("a", "b", "c", "d", "e", "f")
PRIORITY_LIMIT = (3, 3, 2, 1, 1)
"""The worst priority that step 2 of his placement keeps, by round."""

# What no source proves: pictures on the board and on the solo sheet. House defaults.
COLUMNS = 9
INNER = (
    "upgrade", "build2", "coins3", "build4", "moisten", "build3",
    "clay4", "build2", "coins4", "build4", "moisten", "build3",
)  # fmt: skip
MIDDLE = (
    "m:builder", "clay2", "m:captain", "coins2", "m:clay_maker", "priority",
    "m:censor", "clay2", "m:chancellor", "coins2", "m:blacksmith", "priority",
)  # fmt: skip
OUTER = (
    "w:sword", "specialist", "w:crossbow", "w:pike", "specialist", "w:spear",
    "w:crossbow", "specialist", "w:sword", "w:spear", "specialist", "w:pike",
)  # fmt: skip
QUARTERS = (0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3)
ORGANIZER = (5, 5, 5, 4, 4, 4, 3, 3, 3, 2, 2)
DOMINATION = (4, 5, 6, 8, 10)
PRESENCE = (1, 2, 3, 4, 5)
SPECIALIST_WEAPON: Mapping[str, str] = MappingProxyType(dict(zip(SPECIALISTS, WEAPONS, strict=True)))
PRIORITY_CLAY = (0, 1, 2)
DECREE: Mapping[int, tuple[str, str]] = MappingProxyType(
    {
        2: ("none", "reserve"),
        3: ("inner", "weapon:sword"),
        4: ("middle", "weapon:pike"),
        5: ("inner", "weapon:crossbow"),
        6: ("middle", "weapon:spear"),
        7: ("none", "build:3"),
        8: ("inner", "build:3"),
        9: ("middle", "build:3"),
        10: ("inner", "build:3"),
        11: ("middle", "weapon:leftmost"),
        12: ("none", "vp:3"),
    }
)
"""Row of the decree table -> the ring that it turns, and the action; rows 2, 11, 12 have theirs in words."""
WORDED_ROWS = (2, 11, 12)


class Source(NamedTuple):
    """Where a value comes from: the tag of the rules dossier, and whether a source proves it."""

    tag: str
    verified: bool = True


SOURCES: Mapping[str, Source] = MappingProxyType(
    {
        "COLOURS": Source("seed"),
        "TYPES": Source("seed"),
        "WEAPONS": Source("seed"),
        "SPECIALISTS": Source("seed"),
        "MASTERS": Source("seed"),
        "ROUNDS": Source("seed"),
        "PER_TYPE": Source("seed"),
        "PER_SPECIALIST": Source("seed"),
        "BASES": Source("seed"),
        "WORKERS": Source("seed"),
        "START_COINS": Source("seed"),
        "START_WET": Source("seed"),
        "START_EXTRA_COINS": Source("seed"),
        "START_STORE": Source("seed"),
        "ROTATE_COST": Source("seed"),
        "TOKEN_COSTS": Source("confirmed by 2: W5, W6"),
        "STORES": Source("seed"),
        "SPACES": Source("confirmed by 3: W1, W3, W4"),
        "SECTORS": Source("confirmed by 2: W1, W2"),
        "SPOTS": Source("seed"),
        "INSPECTOR_VP": Source("seed"),
        "FOOTMAN_VP": Source("seed"),
        "GROUP_VP": Source("seed"),
        "ARCHER_VP": Source("seed"),
        "GOODS_PER_POINT": Source("seed"),
        "TILES": Source("seed, by counting: five categories make exactly the twelve tiles of the box"),
        "SURPRISE_CLAY": Source("seed"),
        "SURPRISE_COINS": Source("seed"),
        "RESERVE_VP": Source("seed"),
        "DIFFICULTIES": Source("seed"),
        "COLUMNS": Source("7 x 9 confirmed; which way it lies unknown -> house default: width first", False),
        "INSPECTORS": Source("picture only -> house default: from the top and the left", False),
        "INNER": Source("kinds from the seed and W2; order unknown -> house default", False),
        "MIDDLE": Source("kinds from the seed and W2; order unknown -> house default", False),
        "OUTER": Source("kinds from the seed and W2; order unknown -> house default", False),
        "QUARTERS": Source("three sectors a quarter; which ones unknown -> house default", False),
        "ORGANIZER": Source("picture only -> house default: falls as a type gets popular", False),
        "DOMINATION": Source("growth from the seed; numbers unknown -> house default", False),
        "PRESENCE": Source("growth from the seed; numbers unknown -> house default", False),
        "SPECIALIST_WEAPON": Source("horse and sword from the seed; the others -> house default", False),
        "PRIORITY_CLAY": Source("picture only -> house default", False),
        "DECREE": Source("words from the seed; icons and rotations unknown -> house default", False),
        "PLACEMENT": Source("picture only -> house default: forward steps of both inspectors", False),
        "MUSICIAN_LEAD": Source("the paragraph is missing in the seed -> house default", False),
        "WEAPON_PREFERENCE": Source("unknown -> house default: the same way as his specialists", False),
    }
)
OVERRIDABLE = tuple(name.lower() for name, source in SOURCES.items() if not source.verified)


class Inspectors(NamedTuple):
    """Where each inspector starts (index of its row or column) and its step forward (1 or -1)."""

    row_start: int = 0
    row_step: int = 1
    col_start: int = 0
    col_step: int = 1


def _priorities(rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
    """Return the house default of the placement table: 1 + forward steps of both inspectors."""
    return tuple(tuple(1 + down + across for across in range(cols)) for down in range(rows))


def _organizer() -> Mapping[str, tuple[int, ...]]:
    return MappingProxyType(dict.fromkeys(TYPES, ORGANIZER))


@dataclass(frozen=True)
class Components:
    """The values that no source proves, as our house default or as a user's file has them.

    Attributes
    ----------
    columns, rows : size of the mausoleum; both odd, so that there is a centre row and a centre column.
    inspectors : starts and directions of the two inspectors.
    inner, middle, outer : action on each of the twelve places of a ring, clockwise.
    quarters : the storehouse (0 to 3) of each sector.
    organizer : warrior type -> points of the first to the eleventh warrior taken.
    domination, presence : points of a scoring tile in rounds 1 to 5.
    specialist_weapon : specialist -> weapon that its purchase uses.
    priority_clay : wet clay on priority tokens 1, 2, 3.
    decree : row of the decree table -> ring that turns ("none", "inner", "middle"), action.
    placement : the chancellor's priority of a space, by forward steps of the row and the column inspector.
    musician_lead : how many more warriors than you the chancellor wants in sight of a musician.
    weapon_preference : which end of his row of weapons the chancellor prefers, "right" or "left".
    changed : names of the values that a user's file replaced.
    """

    columns: int = COLUMNS
    rows: int = SPACES // COLUMNS
    inspectors: Inspectors = field(default_factory=Inspectors)
    inner: tuple[str, ...] = INNER
    middle: tuple[str, ...] = MIDDLE
    outer: tuple[str, ...] = OUTER
    quarters: tuple[int, ...] = QUARTERS
    organizer: Mapping[str, tuple[int, ...]] = field(default_factory=_organizer)
    domination: tuple[int, ...] = DOMINATION
    presence: tuple[int, ...] = PRESENCE
    specialist_weapon: Mapping[str, str] = field(default_factory=lambda: SPECIALIST_WEAPON)
    priority_clay: tuple[int, ...] = PRIORITY_CLAY
    decree: Mapping[int, tuple[str, str]] = field(default_factory=lambda: DECREE)
    placement: tuple[tuple[int, ...], ...] = ()
    musician_lead: int = 2
    weapon_preference: str = "right"
    changed: frozenset[str] = field(default_factory=frozenset)

    @property
    def unverified(self) -> tuple[str, ...]:
        """Names of the values that still are our house default."""
        return tuple(name for name in OVERRIDABLE if name not in self.changed)

    @property
    def centre(self) -> tuple[int, int]:
        """Indices of the centre row and the centre column."""
        return self.rows // 2, self.columns // 2

    def priority(self, down: int, across: int) -> int:
        """The chancellor's priority of a space so many forward steps from the inspectors; 1 is best."""
        return self.placement[down][across] if self.placement else 1 + down + across

    def priorities(self) -> tuple[tuple[int, ...], ...]:
        """The whole placement table, a row for each forward step of the row inspector."""
        return self.placement or _priorities(self.rows, self.columns)


STANDARD = Components()
