"""How hard each level of the corpus is; levels.toml has every number that the photographs are drawn from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import plain


class Span(NamedTuple):
    """A number is drawn evenly between these two."""

    low: float
    high: float


@dataclass(frozen=True)
class Level:
    """One level of difficulty.

    Attributes
    ----------
    width, height : pixels of the photograph, the longer side first.
    flat : a scanner: no perspective, no table, no shadow.
    tilt : degrees between the camera's axis and the plumb line on the paper.
    any_turn : the photograph may be turned or upside down; else it is upright within 4 degrees.
    fill : part of the picture that the sheet takes, along the side that limits it.
    cropped : chance that a corner of the sheet, with its marker, lies outside the picture.
    curl : mm that the paper rises from the table at its highest.
    folded : chance of one or two creases.
    shadow : part of the light that a hand or a phone takes away, where it falls.
    gradient : part of the light that is lost from one side of the picture to the other.
    cast : how far the colours of the light differ, as a part of white.
    defocus : standard deviation of the blur in pixels of the photograph.
    motion : length of the smear of a hand that moved, in pixels.
    noise : standard deviation of the sensor's noise in grey values of 255.
    jpeg : quality of the file.
    scale : size of the print; 0.95 is a printer's "fit to page".
    grey : chance of a black-and-white printer.
    toner : strength of the print; 1 is as it should be.
    care : 0 a hasty hand to 1 a careful one.
    darkness : how dark the writer's pen or pencil leaves its strokes, 1 for the tool's full strength.
    erased : part of the marks that were first drawn elsewhere, erased, and left a trace.
    """

    name: str
    width: int
    height: int
    flat: bool
    tilt: Span
    any_turn: bool
    fill: Span
    cropped: float
    curl: Span
    folded: float
    shadow: Span
    gradient: Span
    cast: Span
    defocus: Span
    motion: Span
    noise: Span
    jpeg: Span
    scale: Span
    grey: float
    toner: Span
    care: Span
    darkness: Span
    erased: Span


TABLES = msgspec.toml.decode(Path(__file__).with_name("levels.toml").read_bytes())
LEVELS: Mapping[str, Level] = MappingProxyType(
    {name: msgspec.convert({"name": name, **table}, Level) for name, table in TABLES.items()}
)


def level(name: str) -> Level:
    """Return the level of this name. Raises InputError naming those there are."""
    if name not in LEVELS:
        raise InputError(plain(f"unknown level {name!r}; choose {', '.join(LEVELS)}"), field="level")
    return LEVELS[name]
