"""Photographs on the page: sent, read, answered, kept, ranked."""

import asyncio
import io
import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pikepdf
import pytest

pytest.importorskip("cv2")
pytest.importorskip("pypdfium2")

import numpy as np
import segno
from PIL import Image

from pencilwright.app.positions import open_marks
from pencilwright.app.positions.load import of_bytes
from pencilwright.app.positions.marked import of_page
from pencilwright.app.positions.open_sheet import HIDDEN, OpenMark, OpenSheet, choices
from pencilwright.app.web import photo_tasks, requests, state
from pencilwright.app.web.exceptions import Busy
from pencilwright.app.web.photos import Photos
from pencilwright.app.web.routes.photo import address_of
from pencilwright.app.web.store import Store, StoredSheet, StoreFailed
from pencilwright.app.web.views import photo as view
from pencilwright.games import game, pagecode
from pencilwright.games.errors import InputError
from pencilwright.generator import svg
from pencilwright.generator.documents import PrintOptions, build, on_screen, render_copy
from pencilwright.generator.fill import fill
from pencilwright.solver.photo import answers, load, overlay, tuning
from pencilwright.solver.photo.code import identify
from pencilwright.solver.photo.records import MarkReading
from pencilwright.templates.page import Mark
from pencilwright.templates.paths import Box
from pencilwright.templates.phrases import ENGLISH, answered, phrase, say
from tests.app.web.client import Answer, Browser, phone
from tests.generator.pictures import raster
from tests.generator.test_filled_form import widgets
from tests.solver.photo import photographs
from tests.solver.photo.photographs import PX, Hand
from tests.solver.photo.test_load import png_header

TROYES = game("troyes-dice")
LEFT, RIGHT = photographs.example(3), photographs.example(5)
SIZE = (2300, 1623)


def open_mark(code: str) -> str:
    """A blank mark of the right sheet that is worth something."""
    page = photographs.printed(PrintOptions(copies=2), copy=2)[0].page
    return next(
        mark.id
        for mark in page.marks
        if mark.kind == "resource" and mark.id not in RIGHT and not mark.value and differs(code, mark)
    )


def differs(code: str, mark: Any) -> bool:
    result = of_page(code, RIGHT)._replace(open={mark.id: choices(mark)})
    return open_marks.ranges(result)[0].total is None


def two_sheets() -> tuple[bytes, str]:
    """A photograph of two sheets, and the mark of the second one that nobody can read."""
    options = PrintOptions(copies=2)
    _, left = photographs.sheet(LEFT, options, seed=3)
    rendered, right = photographs.sheet(RIGHT, options, seed=4, copy=2)
    mark = open_mark(rendered.code)
    right.cross(next(item.rect for item in rendered.page.marks if item.id == mark))
    fields = {"size": SIZE, "fill": 0.93, "tilt": 0.02, "blur": 0.6}
    table = photographs.photograph(left.paper, at=(0.27, 0.5), turn=0.5, **fields)
    picture = photographs.photograph(
        right.paper, at=(0.73, 0.5), turn=-0.5, table=table, shadow=0.05, **fields
    )
    return photographs.jpeg(picture), mark


@pytest.fixture(scope="module")
def pair() -> tuple[bytes, str]:
    return two_sheets()


def send(browser: Browser, data: bytes, kind: str = "image/jpeg") -> Answer:
    return browser.ask("POST", "/photo", data, {"content-type": kind})


def look(browser: Browser, address: str) -> Answer:
    """Wait until the photograph is read, as its page's script does, and open the page."""
    browser.until(address, lambda data: data["is_over"])
    return browser.ask("GET", address)


def sheets_of(browser: Browser, address: str) -> list[Any]:
    """Return what the page of a photograph is made of, a sheet each, in English."""
    assert look(browser, address).status == 200
    photo, store = browser.state.photos.get(address.rpartition("/")[2]), browser.state.store
    assert photo is not None
    sheets = [(part, store.thing(StoredSheet, id=part.id)) for part in photo.sheets]
    data = [view.as_data(part, kept, view.counted(part.open, kept), ENGLISH) for part, kept in sheets]
    return [answered(item, ENGLISH) for item in data]


def read(browser: Browser, data: bytes, kind: str = "image/jpeg") -> Answer:
    sent = send(browser, data, kind)
    assert sent.status == 202, sent.text
    return look(browser, sent.data["address"])


