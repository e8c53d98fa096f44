"""What can be said of Yatzy as tables: the box, a setup, a position and its text, the pad."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, partial
from itertools import product
from typing import TYPE_CHECKING, Annotated, Final, Literal

from msgspec import Meta, Struct

from pencilwright.games.controls import Number
from pencilwright.games.document import Document, listed
from pencilwright.games.errors import InputError
from pencilwright.games.shared import fixing, options
from pencilwright.games.shared.boxes import Exclusive, Group, SheetBox, SheetBoxes
from pencilwright.games.shared.boxfile import box_beside
from pencilwright.games.shared.marks import SheetMark
from pencilwright.games.shared.spaces import Range, Setups
from pencilwright.games.shared.textform import NONE, Form, Word, Words, code, number, several
from pencilwright.templates.phrases import phrase

# --- the box ------------------------------------------------------------------------------------------------

SEATS: Final = (1, 2, 3, 4)
DICE: Final = 5
UPPER: Final = ("ones", "twos", "threes", "fours", "fives", "sixes")
STRAIGHTS: Final = {"small_straight": [1, 2, 3, 4, 5], "large_straight": [2, 3, 4, 5, 6]}
EQUAL: Final[Mapping[str, tuple[int, ...]]] = {
    "one_pair": (2,), "two_pairs": (2, 2), "three_of_a_kind": (3,), "four_of_a_kind": (4,),
    "full_house": (3, 2),
}  # fmt: skip
"""How many dice are equal, for each face that a row wants."""
_ONES: Final = tuple(range(1, 10))
BOXES: Final[Mapping[str, tuple[tuple[int, ...], ...]]] = {
    **{row: (tuple(face * count for count in range(6)),) for face, row in enumerate(UPPER, 1)},
    "one_pair": (tuple(range(0, 13, 2)),),
    "two_pairs": ((0, 10, 20), (2, 4, 6, 8)),
    "three_of_a_kind": (tuple(range(0, 19, 3)),),
    "four_of_a_kind": (tuple(range(0, 25, 4)),),
    "small_straight": ((0, 15),),
    "large_straight": ((0, 20),),
    "full_house": ((0, 10, 20), _ONES),
    "chance": ((10, 20, 30), _ONES),
    "yatzy": ((0, 50),),
}
"""Row -> its boxes in groups: the points are the sum of one box, or none, of each group; 0 crosses it out."""
ROWS: Final = tuple(BOXES)
if TYPE_CHECKING:
    Row = str
else:
    Row = Literal[ROWS]


BOX: Final = box_beside(__file__)


class Components(Struct, frozen=True):
    """The bonus, about which houses differ; `changed` names what the user has replaced."""

    bonus: Annotated[int, Meta(ge=0, le=500)]
    bonus_from: Annotated[int, Meta(ge=0, le=105)]
    changed: frozenset[str] = frozenset()

    @property
    def unverified(self) -> tuple[str, ...]:
        """Names of values that nobody vouches for."""
        return tuple(name for name in BOX.open if name not in self.changed)


STANDARD: Final = Components(**BOX.defaults)
HEAD: Final = "House defaults of Yatzy. Take the # away from what you play by."


# --- a setup ------------------------------------------------------------------------------------------------


class Setup(Struct, frozen=True):
    """How many play, and the seat that begins, from 1."""

    players: int
    first: int


SETUPS: Final = Setups(
    "YZ1",
    Setup,
    {"first": lambda known: Range(1, known["players"], room=len(SEATS)), "players": Range(1, len(SEATS))},
    sample={"players": len(SEATS)},
)
FIXED: Final = (fixing.Fixable("first", {"first": None}, read=fixing.whole),)
_PLAYERS: Final = options.Option("players", options.NUMBER)
DRAW: Final = (_PLAYERS, options.Option("fix", options.LIST, metavar="PART=VALUE"))
EXAMPLE: Final = (_PLAYERS,)
ADVISE: Final[tuple[options.Option, ...]] = ()


# --- a position ---------------------------------------------------------------------------------------------


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat: its number, the player's name, row -> points; rows that are still open are left out."""

    seat: Annotated[int, Meta(ge=1, le=len(SEATS), description="the column of the pad")]
    name: str = ""
    rows: Annotated[Mapping[Row, int], Meta(description="row -> points")] = {}


