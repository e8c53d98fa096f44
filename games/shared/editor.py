"""A position that is laid by taps: its parts, their pieces and places, what is counted, what is wrong.

Each tap names what and where. A game says what its parts are (`parts`), what a tap makes of a position
(`lay`), and what cannot be so (`faults`); who draws it and takes the taps knows no rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.shared.session import BoardDrawing, Sector
from pencilwright.templates.phrases import Phrase, Sentence, phrase

P = TypeVar("P", bound=Struct)


class Piece(NamedTuple):
    """Something that is put on a drawing, and taken away by a second tap.

    Attributes
    ----------
    key : what a tap says of it.
    words : its name.
    icon : name of a drawing of templates/icons.toml, "" where its words are enough.
    left : how many the box has left, None where no source tells.
    """

    key: str
    words: Sentence
    icon: str = ""
    left: int | None = None


class Owner(NamedTuple):
    """Whose pieces may be put: the player's letter, "" for nobody's, the pieces, and a colour by its role."""

    letter: str
    words: Sentence
    pieces: tuple[Piece, ...]
    paint: str = ""


def owner(
    key: str, letter: str, words: Sentence, kinds: Iterable[tuple[str, Sentence, str]], paint: str = ""
) -> Owner:
    """Return whose pieces may be put: `key` begins theirs; each kind is a name, its words, its drawing."""
    pieces = (Piece(f"{key}:{kind}", name, icon) for kind, name, icon in kinds)
    return Owner(letter, words, tuple(pieces), paint)


class BoardToken(NamedTuple):
    """A piece that lies somewhere: its drawing, its owner's letter, a sign beside it such as an arrow."""

    icon: str
    owner: str = ""
    sign: str = ""


class BoardPlace(NamedTuple):
    """Where pieces are put.

    Attributes
    ----------
    key : what a tap says of it.
    words : its name.
    tokens : what lies there.
    is_lined : whether it lies in a row or a column that is looked at.
    takes : keys of the pieces that may be put there; () for all of its part.
    """

    key: str
    words: Sentence
    tokens: tuple[BoardToken, ...] = ()
    is_lined: bool = False
    takes: tuple[str, ...] = ()


class HexSpot(NamedTuple):
    """A place on a map of hexes, one of them as wide as 1: its middle, and the colour of a hex by its role.

    place : None where nothing is put. paint : "" for a small place between hexes.
    """

    place: BoardPlace | None
    x: float
    y: float
    paint: str = ""


class Count(NamedTuple):
    """A number or another value that is told by keys.

    Attributes
    ----------
    key : what a tap says of its place.
    words : what is asked, in full: "Yellow: coins".
    value : what it is now, as its taps say it.
    values : each value that it may have with its words; () for a number up to `most`.
    is_asked : whether an answer rests on it.
    few : of a number, up to which each is a key of its own; 0: a key for each digit.
    """

    key: str
    words: Sentence
    value: str
    values: tuple[tuple[str, Sentence], ...] = ()
    most: int = 0
    is_asked: bool = False
    few: int = 0

    @property
    def written(self) -> Sentence:
        """Its value in words."""
        return dict(self.values).get(self.value, self.value)

    def read(self, text: str) -> str:
        """Return the value that a tap says. Raises InputError for none of them, and for more than `most`."""
        if self.values:
            if text not in dict(self.values):
                raise InputError(phrase("editor.no_place"), field=self.key)
            return text
        if not (text.isascii() and text.isdigit()) or int(text[:9]) > self.most:
            raise InputError(phrase("editor.number", most=self.most), field=self.key)
        return str(int(text))


class CountRow(NamedTuple):
    """A row of counts, one under each head of its part, and its drawing, "" for none."""

    words: Sentence
    counts: tuple[Count, ...]
    icon: str = ""


class BoardPart(NamedTuple):
    """A part of a position, which is shown by itself.

    Attributes
    ----------
    key, words : its name.
    owners : whose pieces are put here; () where there are counts alone.
    grid : rows of places. sides : what stands before each of them.
    wheel : a wheel of actions, tapped at "sector.N".
    lanes : places one below the other, with room for many pieces.
    heads : letter and name of who or what stands above each column of places or of counts.
    rows : counts.
    spots : a map of hexes.
    """

    key: str
    words: Sentence
    owners: tuple[Owner, ...] = ()
    grid: tuple[tuple[BoardPlace, ...], ...] = ()
    wheel: BoardDrawing | None = None
    lanes: tuple[BoardPlace, ...] = ()
    heads: tuple[tuple[str, Sentence], ...] = ()
    rows: tuple[CountRow, ...] = ()
    sides: tuple[str, ...] = ()
    spots: tuple[HexSpot, ...] = ()

    @property
    def places(self) -> tuple[BoardPlace, ...]:
        """All places of grid, lanes and map."""
        return (
            *(place for row in self.grid for place in row),
            *self.lanes,
            *(spot.place for spot in self.spots if spot.place is not None),
        )

    @property
    def sectors(self) -> tuple[BoardPlace, ...]:
        """The sectors of the wheel: the actions of each from the inside out, then who stands there."""
        return tuple(
            BoardPlace(f"sector.{n}", phrase("web.laid.sector", n=n), tuple(_on_sector(sector)))
            for n, sector in enumerate(self.wheel.sectors if self.wheel else (), 1)
        )

    @property
    def counts(self) -> tuple[Count, ...]:
        """All that is counted, column by column: one player after the other."""
        columns = zip(*(row.counts for row in self.rows if len(row.counts) > 1), strict=False)
        alone = (row.counts for row in self.rows if len(row.counts) == 1)
        return tuple(count for several in (*columns, *alone) for count in several)


