"""What a position of Tianxia holds: players, palace, wall, buildings, barges; and who owns what of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Final

from msgspec import Meta, Struct

from pencilwright.games.errors import InputError
from pencilwright.games.shared.refusals import nobody
from pencilwright.games.tianxia import components
from pencilwright.games.tianxia.rules.advice_inputs import Plans
from pencilwright.games.tianxia.setup import Setup
from pencilwright.templates.phrases import phrase

FORMAT: Final = "tianxia/1"

Count = Annotated[int, Meta(ge=0, le=999)]
Few = Annotated[int, Meta(ge=0, le=99)]
Owners = Annotated[str, Meta(max_length=60, description="players' letters in order, from the left")]


class Ships(Struct, frozen=True, forbid_unknown_fields=True):
    """Own shipping markers in each port."""

    yan: Few = 0
    qi: Few = 0
    chu: Few = 0


class Player(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One player: prestige so far, hand, supply and shipping markers.

    `resources` and `goods` count those whose kind is not recorded. `meeples` and `tiles` are those in the own
    supply; tiles are palace and regular bonus tiles, used or not.
    """

    letter: Annotated[
        str,
        Meta(
            pattern="^[A-Z]$",
            max_length=1,
            description="one letter A to Z, not N",
            extra={"words": "form.letter"},
        ),
    ]
    name: Annotated[str, Meta(description="the player's name")] = ""
    points: Annotated[Count, Meta(description="prestige on the score track")] = 0
    goals: Annotated[tuple[str, ...], Meta(description="goal cards in hand, such as OB10")] = ()
    jade: Annotated[int, Meta(ge=0, le=6, description="jade figurines on the player board")] = 0
    coin: Count = 0
    wood: Few = 0
    stone: Few = 0
    rice: Few = 0
    silk: Few = 0
    helmet: Few = 0
    jewel: Few = 0
    resources: Annotated[Few, Meta(description="resources of a kind not recorded")] = 0
    goods: Annotated[Few, Meta(description="goods of a kind not recorded")] = 0
    meeples: Annotated[Few, Meta(description="meeples left in the own supply")] = 0
    tiles: Annotated[Few, Meta(description="palace and regular bonus tiles in the own supply")] = 0
    ships: Ships = Ships()
    start: Annotated[str, Meta(description="starting building A1 to A6")] = ""
    board: Annotated[str, Meta(description="side of the player board, 1A to 4B")] = ""


class PalaceTrack(Struct, frozen=True, forbid_unknown_fields=True):
    """A palace track: markers from the highest to the lowest, the earlier one first at equal height.

    `steps` are their heights in the same order, or empty where only the order was recorded. Who stands on the
    start space is left out.
    """

    order: Annotated[str, Meta(max_length=5, description="letters from first to last; N is the neutral")] = ""
    steps: tuple[Annotated[int, Meta(ge=0, le=components.STEPS)], ...] = ()


class Palace(Struct, frozen=True, forbid_unknown_fields=True):
    """The four palace tracks."""

    white: PalaceTrack = PalaceTrack()
    red: PalaceTrack = PalaceTrack()
    black: PalaceTrack = PalaceTrack()
    blue: PalaceTrack = PalaceTrack()


class Section(Struct, frozen=True, forbid_unknown_fields=True):
    """One section of the wall. `double` lists the owners of double-tower tiles laid there this round."""

    nomads: Annotated[Few, Meta(description="nomad strength")] = 0
    battle: Annotated[bool, Meta(description="whether the chieftain stands on the battle space")] = False
    soldiers: Owners = ""
    walls: Owners = ""
    towers: Owners = ""
    double: Owners = ""


class Barges(Struct, frozen=True, forbid_unknown_fields=True):
    """The workers on each barge, from the left; N is a neutral worker."""

    stone: Owners = ""
    rice: Owners = ""
    wood: Owners = ""


EMPTY_WALL: Final = (Section(),) * components.SECTIONS


