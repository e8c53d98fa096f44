"""The setup of a table: rings, tiles, first player, the chancellor's start; drawn, or from a share code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, permutations
from typing import Any, Final, NamedTuple

import msgspec

from pencilwright.games import sharecode
from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.shared.reading import known_hint
from pencilwright.games.terracotta_army.components import (
    DIFFICULTIES,
    MASTERS,
    MOST_PLAYERS,
    ROUNDS,
    SECTORS,
    SOLO,
    STANDARD,
    TILES,
    WEAPONS,
    Components,
)
from pencilwright.templates.phrases import Word, phrase

PREFIX: Final = "TA1"
"""Begins every share code of this game: the game's letters and the version of the code's format."""
TWO_MASTERS: Final = 4
"""The difficulty option that gives the chancellor two masters at the start."""
PARTS: Final = (
    "round3=coins", "inner=4", "middle=0", "first=2", "weapons=spear,sword,pike,crossbow", "masters=captain",
)  # fmt: skip
"""Parts of a setup as they are typed."""

_WEAPON_ORDERS: Final = tuple(permutations(WEAPONS))
_MASTER_SETS: Final = tuple(
    sorted((*((one,) for one in MASTERS), *combinations(MASTERS, 2)), key=lambda s: (len(s), s))
)


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is random before play.

    Attributes
    ----------
    players : 2 to 4, or 1 for the solo game against the chancellor.
    tiles : scoring tiles of rounds 1 to 5.
    inner, middle : sector (0 to 11, clockwise) on which the first place of each ring stands.
    first : seat that begins, 1 to the number of players; 1 in the solo game, where the chancellor begins.
    weapons : the chancellor's weapons from left to right; () with two to four players.
    masters : the chancellor's masters at the start; () with two to four players.
    difficulty : options 1 to 8 that make the solo game harder.
    """

    players: int
    tiles: tuple[str, ...]
    inner: int
    middle: int
    first: int = 1
    weapons: tuple[str, ...] = ()
    masters: tuple[str, ...] = ()
    difficulty: tuple[int, ...] = ()

    @property
    def solo(self) -> bool:
        """Whether this is the game against the chancellor."""
        return self.players == SOLO


class Fixed(NamedTuple):
    """Parts of a setup that a draw keeps: tiles by round, and the rest by name."""

    tiles: Mapping[int, str] = {}
    inner: int | None = None
    middle: int | None = None
    first: int | None = None
    weapons: tuple[str, ...] = ()
    masters: tuple[str, ...] = ()


NOTHING_FIXED: Final = Fixed()


# --- Legality ---------------------------------------------------------------------------------------------


def _wrong(name: str, what: str, **said: Word) -> InputError:
    field = f"setup.{name}"
    return InputError(phrase(f"terracotta.setup.error.{what}", field=field, **said), field=field)


def _no_part(what: str, **said: Word) -> InputError:
    return InputError(phrase(f"terracotta.setup.error.{what}", **said), field="fix")


def check(setup: Setup) -> Setup:
    """Return the setup when it can be laid out, else raise InputError naming the field."""
    if not 1 <= setup.players <= MOST_PLAYERS:
        raise _wrong("players", "players", n=setup.players, most=MOST_PLAYERS)
    for tile in setup.tiles:
        if tile not in TILES:
            raise _wrong("tiles", "tile", tile=tile[:20], tiles=TILES)
    if len(setup.tiles) != ROUNDS or len(set(setup.tiles)) != ROUNDS:
        raise _wrong("tiles", "tiles", n=ROUNDS)
    for ring in ("inner", "middle"):
        if not 0 <= getattr(setup, ring) < SECTORS:
            raise _wrong(ring, "ring", n=getattr(setup, ring))
    if not 1 <= setup.first <= setup.players:
        raise _wrong("first", "first", n=setup.first, most=setup.players)
    _check_solo(setup)
    return setup


