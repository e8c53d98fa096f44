"""A puzzle's question: what all games' puzzles share."""

from __future__ import annotations

from typing import Any, NamedTuple


class Question(NamedTuple):
    """What a puzzle asks.

    Attributes
    ----------
    kind : one of the game's kinds of puzzles.
    state : the position.
    extra : what the kind needs besides, as the game's room `puzzle` says; "" for nothing.
    """

    kind: str
    state: Any
    extra: str = ""
