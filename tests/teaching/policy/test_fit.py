"""The fit: least squares that are solved, plain and compiled alike, and a file that says what it holds."""

from __future__ import annotations

import json

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice.play import rules
from pencilwright.solver import compiled
from pencilwright.solver.troyes_dice.play import features, policy, weights
from pencilwright.solver.troyes_dice.play.features import SIZE, score_weights
from pencilwright.solver.troyes_dice.setups import tables
from teaching.policy import fit
from teaching.policy.samples import FINE, Samples

pytestmark = pytest.mark.slow

GAMES = 12


def test_plain_and_compiled_learn_the_same() -> None:
    results = []
    for plain in (True, False):
        kernels = compiled.load(fit.MODULES, fit.WANTED, plain=plain)
        setups = tables(16, "learning")
        samples = fit.new_samples(kernels, setups, GAMES)
        fine = [score_weights(FINE)] * rules.OVER
        player = policy.Player.new(kernels, fit.rounded(fine), "learning")
        kernels.play_samples(player, samples, len(setups), GAMES, GAMES, fit.TRUST)
        kernels.clear(samples)
        prior = kernels.vector(fine[0])
        squares = kernels.gather(player, samples, prior, 3, 0, int(samples.counts[3]), GAMES)
        kernels.solve(samples, fit.RIDGE, 2)
        results.append([list(samples.rows), list(samples.right), list(samples.change), squares])
        assert int(samples.counts[1]) > GAMES // 2
    assert results[0] == results[1]
    assert any(results[0][2])


@pytest.fixture(scope="module")
def samples() -> Samples:
    """Samples of 300 games gathered for four half-days to come, and settled."""
    kernels = compiled.load(fit.MODULES, fit.WANTED)
    setups = tables(16, "settled")
    samples = fit.new_samples(kernels, setups, 300)
    start = [score_weights(FINE)] * rules.OVER
    player = policy.Player.new(kernels, fit.rounded(start), "settled")
    kernels.play_samples(player, samples, len(setups), 300, 300, fit.TRUST)
    kernels.clear(samples)
    prior = kernels.vector(start[0])
    kernels.gather(player, samples, prior, 4, 0, int(samples.counts[4]), 300)
    return samples


def test_the_weights_solve_the_ridge_equations(samples: Samples) -> None:
    kernels = compiled.load(fit.MODULES, fit.WANTED)
    wanted = [int(n) for n in samples.right]
    assert kernels.solve(samples, fit.RIDGE, 1000) == 0
    change = [int(n) for n in samples.change]
    for feature in range(SIZE):
        row = [int(n) for n in samples.matrix[SIZE * feature : SIZE * (feature + 1)]]
        if row[feature] == 0:
            assert change[feature] == 0
            continue
        explained = sum(a * b for a, b in zip(row, change, strict=True)) + fit.RIDGE * change[feature]
        assert abs(wanted[feature] - explained) <= (row[feature] + fit.RIDGE + 1) // 2


def test_every_sample_counts_once_for_each_of_its_features(samples: Samples) -> None:
    count = int(samples.counts[4])
    assert count > 100
    for group in features.GROUPS:
        own_items = [
            int(samples.matrix[SIZE * at + at]) for at in range(group.first, group.first + group.size)
        ]
        assert sum(own_items) == count


def test_the_same_seed_fits_the_same_weights_and_another_seed_others() -> None:
    kernels = compiled.load(fit.MODULES, fit.WANTED)
    results = [
        list(fit.fit(kernels, iterations=2, games=20, n_setups=4, seed=seed, trust=fit.TRUST))[-1]
        for seed in ("one", "one", "two")
    ]
    assert results[0] == results[1] != results[2]
    assert results[0][:SIZE] == score_weights(policy.SCALE)


def test_the_file_keeps_every_weight_and_says_how_it_was_made() -> None:
    results = list(fitted := weights.fitted_weights())
    text = weights.write(results, {"seed": "x"})
    assert tuple(weights.read(text)) == fitted
    assert json.loads(text)["seed"] == "x"
    head = json.loads(weights.FILE.read_text(encoding="utf-8"))
    assert (head["iterations"], head["seed"]) == (4, "policy-2")
    assert (head["games"], head["setups"], head["trust"]) == (fit.GAMES, fit.SETUPS, fit.TRUST)
    assert head["start"].startswith("weights of sha256 "), "they went on from others"
    assert weights.FILE.stat().st_size < 200_000


@pytest.mark.parametrize("key", ["format", "scale", "weights"])
def test_weights_of_another_version_are_refused(key: str) -> None:
    data = json.loads(weights.FILE.read_text(encoding="utf-8"))
    data[key] = data[key][1:] if key == "weights" else data[key] + 1
    with pytest.raises(InputError, match="weights"):
        weights.read(json.dumps(data))
