"""Whether a position can arise: supplies, terrain, bridges, cults and keys, favour tiles, towns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pencilwright.games.shared.problems import Problem, refuse
from pencilwright.games.terra_mystica.board import TERRAIN
from pencilwright.games.terra_mystica.components import (
    BRIDGES,
    CULT_TOP,
    CULTS,
    FAVOURS,
    POWER_TOKENS,
    PRIESTS,
    ROUNDS,
    STRUCTURE_NAMES,
    SUPPLY,
    TOWN_STRUCTURES,
    TOWNS,
    town_supply,
)
from pencilwright.games.terra_mystica.factions import FACTIONS
from pencilwright.games.terra_mystica.reach import is_whole, makes_town
from pencilwright.games.terra_mystica.state import Player, State, to_table
from pencilwright.games.terra_mystica.table import Table


def problems(state: State) -> list[Problem]:
    """Return every way in which a position breaks the rules; an empty list when it can arise."""
    table = to_table(state)
    found = [*_seats(state), *_map(state), *_shared(state, table), *_cards(state)]
    for index, player in enumerate(state.players):
        where = f"players[{index}]"
        found += _pieces(state, player, where)
        found += _tracks(player, where)
        found += _tiles(state, table, player, where)
    return found


def check(state: State) -> State:
    """Return the state. Raises InputError with the first problem of a position that can't arise."""
    refuse(problems(state))
    return state


def _seats(state: State) -> Iterator[Problem]:
    """Factions and their boards; agreement with the setup."""
    seen: dict[str, str] = {}
    for player in state.players:
        colour = FACTIONS[player.faction].colour
        if colour in seen:
            yield Problem(
                "players",
                f"{seen[colour]} and {player.faction} are the two sides of one board",
                "another faction",
            )
        seen[colour] = player.faction
    playing = tuple(player.faction for player in state.players)
    if state.setup and state.setup.factions != playing:
        yield Problem(
            "players",
            f"the setup has {', '.join(state.setup.factions)}, the position {', '.join(playing)}",
            "the factions of the setup, or no setup",
        )


def _map(state: State) -> Iterator[Problem]:
    """One structure on a hex, on home terrain; bridges where they can be."""
    owners: dict[str, str] = {}
    for index, player in enumerate(state.players):
        home = FACTIONS[player.faction].colour
        for name in player.structures:
            field = f"players[{index}].structures.{name}"
            if name in owners:
                yield Problem(
                    field, f"{name} holds structures of {owners[name]} and {player.faction}", "one of them"
                )
            owners[name] = player.faction
            terrain = state.terrain.get(name, TERRAIN[name])
            if terrain != home:
                yield Problem(
                    field,
                    f"{name} is {terrain}, but the {player.faction} build on {home} only",
                    f"terrain of {name}: {home}",
                )
    for bridge, owner in state.bridges.items():
        field = f"bridges.{bridge}"
        if bridge not in state.bridge_places:
            yield Problem(field, f"no bridge can be at {bridge}", "one of the bridge places")
        elif all(owners.get(end) != owner for end in bridge.split("-")):
            yield Problem(
                field,
                f"neither end of bridge {bridge} holds a structure of the {owner}",
                "a bridge of another",
            )
    for owner, count in Counter(state.bridges.values()).items():
        if count > BRIDGES:
            yield Problem("bridges", f"the {owner} have {count} bridges; a colour has {BRIDGES}", "3 bridges")


def _cards(state: State) -> Iterator[Problem]:
    """Each card of the setup is somewhere, everybody in play holds one, free ones got a coin a round."""
    for card, coins in state.cards.items():
        if coins > state.round:
            yield Problem(
                f"cards.{card}",
                f"{coins} coins lie on {card}; a free card gets one each round, so {state.round} at most",
                f"{state.round}",
            )
    if state.setup is None or any(player.network is not None for player in state.players):
        return  # what was not entered is not missing
    held = {player.bonus for player in state.players}
    for card in state.setup.bonus:
        if card not in held and card not in state.cards:
            yield Problem(
                "cards", f"{card} is in this game, but nobody holds it and it is not free", f"{card} free"
            )
    for index, player in enumerate(state.players):
        done = player.passed and state.round == ROUNDS
        if state.round and bool(player.bonus) == done:
            said = (
                "have passed in the last round, so they hold none"
                if done
                else "hold none; in a round each does"
            )
            yield Problem(
                f"players[{index}].bonus", f"bonus card: the {player.faction} {said}", "a card" * (not done)
            )


def _shared(state: State, table: Table) -> Iterator[Problem]:
    """Tiles and cards that all players share, and the tops of the cults."""
    places = Counter([*state.cards, *(player.bonus for player in state.players if player.bonus)])
    for card, count in places.items():
        if count > 1:
            yield Problem("players", f"bonus card {card} is in {count} places; there is one", "one place")
        if state.setup and card not in state.setup.bonus:
            yield Problem("players", f"bonus card {card} is not in this game", "a card of the setup")
    for favour, count in Counter(name for p in state.players for name in p.favours).items():
        if count > FAVOURS[favour].copies:
            yield Problem(
                "players", f"{count} of {favour} are held; there are {FAVOURS[favour].copies}", "fewer"
            )
    towns = town_supply(state.setup.extras if state.setup else ("towns",))
    for tile, count in Counter(town.tile for p in state.players for town in p.towns if town.tile).items():
        if count > towns.get(tile, 0):
            yield Problem("players", f"{count} of {tile} are held; there are {towns.get(tile, 0)}", "fewer")
    for at, cult in enumerate(CULTS):
        tops = [player.faction for player in state.players if player.cults[at] == CULT_TOP]
        if len(tops) > 1:
            yield Problem(
                "players", f"{' and '.join(tops)} are both on step 10 of {cult}", "9 for one of them"
            )
        for owner in table.places[cult]:
            if owner and owner not in table.seats:
                yield Problem(
                    f"priests.{cult}", f"a priest of the {owner} lies there, who do not play", "none"
                )
    if state.start and state.start not in table.seats:
        yield Problem("start", f"the {state.start} do not play", "a faction of the position")


