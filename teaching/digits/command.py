"""`python -m teaching digits`: train the networks that read the digits of combs; an hour on one core.

Photographs of pads full of random numbers are made and read; then networks are trained from different
initial weights. Some of the taught writers are kept apart, and the temperature of the ensemble is fitted on
them. What the cells show and each trained network are kept in the folder: an interrupted run goes on.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pencilwright.app import files, options
from pencilwright.games.errors import InputError
from pencilwright.games.rng import seed_word
from teaching.photos.recorded import Recorded

if TYPE_CHECKING:
    from pencilwright.solver.photo.network import Blocks
    from teaching.digits.drawn import Digits
    from teaching.digits.examples import Examples

PADS = ("terra-mystica", "tianxia", "terracotta-army", "tianxia", "terra-mystica", "tianxia")
"""Whose pads are photographed, in turn: most combs are on those of Tianxia."""
LEVELS = ("hard", "medium")
PHOTOGRAPHS, NETWORKS, STEPS, SAID = 185, 2, 5000, 250
"""Photographs, networks, steps of each, and steps after which the loss is told."""
APART = 3
"""Taught writers on whom the temperature is fitted, and nothing else."""
SEED = "numbers"
TEMPERATURES = (0.4, 2.5)
"""Between these the temperature is looked for."""


@click.command()
@click.option(
    "--work",
    "folder",
    metavar="FOLDER",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep what cells show and each trained network in this folder; the same call goes on from there.",
)
@click.option(
    "--strokes",
    metavar="FOLDER",
    required=True,
    type=click.Path(file_okay=False),
    help="Pen strokes that people drew: who is taught, and who is held back.",
)
@click.option("--split", default="0", show_default=True, metavar="TEXT", help="Decides who is held back.")
@click.option(
    "--photos",
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep the photographs in this folder too.",
)
@click.option(
    "--photographs", type=click.IntRange(1), default=PHOTOGRAPHS, show_default=True, help="How many are made."
)
@click.option(
    "--networks", type=click.IntRange(1), default=NETWORKS, show_default=True, help="Size of the ensemble."
)
@click.option(
    "--steps", type=click.IntRange(1), default=STEPS, show_default=True, help="Steps of each network."
)
@click.option("--seed", default=SEED, show_default=True, help="Decides photographs, weights and batches.")
@options.OUTPUT
def digits(
    folder: Path,
    strokes: str,
    split: str,
    photos: Path | None,
    photographs: int,
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
    import numpy as np

    from pencilwright.solver.photo import cells, network
    from teaching.digits import examples
    from teaching.photos.recorded import DIGITS, load

    recorded = Recorded(strokes, split, "taught")
    writers = recorded.writers_of_digits()
    apart = writers[-APART:] if len(writers) > APART else []
    folder.mkdir(parents=True, exist_ok=True)
    known = examples.joined(
        of_photograph(folder, photos, seed, number, recorded) for number in range(photographs)
    )
    held = np.isin(known.writers, apart)
    by_writer = load(strokes)
    drawings = [
        (sign, drawing)
        for name in writers
        if name not in apart
        for sign in DIGITS
        for drawing in by_writer[sign][name]
    ]
    found: list[Blocks] = []
    for number in range(networks):
        kept = folder / f"digits-{seed}-{steps}-{number}.npz"
        if not kept.exists():
            taught = train(examples.chosen(known, ~held), drawings, seed, number, steps)
            np.savez(kept, **taught)  # type: ignore[arg-type]
        found.append(dict(np.load(kept)))
    made = {
        "made by": "python -m teaching digits",
        "photographs": photographs,
        "cells": int((~held).sum()),
        "steps": steps,
        "seed": seed,
        "strokes": [name for name in writers if name not in apart],
        "temperature fitted on": apart,
    }
    nets = network.read(network.write(found, {"temperature": 1.0}, cells.DESIGN), cells.DESIGN)
    made["temperature"] = round(temperature(nets, examples.chosen(known, held)), 3) if held.any() else 1.0
    click.echo(files.write(output, "digits.json", network.write(found, made, cells.DESIGN).encode()))


def of_photograph(folder: Path, photos: Path | None, seed: str, number: int, strokes: Recorded) -> Examples:
    """Return the examples of one photograph: from the folder, or made and kept there."""
    import numpy as np

    from pencilwright.solver.photo import reader
    from teaching.digits import examples
    from teaching.photos import album, levels

    game_id, level = PADS[number % len(PADS)], LEVELS[(number + number // len(PADS)) % len(LEVELS)]
    file = folder / f"{game_id}-{level}-{seed}-{number}.npz"
    if not file.exists():
        made = album.sample(
            photos and photos / game_id,
            levels.level(level),
            seed,
            number,
            game_id=game_id,
            numbers=True,
            strokes=strokes,
        )
        try:
            sheets = reader.read(made.image, unclear=True).sheets
        except InputError:
            sheets = ()
        unfinished = file.with_suffix(".new.npz")
        np.savez_compressed(unfinished, **examples.of_sample(made, sheets)._asdict())
        unfinished.replace(file)
        _tell(f"photograph {number + 1}")
    kept = np.load(file)
    return examples.Examples(kept["looks"], kept["places"], kept["signs"], kept["writers"])


def train(known: Examples, drawings: Digits, seed: str, number: int, steps: int) -> Blocks:
    """Return the weights of the network of this number."""
    import numpy as np

    from pencilwright.solver.photo import cells
    from teaching.digits.examples import Sampler
    from teaching.marks import training

    rng = np.random.default_rng([seed_word(seed), number])
    losses: list[float] = []

    def tell(done: int, loss: float, blocks: Blocks) -> None:
        del blocks
        losses.append(loss)
        if done % SAID == 0:
            _tell(f"network {number + 1}: {done} steps, loss {sum(losses) / len(losses):.4f}")
            losses.clear()

    return training.train(rng, Sampler(rng, known, drawings).batch, steps, tell, cells.DESIGN)


def temperature(nets: object, known: Examples) -> float:
    """Return the temperature at which the ensemble's chances are likeliest on these examples."""
    import numpy as np

    from pencilwright.solver.photo import cells

    mean = cells.mean(nets, known.looks, known.places.tolist())  # type: ignore[arg-type]

    def loss(value: float) -> float:
        found = cells.tempered(mean, value)
        return float(-np.log(found[np.arange(len(found)), known.signs] + 1e-9).mean())

    low, high = TEMPERATURES
    for _ in range(30):
        third = (high - low) / 3
        low, high = (low, high - third) if loss(low + third) < loss(high - third) else (low + third, high)
    return (low + high) / 2


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
