"""How a sheet lies of which few markers are seen: known near them, and found from there over the page."""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np

from pencilwright.solver.photo import align, tuning
from pencilwright.solver.photo.flatten import apply
from pencilwright.solver.photo.records import Grey


class Grown(NamedTuple):
    """How a sheet lies.

    Attributes
    ----------
    homography : 3 x 3, page mm to photo pixels.
    places, seen : points on the page in mm, and where the homography sees them, (n, 2).
    """

    homography: Any
    places: Any
    seen: Any


def grown(photo: Grey, blank: Grey, places: Any, pixels: Any) -> Grown:
    """Return how a sheet lies, from few points of it.

    Patches of the drawing are looked for near what is known, which then reaches further, until nothing new
    is found: a plane through two markers may miss the far end of the page by centimetres.

    Parameters
    ----------
    blank : drawing of the page at PIXELS_PER_MM.
    places, pixels : corners of markers and code in mm on the page and in the photo, (n, 2).
    """
    coarse = align.coarse(blank)
    height, width = coarse.shape
    to_mm = np.diag([1 / tuning.ALIGN_PIXELS_PER_MM, 1 / tuning.ALIGN_PIXELS_PER_MM, 1.0])
    homography: Any
    homography, _ = cv2.findHomography(places, pixels, 0)
    known, there, count = places, pixels, 0
    for _ in range(tuning.GROW_ROUNDS):
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        flat = cv2.warpPerspective(photo, homography @ to_mm, (width, height), flags=flags, borderValue=0)
        result = align.match(flat, coarse, tuning.GROW_REACH_MM, tuning.GROW_STEP_MM, near=known)
        at = apply(homography, result.places + result.moved)
        both = np.concatenate([places, result.places]), np.concatenate([pixels, at])
        scale = float(np.linalg.norm(np.ptp(pixels, axis=0)) / np.linalg.norm(np.ptp(places, axis=0)))
        better: Any
        better, agreeing = cv2.findHomography(both[0], both[1], cv2.RANSAC, tuning.GROW_OUTLIER_MM * scale)
        if better is None:
            break
        homography = better
        agree = agreeing.ravel() > 0
        known, there = both[0][agree], both[1][agree]
        if len(known) <= count:
            break
        count = len(known)
    return Grown(homography, known, apply(np.linalg.inv(homography), there))
