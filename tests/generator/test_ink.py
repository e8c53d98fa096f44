"""The ink-saver saves ink: measured without markers and page codes, on every document."""

from __future__ import annotations

import io
from collections.abc import Mapping
from itertools import groupby

import numpy as np
import pikepdf
import pytest

from pencilwright.generator import fill
from pencilwright.generator.documents import PrintOptions, build
from pencilwright.templates.page import Page
from pencilwright.templates.render import theme_colours
from tests.generator.orders import ORDERS, Order, setup
from tests.generator.pictures import at_dpi, plain, raster
from tests.templates.test_themes import contrast

PIXELS_PER_MM = 150 / 25.4
MOST = 0.6
"""Share of the colour theme's ink that the ink-saver may take."""
OF_WORDS: Mapping[tuple[str, str], float] = {
    ("terra-mystica", "factions"): 0.71,
    ("tianxia", "battle-sheet"): 0.7,
    ("tianxia", "goals"): 0.7,
    ("terracotta-army", "setup-card"): 0.68,
    ("terracotta-army", "grid-sheet"): 0.76,
    ("terra-mystica", "map-sheet"): 0.75,
    ("tianxia", "setup-card"): 0.66,
    ("tianxia", "setup-page"): 0.65,
    ("tianxia", "buildings"): 0.65,
    ("troyes-dice", "score-sheet"): 0.64,
    ("troyes-dice", "setup-card"): 0.64,
    ("tianxia", "tiles"): 0.63,
    ("terra-mystica", "setup-page"): 0.63,
    ("terracotta-army", "chancellor-reference"): 0.63,
    ("terracotta-army", "setup-page"): 0.63,
    ("terra-mystica", "setup-card"): 0.62,
    ("terra-mystica", "reference"): 0.61,
    ("terracotta-army", "reference"): 0.61,
    ("troyes-dice", "setup-page"): 0.61,
}
"""Documents whose ink in colour, too, is words and thin lines. In the ink-saver they are as pale as can be
read (a test below), so that no more can be saved; each with what it may take."""
ALIKE = [
    tuple(orders)
    for _, orders in groupby(
        sorted(
            (one for one in ORDERS if one.paper == "a4" and not one.expansion and not one.blank_numbers),
            key=lambda one: (one.game, one.document, one.language, one.theme),
        ),
        key=lambda one: (one.game, one.document, one.language),
    )
]
"""A document in one language, in colour and ink-saver. Letter paper has the same content box."""


def darkness(page: Page) -> float:
    """Return the ink of a page without markers and code: a number that is proportional to it."""
    grey = np.asarray(raster(plain([page]), pixels_per_mm=PIXELS_PER_MM).convert("L")).astype(float)
    for area in page.areas:
        if area.id == "qr" or area.id.startswith("marker."):
            left, top, right, bottom = (
                round(value * PIXELS_PER_MM)
                for value in (area.rect.x, area.rect.y, area.rect.right, area.rect.bottom)
            )
            grey[top : bottom + 1, left : right + 1] = 255
    return float((255 - grey).sum())


@pytest.mark.parametrize("alike", ALIKE, ids=lambda alike: str(alike[0]))
def test_the_ink_saver_takes_three_fifths_of_the_ink_or_what_words_need(alike: tuple[Order, Order]) -> None:
    colour, saver = alike
    assert (colour.theme, saver.theme) == ("colour", "ink-saver")
    share = sum(map(darkness, saver.pages)) / sum(map(darkness, colour.pages))
    assert share <= OF_WORDS.get((colour.game, colour.document), MOST)


def test_words_and_lines_of_the_ink_saver_are_as_pale_as_can_be_read() -> None:
    c = theme_colours("ink-saver")
    assert all(4.5 <= contrast(c[name], c["paper"]) < 5.2 for name in ("ink", "muted"))
    assert all(3 <= contrast(c[name], c["paper"]) < 3.1 for name in ("line", "faint"))


def test_answers_on_the_form_of_the_ink_saver_are_grey_and_in_colour_they_are_not() -> None:
    coloured = {}
    for theme in ("colour", "ink-saver"):
        made = build(
            "troyes-dice", "score-sheet", setup=setup("troyes-dice"), options=PrintOptions(theme=theme)
        )
        filled = fill.fill(made, {"die.red.1": "struck", "influence.4": "circled"})
        picture = np.asarray(at_dpi(filled, 150)).astype(int)
        assert (picture != np.asarray(at_dpi(made, 150)).astype(int)).any()
        coloured[theme] = float((picture.max(2) - picture.min(2) > 12).mean())
    assert coloured["ink-saver"] == 0
    assert coloured["colour"] > 0.01


@pytest.mark.parametrize(
    ("theme", "pen"), [("colour", b"0.102 0.161 0.42 rg"), ("ink-saver", b"0.251 0.251 0.251 rg")]
)
def test_words_on_a_form_have_the_colour_of_its_pen(theme: str, pen: bytes) -> None:
    made = build("troyes-dice", "score-sheet", setup=setup("troyes-dice"), options=PrintOptions(theme=theme))
    with pikepdf.open(io.BytesIO(fill.fill(made, {"total": "77"}))) as opened:
        field = next(field for name, field in fill.fields(opened) if name.endswith(".total"))
        assert pen in field.AP.N.read_bytes()
