"""A position: the map and every player's things, as files hold them and as the rules play them on."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.shared.reading import LONGEST_NAME
from pencilwright.games.shared.refusals import nobody
from pencilwright.games.terra_mystica import components as box
from pencilwright.games.terra_mystica.boards.factions import FACTIONS, Faction
from pencilwright.games.terra_mystica.boards.hexes import TERRAIN
from pencilwright.games.terra_mystica.rules.power import cult_power, gain_power, power_room
from pencilwright.games.terra_mystica.setup import Setup
from pencilwright.games.terra_mystica.words import names
from pencilwright.templates.phrases import Phrase, phrase

FORMAT: Final = "terra-mystica/1"
NO_PRIESTS: Final = ("",) * len(box.PRIEST_PLACES)

if TYPE_CHECKING:  # what the reader of a file makes sure of; the rules pass plain words on
    Structure: TypeAlias = str
    Places: TypeAlias = tuple[str, ...]
else:
    Structure = Literal["D", "TH", "TE", "SH", "SA"]
    Places = tuple[str, str, str, str]
Count = Annotated[int, Meta(ge=0, le=999)]
Step = Annotated[int, Meta(ge=0, le=10)]
Tokens = Annotated[int, Meta(ge=0, le=12)]
Network = Annotated[
    int, Meta(ge=0, le=17, description="size of the largest network, when the map is not entered")
]


class Town(Struct, frozen=True, forbid_unknown_fields=True):
    """One town: its tile ("" for one that is not named) and its hexes."""

    tile: str
    hexes: tuple[str, ...]


class Player(Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """One player's things; what is left out is none."""

    # The rules write new values into the fields and change none in place, so a shallow copy stays as it is.
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
    structures: Annotated[Mapping[str, Structure], Meta(description="land hex -> D, TH, TE, SH or SA")] = {}
    bonus: Annotated[str, Meta(description="bonus card held")] = ""
    favours: tuple[str, ...] = ()
    towns: tuple[Town, ...] = ()
    used: Annotated[tuple[str, ...], Meta(description="own actions used in this round: SH, FAV6, BON1")] = ()
    passed: bool = False
    dropped: Annotated[bool, Meta(description="left the game: no turns and no bonus card any more")] = False
    network: Network | None = None

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
        return box.SUPPLY[structure] - self.count(structure)

    @property
    def is_out(self) -> bool:
        """Whether the player takes no turn any more in this round."""
        return self.passed or self.dropped

    def gain_power(self, amount: int) -> int:
        """Take power as far as there are tokens to move; return how much."""
        taken = min(amount, power_room(self.bowls))
        self.bowls = gain_power(self.bowls, taken)
        return taken

    def stand(self, cult: str, step: int) -> None:
        """Put the marker on a step of a cult."""
        a, b, c, d = (step if name == cult else old for name, old in zip(box.CULTS, self.cults, strict=True))
        self.cults = a, b, c, d

    def put(self, name: str, structure: str) -> None:
        """Put a structure on a hex."""
        self.structures = {**self.structures, name: structure}

    @property
    def own_actions(self) -> tuple[str, ...]:
        """Special actions not used yet in this round: of the stronghold, the bonus card, a favour tile."""
        held = {
            "SH": self.board.stronghold_action and self.count("SH"),
            self.bonus: self.bonus and box.BONUS[self.bonus].action,
            box.CULT_FAVOUR: box.CULT_FAVOUR in self.favours,
        }
        return tuple(name for name, may in held.items() if may and name not in self.used)

    def town_hexes(self) -> set[str]:
        """Return all hexes that belong to a town."""
        return {name for town in self.towns for name in town.hexes}

    @property
    def town_power(self) -> int:
        """Power that a town needs: 7, or 6 with FAV5."""
        return box.TOWN_POWER - (box.SMALL_TOWN_FAVOUR in self.favours)

    @property
    def skip(self) -> int:
        """Hexes that the faction may jump over: 0 for those that cannot."""
        before, after = self.board.skip
        if not after:
            return 0
        extra = self.shipping if self.faction == "fakirs" else 0
        return (after if self.count("SH") else before) + extra


