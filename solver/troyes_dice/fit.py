"""Fit the policy anew: `python -m solver.troyes_dice.fit`; the same options write the same bytes.

Round after round the policy plays games, each of which leaves it at random up to some half-day and follows
it from there on. For each number of half-days to come, the final scores are explained by least squares, from
the last half-day backwards; each fit keeps close to that of one half-day less where samples are few. A round
moves the weights only part of the way to its fit, 1 / round and at least 1 / SLOWEST: a policy that follows
each fit at once runs to sheets that no sample has shown, and is no better than two rounds before.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from pencilwright.games.troyes_dice import rules
from pencilwright.games.troyes_dice.setup import NUMBERINGS, SCOPES, draw, faces
from pencilwright.solver import compiled, stream
from pencilwright.solver.compiled import Kernels
from pencilwright.solver.troyes_dice import learn
from pencilwright.solver.troyes_dice.exact import last_roll, targets
from pencilwright.solver.troyes_dice.learn import FINE, SAMPLE_SIZE, Lesson
from pencilwright.solver.troyes_dice.play import features, policy, weights
from pencilwright.solver.troyes_dice.play.features import SIZE, score_weights
from pencilwright.solver.troyes_dice.play.policy import SCALE

MODULES = (rules, stream, targets, last_roll, features, policy, learn)
WANTED = ("learn_games", "gather", "clear", "settle")

SEED = "policy"
ROUNDS = 16
GAMES = 130_000
SETUPS = 2048

RIDGE = 30  # samples' worth of belief in the weights for one half-day less
SWEEPS = 60
SLOWEST = 8
BATCH = 1000

Weights = list[list[int]]
"""For 0, 1 ... 15 half-days to come, in 1 / FINE points."""


def tables(number: int, seed: str) -> list[list[int]]:
    """Return so many setups at the start of day 1: every numbering and scope, half with the expansion."""
    found = []
    for index in range(number):
        setup = draw(
            f"{seed} {index}",
            numbering=NUMBERINGS[index % 4],
            scope=SCOPES[index // 4 % 2],
            expansion=index // 8 % 2 == 1,
        )
        found.append(rules.new_table(faces(setup), setup.numbers, setup.expansion))
    return found


def rounded(fine: Weights) -> list[int]:
    """Return the weights in 1 / SCALE points, as the policy takes them."""
    return [(weight * SCALE + FINE // 2) // FINE for own in fine for weight in own]


def new_lesson(kernels: Kernels, setups: list[list[int]], most: int) -> Lesson:
    """Return room for so many samples of each number of half-days to come."""
    vector = kernels.vector
    return Lesson(
        setups=vector([n for table in setups for n in table]),
        samples=vector(rules.OVER * most * SAMPLE_SIZE),
        counts=vector(rules.OVER),
        key=vector(2),
        line=vector(rules.OVER * SAMPLE_SIZE),
        matrix=vector(SIZE * SIZE),
        right=vector(SIZE),
        change=vector(SIZE),
        seen=vector(SIZE),
    )


def one_round(
    kernels: Kernels, lesson: Lesson, fine: Weights, n_setups: int, games: int, seed: str
) -> Weights:
    """Play games with these weights; return the weights that explain their scores."""
    player = policy.new_player(kernels, rounded(fine), seed)
    for to_come in range(rules.OVER):
        lesson.counts[to_come] = 0
    for start in range(0, games, BATCH):
        kernels.learn_games(player, lesson, n_setups, min(BATCH, games - start), games)
    found = [fine[0]]
    for to_come in range(1, rules.OVER):
        kernels.clear(lesson)
        prior = kernels.vector(found[-1])
        samples = int(lesson.counts[to_come])
        for start in range(0, samples, BATCH):
            kernels.gather(player, lesson, prior, to_come, start, min(start + BATCH, samples), games)
        kernels.settle(lesson, RIDGE, SWEEPS)
        found.append([old + int(change) for old, change in zip(found[-1], lesson.change, strict=True)])
    return found


def towards(old: Weights, new: Weights, part: int) -> Weights:
    """Return the weights one part-th of the way from old to new."""
    return [[a + (b - a) // part for a, b in zip(x, y, strict=True)] for x, y in zip(old, new, strict=True)]


def fit(
    kernels: Kernels, *, rounds: int, games: int, n_setups: int, seed: str, tell: Callable[[int], None]
) -> list[int]:
    """Return the weights after so many rounds; `tell` is called with each round's number when it is done."""
    lesson = new_lesson(kernels, tables(n_setups, seed), games)
    fine = [score_weights(FINE)] * rules.OVER
    for number in range(rounds):
        found = one_round(kernels, lesson, fine, n_setups, games, f"{seed} round {number}")
        fine = towards(fine, found, max(1, min(number, SLOWEST)))
        tell(number)
    return rounded(fine)


def main() -> None:
    options = argparse.ArgumentParser(description="Fit the policy of Troyes Dice anew.")
    options.add_argument("--rounds", type=int, default=ROUNDS, help="rounds of playing and fitting")
    options.add_argument("--games", type=int, default=GAMES, help="games in a round")
    options.add_argument("--setups", type=int, default=SETUPS, help="setups that games are played on")
    options.add_argument("--seed", default=SEED, help="decides setups, dice and moves")
    options.add_argument("--out", type=Path, default=weights.FILE, help="file to write")
    chosen = options.parse_args()
    found = fit(
        compiled.load(MODULES, WANTED),
        rounds=chosen.rounds,
        games=chosen.games,
        n_setups=chosen.setups,
        seed=chosen.seed,
        tell=lambda number: print(f"round {number + 1} of {chosen.rounds}", file=sys.stderr, flush=True),
    )
    made = {
        "made by": "python -m solver.troyes_dice.fit",
        "rounds": chosen.rounds,
        "games": chosen.games,
        "setups": chosen.setups,
        "seed": chosen.seed,
    }
    written = chosen.out.with_suffix(".new")
    written.write_text(weights.write(found, made), encoding="utf-8")
    written.replace(chosen.out)


if __name__ == "__main__":
    main()
