"""What the page of a puzzle shows of its drawing: the parts for a narrow screen, and what a tap does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from pencilwright.app.answers.puzzle import touched
from pencilwright.app.web.puzzle_tasks import Facts
from pencilwright.generator.book import Shapes
from pencilwright.templates.paths import Box

HALF, LONG = 50, 155
"""Millimetres of a drawing: two narrower parts stand side by side, a wider one is panned."""
FINGER: Final = 0.2
"""How far a tap reaches beyond its place, in parts of it."""


class Spot(NamedTuple):
    """A place that may be tapped: where, what of it a finger hits, the address that it leads to."""

    box: Box
    hit: Box
    address: str
    is_taken: bool


class Piece(NamedTuple):
    """A part of the drawing: where it is, how wide it stands on a phone, and what may be tapped in it."""

    box: Box
    size: str
    spots: tuple[Spot, ...]


class Drawing(NamedTuple):
    """The whole drawing, and its parts for a narrow screen: those that matter now, and the others."""

    whole: Piece
    parts: list[Piece]
    others: list[Piece]


def drawing(
    shapes: Shapes, facts: Facts, path: Sequence[int], address: Callable[[Sequence[int]], str]
) -> Drawing:
    """Return the drawing of a puzzle after a path of choices."""
    touch = touched(facts.answers, path)
    spots = [
        Spot(box, _grown(box), address(tap.path), tap.is_taken)
        for tap in touch.taps
        if (box := shapes.places.get(tap.place.lower())) is not None
    ]

    def piece(box: Box) -> Piece:
        size = "half" if box.width < HALF else "long" if box.width > LONG else ""
        return Piece(box, size, tuple(spot for spot in spots if _is_within(spot.box, box)))

    parts: tuple[list[Piece], list[Piece]] = ([], [])
    for room, box in shapes.parts:
        parts[bool(room and touch.rooms and room not in touch.rooms)].append(piece(box))
    return Drawing(piece(shapes.whole), *parts)


def _grown(box: Box) -> Box:
    by = FINGER * min(box.width, box.height)
    return box.grown(by)


def _is_within(box: Box, other: Box) -> bool:
    x, y = box.x + box.width / 2, box.y + box.height / 2
    return other.x <= x <= other.right and other.y <= y <= other.bottom


def attributes(box: Box) -> dict[str, Any]:
    """Return a rectangle as SVG has it."""
    return {name: round(value, 1) for name, value in zip(("x", "y", "width", "height"), box, strict=True)}
