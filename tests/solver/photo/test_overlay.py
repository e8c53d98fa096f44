"""What was read is drawn over the page: green where seen, amber where the rules decided, red where asked."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PIL import Image

from pencilwright.solver.photo import overlay
from pencilwright.solver.photo.records import (
    BLANK,
    EYE,
    PERSON,
    RULES,
    TICKED,
    UNSURE,
    Contradiction,
    MarkReading,
    SheetReading,
)

PLACE = (200, 100, 40, 30)


def sheet(
    kind: str,
    by: str = EYE,
    *,
    against: bool = False,
    paper: int = 255,
    place: tuple[int, int, int, int] = PLACE,
) -> SheetReading:
    """Return the reading of a page with one mark."""
    return SheetReading(
        page_code="", copy=1, game="troyes-dice", setup=None, marks={"a": MarkReading(kind, 1.0, kind, by)},
        values={}, questions=(), contradictions=(Contradiction("rule", ("a",)),) if against else (),
        markers=8, notes=(), otherwise=False,
        places={"a": place},
        flattened=np.full((400, 1400), paper, np.uint8), looks=np.zeros((1, 1), np.uint8),
        cells=np.zeros((0, 1, 1), np.uint8),
    )  # fmt: skip


def about_mark(reading: SheetReading) -> Any:
    """Return the picture about the mark, without the legend."""
    x, y, width, height = PLACE
    page = overlay.overlay(reading, "en")[-len(reading.flattened) :]
    return page[y - 20 : y + height + 20, x - 20 : x + width + 20]


def has(picture: Any, colour: tuple[int, int, int]) -> bool:
    """Return whether a colour is in the picture."""
    return bool((np.abs(picture.astype(int) - colour).max(2) < 4).any())


@pytest.mark.parametrize(("kind", "by"), [(TICKED, EYE), (TICKED, RULES), (UNSURE, PERSON), (BLANK, RULES)])
def test_a_mark_is_framed_in_the_colour_of_how_it_was_settled(kind: str, by: str) -> None:
    picture = about_mark(sheet(kind, by))
    for other, colour in overlay.COLOURS.items():
        assert has(picture, colour) is (other == by)


def test_a_mark_that_is_surely_blank_is_left_as_it_is() -> None:
    assert about_mark(sheet(BLANK)).min() == 255


def test_marks_that_contradict_each_other_have_a_second_frame() -> None:
    assert has(about_mark(sheet(TICKED, against=True)), overlay.COLOURS[PERSON])
    assert has(about_mark(sheet(BLANK, against=True)), overlay.COLOURS[PERSON])


def test_the_page_is_paler_beneath_than_it_was() -> None:
    assert (about_mark(sheet(BLANK, paper=55)) == 105).all()


def test_the_legend_names_the_three_colours_above_the_page() -> None:
    reading = sheet(BLANK)
    top = overlay.overlay(reading, "en")[: -len(reading.flattened)]
    assert all(has(top, colour) for colour in overlay.COLOURS.values())


def test_the_legend_is_in_the_readers_language_whatever_the_sheet_is_in() -> None:
    reading = sheet(BLANK)
    english, japanese = (overlay.overlay(reading, language) for language in ("en", "ja"))
    above = min(len(english), len(japanese)) - len(reading.flattened)
    assert (english[:above] != japanese[:above]).any()


def test_a_sign_is_as_high_as_letters_that_are_read_on_a_telephone() -> None:
    """The page is 65 mm wide there; small marks have a tint, since a sign would hide which one it is."""
    x, y, _, _ = PLACE
    large = sheet(UNSURE, PERSON, place=(x, y, 50, 50))
    page = overlay.overlay(large, "en")[-len(large.flattened) :]
    sign = (np.abs(page.astype(int) - overlay.COLOURS[PERSON]).max(2) < 40)[y + 6 : y + 49, x + 6 : x + 49]
    assert np.ptp(np.flatnonzero(sign.any(1))) >= 18
    small = sheet(TICKED, place=(x, y, 33, 33))
    page = overlay.overlay(small, "en")[-len(small.flattened) :]
    assert np.ptp(page[y + 6 : y + 27, x + 6 : x + 27].reshape(-1, 3), axis=0).max() == 0


def test_the_file_is_a_small_webp_of_the_same_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    reading = sheet(TICKED)
    data = overlay.webp(reading, "en")
    read = np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))[:, :, ::-1]
    assert np.abs(read.astype(int) - overlay.overlay(reading, "en")).mean() < 2
    monkeypatch.setattr(overlay, "LARGEST", 4000)
    noise = np.random.default_rng(1).integers(0, 255, reading.flattened.shape).astype(np.uint8)
    assert len(overlay.webp(replace(reading, flattened=noise), "en")) <= 4000


@pytest.mark.parametrize("width", [42, 130])
@pytest.mark.parametrize("asked", [False, True])
def test_what_is_said_of_a_written_number_never_hides_its_digits(width: int, asked: bool) -> None:
    x, y, _, _ = PLACE
    reading = sheet(UNSURE if asked else "17", PERSON if asked else EYE, place=(x, y, width, 56))
    summary = MarkReading(reading.marks["a"].kind, 0.9, "17", reading.marks["a"].by, {"17": 0.9})
    page = overlay.overlay(replace(reading, marks={"a": summary}), "en")[-len(reading.flattened) :]
    assert np.ptp(page[y + 9 : y + 52, x + 4 : x + width - 4].reshape(-1, 3), axis=0).max() == 0
    colour = overlay.COLOURS[PERSON if asked else EYE]
    around = page[y - 40 : y + 56, x - 80 : x + width + 20].copy()
    around[38:98, 76 : 84 + width] = 255
    assert has(around, colour)
