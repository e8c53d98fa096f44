"""The pages of pads: every mark is there, none touches another, and a photograph is read back."""

from pathlib import Path

import pytest

from pencilwright.games import pagecode
from pencilwright.games.errors import InputError
from pencilwright.generator.documents import PrintOptions, build, render_copy
from pencilwright.templates import flow, frame
from pencilwright.templates.page import Text
from tests.games.pads.gallery import PADS, TEXTS
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("as_games")
SHEET = "score-sheet"


@pytest.mark.parametrize("name", PADS)
def test_every_mark_is_on_the_page_and_none_touches_another(name: str) -> None:
    game = PADS[name].pad.file.pad
    places = {}
    for language, paper in (("en", "a4"), ("ja", "letter")):
        options = PrintOptions(language, paper, "ink-saver" if paper == "letter" else "colour")
        page = render_copy(game, SHEET, setup=None, options=options, copy=1).page
        assert min(item.size for item in page.items if isinstance(item, Text)) >= flow.SMALLEST
        assert {mark.id for mark in page.marks} == {mark.id for mark in PADS[name].MARKS}
        top, left = (page.height - frame.CONTENT.height) / 2, (page.width - frame.CONTENT.width) / 2
        places[language] = {
            f"{mark.id} {side}": at
            for mark in page.marks
            for side, at in (("x", mark.rect.x - left), ("y", mark.rect.y - top))
        }
        for at, entry in enumerate(page.marks):
            x, y, width, height = entry.rect
            assert left + 10 < x and x + width < left + 184
            assert y + height < top + 224
            for other in page.marks[at + 1 :]:
                apart = x + width <= other.rect.x or other.rect.x + other.rect.width <= x
                assert apart or y + height <= other.rect.y or other.rect.y + other.rect.height <= y
        assert build(game, SHEET, setup=None, options=options).startswith(b"%PDF")
    assert places["en"] == pytest.approx(places["ja"], abs=0.01)


def test_a_page_is_in_any_language_of_the_file_and_the_rest_of_it_in_english() -> None:
    rendered = render_copy("yatzy", SHEET, setup=None, options=PrintOptions("sv"), copy=1)
    words = {item.text for item in rendered.page.items if isinstance(item, Text)}
    assert {"Kåk", "Tvåor", "Name"} <= words
    assert pagecode.decode(rendered.code).language == "sv"
    with pytest.raises(InputError):
        render_copy("skat", SHEET, setup=None, options=PrintOptions("sv"), copy=1)


def test_fewer_players_are_fewer_columns_and_their_number_is_in_the_page_code() -> None:
    seated = PADS["yatzy"].DOCUMENTS[SHEET].seated
    assert seated is not None
    options = PrintOptions(seats=seated.number(2))
    rendered = render_copy("yatzy", SHEET, setup=None, options=options, copy=3)
    assert {mark.id[-2:] for mark in rendered.page.marks if "." in mark.id} == {".a", ".b"}
    text = pagecode.decode(rendered.code)
    assert (text.seats, text.copy) == (2, 3)
    assert pagecode.document_of(text)[0].id == "yatzy"
    with pytest.raises(InputError):
        seated.number(7)


def test_a_sheet_of_another_edition_and_of_no_known_pad_are_named() -> None:
    from pencilwright import games
    from pencilwright.games.pads.game import game_of

    code = render_copy("skat", SHEET, setup=None, options=PrintOptions(), copy=1).code
    before = games.GAMES.data
    games.forget("skat")
    try:
        with refused("pad.unknown"):
            pagecode.decode(code)
        games.register(game_of(TEXTS["skat"].replace("18..264", "18..265")))
        with refused("pad.edition", pad="Skat list"):
            pagecode.decode(code)
    finally:
        games.GAMES.data = before
    assert pagecode.decode(code).game == before["skat"].prefix


@pytest.mark.slow
def test_a_photograph_and_a_form_of_another_edition_are_named_and_never_misread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("cv2", reason="photographs need the extra photo")
    from pencilwright import games
    from pencilwright.app.processes import read_pdf
    from pencilwright.games.pads.game import game_of
    from pencilwright.solver.photo import code, reader
    from teaching.photos import levels, sample

    photo = sample.make(levels.level("scan"), "edition", 0, sample.Options("lanterns")).image
    form = build("lanterns", SHEET, setup=None, options=PrintOptions())
    assert {sheet.game for sheet in reader.read(photo).sheets} == {"lanterns"}
    before = games.GAMES.data
    sheets = games.GAMES["lanterns"].paper.DOCUMENTS
    with monkeypatch.context() as later:
        later.setitem(sheets, SHEET, sheets[SHEET]._replace(version=15))
        code.identify.cache_clear()
        with refused("photo.code.version", known=15):
            reader.read(photo)
    games.forget("lanterns")
    other = TEXTS["lanterns"].replace('"11", "12"]', '"12"]')
    (tmp_path / "other.toml").write_text(other, encoding="utf-8")
    games.register(game_of(other))
    code.identify.cache_clear()
    try:
        with refused("pad.edition", pad="Lanterns"):
            reader.read(photo)
        with refused("pad.unknown"):
            read_pdf.read_pdf(form)
        monkeypatch.setenv("PENCILWRIGHT_PADS", str(tmp_path / "other.toml"))
        with refused("pad.edition", pad="Lanterns"):
            read_pdf.read_pdf(form)
        games.forget("lanterns")
        with refused("pad.unknown"):
            reader.read(photo)
    finally:
        games.GAMES.data = before
        code.identify.cache_clear()


