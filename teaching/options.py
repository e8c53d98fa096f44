"""Options that several commands of `python -m teaching` share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from teaching.photos.recorded import PARTS

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

FOLDER = click.Path(path_type=Path, file_okay=False)

WORK = click.option(
    "--work",
    "folder",
    metavar="FOLDER",
    required=True,
    type=FOLDER,
    help="Keep what was seen and each trained network in this folder; the same call goes on from there.",
)
PHOTOS = click.option(
    "--photos",
    metavar="FOLDER",
    type=FOLDER,
    help="Keep the photographs in this folder, or take them from there.",
)
START = click.option(
    "--start",
    metavar="FILE",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Learn on from the networks in this file, such as the one that is shipped.",
)
SPLIT = click.option(
    "--split",
    default="0",
    show_default=True,
    metavar="TEXT",
    help="With --strokes: decides who is held back.",
)
PART = click.option(
    "--part",
    type=click.Choice(PARTS),
    default=PARTS[1],
    show_default=True,
    help="With --strokes: by which part of the writers.",
)
SEED = click.option(
    "--seed", default="0", show_default=True, metavar="TEXT", help="The same seed, the same photos."
)
FIRST = click.option(
    "--first",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="Number of the first one, so that a long run can be split.",
)


def strokes(*, required: bool = False) -> Decorator:
    """Return the option for pen strokes."""
    return click.option(
        "--strokes",
        metavar="FOLDER",
        required=required,
        type=click.Path(file_okay=False),
        help="Draw with pen strokes that people drew, from this folder.",
    )


def training(networks: int, steps: int, seed: str) -> Decorator:
    """Return the options of an ensemble: networks, the steps of each and the seed, with these defaults."""

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in (
            click.option(
                "--seed", default=seed, show_default=True, help="Decides what is drawn, weights and batches."
            ),
            click.option(
                "--steps",
                type=click.IntRange(1),
                default=steps,
                show_default=True,
                help="Steps of each network.",
            ),
            click.option(
                "--networks",
                type=click.IntRange(1),
                default=networks,
                show_default=True,
                help="Size of the ensemble.",
            ),
        ):
            command = option(command)
        return command

    return add