@pytest.fixture(scope="module")
def evening(browser: Browser, pair: tuple[bytes, str]) -> str:
    """The address of the photograph of two sheets."""
    sent = send(browser, pair[0])
    look(browser, sent.data["address"])
    return str(sent.data["address"])


def limits(sheet: Any) -> list[int]:
    """Between which points an open sheet lies, as its page says it."""
    low, _, high = sheet["score"]["total"].partition(" to ")
    return [int(low), int(high)]


def points(values: dict[str, str], code: str) -> int:
    """The points of the position that these marks show."""
    state, _ = TROYES.marks.read(values, TROYES.setups.from_code(pagecode.decode(code).setup))
    return int(TROYES.room("scoring").score(state).total)


def test_questions_are_answered_and_the_score_is_that_of_the_marks(
    browser: Browser, pair: tuple[bytes, str], evening: str
) -> None:
    mark = pair[1]
    first, second = sheets_of(browser, evening)
    assert [question["mark"] for question in second["questions"]] == [mark]
    assert not first["questions"] and first["id"], "a sheet without an open mark is kept"
    assert not second["id"]
    low, high = limits(second)
    assert low < high
    lines = [line["points"] for line in second["score"]["players"][0]["lines"]]
    assert any(" to " in str(points) for points in lines), "each line as it may be, as `score` prints it"

    assert browser.get(second["sheet"]).script_data["marks"] == second["marks"] == RIGHT
    assert browser.get(f"{evening}?sheet=2").says("score.between", low=low, high=high)
    browser.form(f"{evening}/2", mark=mark, value="circled", name="Ada")
    fields = sheets_of(browser, evening)[1]
    assert not fields["questions"] and fields["id"]
    assert first["score"]["total"] == points(LEFT, first["page_code"])
    answered = {**RIGHT, mark: "circled"}
    assert fields["score"]["total"] == points(answered, second["page_code"])
    assert low <= fields["score"]["total"] <= high

    # a mark that was read can be corrected, by the native form too
    assert browser.form(f"{evening}/2", mark=mark, value="blank").status == 303
    stored = browser.ask("GET", f"/sheets/{fields['id']}").data
    assert mark not in stored["marks"] and stored["name"] == "Ada"
    assert stored["score"]["total"] == points(RIGHT, second["page_code"])


@pytest.mark.slow
def test_a_tap_changes_what_an_open_mark_is_taken_for_and_one_button_takes_the_rest(
    browser: Browser, pair: tuple[bytes, str]
) -> None:
    mark = pair[1]
    address = send(browser, pair[0], "image/jpeg").data["address"]
    look(browser, address)

    def tile() -> tuple[str, str]:
        """What the open mark is taken for, and what the next tap makes of it."""
        result = re.search(
            rf'id="tile-{mark}" name="value" value="(\w+)".*?<b>(\w+)', browser.get(f"{address}?sheet=2").text
        )
        assert result
        return result[2].lower(), result[1]

    guess, seen = tile()[0], []
    for _ in range(3):
        seen.append(tile()[1])
        assert browser.form(f"{address}/2", mark=mark, tapped="1", value=seen[-1]).status == 303
    assert sorted(seen) == ["blank", "circled", "spent"] and tile()[0] == seen[-1] == guess
    sheet = sheets_of(browser, address)[1]
    assert not sheet["id"], "what was tapped may still be changed"
    assert browser.form(f"{address}/2", rest="1").status == 303
    sheet = sheets_of(browser, address)[1]
    assert sheet["id"] and not sheet["questions"]
    assert "tile-" not in browser.get(f"{address}?sheet=2").text
    assert sheet["marks"].get(mark, "blank") == guess
    assert browser.form(f"{address}/2", undo="1").status == 303
    before = sheets_of(browser, address)[1]
    assert not before["id"] and not before["undo"] and tile()[0] == guess
    assert browser.form(f"{address}/2", rest="1").status == 303
    after = sheets_of(browser, address)[1]
    assert after["undo"] and after["marks"] == sheet["marks"]
    browser.form(f"{address}/2", mark=mark, value=guess)
    browser.form(f"{address}/2", undo="1")
    sheet = sheets_of(browser, address)[1]
    assert sheet["id"] and not sheet["undo"], "what somebody has corrected since is not taken back"


