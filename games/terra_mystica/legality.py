"""Whether a position can arise: supplies, terrain, bridges, cults and keys, favour tiles, towns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pencilwright.games.shared.problems import Problem, too_many
from pencilwright.games.shared.refusals import nobody_plays
from pencilwright.games.terra_mystica import components as box
from pencilwright.games.terra_mystica.boards.factions import FACTIONS
from pencilwright.games.terra_mystica.boards.hexes import TERRAIN
from pencilwright.games.terra_mystica.rules.networks import is_whole, makes_town
from pencilwright.games.terra_mystica.state import Player, State
from pencilwright.games.terra_mystica.words import names
from pencilwright.templates.phrases import Phrase, Sentence, Word, phrase


def problems(state: State) -> list[Problem]:
    """Return every way in which a position breaks the rules; an empty list when it can arise."""
    results = [*_seats(state), *_map(state), *_shared(state), *_cards(state)]
    for index, player in enumerate(state.players):
        where = f"players[{index}]"
        if player.faction:
            results += _pieces(state, player, where)
            results += _tracks(player, where)
            results += _tiles(state, player, where)
    return results


def _problem(field: str, rule: str, nearest: Sentence | int = "", /, **words: Word) -> Problem:
    """Return a problem by the last parts of its key; a number or notation stands for itself."""
    value = str(nearest) if isinstance(nearest, int) else nearest
    return Problem(field, phrase(f"mystica.problem.{rule}", **words), value)


def _seats(state: State) -> Iterator[Problem]:
    """Factions and their boards; agreement with the setup."""
    seen: dict[str, str] = {}
    playing = tuple(player.faction for player in state.players if player.faction)
    for faction in playing:
        colour = FACTIONS[faction].colour
        if colour in seen:
            first, other = names.who(seen[colour]), names.who(faction)
            yield _problem("players", "one_board", one=first, other=other)
        seen[colour] = faction
    if state.setup and state.setup.seated not in ((), playing):
        has, holds = (tuple(map(names.who, ids)) for ids in (state.setup.factions, playing))
        yield _problem("players", "setup", has=has, holds=holds or "-")
    elif state.setup and state.setup.factions and not set(playing) <= set(state.setup.factions):
        has, holds = (tuple(map(names.who, ids)) for ids in (state.setup.factions, playing))
        yield _problem("players", "pool", has=has, holds=holds)


def _map(state: State) -> Iterator[Problem]:
    """One structure on a hex, on home terrain; bridges where they can be."""
    owners: dict[str, str] = {}
    for index, player in enumerate(state.players):
        for name in player.structures:
            home = FACTIONS[player.faction].colour
            field = f"players[{index}].structures.{name}"
            if name in owners:
                first = names.who(owners[name])
                yield Problem(field, phrase("mystica.refused.occupied", hex=name, who=first))
            owners[name] = player.faction
            terrain = state.terrain.get(name, TERRAIN[name])
            if terrain != home:
                on = {"terrain": names.land(terrain), "home": names.land(home)}
                yield _problem(field, "terrain", hex=name, who=names.who(player.faction), **on)
    for bridge, owner in state.bridges.items():
        field = f"bridges.{bridge}"
        if bridge not in state.bridge_places:
            yield _problem(field, "bridge_place", bridge=bridge)
        elif all(owners.get(end) != owner for end in bridge.split("-")):
            yield _problem(field, "bridge_ends", bridge=bridge, who=names.who(owner))
    for owner, count in Counter(state.bridges.values()).items():
        if count > box.BRIDGES:
            what = phrase("mystica.pieces.bridges")
            yield too_many("bridges", count, box.BRIDGES, what, names.who(owner))


def _cards(state: State) -> Iterator[Problem]:
    """Each card of the setup is somewhere, everybody in play holds one, free ones got a coin a round."""
    for card, coins in state.cards.items():
        if coins > state.round:
            yield _problem(
                f"cards.{card}", "coins", state.round, card=names.thing(card), n=coins, most=state.round
            )
    if state.setup is None or state.map_only or any(p.network is not None for p in state.players):
        return  # what was not entered is not missing
    held = {player.bonus for player in state.players}
    for card in state.setup.bonus:
        if card not in held and card not in state.cards:
            yield _problem("cards", "lost_card", card=names.thing(card))
    for index, (player, who) in enumerate(zip(state.players, state.names, strict=True)):
        done = player.dropped or (player.passed and state.round == box.ROUNDS)
        if state.round and bool(player.bonus) == done:
            yield _problem(f"players[{index}].bonus", "no_card_left" if done else "no_card", who=who)


def _shared(state: State) -> Iterator[Problem]:
    """Tiles and cards that all players share, and the tops of the cults."""
    places = Counter([*state.cards, *(player.bonus for player in state.players if player.bonus)])
    for card, count in places.items():
        text = names.thing(card)
        if count > 1:
            yield too_many("players", count, 1, what=text)
        if state.setup and card not in state.setup.bonus:
            yield _problem("players", "card_unknown", card=text)
    favours = Counter(name for p in state.players for name in p.favours)
    towns = Counter(town.tile for p in state.players for town in p.towns if town.tile)
    supply = box.town_supply(state.setup.extras if state.setup else ("towns",))
    copies = {name: box.FAVOURS[name].copies for name in favours}
    copies |= {name: supply.get(name, 0) for name in towns}
    for tile, count in (favours + towns).items():
        if count > copies[tile]:
            yield too_many("players", count, copies[tile], what=names.thing(tile))
    for at, cult in enumerate(box.CULTS):
        tops = [
            name
            for player, name in zip(state.players, state.names, strict=True)
            if player.cults[at] == box.CULT_TOP
        ]
        if len(tops) > 1:
            yield _problem(f"cults.{cult}", "tops", who=tuple(tops), n=box.CULT_TOP, cult=names.cult(cult))
        for owner in state.places[cult]:
            if owner and owner not in state.seats:
                yield Problem(f"priests.{cult}", nobody_plays(names.who(owner)))
    if state.start and state.start not in state.seats:
        yield Problem("start", nobody_plays(names.who(state.start)))


def _pieces(state: State, player: Player, where: str) -> Iterator[Problem]:
    """A player's pieces are no more than a colour has."""
    who = names.who(player.faction)
    for kind, count in Counter(player.structures.values()).items():
        if count > (most := box.SUPPLY[kind]):
            yield too_many(f"{where}.structures", count, most, what=names.structure(kind), who=who)
    lying = sum(owners.count(player.faction) for owners in state.priests.values())
    if player.network is None and player.priests + lying > box.PRIESTS:
        what = phrase("mystica.pieces.priests", lying=lying)
        yield too_many(f"{where}.priests", player.priests, box.PRIESTS - lying, what=what, who=who)
    if (tokens := sum(player.bowls)) > box.POWER_TOKENS:
        what = phrase("mystica.pieces.tokens")
        yield too_many(f"{where}.bowls", tokens, box.POWER_TOKENS, what=what, who=who)
    entered = not state.map_only and player.network is None
    if state.setup is not None and entered and not any(player.bowls):
        yield _problem(f"{where}.bowls", "no_tokens", who=who)


