"""What training keeps in a folder, so that an interrupted run goes on: examples, and each trained network."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pencilwright.solver.photo.network import FORMAT, MARKS, SCALE, Blocks, Design, read, shapes

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


def written(networks: Sequence[Blocks], made: Mapping[str, Any], design: Design = MARKS) -> str:
    """Return the text of a file with these networks, and with how they were made in its head."""
    texts = []
    for blocks in networks:
        lines = []
        for name in shapes(design):
            whole = np.round(np.asarray(blocks[name]) * SCALE).astype(int)
            rows = [json.dumps(row.tolist(), separators=(",", ":")) for row in np.atleast_2d(whole)]
            lines.append(f"{json.dumps(name)}: [\n" + ",\n".join(rows) + "]")
        texts.append("{" + ",\n".join(lines) + "}")
    head = json.dumps({"format": FORMAT, "scale": SCALE, **made}, indent=1)
    return head[:-2] + ',\n "networks": [' + ",\n".join(texts) + "]}\n"
