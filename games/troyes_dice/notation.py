"""A position as one short line of text, for people to paste; the grammar is in docs/formats.md."""

from __future__ import annotations

from typing import Final

from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice.components import COLOURS, COLUMNS, DAYS, KINDS, NOTCHES, RESOURCES
from pencilwright.games.troyes_dice.setup import PREFIX, from_code, to_code
from pencilwright.games.troyes_dice.state import (
    LINK_IDS,
    Buildings,
    CathedralNumbers,
    Citizens,
    Half,
    Resource,
    Roll,
    Sheet,
    State,
    Struck,
    Table,
    canonical,
    cathedral_numbers,
)
from pencilwright.templates.phrases import Phrase, phrase

PARTS: Final = (
    "setup",
    "time",
    "plazas",
    "dice",
    "resources",
    "citizens",
    "buildings",
    "struck boxes",
    "links",
)
LONGEST: Final = 400
NONE: Final = "-"
NOT_MARKED: Final = "!"


def to_text(state: State) -> str:
    """Return the state as one line of text."""
    sheet = state.sheet
    tracks: list[Resource] = [getattr(sheet, resource) for resource in RESOURCES]
    return " ".join(
        (
            PREFIX if state.setup is None else to_code(state.setup),
            *_table_parts(state.table),
            "/".join(f"{track.circled}-{track.spent}" for track in tracks),
            "/".join(str(getattr(sheet.citizens, colour)) for colour in COLOURS),
            "/".join(_kind_part(sheet, kind) for kind in KINDS),
            "/".join(_digits(getattr(sheet.struck, colour)) for colour in COLOURS),
            "?" if sheet.links is None else _digits([int(link[1:]) for link in sheet.links]),
        )
    )


def _table_parts(table: Table | None) -> tuple[str, str, str]:
    """Return time, plazas and dice."""
    if table is None:
        return NONE, NONE, NONE
    time = "over" if table.half == "over" else f"{table.day}{table.half}"
    plazas = table.up + (f"/{_digits(table.pillage)}" if table.pillage else "")
    rolls = [f"{roll.black}:{''.join(map(str, roll.dice))}" for roll in table.rolls]
    if rolls and not table.attacked:
        rolls[0] += NOT_MARKED
    return time, plazas, ",".join(rolls) or NONE


def _kind_part(sheet: Sheet, kind: str) -> str:
    """Return the columns of a kind; for cathedrals column:number, with commas."""
    if kind != "cathedral":
        return _digits(getattr(sheet.built, kind))
    numbers = enumerate(cathedral_numbers(sheet), start=1)
    return ",".join(f"{column}:{number}" for column, number in numbers if number) or NONE


def _digits(values: tuple[int, ...] | list[int]) -> str:
    """Return one-digit numbers written together, or a hyphen for none."""
    return "".join(map(str, values)) or NONE


def parse_text(text: str) -> State:
    """Return the state of a text line. Raises InputError naming the part at fault and what it should be."""
    parts = text.split()
    if len(text) > LONGEST or len(parts) != len(PARTS):
        named = tuple(map(_part, PARTS))
        raise InputError(phrase("troyes.line.parts", of=len(PARTS), parts=named, n=len(parts)), field="line")
    setup, time, plazas, dice, resources, citizens, buildings, struck, links = parts
    influence, deniers, knowledge = _resources(resources)
    sheet = Sheet(
        influence=influence,
        deniers=deniers,
        knowledge=knowledge,
        citizens=Citizens(*_counts(citizens, 3, "/", "citizens", "7/16/10")),
        built=_buildings(buildings),
        struck=_struck(struck),
        links=None if links == "?" else tuple(LINK_IDS[n - 1] for n in _digit_list(links, 1, 9, "links")),
    )
    known = None if setup.upper() == PREFIX else from_code(setup)
    return canonical(State(known, _table(time, plazas, dice), sheet))


def _wrong(part: str, text: str, example: str) -> InputError:
    """Return the error for a part that cannot be read."""
    said = phrase("troyes.line.wrong", part=_part(part), text=text[:40], example=example)
    return InputError(said, field=f"line.{part}")


def _part(part: str) -> Phrase:
    """Return the name of a part in words."""
    return phrase(f"troyes.line.{part.replace(' ', '_')}")


def _number(text: str, part: str, whole: str, example: str) -> int:
    """Return a number of one or two digits."""
    if not (text.isascii() and text.isdigit() and len(text) <= 2):
        raise _wrong(part, whole, example)
    return int(text)


