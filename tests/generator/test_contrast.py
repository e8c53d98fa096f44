"""Words on real pages stand out from the ground that they are really printed on."""

from __future__ import annotations

import pytest

from pencilwright.templates.page import Page, Text
from pencilwright.templates.render import theme_colours
from tests.generator import geometry
from tests.generator.orders import ORDERS, Order
from tests.generator.pictures import plain, raster
from tests.templates.test_themes import contrast

SCALE = 8
PRINTED = [
    pytest.param(one, marks=() if one.theme == "colour" or one.language == "en" else pytest.mark.long)
    for one in ORDERS
    if one.paper == "a4" and not one.blank_numbers
]


def grounds(page: Page, words: list[geometry.Words]) -> list[str]:
    """Colour of the paper around each line of words: the most frequent one, with all words left out."""
    bare = page._replace(items=tuple(item for item in page.items if not isinstance(item, Text)))
    picture = raster(plain([bare]), pixels_per_mm=SCALE)
    found = []
    for line in words:
        corners = tuple(
            round(value * SCALE) for value in (line.ink.x, line.ink.y, line.ink.right, line.ink.bottom)
        )
        part = picture.crop(
            (corners[0], corners[1], max(corners[2], corners[0] + 1), max(corners[3], corners[1] + 1))
        )
        _, colour = max(part.getcolors(part.width * part.height))
        found.append("#{:02x}{:02x}{:02x}".format(*colour))
    return found


@pytest.mark.parametrize("order", PRINTED, ids=str)
def test_words_stand_out_from_what_they_are_printed_on(order: Order) -> None:
    page = order.rendered().page
    words = geometry.words(page)
    faint = theme_colours(order.theme)["faint"]
    weak = [
        (line.text, line.record.fill, ground)
        for line, ground in zip(words, grounds(page, words), strict=True)
        if contrast(line.record.fill, ground) < (3 if line.record.fill == faint else 4.5)
    ]
    assert weak == []


@pytest.mark.parametrize(
    "order", [o for o in ORDERS if o.kind.fillable and o.theme == "ink-saver"][:1], ids=str
)
def test_the_ink_saver_uses_only_black_ink_and_less_of_it(order: Order) -> None:
    ink = {}
    for theme in ("colour", "ink-saver"):
        picture = raster(plain([order._replace(theme=theme).rendered().page]), pixels_per_mm=2)
        if theme == "ink-saver":
            assert all(
                len(set(colour)) == 1 for _, colour in picture.getcolors(picture.width * picture.height)
            )
        histogram = picture.convert("L").histogram()
        ink[theme] = sum((255 - grey) * count for grey, count in enumerate(histogram)) / (
            255 * sum(histogram)
        )
    assert ink["ink-saver"] < ink["colour"]
    assert ink["ink-saver"] < 0.1, "a tenth of the paper at most is black"
