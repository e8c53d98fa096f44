"""A track's two numbers are clicked in any viewer, never at places that overlap, and are its marks."""

from __future__ import annotations

import ctypes
import io
from typing import Any

import numpy as np
import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.generator import fair_copy, fill, tracks
from pencilwright.generator.documents import PrintOptions, build, render_copy
from pencilwright.templates.page import Page
from pencilwright.templates.phrases import phrase
from tests.generator.orders import setup
from tests.generator.pictures import raster
from tests.refusals import refused

SHEET = build("troyes-dice", "score-sheet", setup=setup("troyes-dice"), options=PrintOptions())


def widgets(pdf: bytes) -> list[tuple[str, list[float]]]:
    """Parent's name (or own) and rectangle in points of every field that can be clicked on the first page."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        return [
            (
                str(annotation.Parent.get("/T", "")) if "/T" not in annotation else str(annotation.T),
                [float(corner) for corner in annotation.Rect],
            )
            for annotation in opened.pages[0].get("/Annots", [])
        ]


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
    """The middle of the place of a number, in points."""
    with pikepdf.open(io.BytesIO(SHEET)) as opened:
        group = dict(fill.fields(opened))[f"copy1.{track}.{part}"]
        kid = next(kid for kid in group.Kids if f"/{n}" in kid.AP.N)
        left, bottom, right, top = (float(corner) for corner in kid.Rect)
    return (left + right) / 2, (bottom + top) / 2


def track_of(pdf: bytes, track: str = "influence") -> tuple[int, int]:
    """How many of a track are gained and how many are spent in a filled file."""
    return tracks.numbers_of(tracks.of_track(fill.read(pdf)[0].values, track), track, 3)


def test_twelve_gained_and_seven_spent_take_two_clicks_in_pdfium() -> None:
    after = clicked(SHEET, [place("gained", 12), place("spent", 7)])
    assert track_of(after) == (12, 7)
    assert track_of(after, "deniers") == (3, 0)
    # A wrong click is mended by the right one, and a second click changes nothing.
    assert track_of(clicked(after, [place("gained", 5), place("spent", 0), place("gained", 5)])) == (5, 0)


def test_what_was_clicked_is_seen_at_its_places_and_nowhere_else() -> None:
    scale = 2
    pictures = []
    for pdf in (SHEET, clicked(SHEET, [place("gained", 12), place("spent", 7)])):
        document = pypdfium2.PdfDocument(pdf)
        document.init_forms()
        pictures.append(document[0].render(scale=scale, may_draw_forms=True).to_pil().convert("RGB"))
        height = document[0].get_height()
        document.close()
    before, after = map(np.asarray, pictures)
    changed = [(x / scale, height - y / scale) for y, x in np.argwhere((before != after).any(axis=2))]
    for part, n in (("gained", 12), ("spent", 7)):
        x, y = place(part, n)
        near = [(px, py) for px, py in changed if abs(px - x) < 11 and abs(py - y) < 6.5]
        assert len(near) > 30
        changed = [at for at in changed if at not in near]
    assert changed == []


SPENT_MORE = phrase("form.spent_more", gained=3, spent=7)


def test_more_spent_than_gained_is_a_fault_that_names_both_numbers() -> None:
    (result,) = fill.read(clicked(SHEET, [place("spent", 7)]))
    (fault,) = result.faults
    assert fault.rule == SPENT_MORE
    assert fault.marks == ("influence.3", "influence.7")


def test_a_fair_copy_draws_every_ring_and_every_cross_and_is_no_form() -> None:
    filled = clicked(SHEET, [place("gained", 12), place("spent", 7)])
    (sheet,) = fill.read(filled)
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
    with refused(SPENT_MORE.key):
        fair_copy.fair_copy(fill.read(clicked(SHEET, [place("spent", 7)])))


def test_marks_that_a_page_does_not_have_are_not_left_out_of_its_fair_copy() -> None:
    (sheet,) = fill.read(SHEET)
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


@given(st.integers(3, 18).flatmap(lambda gained: st.tuples(st.just(gained), st.integers(0, gained))))
def test_the_numbers_of_a_track_are_its_marks_and_back(pair: tuple[int, int]) -> None:
    assert tracks.numbers_of(tracks.marks_of(*pair, 3, "deniers"), "deniers", 3) == pair


def test_a_group_without_a_value_has_that_of_the_only_place_that_is_on() -> None:
    with pikepdf.open(io.BytesIO(fill.fill(SHEET, {"influence.4": "circled"}))) as opened:
        group = dict(fill.fields(opened))["copy1.influence.gained"]
        del group.V
        assert tracks.number(group, "influence") == 4
        for kid in group.Kids:
            kid.AS = pikepdf.Name.Off
        assert tracks.number(group, "influence") == 3
        for kid in group.Kids[:2]:
            kid.AS = next(pikepdf.Name(state) for state in dict(kid.AP.N) if state != "/Off")
        with refused("form.no_number", field="influence", value="3, 4"):
            tracks.number(group, "influence")


@pytest.mark.parametrize("value", [pikepdf.Dictionary(A=1), pikepdf.Array([4]), 4])
def test_a_group_with_a_value_of_another_kind_is_refused(value: Any) -> None:
    with pikepdf.open(io.BytesIO(SHEET)) as opened:
        dict(fill.fields(opened))["copy1.influence.gained"].V = value
        target = io.BytesIO()
        opened.save(target)
    with refused("fill.kind", name="copy1.influence.gained"):
        fill.read(target.getvalue())


def test_a_place_that_no_sheet_has_is_none_of_a_group() -> None:
    with pikepdf.open(io.BytesIO(SHEET)) as opened:
        group = dict(fill.fields(opened))["copy1.influence.gained"]
        group.Kids[0].AP.N[f"/{10**50}"] = group.Kids[0].AP.N.Off
        assert tracks.numbers(group) == tuple(range(3, 19))


def test_a_gap_cannot_be_said_by_the_last_place() -> None:
    with refused("form.gap"):
        tracks.numbers_of({"deniers.6": "circled", "deniers.5": "circled"}, "deniers", 3)
