"""`python -m teaching photos`: how well photographs are read, on a synthetic corpus."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from pencilwright.app.cli import terminal
from pencilwright.app.cli.options import JOBS
from pencilwright.games import game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import plain
from teaching import options
from teaching.photos import levels, measure
from teaching.photos.damage import SPOILS
from teaching.photos.recorded import Recorded
from teaching.photos.sample import Options
from teaching.photos.writers import HABITS, USUAL, Manner


@click.command()
@click.option(
    "--game", "game_id", metavar="GAME", default="troyes-dice", show_default=True, help="Whose sheets."
)
@click.option(
    "--document", metavar="NAME", default="score-sheet", show_default=True, help="Which of its sheets."
)
@click.option("--level", "level_name", metavar="NAME", help="scan, easy, medium or hard. [default: all]")
@click.option(
    "--sheets", type=click.IntRange(1, 100_000), default=20, show_default=True, help="How many, a level."
)
@options.FIRST
@options.PHOTOS
@options.SEED
@click.option(
    "--odd",
    type=click.IntRange(0, 40),
    default=0,
    show_default=True,
    help="Marks on each sheet of kinds that the reader was not taught; they must become questions.",
)
@click.option(
    "--off",
    type=click.FloatRange(0, 5),
    default=0.0,
    show_default=True,
    metavar="MM",
    help="Draw every mark so far beside its place, in any direction; of a ring with an X, the X.",
)
@click.option(
    "--ring",
    type=click.FloatRange(0.2, 3),
    default=1.0,
    show_default=True,
    metavar="FACTOR",
    help="Draw rings so many times as large as usual.",
)
@click.option(
    "--cross",
    type=click.FloatRange(0.2, 3),
    default=1.0,
    show_default=True,
    metavar="FACTOR",
    help="Draw Xs so many times as large as usual.",
)
@click.option("--habit", default="", metavar="NAME", help=f"Mark otherwise: {', '.join(HABITS)}.")
@click.option("--spoil", default="", metavar="NAME", help=f"Spoil the sheet: {', '.join(SPOILS)}.")
@options.strokes()
@options.SPLIT
@options.PART
@JOBS
def photos(
    level_name: str | None,
    sheets: int,
    first: int,
    photos: Path | None,
    seed: str,
    **chosen: Any,
) -> None:
    """Read synthetic photographs and count the errors.

    Each photograph shows one filled sheet. A silent error is a mark given as certain that is something else.
    The answer is JSON; times are of one processor. The corpus and its levels: benchmarks/notes/photo.md.

    \b
    Examples:
      python -m teaching photos --level medium --sheets 1000
      python -m teaching photos --level hard --odd 6 --seed other
      python -m teaching photos --game terra-mystica --level medium
      python -m teaching photos --level medium --sheets 1000 --photos FOLDER
      python -m teaching photos --level medium --strokes FOLDER --part held-back
    """
    drawn = _drawn(chosen)
    answer: dict[str, Any] = {
        "format": "pencilwright-eval/2",
        "game": game(drawn.game_id).id,
        "document": drawn.document,
        "seed": seed,
        "first": first,
        "odd": drawn.odd,
        "manner": (drawn.manner or USUAL)._asdict(),
        "spoil": drawn.spoil,
        "strokes": drawn.strokes and drawn.strokes._asdict() | {"writers": drawn.strokes.writers()},
        "levels": {},
    }
    for level in [levels.level(level_name)] if level_name else list(levels.LEVELS.values()):
        tasks = [measure.Task(level, seed, number, drawn) for number in range(first, first + sheets)]
        results = []
        with terminal.working(f"level {level.name}") as progress:
            for result in measure.run(tasks, jobs=chosen["jobs"], photos=photos):
                results.append(result)
                if progress:
                    progress(f"level {level.name}", len(results), sheets)
        answer["levels"][level.name] = measure.in_numbers(measure.total(results))
    click.echo(terminal.encode(answer).decode(), nl=False)


def _drawn(chosen: Mapping[str, Any]) -> Options:
    """Return how the samples are drawn. Raises InputError for an unknown habit or spoiling."""
    for field, names in (("habit", HABITS), ("spoil", tuple(SPOILS))):
        if (name := chosen[field]) and name not in names:
            raise InputError(plain(f"unknown {field} {name!r}; choose {', '.join(names)}"), field=field)
    manner = Manner(*(chosen[name] for name in ("off", "ring", "cross", "habit")))
    strokes = chosen["strokes"]
    return Options(
        chosen["game_id"],
        chosen["document"],
        odd=chosen["odd"],
        strokes=None if strokes is None else Recorded(strokes, chosen["split"], chosen["part"]),
        manner=None if manner == USUAL else manner,
        spoil=chosen["spoil"],
    )
