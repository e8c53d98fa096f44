"""What the sentences of Tianxia leave in English when they are said in Japanese."""

from __future__ import annotations

import re

from pencilwright.templates.phrases import Word
from tests.spoken import english_in, texts_in

PROSE = re.compile(r"(?:\b[a-z]{2,} ){3,}[a-z]{2,}\b")
"""Four English words in a row: no notation of ours, and nothing that the tests type."""


def left_in_english(said: Word) -> list[str]:
    """English words in the Japanese of what is said, and English sentences that fill blanks."""
    typed = list(texts_in(said))
    assert not isinstance(said, str), f"{said!r} has no other language"
    return [*english_in(said, *typed), *(text for text in typed if PROSE.search(text))]
