"""Sheets in a real browser: each kind of control by mouse, finger and keyboard, and a phone that lies."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import cycle
from typing import TYPE_CHECKING, Any

import pytest

from pencilwright import games
from pencilwright.app.web.views import sheet
from pencilwright.games import Game
from pencilwright.games.controls import Control, Number, OneOf, Text, Toggle, Track
from pencilwright.templates.page import VALUES
from tests.app.web.test_browser import SIZES, House, Seen, chromium, expect, house, looking, pytestmark
from tests.app.web.test_sheet import CODES

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["chromium", "house", "pytestmark"]


def shown(code: str) -> list[str]:
    """The marks of a page."""
    return [mark.id for mark in sheet._drawn(code, "en").marks]


@cache
def code_of(game: Game) -> str:
    """The page of a game with most marks."""
    return max((code for known, code in CODES if known == game), key=lambda code: len(shown(code)))


TROYES, MYSTICA, TIANXIA = map(games.game, ("troyes-dice", "terra-mystica", "tianxia"))
two_games = pytest.mark.parametrize("game", (TROYES, MYSTICA), ids=lambda game: game.id)
"""One with every kind of control in rooms, one with several players in columns."""


class Tab(Seen):
    """A window in which sheets are tapped."""

    def blank(self, game: Game, more: str = "") -> None:
        """Open the blank sheet of a game."""
        self.page.goto(f"{self.house.address}/sheet/{code_of(game)}?lang=en{more}")

    def value(self, mark: str) -> str | None:
        """What a mark shows."""
        text: str | None = self.page.locator(at(mark)).get_attribute("data-value")
        return text

    def click(self, mark: str) -> None:
        """Click in the middle of a mark."""
        place = self.page.locator(f"#sheet {at(mark)} .hit")
        place.scroll_into_view_if_needed()
        box = place.bounding_box()
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def at(mark: str) -> str:
    return f'[id="m.{mark}"]'


def first_value(game: Game, mark: str) -> str:
    """The first value of a mark besides blank."""
    room = game.marks
    kind = next(item.kind for item in room.MARKS if item.id == mark)
    return VALUES[kind][0]


def keep(tab: Tab, game: Game, marks: dict[str, str]) -> None:
    """Open a game's sheet as one that these marks were tapped on."""
    tab.blank(game)
    stored = {"values": marks, "stamps": dict.fromkeys(marks, 1), "past": [], "future": []}
    given = [f"pencilwright.sheet.{code_of(game)}", stored]
    tab.page.evaluate("([key, kept]) => localStorage.setItem(key, JSON.stringify(kept))", given)
    tab.page.reload()


@pytest.fixture
def desktop(chromium: Browser, house: House) -> Iterator[Tab]:
    yield from opened(chromium, house, "desktop")


@pytest.fixture
def phone(chromium: Browser, house: House) -> Iterator[Tab]:
    yield from opened(chromium, house, "phone")


def opened(chromium: Browser, house: House, size: str) -> Iterator[Tab]:
    """Yield a window in which nothing may go wrong."""
    tab = Tab(chromium, house, size)
    yield tab
    tab.close()
    assert tab.faults == []


def first(game: Game, kind: type[Control]) -> Any:
    """The first control of a kind on the page, with those of its marks that are there; None for none."""
    there = set(shown(code_of(game)))
    for control in game.marks.CONTROLS:
        if not isinstance(control, kind):
            continue
        if isinstance(control, Toggle | Text):
            if control.mark in there:
                return control
        elif len(marks := tuple(mark for mark in control.marks if mark in there)) > isinstance(
            control, OneOf
        ):
            return control._replace(marks=marks)
    return None


