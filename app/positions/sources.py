"""Positions and written games from where a person has them: a file, a folder, standard input, the text."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from pencilwright.app import files, user_values
from pencilwright.app.positions.entered import Position, Values
from pencilwright.app.positions.load import (
    LARGEST_TEXT,
    REFUSED,
    Doubts,
    Loaded,
    game_of_code,
    game_of_line,
    of_bytes,
)
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

if TYPE_CHECKING:
    from pencilwright.app.positions.setups import OwnValues
    from pencilwright.games import Game

PICTURES = (
    ".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".avif", ".tif", ".tiff", ".bmp", ".gif",
)  # fmt: skip
"""Names of the photographs and scans of a folder."""
SUFFIXES = (".pdf", ".json", ".txt", *PICTURES)
"""Names of the files of a folder that may hold a position."""


def user_text(path: str | None) -> str | None:
    """Return the text of the person's TOML file; None where none is named.

    Raises InputError when the file cannot be read or is not in UTF-8.
    """
    if path is None:
        return None
    if path == files.STDIO:
        raise InputError(phrase("file.own_values"), field="components")
    return files.text(path, limit=1024 * 1024, field="components")


def user_components(game: Game, path: str | None) -> OwnValues:
    """Return the game's components, with the values of the person's TOML file, or those that are kept.

    Raises InputError when the file cannot be read, is not TOML in UTF-8, or replaces what is proven.
    """
    from pencilwright.app.positions import setups

    return setups.own_values(game, user_values.used(game) if path is None else user_text(path))


def load(source: str, components: str | None = None, doubts: Doubts = REFUSED) -> Loaded:
    """Return the positions of a source: a path, ``-`` for standard input, a code, or the text line itself.

    A PDF or a photograph may hold several; blank copies of a PDF are left out. `components` names a file
    with the person's own values. Raises InputError for what holds no position at all.
    """
    return _load(source, _values(components), doubts)


def _values(components: str | None) -> Values:
    """Return the person's own values: of the file that is named, else those that are kept of each game."""
    return user_values.used if components is None else user_text(components)


def _load(source: str, values: Values, doubts: Doubts) -> Loaded:
    """Return the positions of a source, with the text of the person's own values."""
    if is_text(source):
        return of_bytes(source.encode(), values=values)
    data = files.read(source)
    name = phrase("name.quoted", name=files.display_name(source))
    return of_bytes(data, name, values, doubts)


def is_text(source: str) -> bool:
    """Return whether a source is a position itself, and not the name of a file."""
    is_line = " " in source.strip() and game_of_line(source) is not None
    return (is_line or game_of_code(source) is not None) and not os.path.lexists(source)


def named(sources: Sequence[str], suffixes: tuple[str, ...] = SUFFIXES) -> list[str]:
    """Return the sources, in place of each folder its files with one of these suffixes, sorted by name.

    Raises InputError for a folder that holds none.
    """
    results: list[str] = []
    for source in files.matching(sources):
        if not os.path.isdir(source):
            results.append(source)
            continue
        inside = sorted(entry.path for entry in os.scandir(source) if _is_one(entry, suffixes))
        if not inside:
            raise InputError(phrase("position.no_files", folder=source, suffixes=suffixes), field="file")
        results += inside
    return results


def _is_one(entry: os.DirEntry[str], suffixes: tuple[str, ...]) -> bool:
    with suppress(OSError):  # a link that leads back to itself is no file, as one that leads nowhere
        return entry.is_file() and not entry.name.startswith(".") and entry.name.lower().endswith(suffixes)
    return False


def load_many(
    sources: Sequence[str], components: str | None = None, doubts: Doubts = REFUSED
) -> list[Loaded]:
    """Return what each of several sources holds, the files of a folder one by one; a bad one stops no other.

    Each result and position knows its file where there are several sources, or a folder. Raises InputError
    for own values that cannot be read, and for a folder without files of ours.
    """
    values = _values(components)
    names = named(sources)
    if names == [*sources] and len(names) == 1:
        return [_load(names[0], values, doubts)]
    return [_one_of_many(name, values, doubts) for name in names]


def _one_of_many(source: str, values: Values, doubts: Doubts) -> Loaded:
    name = files.display_name(source)
    try:
        parsed = _load(source, values, doubts)
    except InputError as error:
        return Loaded([], [error], name)
    file = "" if is_text(source) or source == files.STDIO else name
    return parsed._replace(
        positions=[position._replace(file=file) for position in parsed.positions], name=name
    )


def completed(results: Sequence[Loaded], code: str, components: str | None = None) -> list[Loaded]:
    """Return what sources hold, each sheet that was printed without a setup with that of a code.

    Sheets of other games and what is no sheet stay as they are. `components` names a file with the person's
    own values, with which the code may go. Raises InputError for a wrong code, and where no sheet takes it.
    """
    from pencilwright.app.positions import setups
    from pencilwright.app.positions.marked import with_setup

    known = game_of_code(code)
    if known is None:
        raise InputError(phrase("score.no_code", code=code[:40]), field="code")

    def is_open(position: Position) -> bool:
        return position.game.id == known.id and bool(position.written) and position.printed is None

    if not any(is_open(position) for source in results for position in source.positions):
        raise InputError(phrase("score.code_unused", game=known.name), field="code")
    setup = setups.of_code(known, code, user_components(known, components))
    return [
        source._replace(
            positions=[
                with_setup(position, setup) if is_open(position) else position
                for position in source.positions
            ]
        )
        for source in results
    ]


def one(
    source: str, copy: int | None = None, components: str | None = None, doubts: Doubts = REFUSED
) -> Position:
    """Return the only position of a source, or that of one copy.

    Raises InputError when the source holds several and none is chosen, or when it lacks the copy.
    """
    results, refused, _ = load(source, components, doubts)
    if refused and copy is None:
        raise refused[0]
    copies = tuple(position.copy for position in results)
    if copy is not None:
        for position in results:
            if position.copy == copy:
                return position
        if results[0].copy:
            text = phrase("position.no_copy", source=source, n=copy, copies=copies)
        else:
            text = phrase("position.no_copies", source=source, n=copy)
        raise InputError(text, field="copy")
    if len(results) > 1:
        raise InputError(
            phrase("position.several", source=source, n=len(results), copies=copies), field="copy"
        )
    return results[0]


# --- written games ----------------------------------------------------------------------------------------


def transcript(source: str) -> tuple[Game, Any]:
    """Return the game and its transcript from a path, or ``-`` for standard input.

    Raises InputError for what is no transcript of a game that has this room.
    """
    text = files.text(source, limit=LARGEST_TEXT)
    known = game_of_line(_first_line(text).removeprefix("setup").strip())
    if known is None or "transcript" not in known.rooms:
        raise InputError(phrase("transcript.no_setup", file=source), field="file")
    return known, known.room("transcript").parse(text)


def _first_line(text: str) -> str:
    """Return the first line of a text that says something, "" for none."""
    lines = (line.strip() for line in text.splitlines())
    return next((line for line in lines if line and not line.startswith("#")), "")


def is_transcript(source: str) -> bool:
    """Return whether a source is a file whose first line is that of a transcript."""
    if not os.path.isfile(source):
        return False
    return _first_line(files.read(source)[:LARGEST_TEXT].decode("utf-8-sig", "replace")).startswith("setup ")
