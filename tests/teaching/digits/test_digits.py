"""Training of the digit reader: cells that are drawn anew, and the temperature of an ensemble."""

from __future__ import annotations

import numpy as np
import pytest

from pencilwright.solver.photo import cells, network, tuning
from teaching.digits import command, drawn, examples
from teaching.digits.examples import Examples, Sampler
from teaching.marks import training

TURN = np.linspace(0, 2 * np.pi, 30)
DIGITS: drawn.Digits = [
    [
        ("0", [np.column_stack((np.cos(TURN), 1.5 * np.sin(TURN)))]),
        ("1", [np.array([[0.0, -50.0], [1.0, 50.0]])]),
    ]
]
PAPER: drawn.Blanks = {0: np.full((2, cells.DESIGN.height, cells.DESIGN.width), 20, np.uint8)}


def known() -> Examples:
    rng = np.random.default_rng(1)
    looks = rng.integers(0, 200, (40, cells.DESIGN.height, cells.DESIGN.width)).astype(np.uint8)
    signs = np.arange(40).astype(np.uint8) % len(cells.SIGNS)
    return Examples(looks, np.zeros(40, np.uint8), signs, np.array(["digits 1", "digits 2"] * 20))


def test_drawn_cells_have_ink_where_something_is_drawn_and_every_kind_comes() -> None:
    looks, places, signs = drawn.examples(np.random.default_rng(0), DIGITS, 300, PAPER)
    assert looks.shape == (300, cells.DESIGN.height, cells.DESIGN.width)
    assert np.quantile(looks, 0.3, axis=(1, 2))[places == 0].max() >= 15  # the paper's grey is still there
    assert set(places) == {0, 1, 2}
    assert {cells.SIGNS[n] for n in signs} == {"0", "1", "", "-", "junk"}
    inside = looks[:, 10:30, 8:24].max(axis=(1, 2))
    assert inside[signs < 10].mean() > 3 * inside[signs == cells.SIGNS.index("")].mean()


def test_no_two_drawn_cells_are_alike() -> None:
    looks, _, _ = drawn.examples(np.random.default_rng(0), [DIGITS[0][:1]], 20, {})
    flat = looks.reshape(20, -1) / tuning.FULL_LOOK
    assert np.abs(flat[:, None] - flat[None]).sum(-1)[~np.eye(20, dtype=bool)].min() > 1


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examples, "BATCH", 16)
    monkeypatch.setattr(examples, "POOL", 64)


def test_a_batch_is_half_photographed_and_half_drawn() -> None:
    batch = Sampler(np.random.default_rng(0), known(), DIGITS).batch()
    assert len(batch.kinds) == len(batch.inputs) == len(batch.places) == examples.BATCH
    net = training.initial_weights(np.random.default_rng(0), cells.DESIGN)
    loss, results = training.gradients(net, batch)
    assert loss > 0
    assert {name: block.shape for name, block in results.items()} == network.shapes(cells.DESIGN)


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    batch = Sampler(np.random.default_rng(0), known(), DIGITS).batch()
    small = training.Batch(batch.inputs[:8], batch.places[:8], batch.kinds[:8])
    blocks = training.initial_weights(np.random.default_rng(3), cells.DESIGN)
    _, result = training.gradients(blocks, small)
    for name, at in (("hidden", (5, 6)), ("output", (3, 2)), ("filters 3", (40, 7))):
        losses = []
        for step in (-1e-2, 1e-2):
            moved = {key: block.copy() for key, block in blocks.items()}
            moved[name][at] += step
            losses.append(training.gradients(moved, small)[0])
        assert (losses[1] - losses[0]) / 2e-2 == pytest.approx(result[name][at], abs=2e-3)


def test_the_temperature_softens_what_is_too_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    count = 400
    labels = np.zeros(count, np.uint8)
    labels[: count // 4] = 1  # right three times in four, and 0.99 sure
    text = np.full((count, len(cells.SIGNS)), 1e-9, np.float32)
    text[:, 0], text[:, 1] = 0.99, 0.01
    monkeypatch.setattr(cells, "mean", lambda *_: text)
    examples_of = Examples(np.zeros((count, 1, 1), np.uint8), labels * 0, labels, np.array([""] * count))
    assert command.temperature([], examples_of) > 1.8