@two_games
def test_each_kind_of_control_does_what_its_record_says(game: Game, desktop: Tab) -> None:
    desktop.blank(game)
    kinds = {mark.id: mark.kind for mark in game.marks.MARKS}
    if toggle := first(game, Toggle):
        for value in (*VALUES[kinds[toggle.mark]], ""):
            desktop.click(toggle.mark)
            assert desktop.value(toggle.mark) == value
    if one_of := first(game, OneOf):
        lower, other = one_of.marks[:2]
        desktop.click(lower)
        desktop.click(other)
        assert (desktop.value(lower), bool(desktop.value(other))) == ("", True)
        assert desktop.page.locator(at(other)).get_attribute("aria-checked") == "true"
        assert not one_of.brings or desktop.value(one_of.brings)
        desktop.click(other)
        assert {desktop.value(mark) for mark in (*one_of.marks, *[one_of.brings] * bool(one_of.brings))} == {
            ""
        }
    if track := first(game, Track):
        check_track(desktop, track, VALUES[kinds[track.marks[0]]])
    if number := first(game, Number):
        desktop.click(number.marks[0])
        desktop.page.keyboard.type("7")
        assert desktop.page.locator(at(number.marks[0])).get_attribute("data-value") == "7"
        desktop.page.keyboard.press("Backspace")
        assert desktop.value(number.marks[0]) == ""
        desktop.page.keyboard.press("Escape")
    text = first(game, Text)
    desktop.click(text.mark)
    desktop.page.keyboard.type("<b>Ada")
    assert desktop.page.locator(f"{at(text.mark)} text").text_content() == "<b>Ada"


def check_track(tab: Tab, track: Track, values: tuple[str, ...]) -> None:
    """Fill a track, empty its end, and spend of it where it can be spent."""

    def shown() -> list[str | None]:
        return [tab.value(mark) for mark in track.marks[:7]]

    tab.click(track.marks[5])
    assert shown() == [values[0]] * 6 + [""]
    tab.click(track.marks[5])
    assert shown() == [values[0]] * 5 + [""] * 2
    tab.click(track.marks[3])
    assert shown() == [values[0]] * 4 + [""] * 3, "exactly so many are filled"
    if len(values) > 1:
        tab.page.locator("#spend").check()
        tab.click(track.marks[1])
        assert shown() == [values[1]] * 2 + [values[0]] * 2 + [""] * 3
        tab.click(track.marks[1])
        assert shown() == [values[1]] + [values[0]] * 3 + [""] * 3


def test_a_board_on_a_phone_is_pushed_about_and_its_marks_are_as_large_as_fingers(phone: Tab) -> None:
    code = next(code for known, code in CODES if known.sheet and known.id == MYSTICA.id)
    phone.page.goto(f"{phone.house.address}/sheet/{code}?lang=en")
    mark = shown(code)[-2]
    phone.click(mark)
    assert phone.value(mark)
    assert phone.page.locator(f"{at(mark)} .hit").bounding_box()["height"] >= 24 and phone.overflow() <= 0


def test_in_its_room_a_finger_beside_a_mark_still_means_it(phone: Tab) -> None:
    phone.page.set_viewport_size({"width": SIZES["narrow"][0], "height": 844})
    phone.blank(TROYES)
    phone.page.locator("#hand").click()
    rooms = [tab.get_attribute("data-room") for tab in phone.page.locator("#rooms button").all()]
    assert rooms[-1] == ""
    for room in rooms[:-1]:
        phone.page.locator(f'#rooms [data-room="{room}"]').click()
        parts = phone.page.locator(f'.part[data-room="{room}"]')
        marks = [item.get_attribute("id").removeprefix("m.") for item in parts.locator(".mark").all()]
        kinds = {mark: mark.rpartition(".")[0] for mark in marks if not mark.startswith("product")}
        lasts = {kind: mark for mark, kind in kinds.items()}.values()  # of each row
        for mark, (dx, dy) in zip(lasts, cycle(((-21, 0), (21, 0), (0, -21), (0, 21)))):
            before = phone.value(mark)
            box = phone.page.locator(f"{at(mark)} .hit").bounding_box()
            free = phone.page.locator(".foot").bounding_box()["y"] - 90
            phone.page.mouse.wheel(0, box["y"] - free if box["y"] > free else 0)
            phone.page.wait_for_timeout(60)
            box = phone.page.locator(f"{at(mark)} .hit").bounding_box()
            phone.page.mouse.click(box["x"] + box["width"] / 2 + dx, box["y"] + box["height"] / 2 + dy)
            assert phone.value(mark) != before, (room, mark, dx, dy)


