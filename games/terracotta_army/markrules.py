"""What the rules say about the marks of the scoring pad: one player has won, and rows add up to a total."""

from __future__ import annotations

from pencilwright.games.markrules import MarkRule
from pencilwright.games.numberrules import NumberRules, Sum
from pencilwright.games.terracotta_army.components import COLOURS
from pencilwright.games.terracotta_army.marks import LINES, PAD
from pencilwright.games.terracotta_army.setup import Setup


def mark_rules(setup: Setup | None) -> tuple[MarkRule, ...]:
    """Return the rules of the pad's marks; numbers are held to their sums where they are read."""
    del setup
    return PAD.rules


def number_rules(setup: Setup | None) -> NumberRules:
    """Return what is said of the pad's numbers: rows and totals."""
    del setup
    return NumberRules(
        sums=tuple(Sum(tuple(f"{line}.{who}" for line in LINES), f"total.{who}") for who in COLOURS),
        notes=PAD.notes,
    )
