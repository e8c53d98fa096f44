"""What the judge of marks is taught with: looks of drawn marks, and what is none of the kinds of its place.

The second are made of the first: marks in places where they mean nothing, several on top of each other, rings
of which a part is missing or which are far paler than the rest. The odd kinds of the corpus are never shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import cv2
import numpy as np

from pencilwright.app.corpus.readers import page_of
from pencilwright.app.corpus.sample import Sample
from pencilwright.solver.photo import classify, network, tuning
from pencilwright.solver.photo.network import KINDS, OTHER, PLACES
from pencilwright.solver.photo.records import BLANK, SPENT, STRUCK, TICKED, SheetReading

BATCH, PART_OTHER = 256, 0.15
"""Looks in a batch, and the part of them that is none of the kinds."""
POOL = 6000
"""Looks that are none of the kinds and are made at once."""
SIMPLE, SIMPLE_WEIGHT = 0.5, 0.25
"""The part of the blank looks that has the least ink is shown so much less often."""
HARD_AT_LEAST, HARD_AT_MOST = 0.15, 3.0
"""Looks are shown as often as they surprise the network (natural logarithm), within these bounds."""
SHADES, SPECKS, SPECKED = (0.8, 1.2), 0.08, 0.3
"""Factors of darkness, the most noise that is added (1: usual darkness), the part of looks that gets it."""
SHIFT, TURN, GROW = 1.5, 0.12, 0.08
"""Pixels that a look is moved at most, radians that it is turned, part by which it grows or shrinks."""
INSIDE = slice(6, 26)
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


class Taught(NamedTuple):
    """Looks (n, 2, side, side), the index of each one's place in PLACES and of its kind in KINDS."""

    looks: Any
    places: Any
    kinds: Any


def taught(sample: Sample, sheets: Iterable[SheetReading]) -> Taught:
    """Return what the sheets of a photograph teach: the looks of all marks whose truth is a kind."""
    told = {sheet.page_code: sheet for sheet in sheets}
    looks, places, kinds = [np.zeros((0, 2, tuning.LOOK_SIDE, tuning.LOOK_SIDE), np.uint8)], [], []
    for truth in sample.truth:
        sheet = told.get(truth.page_code)
        if sheet is None:
            continue
        marks = {mark.id: mark for mark in page_of(truth.page_code).marks}
        wanted = [i for i, name in enumerate(sheet.marks) if truth.marks.get(name) in KINDS]
        names = list(sheet.marks)
        looks.append(sheet.looks[wanted])
        places += [PLACES.index(classify.place(marks[names[i]])) for i in wanted]
        kinds += [KINDS.index(truth.marks[names[i]]) for i in wanted]
    return Taught(np.concatenate(looks), np.array(places, np.uint8), np.array(kinds, np.uint8))


def joined(parts: Iterable[Taught]) -> Taught:
    """Return all of these as one."""
    return Taught(*(np.concatenate(column) for column in zip(*parts, strict=True)))


