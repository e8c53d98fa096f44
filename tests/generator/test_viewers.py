"""A form says the same in every viewer: saved in one, opened in another, on the screen and in print.

These tests run where the viewers are: ``pytest -n0 -m viewers``.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import numpy as np
import pikepdf
import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFont

from pencilwright.generator import fill, filled_form, fonts
from pencilwright.generator.documents import PrintOptions, build
from tests.generator import viewers
from tests.generator.orders import setup
from tests.generator.test_filled_form import widgets
from tests.generator.test_tracks import SHEET, boxes, place, track_of, up_to
from tests.generator.viewers import Acts, PdfJs

pytestmark = [
    pytest.mark.viewers,
    pytest.mark.skipif(bool(viewers.missing()), reason=viewers.missing() or "nothing is missing"),
]

NAME, OTHER = "田中花子", "鈴木一郎"
LEFT, BOTTOM, RIGHT, TOP = dict(boxes(SHEET))["name"]
FIELD = ((LEFT + RIGHT) / 2, (BOTTOM + TOP) / 2)
ACTS = Acts((*up_to("gained", 12), *up_to("spent", 7)), {FIELD: NAME})


@pytest.fixture(scope="module")
def pdfjs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PdfJs]:
    with viewers.pdfjs(tmp_path_factory.mktemp("pdfjs")) as player:
        yield player


@pytest.fixture(scope="module")
def filled(pdfjs: PdfJs) -> Mapping[str, bytes]:
    """The sheet after it was filled in each viewer, by us, and by a program that draws nothing."""
    values = {f"influence.{n}": "spent" if n <= 7 else "circled" for n in range(1, 13)}
    ours = fill.fill(SHEET, values | {"name": NAME})
    return {
        "ours": ours,
        "PDFium": viewers.in_pdfium(SHEET, ACTS),
        "MuPDF": viewers.in_mupdf(SHEET, ACTS),
        "pdf.js": pdfjs.filled(SHEET, ACTS),
        "a program": without_drawing(ours),
    }


def without_drawing(pdf: bytes) -> bytes:
    """Take the drawing of the name away."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        del widgets(opened, "copy1.name")[0].AP
        target = io.BytesIO()
        opened.save(target)
    return target.getvalue()


FILLERS = ("ours", "PDFium", "MuPDF", "pdf.js", "a program")
SHOWERS = ("PDFium", "poppler", "MuPDF", "pdf.js", "pdf.js in print")


@pytest.fixture(scope="module")
def pictures(pdfjs: PdfJs, filled: Mapping[str, bytes]) -> Mapping[tuple[str, str], Any]:
    """What each viewer shows of the sheet, blank and filled in each: (filler or "", viewer) -> picture."""
    results = {}
    for filler, pdf in {"": SHEET, **filled}.items():
        pdfjs.open(pdf)
        seen = [show(pdf) for show in (viewers.pdfium_shows, viewers.poppler_shows, viewers.mupdf_shows)]
        seen += [pdfjs.screen(), pdfjs.printed()]
        results |= {(filler, shower): picture for shower, picture in zip(SHOWERS, seen, strict=True)}
    return results


@pytest.mark.parametrize("filler", FILLERS)
def test_what_was_filled_in_any_viewer_is_read(filled: Mapping[str, bytes], filler: str) -> None:
    (result,) = filled_form.read(filled[filler]).sheets
    assert (track_of(filled[filler]), result.values["name"], result.faults) == ((12, 7), NAME, ())


# pdf.js prints no field that has no drawing, unless it was touched there.
@pytest.mark.parametrize(
    ("filler", "shower"),
    [pair for pair in product(FILLERS, SHOWERS) if pair != ("a program", "pdf.js in print")],
)
def test_gained_spent_and_a_name_are_seen_at_their_places_and_nothing_elsewhere(
    pictures: Mapping[tuple[str, str], Any], filler: str, shower: str
) -> None:
    drawn = ink(pictures["", shower], pictures[filler, shower])
    for part, n in product(("gained", "spent"), range(1, 13)):
        if part == "gained" or n <= 7:
            left, bottom, right, top = dict(boxes(SHEET)).get(f"influence.{part}.{n}", [0, 0, 0, 0])
            seen = taken(drawn, (left, bottom - 1, right, top + 1)).any(axis=0).sum()
            assert seen > 10 or n < 4 or part == "spent", (part, n)
    name = taken(drawn, (LEFT - 1, BOTTOM - 1, RIGHT + 1, TOP + 1))
    right, wrong = (likeness(name, text) for text in (NAME, OTHER))
    assert right > 0.6 > wrong + 0.15, (right, wrong)
    assert drawn.sum() < 10


