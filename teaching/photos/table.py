"""What lies below and beside the paper: wood, cloth, stone, a mat, and a few dice."""

from __future__ import annotations

from functools import cache
from typing import Any

import cv2
import numpy as np

SIDE_MM = 900
PIXELS_PER_MM = 2.0
SIDE = int(SIDE_MM * PIXELS_PER_MM)
KINDS = ("wood", "light wood", "cloth", "stone", "mat", "plain")
_COLOURS = {
    "wood": ((112, 74, 46), (150, 104, 66)),
    "light wood": ((188, 156, 116), (214, 184, 142)),
    "cloth": ((120, 124, 140), (200, 196, 186)),
    "stone": ((58, 58, 62), (120, 116, 112)),
    "mat": ((24, 70, 48), (48, 92, 70)),
    "plain": ((70, 72, 78), (232, 230, 226)),
}
"""Darkest and lightest usual colour (RGB) of each."""


@cache
def _noise(seed: int) -> Any:
    return np.random.default_rng(seed).normal(size=(SIDE // 2, SIDE // 2)).astype(np.float32)


def _grained(rng: np.random.Generator, along: float, across: float) -> Any:
    """Return noise with a standard deviation of 1, smooth over these lengths in pixels."""
    turned = np.roll(_noise(int(rng.integers(8))), tuple(rng.integers(0, SIDE // 2, 2)), (0, 1))
    smooth = cv2.GaussianBlur(turned, (0, 0), sigmaX=across, sigmaY=along)
    return cv2.resize(smooth / max(float(smooth.std()), 1e-6), (SIDE, SIDE))


def table(rng: np.random.Generator) -> Any:
    """Return a table of SIDE_MM by SIDE_MM as a picture (RGB, 8 bits), its middle the picture's middle."""
    kind = KINDS[int(rng.integers(len(KINDS)))]
    dark, light = (np.array(colour, np.float32) for colour in _COLOURS[kind])
    base = dark + (light - dark) * rng.uniform(0, 1)
    if "wood" in kind:
        pattern = 9 * _grained(rng, 90, 1.2) + 5 * _grained(rng, 200, 6)
    elif kind == "cloth":
        y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
        pattern = 7 * np.sin(x * 1.3) * np.sin(y * 1.3) + 4 * _grained(rng, 3, 3)
    elif kind == "stone":
        pattern = 8 * _grained(rng, 14, 14) + 8 * _grained(rng, 1, 1)
    else:
        pattern = 2.5 * _grained(rng, 1, 1) + 2 * _grained(rng, 60, 60)
    picture = np.clip(base + pattern[:, :, None] * (0.5 + base / 255), 0, 255).astype(np.uint8)
    return picture


def dice(rng: np.random.Generator, picture: Any, places: list[tuple[float, float]]) -> None:
    """Lay dice of 16 mm on the table, in place; places in mm from its middle."""
    for x, y in places:
        colour = [(235, 232, 224), (30, 30, 34), (190, 40, 40), (222, 186, 60)][int(rng.integers(4))]
        pips = (20, 20, 20) if sum(colour) > 380 else (240, 240, 240)
        centre = (np.array([x, y]) + SIDE_MM / 2) * PIXELS_PER_MM
        half, angle = 8 * PIXELS_PER_MM, rng.uniform(0, np.pi)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        corners = (np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half) @ turn.T + centre
        shadow = np.round(corners + np.array((6.0, 8.0))).astype(np.int32)
        cv2.fillConvexPoly(picture, shadow, [int(v) for v in picture[5, 5] * 0.4], cv2.LINE_AA)
        cv2.fillConvexPoly(picture, np.round(corners).astype(np.int32), colour, cv2.LINE_AA)
        for pip in rng.uniform(-0.6, 0.6, (int(rng.integers(1, 7)), 2)):
            at = np.round(pip * half @ turn.T + centre).astype(int)
            cv2.circle(picture, (int(at[0]), int(at[1])), int(1.4 * PIXELS_PER_MM), pips, -1, cv2.LINE_AA)
