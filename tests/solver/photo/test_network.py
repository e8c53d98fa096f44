"""The networks that classify marks: their file, and that their outputs are probabilities."""

from __future__ import annotations

import json

import numpy as np
import pytest

from pencilwright.solver.photo import network, tuning
from pencilwright.solver.photo.network import Blocks
from teaching import networks
from teaching.marks import training
from tests.refusals import refused


@pytest.fixture
def blocks() -> Blocks:
    return training.initial_weights(np.random.default_rng(1))


def test_a_file_gives_back_its_weights_to_a_thousandth(blocks: Blocks) -> None:
    (read,) = network.read(networks.written([blocks], {"seed": "a"}))
    assert np.abs(read["hidden"] - blocks["hidden"]).max() <= 0.5 / network.SCALE + 1e-6
    assert read["biases 1"].shape == blocks["biases 1"].shape


def test_a_file_of_another_version_is_refused(blocks: Blocks) -> None:
    data = json.loads(networks.written([blocks], {}))
    data["format"] += 1
    with refused("photo.networks.version"):
        network.read(json.dumps(data))


def test_a_file_of_another_shape_is_refused(blocks: Blocks) -> None:
    data = json.loads(networks.written([blocks], {}))
    del data["networks"][0]["output"][0]
    with refused("photo.networks.shapes"):
        network.read(json.dumps(data))


def test_patches_are_what_each_filter_sees() -> None:
    layers = np.arange(2 * 8 * 8 * 3, dtype=np.float32).reshape(2, 8, 8, 3)
    patch = network.patches(layers, 3)
    assert patch.shape == (2, 4, 4, 27)
    assert (patch[1, 2, 1].reshape(3, 3, 3) == layers[1, 3:6, 1:4]).all()


def test_probabilities_add_up_to_one(blocks: Blocks) -> None:
    looks = np.random.default_rng(2).integers(0, 255, (7, 2, tuning.LOOK_SIDE, tuning.LOOK_SIDE))
    places = network.one_hot([0, 1, 2, 3, 4, 5, 0])
    result = network.probabilities(blocks, network.hidden(blocks, network.inputs(looks), places))
    assert result.shape == (7, len(network.KINDS))
    assert result.sum(axis=1) == pytest.approx(1, abs=1e-5)


def test_the_file_that_comes_along_says_how_it_was_made() -> None:
    head = json.loads(network.FILE.read_text(encoding="utf-8"))
    assert head["made by"] == "python -m teaching marks"
    assert head["marks"] > 20_000
