"""A drawing of what no source proves: the places of bridges on the map."""

from __future__ import annotations

from typing import Final

from pencilwright.games.shared.figures import Figure, Figures, Shape, Spot
from pencilwright.games.terra_mystica.boards.hexes import PLACES, TERRAIN, HexPlace, facing_pairs

WIDE: Final = 34.0
"""Half the width of a hex."""
HIGH: Final = WIDE * 2 / 3**0.5
"""From the middle of a hex to its upper corner."""


def figures() -> Figures:
    """Return the map, on which a tap takes the place of a bridge away or puts it back."""
    at = {name: _middle(place) for name, place in PLACES.items()}
    spots = []
    for pair in facing_pairs():
        (ax, ay), (bx, by) = (at[name] for name in pair.split("-"))
        x, y = (ax + bx) / 2, (ay + by) / 2
        along = (bx - ax) * 0.2, (by - ay) * 0.2
        across = -along[1] * 0.42, along[0] * 0.42
        corners = [
            (x + a * along[0] + c * across[0], y + a * along[1] + c * across[1])
            for a, c in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        path = "M" + "L".join(f"{px:.1f} {py:.1f}" for px, py in corners) + "Z"
        spots.append(Spot("bridge_places", "", (x, y), path, 0, pair, " "))
    shapes = tuple(
        Shape(_hexagon(*at[name]), f"land_{TERRAIN[name]}" if name in TERRAIN else "water") for name in PLACES
    )
    labels = tuple((at[name], name) for name in TERRAIN)
    right, foot = max(x for x, _ in at.values()), max(y for _, y in at.values())
    size = (right + WIDE, foot + WIDE)
    return Figures((Figure(("bridge_places",), size, tuple(spots), shapes, labels, is_wide=True),))


def _middle(place: HexPlace) -> tuple[float, float]:
    return round(WIDE * (2 * place.column + place.row % 2 + 1), 1), round(HIGH * (1.5 * place.row + 1), 1)


def _hexagon(x: float, y: float) -> str:
    corners = (
        (0, -HIGH),
        (WIDE, -HIGH / 2),
        (WIDE, HIGH / 2),
        (0, HIGH),
        (-WIDE, HIGH / 2),
        (-WIDE, -HIGH / 2),
    )
    return "M" + "L".join(f"{x + dx:.1f} {y + dy:.1f}" for dx, dy in corners) + "Z"
