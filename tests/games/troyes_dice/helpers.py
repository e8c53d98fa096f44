"""Sheets and tables as a line of text, in the words of the paper: columns 1 to 6, letters R Y W."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pencilwright.games.troyes_dice.components import (
    CATHEDRAL_NUMBER_BY_ORDER,
    COLOUR_LETTERS,
    COLOURS,
    KINDS,
    RESOURCES,
    STANDARD,
)
from pencilwright.games.troyes_dice.play import move_text, rules
from pencilwright.games.troyes_dice.play.rules import Move, Vector
from pencilwright.templates.phrases import Phrase, Word

SLOT = re.compile(r"(\*?)([RYW])(?:/([RYW]))?([1-6])?(?:X([1-8])([+-]))?")


def sheet(text: str = "") -> Vector:
    """Return a sheet: "deniers=9-4" circled and spent, "goods=" all three, "citizens=14/0/0", "struck.red=4".

    A building has its columns, the cathedral in the order in which they were built: "cathedral=513".
    """
    result = rules.new_sheet()
    for name, value in (part.split("=") for part in text.split()):
        if name == "citizens":
            result[rules.CIT : rules.CIT + 3] = map(int, value.split("/"))
        elif name in KINDS:
            result[rules.BUILT + KINDS.index(name)] = sum(1 << int(column) - 1 for column in value)
        elif name.startswith("struck."):
            colour = COLOURS.index(name.removeprefix("struck."))
            result[rules.STRUCK + colour] = sum(1 << int(column) - 1 for column in value)
        else:
            for kind in range(3) if name == "goods" else (RESOURCES.index(name),):
                result[rules.GOT + kind], result[rules.USED + kind] = map(int, value.split("-"))
        if name == "cathedral":
            for number, column in zip(CATHEDRAL_NUMBER_BY_ORDER, value, strict=False):
                result[rules.CATHEDRAL_NUMBER + int(column) - 1] = number
    return result


def fields(vector: Vector) -> dict[str, str]:
    """Return each field of a sheet as `sheet` reads it."""
    tracks = zip(vector[rules.GOT : rules.USED], vector[rules.USED : rules.CIT], strict=True)
    result = {name: f"{got}-{used}" for name, (got, used) in zip(RESOURCES, tracks, strict=True)}
    result["citizens"] = "/".join(map(str, vector[rules.CIT : rules.BUILT]))
    masks = dict(zip(KINDS, vector[rules.BUILT : rules.STRUCK], strict=True))
    masks |= {f"struck.{colour}": vector[rules.STRUCK + n] for n, colour in enumerate(COLOURS)}
    for name, mask in masks.items():
        columns = [column for column in range(6) if mask >> column & 1]
        if name == "cathedral":
            columns.sort(key=lambda column: vector[rules.CATHEDRAL_NUMBER + column])
        result[name] = "".join(str(column + 1) for column in columns)
    return result


def changes(before: Vector, after: Vector) -> str:
    """Return the fields of a sheet that have changed, as `sheet` reads them."""
    old = fields(before)
    return " ".join(f"{name}={value}" for name, value in fields(after).items() if value != old[name])


def table(text: str = "", plazas: Sequence[str] = STANDARD.plazas) -> Vector:
    """Return a table: "*R1 R4X8- Y/W5 R5 3am numbers=432165,123456,123456", or a part of it.

    A slot has the colour that is up (and the hidden one), the value of its die, the black one starred, and
    its tile, feast (+) or pillage (-). Where no slots are given the plazas are those of the box.
    """
    slots = [match.groups() for match in map(SLOT.fullmatch, text.split()) if match]
    half = re.search(r"\b([1-8])(am|pm)\b", text)
    start = 2 * int(half[1]) - 2 + (half[2] == "pm") if half else 0
    notches = rules.NOTCH[4 * start : 4 * start + 4]
    numbers = re.search(r"numbers=(\d+),(\d+),(\d+)", text)
    pairs = [plaza.split("/") for plaza in plazas]
    for notch, (_, up, hidden, *_) in zip(notches, slots, strict=False):
        pairs[notch] = [up, hidden or up]
    result = rules.new_table(
        [(COLOUR_LETTERS.index(up), COLOUR_LETTERS.index(hidden)) for up, hidden in pairs],
        [[int(digit) for digit in row] for row in (numbers.groups() if numbers else ("123456",) * 3)],
        [(notch, int(slot[4])) for notch, slot in zip(notches, slots, strict=False) if slot[4]],
    )
    for notch, slot in zip(notches, slots, strict=False):
        result[rules.PILLAGE + notch] = int(slot[5] == "-")
    result[rules.HALF] = start
    stars = [bool(star) for star, *_ in slots]
    if any(stars):
        rules.place(result, *(int(slot[3]) for slot in sorted(slots, key=lambda slot: not slot[0])))
        assert result[rules.BLACK] == stars.index(True), "the black die lies before its equals"
        assert slot_values(result) == [int(slot[3]) for slot in slots], "dice lie in order"
    return result


def play(before: Vector, wheel: Vector, text: str) -> Vector:
    """Return the sheet after the move written in short notation."""
    return rules.apply_action(before, wheel, move(before, wheel, text))


def notations(before: Vector, wheel: Vector) -> list[str]:
    """Return all legal moves in short notation."""
    return [move_text.notation(before, wheel, move) for move in rules.legal_actions(before, wheel)]


def move(before: Vector, wheel: Vector, text: str) -> Move:
    """Return the move written in short notation."""
    return move_text.parse_move(text, before, wheel)


def raided(before: Vector, wheel: Vector) -> Vector:
    """Return the sheet after this half-day's raid."""
    after = list(before)
    rules.attack(after, wheel)
    return after


def parts(text: Word) -> list[str]:
    """Return the keys of a move's words with the numbers in their blanks, but for what only lists them."""
    if isinstance(text, tuple):
        return [part for item in text for part in parts(item)]
    if not isinstance(text, Phrase):
        return []
    key = text.key.removeprefix("troyes.").removeprefix("move.")
    own = ":".join([key, *(str(value) for _, value in text.words if isinstance(value, int))])
    inner = [part for _, value in text.words for part in parts(value)]
    return inner if key.startswith("list.") else [own, *inner]


def told(before: Vector, wheel: Vector, text: str) -> str:
    """Return the keys and numbers of the words for the move written in short notation."""
    return " ".join(parts(move_text.describe(before, wheel, move(before, wheel, text))))


def columns(vector: Vector, kind: str) -> list[int]:
    """Return the columns 1 to 6 in which a kind is built."""
    return sorted(map(int, fields(vector)[kind]))


def faces_up(wheel: Vector) -> str:
    """Return the nine faces that are up, by notch."""
    return "".join(COLOUR_LETTERS[rules.face(wheel, notch)] for notch in range(9))


def slot_values(wheel: list[int]) -> list[int]:
    """Return the values on the four slots, black among them."""
    return wheel[rules.DICE : rules.DICE + 4]