def ink(before: Any, after: Any) -> Any:
    """Return which pixels of two pictures of a page differ."""
    return np.asarray(ImageChops.difference(before, after).convert("L")) > 50


def taken(drawn: Any, box: tuple[float, float, float, float]) -> Any:
    """Return the pixels of a box, in points, y up, and blank them."""
    left, bottom, right, top = (round(viewers.SCALE * corner) for corner in box)
    height = round(viewers.SCALE * 841.89)
    part = np.s_[height - top : height - bottom, left:right]
    result, drawn[part] = drawn[part].copy(), False
    return result


def likeness(drawn: Any, words: str) -> float:
    """Return how much ink looks like words in our own font: 1 for the same, 0 for nothing alike."""
    pattern, size = Image.new("L", (80 * len(words), 120)), (25 * len(words), 25)
    font = ImageFont.truetype(fonts.FOLDER / fonts.FILES[400], 64)
    ImageDraw.Draw(pattern).text((10, 10), words, 255, font)
    both = (Image.fromarray((255 * drawn).astype(np.uint8)), pattern)
    ours, theirs = (np.asarray(item.crop(item.getbbox()).resize(size)).astype(float).ravel() for item in both)
    return float(np.corrcoef(ours, theirs)[0, 1])


def test_a_file_goes_from_viewer_to_viewer_and_each_changes_it(pdfjs: PdfJs) -> None:
    pdf = viewers.in_pdfium(SHEET, Acts((*up_to("gained", 5), *up_to("spent", 2))))
    assert track_of(pdf) == (5, 2)
    more = (*up_to("gained", 9)[2:], *up_to("spent", 4)[2:])
    pdf = pdfjs.filled(pdf, Acts(more, {FIELD: NAME}))
    assert (track_of(pdf), filled_form.read(pdf).sheets[0].values["name"]) == ((9, 4), NAME)
    pdf = viewers.in_mupdf(pdf, Acts((*up_to("gained", 18)[6:], *up_to("spent", 18)[4:])))
    assert track_of(pdf) == (18, 18)
    pdf = pdfjs.filled(pdf, Acts((place("gained", 18), place("spent", 18))))
    assert track_of(pdf) == (17, 17)
    pdf = viewers.in_pdfium(pdf, Acts((place("spent", 17),)))
    assert (track_of(pdf), filled_form.read(pdf).sheets[0].values["name"]) == ((17, 16), NAME)


@pytest.mark.parametrize("name", ["髙橋蓮", "𠮷野", "🎲"])
def test_a_name_that_no_font_has_leaves_rings_and_crosses_as_they_are(pdfjs: PdfJs, name: str) -> None:
    before = pdfjs.filled(SHEET, ACTS._replace(words={}))
    after = pdfjs.filled(SHEET, ACTS._replace(words={FIELD: name}))
    assert filled_form.read(after).sheets[0].values["name"] == name
    for show in (viewers.pdfium_shows, viewers.poppler_shows, viewers.mupdf_shows):
        changed = ink(show(before), show(after))
        assert taken(changed, (LEFT - 1, BOTTOM - 1, RIGHT + 1, TOP + 1)).any()
        assert not changed.any()


def test_a_check_box_of_a_japanese_sheet_is_clicked_in_both_browsers(pdfjs: PdfJs) -> None:
    options = PrintOptions(language="ja")
    sheet = build("troyes-dice", "score-sheet", setup=setup("troyes-dice"), options=options)
    left, bottom, right, top = dict(boxes(sheet))["die.red.1"]
    acts = Acts((((left + right) / 2, (bottom + top) / 2),))
    before = filled_form.read(sheet).sheets[0].values
    both = (viewers.in_pdfium(sheet, acts), pdfjs.filled(sheet, acts))
    in_chrome, in_firefox = (filled_form.read(pdf).sheets[0].values for pdf in both)
    assert in_chrome == in_firefox
    assert len(in_chrome) == len(before) + 1
