"""Values as tokens of a golden line: short, the same in every Python, telling what they are of."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from pencilwright.templates.phrases import Phrase

DIGITS = 9
"""Significant digits of a number with a fraction: what a sum in another order doesn't change."""
SIGNS = 8
LONGEST = 40


def digest(value: Any) -> str:
    """Return the first signs of a hash of a value; the hash of its words is another matter."""
    data = value.encode() if isinstance(value, str) else msgspec.json.encode(plain(value))
    return hashlib.sha256(data).hexdigest()[:SIGNS]


def plain(value: Any) -> Any:
    """Return a value without its phrases, its numbers rounded."""
    if isinstance(value, Phrase):
        return None
    if isinstance(value, Mapping):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value


def counted(name: str, values: Iterable[Any]) -> str:
    """Return the token of several values: what they are, how many, and their hash."""
    listed = list(values)
    return f"{name}:{len(listed)}:{digest(listed)}"


def scalar(value: Any) -> str:
    """Return a value as it is written in a token, of a long text its beginning and a hash."""
    if isinstance(value, float):
        return f"{value:.{DIGITS}g}"
    text = "_".join(str(value).split()) or "-"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}...{digest(text)}"
