"""What a position holds: the points in the rows of each seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

from msgspec import Meta, Struct, structs

from pencilwright.games.yatzy.components import SEATS, STANDARD, Components
from pencilwright.games.yatzy.setup import Setup

FORMAT: Final = "yatzy/1"


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat: its number, the player's name, row -> points; rows that are still open are left out."""

    seat: Annotated[int, Meta(ge=1, le=len(SEATS), description="the column of the pad")]
    name: str = ""
    rows: Annotated[Mapping[str, int], Meta(description="row -> points")] = {}


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of Yatzy as a file."""

    format: Annotated[str, Meta(extra_json_schema={"const": FORMAT})]
    players: Annotated[tuple[Player, ...], Meta(min_length=1, max_length=len(SEATS))]
    setup: Annotated[str | None, Meta(description="share code; null: not known")] = None


class State(Struct, frozen=True):
    """The seats in play, the setup where it is known, and the bonus that is played by."""

    players: tuple[Player, ...]
    setup: Setup | None = None
    box: Components = STANDARD


def player_of(state: State) -> str:
    """Return the name of the only player, "" when there are several."""
    return state.players[0].name if len(state.players) == 1 else ""


def start(setup: Setup, components: Components = STANDARD) -> State:
    """Return the position at the start of a game: empty columns."""
    return State(tuple(Player(seat) for seat in range(1, setup.players + 1)), setup, components)


def with_components(state: State, components: Components) -> State:
    """Return the position with the user's own bonus."""
    return structs.replace(state, box=components)
