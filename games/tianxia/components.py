"""Names and numbers of Tianxia's box, as box.toml has them, and the house defaults: what no source proves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Final, Literal

from msgspec import Meta, Struct, convert, field

from pencilwright.games.shared.boxfile import box_beside

BOX: Final = box_beside(__file__)

REGIONS = BOX.get("regions", tuple[str, ...])
SPACES: Mapping[str, int] = BOX.get("spaces", dict[str, int])
SPACE_IDS = tuple(f"{region}{n}" for region in REGIONS for n in range(1, SPACES[region] + 1))
COASTAL = BOX.get("coastal", tuple[str, ...])
TRACKS = BOX.get("tracks", tuple[str, ...])
RESOURCES = BOX.get("resources", tuple[str, ...])
GOODS = BOX.get("goods", tuple[str, ...])
DIFFICULTIES = BOX.get("difficulties", tuple[str, ...])
BARGES = BOX.get("barges", tuple[str, ...])
NEUTRAL = BOX.get("neutral", str)
"""The letter of the neutral palace marker and of neutral workers; no player has it."""

ROUNDS = BOX.get("rounds", int)
SECTIONS = BOX.get("sections", int)
MARKERS = BOX.get("markers", int)
MOST_PLAYERS = BOX.get("most_players", int)
STEPS = BOX.get("steps", int)
NEUTRAL_STEP = BOX.get("neutral_step", int)
START_POINTS = BOX.get("start_points", int)
START_COINS = BOX.get("start_coins", tuple[int, ...])
GOALS_SCORED = BOX.get("goals_scored", int)
BARGE_PLACES = BOX.get("barge_places", int)
INCOME_DRAWN = BOX.get("income_drawn", int)
PASSIVE_DRAWN = BOX.get("passive_drawn", int)

AWARD = BOX.get("award", tuple[int, ...])
PLACE_POINTS = BOX.get("place_points", tuple[int, ...])
JADE_POINTS = BOX.get("jade_points", tuple[int, ...])
JADE_ADVANCES = BOX.get("jade_advances", tuple[int, ...])
JADE_PRICES = BOX.get("jade_prices", tuple[int, ...])
ITEMS_PER_POINT = BOX.get("items_per_point", int)
SOLDIER_LOST = BOX.get("soldier_lost", int)
GOVERNOR_SAVED = BOX.get("governor_saved", int)
PENALTY_COINS = BOX.get("penalty_coins", int)
PENALTY_POINTS = BOX.get("penalty_points", int)
RICE_PER_SOLDIER = BOX.get("rice_per_soldier", int)
EXCHANGE_CAP = BOX.get("exchange_cap", int)
TOWER = BOX.get("tower", int)
WALL = BOX.get("wall", int)
SOLDIER = BOX.get("soldier", int)
LAST_ROUND_STEPS = BOX.get("last_round_steps", int)


if TYPE_CHECKING:
    Region = str
    Space = str
    Path = str
    Paid = str
    Gained = str
    TieBreak = str
else:
    Region, Space = Literal[REGIONS], Literal[SPACE_IDS]
    Path = Literal[tuple(str(number) for number in range(1, SECTIONS + 1))]
    Paid, Gained = Literal[(*RESOURCES, "coin")], Literal[(*GOODS, "good")]
    TieBreak = Literal[BOX.get("tie_break", tuple[str, ...])]
Cost = Annotated[int, Meta(ge=0, le=20)]
Costs = Annotated[tuple[Cost, ...], Meta(min_length=1, max_length=20)]
Few = Annotated[int, Meta(ge=1, le=6)]
Pieces = Annotated[int, Meta(ge=1, le=60)]


class Components(Struct, frozen=True, kw_only=True):
    """The values that no source proves, as our house default or as a user's file has them.

    `changed` names those that a user's file replaced. The tables `paths` and `raid_values` have a row a path.
    """

    path_of: Mapping[Path, tuple[Space, ...]] = field(name="paths")
    raids_of: Mapping[Path, Annotated[tuple[Annotated[int, Meta(ge=1, le=20)], ...], Meta(max_length=20)]] = (
        field(name="raid_values")
    )
    wall_costs: Costs
    tower_costs: Costs
    merchant_places: Few
    meeples: Pieces
    ship_markers: Pieces
    neutral_workers: Annotated[int, Meta(ge=0, le=60)]
    flag_dials: Annotated[tuple[tuple[Region, ...], ...], Meta(min_length=4, max_length=4)]
    region_extra: Mapping[Region, str]
    exchange: Mapping[Region, tuple[Paid, Gained]]
    tie_break: tuple[TieBreak, ...]
    neutral_marker_ranks: bool
    rank_start_space: bool
    raid_tokens_stack: bool
    everyones_pieces: bool
    jade_counts_as_tiles: bool
    changed: frozenset[str] = frozenset()

    @property
    def unverified(self) -> tuple[str, ...]:
        """Names of the values that still are our house default."""
        return tuple(name for name in BOX.open if name not in self.changed)

    @property
    def paths(self) -> tuple[tuple[str, ...], ...]:
        """Building spaces of each attack path, in the order in which they are raided."""
        return tuple(self.path_of.values())

    @property
    def raid_values(self) -> tuple[tuple[int, ...], ...]:
        """Nomad strength at each building space of each path."""
        return tuple(self.raids_of.values())


STANDARD: Final = convert(BOX.defaults, Components, str_keys=True)
