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
from pencilwright.templates.phrases import Word, phrase

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


def _wrong(field: str, rule: str, **words: Word) -> InputError:
    """Return the error of one field of a setup."""
    where = f"setup.{field}"
    return InputError(phrase(f"tianxia.setup.{rule}", field=where, **words), field=where)


def check(setup: Setup) -> Setup:
    """Return the setup when one box can lay it out, else raise InputError naming the field."""
    if not 1 <= setup.players <= MOST_PLAYERS:
        raise _wrong("players", "players", n=setup.players, most=MOST_PLAYERS)
    if setup.difficulty not in DIFFICULTIES:
        raise _wrong("difficulty", "difficulty", name=setup.difficulty[:40], names=DIFFICULTIES)
    _check_buildings(setup.buildings)
    for field, values, known in (("flags", setup.flags, TRACKS), ("ports", setup.ports, GOODS)):
        if sorted(values) != sorted(known):
            raise _wrong(field, "each", names=known)
    if len(setup.demand) != len(POSITIONS):
        raise _wrong("demand", "demand.count", n=len(setup.demand), most=len(POSITIONS))
    for kind in setup.demand:
        if kind not in KINDS:
            raise _wrong("demand", "demand.kind", name=kind[:40], names=KINDS)
        if setup.demand.count(kind) > 2:
            raise _wrong("demand", "demand.thrice", name=kind)
    if len(setup.boards) != setup.players or len(set(setup.boards)) != setup.players:
        raise _wrong("boards", "boards.different")
    if not set(setup.boards) <= set(BOARDS):
        raise _wrong("boards", "boards.known", most=len(BOARDS))
    if not 1 <= setup.first <= setup.players:
        raise _wrong("first", "first", n=setup.first, most=setup.players)
    if tuple(tile for tile in START_IDS if tile in setup.starts) != setup.starts:
        raise _wrong("starts", "starts.different", names=START_IDS)
    if len(setup.starts) != setup.players + 1:
        raise _wrong("starts", "starts.count", n=len(setup.starts), need=setup.players + 1)
    return setup


def _check_buildings(buildings: Sequence[str]) -> None:
    """Raise InputError unless 4 income and 8 passive tiles lie on the 12 spaces."""
    if len(buildings) != len(SPACE_IDS):
        raise _wrong("buildings", "buildings.count", n=len(buildings), need=len(SPACE_IDS))
    for tile in buildings:
        if tile not in TILE_IDS:
            raise _wrong("buildings", "buildings.known", name=tile[:40])
        if buildings.count(tile) > 1:
            raise _wrong("buildings", "buildings.twice", name=tile)
    income = sum(tile in INCOME_IDS for tile in buildings)
    if income != INCOME_DRAWN:
        drawn = {"income": INCOME_DRAWN, "passive": PASSIVE_DRAWN}
        raise _wrong("buildings", "buildings.income", n=income, **drawn)


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
        said = phrase("tianxia.draw.players", n=players, most=MOST_PLAYERS)
        raise InputError(said, field="players")
    if difficulty not in DIFFICULTIES:
        said = phrase("tianxia.draw.difficulty", name=difficulty[:40], names=DIFFICULTIES)
        raise InputError(said, field="difficulty")
    stream = Stream.from_seed(seed)
    if len(components.flag_dials) != len(TRACKS):
        raise InputError(phrase("tianxia.draw.dials", name="flag_dials"), field="flag_dials")
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
            raise InputError(phrase("tianxia.draw.tile", name=tile), field="fix")
    drawn: list[str] = []
    for ids, size in ((INCOME_IDS, INCOME_DRAWN), (PASSIVE_IDS, PASSIVE_DRAWN)):
        kept = [tile for tile in lying if tile in ids]
        if len(kept) > size:
            said = phrase("tianxia.draw.tiles", n=len(kept), first=ids[0], last=ids[-1], most=size)
            raise InputError(said, field="fix")
        others = stream.shuffled(tile for tile in ids if tile not in kept)
        drawn += others[: size - len(kept)]
    rest = stream.shuffled(drawn)
    return tuple(fixed.get(space) or rest.pop() for space in SPACE_IDS)


def _arranged(stream: Stream, things: Sequence[str], fixed: dict[int, str], what: str) -> tuple[str, ...]:
    """Return the things in random order with the fixed ones at their places."""
    if len(set(fixed.values())) < len(fixed):
        raise InputError(phrase(f"tianxia.draw.{what}"), field="fix")
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
        said = phrase("tianxia.code.why", code=written, why=error.sentence)
        raise InputError(said, field="code") from error
    if not same:
        raise InputError(phrase("tianxia.code.none", code=written), field="code")
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
            raise _wrong(field, "place.known", name=place[:20], names=tuple(places))
        if place not in values:
            raise _wrong(field, "place.missing", name=place)
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
            raise InputError(phrase("tianxia.fix.twice", name=name), field="fix")
    return Fixed(buildings, flags, ports)


def _no_part(text: str, name: str, region: bool) -> InputError:
    """Return the refusal of a text that is no part of a setup."""
    what = phrase("tianxia.fix.examples", examples=("qin1=P6", "wei=black", "yan=silk"))
    if name in SPACE_IDS:
        what = phrase("tianxia.fix.building", name=name)
    elif region:
        what = phrase("tianxia.fix.flag", name=name, names=TRACKS)
        if name in COASTAL:
            what = phrase("tianxia.fix.port", said=what, names=GOODS)
    return InputError(phrase("tianxia.fix.none", text=text, what=what), field="fix")
