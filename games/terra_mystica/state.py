"""A position: the map and every player's things, as JSON; its way to a table and back."""

from __future__ import annotations

import re
import unicodedata
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from pencilwright.games import decoding, plainjson
from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica import board
from pencilwright.games.terra_mystica.board import TERRAIN, bridge_name
from pencilwright.games.terra_mystica.components import (
    BONUS,
    CULTS,
    FAVOURS,
    POWER_ACTIONS,
    STANDARD,
    STRUCTURES,
    TOWNS,
    Components,
)
from pencilwright.games.terra_mystica.factions import FACTIONS, faction
from pencilwright.games.terra_mystica.reach import grow_towns, new_towns
from pencilwright.games.terra_mystica.setup import Setup, from_code, to_code
from pencilwright.games.terra_mystica.table import Seat, Table, Town

FORMAT: Final = "terra-mystica/1"
SCHEMA_ID: Final = "urn:pencilwright:terra-mystica:1"
LARGEST: Final = 1_000_000
"""Bytes that a position may have in a file."""
LONGEST_NAME: Final = 100
UNPRINTABLE: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})

Structure = Literal["D", "TH", "TE", "SH", "SA"]
Count = Annotated[int, Meta(ge=0, le=999)]
Step = Annotated[int, Meta(ge=0, le=10)]
Tokens = Annotated[int, Meta(ge=0, le=12)]
Network = Annotated[
    int, Meta(ge=0, le=17, description="size of the largest network, when the map is not entered")
]


class TownData(Struct, frozen=True, forbid_unknown_fields=True):
    """One town: its tile ("" for one that is not named) and its hexes."""

    tile: str
    hexes: tuple[str, ...]


