"""What is written in each cell of a comb: a small picture of its ink, and networks that classify it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from pencilwright.solver.photo import mark_crops, network, tuning
from pencilwright.solver.photo.network import Blocks, Design
from pencilwright.solver.photo.records import Bytes, Floats
from pencilwright.templates.page import Mark

if TYPE_CHECKING:
    from pencilwright.solver.photo.ink import Ink
    from pencilwright.solver.photo.strokes import Strokes

FILE = Path(__file__).with_name("digits.json")

EMPTY, DASH, JUNK = "", "-", "junk"
"""Nothing; a dash for nothing; what is struck, written over, or no digit."""
SIGNS: Final = (*"0123456789", EMPTY, DASH, JUNK)
"""What a cell may hold, in the order of the outputs."""
DESIGN: Final = Design(
    height=tuning.CELL_ROWS,
    width=tuning.CELL_COLUMNS,
    filters=((1, 16, 5), (16, 28, 3), (28, 40, 3)),
    places=3,
    hidden=64,
    kinds=len(SIGNS),
)
"""Its places are the last cell of a comb, the one before, and the others."""


def places(marks: Sequence[Mark]) -> list[int]:
    """Return the place of each cell of these combs, in their order, from left to right."""
    return [min(mark.cells - 1 - n, DESIGN.places - 1) for mark in marks for n in range(mark.cells)]


def looks(drawn: Strokes, ink: Ink, marks: Sequence[Mark]) -> Bytes:
    """Return the ink of each cell of these combs, uint8, (cells, CELL_ROWS, CELL_COLUMNS).

    FULL_LOOK is as dark as this writer's strokes are. Some paper around the cell is in it: digits lean out,
    and a neighbour's lean in.
    """
    dark, size = mark_crops.darkness(drawn, ink), (tuning.CELL_COLUMNS, tuning.CELL_ROWS)
    result = np.zeros((sum(mark.cells for mark in marks), size[1], size[0]), np.uint8)
    index = 0
    for mark in marks:
        box = mark.rect
        cell = box.width / mark.cells
        around = min(1.0, box.height / tuning.CELL_LEAST_MM)
        aside, down = around * tuning.CELL_ASIDE_MM, around * tuning.CELL_DOWN_MM
        for n in range(mark.cells):
            across = box.x + (n * cell - aside), box.x + ((n + 1) * cell + aside)
            result[index] = mark_crops.crop(dark, across, (box.y - down, box.bottom + down), size)
            index += 1
    return result


def inputs(pictures: Bytes) -> Floats:
    """Return the looks of cells as network inputs, (n, y, x, 1); 1 is a stroke of this writer."""
    return pictures[..., None].astype(np.float32) * np.float32(1 / tuning.FULL_LOOK)


def chances(pictures: Bytes, where: Sequence[int]) -> Floats:
    """Return the chance of each of SIGNS in each cell, (cells, signs): the mean of the networks, tempered.

    where : the place of each, as of `places`.
    """
    if not len(pictures):
        return np.zeros((0, len(SIGNS)), np.float32)
    nets, temperature = installed()
    result = np.zeros((len(pictures), len(SIGNS)), np.float32)
    result[:, SIGNS.index(EMPTY)] = tuning.FAINT_IS_EMPTY
    result[:, SIGNS.index(JUNK)] = 1 - tuning.FAINT_IS_EMPTY
    inked = np.flatnonzero(darkest(pictures) >= tuning.EMPTY_CELL)
    if len(inked):
        places = np.asarray(where)[inked].tolist()
        result[inked] = tempered(mean(nets, pictures[inked], places), temperature)
    return result


def darkest(pictures: Bytes) -> Floats:
    """Return the darkest ink well inside each cell that is no mere speck, (cells,); 1: a stroke."""
    down, aside = tuning.CELL_INSIDE
    inside = np.zeros(pictures.shape[1:], bool)
    inside[down:-down, aside:-aside] = True
    return mark_crops.dark_specks(pictures, inside)


def mean(nets: Sequence[Blocks], pictures: Bytes, where: Sequence[int]) -> Floats:
    """Return what an ensemble makes of cells, (cells, signs): its mean over LOOK_MOVES, too."""
    layers, hot = inputs(pictures), network.one_hot(list(where), DESIGN.places)
    padded = np.pad(layers, ((0, 0), (1, 1), (1, 1), (0, 0)))
    rows, columns = layers.shape[1:3]
    outputs = [
        network.probabilities(net, network.hidden(net, padded[:, y : y + rows, x : x + columns], hot))
        for y, x in tuning.LOOK_MOVES
        for net in nets
    ]
    result: Floats = sum(outputs[1:], start=outputs[0]) / np.float32(len(outputs))
    return result


def tempered(record: Floats, temperature: float) -> Floats:
    """Return chances sharpened (below 1) or softened (above 1) by a temperature, each row adding up to 1."""
    powers = np.maximum(record.astype(np.float64), 1e-12) ** (1 / temperature)
    shares = powers / powers.sum(axis=1, keepdims=True)
    result: Floats = shares.astype(np.float32)
    return result


@cache
def installed() -> tuple[tuple[Blocks, ...], float]:
    """Return the networks that come with the program, and their temperature."""
    text = FILE.read_text(encoding="utf-8")
    return network.read(text, DESIGN), float(json.loads(text)["temperature"])
