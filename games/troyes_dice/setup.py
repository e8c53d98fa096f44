"""The setup of a table: plazas, numbers of the columns, expansion tiles; drawn, or from a share code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import permutations
from typing import Any, Final, NamedTuple

import msgspec

from pencilwright.games import sharecode
from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.shared import reading
from pencilwright.games.troyes_dice.components import (
    COLOUR_LETTERS,
    COLOURS,
    COLUMNS,
    EQUAL_FACED_PLAZAS,
    NOTCHES,
    STANDARD,
    TILES,
    Components,
)
from pencilwright.templates.phrases import phrase

PREFIX: Final = "TD1"
"""Begins every share code of this game: the game's letters and the version of the code's format."""
"""What `draw` may be told besides seed, fixed parts and components."""
NUMBERINGS: Final = ("standard", "ascending", "descending", "random")
SCOPES: Final = ("district", "sheet")
STANDARD_ROW: Final = (1, 2, 3, 4, 5, 6)
EXAMPLES: Final = ("P4=R/Y", "red=456123", "tile7", "tile7=P4")
"""Parts of a setup as a person writes them."""

_LETTER_OF: Final = dict(zip(COLOURS, COLOUR_LETTERS, strict=True))
_COLOUR_OF: Final = dict(zip(COLOUR_LETTERS, COLOURS, strict=True))

Plaza = tuple[str, str]
Row = tuple[int, int, int, int, int, int]


class Setup(msgspec.Struct, frozen=True):
    """Everything that is random before play.

    Attributes
    ----------
    plazas : for each notch P0 to P8 the colour that is up at the start, and the hidden one.
    numbers : for red, yellow and white the numbers in columns 1 to 6.
    expansion : () or three pairs (notch 0 to 8, tile 1 to 8), by notch; feast side up at first.
    """

    plazas: tuple[Plaza, ...]
    numbers: tuple[Row, Row, Row]
    expansion: tuple[tuple[int, int], ...] = ()


class Fixed(NamedTuple):
    """Parts of a setup that a draw keeps.

    Attributes
    ----------
    plazas : notch -> plaza with the face that is up first, such as ``{4: ("red", "yellow")}``.
    numbers : colour -> the six numbers of its district.
    tiles : tile -> the notch it lies on, or None for any of the three.
    """

    plazas: Mapping[int, Plaza] = {}
    numbers: Mapping[str, Sequence[int]] = {}
    tiles: Mapping[int, int | None] = {}


NOTHING_FIXED: Final = Fixed()


# --- Legality ---------------------------------------------------------------------------------------------


def equal_faced(plazas: Sequence[Plaza]) -> list[int]:
    """Return the notches whose plaza has the same colour on both faces."""
    return [notch for notch, (up, hidden) in enumerate(plazas) if up == hidden]


def check(setup: Setup) -> Setup:
    """Return the setup when it can be laid out with one box, else raise InputError naming the field.

    The colour pairs of the two-coloured plazas are not checked, since no source proves them; that exactly
    three plazas have equal faces is.
    """
    if len(setup.plazas) != NOTCHES:
        said = phrase("troyes.lay.plazas", n=len(setup.plazas), of=NOTCHES)
        raise InputError(said, field="setup.plazas")
    for notch, plaza in enumerate(setup.plazas):
        _check_plaza(plaza, notch, f"setup.plazas[{notch}]")
    equal = equal_faced(setup.plazas)
    if len(equal) != EQUAL_FACED_PLAZAS:
        said = phrase("troyes.lay.equal", n=len(equal), of=EQUAL_FACED_PLAZAS)
        raise InputError(said, field="setup.plazas")
    if len(setup.numbers) != len(COLOURS):
        raise InputError(phrase("troyes.lay.districts"), field="setup.numbers")
    for colour, row in zip(COLOURS, setup.numbers, strict=True):
        _check_row(row, colour, "setup.numbers")
    _check_expansion(setup.expansion, equal)
    return setup


def _check_plaza(plaza: Plaza, notch: int, where: str) -> None:
    """Raise InputError unless both faces are colours of the game."""
    for face in plaza:
        if face not in COLOURS:
            raise InputError(phrase("troyes.lay.face", n=notch, face=face, known=COLOURS), field=where)


def _check_row(row: Sequence[int], colour: str, where: str) -> None:
    """Raise InputError unless the six numbers are 1 to 6, each once."""
    if sorted(row) != list(STANDARD_ROW):
        said = phrase("troyes.lay.row", colour=phrase(f"colour.{colour}"), row=_spaced(row))
        raise InputError(said, field=f"{where}.{colour}")


def _spaced(row: Sequence[int]) -> str:
    """Return numbers with spaces between."""
    return " ".join(map(str, row))


def _check_expansion(expansion: Sequence[tuple[int, int]], equal: Sequence[int]) -> None:
    """Raise InputError unless there is no tile, or three different ones on the equal-faced plazas."""
    if not expansion:
        return
    field = "setup.expansion"
    for _, tile in expansion:
        if tile not in TILES:
            raise InputError(phrase("troyes.lay.tile", n=tile, most=len(TILES)), field=field)
    if len({tile for _, tile in expansion}) != len(expansion):
        raise InputError(phrase("troyes.lay.tile_twice"), field=field)
    if [notch for notch, _ in expansion] != list(equal):
        places = tuple(f"P{notch}" for notch in equal)
        raise InputError(phrase("troyes.lay.tile_places", places=places), field=field)


# --- Drawing ----------------------------------------------------------------------------------------------


def draw(
    seed: int | str,
    *,
    numbering: str = "standard",
    scope: str = "district",
    expansion: bool = False,
    fixed: Fixed = NOTHING_FIXED,
    components: Components = STANDARD,
) -> Setup:
    """Draw a setup: the same seed and options give the same setup in every version of Python.

    Parameters
    ----------
    seed : see games.rng.
    numbering : "standard" (1 to 6), "ascending" or "descending" (from a rolled start, wrapping), "random"
        (one order for all districts). When all three rows are fixed, "standard" keeps them.
    scope : whether ascending and descending roll one start per "district" or one for the "sheet" (ruling A1).
    expansion : whether three tiles of "Feasts and Pillages" take part.
    fixed : parts to keep; the rest is drawn round them. Tiles need `expansion`.
    components : the box, with the user's own plazas.

    Raises InputError for an unknown option and for fixed parts that cannot be together.
    """
    stream = Stream.from_seed(seed)
    _check_option(numbering, NUMBERINGS, "numbering")
    _check_option(scope, SCOPES, "scope")
    _check_fixed_tiles(fixed, expansion)
    plazas = _draw_plazas(stream.fork("plazas"), fixed, components)
    numbers = _draw_numbers(stream.fork("numbers"), numbering, scope, fixed.numbers)
    tiles = _draw_tiles(stream.fork("tiles"), equal_faced(plazas), fixed.tiles) if expansion else ()
    return check(Setup(plazas, numbers, tiles))


def _check_option(value: str, known: tuple[str, ...], name: str) -> None:
    """Raise InputError when an option's value is not one of those known."""
    if value not in known:
        raise InputError(phrase(f"troyes.lay.no_{name}", value=value, known=known), field=name)


