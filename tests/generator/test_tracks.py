"""Each ring and each cross of a track is clicked by itself, in any viewer, and drawn as a pencil does."""

from __future__ import annotations

import ctypes
import io
from typing import Any

import numpy as np
import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium

from pencilwright.generator import fair_copy, filled_form
from pencilwright.generator.documents import PrintOptions, build, render_copy
from pencilwright.templates.page import Page
from tests.generator.orders import setup
from tests.generator.pictures import raster
from tests.generator.test_filled_form import old_form, sheets_of
from tests.refusals import refused

SHEET = build("troyes-dice", "score-sheet", setup=setup("troyes-dice"), options=PrintOptions())


def boxes(pdf: bytes) -> list[tuple[str, list[float]]]:
    """Full name and rectangle in points of every widget of the first page, from the lowest on."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        fields = next(filled_form.pages(opened))[2]
        return [(field.mark, [float(corner) for corner in field.widget.Rect]) for field in fields]


def clicked(pdf: bytes, places: list[tuple[float, float]]) -> bytes:
    """Return the file after clicks at places of its first page, in points, in the engine of Chrome."""
    document = pypdfium2.PdfDocument(pdf)
    document.init_forms()
    page = document[0]
    form: Any = document.formenv
    pdfium.FORM_OnAfterLoadPage(page, form)
    for x, y in places:
        for act in (pdfium.FORM_OnMouseMove, pdfium.FORM_OnLButtonDown, pdfium.FORM_OnLButtonUp):
            act(form, page, 0, ctypes.c_double(x), ctypes.c_double(y))
    pdfium.FORM_ForceToKillFocus(form)
    target = io.BytesIO()
    document.save(target)
    document.close()
    return target.getvalue()


def place(part: str, n: int, track: str = "influence") -> tuple[float, float]:
    """Where the ring or the cross of a circle is clicked, in points: a ring above its cross's box."""
    left, bottom, right, top = dict(boxes(SHEET))[f"{track}.{part}.{n}"]
    return (left + right) / 2, top - 4 if part == "gained" else (bottom + top) / 2


def up_to(part: str, last: int, track: str = "influence") -> list[tuple[float, float]]:
    """Where all rings or crosses that are not printed are clicked, up to one."""
    return [place(part, n, track) for n in range(4 if part == "gained" else 1, last + 1)]


def track_of(pdf: bytes, track: str = "influence") -> tuple[int, int]:
    """How many of a track are gained and how many are spent in a filled file."""
    values = [v for mark, v in filled_form.read(pdf).sheets[0].values.items() if mark.startswith(f"{track}.")]
    return len(values), values.count("spent")


def test_every_ring_and_every_cross_is_clicked_in_pdfium_and_a_second_click_takes_it_back() -> None:
    after = clicked(SHEET, up_to("gained", 12) + up_to("spent", 7))
    assert track_of(after) == (12, 7)
    assert track_of(after, "deniers") == (3, 0)
    assert track_of(clicked(after, [place("gained", 12), place("spent", 7)])) == (11, 6)
    assert track_of(clicked(SHEET, up_to("gained", 18) + up_to("spent", 18))) == (18, 18)


def test_where_fields_overlap_the_first_and_the_last_of_the_page_are_of_one_field() -> None:
    listed = boxes(SHEET)
    for at, (name, (left, bottom, right, top)) in enumerate(listed):
        over = [
            other
            for other, (x, y, to_x, to_y) in listed
            if x < right - 0.01 and left < to_x - 0.01 and y < top - 0.01 and bottom < to_y - 0.01
        ]
        if len(set(over)) > 1 and ".spent." in name:
            assert over[0] == over[-1] == name, (at, over)


def test_what_was_clicked_is_seen_at_its_places_and_nowhere_else() -> None:
    scale = 2
    pictures = []
    for pdf in (SHEET, clicked(SHEET, up_to("gained", 12) + up_to("spent", 7))):
        document = pypdfium2.PdfDocument(pdf)
        document.init_forms()
        pictures.append(document[0].render(scale=scale, may_draw_forms=True).to_pil().convert("RGB"))
        height = document[0].get_height()
        document.close()
    before, after = map(np.asarray, pictures)
    changed = [(x / scale, height - y / scale) for y, x in np.argwhere((before != after).any(axis=2))]
    for part, n in (*(("gained", n) for n in range(4, 13)), *(("spent", n) for n in range(1, 4))):
        left, bottom, right, top = dict(boxes(SHEET))[f"influence.{part}.{n}"]
        near = [(x, y) for x, y in changed if left < x < right and bottom - 1 < y < top + 1]
        assert len(near) > 30
        changed = [at for at in changed if at not in near]
    assert changed == []


def test_a_fair_copy_draws_every_ring_and_every_cross_and_is_no_form() -> None:
    filled = clicked(SHEET, up_to("gained", 12) + up_to("spent", 7))
    (sheet,) = filled_form.read(filled).sheets
    data = fair_copy.fair_copy([sheet])
    with pikepdf.open(io.BytesIO(data)) as opened:
        assert "/AcroForm" not in opened.Root
    picture = raster(data, pixels_per_mm=8)
    for mark in rendered().marks:
        if mark.kind == "resource":
            x, y, width, height = mark.rect
            n = int(mark.id.split(".")[1])
            gained, spent = (12, 7) if mark.id.startswith("influence") else (3, 0)
            edge, middle = ((x + 0.3, y + height / 2), (x + 0.35 * width, y + 0.35 * height))
            seen = [blue(picture, round(8 * a), round(8 * b)) for a, b in (edge, middle)]
            assert seen == [n <= gained, n <= spent], mark.id


def test_a_form_with_a_fault_gets_no_fair_copy() -> None:
    with refused("form.spent_more"):
        fair_copy.fair_copy(sheets_of(old_form({}, {"influence": 7})))


def test_marks_that_a_page_does_not_have_are_not_left_out_of_its_fair_copy() -> None:
    (sheet,) = filled_form.read(SHEET).sheets
    with refused("marks.unknown", mark="influence.19"):
        fair_copy.fair_copy([sheet._replace(values={"influence.19": "circled"})])


def rendered() -> Page:
    return render_copy(
        "troyes-dice", "score-sheet", setup=setup("troyes-dice"), options=PrintOptions(), copy=1
    ).page


def blue(picture: Any, x: int, y: int) -> bool:
    """Whether there is ink of the pen within a pixel or two."""
    around = [picture.getpixel((x + i, y + j)) for i in range(-2, 3) for j in range(-2, 3)]
    return any(blue > red + 40 for red, _, blue in around)
