"""A written game from a file."""

from __future__ import annotations

import os
from typing import Any

from pencilwright.app import files
from pencilwright.app.positions.load import LARGEST_TEXT, game_of_line
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase


def load(source: str) -> tuple[Game, Any]:
    """Return the game and its transcript from a path, or ``-`` for standard input.

    Raises InputError for what is no transcript of a game that has this room.
    """
    data = files.read(source)
    if len(data) > LARGEST_TEXT:
        large = phrase("transcript.large", file=source, limit=LARGEST_TEXT // 1024)
        raise InputError(large, field="file")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(phrase("transcript.no_text", file=source), field="file") from error
    known = _game_of(text)
    if known is None or "transcript" not in known.rooms:
        raise InputError(phrase("transcript.no_setup", file=source), field="file")
    return known, known.room("transcript").parse(text)


def _game_of(text: str) -> Game | None:
    for line in text.splitlines():
        if line.strip() and not line.strip().startswith("#"):
            return game_of_line(line.strip().removeprefix("setup").strip())
    return None


def is_one(source: str) -> bool:
    """Return whether a source is a file whose first line is that of a transcript."""
    if not os.path.isfile(source):
        return False
    lines = files.read(source)[:LARGEST_TEXT].decode("utf-8-sig", "replace").splitlines()
    entries = (line.strip() for line in lines if line.strip() and not line.strip().startswith("#"))
    return next(entries, "").startswith("setup ")