def _counts(text: str, size: int, separator: str, part: str, example: str) -> list[int]:
    """Return numbers with a separator between them."""
    numbers = [_number(piece, part, text, example) for piece in text.split(separator)]
    if len(numbers) != size:
        raise _wrong(part, text, example)
    return numbers


def _resources(text: str) -> list[Resource]:
    """Return the three resource tracks, "circled-spent" with slashes."""
    example = "18-9/18-12/16-6"
    pieces = text.split("/")
    if len(pieces) != len(RESOURCES):
        raise _wrong("resources", text, example)
    return [Resource(*_counts(piece, 2, "-", "resources", example)) for piece in pieces]


def _digit_list(text: str, low: int, high: int, part: str) -> tuple[int, ...]:
    """Return one-digit numbers written together; a hyphen means none."""
    if text == NONE:
        return ()
    digits = tuple(str(digit) for digit in range(low, high + 1))
    if not text or any(character not in digits for character in text):
        said = phrase("troyes.line.digits", part=_part(part), text=text[:40], low=low, high=high)
        raise InputError(said, field=f"line.{part}")
    return tuple(map(int, text))


def _buildings(text: str) -> Buildings:
    """Return the buildings: six kinds with slashes, columns as digits, cathedrals as column:number."""
    example = "4/-/1234/125/3:1,4:1/156"
    pieces = text.split("/")
    if len(pieces) != len(KINDS):
        raise _wrong("buildings", text, example)
    fortress, counts_palace, great_market, town_hall, _, bishops_palace = (
        () if kind == "cathedral" else _digit_list(piece, 1, COLUMNS, "buildings")
        for kind, piece in zip(KINDS, pieces, strict=True)
    )
    cathedrals = _cathedrals(pieces[KINDS.index("cathedral")], text, example)
    return Buildings(fortress, counts_palace, great_market, town_hall, cathedrals, bishops_palace)


def _cathedrals(text: str, whole: str, example: str) -> CathedralNumbers:
    """Return the cathedrals of a text such as "3:1,4:1"."""
    numbers = [0] * COLUMNS
    for piece in [] if text == NONE else text.split(","):
        column, number = _counts(piece, 2, ":", "buildings", example)
        if not (1 <= column <= COLUMNS and 1 <= number <= 9 and numbers[column - 1] == 0):
            raise _wrong("buildings", whole, example)
        numbers[column - 1] = number
    return CathedralNumbers(*numbers)


def _struck(text: str) -> Struck:
    """Return the struck boxes: three districts with slashes."""
    pieces = text.split("/")
    if len(pieces) != len(COLOURS):
        raise _wrong("struck boxes", text, "126/36/236")
    return Struck(*(_digit_list(piece, 1, COLUMNS, "struck boxes") for piece in pieces))


def _table(time: str, plazas: str, dice: str) -> Table | None:
    """Return the table, or None when time and plazas are both a hyphen."""
    if time == plazas == dice == NONE:
        return None
    day, half = _time(time)
    up, slash, pillage = plazas.partition("/")
    if len(up) != NOTCHES or not set(up.upper()) <= set("RYW") or (slash and not pillage):
        raise _wrong("plazas", plazas, "RYWRRYWYR")
    rolls = [] if dice == NONE else dice.split(",")
    marked = not (rolls and rolls[0].endswith(NOT_MARKED))
    if not marked:
        rolls[0] = rolls[0][: -len(NOT_MARKED)]
    return Table(
        day,
        half,
        up.upper(),
        _digit_list(pillage, 0, NOTCHES - 1, "plazas") if slash else (),
        tuple(_roll(roll, dice) for roll in rolls),
        marked,
    )


def _time(text: str) -> tuple[int, Half]:
    """Return day and half of a text such as "8pm" or "over"."""
    lower = text.lower()
    if lower == "over":
        return DAYS, "over"
    day, half = lower[:-2], lower[-2:]
    if day in tuple(str(number) for number in range(1, DAYS + 1)):
        if half == "am":
            return int(day), "am"
        if half == "pm":
            return int(day), "pm"
    raise _wrong("time", text, "8pm")


def _roll(text: str, whole: str) -> Roll:
    """Return the dice of a text such as "3:156"."""
    black, colon, dice = text.partition(":")
    faces = tuple("123456")
    if black not in faces or not colon or len(dice) != 3 or any(die not in faces for die in dice):
        raise _wrong("dice", whole, "3:156")
    return Roll(int(black), tuple(map(int, dice)))