def test_what_does_not_fit_is_refused_with_what_is_missing() -> None:
    row = {"repeats": 0, "hint": "", "name": "", "heavy": False}
    box = {"kind": "number", "reckoned": False, "heavy": False, "cells": 4, "widths": [], "shown": []}
    seats = [{"id": seat} for seat in "abcdefghij"]
    boxes = [box | {"marks": {seat["id"]: ["r"] for seat in seats}, "signs": {}}]
    with pytest.raises(flow.NoRoom, match="width"):
        flow.flow({"layout": "columns", "seats": seats, "rows": [row | {"boxes": boxes}]})
    with pytest.raises(flow.NoRoom, match="height"):
        flow.flow({"layout": "columns", "seats": seats[:1], "rows": [row | {"boxes": boxes}] * 40})


@pytest.mark.parametrize("name, players", [("yatzy", 4), ("bowling", 2), ("lanterns", 1), ("skat", 3)])
def test_a_pad_is_printed_on_a5_where_it_fits_and_nothing_is_too_small(name: str, players: int) -> None:
    options = PrintOptions("en", "a5", seats=players)
    page = render_copy(name, SHEET, setup=None, options=options, copy=1).page
    assert (page.width, page.height) == frame.PAPERS["a5"]
    left, top = 8, 8
    for mark in page.marks:
        assert left + 10 < mark.rect.x and mark.rect.right < left + frame.SMALL.width - 10
        assert top < mark.rect.y and mark.rect.bottom < top + 150.1
        assert mark.kind != "number" or mark.rect.width / mark.cells >= 4.5
    assert min(item.size for item in page.items if isinstance(item, Text)) >= flow.SMALLEST


def test_a_sign_stands_beside_its_number_on_a5_and_suits_are_printed() -> None:
    options = PrintOptions("en", "a5")
    boxes = {
        mark.id: mark.rect
        for mark in render_copy("skat", SHEET, setup=None, options=options, copy=1).page.marks
    }
    for seat in "abc":
        sign, number = boxes[f"total.minus.{seat}"], boxes[f"total.{seat}"]
        assert number.y < sign.y + sign.height / 2 < number.bottom
        assert 0 < number.x - sign.right < 1
        assert sign.width > 4
    page = render_copy("chicago", SHEET, setup=None, options=options, copy=1).page
    assert set("♣♦♥♠") <= {item.text for item in page.items if isinstance(item, Text)}


def test_a_pad_that_does_not_fit_a5_says_what_is_missing_and_other_documents_have_no_a5() -> None:
    with refused("pad.no_room.height"):
        render_copy("golf", SHEET, setup=None, options=PrintOptions("en", "a5"), copy=1)
    with refused("print.not_drawn", paper="a5"):
        render_copy("terra-mystica", "map", setup=None, options=PrintOptions("en", "a5"), copy=1)


@pytest.mark.parametrize("name", PADS)
def test_boxes_fill_the_page(name: str) -> None:
    page = render_copy(PADS[name].pad.file.pad, SHEET, setup=None, options=PrintOptions(), copy=1).page
    bottom = max(mark.rect.bottom for mark in page.marks) - (page.height - frame.CONTENT.height) / 2
    assert bottom > flow.LARGE.top + 0.8 * (flow.LARGE.bottom - flow.LARGE.top)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["yatzy", *(pytest.param(n, marks=pytest.mark.long) for n in ("lanterns", "bowling"))]
)
def test_a_photograph_is_read_without_a_silent_error(name: str) -> None:
    from teaching.photos import levels, measure
    from teaching.photos.sample import Options

    task = measure.Task(levels.level("easy"), "pads", 1, Options(name))
    counts = measure.read(task)
    assert (counts.silent_errors, counts.sheets, counts.unreadable) == (0, 1, {})
    assert counts.right > 0.8 * counts.marks > 20
