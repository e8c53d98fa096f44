"""Small synthetic photographs: a printed sheet, strokes of a plain hand, and a camera above it."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

import cv2
import numpy as np
from PIL import Image

from pencilwright import games
from pencilwright.generator.documents import PrintOptions, Rendered, build, render_copy
from pencilwright.templates.paths import Box
from tests.generator.pictures import raster

PX = 12.0
GAME = "troyes-dice"


@cache
def setup(seed: int = 1, game: str = GAME) -> Any:
    return games.game(game).setups.draw(seed)


@cache
def printed(
    options: PrintOptions,
    seed: int | None = 1,
    copy: int = 1,
    game: str = GAME,
    document: str = "score-sheet",
) -> tuple[Rendered, Any]:
    """A copy and its picture at PX pixels per mm; without a seed one that has no setup."""
    drawn = None if seed is None else setup(seed, game)
    pdf = build(game, document, setup=drawn, options=options)
    grey = np.asarray(raster(pdf, copy - 1, pixels_per_mm=PX).convert("L"))
    return render_copy(game, document, setup=drawn, options=options, copy=copy), grey


class Hand:
    """Draws marks with a pencil."""

    def __init__(self, paper: Any, seed: int = 0, darkness: float = 0.6, width: float = 0.5) -> None:
        self.paper = paper.copy()
        self.random = np.random.default_rng(seed)
        self.darkness, self.width = darkness, width

    def line(self, points: Any, darkness: float | None = None, width: float | None = None) -> None:
        points = np.asarray(points) * PX
        low = np.floor(points.min(0) - 2 * PX).astype(int).clip(0)
        high = np.ceil(points.max(0) + 2 * PX).astype(int)
        part = self.paper[low[1] : high[1], low[0] : high[0]]
        mask = np.zeros(part.shape, np.uint8)
        scaled = np.round((points - low) * 16).astype(np.int32)
        cv2.polylines(mask, [scaled], False, 255, round((width or self.width) * PX), cv2.LINE_AA, 4)
        share = mask.astype(np.float32) / 255 * (darkness or self.darkness)
        part[:] = (part * (1 - share)).astype(np.uint8)

    def ring(self, box: Box, scale: float = 1.0) -> None:
        """A closed curve that is not quite a circle and not quite closed."""
        start = self.random.uniform(0, 6.28)
        angles = np.linspace(start, start + 6.28 + self.random.uniform(-0.2, 0.5), 60)
        wobble = 1 + 0.05 * np.sin(2 * angles + self.random.uniform(0, 6)) + 0.03 * np.linspace(-1, 1, 60)
        radius = np.array([box.width, box.height]) / 2 * scale
        middle = np.array([box.x + box.width / 2, box.y + box.height / 2]) + self.random.normal(0, 0.2, 2)
        self.line(middle + radius * np.stack([np.cos(angles), np.sin(angles)], 1) * wobble[:, None])

    def cross(self, box: Box, size: float = 0.8) -> None:
        middle = np.array([box.x + box.width / 2, box.y + box.height / 2])
        half = np.array([box.width, box.height]) / 2 * size
        for sign in (1, -1):
            ends = np.array([(-1.0, -sign), (1.0, sign)]) + self.random.normal(0, 0.1, (2, 2))
            self.line(middle + half * ends)

    def tick(self, box: Box) -> None:
        shape = np.array([(-0.6, 0.0), (-0.1, 0.6), (0.9, -0.9)]) + self.random.normal(0, 0.08, (3, 2))
        self.line(np.array([box.x + box.width / 2, box.y + box.height / 2]) + shape * box.width / 2)

    def scribble(self, box: Box) -> None:
        """A ring that was crossed out with a zigzag."""
        self.ring(box)
        xs = np.linspace(-1, 1, 14)
        ys = np.where(np.arange(14) % 2, 0.9, -0.9)
        middle = np.array([box.x + box.width / 2, box.y + box.height / 2])
        self.line(middle + np.stack([xs, ys], 1) * np.array([box.width, box.height]) / 2)

    def draw(self, box: Box, kind: str, value: str) -> None:
        """Draw a value of the game's marks."""
        if value == "circled":
            self.ring(box, 1.15 if box.width > 8 else 1.0)
        elif value == "spent":
            self.ring(box)
            self.cross(box)
        elif value == "struck":
            self.cross(box)
        elif value == "ticked":
            self.tick(box)


