"""What a position holds: the map and every player's things; its way to a table and back."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.shared.reading import LONGEST_NAME
from pencilwright.games.shared.refusals import nobody
from pencilwright.games.terra_mystica import naming
from pencilwright.games.terra_mystica.board import TERRAIN
from pencilwright.games.terra_mystica.components import STANDARD, Components
from pencilwright.games.terra_mystica.setup import Setup
from pencilwright.games.terra_mystica.table import Seat, Table, Town
from pencilwright.games.terra_mystica.turn import begin
from pencilwright.templates.phrases import Phrase, phrase

FORMAT: Final = "terra-mystica/1"

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

    faction: Annotated[str, Meta(description="id of the faction; an empty text when it is not known")]
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
    dropped: Annotated[bool, Meta(description="left the game: no turns and no bonus card any more")] = False
    network: Network | None = None


class Position(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
    omit_defaults=True,
    tag_field="format",
    tag=FORMAT,
):
    """What a file holds."""

    setup: Annotated[Setup | None, Meta(description="share code or setup; null: not known")] = None
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
    map_only: Annotated[bool, Meta(description="what the players' boards hold was not entered")] = False


class State(Struct, frozen=True):
    """A position, checked for what can be read; `legality.problems` says what can't arise."""

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
    map_only: bool = False

    def player(self, name: str) -> Player:
        """Return a faction's things. Raises InputError when it does not play."""
        for player in self.players:
            if player.faction == name:
                return player
        there = tuple(naming.who(player.faction) for player in self.players if player.faction)
        raise nobody(naming.who(name), there)

    @property
    def ids(self) -> tuple[str, ...]:
        """What the players go by in scores: the faction, "player1" and so on where it is not known."""
        return tuple(player.faction or f"player{seat}" for seat, player in enumerate(self.players, start=1))

    @property
    def names(self) -> tuple[Phrase, ...]:
        """What the players are called: the faction, "player 1" and so on where it is not known."""
        return tuple(
            naming.who(player.faction) if player.faction else naming.player(seat)
            for seat, player in enumerate(self.players, start=1)
        )


# --- the table and back -------------------------------------------------------------------------------------


def player_of(state: State) -> str:
    """Return the name of the only player of a position, "" when there are several."""
    return state.players[0].name if len(state.players) == 1 else ""


def start(setup: Setup, components: Components = STANDARD) -> State:
    """Return the position before the first dwelling."""
    return from_table(begin(setup, components).table, setup)


def with_components(state: State, components: Components) -> State:
    """Return the position on a board with the user's own bridge places."""
    return replace(state, bridge_places=components.bridge_places)


def factions_known(state: State) -> State:
    """Return the state. Raises InputError for the position of a pad that does not tell the factions."""
    if not all(player.faction for player in state.players):
        raise InputError(phrase("mystica.refused.unknown_factions"), field="players")
    return state


def to_table(state: State) -> Table:
    """Return the table of a state, without players whose faction is not known."""
    setup = state.setup
    table = Table(
        setup.scoring if setup else (),
        setup.extras if setup else (),
        pass_order=setup.pass_order if setup else False,
        start=state.start,
        round=state.round,
        cards=dict(state.cards),
        terrain=dict(state.terrain),
        bridges=dict(state.bridges),
        bridge_places=state.bridge_places,
        places={cult: list(owners) for cult, owners in state.priests.items()},
        used=set(state.used),
    )
    for player in filter(lambda one: one.faction, state.players):
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
            player.passed or player.dropped,
            player.dropped,
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
            dropped=seat.dropped,
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
