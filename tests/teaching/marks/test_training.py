"""A network learns: its gradients are right, and it tells apart what it was trained on."""

from __future__ import annotations

import numpy as np
import pytest

from pencilwright.games.errors import InputError
from pencilwright.solver.photo import cells, network, tuning
from pencilwright.solver.photo.network import KINDS, PLACES
from pencilwright.solver.photo.records import BLANK, SPENT, STRUCK, TICKED
from teaching import networks
from teaching.marks import examples, training
from teaching.marks.examples import Examples, Sampler

ALLOWED = {
    "circle": (BLANK, TICKED),
    "large circle": (BLANK, TICKED),
    "resource": (BLANK, TICKED, SPENT),
    "printed resource": (BLANK, SPENT),
    "strike": (BLANK, STRUCK),
    "tick": (BLANK, TICKED),
}
SIDE = tuning.LOOK_SIDE
BARS = {TICKED: slice(16, 19), STRUCK: slice(23, 26), SPENT: slice(30, 33)}


@pytest.fixture(autouse=True)
def few_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examples, "POOL_DRAWN", 24)


def bars(count: int = 4) -> Examples:
    """Looks in which each kind is a bar at a height of its own, at every place."""
    rng = np.random.default_rng(5)
    looks, places, kinds = [], [], []
    for place, allowed in ALLOWED.items():
        for kind in allowed:
            for _ in range(count):
                look = np.full((2, SIDE, SIDE), 255, np.uint8)
                look[0] = rng.integers(0, 12, (SIDE, SIDE))
                if kind in BARS:
                    look[0, BARS[kind], 12:36] = 160
                looks.append(look)
                places.append(PLACES.index(place))
                kinds.append(KINDS.index(kind))
    return Examples(np.array(looks), np.array(places, np.uint8), np.array(kinds, np.uint8))


def test_gradients_are_how_the_loss_changes() -> None:
    rng = np.random.default_rng(3)
    blocks = training.initial_weights(rng)
    layers = rng.random((4, SIDE, SIDE, 2), dtype=np.float32)
    places = network.one_hot(np.array([0, 1, 2, 3]))
    batch = training.Batch(layers, places, np.array([0, 1, 2, 3]))
    _, gradients = training.gradients(blocks, batch)
    for name, block in blocks.items():
        at = np.unravel_index(int(np.abs(gradients[name]).argmax()), block.shape)
        little, before, around = 1e-2, block[at], []
        for sign in (1, -1):
            block[at] = before + sign * little
            around.append(training.gradients(blocks, batch)[0])
        block[at] = before
        assert (around[0] - around[1]) / (2 * little) == pytest.approx(
            gradients[name][at], rel=0.05, abs=1e-3
        )


@pytest.mark.long
def test_bars_of_three_heights_are_learned() -> None:
    known = bars()
    batch = training.Batch(
        network.inputs(known.looks), network.one_hot(known.places), known.kinds.astype(int)
    )
    rng = np.random.default_rng(4)
    blocks = training.train(rng, lambda: batch, 150)
    right = examples.classified(blocks, known).argmax(axis=1) == known.kinds
    assert right.mean() > 0.95


def test_what_is_none_of_the_kinds_has_more_ink_than_a_blank_place() -> None:
    known = bars()
    sampler = Sampler(np.random.default_rng(6), known)
    assert len(sampler.others.looks) > 1000
    assert (sampler.others.kinds == KINDS.index(network.OTHER)).all()
    blank = known.looks[known.kinds == 0][:, 0, examples.INSIDE, examples.INSIDE].mean(axis=(1, 2)).max()
    assert sampler.others.looks[:, 0, examples.INSIDE, examples.INSIDE].mean(axis=(1, 2)).min() > blank


@pytest.mark.slow
def test_what_has_a_large_loss_is_drawn_more_often() -> None:
    known = bars()
    sampler = Sampler(np.random.default_rng(7), known)
    blocks = training.initial_weights(np.random.default_rng(8))
    blocks["output biases"][KINDS.index(BLANK)] = 9.0  # says that everything is blank
    sampler.reweigh(blocks)
    blank = known.kinds == KINDS.index(BLANK)
    assert sampler.shares[~blank].min() / sampler.weights[~blank].min() > 1
    assert (sampler.shares / sampler.weights)[blank].max() < (sampler.shares / sampler.weights)[~blank].min()


def test_networks_of_other_shapes_are_no_beginning() -> None:
    blocks = training.initial_weights(np.random.default_rng(11))
    text = networks.written([blocks], {})
    (same,) = network.read(text)
    assert all(np.allclose(block, same[name], atol=1 / network.SCALE) for name, block in blocks.items())
    with pytest.raises(InputError):
        network.read(text, cells.DESIGN)
