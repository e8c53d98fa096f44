"""Names and numbers of Tianxia's box, each with its source, and what no source proves: the house defaults.

A house default (dossier, section 12) is ours, is shown as unverified, and gives way to the user's TOML file;
see own_values.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

# Regions, from the north-west; the number of building spaces follows from the goals' tiers (dossier 4.6).
REGIONS = ("qin", "zhao", "wei", "han", "yan", "qi", "chu")
SPACES: Mapping[str, int] = MappingProxyType(
    {"qin": 3, "zhao": 2, "wei": 2, "han": 1, "yan": 1, "qi": 1, "chu": 2}
)
SPACE_IDS = tuple(f"{region}{n}" for region in REGIONS for n in range(1, SPACES[region] + 1))
COASTAL = ("yan", "qi", "chu")
TRACKS = ("white", "red", "black", "blue")
RESOURCES = ("wood", "stone", "rice")
GOODS = ("silk", "helmet", "jewel")
DIFFICULTIES = ("easy", "normal")
BARGES = ("stone", "rice", "wood")

ROUNDS = 4
SECTIONS = 4
MARKERS = 3
MOST_PLAYERS = 4
STEPS = 10
NEUTRAL_STEP = 4
START_POINTS = 10
START_COINS = (2, 3, 3, 4)
GOALS_DEALT = 3
GOALS_SCORED = 3
BARGE_PLACES = 3
NEUTRAL = "N"
"""The letter of the neutral palace marker and of neutral workers; no player has it."""

AWARD = (7, 4, 2)
PLACE_POINTS = (7, 4, 2)
JADE_POINTS = (0, 1, 3, 6, 10, 15, 21)
JADE_ADVANCES = (0, 1, 1, 2, 2, 3, 4)
"""Palace advances that so many figurines allow when passing (thresholds 1, 3, 5, 6; ruling X22)."""
JADE_PRICES = (1, 2, 2, 3)
"""Coins for the first, second, third and fourth of them."""
ITEMS_PER_POINT = 5
TOWER, WALL, SOLDIER = 2, 1, 1
"""Strength of a tower, a wall, a soldier."""
SOLDIER_LOST = 1
GOVERNOR_SAVED = 1
PENALTY_COINS, PENALTY_POINTS = 1, 3
LAST_ROUND_STEPS = 2
RICE_PER_SOLDIER = 2
EXCHANGE_CAP = 4


@dataclass(frozen=True)
class Components:
    """The values that no source proves, as our house default or as a user's file has them.

    `changed` names those that a user's file replaced. Pools of tiles are empty until a user lists them: their
    contents stand in no source, and we do not invent them. Costs are in wood or stone, raid values in nomad
    strength.
    """

    paths: tuple[tuple[str, ...], ...] = (
        ("qin1", "qin2", "qin3"),
        ("zhao1", "wei1", "han1"),
        ("zhao2", "wei2", "chu1"),
        ("yan1", "qi1", "chu2"),
    )
    raid_values: tuple[tuple[int, ...], ...] = ((3, 3, 3), (3, 3, 3), (3, 3, 3), (3, 3, 3))
    slots: Mapping[int, tuple[int, ...]] = field(
        default_factory=lambda: MappingProxyType({1: (0, 1), 2: (0, 1), 3: (0, 1), 4: (0, 1, 2)})
    )
    building_costs: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({"default": 2}))
    wall_costs: tuple[int, ...] = (2, 2, 3, 3, 4)
    tower_costs: tuple[int, ...] = (4, 5, 6)
    merchant_places: int = 2
    meeples: int = 15
    ship_markers: int = 6
    delivery_markers: int = 12
    neutral_workers: int = 9
    flag_dials: tuple[tuple[str, ...], ...] = (("wei", "han"), ("zhao", "yan"), ("qi", "chu"), ("qin",))
    region_extra: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({"yan": "+1 res"}))
    exchange: Mapping[str, tuple[str, str]] = field(
        default_factory=lambda: MappingProxyType(
            {
                "wei": ("rice", "silk"),
                "han": ("coin", "good"),
                "qin": ("wood", "helmet"),
                "zhao": ("stone", "jewel"),
            }
        )
    )
    palace_tiles_per_cell: int = 2
    tie_break: tuple[str, ...] = ("towers", "walls", "coins")
    neutral_marker_ranks: bool = True
    rank_start_space: bool = False
    raid_tokens_stack: bool = False
    everyones_pieces: bool = False
    jade_counts_as_tiles: bool = False
    palace_tiles: tuple[str, ...] = ()
    regular_tiles: tuple[str, ...] = ()
    supply_tiles: tuple[str, ...] = ()
    ship_tiles: tuple[str, ...] = ()
    easy_nomad_cards: tuple[str, ...] = ()
    normal_nomad_cards: tuple[str, ...] = ()
    changed: frozenset[str] = frozenset()

    @property
    def unverified(self) -> tuple[str, ...]:
        """Names of the values that still are our house default."""
        return tuple(name for name in HOUSE_DEFAULTS if name not in self.changed)

    def building_cost(self, tile: str) -> int:
        """Wood printed on a building's roof."""
        return self.building_costs.get(tile, self.building_costs["default"])


