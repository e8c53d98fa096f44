"""Which mutants are tried: a sample that a seed decides, and those known to change nothing."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from mutants.making import Mutant, mutants_of

AREAS = ("games", "solver", "generator", "app")
LEFT_OUT = ("*/primer.py",)
"""A test bench of its own, and typical positions as data."""

KNOWN = Path(__file__).with_name("equivalent.toml")


class Equivalent(NamedTuple):
    """A mutant that no test can tell from the program, named by its text so that moved lines don't matter."""

    file: str
    operator: str
    line: str
    mutant: str
    reason: str

    def means(self, mutant: Mutant) -> bool:
        """Return whether this is the mutant."""
        return self[:4] == (mutant.file, mutant.operator, mutant.before, mutant.after)


def equivalents(path: Path = KNOWN) -> list[Equivalent]:
    """Return the mutants that are known to be equivalent."""
    with path.open("rb") as file:
        return [Equivalent(**entry) for entry in tomllib.load(file).get("equivalent", [])]


def all_mutants(root: Path, areas: Iterable[str] = AREAS) -> list[Mutant]:
    """Return all mutants of these areas of the tree."""
    found = []
    for area in areas:
        for path in sorted((root / area).rglob("*.py")):
            file = path.relative_to(root).as_posix()
            if not any(PurePosixPath(file).match(pattern) for pattern in LEFT_OUT):
                found += mutants_of(file, path.read_text(encoding="utf-8"))
    return found


def draw(mutants: Sequence[Mutant], seed: str, count: int) -> list[Mutant]:
    """Return so many of the mutants, in the order of the tree.

    Each area gets the same number, each folder of it a share by its size, each operator the same of that.
    A mutant's rank is a hash of the seed and its text: lines that move leave the sample as it is.
    """
    chosen: list[Mutant] = []
    areas = _grouped(mutants, lambda mutant: mutant.file.split("/", 1)[0])
    rest = count
    # The smallest area first: what it can't fill, the others get.
    for left, area in zip(range(len(areas), 0, -1), sorted(areas.values(), key=len), strict=True):
        number = min(rest // left, len(area))
        rest -= number
        folders = _grouped(area, lambda mutant: mutant.file.rpartition("/")[0])
        shares = _shares({name: len(folder) for name, folder in folders.items()}, number)
        for name, folder in folders.items():
            chosen += _ranked(folder, seed)[: shares[name]]
    return sorted(chosen, key=lambda mutant: (AREAS.index(mutant.file.split("/", 1)[0]), mutant[:4]))


def _ranked(mutants: Sequence[Mutant], seed: str) -> list[Mutant]:
    """Return the mutants in the order of the seed, operators taking turns."""
    ranks: dict[Mutant, bytes] = {}
    seen: dict[tuple[str, ...], int] = defaultdict(int)
    for mutant in mutants:
        text = (seed, mutant.file, mutant.function, mutant.operator, mutant.before, mutant.after)
        ranks[mutant] = sha256("\0".join((*text, str(seen[text]))).encode()).digest()
        seen[text] += 1
    operators = _grouped(sorted(mutants, key=ranks.__getitem__), lambda mutant: mutant.operator)
    turns = zip_longest(*operators.values())
    return [mutant for turn in turns for mutant in turn if mutant is not None]


def _grouped(mutants: Iterable[Mutant], key: Callable[[Mutant], str]) -> dict[str, list[Mutant]]:
    groups: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in mutants:
        groups[key(mutant)].append(mutant)
    return groups


def _shares(sizes: Mapping[str, int], number: int) -> dict[str, int]:
    """Return a number divided in proportion to the sizes; the largest remainders get what is left."""
    whole = sum(sizes.values())
    shares = {name: number * size // whole for name, size in sizes.items()}
    by_remainder = sorted(sizes, key=lambda name: (-(number * sizes[name] % whole), name))
    for name in by_remainder[: number - sum(shares.values())]:
        shares[name] += 1
    return shares
