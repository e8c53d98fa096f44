"""Short forms of answers in the words of a language: "officer E2" is also "武官俑 E2"."""

from __future__ import annotations

import re
from typing import Final

from pencilwright.templates.phrases import ENGLISH, languages, words

WORD: Final = re.compile("[a-z][a-z_]{2,}")


def localized(name: str, prefix: str, language: str) -> str | None:
    """Return a short form with its words in a language; None where the language lacks one of them.

    prefix : what begins the keys of the game's words.
    """
    known = words(language)
    if any(f"{prefix}.short.{word}" not in known for word in WORD.findall(name)):
        return None
    return WORD.sub(lambda result: known[f"{prefix}.short.{result[0]}"], name)


def parsed(text: str, prefix: str) -> str:
    """Return what a person typed, its words in any language, with those of the notation."""
    begin = f"{prefix}.short."
    for language in languages():
        keys = [key for key in words(language) if key.startswith(begin) and language != ENGLISH]
        for key in sorted(keys, key=lambda item: -len(words(language)[item])):
            text = text.replace(words(language)[key], key.removeprefix(begin))
    return text
