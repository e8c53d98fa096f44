"""Pads of a person's own: `--pad FILE`, *.toml of the current folder, and those that are kept.

What is loaded stands in PENCILWRIGHT_PADS, so that processes that the program starts have it too.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from pencilwright.app import files, user_values
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

if TYPE_CHECKING:
    from pencilwright.games.pads.game import PadGame

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
MOST_KEPT = 100
"""Pads that the page keeps in the person's own folder."""
_paths: dict[str, str] = {}
"""Id of a pad -> its file."""
_seen: set[int] = set()
"""The `_stamp` of the person's own folder, as `follow` has looked at it."""


def add(path: str, text: str = "") -> PadGame:
    """Add the pad of a file. Raises InputError, with the file's name, for one that is none or is there twice.

    text : what stands in it, where it has been read.
    """
    from pencilwright import games
    from pencilwright.games.pads.game import PadGame, game_of

    text = text or text_of(path)
    try:
        added = game_of(text)
        same = games.GAMES.get(added.id)
        if isinstance(same, PadGame) and same.prefix == added.prefix:
            return same
        games.register(added)
    except InputError as error:
        raise InputError(phrase("problem.at", field=path, rule=error.sentence), field=VARIABLE) from error
    known = os.environ.get(VARIABLE, "").split(os.pathsep)
    _paths[added.id] = full = os.path.abspath(path)
    if full not in known and os.path.exists(full):  # one in memory comes with each job of a worker
        os.environ[VARIABLE] = os.pathsep.join(filter(None, (*known, full)))
    return added


def again(path: str, text: str = "") -> PadGame:
    """Return the pad of a file as it is now, in the place of what it was; the rest as of `add`."""
    from pencilwright import games
    from pencilwright.games.pads.game import game_of

    text = text or text_of(path)
    try:
        games.forget(game_of(text).id)
    except InputError as error:
        raise InputError(phrase("problem.at", field=path, rule=error.sentence), field=VARIABLE) from error
    return add(path, text)


def text_of(path: str) -> str:
    """Return the text of a file. Raises InputError for one that cannot be read or is no text."""
    return files.text(path, limit=LARGEST, field="pad")


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a pad's file."""
    from pencilwright.games.pads.file import schema

    return schema()


# --- the person's own folder ------------------------------------------------------------------------------


def user_path(pad: str) -> str:
    """Return the file of a pad in the person's own folder."""
    return user_values.path(_name(pad))


def _name(pad: str) -> str:
    return f"{FOLDER}/{pad}.toml"


def is_user_pad(pad: str) -> bool:
    """Return whether a pad stands in the person's own folder."""
    return _paths.get(pad) == user_path(pad)


def keep(pad: str, text: str) -> None:
    """Write a pad into the person's own folder and add it, in the place of what it was.

    pad : its name, as its file has it.

    Raises InputError for one that stands elsewhere already, and where there are too many.
    """
    from pencilwright import games

    if pad in games.GAMES and not is_user_pad(pad):
        raise InputError(
            phrase("game.taken.id", value=pad, game=pad, other=games.GAMES[pad].name), field="id"
        )
    if not is_user_pad(pad) and len(list(_own())) >= MOST_KEPT:
        raise InputError(phrase("web.pads.many", most=MOST_KEPT), field="file")
    again(user_values.write(_name(pad), text), text)


def remove(pad: str) -> None:
    """Take a pad out of the person's own folder."""
    user_values.remove(_name(pad))
    _forget(pad)


def _forget(pad: str) -> None:
    from pencilwright import games

    games.forget(pad)
    known = os.environ.get(VARIABLE, "").split(os.pathsep)
    os.environ[VARIABLE] = os.pathsep.join(path for path in known if path != _paths.get(pad))
    _paths.pop(pad, None)


def _stamp() -> int | None:
    """Return a number that changes with the files of the person's own folder, None where there is none.

    It takes one look at the folder: names, sizes and times.
    """
    place = user_values.place()
    if isinstance(place, dict):
        return hash(frozenset(place.items()))
    try:
        with os.scandir(user_values.path(FOLDER)) as entries:
            known = set()
            for entry in entries:
                with suppress(OSError):  # a link that leads nowhere
                    stat = entry.stat()
                    known.add((entry.name, stat.st_size, stat.st_mtime_ns))
            return hash(frozenset(known))
    except OSError:
        return None


def follow() -> bool:
    """Add what came into the person's own folder since, and forget what went; return whether it has changed.

    The page does before it answers a request, and a worker before a job.
    """
    now = _stamp()
    if now is None or now in _seen:
        return False
    _seen.clear()
    _seen.add(now)
    there = dict(_own())
    for pad in [pad for pad in _paths if is_user_pad(pad) and _paths[pad] not in there]:
        _forget(pad)
    for path, text, name in _likely(there.items()):
        if name not in _paths or is_user_pad(name):
            with suppress(InputError):
                again(path, text)
    return True


def find(arguments: Sequence[str]) -> None:
    """Add the pads of the current folder and of the person's own.

    One with a mistake is left out; InputError is raised for it only where the arguments speak of it.
    """
    for path, text, name in _likely((*_in_folder("."), *_own())):
        try:
            add(path, text)
        except InputError:
            if name in arguments or os.path.basename(path).removesuffix(".toml") in arguments:
                raise


def _own() -> Iterator[tuple[str, str]]:
    """Yield the files of the person's own folder: path, text."""
    if isinstance(place := user_values.place(), dict):
        yield from ((user_values.path(name), text) for name, text in place.items() if name.startswith(FOLDER))
    else:
        yield from _in_folder(user_values.path(FOLDER))


def _in_folder(folder: str) -> Iterator[tuple[str, str]]:
    """Yield the TOML files of a folder that can be read: path, text."""
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(".toml"))[:MOST_FILES]
    except OSError:
        return
    for name in names:
        path = os.path.join(folder, name) if folder != "." else name
        with suppress(InputError):
            yield path, text_of(path)


def _likely(items: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str, str]]:
    """Yield those of some files, path and text, that look like pads, with the pad's name."""
    for path, text in items:
        if result := _LIKELY.search(text):
            yield path, text, result[1]
