"""`python -m teaching numbers`: measure how numbers are read that writers who were never taught write."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pencilwright.app.cli import terminal
from pencilwright.app.cli.options import JSON
from pencilwright.games import game
from pencilwright.games.errors import InputError
from teaching import options
from teaching.photos.recorded import Recorded

if TYPE_CHECKING:
    from teaching.digits.measure import Figures


@click.command()
@click.option(
    "--game", "game_id", metavar="GAME", default="terra-mystica", show_default=True, help="Whose pads."
)
@click.option(
    "--level", default="medium", show_default=True, metavar="NAME", help="scan, easy, medium or hard."
)
@click.option("--sheets", type=click.IntRange(1), default=20, show_default=True, help="How many pads.")
@options.FIRST
@click.option(
    "--random", is_flag=True, help="Random numbers of several hands instead of a game: no sums then."
)
@options.SEED
@options.strokes()
@options.SPLIT
@options.PART
@options.PHOTOS
@JSON
def numbers(
    game_id: str,
    level: str,
    sheets: int,
    first: int,
    random: bool,
    seed: str,
    strokes: str | None,
    split: str,
    part: str,
    photos: Path | None,
    as_json: bool,
) -> None:
    """Measure how written numbers are read: digits, numbers alone and with sums, and what chances mean.

    \b
    Examples:
      python -m teaching numbers --strokes FOLDER --level hard --sheets 300 --json
      python -m teaching numbers --strokes FOLDER --game tianxia --random
    """
    from teaching.digits import measure

    recorded = Recorded(strokes, split, part) if strokes is not None else None
    results = []
    with terminal.working(f"level {level}") as progress:
        for number in range(first, first + sheets):
            results.append(of_pad(game(game_id).id, level, seed, number, random, recorded, photos))
            if progress:
                progress(f"level {level}", len(results), sheets)
    fields: dict[str, Any] = {
        "format": "pencilwright-numbers/1",
        "game": game(game_id).id,
        "level": level,
        "seed": seed,
        "first": first,
        "random": random,
        "strokes": recorded and recorded._asdict() | {"writers": recorded.writers_of_digits()},
    } | measure.in_numbers(measure.joined(results))
    click.echo(terminal.encode(fields).decode() if as_json else in_words(fields), nl=not as_json)


def of_pad(
    game_id: str,
    level: str,
    seed: str,
    number: int,
    random: bool,
    strokes: Recorded | None,
    photos: Path | None,
) -> Figures:
    """Return the figures of one pad, photographed and read."""
    from pencilwright.solver.photo import reader
    from teaching.digits import measure
    from teaching.photos import corpus, levels
    from teaching.photos.sample import Options

    made = corpus.sample(
        photos and photos / game_id,
        levels.level(level),
        seed,
        number,
        Options(game_id, numbers=random, strokes=strokes),
    )
    figures = measure.Figures()
    try:
        (sheet,) = reader.read(made.image).sheets
    except InputError:
        figures.refused = 1
        return figures
    measure.add(figures, sheet, made.truth[0].marks, is_game=not random)
    return figures


def in_words(fields: dict[str, Any]) -> str:
    """Return the figures as tables."""
    named = [(key, value) for key, value in fields.items() if isinstance(value, int | float | str)]
    bins = [(f"{row['from']}-{row['to']}", row["combs"], row["right"]) for row in fields["reliability"]]
    parts = [
        terminal.table(named, head=("what", "value"), right=[1]),
        terminal.table(bins, head=("chance", "combs", "right"), right=[1, 2]),
    ]
    return "\n\n".join([*parts, *fields["errors"]])
