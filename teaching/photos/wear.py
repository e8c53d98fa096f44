"""Worn prints from the library augraphy: degradations that are not ours and that nothing was tuned on."""

from __future__ import annotations

import random
import warnings
from typing import Any

import cv2
import numpy as np

KINDS = (
    "BleedThrough",
    "BrightnessTexturize",
    "ColorPaper",
    "InkBleed",
    "InkMottling",
    "Letterpress",
    "LinesDegradation",
    "LowInkPeriodicLines",
    "LowInkRandomLines",
    "NoiseTexturize",
    "Stains",
    "SubtleNoise",
)
"""Classes of augraphy with their own standard values; those that take more than two seconds are left out."""
PART = 0.5
"""They are worked out on a picture of half the size, and the change is carried over: a few seconds less."""


def wear(rng: np.random.Generator, picture: Any) -> tuple[Any, list[str]]:
    """Return the print (RGB, 8 bits) worn by one or two of KINDS, and which."""
    import augraphy

    chosen = [KINDS[int(index)] for index in rng.permutation(len(KINDS))[: int(rng.integers(1, 3))]]
    small = cv2.resize(picture, None, fx=PART, fy=PART, interpolation=cv2.INTER_AREA)
    worn = small
    seed = int(rng.integers(2**31))
    random.seed(seed)  # augraphy draws from the global generators
    np.random.seed(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in chosen:
            result = getattr(augraphy, name)(p=1)(worn[:, :, ::-1].copy())
            result = cv2.cvtColor(result, cv2.COLOR_GRAY2BGR) if result.ndim == 2 else result[:, :, :3]
            worn = cv2.resize(result, small.shape[1::-1])[:, :, ::-1]
    change = worn.astype(np.int16) - small
    full = cv2.resize(change, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return cv2.add(picture, full, dtype=cv2.CV_8U), chosen