HOUSE_DEFAULTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "paths": "HD-02: 12 spaces over 4 paths; Zhao first and a stop in Wei on path 3 are seed",
        "raid_values": "HD-05: only the 3 of path 3's first building is known",
        "slots": "HD-03: two slots +0, +1 are seen once; the 4-player row is a guess",
        "building_costs": "HD-04: only I4 = 2 is known",
        "wall_costs": "HD-06: first wall + second tower = 7 is seed; the rest is ours",
        "tower_costs": "HD-06: first wall + second tower = 7 is seed; the rest is ours",
        "merchant_places": "HD-08",
        "meeples": "HD-09",
        "ship_markers": "HD-09",
        "delivery_markers": "HD-09",
        "neutral_workers": "HD-10",
        "flag_dials": "HD-11: only that Wei and Han share one is seen",
        "region_extra": "HD-12: Yan's is seed, none in Wei and Han is seen",
        "exchange": "HD-23: Wei and Han are known; which of wood and stone feeds Qin is not",
        "palace_tiles_per_cell": "HD-16",
        "tie_break": "HD-20: both words are lost",
        "neutral_marker_ranks": "HD-21",
        "rank_start_space": "HD-22",
        "raid_tokens_stack": "Q6",
        "everyones_pieces": "Q8: I5, I6, P6, P7 count everyone's pieces, not only the owner's",
        "jade_counts_as_tiles": "Q21: OB20 counts jade figurines as bonus tiles",
        "palace_tiles": "HD-16: no list is known; write ◆ into the names of those that only four use",
        "regular_tiles": "HD-15: no list is known",
        "supply_tiles": "HD-17: no list is known",
        "ship_tiles": "HD-14: no list is known",
        "easy_nomad_cards": "HD-18: no list is known",
        "normal_nomad_cards": "HD-18: no list is known",
    }
)
"""What a user's file may replace -> the dossier's number and what is known of it."""

PROVEN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "regions": "seed",
        "spaces": "seed-derived, S2-img: the only spread of 12 that fits the goals' tiers",
        "tracks": "seed; colours of red and blue by the legend's order, X11",
        "award": "seed; confirmed by S2",
        "place_points": "seed",
        "jade_points": "seed",
        "jade_advances": "seed; thresholds X22",
        "jade_prices": "seed; restated by merchant action 3B-2",
        "items_per_point": "seed",
        "start_points": "seed",
        "start_coins": "seed",
        "exchange_cap": "seed",
        "port_demand": "seed-derived: three ports, three goods, one of each (HD-13)",
        "rounds": "seed",
        "markers": "seed; confirmed by S2",
    }
)
"""What a user's file may not replace -> the source that proves it."""

STANDARD: Final = Components()
