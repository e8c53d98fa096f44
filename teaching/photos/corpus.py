"""Samples kept in a folder: making one takes longer than reading it, and does not depend on the reader.

Each is a JPEG and, beside it, what is known of it as JSON, named by all that decides the sample. A folder is
good as long as the corpus, the sheets and the libraries stay what they were: empty it when they change.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from urllib.parse import quote

from pencilwright.games.errors import InputError
from pencilwright.solver.photo import reader
from pencilwright.solver.photo.records import SheetReading
from pencilwright.templates.phrases import plain
from teaching.photos.levels import Level
from teaching.photos.sample import USUAL, Options, Sample, SheetTruth, make


def sample(
    folder: str | Path | None, level: Level, seed: int | str, number: int, options: Options = USUAL
) -> Sample:
    """Return the sample that `sample.make` makes, from the folder if it is there, else made and kept.

    Without a folder nothing is kept. Raises InputError when the folder cannot be used.
    """
    if folder is None:
        return make(level, seed, number, options)
    stem = Path(folder) / _stem(level, seed, number, options)
    picture, known = (Path(f"{stem}.{ending}") for ending in ("jpg", "json"))
    try:
        if known.exists():
            stored = json.loads(known.read_text(encoding="utf-8"))
            return Sample(picture.read_bytes(), SheetTruth(**stored), number)
    except OSError as error:
        raise _unusable(folder, error) from error
    except (ValueError, TypeError, KeyError) as error:
        raise InputError(
            plain(f"{str(known)!r} does not tell what is on a photograph"), field="photos"
        ) from error
    made = make(level, seed, number, options)
    try:
        picture.parent.mkdir(parents=True, exist_ok=True)
        _write(picture, made.image)
        _write(known, (json.dumps(made.truth._asdict(), ensure_ascii=False) + "\n").encode())
    except OSError as error:
        raise _unusable(folder, error) from error
    return made


def read(
    folder: str | Path | None, level: Level, seed: int | str, number: int, options: Options
) -> tuple[Sample, tuple[SheetReading, ...]]:
    """Return a sample and what is read in it, however unclear: no sheet where it is refused."""
    drawn = sample(folder, level, seed, number, options)
    try:
        return drawn, reader.read(drawn.image, unclear=True).sheets
    except InputError:
        return drawn, ()


def _unusable(folder: str | Path, error: OSError) -> InputError:
    return InputError(plain(f"cannot keep photographs in {str(folder)!r}: {error.strerror}"), field="photos")


def _stem(level: Level, seed: int | str, number: int, options: Options) -> str:
    """Return a file name of all that decides a sample, without the options that are as usual."""
    changed = [f"{name}-{quote(str(value), safe='')}" for name, value in sorted(options.changed().items())]
    return ".".join([level.name, quote(str(seed), safe=""), str(number), *changed])


def _write(path: Path, data: bytes) -> None:
    """Write a file that is there in whole or not at all, also when two do so at once."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}")
    unfinished.write_bytes(data)
    unfinished.replace(path)
