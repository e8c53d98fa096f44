"""What a position holds: one player's sheet, and the table with wheel, day and dice."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from pencilwright.games.shared.reading import ascending, printable_name
from pencilwright.games.troyes_dice import components as box
from pencilwright.games.troyes_dice.setup import Setup, letters

FORMAT: Final = "troyes-dice/1"
STRICT: Final = "x-strict"
Half = Literal["am", "pm", "over"]
LinkId = Literal["L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8", "L9"]
HALVES: Final[tuple[Half, ...]] = ("am", "pm", "over")
LINK_IDS: Final[tuple[LinkId, ...]] = ("L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8", "L9")


def _count(low: int, high: int, what: str, least: int = 0) -> Meta:
    """Limits of a number: the reader takes up to 99 and says which rule it breaks; the schema is strict."""
    return Meta(ge=least, le=99, description=what, extra_json_schema={STRICT: [low, high]})


Circled = Annotated[int, _count(box.RESOURCE_START, box.RESOURCE_SPACES, "spaces circled ever, spent or not")]
Spent = Annotated[int, _count(0, box.RESOURCE_SPACES, "of these, spaces crossed out")]
CitizenCount = Annotated[int, _count(0, box.CITIZEN_SPACES, "citizens circled")]
CathedralNumber = Annotated[int, _count(1, 3, "the number written on this cathedral's scoring line", 1)]
Die = Annotated[int, Meta(ge=1, le=6, description="value of a die")]
Day = Annotated[int, _count(1, box.DAYS, "day of the game")]
Column = Annotated[int, Meta(ge=1, le=box.COLUMNS)]
Notch = Annotated[int, Meta(ge=0, le=box.NOTCHES - 1)]
Slot = Annotated[int, Meta(ge=0, le=box.SLOTS - 1)]
Columns = Annotated[
    tuple[Column, ...],
    Meta(description="columns 1 to 6, from the left", extra_json_schema={"uniqueItems": True}),
]


class Resource(Struct, frozen=True, forbid_unknown_fields=True):
    """One resource track; what is circled and not spent is at hand."""

    circled: Circled
    spent: Spent


class Citizens(Struct, frozen=True, forbid_unknown_fields=True):
    """The three citizen tracks."""

    red: CitizenCount
    yellow: CitizenCount
    white: CitizenCount


class CathedralNumbers(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    rename={f"column_{column}": str(column) for column in range(1, box.COLUMNS + 1)},
):
    """The cathedrals built: column -> the number written for it (1, 1, 2, 2, 3, 3 in the order built)."""

    column_1: CathedralNumber = 0
    column_2: CathedralNumber = 0
    column_3: CathedralNumber = 0
    column_4: CathedralNumber = 0
    column_5: CathedralNumber = 0
    column_6: CathedralNumber = 0


class Buildings(Struct, frozen=True, forbid_unknown_fields=True):
    """The buildings that stand, by kind."""

    fortress: Columns = ()
    counts_palace: Columns = ()
    great_market: Columns = ()
    town_hall: Columns = ()
    cathedral: CathedralNumbers = CathedralNumbers()
    bishops_palace: Columns = ()


class Struck(Struct, frozen=True, forbid_unknown_fields=True):
    """The die boxes struck out by raids, by district."""

    red: Columns = ()
    yellow: Columns = ()
    white: Columns = ()


class Sheet(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One player's score sheet."""

    player: Annotated[str, Meta(description="the player's name")] = ""
    influence: Resource
    deniers: Resource
    knowledge: Resource
    citizens: Citizens
    built: Buildings = Buildings()
    struck: Struck = Struck()
    links: Annotated[
        tuple[LinkId, ...] | None,
        Meta(description="link bonuses gained; null: not recorded", extra_json_schema={"uniqueItems": True}),
    ] = None
    slots: Annotated[
        tuple[Slot, ...],
        Meta(
            max_length=box.HALF_DAYS,
            description="where the black die lay in each half-day played, 0 (free) to 3; empty: not recorded",
        ),
    ] = ()


