"""A person's own values that are kept: what `board GAME --ask` was told, used by every command afterwards.

A guest of the page may have told others, for a table or for a phone: they go before those of this computer
while the guest's request is answered.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Final

import click

from pencilwright.app import files
from pencilwright.app.cli.language import tell
from pencilwright.games import GAMES, Game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

VARIABLE = "PENCILWRIGHT_CONFIG"
"""The variable that names another folder."""
LARGEST = 1024 * 1024
Guest = Callable[[str], str | None]
"""Returns what a guest has told of the game of an id, None for nothing."""
_guest: Final[ContextVar[Guest]] = ContextVar("guest", default=lambda _: None)


@contextmanager
def before_kept(guest: Guest) -> Iterator[None]:
    """Let a guest's values go before the kept ones, within the block and the threads that it begins."""
    token = _guest.set(guest)
    try:
        yield
    finally:
        _guest.reset(token)


def of_guest() -> Mapping[str, str]:
    """Return the values that go before the kept ones now: id of a game -> TOML, to be taken elsewhere."""
    return {id: text for id in GAMES if (text := _guest.get()(id)) is not None}


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
    """Return the values of a game as TOML, a guest's or the kept ones; None where there are none.

    Raises InputError for a file that is no text.
    """
    if (summary := _guest.get()(game.id)) is not None:
        return summary
    path = path_of(game)
    if not os.path.isfile(path):
        return None
    return files.text(path, limit=LARGEST, field="components")


def used(game: Game) -> str | None:
    """Return the kept values of a game, and say on the error stream, once, that an answer uses them."""
    text = text_of(game)
    if text is not None and _guest.get()(game.id) is None:
        _say_once(game, path_of(game))
    return text


@cache
def _say_once(game: Game, path: str) -> None:
    click.echo(tell(phrase("kept.used", game=game.name, path=files.display_name(path))), err=True)


def keep(game: Game, text: str) -> str:
    """Keep the values of a game, and return where. Raises InputError where that cannot be written."""
    try:
        os.makedirs(folder(), exist_ok=True)
    except OSError as error:
        message = phrase("file.unwritable", path=folder(), why=files.reason(error))
        raise InputError(message, field="output") from error
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
        text = phrase("file.unwritable", path=path, why=files.reason(error))
        raise InputError(text, field="output") from error
    return True
