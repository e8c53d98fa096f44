"""What training keeps in a folder, so that an interrupted run goes on: examples, and each trained network."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pencilwright.solver.photo.network import Blocks, Design, read, shapes

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

    start : a file of networks that they begin with; None: from nothing.
    """
    begun = stored(start, design) if start else [None]
    results = []
    for number in range(count):
        tell(f"network {number + 1}")
        made = partial(train, number, begun[number % len(begun)])
        blocks = cached(folder / f"{name}-{number}.npz", made)
        results.append({key: block.astype(np.float32) for key, block in blocks.items()})
    return results


def stored(file: Path, design: Design) -> list[Blocks]:
    """Return the weights of the networks in a file as it is shipped.

    Raises InputError when they are of another version or of other shapes.
    """
    text = file.read_text(encoding="utf-8")
    read(text, design)
    data = json.loads(text)
    rows = {name: len(shape) > 1 for name, shape in shapes(design).items()}
    return [
        {
            name: np.array(block if rows[name] else block[0], np.float32) / np.float32(data["scale"])
            for name, block in blocks.items()
        }
        for blocks in data["networks"]
    ]


def tell(line: str) -> None:
    """Write a line about the work to the error stream."""
    print(line, file=sys.stderr, flush=True)