class Position(Struct, frozen=True, forbid_unknown_fields=True, tag_field="format", tag="yatzy/1"):
    """A position of Yatzy as a file."""

    players: Annotated[tuple[Player, ...], Meta(min_length=1, max_length=len(SEATS))]
    setup: Annotated[Setup | None, Meta(description="share code or setup; null: not known")] = None


class State(Position, frozen=True):
    """A position, and the bonus that is played by."""

    box: Components = STANDARD


_POINTS: Final = several(
    ",",
    Form(
        lambda value: NONE if value is None else str(value),
        lambda given: None if given == NONE else number(3).read(given),
        "points",
    ),
    len(ROWS),
)
TEXT: Final = Words(
    (
        Word("", "setup", code(SETUPS), "YZ1"),
        *(Word(f"{seat}:", str(seat), _POINTS, ",".join("3" * len(ROWS))) for seat in SEATS),
    )
)


# --- the pad ----------------------------------------------------------------------------------------------

DOCUMENTS: Final = listed("yatzy", Document("score-sheet", 0, 1, fillable=True))
WITH_SETUP: Final[tuple[str, ...]] = ()
OPEN_BY_DEFAULT: Final[tuple[str, ...]] = ()
RESULTS: Final = ("upper", "bonus", "total")
"""What players count themselves; `scores` says what it is."""


def ids(row: str, seat: int, values: tuple[int, ...]) -> tuple[str, ...]:
    """Return the marks of boxes of a row."""
    return tuple(f"{row}.{seat}.{value}" for value in values)


@cache
def ticked(row: str, points: int) -> tuple[int, ...]:
    """Return the boxes to tick for points. Raises InputError where the pad has none."""
    choices = product(*((None, *group) for group in BOXES[row]))
    ways = (tuple(value for value in way if value is not None) for way in choices)
    for way in ways:
        if way and sum(way) == points:
            return way
    raise InputError(phrase("marks.no_place", mark=f"{row}: {points}"), field=row)


def _shows(row: str, value: int, player: Player) -> bool:
    return row in player.rows and value in ticked(row, player.rows[row])


def _boxes() -> Iterator[SheetBox]:
    for seat in SEATS:
        who, player = ("seat", seat), f"players[{seat - 1}]"
        name = SheetMark(f"name.{seat}", "text", "yatzy.mark.name", (who,))
        yield SheetBox(name, (f"{player}.name",), str(seat), lambda of: of.name)
        for result in RESULTS:
            yield SheetBox(
                SheetMark(f"{result}.{seat}", "text", f"yatzy.mark.{result}", (who,)), owner=str(seat)
            )
        for row, groups in BOXES.items():
            for group in groups:
                for value, mark in zip(group, ids(row, seat, group), strict=True):
                    named = (who, ("row", f"yatzy.row.{row}"), ("value", value))
                    fields = (f"{row}.{seat}", f"{player}.rows.{row}")
                    shows = partial(_shows, row, value)
                    yield SheetBox(SheetMark(mark, "tick", "yatzy.mark.box", named), fields, str(seat), shows)


def _groups() -> Iterator[Group]:
    for seat in SEATS:
        for row, groups in BOXES.items():
            yield Number(ids(row, seat, sum(groups, ())), sum(groups, ()))
            reason = phrase("yatzy.rule.number", row=phrase(f"yatzy.row.{row}"), seat=seat)
            for group in groups:
                yield Exclusive(ids(row, seat, group), reason, tapped=False)


PAD: Final = SheetBoxes(_boxes(), _groups())
