"""Which cases of a test are tried each time, and which with the slow ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def often(values: Iterable[Any], *each_time: str, others: Any = pytest.mark.slow) -> list[Any]:
    """Return the cases of a test: those named `each_time` as they are, the others marked as slow or long."""
    return [
        value if str(getattr(value, "id", value)) in each_time else pytest.param(value, marks=others)
        for value in values
    ]
