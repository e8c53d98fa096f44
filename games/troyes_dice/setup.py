"""The setup of a table: plazas, numbers of the columns, expansion tiles; drawn, or from a share code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from typing import Any, Final

import msgspec

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.shared import fixing
from pencilwright.games.shared.fixing import NOTHING_FIXED, Fixable, Fixed
from pencilwright.games.shared.spaces import Among, Dealt, Each, Setups, Space, refusal
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
NUMBERINGS: Final = ("standard", "ascending", "descending", "random")
SCOPES: Final = ("district", "sheet")
STANDARD_ROW: Final = (1, 2, 3, 4, 5, 6)
EXAMPLES: Final = ("P4=R/Y", "red=456123", "X7", "X7=P4")
"""Parts of a setup as a person writes them."""

_LETTER_OF: Final = dict(zip(COLOURS, COLOUR_LETTERS, strict=True))
_COLOUR_OF: Final = dict(zip(COLOUR_LETTERS, COLOURS, strict=True))

Plaza = tuple[str, str]
_PAIRS: Final = {
    f"{_LETTER_OF[up]}/{_LETTER_OF[hidden]}": (up, hidden) for up in COLOURS for hidden in COLOURS
}
"""Plazas as they are written -> their faces, the one that is up first."""
Numbers = tuple[int, int, int, int, int, int]


class Setup(msgspec.Struct, frozen=True):
    """Everything that is random before play.

    Attributes
    ----------
    plazas : for each notch P0 to P8 the colour that is up at the start, and the hidden one.
    numbers : for red, yellow and white the numbers in columns 1 to 6.
    expansion : () or three pairs (notch 0 to 8, tile 1 to 8), by notch; feast side up at first.
    """

    plazas: tuple[Plaza, ...]
    numbers: tuple[Numbers, Numbers, Numbers]
    expansion: tuple[tuple[int, int], ...] = ()


# --- Legality ---------------------------------------------------------------------------------------------


def equal_faced(plazas: Sequence[Plaza]) -> list[int]:
    """Return the notches whose plaza has the same colour on both faces."""
    return [notch for notch, (up, hidden) in enumerate(plazas) if up == hidden]


def _check_equal(setup: Setup, field: str) -> None:
    """Raise InputError unless exactly three plazas have equal faces.

    The colour pairs of the two-coloured plazas are not checked, since no source proves them.
    """
    equal = equal_faced(setup.plazas)
    if len(equal) != EQUAL_FACED_PLAZAS:
        text = phrase("troyes.lay.equal", n=len(equal), of=EQUAL_FACED_PLAZAS)
        raise InputError(text, field=field)


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
    Among(NUMBERINGS).check(numbering, "numbering")
    Among(SCOPES).check(scope, "scope")
    tiles: Mapping[int, int | None] = fixed.get("tiles", {})
    _check_fixed_tiles(tiles, expansion)
    plazas = _draw_plazas(stream.fork("plazas"), fixed.get("plazas", {}), tiles, components)
    numbers = _draw_numbers(stream.fork("numbers"), numbering, scope, fixed.get("numbers", {}))
    laid = _draw_tiles(stream.fork("tiles"), equal_faced(plazas), tiles) if expansion else ()
    return check(Setup(plazas, numbers, laid))


def draw_with(components: Components, seed: int | str, /, **options: Any) -> Setup:
    """Draw a setup as `draw` does, from a user's own box."""
    return draw(seed, components=components, **options)


def _draw_plazas(
    stream: Stream, fixed: Mapping[int, Plaza], tiles: Mapping[int, int | None], components: Components
) -> tuple[Plaza, ...]:
    """Lay the box's plazas round the fixed ones; notches with a fixed tile get a plaza with equal faces."""
    places: list[Plaza | None] = [None] * NOTCHES
    box = [_PAIRS[pair] for pair in components.plazas]
    for notch, plaza in sorted(fixed.items()):
        _take(box, plaza, components)
        places[notch] = plaza
    box = stream.shuffled(box)
    for notch in sorted(notch for notch in tiles.values() if notch is not None):
        if places[notch] is None:
            places[notch] = _take_equal_faced(box, notch)
        laid = places[notch]
        if laid is not None and laid[0] != laid[1]:
            raise InputError(phrase("troyes.lay.no_equal", n=notch), field="fixed.tiles")
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
    raise InputError(
        phrase("setup.wrong.often", field="fixed.plazas", name=name, most=total), field="fixed.plazas"
    )


