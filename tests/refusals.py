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
from pencilwright.templates.phrases import ENGLISH, Phrase, Word, say, words


def keys_of(text: Word) -> list[str]:
    """Return the keys of a phrase and of all phrases in its blanks, the outermost first."""
    if isinstance(text, Phrase):
        return [text.key, *(key for _, value in text.words for key in keys_of(value))]
    return [key for item in text for key in keys_of(item)] if isinstance(text, tuple) else []


@contextmanager
def refused(key: str, field: str | None = None, /, **values: object) -> Iterator[pytest.ExceptionInfo[Any]]:
    """Expect an InputError whose sentence has this key, or has it in a blank, and these values in its blanks.

    The field is compared where one is given, a value as it is said in English.
    """
    with pytest.raises(InputError) as caught:
        yield caught
    check(caught.value, key, field, **values)


def check(error: InputError, key: str, field: str | None = None, /, **values: object) -> None:
    """Assert what `refused` expects, of an error that was caught elsewhere."""
    assert key in keys_of(error.sentence), f"{error.sentence.key}: {error}"
    assert field in (None, error.field), f"{error.field}: {error}"
    filled = {name: say(value, ENGLISH) for name, value in error.sentence.words}
    assert {name: filled.get(name) for name in values} == {name: str(value) for name, value in values.items()}


def says(text: str, key: str, language: str = ENGLISH, /, **values: object) -> bool:
    """Return whether a text has the sentence of a key in it, with these values and any in its other blanks.

    Its words may be folded into several lines.
    """
    return re.search(pattern(key, language, **values), text, re.DOTALL) is not None


def pattern(key: str, language: str = ENGLISH, /, **values: object) -> str:
    """Return the regular expression of the sentence of a key, as `says` looks for it."""
    parts = []
    for before, name, form, _ in string.Formatter().parse(words(language)[key]):
        parts.append(_folded(before))
        if name is not None and "|" in (form or ""):
            one, _, many = str(form).partition("|")
            forms = [one if values[name] == 1 else many] if name in values else [one, many]
            parts.append(f"(?:{'|'.join(map(_folded, forms))})")
        elif name is not None:
            parts.append(_folded(format(values[name], form or "")) if name in values else ".*?")
    return "".join(parts)


def _folded(text: str) -> str:
    return re.sub(r"(\\?\s)+", r"\\s+", re.escape(text))