def _on_sector(sector: Sector) -> Iterator[BoardToken]:
    yield from (BoardToken(name, sign=str(number or "")) for name, number in sector.actions)
    yield from (BoardToken("artisan" if is_large else "craftsman", who) for who, is_large in sector.workers)
    yield from (BoardToken("inspector") for _ in range(sector.is_marked))


class BoardRemedy(NamedTuple):
    """A tap that mends a fault: its words, what and where."""

    words: Sentence
    what: str
    where: str


class BoardFault(NamedTuple):
    """What cannot be: its part, its place there, "" for none, and what mends it.

    is_missing : whether it is not wrong, but missing for an answer.
    """

    part: str
    place: str
    words: Sentence
    remedies: tuple[BoardRemedy, ...] = ()
    is_missing: bool = False


def count_at(parts: Iterable[BoardPart], where: str) -> Count:
    """Return what is counted at a place. Raises InputError where nothing is."""
    for part in parts:
        for count in part.counts:
            if count.key == where:
                return count
    raise no_place()


def no_place() -> InputError:
    """Return the refusal of a tap on what is not there."""
    return InputError(phrase("editor.no_place"), field="where")


def numbers(most: int, least: int = 0) -> tuple[tuple[str, Sentence], ...]:
    """Return a few numbers as values."""
    return tuple((str(n), str(n)) for n in range(least, most + 1))


PAD: Final = 19
"""Up to which most goods of a player go."""
YES_NO: Sequence[tuple[str, Phrase]] = (("", phrase("editor.no")), ("1", phrase("editor.yes")))
"""The two values of what is so or is not."""


def kind_of(parts: Iterable[BoardPart], what: str, where: str) -> str:
    """Return the kind of place that a tap is on, the first part of its key; "" where something is counted.

    Raises InputError for a piece that may not be put there.
    """
    for part in parts:
        for place in (*part.places, *part.sectors):
            if place.key == where:
                pieces = {piece.key for owner in part.owners for piece in owner.pieces}
                if what not in (place.takes or pieces):
                    raise no_place()
                return where.partition(".")[0]
    return ""


def value_at(player: Struct, name: str) -> str:
    """Return what is counted of a player, as taps say it.

    name : a field; or behind a point of a list, one that may be in it, or its number; of a record, its field.
    """
    field, _, thing = name.partition(".")
    value = getattr(player, field)
    if thing.isdigit():
        value = value[int(thing)] if int(thing) < len(value) else ""
    elif thing:
        value = thing in value if isinstance(value, tuple) else getattr(value, thing)
    return str(int(value)).strip("0") if isinstance(value, bool) else str(value)


def with_value(player: P, name: str, text: str) -> P:
    """Return a player of whom a tap has told something, named as of `value_at`."""
    field, _, thing = name.partition(".")
    old: Any = getattr(player, field)
    new: Any = type(old)(text) if not thing else None
    if thing.isdigit() and any(isinstance(item, int) for item in old):
        new = tuple(int(text) if str(n) == thing else item for n, item in enumerate(old))
    elif thing.isdigit():
        rest = [item for n, item in enumerate(old) if str(n) != thing and item != text]
        new = (*rest[: int(thing)], *([text] if text else []), *rest[int(thing) :])
    elif thing and isinstance(old, tuple):
        rest = [item for item in old if item != thing]
        new = old if text and thing in old else (*rest, *([thing] if text else []))
    elif thing:
        new = replace(old, **{thing: type(getattr(old, thing))(text)})
    return replace(player, **{field: new})


def row(
    players: Iterable[tuple[Struct, Sentence]], name: str, words: Sentence, icon: str, count: Count
) -> CountRow:
    """Return a row with a count for each player, who has a name; `name` is as of `value_at`."""
    counts = (
        count._replace(
            key=f"players.{n}.{name}",
            words=phrase("editor.of", who=who, what=words),
            value=value_at(player, name),
        )
        for n, (player, who) in enumerate(players)
    )
    return CountRow(words, tuple(counts), icon)


def place_in(field: str) -> str:
    """Return the number that a problem's field has in brackets, "" for none."""
    return field.partition("[")[2].partition("]")[0]
