"""A photograph becomes the marks that were drawn, or a question, or one sentence that says what to do."""

from __future__ import annotations

import io
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
import zxingcpp
from PIL import Image

from pencilwright import games
from pencilwright.games import pagecode
from pencilwright.games.errors import InputError
from pencilwright.generator.documents import PrintOptions, build
from pencilwright.solver.photo import answers, code, overlay, reader
from pencilwright.solver.photo.records import EYE, PERSON, SheetReading
from pencilwright.templates.phrases import phrase
from tests.generator.pictures import raster
from tests.refusals import noted, refused, says
from tests.solver.photo import photographs as photos

KINDS = {"circled": "ticked", "ticked": "ticked", "struck": "struck", "spent": "spent"}
SMALL = (2000, 2700)


def one(paper: Any, **camera: Any) -> SheetReading:
    """Read the only sheet of a photograph."""
    (sheet,) = reader.read(photos.jpeg(photos.photograph(paper, **({"size": SMALL} | camera)))).sheets
    return sheet


def wrong(sheet: SheetReading, values: dict[str, str]) -> list[tuple[str, str, str]]:
    """Marks that were settled as something else than was drawn."""
    return [
        (name, KINDS.get(values.get(name, ""), "blank"), mark.kind)
        for name, mark in sheet.marks.items()
        if mark.kind not in ("unsure", KINDS.get(values.get(name, ""), "blank"))
    ]


@pytest.fixture(scope="module")
def usual() -> tuple[dict[str, str], Any, SheetReading]:
    """A filled sheet and its reading."""
    values = photos.example(3)
    rendered, hand = photos.sheet(values)
    return values, rendered, one(hand.paper, size=(2400, 3200))


def test_a_filled_sheet_is_read_without_error_and_without_question(usual: Any) -> None:
    values, rendered, sheet = usual
    assert wrong(sheet, values) == []
    assert sheet.questions == ()
    assert dict(sheet.values) == values
    assert sheet.page_code == rendered.code
    assert (sheet.copy, sheet.game, sheet.markers) == (1, "troyes-dice", 8)


def test_an_answer_counts_and_says_nothing_of_marks_that_are_drawn_as_in_the_samples(usual: Any) -> None:
    values, _, sheet = usual
    taken_back = next(
        name for name, value in values.items() if name.startswith("citizens") and value == "circled"
    )
    after = answers.answered(sheet, {taken_back: "blank"})
    assert (after.marks[taken_back].kind, after.marks[taken_back].by) == ("blank", PERSON)
    questions = set(after.questions)
    others = {name: value for name, value in values.items() if name != taken_back and name not in questions}
    assert {name: after.values.get(name) for name in others} == others
    assert answers.answered(after, {taken_back: "circled"}).values.get(taken_back) == "circled"
    assert answers.answered(sheet, {}) is sheet


def test_the_reading_is_a_state_of_the_game(usual: Any) -> None:
    values, _, sheet = usual
    marks = games.game(sheet.game).marks
    assert marks.read(sheet.values)[0] == marks.read(values)[0]


def test_the_overlay_frames_what_is_marked_in_green(usual: Any) -> None:
    values, _, sheet = usual
    picture = overlay.overlay(sheet, "en")[-len(sheet.flattened) :]
    for name in values:
        x, y, width, _ = sheet.places[name]
        edge = picture[y - 2 : y + 1, x + width // 3 : x + width // 2].reshape(-1, 3)
        assert np.abs(edge.astype(int) - overlay.COLOURS[EYE]).sum(1).min() < 60, name
    assert len(overlay.webp(sheet, "ja")) <= 200_000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "camera"),
    [
        (PrintOptions("ja", "letter", "ink-saver"), {"turn": 175.0, "curl": 2.0}),
        pytest.param(PrintOptions(theme="ink-saver"), {"turn": 88.0, "shadow": 0.5}, marks=pytest.mark.long),
    ],
    ids=["Japanese, Letter, upside down, curled", "on its side, in a shadow"],
)
def test_language_paper_theme_and_turn_do_not_matter(options: PrintOptions, camera: dict[str, Any]) -> None:
    values = photos.example(5, 8)
    _, hand = photos.sheet(values, options, seed=2)
    sheet = one(hand.paper, size=(2600, 2600), **camera)
    assert wrong(sheet, values) == []
    assert len(sheet.questions) <= 1
    text = pagecode.decode(sheet.page_code)
    assert (text.language, text.paper, text.theme) == (options.language, options.paper, options.theme)


SCRIBBLED = ("link.9", "citizens.white.20", "deniers.18")


