"""Training examples of the digit reader: cells of combs that recorded writers filled, and who wrote them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from pencilwright.solver.photo import cells, code, network, numbers
from pencilwright.solver.photo.cells import DESIGN, SIGNS
from pencilwright.solver.photo.records import Bytes, SheetReading
from teaching.digits import drawn
from teaching.marks.training import Batch, specked
from teaching.photos.sample import Sample

BATCH, PART_DRAWN = 128, 0.5
"""Cells in a batch, and the part of them that is drawn without a camera."""
SHADES = (0.7, 1.3)
"""Factors of darkness."""
SHIFT, TURN, GROW, SHEAR = 1.8, 0.1, 0.09, 0.12
"""Pixels that a look is moved at most, radians that it is turned; standard deviations by which it grows, each
way apart, and leans."""
SIMPLE = {cells.EMPTY: 0.3}
"""Signs that are drawn so much less often than they come."""
POOL, NEW = 4096, 16
"""Drawn cells that are at hand, each for several batches, and those that a batch draws anew."""
CLEAN = 70
"""Cells as pale as this, in grey values of a look but for single pixels, are paper to draw on."""


class Examples(NamedTuple):
    """Looks (n, rows, columns), place and label (index in SIGNS) of each, and its writer ("" for none)."""

    looks: Bytes
    places: Bytes
    signs: Bytes
    writers: NDArray[np.str_]


def of_sample(sample: Sample, sheets: Iterable[SheetReading]) -> Examples:
    """Return the examples on the sheets of a photograph; cells that cannot be seen are left out."""
    looks, places, signs, writers = [], [], [], []
    sheet = next((sheet for sheet in sheets if sheet.page_code == sample.truth.page_code), None)
    page = code.identify(sample.truth.page_code).page
    combs = [mark for mark in page.marks if mark.kind == "number"] if sheet else []
    flat, index = cells.places(combs), 0
    for mark in combs:
        own = slice(index, index + mark.cells)
        writer, *content = sample.truth.cells[mark.id]
        if sheet and sheet.marks[mark.id].why != numbers.HIDDEN:
            looks.append(sheet.cells[own])
            places += flat[own]
            signs += [SIGNS.index(sign) for sign in content]
            writers += [writer] * mark.cells
        index += mark.cells
    together = np.concatenate(looks) if looks else np.zeros((0, DESIGN.height, DESIGN.width), np.uint8)
    return Examples(together, np.array(places, np.uint8), np.array(signs, np.uint8), np.array(writers, str))


def joined(parts: Iterable[Examples]) -> Examples:
    """Return all of these as one."""
    return Examples(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def chosen(known: Examples, which: NDArray[np.bool_]) -> Examples:
    """Return some of the examples."""
    return Examples(known.looks[which], known.places[which], known.signs[which], known.writers[which])


class Sampler:
    """Batches for one network: cells of photographs, shaken, and cells drawn anew from the same writers."""

    def __init__(self, rng: np.random.Generator, known: Examples, digits: drawn.Digits) -> None:
        self.rng, self.known, self.digits = rng, known, digits
        empty = known.looks[known.signs == SIGNS.index(cells.EMPTY)]
        places = known.places[known.signs == SIGNS.index(cells.EMPTY)]
        clean = np.array([cv2.blur(look, (3, 3)).max() < CLEAN for look in empty], bool)
        self.blanks = {n: empty[clean & (places == n)] for n in range(DESIGN.places)}
        self.pool, self.turn = drawn.examples(rng, digits, POOL, self.blanks), 0
        weights = np.ones(len(known.signs))
        for index, sign in enumerate(SIGNS):
            these = known.signs == index
            # Rare signs are drawn more often than their share.
            weights[these] *= SIMPLE.get(sign, 1.0) / np.sqrt(max(these.sum(), 1))
        self.shares = weights / weights.sum()

    def batch(self) -> Batch:
        """Return the examples of one step, shaken, darker or paler, some with noise."""
        made = round(BATCH * PART_DRAWN)
        picked = self.rng.choice(len(self.shares), BATCH - made, p=self.shares)
        fresh = slice(self.turn, self.turn + NEW)
        for stored, new in zip(
            self.pool, drawn.examples(self.rng, self.digits, NEW, self.blanks), strict=True
        ):
            stored[fresh] = new
        self.turn = (self.turn + NEW) % POOL
        others = self.rng.integers(0, POOL, made)
        looks, places, signs = (
            np.concatenate([photographed[picked], entry[others]])
            for photographed, entry in zip(self.known[:3], self.pool, strict=True)
        )
        layers = cells.inputs(np.array([self._shaken(look) for look in looks]))
        specked(self.rng, layers[..., 0], SHADES)
        return Batch(layers, network.one_hot(places, DESIGN.places), signs.astype(int))

    def _shaken(self, look: Bytes) -> Bytes:
        """Return a look moved, turned, sheared and grown a little."""
        turn, shear = self.rng.uniform(-TURN, TURN), self.rng.normal(0, SHEAR)
        grow = np.exp(self.rng.normal(0, GROW, 2))
        cos, sin = np.cos(turn), np.sin(turn)
        change = np.array([[cos, -sin], [sin, cos]]) @ np.array([[grow[0], shear], [0, grow[1]]])
        middle = (np.array(look.shape[::-1]) - 1) / 2
        moved = middle - change @ middle + self.rng.uniform(-SHIFT, SHIFT, 2)
        matrix = np.column_stack((change, moved))
        size = look.shape[1], look.shape[0]
        return np.asarray(cv2.warpAffine(look, matrix, size, borderMode=cv2.BORDER_REPLICATE))
