"""What the rules say about the marks of the pad: of each group of boxes one at most is ticked."""

from __future__ import annotations

from pencilwright.games.markrules import MarkRule, at_most_one
from pencilwright.games.numberrules import NumberRules
from pencilwright.games.yatzy.components import BOXES, SEATS
from pencilwright.games.yatzy.setup import Setup
from pencilwright.templates.phrases import phrase


def mark_rules(setup: Setup | None) -> tuple[MarkRule, ...]:
    """Return the rules of the pad's marks."""
    del setup  # the pad is the same for all
    return tuple(
        at_most_one(
            [f"{row}.{seat}.{value}" for value in group],
            phrase("yatzy.rule.number", row=phrase(f"yatzy.row.{row}"), seat=seat),
        )
        for seat in SEATS
        for row, groups in BOXES.items()
        for group in groups
    )


def number_rules(setup: Setup | None) -> NumberRules:
    """Return what is said of written numbers: the pad has none."""
    del setup
    return NumberRules()
