"""Decode an untrusted photograph in a child process with limits on memory, time and files.

Parent: `develop(data)`, `pages(data)`. Child: `python -m pencilwright.app.processes.decode_image`, the file
on standard input; on standard output one line of JSON (the size, or why there is no picture; whether a page
follows) and the grey values. Each page has a child of its own.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from typing import Any

import msgspec

from pencilwright.app.processes import limited_process, signals
from pencilwright.games.errors import InputError
from pencilwright.solver.photo import load
from pencilwright.templates.phrases import Phrase, phrase

MEMORY = 1536 * 1024 * 1024
"""Bytes of address space: 64 megapixels in colour, and as much again for a decoder."""
SECONDS = 20
PATIENCE = 3
MOST_PAGES, MOST_SECONDS = 40, 180
"""Of one file: its pages, and what decoding them may take by the clock."""
HARMFUL = phrase("photo.file.harmful")


def develop(data: bytes, *, memory: int = MEMORY, seconds: int = SECONDS) -> Any:
    """Return a photograph, or the first page of a file, as grey values, the right way up.

    uint8, shape (height, width). Raises InputError when it is no picture, damaged, too large or too small, or
    needs more memory or time than it may take, and RuntimeError when the child could not do its work for a
    reason of our own.
    """
    return page(data, 1, memory=memory, seconds=seconds)


def pages(data: bytes) -> Iterator[Any]:
    """Yield the pages of a file as `develop` returns them, or the InputError of one that cannot be read.

    Raises InputError for a file with more than MOST_PAGES, and when its pages take too long together.
    """
    began = time.monotonic()
    number, more = 0, True
    while more:
        if number == MOST_PAGES:
            raise InputError(phrase("photo.file.pages", n=MOST_PAGES), field="file")
        if time.monotonic() - began > MOST_SECONDS:
            raise InputError(HARMFUL, field="file")
        picture, more = _develop(data, number, MEMORY, SECONDS)
        yield picture
        number += 1


def page(data: bytes, number: int, *, memory: int = MEMORY, seconds: int = SECONDS) -> Any:
    """Return the page with this number, from 1 on, as `develop` does the first; raises as it does."""
    picture, _ = _develop(data, number - 1, memory, seconds)
    if isinstance(picture, InputError):
        raise picture
    return picture


def _develop(data: bytes, page: int, memory: int, seconds: int) -> tuple[Any, bool]:
    """Return a page of a file, or its error, and whether there is another one."""
    import numpy as np

    try:
        load.check_bytes(data)
    except InputError as error:
        return error, False
    limits = {"memory": memory, "seconds": seconds, "patience": seconds * PATIENCE}
    done = limited_process.run("pencilwright.app.processes.decode_image", data, f"{page}", **limits)
    if done is None:
        return InputError(HARMFUL, field="file"), False
    head, newline, rest = done.stdout.partition(b"\n")
    if not newline:
        limited_process.check(done, "photographs")
        return InputError(HARMFUL, field="file"), False
    fields = json.loads(head)
    if "error" in fields:
        return InputError(msgspec.convert(fields["error"], Phrase), field="file"), fields["more"]
    if len(rest) != fields["width"] * fields["height"]:
        return InputError(HARMFUL, field="file"), False
    return np.frombuffer(rest, np.uint8).reshape(fields["height"], fields["width"]), fields["more"]


def main(arguments: list[str]) -> None:
    """Decode a page of the file on standard input under the limits given (bytes, seconds, page)."""
    signals.with_parent()
    memory, seconds, page = (int(argument) for argument in arguments)
    data = sys.stdin.buffer.read()
    load.prepare(data)  # what decoding needs is imported before the limits; after them no file opens any more
    limited_process.limit(memory, seconds)
    values, more = b"", False
    try:
        more = load.has_page(data, page + 1)
        picture = load.decode(data, page)
        fields: dict[str, Any] = {"width": picture.width, "height": picture.height, "more": more}
        values = picture.tobytes()
    except InputError as error:
        fields = {"error": msgspec.to_builtins(error.sentence), "more": more}
    except MemoryError:
        fields = {"error": msgspec.to_builtins(HARMFUL), "more": False}
    sys.stdout.buffer.write(json.dumps(fields).encode() + b"\n" + values)


if __name__ == "__main__":
    main(sys.argv[1:])
