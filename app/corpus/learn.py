"""Teaching one network of the judge of marks: its answer, how each weight changes it, and steps downhill."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pencilwright.solver.photo import network
from pencilwright.solver.photo.network import FILTERS, KINDS, PLACES

Blocks = dict[str, Any]
"""Name of a block of weights -> float32, in the shapes of network.shapes."""

RATE, WARM_UP = 3e-3, 100
"""Largest step of the weights, and the rounds until it is reached; it then falls to nothing as a cosine."""
KEEP_SLOPE, KEEP_SIZE, TINY = 0.9, 0.999, 1e-8
"""How much of its past each weight's slope and size of slope keep (the method Adam, its usual numbers)."""
DECAY = 1e-5
"""Pull of each weight towards nothing."""


def beginning(rng: np.random.Generator) -> Blocks:
    """Return random weights, in the size that keeps a layer's answers as large as what it is given."""
    blocks: Blocks = {}
    for name, shape in network.shapes().items():
        if len(shape) > 1:
            blocks[name] = (rng.normal(size=shape) * np.sqrt(2 / shape[0])).astype(np.float32)
        else:
            blocks[name] = np.zeros(shape, np.float32)
    blocks["kinds"] *= np.float32(0.3)
    return blocks


def slopes(blocks: Blocks, layers: Any, places: Any, kinds: Any) -> tuple[float, Blocks]:
    """Return the mean surprise (natural logarithm) at the kinds, and how it changes with each weight.

    Parameters
    ----------
    layers : looks as network.ready gives them, (n, y, x, layers).
    places : (n, len(PLACES)), 1 for the place of each.
    kinds : (n,), the index of each in KINDS.
    """
    net = network.network(blocks)
    found: Blocks = {}
    answers, parts = [layers], []
    for filters, offsets, (_, _, side) in zip(net.filters, net.offsets, FILTERS, strict=True):
        parts.append(network.patches(answers[-1], side))
        answers.append(np.maximum(parts[-1] @ filters + offsets, 0))
    together = np.concatenate([answers[-1].reshape(len(layers), -1), places], axis=1)
    units = np.maximum(together @ net.units + net.units_offset, 0)
    chances = network.chances(net, units)
    rows = np.arange(len(kinds))
    surprise = float(-np.log(chances[rows, kinds] + 1e-9).mean())

    slope = (chances - np.eye(len(KINDS), dtype=np.float32)[kinds]) / np.float32(len(kinds))
    found["kinds"], found["kinds' offsets"] = units.T @ slope, slope.sum(0)
    slope = (slope @ net.kinds.T) * (units > 0)
    found["units"], found["units' offsets"] = together.T @ slope, slope.sum(0)
    slope = (slope @ net.units.T)[:, : -len(PLACES)].reshape(answers[-1].shape)
    for layer in reversed(range(len(FILTERS))):
        slope = slope * (answers[layer + 1] > 0)
        flat = slope.reshape(-1, slope.shape[-1])
        found[f"filters {layer + 1}"] = parts[layer].reshape(len(flat), -1).T @ flat
        found[f"offsets {layer + 1}"] = flat.sum(0)
        if layer:
            slope = _gathered(flat @ net.filters[layer].T, slope.shape, FILTERS[layer])
    return surprise, found


def _gathered(slope: Any, shape: tuple[int, ...], layer: tuple[int, int, int]) -> Any:
    """Add up, for each pixel before a layer, the slopes of all patches that saw it."""
    before, _, side = layer
    count, height = shape[:2]
    patches = slope.reshape(*shape[:3], side, side, before)
    margin = side // 2
    summed = np.zeros((count, 2 * (height + margin), 2 * (height + margin), before), np.float32)
    for y in range(side):
        for x in range(side):
            summed[:, y : y + 2 * height : 2, x : x + 2 * height : 2] += patches[:, :, :, y, x]
    return summed[:, margin : margin + 2 * height, margin : margin + 2 * height]


def learn(
    rng: np.random.Generator,
    batch: Callable[[], tuple[Any, Any, Any]],
    rounds: int,
    tell: Callable[[int, float, Blocks], None],
) -> Blocks:
    """Return weights after so many rounds.

    Parameters
    ----------
    batch : gives the layers, places and kinds of a round, as `slopes` takes them.
    tell : is called after each round with its number, the mean surprise and the weights so far.
    """
    blocks = beginning(rng)
    mean = {name: np.zeros_like(block) for name, block in blocks.items()}
    size = {name: np.zeros_like(block) for name, block in blocks.items()}
    for number in range(1, rounds + 1):
        surprise, found = slopes(blocks, *batch())
        rate = RATE * min(1.0, number / WARM_UP) * (0.5 + 0.5 * np.cos(np.pi * number / rounds))
        for name in blocks:
            slope = found[name] + (DECAY * blocks[name] if blocks[name].ndim > 1 else 0)
            mean[name] = KEEP_SLOPE * mean[name] + (1 - KEEP_SLOPE) * slope
            size[name] = KEEP_SIZE * size[name] + (1 - KEEP_SIZE) * slope * slope
            step = mean[name] / (1 - KEEP_SLOPE**number)
            step /= np.sqrt(size[name] / (1 - KEEP_SIZE**number)) + TINY
            blocks[name] -= (rate * step).astype(np.float32)
        tell(number, surprise, blocks)
    return blocks