def _check_solo(setup: Setup) -> None:
    if not setup.solo:
        for name in ("weapons", "masters", "difficulty"):
            if getattr(setup, name):
                raise _wrong(name, "solo")
        return
    if setup.weapons not in _WEAPON_ORDERS:
        raise _wrong("weapons", "weapons", weapons=WEAPONS)
    if list(setup.difficulty) != sorted(set(setup.difficulty)) or not set(setup.difficulty) <= set(
        DIFFICULTIES
    ):
        raise _wrong("difficulty", "difficulty")
    wanted = 2 if TWO_MASTERS in setup.difficulty else 1
    if setup.masters not in _MASTER_SETS or len(setup.masters) != wanted:
        raise _wrong("masters", "masters" if wanted == 2 else "master", masters=MASTERS)


# --- Drawing ----------------------------------------------------------------------------------------------


def draw(
    seed: int | str,
    *,
    players: int = SOLO,
    difficulty: str = "",
    fixed: Fixed = NOTHING_FIXED,
    components: Components = STANDARD,
) -> Setup:
    """Draw a setup: the same seed and options give the same setup in every version of Python.

    Parameters
    ----------
    seed : see games.rng.
    players : 2 to 4, or 1 for the solo game.
    difficulty : numbers of the solo game's difficulty options with commas, such as "1,4".
    fixed : parts to keep; the rest is drawn round them.
    components : the box; no part of a setup depends on it.

    Raises InputError for an unknown option and for fixed parts that cannot be together.
    """
    del components
    stream = Stream.from_seed(seed)
    options = _difficulties(difficulty)
    solo = players == SOLO
    tiles = _draw_tiles(stream.fork("tiles"), fixed.tiles)
    inner = stream.fork("inner").below(SECTORS) if fixed.inner is None else fixed.inner
    middle = stream.fork("middle").below(SECTORS) if fixed.middle is None else fixed.middle
    seats = players if 1 <= players <= MOST_PLAYERS else 1
    first = 1 + stream.fork("first").below(seats) if fixed.first is None else fixed.first
    weapons: tuple[str, ...] = fixed.weapons
    masters: tuple[str, ...] = fixed.masters
    for master in masters:
        if master not in MASTERS:
            said = phrase("terracotta.setup.error.no_master", name=master[:20])
            raise InputError(known_hint(said, master, MASTERS), field="fix")
    if solo:
        weapons = weapons or tuple(stream.fork("weapons").shuffled(WEAPONS))
        others = [m for m in stream.fork("masters").shuffled(MASTERS) if m not in masters]
        lacking = max(0, (2 if TWO_MASTERS in options else 1) - len(masters))
        masters = tuple(sorted((*masters, *others[:lacking]), key=MASTERS.index))
    return check(Setup(players, tiles, inner, middle, first, weapons, masters, options))


