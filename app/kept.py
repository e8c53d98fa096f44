"""A person's own values that are kept: what `board GAME --ask` was told, used by every command afterwards."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

import click

from pencilwright.app import files
from pencilwright.app.language import tell
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

VARIABLE = "PENCILWRIGHT_CONFIG"
"""The variable that names another folder."""
LARGEST = 1024 * 1024


def folder() -> Path:
    """Return the user's configuration folder of this system."""
    if named := os.environ.get(VARIABLE):
        return Path(named)
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return base / "pencilwright"


def path_of(game: Game) -> Path:
    """Return the file in which the values of a game are kept."""
    return folder() / f"{game.id}-board.toml"


def text_of(game: Game) -> str | None:
    """Return the kept values of a game as TOML; None where none are kept.

    Raises InputError for a file that is no text.
    """
    path = path_of(game)
    if not path.is_file():
        return None
    try:
        return files.read(str(path), limit=LARGEST).decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(phrase("file.utf8", path=str(path), n=error.start), field="components") from error


def used(game: Game) -> str | None:
    """Return the kept values of a game, and say on the error stream, once, that an answer uses them."""
    text = text_of(game)
    if text is not None:
        _say_once(game, str(path_of(game)))
    return text


@cache
def _say_once(game: Game, path: str) -> None:
    click.echo(tell(phrase("kept.used", game=game.name, path=files.shown(path))), err=True)


def keep(game: Game, text: str) -> str:
    """Keep the values of a game, and return where. Raises InputError where that cannot be written."""
    path = path_of(game)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        said = phrase("file.unwritable", path=str(path.parent), why=files.reason(error))
        raise InputError(said, field="output") from error
    return files.write(str(path), path.name, text.encode())


def forget(game: Game) -> bool:
    """Remove the kept values of a game; return whether there were any."""
    path = path_of(game)
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        said = phrase("file.unwritable", path=str(path), why=files.reason(error))
        raise InputError(said, field="output") from error
    return True
