"""Looks without a camera: marks drawn on the looks of blank places, which real readings of photographs left.

A photograph takes seconds, and its writer draws all of its marks. Here each few marks have another writer, so
that the networks see more hands and more aims than there are photographs; light, print, noise and neighbours
are those of the blank place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np

from pencilwright.solver.photo import tuning
from pencilwright.solver.photo.network import KINDS, OTHER, PLACES
from pencilwright.solver.photo.records import Bytes, Floats
from pencilwright.templates.page import Mark
from pencilwright.templates.paths import Box
from teaching.photos import ink, writers
from teaching.photos.levels import LEVELS
from teaching.photos.positions import KINDS as KIND_OF
from teaching.photos.recorded import Recorded
from teaching.photos.strokes import Stroke, placed
from teaching.photos.writers import Hand, Inked, Writer


class Place(NamedTuple):
    """How a kind of place is drawn on.

    Attributes
    ----------
    kind : of its marks, as on a page.
    sides : in mm, the least and the most.
    values : what may be drawn, in the words of the game's marks.
    share : how much of what is drawn is there.
    printed : what is printed there.
    """

    kind: str
    sides: tuple[float, float]
    values: tuple[str, ...]
    share: float
    printed: str = ""


DRAWN: Mapping[str, Place] = {
    "circle": Place("circle", (5.1, 6.4), ("circled",), 0.18),
    "large circle": Place("circle", (10.5, 12.2), ("circled",), 0.12),
    "resource": Place("resource", (6.1, 6.3), ("circled", "spent", "spent"), 0.34),
    "printed resource": Place("resource", (6.1, 6.3), ("spent",), 0.12, "circled"),
    "strike": Place("strike", (8.2, 8.6), ("struck",), 0.12),
    "tick": Place("tick", (3.8, 5.9), ("ticked",), 0.12),
}
"""The sizes are those of the sheets that there are."""
EMPTY, BESIDE, APART = 0.15, 0.3, (1.1, 1.6)
"""The part of the places that stay blank; the chance of a mark in each of the four places beside, and how far
off that is, as a part of a place's width."""
SCRIBBLED, SCRIBBLES = 0.1, (0.75, 1.25)
"""The part of what is drawn that its writer crosses out with a zigzag, which makes it none of the kinds, and
the size of that as a part of the place."""
OF_ONE_WRITER = 12
"""So many marks one after the other are by the same hand."""
LEVELS_DRAWN = ("medium", "hard")
BLURS, PALER = (0.05, 0.3), (0.8, 1.25)
"""Standard deviation of the blur in mm; factors by which strokes differ from the writer's usual darkness."""
USUAL, LEAST = 70, 0.15
"""The percentile of a writer's ink that counts as usual, of what is darker than this."""
WHITE = 255


def looks(
    rng: np.random.Generator, blank: Bytes, places: Bytes, count: int, strokes: Recorded | None
) -> tuple[Bytes, Bytes, Bytes]:
    """Return so many looks that were drawn, their places and their kinds, as in examples.Examples.

    Parameters
    ----------
    blank, places : looks of blank places, and the index of each one's place in PLACES.
    strokes : recorded drawings for every second writer; without them all are synthetic.
    """
    at = [np.flatnonzero(places == PLACES.index(name)) for name in DRAWN]
    shares = np.array([place.share * bool(len(item)) for place, item in zip(DRAWN.values(), at, strict=True)])
    result = np.zeros((count, *blank.shape[1:]), np.uint8)
    where, kinds = np.zeros(count, np.uint8), np.zeros(count, np.uint8)
    who, usual = _writer(rng, None), 1.0
    for index in range(count):
        if index % OF_ONE_WRITER == 0:
            who = _writer(rng, strokes if (index // OF_ONE_WRITER) % 2 else None)
            usual = _usual(rng, who)
        number = int(rng.choice(len(shares), p=shares / shares.sum()))
        name, place = list(DRAWN.items())[number]
        values = place.values if rng.random() >= EMPTY else ("",)
        value = values[int(rng.integers(len(values)))]
        scribbled = bool(value) and rng.random() < SCRIBBLED
        result[index] = blank[rng.choice(at[number])]
        ground = result[index, 0].astype(np.float32) / tuning.FULL_LOOK
        added = _dark(rng, place, value, who, scribbled) / usual * rng.uniform(*PALER)
        added *= result[index, 1].astype(np.float32) / WHITE
        together = 1 - (1 - np.minimum(ground * usual, 1)) * (1 - np.minimum(added * usual, 1))
        result[index, 0] = np.clip(together / usual * tuning.FULL_LOOK, 0, WHITE)
        where[index] = PLACES.index(name)
        kinds[index] = KINDS.index(OTHER if scribbled else KIND_OF[value])
    return result, where, kinds


def _writer(rng: np.random.Generator, strokes: Recorded | None) -> Writer:
    """Return a writer whose habits are all as frequent, and whose sizes and aim vary more than most."""
    level = LEVELS[LEVELS_DRAWN[int(rng.integers(len(LEVELS_DRAWN)))]]
    who = writers.widely(rng, writers.writer(rng, level, evenly=True))
    return who if strokes is None else replace(who, shapes=strokes.shapes(rng))


def _usual(rng: np.random.Generator, who: Writer) -> float:
    """Return how dark this writer's strokes are."""
    dark = _dark(rng, DRAWN["large circle"], "circled", who)
    drawn = dark[dark > LEAST]
    return max(float(np.percentile(drawn, USUAL)), LEAST) if drawn.size else 1.0


def _dark(rng: np.random.Generator, place: Place, value: str, who: Writer, scribbled: bool = False) -> Floats:
    """Return how much light a mark takes away about its place, as a look's first layer shows it."""
    side = float(rng.uniform(*place.sides))
    whole = side * tuning.LOOK_REACH
    mark = Mark(
        "1", place.kind, "", Box((whole - side) / 2, (whole - side) / 2, side, side), place.printed, 0
    )
    inked = [Inked(writers.answer(rng, mark, value, who))] if value else []
    inked += [Inked(_scribble(rng, whole, side, who))] if scribbled else []
    for x, y in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        if rng.random() < BESIDE:
            far = side * rng.uniform(*APART)
            box = Box(mark.rect.x + x * far, mark.rect.y + y * far, side, side)
            beside = place.values[int(rng.integers(len(place.values)))]
            inked.append(Inked(writers.answer(rng, mark._replace(rect=box), beside, who)))
    pixels = round(whole * tuning.PIXELS_PER_MM)
    paper = np.full((pixels, pixels, 3), WHITE, np.uint8)
    ink.apply(rng, paper, Hand(inked), who, tuning.PIXELS_PER_MM)
    dark = 1 - np.asarray(cv2.cvtColor(paper, cv2.COLOR_RGB2GRAY), np.float32) / WHITE
    soft = cv2.GaussianBlur(dark, (0, 0), float(rng.uniform(*BLURS)) * tuning.PIXELS_PER_MM)
    side = tuning.LOOK_SIDE
    return np.asarray(cv2.resize(soft, (side, side), interpolation=cv2.INTER_AREA), np.float32)


def _scribble(rng: np.random.Generator, whole: float, side: float, who: Writer) -> list[Stroke]:
    """Return a zigzag over the middle of a place, in any direction."""
    across, down = rng.uniform(*SCRIBBLES, 2) * side / 2
    shape = who.shapes.fill(rng, across, down, who.care)
    x, y = whole / 2 + rng.normal(0, 0.1 * side, 2)
    return placed(shape, float(x), float(y), float(rng.uniform(0, 2 * np.pi)))
