"""What the rules say about the marks of the grid sheet: pieces of a space, and how many the box holds."""

from __future__ import annotations

from collections.abc import Iterator

from pencilwright.games.markrules import MarkRule, Term, at_most_one
from pencilwright.games.numberrules import NumberRules
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import words
from pencilwright.games.terracotta_army.components import COLOURS, TYPES
from pencilwright.games.terracotta_army.grid import HORSE_LENGTH
from pencilwright.games.terracotta_army.grid_marks import (
    HORSE,
    LETTERS,
    LOOKING,
    PLAYED,
    ROWS,
    SPACES,
    SPECIALISTS,
    circles,
    places_of,
)
from pencilwright.games.terracotta_army.marks import seated
from pencilwright.games.terracotta_army.setup import Setup
from pencilwright.templates.phrases import phrase


def mark_rules(setup: Setup | None) -> tuple[MarkRule, ...]:
    """Return the rules of the sheet's marks."""
    return (*_spaces(), *_counts(setup), *_beside(setup))


def _spaces() -> Iterator[MarkRule]:
    """A space holds one piece: a warrior, which has a player and a type, a specialist, or a horse."""
    for space in SPACES:
        reason = phrase("terracotta.problem.parts", cell=space.upper())
        owners, types, alone = (circles(space, kinds) for kinds in (COLOURS, TYPES, SPECIALISTS))
        yield at_most_one((*owners, *alone), reason)
        yield at_most_one((f"{space}.{HORSE}", *alone), reason)
        signs = ((mark, 1) for mark in owners), ((mark, -1) for mark in types)
        yield MarkRule(tuple(Term(sign, (mark,)) for each in signs for mark, sign in each), 0, 0, reason)


def _counts(setup: Setup | None) -> Iterator[MarkRule]:
    """The box holds so many of each type and of each specialist."""

    def at_most(kinds: tuple[str, ...], most: int, piece: str) -> MarkRule:
        reason = phrase("terracotta.rule.most", n=most, piece=words.piece(piece))
        return MarkRule(
            tuple(Term(1, (f"{space}.{kind}",)) for space in SPACES for kind in kinds), 0, most, reason
        )

    less = box.SOLO_MISSING if setup is not None and setup.solo else ()
    for kind in TYPES:
        yield at_most((kind,), box.PER_TYPE, kind)
    for kind in box.SPECIALISTS:
        most = box.PER_SPECIALIST - (kind in less)
        marks = tuple(LOOKING) if kind == "kneeling_archer" else (kind,)
        yield at_most(marks, most * (HORSE_LENGTH if kind == HORSE else 1), kind)


def _beside(setup: Setup | None) -> Iterator[MarkRule]:
    """There is one round, one row, one column, and one place in the turn order for each player."""
    for marks in (PLAYED, ROWS, LETTERS):
        yield at_most_one(marks, phrase("terracotta.problem.several", n=2))
    playing = [places_of(colour) for colour in seated(setup)]
    for places in playing:
        yield at_most_one(places, phrase("terracotta.problem.several", n=2))
    for place, marks in enumerate(zip(*playing, strict=True), start=1):
        yield at_most_one(marks, phrase("terracotta.problem.one_place", n=place))


def number_rules(setup: Setup | None) -> NumberRules:
    """Return what is said of written numbers: the sheet has none."""
    del setup
    return NumberRules()
