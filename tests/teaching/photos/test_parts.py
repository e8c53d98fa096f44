"""The parts of the corpus: strokes, paper, camera, sensor."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from pencilwright.games.errors import InputError
from teaching.photos import levels, scene, sensor, strokes
from teaching.photos import writers as hands
from teaching.photos.levels import LEVELS, Span
from teaching.photos.surface import SHAPES, Surface

RNG_SEEDS = range(30)


def test_an_unknown_level_names_those_there_are() -> None:
    with pytest.raises(InputError, match="unknown level 'soft'; choose scan, easy, medium, hard"):
        levels.level("soft")


def test_each_level_is_harder_than_the_one_before() -> None:
    order = [LEVELS[name] for name in ("easy", "medium", "hard")]
    for easier, harder in pairwise(order):
        for field in ("tilt", "curl", "shadow", "gradient", "cast", "defocus", "motion", "noise"):
            assert getattr(easier, field).high < getattr(harder, field).high, field
        for field in ("jpeg", "toner", "care", "darkness"):
            assert getattr(easier, field).low > getattr(harder, field).low, field


@pytest.mark.parametrize("care", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("name", ["ring", "cross", "slash", "tick", "fill"])
def test_a_shape_stays_near_its_place_and_never_is_the_same_twice(name: str, care: float) -> None:
    draw = getattr(strokes.SYNTHETIC, name)
    shapes = [np.vstack(draw(np.random.default_rng(seed), 3.0, 3.0, care)) for seed in RNG_SEEDS]
    for shape in shapes:
        assert np.abs(shape[:, :2]).max() < 6.5
        assert np.ptp(shape[:, 0]) > 2 and np.ptp(shape[:, 1]) > 2
    assert len({shape.tobytes() for shape in shapes}) == len(shapes)


def test_a_ring_goes_round_its_middle() -> None:
    for seed in RNG_SEEDS:
        (ring,) = strokes.ring(np.random.default_rng(seed), 3.0, 3.0, 1.0)
        angle = np.unwrap(np.arctan2(ring[:, 1], ring[:, 0]))
        assert abs(angle[-1] - angle[0]) > 1.8 * np.pi


def test_a_small_ring_is_less_than_half_as_large_as_its_place() -> None:
    for seed in RNG_SEEDS:
        (ring,) = strokes.small_ring(strokes.SYNTHETIC, np.random.default_rng(seed), 3.0, 3.0, 0.5)
        assert np.ptp(ring[:, 0]) < 3.4 and np.ptp(ring[:, 1]) < 3.4


@pytest.mark.parametrize("sign", strokes.DIGITS)
@pytest.mark.parametrize("other", [False, True])
def test_every_digit_has_both_forms(sign: str, other: bool) -> None:
    drawn = np.vstack(strokes.digit(np.random.default_rng(1), sign, 2.0, 3.0, 1.0, other))
    assert 4.5 < np.ptp(drawn[:, 1]) < 8


@pytest.mark.parametrize("shape", SHAPES)
def test_curled_paper_rises_as_high_as_it_is_told(shape: str) -> None:
    paper = Surface((105.0, 148.5), shape, 0.0, 2.5)
    x, y = np.meshgrid(np.linspace(-105, 105, 61), np.linspace(-148, 148, 61))
    height = paper.height(x, y)
    assert height.max() == pytest.approx(2.5, abs=0.01)
    assert height.min() == pytest.approx(0, abs=0.01)


def test_paper_that_faces_the_lamp_is_brighter() -> None:
    paper = Surface((100.0, 100.0), "middle", 0.0, 3.0)
    lamp = np.array([0.6, 0.0, 0.8])
    assert paper.shade(60.0, 0.0, lamp) > 1 > paper.shade(-60.0, 0.0, lamp)
    assert paper.shade(0.0, 0.0, lamp) == pytest.approx(1, abs=0.01)


def camera(name: str, seed: int, **changes: object) -> tuple[scene.Camera, np.ndarray, dict[str, object]]:
    corners = np.array([(-105, -148.5), (105, -148.5), (105, 148.5), (-105, 148.5)])
    level = replace(LEVELS[name], **changes)  # type: ignore[arg-type]
    made, summary = scene.aim(np.random.default_rng(seed), level, corners)
    seen = made.project(np.column_stack((corners, np.zeros(4))))
    return made, seen, summary


def test_the_camera_sees_the_whole_sheet_as_large_as_the_level_says() -> None:
    for seed in RNG_SEEDS:
        made, seen, _ = camera("medium", seed, cropped=0, fill=Span(0.8, 0.8))
        assert (seen > 0).all() and (seen < made.size).all()
        assert (np.ptp(seen, axis=0) / made.size).max() == pytest.approx(0.8, abs=0.01)


def test_a_cropped_photograph_lacks_one_corner_of_the_sheet() -> None:
    for seed in RNG_SEEDS:
        made, seen, fields = camera("hard", seed, cropped=1, tilt=Span(0, 5))
        outside = ((seen < 0) | (seen >= made.size)).any(axis=1)
        assert fields["cropped"] and outside.sum() == 1


def test_a_ray_through_a_pixel_meets_the_point_that_is_seen_there() -> None:
    made, _, _ = camera("hard", 5, cropped=0)
    x, y = scene._meet(made, made.rays(), 2.0)
    points = np.column_stack((x.ravel(), y.ravel(), np.full(x.size, 2.0)))
    seen = made.project(points).reshape(*x.shape, 2)
    assert seen[0, 0] == pytest.approx((3.5, 3.5), abs=0.05)
    assert seen[-1, -1] == pytest.approx((made.size[0] - 4.5, made.size[1] - 4.5), abs=0.05)


def test_the_sheet_is_not_mirrored() -> None:
    for seed in RNG_SEEDS:
        _, seen, _ = camera("hard", seed)
        side, down = seen[1] - seen[0], seen[3] - seen[0]
        assert side[0] * down[1] - side[1] * down[0] > 0


def test_blur_takes_contrast_and_noise_adds_some() -> None:
    stripes = (
        np.zeros((256, 256, 3), np.uint8)
        + (np.arange(256) % 8 < 4).astype(np.uint8)[None, :, None] * 120
        + 60
    )
    calm = replace(LEVELS["scan"], defocus=Span(0.3, 0.3), noise=Span(0, 0), motion=Span(0, 0))
    rng = np.random.default_rng(0)
    sharp, _ = sensor.expose(rng, calm, stripes)
    soft, _ = sensor.expose(rng, replace(calm, defocus=Span(3, 3)), stripes)
    loud, _ = sensor.expose(rng, replace(calm, noise=Span(10, 10)), stripes)
    assert soft.std() < 0.5 * sharp.std()
    assert np.abs(loud.astype(int) - sharp).mean() > 4


def test_a_smear_moves_no_light_away() -> None:
    for angle in np.linspace(0, np.pi, 9):
        kernel = sensor._smear(7.0, angle)
        assert kernel.sum() == pytest.approx(1, abs=1e-5)
        assert (kernel >= 0).all()


def test_writers_for_teaching_have_rare_habits_as_often() -> None:
    rng = np.random.default_rng(3)
    usual, even = (
        [hands.writer(rng, LEVELS["medium"], evenly=evenly) for _ in range(300)] for evenly in (False, True)
    )
    for habit, rare in (("ring_marks", "tick"), ("strikes", "slash")):
        often, half = (sum(getattr(who, habit) == rare for who in writers) / 300 for writers in (usual, even))
        assert often < 0.25
        assert 0.4 < half < 0.6
    assert sum(who.tool.name == "felt-tip pen" for who in even) > 300 / 9 / 2
