"""Whatever a test of Troyes Dice is refused, it is refused in Japanese too."""

import re
from collections.abc import Iterator
from typing import Any, cast

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice.options import ADVISE, DRAW
from pencilwright.templates.phrases import Atom, Phrase, Sentence, Word, phrase
from tests.spoken import english_in, texts_in

OPTIONS = tuple(option.spelling for option in (*DRAW, *ADVISE))
SEVERAL_WORDS = re.compile("^(?!--).*[a-z]{3,} [a-z]{2,}")
"""What a name or a notation does not have, and English put into a blank has."""


@pytest.fixture(autouse=True)
def refused_in_each_language(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hold every refusal to be a phrase that Japanese has words for, down to its blanks."""
    heard: dict[Sentence, None] = {}
    make = InputError.__init__

    def made(self: InputError, sentence: Sentence, **named: Any) -> None:
        heard[sentence] = None
        make(self, sentence, **named)

    monkeypatch.setattr(InputError, "__init__", made)
    yield
    for sentence in list(heard)[:200]:
        assert isinstance(sentence, Phrase), sentence
        assert english_in(without_texts(sentence), *OPTIONS) == [], sentence
        assert not any(SEVERAL_WORDS.search(text) for text in texts_in(sentence)), sentence


def without_texts(said: Word) -> Word:
    """A phrase without the texts that stand in it as they are: names, notations, what was typed."""
    if isinstance(said, Phrase):
        return phrase(said.key, **{name: without_texts(value) for name, value in said.words})
    if isinstance(said, tuple):
        return tuple(cast(Atom, without_texts(one)) for one in said)
    return "…" if isinstance(said, str) else said
