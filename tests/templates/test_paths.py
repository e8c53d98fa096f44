"""Path data becomes absolute segments whose space is measured where curves turn."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.templates.paths import Box, Segment, bounds, outline, parse


def test_relative_commands_equal_absolute_ones() -> None:
    relative = parse("m1 2l3 0h1v-1c1 0 1 1 2 1q1 1 2 0z")
    absolute = parse("M1 2L4 2H5V1C6 1 6 2 7 2Q8 3 9 2Z")
    assert relative == absolute


def test_numbers_after_a_move_are_lines() -> None:
    assert parse("M0 0 1 1 2 0") == parse("M0 0L1 1L2 0")
    assert parse("m1,1 1,1") == parse("M1 1L2 2")


def test_after_closing_the_pen_is_at_the_start_again() -> None:
    assert parse("M1 1h2v2zl1 1")[-1] == Segment("L", (2, 2))


def test_a_full_circle_of_two_arcs_has_the_circles_box() -> None:
    box = bounds(parse("M1 5A4 4 0 0 1 9 5A4 4 0 0 1 1 5Z"))
    assert box == pytest.approx(Box(1, 1, 8, 8), abs=2e-3)


@pytest.mark.parametrize(
    ("flags", "box"),
    [
        ("0 0", Box(0, 0, 5, 5)),
        ("0 1", Box(0, 0, 5, 5)),
        ("1 0", Box(-5, 0, 10, 10)),
        ("1 1", Box(0, -5, 10, 10)),
    ],
)
def test_the_flags_of_an_arc_choose_one_of_four(flags: str, box: Box) -> None:
    drawn = bounds(parse(f"M0 0A5 5 0 {flags} 5 5"))
    assert drawn == pytest.approx(box, abs=3e-3)


def test_an_arc_that_is_too_small_is_grown_until_it_reaches() -> None:
    assert bounds(parse("M0 0A1 1 0 0 1 10 0")) == pytest.approx(Box(0, -5, 10, 5), abs=3e-3)


def test_a_turned_ellipse_turns() -> None:
    upright = bounds(parse("M0 3A1 3 0 0 1 0 -3A1 3 0 0 1 0 3"))
    turned = bounds(parse("M3 0A1 3 90 0 1 -3 0A1 3 90 0 1 3 0"))
    assert (upright.width, upright.height) == pytest.approx((turned.height, turned.width), abs=3e-3)


@given(st.floats(0.5, 20), st.floats(0, 6.28), st.floats(0.05, 6.2))
def test_every_point_of_an_arc_keeps_its_distance_to_the_middle(
    radius: float, begin: float, turn: float
) -> None:
    x, y = radius * math.cos(begin), radius * math.sin(begin)
    end_x, end_y = radius * math.cos(begin + turn), radius * math.sin(begin + turn)
    segments = parse(
        f"M{x:.9f} {y:.9f}A{radius:.9f} {radius:.9f} 0 {int(turn > math.pi)} 1 {end_x:.9f} {end_y:.9f}"
    )
    pen = segments[0].at
    for _, at in segments[1:]:
        for t in (0.25, 0.5, 0.75, 1.0):
            weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3)
            points = list(zip((pen[0], *at[::2]), (pen[1], *at[1::2]), strict=True))
            px, py = (sum(w * point[i] for w, point in zip(weights, points, strict=True)) for i in (0, 1))
            assert math.hypot(px, py) == pytest.approx(radius, rel=1e-3, abs=2e-3)
        pen = at[-2:]


def test_the_box_of_a_curve_is_its_own_not_that_of_its_handles() -> None:
    assert bounds(parse("M0 0C0 4 4 4 4 0")) == Box(0, 0, 4, 3)


def test_a_pattern_is_outlined_without_inner_lines() -> None:
    assert outline(("##", "##"), 1, 1, 2) == "M1 1L5 1L5 5L1 5Z"


def test_a_hole_runs_the_other_way_round_so_that_it_stays_empty() -> None:
    ring = outline(("###", "#.#", "###"), 0, 0, 1)
    outer, inner = (loop for loop in ring.split("Z") if loop)
    assert outer == "M0 0L3 0L3 3L0 3"
    assert area(outer) == 9
    assert area(inner) == -1


def area(loop: str) -> float:
    """Signed area of a loop."""
    points = [tuple(map(float, point.split())) for point in loop.removeprefix("M").split("L")]
    pairs = zip(points, points[1:] + points[:1], strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs) / 2


@given(st.lists(st.text("#.", min_size=5, max_size=5), min_size=1, max_size=6))
def test_an_outline_has_the_area_of_its_pattern(rows: list[str]) -> None:
    loops = [loop for loop in outline(tuple(rows), 0, 0, 1).split("Z") if loop]
    assert sum(area(loop) for loop in loops) == sum(row.count("#") for row in rows)
