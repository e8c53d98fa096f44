"""A small network that tells the kinds of marks apart by their looks, and the file that holds its weights.

Three layers of filters, each half as fine as the one before, then one layer of units that also knows the
kind of place, then one number for each kind. Several such networks, taught from different beginnings, judge
together.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.solver.photo import tuning
from pencilwright.solver.photo.records import BLANK, SPENT, STRUCK, TICKED

FILE = Path(__file__).with_name("marks.json")
FORMAT = 1
STEPS: Final = 1000
"""Weights are kept as whole numbers of this part of one."""

OTHER: Final = "other"
"""What is drawn but is none of the kinds of its place."""
KINDS: Final = (BLANK, TICKED, STRUCK, SPENT, OTHER)
"""What a network tells apart, in the order of its outputs."""
PLACES: Final = ("circle", "large circle", "resource", "printed resource", "strike", "tick")
"""Kinds of places, in the order of the inputs that tell them to the units."""

FILTERS: Final = ((2, 16, 5), (16, 28, 3), (28, 40, 3))
"""Layers in, layers out and side of the filters, of each layer; each moves by two pixels."""
UNITS: Final = 48


class Network(NamedTuple):
    """The weights of one network, float32: filters as (layers in * side * side, layers out)."""

    filters: tuple[Any, Any, Any]
    offsets: tuple[Any, Any, Any]
    units: Any
    units_offset: Any
    kinds: Any
    kinds_offset: Any


def shapes() -> dict[str, tuple[int, ...]]:
    """Return the name and shape of every block of weights, in the order of the file."""
    found: dict[str, tuple[int, ...]] = {}
    side = tuning.LOOK_SIDE
    for number, (before, after, size) in enumerate(FILTERS):
        found[f"filters {number + 1}"] = (before * size * size, after)
        found[f"offsets {number + 1}"] = (after,)
        side //= 2
    found["units"] = (side * side * FILTERS[-1][1] + len(PLACES), UNITS)
    found["units' offsets"] = (UNITS,)
    found["kinds"] = (UNITS, len(KINDS))
    found["kinds' offsets"] = (len(KINDS),)
    return found


def network(blocks: Mapping[str, Any]) -> Network:
    """Return the network of blocks of weights by name."""
    numbers = range(1, len(FILTERS) + 1)
    filters = tuple(blocks[f"filters {n}"] for n in numbers)
    offsets = tuple(blocks[f"offsets {n}"] for n in numbers)
    return Network(
        filters,
        offsets,
        blocks["units"],
        blocks["units' offsets"],
        blocks["kinds"],
        blocks["kinds' offsets"],
    )


def patches(layers: Any, side: int) -> Any:
    """Return what filters of this side see at each second pixel.

    From (n, y, x, layers) to (n, y / 2, x / 2, side * side * layers).
    """
    import numpy as np

    half = side // 2
    padded = np.pad(layers, ((0, 0), (half, half), (half, half), (0, 0)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (side, side), axis=(1, 2))[:, ::2, ::2]
    return windows.transpose(0, 1, 2, 4, 5, 3).reshape(*windows.shape[:3], -1)


def ready(looks: Any) -> Any:
    """Return looks as the network takes them: float32, shape (n, y, x, layers), ink and what can be seen."""
    import numpy as np

    return looks.transpose(0, 2, 3, 1).astype(np.float32) * np.float32(1 / tuning.FULL_LOOK)


def units(net: Network, layers: Any, places: Any) -> Any:
    """Return the units' answer, shape (n, UNITS), to looks made ready and places (n, len(PLACES))."""
    import numpy as np

    for filters, offsets, (_, _, side) in zip(net.filters, net.offsets, FILTERS, strict=True):
        layers = np.maximum(patches(layers, side) @ filters + offsets, 0)
    together = np.concatenate([layers.reshape(len(layers), -1), places], axis=1)
    return np.maximum(together @ net.units + net.units_offset, 0)


def chances(net: Network, answer: Any) -> Any:
    """Return the probability of each of KINDS, shape (n, len(KINDS)), from the units' answer."""
    import numpy as np

    raw = answer @ net.kinds + net.kinds_offset
    raw = np.exp(raw - raw.max(axis=1, keepdims=True))
    return raw / raw.sum(axis=1, keepdims=True)


def write(blocks: Sequence[Mapping[str, Any]], made: Mapping[str, Any]) -> str:
    """Return the text of a file with these networks, and with how they were made in its head."""
    import numpy as np

    rows = []
    for one in blocks:
        lines = []
        for name in shapes():
            whole = np.round(np.asarray(one[name]) * STEPS).astype(int)
            parts = [json.dumps(row.tolist(), separators=(",", ":")) for row in np.atleast_2d(whole)]
            lines.append(f"{json.dumps(name)}: [\n" + ",\n".join(parts) + "]")
        rows.append("{" + ",\n".join(lines) + "}")
    head = json.dumps({"format": FORMAT, "steps": STEPS, **made}, indent=1)
    return head[:-2] + ',\n "networks": [' + ",\n".join(rows) + "]}\n"


def read(text: str) -> tuple[Network, ...]:
    """Return the networks that a file's text holds. Raises InputError when it is of another version."""
    import numpy as np

    data = json.loads(text)
    if (data["format"], data["steps"]) != (FORMAT, STEPS):
        raise InputError("these networks are of another version", field="format")
    found = []
    for one in data["networks"]:
        blocks = {name: np.array(one[name], np.float32) / np.float32(STEPS) for name in shapes()}
        blocks = {name: block if len(shapes()[name]) > 1 else block[0] for name, block in blocks.items()}
        if {name: block.shape for name, block in blocks.items()} != shapes():
            raise InputError("these networks have other shapes than this version's", field="networks")
        found.append(network(blocks))
    return tuple(found)


@cache
def taught() -> tuple[Network, ...]:
    """Return the networks that come with the program."""
    return read(FILE.read_text(encoding="utf-8"))
