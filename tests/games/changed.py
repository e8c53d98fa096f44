"""Positions as JSON with one field changed."""

from __future__ import annotations

import json
from typing import Any


def changed(data: Any, path: str, value: object) -> str:
    """Return data, or data as JSON, as JSON with a field such as "players.0.letter" changed or added."""
    result = json.loads(data if isinstance(data, str) else json.dumps(data))
    part = result
    *names, last = [int(name) if name.isdigit() else name for name in path.split(".")]
    for name in names:
        part = part[name]
    part[last] = value
    return json.dumps(result)
