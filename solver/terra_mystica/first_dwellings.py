"""Where to place the first dwellings: the set of home hexes that sees the most land, of all sets."""

from __future__ import annotations

from itertools import combinations

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica.boards.hexes import LAND, TERRAIN
from pencilwright.games.terra_mystica.rules import dwelling_sites
from pencilwright.games.terra_mystica.state import State
from pencilwright.templates.phrases import phrase


def best_dwellings(table: State, faction: str, count: int) -> dwelling_sites.Sites:
    """Return the best set of `count` free home hexes.

    Dwellings that the faction has already are not placed again: what they open and touch counts once, with
    what the new ones add. Raises InputError when fewer home hexes are free.
    """
    seat = table.seats[faction]
    homes = [name for name in LAND if TERRAIN[name] == seat.colour and not table.owner(name)]
    if len(homes) < count:
        raise InputError(phrase("mystica.advice.few_homes", n=count, free=len(homes)), field="count")
    sets = (dwelling_sites.worth(table, faction, hexes) for hexes in combinations(homes, count))
    return max(sets, key=lambda sites: sites.worth)
