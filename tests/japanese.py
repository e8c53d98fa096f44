"""What a sentence leaves in English when it is said in Japanese."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest

from pencilwright import templates
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import Atom, Phrase, Word, phrase, say

PROSE = re.compile(r"(?:\b[a-z]{2,} ){3,}[a-z]{2,}\b|\w \b(?:is|are|was|must|cannot)\b \w")
"""A sentence in English: no notation of ours, and nothing that the tests type."""
FOREIGN = {
    "plain": "what developers' tools say; tests/test_phrases.py keeps it out of ours",
    "position.broken": "what the reader of JSON says",
    "web.keep.refused": "what SQLite or the system says",
    "font.unread": "what the system says",
    "outside.toml": "what the reader of TOML says",
}
"""Sentences that quote a library or the system, which have no Japanese."""
SUMS = (
    *("assigned", "choice", "deep", "long", "quotes"),
    *("times", "unknown", "unread", "whole", "word", "words"),
)
"""Refusals of a pad's sums that quote them."""
QUOTED = {
    **{(f"pad.expression.{name}", "text"): "a sum, as it stands in a pad's file" for name in SUMS},
    ("mystica.refused.round_over", "example"): "a command, in the notation of plans",
    ("wrong.command", "command"): "a command, in the notation of plans",
    ("line.wrong", "text"): "what was typed",
    ("transcript.other", "text"): "what was typed",
    ("words.twice", "name"): "what was typed",
    ("words.unknown", "text"): "what was typed",
    ("words.wrong", "text"): "what was typed",
    ("words.wrong", "example"): "what is typed, in the notation",
    ("mystica.ledger.other", "text"): "a line of a log",
    ("json.word", "word"): "a word that is none of those known, as it was typed",
}
"""Blanks of sentences that hold what stands so in every language, however long it is."""


@cache
def in_latin() -> frozenset[str]:
    """Words that Japanese writes in Latin letters."""
    path = Path(templates.__file__).parent / "words" / "glossary.toml"
    return frozenset(tomllib.loads(path.read_text(encoding="utf-8"))["latin"])


def texts_in(text: Word) -> Iterator[str]:
    """The texts that stand in the blanks of a phrase as they are: names, notation, what was typed.

    Those that quote a library are left out.
    """
    if isinstance(text, Phrase):
        if text.key in FOREIGN:
            return
        for name, value in text.words:
            if (text.key, name) not in QUOTED:
                yield from texts_in(value)
    elif isinstance(text, tuple):
        for item in text:
            yield from texts_in(item)
    elif isinstance(text, str):
        yield text


def english_in(text: Word, *typed: object) -> list[str]:
    """Return runs of Latin letters in the Japanese of a phrase, but for codes, options, what was typed."""
    known = " ".join(map(str, typed))
    runs = re.findall("[A-Za-z]{3,}", re.sub("--[a-z-]+", "", say(text, "ja")))
    return [run for run in runs if run not in known and run not in in_latin() and not run.isupper()]


def without_texts(text: Word) -> Word:
    """A phrase without the texts that stand in it as they are: names, notations, what was typed."""
    if isinstance(text, Phrase):
        return phrase(text.key, **{name: without_texts(value) for name, value in text.words})
    if isinstance(text, tuple):
        return tuple(cast(Atom, without_texts(item)) for item in text)
    return "…" if isinstance(text, str) else text


@cache
def said_in_japanese(said: Word) -> str:
    """A sentence in Japanese. Raises TemplateError for a key without words and a blank that nothing fills."""
    return say(said, "ja")


def left_in_english(form: object) -> list[str]:
    """What a sentence leaves in English: a text that is no phrase, prose that fills a blank.

    The words of every key are Japanese: tests/templates/test_glossary.py.
    """
    if not isinstance(form, Phrase):
        return [f"no phrase: {form!r}"]
    said_in_japanese(without_texts(form))
    prose = [text for text in texts_in(form) if PROSE.search(text)]
    return [f"{form.key}: {text!r}" for text in prose]


class Refusals:
    """Every InputError that is raised, heard where it is made."""

    def __init__(self) -> None:
        self.english: list[str] = []

    def listen(self, patch: pytest.MonkeyPatch) -> None:
        make = InputError.__init__

        def made(error: InputError, sentence: Phrase, **named: Any) -> None:
            self.english += left_in_english(sentence)
            make(error, sentence, **named)

        patch.setattr(InputError, "__init__", made)
