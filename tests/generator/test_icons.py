"""Our drawings are told apart at 4 mm in grey and by every eye, and each has a name."""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import ImageFilter

from pencilwright.templates import drawing
from pencilwright.templates.drawing import icon
from pencilwright.templates.parsing import read
from pencilwright.templates.phrases import word
from pencilwright.templates.render import theme_colours
from tests.generator.pictures import plain, raster
from tests.templates.test_themes import SIGHT, linear

PLAYERS = ("yellow", "green", "blue", "purple")
SIZE = 4
PIXELS = 12
"""Pixels a millimetre: 300 dpi, what a phone's camera or a good eye gets of print."""
ALIKE = 0.035
"""Mean difference of grey, from 0 to 1 over the box, under which two drawings would pass for one."""


@cache
def greys(name: str) -> Any:
    """A drawing at 4 mm in grey, 0 to 1, a little soft, as it comes out of a printer."""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 5 5" data-title="{name}">'
        f"<g>{icon(name, 0.5, 0.5, SIZE, fill='#dddddd', line='#1a1a1a')}</g></svg>"
    )
    picture = raster(plain([read(svg, template=name, language="en")]), pixels_per_mm=PIXELS)
    return np.asarray(picture.convert("L").filter(ImageFilter.GaussianBlur(0.06 * PIXELS))) / 255


def apart(item: str, other: str) -> float:
    """Mean difference of two drawings, the smallest over shifts of a sixth of a millimetre."""
    shifts = [(x, y) for x in (-2, 0, 2) for y in (-2, 0, 2)]
    return min(float(np.abs(np.roll(greys(item), shift, (1, 0)) - greys(other)).mean()) for shift in shifts)


def test_every_two_drawings_are_told_apart_at_4_mm_in_grey() -> None:
    alike = {
        (combination, other): round(difference, 3)
        for combination, other in combinations(drawing.names(), 2)
        if (difference := apart(combination, other)) < ALIKE
    }
    assert alike == {}


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("theme", ["colour", "ink-saver"])
def test_lines_of_drawings_stand_out_from_their_bodies_for_every_eye(theme: str, sight: str) -> None:
    colours = theme_colours(theme)
    players = [f"player_{colour}" for colour in PLAYERS]
    pairs = [(f"{name}_line", f"{name}_fill") for name in players]
    pairs += [("ink", name) for name in ("clay", "coin", "water", "leaf", "stone", "violet", "area")]
    for line, fill in pairs:
        light = sorted(
            sum(
                weight * max(0.0, sum(m * v for m, v in zip(row, linear(colours[name]), strict=True)))
                for weight, row in zip((0.2126, 0.7152, 0.0722), SIGHT[sight], strict=True)
            )
            for name in (line, fill)
        )
        assert (light[1] + 0.05) / (light[0] + 0.05) >= 3, (line, fill)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_drawing_has_a_name(language: str) -> None:
    assert all(word(language, f"icon.{name}") for name in drawing.names())


def test_every_layer_has_a_paint_that_there_is() -> None:
    path = Path(drawing.__file__).parent / "icons.toml"
    paints = {
        layer["paint"]
        for entry in tomllib.loads(path.read_text(encoding="utf-8")).values()
        for layer in entry["layers"]
    }
    assert paints <= {"body", "line", "solid", "paper"}
