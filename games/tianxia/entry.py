"""Positions as JSON: reading what nobody vouches for, writing in a fixed order, and the JSON Schema."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct

from pencilwright.games import decoding, plainjson
from pencilwright.games.errors import InputError
from pencilwright.games.tianxia.plans import Plan
from pencilwright.games.tianxia.setup import SetupData, from_code, from_data, to_code
from pencilwright.games.tianxia.state import FORMAT, LONGEST_NAME, Position, State, canonical

SCHEMA_ID: Final = "urn:pencilwright:tianxia:1"
LARGEST: Final = 1_000_000
"""Bytes that a position may have in a file."""


def parse(data: bytes | str) -> State:
    """Return the state in a JSON text or a text line, whichever it is.

    Raises InputError, one sentence that names the field, for anything that is not a position. A position that
    can be read but breaks the rules is returned; see `state.problems`.
    """
    text = plainjson.position_text(data, LARGEST)
    if text[0] in "{[\"'":
        return _from_json(text)
    from pencilwright.games.tianxia import notation

    return notation.parse_text(text)


def _from_json(text: str) -> State:
    """Return the state of a JSON text."""
    value = plainjson.load(text)
    if not isinstance(value, dict):
        raise InputError('a position is a JSON object with "format", "players" and more', field="file")
    form = value.get("format")
    if form != FORMAT:
        given = "has no format" if form is None else f"is of format {str(form)[:40]!r}"
        raise InputError(f"this position {given}; this program reads {FORMAT!r}", field="format")
    try:
        position = msgspec.convert(value, Position)
    except msgspec.ValidationError as error:
        raise decoding.refusal(str(error)) from error
    setup = None
    if isinstance(position.setup, SetupData):
        setup = from_data(position.setup)
    elif position.setup is not None:
        try:
            setup = from_code(position.setup)
        except InputError as error:
            raise InputError(f"setup: {error}", field="setup") from error
    fields = {name: getattr(position, name) for name in Position.__struct_fields__ if name != "format"}
    return canonical(State(**fields | {"setup": setup}))


def to_json(state: State) -> bytes:
    """Return the state as canonical JSON: a field a line, players and sections a line each, without defaults.

    The same state always gives the same bytes, and `parse` reads them back.
    """
    lines = [
        f'  "format": {_compact(FORMAT)}',
        f'  "setup": {_compact(None if state.setup is None else to_code(state.setup))}',
        f'  "round": {state.round}',
        f'  "over": {_compact(state.over)}',
        f'  "players": {_rows(state.players)}',
        f'  "palace": {_compact(state.palace)}',
        f'  "wall": {_rows(state.wall)}',
        f'  "governors": {_compact(state.governors)}',
        f'  "buildings": {_compact(state.buildings)}',
        f'  "tokens": {_compact(state.tokens)}',
        f'  "barges": {_compact(state.barges)}',
    ]
    if state.plan != Plan():
        lines.append(f'  "plan": {_compact(state.plan)}')
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def _rows(values: tuple[Struct, ...]) -> str:
    """Return a list as JSON with one entry a line."""
    return "[\n" + ",\n".join(f"    {_compact(value)}" for value in values) + "\n  ]"


def _compact(value: Any) -> str:
    """Return a value as JSON on one line, with a space after commas and colons."""
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a position: types, limits and a description of each field."""
    result: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA_ID,
        "title": "Tianxia position",
    }
    result.update(msgspec.json.schema(Position))
    result["$defs"]["Player"]["properties"]["name"]["maxLength"] = LONGEST_NAME
    return result
