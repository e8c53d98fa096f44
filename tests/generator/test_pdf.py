"""Every kind of record lands on the paper where its millimetres say, in its colour."""

from __future__ import annotations

import io
import os

import pypdf
import pytest

from pencilwright.generator.fonts import FitError, GlyphError
from pencilwright.generator.pdf import draw
from tests.generator.pictures import FINE, letters, plain, raster
from tests.refusals import pattern
from tests.templates.drawn import page

PICTURES = {
    "a filled rectangle covers its millimetres": (
        '<rect x="1" y="2" width="5" height="3" fill="#ff0000"/>',
        "________ ________ _RRRRR__ _RRRRR__ _RRRRR__ ________ ________",
    ),
    "a stroke lies on both sides of its line": (
        '<rect x="2" y="2" width="4" height="4" fill="none" stroke="#0000ff" stroke-width="2"/>',
        "________ _BBBBBB_ _BBBBBB_ _BB__BB_ _BB__BB_ _BBBBBB_ _BBBBBB_ ________",
    ),
    "a line runs between its ends and dashes begin with ink": (
        '<line x1="0" y1="1.5" x2="8" y2="1.5" stroke="#000000" stroke-width="1" stroke-dasharray="3 1"/>'
        '<line x1="6.5" y1="3" x2="6.5" y2="5" stroke="#ff0000" stroke-width="1"/>',
        "________ KKK_KKK_ ________ ______R_ ______R_ ________",
    ),
    "a path with a hole keeps the hole empty": (
        '<path d="M1 1H6V6H1ZM3 3V4H4V3Z" fill="#000000"/>',
        "_______ _KKKKK_ _KKKKK_ _KK_KK_ _KKKKK_ _KKKKK_ _______",
    ),
    "what comes later lies on top": (
        '<rect x="0" y="0" width="4" height="2" fill="#ff0000"/>'
        '<rect x="1" y="0" width="1" height="2" fill="#00ff00"/>',
        "RGRR RGRR",
    ),
}


@pytest.mark.parametrize(("body", "rows"), PICTURES.values(), ids=PICTURES.keys())
def test_shapes_lie_on_their_millimetres(body: str, rows: str) -> None:
    wanted = rows.split()
    assert letters(page(body, len(wanted[0]), len(wanted))).split() == wanted


def test_a_circle_is_round_and_in_place() -> None:
    picture = raster(plain([page('<circle cx="5" cy="4" r="3" fill="#000000"/>', 10, 10)]), pixels_per_mm=20)
    dark = [(x, y) for x in range(200) for y in range(200) if picture.getpixel((x, y))[0] < 128]
    assert min(x for x, _ in dark) == pytest.approx(40, abs=1)
    assert max(x for x, _ in dark) == pytest.approx(159, abs=1)
    assert min(y for _, y in dark) == pytest.approx(20, abs=1)
    assert len(dark) == pytest.approx(3.14159 * 60**2, rel=0.02)


def test_a_rounded_corner_leaves_its_square_free() -> None:
    picture = raster(
        plain([page('<rect x="1" y="1" width="8" height="8" rx="2" fill="#000000"/>', 10, 10)]),
        pixels_per_mm=20,
    )
    dark = sum(picture.getpixel((x, y))[0] < 128 for x in range(200) for y in range(200))
    assert dark == pytest.approx((64 - (4 - 3.14159) * 4) * 400, rel=0.02)
    assert picture.getpixel((22, 22)) == (255, 255, 255)


@pytest.mark.parametrize(("anchor", "left"), [("start", 10.0), ("middle", 5.0), ("end", 0.0)])
def test_words_stand_upright_on_their_baseline_and_hang_on_their_anchor(anchor: str, left: float) -> None:
    drawn = page(
        f'<text x="10" y="15" font-size="10" text-anchor="{anchor}" fill="#000000">国</text>', 20, 20
    )
    picture = raster(plain([drawn]), pixels_per_mm=10)
    dark = [(x, y) for x in range(200) for y in range(200) if picture.getpixel((x, y))[0] < 128]
    assert left * 10 <= min(x for x, _ in dark) <= max(x for x, _ in dark) <= (left + 10) * 10
    assert 60 <= min(y for _, y in dark) <= 75, "a kanji reaches about 0.85 of its size above the baseline"
    assert 150 <= max(y for _, y in dark) <= 160, "and a little below it"


