"""Teach the judge of marks anew: `python -m app.corpus.fit --looks FOLDER`; hours on one core.

Photographs of several kinds are made and read; then networks learn from different beginnings. Looks of
marks and each finished network are kept in the folder, so that an interrupted run goes on where it was; an
emptied folder makes it begin anew. The same options give the same photographs; the weights are the same on
the same machine and libraries.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pencilwright.app.corpus import album, learn, teaching
from pencilwright.app.corpus.levels import LEVELS
from pencilwright.app.corpus.positions import GAME
from pencilwright.app.corpus.teaching import Lessons, Taught
from pencilwright.games.errors import InputError
from pencilwright.games.rng import seed_word
from pencilwright.solver.photo import network, reader


class Source(NamedTuple):
    """Photographs to learn from: how many, and the part of blank marks that is drawn on as well."""

    level: str
    seed: str
    scattered: float
    photographs: int
    game_id: str = GAME


SOURCES = (
    Source("medium", "fit", 0.0, 120),
    Source("hard", "fit", 0.0, 120),
    Source("medium", "teach", 0.3, 220),
    Source("hard", "teach", 0.3, 240),
    *(
        Source(level, "teach", 0.3, 20, game_id)
        for game_id in ("terra-mystica", "terracotta-army", "tianxia")
        for level in ("medium", "hard")
    ),
)
"""As games leave their sheets, and scattered, so that every kind of mark is seen beside every other."""
NETWORKS, ROUNDS, AGAIN = 3, 10000, 500
"""Networks, rounds of each, and rounds after which it is looked at what surprises it."""
SEED = "marks"


def looks(folder: Path, photos: Path | None, source: Source, number: int) -> Taught:
    """Return what one photograph teaches: from the folder, or made and kept there."""
    file = folder / f"{source.game_id}-{source.level}-{source.seed}-{source.scattered}-{number}.npz"
    if not file.exists():
        made = album.sample(
            photos,
            LEVELS[source.level],
            source.seed,
            number,
            scattered=source.scattered,
            game_id=source.game_id,
        )
        try:
            sheets = reader.read(made.image, unclear=True).sheets
        except InputError:
            sheets = ()
        found = teaching.taught(made, sheets)
        unfinished = file.with_suffix(".new.npz")
        np.savez_compressed(unfinished, **found._asdict())
        unfinished.replace(file)
    kept = np.load(file)
    return Taught(kept["looks"], kept["places"], kept["kinds"])


def everything(folder: Path, photos: Path | None) -> Iterator[Taught]:
    """What all photographs teach."""
    folder.mkdir(parents=True, exist_ok=True)
    for source in SOURCES:
        for number in range(source.photographs):
            yield looks(folder, photos, source, number)
        print(
            f"{source.game_id} {source.level} {source.seed}: {source.photographs} photographs",
            file=sys.stderr,
            flush=True,
        )


def fit(known: Taught, seed: str, number: int, rounds: int) -> learn.Blocks:
    """Return the weights of the network of this number."""
    rng = np.random.default_rng([seed_word(seed), number])
    lessons = Lessons(rng, known)

    def tell(done: int, surprise: float, blocks: learn.Blocks) -> None:
        if done % AGAIN == 0 and done < rounds:
            lessons.again(blocks)
            print(f"network {number + 1}: {done} rounds, {surprise:.4f}", file=sys.stderr, flush=True)

    return learn.learn(rng, lessons.batch, rounds, tell)


def main() -> None:
    options = argparse.ArgumentParser(description="Teach the judge of marks anew.")
    options.add_argument("--looks", type=Path, required=True, help="folder that keeps what is learned from")
    options.add_argument("--photos", type=Path, help="folder that keeps the photographs too")
    options.add_argument("--networks", type=int, default=NETWORKS, help="networks that judge together")
    options.add_argument("--rounds", type=int, default=ROUNDS, help="rounds of learning of each")
    options.add_argument("--seed", default=SEED, help="decides the beginnings and the order")
    options.add_argument("--out", type=Path, default=network.FILE, help="file to write")
    chosen = options.parse_args()
    if not network.FILE.exists():
        # Reading asks the judge too; what it says is not used here.
        untaught = learn.beginning(np.random.default_rng(0))
        network.FILE.write_text(network.write([untaught], {}), encoding="utf-8")
    known = teaching.joined(everything(chosen.looks, chosen.photos))
    found = []
    for number in range(chosen.networks):
        kept = chosen.looks / f"network-{chosen.seed}-{chosen.rounds}-{number}.npz"
        if not kept.exists():
            np.savez(kept, **fit(known, chosen.seed, number, chosen.rounds))
        found.append(dict(np.load(kept)))
    made = {
        "made by": "python -m app.corpus.fit",
        "photographs": sum(source.photographs for source in SOURCES),
        "marks": len(known.kinds),
        "rounds": chosen.rounds,
        "seed": chosen.seed,
    }
    written = chosen.out.with_suffix(".new")
    written.write_text(network.write(found, made), encoding="utf-8")
    written.replace(chosen.out)


if __name__ == "__main__":
    main()
