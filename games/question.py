"""A puzzle's question: what all games' puzzles share."""

from __future__ import annotations

from typing import Any, NamedTuple

from pencilwright.templates.phrases import Word


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


class Step(NamedTuple):
    """A part of an answer, as a person chooses it among others.

    Attributes
    ----------
    word : equal for answers that share the part.
    text : the part in words.
    ask : what is asked there.
    is_whole : whether `told` says again what the parts before it said.
    places : marks and other places of the puzzle's drawing that a tap on chooses it.
    room : which room of the drawing it concerns, "" for none.
    """

    word: str
    text: Word
    ask: Word
    is_whole: bool = False
    places: tuple[str, ...] = ()
    room: str = ""
