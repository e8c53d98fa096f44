"""`python -m teaching marks`: train the networks that classify marks; hours on one core.

Photographs of several kinds are made and read; then networks are trained from different initial weights.
Looks of marks and each trained network are kept in the folder, so that an interrupted run goes on where it
was; an emptied folder makes it begin anew. The same options give the same photographs; the weights are the
same on the same machine and libraries.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np

from pencilwright.app import files
from pencilwright.app.cli.options import OUTPUT
from pencilwright.games.rng import seed_word
from pencilwright.solver.photo import network
from pencilwright.solver.photo.network import Blocks
from teaching import options
from teaching.marks import examples, training
from teaching.marks.examples import Examples, Sampler
from teaching.networks import Arrays, cached, ensemble, tell, written
from teaching.photos import corpus
from teaching.photos.levels import LEVELS
from teaching.photos.recorded import Recorded
from teaching.photos.sample import Options

TROYES, DOCUMENT = "troyes-dice", "score-sheet"


class Source(NamedTuple):
    """Photographs to learn from: how many, what part of blank marks is drawn on, by whom, of which sheet."""

    level: str
    seed: str
    scattered: float
    photographs: int
    game_id: str = TROYES
    wide: bool = False
    document: str = DOCUMENT


SOURCES = (
    *(
        Source(level, "more", scattered, 82, wide=wide)
        for wide in (True, False)
        for scattered in (0.0, 0.3)
        for level in ("medium", "hard")
    ),
    *(
        Source(level, "more", 0.3, 20, game_id, wide=True)
        for game_id in ("terra-mystica", "terracotta-army", "tianxia")
        for level in ("medium", "hard")
    ),
    *(
        Source(level, "more", 0.2 if wide else 0.0, 5, game_id, wide, document)
        for game_id, document in (("terra-mystica", "map-sheet"), ("terracotta-army", "grid-sheet"))
        for wide in (True, False)
        for level in ("medium", "hard")
    ),
)
"""As games leave their sheets, and scattered, so that every kind of mark is seen beside every other; by usual
writers, and by those whose sizes and aim vary more. With recorded strokes two of three sheets have them."""
NETWORKS, STEPS = 3, 10000
"""Networks, and steps of each."""
SEED = "marks"


@click.command()
@options.WORK
@options.PHOTOS
@options.strokes()
@options.SPLIT
@options.START
@options.training(NETWORKS, STEPS, SEED)
@OUTPUT
def marks(
    folder: Path,
    photos: Path | None,
    strokes: str | None,
    split: str,
    networks: int,
    steps: int,
    start: Path | None,
    seed: str,
    output: str | None,
) -> None:
    """Train the networks that classify marks.

    Reading uses the installed networks, whose answers are not learned from. To ship the result, write it to
    solver/photo/marks.json.

    \b
    Examples:
      python -m teaching marks --work output/marks -o marks.json
    """
    recorded = Recorded(strokes, split, "taught") if strokes is not None else None
    network.installed()  # before hours of photographs that could not be read
    known = examples.joined(everything(folder, photos, recorded))

    def one(number: int, begin: Blocks | None) -> Blocks:
        rng = np.random.default_rng([seed_word(seed), number])
        sampler = Sampler(rng, known, recorded)
        return training.train(rng, sampler.batch, steps, start=begin, reweigh=sampler.reweigh)

    result = ensemble(folder, f"network-{seed}-{steps}", networks, network.MARKS, start, one)
    made = {
        "made by": "python -m teaching marks",
        "photographs": sum(source.photographs for source in SOURCES),
        "marks": len(known.kinds),
        "steps": steps,
        "seed": seed,
    } | ({"strokes": recorded.writers()} if recorded else {})
    click.echo(files.write(output, "marks.json", written(result, made).encode()))


def everything(folder: Path, photos: Path | None, strokes: Recorded | None) -> Iterator[Examples]:
    """Yield the examples of all photographs."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(max(source.photographs for source in SOURCES)):
        for source in SOURCES:
            if number < source.photographs:
                drawn = strokes if number % 3 else None
                yield of_photograph(folder, photos, source, number, drawn)
        if (number + 1) % 5 == 0:
            tell(f"{number + 1} photographs of each kind")


def of_photograph(
    folder: Path, photos: Path | None, source: Source, number: int, strokes: Recorded | None
) -> Examples:
    """Return the examples of one photograph: from the folder, or made and kept there."""

    def made() -> Arrays:
        drawn = Options(
            source.game_id, source.document, scattered=source.scattered, strokes=strokes, wide=source.wide
        )
        return examples.of_sample(
            *corpus.read(photos, LEVELS[source.level], source.seed, number, drawn)
        )._asdict()

    messages = (source.game_id, *source[:3], source.wide, number)
    named = messages if source.document == DOCUMENT else (source.document, *messages)
    return Examples(**cached(folder / f"{'-'.join(map(str, named))}.npz", made))