@pytest.mark.slow
def test_the_rest_is_never_right_against_the_total_that_is_written(browser: Browser) -> None:
    """A form with the total 52 is printed and photographed; its marks give less, and one cannot be read."""
    blank = build("troyes-dice", "score-sheet", setup=photographs.setup())
    paper = np.asarray(raster(fill(blank, {**RIGHT, "total": "52"}), 0, pixels_per_mm=PX).convert("L"))
    rendered, hand = photographs.printed(PrintOptions())[0], Hand(paper)
    unread = open_mark(rendered.code)
    hand.cross(next(mark.rect for mark in rendered.page.marks if mark.id == unread))
    sent = send(browser, photographs.jpeg(photographs.photograph(hand.paper, tilt=0.02, blur=0.6)))
    address = sent.data["address"]

    (sheet,) = sheets_of(browser, address)
    low, high = limits(sheet)
    assert [item["mark"] for item in sheet["questions"]] == ["total", unread] and low < high < 52
    page, between = browser.get(address), say(phrase("score.between", low=low, high=high), ENGLISH)
    assert page.says("score.total_differs", written="52", n=between) and 'name="right"' not in page.text
    assert sheet["score"]["problems"][0]["marks"] == ["total"]

    browser.form(f"{address}/1", rest="1")
    (sheet,) = sheets_of(browser, address)
    total = sheet["score"]["total"]
    assert [item["mark"] for item in sheet["questions"]] == ["total"] and not sheet["id"] and sheet["undo"]
    assert sheet["sure"] == sheet["all"] - 1
    page = browser.get(address)
    assert page.says("score.total_differs", written="52", n=total) and 'name="rest"' not in page.text
    browser.form(f"{address}/1", undo="1")
    assert len(sheets_of(browser, address)[0]["questions"]) == 2

    browser.form(f"{address}/1", rest="1")
    browser.form(f"{address}/1", right="1")
    (sheet,) = sheets_of(browser, address)
    assert not sheet["questions"] and sheet["id"] and sheet["sure"] == sheet["all"]
    assert sheet["marks"]["total"] == str(total) == str(sheet["score"]["total"])


def test_the_gallery_shows_the_least_certain_first_and_what_is_alike_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tracks = [f"influence.{n}" for n in range(4, 9)]
    names = [*tracks, "link.2", "citizens.red.9", "deniers.12"]
    why = dict.fromkeys(names, phrase("photo.why.unclear")) | {"influence.8": HIDDEN}
    sureness = {"link.2": 0.9, "citizens.red.9": 0.5, "deniers.12": 0.7, "influence.8": 0.1}
    likely = dict.fromkeys(tracks, "circled")

    def read(*left: str) -> Any:
        marks = {name: MarkReading("unsure", sureness.get(name, 0.0), "", why=why[name]) for name in names}
        code = photographs.printed(PrintOptions())[0].code
        return SimpleNamespace(page_code=code, copy=1, questions=left, marks=marks, likely=likely, values={})

    monkeypatch.setattr(answers, "answered", lambda sheet, said: sheet)
    sheet = OpenSheet(read(*names))
    fields = view.gallery(sheet.answer("link.2", "circled"))
    least_certain = ["influence.8", "citizens.red.9", "deniers.12", "link.2"]
    assert [item["mark"] for item in fields["alone"]] == least_certain
    assert [[item["mark"] for item in group] for group in fields["alike"]] == [tracks[:4]]
    assert (fields["left"], fields["settled"]) == (7, 0)
    fields = view.gallery(sheet, {"link.2", "citizens.red.9"})
    assert [item["mark"] for item in fields["idle"]] == ["citizens.red.9", "link.2"] and fields["left"] == 8
    assert [item["mark"] for item in fields["alone"]] == ["influence.8", "deniers.12"]
    monkeypatch.setattr(answers, "answered", lambda sheet, said: read(*names[:-1]) if said else sheet)
    assert view.gallery(sheet.answer("link.2", "blank"))["settled"] == 1


def test_a_tile_of_several_alike_stays_among_them_when_it_is_tapped(monkeypatch: pytest.MonkeyPatch) -> None:
    names = tuple(f"influence.{n}" for n in range(4, 7))
    marks = {name: MarkReading("unsure", 0.5, "", why=phrase("photo.why.unclear")) for name in names}
    code = photographs.printed(PrintOptions())[0].code
    read = SimpleNamespace(page_code=code, copy=1, questions=names, marks=marks, likely={}, values={})
    known = replace(marks[names[0]], why=None)
    after = SimpleNamespace(**{**vars(read), "questions": names[1:], "marks": {**marks, names[0]: known}})
    monkeypatch.setattr(answers, "answered", lambda sheet, said: after if said else sheet)
    tiles = view.gallery(OpenSheet(read).answer(names[0], "spent"))["alike"]
    assert [[tile["mark"] for tile in group] for group in tiles] == [list(names)]


