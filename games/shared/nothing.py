"""What a room says that has nothing to say: for games without notes or titles."""

from __future__ import annotations

from typing import Any


def notes(_setup: Any) -> tuple[str, ...]:
    """Return no sentence: a setup says all."""
    return ()


def title(_points: int, _components: Any) -> None:
    """Return None: no table names scores."""
