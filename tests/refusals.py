"""Sentences by their keys: what tests ask of a refusal and of what people are shown, whatever its words are.

The words themselves stand in tests/golden/sentences/, where a changed word is one line.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import ENGLISH, Atom, Phrase, Word, say, words


def keys_of(text: Word) -> list[str]:
    """Return the keys of a phrase and of all phrases in its blanks, the outermost first."""
    if isinstance(text, Phrase):
        return [text.key, *(key for _, value in text.words for key in keys_of(value))]
    return [key for item in text for key in keys_of(item)] if isinstance(text, tuple) else []


def noted(text: Word) -> str:
    """Return a phrase as tests write it, whatever its words are: its key, then NAME=VALUE for each blank."""
    if isinstance(text, Phrase):
        return " ".join([text.key, *(f"{name}={_noted_value(value)}" for name, value in text.words)])
    return _noted_value(text)


def _noted_value(value: Word) -> str:
    if isinstance(value, Phrase):
        return f"({noted(value)})"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_noted_value, value))}]"
    plain = isinstance(value, str) and value and not set(value) & set(" ()[]=,'\"\n")
    return str(value) if plain or not isinstance(value, str) else repr(value)


def has(text: Word, sentence: str) -> bool:
    """Return whether a phrase, or one in its blanks, has this key, or is the one that `noted` writes so."""
    return sentence in keys_of(text) or noted(text) == sentence or f"({sentence})" in noted(text)


@contextmanager
def refused(key: str, field: str | None = None, /, **values: object) -> Iterator[pytest.ExceptionInfo[Any]]:
    """Expect an InputError whose sentence `has` this key, and these values in its blanks.

    The field is compared where one is given, a value as it is said in English or as `noted` has it.
    """
    with pytest.raises(InputError) as caught:
        yield caught
    check(caught.value, key, field, **values)


def check(error: InputError, key: str, field: str | None = None, /, **values: object) -> None:
    """Assert what `refused` expects, of an error that was caught elsewhere."""
    assert has(error.sentence, key), f"{noted(error.sentence)}: {error}"
    assert field in (None, error.field), f"{error.field}: {error}"
    filled = {
        (name, text)
        for name, value in _blanks(error.sentence)
        for text in (say(value, ENGLISH), noted(value))
    }
    assert {(name, str(value)) for name, value in values.items()} <= filled, noted(error.sentence)


def _blanks(text: Phrase | tuple[Atom, ...]) -> Iterator[tuple[str, Word]]:
    """Yield the name and the value of each blank of a phrase and of all phrases in its blanks."""
    if isinstance(text, Phrase):
        yield from text.words
    for value in [value for _, value in text.words] if isinstance(text, Phrase) else text:
        if isinstance(value, Phrase | tuple):
            yield from _blanks(value)


def says(text: str, key: str, language: str = ENGLISH, /, **values: object) -> bool:
    """Return whether a text has the sentence of a key in it, with these values and any in its other blanks.

    Its words may be folded into several lines. What stands for a blank has an end: the text of a whole game
    would be looked through from each of its letters.
    """
    wanted = pattern(key, language, **values).removeprefix(".*?").replace(".*?", ".{0,1000}?")
    return re.search(wanted, text, re.DOTALL) is not None


def pattern(key: str, language: str = ENGLISH, /, **values: object) -> str:
    """Return the regular expression of the sentence of a key, as `says` looks for it."""
    parts = []
    for before, name, form, conversion in string.Formatter().parse(words(language)[key]):
        parts.append(_folded(before))
        if name is not None and "|" in (form or ""):
            one, _, many = str(form).partition("|")
            forms = [one if values[name] == 1 else many] if name in values else [one, many]
            parts.append(f"(?:{'|'.join(map(_folded, forms))})")
        elif name in values and conversion == "r":
            parts.append(f"(?:{_folded(repr(values[name]))}|{_folded(str(values[name]))})")
        elif name is not None:
            parts.append(_folded(format(values[name], form or "")) if name in values else ".*?")
    return "".join(parts)


def _folded(text: str) -> str:
    return re.sub(r"(\\?\s)+", r"\\s+", re.escape(text))
