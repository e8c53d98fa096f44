"""The ink-saver has only grey ink, as pale as can be read; how much it saves: page_checks."""

from __future__ import annotations

import io

import numpy as np
import pikepdf
import pytest

from pencilwright.generator import fill
from pencilwright.generator.documents import PrintOptions, build
from pencilwright.templates.render import theme_colours
from tests.generator.orders import setup
from tests.generator.pictures import at_dpi
from tests.generator.test_filled_form import widgets
from tests.templates.test_themes import contrast


def test_words_and_lines_of_the_ink_saver_are_as_pale_as_can_be_read() -> None:
    c = theme_colours("ink-saver")
    assert all(4.5 <= contrast(c[name], c["paper"]) < 5.2 for name in ("ink", "muted"))
    assert all(3 <= contrast(c[name], c["paper"]) < 3.1 for name in ("line", "faint"))


@pytest.mark.slow
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
        field = widgets(opened, "copy1.total")[0]
        assert pen in field.AP.N.read_bytes()
