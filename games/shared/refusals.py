"""What every game refuses in the same words: an unknown name, who does not play, a line of a text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pencilwright.games.errors import InputError
from pencilwright.games.shared.reading import known_hint
from pencilwright.templates.phrases import Atom, Phrase, Word, phrase

LONGEST_QUOTE = 60
"""How many characters of a wrong text are repeated."""


def unknown(field: str, name: str, known: Iterable[str]) -> InputError:
    """Return the refusal of a name that is none of those known, with the nearest of them, or all."""
    text = phrase("json.word", where=field, word=name[:LONGEST_QUOTE])
    return InputError(known_hint(text, name, known, "json.words"), field=field)


def nobody(who: Word, playing: Sequence[Atom] = (), *, field: str = "players") -> InputError:
    """Return the refusal of somebody who does not play, with those who do where they are given."""
    if playing:
        return InputError(phrase("wrong.nobody.known", who=who, known=tuple(playing)), field=field)
    return InputError(nobody_plays(who), field=field)


def nobody_plays(who: Word) -> Phrase:
    """Return the sentence that somebody does not play."""
    return phrase("wrong.nobody", who=who)


def game_over(field: str) -> InputError:
    """Return the refusal of a move in a game that is over."""
    return InputError(phrase("wrong.over"), field=field)


def rounds_left(n: int, rounds: int, field: str = "left") -> InputError:
    """Return the refusal of a number of rounds (or half-days) left that a game cannot have."""
    return InputError(phrase("setup.wrong.range", field=field, n=n, low=0, high=rounds), field=field)


def in_line(number: int, error: InputError, field: str = "transcript") -> InputError:
    """Return what is wrong with a line of a text, counted from 1."""
    text = phrase("wrong.line", n=number, why=error.sentence)
    return InputError(text, field=error.field or field)


def in_command(command: str, error: InputError) -> InputError:
    """Return what is wrong with a command."""
    text = phrase("wrong.command", command=command[:LONGEST_QUOTE], why=error.sentence)
    return InputError(text, field=error.field or "commands")


def too_long(field: str, n: int, most: int) -> InputError:
    """Return the refusal of a text, or one line of it, with more characters than are read."""
    return InputError(phrase("wrong.long", n=n, most=most), field=field)
