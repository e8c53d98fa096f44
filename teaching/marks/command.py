"""`python -m teaching marks`: train the networks that classify marks; hours on one core.

Photographs of several kinds are made and read; then networks are trained from different initial weights.
Looks of marks and each trained network are kept in the folder, so that an interrupted run goes on where it
was; an emptied folder makes it begin anew. The same options give the same photographs; the weights are the
same on the same machine and libraries.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from pencilwright.app import files
from pencilwright.app.cli.options import OUTPUT
from pencilwright.games.errors import InputError
from pencilwright.games.rng import seed_word
from teaching import options
from teaching.photos.recorded import Recorded

if TYPE_CHECKING:
    from pencilwright.solver.photo.network import Blocks
    from teaching.marks.examples import Examples
    from teaching.networks import Arrays

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
NETWORKS, STEPS, REWEIGH = 3, 10000, 500
"""Networks, steps of each, and steps after which the examples are weighed anew by their loss."""
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
    from pencilwright.solver.photo import network
    from teaching.marks import examples
    from teaching.networks import ensemble, stored

    recorded = Recorded(strokes, split, "taught") if strokes is not None else None
    network.installed()  # before hours of photographs that could not be read
    known = examples.joined(everything(folder, photos, recorded))
    begun = stored(start, network.MARKS) if start else []

    def one(number: int) -> Blocks:
        begin = begun[number % len(begun)] if begun else None
        return train(known, seed, number, steps, begin, recorded)

    result = ensemble(folder, f"network-{seed}-{steps}", networks, one)
    made = {
        "made by": "python -m teaching marks",
        "photographs": sum(source.photographs for source in SOURCES),
        "marks": len(known.kinds),
        "steps": steps,
        "seed": seed,
    } | ({"strokes": recorded.writers()} if recorded else {})
    click.echo(files.write(output, "marks.json", network.write(result, made).encode()))


def everything(folder: Path, photos: Path | None, strokes: Recorded | None) -> Iterator[Examples]:
    """Yield the examples of all photographs."""
    from teaching.networks import tell

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
    from pencilwright.solver.photo import reader
    from teaching.marks import examples
    from teaching.networks import cached
    from teaching.photos import corpus
    from teaching.photos.levels import LEVELS
    from teaching.photos.sample import Options

    def made() -> Arrays:
        sample = corpus.sample(
            photos,
            LEVELS[source.level],
            source.seed,
            number,
            Options(
                source.game_id,
                source.document,
                scattered=source.scattered,
                strokes=strokes,
                wide=source.wide,
            ),
        )
        try:
            sheets = reader.read(sample.image, unclear=True).sheets
        except InputError:
            sheets = ()
        return examples.of_sample(sample, sheets)._asdict()

    messages = (source.game_id, *source[:3], source.wide, number)
    named = messages if source.document == DOCUMENT else (source.document, *messages)
    return examples.Examples(**cached(folder / f"{'-'.join(map(str, named))}.npz", made))


def train(
    known: Examples,
    seed: str,
    number: int,
    steps: int,
    start: Blocks | None,
    strokes: Recorded | None,
) -> Blocks:
    """Return the weights of the network of this number."""
    import numpy as np

    from teaching.marks import training
    from teaching.marks.examples import Sampler
    from teaching.networks import tell

    rng = np.random.default_rng([seed_word(seed), number])
    sampler = Sampler(rng, known, strokes)

    def step(done: int, loss: float, blocks: Blocks) -> None:
        if done % REWEIGH == 0:
            tell(f"network {number + 1}: {done} steps, loss {loss:.4f}")
            if done < steps:
                sampler.reweigh(blocks)

    return training.train(rng, sampler.batch, steps, step, start=start)