def _check_notch(notch: int, field: str) -> None:
    """Raise InputError when a fixed part lies on a notch that the wheel does not have."""
    if not 0 <= notch < NOTCHES:
        raise InputError(phrase("troyes.lay.notch", n=notch, last=NOTCHES - 1), field=field)


def _draw_plazas(stream: Stream, fixed: Fixed, components: Components) -> tuple[Plaza, ...]:
    """Lay the box's plazas round the fixed ones; notches with a fixed tile get a plaza with equal faces."""
    places: list[Plaza | None] = [None] * NOTCHES
    box = [(_COLOUR_OF[pair[0]], _COLOUR_OF[pair[2]]) for pair in components.plazas]
    for notch, plaza in sorted(fixed.plazas.items()):
        _check_notch(notch, "fixed.plazas")
        _check_plaza(plaza, notch, f"fixed.plazas[{notch}]")
        _take(box, plaza, components)
        places[notch] = plaza
    box = stream.shuffled(box)
    for notch in sorted(notch for notch in fixed.tiles.values() if notch is not None):
        if places[notch] is None:
            places[notch] = _take_equal_faced(box, notch)
        _check_tile_place(places[notch], notch)
    box = stream.shuffled(box)
    for notch in range(NOTCHES):
        place = places[notch]
        if place is None:
            up, hidden = box.pop()
            places[notch] = (hidden, up) if stream.below(2) else (up, hidden)
    return tuple(place for place in places if place is not None)