def _take_equal_faced(box: list[Plaza], notch: int) -> Plaza:
    """Remove the first plaza with equal faces from the shuffled box, for a fixed tile."""
    for plaza in box:
        if plaza[0] == plaza[1]:
            box.remove(plaza)
            return plaza
    raise InputError(phrase("troyes.lay.no_equal", n=notch), field="fixed.tiles")


def _row(numbers: Iterable[int]) -> Numbers:
    """Return six numbers as a row."""
    a, b, c, d, e, f = numbers
    return a, b, c, d, e, f


_PERMUTATIONS: Final = tuple(_row(order) for order in permutations(STANDARD_ROW))


def _rotated(start: int, step: int) -> Numbers:
    """Return the six numbers from `start`, going up (step 1) or down (step -1) and wrapping."""
    return _row((start - 1 + step * i) % COLUMNS + 1 for i in range(COLUMNS))


def _rows_of(numbering: str) -> tuple[Numbers, ...]:
    """Return the rows that one district may have under a numbering."""
    if numbering == "standard":
        return (STANDARD_ROW,)
    if numbering == "random":
        return _PERMUTATIONS
    return tuple(_rotated(start, 1 if numbering == "ascending" else -1) for start in STANDARD_ROW)


def _draw_numbers(
    stream: Stream, numbering: str, scope: str, fixed: Mapping[str, Numbers]
) -> tuple[Numbers, Numbers, Numbers]:
    """Number the districts round the fixed rows. Raises InputError when a fixed row does not fit."""
    rows = {colour: _row(numbers) for colour, numbers in fixed.items()}
    if numbering == "standard" and len(rows) == len(COLOURS):
        return rows["red"], rows["yellow"], rows["white"]
    for colour, row in rows.items():
        if row not in _rows_of(numbering):
            named = phrase(f"colour.{colour}")
            text = " ".join(map(str, row))
            message = phrase("troyes.lay.other_row", colour=named, row=text, numbering=numbering)
            raise InputError(message, field=f"fixed.numbers.{colour}")
    together = numbering in ("standard", "random") or scope == "sheet"
    if together and len(set(rows.values())) > 1:
        raise InputError(phrase("troyes.lay.different"), field="fixed.numbers")
    common = next(iter(rows.values()), None) if together else None
    if common is None and together:
        common = _draw_row(stream, numbering)
    red, yellow, white = (rows.get(colour) or common or _draw_row(stream, numbering) for colour in COLOURS)
    return red, yellow, white


def _draw_row(stream: Stream, numbering: str) -> Numbers:
    """Draw the row of one district: a shuffle for "random", a die for the start of the others."""
    if numbering == "standard":
        return STANDARD_ROW
    if numbering == "random":
        return _row(stream.shuffled(STANDARD_ROW))
    return _rotated(stream.die(), 1 if numbering == "ascending" else -1)


def _check_fixed_tiles(tiles: Mapping[int, int | None], expansion: bool) -> None:
    """Raise InputError when fixed tiles cannot take part."""
    field = "fixed.tiles"
    if tiles and not expansion:
        raise InputError(phrase("troyes.lay.no_expansion"), field=field)
    places = [notch for notch in tiles.values() if notch is not None]
    for notch in places:
        if places.count(notch) > 1:
            raise refusal(field, "twice", name=f"P{notch}")
    if len(tiles) > EQUAL_FACED_PLAZAS:
        raise refusal(field, "most", n=len(tiles), most=EQUAL_FACED_PLAZAS)


