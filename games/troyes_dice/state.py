"""A position: one player's sheet and the table with wheel, day and dice; its JSON and its vectors."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct

from pencilwright.games import plainjson
from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice import rules
from pencilwright.games.troyes_dice.components import (
    CITIZEN_SPACES,
    COLOUR_LETTERS,
    COLOURS,
    COLUMNS,
    DAYS,
    HALF_DAYS,
    KINDS,
    LINKS,
    NOTCHES,
    RESOURCE_SPACES,
    RESOURCE_START,
    RESOURCES,
    Components,
)
from pencilwright.games.troyes_dice.setup import (
    NumbersData,
    Setup,
    SetupData,
    TileData,
    faces,
    from_code,
    from_data,
    to_code,
)

FORMAT: Final = "troyes-dice/1"
SCHEMA_ID: Final = "urn:pencilwright:troyes-dice:1"
LARGEST: Final = 1_000_000
"""Bytes that a position may have in a file."""
LONGEST_NAME: Final = 100
UNPRINTABLE: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode categories that may steer a terminal or a printer instead of showing a sign."""

STRICT: Final = "x-strict"
Half = Literal["am", "pm", "over"]
LinkId = Literal["L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8", "L9"]
HALVES: Final[tuple[Half, ...]] = ("am", "pm", "over")
LINK_IDS: Final[tuple[LinkId, ...]] = ("L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8", "L9")


def _count(low: int, high: int, what: str, least: int = 0) -> Meta:
    """Limits of a number: the reader takes up to 99 and says which rule it breaks; the schema is strict."""
    return Meta(ge=least, le=99, description=what, extra_json_schema={STRICT: [low, high]})


Circled = Annotated[int, _count(RESOURCE_START, RESOURCE_SPACES, "spaces circled ever, spent or not")]
Spent = Annotated[int, _count(0, RESOURCE_SPACES, "of these, spaces crossed out")]
CitizenCount = Annotated[int, _count(0, CITIZEN_SPACES, "citizens circled")]
CathedralNumber = Annotated[int, _count(1, 3, "the number written on this cathedral's scoring line", 1)]
Die = Annotated[int, _count(1, 6, "value of a die")]
Day = Annotated[int, _count(1, DAYS, "day of the game")]
Column = Annotated[int, Meta(ge=1, le=COLUMNS)]
Notch = Annotated[int, Meta(ge=0, le=NOTCHES - 1)]
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
    rename={f"column_{column}": str(column) for column in range(1, COLUMNS + 1)},
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
            pattern=f"^[{''.join(COLOUR_LETTERS)}]{{{NOTCHES}}}$",
            max_length=NOTCHES,  # "$" alone lets a newline pass
            description="the colours that lie up on notches P0 to P8, such as RYWRRYWYR",
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
            extra_json_schema={"maxItems": HALF_DAYS},
        ),
    ] = ()
    attacked: Annotated[
        bool, Meta(description="whether the raid of this half-day is already marked on the sheet")
    ] = True


class State(Struct, frozen=True):
    """A position. `setup` or `table` is None when it is not known; the sheet can be scored all the same."""

    setup: Setup | None
    table: Table | None
    sheet: Sheet


