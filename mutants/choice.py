"""Which tests judge a mutant: those that reach its line, and those of the folder that mirrors its own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from mutants.making import Mutant
from mutants.recording import Recording, file_of

BUDGET = 60.0
"""Seconds of tests that reach the line, and again of tests that mirror its file, as they were recorded."""

STEPS = (0.3, 3.0, 20.0)
"""Quick tests go before slow ones; within a step a file's stay together: they share what they set up."""


def chosen(mutant: Mutant, recording: Recording, budget: float = BUDGET) -> list[str]:
    """Return the tests that judge a mutant, in the order in which they are to be run.

    The folder stands in for what coverage doesn't see: compiled kernels, and processes that a test starts.
    """
    seconds = recording.seconds
    reaching = recording.reaching(mutant)
    mirrored = {name for name in seconds if mirrors(name, mutant.file)} - reaching
    names = {*within(budget, reaching, seconds), *within(budget, mirrored, seconds)}
    return in_order(names, seconds)


def mirrors(test: str, file: str) -> bool:
    """Return whether a test lies in the folder of tests/ that mirrors a source file's own."""
    folder = PurePosixPath(file_of(test)).parent
    return folder == PurePosixPath("tests") / PurePosixPath(file).parent or (
        file.startswith("app/") and folder == PurePosixPath("tests/app")
    )


def within(budget: float, names: Iterable[str], seconds: Mapping[str, float]) -> list[str]:
    """Return the quickest of the tests that together stay within the budget, and one at least."""
    taken: list[str] = []
    for name in sorted(names, key=lambda name: (seconds[name], name)):
        budget -= seconds[name]
        if taken and budget < 0:
            break
        taken.append(name)
    return taken


def in_order(names: Iterable[str], seconds: Mapping[str, float]) -> list[str]:
    """Return the tests by step of slowness, and in each by file, the file that takes the least time first."""
    groups: dict[tuple[int, str], list[str]] = defaultdict(list)
    for name in names:
        step = sum(seconds[name] >= limit for limit in STEPS)
        groups[step, file_of(name)].append(name)
    weight = {key: sum(map(seconds.__getitem__, group)) for key, group in groups.items()}
    return [
        name
        for key in sorted(groups, key=lambda key: (key[0], weight[key], key[1]))
        for name in sorted(groups[key], key=lambda name: (seconds[name], name))
    ]
