"""The fourteen factions: what each begins with, what its structures cost and bring, what it alone may do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from msgspec import Struct, convert

from pencilwright.games.shared.refusals import unknown
from pencilwright.games.terra_mystica.components import BOX, TERRAINS
from pencilwright.templates.phrases import languages, phrase, say

Cost = tuple[int, int]
"""Workers and coins."""


class Faction(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
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
    coins: int
    workers: int
    priests: int
    bowls: tuple[int, int, int]
    cults: tuple[int, int, int, int]
    ship_start: int
    ship_top: int | None
    ship_points: tuple[int, ...]
    spade_costs: tuple[int, ...]
    spade_step: tuple[int, int, int]
    cost: Mapping[str, Cost]
    income: Mapping[tuple[str, str], tuple[int, ...]]
    first_dwellings: int
    skip: tuple[int, int]
    stronghold_action: str


def _factions() -> Iterator[Faction]:
    """Yield the factions: what they do not say they have as the usual one."""
    rows = dict(BOX.values["factions"])
    usual = rows.pop("usual")
    for name, row in rows.items():
        cost = usual["cost"] | row.get("cost", {})
        income = usual["income"] | row.get("income", {})
        by_pair = {tuple(pair.split()): totals for pair, totals in income.items()}
        whole = {**usual, **row, "id": name, "cost": cost, "income": by_pair}
        yield convert({**whole, "ship_top": whole["ship_top"] or None}, Faction)


FACTIONS: Final[Mapping[str, Faction]] = MappingProxyType({entry.id: entry for entry in _factions()})
FACTION_IDS: Final = tuple(FACTIONS)
SIDES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {colour: tuple(name for name in FACTIONS if FACTIONS[name].colour == colour) for colour in TERRAINS}
)
"""Colour -> the two factions of its board."""


def faction(text: str, field: str = "faction") -> Faction:
    """Return the faction of an id or a name as people write it, in any of our languages.

    Raises InputError naming all of them.
    """
    wanted = _letters(text)
    if (result := wanted if wanted in FACTIONS else _names().get(wanted)) is not None:
        return FACTIONS[result]
    raise unknown(field, text, FACTION_IDS)


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
