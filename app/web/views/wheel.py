"""The wheel of actions as the page draws it: where everything lies, in the units of its picture."""

from __future__ import annotations

import math
from functools import cache
from typing import Any, Final

from pencilwright.games.shared.session import Drawing
from pencilwright.templates import drawing

SIZE: Final = 400
RINGS: Final = ((60, 102), (102, 141), (141, 178))
"""Inner and outer edge of each ring, from the inside."""
NUMBER: Final = 48
WORKERS: Final = 189
BESIDE: Final = 0.03
"""How far two workers of a sector lie apart, as a part of a turn."""
STORES: Final = 22
ICON: Final = 24


def _at(radius: float, turn: float) -> tuple[float, float]:
    """Return a point at a part of a turn, clockwise from the top."""
    angle = 2 * math.pi * turn
    return round(SIZE / 2 + radius * math.sin(angle), 1), round(SIZE / 2 - radius * math.cos(angle), 1)


@cache
def icon(name: str) -> tuple[tuple[str, str], ...]:
    """Return the layers of an icon: path on a square of 24 units, and how it is painted."""
    return tuple((layer["d"], layer["paint"]) for layer in drawing.layers(name))


def drawn(state: Drawing) -> dict[str, Any] | None:
    """Return what the picture is made of; None for a game without a wheel."""
    count = len(state.sectors)
    if not count:
        return None
    signs, numbers, workers, spokes = [], [], [], []
    for index, sector in enumerate(state.sectors):
        middle = (index + 0.5) / count
        for (near, far), (name, number) in zip(RINGS, sector.actions, strict=True):
            x, y = _at((near + far) / 2, middle)
            signs.append(
                {"icon": name, "x": x - ICON / 2 - (4 if number else 0), "y": y - ICON / 2, "n": number}
            )
        numbers.append({"at": _at(NUMBER, middle), "n": index, "is_marked": sector.is_marked})
        for place, (letter, is_large) in enumerate(sector.workers):
            beside = BESIDE * (place - (len(sector.workers) - 1) / 2)
            workers.append({"at": _at(WORKERS, middle + beside), "letter": letter, "is_large": is_large})
        is_edge = sector.store != state.sectors[index - 1].store
        spokes.append(
            (_at(RINGS[0][0] if not is_edge else 8, index / count), _at(RINGS[-1][1], index / count), is_edge)
        )
    stores = [
        {"at": _at(STORES, (_middle(state, store) + 0.5) / count), "n": held}
        for store, held in enumerate(state.stores)
    ]
    used = sorted({name for sector in state.sectors for name, _ in sector.actions})
    return {
        "size": SIZE,
        "icons": [(name, icon(name)) for name in used],
        "radii": [RINGS[0][0], *(far for _, far in RINGS)],
        "signs": signs,
        "numbers": numbers,
        "workers": workers,
        "spokes": spokes,
        "stores": stores,
    }


def _middle(state: Drawing, store: int) -> float:
    """Return the middle of a store's sectors, the way around the wheel kept in mind."""
    mine = [index for index, sector in enumerate(state.sectors) if sector.store == store]
    count = len(state.sectors)
    x = sum(math.cos(2 * math.pi * index / count) for index in mine)
    y = sum(math.sin(2 * math.pi * index / count) for index in mine)
    return math.atan2(y, x) * count / (2 * math.pi)
