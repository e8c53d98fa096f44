"""The setup of a table: what lies open before play, drawn from a seed or read from a share code.

What is shuffled face down (goal cards, tile stacks, nomad cards) is not part of the code; see deal.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta

from pencilwright.games import sharecode
from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.tianxia.catalogue import (
    DEMAND,
    DEMANDS,
    INCOME_DRAWN,
    INCOME_IDS,
    PASSIVE_DRAWN,
    PASSIVE_IDS,
    START_IDS,
    TILE_IDS,
)
from pencilwright.games.tianxia.components import (
    COASTAL,
    DIFFICULTIES,
    GOODS,
    MOST_PLAYERS,
    SPACE_IDS,
    STANDARD,
    START_COINS,
    TRACKS,
    Components,
)

PREFIX: Final = "TX1"
"""Begins every share code of this game: the game's letters and the version of the code's format."""
BOARDS: Final = (1, 2, 3, 4)
POSITIONS: Final = (*COASTAL, "wave")
"""Where ships lie: the three ports from north to south, and beside the wave, in no port."""
KINDS: Final = tuple(demand.id for demand in DEMANDS)
_FLAGS: Final = tuple(permutations(TRACKS))
_PORTS: Final = tuple(permutations(GOODS))
_BOARD_ORDERS: Final = tuple(permutations(BOARDS))


class Setup(msgspec.Struct, frozen=True):
    """Everything that is random and lies open before play.

    Attributes
    ----------
    players : people at the table, 1 to 4 (what the booklet for 1 and 2 adds stands in no source).
    difficulty : "easy" or "normal", the nomad deck.
    buildings : the tile on each space, in the order of components.SPACE_IDS; 4 income and 8 passive ones.
    flags : the palace colour of each flag dial, in the order of the box's dials.
    ports : the port good of Yan, Qi, Chu.
    demand : the kind of demand tile (its first id, such as "D3") on the ships at Yan, Qi, Chu and the wave.
    boards : the player board of each seat, seats counted clockwise.
    first : the seat of the first player, from 1.
    starts : the starting buildings laid out, one more than players, in the catalogue's order.
    """

    players: int
    difficulty: str
    buildings: tuple[str, ...]
    flags: tuple[str, ...]
    ports: tuple[str, ...]
    demand: tuple[str, ...]
    boards: tuple[int, ...]
    first: int
    starts: tuple[str, ...]


class Fixed(NamedTuple):
    """Parts that a draw keeps: space -> tile, dial (0 to 3) -> colour, port -> good."""

    buildings: Mapping[str, str] = {}
    flags: Mapping[int, str] = {}
    ports: Mapping[str, str] = {}


NOTHING_FIXED: Final = Fixed()


def starting_coins(setup: Setup) -> tuple[int, ...]:
    """Return the coins of each seat: 2 for the first player, then clockwise 3, 3, 4."""
    n = setup.players
    return tuple(START_COINS[(seat - setup.first) % n] for seat in range(1, n + 1))


# --- Legality ---------------------------------------------------------------------------------------------


def _wrong(field: str, rule: str) -> InputError:
    """Return the error of one field of a setup."""
    return InputError(f"setup.{field} {rule}", field=f"setup.{field}")


def check(setup: Setup) -> Setup:
    """Return the setup when one box can lay it out, else raise InputError naming the field."""
    if not 1 <= setup.players <= MOST_PLAYERS:
        raise _wrong("players", f"is {setup.players}; the game is for 1 to {MOST_PLAYERS}")
    if setup.difficulty not in DIFFICULTIES:
        raise _wrong("difficulty", f"is {setup.difficulty!r}; it is {' or '.join(DIFFICULTIES)}")
    _check_buildings(setup.buildings)
    for field, values, known in (("flags", setup.flags, TRACKS), ("ports", setup.ports, GOODS)):
        if sorted(values) != sorted(known):
            raise _wrong(field, f"must hold each of {', '.join(known)} once")
    if len(setup.demand) != len(POSITIONS):
        raise _wrong("demand", f"has {len(setup.demand)} tiles; one lies on each of {len(POSITIONS)} ships")
    for kind in setup.demand:
        if kind not in KINDS:
            raise _wrong("demand", f"has {kind!r}; a kind is one of {', '.join(KINDS)}")
        if setup.demand.count(kind) > 2:
            raise _wrong("demand", f"has {kind} three times; there are two tiles of each kind")
    if len(setup.boards) != setup.players or len(set(setup.boards)) != setup.players:
        raise _wrong("boards", "must hold a different player board for each player")
    if not set(setup.boards) <= set(BOARDS):
        raise _wrong("boards", f"has a board that there is not; boards are 1 to {len(BOARDS)}")
    if not 1 <= setup.first <= setup.players:
        raise _wrong("first", f"is {setup.first}; seats are 1 to {setup.players}")
    if tuple(tile for tile in START_IDS if tile in setup.starts) != setup.starts:
        raise _wrong("starts", f"must be different ones of {', '.join(START_IDS)}, in this order")
    if len(setup.starts) != setup.players + 1:
        raise _wrong("starts", f"has {len(setup.starts)}; {setup.players + 1} are laid out, players and one")
    return setup


def _check_buildings(buildings: Sequence[str]) -> None:
    """Raise InputError unless 4 income and 8 passive tiles lie on the 12 spaces."""
    if len(buildings) != len(SPACE_IDS):
        raise _wrong("buildings", f"has {len(buildings)} tiles; the board has {len(SPACE_IDS)} spaces")
    for tile in buildings:
        if tile not in TILE_IDS:
            raise _wrong("buildings", f"has {tile!r}; tiles are I1 to I10 and P1 to P18")
        if buildings.count(tile) > 1:
            raise _wrong("buildings", f"has {tile} twice; there is one of each")
    income = sum(tile in INCOME_IDS for tile in buildings)
    if income != INCOME_DRAWN:
        raise _wrong(
            "buildings", f"has {income} income buildings; {INCOME_DRAWN} and {PASSIVE_DRAWN} are drawn"
        )


# --- Drawing ----------------------------------------------------------------------------------------------


def draw(
    seed: int | str,
    *,
    players: int = 3,
    difficulty: str = "normal",
    fixed: Fixed = NOTHING_FIXED,
    components: Components = STANDARD,
) -> Setup:
    """Draw a setup: the same seed and options give the same setup in every version of Python.

    Every part has a stream of its own, so that fixing one leaves the others as they are. Raises InputError
    for an unknown option and for fixed parts that cannot be together.
    """
    if not 1 <= players <= MOST_PLAYERS:
        raise InputError(f"there are {players} players; the game is for 1 to {MOST_PLAYERS}", field="players")
    if difficulty not in DIFFICULTIES:
        raise InputError(
            f"there is no difficulty {difficulty!r}; there are {', '.join(DIFFICULTIES)}", field="difficulty"
        )
    stream = Stream.from_seed(seed)
    if len(components.flag_dials) != len(TRACKS):
        raise InputError("flag_dials needs one dial for each of the four colours", field="flag_dials")
    seats = stream.fork("seats")
    demand = stream.fork("demand").shuffled(kind for kind in KINDS for _ in range(2))
    starts = set(stream.fork("starts").shuffled(START_IDS)[: players + 1])
    return check(
        Setup(
            players,
            difficulty,
            _draw_buildings(stream.fork("buildings"), fixed.buildings),
            _arranged(stream.fork("flags"), TRACKS, dict(fixed.flags), "flags"),
            _arranged(
                stream.fork("ports"), GOODS, {COASTAL.index(p): g for p, g in fixed.ports.items()}, "ports"
            ),
            tuple(demand[: len(POSITIONS)]),
            tuple(seats.shuffled(BOARDS)[:players]),
            1 + seats.below(players),
            tuple(tile for tile in START_IDS if tile in starts),
        )
    )


def _draw_buildings(stream: Stream, fixed: Mapping[str, str]) -> tuple[str, ...]:
    """Draw 4 income and 8 passive buildings with the fixed ones among them, and lay them out."""
    lying = list(fixed.values())
    for tile in lying:
        if lying.count(tile) > 1:
            raise InputError(f"fixed puts {tile} on two spaces; there is one of each", field="fix")
    drawn: list[str] = []
    for ids, size in ((INCOME_IDS, INCOME_DRAWN), (PASSIVE_IDS, PASSIVE_DRAWN)):
        kept = [tile for tile in lying if tile in ids]
        if len(kept) > size:
            raise InputError(
                f"fixed asks for {len(kept)} of the tiles {ids[0]} to {ids[-1]}; {size} are drawn",
                field="fix",
            )
        others = stream.shuffled(tile for tile in ids if tile not in kept)
        drawn += others[: size - len(kept)]
    rest = stream.shuffled(drawn)
    return tuple(fixed.get(space) or rest.pop() for space in SPACE_IDS)


def _arranged(stream: Stream, things: Sequence[str], fixed: dict[int, str], what: str) -> tuple[str, ...]:
    """Return the things in random order with the fixed ones at their places."""
    if len(set(fixed.values())) < len(fixed):
        raise InputError(f"fixed has one of the {what} at two places", field="fix")
    rest = stream.shuffled(thing for thing in things if thing not in fixed.values())
    return tuple(fixed.get(place) or rest.pop() for place in range(len(things)))


# --- Share code -------------------------------------------------------------------------------------------


def to_code(setup: Setup) -> str:
    """Return the share code of a setup, 24 characters at most. Raises InputError for an illegal setup."""
    check(setup)
    rest = list(TILE_IDS)
    number = 0
    for tile in setup.buildings:
        number = number * len(rest) + rest.index(tile)
        rest.remove(tile)
    boards = next(
        index for index, order in enumerate(_BOARD_ORDERS) if order[: setup.players] == setup.boards
    )
    for value, radix in (
        (_FLAGS.index(setup.flags), len(_FLAGS)),
        (_PORTS.index(setup.ports), len(_PORTS)),
        *((KINDS.index(kind), len(KINDS)) for kind in setup.demand),
        (boards, len(_BOARD_ORDERS)),
        (setup.first - 1, MOST_PLAYERS),
        (sum(1 << START_IDS.index(tile) for tile in setup.starts), 1 << len(START_IDS)),
        (DIFFICULTIES.index(setup.difficulty), len(DIFFICULTIES)),
        (setup.players - 1, MOST_PLAYERS),
    ):
        number = number * radix + value
    return sharecode.encode(PREFIX, number)


def from_code(code: str) -> Setup:
    """Return the setup of a share code. Raises InputError, one sentence, for a code that no setup has."""
    number = sharecode.decode(PREFIX, code)
    written = sharecode.encode(PREFIX, number)
    number, players = divmod(number, MOST_PLAYERS)
    number, difficulty = divmod(number, len(DIFFICULTIES))
    number, starts = divmod(number, 1 << len(START_IDS))
    number, first = divmod(number, MOST_PLAYERS)
    number, boards = divmod(number, len(_BOARD_ORDERS))
    demand = []
    for _ in POSITIONS:
        number, kind = divmod(number, len(KINDS))
        demand.append(KINDS[kind])
    number, ports = divmod(number, len(_PORTS))
    number, flags = divmod(number, len(_FLAGS))
    places = []
    for size in range(len(TILE_IDS) - len(SPACE_IDS) + 1, len(TILE_IDS) + 1):
        number, place = divmod(number, size)
        places.append(place)
    rest = list(TILE_IDS)
    setup = Setup(
        players + 1,
        DIFFICULTIES[difficulty],
        tuple(rest.pop(place) for place in reversed(places)),
        _FLAGS[flags],
        _PORTS[ports],
        tuple(reversed(demand)),
        _BOARD_ORDERS[boards][: players + 1],
        first + 1,
        tuple(tile for index, tile in enumerate(START_IDS) if starts >> index & 1),
    )
    try:
        same = not number and to_code(setup) == written
    except InputError as error:
        raise InputError(f"no setup has the share code {written}: {error}", field="code") from error
    if not same:
        raise InputError(f"no setup has the share code {written}", field="code")
    return setup


# --- JSON -------------------------------------------------------------------------------------------------


class SetupData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A setup written out: buildings and demand tiles by place."""

    players: Annotated[int, Meta(ge=1, le=MOST_PLAYERS)]
    difficulty: str
    buildings: Annotated[dict[str, str], Meta(description="building space -> tile")]
    flags: Annotated[tuple[str, ...], Meta(description="palace colour of each flag dial")]
    ports: Annotated[dict[str, str], Meta(description="port -> good")]
    demand: Annotated[dict[str, str], Meta(description="port or wave -> kind of demand tile")]
    boards: Annotated[tuple[int, ...], Meta(description="player board of each seat")]
    first: Annotated[int, Meta(description="seat of the first player")]
    starts: Annotated[tuple[str, ...], Meta(description="starting buildings laid out")]


