"""A position of Tianxia: players, palace, wall, buildings, barges; what it must obey, and who owns what."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta, Struct

from pencilwright.games.errors import InputError
from pencilwright.games.tianxia.catalogue import GOAL, SIDES, START_IDS, TILE_IDS
from pencilwright.games.tianxia.components import (
    BARGE_PLACES,
    BARGES,
    GOODS,
    MOST_PLAYERS,
    NEUTRAL,
    RESOURCES,
    ROUNDS,
    SECTIONS,
    SPACE_IDS,
    STANDARD,
    STEPS,
    TRACKS,
    Components,
)
from pencilwright.games.tianxia.plans import Plan, check_plan
from pencilwright.games.tianxia.setup import Setup, SetupData
from pencilwright.games.tianxia.wording import known

FORMAT: Final = "tianxia/1"
LONGEST_NAME: Final = 100
UNPRINTABLE: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})

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

    letter: Annotated[str, Meta(pattern="^[A-Z]$", max_length=1, description="letter on the wall; not N")]
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


class Track(Struct, frozen=True, forbid_unknown_fields=True):
    """A palace track: markers from the highest to the lowest, the earlier one first at equal height.

    `steps` are their heights in the same order, or empty where only the order was recorded. Who stands on the
    start space is left out.
    """

    order: Annotated[str, Meta(max_length=5, description="letters from first to last; N is the neutral")] = ""
    steps: tuple[Annotated[int, Meta(ge=0, le=STEPS)], ...] = ()


class Palace(Struct, frozen=True, forbid_unknown_fields=True):
    """The four palace tracks."""

    white: Track = Track()
    red: Track = Track()
    black: Track = Track()
    blue: Track = Track()


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


EMPTY_WALL: Final = (Section(),) * SECTIONS


class State(Struct, frozen=True, kw_only=True):
    """A position. `governors` says for a building space whose governors stand there, in order of slots.

    `tokens` are the building spaces with an additional-cost token. `buildings` says which tile lies on a
    space, where the setup does not. Parts that are not known are empty; scoring and battles need only what
    they speak of. `box` holds the values that no source proves, `valued` what commands brought that no rule
    scores, in tenths of a point by the plan's worths; files and text lines have neither.
    """

    setup: Setup | None = None
    round: int = ROUNDS
    over: bool = False
    players: tuple[Player, ...]
    palace: Palace = Palace()
    wall: tuple[Section, ...] = EMPTY_WALL
    governors: Mapping[str, str] = {}
    buildings: Mapping[str, str] = {}
    tokens: tuple[str, ...] = ()
    barges: Barges = Barges()
    plan: Plan = Plan()
    box: Components = STANDARD
    valued: int = 0


class Position(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position of Tianxia as a file."""

    format: Annotated[str, Meta(extra_json_schema={"const": FORMAT})]
    setup: Annotated[str | SetupData | None, Meta(description="share code or setup; null: not known")] = None
    round: Annotated[int, Meta(ge=1, le=ROUNDS)] = ROUNDS
    over: Annotated[bool, Meta(description="whether the attack phase of round 4 has ended")] = False
    players: Annotated[tuple[Player, ...], Meta(min_length=1, max_length=MOST_PLAYERS)]
    palace: Palace = Palace()
    wall: Annotated[tuple[Section, ...], Meta(min_length=SECTIONS, max_length=SECTIONS)] = EMPTY_WALL
    governors: Annotated[dict[str, Owners], Meta(description="building space -> governors there")] = {}
    buildings: Annotated[dict[str, str], Meta(description="building space -> tile, if no setup says it")] = {}
    tokens: Annotated[tuple[str, ...], Meta(description="spaces with an additional-cost token")] = ()
    barges: Barges = Barges()
    plan: Annotated[Plan, Meta(description="what `advise` is told besides the position")] = Plan()


class Problem(NamedTuple):
    """One way in which a position breaks the rules: its field, the rule, the nearest legal reading."""

    field: str
    rule: str
    nearest: str


# --- What must hold for a position to be read -------------------------------------------------------------