@pytest.fixture(scope="module")
def troubled() -> SheetReading:
    """A sheet with a covered place, three scribbled out, and two marks that no game has together."""
    values = photos.example(3) | {"die.red.1": "struck", "building.fortress.1": "circled"}
    values.pop("link.9", None)
    rendered, hand = photos.sheet(values)
    for name in SCRIBBLED:
        hand.scribble(next(mark.rect for mark in rendered.page.marks if mark.id == name))
    mark = next(mark for mark in rendered.page.marks if mark.id == "citizens.yellow.3")
    x, y, width, height = (round(value * photos.PX) for value in mark.rect)
    cv2.rectangle(hand.paper, (x - 20, y - 20), (x + width + 20, y + height + 20), 20, -1)
    return one(hand.paper)


@pytest.mark.slow
def test_a_covered_part_is_asked_about_and_not_taken_for_blank(troubled: SheetReading) -> None:
    mark = troubled.marks["citizens.yellow.3"]
    assert "citizens.yellow.3" in troubled.questions or mark.kind == "ticked"


@pytest.mark.parametrize("name", SCRIBBLED)
def test_a_scribbled_out_circle_is_never_taken_for_a_circle_or_a_blank(
    name: str, troubled: SheetReading
) -> None:
    assert troubled.marks[name].kind == "unsure"
    assert troubled.marks[name].by == PERSON
    assert name in troubled.questions


def test_marks_that_no_game_has_together_are_named(troubled: SheetReading) -> None:
    assert any(
        {"building.fortress.1", "die.red.1"} <= set(contradiction.marks)
        for contradiction in troubled.contradictions
    )
    assert {"building.fortress.1", "die.red.1"} & set(troubled.questions)


@pytest.mark.slow
def test_a_sharp_sheet_with_much_that_is_unclear_is_asked_about_and_another_refused() -> None:
    rendered, hand = photos.sheet(photos.example(3))
    places = [mark for mark in rendered.page.marks if mark.kind == "circle"]
    for mark in places:
        hand.scribble(mark.rect)
    sheet = one(hand.paper)
    assert sheet.otherwise
    asked = set(sheet.questions)
    assert all(mark.id in asked or sheet.marks[mark.id].kind == "ticked" for mark in places)
    assert any(note.key == "photo.note.otherwise" for note in sheet.notes)
    assert len(sheet.questions) > 0.05 * len(sheet.marks)
    with refused("photo.unclear", all=259):
        reader.refuse_unclear(replace(sheet, otherwise=False))


@pytest.mark.slow
def test_two_sheets_in_one_picture_are_two_readings() -> None:
    options = PrintOptions(copies=2)
    first, second = photos.example(3), photos.example(4, 8)
    one_sheet, other = (
        photos.sheet(values, options, copy=copy)[1].paper for copy, values in ((1, first), (2, second))
    )
    both = photos.photograph(
        np.hstack([one_sheet, np.full((one_sheet.shape[0], 200), 90, np.uint8), other]),
        size=(3200, 2400),
        turn=2.0,
    )
    sheets = reader.read(photos.jpeg(both)).sheets
    assert [sheet.copy for sheet in sheets] == [1, 2]
    assert wrong(sheets[0], first) == []
    assert wrong(sheets[1], second) == []


@pytest.mark.slow
def test_three_markers_are_enough_and_it_is_said() -> None:
    values = photos.example(3)
    _, hand = photos.sheet(values)
    side = round(12 * photos.PX)
    for x, y in ((100, 17), (192, 17), (192, 143.5), (100, 270), (8, 143.5)):
        column, row = round((x - 1) * photos.PX), round((y - 1) * photos.PX)
        hand.paper[row : row + side, column : column + side] = 255
    sheet = one(hand.paper)
    assert sheet.markers == 3
    assert noted(sheet.notes[0]) == "photo.note.markers n=3"
    assert wrong(sheet, values) == []


@pytest.mark.slow
def test_one_marker_and_the_code_are_enough_or_the_code_alone() -> None:
    values = photos.example(3)
    rendered, hand = photos.sheet(values)
    picture = None
    for stored in (("marker.2",), ()):
        for area in rendered.page.areas:
            if area.id.startswith("marker.") and area.id not in stored:
                x, y, right, bottom = (
                    round(value * photos.PX)
                    for value in (area.rect.x, area.rect.y, area.rect.right, area.rect.bottom)
                )
                hand.paper[y - 4 : bottom + 4, x - 4 : right + 4] = 255
        picture = photos.photograph(hand.paper, size=SMALL, curl=1.0)
        (sheet,) = reader.read_picture(picture).sheets
        assert sheet.markers == len(stored)
        assert noted(sheet.notes[0]) == f"photo.note.markers n={len(stored)}"
        assert wrong(sheet, values) == []


