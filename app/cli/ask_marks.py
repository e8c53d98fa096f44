"""Asks the person at the terminal what a photograph leaves open: Enter takes what is likeliest."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import click

from pencilwright.app.cli import terminal
from pencilwright.app.positions import photos
from pencilwright.app.positions.load import Needed
from pencilwright.templates.page import Mark
from pencilwright.templates.phrases import Phrase, Word, phrase, say

NONE = "n"
"""What is typed where none of the marks that look alike is what they seem."""


def ask(language: str, sheet: Any, needed: Needed) -> dict[str, str]:
    """Ask the person at the terminal about each open mark of a sheet that matters; return the answers."""

    def alone(sheet: Any, name: str, value: str, done: int, left: int) -> str:
        mark = photos.marks_of(sheet)[name]
        text = phrase(
            "photo.ask",
            n=done + 1,
            all=done + left,
            copy=photos.copy_of(sheet),
            id=name,
            asked=photos.question(sheet, name),
        )
        return _answer(mark, say(text, language), language, value)

    def alike(sheet: Any, same: Sequence[str], value: str, done: int, left: int) -> set[str]:
        return _alike(sheet, same, value, done, left, language)

    return photos.talk(sheet, needed, alone, alike)


def keys(mark: Mark) -> dict[str, str]:
    """Return the key of each thing that a mark may be: its first letter."""
    return {value[0]: value for value in photos.choices(mark)}


def _answer(mark: Mark, question: str, language: str, guess: str) -> str:
    """Return what a person types for a mark: Enter for what is likeliest, a key, a word, or a number."""
    may = keys(mark)
    texts: list[Phrase] = [
        phrase("photo.ask.key", key=key, value=value) for key, value in may.items() if value != guess
    ]
    if mark.kind == "number":
        texts.append(phrase("photo.read.number", blank=photos.BLANK_WORD))
    hint = phrase("photo.ask.keys", value=guess, others=tuple(texts))
    while True:
        text = _typed(f"{question} {say(hint, language)}") or guess
        text = may.get(text.lower(), text)
        if photos.fits(mark, text):
            return text
        click.echo(say(photos.unfit(mark, text), language), err=True)


def _alike(sheet: Any, same: Sequence[str], value: str, done: int, left: int, language: str) -> set[str]:
    """Ask whether marks that look alike are all what they seem; return those that a person names as not."""
    row, short = _short(same)
    marks: Word = " ".join((row, *short)).strip()
    if sheet.marks[same[0]].why == photos.HIDDEN:
        marks = phrase("photo.ask.unseen", marks=marks)
    text = phrase(
        "photo.ask.alike",
        n=done + 1,
        last=done + len(same),
        all=done + left,
        copy=photos.copy_of(sheet),
        marks=marks,
        value=value,
        none=NONE,
    )
    while True:
        words = _typed(say(text, language)).replace(",", " ").split()
        if [word.lower() for word in words] == [NONE]:
            return set(same)
        strange = [word for word in words if word not in short]
        if not strange:
            return {short[word] for word in words}
        click.echo(say(phrase("photo.ask.none", word=strange[0][:40]), language), err=True)


def _short(same: Sequence[str]) -> tuple[str, Mapping[str, str]]:
    """Return the row that marks stand in, and the rest of each name -> the name."""
    parts = [name.split(".") for name in same]
    shared = next(n for n in range(len(parts[0])) if len({tuple(part[: n + 1]) for part in parts}) > 1)
    names = sorted(same, key=lambda name: [(len(part), part) for part in name.split(".")])
    return ".".join(parts[0][:shared]), {".".join(name.split(".")[shared:]): name for name in names}


def _typed(question: str) -> str:
    with terminal.paused():
        text: str = click.prompt(question, default="", show_default=False, type=str, err=True)
    return text.strip()


def somebody_is_there() -> bool:
    """Return whether questions can be asked: a person sits before a terminal."""
    return sys.stdin.isatty() and sys.stderr.isatty()
