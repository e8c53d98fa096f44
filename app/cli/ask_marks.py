"""Asks the person at the terminal what a photograph leaves open: Enter takes what is likeliest."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import click

from pencilwright.app.positions import photos
from pencilwright.templates.page import Mark
from pencilwright.templates.phrases import Phrase, phrase, say

FEWEST_ALIKE = 3
"""Marks that are asked in one line."""


def ask(sheet: Any, language: str) -> dict[str, str]:
    """Ask the person at the terminal about each open mark of a sheet; return the answers.

    Many that look alike are one question: who answers it names those that are otherwise, which are then asked
    alone. An answer may settle others: these are not asked any more. What tells most of others comes first,
    numbers come last.
    """
    known = photos.marks_of(sheet)
    answers: dict[str, str] = {}
    alone: set[str] = set()
    while left := [name for name in sheet.questions if name not in answers]:
        same = next((group for group in photos.alike(sheet, left) if not alone & set(group)), ())
        if len(same) >= FEWEST_ALIKE:
            named = _alike(sheet, same, len(answers), len(left), language)
            value = photos.guess(sheet, known[same[0]])
            answers |= {name: value for name in same if name not in named}
            alone |= set(same)
        else:
            name = left[0]
            text = phrase(
                "photo.ask",
                n=len(answers) + 1,
                all=len(answers) + len(left),
                copy=photos.copy_of(sheet),
                id=name,
                asked=photos.question(sheet, name),
            )
            guess = photos.guess(sheet, known[name])
            answers[name] = _answer(known[name], say(text, language), language, guess)
        sheet = photos.answered(sheet, answers)
    return answers


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


def _alike(sheet: Any, same: Sequence[str], done: int, left: int, language: str) -> set[str]:
    """Ask whether marks that look alike are all what they seem; return those that a person names as not."""
    value = photos.guess(sheet, photos.marks_of(sheet)[same[0]])
    short = _short(same)
    text = phrase(
        "photo.ask.alike",
        n=done + 1,
        last=done + len(same),
        all=done + left,
        copy=photos.copy_of(sheet),
        marks=f"{same[0].rpartition('.')[0]} {' '.join(short)}",
        value=value,
    )
    while True:
        words = _typed(say(text, language)).replace(",", " ").split()
        strange = [word for word in words if word not in short]
        if not strange:
            return {short[word] for word in words}
        click.echo(say(phrase("photo.ask.none", word=strange[0][:40]), language), err=True)


def _short(same: Sequence[str]) -> Mapping[str, str]:
    """Return the last part of each name -> the name."""
    return {name.rpartition(".")[2]: name for name in sorted(same, key=lambda name: (len(name), name))}


def _typed(question: str) -> str:
    text: str = click.prompt(question, default="", show_default=False, type=str, err=True)
    return text.strip()


def somebody_is_there() -> bool:
    """Whether questions can be asked: a person sits before a terminal."""
    return sys.stdin.isatty() and sys.stderr.isatty()
