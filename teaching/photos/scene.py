"""A sheet on a table in front of a camera: geometry and light."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import cv2
import numpy as np

from teaching.photos import table
from teaching.photos.levels import Level
from teaching.photos.printing import PIXELS_PER_MM
from teaching.photos.surface import Surface

FOCAL = 0.74
"""Focal length as a part of the picture's longer side: a phone's main camera."""
GRID = 8
"""Rays are followed to the paper once every so many pixels."""
BENDS = 4
"""Iterations of the search for the place where a ray meets paper that does not lie flat."""


class Sheet(NamedTuple):
    """A sheet on the table, upright about its middle: its picture and its surface."""

    picture: Any
    surface: Surface

    def corners(self) -> Any:
        """Return the four corners on the table, shape (4, 2), clockwise from the upper left."""
        w, h = self.surface.half
        return np.array([(-w, -h), (w, -h), (w, h), (-w, h)])


@dataclass(frozen=True)
class Camera:
    """A pinhole: place (mm, z up), axes (unit vectors), focal length and middle in pixels, picture's size.

    scale : pixels of a mm in the middle of the table.
    """

    place: Any
    forward: Any
    right: Any
    down: Any
    focal: float
    middle: tuple[float, float]
    size: tuple[int, int]
    scale: float = 1.0

    def project(self, points: Any) -> Any:
        """Return the pixels of points (n, 3) in mm."""
        offset = np.asarray(points, float) - self.place
        depth = offset @ self.forward
        return np.column_stack(
            (
                self.middle[0] + self.focal * (offset @ self.right) / depth,
                self.middle[1] + self.focal * (offset @ self.down) / depth,
            )
        )

    def rays(self) -> Any:
        """Return the directions of the rays through a coarse grid of pixels, shape (rows, columns, 3)."""
        width, height = self.size
        columns, rows = -(-width // GRID), -(-height // GRID)
        u = (np.arange(columns) + 0.5) * width / columns - 0.5 - self.middle[0]
        v = (np.arange(rows) + 0.5) * height / rows - 0.5 - self.middle[1]
        return (
            self.forward
            + self.right * (u / self.focal)[None, :, None]
            + self.down * (v / self.focal)[:, None, None]
        )


def aim(rng: np.random.Generator, level: Level, corners: Any) -> Camera:
    """Return a camera that sees the corners (n, 2) as the level says."""
    wide, high = np.ptp(corners, axis=0)
    size = (level.width, level.height) if wide > high else (level.height, level.width)
    tilt, around = np.radians(rng.uniform(*level.tilt)), rng.uniform(0, 2 * np.pi)
    cropped = bool(rng.random() < level.cropped)
    roll = np.radians(rng.normal(0, 1.2 if level.flat else 3 + 5 * level.any_turn))
    if cropped:
        roll = np.radians(rng.choice([-1, 1]) * rng.uniform(8, 18))
    part = 0.97 if cropped else rng.uniform(*level.fill)
    focal = FOCAL * level.width * (40 if level.flat else 1)
    target = np.append(corners.mean(axis=0), 0)
    direction = np.array([np.sin(tilt) * np.cos(around), np.sin(tilt) * np.sin(around), np.cos(tilt)])
    right = np.array([1.0, 0, 0]) - direction * direction[0]
    right /= np.linalg.norm(right)
    down = np.array([0, 1.0, 0]) - direction * direction[1]
    down -= right * (down @ right)
    down /= np.linalg.norm(down)
    right, down = np.cos(roll) * right + np.sin(roll) * down, np.cos(roll) * down - np.sin(roll) * right
    points = np.column_stack((corners, np.zeros(len(corners))))
    distance = 400.0
    camera = Camera(target + distance * direction, -direction, right, down, focal, (0, 0), size)
    for _ in range(12):
        seen = np.ptp(camera.project(points), axis=0) / size
        distance *= float(seen.max()) / part
        camera = Camera(target + distance * direction, -direction, right, down, focal, (0, 0), size)
    seen = camera.project(points)
    least, most = seen.min(axis=0), seen.max(axis=0)
    free = np.array(size) - (most - least)
    shift = free * np.clip(rng.normal(0.5, 0.18, 2), 0.03, 0.97) - least
    if cropped:  # the corner that sticks out furthest to one side
        axis, outward = int(rng.integers(2)), int(rng.choice([-1, 1]))
        out = float(rng.uniform(12, 26)) * focal / distance
        shift[axis] = size[axis] + out - most[axis] if outward > 0 else -out - least[axis]
    middle = (float(shift[0]), float(shift[1]))
    return replace(camera, middle=middle, scale=round(focal / distance, 2))


def photograph(rng: np.random.Generator, level: Level, sheet: Sheet, camera: Camera) -> Any:
    """Return the picture before lens and sensor (RGB, 8 bits)."""
    rays = camera.rays()
    flat_x, flat_y = _meet(camera, rays, 0.0)
    lamp = _lamp(rng)
    ground = _ground(rng, level, sheet)
    where = (
        np.float32((flat_x + table.SIDE_MM / 2) * table.PIXELS_PER_MM),
        np.float32((flat_y + table.SIDE_MM / 2) * table.PIXELS_PER_MM),
    )
    picture = cv2.remap(ground, *_full(where, camera.size), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    if not level.flat:
        picture = _dim(picture, _contact(sheet, flat_x, flat_y, lamp), camera.size)
    _lay(picture, sheet, camera, rays, lamp)
    return _dim(picture, _light(rng, level, flat_x, flat_y), camera.size)


def _meet(camera: Camera, rays: Any, height: Any) -> tuple[Any, Any]:
    """Return where rays reach this height above the table."""
    steps = (height - camera.place[2]) / rays[..., 2]
    return camera.place[0] + rays[..., 0] * steps, camera.place[1] + rays[..., 1] * steps


def _full(maps: tuple[Any, Any], size: tuple[int, int]) -> tuple[Any, Any]:
    return cv2.resize(maps[0], size, interpolation=cv2.INTER_LINEAR), cv2.resize(
        maps[1], size, interpolation=cv2.INTER_LINEAR
    )


def _dim(picture: Any, light: Any, size: tuple[int, int]) -> Any:
    """Multiply a picture by a coarse field of light with three channels."""
    full = cv2.resize(np.asarray(light, np.float32), size, interpolation=cv2.INTER_LINEAR)
    return cv2.multiply(picture, full, dtype=cv2.CV_8U)


def _lay(picture: Any, sheet: Sheet, camera: Camera, rays: Any, lamp: Any) -> None:
    """Draw a sheet into the picture, in place."""
    x, y = _meet(camera, rays, 0.0)
    for _ in range(BENDS):
        x, y = _meet(camera, rays, sheet.surface.height(x, y))
    half_width, half_height = sheet.surface.half
    paper = sheet.picture
    mesh_x, mesh_y = np.meshgrid(
        np.arange(-half_width, half_width + 1, 2), np.arange(-half_height, half_height + 1, 2)
    )
    shade = sheet.surface.shade(mesh_x, mesh_y, lamp)
    if np.ptp(shade) > 0.004:
        paper = _dim(paper, np.repeat(shade[:, :, None], 3, 2), (paper.shape[1], paper.shape[0]))
    where = (
        np.float32((x + half_width) * PIXELS_PER_MM - 0.5),
        np.float32((y + half_height) * PIXELS_PER_MM - 0.5),
    )
    cv2.remap(
        paper, *_full(where, camera.size), cv2.INTER_LINEAR, dst=picture, borderMode=cv2.BORDER_TRANSPARENT
    )


def _lamp(rng: np.random.Generator) -> Any:
    around, above = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(30, 80))
    return np.array([np.cos(above) * np.cos(around), np.cos(above) * np.sin(around), np.sin(above)])


def _ground(rng: np.random.Generator, level: Level, sheet: Sheet) -> Any:
    """Return the table, or a scanner's lid."""
    if level.flat:
        tone = int(rng.choice([255, 250, 200, 30]))
        return np.full((table.SIDE, table.SIDE, 3), tone, np.uint8)
    ground = table.table(rng)
    if rng.random() < 0.5:
        sides = rng.choice([-1, 1], 4) * (sheet.surface.half[0] + rng.uniform(14, 50, 4))
        table.dice(rng, ground, [(float(x), float(rng.uniform(-140, 140))) for x in sides])
    return ground