class Lessons:
    """Batches for one network: looks as drawn at random, more often those that surprise it, and others."""

    def __init__(self, rng: np.random.Generator, known: Taught) -> None:
        self.rng, self.known = rng, known
        self.ink = known.looks[:, 0, INSIDE, INSIDE].mean(axis=(1, 2), dtype=np.float32)
        blank = known.kinds == KINDS.index(BLANK)
        weights = np.where(blank & (self.ink < np.quantile(self.ink[blank], SIMPLE)), SIMPLE_WEIGHT, 1.0)
        pairs = known.places.astype(int) * len(KINDS) + known.kinds
        for pair in np.unique(pairs):
            # Rare kinds are shown more often than they are drawn.
            weights[pairs == pair] /= np.sqrt(weights[pairs == pair].sum())
        self.weights = self.often = weights / weights.sum()
        self.others = self._others(POOL)

    def batch(self) -> tuple[Any, Any, Any]:
        """Return looks made ready, places as the network takes them, and kinds."""
        others = round(BATCH * PART_OTHER)
        one = self.rng.choice(len(self.often), BATCH - others, p=self.often)
        two = self.rng.integers(0, len(self.others.looks), others)
        looks = np.concatenate([self.known.looks[one], self.others.looks[two]])
        places = np.concatenate([self.known.places[one], self.others.places[two]])
        kinds = np.concatenate([self.known.kinds[one], self.others.kinds[two]])
        return self._varied(looks), one_hot(places), kinds.astype(int)

    def again(self, blocks: Mapping[str, Any]) -> None:
        """Show more often from now on what surprises this network, and other looks that are no kinds."""
        chances = judged(blocks, self.known)
        surprise = -np.log(chances[np.arange(len(chances)), self.known.kinds] + 1e-9)
        often = self.weights * np.clip(surprise, HARD_AT_LEAST, HARD_AT_MOST)
        self.often = often / often.sum()
        self.others = self._others(POOL)

    def _varied(self, looks: Any) -> Any:
        """Looks shaken, darker or paler, some with noise; made ready for the network."""
        layers = network.ready(np.array([self._shaken(look) for look in looks]))
        count = (len(looks), 1, 1)
        layers[..., 0] *= self.rng.uniform(*SHADES, count).astype(np.float32)
        specks = self.rng.uniform(0, SPECKS, count) * (self.rng.random(count) < SPECKED)
        noise = np.abs(self.rng.normal(size=layers.shape[:3])) * specks
        layers[..., 0] += noise.astype(np.float32)
        return layers

    def _shaken(self, look: Any) -> Any:
        """A look moved, turned and grown a little."""
        turn, grow = self.rng.uniform(-TURN, TURN), 1 + self.rng.uniform(-GROW, GROW)
        middle = (look.shape[-1] - 1) / 2
        matrix = cv2.getRotationMatrix2D((middle, middle), np.degrees(turn), grow)
        matrix[:, 2] = matrix[:, 2] + self.rng.uniform(-SHIFT, SHIFT, 2)
        size = look.shape[1:]
        return np.array(
            [cv2.warpAffine(layer, matrix, size, borderMode=cv2.BORDER_REPLICATE) for layer in look]
        )

    def _others(self, count: int) -> Taught:
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
        return Taught(np.array(looks), np.array(places, np.uint8), kinds)

    def _which(self, place: str, kind: str) -> Any:
        found = (self.known.places == PLACES.index(place)) & (self.known.kinds == KINDS.index(kind))
        return np.flatnonzero(found)

    def _any(self, place: str, kind: str) -> Any:
        return self.known.looks[self.rng.choice(self._which(place, kind))].copy()

    def _other(self, way: str) -> tuple[Any, str]:
        place = str(self.rng.choice(PLACES if way in ("wrong place", "overlaid") else RINGS))
        if way == "wrong place":
            choices = WRONG[place]
            return self._any(*choices[int(self.rng.integers(len(choices)))]), place
        if way == "overlaid":
            drawn = np.flatnonzero(self.known.kinds != KINDS.index(BLANK))
            look = self.known.looks[self.rng.choice(drawn)].copy()
            for _ in range(int(self.rng.integers(*LAYERS))):
                over = np.rot90(self.known.looks[self.rng.choice(drawn), 0], int(self.rng.integers(4)))
                over = _moved(over, *self.rng.integers(-LAYER_SHIFT, LAYER_SHIFT + 1, 2))
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


def _moved(layer: Any, down: int, right: int) -> Any:
    """A picture moved within its frame; what comes in is empty."""
    height, width = layer.shape
    moved = np.zeros_like(layer)
    moved[max(down, 0) : height + min(down, 0), max(right, 0) : width + min(right, 0)] = layer[
        max(-down, 0) : height - max(down, 0), max(-right, 0) : width - max(right, 0)
    ]
    return moved


def one_hot(places: Any) -> Any:
    """Places as the network takes them, float32, (n, len(PLACES))."""
    return np.eye(len(PLACES), dtype=np.float32)[places]


def judged(blocks: Mapping[str, Any], known: Taught) -> Any:
    """Return the chances that a network gives to each of KINDS, (n, len(KINDS))."""
    net = network.network(blocks)
    found = []
    for start in range(0, len(known.looks), BATCH):
        part = slice(start, start + BATCH)
        units = network.units(net, network.ready(known.looks[part]), one_hot(known.places[part]))
        found.append(network.chances(net, units))
    return np.concatenate(found)
