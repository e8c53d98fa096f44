"""A puzzle's question, and the words in which its answers are told: what all games' puzzles share."""

from __future__ import annotations

from typing import Any, NamedTuple

Word = str | int
"""What a phrase speaks of: a text with a dot is a key of templates/words; all else stands as it is."""


class Phrase(NamedTuple):
    """A sentence of templates/words with what fills it: ("troyes.puzzle.gain", (("n", 3), ...))."""

    key: str
    words: tuple[tuple[str, Word], ...] = ()


def phrase(key: str, **words: Word) -> Phrase:
    """Return a phrase, its words in the order of their names."""
    return Phrase(key, tuple(sorted(words.items())))


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