def _contact(sheet: Sheet, x: Any, y: Any, lamp: Any) -> Any:
    """Return the shadow that a sheet throws on the table about its edge."""
    lift, (wide, high) = 1.0 + 0.8 * sheet.surface.curl, sheet.surface.half
    outside = np.hypot(
        np.clip(np.abs(x + lamp[0] * lift) - wide, 0, None),
        np.clip(np.abs(y + lamp[1] * lift) - high, 0, None),
    )
    field = 1 - 0.45 * np.exp(-outside / (1.5 + 1.5 * sheet.surface.curl))
    return np.repeat(field[:, :, None], 3, 2)


def _light(rng: np.random.Generator, level: Level, x: Any, y: Any) -> Any:
    """Return the light on the scene: exposure, colour, fall-off to sides and corners, shadow of a hand."""
    gradient, shadow, cast = (
        float(rng.uniform(*span)) for span in (level.gradient, level.shadow, level.cast)
    )
    angle = rng.uniform(0, 2 * np.pi)
    along = (np.cos(angle) * x + np.sin(angle) * y) / 180
    field = 1 - gradient * np.clip((along + 1) / 2, 0, 1.2)
    if not level.flat:
        field *= 1 - 0.12 * (np.hypot(x, y) / 220) ** 2 * rng.uniform(0, 1)
        field *= 1 - shadow * _shadow(rng, x, y)
    warmth = rng.normal(0, 0.5)
    tint = np.array([1 + cast * warmth, 1 + cast * rng.normal(0, 0.15), 1 - cast * warmth])
    tint /= tint.max()
    colours = field[:, :, None] * (tint if level.flat else _mixed(rng, tint, along))
    bright = np.percentile(field, 90)
    exposure = rng.uniform(0.95, 1.03) if level.flat else rng.uniform(0.72, 1.04)
    return colours * exposure / bright