def _pieces(state: State, player: Player, where: str) -> Iterator[Problem]:
    """A player's pieces are no more than a colour has."""
    for kind, count in Counter(player.structures.values()).items():
        if count > SUPPLY[kind]:
            name = STRUCTURE_NAMES[kind]
            yield Problem(
                f"{where}.structures",
                f"the {player.faction} have {count} of the {name}; a colour has {SUPPLY[kind]}",
                f"{SUPPLY[kind]}",
            )
    lying = sum(owners.count(player.faction) for owners in state.priests.values())
    if player.network is None and player.priests + lying > PRIESTS:
        yield Problem(
            f"{where}.priests",
            f"the {player.faction} have {player.priests} priests and {lying} on the cult board; "
            f"a colour has {PRIESTS}",
            f"{PRIESTS - lying}",
        )
    if sum(player.bowls) > POWER_TOKENS:
        yield Problem(
            f"{where}.bowls",
            f"the bowls of the {player.faction} hold {sum(player.bowls)} tokens; there are {POWER_TOKENS}",
            "12 tokens or fewer",
        )
    if state.setup is not None and player.network is None and not any(player.bowls):
        yield Problem(
            f"{where}.bowls",
            f"the bowls of the {player.faction} are empty; a sacrifice takes one token of two",
            "one token or more",
        )


def _tracks(player: Player, where: str) -> Iterator[Problem]:
    """Shipping and spades within the faction's tracks."""
    faction = FACTIONS[player.faction]
    low, top = faction.ship_start, faction.ship_top
    if player.faction == "fakirs":
        top = 2
    if not low <= player.shipping <= (top or 0) and player.network is None:
        yield Problem(
            f"{where}.shipping",
            f"shipping of the {faction.name} is {low} to {top or 0}, not {player.shipping}",
            f"{low}",
        )
    most = max(0, len(faction.spade_costs) - 1)
    if player.spade_level > most:
        yield Problem(
            f"{where}.spade_level",
            f"the spade track of the {faction.name} has {most} steps, not {player.spade_level}",
            f"{most}",
        )


def _tiles(state: State, table: Table, player: Player, where: str) -> Iterator[Problem]:
    """Favour tiles, towns and keys agree with what is built."""
    if len(set(player.favours)) != len(player.favours):
        yield Problem(f"{where}.favours", f"the {player.faction} have a favour tile twice", "each once")
    if player.network is not None:
        return
    kinds = Counter(player.structures.values())
    wanted = (kinds["TE"] + 2 * kinds["SA"]) * (2 if player.faction == "chaosmagicians" else 1)
    wanted += kinds["SH"] if player.faction == "auren" else 0
    if len(player.favours) != min(wanted, len(FAVOURS)):
        yield Problem(
            f"{where}.favours",
            f"the {player.faction} have {len(player.favours)} favour tiles; their structures gave {wanted}",
            f"{wanted} tiles",
        )
    yield from _towns(table, player, where)


def _towns(table: Table, player: Player, where: str) -> Iterator[Problem]:
    """Each town is a town, and the keys are those of the towns (section 9)."""
    seat = table.seats[player.faction]
    for town in player.towns:
        hexes, name = frozenset(town.hexes), f"the town {town.tile}".rstrip()
        if not hexes or not hexes <= player.structures.keys():
            yield Problem(f"{where}.towns", f"{name} holds a hex without own structure", "own hexes")
        elif not is_whole(table, seat, hexes):
            yield Problem(
                f"{where}.towns",
                f"{name} on {', '.join(sorted(hexes))} does not hang together; only edges and bridges join a "
                "town, and for Mermaids one river hex",
                "structures that are joined directly",
            )
        elif not makes_town(seat, hexes):
            yield Problem(
                f"{where}.towns",
                f"{name} on {', '.join(sorted(hexes))} is no town: it needs {TOWN_STRUCTURES} structures (a "
                f"sanctuary counts as two) and power {seat.town_power}",
                "a larger group, or no town",
            )
    tops = player.cults.count(CULT_TOP)
    keys = sum(TOWNS[town.tile].keys for town in player.towns if town.tile)
    if all(town.tile for town in player.towns) and (player.towns or player.faction != "mermaids"):
        if player.keys + tops != keys:
            yield Problem(
                f"{where}.keys",
                f"the towns of the {player.faction} gave {keys} key(s); {tops} were used for a tenth step, "
                f"so {keys - tops} must be left, not {player.keys}",
                f"{max(0, keys - tops)}",
            )
    elif player.keys + tops > (most := _most_keys(table, player)):
        yield Problem(
            f"{where}.keys",
            f"the structures of the {player.faction} can have given {most} key(s) at most; {tops} were used "
            f"for a tenth step, and {player.keys} are left",
            f"{max(0, most - tops)}",
        )


def _most_keys(table: Table, player: Player) -> int:
    """Return the most keys that a player's structures can have brought, whatever the tiles of the towns."""
    kinds = list(player.structures.values())
    towns = (len(kinds) + kinds.count("SA")) // TOWN_STRUCTURES
    return towns + (towns > 0 and "towns" in table.extras)
