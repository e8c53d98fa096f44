"""What the page of a puzzle shows: the drawing, its parts for a narrow screen, and the tree of answers."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from pencilwright.app.answers.puzzle import Branch
from pencilwright.generator.book import Shapes
from pencilwright.templates.paths import Box
from pencilwright.templates.phrases import say

HALF, LONG = 50, 155
"""Millimetres of a drawing: two narrower parts stand side by side, a wider one is pushed sideways."""
FINGER: Final = 0.2
"""How far a tap reaches beyond its place, in parts of it."""


class TapSpot(NamedTuple):
    """A place of answers: its name, where it is, and what of it a finger hits."""

    name: str
    box: Box
    hit: Box


class DrawnPiece(NamedTuple):
    """A part of the drawing: its room, where it is, how wide it stands on a phone, and its places."""

    room: str
    box: Box
    size: str
    spots: tuple[TapSpot, ...]


class PuzzleDrawing(NamedTuple):
    """The whole drawing, and its parts for a narrow screen."""

    whole: DrawnPiece
    parts: list[DrawnPiece]


def drawing(shapes: Shapes, tree: Branch) -> PuzzleDrawing:
    """Return the drawing of a puzzle with all places that its answers have."""
    names = sorted({place for answer in tree.answers for place in answer.places})
    boxes = [(name, shapes.places[name.lower()]) for name in names if name.lower() in shapes.places]
    spots = [TapSpot(name, box, box.grown(FINGER * min(box.width, box.height))) for name, box in boxes]

    def piece(room: str, box: Box) -> DrawnPiece:
        size = "half" if box.width < HALF else "long" if box.width > LONG else ""
        return DrawnPiece(room, box, size, tuple(spot for spot in spots if _is_within(spot.box, box)))

    return PuzzleDrawing(piece("", shapes.whole), [piece(room, box) for room, box in shapes.parts])


def _is_within(box: Box, other: Box) -> bool:
    x, y = box.x + box.width / 2, box.y + box.height / 2
    return other.x <= x <= other.right and other.y <= y <= other.bottom


def spoken(branch: Branch, language: str) -> dict[str, Any]:
    """Return a tree of answers in a language, without what is empty, for the page's script."""
    fields = {name: getattr(branch, name) for name in branch.__struct_fields__}
    words = {name: say(fields[name], language) for name in ("label", "ask", "text")}
    ways = [spoken(way, language) for way in branch.ways]
    return {name: value for name, value in (fields | words | {"ways": ways}).items() if value}
