"""Pads of a person's own: `--pad FILE`, *.toml of the current folder, and those that are kept.

What is loaded stands in PENCILWRIGHT_PADS, so that processes that the program starts have it too.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pencilwright.app import files, kept
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

if TYPE_CHECKING:
    from pencilwright.games import Game

FORM = "pad"
"""What the form of their files is called in commands."""
SCHEMA = "pad.schema.json"
"""The file that their first line names: editors complete the others from it."""
VARIABLE = "PENCILWRIGHT_PADS"
"""The variable that names files of pads."""
FOLDER = "pads"
"""The folder of a person's own pads, beside the kept values."""
LARGEST = 256 * 1024
"""Bytes of a file at most."""
MOST_FILES = 200
"""Files of a folder that are looked at."""
_LIKELY = re.compile(r"""^\s*pad\s*=\s*["']([a-z0-9-]*)""", re.MULTILINE)
_refusals: list[InputError] = []


def load() -> None:
    """Add the pads that the environment names; `check` tells which could not be added."""
    for path in filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)):
        try:
            add(path)
        except InputError as error:
            _refusals.append(error)


def check() -> None:
    """Raise the first InputError of `load`: it runs on import, where nobody could tell it in a sentence."""
    if _refusals:
        raise _refusals[0]


def add(path: str, text: str = "") -> Game:
    """Add the pad of a file. Raises InputError, with the file's name, for one that is none or is there twice.

    text : what stands in it, where it has been read.
    """
    from pencilwright import games
    from pencilwright.games.pads.rooms import game_of

    try:
        added = game_of(text or text_of(path))
        same = games.GAMES.get(added.id)
        if same is not None and same.made is not None and same.prefix == added.prefix:
            return same
        games.register(added)
    except InputError as error:
        raise InputError(phrase("problem.at", field=path, rule=error.sentence), field=VARIABLE) from error
    known = os.environ.get(VARIABLE, "").split(os.pathsep)
    if (full := os.path.abspath(path)) not in known:
        os.environ[VARIABLE] = os.pathsep.join(filter(None, (*known, full)))
    return added


def again(path: str) -> Game:
    """Return the pad of a file as it is now, in the place of what it was. Raises InputError as `add`."""
    from pencilwright import games
    from pencilwright.games.pads.rooms import game_of

    try:
        game = game_of(text_of(path))
        games.forget(game.id)
    except InputError as error:
        raise InputError(phrase("problem.at", field=path, rule=error.sentence), field=VARIABLE) from error
    return add(path)


def text_of(path: str) -> str:
    """Return the text of a file. Raises InputError for one that cannot be read or is no text."""
    try:
        return files.read(path, limit=LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(phrase("file.utf8", path=path, n=error.start), field="pad") from error


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a pad's file."""
    from pencilwright.games.pads.file import schema

    return schema()


def find(arguments: Sequence[str]) -> None:
    """Add the pads of the current folder and of the person's own.

    One with a mistake is left out; InputError is raised for it only where the arguments speak of it.
    """
    for path, text, name in _likely():
        try:
            add(path, text)
        except InputError:
            if name in arguments or os.path.basename(path).removesuffix(".toml") in arguments:
                raise


def _likely() -> Iterator[tuple[str, str, str]]:
    """Yield the files that look like pads: path, text, and the pad's name."""
    for folder in (".", os.path.join(kept.folder(), FOLDER)):
        try:
            names = sorted(name for name in os.listdir(folder) if name.endswith(".toml"))[:MOST_FILES]
        except OSError:
            continue
        for name in names:
            path = os.path.join(folder, name) if folder != "." else name
            try:
                text = text_of(path)
            except InputError:
                continue
            if found := _LIKELY.search(text):
                yield path, text, found[1]
