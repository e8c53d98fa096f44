"""What the rules say about the marks of the scoring pad: one player has won, and rows add up to a total."""

from __future__ import annotations

from typing import Final

from pencilwright.games.numberrules import NumberRules, Sum
from pencilwright.games.terracotta_army.components import COLOURS
from pencilwright.games.terracotta_army.marks import LINES, PAD

RULES: Final = PAD.rules
NUMBER_RULES: Final = NumberRules(
    sums=tuple(Sum(tuple(f"{line}.{who}" for line in LINES), f"total.{who}") for who in COLOURS),
    notes=PAD.notes,
)
