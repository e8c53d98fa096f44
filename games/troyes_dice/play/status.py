"""A position as lines of text: the dice, the wheel to come, and the sheet with its links."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pencilwright.games.troyes_dice import components as box
from pencilwright.games.troyes_dice.play import rules, wheel_drawing
from pencilwright.games.troyes_dice.play.move_text import amount_of, citizens_of, die_in_words
from pencilwright.templates.phrases import Phrase, joined, padded, phrase, say

STRUCK = "x"
MARGIN = 12
TO_COME = 3
"""Half-days after this one whose plazas are shown: together with this one they show every notch."""
CELL = 16
BOX = 8


def tell(sheet: Sequence[int], table: Sequence[int], language: str) -> str:
    """Return the dice of this half-day (where they are known), the wheel and the sheet, for a terminal."""
    lines = _dice(table, language) if rules.dice_known(table) else []
    lines += [*_to_come(table, language), *_tiles(table, language)]
    lines += [*_hand(sheet, language), *_boxes(sheet, table, language), *_links(sheet, language)]
    return "\n".join(lines)


def wheel(table: Sequence[int]) -> tuple[str, dict[str, Any]] | None:
    """Return the template and the data of the wheel as it lies now; None when the game is over."""
    return (
        None
        if table[rules.HALF] >= rules.OVER
        else ("troyes_dice/wheel_now.svg.j2", wheel_drawing.wheel(table))
    )


def _line(head: str, rest: str, language: str) -> str:
    """Return a line with the words of a key in its margin."""
    return padded(say(phrase(f"troyes.status.{head}"), language), MARGIN) + rest


def _price(slot: int) -> Phrase:
    """Return what the die at a place of the wheel costs."""
    kind, amount = box.SLOT_COST[slot]
    if amount == 0:
        return phrase("troyes.setup.free")
    if kind == "any":
        return phrase("troyes.status.any", n=amount)
    return amount_of(box.RESOURCES.index(kind), amount)


def _dice(table: Sequence[int], language: str) -> list[str]:
    """Return a line for each die of this half-day."""
    wheel = list(table)
    lines = []
    for slot in range(box.SLOTS):
        notch = rules.NOTCH[box.SLOTS * wheel[rules.HALF] + slot]
        text = die_in_words(rules.face(wheel, notch), wheel[rules.DICE + slot])
        if slot == wheel[rules.BLACK]:
            text = phrase("troyes.status.black", die=text)
        if wheel[rules.TILE + notch]:
            text = phrase(
                "troyes.status.on_tile", die=text, n=wheel[rules.TILE + notch], side=_side(wheel, notch)
            )
        if not rules.die_is_open(wheel, slot):
            text = phrase("troyes.status.closed", die=text)
        lines.append(f"s{slot}  {padded(say(_price(slot), language), MARGIN)}{say(text, language)}")
    return lines


def _to_come(table: Sequence[int], language: str) -> list[str]:
    """Return a line for each of the next half-days: what lies up on its plazas once this one has ended."""
    wheel = list(table)
    if rules.dice_known(table):
        rules.end_half(wheel)
    days = range(wheel[rules.HALF], min(rules.OVER, wheel[rules.HALF] + TO_COME))
    if not days:
        return []
    prices = "".join(padded(say(_price(slot), language), CELL) for slot in range(box.SLOTS))
    lines = [_line("to_come", prices + say(phrase("troyes.status.faces"), language), language)]
    for half in days:
        notches = [rules.NOTCH[box.SLOTS * half + slot] for slot in range(box.SLOTS)]
        cells = "".join(padded(_plaza(wheel, notch, language), CELL) for notch in notches)
        lines.append(f"  {padded(say(time_of(half), language), MARGIN - 2)}{cells}".rstrip())
    return lines


def time_of(half: int) -> Phrase:
    """Return a half-day in short: "3pm"."""
    return phrase(f"troyes.time.{('am', 'pm')[half % 2]}", day=half // 2 + 1)


def _plaza(wheel: Sequence[int], notch: int, language: str) -> str:
    """Return the faces of a plaza, the one that is up first, and its tile: "R/W", "Y/Y tile 7"."""
    up = wheel[rules.SIDE + notch]
    faces = "/".join(box.COLOUR_LETTERS[wheel[rules.COLOUR + 2 * notch + side]] for side in (up, 1 - up))
    tile = wheel[rules.TILE + notch]
    return faces + (f" {say(phrase('troyes.tile', n=tile), language)}" if tile else "")


def _tiles(table: Sequence[int], language: str) -> list[str]:
    """Return what each tile of this game does, on the side that is up; a raid turns it for good."""
    lines = []
    for notch in range(box.NOTCHES):
        if number := table[rules.TILE + notch]:
            side = ("feast", "pillage")[table[rules.PILLAGE + notch]]
            does = phrase(f"troyes.tile.{number}.{side}")
            text = phrase("troyes.status.tile", n=notch, side=_side(table, notch), does=does)
            name = say(phrase("troyes.tile", n=number), language)
            lines.append(padded(name, MARGIN) + say(text, language))
    return lines


def _side(table: Sequence[int], notch: int) -> Phrase:
    """Return which side of a tile is up."""
    return phrase(f"troyes.status.{('feast', 'pillage')[table[rules.PILLAGE + notch]]}")


def _hand(sheet: Sequence[int], language: str) -> list[str]:
    """Return the lines of the resources and of the citizens."""
    at_hand = []
    for kind, name in enumerate(box.RESOURCES):
        got, used = sheet[rules.GOT + kind], sheet[rules.USED + kind]
        words = phrase(f"resource.{name}")
        at_hand.append(phrase("troyes.status.resource", resource=words, n=got - used, circled=got))
    tracks = tuple(
        phrase(f"troyes.status.citizens.{name}", n=sheet[rules.CIT + colour])
        for colour, name in enumerate(box.COLOURS)
    )
    citizens = phrase("troyes.status.tracks", tracks=tracks, spaces=box.CITIZEN_SPACES)
    return [
        _line("at_hand", joined(at_hand, language), language),
        _line("citizens", say(citizens, language), language),
    ]


def _boxes(sheet: Sequence[int], table: Sequence[int], language: str) -> list[str]:
    """A line for each district: each column's number, and after it what stands there."""
    columns = [say(phrase("troyes.status.column", n=column + 1), language) for column in range(box.COLUMNS)]
    lines = [" " * MARGIN + "".join(padded(name, BOX) for name in columns).rstrip()]
    for colour, name in enumerate(box.COLOURS):
        cells = [_box(sheet, table, colour, column, language) for column in range(box.COLUMNS)]
        key = joined((_meaning(kind) for kind in (2 * colour, 2 * colour + 1)), language)
        head = padded(say(phrase(f"colour.{name}"), language), MARGIN)
        lines.append(head + "".join(padded(cell, BOX) for cell in cells) + key)
    struck = phrase("troyes.status.means", sign=STRUCK, what=phrase("frame.sample.struck"))
    return [*lines, " " * MARGIN + say(struck, language)]


