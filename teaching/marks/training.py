"""Training of one network of a classifier: loss, gradients by back-propagation, and Adam."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pencilwright.solver.photo import network
from pencilwright.solver.photo.network import MARKS, Blocks, Design
from pencilwright.solver.photo.records import Floats
from teaching.networks import tell

LEARNING_RATE, WARM_UP = 3e-3, 100
"""Largest learning rate, and the steps until it is reached; it then falls to nothing as a cosine."""
RELEARNING_RATE = 1e-3
"""Largest learning rate where the weights to begin with have been learned."""
BETA1, BETA2, EPSILON = 0.9, 0.999, 1e-8
"""Adam's usual numbers: what the running means of gradients and of their squares keep, and a tiny divisor."""
WEIGHT_DECAY = 1e-5
"""Pull of each weight, biases aside, towards zero."""
REPORT_EVERY = 500
"""Steps after which the loss is told, and the examples are weighed anew by theirs."""
SPECKS, SPECKED = 0.08, 0.3
"""The most noise that is added to a picture (1: usual darkness), and the part of pictures that gets it."""


class Batch(NamedTuple):
    """Examples of one step.

    inputs : pictures as network.inputs gives them, (n, y, x, layers), float32.
    places : one-hot, (n, places), float32.
    kinds : index of each label, (n,).
    """

    inputs: Floats
    places: Floats
    kinds: NDArray[np.integer[Any]]


def initial_weights(rng: np.random.Generator, design: Design = MARKS) -> Blocks:
    """Return random weights of He's size, by which a layer's outputs are as large as its inputs."""
    blocks: Blocks = {}
    for name, shape in network.shapes(design).items():
        if len(shape) > 1:
            blocks[name] = (rng.normal(size=shape) * np.sqrt(2 / shape[0])).astype(np.float32)
        else:
            blocks[name] = np.zeros(shape, np.float32)
    blocks["output"] *= np.float32(0.3)
    return blocks


def gradients(blocks: Blocks, batch: Batch) -> tuple[float, Blocks]:
    """Return the mean loss (cross-entropy, natural logarithm) of a batch and its gradient by each weight."""
    count, layers = len(batch.kinds), network.layers_of(blocks)
    outputs, patches = [batch.inputs], []
    for filters, biases in layers:
        side = network.side_of(filters, outputs[-1].shape[-1])
        patches.append(network.patches(outputs[-1], side))
        outputs.append(np.maximum(patches[-1] @ filters + biases, 0))
    together = np.concatenate([outputs[-1].reshape(count, -1), batch.places], axis=1)
    hidden = np.maximum(together @ blocks["hidden"] + blocks["hidden biases"], 0)
    probabilities = network.probabilities(blocks, hidden)
    loss = float(-np.log(probabilities[np.arange(count), batch.kinds] + 1e-9).mean())
    gradient = probabilities - np.eye(probabilities.shape[1], dtype=np.float32)[batch.kinds]
    gradient /= np.float32(count)
    result = {"output": hidden.T @ gradient, "output biases": gradient.sum(0)}
    gradient = (gradient @ blocks["output"].T) * (hidden > 0)
    result |= {"hidden": together.T @ gradient, "hidden biases": gradient.sum(0)}
    gradient = (gradient @ blocks["hidden"].T)[:, : -batch.places.shape[1]].reshape(outputs[-1].shape)
    for layer in reversed(range(len(layers))):
        gradient = gradient * (outputs[layer + 1] > 0)
        flat = gradient.reshape(-1, gradient.shape[-1])
        result[f"filters {layer + 1}"] = patches[layer].reshape(len(flat), -1).T @ flat
        result[f"biases {layer + 1}"] = flat.sum(0)
        if layer:
            gradient = _of_inputs(flat @ layers[layer][0].T, gradient.shape, outputs[layer].shape[-1])
    return loss, result


def _of_inputs(gradient: Floats, shape: tuple[int, ...], channels: int) -> Floats:
    """Add up, for each input pixel of a layer, the gradients of all patches that hold it."""
    count, height, width = shape[:3]
    side = math.isqrt(gradient.shape[-1] // channels)
    patches = gradient.reshape(count, height, width, side, side, channels)
    margin = side // 2
    summed = np.zeros((count, 2 * (height + margin), 2 * (width + margin), channels), np.float32)
    for y in range(side):
        for x in range(side):
            summed[:, y : y + 2 * height : 2, x : x + 2 * width : 2] += patches[:, :, :, y, x]
    return summed[:, margin : margin + 2 * height, margin : margin + 2 * width]


def train(
    rng: np.random.Generator,
    batch: Callable[[], Batch],
    steps: int,
    design: Design = MARKS,
    start: Blocks | None = None,
    reweigh: Callable[[Blocks], None] | None = None,
) -> Blocks:
    """Return the weights after so many steps of Adam.

    Parameters
    ----------
    batch : gives the examples of a step.
    start : weights to go on from, in smaller steps; they are left as they are. None begins anew.
    reweigh : is given the weights so far every REPORT_EVERY steps, to choose other examples from then on.
    """
    blocks = (
        initial_weights(rng, design) if start is None else {name: it.copy() for name, it in start.items()}
    )
    adam = _Adam(blocks, LEARNING_RATE if start is None else RELEARNING_RATE, steps)
    for number in range(1, steps + 1):
        loss, result = gradients(blocks, batch())
        adam.step(number, result)
        if number % REPORT_EVERY == 0:
            tell(f"{number} steps, loss {loss:.4f}")
            if reweigh and number < steps:
                reweigh(blocks)
    return blocks


def specked(rng: np.random.Generator, ink: Floats, shades: tuple[float, float]) -> None:
    """Make pictures of ink (n, y, x) darker or paler by these factors, some with noise, in place."""
    count = (len(ink), 1, 1)
    ink *= rng.uniform(*shades, count).astype(np.float32)
    specks = rng.uniform(0, SPECKS, count) * (rng.random(count) < SPECKED)
    ink += (np.abs(rng.normal(size=ink.shape)) * specks).astype(np.float32)


class _Adam:
    """Adam with a rate that rises at first and then falls to nothing; changes its blocks in place."""

    def __init__(self, blocks: Blocks, rate: float, steps: int) -> None:
        self.blocks, self.rate, self.steps = blocks, rate, steps
        self.mean: dict[str, NDArray[Any]] = {name: np.zeros_like(block) for name, block in blocks.items()}
        self.square: dict[str, NDArray[Any]] = {name: np.zeros_like(block) for name, block in blocks.items()}

    def step(self, number: int, gradients: Blocks) -> None:
        """Follow the gradients of step `number`, from 1."""
        rate = self.rate * min(1.0, number / WARM_UP) * (0.5 + 0.5 * np.cos(np.pi * number / self.steps))
        mean, square = self.mean, self.square
        for name in self.blocks:
            block = self.blocks[name]
            gradient = gradients[name] + (WEIGHT_DECAY * block if block.ndim > 1 else 0)
            mean[name] = BETA1 * mean[name] + (1 - BETA1) * gradient
            square[name] = BETA2 * square[name] + (1 - BETA2) * gradient * gradient
            change = mean[name] / (1 - BETA1**number)
            change /= np.sqrt(square[name] / (1 - BETA2**number)) + EPSILON
            block -= (rate * change).astype(np.float32)
