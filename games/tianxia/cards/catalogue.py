"""Everything printed on Tianxia's cards and tiles: the rows of box.toml, and what their shorthand means.

`doubt` names the defect of the sources (section 11 of the dossier) that an entry rests on.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from pencilwright.games.tianxia.cards.effects import Effect, parse
from pencilwright.games.tianxia.components import BOX


class Building(Struct, frozen=True, forbid_unknown_fields=True):
    """A building tile.

    `kind` is "start", "income" or "passive"; `effect` the shorthand of an income ("" where only words say
    it); `trigger` what sets a passive building off.
    """

    id: str
    kind: str
    effect: str = ""
    trigger: str = ""
    doubt: str = ""

    @property
    def effects(self) -> tuple[Effect, ...]:
        """The parsed effect."""
        return parse(self.effect)


class Goal(Struct, frozen=True, forbid_unknown_fields=True):
    """A goal card: what discarding it gives, and what it scores at the end.

    `kind` says what counts, `over` where: "place" ranks on two palace tracks; "gov" own governors in regions;
    "ship" own shipping markers in ports; "fort" own walls and towers in sections; "goods", "jade",
    "governors", "tiles", "meeples". `tiers` are (at least, points), the highest one reached counts; for
    "meeples" (at most, points), the first that holds.
    """

    id: str
    discard: str
    kind: str
    over: tuple[str, ...] = ()
    tiers: tuple[tuple[int, int], ...] = ()
    doubt: str = ""

    @property
    def benefit(self) -> tuple[Effect, ...]:
        """What discarding the card gives."""
        return parse(self.discard)


class Demand(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of demand tile (two of each): goods paid besides the port good, and the reward."""

    id: str
    cost: str = ""
    reward: str = ""
    doubt: str = ""

    @property
    def twin(self) -> str:
        """Id of the other tile of this kind."""
        return f"D{int(self.id[1:]) + 1}"

    @property
    def costs(self) -> tuple[Effect, ...]:
        """The parsed cost besides the port good, as gains."""
        return parse(self.cost)

    @property
    def rewards(self) -> tuple[Effect, ...]:
        """The parsed reward."""
        return parse(self.reward)


class Bonus(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of bonus tile: what using it costs and does ("" where only words say it)."""

    id: str
    cost: str = ""
    effect: str = ""


class Merchant(Struct, frozen=True, forbid_unknown_fields=True):
    """A merchant action of a player board: side "1A" to "4B", place 1 to 3."""

    side: str
    place: int
    effect: str = ""

    @property
    def id(self) -> str:
        """Such as "1A-1"."""
        return f"{self.side}-{self.place}"


class PalaceReward(Struct, frozen=True, forbid_unknown_fields=True):
    """The reward of a palace step: track, step, shorthand ("" where only words say it)."""

    track: str
    step: int
    effect: str = ""

    @property
    def id(self) -> str:
        """Such as "white-5"."""
        return f"{self.track}-{self.step}"


BUILDINGS: Final = BOX.rows("buildings", Building)
GOALS: Final = BOX.rows("goals", Goal, tiers=BOX.values["tiers"])
DEMANDS: Final = BOX.rows("demands", Demand)
BONUSES: Final = BOX.rows("bonuses", Bonus)
SIDES: Final = tuple(BOX.values["merchants"])
MERCHANTS: Final = tuple(
    Merchant(side, place, effect)
    for side, effects in BOX.get("merchants", dict[str, tuple[str, ...]]).items()
    for place, effect in enumerate(effects, start=1)
)
STEPS: Final = tuple(
    PalaceReward(track, step, effect)
    for track, effects in BOX.get("palace_steps", dict[str, dict[int, str]]).items()
    for step, effect in effects.items()
)

DRAWN: Final[Mapping[str, str]] = MappingProxyType(BOX.get("drawn", dict[str, str]))
"""How entries that have words alone are drawn, by their ids."""

BUILDING: Final[Mapping[str, Building]] = MappingProxyType({entry.id: entry for entry in BUILDINGS})
GOAL: Final[Mapping[str, Goal]] = MappingProxyType({entry.id: entry for entry in GOALS})
BONUS: Final[Mapping[str, Bonus]] = MappingProxyType({entry.id: entry for entry in BONUSES})
DEMAND: Final[Mapping[str, Demand]] = MappingProxyType(
    {name: entry for entry in DEMANDS for name in (entry.id, entry.twin)}
)
"""All 32 demand tiles: both ids of a kind lead to it."""
MERCHANT: Final[Mapping[str, Merchant]] = MappingProxyType({entry.id: entry for entry in MERCHANTS})
GOAL_IDS: Final = tuple(goal.id for goal in GOALS)
START_IDS: Final = tuple(entry.id for entry in BUILDINGS if entry.kind == "start")
INCOME_IDS: Final = tuple(entry.id for entry in BUILDINGS if entry.kind == "income")
PASSIVE_IDS: Final = tuple(entry.id for entry in BUILDINGS if entry.kind == "passive")
TILE_IDS: Final = (*INCOME_IDS, *PASSIVE_IDS)
