"""What is in the box of Terra Mystica, as box.toml has it: tiles, cards, supplies and prices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

from msgspec import Meta, Struct

from pencilwright.games.shared.boxfile import box_beside

BOX: Final = box_beside(__file__)

TERRAINS: Final = BOX.get("terrains", tuple[str, ...])
TERRAIN_NAMES: Final = BOX.get("terrain_names", tuple[str, ...])
CULTS: Final = BOX.get("cults", tuple[str, ...])
STRUCTURES: Final = BOX.get("structures", tuple[str, ...])

ROUNDS: Final = BOX.get("rounds", int)
PLAYERS: Final = BOX.get("players", tuple[int, ...])
START_POINTS: Final = BOX.get("start_points", int)
SUPPLY: Final[Mapping[str, int]] = BOX.get("supply", dict[str, int])
"""Pieces of one colour."""
POWER: Final[Mapping[str, int]] = BOX.get("power", dict[str, int])
"""Power value of a structure: for towns, and for power from neighbours."""
PRIESTS: Final = BOX.get("priests", int)
BRIDGES: Final = BOX.get("bridges", int)
POWER_TOKENS: Final = BOX.get("power_tokens", int)
SHIP_COST: Final = BOX.get("ship_cost", tuple[int, int, int])
"""Workers, coins and priests for a step of shipping."""
PRIEST_PLACES: Final = BOX.get("priest_places", tuple[int, ...])
"""Steps that a priest on each place of a cult gives; a returned priest gives one."""
CULT_TOP: Final = BOX.get("cult_top", int)
CULT_POWER: Final[Mapping[int, int]] = BOX.get("cult_power", dict[int, int])
"""Power for passing or reaching a step of a cult."""
TOWN_POWER: Final = BOX.get("town_power", int)
TOWN_STRUCTURES: Final = BOX.get("town_structures", int)

CULT_POINTS: Final = BOX.get("cult_points", tuple[int, ...])
AREA_POINTS: Final = BOX.get("area_points", tuple[int, ...])
COINS_PER_POINT: Final = BOX.get("coins_per_point", int)
SPADE_POINTS: Final = BOX.get("spade_points", int)
"""Points for a step of the spade track."""
SKIP_POINTS: Final = BOX.get("skip_points", int)
"""Points for a carpet flight or a tunnel."""

SPADE_TILE: Final = BOX.get("spade_tile", str)
SPADE_TILE_NEVER_IN: Final = BOX.get("spade_tile_never_in", tuple[int, ...])
"""Rounds that the tile for spades is never in."""
EXTRAS: Final = BOX.get("extras", tuple[str, ...])
"""Items of the mini-expansion, each a choice of its own: TW6 to TW8, BON10, SCORE9."""
SHIP_CARD: Final = BOX.get("ship_card", str)
"""The card that lends one step of shipping while it is held in the action phase."""
SMALL_TOWN_FAVOUR: Final = BOX.get("small_town_favour", str)
CULT_FAVOUR: Final = BOX.get("cult_favour", str)
TRADING_FAVOUR: Final = BOX.get("trading_favour", str)
DWELLING_FAVOUR: Final = BOX.get("dwelling_favour", str)
PASS_FAVOUR: Final = BOX.get("pass_favour", str)
TRADING_FAVOUR_POINTS: Final = BOX.get("trading_favour_points", int)
DWELLING_FAVOUR_POINTS: Final = BOX.get("dwelling_favour_points", int)
PASS_FAVOUR_POINTS: Final = BOX.get("pass_favour_points", tuple[int, ...])
"""Points of FAV12 on passing, by trading houses on the map."""
REVISED_START: Final[Mapping[str, int]] = BOX.get("revised_start", dict[str, int])
"""Starting points by faction in the league's table of 2017; an option, not the base game."""


class ScoringTile(Struct, frozen=True, forbid_unknown_fields=True):
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


class BonusCard(Struct, frozen=True, forbid_unknown_fields=True):
    """One bonus card: income of coins, workers, priests and power; its action; points for each on passing."""

    income: tuple[int, int, int, int]
    action: str = ""
    points: Mapping[str, int] = {}


class Favour(Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of favour tile: copies, cult and steps, income of coins, workers and power."""

    copies: int
    cult: str
    steps: int
    income: tuple[int, int, int] = (0, 0, 0)


class TownTile(Struct, frozen=True, forbid_unknown_fields=True):
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


class PowerAction(Struct, frozen=True, forbid_unknown_fields=True):
    """One power action of the board: its price in power, and what it gives."""

    cost: int
    amount: int
    gain: str


SCORING: Final[Mapping[str, ScoringTile]] = BOX.get("scoring_tiles", dict[str, ScoringTile])
BONUS: Final[Mapping[str, BonusCard]] = BOX.get("bonus_cards", dict[str, BonusCard])
FAVOURS: Final[Mapping[str, Favour]] = BOX.get("favour_tiles", dict[str, Favour])
TOWNS: Final[Mapping[str, TownTile]] = BOX.get("town_tiles", dict[str, TownTile])
POWER_ACTIONS: Final[Mapping[str, PowerAction]] = BOX.get("power_actions", dict[str, PowerAction])


class Components(Struct, frozen=True):
    """The values that no second source proves and that a user may replace.

    Attributes
    ----------
    bridge_places : pairs of land hexes that a bridge may join, "F3-G1", the first name before the second.
    changed : names of the values that the user replaced.
    """

    bridge_places: Annotated[tuple[str, ...], Meta(max_length=200)]
    changed: frozenset[str] = frozenset()

    @property
    def unverified(self) -> tuple[str, ...]:
        """Names of the values here that no second source proves and the user has not replaced."""
        return tuple(name for name in BOX.open if name not in self.changed)


UNSEEN_BRIDGES: Final = BOX.get("unseen_bridges", tuple[str, ...])
"""Bridge places of the standard list that were never built on in the recorded games that were looked at."""

STANDARD: Final = Components(BOX.get("bridge_places", tuple[str, ...]))


def town_supply(extras: tuple[str, ...]) -> dict[str, int]:
    """Return the town tiles of a game with these items of the mini-expansion: id -> copies."""
    return {name: tile.copies for name, tile in TOWNS.items() if "towns" in extras or not tile.extra}


def scoring_tiles(extras: tuple[str, ...]) -> tuple[str, ...]:
    """Return the scoring tiles to draw from."""
    return tuple(name for name in SCORING if name != "SCORE9" or "scoring" in extras)


def bonus_cards(extras: tuple[str, ...]) -> tuple[str, ...]:
    """Return the bonus cards to draw from."""
    return tuple(name for name in BONUS if name != "BON10" or "bonus" in extras)