class Position(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="format", tag=FORMAT):
    """A position of Tianxia as a file."""

    setup: Annotated[Setup | None, Meta(description="share code or setup; null: not known")] = None
    round: Annotated[int, Meta(ge=1, le=components.ROUNDS)] = components.ROUNDS
    over: Annotated[bool, Meta(description="whether the attack phase of round 4 has ended")] = False
    players: Annotated[tuple[Player, ...], Meta(min_length=1, max_length=components.MOST_PLAYERS)]
    palace: Palace = Palace()
    wall: Annotated[
        tuple[Section, ...], Meta(min_length=components.SECTIONS, max_length=components.SECTIONS)
    ] = EMPTY_WALL
    governors: Annotated[Mapping[str, Owners], Meta(description="building space -> governors there")] = {}
    buildings: Annotated[
        Mapping[str, str], Meta(description="building space -> tile, if no setup says it")
    ] = {}
    tokens: Annotated[tuple[str, ...], Meta(description="spaces with an additional-cost token")] = ()
    barges: Barges = Barges()
    plan: Annotated[Plans, Meta(description="what `advise` is told besides the position")] = Plans()


class State(Position, frozen=True, kw_only=True):
    """A position as it is played on: with what files and text lines have not.

    `box` holds the values that no source proves, `valued` what commands brought that no rule scores, in
    tenths of a point by the plan's worths. Parts that are not known are empty; scoring and battles need only
    what they speak of. The governors of a space stand in the order of its slots.
    """

    box: components.Components = components.STANDARD
    valued: int = 0


# --- Questions to a state ---------------------------------------------------------------------------------


def player(state: State, letter: str) -> Player:
    """Return the player with a letter. Raises InputError naming those there are."""
    for candidate in state.players:
        if candidate.letter == letter:
            return candidate
    letters = tuple(candidate.letter for candidate in state.players)
    raise nobody(letter[:10], letters, field="player")


def governors_in(state: State, letter: str, regions: Iterable[str]) -> int:
    """Return how many governors a player has in some regions together."""
    wanted = tuple(regions)
    return sum(letter in owners for space, owners in state.governors.items() if space[:-1] in wanted)


def tile_at(state: State, space: str) -> str:
    """Return the building tile on a space, "" when it is not known."""
    if state.setup is not None:
        return state.setup.buildings[components.SPACE_IDS.index(space)]
    return state.buildings.get(space, "")


def uses(state: State, tile: str) -> tuple[str, ...]:
    """Return the letters of the players with a governor at a building tile."""
    owners = "".join(who for space, who in state.governors.items() if tile_at(state, space) == tile)
    return tuple(entry.letter for entry in state.players if entry.letter in owners)


def resources_of(player: Player) -> int:
    """Return how many resources a player has, of whatever kind."""
    return int(player.resources + sum(getattr(player, kind) for kind in components.RESOURCES))


def goods_of(player: Player) -> int:
    """Return how many goods a player has, of whatever kind."""
    return int(player.goods + sum(getattr(player, kind) for kind in components.GOODS))


def leftovers_of(player: Player) -> int:
    """Return coins, resources and goods together."""
    return player.coin + resources_of(player) + goods_of(player)


def pieces(
    state: State, letter: str, part: str, sections: Iterable[int] = range(1, components.SECTIONS + 1)
) -> int:
    """Return how many "walls", "towers" or "soldiers" a player has in some sections (1 to 4)."""
    return sum(getattr(state.wall[number - 1], part).count(letter) for number in sections)


def meeples_of(state: State, letter: str) -> int:
    """Return how many meeples of a player are recorded: supply, wall, buildings and barges."""
    rows = [section.soldiers for section in state.wall] + [*state.governors.values()]
    rows += [getattr(state.barges, barge) for barge in components.BARGES]
    return player(state, letter).meeples + "".join(rows).count(letter)


def step_of(state: State, track: str, letter: str) -> int:
    """Return the height of a marker, 0 on the start space. Raises InputError where it was not recorded."""
    entry: PalaceTrack = getattr(state.palace, track)
    if letter not in entry.order:
        return 0
    if not entry.steps:
        raise heights_needed(track)
    return entry.steps[entry.order.index(letter)]


def heights_needed(track: str) -> InputError:
    """Return the refusal where the heights on a palace track were not recorded."""
    field = f"palace.{track}.steps"
    return InputError(phrase("tianxia.wrong.steps", field=field), field=field)
