"""What is in the box of Terra Mystica, as data: tiles, cards, supplies and prices, each with its source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

# Names. The order of TERRAINS is the order of the terrain wheel; CULTS is the order on the cult board.
TERRAINS: Final = ("yellow", "brown", "black", "blue", "green", "gray", "red")
TERRAIN_NAMES: Final = ("Desert", "Plains", "Swamp", "Lakes", "Forest", "Mountains", "Wasteland")
CULTS: Final = ("fire", "water", "earth", "air")
STRUCTURES: Final = ("D", "TH", "TE", "SH", "SA")

# Numbers of the game (sections 1, 2, 5 and 6 of the rules).
ROUNDS: Final = 6
PLAYERS: Final = (2, 3, 4, 5)
START_POINTS: Final = 20
SUPPLY: Final[Mapping[str, int]] = MappingProxyType({"D": 8, "TH": 4, "TE": 3, "SH": 1, "SA": 1})
"""Pieces of one colour."""
POWER: Final[Mapping[str, int]] = MappingProxyType({"D": 1, "TH": 2, "TE": 2, "SH": 3, "SA": 3})
"""Power value of a structure: for towns, and for power from neighbours."""
PRIESTS: Final = 7
BRIDGES: Final = 3
POWER_TOKENS: Final = 12
SHIP_COST: Final = (0, 4, 1)
"""Workers, coins and priests for a step of shipping."""
PRIEST_PLACES: Final = (3, 2, 2, 2)
"""Steps that a priest on each place of a cult gives; a returned priest gives one."""
CULT_TOP: Final = 10
CULT_POWER: Final[Mapping[int, int]] = MappingProxyType({3: 1, 5: 2, 7: 2, 10: 3})
"""Power for passing or reaching a step of a cult."""
TOWN_POWER: Final = 7
TOWN_STRUCTURES: Final = 4

# Final scoring (section 15).
CULT_POINTS: Final = (8, 4, 2)
AREA_POINTS: Final = (18, 12, 6)
COINS_PER_POINT: Final = 3

SPADE_TILE: Final = "SCORE1"
SPADE_TILE_NEVER_IN: Final = (5, 6)
"""Rounds that the tile for spades is never in."""

EXTRAS: Final = ("towns", "bonus", "scoring")
"""Items of the mini-expansion, each a choice of its own: TW6 to TW8, BON10, SCORE9."""


class ScoringTile(NamedTuple):
    """One scoring tile.

    Attributes
    ----------
    event : what scores in its round: "spade", "town", "D", "TH", "TE" or "SH/SA".
    points : for each.
    cult : the cult of the bonus at the end of its round; "" when it counts priests on the cult board.
    per : steps (or priests) for one reward.
    amount, reward : the reward, such as 4 of "PW"; reward is C, W, P, PW or "spade".
    """

    event: str
    points: int
    cult: str
    per: int
    amount: int
    reward: str


SCORING: Final[Mapping[str, ScoringTile]] = MappingProxyType(
    {
        "SCORE1": ScoringTile("spade", 2, "earth", 1, 1, "C"),
        "SCORE2": ScoringTile("town", 5, "earth", 4, 1, "spade"),
        "SCORE3": ScoringTile("D", 2, "water", 4, 1, "P"),
        "SCORE4": ScoringTile("SH/SA", 5, "fire", 2, 1, "W"),
        "SCORE5": ScoringTile("D", 2, "fire", 4, 4, "PW"),
        "SCORE6": ScoringTile("TH", 3, "water", 4, 1, "spade"),
        "SCORE7": ScoringTile("SH/SA", 5, "air", 2, 1, "W"),
        "SCORE8": ScoringTile("TH", 3, "air", 4, 1, "spade"),
        "SCORE9": ScoringTile("TE", 4, "", 1, 2, "C"),
    }
)


class BonusCard(NamedTuple):
    """One bonus card: income of coins, workers, priests and power; its action; points for each on passing."""

    income: tuple[int, int, int, int]
    action: str = ""
    points: Mapping[str, int] = MappingProxyType({})


BONUS: Final[Mapping[str, BonusCard]] = MappingProxyType(
    {
        "BON1": BonusCard((2, 0, 0, 0), "spade"),
        "BON2": BonusCard((4, 0, 0, 0), "cult"),
        "BON3": BonusCard((6, 0, 0, 0)),
        "BON4": BonusCard((0, 0, 0, 3)),
        "BON5": BonusCard((0, 1, 0, 3)),
        "BON6": BonusCard((0, 2, 0, 0), points=MappingProxyType({"SH": 4, "SA": 4})),
        "BON7": BonusCard((0, 1, 0, 0), points=MappingProxyType({"TH": 2})),
        "BON8": BonusCard((0, 0, 1, 0)),
        "BON9": BonusCard((2, 0, 0, 0), points=MappingProxyType({"D": 1})),
        "BON10": BonusCard((0, 0, 0, 3), points=MappingProxyType({"ship": 3})),
    }
)
SHIP_CARD: Final = "BON4"
"""The card that lends one step of shipping while it is held in the action phase."""


class Favour(NamedTuple):
    """One kind of favour tile: copies, cult and steps, income of coins, workers and power."""

    copies: int
    cult: str
    steps: int
    income: tuple[int, int, int] = (0, 0, 0)


FAVOURS: Final[Mapping[str, Favour]] = MappingProxyType(
    {
        "FAV1": Favour(1, "fire", 3),
        "FAV2": Favour(1, "water", 3),
        "FAV3": Favour(1, "earth", 3),
        "FAV4": Favour(1, "air", 3),
        "FAV5": Favour(3, "fire", 2),
        "FAV6": Favour(3, "water", 2),
        "FAV7": Favour(3, "earth", 2, (0, 1, 1)),
        "FAV8": Favour(3, "air", 2, (0, 0, 4)),
        "FAV9": Favour(3, "fire", 1, (3, 0, 0)),
        "FAV10": Favour(3, "water", 1),
        "FAV11": Favour(3, "earth", 1),
        "FAV12": Favour(3, "air", 1),
    }
)
SMALL_TOWN_FAVOUR, CULT_FAVOUR = "FAV5", "FAV6"
TRADING_FAVOUR, DWELLING_FAVOUR, PASS_FAVOUR = "FAV10", "FAV11", "FAV12"
TRADING_FAVOUR_POINTS: Final = 3
DWELLING_FAVOUR_POINTS: Final = 2
PASS_FAVOUR_POINTS: Final = (0, 2, 3, 3, 4)
"""Points of FAV12 on passing, by trading houses on the map."""


class TownTile(NamedTuple):
    """One kind of town tile: copies, points, goods, power, steps on all cults, keys, steps of shipping."""

    copies: int
    points: int
    coins: int = 0
    workers: int = 0
    priests: int = 0
    power: int = 0
    cults: int = 0
    keys: int = 1
    ships: int = 0
    extra: bool = False


TOWNS: Final[Mapping[str, TownTile]] = MappingProxyType(
    {
        "TW1": TownTile(2, 5, coins=6),
        "TW2": TownTile(2, 7, workers=2),
        "TW3": TownTile(2, 9, priests=1),
        "TW4": TownTile(2, 6, power=8),
        "TW5": TownTile(2, 8, cults=1),
        "TW6": TownTile(1, 2, cults=2, keys=2, extra=True),
        "TW7": TownTile(2, 4, ships=1, extra=True),
        "TW8": TownTile(1, 11, extra=True),
    }
)


class PowerAction(NamedTuple):
    """One power action of the board: its price in power, and what it gives."""

    cost: int
    amount: int
    gain: str


POWER_ACTIONS: Final[Mapping[str, PowerAction]] = MappingProxyType(
    {
        "ACT1": PowerAction(3, 1, "bridge"),
        "ACT2": PowerAction(3, 1, "P"),
        "ACT3": PowerAction(4, 2, "W"),
        "ACT4": PowerAction(4, 7, "C"),
        "ACT5": PowerAction(4, 1, "spade"),
        "ACT6": PowerAction(6, 2, "spade"),
    }
)

REVISED_START: Final[Mapping[str, int]] = MappingProxyType(
    {
        "darklings": 15, "cultists": 16, "engineers": 16, "chaosmagicians": 19, "mermaids": 19, "nomads": 19,
        "witches": 19, "dwarves": 20, "halflings": 20, "swarmlings": 22, "giants": 25, "alchemists": 27,
        "auren": 27, "fakirs": 33,
    }
)  # fmt: skip
"""Starting points by faction in the league's table of 2017; an option, not the base game."""


