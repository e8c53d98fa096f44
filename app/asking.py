"""Asks the person at the terminal what a photograph leaves open."""

from __future__ import annotations

import sys
from typing import Any

import click

from pencilwright.app import photos
from pencilwright.templates.page import Mark
from pencilwright.templates.phrases import phrase, say


def ask(sheet: Any, language: str) -> dict[str, str]:
    """Ask the person at the terminal about each open mark of a sheet; return the answers.

    An answer may settle others: these are not asked any more. What tells most of others comes first.
    """
    known = photos.marks_of(sheet)
    answers: dict[str, str] = {}
    while left := [name for name in sheet.questions if name not in answers]:
        name = left[0]
        said = phrase(
            "photo.ask",
            n=len(answers) + 1,
            all=len(answers) + len(left),
            copy=photos.copy_of(sheet),
            id=name,
            asked=photos.asked(sheet, name),
        )
        answers[name] = _answer(known[name], say(said, language), language)
        sheet = photos.answered(sheet, answers)
    return answers


def _answer(mark: Mark, question: str, language: str) -> str:
    """Return what a person types for a mark: one of its choices, or a number for a comb."""
    shown = "" if mark.kind == "number" else f" ({', '.join(photos.choices(mark))})"
    while True:
        text: str = click.prompt(question + shown, type=str, err=True).strip()
        if photos.fits(mark, text):
            return text
        click.echo(say(photos.unfit(mark, text), language), err=True)


def somebody_is_there() -> bool:
    """Whether questions can be asked: a person sits before a terminal."""
    return sys.stdin.isatty() and sys.stderr.isatty()