def test_two_sheets_of_a_picture_are_ranked(browser: Browser, pair: tuple[bytes, str], evening: str) -> None:
    browser.form(f"{evening}/2", mark=pair[1], value="blank", name="Ada")
    sheets = sheets_of(browser, evening)
    points = [sheet["score"]["total"] for sheet in sheets]
    query = "&".join(f"sheet={sheet['id']}" for sheet in sheets)
    ranked = browser.get(f"/reveal/mine/troyes-dice.json?{query}").data["ranking"]
    assert [entry["total"] for entry in ranked] == sorted(points, reverse=True)
    assert [entry["place"] for entry in ranked] == [1, 2]
    page = browser.get(f"/reveal/mine?{query}").text
    assert page.count("<details class=") == 2 and "Ada" in page
    text = browser.get(f"/reveal/mine/troyes-dice.csv?{query}").text
    assert text.startswith("game,place,name,points") and len(text.splitlines()) == 3
    assert browser.get(f"/reveal/mine/troyes-dice.pdf?{query}&paper=letter").body.startswith(b"%PDF-")


def test_the_picture_is_small_and_lies_under_the_marks(browser: Browser, evening: str) -> None:
    fields = sheets_of(browser, evening)[0]
    got = browser.get(fields["picture"])
    assert got.headers["content-type"] == "image/webp" and len(got.body) <= overlay.LARGEST
    assert Image.open(io.BytesIO(got.body)).width > 800
    page = browser.get(f"{evening}?sheet=1&mark=die.red.1").text
    assert fields["picture"] in page and 'id="picked"' in page


def test_a_photograph_is_nobody_elses(browser: Browser, evening: str) -> None:
    other = browser.other()
    for address in (evening, f"{evening}/1.picture"):
        assert other.ask("GET", address, client="192.168.1.20").status == 404
        assert other.ask("GET", address).status == 200, "the computer itself sees all"


def test_the_computer_itself_waits_for_a_phones_photograph_and_sees_its_end(browser: Browser) -> None:
    """It may not ask about the job, which is the phone's: the page asks about the photograph."""
    guest, blank = phone(browser), build("troyes-dice", "score-sheet", setup=photographs.setup())
    address = send(guest, fill(blank, LEFT), "application/pdf").data["address"]
    waiting = browser.ask("GET", address)
    asks = re.search(r'data-job="(\w+)" data-at="([^"]+)"', waiting.text)
    assert asks and browser.json(f"/jobs/{asks[1]}").status == 404
    assert browser.until(asks[2], lambda data: data["is_over"]).data["state"] == "done"
    assert "data-job" not in browser.get(address).text and 'id="total"' in browser.get(address).text
    assert phone(browser).json(address).status == 404


def test_the_computer_itself_sees_the_marks_of_a_phones_photograph(
    browser: Browser, evening: str, pair: tuple[bytes, str]
) -> None:
    sheet = sheets_of(browser, evening)[1]
    address = f"/sheet/{sheet['page_code']}?photo={evening.removeprefix('/photo/')}.2"
    other = browser.other()
    for client, sees in (("192.168.1.20", False), ("127.0.0.1", True)):
        assert bool(other.ask("GET", address, client=client).script_data["marks"]) is sees
    for number in ("00019", "0001", "+1", "\u0661", "1_0"):
        assert browser.ask("GET", f"{evening}/{number}.picture").status == 404, number


