"""Results kept in a file, one line a photograph, so that a long run goes on where it was stopped."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from pencilwright.app import files
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import plain
from teaching.photos.measure import COUNTERS, Counts, Task

LARGEST = 1 << 30
"""Bytes that a file of results may have."""

Measured = Callable[[list[Task]], Iterator[Counts]]
"""What makes and reads photographs."""


def run(tasks: list[Task], path: str | None, measured: Measured) -> Iterator[Counts]:
    """Yield the results of all tasks: those in the file first, then the others, each added to it at once.

    Raises InputError when the file cannot be read or written, or holds something else.
    """
    if path is None:
        yield from measured(tasks)
        return
    known, whole = load(path)
    yield from (known[key] for task in tasks if (key := _key(task)) in known)
    left = [task for task in tasks if _key(task) not in known]
    try:
        with open(path, "a", encoding="utf-8") as file:
            file.truncate(whole)
            for task, counts in zip(left, measured(left), strict=True):
                file.write(json.dumps({"task": _key(task), "counts": vars(counts)}) + "\n")
                file.flush()
                yield counts
    except OSError as error:
        raise InputError(plain(f"cannot write {path!r}: {error.strerror}"), field="work") from error


def load(path: str) -> tuple[dict[str, Counts], int]:
    """Return the results in a file by their task, and how many bytes hold them: a last line may be cut short.

    Raises InputError when the file cannot be read or holds something else; one that is not there is empty.
    """
    if not os.path.exists(path):
        return {}, 0
    data = files.read(path, limit=LARGEST)
    whole = 0
    results: dict[str, Counts] = {}
    try:
        for line in data.splitlines(keepends=True):
            if not line.endswith(b"\n"):
                break
            entry = json.loads(line)
            whole += len(line)
            results[entry["task"]] = _counts(entry["counts"])
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise InputError(
            plain(f"{path!r} does not hold results of `teaching photos`"), field="work"
        ) from error
    return results, whole


def _key(task: Task) -> str:
    return " ".join(map(str, (task.level.name, task.seed, task.number, *task.options)))


def _counts(raw: dict[str, Any]) -> Counts:
    return Counts(**raw | {name: Counter(raw[name]) for name in COUNTERS})