def test_letters_are_not_mirrored() -> None:
    drawn = page('<text x="2" y="9" font-size="10" fill="#000000">L</text>', 10, 10)
    picture = raster(plain([drawn]), pixels_per_mm=10)
    columns = [sum(picture.getpixel((x, y))[0] < 128 for y in range(100)) for x in range(100)]
    rows = [sum(picture.getpixel((x, y))[0] < 128 for x in range(100)) for y in range(100)]
    assert columns.index(max(columns)) < 45, "the stem of an L is left"
    assert rows.index(max(rows)) > 75, "and its foot is at the bottom"


def test_the_two_weights_are_two_fonts() -> None:
    text = '<text x="1" y="8" font-size="8" font-weight="{}" fill="#000000">国</text>'
    ink = []
    for weight in (400, 700):
        picture = raster(plain([page(text.format(weight))]), pixels_per_mm=20)
        ink.append(sum(255 - picture.getpixel((x, y))[0] for x in range(200) for y in range(200)))
    assert ink[1] > 1.15 * ink[0]


def test_the_words_can_be_read_out_of_the_pdf_in_both_scripts() -> None:
    drawn = page(
        '<text x="1" y="4" font-size="3" fill="#000000">Score (A) \\ sheet</text>'
        '<text x="1" y="9" font-size="3" font-weight="700" fill="#000000">得点記録用紙、大聖堂</text>',
        60,
        20,
    )
    text = pypdf.PdfReader(io.BytesIO(plain([drawn]))).pages[0].extract_text()
    assert "Score (A) \\ sheet" in text
    assert "得点記録用紙、大聖堂" in text


def test_a_missing_sign_is_named_with_its_words() -> None:
    told = pattern("font.sign", sign="'🎲'", code="U+1F3B2", text="Roll 🎲 now")
    with pytest.raises(GlyphError, match=told):
        plain([page('<text x="1" y="4" font-size="3" fill="#000000">Roll 🎲 now</text>')])


@pytest.mark.parametrize("name", ["Łucja Świętosława", "Çağrı Işık", "Ґалаґан Їжак", "♣♦♥♠"])
def test_names_of_europe_and_the_suits_are_drawn_and_read_out(name: str) -> None:
    words = f'<text x="1" y="8" font-size="6" fill="#000000">{name}</text>'
    pdf = plain([page(words, 70, 12)])
    assert pypdf.PdfReader(io.BytesIO(pdf)).pages[0].extract_text().strip() == name
    inks = set()
    for sign in dict.fromkeys(name.replace(" ", "") + "□"):
        item = raster(plain([page(words.replace(name, sign), 10, 12)]), pixels_per_mm=FINE)
        inks.add(item.tobytes())
        assert item.getextrema()[0][0] < 60
    assert len(inks) == len(set(name) - {" "}) + 1


def test_words_that_need_more_lines_than_they_have_are_refused() -> None:
    text = (
        '<text x="1" y="4" font-size="3" fill="#000000" data-width="15" data-lines="1">two lines here</text>'
    )
    with pytest.raises(FitError, match=pattern("font.lines", n=2, width=15, most=1)):
        plain([page(text, 60, 20)])


def test_language_and_bookmarks_are_set() -> None:
    pages = [page(f'<circle cx="{i}" cy="1" r="1" fill="#000000"/>') for i in (1, 2)]
    made = draw(pages, ["first", "second"]).pdf
    reader = pypdf.PdfReader(io.BytesIO(made))
    assert reader.trailer["/Root"]["/Lang"] == "en"
    assert [(entry.title, reader.get_destination_page_number(entry)) for entry in reader.outline] == [
        ("first", 0),
        ("second", 1),
    ]


@pytest.mark.parametrize("date", ["abc", "1", ""])
def test_no_setting_of_the_system_changes_the_bytes(date: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = page('<rect x="1" y="2" width="5" height="3" fill="#ff0000"/>', 8, 7)
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    before = draw([drawn]).pdf
    monkeypatch.setenv("SOURCE_DATE_EPOCH", date)
    assert draw([drawn]).pdf == before
    assert os.environ["SOURCE_DATE_EPOCH"] == date
