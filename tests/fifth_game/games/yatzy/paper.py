"""The one document of Yatzy: the pad."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pencilwright.games.document import Document
from pencilwright.games.errors import InputError
from pencilwright.games.yatzy.components import BOXES, SEATS, STANDARD, Components
from pencilwright.games.yatzy.setup import Setup
from pencilwright.templates.phrases import phrase

DOCUMENTS: Final[Mapping[str, Document]] = {
    "score-sheet": Document("score-sheet", 0, 1, "yatzy/score_sheet.svg.j2", "page", True)
}
WITH_SETUP: Final[tuple[str, ...]] = ()
OPEN_UNLESS_TOLD: Final[tuple[str, ...]] = ()
A_LINE: Final = 6
"""Boxes beside each other."""


def data(
    document: str, setup: Setup | None, *, blank_numbers: bool = False, components: Components = STANDARD
) -> dict[str, Any]:
    """Return the plain data of the pad's template: the rows, each with its boxes line by line."""
    del setup, blank_numbers  # the pad is the same for all
    if document not in DOCUMENTS:
        known = tuple(DOCUMENTS)
        said = phrase("print.document", game=phrase("game.yatzy"), document=document, known=known)
        raise InputError(said, field="document")
    rows = []
    for row, groups in BOXES.items():
        boxes = [value for group in groups for value in group]
        rows.append((row, [boxes[at : at + A_LINE] for at in range(0, len(boxes), A_LINE)]))
    return {
        "seats": SEATS,
        "rows": rows,
        "bonus": components.bonus,
        "bonus_from": components.bonus_from,
        "unverified": bool(components.unverified),
    }