class Position(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position of Troyes Dice: one player's sheet and the table."""

    format: Annotated[str, Meta(extra_json_schema={"const": FORMAT})]
    setup: Annotated[
        str | SetupData | None,
        Meta(description="a share code, or the setup written out; null: not known"),
    ] = None
    table: Table | None = None
    sheet: Sheet


class Problem(NamedTuple):
    """One way in which a position breaks the rules.

    `field` is its dotted name, `rule` the rule in a sentence, `nearest` the nearest legal reading in words.
    """

    field: str
    rule: str
    nearest: str


# --- Reading ----------------------------------------------------------------------------------------------

_SHAPE: Final[dict[type[Struct], dict[str, type[Struct]]]] = {
    Position: {"setup": SetupData, "table": Table, "sheet": Sheet},
    SetupData: {"numbers": NumbersData, "expansion": TileData},
    Table: {"rolls": Roll},
    Sheet: {
        "influence": Resource,
        "deniers": Resource,
        "knowledge": Resource,
        "citizens": Citizens,
        "built": Buildings,
        "struck": Struck,
    },
    Buildings: {"cathedral": CathedralNumbers},
}
_WORDS: Final = {
    "`int`": "a whole number",
    "`str`": "a text",
    "`bool`": "true or false",
    "`float`": "a number with a fraction",
    "`array`": "a list",
    "`object`": "an object",
    "`null`": "nothing",
    "`str | object | null`": "a share code, an object or null",
    "`object | null`": "an object or null",
    "`array | null`": "a list or null",
    " <= ": " of at most ",
    " >= ": " of at least ",
}


TABLE_NEEDED: Final = "give day and half with --at, and the colours that lie up on the plazas with --up"


def parse(data: bytes | str) -> State:
    """Return the state in a JSON text or a text line (see to_text), whichever it is.

    Raises InputError, one sentence that names the field, for anything that is not a position. A position that
    can be read but breaks the rules is returned; see `problems`.
    """
    text = plainjson.position_text(data, LARGEST)
    if text[0] in "{[\"'":
        return _from_json(text)
    from pencilwright.games.troyes_dice import notation

    return notation.parse_text(text)


def _from_json(text: str) -> State:
    """Return the state of a JSON text."""
    value = plainjson.load(text)
    if not isinstance(value, dict):
        raise InputError('a position is a JSON object with "format", "setup", "table", "sheet"', field="file")
    form = value.get("format")
    if form != FORMAT:
        given = "has no format" if form is None else f"is of format {str(form)[:40]!r}"
        raise InputError(f"this position {given}; this program reads {FORMAT!r}", field="format")
    _refuse_unknown(value, Position, "")
    try:
        position = msgspec.convert(value, Position)
    except msgspec.ValidationError as error:
        raise _in_words(str(error)) from error
    return canonical(State(_setup_of(position.setup), position.table, position.sheet))


def _setup_of(given: str | SetupData | None) -> Setup | None:
    """Return the setup of a share code or of a setup written out. Raises InputError in field "setup"."""
    if isinstance(given, SetupData):
        return from_data(given)
    try:
        return None if given is None else from_code(given)
    except InputError as error:
        raise InputError(f"setup: {error}", field="setup") from error


def _refuse_unknown(value: Any, kind: type[Struct], path: str) -> None:
    """Raise InputError for a field that the schema does not have, with the nearest name that it has."""
    if isinstance(value, list):
        for index, item in enumerate(value):
            if isinstance(item, dict):
                _refuse_unknown(item, kind, f"{path}[{index}]")
    if not isinstance(value, dict):
        return
    known = kind.__struct_encode_fields__
    for name in value:
        if name not in known:
            from difflib import get_close_matches

            near = get_close_matches(name[:40], known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(known)}"
            raise InputError(
                f"{path or 'the position'} has an unknown field {name[:40]!r}; {hint}",
                field=_join(path, name[:40]),
            )
    for name, child in _SHAPE.get(kind, {}).items():
        if name in value:
            _refuse_unknown(value[name], child, _join(path, name))


def _join(path: str, name: str) -> str:
    """Return the dotted name of a field inside another."""
    return f"{path}.{name}" if path else name


def _in_words(error: str) -> InputError:
    """Return a message of msgspec as our sentence, with the field it speaks of."""
    message, _, place = error.partition(" - at `$")
    field = place.rstrip("`").lstrip(".")
    if "missing required field" in message:
        name = message.split("`")[1]
        return InputError(f"{field or 'the position'} lacks the field {name!r}", field=_join(field, name))
    if "enum value" in message:
        known = HALVES if field == "table.half" else LINK_IDS
        message = f"{message.split(maxsplit=3)[-1]} is none of {', '.join(known)}"
    if field == "table.up":
        message = f"expected {NOTCHES} letters R, Y or W, one for each of P0 to P8"
    for word, plain in _WORDS.items():
        message = message.replace(word, plain)
    return InputError(f"{field}: {message[0].lower()}{message[1:]}", field=field)


def canonical(state: State) -> State:
    """Return the state with lists in ascending order. Raises InputError for doubles, unprintable names."""
    return State(
        state.setup,
        None if state.table is None else _canonical_table(state.table),
        _canonical_sheet(state.sheet),
    )


def _canonical_table(table: Table) -> Table:
    rolls = tuple(Roll(roll.black, tuple(sorted(roll.dice))) for roll in table.rolls)
    return msgspec.structs.replace(
        table,
        pillage=_ascending(table.pillage, "table.pillage"),
        rolls=rolls,
        attacked=table.attacked or not rolls,
    )


def _canonical_sheet(sheet: Sheet) -> Sheet:
    if len(sheet.player) > LONGEST_NAME:
        raise InputError(
            f"sheet.player has {len(sheet.player)} characters; at most {LONGEST_NAME} fit",
            field="sheet.player",
        )
    if any(unicodedata.category(character) in UNPRINTABLE for character in sheet.player):
        raise InputError("sheet.player holds a character that cannot be printed", field="sheet.player")
    kinds = [kind for kind in KINDS if kind != "cathedral"]
    built = {kind: _ascending(getattr(sheet.built, kind), f"sheet.built.{kind}") for kind in kinds}
    struck = [_ascending(getattr(sheet.struck, colour), f"sheet.struck.{colour}") for colour in COLOURS]
    return msgspec.structs.replace(
        sheet,
        player=sheet.player.strip(),
        built=msgspec.structs.replace(sheet.built, **built),
        struck=Struck(*struck),
        links=None if sheet.links is None else _ascending(sheet.links, "sheet.links"),
    )


def _ascending(values: Iterable[Any], field: str) -> tuple[Any, ...]:
    """Return the values in ascending order. Raises InputError when one is given twice."""
    ordered = sorted(values)
    for one, other in pairwise(ordered):
        if one == other:
            raise InputError(f"{field} has {one} twice", field=field)
    return tuple(ordered)


# --- Writing ----------------------------------------------------------------------------------------------


def to_json(state: State) -> bytes:
    """Return the state as canonical JSON: fixed order of fields, the setup as share code, one field of the
    sheet and of the table a line. The same state always gives the same bytes, and `parse` reads them back."""
    parts = [
        f'  "format": {_compact(FORMAT)}',
        f'  "setup": {_compact(None if state.setup is None else to_code(state.setup))}',
        f'  "table": {_object(state.table, ("day", "half", "up", "pillage", "rolls", "attacked"))}',
        f'  "sheet": {_object(state.sheet, ("player", *RESOURCES, "citizens", "built", "struck", "links"))}',
    ]
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode()


def _compact(value: Any) -> str:
    """Return a value as JSON on one line, with a space after commas and colons."""
    text = msgspec.json.format(msgspec.json.encode(value), indent=0)
    return text.decode()


def _object(value: Struct | None, names: Sequence[str]) -> str:
    """Return a struct as JSON with one field a line."""
    if value is None:
        return "null"
    lines = [f"    {_compact(name)}: {_compact(getattr(value, name))}" for name in names]
    return "{\n" + ",\n".join(lines) + "\n  }"


def player_of(state: State) -> str:
    """Return the name of the player whose sheet a position is, "" when none is written."""
    return state.sheet.player


def with_components(state: State, components: Components) -> State:
    """Return the position with a user's own components; nothing of a position depends on them."""
    del components
    return state


def to_text(state: State) -> str:
    """Return the state as one line of text (grammar in docs/formats.md). The player's name is left out."""
    from pencilwright.games.troyes_dice import notation

    return notation.to_text(state)


def parse_text(text: str) -> State:
    """Return the state of a text line. Raises InputError naming the part at fault."""
    from pencilwright.games.troyes_dice import notation

    return notation.parse_text(text)


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a position: types, limits and a description of each field."""
    result: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA_ID,
        "title": "Troyes Dice position",
    }
    result.update(msgspec.json.schema(Position))
    parts = result["$defs"]
    _make_strict(result)
    parts["Sheet"]["properties"]["player"]["maxLength"] = LONGEST_NAME
    parts["SetupData"]["properties"]["plazas"] |= {
        "minItems": NOTCHES,
        "maxItems": NOTCHES,
        "items": {"type": "string", "pattern": "^[RYW]/[RYW]$"},
    }
    parts["SetupData"]["properties"]["expansion"] |= {"maxItems": 3}
    for row in parts["NumbersData"]["properties"].values():
        row |= {"minItems": COLUMNS, "maxItems": COLUMNS, "uniqueItems": True}
        row["items"] |= {"minimum": 1, "maximum": COLUMNS}
    parts["TileData"]["properties"]["notch"] |= {"minimum": 0, "maximum": NOTCHES - 1}
    parts["TileData"]["properties"]["tile"] |= {"minimum": 1, "maximum": 8}
    for column in parts["CathedralNumbers"]["properties"].values():
        column.pop("default")  # an absent column is a cathedral not built; 0 cannot be written
    return result


def _make_strict(part: Any) -> None:
    """Replace the reader's lenient limits by those of the game, everywhere in a schema."""
    if isinstance(part, dict):
        if STRICT in part:
            part["minimum"], part["maximum"] = part.pop(STRICT)
        part = list(part.values())
    if isinstance(part, list):
        for child in part:
            _make_strict(child)


# --- Judging ----------------------------------------------------------------------------------------------


def problems(state: State) -> list[Problem]:
    """Return every way found in which the position cannot arise by the rules; [] when none is found."""
    from pencilwright.games.troyes_dice import legality

    return legality.problems(state)


def check(state: State) -> State:
    """Return the state when no problem is found; else raise InputError telling the first."""
    found = problems(state)
    if found:
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        first = found[0]
        raise InputError(
            f"{first.field}: {first.rule}; nearest legal reading: {first.nearest}{more}", field=first.field
        )
    return state


# --- Vectors ----------------------------------------------------------------------------------------------


def start(setup: Setup | None, player: str = "") -> State:
    """Return the position before the first roll: an empty sheet, and the wheel as the setup lays it."""
    fresh = Resource(RESOURCE_START, 0)
    sheet = Sheet(
        player=player, influence=fresh, deniers=fresh, knowledge=fresh, citizens=Citizens(0, 0, 0), links=()
    )
    if setup is None:
        return canonical(State(None, None, sheet))
    up = "".join(COLOUR_LETTERS[colour] for colour, _ in faces(setup))
    return canonical(State(setup, Table(1, "am", up), sheet))


def half_index(table: Table) -> int:
    """Return how many half-days have been played: 0 on day 1 in the morning, 16 when the game is over."""
    return HALF_DAYS if table.half == "over" else 2 * (table.day - 1) + HALVES.index(table.half)


def _mask(columns: Iterable[int]) -> int:
    """Return columns 1..6 as a bit mask."""
    return sum(1 << column - 1 for column in columns)


def _columns(mask: int) -> tuple[int, ...]:
    """Return a bit mask as columns 1..6."""
    return tuple(column + 1 for column in range(COLUMNS) if mask >> column & 1)


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
        for name, link in zip(LINK_IDS, LINKS, strict=True)
        if set(link.columns) <= set(built_columns(sheet, KINDS[link.kind]))
    )