def _mixed(rng: np.random.Generator, tint: Any, along: Any) -> Any:
    """Return light whose colour changes over the scene: a lamp on one side, a window on the other."""
    other = np.clip(tint[::-1] * rng.uniform(0.96, 1.04, 3), 0, 1)
    share = (np.clip((along + 1) / 2, 0, 1) * rng.choice([0, 0.6]))[:, :, None]
    return tint * (1 - share) + other * share


def _shadow(rng: np.random.Generator, x: Any, y: Any) -> Any:
    """Return where the shadow falls, 0 to 1, its edge soft by 2 to 30 mm."""
    soft = float(np.exp(rng.uniform(np.log(2), np.log(30))))
    angle, place = rng.uniform(0, 2 * np.pi), rng.uniform(-60, 110)
    along, across = np.cos(angle) * x + np.sin(angle) * y, -np.sin(angle) * x + np.cos(angle) * y
    if rng.random() < 0.5:
        edge = along - place - 12 * np.sin(across / rng.uniform(25, 60) + rng.uniform(0, 6))
    else:
        wide, off = rng.uniform(30, 55), rng.uniform(-60, 60)
        edge = np.minimum(wide - np.abs(across - off - 0.2 * along), along - place)
    return 1 / (1 + np.exp(-np.clip(edge / soft * 2, -30, 30)))