class Position(
    Struct,
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
        Mapping[str, str], Meta(description="land hex -> terrain, where it is not the printed one")
    ] = {}
    bridges: Annotated[Mapping[str, str], Meta(description='bridge ("F3-G1") -> faction that built it')] = {}
    priests: Annotated[
        Mapping[str, Places],
        Meta(description="cult -> faction on its places for 3, 2, 2, 2 steps; an empty text for none"),
    ] = {}
    used: Annotated[tuple[str, ...], Meta(description="power actions used in this round")] = ()
    cards: Annotated[Mapping[str, Count], Meta(description="free bonus card -> coins on it")] = {}
    start: Annotated[str, Meta(description="faction with the start-player token")] = ""
    players: Annotated[tuple[Player, ...], Meta(min_length=1, max_length=5)]
    map_only: Annotated[bool, Meta(description="what the players' boards hold was not entered")] = False


class State(Position):
    """A position, checked for what can be read, on a map; `legality.problems` says what can't arise."""

    bridge_places: tuple[str, ...] = box.STANDARD.bridge_places

    def copied(self) -> State:
        """Return a state that can be played on without touching this one."""
        after = copy(self)
        after.players = tuple(copy(player) for player in self.players)
        return after

    @property
    def seats(self) -> dict[str, Player]:
        """The players whose faction is known, by it."""
        return {player.faction: player for player in self.players if player.faction}

    @property
    def places(self) -> dict[str, Places]:
        """Cult -> faction whose priest lies on each place ("" for none)."""
        return {cult: self.priests.get(cult, NO_PRIESTS) for cult in box.CULTS}

    def player(self, name: str) -> Player:
        """Return a faction's things. Raises InputError when it does not play."""
        for player in self.players:
            if player.faction == name:
                return player
        there = tuple(names.who(player.faction) for player in self.players if player.faction)
        raise nobody(names.who(name), there)

    @property
    def ids(self) -> tuple[str, ...]:
        """What the players go by in scores: the faction, "player1" and so on where it is not known."""
        return tuple(player.faction or f"player{seat}" for seat, player in enumerate(self.players, start=1))

    @property
    def names(self) -> tuple[Phrase, ...]:
        """What the players are called: the faction, "player 1" and so on where it is not known."""
        return tuple(
            names.who(player.faction) if player.faction else names.player(seat)
            for seat, player in enumerate(self.players, start=1)
        )

    def terrain_of(self, name: str) -> str:
        """Return the terrain that a land hex has now."""
        return self.terrain.get(name, TERRAIN[name])

    def owner(self, name: str) -> str:
        """Return the faction whose structure stands on a hex, or ""."""
        return next((player.faction for player in self.players if name in player.structures), "")

    def tile(self) -> str:
        """Return the scoring tile of this round, "" outside rounds 1 to 6 and when tiles are not known."""
        return self.setup.scoring[self.round - 1] if self.setup and 1 <= self.round <= box.ROUNDS else ""

    def favours_left(self, name: str) -> int:
        """Return how many tiles of a kind of favour nobody has."""
        return box.FAVOURS[name].copies - sum(player.favours.count(name) for player in self.players)

    def towns_left(self) -> dict[str, int]:
        """Return the town tiles that nobody has: id -> copies, without those used up."""
        left = box.town_supply(self.setup.extras if self.setup else ())
        for player in self.players:
            for town in player.towns:
                left[town.tile] = left.get(town.tile, 0) - 1
        return {name: copies for name, copies in left.items() if copies > 0}

    def power_actions_left(self) -> tuple[str, ...]:
        """Return the power actions that nobody has used in this round."""
        return tuple(name for name in box.POWER_ACTIONS if name not in self.used)

    def priest_places_left(self, cult: str) -> tuple[int, ...]:
        """Return the steps of each free place of a cult."""
        places = zip(box.PRIEST_PLACES, self.places[cult], strict=True)
        return tuple(steps for steps, owner in places if not owner)

    def priests_on_board(self, faction: str) -> int:
        """Return how many of a faction's priests lie on the cult board."""
        return sum(places.count(faction) for places in self.places.values())

    def priests_at_most(self, faction: str) -> int:
        """Return how many priests a faction can hold: 7 less those on the cult board."""
        return box.PRIESTS - self.priests_on_board(faction)

    def bridges_left(self, faction: str) -> int:
        """Return how many bridges a faction can still build."""
        return box.BRIDGES - sum(owner == faction for owner in self.bridges.values())

    # --- changes ------------------------------------------------------------------------------------------

    def advance(self, player: Player, cult: str, steps: int) -> int:
        """Move a marker up a cult as far as it may go, with the power on the way; return the steps made."""
        at = box.CULTS.index(cult)
        before = after = player.cults[at]
        for _ in range(steps):
            if after == box.CULT_TOP - 1:
                taken = any(other.cults[at] == box.CULT_TOP for other in self.players)
                if taken or not player.keys:
                    break
                player.keys -= 1
            if after == box.CULT_TOP:
                break
            after += 1
        player.stand(cult, after)
        player.gain_power(cult_power(before, after))
        return after - before

    def place_priest(self, player: Player, cult: str, steps: int) -> None:
        """Lay a priest on a place of a cult for good. Raises InputError when no such place is free."""
        places = self.places[cult]
        for index, worth in enumerate(box.PRIEST_PLACES):
            if worth == steps and not places[index]:
                taken = (*places[:index], player.faction, *places[index + 1 :])
                self.priests = {**self.priests, cult: taken}
                return
        text = phrase("mystica.refused.no_priest_place", cult=names.cult(cult), n=steps)
        raise InputError(text, field=f"places.{cult}")


