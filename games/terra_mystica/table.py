"""What lies on the table during a game, and the small steps that change it: goods, power, cults, points."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica import naming
from pencilwright.games.terra_mystica.board import TERRAIN
from pencilwright.games.terra_mystica.components import (
    BRIDGES,
    CULT_POWER,
    CULT_TOP,
    CULTS,
    FAVOURS,
    POWER,
    PRIEST_PLACES,
    PRIESTS,
    ROUNDS,
    SMALL_TOWN_FAVOUR,
    SUPPLY,
    TOWN_POWER,
    town_supply,
)
from pencilwright.games.terra_mystica.factions import FACTIONS, Faction
from pencilwright.templates.phrases import phrase

GOODS: Final = ("C", "W", "P")


class Town(NamedTuple):
    """One town: its tile, and the hexes that belong to it."""

    tile: str
    hexes: frozenset[str]


class Entry(NamedTuple):
    """Points won or lost: the round (0: before the first, 7: at the end), how many, and why."""

    round: int
    points: int
    reason: str


@dataclass(slots=True)
class Seat:
    """One player's things.

    Attributes
    ----------
    faction : id of the faction.
    name : the player's name, or "".
    points, coins, workers, priests : what the player holds.
    bowls : power tokens in bowls I, II, III.
    shipping : the shipping level on the board; for Fakirs, hexes that town tiles add to the carpet.
    spade_level : upgrades of the spade track, 0 to 2.
    cults : steps on fire, water, earth, air.
    keys : keys that no tenth step has used.
    structures : hex -> D, TH, TE, SH or SA.
    bonus : the bonus card held, or "".
    favours, towns : the tiles, in the order taken.
    used : actions of this round on own tiles: "SH", "FAV6" or a bonus card.
    passed : whether the player is out of this round.
    dropped : whether the player left the game: no more turns, but income, and points at the end.
    ledger : where the points came from.
    """

    faction: str
    name: str = ""
    points: int = 0
    coins: int = 0
    workers: int = 0
    priests: int = 0
    bowls: list[int] = field(default_factory=lambda: [0, 0, 0])
    shipping: int = 0
    spade_level: int = 0
    cults: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    keys: int = 0
    structures: dict[str, str] = field(default_factory=dict)
    bonus: str = ""
    favours: list[str] = field(default_factory=list)
    towns: list[Town] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    passed: bool = False
    dropped: bool = False
    ledger: list[Entry] = field(default_factory=list)

    @property
    def board(self) -> Faction:
        """The faction board."""
        return FACTIONS[self.faction]

    @property
    def colour(self) -> str:
        """The home terrain."""
        return self.board.colour

    def count(self, structure: str) -> int:
        """Return how many structures of a kind stand on the map."""
        return sum(kind == structure for kind in self.structures.values())

    def left(self, structure: str) -> int:
        """Return how many pieces of a kind are not on the map."""
        return SUPPLY[structure] - self.count(structure)

    def town_hexes(self) -> set[str]:
        """Return all hexes that belong to a town."""
        return {name for town in self.towns for name in town.hexes}

    @property
    def town_power(self) -> int:
        """Power that a town needs: 7, or 6 with FAV5."""
        return TOWN_POWER - (SMALL_TOWN_FAVOUR in self.favours)

    @property
    def skip(self) -> int:
        """Hexes that the faction may jump over: 0 for those that cannot."""
        before, after = self.board.skip
        if not after:
            return 0
        extra = self.shipping if self.faction == "fakirs" else 0
        return (after if self.count("SH") else before) + extra


@dataclass(slots=True)
class Table:
    """The whole table.

    Attributes
    ----------
    scoring : scoring tiles of rounds 1 to 6.
    extras : items of the mini-expansion that take part.
    seats : faction -> things, clockwise.
    start : faction that holds the start-player token.
    order : factions in the order of turns, where it is not that of the seats.
    pass_order : whether the order of passing is the order of turns of the next round.
    round : 0 before the first round, then 1 to 6.
    cards : free bonus card -> coins on it.
    terrain : land hex -> terrain, only where it differs from the printed map.
    bridges : bridge -> faction that built it.
    bridge_places : where bridges can be.
    places : cult -> faction whose priest lies on each place ("" for none).
    used : power actions of this round.
    """

    scoring: tuple[str, ...]
    extras: tuple[str, ...] = ()
    seats: dict[str, Seat] = field(default_factory=dict)
    start: str = ""
    order: list[str] = field(default_factory=list)
    pass_order: bool = False
    round: int = 0
    cards: dict[str, int] = field(default_factory=dict)
    terrain: dict[str, str] = field(default_factory=dict)
    bridges: dict[str, str] = field(default_factory=dict)
    bridge_places: tuple[str, ...] = ()
    places: dict[str, list[str]] = field(default_factory=lambda: {cult: [""] * 4 for cult in CULTS})
    used: set[str] = field(default_factory=set)

    def terrain_of(self, name: str) -> str:
        """Return the terrain that a land hex has now."""
        return self.terrain.get(name, TERRAIN[name])

    def owner(self, name: str) -> str:
        """Return the faction whose structure stands on a hex, or ""."""
        return next((seat.faction for seat in self.seats.values() if name in seat.structures), "")

    def clockwise(self, faction: str) -> list[str]:
        """Return all factions in the order of turns from one on, that one first."""
        order = self.order or list(self.seats)
        at = order.index(faction)
        return order[at:] + order[:at]

    def tile(self) -> str:
        """Return the scoring tile of this round, "" outside rounds 1 to 6 and when tiles are not known."""
        return self.scoring[self.round - 1] if self.scoring and 1 <= self.round <= ROUNDS else ""

    def favours_left(self, name: str) -> int:
        """Return how many tiles of a kind of favour nobody has."""
        return FAVOURS[name].copies - sum(seat.favours.count(name) for seat in self.seats.values())

    def towns_left(self) -> dict[str, int]:
        """Return the town tiles that nobody has: id -> copies, without those used up."""
        left = town_supply(self.extras)
        for seat in self.seats.values():
            for town in seat.towns:
                left[town.tile] = left.get(town.tile, 0) - 1
        return {name: copies for name, copies in left.items() if copies > 0}

    def priests_on_board(self, faction: str) -> int:
        """Return how many of a faction's priests lie on the cult board."""
        return sum(places.count(faction) for places in self.places.values())

    def priests_at_most(self, faction: str) -> int:
        """Return how many priests a faction can hold: 7 less those on the cult board."""
        return PRIESTS - self.priests_on_board(faction)

    def bridges_left(self, faction: str) -> int:
        """Return how many bridges a faction can still build."""
        return BRIDGES - sum(owner == faction for owner in self.bridges.values())

    # --- changes ------------------------------------------------------------------------------------------

    def score(self, seat: Seat, points: int, reason: str) -> None:
        """Add points (never below 0) and remember why."""
        if points:
            before, seat.points = seat.points, max(0, seat.points + points)
            seat.ledger.append(Entry(self.round, seat.points - before, reason))

    def gain(self, seat: Seat, good: str, amount: int, reason: str = "") -> int:
        """Give coins, workers, priests (as many as there are), power or points; return what came of it."""
        if good == "C":
            seat.coins += amount
        elif good == "W":
            seat.workers += amount
        elif good == "P":
            amount = min(amount, self.priests_at_most(seat.faction) - seat.priests)
            seat.priests += amount
        elif good == "PW":
            amount = gain_power(seat.bowls, amount)
        else:
            self.score(seat, amount, reason)
        return amount

    def advance(self, seat: Seat, cult: str, steps: int) -> int:
        """Move a marker up a cult as far as it may go, with the power on the way; return the steps made."""
        at = CULTS.index(cult)
        before = after = seat.cults[at]
        for _ in range(steps):
            if after == CULT_TOP - 1:
                taken = any(other.cults[at] == CULT_TOP for other in self.seats.values())
                if taken or not seat.keys:
                    break
                seat.keys -= 1
            if after == CULT_TOP:
                break
            after += 1
        seat.cults[at] = after
        gain_power(seat.bowls, cult_power(before, after))
        return after - before

    def place_priest(self, seat: Seat, cult: str, steps: int) -> None:
        """Lay a priest on a place of a cult for good. Raises InputError when no such place is free."""
        places = self.places[cult]
        for index, worth in enumerate(PRIEST_PLACES):
            if worth == steps and not places[index]:
                places[index] = seat.faction
                return
        said = phrase("mystica.refused.no_priest_place", cult=naming.cult(cult), n=steps)
        raise InputError(said, field=f"places.{cult}")


