"""Every language says everything, with the same blanks to fill."""

import re
import string
import tomllib
from functools import cache
from pathlib import Path

import pytest

from pencilwright import templates

WORDS = Path(templates.__file__).parent / "words"
LANGUAGES = sorted(path.name for path in WORDS.iterdir() if path.is_dir())
COMPLETE = ("en", "ja")
"""Languages that say everything; others have been begun."""


@cache
def words(language: str) -> dict[str, str]:
    results: dict[str, str] = {}
    for path in (WORDS / language).glob("*.toml"):
        results |= tomllib.loads(path.read_text(encoding="utf-8"))
    return results


def blanks(text: str) -> list[str]:
    """What a text shows; a number that only chooses between one and many is left out."""
    parsed = string.Formatter().parse(text)
    return sorted({name for _, name, form, _ in parsed if name and "|" not in (form or "")})


@pytest.mark.parametrize("name", sorted(path.name for path in (WORDS / "en").iterdir()))
def test_a_language_has_each_key_in_the_file_where_english_has_it(name: str) -> None:
    for language in COMPLETE:
        keys = [
            tomllib.loads((WORDS / spoken / name).read_text(encoding="utf-8")).keys()
            for spoken in ("en", language)
        ]
        assert keys[0] == keys[1], language


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_has_stray_spaces(language: str) -> None:
    for key, text in words(language).items():
        if key.startswith("own.") and key.endswith(".where"):  # drawn with letters, line by line
            assert text.endswith("\n") and max(map(len, text.splitlines())) <= 100, key
        else:
            assert text == text.strip() and text and "  " not in text, key


def test_japanese_is_japanese_where_english_has_words() -> None:
    same = {
        key
        for key, text in words("ja").items()
        if text == words("en")[key] and re.search("[a-z]{4}", re.sub(r"{[^{}]*}", "", text))
    }
    assert not same
