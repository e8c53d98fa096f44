"""Decodes a photograph that nobody vouches for in a child process with limits on memory, time and files.

Parent: `develop(data)`. Child: `python -m pencilwright.app.darkroom`, the file on standard input; on standard
output one line of JSON (the size, or why there is no picture) and the grey values.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import msgspec

from pencilwright.app import child, ending
from pencilwright.games.errors import InputError
from pencilwright.solver.photo import load
from pencilwright.templates.phrases import Phrase, phrase

MEMORY = 1536 * 1024 * 1024
"""Bytes of address space: 64 megapixels in colour, and as much again for a decoder."""
SECONDS = 20
PATIENCE = 3
HARMFUL = phrase("photo.file.harmful")


def develop(data: bytes, *, memory: int = MEMORY, seconds: int = SECONDS) -> Any:
    """Return a photograph as grey values, uint8, shape (height, width), the right way up.

    Raises InputError when it is no picture, damaged, too large or too small, or needs more memory or time
    than it may take, and RuntimeError when the child could not do its work for a reason of our own.
    """
    import numpy as np

    load.check_bytes(data)
    done = child.run(
        "pencilwright.app.darkroom", data, memory=memory, seconds=seconds, patience=seconds * PATIENCE
    )
    if done is None:
        raise InputError(HARMFUL, field="file")
    head, newline, rest = done.stdout.partition(b"\n")
    if not newline:
        child.check(done, "photographs")
        raise InputError(HARMFUL, field="file")
    told = json.loads(head)
    if "error" in told:
        raise InputError(msgspec.convert(told["error"], Phrase), field="file")
    if len(rest) != told["width"] * told["height"]:
        raise InputError(HARMFUL, field="file")
    return np.frombuffer(rest, np.uint8).reshape(told["height"], told["width"])


def main(arguments: list[str]) -> None:
    """Decode the photograph on standard input under the limits given (bytes, seconds)."""
    ending.with_parent()
    memory, seconds = (int(argument) for argument in arguments)
    data = sys.stdin.buffer.read()
    load.prepare(data)  # what decoding needs is imported before the limits; after them no file opens any more
    child.limit(memory, seconds)
    values = b""
    try:
        picture = load.decode(data)
        told: dict[str, Any] = {"width": picture.width, "height": picture.height}
        values = picture.tobytes()
    except InputError as error:
        told = {"error": msgspec.to_builtins(error.sentence)}
    except MemoryError:
        told = {"error": msgspec.to_builtins(HARMFUL)}
    sys.stdout.buffer.write(json.dumps(told).encode() + b"\n" + values)


if __name__ == "__main__":
    main(sys.argv[1:])
