"""A position as one short line of text, for people to paste; the grammar is in docs/formats.md."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from pencilwright.games.shared.textform import (
    NONE,
    Form,
    TextLine,
    TextPart,
    digits,
    need,
    number,
    record,
    row,
    several,
    share_code,
    text,
    wrong,
)
from pencilwright.games.troyes_dice import state as states
from pencilwright.games.troyes_dice.components import COLOURS, COLUMNS, DAYS, KINDS, NOTCHES, RESOURCES
from pencilwright.games.troyes_dice.setup import SETUPS

NOT_MARKED: Final = "!"
_NUMBER: Final = number(2)
_COLUMNS: Final = digits(1, COLUMNS)
_NOTCHES: Final = digits(0, NOTCHES - 1)
_LINKS: Final = digits(1, len(states.LINK_IDS))
_CATHEDRAL: Final = several(",", text(f"[1-{COLUMNS}]:[1-9]", "column:number"))


def _cathedrals_text(built: states.CathedralNumbers) -> str:
    numbers = enumerate(msgspec.structs.astuple(built), start=1)
    return _CATHEDRAL.write([f"{column}:{written}" for column, written in numbers if written])


def _cathedrals(given: str) -> states.CathedralNumbers:
    """Return the cathedrals of a text such as "3:1,4:1"."""
    numbers = [0] * COLUMNS
    for column, _, written in _CATHEDRAL.read(given):
        need(numbers[int(column) - 1] == 0)
        numbers[int(column) - 1] = int(written)
    return states.CathedralNumbers(*numbers)


def _plazas_text(plazas: tuple[str, tuple[int, ...]] | None) -> str:
    """Return the colours that are up, and the notches with a pillaged tile."""
    if plazas is None:
        return NONE
    up, pillage = plazas
    return up + (f"/{_NOTCHES.write(pillage)}" if pillage else "")


def _plazas(given: str) -> tuple[str, tuple[int, ...]] | None:
    """Return colours and notches of a text such as "RYWRRYWYR/25"."""
    if given == NONE:
        return None
    up, slash, pillage = given.partition("/")
    need(len(up) == NOTCHES and set(up.upper()) <= set("RYW"))
    return up.upper(), _NOTCHES.read(pillage) if slash else ()


_ROLL: Final = Form(
    lambda roll: f"{roll.black}:{''.join(map(str, roll.dice))}",
    lambda given: _roll(text("[1-6]:[1-6]{3}").read(given)),
    "black:three others",
)
_ROLLS: Final = several(",", _ROLL)


def _roll(given: str) -> states.Roll:
    return states.Roll(int(given[0]), tuple(map(int, given[2:])))


def _dice_text(dice: tuple[tuple[states.Roll, ...], bool]) -> str:
    """Return the dice, with a sign at the first when its raid is not yet marked."""
    first, comma, others = _ROLLS.write(dice[0]).partition(",")
    return first + (NOT_MARKED if dice[0] and not dice[1] else "") + comma + others


def _dice(given: str) -> tuple[tuple[states.Roll, ...], bool]:
    """Return the rolls, and whether the raid of the first is marked."""
    first, comma, others = given.partition(",")
    return _ROLLS.read(first.removesuffix(NOT_MARKED) + comma + others), not first.endswith(NOT_MARKED)


def _links(given: str) -> tuple[Any, ...] | None:
    return None if given == "?" else tuple(states.LINK_IDS[link - 1] for link in _LINKS.read(given))


def _links_text(links: tuple[str, ...] | None) -> str:
    return "?" if links is None else _LINKS.write(tuple(int(link[1:]) for link in links))


_TIME: Final = text(
    f"[1-{DAYS}][ap]m|over", f"1 to {DAYS} with am or pm, over, or - without a table", case=str.lower, none=""
)
_KINDS: Final = (
    (kind, Form(_cathedrals_text, _cathedrals, "column:number,...") if kind == "cathedral" else _COLUMNS)
    for kind in KINDS
)
_PLAZAS: Final = Form(_plazas_text, _plazas, "colours up on P0 to P8[/notches pillaged]")
_DICE: Final = Form(_dice_text, _dice, "black:three others[! before the raid is marked],...")
_DISTRICTS: Final = row("/", *((colour, _COLUMNS) for colour in COLOURS))
_TRACK: Final = record(states.Resource, row("-", ("circled", _NUMBER), ("spent", _NUMBER)))


def _part(name: str, form: Form, *examples: str) -> TextPart:
    return TextPart(name, f"troyes.line.{name.replace(' ', '_')}", form, examples)


LINE: Final = TextLine(
    (
        _part("setup", share_code(SETUPS), "TD1-0000-1BN5-B8CQ"),
        _part("time", _TIME, "8pm"),
        _part("plazas", _PLAZAS, "RYWRRYWYR"),
        _part("dice", _DICE, "3:156"),
        _part("resources", several("/", _TRACK, len(RESOURCES)), "18-9/18-12/16-6"),
        _part(
            "citizens", record(states.Citizens, row("/", *((name, _NUMBER) for name in COLOURS))), "7/16/10"
        ),
        _part("buildings", record(states.Buildings, row("/", *_KINDS)), "4/-/1234/125/3:1,4:1/156"),
        _part("struck boxes", record(states.Struck, _DISTRICTS), "126/36/236"),
        _part("links", Form(_links_text, _links, "numbers, or ? where they are not recorded"), "1234"),
    ),
    longest=400,
)


def to_text(state: states.State) -> str:
    """Return the state as one line of text."""
    sheet, table = state.sheet, state.table
    values: dict[str, Any] = {"setup": state.setup, "time": "", "plazas": None, "dice": ((), True)}
    if table is not None:
        values["time"] = "over" if table.half == "over" else f"{table.day}{table.half}"
        values["plazas"], values["dice"] = (table.up, table.pillage), (table.rolls, table.attacked)
    return LINE.write(
        values
        | {
            "resources": [getattr(sheet, resource) for resource in RESOURCES],
            "citizens": sheet.citizens,
            "buildings": sheet.built,
            "struck boxes": sheet.struck,
            "links": sheet.links,
        }
    )


def parse_text(text: str) -> states.State:
    """Return the state of a text line. Raises InputError naming the part at fault and what it should be."""
    values = LINE.read(text)
    sheet = states.Sheet(
        **dict(zip(RESOURCES, values["resources"], strict=True)),
        citizens=values["citizens"],
        built=values["buildings"],
        struck=values["struck boxes"],
        links=values["links"],
    )
    table = _table(**{name: values[name] for name in TABLE})
    return states.normalize(states.State(setup=values["setup"], table=table, sheet=sheet))


TABLE: Final = ("time", "plazas", "dice")


def _table(
    time: str, plazas: tuple[str, tuple[int, ...]] | None, dice: tuple[tuple[states.Roll, ...], bool]
) -> states.Table | None:
    """Return the table, or None when all three parts are a hyphen."""
    if not time and plazas is None and not dice[0]:
        return None
    if not time or plazas is None:
        raise wrong(LINE.part("plazas" if time else "time"), NONE)
    half: states.Half = "over" if time == "over" else "am" if time.endswith("am") else "pm"
    return states.Table(DAYS if half == "over" else int(time[0]), half, *plazas, *dice)
