"""Asks the person at the terminal what a photograph leaves open: Enter takes what is likeliest."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

import click

from pencilwright.app.cli import terminal
from pencilwright.app.positions.open_marks import BLANK, Needs
from pencilwright.app.positions.open_sheet import HIDDEN, OpenMark, OpenSheet, choices, fits, unfit
from pencilwright.templates.phrases import Phrase, Word, phrase, say

NONE = "n"
"""What is typed where none of the marks that look alike is what they seem."""


def ask(language: str, sheet: OpenSheet, needs: Needs) -> OpenSheet:
    """Ask the person at the terminal about each open mark of a sheet that matters; return it answered."""
    before = len(sheet.answers)
    while True:
        same, left = sheet.next_questions(needs)
        if not same:
            return sheet
        done = len(sheet.answers) - before
        words: dict[str, Word] = {"copy": sheet.number, "n": done + 1, "all": done + left}
        if len(same) > 1:
            others = _alike(same, {**words, "last": done + len(same)}, language)
            sheet = sheet.answer_alike(same, others)
            continue
        (item,) = same
        text = phrase("photo.ask", id=item.mark.id, asked=item.words, **words)
        sheet = sheet.answer(item.mark.id, _answer(item, say(text, language), language))


def _answer(item: OpenMark, question: str, language: str) -> str:
    """Return what a person types for a mark: Enter for what is likeliest, a key, a word, or a number."""
    mark, guess = item.mark, item.guess
    may = {value[0]: value for value in choices(mark)}
    texts: list[Phrase] = [
        phrase("photo.ask.key", key=key, value=value) for key, value in may.items() if value != guess
    ]
    if mark.kind == "number":
        texts.append(phrase("photo.read.number", blank=BLANK))
    hint = phrase("photo.ask.keys", value=guess, others=tuple(texts))
    while True:
        text = _typed(f"{question} {say(hint, language)}") or guess
        text = may.get(text.lower(), text)
        if fits(mark, text):
            return text
        click.echo(say(unfit(mark, text), language), err=True)


def _alike(same: Sequence[OpenMark], words: Mapping[str, Word], language: str) -> set[str]:
    """Ask whether marks that look alike are all what they seem; return those that a person names as not."""
    row, short = _short([item.mark.id for item in same])
    marks: Word = " ".join((row, *short)).strip()
    if same[0].why == HIDDEN:
        marks = phrase("photo.ask.unseen", marks=marks)
    text = phrase("photo.ask.alike", marks=marks, value=same[0].guess, none=NONE, **words)
    while True:
        typed = _typed(say(text, language)).replace(",", " ").split()
        if [word.lower() for word in typed] == [NONE]:
            return set(short.values())
        strange = [word for word in typed if word not in short]
        if not strange:
            return {short[word] for word in typed}
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
