"""What the rules say about the marks of the grid sheet: pieces of a space, and how many the box holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pencilwright.games.markrules import MarkRule, Term
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.components import COLOURS, TYPES
from pencilwright.games.terracotta_army.grid_marks import FACINGS, HORSE, SHEET, SPACES, circles
from pencilwright.games.terracotta_army.rules.grid import HORSE_LENGTH
from pencilwright.games.terracotta_army.setup import Setup
from pencilwright.games.terracotta_army.words import names
from pencilwright.templates.phrases import phrase


def _owned() -> Iterator[MarkRule]:
    """A warrior has a player and a type."""
    for space in SPACES:
        reason = phrase("terracotta.problem.parts", cell=space.upper())
        owners = (Term(1, (mark,)) for mark in circles(space, COLOURS))
        types = (Term(-1, (mark,)) for mark in circles(space, TYPES))
        yield MarkRule((*owners, *types), 0, 0, reason)


RULES: Final = (*SHEET.rules, *_owned())


def mark_rules(setup: Setup | None) -> tuple[MarkRule, ...]:
    """Return the rules of the sheet's marks."""
    return (*RULES, *_counts(setup))


def _counts(setup: Setup | None) -> Iterator[MarkRule]:
    """The box holds so many of each type and of each specialist."""

    def at_most(kinds: tuple[str, ...], most: int, piece: str) -> MarkRule:
        reason = phrase("terracotta.rule.most", n=most, piece=names.piece(piece))
        return MarkRule(
            tuple(Term(1, (f"{space}.{kind}",)) for space in SPACES for kind in kinds), 0, most, reason
        )

    less = box.SOLO_MISSING if setup is not None and setup.solo else ()
    for kind in TYPES:
        yield at_most((kind,), box.PER_TYPE, kind)
    for kind in box.SPECIALISTS:
        most = box.PER_SPECIALIST - (kind in less)
        marks = tuple(FACINGS) if kind == "kneeling_archer" else (kind,)
        yield at_most(marks, most * (HORSE_LENGTH if kind == HORSE else 1), kind)
