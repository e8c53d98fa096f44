"""What a terminal shows: tables, answers for programs, and how long work goes on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click
import msgspec

from pencilwright.app.language import chosen, tell
from pencilwright.templates.phrases import Sentence, answered, phrase, width
from pencilwright.templates.tables import size, table

if TYPE_CHECKING:
    from rich.status import Status

    from pencilwright.solver.compiled import Progress

__all__ = ["bar", "encode", "hint_at_speed", "paused", "size", "table", "width", "working"]

ILLEGAL, BAD_INPUT = 1, 2
"""Exit codes: what was read breaks the rules or leaves a question; nothing could be read."""

_RUNNING: list[Status] = []
"""What is shown of the work that goes on."""


def encode(answer: Any) -> bytes:
    """Return an answer as indented JSON with a newline at the end, for programs.

    Phrases in it are told in the language of the command, with key and values beside them.
    """
    return msgspec.json.format(msgspec.json.encode(answered(answer, chosen())), indent=2) + b"\n"


@contextmanager
def working(what: Sentence) -> Iterator[Progress | None]:
    """Show how long work goes on, on the error stream and only when a person watches it.

    Yields the function to tell progress to, or None when nobody watches.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.text import Text

    # A Text, or rich would take brackets in a file's name for its own markup.
    with Console(stderr=True).status(Text(tell(what))) as status, _running(status):

        def update(now: Sentence, done: int, whole: int) -> None:
            text = phrase("progress.of", now=now, done=done, whole=whole) if whole else now
            status.update(Text(tell(text)))

        yield update


@contextmanager
def _running(status: Status) -> Iterator[None]:
    _RUNNING.append(status)
    try:
        yield
    finally:
        _RUNNING.remove(status)


@contextmanager
def paused() -> Iterator[None]:
    """Show no progress meanwhile: a person is asked something in its place."""
    for status in _RUNNING:
        status.stop()
    try:
        yield
    finally:
        for status in _RUNNING:
            status.start()


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
    from time import monotonic

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
    )
    started = monotonic()
    with Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True)) as view:
        task = view.add_task(what, total=whole, rate="")

        def tell(done: int, tries: int) -> None:
            rate = tries / max(0.001, monotonic() - started)
            view.update(task, completed=done, rate=f"{tries} tried, {rate:.1f} a second")

        yield tell