def to_data(setup: Setup) -> SetupData:
    """Return the setup in its written-out form."""
    return SetupData(
        setup.players,
        setup.difficulty,
        dict(zip(SPACE_IDS, setup.buildings, strict=True)),
        setup.flags,
        dict(zip(COASTAL, setup.ports, strict=True)),
        dict(zip(POSITIONS, setup.demand, strict=True)),
        setup.boards,
        setup.first,
        setup.starts,
    )


def from_data(data: SetupData) -> Setup:
    """Return the checked setup of a written-out form. Raises InputError naming the field."""
    return check(
        Setup(
            data.players,
            data.difficulty,
            _in_order(data.buildings, SPACE_IDS, "buildings"),
            data.flags,
            _in_order(data.ports, COASTAL, "ports"),
            tuple(
                DEMAND[tile].id if tile in DEMAND else tile
                for tile in _in_order(data.demand, POSITIONS, "demand")
            ),
            data.boards,
            data.first,
            tuple(sorted(data.starts)),
        )
    )


def _in_order(values: Mapping[str, str], places: Sequence[str], field: str) -> tuple[str, ...]:
    """Return values by place. Raises InputError for a place too many or too few."""
    for place in (*values, *places):
        if place not in places:
            raise _wrong(field, f"has a place {place[:20]!r}; places are {', '.join(places)}")
        if place not in values:
            raise _wrong(field, f"lacks the place {place}")
    return tuple(values[place] for place in places)