def test_a_sheet_that_could_not_be_kept_is_kept_by_the_next_look(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    blank = build("troyes-dice", "score-sheet", setup=photographs.setup())
    address = send(browser, fill(blank, LEFT), "application/pdf").data["address"]

    error = StoreFailed(phrase("web.keep.refused", path="/data/web.db", why="disk full"))
    with monkeypatch.context() as patch:
        patch.setattr(Store, "put_sheet", Mock(side_effect=error))
        failed = look(browser, address)
        assert failed.status == 507 and b"ada" not in failed.body
    (sheet,) = sheets_of(browser, address)
    assert sheet["id"] and browser.ask("GET", f"/sheets/{sheet['id']}").status == 200


def test_the_answer_to_a_mark_fits_it(browser: Browser, evening: str) -> None:
    for mark, value, key in (
        ("die.red.1", "spent", "value"),
        ("die.pink.1", "struck", "mark"),
        ("name", "Ada", "mark"),
        ("total", "1x", "number"),
    ):
        refused = browser.form(f"{evening}/1", mark=mark, value=value)
        assert refused.status == 422 and refused.says(f"photo.answer.{key}", mark=mark, value=value)
    assert browser.form(f"{evening}/1", name="a\u202eb").status == 422
    assert browser.form(f"{evening}/3").status == 404


def test_a_hostile_picture_is_a_sentence(browser: Browser) -> None:
    for data in (png_header(20000, 20000), b"%PDF-1.7 no"):
        answer = read(browser, data)
        assert answer.status == 422 and 'role="alert"' in answer.text


def test_where_there_is_no_place_a_photograph_is_not_received(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def received(*_: Any) -> bytes:
        raise AssertionError("the body was read")

    monkeypatch.setattr(requests, "read_body", received)
    busy = Busy(phrase("web.work.full", n=6), 6)
    monkeypatch.setattr(type(browser.state.jobs), "check", Mock(side_effect=busy))
    answer = browser.ask("POST", "/photo", b"\xff\xd8\xff", {"content-type": "image/jpeg"})
    assert (answer.status, answer.headers["retry-after"]) == (503, "6")


async def uploaded() -> list[str]:
    """Let three addresses send photographs where there is memory for two of ten bytes each."""
    uploads, lines, go_on = state.Uploads(lambda: 0, most=20), [], asyncio.Event()

    async def send(who: str, size: int) -> None:
        try:
            with uploads.reading(who) as grow:
                grow(size)
                lines.append(f"{who} {size}")
                await go_on.wait()
        except Busy:
            lines.append(f"{who} is told to wait")
        except asyncio.CancelledError:
            lines.append(f"{who} gives way")

    tasks = []
    for who, size in (("a", 8), ("a", 8), ("a", 1), ("b", 10), ("c", 12), ("c", 2)):
        tasks.append(asyncio.create_task(send(who, size)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    go_on.set()
    await asyncio.gather(*tasks)
    return lines


def test_of_those_who_send_photographs_the_one_with_most_gives_way() -> None:
    lines = ["a 8", "a 8", "a is told to wait", "b 10", "a gives way", "c is told to wait", "c 2"]
    assert asyncio.run(uploaded()) == lines


def test_what_is_too_much_or_no_picture_never_reaches_a_worker(browser: Browser) -> None:
    size = str(tuning.LARGEST_FILE + 1)
    fields = {"content-type": "image/jpeg", "content-length": size}
    assert browser.ask("POST", "/photo", b"", fields).status == 413
    assert send(browser, b"{}", "application/json").status == 415
    assert send(browser, b"", "multipart/form-data").status == 415


def qr(text: str) -> bytes:
    """A picture of a code on a table, and nothing else."""
    target = io.BytesIO()
    segno.make(text, error="m", micro=False).save(target, kind="png", scale=16, border=8)
    target.seek(0)
    with Image.open(target) as code:
        grey = np.full((1200, 1200), 200, np.uint8)
        small = np.asarray(code.convert("L").resize((700, 700)))
        grey[250:950, 250:950] = small
    return photographs.jpeg(grey)


@pytest.mark.slow
def test_the_picture_of_a_code_opens_what_it_stands_for(browser: Browser) -> None:
    setup = photographs.setup()
    share = TROYES.setups.to_code(setup)
    sheet = render_copy("troyes-dice", "score-sheet", setup=setup, options=PrintOptions(), copy=1).code
    card = render_copy("troyes-dice", "setup-card", setup=setup, options=PrintOptions(), copy=1).code
    for text, address in (
        (sheet, f"/sheet/{sheet}"),
        (share, f"/setup/troyes-dice/{share}"),
        (card, f"/setup/troyes-dice/{share}"),
    ):
        assert photo_tasks.code_alone(load.load(qr(text))) == text
        assert address_of(text) == address
    assert read(browser, qr(card)).location == f"/setup/troyes-dice/{share}"
    with pytest.raises(InputError):
        photo_tasks.read(qr("https://example.org/"))


def test_a_filled_pdf_is_read_too_and_each_thing_wrong_with_it_is_told_once(browser: Browser) -> None:
    blank, marks = build("troyes-dice", "score-sheet", setup=photographs.setup()), dict(LEFT)
    marks["building.fortress.4"] = "circled"
    with pikepdf.open(io.BytesIO(fill(blank, marks))) as form:
        widgets(form, "copy1.die.red.1")[0].AS = pikepdf.Name.struck
        form.save(filled := io.BytesIO())
    address = send(browser, filled.getvalue(), "application/pdf").data["address"]
    drawn = say(phrase("fill.differ", n=1, marks=("die.red.1",)), ENGLISH)
    for page in (look(browser, address), look(browser, address)):
        assert page.says("web.photo.problems", n=1) and page.text.count(drawn) == 1
    (sheet,) = sheets_of(browser, address)
    assert marks.items() <= sheet["marks"].items()
    result = of_bytes(filled.getvalue()).positions[0]
    assert TROYES.marks.to_marks(result.state).items() <= sheet["marks"].items()
    assert browser.get(sheet["picture"]).headers["content-type"] == "image/svg+xml"


def test_of_a_page_that_says_who_plays_a_screen_shows_what_lies_on_paper() -> None:
    seated = game("terra-mystica").paper.DOCUMENTS["score-sheet"].seated
    seats = seated.number("witches,giants,nomads")
    options = PrintOptions(blank_numbers=True, seats=seats)
    code = render_copy("terra-mystica", "score-sheet", setup=None, options=options, copy=1).code
    known = identify(code)
    screen = on_screen(
        "terra-mystica", "score-sheet", setup=None, language="en", blank_numbers=True, seats=seats
    )
    view, area = photo_tasks._visible_part(code), svg.area(screen)
    for mark, other in zip(known.page.marks, screen.marks, strict=True):
        assert mark.rect.x - view.x == pytest.approx(other.rect.x - area.x), mark.id
        assert mark.rect.y - view.y == pytest.approx(other.rect.y - area.y), mark.id


def test_of_a_small_page_a_screen_shows_all_marks_and_nothing_beside_the_paper() -> None:
    options = PrintOptions(paper="a5")
    code = render_copy(TROYES.id, "score-sheet", setup=photographs.setup(), options=options, copy=1).code
    page = identify(code)
    view = photo_tasks._visible_part(code)
    assert view.x >= 0 and view.y >= 0
    assert view.right <= page.page.width and view.bottom <= page.page.height
    for mark in page.page.marks:
        assert mark.rect.x >= view.x and mark.rect.right <= view.right, mark.id
        assert mark.rect.y >= view.y and mark.rect.bottom <= view.bottom, mark.id


def test_few_readings_are_kept_and_not_for_long() -> None:
    clock = [0.0]
    photos = Photos(most=3, seconds=60, now=lambda: clock[0])
    job: Any = SimpleNamespace(state="queued")
    made = [photos.add(job, "a" if n % 2 else "b") for n in range(5)]
    assert [photos.get(item.id) is not None for item in made] == [False, False, True, True, True]
    assert photos.of("b") == [made[4], made[2]]
    clock[0] = 59.5
    assert photos.get(made[4].id) is made[4]
    clock[0] = 60
    assert photos.get(made[4].id) is None
    assert photos.of("b") == []


def test_who_sends_many_photographs_pushes_nobody_else_s_out() -> None:
    photos = Photos(most=4)
    job: Any = SimpleNamespace(state="queued")
    other = photos.add(job, "b")
    mine = [photos.add(job, "a") for _ in range(6)]
    assert photos.get(other.id) and photos.of("a") == mine[:2:-1]
    many = Photos()
    sent = [many.add(job, "a") for _ in range(12)]
    assert many.of("a") == sent[:1:-1]


def test_the_likeliest_numbers_of_a_comb_are_offered_and_no_dash_or_blank() -> None:
    seen = {"17": 0.4, "7": 0.3, "blank": 0.2, "1": 0.03, "11": 0.021, "77": 0.01}
    comb = Mark("total", "number", "", Box(0, 0, 1, 1), "", 0, cells=2)
    assert OpenMark(comb, phrase("mark.total"), tuple(seen), chances=seen).offered == ["17", "7", "1"]
    assert OpenMark(comb, phrase("mark.total"), ("blank",)).offered == []
