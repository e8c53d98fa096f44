"""The fit of the policy of Troyes Dice: policy iteration with ridge regression.

In each iteration the policy plays games, each of which leaves it at random up to some half-day and follows it
from there on. For each number of half-days to come, the final scores are explained by least squares, from the
last half-day backwards; each fit keeps close to that of one half-day less where samples are few. An iteration
moves the weights only part of the way to its fit, 1 / iteration and at least 1 / SLOWEST: a policy that
follows each fit at once runs to sheets that no sample has shown, and is no better than two iterations before.

What is explained is not the final score alone, most of which is luck, but that moved towards what the weights
of the iteration before expected on the way (`trust`). A fit may also go on from weights that there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pencilwright.games.troyes_dice.play import rules
from pencilwright.solver import stream
from pencilwright.solver.compiled import Kernels
from pencilwright.solver.troyes_dice.exact import one_roll, targets
from pencilwright.solver.troyes_dice.play import features, policy
from pencilwright.solver.troyes_dice.play.features import SIZE, score_weights
from pencilwright.solver.troyes_dice.play.policy import SCALE
from pencilwright.solver.troyes_dice.setups import tables
from teaching.policy import samples
from teaching.policy.samples import FINE, SAMPLE_SIZE, Samples

MODULES = (rules, stream, targets, one_roll, features, policy, samples)
WANTED = ("play_samples", "gather", "clear", "solve")

SEED = "policy"
ITERATIONS = 16
GAMES = 130_000
SETUPS = 2048

TRUST = 8
"""Parts of samples.WHOLE of what came later in a sample's return; the rest is the fitted value on the way."""
RIDGE = 30  # samples' worth of belief in the weights for one half-day less
SWEEPS = 60  # of Gauss and Seidel
SLOWEST = 8
MIDDLE = 4  # a fit that goes on from weights begins with this iteration's part of the way
BATCH = 1000  # games or samples in one call of a kernel

Weights = list[list[int]]
"""For 0, 1 ... 15 half-days to come, in 1 / FINE points."""


def rounded(fine: Weights) -> list[int]:
    """Return the weights in 1 / SCALE points, as the policy takes them."""
    return [(weight * SCALE + FINE // 2) // FINE for own in fine for weight in own]


def new_samples(kernels: Kernels, setups: list[list[int]], most: int) -> Samples:
    """Return room for so many samples of each number of half-days to come."""
    vector = kernels.vector
    return Samples(
        setups=vector([n for table in setups for n in table]),
        rows=vector(rules.OVER * most * SAMPLE_SIZE),
        counts=vector(rules.OVER),
        key=vector(2),
        line=vector(rules.OVER * SAMPLE_SIZE),
        matrix=vector(SIZE * SIZE),
        right=vector(SIZE),
        change=vector(SIZE),
        seen=vector(SIZE),
    )


def one_iteration(
    kernels: Kernels, result: Samples, fine: Weights, n_setups: int, games: int, seed: str, trust: int
) -> Weights:
    """Play games with these weights; return the weights that explain their scores."""
    player = policy.Player.new(kernels, rounded(fine), seed)
    for to_come in range(rules.OVER):
        result.counts[to_come] = 0
    for start in range(0, games, BATCH):
        kernels.play_samples(player, result, n_setups, min(BATCH, games - start), games, trust)
    fitted = [fine[0]]
    for to_come in range(1, rules.OVER):
        kernels.clear(result)
        prior = kernels.vector(fitted[-1])
        count = int(result.counts[to_come])
        for start in range(0, count, BATCH):
            kernels.gather(player, result, prior, to_come, start, min(start + BATCH, count), games)
        kernels.solve(result, RIDGE, SWEEPS)
        fitted.append([old + int(change) for old, change in zip(fitted[-1], result.change, strict=True)])
    return fitted


def towards(old: Weights, new: Weights, part: int) -> Weights:
    """Return the weights one part-th of the way from old to new."""
    return [[a + (b - a) // part for a, b in zip(x, y, strict=True)] for x, y in zip(old, new, strict=True)]


def fit(
    kernels: Kernels,
    *,
    iterations: int,
    games: int,
    n_setups: int,
    seed: str,
    trust: int,
    start: Sequence[int] | None = None,
) -> Iterator[list[int]]:
    """Yield the weights after each of so many iterations.

    trust : see samples.play_samples. start : weights to go on from; None: begin with the score as it stands.
    """
    room = new_samples(kernels, tables(n_setups, seed), games)
    fine = [score_weights(FINE)] * rules.OVER
    if start is not None:
        fine = [
            [weight * (FINE // SCALE) for weight in start[SIZE * to_come : SIZE * (to_come + 1)]]
            for to_come in range(rules.OVER)
        ]
    for number in range(iterations):
        # The word "round" is part of the seed: another one would be other games, and other weights.
        fitted = one_iteration(kernels, room, fine, n_setups, games, f"{seed} round {number}", trust)
        fine = towards(fine, fitted, max(1, min(number + (0 if start is None else MIDDLE), SLOWEST)))
        yield rounded(fine)
