"""Training examples of the mark classifier: looks of drawn marks, and what is none of the kinds of its place.

Looks come from photographs, and from drawn.py. What is none of the kinds is made of the first: marks in
places where they mean nothing, several on top of each other, rings of which a part is missing or which are
far paler than the rest. The odd kinds of the corpus are never shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from pencilwright.solver.photo import classify, code, network, tuning
from pencilwright.solver.photo.network import KINDS, OTHER, PLACES, Blocks
from pencilwright.solver.photo.records import BLANK, SPENT, STRUCK, TICKED, Bytes, Floats, SheetReading
from pencilwright.templates.page import WRITTEN
from teaching.marks import drawn
from teaching.marks.training import Batch, specked
from teaching.photos.recorded import Recorded
from teaching.photos.sample import Sample

BATCH, PART_OTHER, PART_DRAWN = 256, 0.15, 0.4
"""Looks in a batch, the part that is none of the kinds, and the part that is drawn without a camera."""
POOL, POOL_DRAWN = 6000, 8000
"""Looks of these two sorts that are made at once."""
SIMPLE, SIMPLE_WEIGHT = 0.5, 0.25
"""The part of the blank looks that has the least ink is drawn so much less often."""
LEAST_LOSS, MOST_LOSS = 0.15, 3.0
"""Looks are drawn as often as their loss (natural logarithm) is large, within these bounds."""
SHADES = (0.8, 1.2)
"""Factors of darkness."""
SHIFT, TURN, GROW = 1.5, 0.12, 0.08
"""Pixels that a look is moved at most, radians that it is turned, part by which it grows or shrinks."""
INSIDE = slice(14, 34)
"""Rows and columns of a look about its place."""
MORE_THAN_BLANK = 1.5
"""What is none of the kinds has so much more ink than 99 of 100 blank places of its kind."""

WRONG: Mapping[str, tuple[tuple[str, str], ...]] = {
    "circle": (("strike", STRUCK), ("resource", SPENT), ("printed resource", SPENT)),
    "large circle": (("strike", STRUCK), ("resource", SPENT), ("printed resource", SPENT)),
    "resource": (("strike", STRUCK), ("tick", TICKED), ("printed resource", SPENT)),
    "printed resource": (("tick", TICKED),),
    "strike": (("circle", TICKED), ("resource", TICKED), ("resource", SPENT)),
    "tick": (("circle", TICKED), ("resource", TICKED), ("resource", SPENT)),
}
"""Place -> marks of other places that mean nothing there."""
WAYS: Mapping[str, float] = {"wrong place": 0.35, "overlaid": 0.35, "in part": 0.2, "pale": 0.1}
"""How what is none of the kinds is made, and how often."""
RINGS = ("circle", "large circle", "resource")
"""Places whose marks are shown in part or pale: rings remain plain to see when half of them is missing."""
PALE, PART_MISSING, LAYERS, LAYER_SHIFT = (0.2, 0.38), (-1.0, 4.0), (2, 4), 5
"""Factors of darkness of the pale; pixels from the middle of where a part begins to be missing; how many
marks are put on top of one (low, below), and pixels that each is moved at most."""


class Examples(NamedTuple):
    """Looks (n, 2, side, side), the index of each one's place in PLACES and its label: the index in KINDS."""

    looks: Bytes
    places: Bytes
    kinds: Bytes


def of_sample(sample: Sample, sheets: Iterable[SheetReading]) -> Examples:
    """Return the examples on the sheets of a photograph: the looks of all marks whose truth is a kind."""
    truth = sample.truth
    sheet = next((sheet for sheet in sheets if sheet.page_code == truth.page_code), None)
    if sheet is None:
        empty = np.zeros(0, np.uint8)
        return Examples(np.zeros((0, 2, tuning.LOOK_SIDE, tuning.LOOK_SIDE), np.uint8), empty, empty)
    marks = {mark.id: mark for mark in code.identify(truth.page_code).page.marks}
    names = [name for name in sheet.marks if marks[name].kind not in WRITTEN]
    wanted = [index for index, name in enumerate(names) if truth.marks.get(name) in KINDS]
    places = [PLACES.index(classify.place(marks[names[index]])) for index in wanted]
    kinds = [KINDS.index(truth.marks[names[index]]) for index in wanted]
    return Examples(sheet.looks[wanted], np.array(places, np.uint8), np.array(kinds, np.uint8))


def joined(parts: Iterable[Examples]) -> Examples:
    """Return all of these as one."""
    return Examples(*(np.concatenate(column) for column in zip(*parts, strict=True)))


