"""`python -m teaching marks`: train the networks that classify marks; hours on one core.

Photographs of several kinds are made and read; then networks are trained from different initial weights.
Looks of marks and each trained network are kept in the folder, so that an interrupted run goes on where it
was; an emptied folder makes it begin anew. The same options give the same photographs; the weights are the
same on the same machine and libraries.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from pencilwright.app import files, options
from pencilwright.games.errors import InputError
from pencilwright.games.rng import seed_word
from teaching.photos.recorded import Recorded

if TYPE_CHECKING:
    from pencilwright.solver.photo.network import Blocks
    from teaching.marks.examples import Examples

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
        Source(level, "wide", scattered, 21, wide=wide)
        for wide in (True, False)
        for scattered in (0.0, 0.3)
        for level in ("medium", "hard")
    ),
    *(
        Source(level, "wide", 0.3, 10, game_id, wide=True)
        for game_id in ("terra-mystica", "terracotta-army", "tianxia")
        for level in ("medium", "hard")
    ),
    *(
        Source(level, "wide", 0.2 if wide else 0.0, 5, game_id, wide, document)
        for game_id, document in (("terra-mystica", "map-sheet"), ("terracotta-army", "grid-sheet"))
        for wide in (True, False)
        for level in ("medium", "hard")
    ),
)
"""As games leave their sheets, and scattered, so that every kind of mark is seen beside every other; by usual
writers, and by those whose sizes and aim vary more. With recorded strokes every second sheet has them."""
NETWORKS, STEPS, REWEIGH = 3, 10000, 500
"""Networks, steps of each, and steps after which the examples are weighed anew by their loss."""
SEED = "marks"


@click.command()
@click.option(
    "--work",
    "folder",
    metavar="FOLDER",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep the looks of marks and each trained network in this folder; the same call goes on from there.",
)
@click.option(
    "--photos",
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep the photographs in this folder too.",
)
@click.option(
    "--strokes",
    metavar="FOLDER",
    type=click.Path(file_okay=False),
    help="Draw the marks with pen strokes that people drew, from this folder.",
)
@click.option(
    "--split",
    default="0",
    show_default=True,
    metavar="TEXT",
    help="With --strokes: decides who is held back.",
)
@click.option(
    "--networks", type=click.IntRange(1), default=NETWORKS, show_default=True, help="Size of the ensemble."
)
@click.option(
    "--steps", type=click.IntRange(1), default=STEPS, show_default=True, help="Steps of each network."
)
@click.option(
    "--start",
    metavar="FILE",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Keep the filters of the networks in this file (such as marks.json) and learn what follows them.",
)
@click.option(
    "--filters",
    is_flag=True,
    help="With --start: learn the filters further as well; slower by far.",
)
@click.option("--seed", default=SEED, show_default=True, help="Decides initial weights and batches.")
@options.OUTPUT
def marks(
    folder: Path,
    photos: Path | None,
    strokes: str | None,
    split: str,
    networks: int,
    steps: int,
    start: Path | None,
    filters: bool,
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
    import numpy as np

    from pencilwright.solver.photo import network
    from teaching.marks import examples

    recorded = Recorded(strokes, split, "taught") if strokes is not None else None
    network.installed()  # before hours of photographs that could not be read
    known = examples.joined(everything(folder, photos, recorded))
    found = []
    begun = beginnings(start)
    for number in range(networks):
        kept = folder / f"network-{seed}-{steps}-{number}.npz"
        if not kept.exists():
            begin = begun[number % len(begun)] if begun else None
            np.savez(kept, **train(known, seed, number, steps, begin, filters, recorded))  # type: ignore[arg-type]
        found.append(dict(np.load(kept)))
    made = {
        "made by": "python -m teaching marks",
        "photographs": sum(source.photographs for source in SOURCES),
        "marks": len(known.kinds),
        "steps": steps,
        "seed": seed,
    } | ({"strokes": recorded.writers()} if recorded else {})
    click.echo(files.write(output, "marks.json", network.write(found, made).encode()))


def everything(folder: Path, photos: Path | None, strokes: Recorded | None) -> Iterator[Examples]:
    """Yield the examples of all photographs."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(max(source.photographs for source in SOURCES)):
        for source in SOURCES:
            if number < source.photographs:
                drawn = strokes if number % 2 else None
                yield of_photograph(folder, photos, source, number, drawn)
        if (number + 1) % 5 == 0:
            _tell(f"{number + 1} photographs of each kind")


def of_photograph(
    folder: Path, photos: Path | None, source: Source, number: int, strokes: Recorded | None
) -> Examples:
    """Return the examples of one photograph: from the folder, or made and kept there."""
    import numpy as np

    from pencilwright.solver.photo import reader
    from teaching.marks import examples
    from teaching.photos import album
    from teaching.photos.levels import LEVELS

    said = (source.game_id, *source[:3], source.wide, number)
    named = said if source.document == DOCUMENT else (source.document, *said)
    file = folder / f"{'-'.join(map(str, named))}.npz"
    if not file.exists():
        made = album.sample(
            photos,
            LEVELS[source.level],
            source.seed,
            number,
            scattered=source.scattered,
            game_id=source.game_id,
            document=source.document,
            strokes=strokes,
            wide=source.wide,
        )
        try:
            sheets = reader.read(made.image, unclear=True).sheets
        except InputError:
            sheets = ()
        unfinished = file.with_suffix(".new.npz")
        np.savez_compressed(unfinished, **examples.of_sample(made, sheets)._asdict())
        unfinished.replace(file)
    kept = np.load(file)
    return examples.Examples(kept["looks"], kept["places"], kept["kinds"])


def beginnings(start: Path | None) -> list[Blocks]:
    """Return the networks to begin with, in today's shapes. Raises InputError for a file of other ones."""
    import numpy as np

    from pencilwright.solver.photo import network
    from teaching.marks import training

    if start is None:
        return []
    stored = json.loads(start.read_text(encoding="utf-8"))
    rows = {name: len(shape) > 1 for name, shape in network.shapes().items()}
    networks = [
        {
            name: np.array(block if rows[name] else block[0], np.float32) / np.float32(stored["scale"])
            for name, block in blocks.items()
        }
        for blocks in stored["networks"]
    ]
    return [training.widened(blocks) for blocks in networks]


def train(
    known: Examples,
    seed: str,
    number: int,
    steps: int,
    start: Blocks | None,
    filters: bool,
    strokes: Recorded | None,
) -> Blocks:
    """Return the weights of the network of this number."""
    import numpy as np

    from teaching.marks import training
    from teaching.marks.examples import Sampler

    rng = np.random.default_rng([seed_word(seed), number])
    sampler = Sampler(rng, known, strokes)

    def tell(done: int, loss: float, blocks: Blocks) -> None:
        if done % (REWEIGH if start is None or filters else max(1, steps // 3)) == 0 and done < steps:
            sampler.reweigh(blocks)
        if done % REWEIGH == 0:
            _tell(f"network {number + 1}: {done} steps, loss {loss:.4f}")

    if start is None or filters:
        return training.train(rng, sampler.batch, steps, tell, start=start)
    return training.train_head(rng, sampler.batch, steps, tell, start)


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
