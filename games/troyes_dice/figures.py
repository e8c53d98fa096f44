"""A drawing of what no source proves: the plazas, as they lie on the table."""

from __future__ import annotations

from pencilwright.games.shared.figures import Figure, Figures, Sign, Spot, box
from pencilwright.games.troyes_dice.components import STANDARD
from pencilwright.games.troyes_dice.own_values import PAIRS


def figures() -> Figures:
    """Return the nine plazas to tap, three a row."""
    spots = []
    for n in range(len(STANDARD.plazas)):
        x, y = 134 * (n % 3), 104 * (n // 3)
        spots.append(Spot("plazas", "", (x + 66, y + 48), box(x + 4, y + 4, 124, 88), n))
    colours = dict(zip("RYW", ("red", "yellow", "white"), strict=True))
    faces = {pair: (colours[pair[0]], colours[pair[2]]) for pair in PAIRS}
    signs = {
        pair: Sign(tuple(f"citizen_{item}" for item in both), 0, tuple(f"{item}_fill" for item in both))
        for pair, both in faces.items()
    }
    return Figures((Figure(("plazas",), (402, 304), tuple(spots), sign=40),), signs)
