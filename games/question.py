"""A puzzle's question: what all games' puzzles share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import Atom, Word, called, phrase


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


class AnswerStep(NamedTuple):
    """A part of an answer, as a person chooses it among others.

    Attributes
    ----------
    word : equal for answers that share the part.
    text : the part in words.
    ask : what is asked there.
    is_whole : whether `text` says again what the parts before it said.
    places : marks and other places of the puzzle's drawing that a tap on chooses it.
    room : which room of the drawing it concerns, "" for none.
    """

    word: str
    text: Word
    ask: Word
    is_whole: bool = False
    places: tuple[str, ...] = ()
    room: str = ""


def kind_in_words(words: str, kind: str) -> Atom:
    """Return the name of a kind of puzzle of the game that these words are of."""
    return called(f"{words}.puzzle.kind.{kind.replace('-', '_')}", kind)


def kind_numbered(number: str, numbered: Sequence[str], known: Sequence[str], words: str) -> str:
    """Return the kind of puzzle that a number in a code stands for.

    Parameters
    ----------
    numbered : kinds by their numbers, which never change: those that were taken out keep theirs.
    known : kinds that are made and solved.
    words : begins the keys of the game's words.

    Raises InputError for a number of no kind, and for a kind that was taken out.
    """
    if not number.isdecimal() or len(number) > 2 or int(number) >= len(numbered):
        raise InputError(phrase("puzzle.code.kind"), field="code")
    kind = numbered[int(number)]
    if kind not in known:
        raise InputError(phrase("puzzle.code.gone", kind=kind_in_words(words, kind)), field="code")
    return kind
