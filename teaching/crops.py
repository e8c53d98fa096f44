"""Crops that people have given: `python -m teaching crops FOLDER` counts them, `read` gives them out."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import click
import cv2
import numpy as np

from pencilwright.app.positions import crops as given
from pencilwright.games.errors import InputError
from pencilwright.solver.photo import tuning
from pencilwright.templates.page import VALUES
from pencilwright.templates.phrases import plain

NAME = re.compile(rf"([a-z]+)-([a-z]+)-[0-9a-f]{{{given.SIGNS}}}\.png")


class Given(NamedTuple):
    """A crop: the kind of its mark, what it is, the photograph about it, and its look (see mark_crops.py)."""

    kind: str
    value: str
    photo: Any
    look: Any


def read(folder: Path) -> list[Given]:
    """Return the crops of a folder, by name. Raises InputError for a file that is none."""
    return [_read(path) for path in sorted(folder.iterdir())]


def _read(path: Path) -> Given:
    named = NAME.fullmatch(path.name)
    picture = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    side = tuning.LOOK_SIDE
    if named is None or picture is None or picture.shape != (side, 3 * side):
        raise InputError(plain(f"{path.name} is no crop"), field="file")
    kind, value = named.groups()
    if value not in ("blank", *VALUES.get(kind, ())):
        raise InputError(plain(f"{path.name}: a {kind} is never {value}"), field="file")
    photo, *look = np.hsplit(picture, 3)
    return Given(kind, value, photo, np.stack(look))


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def crops(folder: Path) -> int:
    """Count crops that `pencilwright read --keep-crops` or the page kept."""
    counts = Counter((item.kind, item.value) for item in read(folder))
    for (kind, value), count in sorted(counts.items()):
        click.echo(f"{count:>6} {kind} {value}")
    click.echo(f"{sum(counts.values()):>6} crops")
    return 0