def _take(box: list[Plaza], plaza: Plaza, components: Components) -> None:
    """Remove a fixed plaza, whichever face is up, from the box. Raises InputError when none is left."""
    for candidate in (plaza, (plaza[1], plaza[0])):
        if candidate in box:
            box.remove(candidate)
            return
    name = "/".join(_LETTER_OF[face] for face in plaza)
    total = sum(pair in (name, name[::-1]) for pair in components.plazas)
    raise InputError(phrase("troyes.lay.too_many", n=total, plaza=name), field="fixed.plazas")


def _take_equal_faced(box: list[Plaza], notch: int) -> Plaza:
    """Remove the first plaza with equal faces from the shuffled box, for a fixed tile."""
    for plaza in box:
        if plaza[0] == plaza[1]:
            box.remove(plaza)
            return plaza
    raise InputError(phrase("troyes.lay.no_equal", n=notch), field="fixed.tiles")


def _check_tile_place(plaza: Plaza | None, notch: int) -> None:
    """Raise InputError when a fixed tile would lie on a fixed plaza with two colours."""
    if plaza is not None and plaza[0] != plaza[1]:
        raise InputError(phrase("troyes.lay.two_colours", n=notch), field="fixed.tiles")


def _row(numbers: Iterable[int]) -> Row:
    """Return six numbers as a row."""
    a, b, c, d, e, f = numbers
    return a, b, c, d, e, f


_PERMUTATIONS: Final = tuple(_row(order) for order in permutations(STANDARD_ROW))


def _rotated(start: int, step: int) -> Row:
    """Return the six numbers from `start`, going up (step 1) or down (step -1) and wrapping."""
    return _row((start - 1 + step * i) % COLUMNS + 1 for i in range(COLUMNS))


def _as_row(numbers: Sequence[int], colour: str, where: str) -> Row:
    """Return a checked row of six numbers."""
    _check_row(numbers, colour, where)
    return _row(numbers)


def _rows_of(numbering: str) -> tuple[Row, ...]:
    """Return the rows that one district may have under a numbering."""
    if numbering == "standard":
        return (STANDARD_ROW,)
    if numbering == "random":
        return _PERMUTATIONS
    return tuple(_rotated(start, 1 if numbering == "ascending" else -1) for start in STANDARD_ROW)


def _draw_numbers(
    stream: Stream, numbering: str, scope: str, fixed: Mapping[str, Sequence[int]]
) -> tuple[Row, Row, Row]:
    """Number the districts round the fixed rows. Raises InputError when a fixed row does not fit."""
    rows: dict[str, Row] = {}
    for colour, numbers in fixed.items():
        _check_option(colour, COLOURS, "district")
        rows[colour] = _as_row(numbers, colour, "fixed.numbers")
    if numbering == "standard" and len(rows) == len(COLOURS):
        return rows["red"], rows["yellow"], rows["white"]
    for colour, row in rows.items():
        if row not in _rows_of(numbering):
            named = phrase(f"colour.{colour}")
            said = phrase("troyes.lay.other_row", colour=named, row=_spaced(row), numbering=numbering)
            raise InputError(said, field=f"fixed.numbers.{colour}")
    together = numbering in ("standard", "random") or scope == "sheet"
    if together and len(set(rows.values())) > 1:
        said = phrase("troyes.lay.different.scope", option="--scope sheet")
        if numbering == "random":
            said = phrase("troyes.lay.different.numbering")
        raise InputError(said, field="fixed.numbers")
    common = next(iter(rows.values()), None) if together else None
    if common is None and together:
        common = _draw_row(stream, numbering)
    red, yellow, white = (rows.get(colour) or common or _draw_row(stream, numbering) for colour in COLOURS)
    return red, yellow, white


def _draw_row(stream: Stream, numbering: str) -> Row:
    """Draw the row of one district: a shuffle for "random", a die for the start of the others."""
    if numbering == "standard":
        return STANDARD_ROW
    if numbering == "random":
        return _row(stream.shuffled(STANDARD_ROW))
    return _rotated(stream.die(), 1 if numbering == "ascending" else -1)


