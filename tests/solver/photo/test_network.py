"""The networks that judge marks: their file, and that their answers are probabilities."""

from __future__ import annotations

import json

import numpy as np
import pytest

from pencilwright.app.corpus import learn
from pencilwright.games.errors import InputError
from pencilwright.solver.photo import network, tuning


@pytest.fixture
def blocks() -> learn.Blocks:
    return learn.beginning(np.random.default_rng(1))


def test_a_file_gives_back_its_weights_to_a_thousandth(blocks: learn.Blocks) -> None:
    (read,) = network.read(network.write([blocks], {"seed": "a"}))
    assert np.abs(read.units - blocks["units"]).max() <= 0.5 / network.STEPS + 1e-6
    assert read.offsets[0].shape == blocks["offsets 1"].shape


def test_a_file_of_another_version_is_refused(blocks: learn.Blocks) -> None:
    data = json.loads(network.write([blocks], {}))
    data["format"] += 1
    with pytest.raises(InputError, match="another version"):
        network.read(json.dumps(data))


def test_a_file_of_another_shape_is_refused(blocks: learn.Blocks) -> None:
    data = json.loads(network.write([blocks], {}))
    del data["networks"][0]["kinds"][0]
    with pytest.raises(InputError, match="other shapes"):
        network.read(json.dumps(data))


def test_patches_are_what_each_filter_sees() -> None:
    layers = np.arange(2 * 8 * 8 * 3, dtype=np.float32).reshape(2, 8, 8, 3)
    patch = network.patches(layers, 3)
    assert patch.shape == (2, 4, 4, 27)
    assert (patch[1, 2, 1].reshape(3, 3, 3) == layers[1, 3:6, 1:4]).all()


def test_chances_add_up_to_one(blocks: learn.Blocks) -> None:
    looks = np.random.default_rng(2).integers(0, 255, (7, 2, tuning.LOOK_SIDE, tuning.LOOK_SIDE))
    places = np.eye(len(network.PLACES), dtype=np.float32)[[0, 1, 2, 3, 4, 5, 0]]
    net = network.network(blocks)
    chances = network.chances(net, network.units(net, network.ready(looks), places))
    assert chances.shape == (7, len(network.KINDS))
    assert chances.sum(axis=1) == pytest.approx(1, abs=1e-5)


def test_the_file_that_comes_along_says_how_it_was_made() -> None:
    head = json.loads(network.FILE.read_text(encoding="utf-8"))
    assert head["made by"] == "python -m app.corpus.fit"
    assert head["marks"] > 20_000
