"""Asks the person at the terminal what a photograph leaves open."""

from __future__ import annotations

import sys
from typing import Any

import click

from pencilwright.app import photos
from pencilwright.templates.phrases import phrase, say


def ask(sheet: Any, language: str) -> dict[str, str]:
    """Ask the person at the terminal about each open mark of a sheet; return the answers."""
    known, answers = photos.marks_of(sheet), {}
    whole = len(sheet.questions)
    for number, name in enumerate(sheet.questions, 1):
        said = phrase(
            "photo.ask", n=number, all=whole, copy=sheet.copy, id=name, asked=photos.asked(sheet, name)
        )
        may = click.Choice(photos.choices(known[name]))
        answers[name] = click.prompt(say(said, language), type=may, err=True)
    return answers


def somebody_is_there() -> bool:
    """Whether questions can be asked: a person sits before a terminal."""
    return sys.stdin.isatty() and sys.stderr.isatty()