def canonical(state: State) -> State:
    """Return the state with lists in their usual order. Raises InputError naming the field at fault."""
    letters = _letters(state.players)
    for name in TRACKS:
        _check_track(getattr(state.palace, name), f"palace.{name}", letters)
    for number, section in enumerate(state.wall):
        for part in ("soldiers", "walls", "towers", "double"):
            _check_owners(getattr(section, part), f"wall[{number}].{part}", letters)
    for space, owners in state.governors.items():
        where = f"governors.{space}"
        known(space, SPACE_IDS, where, "building space")
        _check_owners(owners, where, letters)
        _check_once(owners, where, "one governor of each player stands at a building")
    for space, tile in state.buildings.items():
        known(space, SPACE_IDS, f"buildings.{space}", "building space")
        known(tile, TILE_IDS, f"buildings.{space}", "building")
    _check_once(state.buildings.values(), "buildings", "there is one tile of each")
    for space in state.tokens:
        known(space, SPACE_IDS, "tokens", "building space")
    for barge in BARGES:
        _check_barge(getattr(state.barges, barge), f"barges.{barge}", letters)
    check_plan(state.plan)
    return msgspec.structs.replace(
        state,
        players=tuple(_player(player, f"players[{i}]") for i, player in enumerate(state.players)),
        governors={space: state.governors[space] for space in SPACE_IDS if state.governors.get(space)},
        buildings={space: state.buildings[space] for space in SPACE_IDS if space in state.buildings},
        tokens=tuple(sorted(state.tokens, key=SPACE_IDS.index)),
    )


def _letters(players: Iterable[Player]) -> str:
    """Return the players' letters. Raises InputError when they are not different, or the neutral one."""
    letters = "".join(player.letter for player in players)
    for index, letter in enumerate(letters):
        if letter == NEUTRAL:
            raise InputError("N is the neutral marker; give the player another letter", field="players")
        if letter in letters[:index]:
            raise InputError(f"two players have the letter {letter}; each needs its own", field="players")
    return letters


def _check_owners(owners: str, field: str, letters: str) -> None:
    """Raise InputError for a letter that no player has."""
    for letter in owners:
        if letter not in letters:
            raise InputError(
                f"{field} has {letter!r}, the letter of no player; players are {', '.join(letters)}",
                field=field,
            )


def _check_once(values: Iterable[str], field: str, rule: str) -> None:
    """Raise InputError when a value comes twice."""
    seen: set[str] = set()
    for value in values:
        if value in seen:
            raise InputError(f"{field} has {value} twice; {rule}", field=field)
        seen.add(value)


def _check_track(track: Track, field: str, letters: str) -> None:
    """Raise InputError for a palace track that cannot be."""
    _check_owners(track.order, f"{field}.order", letters + NEUTRAL)
    _check_once(track.order, f"{field}.order", "each has one marker on a track")
    if track.steps and len(track.steps) != len(track.order):
        raise InputError(
            f"{field}.steps has {len(track.steps)} heights for {len(track.order)} markers; give one for each",
            field=f"{field}.steps",
        )
    if list(track.steps) != sorted(track.steps, reverse=True):
        raise InputError(f"{field}.steps must fall from first to last", field=f"{field}.steps")


def _check_barge(workers: str, field: str, letters: str) -> None:
    """Raise InputError for a barge with strangers or more than three workers."""
    _check_owners(workers, field, letters + NEUTRAL)
    if len(workers) > BARGE_PLACES:
        raise InputError(
            f"{field} has {len(workers)} workers; a barge has {BARGE_PLACES} places", field=field
        )


def _player(player: Player, field: str) -> Player:
    """Return a player with goals in order. Raises InputError naming what is not in the box."""
    if len(player.name) > LONGEST_NAME or any(unicodedata.category(c) in UNPRINTABLE for c in player.name):
        raise InputError(
            f"{field}.name must be at most {LONGEST_NAME} characters that can be printed",
            field=f"{field}.name",
        )
    for goal in player.goals:
        known(goal, GOAL, f"{field}.goals", "goal card")
    _check_once(player.goals, f"{field}.goals", "there is one card of each")
    for value, names, name in ((player.start, START_IDS, "start"), (player.board, SIDES, "board")):
        if value:
            known(value, names, f"{field}.{name}", name)
    order = list(GOAL)
    return msgspec.structs.replace(
        player,
        name=player.name.strip(),
        goals=tuple(sorted(player.goals, key=order.index)),
    )