def _track(field: str, what: str, n: int, low: int, top: int, who: Phrase) -> Problem:
    """Return the problem of a marker that is off its faction's track."""
    of = phrase(f"mystica.source.{what}")
    return _problem(field, "track", low if n < low else top, what=of, who=who, low=low, top=top, n=n)


def _tracks(player: Player, where: str) -> Iterator[Problem]:
    """Shipping and spades within the faction's tracks."""
    faction, who = FACTIONS[player.faction], names.who(player.faction)
    low, top = faction.ship_start, (2 if player.faction == "fakirs" else faction.ship_top) or 0
    if not low <= player.shipping <= top and player.network is None:
        yield _track(f"{where}.shipping", "shipping", player.shipping, low, top, who)
    most = max(0, len(faction.spade_costs) - 1)
    if (level := player.spade_level) > most:
        yield _track(f"{where}.spade_level", "spade_track", level, 0, most, who)


def _tiles(state: State, player: Player, where: str) -> Iterator[Problem]:
    """Favour tiles, towns and keys agree with what is built."""
    who = names.who(player.faction)
    if len(set(player.favours)) != len(player.favours):
        twice = next(name for name in player.favours if player.favours.count(name) > 1)
        rule = phrase("mystica.refused.has_favour", who=who, tile=names.thing(twice))
        yield Problem(f"{where}.favours", rule)
    if player.network is not None or state.map_only:
        return
    kinds = Counter(player.structures.values())
    wanted = (kinds["TE"] + 2 * kinds["SA"]) * (2 if player.faction == "chaosmagicians" else 1)
    wanted += kinds["SH"] if player.faction == "auren" else 0
    if (has := len(player.favours)) != min(wanted, len(box.FAVOURS)):
        yield _problem(f"{where}.favours", "favours", wanted, who=who, n=has, gave=wanted)
    yield from _towns(state, player, where)


def _towns(state: State, player: Player, where: str) -> Iterator[Problem]:
    """Each town is a town, and the keys are those of the towns (section 9)."""
    who = names.who(player.faction)
    field = f"{where}.towns"
    for town in player.towns:
        hexes = frozenset(town.hexes)
        name = phrase("mystica.town", tile=town.tile, hexes=tuple(sorted(hexes)))
        if bare := sorted(hexes - player.structures.keys()):
            yield Problem(field, phrase("mystica.refused.no_structure", who=who, hex=bare[0]))
        elif not is_whole(state, player, hexes):
            yield _problem(field, "town_parts", town=name)
        elif not makes_town(player, hexes):
            needs = {"n": box.TOWN_STRUCTURES, "power": player.town_power}
            yield _problem(field, "no_town", town=name, **needs)
    tops = player.cults.count(box.CULT_TOP)
    keys = sum(box.TOWNS[town.tile].keys for town in player.towns if town.tile)
    fields: dict[str, Word] = {"who": who, "tops": tops, "left": player.keys}
    if all(town.tile for town in player.towns) and (player.towns or player.faction != "mermaids"):
        if tops > keys:
            yield _problem(f"{where}.keys", "most_keys", n=keys, **fields)
        elif player.keys + tops != keys:
            yield _problem(f"{where}.keys", "keys", keys - tops, n=keys, must=keys - tops, **fields)
    elif player.keys + tops > (most := _most_keys(state, player)):
        yield _problem(f"{where}.keys", "most_keys", max(0, most - tops), n=most, **fields)


def _most_keys(state: State, player: Player) -> int:
    """Return the most keys that a player's structures can have brought, whatever the tiles of the towns."""
    kinds = list(player.structures.values())
    towns = (len(kinds) + kinds.count("SA")) // box.TOWN_STRUCTURES
    return towns + (towns > 0 and state.setup is not None and "towns" in state.setup.extras)
