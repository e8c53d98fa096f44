"""Whatever a test of this game is refused is told in Japanese, too, with no English left in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import Phrase, Sentence
from tests.games.terra_mystica.helpers import in_japanese

TOLD: set[str] = set()
"""Keys of the sentences that were told before."""


@pytest.fixture(autouse=True)
def refusals(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Tell each refusal that a test meets, one of each sort."""
    met: list[Sentence] = []
    first = InputError.__init__

    def noted(error: InputError, sentence: Sentence, **named: Any) -> None:
        if not isinstance(sentence, Phrase) or sentence.key not in TOLD:
            met.append(sentence)
            TOLD.add(getattr(sentence, "key", ""))
        first(error, sentence, **named)

    monkeypatch.setattr(InputError, "__init__", noted)
    yield
    for sentence in met:
        in_japanese(sentence)
