"""How hard each level of the corpus is: every number that the synthetic photographs are drawn from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from pencilwright.games.errors import InputError


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


LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        "scan": Level(
            name="scan",
            width=3508,
            height=2480,
            flat=True,
            tilt=Span(0, 0),
            any_turn=False,
            fill=Span(0.96, 0.99),
            cropped=0,
            curl=Span(0, 0),
            folded=0,
            shadow=Span(0, 0),
            gradient=Span(0, 0.03),
            cast=Span(0, 0.02),
            defocus=Span(0.4, 0.8),
            motion=Span(0, 0),
            noise=Span(0.5, 2),
            jpeg=Span(75, 95),
            scale=Span(0.97, 1),
            grey=0.3,
            toner=Span(0.85, 1),
            care=Span(0.4, 1),
            darkness=Span(0.75, 1),
            erased=Span(0, 0.01),
        ),
        "easy": Level(
            name="easy",
            width=4000,
            height=3000,
            flat=False,
            tilt=Span(0, 10),
            any_turn=False,
            fill=Span(0.85, 0.97),
            cropped=0,
            curl=Span(0, 0.6),
            folded=0,
            shadow=Span(0, 0.15),
            gradient=Span(0, 0.15),
            cast=Span(0, 0.06),
            defocus=Span(0.6, 1.2),
            motion=Span(0, 1.5),
            noise=Span(1, 3),
            jpeg=Span(80, 95),
            scale=Span(0.97, 1),
            grey=0.3,
            toner=Span(0.85, 1),
            care=Span(0.4, 1),
            darkness=Span(0.75, 1),
            erased=Span(0, 0.01),
        ),
        "medium": Level(
            name="medium",
            width=4000,
            height=3000,
            flat=False,
            tilt=Span(3, 25),
            any_turn=True,
            fill=Span(0.75, 0.97),
            cropped=0.05,
            curl=Span(0, 1.5),
            folded=0.2,
            shadow=Span(0, 0.4),
            gradient=Span(0, 0.35),
            cast=Span(0, 0.15),
            defocus=Span(0.7, 2.0),
            motion=Span(0, 4),
            noise=Span(1.5, 6),
            jpeg=Span(65, 95),
            scale=Span(0.95, 1),
            grey=0.35,
            toner=Span(0.7, 1),
            care=Span(0.2, 1),
            darkness=Span(0.55, 1),
            erased=Span(0, 0.03),
        ),
        "hard": Level(
            name="hard",
            width=4000,
            height=3000,
            flat=False,
            tilt=Span(10, 40),
            any_turn=True,
            fill=Span(0.65, 0.95),
            cropped=0.25,
            curl=Span(0.8, 3.0),
            folded=0.4,
            shadow=Span(0.2, 0.65),
            gradient=Span(0.1, 0.55),
            cast=Span(0.05, 0.25),
            defocus=Span(1.0, 3.2),
            motion=Span(0, 9),
            noise=Span(3, 13),
            jpeg=Span(45, 90),
            scale=Span(0.95, 1),
            grey=0.35,
            toner=Span(0.55, 1),
            care=Span(0.05, 0.9),
            darkness=Span(0.5, 1),
            erased=Span(0, 0.05),
        ),
    }
)


def level(name: str) -> Level:
    """Return the level of this name. Raises InputError naming those there are."""
    if name not in LEVELS:
        raise InputError(f"there is no level {name!r}; there are {', '.join(LEVELS)}", field="level")
    return LEVELS[name]
