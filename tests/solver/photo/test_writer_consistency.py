"""Marks that are unlike all others of their kind on a sheet are found; the others are left alone."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from pencilwright.solver.photo import tuning, writer_consistency
from pencilwright.solver.photo.network import KINDS
from pencilwright.solver.photo.records import BLANK, TICKED

MIDDLE = (tuning.LOOK_SIDE - 1) / 2


def ring(radius: float, x: float = 0.0) -> Any:
    """The look of a ring, its radius in pixels of the look."""
    layer = np.zeros((tuning.LOOK_SIDE,) * 2, np.uint8)
    cv2.circle(
        layer, (round((MIDDLE + x) * 16), round(MIDDLE * 16)), round(radius * 16), 160, 2, cv2.LINE_AA, 4
    )
    return np.stack([layer, np.full_like(layer, 255)])


def unlike(looks: list[Any], kind: str, families: list[int] | None = None) -> list[bool]:
    """Which of these are unlike the others."""
    count = len(looks)
    whole = np.ones(count, bool)
    own, kinds = np.array(families or [0] * count), np.full(count, KINDS.index(kind))
    return (writer_consistency.unlike(np.array(looks), own, kinds, whole, whole) > 0.2).tolist()


def test_a_small_ring_is_unlike_large_ones() -> None:
    rings = [ring(9.0), ring(10.0), ring(9.5, 1.0), ring(8.5), ring(9.0, -1.5), ring(3.0)]
    assert unlike(rings, TICKED) == [False] * 5 + [True]


def test_a_writer_of_small_rings_is_left_alone() -> None:
    assert not any(unlike([ring(radius) for radius in (3.0, 3.5, 4.0, 3.0, 3.5)], TICKED))


def test_marks_of_other_families_say_nothing_and_neither_do_blank_ones() -> None:
    rings = [ring(9.0)] * 5 + [ring(3.0)]
    assert not any(unlike(rings, TICKED, [0] * 5 + [1]))
    assert not any(unlike(rings, BLANK))


def test_too_few_marks_say_nothing_of_a_writer() -> None:
    assert not any(unlike([ring(9.0)] * (tuning.FEWEST_SIBLINGS - 1) + [ring(3.0)], TICKED))
