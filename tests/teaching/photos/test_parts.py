"""The parts of the corpus are what they are called; that they stay what they are: test_pinned.py."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from teaching.photos import scene, strokes
from teaching.photos.levels import LEVELS, Span

RNG_SEEDS = range(30)


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


def camera(name: str, seed: int, **changes: object) -> tuple[scene.Camera, np.ndarray]:
    corners = np.array([(-105, -148.5), (105, -148.5), (105, 148.5), (-105, 148.5)])
    level = replace(LEVELS[name], **changes)  # type: ignore[arg-type]
    made = scene.aim(np.random.default_rng(seed), level, corners)
    seen = made.project(np.column_stack((corners, np.zeros(4))))
    return made, seen


def test_the_camera_sees_the_whole_sheet_as_large_as_the_level_says() -> None:
    for seed in RNG_SEEDS:
        made, seen = camera("medium", seed, cropped=0, fill=Span(0.8, 0.8))
        assert (seen > 0).all() and (seen < made.size).all()
        assert (np.ptp(seen, axis=0) / made.size).max() == pytest.approx(0.8, abs=0.01)
        side, down = seen[1] - seen[0], seen[3] - seen[0]
        assert side[0] * down[1] - side[1] * down[0] > 0, "not mirrored"


def test_a_cropped_photograph_lacks_one_corner_of_the_sheet() -> None:
    for seed in RNG_SEEDS:
        made, seen = camera("hard", seed, cropped=1, tilt=Span(0, 5))
        outside = ((seen < 0) | (seen >= made.size)).any(axis=1)
        assert outside.sum() == 1
