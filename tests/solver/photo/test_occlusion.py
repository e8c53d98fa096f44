"""A veil over a part of a page is measured by the print between the marks, and its contrast is made good."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from pencilwright.solver.photo import occlusion, tuning
from pencilwright.templates.page import Mark
from pencilwright.templates.paths import Box

SCALE = tuning.PIXELS_PER_MM
WIDTH, HEIGHT = 120, 80
PLACES = [Mark(f"{n}", "circle", "", Box(8 + 12 * n, 50, 6, 6), "", 0) for n in range(8)]
PAPER, PRINT, INK = 200.0, 0.7, 0.5


def drawing() -> Any:
    """A page of lines that cross, and a row of circles."""
    page = np.full((round(HEIGHT * SCALE), round(WIDTH * SCALE)), 255, np.uint8)
    for at in range(4, WIDTH, 6):
        page[:, round(at * SCALE) : round((at + 0.5) * SCALE)] = round(255 * (1 - PRINT))
    for at in range(3, HEIGHT, 10):
        page[round(at * SCALE) : round((at + 0.5) * SCALE)] = round(255 * (1 - PRINT))
    return page


def photograph(left: float, noise: float = 1.0, rings: bool = True) -> Any:
    """The page with rings, of which a veil over its lower part leaves so much contrast."""
    page = drawing().astype(np.float32) / 255
    for mark in PLACES if rings else ():
        middle = round((mark.rect.x + 3) * SCALE), round((mark.rect.y + 3) * SCALE)
        ring = np.zeros_like(page)
        cv2.circle(ring, middle, round(2.9 * SCALE), INK, round(0.6 * SCALE), cv2.LINE_AA)
        page *= 1 - ring
    below = np.arange(len(page))[:, None] > 48 * SCALE
    page = np.where(below, 1 - left * (1 - page), page)
    picture = cv2.GaussianBlur(PAPER * page, (0, 0), 0.15 * SCALE)
    return (picture + np.random.default_rng(1).normal(0, noise, picture.shape)).astype(np.float32)


@pytest.mark.parametrize("left", [0.35, 0.6])
def test_the_contrast_under_a_veil_is_measured_though_every_place_there_is_ringed(left: float) -> None:
    result = occlusion.veil(photograph(left), drawing(), PLACES)
    assert occlusion.veiled(result)
    scale = tuning.ALIGN_PIXELS_PER_MM
    under, above = result[round(53 * scale), :: round(scale)], result[round(20 * scale), :: round(scale)]
    assert np.median(under) == pytest.approx(left / tuning.VEILED, abs=0.1)
    assert np.median(above) == 1


def test_a_page_without_a_veil_is_left_as_it_is() -> None:
    assert not occlusion.veiled(occlusion.veil(photograph(1.0), drawing(), PLACES))


@pytest.mark.parametrize("noise", [0.5, 8.0])
def test_ink_under_a_veil_is_as_dark_as_elsewhere_once_the_contrast_is_made_good(noise: float) -> None:
    picture = photograph(0.4, noise)
    left = np.full((round(HEIGHT * 4), round(WIDTH * 4)), 1.0, np.float32)
    left[(40 * 4) :] = 0.4
    paper = np.full(picture.shape, PAPER, np.float32)
    result = occlusion.unveiled(picture, paper, noise / PAPER, left)
    on_ring = round((PLACES[2].rect.y + 0.1) * SCALE), round((PLACES[2].rect.x + 3) * SCALE)
    around = result[on_ring[0] - 1 : on_ring[0] + 2, on_ring[1] - 4 : on_ring[1] + 5]
    assert around.mean() == pytest.approx(PAPER * (1 - INK), abs=0.12 * PAPER)
    assert np.array_equal(result[: 30 * round(SCALE)], picture[: 30 * round(SCALE)])


def test_where_black_print_shows_no_veil_is_taken_away_and_beside_a_veil_contrast_is_made_good() -> None:
    paper: Any = np.full((400, 400), 200.0, np.float32)
    picture = paper.copy()
    picture[100:110, 50:150] = 30  # black print that shows as it is
    picture[300:310, 250:350] = 160  # pale print
    left: Any = np.full((200, 200), 0.4, np.float32)
    result = occlusion.unveiled(picture, paper, 0.0, left)
    assert result[105, 100] >= 10
    assert result[130, 100] == 200
    assert result[305, 300] == pytest.approx(100, abs=2)
