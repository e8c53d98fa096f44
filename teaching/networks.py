"""What training keeps in a folder, so that an interrupted run goes on: examples, and each trained network."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pencilwright.solver.photo.network import Blocks, Design, read

Arrays = Mapping[str, NDArray[Any]]


def cached(file: Path, make: Callable[[], Arrays]) -> dict[str, NDArray[Any]]:
    """Return the arrays in a file; they are made first where it is missing."""
    if not file.exists():
        unfinished = file.with_suffix(".new.npz")
        np.savez_compressed(unfinished, allow_pickle=False, **make())
        unfinished.replace(file)
    with np.load(file) as stored:
        return {name: stored[name] for name in stored.files}


def ensemble(
    folder: Path,
    name: str,
    count: int,
    design: Design,
    start: Path | None,
    train: Callable[[int, Blocks | None], Blocks],
) -> list[Blocks]:
    """Return so many networks by name and number; `train` makes those that the folder lacks.

    start : a file of networks to begin with, as it is shipped; None: from nothing. Raises InputError where
        these have another version or other shapes.
    """
    begun = read(start.read_text(encoding="utf-8"), design) if start else (None,)
    results = []
    for number in range(count):
        tell(f"network {number + 1}")
        made = partial(train, number, begun[number % len(begun)])
        blocks = cached(folder / f"{name}-{number}.npz", made)
        results.append({key: block.astype(np.float32) for key, block in blocks.items()})
    return results


def tell(line: str) -> None:
    """Write a line about the work to the error stream."""
    print(line, file=sys.stderr, flush=True)
