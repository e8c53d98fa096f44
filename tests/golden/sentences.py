"""Sentences: all that is said in a language, a line a key, with its blanks filled by their names.

One that counts is there for one and for many, with " || " between.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pencilwright import templates
from pencilwright.templates.phrases import BLANKS, texts

WORDS = Path(templates.__file__).parent / "words"
LANGUAGES = ("en", "ja")


@dataclass(frozen=True, eq=False)
class Blank:
    """What shows a blank by its name; as a number it is one, or many."""

    name: str
    number: int

    def __format__(self, form: str) -> str:
        return f"{{{self.name}:{form}}}" if form else f"{{{self.name}}}"

    def __repr__(self) -> str:
        return f"{{{self.name}!r}}"

    def __eq__(self, other: object) -> bool:
        return self.number == other

    def __hash__(self) -> int:
        return hash(self.number)


def entries(language: str) -> dict[str, str]:
    """Return what each key of a language says."""
    written = {
        key: text for path in (WORDS / language).glob("*.toml") for key, text in texts(str(path)).items()
    }
    return {key: said(text) for key, text in sorted(written.items())}


def said(text: str) -> str:
    """Return a sentence for one and for many, once where these are the same."""
    names = {name for _, name, _, _ in BLANKS.parse(text) if name} if "{" in text else ()
    forms = [BLANKS.vformat(text, (), {name: Blank(name, number) for name in names}) for number in (1, 2)]
    return " || ".join(" / ".join(form.splitlines()) for form in dict.fromkeys(forms))
