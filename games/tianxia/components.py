"""Names and numbers of Tianxia's box, as box.toml has them, and the house defaults: what no source proves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, convert

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
GOALS_DEALT = BOX.get("goals_dealt", int)
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


class Components(Struct, frozen=True, kw_only=True):
    """The values that no source proves, as our house default or as a user's file has them.

    `changed` names those that a user's file replaced. `paths` and `raid_values` have a row a path.
    """

    paths: tuple[tuple[str, ...], ...]
    raid_values: tuple[tuple[int, ...], ...]
    slots: Mapping[int, tuple[int, ...]]
    building_costs: Mapping[str, int]
    wall_costs: tuple[int, ...]
    tower_costs: tuple[int, ...]
    merchant_places: int
    meeples: int
    ship_markers: int
    delivery_markers: int
    neutral_workers: int
    flag_dials: tuple[tuple[str, ...], ...]
    region_extra: Mapping[str, str]
    exchange: Mapping[str, tuple[str, str]]
    palace_tiles_per_cell: int
    tie_break: tuple[str, ...]
    neutral_marker_ranks: bool
    rank_start_space: bool
    raid_tokens_stack: bool
    everyones_pieces: bool
    jade_counts_as_tiles: bool
    palace_tiles: tuple[str, ...]
    regular_tiles: tuple[str, ...]
    supply_tiles: tuple[str, ...]
    ship_tiles: tuple[str, ...]
    easy_nomad_cards: tuple[str, ...]
    normal_nomad_cards: tuple[str, ...]
    changed: frozenset[str] = frozenset()

    @property
    def unverified(self) -> tuple[str, ...]:
        """Names of the values that still are our house default."""
        return tuple(name for name in BOX.open if name not in self.changed)

    def building_cost(self, tile: str) -> int:
        """Wood printed on a building's roof."""
        return self.building_costs.get(tile, self.building_costs["default"])


def _standard() -> Components:
    by_path = {key: tuple(BOX.values[key].values()) for key in ("paths", "raid_values")}
    return convert({**BOX.defaults, **by_path}, Components, str_keys=True)


STANDARD: Final = _standard()