def _check_fixed_tiles(fixed: Fixed, expansion: bool) -> None:
    """Raise InputError when fixed tiles cannot take part."""
    field = "fixed.tiles"
    if fixed.tiles and not expansion:
        raise InputError(phrase("troyes.lay.no_expansion"), field=field)
    for tile in fixed.tiles:
        if tile not in TILES:
            raise InputError(phrase("troyes.lay.tile", n=tile, most=len(TILES)), field=field)
    places = [notch for notch in fixed.tiles.values() if notch is not None]
    for notch in places:
        _check_notch(notch, field)
    if len(set(places)) != len(places):
        raise InputError(phrase("troyes.lay.one_place"), field=field)
    if len(fixed.tiles) > EQUAL_FACED_PLAZAS:
        said = phrase("troyes.lay.tiles", n=len(fixed.tiles), of=EQUAL_FACED_PLAZAS)
        raise InputError(said, field=field)


def _draw_tiles(
    stream: Stream, places: Sequence[int], fixed: Mapping[int, int | None]
) -> tuple[tuple[int, int], ...]:
    """Draw tiles for the three places, keeping the fixed ones."""
    if len(places) != EQUAL_FACED_PLAZAS:
        said = phrase("troyes.lay.expansion", of=EQUAL_FACED_PLAZAS, n=len(places))
        raise InputError(said, field="expansion")
    lying = {notch: tile for tile, notch in fixed.items() if notch is not None}
    loose = [tile for tile in sorted(fixed) if fixed[tile] is None]
    others = stream.shuffled(tile for tile in TILES if tile not in fixed)
    free = [notch for notch in places if notch not in lying]
    lying.update(zip(free, stream.shuffled(loose + others[: len(free) - len(loose)]), strict=True))
    return tuple(sorted(lying.items()))


# --- Share code -------------------------------------------------------------------------------------------

_ROTATIONS: Final = COLUMNS**3
_DESCENDING: Final = _ROTATIONS
_SAME: Final = 2 * _ROTATIONS
_USUAL: Final = _SAME + len(_PERMUTATIONS)
"""Numberings with a short code: 216 ascending, 216 descending, 720 with one order for all districts."""
_EXPANSIONS: Final = 1 + len(TILES) * (len(TILES) - 1) * (len(TILES) - 2)
_LONG: Final = 32**13
"""Added to the codes of all other numberings, so that their payload always has 14 symbols, not 10."""


def _all_rotated(numbers: tuple[Row, Row, Row], step: int) -> bool:
    """Return whether all districts run up (step 1) or down (step -1)."""
    return all(row == _rotated(row[0], step) for row in numbers)


def numbering_name(setup: Setup) -> str:
    """Return "standard", "ascending", "descending", "random" (one order for all) or "custom"."""
    if setup.numbers == (STANDARD_ROW,) * 3:
        return "standard"
    if _all_rotated(setup.numbers, 1):
        return "ascending"
    if _all_rotated(setup.numbers, -1):
        return "descending"
    return "random" if len(set(setup.numbers)) == 1 else "custom"


def _numbering_index(setup: Setup) -> int:
    """Return the number of a numbering: below _USUAL when usual, else the three orders in base 720."""
    kind = numbering_name(setup)
    if kind in ("standard", "ascending", "descending"):
        index = 0
        for row in setup.numbers:
            index = index * COLUMNS + row[0] - 1
        return index + (_DESCENDING if kind == "descending" else 0)
    ranks = [_PERMUTATIONS.index(row) for row in setup.numbers]
    if kind == "random":
        return _SAME + ranks[0]
    return (ranks[0] * len(_PERMUTATIONS) + ranks[1]) * len(_PERMUTATIONS) + ranks[2]


def _three(index: int, radix: int, row: Callable[[int], Row]) -> tuple[Row, Row, Row]:
    """Return the rows of three digits of a number in a base."""
    index, white = divmod(index, radix)
    index, yellow = divmod(index, radix)
    return row(index), row(yellow), row(white)


