"""Drawings of the values that no source proves: the wheel and the mausoleum, as they lie on the table."""

from __future__ import annotations

from typing import Final

from pencilwright.games.shared.figures import Figure, Figures, Shape, Sign, Spot, box, disc, on_circle, sector
from pencilwright.games.terracotta_army.components import (
    DECREE_BUILDS,
    SECTORS,
    SPECIALISTS,
    STANDARD,
    TYPES,
    WEAPONS,
)
from pencilwright.templates.phrases import phrase

SIZE: Final = 400
CENTRE: Final = (SIZE / 2, SIZE / 2)
RINGS: Final = (("quarters", 26, 62), ("inner", 62, 104), ("middle", 104, 144), ("outer", 144, 180))
"""Inner and outer edge of each ring, from the inside."""
RIM: Final = 190
CELL: Final = 34.0
LEFT, TOP = 62.0, 8.0
ROUND: Final = 13.0


def sign_of(action: str) -> tuple[str, int]:
    """Return the icon of an action of the wheel, and the number beside it."""
    name = action.removeprefix("m:").removeprefix("w:")
    plain, number = name.rstrip("0123456789"), name[-1:]
    return {"coins": "coin", "clay": "clay_wet"}.get(plain, plain), int(number) if number.isdigit() else 0


def figures() -> Figures:
    """Return the drawings."""
    words = {name: sign_of(name) for name in (*STANDARD.inner, *STANDARD.middle, *STANDARD.outer)}
    words |= {f"weapon:{name}": (name, 0) for name in WEAPONS} | {name: (name, 0) for name in WEAPONS}
    for word in DECREE_BUILDS:
        _, cost, *kind = word.split(":")
        words[word] = (kind[0] if kind else "build", int(cost))
    words |= {ring: (f"ring_{ring}", 0) for ring in ("inner", "middle")}
    words |= {name: (name, 0) for name in (*TYPES, *SPECIALISTS)}
    words |= {name: sign_of(name) for name in ("coins2", "coins3", "coins4", "clay2", "clay4")}
    return Figures((_wheel(), _mausoleum()), {word: Sign((icon,), n) for word, (icon, n) in words.items()})


def _wheel() -> Figure:
    spots = tuple(
        Spot(
            key,
            "",
            on_circle(CENTRE, (near + far) / 2, (n + 0.5) / SECTORS),
            sector(CENTRE, near, far, n / SECTORS, (n + 1) / SECTORS),
            n,
        )
        for key, near, far in RINGS
        for n in range(SECTORS)
    )
    rim = tuple((on_circle(CENTRE, RIM, (n + 0.5) / SECTORS), str(n + 1)) for n in range(SECTORS))
    return Figure(("inner", "middle", "outer", "quarters"), (SIZE, SIZE), spots, labels=rim)


def _mausoleum() -> Figure:
    """Return the grid with the tracks of the inspectors: left of it and below."""
    columns, rows = STANDARD.columns, STANDARD.rows
    foot, right = TOP + CELL * rows, LEFT + CELL * columns
    grid = [
        Shape(box(LEFT + CELL * x, TOP + CELL * y, CELL, CELL)) for x in range(columns) for y in range(rows)
    ]
    spots = []
    for n in range(rows):
        at = (LEFT - 18, TOP + CELL * (n + 0.5))
        spots.append(Spot("inspectors", "row_start", at, disc(at, ROUND), 0, str(n + 1)))
    for n in range(columns):
        at = (LEFT + CELL * (n + 0.5), foot + 18)
        spots.append(Spot("inspectors", "column_start", at, disc(at, ROUND), 0, chr(ord("A") + n)))
    for row, text, arrow, at in (
        ("row_forward", "down", "↓", (19, TOP + CELL * 2)),
        ("row_forward", "up", "↑", (19, TOP + CELL * 4.5)),
        ("column_forward", "right", "→", (LEFT + CELL * 2.5, foot + 54)),
        ("column_forward", "left", "←", (LEFT + CELL * 5.5, foot + 54)),
    ):
        spots.append(Spot("inspectors", row, at, disc(at, ROUND + 3), 0, text, arrow))
    for text, x in (("9", 2.5), ("7", 4.0)):
        at = (LEFT + CELL * x, foot + 100)
        spots.append(Spot("columns", "", at, disc(at, ROUND + 3), 0, text))
    message = phrase("terracotta.own.columns")
    size = (right + 14, foot + 122)
    return Figure(
        ("columns", "inspectors"), size, tuple(spots), tuple(grid), (((LEFT + 20, foot + 105), message),)
    )
