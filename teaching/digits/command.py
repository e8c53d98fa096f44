"""`python -m teaching digits`: train the networks that read the digits of combs; an hour on one core.

Photographs of pads full of random numbers are made and read; then networks are trained from different
initial weights. Some of the taught writers are kept apart, and the temperature of the ensemble is fitted on
them. What the cells show and each trained network are kept in the folder: an interrupted run goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import numpy as np

from pencilwright.app import files
from pencilwright.app.cli.options import OUTPUT
from pencilwright.games.rng import seed_word
from pencilwright.solver.photo import cells, network
from pencilwright.solver.photo.network import Blocks
from teaching import options
from teaching.digits import examples
from teaching.digits.examples import Examples, Sampler
from teaching.marks import training
from teaching.networks import Arrays, cached, ensemble, tell, written
from teaching.photos import corpus, levels
from teaching.photos.recorded import DIGITS, Recorded, load
from teaching.photos.sample import Options

PADS = ("terra-mystica", "tianxia", "terracotta-army", "tianxia", "terra-mystica", "tianxia")
"""Whose pads are photographed, in turn: most combs are on those of Tianxia."""
LEVELS = ("hard", "medium")
PHOTOGRAPHS, NETWORKS, STEPS = 185, 2, 14000
"""Photographs, networks, and steps of each."""
APART = 3
"""Taught writers on whom the temperature is fitted, and nothing else."""
SEED = "numbers"
TEMPERATURES = (0.4, 2.5)
"""Between these the temperature is looked for."""


@click.command()
@options.WORK
@options.strokes(required=True)
@options.SPLIT
@options.PHOTOS
@click.option(
    "--photographs", type=click.IntRange(1), default=PHOTOGRAPHS, show_default=True, help="How many are made."
)
@options.START
@options.training(NETWORKS, STEPS, SEED)
@OUTPUT
def digits(
    folder: Path,
    strokes: str,
    split: str,
    photos: Path | None,
    photographs: int,
    start: Path | None,
    networks: int,
    steps: int,
    seed: str,
    output: str | None,
) -> None:
    """Train the networks that read the digits of combs.

    To ship the result, write it to solver/photo/digits.json.

    \b
    Examples:
      python -m teaching digits --work output/digits --strokes FOLDER -o digits.json
    """
    recorded = Recorded(strokes, split, "taught")
    writers = recorded.writers_of_digits()
    apart = writers[-APART:] if len(writers) > APART else []
    taught = [name for name in writers if name not in apart]
    folder.mkdir(parents=True, exist_ok=True)
    known = examples.joined(
        of_photograph(folder, photos, seed, number, recorded) for number in range(photographs)
    )
    held = np.isin(known.writers, apart)
    by_writer = load(strokes)
    drawings = [[(sign, drawing) for sign in DIGITS for drawing in by_writer[sign][name]] for name in taught]
    taken = examples.chosen(known, ~held)

    def one(number: int, begin: Blocks | None) -> Blocks:
        rng = np.random.default_rng([seed_word(seed), number])
        return training.train(rng, Sampler(rng, taken, drawings).batch, steps, cells.DESIGN, begin)

    result = ensemble(folder, f"digits-{seed}-{steps}", networks, cells.DESIGN, start, one)
    made = {
        "made by": "python -m teaching digits",
        "photographs": photographs,
        "cells": int((~held).sum()),
        "steps": steps,
        "learned on from": start.name if start else "",
        "seed": seed,
        "strokes": taught,
        "temperature fitted on": apart,
    }
    nets = network.read(written(result, {"temperature": 1.0}, cells.DESIGN), cells.DESIGN)
    made["temperature"] = round(temperature(nets, examples.chosen(known, held)), 3) if held.any() else 1.0
    click.echo(files.write(output, "digits.json", written(result, made, cells.DESIGN).encode()))


def of_photograph(folder: Path, photos: Path | None, seed: str, number: int, strokes: Recorded) -> Examples:
    """Return the examples of one photograph: from the folder, or made and kept there."""
    game_id, level = PADS[number % len(PADS)], LEVELS[(number + number // len(PADS)) % len(LEVELS)]

    def made() -> Arrays:
        tell(f"photograph {number + 1}")
        drawn = Options(game_id, numbers=True, strokes=strokes)
        place = photos and photos / game_id
        return examples.of_sample(*corpus.read(place, levels.level(level), seed, number, drawn))._asdict()

    return Examples(**cached(folder / f"{game_id}-{level}-{seed}-{number}.npz", made))


def temperature(nets: Sequence[Blocks], known: Examples) -> float:
    """Return the temperature at which the ensemble's chances are likeliest on these examples."""
    mean = cells.mean(nets, known.looks, known.places.tolist())

    def loss(value: float) -> float:
        result = cells.tempered(mean, value)
        return float(-np.log(result[np.arange(len(result)), known.signs] + 1e-9).mean())

    low, high = TEMPERATURES
    for _ in range(30):
        third = (high - low) / 3
        low, high = (low, high - third) if loss(low + third) < loss(high - third) else (low + third, high)
    return (low + high) / 2
