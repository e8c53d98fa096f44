"""Codes of whole positions: puzzle codes that ask nothing, since their text is a position's alone."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from pencilwright.games import Game, puzzlecode
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

BESIDE: Final = "\n{"
"""Begins what a position has besides its text: fields of its JSON, without defaults."""


def code_of(known: Game, state: Any) -> str:
    """Return the code of a position, without its players' names; "" where one would be too long."""
    plain = msgspec.json.decode(known.to_json(state))
    for player in plain["players"]:
        player.pop("name", None)
    nameless = known.parse(msgspec.json.encode(plain).decode())
    text = known.to_text(nameless).strip()
    try:
        if rest := _beside(known, nameless, known.parse(text)):
            text += "\n" + msgspec.json.encode(rest).decode()
        is_whole = _read(known, text) == nameless
        return puzzlecode.encode(known.prefix, text, known.editor.PRIMER) if is_whole else ""
    except (InputError, ValueError):  # a text that cannot be read, or is too long
        return ""


def _beside(known: Game, whole: Any, alone: Any) -> dict[str, Any]:
    """Return the fields in which a position differs from that of its text; what defaults say is left out."""
    plain, there = (msgspec.json.decode(known.to_json(state)) for state in (whole, alone))
    usual = {
        key: msgspec.json.decode(msgspec.json.encode(getattr(alone, key))) for key in plain.keys() - there
    }
    return {
        key: _changed(value, usual[key]) if key in usual else value
        for key, value in plain.items()
        if value != there.get(key)
    }


def _changed(value: Any, usual: Any) -> Any:
    """Return a value; of a record what differs alone."""
    if not (isinstance(value, dict) and isinstance(usual, dict)):
        return value
    return {key: _changed(item, usual.get(key)) for key, item in value.items() if item != usual.get(key)}


def position_in(known: Game, code: str) -> Any:
    """Return the position that a code holds, None for a puzzle's code. Raises InputError for a wrong one."""
    if "editor" not in known.rooms:
        return None
    text = puzzlecode.decode(known.prefix, code, known.editor.PRIMER)
    return _read(known, text) if text.startswith(known.prefix) else None


def _read(known: Game, text: str) -> Any:
    """Return the position of a code's text. Raises InputError for none."""
    line, begins, rest = text.partition(BESIDE)
    state = known.parse(line)
    if not begins:
        return state
    try:
        fields = msgspec.json.decode("{" + rest, type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise InputError(phrase("puzzles.code.text"), field="code") from error
    plain = msgspec.json.decode(known.to_json(state))
    return known.parse(msgspec.json.encode(plain | fields).decode())
