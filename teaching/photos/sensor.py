"""Lens and sensor: blur, smear, noise, sharpening, and the JPEG file with its turn."""

from __future__ import annotations

import io
from functools import cache
from typing import Any

import cv2
import numpy as np
from PIL import Image

from teaching.photos.levels import Level

PLATE = 1024
_TURN_TAG = 0x0112
_TAG_OF_TURN = {0: 1, 1: 6, 2: 3, 3: 8}
"""EXIF's word for the number of quarter turns clockwise that show the picture upright."""
_TURNS = {1: cv2.ROTATE_90_COUNTERCLOCKWISE, 2: cv2.ROTATE_180, 3: cv2.ROTATE_90_CLOCKWISE}


@cache
def _plate() -> Any:
    """Return noise with a standard deviation of 16 grey values, of single pixels and of coloured blotches."""
    rng = np.random.default_rng(20262)
    fine = cv2.GaussianBlur(rng.normal(size=(PLATE, PLATE, 3)).astype(np.float32), (0, 0), 0.5)
    blotch = cv2.GaussianBlur(rng.normal(size=(PLATE, PLATE, 3)).astype(np.float32), (0, 0), 2.0)
    grey = fine.mean(axis=2, keepdims=True)
    mixed = 0.8 * grey / grey.std() + 0.4 * fine / fine.std() + 0.35 * blotch / blotch.std()
    return 16 * mixed / mixed.std()


def expose(rng: np.random.Generator, level: Level, picture: Any) -> Any:
    """Return a picture with blur, noise and sharpening (RGB, 8 bits)."""
    defocus, motion, noise = (
        float(rng.uniform(*span)) for span in (level.defocus, level.motion, level.noise)
    )
    picture = cv2.GaussianBlur(picture, (0, 0), defocus)
    if motion > 1:
        picture = cv2.filter2D(picture, -1, _smear(motion, rng.uniform(0, np.pi)))
    picture = cv2.add(picture, _noise(rng, picture.shape[:2], noise), dtype=cv2.CV_8U)
    sharpen = 0.0 if level.flat else float(rng.choice([0, 0.4, 0.8]))
    if sharpen:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.6)
        picture = cv2.addWeighted(picture, 1 + sharpen, soft, -sharpen, 0)
    return picture


def _smear(length: float, angle: float) -> Any:
    """Return the kernel of a straight smear."""
    side = 2 * int(np.ceil(length / 2)) + 1
    kernel = np.zeros((side, side), np.float32)
    centre, half = side // 2, length / 2
    offset = np.array([np.cos(angle), np.sin(angle)]) * half * 16
    start, end = (np.round(centre * 16 + sign * offset).astype(int).tolist() for sign in (-1, 1))
    cv2.line(kernel, start, end, 1.0, 1, cv2.LINE_AA, 4)
    if kernel.sum() <= 0:
        kernel[centre, centre] = 1
    return kernel / kernel.sum()


def _noise(rng: np.random.Generator, shape: tuple[int, int], size: float) -> Any:
    plate = np.roll(_plate(), tuple(rng.integers(0, PLATE, 2)), (0, 1)) * (size / 16)
    small = np.round(plate).astype(np.int16)
    return np.tile(small, (-(-shape[0] // PLATE), -(-shape[1] // PLATE), 1))[: shape[0], : shape[1]]


def to_file(rng: np.random.Generator, level: Level, picture: Any) -> bytes:
    """Return the JPEG file, turned by quarters as phones do, with or without the EXIF word for it."""
    quarters = int(rng.integers(4)) if level.any_turn else 0
    tagged = bool(rng.random() < 0.5)
    quality = round(float(rng.uniform(*level.jpeg)))
    exif = Image.Exif()
    if quarters and tagged:
        exif[_TURN_TAG] = _TAG_OF_TURN[quarters]
    target = io.BytesIO()
    stored = Image.fromarray(picture if not quarters else cv2.rotate(picture, _TURNS[quarters]))
    stored.save(target, "JPEG", quality=quality, exif=exif)
    return target.getvalue()