def in_order(state: State) -> State:
    """Return a copy of a state in standard form: everything in order, no terrain that is printed."""
    players = tuple(
        replace(player, structures=dict(sorted(player.structures.items())), used=tuple(sorted(player.used)))
        for player in state.players
    )
    return replace(
        state,
        terrain={name: colour for name, colour in sorted(state.terrain.items()) if colour != TERRAIN[name]},
        bridges=dict(sorted(state.bridges.items())),
        priests={cult: owners for cult, owners in state.places.items() if any(owners)},
        used=tuple(sorted(state.used)),
        cards=dict(sorted(state.cards.items())),
        players=players,
    )


# --- ways to a state --------------------------------------------------------------------------------------


def seated(faction: str, points: int) -> Player:
    """Return a player's things at the beginning of a game."""
    board = FACTIONS[faction]
    return Player(
        faction=faction,
        points=points,
        coins=board.coins,
        workers=board.workers,
        priests=board.priests,
        bowls=board.bowls,
        shipping=board.ship_start,
        cults=board.cults,
    )


def start(setup: Setup, components: box.Components = box.STANDARD) -> State:
    """Return the position before the first dwelling.

    Raises InputError for a setup whose factions are chosen at the table.
    """
    if not setup.seated:
        raise InputError(phrase("mystica.setup.undecided"), field="setup")
    players = tuple(
        seated(name, box.REVISED_START[name] if setup.revised_start else box.START_POINTS)
        for name in setup.factions
    )
    return State(
        setup=setup,
        round=0,
        cards=dict.fromkeys(setup.bonus, 0),
        start=setup.factions[0],
        players=players,
        bridge_places=components.bridge_places,
    )


def with_components(state: State, components: box.Components) -> State:
    """Return the position on a board with the user's own bridge places."""
    return replace(state, bridge_places=components.bridge_places)


def factions_known(state: State) -> State:
    """Return the state. Raises InputError for the position of a pad that does not tell the factions."""
    if not all(player.faction for player in state.players):
        raise InputError(phrase("mystica.refused.unknown_factions"), field="players")
    return state
