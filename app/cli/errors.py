"""One sentence on the error stream."""

from __future__ import annotations

import click

from pencilwright.app import files, language
from pencilwright.templates.errors import TemplateError
from pencilwright.templates.phrases import Sentence, say

PROGRAM = "pencilwright"
LONGEST_SENTENCE = 600


def in_words(sentence: Sentence) -> str:
    """Return a sentence in the language of the command; where words are at fault, what there is of it."""
    try:
        return say(sentence, language.last())
    except TemplateError:
        return repr(sentence)


def complain(sentence: Sentence) -> None:
    """Tell a sentence."""
    click.echo(f"{PROGRAM}: {_one_line(in_words(sentence))}", err=True)


def _one_line(text: str) -> str:
    """Keep what a file smuggled into a message from moving the cursor or filling the screen."""
    line = files.display_name(" ".join(text.split()))
    return line if len(line) <= LONGEST_SENTENCE else line[: LONGEST_SENTENCE - 3] + "..."