def _draw_tiles(
    stream: Stream, places: Sequence[int], fixed: Mapping[int, int | None]
) -> tuple[tuple[int, int], ...]:
    """Draw tiles for the three places, keeping the fixed ones."""
    if len(places) != EQUAL_FACED_PLAZAS:
        text = phrase("troyes.lay.equal", of=EQUAL_FACED_PLAZAS, n=len(places))
        raise InputError(text, field="expansion")
    lying = {notch: tile for tile, notch in fixed.items() if notch is not None}
    loose = [tile for tile in sorted(fixed) if fixed[tile] is None]
    others = stream.shuffled(tile for tile in TILES if tile not in fixed)
    free = [notch for notch in places if notch not in lying]
    lying.update(zip(free, stream.shuffled(loose + others[: len(free) - len(loose)]), strict=True))
    return tuple(sorted(lying.items()))


# --- Share code and JSON ------------------------------------------------------------------------------------

_ROTATIONS: Final = COLUMNS**3
_SAME: Final = 2 * _ROTATIONS
_USUAL: Final = _SAME + len(_PERMUTATIONS)
"""Numberings with a short code: 216 ascending, 216 descending, 720 with one order for all districts."""
_TILE_ORDERS: Final = tuple(permutations(TILES, EQUAL_FACED_PLAZAS))
_EXPANSIONS: Final = 1 + len(_TILE_ORDERS)


def _all_rotated(numbers: tuple[Numbers, Numbers, Numbers], step: int) -> bool:
    """Return whether all districts run up (step 1) or down (step -1)."""
    return all(row == _rotated(row[0], step) for row in numbers)


def numbering_name(setup: Setup) -> str:
    """Return "standard", "ascending", "descending", "random" (one order for all) or "custom"."""
    return _name(setup.numbers)


def _name(numbers: tuple[Numbers, Numbers, Numbers]) -> str:
    if numbers == (STANDARD_ROW,) * 3:
        return "standard"
    if _all_rotated(numbers, 1):
        return "ascending"
    if _all_rotated(numbers, -1):
        return "descending"
    return "random" if len(set(numbers)) == 1 else "custom"


def _starts(step: int) -> Each:
    """Return the space of rows that run up or down, each from a start of its own."""
    return Each(Among(tuple(_rotated(start, step) for start in STANDARD_ROW)), COLOURS)


_ANY: Final = Each(Among(_PERMUTATIONS), COLOURS)


class _Numbering(Each, frozen=True):
    """The numbers of the districts: usual numberings first, then any three orders."""

    @property
    def size(self) -> int:
        return _USUAL + _ANY.size

    def index(self, value: Any) -> int:
        name = _name(value)
        if name in ("standard", "ascending"):
            return _starts(1).index(value)
        if name == "descending":
            return _ROTATIONS + _starts(-1).index(value)
        if name == "random":
            return _SAME + _PERMUTATIONS.index(value[0])
        return _USUAL + _ANY.index(value)

    def at(self, index: int) -> tuple[Any, ...]:
        if index >= _USUAL:
            return _ANY.at(index - _USUAL)
        if index >= _SAME:
            return (_PERMUTATIONS[index - _SAME],) * len(COLOURS)
        return _starts(-1 if index >= _ROTATIONS else 1).at(index % _ROTATIONS)


