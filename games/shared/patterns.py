"""Tables of what texts look like, and what each of them means."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeVar

Meaning = TypeVar("Meaning")


def any_case(rows: Iterable[tuple[str, Meaning]]) -> tuple[tuple[re.Pattern[str], Meaning], ...]:
    """Return patterns that take capital and small letters alike, each with its meaning."""
    return tuple((re.compile(pattern, re.IGNORECASE), meaning) for pattern, meaning in rows)