class Source(NamedTuple):
    """Where a value comes from: section of the rules, and whether two sources agree (or play proved it)."""

    tag: str
    verified: bool = True


SOURCES: Final[Mapping[str, Source]] = MappingProxyType(
    {
        "supplies": Source("section 1"),
        "scoring tiles": Source("section 12"),
        "bonus cards": Source("section 12"),
        "favour tiles": Source("section 11"),
        "town tiles": Source("section 12"),
        "power actions": Source("section 12"),
        "factions": Source("section 13"),
        "map": Source("section 3"),
        "bridge_places": Source("section 3: one source, 25 of 29 seen in play", verified=False),
        "revised start": Source("section 19: one source", verified=False),
    }
)


@dataclass(frozen=True)
class Components:
    """The values that no second source proves and that a user may replace.

    Attributes
    ----------
    bridge_places : pairs of land hexes that a bridge may join, "F3-G1", the first name before the second.
    changed : names of the values that the user replaced.
    """

    bridge_places: tuple[str, ...]
    changed: frozenset[str] = frozenset()

    @property
    def unverified(self) -> tuple[str, ...]:
        """Names of the values here that no second source proves and the user has not replaced."""
        return () if "bridge_places" in self.changed else ("bridge_places",)


STANDARD: Final = Components(
    (
        "A3-C1", "A7-C3", "A11-C5", "B1-C1", "B1-D1", "B2-C1", "B3-C3", "B4-C3", "B5-C5", "B6-C5", "B6-D8",
        "C2-D3", "C2-D4", "C2-E5", "C4-D5", "C5-D6", "D6-E8", "D6-E9", "E4-G1", "E8-G3", "F1-H1", "F2-G1",
        "F2-H2", "F3-G1", "F4-G3", "G2-H4", "G2-I6", "G4-H5", "H6-I9",
    )
)  # fmt: skip
UNSEEN_BRIDGES: Final = ("A3-C1", "A7-C3", "C2-D3", "F1-H1")
"""Bridge places of the standard list that were never built on in the recorded games that were looked at."""


def town_supply(extras: tuple[str, ...]) -> dict[str, int]:
    """Return the town tiles of a game with these items of the mini-expansion: id -> copies."""
    return {name: tile.copies for name, tile in TOWNS.items() if "towns" in extras or not tile.extra}


def scoring_tiles(extras: tuple[str, ...]) -> tuple[str, ...]:
    """Return the scoring tiles to draw from."""
    return tuple(name for name in SCORING if name != "SCORE9" or "scoring" in extras)


def bonus_cards(extras: tuple[str, ...]) -> tuple[str, ...]:
    """Return the bonus cards to draw from."""
    return tuple(name for name in BONUS if name != "BON10" or "bonus" in extras)
