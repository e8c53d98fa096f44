"""The fourteen factions: what each begins with, what its structures cost and bring, what it alone may do."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.shared.reading import hinted
from pencilwright.templates.phrases import languages, phrase, say

Cost = tuple[int, int]
"""Workers and coins."""

_D_INCOME: Final = (1, 2, 3, 4, 5, 6, 7, 8, 8)
_TH_COINS, _TH_POWER = (0, 2, 4, 6, 8), (0, 1, 2, 4, 6)
_RICH_COINS, _RICH_POWER = (0, 2, 4, 7, 11), (0, 1, 2, 3, 4)
_TE_PRIESTS: Final = (0, 1, 2, 3)
_NONE4: Final = (0, 0, 0, 0)


class Faction(NamedTuple):
    """One faction board (section 13 of the rules).

    Attributes
    ----------
    id, name, colour : the colour is its home terrain.
    coins, workers, priests, bowls, cults : what it begins with; cults in the order of CULTS.
    ship_start, ship_top : shipping at the start and at most; None when it has no ships.
    ship_points : points for reaching the step after the start, the next one, and so on.
    spade_costs : workers for one spade at each level of the spade track; () when spades cost a priest.
    spade_step : workers, coins and priests for a step of the spade track.
    cost : structure -> workers and coins; "TH" beside an opponent, "TH alone" otherwise.
    income : (structure, resource) -> total income with 0, 1, 2 ... of them on the map.
    first_dwellings : placed before round 1.
    skip : hexes it may jump over, before and with its stronghold; (0, 0) for those who cannot.
    stronghold_action : what its stronghold's action is, "" when there is none.
    """

    id: str
    name: str
    colour: str
    coins: int = 15
    workers: int = 3
    priests: int = 0
    bowls: tuple[int, int, int] = (5, 7, 0)
    cults: tuple[int, int, int, int] = _NONE4
    ship_start: int = 0
    ship_top: int | None = 3
    ship_points: tuple[int, ...] = (2, 3, 4)
    spade_costs: tuple[int, ...] = (3, 2, 1)
    spade_step: tuple[int, int, int] = (2, 5, 1)
    cost: Mapping[str, Cost] = MappingProxyType({})
    income: Mapping[tuple[str, str], tuple[int, ...]] = MappingProxyType({})
    first_dwellings: int = 2
    skip: tuple[int, int] = (0, 0)
    stronghold_action: str = ""


SPADE_POINTS: Final = 6
"""Points for a step of the spade track."""
SKIP_POINTS: Final = 4
"""Points for a carpet flight or a tunnel."""


def _cost(
    stronghold: Cost, sanctuary: Cost = (4, 6), base: Mapping[str, Cost] | None = None
) -> Mapping[str, Cost]:
    """Return the prices of all structures from those of the last two."""
    usual = {"D": (1, 2), "TH": (2, 3), "TH alone": (2, 6), "TE": (2, 5)}
    return MappingProxyType({**(base or usual), "SH": stronghold, "SA": sanctuary})


def _income(**changed: tuple[int, ...]) -> Mapping[tuple[str, str], tuple[int, ...]]:
    """Return the income tables: the usual ones with changes such as SH_PW=(0, 4)."""
    tables: dict[tuple[str, str], tuple[int, ...]] = {
        ("D", "W"): _D_INCOME,
        ("TH", "C"): _TH_COINS,
        ("TH", "PW"): _TH_POWER,
        ("TE", "P"): _TE_PRIESTS,
        ("SH", "PW"): (0, 2),
        ("SA", "P"): (0, 1),
    }
    for name, values in changed.items():
        structure, resource = name.split("_")
        tables[structure, resource] = values
    return MappingProxyType(tables)


_SWARM_COST: Final = MappingProxyType({"D": (2, 3), "TH": (3, 4), "TH alone": (3, 8), "TE": (3, 6)})
_ENGINEER_COST: Final = MappingProxyType({"D": (1, 1), "TH": (1, 2), "TH alone": (1, 4), "TE": (1, 4)})

_ALL: Final = (
    Faction(
        "fakirs", "Fakirs", "yellow", bowls=(7, 5, 0), cults=(1, 0, 0, 1), ship_top=None, ship_points=(),
        spade_costs=(3, 2), cost=_cost((4, 10)), income=_income(SH_PW=(0, 0), SH_P=(0, 1)), skip=(1, 2),
    ),
    Faction(
        "nomads", "Nomads", "yellow", workers=2, cults=(1, 0, 1, 0), cost=_cost((4, 8)),
        income=_income(TH_C=_RICH_COINS, TH_PW=_RICH_POWER), first_dwellings=3, stronghold_action="sandstorm",
    ),
    Faction(
        "halflings", "Halflings", "brown", bowls=(3, 9, 0), cults=(0, 0, 1, 1), spade_step=(2, 1, 1),
        cost=_cost((4, 8)), income=_income(),
    ),
    Faction(
        "cultists", "Cultists", "brown", cults=(1, 0, 1, 0), cost=_cost((4, 8), (4, 8)), income=_income(),
    ),
    Faction(
        "alchemists", "Alchemists", "black", cults=(1, 1, 0, 0), cost=_cost((4, 6)),
        income=_income(TH_C=_RICH_COINS, TH_PW=_RICH_POWER, SH_PW=(0, 0), SH_C=(0, 6)),
    ),
    Faction(
        "darklings", "Darklings", "black", workers=1, priests=1, cults=(0, 1, 1, 0), spade_costs=(),
        cost=_cost((4, 6), (4, 10)), income=_income(SA_P=(0, 2)),
    ),
    Faction(
        "mermaids", "Mermaids", "blue", bowls=(3, 9, 0), cults=(0, 2, 0, 0), ship_start=1, ship_top=5,
        ship_points=(2, 3, 4, 5), cost=_cost((4, 6), (4, 8)), income=_income(SH_PW=(0, 4)),
    ),
    Faction(
        "swarmlings", "Swarmlings", "blue", coins=20, workers=8, bowls=(3, 9, 0), cults=(1, 1, 1, 1),
        cost=_cost((5, 8), (5, 8), _SWARM_COST), stronghold_action="free trading house",
        income=_income(
            D_W=(2, 3, 4, 5, 6, 7, 8, 9, 9), TH_C=(0, 2, 4, 6, 9), TH_PW=(0, 2, 4, 6, 8), SH_PW=(0, 4),
            SA_P=(0, 2),
        ),
    ),
    Faction(
        "witches", "Witches", "green", cults=(0, 0, 0, 2), cost=_cost((4, 6)), income=_income(),
        stronghold_action="free dwelling",
    ),
    Faction(
        "auren", "Auren", "green", cults=(0, 1, 0, 1), cost=_cost((4, 6), (4, 8)), income=_income(),
        stronghold_action="two cult steps",
    ),
    Faction(
        "dwarves", "Dwarves", "gray", cults=(0, 0, 2, 0), ship_top=None, ship_points=(), cost=_cost((4, 6)),
        income=_income(TH_C=(0, 3, 5, 7, 10)), skip=(1, 1),
    ),
    Faction(
        "engineers", "Engineers", "gray", coins=10, workers=2, bowls=(3, 9, 0),
        cost=_cost((3, 6), (3, 6), _ENGINEER_COST),
        income=_income(D_W=(0, 1, 2, 2, 3, 4, 4, 5, 6), TE_P=(0, 1, 1, 2), TE_PW=(0, 0, 5, 5)),
    ),
    Faction(
        "giants", "Giants", "red", cults=(1, 0, 0, 1), cost=_cost((4, 6)), income=_income(SH_PW=(0, 4)),
        stronghold_action="two spades",
    ),
    Faction(
        "chaosmagicians", "Chaos Magicians", "red", workers=4, cults=(2, 0, 0, 0), cost=_cost((4, 4), (4, 8)),
        income=_income(SH_PW=(0, 0), SH_W=(0, 2)), first_dwellings=1, stronghold_action="double turn",
    ),
)  # fmt: skip

FACTIONS: Final[Mapping[str, Faction]] = MappingProxyType({faction.id: faction for faction in _ALL})
FACTION_IDS: Final = tuple(FACTIONS)


def faction(text: str, field: str = "faction") -> Faction:
    """Return the faction of an id or a name as people write it, in any of our languages.

    Raises InputError naming all of them.
    """
    wanted = _letters(text)
    if (found := wanted if wanted in FACTIONS else _names().get(wanted)) is not None:
        return FACTIONS[found]
    said = phrase("mystica.read.no_faction", name=text[:40], known=FACTION_IDS)
    raise InputError(hinted(said, wanted, FACTION_IDS), field=field)


def _letters(text: str) -> str:
    return "".join(sign for sign in text.lower() if sign.isalpha())


@cache
def _names() -> Mapping[str, str]:
    """Return the names of the factions in all languages -> id."""
    return {
        _letters(say(phrase(f"mystica.faction.{id}"), language)): id
        for language in languages()
        for id in FACTION_IDS
    }
