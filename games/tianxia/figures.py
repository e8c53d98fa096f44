"""A drawing of what no source proves: the attack paths with their raid values."""

from __future__ import annotations

from pencilwright.games.shared.figures import Figure, Figures, Shape, Sign, Spot, box
from pencilwright.games.tianxia.components import GOODS, RESOURCES, STANDARD
from pencilwright.templates.phrases import phrase


def figures() -> Figures:
    """Return the attack paths as the battle sheet draws them: roofs in a row, the raid value below each."""
    spots, shapes, labels = [], [], []
    width, height = 104.0, 84.0
    for row, path in enumerate(STANDARD.paths, 1):
        top = height * (row - 1)
        labels.append(((34.0, top + 44), phrase(f"own.tianxia.paths.{row}")))
        for n in range(len(path)):
            x = 74 + width * n
            roof = f"M{x + 4:g} {top + 48:g}v-26l42 -18l42 18v26Z"
            spots.append(Spot("paths", str(row), (x + 46, top + 32), roof, n))
            spots.append(Spot("raid_values", str(row), (x + 46, top + 64), box(x + 24, top + 50, 44, 28), n))
            if n:
                shapes.append(Shape(f"M{x - 14:g} {top + 34:g}h14M{x - 5:g} {top + 29:g}l5 5l-5 5"))
    size = (74 + width * 3, height * len(STANDARD.paths))
    figure = Figure(("paths", "raid_values"), size, tuple(spots), tuple(shapes), tuple(labels))
    icons = {"coin": "coin", **{name: name for name in (*RESOURCES, *GOODS)}}
    return Figures((figure,), {word: Sign((icon,)) for word, icon in icons.items()})
