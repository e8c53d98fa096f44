"""A person's own values that are kept: what the page was told, or `GAME-board.toml` of a person.

A guest of the page may have told others, for a table or for a phone: they go before those of this computer
while the guest's request is answered. A page with data of its own has its own place for them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Final

from pencilwright.app import files
from pencilwright.app.language import tell
from pencilwright.games import GAMES, Game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

VARIABLE = "PENCILWRIGHT_CONFIG"
"""The variable that names another folder."""
MEMORY = ":memory:"
LARGEST = 1024 * 1024
Guest = Callable[[str], str | None]
"""Returns what a guest has told of the game of an id, None for nothing."""
_guest: Final[ContextVar[Guest]] = ContextVar("guest", default=lambda _: None)
Place = str | dict[str, str]
"""A folder, "" for the usual one; or texts by the names of their files, where nothing is written to disk."""
_place: Final[ContextVar[Place]] = ContextVar("place", default="")


@contextmanager
def kept_in(place: Place) -> Iterator[None]:
    """Keep values, and a person's own pads, in a place, within the block and the threads that it begins."""
    token = _place.set(place)
    try:
        yield
    finally:
        _place.reset(token)


def place() -> Place:
    """Return where values and pads are kept now, to be taken elsewhere."""
    return _place.get()


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
    """Return the folder of what is kept: that which was set, else this system's for configuration."""
    if isinstance(place := _place.get(), str) and (named := place or os.environ.get(VARIABLE)):
        return named
    from platformdirs import user_config_dir

    return user_config_dir("pencilwright", appauthor=False, roaming=True)


def path_of(game: Game) -> str:
    """Return the file in which the values of a game are kept."""
    return path(_name(game))


def _name(game: Game) -> str:
    return f"{game.id}-board.toml"


def text_of(game: Game) -> str | None:
    """Return the values of a game as TOML, a guest's or the kept ones; None where there are none.

    Raises InputError for a file that is no text.
    """
    if (text := _guest.get()(game.id)) is not None:
        return text
    if isinstance(place := _place.get(), dict):
        return place.get(_name(game))
    path = path_of(game)
    if not os.path.isfile(path):
        return None
    return files.text(path, limit=LARGEST, field="components")


def used(game: Game) -> str | None:
    """Return the kept values of a game, and say on the error stream, once, that an answer uses them."""
    text = text_of(game)
    if text is not None and _guest.get()(game.id) is None and isinstance(_place.get(), str):
        _say_once(game, path_of(game))
    return text


@cache
def _say_once(game: Game, path: str) -> None:
    print(tell(phrase("kept.used", game=game.name, path=files.display_name(path))), file=sys.stderr)


def keep(game: Game, text: str) -> str:
    """Keep the values of a game, and return where. Raises InputError where that cannot be written."""
    return write(_name(game), text)


def forget(game: Game) -> bool:
    """Remove the kept values of a game; return whether there were any."""
    return remove(_name(game))


# --- files of the place -----------------------------------------------------------------------------------


def path(name: str) -> str:
    """Return the path of a file; of one in memory what only looks like a path."""
    return os.path.abspath(os.path.join(MEMORY if isinstance(_place.get(), dict) else folder(), name))


def write(name: str, text: str) -> str:
    """Write a file, and return where. Raises InputError where that cannot be."""
    target = path(name)
    if isinstance(place := _place.get(), dict):
        place[name] = text
        return target
    try:
        os.makedirs(os.path.dirname(target), exist_ok=True)
    except OSError as error:
        message = phrase("file.unwritable", path=os.path.dirname(target), why=files.reason(error))
        raise InputError(message, field="output") from error
    return files.write(target, os.path.basename(target), text.encode())


def remove(name: str) -> bool:
    """Remove a file; return whether there was one. Raises InputError where that cannot be."""
    if isinstance(place := _place.get(), dict):
        return place.pop(name, None) is not None
    target = path(name)
    try:
        os.unlink(target)
    except FileNotFoundError:
        return False
    except OSError as error:
        text = phrase("file.unwritable", path=target, why=files.reason(error))
        raise InputError(text, field="output") from error
    return True
