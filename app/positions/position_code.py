"""Codes of whole positions: puzzle codes that ask nothing, since their text is a position's alone."""

from __future__ import annotations

from typing import Any

import msgspec

from pencilwright.games import Game, puzzlecode
from pencilwright.games.errors import InputError


def code_of(known: Game, state: Any) -> str:
    """Return the code of a position, without its players' names; "" where the game's text leaves more out."""
    plain = msgspec.json.decode(known.reading.to_json(state))
    for player in plain["players"]:
        player.pop("name", None)
    nameless = known.reading.parse(msgspec.json.encode(plain).decode())
    text = known.notation.to_text(nameless).strip()
    try:
        is_whole = known.reading.parse(text) == nameless
        return puzzlecode.encode(known.prefix, text, known.editor.PRIMER) if is_whole else ""
    except (InputError, ValueError):  # a text that cannot be read, or is too long
        return ""


def position_in(known: Game, code: str) -> Any:
    """Return the position that a code holds, None for a puzzle's code. Raises InputError for a wrong one."""
    if "editor" not in known.rooms:
        return None
    text = puzzlecode.decode(known.prefix, code, known.editor.PRIMER)
    return known.reading.parse(text) if text.startswith(known.prefix) else None
