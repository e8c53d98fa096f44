"""`python -m teaching chances`: fits the weights that make one chance of all that is known of a mark."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np

from pencilwright.app import files
from pencilwright.app.cli import terminal
from pencilwright.app.cli.options import OUTPUT
from pencilwright.games.errors import InputError
from pencilwright.solver.photo import chance, reader
from pencilwright.solver.photo.network import KINDS
from pencilwright.solver.photo.records import SheetReading
from teaching import options
from teaching.chances import fit
from teaching.chances.fit import OTHERWISE, Known
from teaching.photos import corpus, measure
from teaching.photos.damage import SPOILS
from teaching.photos.levels import level
from teaching.photos.recorded import Recorded
from teaching.photos.sample import Options
from teaching.photos.writers import HABITS, Manner


class Source(NamedTuple):
    """Photographs of one kind: what is added to the seed, how many, how they are marked or spoilt."""

    seed: str
    level: str
    photographs: int
    manner: Manner | None = None
    odd: int = 0
    spoil: str = ""


MANNERS = (Manner(cross=0.3), Manner(ring=1.7), Manner(off=2.5))
SOURCES = (
    Source("O", "medium", 150), Source("O", "hard", 70), Source("O", "medium", 12, odd=4),
    Source("O", "hard", 6, odd=4),
    *(Source("H", "medium", 5, Manner(habit=name)) for name in HABITS),
    *(Source("H", "hard", 4, Manner(habit=name)) for name in HABITS),
    *(Source("S", "medium", 6, manner) for manner in MANNERS),
    *(Source("S", "medium", 6, spoil=name) for name in SPOILS),
)  # fmt: skip
"""What the weights are fitted on."""
LIT = (
    Source("L", "medium", 26, spoil="glare"), Source("L", "medium", 12),
    *(Source("L", "medium", 6, spoil=name) for name in ("veil", "fingers", "shadow")),
)  # fmt: skip
"""What the weight of light alone is fitted on."""


@click.command()
@options.strokes(required=True)
@options.SPLIT
@options.PHOTOS
@click.option("--seed", default="fit", show_default=True, help="Decides what is photographed.")
@click.option("--light", is_flag=True, help="Fit the weight of light alone, under lamps; keep all others.")
@OUTPUT
def chances(
    strokes: str, split: str, photos: Path | None, seed: str, light: bool, output: str | None
) -> None:
    """Fit the weights that make one chance of all that is known of a mark.

    On photographs of sheets by writers whom the networks were not taught; half of those who are held back.

    \b
    Example:
      python -m teaching chances --strokes FOLDER --photos FOLDER -o solver/photo/chances.json
    """
    recorded = Recorded(strokes, split, "fitted")
    with terminal.working("reading") as progress:
        known = list(_known(recorded, photos, seed, progress, LIT if light else SOURCES))
    weights = fit.only(known, "light", chance.installed()) if light else fit.fit(known)
    made: dict[str, Any] = {"sheets": len(known), "seed": seed, "writers": recorded.writers()}
    if light:
        before = json.loads(chance.FILE.read_text(encoding="utf-8"))
        made = {name: before[name] for name in made} | {"light": made}
    click.echo(files.write(output, "chances.json", fit.written(weights, made).encode()))


def _known(
    recorded: Recorded, photos: Path | None, seed: str, progress: Any, sources: Sequence[Source]
) -> Iterator[Known]:
    """Yield what is known of each sheet that can be read, and what is on it."""
    every = [(source, number) for source in sources for number in range(source.photographs)]
    for count, (source, number) in enumerate(every, start=1):
        drawn = Options(odd=source.odd, strokes=recorded, manner=source.manner, spoil=source.spoil)
        sample, sheets = corpus.read(photos, level(source.level), f"{seed}{source.seed}", number, drawn)
        if progress:
            progress("reading", count, len(every))
        habit = _called(source.manner)
        sheet = next(iter(sheets), None)
        if sheet is None or sheet.evidence is None or (not habit and _is_refused(sheet)):
            continue
        odd, marks = sample.truth.odd, sample.truth.marks
        truth = [
            KINDS[-1]
            if name in odd
            else measure.plainly(sheet.page_code, name, marks[name])
            if name in marks
            else ""
            for name in sheet.evidence.names
        ]
        yield Known(sheet.evidence, np.array([KINDS.index(kind) if kind else -1 for kind in truth]), habit)


def _called(manner: Manner | None) -> str:
    """Return the name in OTHERWISE of a manner, "" for one that is not otherwise."""
    if manner is None:
        return ""
    name = "large" if manner.ring > 1 else "off" if manner.off else manner.habit
    return name if name in OTHERWISE else ""


def _is_refused(sheet: SheetReading) -> bool:
    try:
        reader.refuse_unclear(sheet)
    except InputError:
        return True
    return False
