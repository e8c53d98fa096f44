"""What all answers tell: the grid after them, and what they change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pencilwright.games.terracotta_army.answer import Points
from pencilwright.games.terracotta_army.rules.grid import Grid
from pencilwright.solver.terracotta_army.value import Value, changes
from pencilwright.templates.phrases import joined, phrase

BASIS: Final = ("organizer", "domination", "presence", "inspectors", "specialist_weapon")
"""The unproven components that points on the grid may rest on."""


def parts(worth: Value) -> tuple[Points, ...]:
    """Return what a worth consists of."""
    return tuple(Points(points=part.points, text=part.words) for part in worth.parts)


def why(stands: Value, after: Value) -> tuple[Points, ...]:
    """Return what parts one worth from another, the greatest first."""
    return tuple(
        Points(
            points=change.points,
            text=change.words if change.there else phrase("terracotta.advice.lost", part=change.words),
        )
        for change in changes(stands, after)
    )


def why_in_words(results: Sequence[Points], language: str) -> str:
    """Return what `why` found, in words."""
    return joined(
        (phrase("terracotta.advice.change", points=f"{item.points:+d}", part=item.text) for item in results),
        language,
        "terracotta.advice.between",
    )


def drawn(grid: Grid) -> tuple[str, ...]:
    """Return the grid's rows with letters above and numbers before them."""
    rows = grid.rows_of_codes()
    wide = max(map(len, " ".join(rows).split()))
    head = "  ".join((chr(ord("A") + index)).ljust(wide - 1) for index in range(grid.cols))
    return (f"   {head}".rstrip(), *(f"{number}  {row}" for number, row in enumerate(rows, 1)))