@two_games
def test_the_total_is_that_of_the_marks_and_survives_a_reload(game: Game, desktop: Tab) -> None:
    desktop.blank(game)
    state = game.examples.example("tapped", 0)
    marks = game.marks.to_marks(state)
    visible = {mark.id for mark in sheet._drawn(code_of(game), "en").marks}
    marks = {mark: value for mark, value in marks.items() if mark in visible}
    keep(desktop, game, marks)
    results = sheet.score(code_of(game), marks, "en")
    for player in results["players"]:
        expect(desktop.page.locator("#total")).to_contain_text(str(player["total"]))
    for mark, points in results["fills"].items():
        if mark in visible and not marks.get(mark):
            expect(desktop.page.locator(f"{at(mark)} text")).to_contain_text(points[-1])


def test_undo_has_no_end_and_outlives_a_reload(desktop: Tab) -> None:
    desktop.blank(TROYES)
    mark = first(TROYES, Toggle).mark
    value = first_value(TROYES, mark)
    for _ in range(31):
        desktop.click(mark)
    desktop.page.reload()
    expect(desktop.page.locator("#undo")).to_be_enabled()  # once the script has run
    assert desktop.value(mark) == value
    for _ in range(31):
        desktop.page.locator("#undo").click()
    assert desktop.value(mark) == ""
    assert desktop.page.locator("#undo").is_disabled()
    desktop.page.keyboard.press("Control+Shift+Z")
    assert desktop.value(mark) == value


def test_a_problem_is_framed_said_and_mended_by_its_button(desktop: Tab) -> None:
    control = first(TIANXIA, OneOf)
    marks = dict.fromkeys(control.marks[:2], first_value(TIANXIA, control.marks[0]))
    keep(desktop, TIANXIA, marks)
    (result,) = sheet.score(code_of(TIANXIA), marks, "en")["problems"]
    expect(desktop.page.locator(".say")).to_have_count(1)
    expect(desktop.page.locator(".pinned")).to_be_visible()
    expect(desktop.page.locator("#p1 .told")).to_contain_text(result["short"])
    expect(desktop.page.locator("#p1")).to_contain_text(result["text"])
    desktop.page.locator("#p1 .btn").first.click()
    expect(desktop.page.locator(".say")).to_have_count(0)


def test_the_keyboard_alone_marks(desktop: Tab) -> None:
    desktop.blank(TIANXIA)
    marks = first(TIANXIA, OneOf).marks
    desktop.page.locator(at(marks[0])).focus()
    desktop.page.keyboard.press(" ")
    assert desktop.value(marks[0])
    assert desktop.page.locator("#sheet [tabindex='0']").count() == 1, "the sheet is one stop"
    seen = {marks[0]}
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "End", "Home"):
        desktop.page.keyboard.press(key)
        seen.add(desktop.page.evaluate("document.activeElement.id").removeprefix("m."))
    assert len(seen) > 2
    desktop.page.keyboard.press("?")
    assert desktop.page.locator("#help").is_visible()


@pytest.mark.parametrize("size", ["phone", "narrow", "tablet"])
def test_tab_leads_from_the_rooms_to_a_mark_that_nothing_covers(
    chromium: Browser, house: House, size: str
) -> None:
    with contextmanager(opened)(chromium, house, size) as tab:
        tab.blank(TROYES)
        tab.page.locator("#rooms button").last.focus()
        tab.page.keyboard.press("Tab")
        tab.page.wait_for_timeout(100)
        box, rooms = (tab.page.locator(name).bounding_box() for name in (".mark:focus .hit", "#rooms"))
        assert box and rooms and rooms["y"] + rooms["height"] < box["y"] < SIZES[size][1] / 2


@two_games
def test_the_list_and_the_drawing_are_the_same_sheet(game: Game, desktop: Tab) -> None:
    desktop.blank(game, "&as=list")
    one_of, text = first(game, OneOf), first(game, Text)
    desktop.page.locator(f'select[data-mark="{one_of.marks[0]}"]').select_option(one_of.marks[1])
    desktop.page.locator(f'[data-mark="{text.mark}"]').fill("天下")
    if track := first(game, Track):
        desktop.page.locator(f'[data-mark="{track.marks[0]}"][data-part="gained"]').select_option("5")
    if number := first(game, Number):
        desktop.page.locator(f'[data-mark="{number.marks[0]}"]').fill("8")
    desktop.blank(game)
    assert desktop.value(one_of.marks[1])
    assert not one_of.brings or desktop.value(one_of.brings) == first_value(game, one_of.brings)
    assert desktop.page.locator(f"{at(text.mark)} text").text_content() == "天下"
    if track:
        assert [bool(desktop.value(mark)) for mark in track.marks[:6]] == [True] * 5 + [False]
    if number:
        assert desktop.value(number.marks[0]) == "8"