class Tile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An expansion tile (1 to 8) and the notch (0 to 8) whose plaza it lies on."""

    notch: int
    tile: int


class _Expansion(Space, frozen=True):
    """No tiles, or one on each plaza with equal faces: (notch, tile) by notch."""

    places: list[int]

    @property
    def form(self) -> Any:
        return tuple[Tile, ...]

    @property
    def size(self) -> int:
        return _EXPANSIONS

    def index(self, value: Sequence[tuple[int, int]]) -> int:
        return 1 + _TILE_ORDERS.index(tuple(tile for _, tile in value)) if value else 0

    def at(self, index: int) -> tuple[tuple[int, int], ...]:
        return tuple(zip(self.places, _TILE_ORDERS[index - 1], strict=False)) if index else ()

    def check(self, value: Sequence[tuple[int, int]], field: str) -> None:
        if value:
            Dealt(TILES, EQUAL_FACED_PLAZAS).check([tile for _, tile in value], field)
        if value and [notch for notch, _ in value] != self.places:
            places = tuple(f"P{notch}" for notch in self.places)
            raise InputError(phrase("troyes.lay.tile_places", places=places), field=field)

    def schema(self) -> dict[str, Any]:
        notch = {"type": "integer", "minimum": 0, "maximum": NOTCHES - 1}
        parts = {"notch": notch, "tile": {"enum": list(TILES)}}
        tile = {
            "type": "object", "properties": parts, "required": list(parts), "additionalProperties": False,
        }  # fmt: skip
        return {"type": "array", "items": tile, "maxItems": EQUAL_FACED_PLAZAS}

    def to_plain(self, value: Sequence[tuple[int, int]]) -> Any:
        return tuple(Tile(*laid) for laid in value)

    def from_plain(self, value: Sequence[Tile]) -> tuple[tuple[int, int], ...]:
        return tuple(sorted((tile.notch, tile.tile) for tile in value))


_SHORT: Final = _USUAL * _EXPANSIONS * len(_PAIRS) ** NOTCHES
"""Numbers of setups with a usual numbering, which have 10 symbols in a code."""
_LONG: Final = 32**13
"""The number of the first setup with another numbering, so that the payload always has 14 symbols."""


class _Setups(Setups[Setup], frozen=True):
    """Setups whose codes have two lengths."""

    def number(self, setup: Setup) -> int:
        number = super().number(setup)
        return number if number < _SHORT else number - _SHORT + _LONG

    def of_number(self, rest: int) -> Setup | None:
        if _SHORT <= rest < _LONG:
            return None
        return super().of_number(rest if rest < _SHORT else rest - _LONG + _SHORT)


SETUPS: Final = _Setups(
    PREFIX,
    Setup,
    {
        "numbers": _Numbering(Dealt(STANDARD_ROW, COLUMNS), COLOURS),
        "expansion": lambda known: _Expansion(equal_faced(known["plazas"])),
        "plazas": Each(Among(tuple(_PAIRS.values()), names=_PAIRS), NOTCHES),
    },
    sample={"plazas": ()},
    rules={"plazas": _check_equal},
)
check, to_code, from_code, as_dict = SETUPS.check, SETUPS.to_code, SETUPS.from_code, SETUPS.as_dict


def faces(setup: Setup) -> list[tuple[int, int]]:
    """Return the plazas as indices of COLOURS (up, hidden), for rules.new_table."""
    return [(COLOURS.index(up), COLOURS.index(hidden)) for up, hidden in setup.plazas]


def letters(colours: Iterable[str]) -> str:
    """Return colours as their letters, such as "RYW"."""
    return "".join(_LETTER_OF[colour] for colour in colours)


def colours_of(text: str) -> list[str] | None:
    """Return the colours of a text of letters R, Y, W, or None when it holds anything else."""
    return [_COLOUR_OF[letter] for letter in text] if set(text) <= set(COLOUR_LETTERS) else None


# --- What a person writes ---------------------------------------------------------------------------------


def parse_fixed(texts: Sequence[str]) -> Fixed:
    """Return the parts of texts such as "P4=R/Y", "red=456123", "X7" and "X7=P4".

    Raises InputError for a text of another form and for a part given twice; whether the parts fit together
    is for `draw` to say.
    """
    notches = {f"p{notch}": notch for notch in range(NOTCHES)}
    tiles = {f"{word}{tile}": tile for word in ("tile", "x") for tile in TILES}  # "x" as it stands on paper
    parts = (
        Fixable("plazas", notches, read=lambda text: _PAIRS[text.upper()]),
        Fixable("numbers", fixing.places(COLOURS), read=_row_of),
        Fixable("tiles", tiles, read=lambda text: notches[text] if text else None),
    )
    return fixing.parse(texts, parts, EXAMPLES)


def _row_of(text: str) -> Numbers:
    """Return the row of "456123" or "4,5,6,1,2,3". Raises ValueError for another text."""
    row = tuple(map(int, text.replace(",", "")))
    return _PERMUTATIONS[_PERMUTATIONS.index(_row(row))]