class Roll(Struct, frozen=True, forbid_unknown_fields=True):
    """The four dice of one half-day."""

    black: Die
    dice: Annotated[
        tuple[Die, ...],
        Meta(
            max_length=9,
            description="the three transparent dice",
            extra_json_schema={"minItems": 3, "maxItems": 3},
        ),
    ]


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """The wheel at one moment, before the action of a half-day."""

    day: Day
    half: Annotated[Half, Meta(description="morning, afternoon; over: the game has ended")]
    up: Annotated[
        str,
        Meta(
            pattern=f"^[{''.join(box.COLOUR_LETTERS)}]{{{box.NOTCHES}}}$",
            max_length=box.NOTCHES,  # "$" alone lets a newline pass
            description="the colours that lie up on notches P0 to P8, such as RYWRRYWYR",
            extra={"words": "form.colours"},
        ),
    ]
    pillage: Annotated[
        tuple[Notch, ...],
        Meta(description="notches whose tile is turned to pillage", extra_json_schema={"uniqueItems": True}),
    ] = ()
    rolls: Annotated[
        tuple[Roll, ...],
        Meta(
            description="dice of this half-day, then known dice of those that follow; empty: not rolled",
            extra_json_schema={"maxItems": box.HALF_DAYS},
        ),
    ] = ()
    attacked: Annotated[
        bool, Meta(description="whether the raid of this half-day is already marked on the sheet")
    ] = True


class State(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="format", tag=FORMAT):
    """A position of Troyes Dice: one player's sheet and the table."""

    setup: Annotated[
        Setup | None, Meta(description="a share code, or the setup written out; null: not known")
    ] = None
    table: Table | None = None
    sheet: Sheet


# --- The state --------------------------------------------------------------------------------------------


def normalize(state: State) -> State:
    """Return the state with lists in ascending order. Raises InputError for doubles, unprintable names."""
    table = None if state.table is None else _canonical_table(state.table)
    return msgspec.structs.replace(state, table=table, sheet=_canonical_sheet(state.sheet))


def _canonical_table(table: Table) -> Table:
    """Return the table with its lists in order; without dice no raid is open."""
    rolls = tuple(Roll(roll.black, tuple(sorted(roll.dice))) for roll in table.rolls)
    return msgspec.structs.replace(
        table,
        pillage=ascending(table.pillage, "table.pillage"),
        rolls=rolls,
        attacked=table.attacked or not rolls,
    )


def _canonical_sheet(sheet: Sheet) -> Sheet:
    """Return the sheet with its lists in order, and a name that can be printed."""
    kinds = [kind for kind in box.KINDS if kind != "cathedral"]
    built = {kind: ascending(getattr(sheet.built, kind), f"sheet.built.{kind}") for kind in kinds}
    struck = [ascending(getattr(sheet.struck, colour), f"sheet.struck.{colour}") for colour in box.COLOURS]
    return msgspec.structs.replace(
        sheet,
        player=printable_name(sheet.player, "sheet.player"),
        built=msgspec.structs.replace(sheet.built, **built),
        struck=Struck(*struck),
        links=None if sheet.links is None else ascending(sheet.links, "sheet.links"),
    )


def start(setup: Setup | None, _components: object = None, *, player: str = "") -> State:
    """Return the position before the first roll: an empty sheet, and the wheel as the setup lays it."""
    fresh = Resource(box.RESOURCE_START, 0)
    sheet = Sheet(
        player=player, influence=fresh, deniers=fresh, knowledge=fresh, citizens=Citizens(0, 0, 0), links=()
    )
    if setup is None:
        return normalize(State(sheet=sheet))
    table = Table(1, "am", letters(up for up, _ in setup.plazas))
    return normalize(State(setup=setup, table=table, sheet=sheet))


def player_of(state: State) -> str:
    """Return the name of the player whose sheet a position is, "" when none is written."""
    return state.sheet.player


# --- The sheet --------------------------------------------------------------------------------------------


def cathedral_numbers(sheet: Sheet) -> tuple[int, ...]:
    """Return the numbers written for the cathedrals of columns 1 to 6, 0 where none is built."""
    return tuple(msgspec.structs.astuple(sheet.built.cathedral))


def built_columns(sheet: Sheet, kind: str) -> tuple[int, ...]:
    """Return the columns 1..6 where a kind of building stands."""
    if kind == "cathedral":
        return tuple(column + 1 for column, number in enumerate(cathedral_numbers(sheet)) if number)
    columns: tuple[int, ...] = getattr(sheet.built, kind)
    return columns


def complete_links(sheet: Sheet) -> tuple[LinkId, ...]:
    """Return the link bonuses whose two buildings stand."""
    return tuple(
        name
        for name, link in zip(LINK_IDS, box.LINKS, strict=True)
        if set(link.columns) <= set(built_columns(sheet, box.KINDS[link.kind]))
    )