def test_a_new_sheet_of_a_game_is_blank_and_the_old_one_keeps_its_marks(desktop: Tab) -> None:
    desktop.page.goto(f"{desktop.house.address}/sheet/{MYSTICA.id}?lang=en")
    mark = desktop.page.locator("#sheet .mark[role=checkbox], #sheet .mark[role=radio]").first
    mark = mark.get_attribute("id").removeprefix("m.")
    desktop.click(mark)
    value = desktop.value(mark)
    assert value
    first = desktop.page.url
    with desktop.page.expect_response("**/sheets/*"):
        pass
    new = desktop.page.locator(".dock").get_by_text(desktop.words("web.sheet.new"))
    address = f"{desktop.house.address}/sheet/{MYSTICA.id}"
    for begin in (lambda: desktop.page.goto(address), lambda: desktop.send(new)):
        begin()
        assert desktop.page.url != first
        assert desktop.value(mark) == ""
        assert desktop.page.locator("#undo").is_disabled()
    desktop.page.goto(first)
    assert desktop.value(mark) == value


def test_a_phone_whose_clock_is_fast_takes_over_what_another_taps_later(
    chromium: Browser, house: House, desktop: Tab
) -> None:
    desktop.page.goto(f"{desktop.house.address}/sheet/{code_of(TROYES)}?new=1")
    mark = first(TROYES, Toggle).mark
    value = first_value(TROYES, mark)
    for phone in opened(chromium, house, "desktop"):
        phone.page.add_init_script("const real = Date.now; Date.now = () => real() + 300000;")
        phone.page.goto(desktop.page.url)
        with phone.page.expect_response("**/sheets/*"):
            phone.click(mark)
        desktop.page.reload()
        assert desktop.value(mark) == value
        while desktop.value(mark):
            desktop.click(mark)
        expect(phone.page.locator(at(mark))).to_have_attribute("data-value", "", timeout=10_000)


@pytest.mark.parametrize("name", games.GAMES)
def test_a_sheet_on_a_phone_that_lies_shows_marks_beside_what_is_done(
    chromium: Browser, house: House, name: str
) -> None:
    width, height = 640, 320
    with looking(chromium, house, "phone") as seen:
        seen.page.set_viewport_size({"width": width, "height": height})
        seen.open(f"/sheet/{name}")
        assert seen.overflow() <= 0
        part = ".columns" if games.game(name).columns else ".whole"
        for place in (part, ".dock"):
            box = seen.page.locator(place).first.bounding_box()
            assert box is not None and box["y"] < height and box["x"] + box["width"] <= width
        sheet_box, foot = (seen.page.locator(name).first.bounding_box() for name in (part, ".foot"))
        assert sheet_box and foot and sheet_box["x"] + sheet_box["width"] <= foot["x"] + 1
        assert sheet_box["width"] >= width / 2 and height - max(sheet_box["y"], 0) >= height / 2
        for button in seen.page.locator(".dock .btn:visible").all():
            item = button.bounding_box()
            assert item and item["y"] + item["height"] <= height + 1 and item["height"] >= 44


def test_a_small_phone_begins_with_a_district_and_shows_the_whole_sheet_at_its_width(
    chromium: Browser, house: House
) -> None:
    with looking(chromium, house, "narrow") as seen:
        page = seen.open("/sheet/troyes-dice")
        sheet_box = page.locator("#sheet")
        for _ in ("a district", "the whole"):
            box = sheet_box.bounding_box()
            assert box is not None and box["width"] >= 300 and seen.overflow() <= 0
            page.locator(".rooms button").last.click()
        assert page.locator(".rooms button").last.get_attribute("aria-pressed") == "true"
