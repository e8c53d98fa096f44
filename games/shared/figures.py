"""Drawings of what a person compares with their copy of a game: where each value lies, and how it looks."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pencilwright.templates.phrases import Sentence

Point = tuple[float, float]


class Sign(NamedTuple):
    """What stands for a word: names of icons side by side, and a number beside them, 0 for none.

    fills : colours of the themes, one for each icon; () for those that are not coloured.
    """

    icons: tuple[str, ...] = ()
    number: int = 0
    fills: tuple[str, ...] = ()


class Spot(NamedTuple):
    """A place of a drawing that can be tapped.

    Attributes
    ----------
    key, row : of the line that it belongs to.
    at : where what it holds is shown.
    outline : SVG path.
    entry : number of the entry of the line that it holds, from 0.
    text : the entry is this, as it is typed, when the place is taken; a list has the text or has it
        not. "": the place shows the entry, whatever it is.
    printed : what stands there, where it is not the text.
    """

    key: str
    row: str
    at: Point
    outline: str
    entry: int = 0
    text: str = ""
    printed: str = ""


class Shape(NamedTuple):
    """A path behind the places; `fill` is a colour of the themes, "" for none."""

    path: str
    fill: str = ""


class Figure(NamedTuple):
    """A drawing of some values.

    Attributes
    ----------
    keys : of the values.
    size : width and height, in the units of its paths.
    labels : words that stand there, with their middles.
    sign : height of the signs on its places.
    is_wide : whether it is wider than a phone where its places are large enough for a finger.
    """

    keys: tuple[str, ...]
    size: Point
    spots: tuple[Spot, ...]
    shapes: tuple[Shape, ...] = ()
    labels: tuple[tuple[Point, Sentence], ...] = ()
    sign: int = 22
    is_wide: bool = False


class Figures(NamedTuple):
    """The drawings of a game's values, and what words, and rows of tables, look like."""

    drawings: Sequence[Figure] = ()
    signs: Mapping[str, Sign] = {}


def box(x: float, y: float, width: float, height: float) -> str:
    """Return the path of a rectangle."""
    return f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}Z"


def disc(at: Point, radius: float) -> str:
    """Return the path of a circle."""
    x, y = at
    half = f"a{radius:g} {radius:g} 0 0 1"
    return f"M{x - radius:g} {y:g}{half} {2 * radius:g} 0{half} {-2 * radius:g} 0Z"


def on_circle(centre: Point, radius: float, turn: float) -> Point:
    """Return the point at a part of a turn, clockwise from the top."""
    angle = 2 * math.pi * turn
    return round(centre[0] + radius * math.sin(angle), 1), round(centre[1] - radius * math.cos(angle), 1)


def sector(centre: Point, near: float, far: float, begin: float, end: float) -> str:
    """Return the path of a part of a ring, from one part of a turn to another."""
    (ax, ay), (bx, by) = on_circle(centre, far, begin), on_circle(centre, far, end)
    (cx, cy), (dx, dy) = on_circle(centre, near, end), on_circle(centre, near, begin)
    return (
        f"M{ax:g} {ay:g}A{far:g} {far:g} 0 0 1 {bx:g} {by:g}"
        f"L{cx:g} {cy:g}A{near:g} {near:g} 0 0 0 {dx:g} {dy:g}Z"
    )