def cult_power(before: int, after: int) -> int:
    """Return the power for moving up a cult from one step to another."""
    return sum(power for step, power in CULT_POWER.items() if before < step <= after)


def power_room(bowls: list[int]) -> int:
    """Return the most power that the bowls can take: twice bowl I and once bowl II."""
    return 2 * bowls[0] + bowls[1]


def gain_power(bowls: list[int], amount: int) -> int:
    """Move tokens from bowl I to II, then from II to III, one for each power; return how much fitted."""
    amount = min(amount, power_room(bowls))
    first = min(amount, bowls[0])
    second = amount - first
    bowls[0] -= first
    bowls[1] += first - second
    bowls[2] += second
    return amount


def spend_power(bowls: list[int], amount: int) -> None:
    """Move tokens from bowl III to I. Raises InputError when there are too few."""
    if bowls[2] < amount:
        raise InputError(phrase("mystica.refused.power", n=amount, has=bowls[2]), field="bowls")
    bowls[2] -= amount
    bowls[0] += amount


def burn(bowls: list[int], amount: int) -> None:
    """Sacrifice: for each, one token of bowl II moves to III and one leaves the game."""
    if bowls[1] < 2 * amount:
        said = phrase("mystica.refused.burn", n=amount, has=bowls[1], needs=2 * amount)
        raise InputError(said, field="bowls")
    bowls[1] -= 2 * amount
    bowls[2] += amount


def power_of(structures: dict[str, str], hexes: frozenset[str] | set[str]) -> int:
    """Return the power value of the structures on some hexes."""
    return sum(POWER[structures[name]] for name in hexes)
