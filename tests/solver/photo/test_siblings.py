"""Marks that are unlike all others of their kind on a sheet are found; the others are left alone."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from pencilwright.solver.photo import siblings, tuning
from pencilwright.solver.photo.records import BLANK, SPENT, TICKED, UNSURE

MIDDLE = (tuning.LOOK_SIDE - 1) / 2


def ring(radius: float, x: float = 0.0) -> Any:
    """The look of a ring, its radius in pixels of the look."""
    layer = np.zeros((tuning.LOOK_SIDE,) * 2, np.uint8)
    cv2.circle(
        layer, (round((MIDDLE + x) * 16), round(MIDDLE * 16)), round(radius * 16), 160, 2, cv2.LINE_AA, 4
    )
    return np.stack([layer, np.full_like(layer, 255)])


def line(darkness: int) -> Any:
    look = ring(0.0) * 0
    look[0, 18:30, 23:25] = darkness
    return look


def unlike(looks: list[Any], kind: str, places: list[str] | None = None) -> list[bool]:
    count = len(looks)
    return siblings.unlike(np.array(looks), places or ["circle"] * count, [kind] * count, [True] * count)


def test_a_small_ring_is_unlike_large_ones() -> None:
    rings = [ring(9.0), ring(10.0), ring(9.5, 1.0), ring(8.5), ring(9.0, -1.5), ring(3.0)]
    assert unlike(rings, TICKED) == [False] * 5 + [True]


def test_a_writer_of_small_rings_is_left_alone() -> None:
    assert not any(unlike([ring(radius) for radius in (3.0, 3.5, 4.0, 3.0, 3.5)], TICKED))


def test_rings_of_small_and_of_large_places_are_of_one_kind() -> None:
    places = ["circle", "large circle", "resource", "circle", "resource", "circle"]
    assert unlike([ring(9.0)] * 5 + [ring(3.0)], TICKED, places)[-1]


def test_a_somewhat_smaller_ring_is_unlike_those_of_its_own_places_only() -> None:
    rings = [ring(10.6)] * 5 + [ring(8.0)]
    assert unlike(rings, TICKED)[-1]
    assert not unlike(rings, TICKED, ["circle"] * 5 + ["large circle"])[-1]


def test_a_line_in_a_blank_place_is_unlike_empty_ones() -> None:
    blank = [line(darkness) for darkness in (0, 4, 8, 0, 10, 100)]
    assert unlike(blank, BLANK) == [False] * 5 + [True]


def test_print_that_shows_through_everywhere_is_no_line() -> None:
    assert not any(unlike([line(100)] * 6, BLANK))


def test_too_few_marks_say_nothing_of_a_writer() -> None:
    rings = [ring(9.0)] * (tuning.FEWEST_SIBLINGS - 1) + [ring(3.0)]
    assert not any(unlike(rings, TICKED))


def test_unsure_marks_are_no_siblings() -> None:
    looks = np.array([ring(9.0)] * 6)
    kinds = [UNSURE] * 6
    assert not any(siblings.unlike(looks, ["circle"] * 6, kinds, [False] * 6))


def test_a_ring_with_more_in_its_middle_than_the_others_may_have_an_x() -> None:
    crossed = ring(9.5)
    crossed[0] = np.maximum(crossed[0], line(80)[0])
    rings = [ring(9.0), ring(10.0), ring(9.5, 1.0), ring(8.5), ring(9.0, -1.5), crossed]
    assert unlike(rings, TICKED, ["resource"] * 6)[-1]
    looks, places, whole = np.array(rings), ["resource"] * 6, [True] * 6
    assert not siblings.unlike(looks, places, [TICKED] * 6, whole, certain=whole)[-1]


def crossed(lines: int) -> Any:
    """A ring with so many strokes in it."""
    look = ring(9.0)
    for number in range(lines):
        x = round(MIDDLE + 12 * ((number + 0.5) / lines - 0.5))
        look[0, 16:33, x - 1 : x + 1] = 160
    return look


def test_a_zigzag_over_a_ring_has_more_ink_than_this_writers_xs() -> None:
    spent = [crossed(2)] * 4 + [crossed(6)]
    assert unlike(spent, SPENT, ["resource"] * 5)[-1]
    assert not any(unlike([crossed(2)] * 5, SPENT, ["resource"] * 5))


def test_a_place_that_is_nearly_full_is_no_x_when_there_are_no_others_to_tell() -> None:
    assert unlike([crossed(6)], SPENT, ["resource"]) == [True]
    assert unlike([crossed(2)], SPENT, ["resource"]) == [False]


def test_marks_of_one_hand_hold_as_much_ink_and_one_that_is_scribbled_out_has_more() -> None:
    rings = [ring(radius) for radius in (9.0, 9.5, 10.0, 9.0)]
    scribbled = ring(9.0)
    scribbled[0, 16:32, 16:32] = 160
    assert siblings.as_much(np.array([*rings, scribbled, ring(3.0)])) == [True] * 4 + [False] * 2
