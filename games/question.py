"""A puzzle's question: what all games' puzzles share."""

from __future__ import annotations

from typing import Any, NamedTuple

from pencilwright.games import Game
from pencilwright.templates.phrases import Atom, called


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


def kind_named(game: Game, kind: str) -> Atom:
    """Return the name of a kind of puzzle."""
    return called(f"{game.room('puzzle').WORDS}.puzzle.kind.{kind.replace('-', '_')}", kind)
