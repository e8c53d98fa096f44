"""What kind of mark its strokes make, or that they make none that the reader was taught."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from solver.photo import tuning
from solver.photo.records import BLANK, SPENT, STRUCK, TICKED, UNSURE
from solver.photo.strokes import Shape
from templates.page import Mark

KINDS: Mapping[str, tuple[str, ...]] = {
    "circle": (BLANK, TICKED),
    "tick": (BLANK, TICKED),
    "strike": (BLANK, STRUCK),
    "resource": (BLANK, TICKED, SPENT),
}
"""What a mark of each kind may be; a resource that is circled in print is blank or spent."""


class Seen(NamedTuple):
    """What the picture alone says of a mark: its kind ("unsure" for a shape that fits none) and chances."""

    kind: str
    chances: dict[str, float]


def may_be(mark: Mark) -> tuple[str, ...]:
    """Return the kinds that a mark may have."""
    kinds = KINDS[mark.kind]
    return tuple(kind for kind in kinds if kind != TICKED or not mark.value)


def classify(shape: Shape, mark: Mark) -> Seen:
    """Return the kind of a mark.

    Each kind has one or more descriptions, each a list of limits that its measures keep; a description fits
    by the product of how well each limit is kept. What no description fits is "unsure", however near one is.
    """
    fits = {kind: max(map(lambda d: _fit(shape, d), _descriptions(mark, kind))) for kind in may_be(mark)}
    total = sum(fits.values()) + tuning.ODD_SHAPE
    chances = {kind: fit / total for kind, fit in fits.items()}
    best = max(chances, key=lambda kind: chances[kind])
    if shape.seen < tuning.LEAST_SEEN:
        return Seen(UNSURE, {kind: 1 / len(chances) for kind in chances})
    odd = fits[best] < tuning.LEAST_FIT
    return Seen(UNSURE if odd else best, chances)


def _descriptions(mark: Mark, kind: str) -> Iterable[tuple[tuple[str, str, float, float], ...]]:
    """Return the descriptions of a kind at a mark."""
    table = tuning.SHAPES
    group = mark.kind
    if group == "resource" and mark.value:
        group = "printed resource"
    elif group == "circle" and max(mark.rect.width, mark.rect.height) > tuning.LARGE_PLACE_MM:
        group = "large circle"
    return table[group][kind]


def _fit(shape: Shape, description: Iterable[tuple[str, str, float, float]]) -> float:
    """How well a shape keeps the limits of a description: 1 when all are kept with room to spare."""
    result = 1.0
    for name, side, limit, softness in description:
        value = _measure(shape, name)
        room = (value - limit if side == ">" else limit - value) / softness
        result *= 1 / (1 + math.exp(-max(-30.0, min(30.0, 4 * room))))
    return result


def _measure(shape: Shape, name: str) -> float:
    """A measure of a shape by name: its own, or one of those made from several."""
    if name == "cross":
        return min(shape.falling, shape.rising)
    if name == "line":
        return max(shape.falling, shape.rising)
    if name == "open":
        return shape.hollow - tuning.INNER_COUNTS * min(shape.inner, tuning.INNER_AT_MOST)
    return float(getattr(shape, name))