def sheet_vector(sheet: Sheet) -> list[int]:
    """Return the sheet as the vector of rules.py."""
    tracks: list[Resource] = [getattr(sheet, resource) for resource in RESOURCES]
    return [
        *(track.circled for track in tracks),
        *(track.spent for track in tracks),
        *msgspec.structs.astuple(sheet.citizens),
        *(_mask(built_columns(sheet, kind)) for kind in KINDS),
        *(_mask(columns) for columns in msgspec.structs.astuple(sheet.struck)),
        *cathedral_numbers(sheet),
    ]


def sheet_of(vector: Sequence[int], player: str = "") -> Sheet:
    """Return the sheet of a vector, with the link bonuses that its buildings have earned."""
    influence, deniers, knowledge = (
        Resource(vector[rules.GOT + kind], vector[rules.USED + kind]) for kind in range(3)
    )
    built: dict[str, Any] = {kind: _columns(vector[rules.BUILT + index]) for index, kind in enumerate(KINDS)}
    numbers = vector[rules.CATHEDRAL_NUMBER : rules.CATHEDRAL_NUMBER + COLUMNS]
    built["cathedral"] = CathedralNumbers(*(int(number) for number in numbers))
    sheet = Sheet(
        player=player,
        influence=influence,
        deniers=deniers,
        knowledge=knowledge,
        citizens=Citizens(*vector[rules.CIT : rules.CIT + 3]),
        built=Buildings(**built),
        struck=Struck(*(_columns(mask) for mask in vector[rules.STRUCK : rules.STRUCK + 3])),
    )
    return msgspec.structs.replace(sheet, links=complete_links(sheet))