def _numbering_of(index: int, usual: bool) -> tuple[Row, Row, Row]:
    """Return the numbering with this number; the inverse of _numbering_index."""
    if not usual:
        return _three(index, len(_PERMUTATIONS), lambda rank: _PERMUTATIONS[rank])
    if index >= _SAME:
        row = _PERMUTATIONS[index - _SAME]
        return row, row, row
    step = -1 if index >= _DESCENDING else 1
    return _three(index % _ROTATIONS, COLUMNS, lambda start: _rotated(start + 1, step))


def _expansion_index(setup: Setup) -> int:
    """Return 0 without expansion, else 1 + the rank of the tiles' order on the three places."""
    if not setup.expansion:
        return 0
    return 1 + _TILE_ORDERS.index(tuple(tile for _, tile in setup.expansion))


_TILE_ORDERS: Final = tuple(permutations(TILES, EQUAL_FACED_PLAZAS))


def to_code(setup: Setup) -> str:
    """Return the share code of a setup, such as "TD1-7K3F-Q2M8-X0YZ". Raises InputError for an illegal setup.

    Ten payload symbols for the usual numberings, fourteen when the districts are numbered at will.
    """
    check(setup)
    number = _numbering_index(setup) * _EXPANSIONS + _expansion_index(setup)
    for up, hidden in setup.plazas:
        number = number * 9 + 3 * COLOURS.index(up) + COLOURS.index(hidden)
    if numbering_name(setup) == "custom":
        number += _LONG
    return sharecode.encode(PREFIX, number)


