"""A small X on a printed number is found, though no ink is looked for where print is dark."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from pencilwright.solver.photo import blank_page, printed_ink, tuning
from pencilwright.solver.photo.records import BLANK, STRUCK
from pencilwright.templates.page import ARTIFACT, Mark, Page, Text
from pencilwright.templates.paths import Box

SCALE = tuning.PIXELS_PER_MM
USUAL = 0.5
NUMBERS = ("4", "6", "4", "6", "4", "6")
DICE = [Mark(f"{n}", "strike", "", Box(10 + 12 * n, 20, 8.4, 8.4), "", 0) for n in range(len(NUMBERS))]
WORDS = tuple(
    Text(mark.rect.x + 4.2, 26.3, number, 6, 700, "middle", "#36424d", 0, 0, 0, "baseline", ARTIFACT)
    for mark, number in zip(DICE, NUMBERS, strict=True)
)
PAGE = Page("test", 90, 50, "t", "en", WORDS, tuple(DICE), ())


def inked(
    *crossed: int,
    words: bool = True,
    shift: float = 0.0,
    kinds: dict[str, str] | None = None,
    dots: tuple[int, ...] = (),
    noise: float = 2.0,
) -> Any:
    """Which dice are asked about on a blurred, noisy photograph, with Xs of 2 mm on some numbers.

    dots : sides of dark dots on the first numbers, in pixels; 0 for none.
    """
    drawing = blank_page.draw(PAGE)
    picture = cv2.GaussianBlur(drawing.astype(np.float32), (0, 0), 0.2 * SCALE)
    picture = 60 + 0.6 * np.roll(picture, round(shift * SCALE), axis=1)
    ink: Any = np.zeros_like(picture)
    for number in crossed:
        x, y = (round(value * SCALE) for value in (DICE[number].rect.x + 4.2, 24.2))
        for across in (-8, 8):
            cv2.line(ink, (x - across, y - 8), (x + across, y + 8), USUAL, 4, cv2.LINE_AA)
    picture *= 1 - cv2.GaussianBlur(ink, (0, 0), 0.2 * SCALE)
    for number, size in zip(range(6), dots, strict=False):
        x, y = (round(value * SCALE) for value in (DICE[number].rect.x + 4.2, 24.2))
        picture[y : y + size, x : x + size] *= 0.5
    picture += np.random.default_rng(1).normal(0, noise, picture.shape)
    page = PAGE if words else PAGE._replace(items=())
    return printed_ink.inked(
        picture, drawing, page, dict.fromkeys(map(str, range(6)), BLANK) | (kinds or {}), USUAL
    )


def test_blank_numbers_are_left_alone_wherever_the_print_lies() -> None:
    assert inked() == []
    assert inked(shift=0.25) == []


@pytest.mark.parametrize("number", [0, 3])
def test_a_small_x_on_a_number_is_asked_about(number: int) -> None:
    assert inked(number) == [str(number)]


def test_small_xs_on_every_place_of_a_number_are_asked_about() -> None:
    assert inked(0, 2, 4) == ["0", "2", "4"]


def test_what_is_struck_already_and_what_holds_no_print_is_left_alone() -> None:
    assert inked(1, kinds={"1": STRUCK}) == []
    assert inked(1, words=False) == []


def test_a_dot_on_a_printed_number_is_asked_about() -> None:
    assert inked(dots=(8,)) == ["0"]
    assert inked(dots=(8, 0, 0, 8)) == ["0", "3"]
    assert inked(dots=(1,)) == []


def test_in_a_poor_picture_noise_is_no_dot_and_hides_none() -> None:
    assert inked(noise=14) == []
    assert inked(dots=(8,), noise=8) == ["0"]
    assert inked(dots=(8, 8), noise=8) == ["0", "1"]