def table_vector(setup: Setup, table: Table) -> list[int]:
    """Return the table as the vector of rules.py, with the dice of this half-day placed when they are known.

    A plaza with equal faces is always given as unturned: nothing depends on it. Raises InputError when the
    colours up cannot be those of the setup's plazas.
    """
    vector = rules.new_table(faces(setup), setup.numbers, setup.expansion)
    vector[rules.HALF] = half_index(table)
    for notch, (letter, plaza) in enumerate(zip(table.up, setup.plazas, strict=True)):
        colour = COLOURS[COLOUR_LETTERS.index(letter)]
        if colour not in plaza:
            raise InputError(
                f"table.up shows {colour} on P{notch}, but that plaza is {plaza[0]} and {plaza[1]}",
                field="table.up",
            )
        vector[rules.SIDE + notch] = plaza.index(colour)
    for notch in table.pillage:
        vector[rules.PILLAGE + notch] = 1
    if table.rolls and vector[rules.HALF] < HALF_DAYS:
        rules.place(vector, *_dice(table.rolls[0], "table.rolls[0]"))
    return vector


def _dice(roll: Roll, field: str) -> tuple[int, int, int, int]:
    """Return a roll as (black, t1, t2, t3), ascending. Raises InputError when it is no roll of four dice."""
    dice = (roll.black, *sorted(roll.dice))
    if len(dice) != 4 or not all(1 <= die <= 6 for die in dice):
        raise InputError(f"{field} must have a black die and three others, each 1 to 6", field=field)
    black, one, two, three = dice
    return black, one, two, three