def to_json(setup: Setup) -> bytes:
    """Return the setup as canonical JSON."""
    return msgspec.json.encode(to_data(setup))


def notes(setup: Setup) -> tuple[str, ...]:
    """Return the keys of sentences that belong to a setup: what a booklet adds stands in no source."""
    return ("tianxia.card.booklet",) if setup.players < 3 else ()


def as_dict(setup: Setup) -> dict[str, Any]:
    """Return the setup as plain dicts and lists, as `to_json` writes it."""
    return msgspec.json.decode(to_json(setup), type=dict[str, Any])


# --- What a person writes ---------------------------------------------------------------------------------


def parse_fixed(texts: Sequence[str], components: Components = STANDARD) -> Fixed:
    """Return the parts of texts such as "qin1=P6", "wei=black" (its flag) and "yan=silk" (its port).

    Raises InputError for another text and a part given twice.
    """
    buildings: dict[str, str] = {}
    flags: dict[int, str] = {}
    ports: dict[str, str] = {}
    for text in texts:
        name, _, value = "".join(text.split()).lower().partition("=")
        dial = next((i for i, regions in enumerate(components.flag_dials) if name in regions), None)
        if name in SPACE_IDS and value.upper() in TILE_IDS:
            twice = name in buildings
            buildings[name] = value.upper()
        elif name in COASTAL and value in GOODS:
            twice = name in ports
            ports[name] = value
        elif dial is not None and value in TRACKS:
            twice = dial in flags
            flags[dial] = value
        else:
            raise _no_part(text[:40], name, dial is not None)
        if twice:
            raise InputError(f"{name} is fixed twice; say it once", field="fix")
    return Fixed(buildings, flags, ports)


def _no_part(text: str, name: str, region: bool) -> InputError:
    what = "write qin1=P6, wei=black or yan=silk"
    if name in SPACE_IDS:
        what = f"on {name} lies a building I1 to I10 or P1 to P18"
    elif region:
        port = f", its port one of {', '.join(GOODS)}" if name in COASTAL else ""
        what = f"the flag of {name} is one of {', '.join(TRACKS)}{port}"
    return InputError(f"{text!r} is no part of a setup; {what}", field="fix")
