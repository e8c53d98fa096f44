"""Paper that does not lie flat: curl, waves and creases, as a height above the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from teaching.photos.levels import Level

SHAPES = ("both edges", "one edge", "middle", "corner")


@dataclass(frozen=True)
class Surface:
    """The height of a sheet of paper.

    Attributes
    ----------
    half : half of its width and height in mm.
    shape : which part rises, one of SHAPES.
    axis : direction across which it curls, in radians.
    curl : height in mm at the highest place.
    waves : (wavelength in mm, direction, phase, height in mm) of each.
    folds : (direction, place from the middle in mm, height in mm) of each.
    """

    half: tuple[float, float]
    shape: str = SHAPES[0]
    axis: float = 0.0
    curl: float = 0.0
    waves: tuple[tuple[float, float, float, float], ...] = ()
    folds: tuple[tuple[float, float, float], ...] = ()

    def height(self, x: Any, y: Any) -> Any:
        """Return the height in mm at points in mm from the middle; at the edge's height beyond the edge."""
        x = np.clip(x, -self.half[0], self.half[0])
        y = np.clip(y, -self.half[1], self.half[1])
        reach = self._reach(self.axis)
        along = (np.cos(self.axis) * x + np.sin(self.axis) * y) / reach
        rise = {
            "both edges": along**2,
            "one edge": ((along + 1) / 2) ** 2,
            "middle": 1 - along**2,
            "corner": np.clip((along - 0.2) / 0.8, 0, 1) ** 2,
        }[self.shape]
        z = self.curl * rise
        for wavelength, angle, phase, size in self.waves:
            z = z + size * np.sin(2 * np.pi * (np.cos(angle) * x + np.sin(angle) * y) / wavelength + phase)
        for angle, place, size in self.folds:
            reach = self._reach(angle)
            off = np.cos(angle) * x + np.sin(angle) * y - place
            z = z + size * (1 - np.abs(off) / np.where(off < 0, reach + place, reach - place))
        return z

    def _reach(self, angle: float) -> float:
        return float(abs(np.cos(angle)) * self.half[0] + abs(np.sin(angle)) * self.half[1])

    def shade(self, x: Any, y: Any, light: Any) -> Any:
        """Return how bright the paper is, 1 where it is flat. `light` is the unit vector towards the lamp."""
        step = 1.0
        slope_x = (self.height(x + step, y) - self.height(x - step, y)) / (2 * step)
        slope_y = (self.height(x, y + step) - self.height(x, y - step)) / (2 * step)
        facing = (light[2] - slope_x * light[0] - slope_y * light[1]) / np.sqrt(1 + slope_x**2 + slope_y**2)
        return 0.45 + 0.55 * np.clip(facing / light[2], 0, 1.6)


def surface(rng: np.random.Generator, level: Level, width: float, height: float) -> Surface:
    """Return a sheet as crumpled as the level allows. Sizes in mm."""
    curl = float(rng.uniform(*level.curl))
    along_side = rng.random() < 0.7
    axis = float(rng.choice([0, np.pi / 2, np.pi, -np.pi / 2]) if along_side else rng.uniform(-np.pi, np.pi))
    shape = str(rng.choice(SHAPES))
    waves = tuple(
        (
            float(rng.uniform(70, 220)),
            float(rng.uniform(0, np.pi)),
            float(rng.uniform(0, 6)),
            curl * float(part),
        )
        for part in rng.uniform(0, 0.1, 2)
    )
    folds = []
    if rng.random() < level.folded:
        upright = [np.pi / 2] if rng.random() < 0.7 else [0.0, np.pi / 2]
        for angle in upright:
            folds.append(
                (
                    angle + rng.normal(0, 0.02),
                    float(rng.normal(0, 6)),
                    float(rng.uniform(0.3, 1) * (0.5 + curl * 0.7)),
                )
            )
    return Surface((width / 2, height / 2), shape, axis, curl, waves, tuple(folds))


def crease(picture: Any, folds: tuple[tuple[float, float, float], ...], pixels_per_mm: float) -> None:
    """Rub the print off along the creases of a picture of the paper, in place."""
    height, width = picture.shape[:2]
    for angle, place, _ in folds:
        across = np.array([np.cos(angle), np.sin(angle)])
        along = np.array([-across[1], across[0]])
        half = 0.5 * float(np.hypot(width, height))
        middle = np.array([width, height]) / 2 + across * place * pixels_per_mm
        count = int(half * 2 / 2)
        for offset in range(-2, 3):
            points = middle + np.linspace(-half, half, count)[:, None] * along + across * offset
            columns, rows = np.round(points).astype(int).T
            fine = (columns >= 0) & (columns < width) & (rows >= 0) & (rows < height)
            there = picture[rows[fine], columns[fine]].astype(int)
            picture[rows[fine], columns[fine]] = there + (245 - there) * (5 - 2 * abs(offset)) // 9