def from_code(code: str) -> Setup:
    """Return the setup of a share code. Raises InputError, one sentence, for a code that no setup has."""
    number = sharecode.decode(PREFIX, code)
    written = sharecode.encode(PREFIX, number)
    usual = number < _LONG
    number -= 0 if usual else _LONG
    plazas: list[Plaza] = []
    for _ in range(NOTCHES):
        number, pair = divmod(number, 9)
        plazas.append((COLOURS[pair // 3], COLOURS[pair % 3]))
    plazas.reverse()
    numbering, expansion = divmod(number, _EXPANSIONS)
    if numbering >= (_USUAL if usual else len(_PERMUTATIONS) ** 3):
        raise InputError(phrase("troyes.lay.no_code", code=written), field="code")
    places = equal_faced(plazas)
    if len(places) != EQUAL_FACED_PLAZAS:
        said = phrase("troyes.lay.code_equal", code=written, n=len(places), of=EQUAL_FACED_PLAZAS)
        raise InputError(said, field="code")
    tiles = tuple(zip(places, _TILE_ORDERS[expansion - 1], strict=True)) if expansion else ()
    setup = Setup(tuple(plazas), _numbering_of(numbering, usual), tiles)
    if to_code(setup) != written:
        raise InputError(phrase("troyes.lay.other_code", code=written, right=to_code(setup)), field="code")
    return setup


# --- JSON -------------------------------------------------------------------------------------------------


class NumbersData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers in the die boxes of each district, columns 1 to 6."""

    red: tuple[int, ...]
    yellow: tuple[int, ...]
    white: tuple[int, ...]


class TileData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An expansion tile (1 to 8) and the notch (0 to 8) whose plaza it lies on."""

    notch: int
    tile: int


class SetupData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A setup written out: plazas as "up/hidden" such as "R/Y", by notch."""

    plazas: tuple[str, ...]
    numbers: NumbersData
    expansion: tuple[TileData, ...] = ()


def to_data(setup: Setup) -> SetupData:
    """Return the setup in its written-out form."""
    return SetupData(
        tuple("/".join(_LETTER_OF[face] for face in plaza) for plaza in setup.plazas),
        NumbersData(*setup.numbers),
        tuple(TileData(notch, tile) for notch, tile in setup.expansion),
    )


def from_data(data: SetupData) -> Setup:
    """Return the checked setup of a written-out form. Raises InputError naming the field."""
    plazas: list[Plaza] = []
    for notch, pair in enumerate(data.plazas):
        faces = pair.split("/")
        if len(faces) != 2 or any(face not in _COLOUR_OF for face in faces):
            said = phrase("troyes.lay.plaza", n=notch, text=pair[:20])
            raise InputError(said, field=f"setup.plazas[{notch}]")
        plazas.append((_COLOUR_OF[faces[0]], _COLOUR_OF[faces[1]]))
    red, yellow, white = (
        _as_row(row, colour, "setup.numbers")
        for colour, row in zip(COLOURS, msgspec.structs.astuple(data.numbers), strict=True)
    )
    tiles = tuple(sorted((tile.notch, tile.tile) for tile in data.expansion))
    return check(Setup(tuple(plazas), (red, yellow, white), tiles))


def to_json(setup: Setup) -> bytes:
    """Return the setup as canonical JSON: {"plazas": [...], "numbers": {...}, "expansion": [...]}."""
    return msgspec.json.encode(to_data(setup))


def from_json(data: bytes | str) -> Setup:
    """Return the setup of a JSON text: the object of `to_json`, or a string with the share code.

    Raises InputError naming the field at fault.
    """
    try:
        value = msgspec.json.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(phrase("troyes.lay.json"), field="setup") from error
    if isinstance(value, str):
        return from_code(value)
    if not isinstance(value, dict):
        raise InputError(phrase("troyes.lay.json"), field="setup")
    return from_data(reading.convert(value, SetupData))


def faces(setup: Setup) -> list[tuple[int, int]]:
    """Return the plazas as indices of COLOURS (up, hidden), for rules.new_table."""
    return [(COLOURS.index(up), COLOURS.index(hidden)) for up, hidden in setup.plazas]


def letters(colours: Iterable[str]) -> str:
    """Return colours as their letters, such as "RYW"."""
    return "".join(_LETTER_OF[colour] for colour in colours)


def colours_of(text: str) -> list[str] | None:
    """Return the colours of a text of letters R, Y, W, or None when it holds anything else."""
    return [_COLOUR_OF[letter] for letter in text] if set(text) <= set(COLOUR_LETTERS) else None


def notes(_setup: Setup) -> tuple[str, ...]:
    """Return no sentence: a setup of this game says all."""
    return ()


def as_dict(setup: Setup) -> dict[str, Any]:
    """Return the setup as plain dicts and lists, as `to_json` writes it."""
    result: dict[str, Any] = msgspec.json.decode(to_json(setup))
    return result


# --- What a person writes ---------------------------------------------------------------------------------


def parse_fixed(texts: Sequence[str]) -> Fixed:
    """Return the parts of texts such as "P4=R/Y", "red=456123", "tile7" and "tile7=P4".

    Raises InputError for a text of another form and for a part given twice; whether the parts fit together
    is for `draw` to say.
    """
    plazas: dict[int, Plaza] = {}
    numbers: dict[str, Row] = {}
    tiles: dict[int, int | None] = {}
    seen: set[str] = set()
    for text in texts:
        name, equals, value = "".join(text.split()).lower().partition("=")
        name = f"tile{name[1:]}" if _is_numbered(name, "x") else name  # as it stands on paper
        if name in seen:
            raise InputError(phrase("troyes.lay.fixed_twice", name=name), field="fix")
        seen.add(name)
        if plaza := _plaza_of(name, value):
            plazas[int(name[-1])] = plaza
        elif row := _row_of(name, value):
            numbers[name] = row
        elif _is_numbered(name, "tile") and (_is_numbered(value, "p") if equals else True):
            tiles[int(name[-1])] = int(value[-1]) if equals else None
        else:
            raise InputError(phrase("troyes.lay.no_part", text=text[:40], examples=EXAMPLES), field="fix")
    return Fixed(plazas, numbers, tiles)


def _plaza_of(name: str, value: str) -> Plaza | None:
    """Return the plaza of a part such as "p4=r/y", or None when it is another part."""
    shown = value.upper().split("/")
    if not _is_numbered(name, "p") or len(shown) != 2 or not set(shown) <= set(_COLOUR_OF):
        return None
    return _COLOUR_OF[shown[0]], _COLOUR_OF[shown[1]]


def _row_of(name: str, value: str) -> Row | None:
    """Return the row of a part such as "red=456123" or "red=4,5,6,1,2,3", or None when it is another part."""
    digits = value.replace(",", "")
    if name not in COLOURS or len(digits) != COLUMNS or not set(digits) <= set("123456"):
        return None
    return _row(map(int, digits))


def _is_numbered(text: str, word: str) -> bool:
    """Return whether a text is a word and one digit."""
    return text[:-1] == word and text[-1:].isascii() and text[-1:].isdigit()
