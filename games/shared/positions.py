"""What every game does with positions: reading a file, writing one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from pencilwright.games.shared import reading
from pencilwright.games.shared.spaces import Setups

P = TypeVar("P", bound=msgspec.Struct)
S = TypeVar("S")
U = TypeVar("U", bound=msgspec.Struct)


def parse(
    setups: Setups[U],
    kind: type[P],
    of_line: Callable[[str], S],
    of_record: Callable[[P], S],
    data: bytes | str,
) -> S:
    """Return the state in a file's text, by how a game reads its lines and what it makes of a record.

    Raises InputError, one sentence that names the field, for anything that is not a position. A position that
    can be read but breaks the rules is returned; a game's `problems` says how.
    """
    text = reading.position_text(data)
    if not reading.is_json(text):
        return of_line(text)
    return of_record(setups.position(reading.document(text, kind), kind))


def to_json(setups: Setups[U], kind: type[P], state: P) -> bytes:
    """Return a state as JSON, a value a line; the same state always gives the same bytes."""
    return msgspec.json.format(msgspec.json.encode(setups.plain(state, kind)), indent=2) + b"\n"
