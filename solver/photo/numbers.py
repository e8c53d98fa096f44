"""Numbers that are written in combs: blank where no pencil was, asked about wherever one was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pencilwright.solver.photo import tuning
from pencilwright.solver.photo.records import ASKED, BLANK, EYE, UNSURE, MarkReading
from pencilwright.solver.photo.strokes import Strokes
from pencilwright.templates.page import Mark
from pencilwright.templates.phrases import phrase

HIDDEN: Final = phrase("photo.why.hidden")
"""Why a number that cannot be seen is asked about."""


def readings(drawn: Strokes, marks: Sequence[Mark], hidden: set[str]) -> dict[str, MarkReading]:
    """Return what is known of numbers: nothing is written there, or somebody must say what.

    hidden : ids of the marks that cannot be seen.
    """
    return {mark.id: _reading(ink_of(drawn, mark), mark.id in hidden) for mark in marks}


def ink_of(drawn: Strokes, mark: Mark) -> float:
    """Return how much of a comb is pencilled, in mm2; its frame does not count."""
    rect = mark.rect.grown(-tuning.COMB_FRAME_MM)
    scale = tuning.PIXELS_PER_MM
    rows = slice(round(rect.y * scale), round(rect.bottom * scale))
    columns = slice(round(rect.x * scale), round(rect.right * scale))
    return float((drawn.strength[rows, columns] > tuning.COMB_STRENGTH).sum()) / scale**2


def _reading(ink: float, hidden: bool) -> MarkReading:
    written = ink >= tuning.COMB_LEAST_INK
    if not hidden and not written:
        return MarkReading(BLANK, 1.0, BLANK, EYE, {BLANK: 1.0})
    why = phrase("photo.why.number") if written else HIDDEN
    return MarkReading(UNSURE, 0.0, UNSURE, ASKED, {}, {}, why)
