"""Games kept outside the checkout, in the folders that PENCILWRIGHT_GAMES names (docs/adding-a-game.md)."""

from __future__ import annotations

import os
import tomllib
import traceback
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from pencilwright import games, solver, templates
from pencilwright.app import pads
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.reading import convert
from pencilwright.templates.phrases import phrase

VARIABLE = "PENCILWRIGHT_GAMES"
FILE = "game.toml"
_refusals: list[InputError] = []
_folders: dict[str, str] = {}
"""Packages of games outside the checkout -> their folders."""


class PluginLine(Struct, frozen=True, forbid_unknown_fields=True):
    """The game's line of the registry; `rooms` are those beyond what every game has."""

    id: Annotated[str, Meta(pattern="^[a-z0-9-]+$", description="small letters, digits and hyphens")]
    title: str
    package: Annotated[str, Meta(pattern="^[a-z][a-z0-9_]*$", description="the name of a folder")]
    prefix: Annotated[
        str, Meta(pattern="^[A-HJKMNP-TV-Z]{2}$", description="two capitals, none of I, L, O and U")
    ]
    rooms: tuple[str, ...] = ()


class Registry(Struct, frozen=True, forbid_unknown_fields=True):
    """The file game.toml."""

    game: PluginLine


def load() -> None:
    """Add the games and pads that the environment names; `check` tells which could not be added."""
    for variable, adds in ((VARIABLE, add), (pads.VARIABLE, pads.add)):
        for source in filter(None, os.environ.get(variable, "").split(os.pathsep)):
            try:
                adds(source)
            except InputError as error:
                _refusals.append(error)


def check() -> None:
    """Raise the first InputError of `load`: it runs on import, where nobody could tell it in a sentence."""
    if _refusals:
        raise _refusals[0]


def origin(error: Exception) -> str | None:
    """Return the folder of the game that a fault is of: its code, template or words, or what it lacks."""
    frames = [frame.filename for frame in traceback.extract_tb(error.__traceback__)]
    texts = [*frames, str(getattr(getattr(error, "obj", None), "__file__", "")), str(error)]
    for package, folder in _folders.items():
        own = (*(os.path.join(folder, room, "") for room in ("games", "templates", "solver")), f"'{package}.")
        if any(part in text for part in own for text in texts):
            return folder
    return None


def add(folder: str | Path) -> None:
    """Add the game of a folder that has game.toml and, as the checkout, games/, templates/ and solver/.

    Raises InputError when the file is missing or wrong, or clashes with another game.
    """
    folder = Path(folder).absolute()
    path = folder / FILE
    try:
        entry = convert(tomllib.loads(path.read_text(encoding="utf-8")), Registry).game
        if any((Path(ours.__path__[0]) / entry.package).exists() for ours in (games, solver, templates)):
            raise InputError(phrase("outside.package", name=entry.package), field=VARIABLE)
        package = f"games/{entry.package}/"
        if not (folder / package / "__init__.py").is_file():
            raise InputError(phrase("outside.room", folder=package, file="__init__.py"), field=VARIABLE)
        added: Game = Game(entry.id, entry.title, entry.package, entry.prefix, *entry.rooms)
        games.register(added, str(folder / "games"))
    except RecursionError as error:
        raise InputError(phrase("outside.deep", path=str(path)), field=VARIABLE) from error
    except OSError as error:
        text = phrase("outside.file", name=VARIABLE, folder=str(folder), file=FILE)
        raise InputError(text, field=VARIABLE) from error
    except ValueError as error:  # InputError and what tomllib raises
        why = error.sentence if isinstance(error, InputError) else phrase("outside.toml", why=str(error))
        raise InputError(phrase("problem.at", field=str(path), rule=why), field=VARIABLE) from error
    _folders[entry.package] = str(folder)
    templates.__path__.append(str(folder / "templates"))
    solver.__path__.append(str(folder / "solver"))