def _difficulties(text: str) -> tuple[int, ...]:
    """Return the options of a text such as "1,4". Raises InputError for what is none."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if any(part not in map(str, DIFFICULTIES) for part in parts) or len(set(parts)) != len(parts):
        said = phrase("terracotta.setup.error.options", text=text[:30], example="1,4")
        raise InputError(said, field="difficulty")
    return tuple(sorted(map(int, parts)))


def _draw_tiles(stream: Stream, fixed: Mapping[int, str]) -> tuple[str, ...]:
    """Lay tiles on the five rounds, keeping the fixed ones."""
    for round_, tile in fixed.items():
        if not 1 <= round_ <= ROUNDS:
            raise _no_part("round", n=round_, most=ROUNDS)
        if tile not in TILES:
            raise _no_part("no_tile", tile=tile[:20], tiles=TILES)
    if len(set(fixed.values())) != len(fixed):
        raise _no_part("two_rounds")
    others = iter(tile for tile in stream.shuffled(TILES) if tile not in fixed.values())
    return tuple(fixed.get(round_) or next(others) for round_ in range(1, ROUNDS + 1))


def parse_fixed(texts: Sequence[str]) -> Fixed:
    """Return the parts of texts such as "round3=coins", "inner=4", "first=2", "weapons=spear,sword,pike,
    crossbow", "masters=captain".

    Raises InputError for a text of another form and for a part given twice.
    """
    tiles: dict[int, str] = {}
    rest: dict[str, Any] = {}
    for text in texts:
        name, equals, value = "".join(text.split()).partition("=")
        name = name.lower()
        known = name in rest or (name[:-1] == "round" and name[-1:] in "12345" and int(name[-1]) in tiles)
        if known:
            raise _no_part("twice", name=name)
        if name[:-1] == "round" and name[-1:] in tuple("12345") and value:
            tiles[int(name[-1])] = _tile_of(value)
        elif name in ("inner", "middle", "first") and value.isdecimal() and len(value) <= 2:
            rest[name] = int(value)
        elif name in ("weapons", "masters") and value:
            rest[name] = tuple(value.lower().split(","))
        else:
            raise _no_part("part", text=text[:40], examples=PARTS)
        del equals
    return Fixed(tiles, **rest)


def _tile_of(text: str) -> str:
    """Return the tile that a text means, whatever its case."""
    return next((tile for tile in TILES if tile.lower() == text.lower()), text)


# --- Share code -------------------------------------------------------------------------------------------


def _number(digits: Iterable[tuple[int, int]]) -> int:
    """Return a number of digits with their radices, the most significant first."""
    number = 0
    for digit, radix in digits:
        number = number * radix + digit
    return number


def _tile_rank(tiles: Sequence[str]) -> int:
    """Return the rank of an ordered draw of five out of twelve."""
    left, digits = list(TILES), []
    for tile in tiles:
        digits.append((left.index(tile), len(left)))
        left.remove(tile)
    return _number(digits)


_TILE_ORDERS: Final = 12 * 11 * 10 * 9 * 8


def to_code(setup: Setup) -> str:
    """Return the share code of a setup, such as "TA1-7K3F-Q2M8-X0YZ". Raises InputError for no setup."""
    check(setup)
    solo = 0
    if setup.solo:
        mask = sum(1 << (option - 1) for option in setup.difficulty)
        solo = _number(
            (
                (_WEAPON_ORDERS.index(setup.weapons), len(_WEAPON_ORDERS)),
                (_MASTER_SETS.index(setup.masters), len(_MASTER_SETS)),
                (mask, 1 << len(DIFFICULTIES)),
            )
        )
    number = _number(
        (
            (solo, 1),
            (setup.players - 1, MOST_PLAYERS),
            (setup.first - 1, MOST_PLAYERS),
            (setup.inner, SECTORS),
            (setup.middle, SECTORS),
            (_tile_rank(setup.tiles), _TILE_ORDERS),
        )
    )
    return sharecode.encode(PREFIX, number)


def from_code(code: str) -> Setup:
    """Return the setup of a share code. Raises InputError, one sentence, for a code that no setup has."""
    number = sharecode.decode(PREFIX, code)
    written = sharecode.encode(PREFIX, number)
    number, rank = divmod(number, _TILE_ORDERS)
    number, middle = divmod(number, SECTORS)
    number, inner = divmod(number, SECTORS)
    number, first = divmod(number, MOST_PLAYERS)
    solo, players = divmod(number, MOST_PLAYERS)
    solo, mask = divmod(solo, 1 << len(DIFFICULTIES))
    order, masters = divmod(solo, len(_MASTER_SETS))
    is_solo = players + 1 == SOLO
    setup = Setup(
        players + 1,
        _tiles_of(rank),
        inner,
        middle,
        first + 1,
        _WEAPON_ORDERS[order] if is_solo and order < len(_WEAPON_ORDERS) else (),
        _MASTER_SETS[masters] if is_solo else (),
        tuple(option for option in DIFFICULTIES if mask >> (option - 1) & 1) if is_solo else (),
    )
    try:
        same = to_code(setup) == written
    except InputError:
        same = False
    if not same:
        raise InputError(phrase("terracotta.setup.error.code", code=written), field="code")
    return setup


def _tiles_of(rank: int) -> tuple[str, ...]:
    """Return the ordered draw with this rank."""
    digits = []
    for size in range(len(TILES) - ROUNDS + 1, len(TILES) + 1):
        rank, digit = divmod(rank, size)
        digits.append(digit)
    left = list(TILES)
    return tuple(left.pop(digit) for digit in reversed(digits))


def notes(_setup: Setup) -> tuple[str, ...]:
    """Return no sentence: a setup of this game says all."""
    return ()


def as_dict(setup: Setup) -> dict[str, Any]:
    """Return the setup as plain dicts and lists, the form in which a position may hold it."""
    result: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(setup))
    if not setup.solo:
        for name in ("weapons", "masters", "difficulty"):
            del result[name]
    return result