def vectors(state: State) -> tuple[list[int], list[int]]:
    """Return (sheet, table) as the vectors of rules.py, the dice of this half-day placed when known.

    The raid is not worked out here; see `position`. The table is [] when setup or table is not known.
    """
    sheet = sheet_vector(state.sheet)
    if state.setup is None or state.table is None:
        return sheet, []
    return sheet, table_vector(state.setup, state.table)


def position(state: State) -> tuple[list[int], list[int]]:
    """Return (sheet, table) ready for an action: dice placed, the raid of this half-day marked.

    Raises InputError when setup or table is missing.
    """
    if state.setup is None:
        raise InputError("the position has no setup; give its share code", field="setup")
    if state.table is None:
        raise InputError(f"the position has no table: {TABLE_NEEDED}", field="table")
    sheet, table = vectors(state)
    if state.table.rolls and not state.table.attacked and table[rules.HALF] < HALF_DAYS:
        rules.attack(sheet, table)
    return sheet, table


def further_rolls(state: State) -> list[tuple[int, int, int, int]]:
    """Return the known dice of the half-days after this one, each (black, t1, t2, t3) ascending."""
    rolls = () if state.table is None else state.table.rolls[1:]
    return [_dice(roll, f"table.rolls[{index}]") for index, roll in enumerate(rolls, start=1)]


def with_vectors(
    state: State, sheet: Sequence[int], table: Sequence[int], *, attacked: bool | None = None
) -> State:
    """Return the state that these vectors describe, with setup, player and the dice still to come of `state`.

    `attacked` says whether the raid of the placed dice is on the sheet; None means yes. When no dice are
    placed but the state knows those of that half-day, they are kept, and their raid counts as not yet marked.
    An empty table vector means that the table is not known.
    """
    own = sheet_of([int(value) for value in sheet], state.sheet.player)
    if state.setup is None or not len(table):
        return canonical(State(state.setup, None, own))
    half = int(table[rules.HALF])
    played = half - half_index(state.table) if state.table is not None else 0
    known = state.table.rolls[played:] if state.table is not None and played >= 0 else ()
    placed = int(table[rules.BLACK]) >= 0
    if placed:
        dice = [int(value) for value in table[rules.DICE : rules.DICE + 4]]
        known = (Roll(dice.pop(int(table[rules.BLACK])), tuple(sorted(dice))), *known[1:])
    done = placed if attacked is None else attacked
    return canonical(State(state.setup, _table_of(state.setup, table, half, known, done), own))


def _table_of(
    setup: Setup, table: Sequence[int], half: int, known: tuple[Roll, ...], attacked: bool
) -> Table:
    """Return the table of a vector."""
    up = "".join(
        COLOUR_LETTERS[COLOURS.index(plaza[int(table[rules.SIDE + notch])])]
        for notch, plaza in enumerate(setup.plazas)
    )
    over = half >= HALF_DAYS
    return Table(
        DAYS if over else half // 2 + 1,
        "over" if over else HALVES[half % 2],
        up,
        tuple(notch for notch in range(NOTCHES) if table[rules.PILLAGE + notch]),
        () if over else known,
        attacked,
    )


