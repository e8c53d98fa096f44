"""What other programs make of a filled form is read as it was filled: the table in docs/formats.md."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import numpy as np
import pikepdf
import pytest
from PIL import ImageOps

from pencilwright.app.positions import photos
from pencilwright.app.processes import decode_image
from pencilwright.games import game
from pencilwright.games.errors import InputError
from pencilwright.games.sheets import FilledSheet
from pencilwright.games.troyes_dice.play import demo
from pencilwright.generator import fill, filled_form
from pencilwright.generator.documents import PrintOptions, build
from pencilwright.generator.pdf import ellipse
from pencilwright.solver.photo import reader
from pencilwright.templates.phrases import phrase
from tests.generator.pictures import raster
from tests.refusals import keys_of, refused

pytestmark = pytest.mark.usefixtures("pdfs_read_here")
TROYES = game("troyes-dice")
BLANK = build("troyes-dice", "score-sheet", setup=TROYES.parse(demo.BEFORE).setup, options=PrintOptions())
MARKS = TROYES.marks.to_marks(TROYES.parse(demo.AFTER))
FORM = fill.fill(BLANK, MARKS)
DRAWN = {mark: value for mark, value in MARKS.items() if mark != "name"}
"""What a picture tells."""


def flattened(pdf: bytes) -> bytes:
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        opened.flatten_annotations("all")
        return saved(opened)


def saved(pdf: pikepdf.Pdf) -> bytes:
    target = io.BytesIO()
    pdf.save(target)
    return target.getvalue()


def joined(*files: bytes) -> bytes:
    pdf = pikepdf.new()
    for data in files:
        with pikepdf.open(io.BytesIO(data)) as source:
            pdf.add_pages_from(source)
    return saved(pdf)


def letter() -> bytes:
    pdf = pikepdf.new()
    page = pdf.add_blank_page()
    page.contents_add(b"0 0 m 99 99 l S")
    return saved(pdf)


def white_on_black(pdf: bytes) -> bytes:
    target = io.BytesIO()
    ImageOps.invert(raster(pdf, pixels_per_mm=6).convert("L")).save(target, "PNG")
    return target.getvalue()


@pytest.mark.parametrize(
    ("make", "read"),
    [
        (flattened, photos.of_pdf),
        pytest.param(white_on_black, photos.read, marks=pytest.mark.long),
    ],
)
def test_a_drawing_of_a_form_is_read_without_a_question(
    make: Callable[[bytes], bytes], read: Callable[[bytes], Any]
) -> None:
    (sheet,) = read(make(FORM)).sheets
    assert (sheet.questions, dict(sheet.values)) == ((), DRAWN)


@pytest.mark.slow
def test_a_picture_of_a_sheet_among_forms_is_a_sheet_and_a_letter_is_none() -> None:
    result = photos.of_pdf(joined(FORM, letter(), flattened(FORM), BLANK))
    form, picture, blank = result.sheets
    assert result.refused == () and isinstance(form, FilledSheet) and isinstance(blank, FilledSheet)
    assert [sheet.spot for sheet in result.sheets] == ["page1", "page3", "page4"]
    assert (dict(picture.values), dict(form.values)) == (DRAWN, MARKS)


def test_a_page_among_forms_that_shows_a_part_of_a_sheet_is_refused_by_its_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def hidden(*_: object, **__: object) -> None:
        raise InputError(phrase("photo.file.damaged"))

    monkeypatch.setattr(photos, "read_picture", hidden)
    monkeypatch.setattr(decode_image, "page", lambda *_: None)
    (text,) = photos.of_pdf(joined(FORM, letter())).refused
    assert keys_of(text) == ["photo.page", "photo.file.damaged"]


def test_a_dark_picture_is_read_once_more_as_its_negative(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def seen(picture: Any, code: str | None = None) -> Any:
        tried.append(int(picture[0, 0]))
        raise InputError(phrase("photo.nothing" if len(tried) == 1 else "photo.empty"))

    monkeypatch.setattr(reader, "read_picture", seen)
    monkeypatch.setattr(photos, "puzzle_in", lambda _: None)
    for grey, wanted in ((0, [0, 255]), (100, [100, 155]), (200, [200])):
        tried.clear()
        with refused("photo.nothing"):
            photos.read_picture(np.full((4, 4), grey, np.uint8))
        assert tried == wanted


def drawn_over(pdf: bytes, mark: str) -> bytes:
    """A form with a ring of a pen around a mark, with the appearance that a program draws for it."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        (_, page, fields, _) = next(filled_form.pages(opened))
        rect = next(field.widget.Rect for field in fields if field.mark == mark)
        left, bottom, right, top = map(float, rect)
        width, height = right - left, top - bottom
        box = pikepdf.Array([0, 0, width, height])
        shape = ellipse(width / 2, height / 2, width / 2 - 1, height / 2 - 1)
        ring = f"2 w 0 0 .5 RG {shape} S".encode()
        look = opened.make_stream(ring, Subtype=pikepdf.Name.Form, BBox=box)
        ink = pikepdf.Dictionary(Subtype=pikepdf.Name.Ink, Rect=rect, F=4, AP=pikepdf.Dictionary(N=look))
        page.Annots.append(opened.make_indirect(ink))
        return saved(opened)


@pytest.mark.slow
def test_what_is_drawn_on_a_form_joins_its_fields() -> None:
    (sheet,) = photos.of_pdf(drawn_over(FORM, "building.town_hall.6")).sheets
    assert dict(sheet.values).items() >= DRAWN.items() and sheet.values["name"] == MARKS["name"]
    assert "building.town_hall.6" in {*sheet.values, *sheet.questions}
