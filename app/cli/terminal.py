"""What a terminal shows: tables, answers for programs, and how long work goes on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from shutil import get_terminal_size
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec

from pencilwright.app import files
from pencilwright.app.language import chosen, tell
from pencilwright.templates.phrases import Sentence, answered, phrase, width
from pencilwright.templates.tables import size, table

if TYPE_CHECKING:
    from pencilwright.games import Game
    from pencilwright.solver.compiled import Progress

__all__ = ["bar", "encode", "hint_at_speed", "paused", "show", "size", "table", "width", "working", "write"]

ILLEGAL, BAD_INPUT = 1, 2
"""Exit codes: what was read breaks the rules or leaves a question; nothing could be read."""

AGAIN: Final = 0.1
"""Seconds between two looks of a line at the work that goes on."""
CLEARED: Final = "\r\x1b[K"
"""What a terminal obeys by emptying its line."""


class _Line:
    """A line of the error stream that is written over, with what is being done."""

    def __init__(self) -> None:
        self.text = ""
        self.written = 0.0
        self.is_paused = False

    def show(self, text: str, *, at_once: bool = True) -> None:
        """Write a text in place of what stands there, cut to the terminal's width."""
        self.text = text
        if self.is_paused or not (at_once or monotonic() - self.written > AGAIN):
            return
        self.written = monotonic()
        room = get_terminal_size().columns - 1
        while width(text) > room:
            text = text[:-1]
        click.echo(f"{CLEARED}{text}", nl=False, err=True, color=True)

    def clear(self) -> None:
        """Leave the line empty."""
        click.echo(CLEARED, nl=False, err=True, color=True)


_RUNNING: list[_Line] = []
"""What is shown of the work that goes on."""


def encode(answer: Any) -> bytes:
    """Return an answer as indented JSON with a newline at the end, for programs.

    Phrases in it are told in the language of the command, with key and values beside them.
    """
    return msgspec.json.format(msgspec.json.encode(answered(answer, chosen())), indent=2) + b"\n"


def show(answer: Any, words: Callable[[str], str], *, as_json: bool) -> None:
    """Print an answer: as JSON for programs, else in words of the command's language."""
    click.echo(encode(answer) if as_json else words(chosen()), nl=not as_json)


def write(output: str | None, name: str, data: bytes) -> None:
    """Write a file and say where it is; where none is named, to standard output."""
    if (where := files.write(output or files.STDIO, name, data)) != files.STDIO:
        click.echo(tell(phrase("wrote", path=where)))


def write_position(game: Game, state: Any, stem: str, output: str | None, *, as_text: bool) -> None:
    """Write a position as JSON, or as its text, as `write` does."""
    if as_text:
        write(output, f"{stem}.txt", f"{game.to_text(state)}\n".encode())
    else:
        write(output, f"{stem}.json", game.to_json(state))


@contextmanager
def working(what: Sentence) -> Iterator[Progress | None]:
    """Show how long work goes on, on the error stream and only when a person watches it.

    Yields the function to tell progress to, or None when nobody watches.
    """
    if not sys.stderr.isatty():
        yield None
        return
    line = _Line()
    line.show(tell(what))
    _RUNNING.append(line)

    def update(now: Sentence, done: int, whole: int) -> None:
        text = phrase("progress.of", now=now, done=done, whole=whole) if whole else now
        line.show(tell(text), at_once=False)

    try:
        yield update
    finally:
        _RUNNING.remove(line)
        line.clear()


@contextmanager
def paused() -> Iterator[None]:
    """Show no progress meanwhile: a person is asked something in its place."""
    for line in _RUNNING:
        line.is_paused = True
        line.clear()
    try:
        yield
    finally:
        for line in _RUNNING:
            line.is_paused = False
            line.show(line.text)


def hint_at_speed() -> None:
    """Say on the error stream that advice is slow when the extra `fast` is missing."""
    from pencilwright.solver.compiled import can_compile

    if not can_compile():
        click.echo(tell(phrase("answer.slowly")), err=True)


@contextmanager
def bar(what: str, whole: int) -> Iterator[Callable[[int, int], None] | None]:
    """Show how many of `whole` are done and how fast tries are made, only when a person watches it.

    Yields the function to tell both counts to (done, tries), or None when nobody watches.
    """
    if not sys.stderr.isatty():
        yield None
        return
    started = monotonic()
    with click.progressbar(length=whole, label=what, show_pos=True, file=sys.stderr) as view:

        def update(done: int, tries: int) -> None:
            rate = tries / max(0.001, monotonic() - started)
            view.label = f"{what}, {tell(phrase('progress.tries', n=tries, rate=f'{rate:.1f}'))}"
            view.update(done - view.pos)

        yield update
