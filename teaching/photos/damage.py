"""What happens to a filled sheet: coffee, a veil, glare, folds, fingers, a shadow. None is taught."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import cv2
import numpy as np

from teaching.photos import surface

COFFEE, SKIN = (150, 105, 60), (205, 150, 125)
"""Colours as RGB."""


def coffee(rng: np.random.Generator, picture: Any, scale: float) -> None:
    """Put the ring that a wet cup leaves on a picture of the paper, pale brown and soft."""
    middle = _somewhere(rng, picture)
    radius, wide = rng.uniform(34, 44) * scale, rng.uniform(1.2, 2.5) * scale
    far = _from(picture, middle)
    angle = np.arctan2(*(part - at for part, at in zip(_grid(picture), middle[::-1], strict=True)))
    strength = rng.uniform(0.2, 0.45) * (0.65 + 0.35 * np.sin(angle + rng.uniform(0, 6)))
    band = strength * np.exp(-0.5 * ((far - radius) / (0.5 * wide)) ** 2) + 0.04 * (far < radius)
    picture[:] = picture * (1 - band[..., None] * (1 - np.array(COFFEE, np.float32) / 255))


def veil(rng: np.random.Generator, picture: Any, scale: float) -> None:
    """Lay something milky, such as a sleeve's flap, over a third of a picture of the paper."""
    height, width = picture.shape[:2]
    at = rng.uniform(0.2, 0.6) * height
    y, x = _grid(picture)
    inside = np.clip((y - at - rng.uniform(-0.2, 0.2) * (x - width / 2)) / scale + 0.5, 0, 1)
    inside *= y < at + height / 3
    part = rng.uniform(0.45, 0.8) * inside[..., None]
    picture[:] = picture + (250 - picture.astype(np.float32)) * part


def glare(rng: np.random.Generator, photograph: Any, scale: float) -> None:
    """Add the light of two lamps that the sheet mirrors to a photograph, before the sensor clips it."""
    light = np.zeros(photograph.shape[:2], np.float32)
    for _ in range(2):
        far = _from(photograph, _somewhere(rng, photograph), float(rng.uniform(1, 1.25)))
        light += rng.uniform(90, 170) * np.exp(-0.5 * (far / (rng.uniform(12, 36) * scale)) ** 2)
    photograph[:] = np.clip(photograph + light[..., None], 0, 255)


def folds(rng: np.random.Generator, picture: Any, scale: float) -> None:
    """Rub the print and the marks off along four folds."""
    places = ((np.pi / 2, -70.0), (np.pi / 2, 0.0), (np.pi / 2, 70.0), (0.0, 0.0))
    lines = tuple((angle + rng.normal(0, 0.02), at + rng.normal(0, 6), 0.0) for angle, at in places)
    surface.crease(picture, lines, scale)


def fingers(rng: np.random.Generator, picture: Any, scale: float) -> None:
    """Put one to three fingers on the edge of a picture of the paper."""
    height, width = picture.shape[:2]
    for _ in range(int(rng.integers(1, 4))):
        left, y = bool(rng.integers(2)), rng.uniform(0.1, 0.9) * height
        reach, wide = rng.uniform(15, 40) * scale, rng.uniform(7, 9) * scale
        axes = (round(reach), round(wide))
        place = (0 if left else width, round(y))
        cv2.ellipse(picture, place, axes, rng.normal(0, 12), 0, 360, SKIN, -1, cv2.LINE_AA)


def shadow(rng: np.random.Generator, picture: Any, scale: float) -> None:
    """Take half of the light from a side of a picture of the paper, along an edge of half a millimetre."""
    y, x = _grid(picture)
    (left, top), angle = _somewhere(rng, picture), rng.uniform(0, 2 * np.pi)
    side = (x - left) * np.cos(angle) + (y - top) * np.sin(angle)
    inside = np.clip(side / (0.5 * scale) + 0.5, 0, 1)
    picture[:] = picture * (1 - rng.uniform(0.45, 0.55) * inside[..., None])


def _grid(picture: Any) -> Any:
    return np.mgrid[: picture.shape[0], : picture.shape[1]].astype(np.float32)


def _somewhere(rng: np.random.Generator, picture: Any) -> tuple[float, float]:
    height, width = picture.shape[:2]
    return float(rng.uniform(0.2, 0.8) * width), float(rng.uniform(0.15, 0.85) * height)


def _from(picture: Any, middle: tuple[float, float], wide: float = 1.0) -> Any:
    y, x = _grid(picture)
    return np.hypot((x - middle[0]) / wide, y - middle[1])


SPOILS: Mapping[str, Callable[[np.random.Generator, Any, float], None]] = {
    "coffee": coffee,
    "veil": veil,
    "glare": glare,
    "folds": folds,
    "fingers": fingers,
    "shadow": shadow,
}
OF_LIGHT = frozenset({"glare"})
"""What happens to the photograph and not to the paper."""