# --- what cannot be read --------------------------------------------------------------------------


def refusal(data: bytes, **options: Any) -> str:
    """The sentence with which a picture is refused."""
    with pytest.raises(InputError) as caught:
        reader.read(data, **options)
    return str(caught.value)


@pytest.mark.parametrize(
    ("game", "theme", "axis"),
    [
        ("troyes-dice", "colour", 1),
        pytest.param("troyes-dice", "colour", 0, marks=pytest.mark.long),
        pytest.param("terracotta-army", "ink-saver", 0, marks=pytest.mark.slow),
        pytest.param("terra-mystica", "colour", 1, marks=pytest.mark.long),
        pytest.param("tianxia", "ink-saver", 0, marks=pytest.mark.long),
    ],
)
def test_a_picture_in_a_mirror_is_turned_over_and_read_alike(game: str, theme: str, axis: int) -> None:
    """The code is decoded in a mirror, too: it may not stand for the sheet."""
    rendered, paper = photos.printed(PrintOptions(theme=theme), game=game)
    values = photos.example(4) if game == photos.GAME else {}
    scan = cv2.resize(
        photos.written(rendered, paper, values).paper, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA
    )
    (straight,) = reader.read(photos.jpeg(scan)).sheets
    (mirrored,) = reader.read(photos.jpeg(np.flip(scan, axis).copy())).sheets
    assert mirrored.values == straight.values
    assert mirrored.setup == straight.setup
    assert mirrored.notes == (phrase("photo.note.mirrored"), *straight.notes)
    assert dict(straight.values) == values


