"""What is in the box of Terracotta Army, as box.toml has it, and what no source proves."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Final, Literal

from msgspec import Meta, Struct, convert

from pencilwright.games.shared.boxfile import box_beside

BOX: Final = box_beside(__file__)

COLOURS = BOX.get("colours", tuple[str, ...])
COLOUR_LETTERS = BOX.get("colour_letters", tuple[str, ...])
TYPES = BOX.get("types", tuple[str, ...])
TYPE_LETTERS = BOX.get("type_letters", tuple[str, ...])
WEAPONS = BOX.get("weapons", tuple[str, ...])
SPECIALISTS = BOX.get("specialists", tuple[str, ...])
MASTERS = BOX.get("masters", tuple[str, ...])
COIN_MASTERS = BOX.get("coin_masters", tuple[str, ...])
CLAY_MASTERS = BOX.get("clay_masters", tuple[str, ...])
TYPE_OF_WEAPON: Mapping[str, str] = MappingProxyType(dict(zip(WEAPONS, TYPES, strict=True)))
WEAPON_OF_TYPE: Mapping[str, str] = MappingProxyType(dict(zip(TYPES, WEAPONS, strict=True)))
TILES = BOX.get("tiles", tuple[str, ...])
FINAL_ROWS = BOX.get("final_rows", tuple[str, ...])
"""Rows of the pad for the end of the game, below the score track."""

ROUNDS = BOX.get("rounds", int)
PER_TYPE = BOX.get("per_type", int)
PER_SPECIALIST = BOX.get("per_specialist", int)
BASES = BOX.get("bases", int)
MOST_PLAYERS = BOX.get("most_players", int)
SOLO = 1
"""The number of players that means: one against the chancellor."""
WORKERS: Mapping[int, int] = BOX.get("workers", dict[int, int])
START_COINS = BOX.get("start_coins", int)
START_WET = BOX.get("start_wet", tuple[int, ...])
START_EXTRA_COINS = BOX.get("start_extra_coins", tuple[int, ...])
START_STORE = BOX.get("start_store", int)
ROTATE_COST = BOX.get("rotate_cost", int)
TOKEN_COSTS = BOX.get("token_costs", tuple[int, ...])
STORES = BOX.get("stores", int)
SPACES = BOX.get("spaces", int)
SECTORS = BOX.get("sectors", int)
SPOTS = BOX.get("spots", int)

INSPECTOR_VP = BOX.get("inspector_vp", tuple[int, int])
FOOTMAN_VP = BOX.get("footman_vp", tuple[int, int])
GROUP_VP = BOX.get("group_vp", tuple[int, int])
ARCHER_VP = BOX.get("archer_vp", int)
GOODS_PER_POINT = BOX.get("goods_per_point", int)

SURPRISE_CLAY = BOX.get("surprise_clay", tuple[int, int])
SURPRISE_COINS = BOX.get("surprise_coins", tuple[int, int])
SURPRISE_EASY = BOX.get("surprise_easy", tuple[int, int])
SURPRISE_TIMES = BOX.get("surprise_times", int)
RESERVE_VP = BOX.get("reserve_vp", int)
RESERVE_HARD = BOX.get("reserve_hard", int)
RESERVE_CLAY_FROM = BOX.get("reserve_clay_from", int)
EXCEPTION_LEAD = BOX.get("exception_lead", int)
SOLO_MISSING = BOX.get("solo_missing", tuple[str, ...])
DIFFICULTIES = BOX.get("difficulties", tuple[int, ...])
HARD_START_CLAY = BOX.get("hard_start_clay", int)
HARD_BUILD_COST = BOX.get("hard_build_cost", int)
LADDER = BOX.get("ladder", tuple[str, ...])
PRIORITY_LIMIT = BOX.get("priority_limit", tuple[int, ...])
"""The worst priority that step 2 of his placement keeps, by round."""
DECREE_ROWS = tuple(range(2, 13))
WORDED_ROWS = (2, 11, 12)
"""Rows of the decree table that have their action in words."""


MOST_POINTS = 50
INNER = ("coins2", "coins3", "coins4", "clay2", "clay4", "moisten", "upgrade", "build2", "build3", "build4")
MIDDLE = ("coins2", "coins3", "coins4", "clay2", "clay4", "priority", *(f"m:{master}" for master in MASTERS))
OUTER = ("specialist", *(f"w:{weapon}" for weapon in WEAPONS))
TURNS = ("none", "inner", "middle")
DECREE_BUILDS = tuple(f"build:{n}{kind}" for n in (2, 3, 4) for kind in ("", *(f":{kind}" for kind in TYPES)))
DECREE_ACTIONS = (*(f"weapon:{weapon}" for weapon in WEAPONS), *DECREE_BUILDS)
"""What a row of the decree table may do that has its action as a sign; a build may be of one type only."""
if TYPE_CHECKING:
    Inner = str
    Middle = str
    Outer = str
    Weapon = str
    Type = str
    Specialist = str
    Turn = str
    Action = str
else:
    Inner, Middle, Outer = Literal[INNER], Literal[MIDDLE], Literal[OUTER]
    Weapon, Type, Specialist, Turn = Literal[WEAPONS], Literal[TYPES], Literal[SPECIALISTS], Literal[TURNS]
    Action = Literal[(*DECREE_ACTIONS, *(BOX.values["decree"][str(row)][1] for row in WORDED_ROWS))]
A_SECTOR = Meta(min_length=SECTORS, max_length=SECTORS)
"""Of a list with an entry for each sector of the wheel."""
Points = Annotated[int, Meta(ge=0, le=MOST_POINTS)]
Few = Annotated[int, Meta(ge=0, le=9)]
Rounds = Annotated[tuple[Points, ...], Meta(min_length=ROUNDS, max_length=ROUNDS)]


class InspectorStarts(Struct, frozen=True, forbid_unknown_fields=True):
    """Where each inspector starts, as on the board, and which way is forward."""

    row_start: Annotated[int, Meta(ge=1, le=9)]
    row_forward: Literal["down", "up"]
    column_start: Literal["A", "B", "C", "D", "E", "F", "G", "H", "I"]
    column_forward: Literal["right", "left"]

    @property
    def row(self) -> int:
        """Index of the row."""
        return self.row_start - 1

    @property
    def col(self) -> int:
        """Index of the column."""
        return ord(self.column_start) - ord("A")

    @property
    def row_step(self) -> int:
        """1 when forward is down, else -1."""
        return 1 if self.row_forward == "down" else -1

    @property
    def col_step(self) -> int:
        """1 when forward is to the right, else -1."""
        return 1 if self.column_forward == "right" else -1


def _priorities(rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
    """Return the house default of the placement table: 1 + forward steps of both inspectors."""
    return tuple(tuple(1 + down + across for across in range(cols)) for down in range(rows))


class Components(Struct, frozen=True, kw_only=True):
    """The values that no source proves, as our house default or as a user's file has them.

    Attributes
    ----------
    columns : of the mausoleum, which has 63 spaces: it lies or stands.
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

    columns: Literal[9, 7]
    inspectors: InspectorStarts
    inner: Annotated[tuple[Inner, ...], A_SECTOR]
    middle: Annotated[tuple[Middle, ...], A_SECTOR]
    outer: Annotated[tuple[Outer, ...], A_SECTOR]
    quarters: Annotated[tuple[Annotated[int, Meta(ge=0, le=STORES - 1)], ...], A_SECTOR]
    organizer: Mapping[Type, Annotated[tuple[Points, ...], Meta(min_length=PER_TYPE, max_length=PER_TYPE)]]
    domination: Rounds
    presence: Rounds
    specialist_weapon: Mapping[Specialist, Weapon]
    priority_clay: tuple[Few, Few, Few]
    decree: Mapping[Annotated[int, Meta(ge=2, le=12)], tuple[Turn, Action]]
    placement: tuple[tuple[Annotated[int, Meta(ge=1, le=99)], ...], ...] = ()
    musician_lead: Annotated[int, Meta(ge=1, le=9)]
    weapon_preference: Literal["right", "left"]
    changed: frozenset[str] = frozenset()

    @property
    def unverified(self) -> tuple[str, ...]:
        """Names of the values that still are our house default."""
        return tuple(name for name in BOX.open if name not in self.changed)

    @property
    def rows(self) -> int:
        """Rows of the mausoleum; odd as the columns are, so that there is a centre."""
        return SPACES // self.columns

    def priority(self, down: int, across: int) -> int:
        """Return his priority of a space so many forward steps from the inspectors; 1 is best."""
        return self.placement[down][across] if self.placement else 1 + down + across

    def priorities(self) -> tuple[tuple[int, ...], ...]:
        """Return the whole placement table, a row for each forward step of the row inspector."""
        return self.placement or _priorities(self.rows, self.columns)


STANDARD: Final = convert({**BOX.defaults, "placement": ()}, Components, str_keys=True)
