"""What the rules say about the marks of the scoring pad: each digit of a number is one box, or none."""

from __future__ import annotations

from collections.abc import Iterator

from pencilwright.games.markrules import MarkRule, at_most_one
from pencilwright.games.terracotta_army.components import COLOURS
from pencilwright.games.terracotta_army.marks import LINES, places
from pencilwright.games.terracotta_army.setup import Setup


def mark_rules(setup: Setup | None) -> tuple[MarkRule, ...]:
    """Return the rules of the pad's marks."""
    del setup  # any two to five colours may play
    return tuple(_rows())


def _rows() -> Iterator[MarkRule]:
    for colour in COLOURS:
        for line in LINES:
            rows: dict[str, list[str]] = {}
            for place, digit, _ in places(line):
                rows.setdefault(place, []).append(f"vp.{colour}.{line}.{place}.{digit}")
            for place, row in rows.items():
                yield at_most_one(row, f"one digit at most is ticked for the {place} of {line} of {colour}")