class Sampler:
    """Batches for one network: looks of photographs at random, more often those of large loss, and others.

    `strokes` are recorded drawings for the looks that are drawn without a camera.
    """

    def __init__(self, rng: np.random.Generator, known: Examples, strokes: Recorded | None = None) -> None:
        self.rng, self.known, self.strokes = rng, known, strokes
        self.ink = known.looks[:, 0, INSIDE, INSIDE].mean(axis=(1, 2), dtype=np.float32)
        blank = known.kinds == KINDS.index(BLANK)
        weights = np.where(blank & (self.ink < np.quantile(self.ink[blank], SIMPLE)), SIMPLE_WEIGHT, 1.0)
        pairs = known.places.astype(int) * len(KINDS) + known.kinds
        for pair in np.unique(pairs):
            # Rare kinds are drawn more often than their share.
            weights[pairs == pair] /= np.sqrt(weights[pairs == pair].sum())
        self.weights = self.shares = weights / weights.sum()
        self.others, self.drawn = self._others(POOL), self._drawn(POOL_DRAWN)

    def batch(self) -> Batch:
        """Return the examples of one step, augmented."""
        others, drawn = round(BATCH * PART_OTHER), round(BATCH * PART_DRAWN)
        item = self.rng.choice(len(self.shares), BATCH - others - drawn, p=self.shares)
        two = self.rng.integers(0, len(self.others.looks), others)
        three = self.rng.integers(0, len(self.drawn.looks), drawn)
        chosen = joined(
            Examples(*(column[which] for column in part))
            for part, which in ((self.known, item), (self.others, two), (self.drawn, three))
        )
        looks, places, kinds = chosen
        return Batch(self._augmented(looks), network.one_hot(places), kinds.astype(int))

    def reweigh(self, blocks: Blocks) -> None:
        """Draw more often from now on what has a large loss in this network; make the pools anew."""
        probabilities = classified(blocks, self.known)
        loss = -np.log(probabilities[np.arange(len(probabilities)), self.known.kinds] + 1e-9)
        shares = self.weights * np.clip(loss, LEAST_LOSS, MOST_LOSS)
        self.shares = shares / shares.sum()
        self.others, self.drawn = self._others(POOL), self._drawn(POOL_DRAWN)

    def _augmented(self, looks: Bytes) -> Floats:
        """Return looks shaken, darker or paler, some with noise, as network inputs."""
        layers = network.inputs(np.array([self._shaken(look) for look in looks]))
        specked(self.rng, layers[..., 0], SHADES)
        return layers

    def _shaken(self, look: Bytes) -> Bytes:
        """Return a look moved, turned and grown a little."""
        turn, grow = self.rng.uniform(-TURN, TURN), 1 + self.rng.uniform(-GROW, GROW)
        middle = (look.shape[-1] - 1) / 2
        matrix = cv2.getRotationMatrix2D((middle, middle), np.degrees(turn), grow)
        matrix[:, 2] = matrix[:, 2] + self.rng.uniform(-SHIFT, SHIFT, 2)
        size = look.shape[1:]
        return np.array(
            [cv2.warpAffine(layer, matrix, size, borderMode=cv2.BORDER_REPLICATE) for layer in look]
        )

    def _drawn(self, count: int) -> Examples:
        """Draw looks on blank places of the photographs."""
        blank = self.known.kinds == KINDS.index(BLANK)
        return Examples(
            *drawn.looks(self.rng, self.known.looks[blank], self.known.places[blank], count, self.strokes)
        )

    def _others(self, count: int) -> Examples:
        """Make looks that are none of the kinds of their places; those with hardly any ink are left out."""
        ways = self.rng.choice(list(WAYS), count, p=list(WAYS.values()))
        limits = [
            MORE_THAN_BLANK * np.quantile(self.ink[self._which(place, BLANK)], 0.99) for place in PLACES
        ]
        looks, places = [], []
        for way in ways:
            look, place = self._other(way)
            if look[0, INSIDE, INSIDE].mean() > limits[PLACES.index(place)]:
                looks.append(look)
                places.append(PLACES.index(place))
        kinds = np.full(len(looks), KINDS.index(OTHER), np.uint8)
        return Examples(np.array(looks), np.array(places, np.uint8), kinds)

    def _which(self, place: str, kind: str) -> NDArray[np.intp]:
        match = (self.known.places == PLACES.index(place)) & (self.known.kinds == KINDS.index(kind))
        return np.flatnonzero(match)

    def _any(self, place: str, kind: str) -> Bytes:
        look: Bytes = self.known.looks[self.rng.choice(self._which(place, kind))].copy()
        return look

    def _other(self, way: str) -> tuple[Bytes, str]:
        """Make a look that is none of the kinds, and say at which place."""
        place = str(self.rng.choice(PLACES if way in ("wrong place", "overlaid") else RINGS))
        if way == "wrong place":
            choices = WRONG[place]
            return self._any(*choices[int(self.rng.integers(len(choices)))]), place
        if way == "overlaid":
            drawn = np.flatnonzero(self.known.kinds != KINDS.index(BLANK))
            look = self.known.looks[self.rng.choice(drawn)].copy()
            for _ in range(int(self.rng.integers(*LAYERS))):
                over = np.rot90(self.known.looks[self.rng.choice(drawn), 0], int(self.rng.integers(4)))
                down, right = self.rng.integers(-LAYER_SHIFT, LAYER_SHIFT + 1, 2)
                matrix = np.array([(1, 0, right), (0, 1, down)], np.float32)
                over = cv2.warpAffine(np.ascontiguousarray(over), matrix, over.shape[::-1])
                look[0] = np.maximum(look[0], over)
            return look, place
        look = self._any(place, SPENT if place == "resource" and self.rng.random() < 0.3 else TICKED)
        if way == "pale":
            look[0] = (look[0] * self.rng.uniform(*PALE)).astype(np.uint8)
            return look, place
        angle, at = self.rng.uniform(0, 2 * np.pi), self.rng.uniform(*PART_MISSING)
        y, x = np.mgrid[: look.shape[1], : look.shape[2]] - (look.shape[1] - 1) / 2
        there = np.cos(angle) * x + np.sin(angle) * y > at
        look[0] = np.where(there, look[0], self._any(place, BLANK)[0])
        return look, place


def classified(blocks: Blocks, known: Examples) -> Floats:
    """Return the probabilities that a network gives to each of KINDS, (n, len(KINDS))."""
    results = []
    for start in range(0, len(known.looks), BATCH):
        part = slice(start, start + BATCH)
        places = network.one_hot(known.places[part])
        features = network.hidden(blocks, network.inputs(known.looks[part]), places)
        results.append(network.probabilities(blocks, features))
    return np.concatenate(results)