def problems(state: State) -> list[Problem]:
    """Return every way in which a position that can be read breaks the rules of the game."""
    from pencilwright.games.tianxia import legality

    return legality.problems(state)


def check(state: State) -> State:
    """Return the state when it obeys the rules, else raise InputError with the first problem."""
    for problem in problems(state):
        raise InputError(f"{problem.rule}; nearest: {problem.nearest}", field=problem.field)
    return state


# --- Questions to a state ---------------------------------------------------------------------------------


def player(state: State, letter: str) -> Player:
    """Return the player with a letter. Raises InputError naming those there are."""
    for candidate in state.players:
        if candidate.letter == letter:
            return candidate
    letters = ", ".join(candidate.letter for candidate in state.players)
    raise InputError(f"there is no player {letter[:10]!r}; players are {letters}", field="player")


def governors_in(state: State, letter: str, regions: Iterable[str]) -> int:
    """Return how many governors a player has in some regions together."""
    wanted = tuple(regions)
    return sum(letter in owners for space, owners in state.governors.items() if space[:-1] in wanted)


def tile_at(state: State, space: str) -> str:
    """Return the building tile on a space, "" when it is not known."""
    if state.setup is not None:
        return state.setup.buildings[SPACE_IDS.index(space)]
    return state.buildings.get(space, "")


def uses(state: State, tile: str) -> tuple[str, ...]:
    """Return the letters of the players with a governor at a building tile."""
    owners = "".join(who for space, who in state.governors.items() if tile_at(state, space) == tile)
    return tuple(entry.letter for entry in state.players if entry.letter in owners)


def resources_of(player: Player) -> int:
    """Return how many resources a player has, of whatever kind."""
    return int(player.resources + sum(getattr(player, kind) for kind in RESOURCES))


def goods_of(player: Player) -> int:
    """Return how many goods a player has, of whatever kind."""
    return int(player.goods + sum(getattr(player, kind) for kind in GOODS))


def leftovers_of(player: Player) -> int:
    """Return coins, resources and goods together."""
    return player.coin + resources_of(player) + goods_of(player)


def pieces(state: State, letter: str, part: str, sections: Iterable[int] = range(1, SECTIONS + 1)) -> int:
    """Return how many "walls", "towers" or "soldiers" a player has in some sections (1 to 4)."""
    return sum(getattr(state.wall[number - 1], part).count(letter) for number in sections)


def meeples_of(state: State, letter: str) -> int:
    """Return how many meeples of a player are recorded: supply, wall, buildings and barges."""
    rows = [section.soldiers for section in state.wall] + [*state.governors.values()]
    rows += [getattr(state.barges, barge) for barge in BARGES]
    return player(state, letter).meeples + "".join(rows).count(letter)


def step_of(state: State, track: str, letter: str) -> int:
    """Return the height of a marker, 0 on the start space. Raises InputError where it was not recorded."""
    entry: Track = getattr(state.palace, track)
    if letter not in entry.order:
        return 0
    if not entry.steps:
        raise InputError(
            f"palace.{track}.steps is needed: the height of each marker", field=f"palace.{track}.steps"
        )
    return entry.steps[entry.order.index(letter)]


def player_of(state: State) -> str:
    """Return the name of the only player of a position, "" when there are several."""
    return state.players[0].name if len(state.players) == 1 else ""


def with_components(state: State, components: Components) -> State:
    """Return the position with the user's own values where no source proves ours."""
    return msgspec.structs.replace(state, box=components)


# --- Files (the reading and writing is in entry.py and notation.py) ---------------------------------------


def parse(data: bytes | str) -> State:
    """Return the state in a JSON text or a text line. Raises InputError, one sentence naming the field."""
    from pencilwright.games.tianxia import entry

    return entry.parse(data)


def to_json(state: State) -> bytes:
    """Return the state as canonical JSON, a field a line; `parse` reads it back."""
    from pencilwright.games.tianxia import entry

    return entry.to_json(state)


def to_text(state: State) -> str:
    """Return the state as one line of text (docs/formats.md). Names and plans are left out."""
    from pencilwright.games.tianxia import notation

    return notation.to_text(state)


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a position."""
    from pencilwright.games.tianxia import entry

    return entry.schema()
