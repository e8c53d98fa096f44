"""Everything printed on Tianxia's cards and tiles, as data: buildings, goals, demand, bonus tiles, merchants.

Source of all entries: the seed's appendix, unless `doubt` names the defect of the sources (section 11 of the
dossier) that a value rests on. Ids are the rulebook's; BT-01 to BT-20 and the merchants' numbers are ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from pencilwright.games.tianxia.effects import Effect, parse

INCOME_DRAWN: Final = 4
PASSIVE_DRAWN: Final = 8


class Building(NamedTuple):
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


class Goal(NamedTuple):
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


class Demand(NamedTuple):
    """A kind of demand tile (two of each): goods paid besides the port good, and the reward."""

    id: str
    cost: str
    reward: str
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


class Bonus(NamedTuple):
    """A kind of bonus tile: what using it costs and does ("" where only words say it)."""

    id: str
    cost: str = ""
    effect: str = ""


class Merchant(NamedTuple):
    """A merchant action of a player board: side "1A" to "4B", place 1 to 3."""

    side: str
    place: int
    effect: str = ""

    @property
    def id(self) -> str:
        """Such as "1A-1"."""
        return f"{self.side}-{self.place}"


class Step(NamedTuple):
    """The reward of a palace step: track, step, shorthand ("" where only words say it)."""

    track: str
    step: int
    effect: str = ""

    @property
    def id(self) -> str:
        """Such as "white-5"."""
        return f"{self.track}-{self.step}"


BUILDINGS: Final[tuple[Building, ...]] = (
    Building("A1", "start", "track(any, 1)"),
    Building("A2", "start", "soldier(1, any)"),
    Building("A3", "start", "worker(1)"),
    Building("A4", "start", "merchant(1)"),
    Building("A5", "start", "+1 good"),
    Building("A6", "start", "+2 coin"),
    Building("I1", "income", "+1 res, +1 coin"),
    Building("I2", "income", "+1 rice, +1 coin"),
    Building("I3", "income", "+1 stone, +1 coin"),
    Building("I4", "income", "+1 wood, +1 coin"),
    Building("I5", "income", doubt="Q8"),
    Building("I6", "income", doubt="Q8"),
    Building("I7", "income"),
    Building("I8", "income"),
    Building("I9", "income"),
    Building("I10", "income", "track(lowest, 1)"),
    Building("P1", "passive", trigger="exchange"),
    Building("P2", "passive", "+1 good", "exchange"),
    Building("P3", "passive", trigger="appoint"),
    Building("P4", "passive", "+4 pp", "appoint"),
    Building("P5", "passive", "merchant(1)", "appoint"),
    Building("P6", "passive", trigger="attack", doubt="Q8"),
    Building("P7", "passive", trigger="attack", doubt="Q8"),
    Building("P8", "passive", trigger="marker"),
    Building("P9", "passive", "+1 rice, soldier(1, any)", "train"),
    Building("P10", "passive", "+1 coin, soldier(1, any)", "fortify", "X9"),
    Building("P11", "passive", "track(same, 1)", "military step"),
    Building("P12", "passive", trigger="fortify"),
    Building("P13", "passive", trigger="shipping"),
    Building("P14", "passive", trigger="shipping"),
    Building("P15", "passive", trigger="shipping", doubt="X20"),
    Building("P16", "passive", "+1 res", "barge"),
    Building("P17", "passive", trigger="barge"),
    Building("P18", "passive", "+1 pp", "barge"),
)

_GOVERNORS: Final = ((1, 3), (2, 7), (3, 12), (4, 18))
_GOVERNORS_LOW: Final = ((1, 2), (2, 6), (3, 11), (4, 17))
_TILES: Final = ((8, 3), (10, 7), (12, 12), (14, 18))
_SHIPS: Final = ((2, 3), (3, 6), (4, 10), (5, 15))
_SHIPS_LOW: Final = ((1, 2), (2, 5), (3, 9), (4, 14))
_FORTS: Final = ((2, 3), (3, 7), (4, 14), (5, 20))
_MEEPLES: Final = ((0, 16), (3, 11), (4, 7), (6, 4))
_NEAR: Final = "soldier(1, any)"

GOALS: Final[tuple[Goal, ...]] = (
    Goal("OB1", "+1 good, +1 wood, +1 stone", "place", ("white", "red")),
    Goal("OB2", "+2 wood, +1 res", "place", ("black", "red")),
    Goal("OB3", "+2 stone, +1 res", "place", ("white", "blue")),
    Goal("OB4", "+2 rice, +1 res", "place", ("white", "black")),
    Goal("OB5", "+2 res, +1 coin", "place", ("blue", "red")),
    Goal("OB6", "+2 res, +1 coin", "place", ("blue", "black")),
    Goal("OB7", "+2 res, +1 rice", "goods"),
    Goal("OB8", "+2 res, +1 wood", "jade"),
    Goal("OB9", "+1 silk, +1 helmet, +1 jewel", "governors"),
    Goal("OB10", "+1 coin, +1 wood, +1 stone", "gov", ("qin", "yan"), _GOVERNORS),
    Goal("OB11", "+1 coin, +1 wood, +1 rice", "gov", ("qin", "han"), _GOVERNORS),
    Goal("OB12", "+1 coin, +1 wood, +1 stone", "gov", ("han", "chu", "yan"), _GOVERNORS, "X17"),
    Goal("OB13", "+3 coin", "gov", ("zhao", "chu"), _GOVERNORS),
    Goal("OB14", "+1 silk, +1 helmet, +1 stone", "gov", ("qin", "qi"), _GOVERNORS),
    Goal("OB15", "+1 silk, +1 jewel, +1 wood", "gov", ("wei", "chu"), _GOVERNORS_LOW),
    Goal("OB16", "+1 jewel, +1 helmet, +1 rice", "gov", ("zhao", "han", "qi"), _GOVERNORS),
    Goal("OB17", f"{_NEAR}, +1 jewel, +1 rice", "gov", ("wei", "han", "qi"), _GOVERNORS_LOW),
    Goal("OB18", f"{_NEAR}, +1 silk, +1 wood", "gov", ("yan", "wei", "han"), _GOVERNORS),
    Goal("OB19", f"{_NEAR}, +1 helmet, +1 stone", "gov", ("zhao", "qi", "chu"), _GOVERNORS, "X18"),
    Goal("OB20", "+2 res, +1 stone", "tiles", (), _TILES, "Q21"),
    Goal("OB21", "+2 good", "ship", ("yan", "chu"), _SHIPS),
    Goal("OB22", "+2 silk, +1 coin", "ship", ("yan", "qi"), _SHIPS, "X2"),
    Goal("OB23", "+2 helmet, +1 coin", "ship", ("chu", "qi"), _SHIPS_LOW),
    Goal("OB24", "wall(1)", "fort", ("1", "2"), _FORTS),
    Goal("OB25", "wall(1)", "fort", ("2", "3"), _FORTS),
    Goal("OB26", "soldier(2, any), +2 coin", "fort", ("3", "4"), _FORTS),
    Goal("OB27", "soldier(2, any), +2 coin", "fort", ("4", "1"), _FORTS),
    Goal("OB28", "+2 res, +1 rice", "meeples", (), _MEEPLES),
)

DEMANDS: Final[tuple[Demand, ...]] = (
    Demand("D1", "", "+1 coin, +2 pp"),
    Demand("D3", "", "+2 coin"),
    Demand("D5", "", "nomad(-1), +1 coin"),
    Demand("D7", "", "+1 wood, +1 pp"),
    Demand("D9", "+1 helmet", "+2 coin, nomad(-2)"),
    Demand("D11", "+2 helmet", "soldier(1, any), +7 pp"),
    Demand("D13", "+1 jewel", "merchant(1), +3 pp"),
    Demand("D15", "+1 jewel", "merchant(1), soldier(1, any)"),
    Demand("D17", "+2 jewel", "goal(+1)", "X10"),
    Demand("D19", "+1 good", "nomad(-1), +2 coin"),
    Demand("D21", "+2 good", "+1 coin, +5 pp"),
    Demand("D23", "+1 good", "+1 res, +2 pp"),
    Demand("D25", "+1 silk", "+2 res#2, +1 pp"),
    Demand("D27", "+1 silk", "+1 rice, +3 pp"),
    Demand("D29", "+2 silk", "tile(+1), +4 pp"),
    Demand("D31", "+1 silk", "+1 stone, +2 coin"),
)

BONUSES: Final[tuple[Bonus, ...]] = (
    Bonus("BT-01"),
    Bonus("BT-02"),
    Bonus("BT-03", "", "track(any, 1)"),
    Bonus("BT-04"),
    Bonus("BT-05", "", "+2 res#2"),
    Bonus("BT-06", "", "+1 good"),
    Bonus("BT-07", "+1 helmet", "soldier(2, any)"),
    Bonus("BT-08", "+1 jewel", "+5 pp"),
    Bonus("BT-09", "+1 silk", "+3 coin"),
    Bonus("BT-10", "+2 coin"),
    Bonus("BT-11", "+3 coin", "goal(+1)"),
    Bonus("BT-12", "+1 good", "+2 res"),
    Bonus("BT-13", "+2 res", "+2 good"),
    Bonus("BT-14"),
    Bonus("BT-15", "", "merchant(1)"),
    Bonus("BT-16", "", "soldier(1, any)"),
    Bonus("BT-17", "", "worker(1)"),
    Bonus("BT-18"),
    Bonus("BT-19", "", "nomad(-2)"),
    Bonus("BT-20", "", "refresh(1)"),
)

SIDES: Final = ("1A", "1B", "2A", "2B", "3A", "3B", "4A", "4B")
MERCHANTS: Final[tuple[Merchant, ...]] = tuple(
    Merchant(side, place, effect)
    for side, effects in {
        "1A": ("", "tile(+1)", ""),
        "1B": ("+1 stone, goal(+1), goal(-1, void)", "", ""),
        "2A": ("-1 res, +1 good", "soldier(1, battle)", "+3 coin"),
        "2B": ("-1 good, +2 res", "soldier(1, calm)", ""),
        "3A": ("", "", "+1 rice, +1 stone, +1 wood"),
        "3B": ("", "", "+2 res=2"),
        "4A": ("", "", ""),
        "4B": ("", "", "refresh(1)"),
    }.items()
    for place, effect in enumerate(effects, start=1)
)

STEPS: Final[tuple[Step, ...]] = (
    Step("white", 3),
    Step("white", 5, "soldier(1, any), nomad(-2)"),
    Step("white", 7),
    Step("white", 10),
    Step("red", 3),
    Step("red", 5, "goal(+1)"),
    Step("red", 7),
    Step("red", 10, "goal(+2), goal(-1, void)"),
    Step("black", 3),
    Step("black", 5),
    Step("black", 7),
    Step("black", 10),
    Step("blue", 3),
    Step("blue", 5, "+5 pp"),
    Step("blue", 7),
    Step("blue", 10, "+10 pp"),
)

BUILDING: Final[Mapping[str, Building]] = MappingProxyType({entry.id: entry for entry in BUILDINGS})
GOAL: Final[Mapping[str, Goal]] = MappingProxyType({entry.id: entry for entry in GOALS})
BONUS: Final[Mapping[str, Bonus]] = MappingProxyType({entry.id: entry for entry in BONUSES})
DEMAND: Final[Mapping[str, Demand]] = MappingProxyType(
    {name: entry for entry in DEMANDS for name in (entry.id, entry.twin)}
)
"""All 32 demand tiles: both ids of a kind lead to it."""
GOAL_IDS: Final = tuple(goal.id for goal in GOALS)
START_IDS: Final = tuple(entry.id for entry in BUILDINGS if entry.kind == "start")
INCOME_IDS: Final = tuple(entry.id for entry in BUILDINGS if entry.kind == "income")
PASSIVE_IDS: Final = tuple(entry.id for entry in BUILDINGS if entry.kind == "passive")
TILE_IDS: Final = (*INCOME_IDS, *PASSIVE_IDS)
