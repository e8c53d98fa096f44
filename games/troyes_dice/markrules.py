"""What the rules say about the marks of a score sheet; `legality.problems` checks every one of them, too."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from msgspec.structs import replace

from pencilwright.games.markrules import MarkRule, Slack, Term
from pencilwright.games.numberrules import NumberRules, OwnNumbers, Sum
from pencilwright.games.troyes_dice import components as box
from pencilwright.games.troyes_dice.legality import pair_name
from pencilwright.games.troyes_dice.marks import CATHEDRAL_NUMBERS, SHEET
from pencilwright.games.troyes_dice.setup import STANDARD_ROW, Setup, to_code
from pencilwright.templates.phrases import phrase

TILE_FORTRESS, TILE_PUBLIC, TILE_DICE, TILE_BLACK = 4, 6, 7, 8
MOST_MARKET_DICE: Final = 3
EACH_NUMBER: Final = 2
"""Cathedrals that carry one and the same number (components.CATHEDRAL_NUMBER_BY_ORDER)."""


def _building(kind: int, column: int) -> str:
    return f"building.{box.KINDS[kind]}.{column}"


def _cathedrals() -> Iterator[MarkRule]:
    """In the order built the numbers of cathedrals are 1, 1, 2, 2, 3, 3."""
    columns = range(1, box.COLUMNS + 1)
    written = {k: tuple(Term(1, (f"cathedral.{n}.{k}",)) for n in columns) for k in CATHEDRAL_NUMBERS}
    for k in CATHEDRAL_NUMBERS:
        yield MarkRule(written[k], 0, EACH_NUMBER, phrase("troyes.rule.number", n=k, most=EACH_NUMBER))
    for k in CATHEDRAL_NUMBERS[1:]:
        reason = phrase("troyes.rule.number.after", n=k, most=EACH_NUMBER, before=k - 1)
        for n in columns:
            terms = (
                Term(EACH_NUMBER, (f"cathedral.{n}.{k}",)),
                *(term._replace(factor=-1) for term in written[k - 1]),
            )
            yield MarkRule(terms, -EACH_NUMBER, 0, reason)


def _links() -> Iterator[MarkRule]:
    """A link bonus needs both buildings; who records links at all records every one."""
    marks = [f"link.{link.id.removeprefix('L')}" for link in box.LINKS]
    for mark, link in zip(marks, box.LINKS, strict=True):
        first, other = (_building(link.kind, column) for column in link.columns)
        pair = pair_name(link)
        both = (Term(1, (first,)), Term(1, (other,)), Term(-2, (mark,)))
        yield MarkRule(both, 0, 2, phrase("troyes.rule.link", id=mark.removeprefix("link."), pair=pair))
        reason = phrase("troyes.rule.link.gained", id=mark.removeprefix("link."), pair=pair)
        for recorded in marks:
            if recorded != mark:
                yield MarkRule((Term(1, (first, other, recorded)), Term(-1, (mark,))), -1, 0, reason)


def _fortresses() -> Iterator[MarkRule]:
    """No box is struck where a fortress stands."""
    for n in range(1, box.COLUMNS + 1):
        terms = (Term(1, (_building(0, n),)), Term(1, (f"die.red.{n}",)))
        yield MarkRule(terms, 0, 1, phrase("troyes.rule.fortress", column=n))


RULES: Final = (*SHEET.rules, *_cathedrals(), *_links(), *_fortresses())


def mark_rules(setup: Setup | None) -> tuple[MarkRule, ...]:
    """Return the rules of the sheet's marks. Any value counts as marked: circled, spent, struck, ticked."""
    return (*RULES, *_citizens(setup))


def _citizens(setup: Setup | None) -> Iterator[MarkRule]:
    """Every citizen has its source, as long as no track is full."""
    tiles = set(box.TILES) if setup is None else {tile for _, tile in setup.expansion}
    full = tuple(f"citizens.{colour}.{box.CITIZEN_SPACES}" for colour in box.COLOURS)
    columns = range(1, box.COLUMNS + 1)
    dice = MOST_MARKET_DICE + (TILE_DICE in tiles) + (TILE_BLACK in tiles)
    for colour, name in enumerate(box.COLOURS):
        public = 2 * colour + 1
        terms = [Term(1, (f"citizens.{name}.{n}",)) for n in range(1, box.CITIZEN_SPACES + 1)]
        terms += [Term(-1, (f"{box.RESOURCES[colour]}.{n}",)) for n in box.RESOURCE_CITIZEN_AT]
        terms += [Term(-1, (_building(0, n),)) for n in columns if box.FORTRESS_CITIZEN[n - 1] == colour]
        terms += [Term(-box.PUBLIC_CITIZENS, (_building(public, n),)) for n in columns]
        for link in box.LINKS:
            if link.citizens and link.gain == colour:
                first, other = (_building(link.kind, column) for column in link.columns)
                terms.append(Term(-link.amount, (first, other)))
        slacks = [
            Slack(-box.MARKET_AMOUNT[n - 1], dice, _building(2, n))
            for n in columns
            if box.MARKET_GIVES_CITIZENS[n - 1] and box.MARKET_COLOUR[n - 1] == colour
        ]
        if TILE_FORTRESS in tiles:
            slacks += [Slack(-1, 1, _building(0, n)) for n in columns]
        if TILE_PUBLIC in tiles:
            slacks += [Slack(-1, 1, _building(public, n)) for n in columns]
        reason = phrase(f"troyes.rule.citizens.sum.{name}")
        yield MarkRule(tuple(terms), 0, 0, reason, tuple(slacks), full)


def number_rules(setup: Setup | None) -> NumberRules:
    """Return what is said of written numbers: a player's own points, and dice where none were printed.

    The points add up to the total; the marks are counted, not they.
    """
    parts = tuple(mark for mark in SHEET.notes if mark != "total")
    own = None if setup is None else OwnNumbers(_DICE, STANDARD_ROW, partial(_with_numbers, setup))
    return NumberRules(sums=(Sum(parts, "total"),), most=SHEET.most, notes=SHEET.notes, own=own)


_DICE: Final = tuple(tuple(f"die.{colour}.{n}" for n in range(1, box.COLUMNS + 1)) for colour in box.COLOURS)


def _with_numbers(setup: Setup, rows: tuple[tuple[int, ...], ...]) -> str:
    """Return the share code of a setup with other numbers in its districts."""
    return to_code(replace(setup, numbers=rows))