def sheet(
    values: Mapping[str, str],
    options: PrintOptions | None = None,
    *,
    seed: int = 0,
    copy: int = 1,
    **hand: float,
) -> tuple[Rendered, Hand]:
    """A sheet with these values drawn on it."""
    rendered, paper = printed(options or PrintOptions(), copy=copy)
    return rendered, written(rendered, paper, values, seed, **hand)


def written(rendered: Rendered, paper: Any, values: Mapping[str, str], seed: int = 0, **hand: float) -> Hand:
    """The hand that has drawn these values on a printed copy."""
    writer = Hand(paper, seed, **hand)
    for mark in rendered.page.marks:
        if values.get(mark.id):
            writer.draw(mark.rect, mark.kind, values[mark.id])
    return writer


def photograph(
    paper: Any,
    *,
    size: tuple[int, int] = (3000, 4000),
    seed: int = 0,
    fill: float = 0.85,
    tilt: float = 0.06,
    turn: float = 4.0,
    curl: float = 0.0,
    shadow: float = 0.25,
    blur: float = 1.0,
    noise: float = 3.0,
    table: Any = None,
    at: tuple[float, float] = (0.5, 0.5),
) -> Any:
    """A grey photograph of a sheet on a table; `tilt` and `fill` are shares, `curl` is in mm."""
    width, height = size
    shifts, usual_table, light, grain = _chance(size, seed, tilt, shadow, noise, table is None)
    tall, wide = paper.shape
    scale = fill * min(width / wide, height / tall)
    corners = np.array([(-wide, -tall), (wide, -tall), (wide, tall), (-wide, tall)]) / 2 * scale
    corners *= 1 + shifts
    angle = np.radians(turn)
    rotation = np.array([(np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))])
    corners = corners @ rotation + np.array([width * at[0], height * at[1]])
    source = np.array([(0, 0), (wide, 0), (wide, tall), (0, tall)], np.float32)
    flat = paper
    if curl:
        xs, ys = np.meshgrid(np.arange(wide, dtype=np.float32), np.arange(tall, dtype=np.float32))
        bend = curl * PX * np.sin(np.pi * (ys / tall * 1.2 + xs / wide * 0.6))
        flat = cv2.remap(paper, xs + 0.5 * bend, ys + bend, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    homography = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    picture = np.array(usual_table if table is None else table, np.float32)
    seen = cv2.warpPerspective(flat, homography, size).astype(np.float32) * 0.86
    mask = cv2.warpPerspective(np.full_like(flat, 255), homography, size) > 127
    picture[mask] = seen[mask]
    picture = cv2.GaussianBlur(picture * light, (0, 0), blur) if blur else picture * light
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


@lru_cache(maxsize=1)
def _chance(
    size: tuple[int, int], seed: int, tilt: float, shadow: float, noise: float, with_table: bool
) -> tuple[Any, Any, Any, Any]:
    """Shifts of the corners, the table, the light and the noise: most photographs have the same."""
    random = np.random.default_rng(seed)
    width, height = size
    shifts = random.uniform(-tilt, tilt, (4, 1))
    table = None
    if with_table:
        table = cv2.GaussianBlur(random.normal(95, 60, (height, width)).astype(np.float32), (0, 0), 3)
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    edge = (xs / width * 0.8 + ys / height * 0.6 - 0.7) * 8
    light = (1 - shadow / (1 + np.exp(-edge))) * (1 - 0.2 * ys / height)
    return shifts, table, light, random.normal(0, noise, (height, width))


def jpeg(picture: Any, quality: int = 85) -> bytes:
    target = io.BytesIO()
    Image.fromarray(picture).save(target, "JPEG", quality=quality)
    return target.getvalue()


def example(seed: int, left: int = 4) -> dict[str, str]:
    """The marks of a realistic game."""
    troyes = games.game(GAME)
    state = troyes.examples.example(seed, left, rolls=0)
    return dict(troyes.marks.to_marks(state))