def _box(sheet: Sequence[int], table: Sequence[int], colour: int, column: int, language: str) -> str:
    """Return the number of a die box and the letters of what stands there."""
    marks = ""
    for kind in (2 * colour, 2 * colour + 1):
        if sheet[rules.BUILT + kind] >> column & 1:
            marks += say(_letter(kind), language)
    if sheet[rules.STRUCK + colour] >> column & 1:
        marks += STRUCK
    return f"{table[rules.NUMBER + box.COLUMNS * colour + column]} {marks}"


def _letter(kind: int) -> Phrase:
    """Return the sign of a kind of building."""
    return phrase(f"troyes.status.letter.{box.KINDS[kind]}")


def _meaning(kind: int) -> Phrase:
    """Return a kind of building after its sign."""
    return phrase("troyes.status.means", sign=_letter(kind), what=phrase(f"building.{box.KINDS[kind]}"))


def _links(sheet: Sequence[int], language: str) -> list[str]:
    """Return the link bonuses, a line for each kind of building; those had and those lost say so."""
    lines: list[str] = []
    for kind in sorted({link.kind for link in box.LINKS}):
        links = tuple(_link(sheet, link) for link in box.LINKS if link.kind == kind)
        text = say(
            phrase("troyes.status.links_of", building=phrase(f"building.{box.KINDS[kind]}"), links=links),
            language,
        )
        lines.append(" " * MARGIN + text if lines else _line("links", text, language))
    return lines


def _link(sheet: Sequence[int], link: box.Link) -> Phrase:
    """Return what two neighbours give: "3+4: 2 yellow citizens (had)"."""
    first, second = link.columns
    pair = 1 << first - 1 | 1 << second - 1
    missing = pair & ~sheet[rules.BUILT + link.kind]
    gain = citizens_of(link.gain, link.amount) if link.citizens else amount_of(link.gain, link.amount)
    state = "open" if missing else "had"
    if missing & sheet[rules.STRUCK + link.kind // 2]:
        state = "lost"
    return phrase(f"troyes.status.link.{state}", first=first, second=second, gain=gain)