def laser(paper: Any, dots: float) -> Any:
    """A page as a printer of black dots makes it, in rows that each take a part of a grey, scanned again."""
    cell = np.add.outer(np.arange(8), np.arange(8)) % 8
    steps = np.tile((cell + 0.5) * 32, [-(-side // 8) for side in paper.shape])[
        : paper.shape[0], : paper.shape[1]
    ]
    black = np.where(paper * dots + 255 * (1 - dots) > steps, 255, 0).astype(np.uint8)
    return cv2.resize(black, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)


@pytest.mark.slow
def test_a_print_of_dots_is_refused_by_its_name() -> None:
    _, hand = photos.sheet({}, PrintOptions(theme="ink-saver"))
    with refused("photo.dotted"):
        reader.read(photos.jpeg(laser(hand.paper, 0.5)))


@pytest.mark.long
def test_black_words_are_no_dots() -> None:
    _, hand = photos.sheet({}, PrintOptions(theme="ink-saver"))
    (sheet,) = reader.read(photos.jpeg(laser(hand.paper, 1.0))).sheets
    assert sheet.values == {}


@pytest.mark.slow
def test_two_sheets_with_the_same_copy_number_are_told_apart_by_where_they_lie() -> None:
    values = [photos.example(3), photos.example(5)]
    both = np.hstack([photos.sheet(value)[1].paper for value in values])
    sheets = reader.read_picture(photos.photograph(both, size=(3200, 2400), fill=0.95)).sheets
    assert [(sheet.copy, sheet.spot, dict(sheet.values)) for sheet in sheets] == [
        (1, "left", values[0]),
        (1, "right", values[1]),
    ]


def test_a_setup_card_alone_says_what_it_is_and_a_strange_code_that_it_is_not_ours() -> None:
    drawn = photos.setup()
    page = build("troyes-dice", "setup-page", setup=drawn)
    card = np.asarray(raster(page, 0, pixels_per_mm=6).convert("L"))
    with refused("photo.setup", game="Troyes Dice") as caught:
        reader.read(photos.jpeg(card))
    assert "TD1-" in str(caught.value)
    grey = np.full((900, 900), 255, np.uint8)
    strange = zxingcpp.write_barcode_to_image(
        zxingcpp.create_barcode("https://example.org", zxingcpp.BarcodeFormat.QRCode), scale=12
    )
    picture = np.asarray(strange)
    grey[200 : 200 + len(picture), 200 : 200 + len(picture)] = picture
    assert says(refusal(photos.jpeg(grey)), "photo.strange")


def test_a_code_that_is_not_ours_does_not_end_the_search_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    written = zxingcpp.create_barcode("12345", zxingcpp.BarcodeFormat.MicroQRCode)
    assert code.read_qr(np.asarray(zxingcpp.write_barcode_to_image(written, scale=8))) == []
    plane: Any = SimpleNamespace(content=(50, 50), homography=np.eye(3))
    picture = np.full((60, 60), 255, np.uint8)
    for texts, wanted in (
        ([["https://example.org"], ["TDA00"]], ["TDA00"]),
        ([[], ["https://example.org"]], ["https://example.org"]),
    ):
        tries = iter(texts)
        monkeypatch.setattr(code, "read_qr", lambda _, tries=tries: next(tries, []))
        assert code.of_sheet(picture, plane) == wanted


@pytest.mark.slow
def test_a_covered_half_is_refused_with_what_to_do() -> None:
    _, hand = photos.sheet(photos.example(3))
    hand.paper[1400:2600, 300:-300] = 60
    assert says(refusal(photos.jpeg(photos.photograph(hand.paper, size=SMALL))), "photo.covered")


@pytest.mark.parametrize(
    ("paper", "key"), [(255, "photo.bilevel"), (225, "photo.bright"), (150, "photo.covered")]
)
def test_what_does_not_show_is_laid_to_two_tones_or_to_too_much_light_where_they_are_the_cause(
    paper: int, key: str
) -> None:
    picture = np.full((500, 400), paper, np.uint8)
    picture[::9] = 1
    assert reader._cause(picture, phrase("photo.covered", n=1, all=2)).key == key
    assert reader._cause(picture, phrase("photo.small", scale="1", least=2)).key == "photo.small"


def test_a_picture_without_a_sheet_says_what_to_do() -> None:
    table = np.random.default_rng(1).normal(120, 30, (1500, 2000)).clip(0, 255).astype(np.uint8)
    assert says(refusal(photos.jpeg(table)), "photo.nothing")


@pytest.fixture(scope="module")
def coded() -> tuple[Any, bytes]:
    """A sheet whose QR is covered: its page, and its photograph."""
    rendered, hand = photos.sheet(photos.example(3))
    x, y, width, height = (round(value * photos.PX) for value in rendered.page.area("qr"))
    hand.paper[y : y + height, x : x + width] = 255
    return rendered, photos.jpeg(photos.photograph(hand.paper, size=SMALL))


@pytest.mark.slow
def test_a_hidden_code_can_be_typed(coded: Any) -> None:
    rendered, picture = coded
    assert "--code" in refusal(picture)
    (sheet,) = reader.read(picture, code=pagecode.pretty(rendered.code).lower()).sheets
    assert sheet.page_code == rendered.code


def test_a_code_of_another_copy_is_refused(coded: Any) -> None:
    rendered, picture = coded
    other = pagecode.encode(pagecode.decode(rendered.code)._replace(copy=7))
    assert says(refusal(picture, code=other), "photo.code.copy", copy=7)


def test_a_code_of_a_future_version_is_named(coded: Any) -> None:
    rendered, picture = coded
    future = pagecode.encode(pagecode.decode(rendered.code)._replace(version=9))
    assert "version 9" in refusal(picture, code=future)


def test_half_a_sheet_is_not_read_as_a_whole_one() -> None:
    values = photos.example(3)
    _, hand = photos.sheet(values)
    picture = photos.photograph(hand.paper, size=SMALL, turn=0)
    half = photos.jpeg(np.ascontiguousarray(picture[:1350]))
    try:
        (sheet,) = reader.read(half, code=photos.printed(PrintOptions())[0].code).sheets
    except InputError:
        return
    assert wrong(sheet, values) == []
    assert any(note.key == "photo.note.outside" for note in sheet.notes)


@pytest.mark.long
def test_a_transparent_png_is_read_like_a_jpeg() -> None:
    values = photos.example(3)
    _, hand = photos.sheet(values)
    picture = Image.fromarray(photos.photograph(hand.paper, size=SMALL)).convert("RGBA")
    target = io.BytesIO()
    picture.save(target, "PNG")
    (sheet,) = reader.read(target.getvalue()).sheets
    assert wrong(sheet, values) == []


@pytest.mark.slow
@pytest.mark.parametrize("made", ["trimmed", pytest.param("bilevel", marks=pytest.mark.long)])
def test_a_scan_that_is_trimmed_to_its_ink_or_made_black_and_white_around_each_place_is_read(
    made: str,
) -> None:
    values = photos.example(3)
    _, hand = photos.sheet(values)
    scan = cv2.resize(
        cv2.GaussianBlur(hand.paper, (0, 0), 1), None, fx=0.7, fy=0.7, interpolation=cv2.INTER_AREA
    )
    if made == "trimmed":
        inked = scan < 200
        rows, columns = np.flatnonzero(inked.any(axis=1)), np.flatnonzero(inked.any(axis=0))
        scan = scan[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    else:
        scan = cv2.adaptiveThreshold(scan, 255, cv2.ADAPTIVE_THRESH_GAUSSIAN_C, cv2.THRESH_BINARY, 51, 12)
    (sheet,) = reader.read(photos.jpeg(scan)).sheets
    assert wrong(sheet, values) == []
    assert len(sheet.questions) <= 20
