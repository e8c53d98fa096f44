"""From a position as it is entered to a state: names in one form, and what structures say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.shared.reading import ascending, printable_name
from pencilwright.games.shared.spaces import Among
from pencilwright.games.terra_mystica import state as states
from pencilwright.games.terra_mystica.boards import hexes
from pencilwright.games.terra_mystica.boards.factions import FACTIONS, faction
from pencilwright.games.terra_mystica.boards.hexes import TERRAIN, bridge_name
from pencilwright.games.terra_mystica.components import BONUS, CULTS, FAVOURS, POWER_ACTIONS, TOWNS
from pencilwright.games.terra_mystica.rules.networks import grow_towns, new_towns
from pencilwright.templates.phrases import phrase

V = TypeVar("V")


def as_entered(data: states.Position) -> states.State:
    """Return the state with nothing but what is entered. Raises InputError for names that no rule knows."""
    _check_unknown(data.players)
    bridges = {
        name: _faction(owner, f"bridges.{name}")
        for name, owner in _each_once(data.bridges, _bridge, "bridges").items()
    }
    terrain = {
        name: hexes.terrain(colour, f"terrain.{name}")
        for name, colour in _each_once(data.terrain, hexes.land, "terrain").items()
    }
    priests = {}
    for cult, owners in data.priests.items():
        Among(CULTS).check(cult, "priests")
        priests[cult] = tuple(_faction(owner, f"priests.{cult}") if owner else "" for owner in owners)
    for name in data.used:
        Among(tuple(POWER_ACTIONS)).check(name, "used")
    for name in data.cards:
        Among(tuple(BONUS)).check(name, "cards")
    players = tuple(_player(player, f"players[{index}]") for index, player in enumerate(data.players))
    return states.State(
        setup=data.setup,
        round=data.round,
        terrain={name: colour for name, colour in terrain.items() if colour != TERRAIN[name]},
        bridges=bridges,
        priests={cult: priests[cult] for cult in CULTS if any(priests.get(cult, ()))},
        used=ascending(data.used, "used"),
        cards=dict(sorted(data.cards.items())),
        start=_faction(data.start, "start") if data.start else "",
        players=players,
        map_only=data.map_only,
    )


def normalize(state: states.State) -> states.State:
    """Return a position with what follows from its structures: home terrain under them, all hexes of towns.

    A group that is a town and that no entered town touches has a tile that is not named: "".
    """
    after = state.copied()
    after.terrain = {
        name: FACTIONS[player.faction].colour for player in state.players for name in player.structures
    } | dict(state.terrain)
    for player in after.seats.values():
        grow_towns(after, player)
        if after.towns_left():
            new = (states.Town("", tuple(sorted(group))) for group in new_towns(after, player))
            player.towns = (*player.towns, *new)
    return states.in_order(after)


def _each_once(entries: Mapping[str, V], read: Callable[[str, str], str], field: str) -> dict[str, V]:
    """Return entries by their names in standard form, in order. Raises InputError when one stands twice."""
    results: dict[str, V] = {}
    for text, value in entries.items():
        name = read(text, field)
        if name in results:
            raise InputError(phrase("json.again", field=field, what=name), field=field)
        results[name] = value
    return dict(sorted(results.items()))


def _bridge(text: str, field: str) -> str:
    """Return a bridge's name in standard form."""
    a, dash, b = text.partition("-")
    if not dash:
        raise InputError(phrase("words.wrong", text=text[:20], example="F3-G1"), field=field)
    return bridge_name(hexes.land(a, field), hexes.land(b, field))


def _faction(text: str, field: str) -> str:
    return faction(text, field).id


def _check_unknown(players: Sequence[states.Player]) -> None:
    """Raise InputError for players without a faction beside others, or with more than a pad tells of them."""
    if all(player.faction for player in players):
        return
    for index, player in enumerate(players):
        summary = states.Player(
            faction="",
            name=player.name,
            points=player.points,
            coins=player.coins,
            cults=player.cults,
            network=player.network,
        )
        if player != summary or player.network is None:
            raise InputError(phrase("mystica.read.no_faction_known"), field=f"players[{index}].faction")


def _player(player: states.Player, where: str) -> states.Player:
    """Return a player in standard form. Raises InputError for unknown names."""
    for favour in player.favours:
        Among(tuple(FAVOURS)).check(favour, f"{where}.favours")
    for town in player.towns:
        if town.tile:
            Among(tuple(TOWNS)).check(town.tile, f"{where}.towns")
        ascending(town.hexes, f"{where}.towns")
    if player.bonus:
        Among(tuple(BONUS)).check(player.bonus, f"{where}.bonus")
    for name in player.used:
        Among(("SH", "FAV6", "BON1", "BON2")).check(name, f"{where}.used")
    return replace(
        player,
        name=printable_name(player.name, f"{where}.name"),
        faction=_faction(player.faction, f"{where}.faction") if player.faction else "",
        structures=_each_once(player.structures, hexes.land, f"{where}.structures"),
        towns=tuple(
            states.Town(town.tile, tuple(sorted(hexes.land(name, f"{where}.towns") for name in town.hexes)))
            for town in player.towns
        ),
        used=ascending(player.used, f"{where}.used"),
    )
