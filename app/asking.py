"""Asks the person at the terminal what a photograph leaves open."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import click

from pencilwright.app import photos
from pencilwright.templates.page import Mark
from pencilwright.templates.phrases import phrase, say


def ask(sheet: Any, language: str) -> dict[str, str]:
    """Ask the person at the terminal about each open mark of a sheet; return the answers.

    An answer about a number may settle others of its sum: these are not asked any more. Of the numbers the
    least certain one comes first.
    """
    known = photos.marks_of(sheet)
    answers: dict[str, str] = {}
    while left := [name for name in sheet.questions if name not in answers]:
        name = min(left, key=lambda one: (known[one].cells > 0, known[one].cells and _certain(sheet, one)))
        said = phrase(
            "photo.ask",
            n=len(answers) + 1,
            all=len(answers) + len(left),
            copy=photos.copy_of(sheet),
            id=name,
            asked=photos.asked(sheet, name),
        )
        mark = known[name]
        may = None if mark.kind == "number" else click.Choice(photos.choices(mark))
        answers[name] = click.prompt(
            say(said, language), type=may, err=True, value_proc=_number(mark) if may is None else None
        )
        sheet = photos.answered(sheet, answers)
    return answers


def _certain(sheet: Any, name: str) -> float:
    return float(sheet.marks[name].confidence)


def _number(mark: Mark) -> Callable[[str], str]:
    """Return what takes the number that a person types for a comb, or "blank"."""

    def take(text: str) -> str:
        if not photos.fits(mark, text.strip()):
            raise click.BadParameter(f"it is a number of at most {mark.cells} digits, or {photos.BLANK_WORD}")
        return text.strip()

    return take


def somebody_is_there() -> bool:
    """Whether questions can be asked: a person sits before a terminal."""
    return sys.stdin.isatty() and sys.stderr.isatty()
