"""How a sheet lies is found from its markers; what disagrees is left out; bent paper is made flat."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pencilwright.solver.photo import flatten
from pencilwright.solver.photo.markers import CopyMarkers
from pencilwright.templates import frame
from pencilwright.templates.paths import Box

SLANTED = np.array([[6.0, 0.4, 300.0], [-0.3, 5.5, 200.0], [2e-4, 3e-4, 1.0]])
"""Page mm to photo pixels: turned a little and seen from the side."""
MIRRORED = np.diag([-6.0, 6.0, 1.0])


def found(homography: Any, *numbers: int) -> CopyMarkers:
    """Return these markers as a camera with this homography sees them."""
    quads = [flatten.apply(homography, flatten.corners_mm(number)) for number in numbers]
    return CopyMarkers(1, numbers, np.array(quads, np.float32))


def test_the_corners_of_a_marker_go_clockwise_from_the_upper_left() -> None:
    (x, y), side = frame.CONTENT.marker_places[3], frame.MARKER_SIZE
    assert flatten.corners_mm(3).tolist() == [[x, y], [x + side, y], [x + side, y + side], [x, y + side]]


@pytest.mark.parametrize("numbers", [(0, 7), (0, 1, 2, 3, 4, 5, 6, 7)])
def test_markers_that_agree_tell_how_the_sheet_lies(numbers: tuple[int, ...]) -> None:
    plane = flatten.plane(found(SLANTED, *numbers))
    assert plane is not None
    assert plane.markers == numbers
    assert plane.residual < 0.01
    assert plane.homography / plane.homography[2, 2] == pytest.approx(SLANTED, rel=1e-2, abs=1e-4)
    assert plane.seen == pytest.approx(plane.places, abs=0.01)


def test_a_false_marker_is_left_out() -> None:
    seen = found(SLANTED, *range(8))
    seen.corners[3] = 1000 - seen.corners[3]
    plane = flatten.plane(seen)
    assert plane is not None and plane.markers == (0, 1, 2, 4, 5, 6, 7)


def test_one_marker_or_two_that_disagree_tell_nothing() -> None:
    assert flatten.plane(found(SLANTED, 4)) is None
    seen = found(SLANTED, 0, 7)
    seen.corners[1] = seen.corners[1][::-1]
    assert flatten.plane(seen) is None


def test_a_sheet_seen_in_a_mirror_or_as_a_line_is_none() -> None:
    assert flatten.plane(found(MIRRORED, 0, 2, 5, 7)) is None
    assert flatten.plane(found(np.array([[6.0, 0, 0], [0, 0, 5], [0, 0, 1]]), 0, 2, 5, 7)) is None


def test_a_code_and_a_marker_tell_how_a_sheet_lies_and_a_marker_that_disagrees_does_not() -> None:
    box = Box(150, 240, 20, 20)
    corners = flatten.apply(SLANTED, np.array([(150, 240), (170, 240), (170, 260), (150, 260)], float))
    plane = flatten.plane_with_code(found(SLANTED, 0), box, corners)
    assert plane is not None
    assert plane.markers == (0,)
    assert plane.residual < 0.01
    alone = flatten.plane_with_code(None, box, corners)
    assert alone is not None and alone.markers == ()
    wrong = found(SLANTED, 0)
    wrong.corners[0] = wrong.corners[0][::-1]
    assert flatten.plane_with_code(wrong, box, corners) is None


def test_the_smallest_scale_is_that_of_the_corner_farthest_from_the_camera() -> None:
    assert flatten.smallest_scale(np.diag([6.0, 6.0, 1.0])) == pytest.approx(6)
    assert flatten.smallest_scale(np.diag([6.0, 1.5, 1.0])) == pytest.approx(3)
    width, height = frame.CONTENT.width, frame.CONTENT.height
    corner = np.array([(width, height), (width + 1, height), (width, height + 1)])
    far = flatten.apply(SLANTED, corner)
    scale = abs(np.linalg.det(far[1:] - far[:1])) ** 0.5
    assert flatten.smallest_scale(SLANTED) == pytest.approx(scale)


def test_what_lies_outside_of_the_photograph_is_a_share_of_the_page() -> None:
    plain = np.diag([4.0, 4.0, 1.0])
    width, height = round(4 * frame.CONTENT.width), round(4 * frame.CONTENT.height)
    assert flatten.outside(plain, (height + 1, width + 1)) == 0
    assert flatten.outside(plain, (height + 1, width // 2)) == pytest.approx(0.5)
    assert flatten.outside(plain, (height // 3, width + 1)) == pytest.approx(2 / 3, abs=0.03)
    shifted = plain.copy()
    shifted[0, 2] = -width / 2
    assert flatten.outside(shifted, (height + 1, width + 1)) == pytest.approx(0.5)


def grid(width: float, height: float) -> Any:
    """Return places about every 10 mm."""
    xs, ys = np.meshgrid(np.arange(0, width + 1, 10.0), np.arange(0, height + 1, 10.0))
    return np.stack([xs.ravel(), ys.ravel()], axis=1)


def test_a_bend_goes_through_its_points_and_smoothly_between_them() -> None:
    places = grid(60, 40)
    moved = np.stack([np.sin(places[:, 0] / 20), places[:, 1] * 0.02], axis=1)
    bend = flatten.Bend(places, places + moved, (60, 40), 0)
    assert bend.at(places) == pytest.approx(moved, abs=1e-6)
    assert bend.at(np.array([(25.0, 15.0)])) == pytest.approx(np.array([[np.sin(1.25), 0.3]]), abs=0.02)
    assert bend.at([]).shape == (0, 2)


def test_a_flat_page_stays_flat_however_stiff() -> None:
    places = grid(60, 40)
    tilted = places * 1.01 + 0.3
    for smoothing in (0, 1.0):
        bend = flatten.Bend(places, tilted, (60, 40), smoothing)
        assert bend.at(np.array([(33.0, 12.0)])) == pytest.approx(np.array([[0.63, 0.42]]), abs=1e-4)


def test_the_map_names_the_place_in_the_photograph_of_the_middle_of_each_pixel() -> None:
    places = grid(60, 40)
    xs, ys = flatten.Bend(places, places, (60, 40), 0).map(np.diag([10.0, 10.0, 1.0]), 8.0)
    assert xs.shape == ys.shape == (320, 480)
    assert xs[0, :3] == pytest.approx([0.625, 1.875, 3.125], abs=1e-3)
    assert ys[:3, 0] == pytest.approx([0.625, 1.875, 3.125], abs=1e-3)
    assert (xs[-1, -1], ys[-1, -1]) == pytest.approx((599.375, 399.375), abs=1e-2)


def test_what_is_not_in_the_photograph_is_black() -> None:
    photo = np.full((100, 100), 200, np.uint8)
    places = grid(60, 40)
    flat = flatten.warp(photo, flatten.Bend(places, places, (60, 40), 0).map(np.diag([2.0, 2.0, 1.0]), 2.0))
    assert flat.shape == (80, 120)
    assert flat[40, 50] == 200
    assert flat[40, 110] == 0
