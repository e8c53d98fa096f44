"""A person's own values that are kept: what `board GAME --ask` was told, used by every command afterwards."""

from __future__ import annotations

import os
from functools import cache

import click

from pencilwright.app import files
from pencilwright.app.language import tell
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

VARIABLE = "PENCILWRIGHT_CONFIG"
"""The variable that names another folder."""
LARGEST = 1024 * 1024


def folder() -> str:
    """Return the user's configuration folder of this system."""
    if named := os.environ.get(VARIABLE):
        return named
    from platformdirs import user_config_dir

    return user_config_dir("pencilwright", appauthor=False, roaming=True)


def path_of(game: Game) -> str:
    """Return the file in which the values of a game are kept."""
    return os.path.join(folder(), f"{game.id}-board.toml")


def text_of(game: Game) -> str | None:
    """Return the kept values of a game as TOML; None where none are kept.

    Raises InputError for a file that is no text.
    """
    path = path_of(game)
    if not os.path.isfile(path):
        return None
    return files.text(path, limit=LARGEST, field="components")


def used(game: Game) -> str | None:
    """Return the kept values of a game, and say on the error stream, once, that an answer uses them."""
    text = text_of(game)
    if text is not None:
        _say_once(game, path_of(game))
    return text


@cache
def _say_once(game: Game, path: str) -> None:
    click.echo(tell(phrase("kept.used", game=game.name, path=files.shown(path))), err=True)


def keep(game: Game, text: str) -> str:
    """Keep the values of a game, and return where. Raises InputError where that cannot be written."""
    try:
        os.makedirs(folder(), exist_ok=True)
    except OSError as error:
        said = phrase("file.unwritable", path=folder(), why=files.reason(error))
        raise InputError(said, field="output") from error
    path = path_of(game)
    return files.write(path, os.path.basename(path), text.encode())


def forget(game: Game) -> bool:
    """Remove the kept values of a game; return whether there were any."""
    path = path_of(game)
    try:
        os.unlink(path)
    except FileNotFoundError:
        return False
    except OSError as error:
        said = phrase("file.unwritable", path=path, why=files.reason(error))
        raise InputError(said, field="output") from error
    return True