def with_rolls(state: State, rolls: Iterable[Sequence[int]], *, attacked: bool = False) -> State:
    """Return the state with these dice known, from this half-day on, each (black, t1, t2, t3).

    `attacked` says whether the raid of the first is already on the sheet. Raises InputError when the table is
    not known.
    """
    if state.table is None:
        raise InputError(f"dice need a table: {TABLE_NEEDED}", field="table")
    dice = tuple(Roll(roll[0], tuple(roll[1:])) for roll in rolls)
    table = msgspec.structs.replace(state.table, rolls=dice, attacked=attacked)
    return canonical(State(state.setup, table, state.sheet))


# --- What a person adds to a position ---------------------------------------------------------------------


def parse_roll(text: str) -> tuple[int, int, int, int]:
    """Return the dice of a text such as "b3 1 5 6", the black one first, the others ascending.

    The dice may stand in any order, with spaces or commas between them. Raises InputError unless there are
    four, one of them black.
    """
    dice = text.lower().replace(",", " ").split()
    black = [die for die in dice if "b" in die]
    values = [die.removeprefix("b") if die.startswith("b") else die.removesuffix("b") for die in dice]
    if len(dice) != 4 or len(black) != 1 or not all(value in tuple("123456") for value in values):
        raise InputError(
            f'{text[:40]!r} is no roll: give four dice, the black one with a b, such as "b3 1 5 6"',
            field="dice",
        )
    first = int(values.pop(dice.index(black[0])))
    one, two, three = sorted(map(int, values))
    return first, one, two, three


def with_dice(state: State, first: Sequence[int] | None, later: Sequence[Sequence[int]] = ()) -> State:
    """Return the state with other dice known: those of this half-day (None keeps them) and of the next ones.

    The raid of other dice for this half-day counts as not yet marked. Raises InputError when there is no
    table, when no dice of this half-day are known, and when the sheet already has the raid of the dice that
    the state came with, because nobody can take it back.
    """
    rolls = () if state.table is None else state.table.rolls
    known = tuple((roll.black, *sorted(roll.dice)) for roll in rolls)
    if first is None and not known:
        raise InputError("the dice of later half-days need those of this half-day first", field="dice")
    roll = known[0] if first is None else (first[0], *sorted(first[1:]))
    same = known[:1] == (roll,)
    table = state.table
    marked = table is not None and bool(known) and table.attacked
    if table is not None and marked and not same and half_index(table) >= rules.FIRST_ATTACK:
        raise InputError(
            "the raid of the dice in this position is already on its sheet; give a position from before the "
            "roll, or one with attacked: false",
            field="dice",
        )
    return with_rolls(state, [roll, *later], attacked=marked and same)


def with_table(state: State, at: str, up: str, pillage: str = "") -> State:
    """Return a state that lacks a table with one, before its roll.

    Parameters
    ----------
    at : day and half, such as "8pm".
    up : the colours that lie up on P0 to P8, such as "YRWYWWYRR".
    pillage : the notches whose tile is turned to pillage, such as "4" or "24".

    Raises InputError naming the part at fault, and when the state has a table already.
    """
    if state.table is not None:
        raise InputError("this position has its table already; leave out the day and the plazas", field="at")
    time, colours = at.strip().lower(), "".join(up.split()).upper()
    half = next((half for half in HALVES[:2] if time[1:].strip() == half), None)
    if half is None or time[0] not in "12345678"[:DAYS]:
        raise InputError(f"at is {at[:40]!r}; it must be a day and its half, such as 8pm", field="at")
    if len(colours) != NOTCHES or not set(colours) <= set(COLOUR_LETTERS):
        raise InputError(
            f"up is {up[:40]!r}; it must be {NOTCHES} letters R, Y or W, one for each of P0 to P8",
            field="up",
        )
    notches = "".join(pillage.replace(",", " ").split())
    if not all(notch in "012345678" for notch in notches):
        raise InputError(
            f"pillage is {pillage[:40]!r}; it must be notches 0 to {NOTCHES - 1}, those of the turned tiles",
            field="pillage",
        )
    table = Table(int(time[0]), half, colours, tuple(map(int, notches)))
    return canonical(State(state.setup, table, state.sheet))
