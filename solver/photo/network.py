"""A small convolutional network that classifies pictures of ink, and the file that holds its weights.

Layers of filters, each half as fine as the one before, then one hidden layer that also takes the kind of
place, then softmax over the kinds. Several such networks, trained from different initial weights, form an
ensemble. One design classifies marks by their looks; cells.py has that of the cells of combs.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pencilwright.games.errors import InputError
from pencilwright.solver.photo import tuning
from pencilwright.solver.photo.records import BLANK, SPENT, STRUCK, TICKED, Floats
from pencilwright.templates.phrases import phrase

Blocks = dict[str, Floats]
"""A network, by the names of `shapes`; filters are (channels in * side * side, channels out)."""

FILE = Path(__file__).with_name("marks.json")
FORMAT = 2
SCALE: Final = 1000
"""Weights are kept in 1 / SCALE."""

OTHER: Final = "other"
"""What is drawn but is none of the kinds of its place."""
KINDS: Final = (BLANK, TICKED, STRUCK, SPENT, OTHER)
"""The classes, in the order of the outputs."""
PLACES: Final = ("circle", "large circle", "resource", "printed resource", "strike", "tick")
"""Kinds of places, in the order of their one-hot inputs to the hidden layer."""

FILTERS: Final = ((2, 16, 5), (16, 28, 3), (28, 40, 3))
"""Channels in, channels out and side of the filters, of each layer; the stride is two pixels."""
HIDDEN: Final = 48
"""Units of the hidden layer."""


class Design(NamedTuple):
    """What a network is made for.

    Attributes
    ----------
    height, width : pixels of a picture; each layer of filters halves both.
    filters : channels in, channels out and side of the filters, of each layer.
    places : one-hot inputs of the hidden layer.
    hidden : units of the hidden layer.
    kinds : classes.
    """

    height: int
    width: int
    filters: tuple[tuple[int, int, int], ...]
    places: int
    hidden: int
    kinds: int


MARKS: Final = Design(tuning.LOOK_SIDE, tuning.LOOK_SIDE, FILTERS, len(PLACES), HIDDEN, len(KINDS))
"""The networks that classify marks."""


def shapes(design: Design = MARKS) -> dict[str, tuple[int, ...]]:
    """Return the name and shape of every block of weights, in the order of the file."""
    result: dict[str, tuple[int, ...]] = {}
    height, width = design.height, design.width
    for number, (before, after, size) in enumerate(design.filters, start=1):
        result[f"filters {number}"] = (before * size * size, after)
        result[f"biases {number}"] = (after,)
        height, width = height // 2, width // 2
    result["hidden"] = (height * width * design.filters[-1][1] + design.places, design.hidden)
    result["hidden biases"] = (design.hidden,)
    result["output"] = (design.hidden, design.kinds)
    result["output biases"] = (design.kinds,)
    return result


def layers_of(net: Blocks) -> list[tuple[Floats, Floats]]:
    """Return filters and biases of each layer of a network, the first layer first."""
    numbers = range(1, 1 + sum(name.startswith("filters") for name in net))
    return [(net[f"filters {n}"], net[f"biases {n}"]) for n in numbers]


def side_of(filters: Floats, channels: int) -> int:
    """Return the side of filters (channels in * side * side, channels out)."""
    return math.isqrt(filters.shape[0] // channels)


def patches(layers: Floats, side: int) -> Floats:
    """Return what filters of this side see at each second pixel.

    From (n, y, x, channels) to (n, y / 2, x / 2, side * side * channels).
    """
    half = side // 2
    padded = np.pad(layers, ((0, 0), (half, half), (half, half), (0, 0)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (side, side), axis=(1, 2))[:, ::2, ::2]
    return windows.transpose(0, 1, 2, 4, 5, 3).reshape(*windows.shape[:3], -1)


def inputs(looks: NDArray[np.integer[Any]]) -> Floats:
    """Return looks as network inputs: (n, y, x, 2), ink (1: a stroke of this writer) and what can be seen."""
    return looks.transpose(0, 2, 3, 1).astype(np.float32) * np.float32(1 / tuning.FULL_LOOK)


def one_hot(places: Sequence[int] | NDArray[np.integer[Any]], count: int = len(PLACES)) -> Floats:
    """Return indices, such as those in PLACES, as network inputs, (n, count)."""
    return np.eye(count, dtype=np.float32)[places]


def hidden(net: Blocks, layers: Floats, places: Floats) -> Floats:
    """Return the hidden layer's outputs, (n, units), for pictures and places as inputs."""
    for filters, biases in layers_of(net):
        layers = np.maximum(patches(layers, side_of(filters, layers.shape[-1])) @ filters + biases, 0)
    together = np.concatenate([layers.reshape(len(layers), -1), places], axis=1)
    result: Floats = np.maximum(together @ net["hidden"] + net["hidden biases"], 0)
    return result


def probabilities(net: Blocks, features: Floats) -> Floats:
    """Return the softmax over the kinds, (n, kinds), of the hidden layer's outputs."""
    logits = features @ net["output"] + net["output biases"]
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    result: Floats = powers / powers.sum(axis=1, keepdims=True)
    return result


def read(text: str, design: Design = MARKS) -> tuple[Blocks, ...]:
    """Return the networks that a file's text holds. Raises InputError when it is of another version."""
    data = json.loads(text)
    if (data["format"], data["scale"]) != (FORMAT, SCALE):
        raise InputError(phrase("photo.networks.version"), field="format")
    result = []
    wanted = shapes(design)
    for stored in data["networks"]:
        blocks = {name: np.array(stored[name], np.float32) / np.float32(SCALE) for name in wanted}
        blocks = {name: block if len(wanted[name]) > 1 else block[0] for name, block in blocks.items()}
        if {name: block.shape for name, block in blocks.items()} != wanted:
            raise InputError(phrase("photo.networks.shapes"), field="networks")
        result.append(blocks)
    return tuple(result)


@cache
def installed() -> tuple[Blocks, ...]:
    """Return the networks that come with the program."""
    return read(FILE.read_text(encoding="utf-8"))
