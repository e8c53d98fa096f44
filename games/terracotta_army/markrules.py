"""What the rules say about the marks of the scoring pad: each digit of a number is one box, or none."""

from __future__ import annotations

from collections.abc import Iterator

from pencilwright.games.markrules import MarkRule, at_most_one
from pencilwright.games.terracotta_army import words
from pencilwright.games.terracotta_army.components import COLOURS
from pencilwright.games.terracotta_army.marks import LINES, rows
from pencilwright.games.terracotta_army.setup import Setup
from pencilwright.templates.phrases import phrase


def mark_rules(setup: Setup | None) -> tuple[MarkRule, ...]:
    """Return the rules of the pad's marks."""
    del setup  # any two to five colours may play
    return tuple(_rows())


def _rows() -> Iterator[MarkRule]:
    for colour in COLOURS:
        for line in LINES:
            for place, row in rows(colour, line).items():
                said = {"line": phrase(f"terracotta.pad.line.{line}"), "colour": words.colour(colour)}
                where = phrase(f"terracotta.place.{place}")
                yield at_most_one(row, phrase("terracotta.problem.digit", place=where, **said))
