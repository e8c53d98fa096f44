"""Where first dwellings stand well: a house measure of the land that they open and of their company."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pencilwright.games.terra_mystica.boards.hexes import LAND, distance, within_ships
from pencilwright.games.terra_mystica.rules.networks import direct
from pencilwright.games.terra_mystica.rules.prices import spades_for
from pencilwright.games.terra_mystica.state import Player, State

SPADES: Final = 1
"""A hex counts as open to us when so many spades make it home terrain ..."""
SHIPS: Final = 1
"""... and one of the dwellings reaches it with this shipping (directly, by ships or by skipping)."""
OPEN_WORTH: Final = 2
"""Worth of each such hex."""
NEIGHBOUR_WORTH: Final = 3
"""Worth of each opponent's structure directly adjacent to a dwelling: power, cheap houses."""
CONFLICT_COST: Final = 1
"""Taken off for each open hex that an opponent's structures reach with so many spades, too."""


@dataclass(frozen=True)
class Sites:
    """A set of dwellings: hexes, worth, open hexes, opponents' structures beside it, conflicts."""

    hexes: tuple[str, ...]
    worth: int
    open_hexes: tuple[str, ...]
    neighbours: int
    conflicts: int


def sees(state: State, player: Player, name: str) -> set[str]:
    """Return the free hexes that a dwelling on a hex opens."""
    level = 0 if player.board.ship_top is None else max(SHIPS, player.board.ship_start)
    skip = player.skip
    near = set(direct(state, name))
    return {
        other
        for other in LAND
        if other != name
        and not state.owner(other)
        and (
            other in near
            or (level and within_ships(name, other, level))
            or (skip and distance(name, other) <= skip + 1)
        )
        and spades_for(player, state.terrain_of(other), player.colour) <= SPADES
    }


def wanted_by_others(state: State, faction: str) -> set[str]:
    """Return the free hexes that some opponent's structures open."""
    return {
        other
        for player in state.seats.values()
        if player.faction != faction
        for structure in player.structures
        for other in sees(state, player, structure)
    }


def worth(state: State, faction: str, hexes: tuple[str, ...]) -> Sites:
    """Return what a set of dwellings and those that stand are worth."""
    player = state.player(faction)
    every = (*hexes, *player.structures)
    opened = set().union(*(sees(state, player, name) for name in every)) - set(hexes)
    beside = {
        other for name in every for other in direct(state, name) if state.owner(other) not in ("", faction)
    }
    conflicts = len(opened & wanted_by_others(state, faction))
    total = OPEN_WORTH * len(opened) + NEIGHBOUR_WORTH * len(beside) - CONFLICT_COST * conflicts
    return Sites(hexes, total, tuple(sorted(opened)), len(beside), conflicts)
