"""What a sentence leaves in English when it is said in Japanese."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pencilwright import templates
from pencilwright.templates.phrases import Phrase, Word, say


@cache
def in_latin() -> frozenset[str]:
    """Words that Japanese writes in Latin letters."""
    path = Path(templates.__file__).parent / "words" / "glossary.toml"
    return frozenset(tomllib.loads(path.read_text(encoding="utf-8"))["latin"])


def texts_in(said: Word) -> Iterator[str]:
    """The texts that stand in the blanks of a phrase as they are: names, notation, what was typed."""
    if isinstance(said, Phrase):
        for _, value in said.words:
            yield from texts_in(value)
    elif isinstance(said, tuple):
        for one in said:
            yield from texts_in(one)
    elif isinstance(said, str):
        yield said


def english_in(said: Word, *typed: object) -> list[str]:
    """Return runs of Latin letters in the Japanese of a phrase, but for codes, options, what was typed."""
    known = " ".join(map(str, typed))
    runs = re.findall("[A-Za-z]{3,}", re.sub("--[a-z-]+", "", say(said, "ja")))
    return [run for run in runs if run not in known and run not in in_latin() and not run.isupper()]
