"""The wheel of actions as the page draws it: where everything lies, in the units of its picture."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping
from functools import cache, partial
from types import MappingProxyType
from typing import Any, Final

from pencilwright.games.shared import figures
from pencilwright.games.shared.session import BoardDrawing, Pick
from pencilwright.templates import drawing

SIZE: Final = 400
CENTRE: Final = SIZE / 2, SIZE / 2
RINGS: Final = ((60, 102), (102, 141), (141, 178))
"""Inner and outer edge of each ring, from the inside."""
NUMBER: Final = 48
WORKERS: Final = 189
BESIDE: Final = 0.03
"""How far two workers of a sector lie apart, as a part of a turn."""
ASIDE: Final = 0.2
"""How far a ring lies from the end of its sector, as a part of it."""
STORES: Final = 22
INNERMOST: Final = 34
OUTERMOST: Final = 199
ICON: Final = 24
_at: Final = partial(figures.on_circle, CENTRE)


@cache
def icon(name: str) -> tuple[tuple[str, str], ...]:
    """Return the layers of an icon: path on a square of 24 units, and how it is painted."""
    return tuple((layer["d"], layer["paint"]) for layer in drawing.layers(name))


def drawn(
    state: BoardDrawing,
    before: BoardDrawing | None = None,
    picks: Collection[Pick] = (),
    rings: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, Any] | None:
    """Return what the picture is made of; None for a game without a wheel.

    before : as it was when the turn began: workers placed since are fresh.
    picks : those with a place on the wheel are tapped. rings : a sector's place -> what a ring there says.
    """
    count = len(state.sectors)
    if not count:
        return None
    signs, numbers, workers, spokes = [], [], [], []
    old = state.sectors if before is None else before.sectors
    for index, sector in enumerate(state.sectors):
        middle = (index + 0.5) / count
        for (near, far), (name, number) in zip(RINGS, sector.actions, strict=True):
            x, y = _at((near + far) / 2, middle)
            signs.append(
                {"icon": name, "x": x - ICON / 2 - (4 if number else 0), "y": y - ICON / 2, "n": number}
            )
        numbers.append({"at": _at(NUMBER, middle), "n": index + 1, "is_marked": sector.is_marked})
        stood = Counter(old[index].workers)
        for place, (letter, is_large) in enumerate(sector.workers):
            stood[letter, is_large] -= 1
            beside = BESIDE * (place - (len(sector.workers) - 1) / 2)
            is_fresh = stood[letter, is_large] < 0
            at = _at(WORKERS, middle + beside)
            workers.append({"at": at, "letter": letter, "is_large": is_large, "is_fresh": is_fresh})
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
        "rings": [
            (*_at(WORKERS, (n - ASIDE) / count), tag)
            for n in range(1, count + 1)
            if (tag := rings.get(f"sector.{n}"))
        ],
        "taps": [_tap(pick, count) for pick in picks if pick.place.startswith(("sector.", "ring."))],
    }


def _tap(pick: Pick, count: int) -> dict[str, Any]:
    """Return what is tapped for a pick: its outline, key and words."""
    kind, _, index = pick.place.partition(".")
    if kind == "sector":
        path = figures.sector(CENTRE, INNERMOST, OUTERMOST, (int(index) - 1) / count, int(index) / count)
    else:
        path = "".join(figures.disc(CENTRE, radius) for radius in RINGS[int(index)])
    return {"path": path, "key": pick.key, "words": pick.words}


def _middle(state: BoardDrawing, store: int) -> float:
    """Return the middle of a store's sectors, the way around the wheel kept in mind."""
    mine = [index for index, sector in enumerate(state.sectors) if sector.store == store]
    count = len(state.sectors)
    x = sum(math.cos(2 * math.pi * index / count) for index in mine)
    y = sum(math.sin(2 * math.pi * index / count) for index in mine)
    return math.atan2(y, x) * count / (2 * math.pi)