class Player(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """One player's things; what is left out is none."""

    faction: str
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    points: Annotated[Count, Meta(description="victory points")] = 0
    coins: Count = 0
    workers: Count = 0
    priests: Annotated[Count, Meta(description="priests at hand")] = 0
    bowls: Annotated[tuple[Tokens, Tokens, Tokens], Meta(description="power tokens in bowls I, II, III")] = (
        0,
        0,
        0,
    )
    shipping: Annotated[Step, Meta(description="shipping level on the board")] = 0
    spade_level: Annotated[int, Meta(ge=0, le=2, description="upgrades of the spade track")] = 0
    cults: Annotated[tuple[Step, Step, Step, Step], Meta(description="steps on fire, water, earth, air")] = (
        0,
        0,
        0,
        0,
    )
    keys: Annotated[int, Meta(ge=0, le=12, description="keys not used for a tenth step")] = 0
    structures: Annotated[dict[str, Structure], Meta(description="land hex -> D, TH, TE, SH or SA")] = {}
    bonus: Annotated[str, Meta(description="bonus card held")] = ""
    favours: tuple[str, ...] = ()
    towns: tuple[TownData, ...] = ()
    used: Annotated[tuple[str, ...], Meta(description="own actions used in this round: SH, FAV6, BON1")] = ()
    passed: bool = False
    network: Network | None = None


class Position(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What a file holds."""

    format: Literal["terra-mystica/1"]
    setup: Annotated[str | None, Meta(description="share code of the setup, or null")] = None
    round: Annotated[int, Meta(ge=0, le=6, description="0 before the first round")] = 6
    terrain: Annotated[
        dict[str, str], Meta(description="land hex -> terrain, where it is not the printed one")
    ] = {}
    bridges: Annotated[dict[str, str], Meta(description='bridge ("F3-G1") -> faction that built it')] = {}
    priests: Annotated[
        dict[str, tuple[str, str, str, str]],
        Meta(description="cult -> faction on its places for 3, 2, 2, 2 steps; an empty text for none"),
    ] = {}
    used: Annotated[tuple[str, ...], Meta(description="power actions used in this round")] = ()
    cards: Annotated[dict[str, Count], Meta(description="free bonus card -> coins on it")] = {}
    start: Annotated[str, Meta(description="faction with the start-player token")] = ""
    players: Annotated[tuple[Player, ...], Meta(min_length=1, max_length=5)]


class State(Struct, frozen=True):
    """A position, checked for what can be read; `problems` says what can't arise."""

    setup: Setup | None
    round: int
    terrain: dict[str, str]
    bridges: dict[str, str]
    priests: dict[str, tuple[str, ...]]
    used: tuple[str, ...]
    cards: dict[str, int]
    start: str
    players: tuple[Player, ...]
    bridge_places: tuple[str, ...] = STANDARD.bridge_places

    def player(self, name: str) -> Player:
        """Return a faction's things. Raises InputError when it does not play."""
        for player in self.players:
            if player.faction == name:
                return player
        raise InputError(
            f"the {name} are not in this position; there are {', '.join(p.faction for p in self.players)}",
            field="players",
        )


# --- reading ------------------------------------------------------------------------------------------------


def parse(data: bytes | str) -> State:
    """Return the state in a JSON text or in the short text form, whichever it is.

    Raises InputError, one sentence that names the field, for anything that is no position. A position that
    can be read but not arise is returned; see `problems`.
    """
    text = plainjson.position_text(data, LARGEST)
    if text[0] in "{[\"'":
        return completed(from_position(_position(text)))
    from pencilwright.games.terra_mystica import notation

    return completed(from_position(notation.parse_text(text)))


def _position(text: str) -> Position:
    """Return the record in a JSON text."""
    plain = plainjson.load(text)
    try:
        return msgspec.convert(plain, Position, strict=True)
    except msgspec.ValidationError as error:
        raise in_words(str(error)) from error


def completed(state: State) -> State:
    """Return a position with what follows from its structures: home terrain under them, all hexes of towns.

    A group that is a town and that no entered town touches has a tile that is not named: "".
    """
    owners = [(name, player.faction) for player in state.players for name in player.structures]
    homes = {name: FACTIONS[owner].colour for name, owner in owners}
    table = to_table(
        replace(
            state,
            terrain={name: colour for name, colour in homes.items() if colour != TERRAIN[name]}
            | state.terrain,
        )
    )
    for seat in table.seats.values():
        grow_towns(table, seat)
        if table.towns_left():
            seat.towns += [Town("", group) for group in new_towns(table, seat)]
    full = from_table(table, state.setup)
    towns = {player.faction: player.towns for player in full.players}
    players = tuple(replace(player, towns=towns[player.faction]) for player in state.players)
    return replace(state, terrain=full.terrain, players=players)


def in_words(error: str) -> InputError:
    """Return a message of the decoder as a sentence that begins with the field."""
    found = decoding.refusal(error)
    wrong = re.search(r"enum value '(.*)'", error)
    if wrong and "structures" in found.field:
        where = str(found).partition(": ")[0]
        known = ", ".join(STRUCTURES)
        return InputError(f"{where}: there is no {wrong[1]!r}; there are {known}", field=found.field)
    return found


def from_position(data: Position) -> State:
    """Return the state of a record. Raises InputError for names that no rule knows."""
    bridges = {_bridge(name): _faction(owner, f"bridges.{name[:12]}") for name, owner in data.bridges.items()}
    terrain = {
        board.land(name, "terrain"): board.terrain(colour, f"terrain.{name[:5]}")
        for name, colour in data.terrain.items()
    }
    priests = dict.fromkeys(CULTS, ("", "", "", ""))
    for cult, owners in data.priests.items():
        _known(cult, CULTS, "priests", "cult")
        a, b, c, d = (_faction(owner, f"priests.{cult}") if owner else "" for owner in owners)
        priests[cult] = (a, b, c, d)
    for name in data.used:
        _known(name, tuple(POWER_ACTIONS), "used", "power action")
    for name in data.cards:
        _known(name, tuple(BONUS), "cards", "bonus card")
    return State(
        from_code(data.setup) if data.setup else None,
        data.round,
        {name: colour for name, colour in sorted(terrain.items()) if colour != TERRAIN[name]},
        dict(sorted(bridges.items())),
        dict(priests),
        tuple(sorted(data.used)),
        dict(sorted(data.cards.items())),
        _faction(data.start, "start") if data.start else "",
        tuple(_player(player, f"players[{index}]") for index, player in enumerate(data.players)),
    )


def _bridge(text: str) -> str:
    """Return a bridge's name in standard form."""
    a, dash, b = text.partition("-")
    if not dash:
        raise InputError(f'bridges has {text[:20]!r}; a bridge is written as in "F3-G1"', field="bridges")
    return bridge_name(board.land(a, "bridges"), board.land(b, "bridges"))


def _faction(text: str, field: str) -> str:
    return faction(text, field).id


def _known(name: str, known: tuple[str, ...], field: str, what: str) -> None:
    """Raise InputError unless a name is one of those known."""
    if name not in known:
        raise InputError(f"{field} has {name[:20]!r}, no {what}; there are {', '.join(known)}", field=field)


def _player(player: Player, where: str) -> Player:
    """Return a player in standard form. Raises InputError for unknown names."""
    for sign in player.name:
        if unicodedata.category(sign) in UNPRINTABLE:
            raise InputError(f"{where}.name holds a sign that can't be printed", field=f"{where}.name")
    structures: dict[str, Structure] = {}
    for name, kind in player.structures.items():
        place = board.land(name, f"{where}.structures")
        if place in structures:
            raise InputError(f"{where}.structures has {place} twice", field=f"{where}.structures")
        structures[place] = kind
    for favour in player.favours:
        _known(favour, tuple(FAVOURS), f"{where}.favours", "favour tile")
    for town in player.towns:
        if town.tile:
            _known(town.tile, tuple(TOWNS), f"{where}.towns", "town tile")
        if len(set(town.hexes)) < len(town.hexes):
            raise InputError(f"{where}.towns has a hex of a town twice", field=f"{where}.towns")
    if player.bonus:
        _known(player.bonus, tuple(BONUS), f"{where}.bonus", "bonus card")
    for name in player.used:
        _known(name, ("SH", "FAV6", "BON1", "BON2"), f"{where}.used", "own action")
    return replace(
        player,
        faction=_faction(player.faction, f"{where}.faction"),
        structures=dict(sorted(structures.items())),
        towns=tuple(
            TownData(
                town.tile,
                tuple(sorted(board.land(name, f"{where}.towns") for name in town.hexes)),
            )
            for town in player.towns
        ),
        used=tuple(sorted(player.used)),
    )


# --- writing ------------------------------------------------------------------------------------------------


def to_position(state: State) -> Position:
    """Return the record that a file holds."""
    return Position(
        format="terra-mystica/1",
        setup=to_code(state.setup) if state.setup else None,
        round=state.round,
        terrain=state.terrain,
        bridges=state.bridges,
        priests={
            cult: (owners[0], owners[1], owners[2], owners[3])
            for cult, owners in state.priests.items()
            if any(owners)
        },
        used=state.used,
        cards=state.cards,
        start=state.start,
        players=state.players,
    )


def to_json(state: State) -> bytes:
    """Return the state as JSON, always in the same order and form."""
    return msgspec.json.format(msgspec.json.encode(to_position(state)), indent=2) + b"\n"


def to_text(state: State) -> str:
    """Return the state in the short text form (docs/formats.md); `parse` reads it."""
    from pencilwright.games.terra_mystica import notation

    return notation.to_text(to_position(state))


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a position."""
    result: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA_ID,
        "title": "Terra Mystica position",
    }
    result.update(msgspec.json.schema(Position))
    player = result["$defs"]["Player"]["properties"]
    player["faction"]["enum"] = list(FACTIONS)
    player["structures"]["propertyNames"] = {"enum": list(TERRAIN)}
    player["favours"]["items"] = {"enum": list(FAVOURS)}
    result["$defs"]["TownData"]["properties"]["tile"]["enum"] = ["", *TOWNS]
    return result


# --- the table and back -------------------------------------------------------------------------------------


def player_of(state: State) -> str:
    """Return the name of the only player of a position, "" when there are several."""
    return state.players[0].name if len(state.players) == 1 else ""


def with_components(state: State, components: Components) -> State:
    """Return the position on a board with the user's own bridge places."""
    return replace(state, bridge_places=components.bridge_places)


def to_table(state: State) -> Table:
    """Return the table of a state."""
    setup = state.setup
    table = Table(
        setup.scoring if setup else (),
        setup.extras if setup else (),
        start=state.start,
        round=state.round,
        cards=dict(state.cards),
        terrain=dict(state.terrain),
        bridges=dict(state.bridges),
        bridge_places=state.bridge_places,
        places={cult: list(owners) for cult, owners in state.priests.items()},
        used=set(state.used),
    )
    for player in state.players:
        table.seats[player.faction] = Seat(
            player.faction,
            player.name,
            player.points,
            player.coins,
            player.workers,
            player.priests,
            list(player.bowls),
            player.shipping,
            player.spade_level,
            list(player.cults),
            player.keys,
            {name: str(kind) for name, kind in player.structures.items()},
            player.bonus,
            list(player.favours),
            [Town(town.tile, frozenset(town.hexes)) for town in player.towns],
            set(player.used),
            player.passed,
        )
    return table


def from_table(table: Table, setup: Setup | None) -> State:
    """Return the state of a table."""
    players = tuple(
        Player(
            faction=seat.faction,
            name=seat.name,
            points=seat.points,
            coins=seat.coins,
            workers=seat.workers,
            priests=seat.priests,
            bowls=(seat.bowls[0], seat.bowls[1], seat.bowls[2]),
            shipping=seat.shipping,
            spade_level=seat.spade_level,
            cults=(seat.cults[0], seat.cults[1], seat.cults[2], seat.cults[3]),
            keys=seat.keys,
            structures=msgspec.convert(dict(sorted(seat.structures.items())), dict[str, Structure]),
            bonus=seat.bonus,
            favours=tuple(seat.favours),
            towns=tuple(TownData(town.tile, tuple(sorted(town.hexes))) for town in seat.towns),
            used=tuple(sorted(seat.used)),
            passed=seat.passed,
        )
        for seat in table.seats.values()
    )
    return State(
        setup,
        table.round,
        {name: colour for name, colour in sorted(table.terrain.items()) if colour != TERRAIN[name]},
        dict(sorted(table.bridges.items())),
        {cult: tuple(owners) for cult, owners in table.places.items()},
        tuple(sorted(table.used)),
        dict(sorted(table.cards.items())),
        table.start,
        players,
        table.bridge_places,
    )


def problems(state: State) -> list[Any]:
    """Return every way in which the position breaks the rules (records of legality.Problem)."""
    from pencilwright.games.terra_mystica.legality import problems as found

    return list(found(state))


def check(state: State) -> State:
    """Return the state when it can arise, else raise InputError with the first problem."""
    for problem in problems(state):
        raise InputError(problem.rule, field=problem.field)
    return state
